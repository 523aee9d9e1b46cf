//! Places of generated tokens: a panic, or an error of the compiler, names the line of the user's
//! code that a hook belongs to.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

/// Moves each generated token to the user's token that follows it. The compiler names the attribute
/// for all that an attribute wrote, wherever it stands, so what calls begin with is as if the user
/// had written it, at `home`: frames and macros. All else stays ours, which lints leave alone.
pub(crate) fn settle(tokens: TokenStream, frame: &Ident, home: Span) -> TokenStream {
    let mut following = home;
    Settle { frame, home }.before(tokens, &mut following)
}

struct Settle<'a> {
    frame: &'a Ident,
    home: Span,
}

impl Settle<'_> {
    /// Moves tokens before a place, which becomes that of their first one.
    fn before(&self, tokens: TokenStream, following: &mut Span) -> TokenStream {
        let mut settled: Vec<_> = tokens.into_iter().collect();
        let calls: Vec<_> = (0..settled.len()).map(|at| self.is_call(&settled, at)).collect();
        for (token, is_call) in settled.iter_mut().zip(calls).rev() {
            let (span, mut is_ours) = (token.span(), is_generated(token.span()));
            if let TokenTree::Group(group) = token {
                is_ours = is_generated(group.span_open());
                if !is_ours {
                    *following = group.span_close();
                }
                let inner = self.before(group.stream(), following);
                *token = TokenTree::Group(Group::new(group.delimiter(), inner));
            }
            if !is_ours {
                *following = span;
            }
            let written_by = if is_call { self.home } else { span };
            token.set_span(if is_ours { written_by.located_at(*following) } else { span });
        }
        settled.into_iter().collect()
    }

    /// Returns `true` for the name of a frame, and for each part of a call of its methods or of a
    /// macro.
    fn is_call(&self, tokens: &[TokenTree], at: usize) -> bool {
        let is = |token: &TokenTree, mark: char| matches!(token, TokenTree::Punct(it) if it.as_char() == mark);
        let is_frame =
            |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == self.frame);
        // `frame . method ( .. )`
        if (0..=3).any(|back| at >= back && is_frame(&tokens[at - back])) {
            return true;
        }
        let is_path = |token: &&TokenTree| matches!(token, TokenTree::Ident(_)) || is(token, ':');
        if let TokenTree::Group(_) = &tokens[at] {
            return at > 0 && is(&tokens[at - 1], '!');
        }
        let path = tokens[at..].iter().take_while(is_path).count();
        matches!(&tokens[at + path..], [mark, TokenTree::Group(_), ..] if is(mark, '!'))
    }
}

/// Returns `true` for the place of the attribute.
fn is_generated(span: Span) -> bool {
    let attribute = Span::call_site();
    span.start() == attribute.start() && span.end() == attribute.end()
}
