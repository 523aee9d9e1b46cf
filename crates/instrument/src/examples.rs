//! Examples in documentation, which the compiler that is asked does not see.

use std::collections::HashSet;
use syn::visit::Visit;
use syn::{Attribute, Expr, Lit, Meta};

/// Adds the names of functions that examples in the documentation of a file call in constants.
pub(crate) fn add_called(file: &syn::File, called: &mut HashSet<String>) {
    let mut words = Documentation(String::new());
    words.visit_file(file);
    for (at, _) in words.0.match_indices("const ").chain(words.0.match_indices("static ")) {
        if words.0[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_') {
            continue;
        }
        let rest = words.0[at..].split_once(' ').map_or("", |it| it.1).trim_start();
        // `const NAME: Type = ..;` or `const { .. }`, and not `const fn` or `<const N: usize>`.
        let value = match rest.strip_prefix('{') {
            Some(block) => block.split('}').next(),
            None => {
                let item = rest.split(';').next().unwrap_or_default();
                let is_item = rest.starts_with(|first: char| first.is_uppercase() || first == '_');
                item.split_once('=').map(|item| item.1).filter(|_| is_item)
            }
        };
        let calls = value
            .into_iter()
            .flat_map(|value| value.match_indices('(').map(move |it| &value[..it.0]));
        called.extend(calls.filter_map(last_word).map(str::to_owned));
    }
}

/// Returns the word at the end of a text.
fn last_word(text: &str) -> Option<&str> {
    text.rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .next()
        .filter(|word| !word.is_empty())
}

/// What documents anything, in the order of the file.
struct Documentation(String);

impl<'ast> Visit<'ast> for Documentation {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::NameValue(meta) = &attribute.meta
            && meta.path.is_ident("doc")
            && let Expr::Lit(text) = &meta.value
            && let Lit::Str(text) = &text.lit
        {
            self.0.push_str(&text.value());
            self.0.push('\n');
        }
    }
}
