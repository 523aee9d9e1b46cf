//! Names of functions, and places in the source code, by address.

use crate::runtime::Image;
use addr2line::Loader;
use std::fmt;

/// A place in the source code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Place {
    /// Returns the file without its folders, the line, and the column.
    pub(crate) fn short(&self) -> String {
        let file = self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file);
        format!("{file}:{}:{}", self.line, self.column)
    }
}

/// The symbols and debug information of everything that is loaded.
pub(crate) struct Symbols {
    images: Vec<(Image, Loader)>,
}

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.images.iter().map(|(image, _)| &image.path)).finish()
    }
}

impl Symbols {
    /// Reads the files. Those that cannot be read have no symbols.
    pub(crate) fn of(images: Vec<Image>) -> Self {
        let read = |image: Image| {
            let loader = Loader::new(&image.path).ok()?;
            Some((image, loader))
        };
        Self { images: images.into_iter().filter_map(read).collect() }
    }

    /// Returns the files.
    pub(super) fn images(&self) -> impl Iterator<Item = &Image> {
        self.images.iter().map(|(image, _)| image)
    }

    /// Returns the file that has this address, and the address within it.
    fn image(&self, address: usize) -> Option<(&Loader, u64)> {
        let (image, loader) =
            self.images.iter().find(|(image, _)| image.range.contains(&address))?;
        Some((loader, (address - image.base) as u64))
    }

    /// Returns the name of the function at an address, as people write it.
    pub(crate) fn function(&self, address: usize) -> Option<String> {
        let (loader, probe) = self.image(address)?;
        let name = loader.find_symbol(probe)?;
        Some(match rustc_demangle::try_demangle(name) {
            Ok(name) => format!("{name:#}"),
            // A function of C may be called `f`, which a name of C++ may mean `float` by.
            Err(_) if !name.starts_with("_Z") => name.to_owned(),
            Err(_) => addr2line::demangle_auto(name.into(), None).into_owned(),
        })
    }

    /// Returns the file of the function at an address, whatever was inlined there.
    pub(crate) fn outer_file(&self, address: usize) -> Option<String> {
        let (loader, probe) = self.image(address)?;
        let mut frames = loader.find_frames(probe).ok()?;
        let mut file = None;
        while let Ok(Some(frame)) = frames.next() {
            file = frame.location.and_then(|location| location.file).map(str::to_owned);
        }
        file
    }

    /// Returns the place of the code at an address. Of code that was inlined, this is the innermost
    /// place that is not in the standard library, if there is one: the line that somebody wrote for
    /// this program.
    pub(crate) fn place(&self, address: usize) -> Option<Place> {
        let (loader, probe) = self.image(address)?;
        let mut frames = loader.find_frames(probe).ok()?;
        let mut first = None;
        while let Ok(Some(frame)) = frames.next() {
            let Some(location) = frame.location else { continue };
            let (Some(file), Some(line)) = (location.file, location.line) else { continue };
            let place = Place { file: file.to_owned(), line, column: location.column.unwrap_or(0) };
            if !is_standard(file) {
                return Some(place);
            }
            first.get_or_insert(place);
        }
        first
    }
}

/// Returns `true` if a file is part of Rust's standard library, or of the harness of a fuzz target.
pub(crate) fn is_library(file: &str) -> bool {
    is_standard(file) || file.contains("/libfuzzer-sys-")
}

/// Returns `true` if a file is part of Rust's standard library.
fn is_standard(file: &str) -> bool {
    file.starts_with("/rustc/") || file.contains("/lib/rustlib/src/rust/library/")
}

/// Returns the path of a file as it is shown: without the folder of the registry, that of the
/// standard library, or the one where the user is.
pub(crate) fn shown<'a>(file: &'a str, here: &str) -> &'a str {
    let after = |marker: &str, parts: usize| {
        let rest = &file[file.find(marker)? + marker.len()..];
        rest.splitn(parts + 1, '/').nth(parts)
    };
    after("/registry/src/", 1)
        .or_else(|| after("/rustc/", 1))
        .or_else(|| file.strip_prefix(here)?.strip_prefix('/'))
        .unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shown_without_the_folders_of_this_machine() {
        let shown = |file| shown(file, "/home/me/crate");
        assert_eq!(
            shown("/home/me/.cargo/registry/src/index-1949/semver-1.0.28/src/parse.rs"),
            "semver-1.0.28/src/parse.rs"
        );
        assert_eq!(
            shown("/rustc/59807/library/core/src/fmt/mod.rs"),
            "library/core/src/fmt/mod.rs"
        );
        assert_eq!(shown("/home/me/crate/src/lib.rs"), "src/lib.rs");
        assert_eq!(shown("/home/me/crates/src/lib.rs"), "/home/me/crates/src/lib.rs");
        assert_eq!(shown("src/gate.c"), "src/gate.c");
        assert!(
            is_standard("/rustc/59807/library/core/src/fmt/mod.rs") && !is_standard("src/rustc.rs")
        );
    }
}
