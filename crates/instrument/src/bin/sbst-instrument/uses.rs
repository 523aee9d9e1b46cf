//! Crates that look for dependencies without a use.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;

/// What uses sbst where there are no hooks. It stands at the end: no line of the user moves.
pub(crate) const USE: &str = "\nextern crate sbst as _;\n";

/// Returns `true` if a file says something of the lint that finds dependencies without a use.
pub(crate) fn is_needed(text: &str) -> bool {
    const LINT: &str = "unused_crate_dependencies";
    if !text.contains(LINT) {
        return false;
    }
    let Ok(file) = syn::parse_file(text) else { return false };
    let mut streams: Vec<TokenStream> = file.attrs.iter().map(|it| it.to_token_stream()).collect();
    while let Some(stream) = streams.pop() {
        for token in stream {
            match token {
                TokenTree::Ident(word) if word == LINT => return true,
                TokenTree::Group(group) => streams.push(group.stream()),
                _ => {}
            }
        }
    }
    false
}
