//! Examples, which the compiler that is asked does not see: in documentation, and where other
//! crates use a macro.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::HashSet;
use syn::visit::Visit;
use syn::{Attribute, Expr, ItemMacro, Lit, Meta};

/// What examples call in constants.
#[derive(Clone, Debug, Default)]
pub(crate) struct Examples {
    /// Names of types and functions. The type is empty if it is not known.
    called: HashSet<[String; 2]>,
}

impl Examples {
    /// Reads the examples of a file.
    pub(crate) fn read(&mut self, file: &syn::File) {
        let mut found = Found { documentation: String::new(), examples: self };
        found.visit_file(file);
        let documentation = found.documentation;
        self.read_text(&documentation);
    }

    /// Reads what may be code in a text.
    pub(crate) fn read_text(&mut self, text: &str) {
        for word in ["const ", "static "] {
            for (at, _) in text.match_indices(word) {
                let is_word = !text[..at].ends_with(is_letter);
                if let Some(value) = value(text[at + word.len()..].trim_start()).filter(|_| is_word)
                {
                    self.read_value(value);
                }
            }
        }
        // The length of an array.
        for (at, _) in text.match_indices("; ") {
            let rest = text[at + 2..].split(['\n', ';', '{']).next().unwrap_or_default();
            if let Some((length, _)) = rest.split_once(']') {
                self.read_value(length);
            }
        }
        // An argument of what is generic over a constant.
        for (at, _) in text.match_indices("<{").chain(text.match_indices("< {")) {
            if let Some(value) = block(&text[at..]) {
                self.read_value(value);
            }
        }
        // The discriminants of an enumeration.
        for (at, _) in text.match_indices("enum ") {
            let Some((before, _)) = text[at..].split_once('{') else { continue };
            let is_head = |letter: char| is_letter(letter) || " \n<>,:'".contains(letter);
            if let Some(variants) = block(&text[at..]).filter(|_| before.chars().all(is_head)) {
                for (_, value) in variants.split(',').filter_map(|variant| variant.split_once('='))
                {
                    self.read_value(value);
                }
            }
        }
        self.rename(text);
    }

    /// Adds what is called by another name: `use date::new as date;`.
    fn rename(&mut self, text: &str) {
        for (at, separator) in text.match_indices(" as ") {
            let (before, after) = (&text[..at], &text[at + separator.len()..]);
            // A conversion is no declaration.
            let declaration = before.rsplit([';', '`']).next().unwrap_or_default();
            if !declaration.contains("use ") {
                continue;
            }
            let known = &before[before.trim_end_matches(is_letter).len()..];
            let end = after.find(|letter| !is_letter(letter)).unwrap_or(after.len());
            let another = &after[..end];
            let by = |part: &String| if part == another { known.to_owned() } else { part.clone() };
            let renamed = self.called.iter().map(|[of, name]| [by(of), by(name)]);
            let renamed: Vec<_> = renamed.filter(|it| !self.called.contains(it)).collect();
            self.called.extend(renamed);
        }
    }

    /// Notes what a constant calls.
    fn read_value(&mut self, value: &str) {
        for (at, _) in value.match_indices('(') {
            let before = value[..at].trim_end_matches(is_letter);
            let name = &value[before.len()..at];
            let path = before.strip_suffix("::").unwrap_or_default();
            let of = &path[path.trim_end_matches(is_letter).len()..];
            // What is in small letters is a module.
            let of = if of.starts_with(char::is_uppercase) { of } else { "" };
            self.called.insert([of.to_owned(), name.to_owned()]);
        }
    }

    /// Returns `true` if an example calls a function in a constant, which may be one of a type.
    pub(crate) fn call(&self, of: &str, name: &str) -> bool {
        let is_called = |of: &str| self.called.contains(&[of.to_owned(), name.to_owned()]);
        is_called("") || is_called(of)
    }
}

/// Returns what a constant is, after its first word: `NAME: Type = ..;`, `{ .. }`, `fn name() { .. }`.
/// `const N: usize>` is none.
fn value(rest: &str) -> Option<&str> {
    if rest.starts_with('{') || rest.starts_with("fn ") {
        return block(rest);
    }
    let item = rest.split(';').next().unwrap_or_default();
    let is_item = rest.starts_with(|first: char| first.is_uppercase() || first == '_');
    let assigns = |&(at, _): &(usize, &str)| {
        !item[..at].ends_with(['=', '!', '<', '>']) && !item[at + 1..].starts_with('=')
    };
    item.match_indices('=').find(assigns).map(|(at, _)| &item[at + 1..]).filter(|_| is_item)
}

/// Returns the first block of a text.
fn block(text: &str) -> Option<&str> {
    let start = text.find('{')?;
    let mut depth = 0;
    for (at, letter) in text[start..].char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(&text[start..start + at]),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

struct Found<'e> {
    /// What documents anything, in the order of the file.
    documentation: String,
    examples: &'e mut Examples,
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::NameValue(meta) = &attribute.meta
            && meta.path.is_ident("doc")
            && let Expr::Lit(text) = &meta.value
            && let Lit::Str(text) = &text.lit
        {
            self.documentation.push_str(&text.value());
            self.documentation.push('\n');
        }
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        syn::visit::visit_item_macro(self, item);
        let is_exported = |attribute: &Attribute| attribute.path().is_ident("macro_export");
        if item.attrs.iter().any(is_exported) {
            calls(&item.mac.tokens, &mut self.examples.called);
        }
    }
}

/// Adds all calls of an exported macro that makes constants.
fn calls(tokens: &TokenStream, called: &mut HashSet<[String; 2]>) {
    let is_constant = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "const" || word == "static");
    if !crate::jumps::any(tokens, &is_constant) {
        return;
    }
    let mut streams = vec![tokens.clone()];
    while let Some(stream) = streams.pop() {
        let mut before = None;
        for token in stream {
            if let TokenTree::Group(group) = &token {
                streams.push(group.stream());
                if let (Some(TokenTree::Ident(name)), Delimiter::Parenthesis) =
                    (&before, group.delimiter())
                {
                    called.insert([String::new(), name.to_string()]);
                }
            }
            before = Some(token);
        }
    }
}
