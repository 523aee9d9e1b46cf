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
    /// The file without its folders, and the line.
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

    /// Returns the file that has this address, and the address within it.
    fn image(&self, address: usize) -> Option<(&Loader, u64)> {
        let (image, loader) = self.images.iter().find(|(image, _)| image.range.contains(&address))?;
        Some((loader, (address - image.base) as u64))
    }

    /// Returns the name of the function at an address, as people write it.
    pub(crate) fn function(&self, address: usize) -> Option<String> {
        let (loader, probe) = self.image(address)?;
        let name = loader.find_symbol(probe)?;
        Some(match rustc_demangle::try_demangle(name) {
            Ok(name) => format!("{name:#}"),
            Err(_) => addr2line::demangle_auto(name.into(), None).into_owned(),
        })
    }

    /// Returns the place of the code at an address.
    pub(crate) fn place(&self, address: usize) -> Option<Place> {
        let (loader, probe) = self.image(address)?;
        let location = loader.find_location(probe).ok()??;
        Some(Place { file: location.file?.to_owned(), line: location.line?, column: location.column.unwrap_or(0) })
    }
}
