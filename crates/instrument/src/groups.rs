//! Expressions that a macro put into the code of an attribute.
//!
//! They stand in groups without delimiters, which the compiler forgets as soon as the attribute
//! hands them on: `$a * 2` would become `5 - 3 * 2`. So they get parentheses where what stands
//! around would take them apart. Elsewhere lints would call these unnecessary, and they might be
//! types or patterns, too.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::Expr;

/// Puts parentheses around expressions in groups without delimiters, where they are needed.
pub(crate) fn enclosed(tokens: TokenStream) -> TokenStream {
    changed(&tokens).unwrap_or(tokens)
}

/// Returns tokens with parentheses, if any are needed. All else stays the same: a new group has one
/// place, and not one for each of its delimiters.
fn changed(tokens: &TokenStream) -> Option<TokenStream> {
    let mut tokens: Vec<_> = tokens.clone().into_iter().collect();
    let mut is_changed = false;
    for at in 0..tokens.len() {
        let TokenTree::Group(group) = &tokens[at] else { continue };
        let is_enclosed = group.delimiter() == Delimiter::None
            && is_taken_apart(group, &tokens[..at], &tokens[at + 1..]);
        let inner = changed(&group.stream());
        if !is_enclosed && inner.is_none() {
            continue;
        }
        let delimiter = if is_enclosed { Delimiter::Parenthesis } else { group.delimiter() };
        let mut new = Group::new(delimiter, inner.unwrap_or_else(|| group.stream()));
        new.set_span(group.span());
        tokens[at] = TokenTree::Group(new);
        is_changed = true;
    }
    is_changed.then(|| tokens.into_iter().collect())
}

/// Returns `true` if an operator before or after an expression would get only a part of it.
fn is_taken_apart(group: &Group, before: &[TokenTree], after: &[TokenTree]) -> bool {
    let is_postfix = match after {
        [TokenTree::Group(next), ..] => {
            matches!(next.delimiter(), Delimiter::Parenthesis | Delimiter::Bracket)
        }
        _ => mark(after.first()) == '?' || mark(after.first()) == '.' && mark(after.get(1)) != '.',
    };
    match syn::parse2(group.stream()) {
        Ok(Expr::Binary(_) | Expr::Cast(_)) => is_postfix || leads(before) || follows(after),
        Ok(Expr::Unary(_) | Expr::Range(_) | Expr::Reference(_) | Expr::Closure(_)) => is_postfix,
        _ => false,
    }
}

/// Returns `true` if tokens end with an operator that takes what follows.
fn leads(before: &[TokenTree]) -> bool {
    let (last, other) = (mark(before.last()), mark(before.iter().rev().nth(1)));
    match last {
        '>' => other != '=' && other != '-',
        '=' => "=!<>".contains(other),
        last => "*/%+-&|^<!".contains(last),
    }
}

/// Returns `true` if tokens begin with an operator that takes what comes before.
fn follows(after: &[TokenTree]) -> bool {
    match mark(after.first()) {
        '=' | '!' => mark(after.get(1)) == '=',
        ' ' => matches!(after.first(), Some(TokenTree::Ident(word)) if word == "as"),
        first => "*/%+-&|^<>".contains(first),
    }
}

/// Returns the mark that a token is, or a space.
fn mark(token: Option<&TokenTree>) -> char {
    match token {
        Some(TokenTree::Punct(mark)) => mark.as_char(),
        _ => ' ',
    }
}
