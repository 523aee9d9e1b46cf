//! Rewriting: a copy of the package, in which each Rust file under `src` has hooks.

use crate::manifest::Manifest;
use crate::options::Options;
use sbst_instrument::{Found, Reason};
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::fs;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned as _;

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
                sources.push((file, name, text));
            }
            Err(error) => summary.unparsed.push((name, error.to_string())),
        }
    }
    for (file, name, text) in sources {
        let is_root = Some(&file) == root;
        let text = if is_root && manifest.edition() == "2015" { named(&text)? } else { text };
        let (mut text, found) = match crate_.instrument(&text, &name) {
            Ok(instrumented) => instrumented,
            Err(error) => {
                summary.unparsed.push((name, error.to_string()));
                continue;
            }
        };
        if is_root && options.check {
            text.push_str(CHECK);
        }
        summary.functions.extend(found.into_iter().map(|found| (name.clone(), found)));
        fs::write(options.to.join(&file), text).map_err(|error| format!("{name}: {error}"))?;
    }
    manifest.depend(options);
    manifest.write(&options.to.join("Cargo.toml"))?;
    Ok(summary)
}

/// Names sbst in the root of a crate, which editions after 2015 do not need.
fn named(text: &str) -> Result<String, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let Some(first) = file.items.first() else { return Ok(text.to_owned()) };
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let line = file.shebang.as_ref().map_or(0, String::len);
    let at = text.len() - bare.len() + line + first.span().byte_range().start;
    let (before, after) = text.split_at(at);
    Ok(format!("{before}extern crate sbst; {after}"))
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
