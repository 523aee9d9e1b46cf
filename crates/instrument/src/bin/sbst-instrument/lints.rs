//! Lints that the source forbids: hooks allow what it denies, but nobody may allow these again.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Lints that no hook meets: they stay forbidden. So do those of Clippy and of rustdoc.
const HARMLESS: [&str; 6] = [
    "unsafe_code",
    "unsafe_op_in_unsafe_fn",
    "missing_docs",
    "missing_debug_implementations",
    "missing_copy_implementations",
    "unreachable_pub",
];

/// Returns `true` if no hook meets any of these lints.
fn is_harmless(lints: &str) -> bool {
    let mut lints = lints.split(',').map(str::trim);
    lints.all(|lint| lint.is_empty() || lint.contains([':', '=']) || HARMLESS.contains(&lint))
}

/// Returns a text that denies what it forbade and hooks may meet. No token moves.
pub(crate) fn denied(text: &str) -> String {
    const FORBID: &str = "forbid";
    let mut denied = text.to_owned();
    if !text.contains(FORBID) {
        return denied;
    }
    let Ok(file) = syn::parse_file(text) else { return denied };
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let start = text.len() - bare.len() + file.shebang.map_or(0, |line| line.len());
    let Ok(tokens) = text[start..].parse::<TokenStream>() else { return denied };
    // Groups, and whether they are in an attribute.
    let mut streams = vec![(tokens, false)];
    while let Some((stream, is_attribute)) = streams.pop() {
        let tokens: Vec<_> = stream.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let TokenTree::Group(group) = token else { continue };
            let before = |back: usize| at.checked_sub(back).map(|at| &tokens[at]);
            let follows =
                is_mark(before(1), '#') || is_mark(before(1), '!') && is_mark(before(2), '#');
            let is_inner = is_attribute || follows && group.delimiter() == Delimiter::Bracket;
            streams.push((group.stream(), is_inner));
            if let (true, Some(TokenTree::Ident(word))) = (is_attribute, before(1))
                && word == FORBID
                && !is_harmless(&group.stream().to_string())
            {
                let place = word.span().byte_range();
                denied.replace_range(start + place.start..start + place.end, "deny  ");
            }
        }
    }
    denied
}

fn is_mark(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == character)
}
