//! Functions that stand in macros: those that a macro of the crate makes get the attribute, which
//! sees what they become.

use crate::items::{Walk, is_test};
use crate::jumps::any;
use crate::report::{Hooks, Reason};
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote;
use std::collections::HashSet;
use syn::ItemMacro;

impl Walk {
    /// Notes the functions in a macro, and puts the attribute on those that it makes.
    pub(crate) fn in_macro(&mut self, item: &mut ItemMacro) {
        // Other crates need not know the attribute.
        let is_exported =
            item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"));
        let has_rules = item.ident.is_some() && !is_exported;
        let is_left = !self.tests && is_test(&item.attrs);
        let mut after_arrow = false;
        let mut matched = HashSet::new();
        let mut hooked = Vec::new();
        for token in item.mac.tokens.clone() {
            // A rule is what is matched, `=>`, and what is made of it.
            let is_made = has_rules && after_arrow && !is_left;
            if let (TokenTree::Group(group), false) = (&token, after_arrow) {
                matched = visibilities(group.stream());
            }
            after_arrow = is_mark(Some(&token), '>');
            hooked.push(match token {
                TokenTree::Group(group) => self.hidden_in(&group, is_made.then_some(&matched)),
                token => token,
            });
        }
        item.mac.tokens = hooked.into_iter().collect();
    }

    /// Notes the functions in what is given to a macro.
    pub(crate) fn given(&mut self, mac: &syn::Macro) {
        if self.names.written.is_some() {
            self.hidden(mac.tokens.clone(), None);
        }
    }

    fn hidden_in(&mut self, group: &Group, made: Option<&HashSet<String>>) -> TokenTree {
        let mut inner = Group::new(group.delimiter(), self.hidden(group.stream(), made));
        inner.set_span(group.span());
        TokenTree::Group(inner)
    }

    /// Notes functions. They get the attribute if they are what a macro makes: `made` are the
    /// names of its fragments that are visibilities.
    fn hidden(&mut self, code: TokenStream, made: Option<&HashSet<String>>) -> TokenStream {
        let tokens: Vec<_> = code.into_iter().collect();
        let mut hooked: Vec<TokenTree> = Vec::new();
        // Where each token is in the new code.
        let mut places = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            places.push(hooked.len());
            if is_word(token, "fn")
                && let Some((name, body)) = function(&tokens[at + 1..])
            {
                let first = made.and_then(|visible| first_word(&tokens, at, visible));
                let result = match first {
                    _ if self.names.is_alone(name.span().byte_range().start) => {
                        Err(Reason::Refused)
                    }
                    Some(first) if self.may_have_attribute(&tokens[..first], body) => {
                        hooked.splice(places[first]..places[first], quote!(#[::sbst::instrument]));
                        Ok(Hooks::Attribute)
                    }
                    _ => Err(Reason::Macro),
                };
                let start = tokens[first.unwrap_or(at)].span();
                self.note(name, start, body.span_close(), result);
            }
            hooked.push(match token {
                TokenTree::Group(group) => {
                    // What is given to another macro may be anything.
                    let before = |back: usize| at.checked_sub(back).map(|at| &tokens[at]);
                    let is_given = is_mark(before(1), '!')
                        || is_mark(before(2), '!')
                            && matches!(before(1), Some(TokenTree::Ident(_)));
                    // The recorder itself needs the allocator.
                    let is_allocator =
                        tokens[..at].iter().any(|token| is_word(token, "GlobalAlloc"));
                    let is_hooked = !is_given && !is_allocator;
                    self.hidden_in(group, made.filter(|_| is_hooked))
                }
                token => token.clone(),
            });
        }
        hooked.into_iter().collect()
    }

    /// Returns `true` if the attribute knows all that it needs of a function after these tokens.
    fn may_have_attribute(&self, before: &[TokenTree], body: &Group) -> bool {
        let jumps = |token: &TokenTree| match token {
            TokenTree::Ident(word) => self.names.jumping.contains_key(&word.to_string()),
            _ => false,
        };
        let mut attributes = before.rchunks_exact(2).map_while(|pair| match pair {
            [mark, TokenTree::Group(group)] if is_mark(Some(mark), '#') => Some(group.stream()),
            _ => None,
        });
        let is_test = |attribute: TokenStream| any(&attribute, &|token| is_word(token, "test"));
        !self.names.asks_nobody()
            && !any(&body.stream(), &jumps)
            && (self.tests || !attributes.any(is_test))
    }
}

/// Returns the names of the fragments that are visibilities, as in `$seen:vis`, of what a rule
/// matches.
fn visibilities(matched: TokenStream) -> HashSet<String> {
    let (mut names, mut streams) = (HashSet::new(), vec![matched]);
    while let Some(stream) = streams.pop() {
        let tokens: Vec<_> = stream.into_iter().collect();
        for fragment in tokens.windows(4) {
            if let [mark, TokenTree::Ident(name), colon, kind] = fragment
                && is_mark(Some(mark), '$')
                && is_mark(Some(colon), ':')
                && is_word(kind, "vis")
            {
                names.insert(name.to_string());
            }
        }
        streams.extend(tokens.into_iter().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        }));
    }
    names
}

/// Returns the name and the body of a function, of which these are the tokens after `fn`.
fn function(tokens: &[TokenTree]) -> Option<(&Ident, &Group)> {
    let name = tokens.iter().find(|token| !is_mark(Some(token), '$'));
    let end = tokens.iter().find(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => is_mark(Some(token), ';'),
    });
    match (name, end) {
        (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) => Some((name, body)),
        _ => None,
    }
}

/// Returns where the words before `fn` begin, such as `pub(crate) unsafe extern "C"`; `None` if
/// nothing is known of them, or if the attribute refuses such a function. `visible` are the names
/// of fragments that are visibilities: any other may be `const`.
fn first_word(tokens: &[TokenTree], at: usize, visible: &HashSet<String>) -> Option<usize> {
    let mut first = at;
    loop {
        let before = |back: usize| first.checked_sub(back).map(|at| &tokens[at]);
        first -= match before(1) {
            Some(TokenTree::Ident(name)) if is_mark(before(2), '$') => {
                if !visible.contains(&name.to_string()) {
                    return None;
                }
                2
            }
            Some(TokenTree::Ident(word)) if word == "const" || word == "async" => return None,
            Some(TokenTree::Ident(_) | TokenTree::Literal(_)) => 1,
            Some(TokenTree::Group(group))
                if group.delimiter() == Delimiter::Parenthesis
                    && before(2).is_some_and(|token| is_word(token, "pub")) =>
            {
                2
            }
            // A repetition, which is one of attributes if it is nothing else.
            Some(TokenTree::Punct(mark)) if "*+?".contains(mark.as_char()) => {
                return match before(2) {
                    Some(TokenTree::Group(group)) => {
                        let has_mark = is_mark(group.stream().into_iter().next().as_ref(), '#');
                        has_mark.then_some(first)
                    }
                    _ => None,
                };
            }
            _ => return Some(first),
        };
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

fn is_mark(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == character)
}
