//! Manifests: the rewritten crate depends on sbst.

use crate::options::Options;
use crate::sbst;
use std::path::Path;
use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike, value};

/// A manifest that is being rewritten.
pub(crate) struct Manifest(DocumentMut);

impl Manifest {
    /// Reads the manifest of a package.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let manifest: DocumentMut =
            text.parse().map_err(|error| format!("{}: {error}", path.display()))?;
        if manifest.get("package").is_none() {
            return Err(format!(
                "{} has no package: name the folder of a member of the workspace",
                path.display()
            ));
        }
        Ok(Self(manifest))
    }

    /// Returns the files that targets of the package begin with, relative to the package.
    pub(crate) fn roots(&self) -> Vec<String> {
        let path = |item: &Item| item.get("path").and_then(Item::as_str).map(str::to_owned);
        let mut roots: Vec<_> = self.0.get("lib").and_then(path).into_iter().collect();
        if let Some(bins) = self.0.get("bin").and_then(Item::as_array_of_tables) {
            roots.extend(
                bins.iter()
                    .filter_map(|bin| bin.get("path").and_then(Item::as_str))
                    .map(str::to_owned),
            );
        }
        roots.push("src/lib.rs".to_owned());
        roots.push("src/main.rs".to_owned());
        roots
    }

    /// Returns `true` for the build script, which does not depend on sbst.
    pub(crate) fn is_build(&self, file: &Path) -> bool {
        let build = self.0.get("package").and_then(|package| package.get("build"));
        file == Path::new(build.and_then(Item::as_str).unwrap_or("build.rs"))
    }

    /// Returns the edition.
    pub(crate) fn edition(&self) -> &str {
        self.0
            .get("package")
            .and_then(|package| package.get("edition"))
            .and_then(Item::as_str)
            .unwrap_or("2015")
    }

    /// Adds the dependency, and makes the package a workspace of its own.
    ///
    /// # Errors
    ///
    /// If the package names another dependency `sbst`.
    pub(crate) fn depend(&mut self, options: &Options) -> Result<(), String> {
        let mut source = InlineTable::new();
        match &options.sbst {
            Some(path) => {
                let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                source.insert("path", path.display().to_string().into());
            }
            None => {
                source.insert("version", env!("CARGO_PKG_VERSION").into());
            }
        }
        sbst::depend(self.0.as_table_mut(), &source)?;
        self.0.entry("workspace").or_insert_with(|| Item::Table(Table::new()));
        stay(self.0.as_table_mut(), &options.from);
        for of_workspace in [false, true] {
            let mut around = Some(self.0.as_item_mut());
            if of_workspace {
                around = around.and_then(|it| it.get_mut("workspace"));
            }
            let lints = around.and_then(|it| it.get_mut("lints"));
            if let Some(lints) = lints.and_then(Item::as_table_like_mut) {
                lints.iter_mut().for_each(|(_, tool)| warn(tool));
            }
        }
        Ok(())
    }

    /// Writes the manifest.
    pub(crate) fn write(&self, path: &Path) -> Result<(), String> {
        std::fs::write(path, self.0.to_string())
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// Lets lints be warnings. Hooks allow what the source denies, but cannot allow what it forbids.
fn warn(lints: &mut Item) {
    let Some(lints) = lints.as_table_like_mut() else { return };
    for (_, lint) in lints.iter_mut() {
        let is_error = |level: &Item| matches!(level.as_str(), Some("deny" | "forbid"));
        if is_error(lint) {
            *lint = value("warn");
        } else if let Some(lint) = lint.as_table_like_mut()
            && lint.get("level").is_some_and(is_error)
        {
            lint.insert("level", value("warn"));
        }
    }
}

/// Lets dependencies stay where they are, outside of a package that is copied.
fn stay(table: &mut dyn TableLike, from: &Path) {
    for (_, item) in table.iter_mut() {
        if let Some(table) = item.as_table_like_mut() {
            // Others are parts of the package itself, as `lib.path` is.
            let path = table.get("path").and_then(Item::as_str).map(|path| from.join(path));
            let outside = path.and_then(|path| std::fs::canonicalize(path).ok()).filter(|path| {
                path.is_dir()
                    && std::fs::canonicalize(from).is_ok_and(|from| !path.starts_with(from))
            });
            if let Some(path) = outside {
                table.insert("path", value(path.display().to_string()));
            }
            stay(table, from);
        }
    }
}
