//! Macros that jump: what their definitions say about `break` and `continue`, and which labels they
//! name.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;

/// Macros that contain `break` or `continue` in their definition: by name, the words of the
/// definition, its labels among them.
pub(crate) type Jumping = HashMap<String, HashSet<String>>;

/// Returns `true` if code contains `break` or `continue`, or calls a macro that does.
pub(crate) fn jumps(tokens: &TokenStream, jumping: &Jumping) -> bool {
    any(tokens, &|token| match token {
        TokenTree::Ident(ident) => {
            ident == "break" || ident == "continue" || jumping.contains_key(&ident.to_string())
        }
        _ => false,
    })
}

/// Returns `true` if code mentions a label, or calls a macro whose definition does.
pub(crate) fn mentions_label(tokens: &TokenStream, label: &str, jumping: &Jumping) -> bool {
    any(tokens, &|token| match token {
        TokenTree::Ident(ident) => {
            ident == label
                || jumping.get(&ident.to_string()).is_some_and(|words| words.contains(label))
        }
        _ => false,
    })
}

/// Collects the words of code.
fn words(tokens: &TokenStream, found: &mut HashSet<String>) {
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => words(&group.stream(), found),
            TokenTree::Ident(ident) => drop(found.insert(ident.to_string())),
            _ => {}
        }
    }
}

/// Adds the macros that are defined in a file or an item and contain `break` or `continue`.
pub(crate) fn add_jumping<'a>(
    items: impl IntoIterator<Item = &'a syn::Item>,
    jumping: &mut Jumping,
) {
    struct Definitions<'j>(&'j mut Jumping);
    impl<'ast> Visit<'ast> for Definitions<'_> {
        fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
            if let Some(name) = &item.ident
                && jumps(&item.mac.tokens, &Jumping::new())
            {
                words(&item.mac.tokens, self.0.entry(name.to_string()).or_default());
            }
        }
    }
    items.into_iter().for_each(|item| Definitions(jumping).visit_item(item));
}

/// Returns `true` if a token at any depth has a property.
pub(crate) fn any(tokens: &TokenStream, is: &impl Fn(&TokenTree) -> bool) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => any(&group.stream(), is),
        token => is(&token),
    })
}
