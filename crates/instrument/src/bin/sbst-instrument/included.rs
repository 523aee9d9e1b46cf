//! Files that are texts to the program: `include_str!("template.rs")`. They must stay as they are.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeSet, HashSet};
use std::path::{Component, Path, PathBuf};

/// Files that a package names, relative to the package.
#[derive(Debug, Default)]
pub(crate) struct Included {
    texts: HashSet<PathBuf>,
    /// Files that document the package.
    pub(crate) documentation: BTreeSet<PathBuf>,
    /// Files that are code: modules, and what `include!` names.
    code: HashSet<PathBuf>,
}

impl Included {
    /// Reads which files a file names.
    pub(crate) fn see(&mut self, file: &Path, is_root: bool, text: &str) {
        let folder = file.parent().unwrap_or(Path::new(""));
        let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
        // No line that begins a script is Rust, but `#![..]` is.
        let is_script = bare.starts_with("#!") && !bare[2..].trim_start().starts_with('[');
        let bare =
            if is_script { bare.split_once('\n').map_or("", |(_, rest)| rest) } else { bare };
        let Ok(tokens) = bare.parse::<TokenStream>() else { return };
        // Modules of a root stand beside it, and those of others in a folder with their name.
        let below = match file.file_stem() {
            Some(name) if !is_root && name != "mod" => folder.join(name),
            _ => folder.to_owned(),
        };
        let mut streams = vec![(tokens, below)];
        while let Some((stream, below)) = streams.pop() {
            let tokens: Vec<_> = stream.into_iter().collect();
            for (at, token) in tokens.iter().enumerate() {
                let before = |back: usize| at.checked_sub(back).map(|at| &tokens[at]);
                match token {
                    TokenTree::Group(group) => {
                        let is_macro = is_mark(before(1), '!');
                        if let (true, Some(TokenTree::Ident(name))) = (is_macro, before(2)) {
                            let documents = is_mark(before(3), '=') && is_word(before(4), "doc");
                            let name = name.to_string();
                            self.named_by(&name, documents, folder, group.stream());
                        }
                        let mut inner = below.clone();
                        if let (true, Some(TokenTree::Ident(name))) =
                            (is_word(before(2), "mod"), before(1))
                        {
                            inner.push(name.to_string());
                        }
                        streams.push((group.stream(), inner));
                    }
                    TokenTree::Ident(name) if is_word(before(1), "mod") => {
                        let name = name.to_string();
                        self.code.insert(below.join(format!("{name}.rs")));
                        self.code.insert(below.join(name).join("mod.rs"));
                    }
                    // `#[path = ".."]`
                    TokenTree::Literal(text)
                        if is_mark(before(1), '=') && is_word(before(2), "path") =>
                    {
                        if let Some(path) = string(text.clone().into()) {
                            self.code.insert(plain(&folder.join(&path)));
                            self.code.insert(plain(&below.join(&path)));
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Returns `true` if a file is a text, and no code.
    pub(crate) fn is_text(&self, file: &Path) -> bool {
        self.texts.contains(file) && !self.code.contains(file)
    }

    /// Notes the file that a macro names.
    fn named_by(&mut self, name: &str, documents: bool, folder: &Path, tokens: TokenStream) {
        let files = match name {
            "include_str" | "include_bytes" => &mut self.texts,
            "include" => &mut self.code,
            _ => return,
        };
        if let Some(path) = tokens.into_iter().next().and_then(string) {
            let path = plain(&folder.join(path));
            if documents {
                self.documentation.insert(path.clone());
            }
            files.insert(path);
        }
    }
}

/// Returns the text that a token is.
fn string(token: TokenTree) -> Option<String> {
    let text: syn::LitStr = syn::parse2(token.into()).ok()?;
    Some(text.value())
}

/// Returns a path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == word)
}

fn is_mark(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == character)
}
