//! Weaving: code with hooks, written into the text that it was made of.
//!
//! The text of the user stays as it is, with its comments and its lines: hooks stand between its
//! tokens, on the lines of these. Tokens that hooks repeat, such as the condition that an assertion
//! names, are copies. All others must come once, and in their order, which is checked here.

use proc_macro2::{Delimiter, Literal, Spacing, Span, TokenStream, TokenTree};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use syn::Lit;

/// A token. A comment that documents something is several, which count as one without a text.
struct Piece {
    span: Span,
    place: Range<usize>,
    /// The tokens.
    text: String,
    /// `true` if nothing may come between this and the next piece.
    is_joint: bool,
}

/// Tokens that the parser leaves out where they say nothing: `fn f<>() where {}`.
const SILENT: [&str; 3] = ["where", "<", ">"];

/// A text with hooks.
pub(crate) struct Woven {
    pub(crate) text: String,
    /// Where tokens of the user are: in the text with hooks, and in their own.
    pub(crate) places: Vec<[usize; 2]>,
}

impl Woven {
    /// Writes tokens that were made of the text into the text. `removed` says where tokens begin
    /// that are no longer there: they become comments.
    ///
    /// # Errors
    ///
    /// The first token of the text that the tokens do not have, in its order.
    pub(crate) fn weave(
        &mut self,
        text: &str,
        original: TokenStream,
        hooked: TokenStream,
        removed: &HashSet<usize>,
    ) -> Result<(), Span> {
        let (original, hooked) = (pieces(original), pieces(hooked));
        let numbers =
            original.iter().enumerate().map(|(number, piece)| (piece.place.start, number));
        let numbers: HashMap<_, _> = numbers.collect();
        let number_of = |piece: &Piece| {
            let number = *numbers.get(&piece.place.start)?;
            let known = original.get(number)?;
            // The parser takes an old `...` for `..=`.
            let is_whole = piece.text == known.text || piece.text == "=" && known.text == ".";
            (piece.place == known.place && is_whole).then_some(number)
        };
        // Number of the first piece of the text that is not written yet, and where its gap begins.
        let (mut next, mut end) = (0, 0);
        let mut before = None;
        let woven = &mut self.text;
        for piece in &hooked {
            let number = number_of(piece);
            let touches = before.is_none_or(|(left, before): (&Piece, Option<usize>)| {
                match (before, number) {
                    // In the text, they stand as they stood.
                    (Some(_), Some(_)) => left.place.end == piece.place.start,
                    _ => touch(left, piece),
                }
            });
            // The gap comes first: so hooks are on the line of what follows them. What is removed
            // follows hooks.
            while let Some(following) = original.get(next) {
                woven.push_str(&text[end..following.place.start]);
                end = following.place.start;
                let is_removed = removed.contains(&end);
                let is_gone = is_removed || SILENT.contains(&&*following.text);
                if !is_gone || number.is_none_or(|number| number <= next) {
                    break;
                }
                let text = &following.text;
                woven.push_str(&if is_removed { format!("/*{text}*/") } else { text.clone() });
                (next, end) = (next + 1, following.place.end);
            }
            if !touches && !woven.ends_with(char::is_whitespace) {
                woven.push(' ');
            }
            if number == Some(next) {
                self.places.push([woven.len(), end]);
                woven.push_str(&text[piece.place.clone()]);
                (next, end) = (next + 1, piece.place.end);
            } else {
                woven.push_str(&on_a_line(&piece.text));
            }
            before = Some((piece, number));
        }
        if let Some(lost) = original.get(next) {
            return Err(lost.span);
        }
        woven.push_str(&text[end..]);
        Ok(())
    }
}

/// Returns a token without line ends, which texts may have.
fn on_a_line(token: &str) -> Cow<'_, str> {
    if !token.contains('\n') {
        return token.into();
    }
    match syn::parse_str(token) {
        Ok(Lit::Str(text)) => Literal::string(&text.value()).to_string().into(),
        Ok(Lit::CStr(text)) => Literal::c_string(&text.value()).to_string().into(),
        Ok(Lit::ByteStr(text)) => Literal::byte_string(&text.value()).to_string().into(),
        _ => token.into(),
    }
}

/// Returns `true` if nothing need stand between two tokens, of which at least one is not the user's.
fn touch(left: &Piece, right: &Piece) -> bool {
    let is_word = left.text.ends_with(|last: char| last.is_alphanumeric() || last == '_');
    left.is_joint
        || matches!(&*left.text, "(" | "[" | "." | "#")
        || matches!(&*right.text, ")" | "]" | "," | ";" | ".")
        || is_word && matches!(&*right.text, "(" | "!")
        || is_word && right.text == ":" && right.is_joint && left.text != "use"
}

/// Returns the tokens in their order, with those of groups and what encloses them.
fn pieces(tokens: TokenStream) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut add = |span: Span, text: &str, is_joint: bool| {
        let place = span.byte_range();
        // The tokens of a comment follow what stands for it.
        if pieces.last().is_some_and(|last| last.text.is_empty() && last.place == place) {
            return;
        }
        let is_second = pieces.last().is_some_and(|last| last.text == ".");
        let is_number = text.starts_with(|first: char| first.is_ascii_digit());
        let mut push = |place: Range<usize>, text: &str, is_joint: bool| {
            pieces.push(Piece { span, place, text: text.to_owned(), is_joint });
        };
        // `0.1` in `x.0.1` is one token for those who do not parse it. `-1` in a pattern is one for
        // those who do: both of its tokens have the place of all.
        let is_split = |parts: &(&str, &str)| is_second && !parts.0.is_empty();
        match text.split_once('.').filter(is_split) {
            Some((first, second)) => {
                let mut start = place.start;
                for text in [first, ".", second] {
                    push(start..start + text.len(), text, false);
                    start += text.len();
                }
            }
            None if text == "-" && place.len() > 1 => {
                push(place.start..place.start + 1, text, is_joint);
            }
            None if is_number && place.len() > text.len() => {
                push(place.end - text.len()..place.end, text, is_joint);
            }
            None => push(place, text, is_joint),
        }
    };
    // What is left to do of the groups around. A group may hold groups to any depth.
    let mut around = vec![(tokens.into_iter(), None)];
    let (mut comment, mut is_colon) = (None, false);
    while let Some((rest, close)) = around.last_mut() {
        match rest.next() {
            None => {
                if let Some((text, span)) = close.take() {
                    add(span, text, false);
                }
                around.pop();
            }
            Some(TokenTree::Group(group)) => {
                if comment.as_ref().is_some_and(|place| *place == group.span().byte_range()) {
                    continue;
                }
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => {
                        around.push((group.stream().into_iter(), None));
                        continue;
                    }
                };
                add(group.span_open(), open, false);
                around.push((group.stream().into_iter(), Some((close, group.span_close()))));
            }
            Some(TokenTree::Punct(token)) => {
                let place = token.span().byte_range();
                if token.as_char() == '#' && place.len() > 1 {
                    add(token.span(), "", false);
                    comment = Some(place);
                    continue;
                }
                // After `::`, nothing need stand either.
                let is_path = token.as_char() == ':' && is_colon;
                is_colon = token.as_char() == ':' && token.spacing() == Spacing::Joint;
                let is_joint = is_path || token.spacing() == Spacing::Joint;
                add(token.span(), &token.as_char().to_string(), is_joint);
            }
            Some(token) => add(token.span(), &token.to_string(), false),
        }
    }
    pieces
}
