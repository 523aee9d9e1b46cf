//! Expressions that a macro put into the code of an attribute.
//!
//! They stand in groups without delimiters, which the compiler forgets as soon as the attribute
//! hands them on: `$a * 2` would become `5 - 3 * 2`. So they get parentheses, unless nothing can
//! come between their parts.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::Expr;

/// Puts parentheses around expressions of several parts in groups without delimiters.
pub(crate) fn enclosed(tokens: TokenStream) -> TokenStream {
    let mut enclosed = Vec::new();
    for token in tokens {
        enclosed.push(match token {
            TokenTree::Group(group) => {
                let delimiter = match group.delimiter() {
                    Delimiter::None if has_parts(group.stream()) => Delimiter::Parenthesis,
                    delimiter => delimiter,
                };
                let mut inner = Group::new(delimiter, self::enclosed(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            token => token,
        });
    }
    enclosed.into_iter().collect()
}

/// Returns `true` for an expression that operators around it would take apart. Others may be
/// patterns, types, or parts of attributes as well, which parentheses would change.
fn has_parts(tokens: TokenStream) -> bool {
    matches!(
        syn::parse2(tokens),
        Ok(Expr::Binary(_)
            | Expr::Unary(_)
            | Expr::Cast(_)
            | Expr::Range(_)
            | Expr::Reference(_)
            | Expr::Closure(_))
    )
}
