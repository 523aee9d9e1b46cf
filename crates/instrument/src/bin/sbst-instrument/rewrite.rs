//! Rewriting: a copy of the package, in which each Rust file under `src` has hooks.

use crate::compiler::{self, Place, Refusal};
use crate::folders;
use crate::included::Included;
use crate::lints;
use crate::manifest::Manifest;
use crate::options::Options;
use crate::uses;
use sbst_instrument::{Crate, Found, Hooked, Hooks, Reason, Without};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned as _;

/// What the observer of a checked crate is.
const CHECK: &str = include_str!("check.txt");

/// The functions of a rewritten crate, with what became of each.
pub(crate) struct Summary {
    functions: Vec<(String, Found)>,
    /// Files that are no Rust by themselves: parts that macros include, templates.
    unparsed: Vec<(String, String)>,
    /// Number of comparisons without a distance.
    flags: usize,
    /// Errors that the package has without hooks.
    known: BTreeSet<String>,
    /// Errors that are left.
    left: Vec<String>,
    quiet: bool,
}

impl Summary {
    /// Returns `true` if the package compiles as it did.
    pub(crate) fn compiles(&self) -> bool {
        self.left.is_empty()
    }
}

/// Rewrites a package.
pub(crate) fn rewrite(options: &Options) -> Result<Summary, String> {
    let mut manifest = Manifest::read(&options.from.join("Cargo.toml"))?;
    folders::check(&options.from, &options.to)?;
    let roots: Vec<_> = manifest.roots().into_iter().map(PathBuf::from).collect();
    let mut crate_ = Crate::default();
    let mut files = folders::copy(&options.from, &options.to)?;
    files.retain(|name| name.extension().is_some_and(|it| it == "rs" || it == "md"));
    let (functions, unparsed, quiet) = (Vec::new(), Vec::new(), options.quiet);
    let (known, left) = (BTreeSet::new(), Vec::new());
    let mut summary = Summary { functions, unparsed, flags: 0, known, left, quiet };
    // The first root that is there is the library, or the only program.
    let root = roots.iter().find(|root| options.from.join(root).exists());
    let is_root = |file: &PathBuf| {
        let is_program = |folder: &Path| folder == Path::new("src/bin");
        let folder = file.parent().unwrap_or(Path::new(""));
        roots.contains(file)
            || is_program(folder)
            || file.ends_with("main.rs") && folder.parent().is_some_and(is_program)
    };
    // Modules stand beside the root, or below.
    let source = |file: &PathBuf| {
        let is_below =
            |root: &PathBuf| root.parent().is_some_and(|folder| file.starts_with(folder));
        let others = ["tests", "benches", "examples", "build.rs"];
        file.starts_with("src")
            || roots.iter().any(|root| options.from.join(root).exists() && is_below(root))
                && others.iter().all(|other| !file.starts_with(other))
    };
    if !options.tests {
        crate_ = crate_.without_tests();
    }
    let mut sources = Vec::new();
    let mut included = Included::default();
    let (texts, files): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| file.extension().is_some_and(|it| it == "md"));
    // What documents a crate may stand in a file of its own.
    for text in texts {
        if let Ok(text) = fs::read_to_string(options.from.join(text)) {
            crate_.see_documentation(&text);
        }
    }
    for file in &files {
        let Ok(text) = fs::read_to_string(options.from.join(file)) else { continue };
        included.see(file, is_root(file), &text);
        if !manifest.is_build(file) && uses::is_needed(&text) {
            // Without hooks, too.
            let path = options.to.join(file);
            fs::write(&path, text + uses::USE)
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    for text in &included.documentation {
        if let Ok(text) = fs::read_to_string(options.from.join(text)) {
            crate_.see_documentation(&text);
        }
    }
    for file in files.into_iter().filter(source) {
        let name = file.display().to_string().replace('\\', "/");
        let text = match fs::read_to_string(options.from.join(&file)) {
            Ok(text) => lints::denied(&text),
            Err(error) => {
                summary.unparsed.push((name, error.to_string()));
                continue;
            }
        };
        if included.is_text(&file) && !is_root(&file) {
            summary.unparsed.push((name, "its text is included".to_owned()));
            continue;
        }
        match syn::parse_file(&text) {
            Ok(parsed) => {
                crate_.see(&parsed);
                let text = if manifest.edition() == "2015" && is_root(&file) {
                    named(&text)?
                } else {
                    text
                };
                let mut end = String::new();
                if uses::is_needed(&text) {
                    end.push_str(uses::USE);
                }
                if Some(&file) == root && options.check {
                    end.push_str(CHECK);
                }
                sources.push(Source::new(options.to.join(&file), name, text, end));
            }
            Err(error) => summary.unparsed.push((name, error.to_string())),
        }
    }
    manifest.depend(options)?;
    manifest.write(&options.to.join("Cargo.toml"))?;
    if options.as_is {
        for source in &mut sources {
            source.without = Without::unasked();
        }
    } else {
        // What is wrong without hooks is not wrong because of them.
        let refusals = compiler::refusals(&options.to, &options.cargo)?;
        summary.known.extend(refusals.into_iter().map(|refusal| refusal.said));
    }
    while write(&mut sources, &crate_)? && !options.as_is {
        let mut refusals = compiler::refusals(&options.to, &options.cargo)?;
        refusals.retain(|refusal| !summary.known.contains(&refusal.said));
        let taken = refusals.iter().filter(|refusal| take_in(&mut sources, refusal)).count();
        if taken == 0 {
            // A function that is known to be wrong may be the end of these errors, too.
            refusals.iter().for_each(|refusal| take_in_made(&mut sources, refusal));
        }
        summary.left = refusals.into_iter().map(|refusal| refusal.said).collect();
    }
    for source in sources {
        summary.flags += source.without.flag_count();
        let found = source.hooked.map(|hooked| hooked.found).unwrap_or_default();
        summary.functions.extend(found.into_iter().map(|found| (source.name.clone(), found)));
        summary.unparsed.extend(source.error.map(|error| (source.name, error)));
    }
    Ok(summary)
}

/// A file of the package.
struct Source {
    path: PathBuf,
    name: String,
    text: String,
    /// What follows the text.
    end: String,
    without: Without,
    hooked: Option<Hooked>,
    /// Why it is left as it is.
    error: Option<String>,
    /// `true` if it was written with what it is without.
    is_written: bool,
}

impl Source {
    fn new(path: PathBuf, name: String, text: String, end: String) -> Self {
        let (without, hooked, error) = (Without::default(), None, None);
        Self { path, name, text, end, without, hooked, error, is_written: false }
    }

    /// Writes the file with hooks, if anything changed. Returns if it did.
    fn write(&mut self, crate_: &Crate) -> Result<bool, String> {
        if std::mem::replace(&mut self.is_written, true) {
            return Ok(false);
        }
        match crate_.instrument(&self.text, &self.name, &self.without) {
            Ok(hooked) => {
                fs::write(&self.path, format!("{}{}", hooked.text, self.end))
                    .map_err(|error| format!("{}: {error}", self.name))?;
                self.hooked = Some(hooked);
            }
            Err(error) => {
                self.error = Some(format!("line {}: {error}", error.span().start().line));
            }
        }
        Ok(true)
    }
}

/// Writes the files that changed. Returns if there were any.
fn write(sources: &mut [Source], crate_: &Crate) -> Result<bool, String> {
    let mut any = false;
    for source in sources {
        any |= source.write(crate_)?;
    }
    Ok(any)
}

/// Takes in what the compiler refuses. Returns `false` if nothing is left to change.
fn take_in(sources: &mut [Source], refusal: &Refusal) -> bool {
    if let Some(called) = &refusal.called {
        for of_any in [false, true] {
            let (mut is_known, mut is_new) = (false, false);
            for source in sources.iter_mut() {
                let Some(hooked) = &source.hooked else { continue };
                let kept = hooked.keep_constant(called, of_any, &mut source.without);
                is_known |= kept.is_some();
                is_new |= kept == Some(true);
                source.is_written &= kept != Some(true);
            }
            if is_known {
                return is_new;
            }
        }
    }
    // What the compiler blames most is changed first.
    refuse(sources, &refusal.places, Hooked::refuse)
}

/// Takes in what the compiler refuses of functions that macros make, if it names none of them.
fn take_in_made(sources: &mut [Source], refusal: &Refusal) {
    refuse(sources, &refusal.definitions, Hooked::refuse_made);
}

/// Changes what stands at the first place where something is left to change. Returns `false` if
/// there is none.
fn refuse(
    sources: &mut [Source],
    places: &[Place],
    change: fn(&Hooked, Range<usize>, &mut Without) -> bool,
) -> bool {
    for (name, place) in places {
        let Some(source) = sources.iter_mut().find(|source| source.name == *name) else {
            continue;
        };
        if let Some(hooked) = &source.hooked
            && change(hooked, place.clone(), &mut source.without)
        {
            source.is_written = false;
            return true;
        }
    }
    false
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
            writeln!(f, "{file}: left as it is: {error}")?;
        }
        let (mut blocks, mut instrumented, mut hidden) = (0, 0, 0);
        for hooks in self.functions.iter().filter_map(|(_, found)| found.result.ok()) {
            instrumented += 1;
            match hooks {
                Hooks::Blocks(count) => blocks += count,
                _ => hidden += 1,
            }
        }
        writeln!(
            f,
            "{} functions: {instrumented} instrumented, with {blocks} blocks",
            self.functions.len()
        )?;
        if hidden > 0 {
            writeln!(
                f,
                "  {hidden} of these by the attribute, which they have or macros give them"
            )?;
        }
        for (reason, count) in reasons {
            writeln!(f, "  {count} left alone: {reason}")?;
        }
        if self.flags > 0 {
            writeln!(
                f,
                "  {} comparisons without a distance: the compiler refuses it",
                self.flags
            )?;
        }
        if let Some(first) = self.known.first() {
            let count = self.known.len();
            writeln!(f, "  {count} errors of the compiler are there without hooks, the first:")?;
            writeln!(f, "{first}")?;
        }
        if let Some(first) = self.left.first() {
            writeln!(f, "  {} errors of the compiler are left, the first:", self.left.len())?;
            writeln!(f, "{first}")?;
        }
        Ok(())
    }
}
