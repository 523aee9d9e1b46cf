//! Rewriting: a copy of the package, in which each Rust file under `src` has hooks.

use crate::manifest::Manifest;
use crate::options::Options;
use sbst_instrument::{Found, Reason};
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::fs;
use std::path::{Path, PathBuf};

/// What the observer of a checked crate is.
const CHECK: &str = include_str!("check.txt");

/// The functions of a rewritten crate, with what became of each.
pub(crate) struct Summary {
    functions: Vec<(String, Found)>,
    /// Files that are no Rust by themselves: parts that macros include, templates.
    unparsed: Vec<(String, String)>,
    quiet: bool,
}

/// Rewrites a package.
pub(crate) fn rewrite(options: &Options) -> Result<Summary, String> {
    let mut manifest = Manifest::read(&options.from.join("Cargo.toml"))?;
    if options.to.exists() && !options.to.join(".sbst-instrument").exists() {
        return Err(format!(
            "{} exists, and was not made by this command: name another folder",
            options.to.display()
        ));
    }
    let roots: Vec<_> = manifest.roots().into_iter().map(PathBuf::from).collect();
    let mut files = Vec::new();
    copy(&options.from, &options.to, Path::new(""), &mut files)?;
    fs::write(options.to.join(".sbst-instrument"), "").map_err(|error| error.to_string())?;
    let mut summary = Summary { functions: Vec::new(), unparsed: Vec::new(), quiet: options.quiet };
    files.sort();
    // The first root that is there is the library, or the only program.
    let root = roots.iter().find(|root| options.from.join(root).exists());
    let source = |file: &PathBuf| {
        file.starts_with("src")
            || roots.iter().any(|root| {
                root.parent()
                    .is_some_and(|folder| folder != Path::new("") && file.starts_with(folder))
                    || root == file
            })
    };
    let mut crate_ = sbst_instrument::Crate::default();
    if !options.tests {
        crate_ = crate_.without_tests();
    }
    let mut sources = Vec::new();
    for file in files.into_iter().filter(source) {
        let name = file.display().to_string().replace('\\', "/");
        let text = fs::read_to_string(options.from.join(&file))
            .map_err(|error| format!("{name}: {error}"))?;
        match syn::parse_file(&text) {
            Ok(parsed) => {
                crate_.see(&parsed);
                sources.push((file, name, parsed));
            }
            Err(error) => summary.unparsed.push((name, error.to_string())),
        }
    }
    for (file, name, parsed) in sources {
        let (mut instrumented, found) = crate_.instrument(parsed, &name);
        if Some(&file) == root {
            add_to_root(&mut instrumented, manifest.edition(), options.check)?;
        }
        summary.functions.extend(found.into_iter().map(|found| (name.clone(), found)));
        let text = prettyplease::unparse(&instrumented);
        fs::write(options.to.join(&file), text).map_err(|error| format!("{name}: {error}"))?;
    }
    manifest.depend(options);
    manifest.write(&options.to.join("Cargo.toml"))?;
    Ok(summary)
}

/// Adds to the root of the crate what it needs.
fn add_to_root(file: &mut syn::File, edition: &str, check: bool) -> Result<(), String> {
    if edition == "2015" {
        file.items
            .insert(0, syn::parse_str("extern crate sbst;").map_err(|error| error.to_string())?);
    }
    if check {
        file.items.push(syn::parse_str(CHECK).map_err(|error| error.to_string())?);
    }
    Ok(())
}

/// Copies a folder without what builds leave in it, and lists its Rust files.
fn copy(from: &Path, to: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let error = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let target = to.join(folder);
    fs::create_dir_all(&target).map_err(|e| error(&target, e))?;
    let source = from.join(folder);
    for entry in fs::read_dir(&source).map_err(|e| error(&source, e))? {
        let entry = entry.map_err(|e| error(&source, e))?;
        let (path, name) = (entry.path(), folder.join(entry.file_name()));
        if path.is_dir() {
            let left_out = [".git", "target"].iter().any(|left_out| name == Path::new(left_out));
            if !left_out && fs::canonicalize(&path).ok() != fs::canonicalize(to).ok() {
                copy(from, to, &name, files)?;
            }
            continue;
        }
        fs::copy(&path, to.join(&name)).map_err(|e| error(&path, e))?;
        // Packages from the registry may be read-only.
        if name.extension().is_some_and(|extension| extension == "rs") {
            files.push(name);
        }
    }
    Ok(())
}

impl Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut reasons: BTreeMap<Reason, usize> = BTreeMap::new();
        for (file, found) in &self.functions {
            if let Err(reason) = found.result {
                *reasons.entry(reason).or_default() += 1;
                if !self.quiet {
                    writeln!(f, "{file}: {found}")?;
                }
            }
        }
        for (file, error) in &self.unparsed {
            writeln!(f, "{file}: left as it is: no Rust file by itself ({error})")?;
        }
        let instrumented = self.functions.iter().filter(|(_, found)| found.result.is_ok()).count();
        let blocks: usize =
            self.functions.iter().filter_map(|(_, found)| found.result.as_ref().ok()).sum();
        writeln!(
            f,
            "{} functions: {instrumented} instrumented, with {blocks} blocks",
            self.functions.len()
        )?;
        for (reason, count) in reasons {
            writeln!(f, "  {count} left alone: {reason}")?;
        }
        Ok(())
    }
}
