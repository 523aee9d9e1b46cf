//! Folders of inputs.

use crate::search::name_of;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::options::Options;

/// The folders that a search reads and writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folders {
    /// Inputs are written here. Without one, workers share them in a folder that ends with the
    /// search.
    pub(super) corpus: Option<PathBuf>,
    /// Inputs are read from here, too.
    pub(super) seeds: Vec<PathBuf>,
    /// Inputs that crash or hang.
    pub(super) artifacts: PathBuf,
    /// The report, and the tests that are left in the end.
    pub(super) report: PathBuf,
}

impl Folders {
    pub(super) fn of(options: &Options) -> Self {
        let corpus = options.inputs.first().cloned();
        // Next to the corpus, so that the corpus has inputs only, for other fuzzers.
        let beside = |name: &str| match corpus
            .as_deref()
            .and_then(|corpus| Some((corpus.parent()?, corpus.file_name()?)))
        {
            Some((parent, own)) => parent.join(format!("{}-{name}", own.to_string_lossy())),
            None => PathBuf::from(name),
        };
        Self {
            artifacts: options.artifacts.clone().unwrap_or_else(|| beside("artifacts")),
            report: options.report.clone().unwrap_or_else(|| beside("report")),
            seeds: options.inputs.iter().skip(1).cloned().collect(),
            corpus,
        }
    }

    /// Inputs that are nearest to open goals, kept between two searches.
    pub(super) fn nearest(&self) -> PathBuf {
        self.report.join("nearest")
    }
}

/// Returns all files in a folder and below, in the order of their names. A file is itself. What is
/// not there has none.
///
/// Files whose name begins with a dot are left out: another process may not have written all of
/// them.
fn files(path: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut left = vec![path.to_owned()];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(
                fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()),
            );
        } else if path.is_file()
            && !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
        {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Reads the inputs in a folder and below, one after the other, each once, and cuts those that are
/// longer than `most` bytes.
pub(super) fn inputs(path: &Path, most: usize) -> impl Iterator<Item = Vec<u8>> + use<> {
    let mut known = BTreeSet::new();
    let read = move |file: PathBuf| {
        let mut bytes = fs::read(file).ok()?;
        bytes.truncate(most);
        Some(bytes)
    };
    files(path).into_iter().filter_map(read).filter(move |input| known.insert(name_of(input)))
}

/// Returns the length of the longest input in a folder and below; 0 if it has none.
pub(super) fn longest(path: &Path) -> u64 {
    files(path)
        .iter()
        .filter_map(|file| fs::metadata(file).ok())
        .map(|file| file.len())
        .max()
        .unwrap_or(0)
}

/// Writes an input under its name, and `prefix` before it; twice is no harm.
pub(super) fn keep(folder: &Path, prefix: &str, input: &[u8]) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let path = folder.join(format!("{prefix}{}", name_of(input)));
    // Another process must never read half of a file.
    let new = folder.join(format!(".{:010}-{}", std::process::id(), name_of(input)));
    fs::write(&new, input)?;
    fs::rename(&new, &path)?;
    Ok(path)
}

/// Names of the inputs in a folder of artifacts: they crash or hang, so nobody should execute them
/// again.
pub(super) fn artifact_names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter_map(|name| name.split_once('-').map(|(_, input)| input.to_owned())).collect()
}

/// Returns the inputs in a folder of artifacts that crashed, each once, with their names. Those
/// that hung are left out: to execute one takes as long as it may.
pub(super) fn known_crashes(folder: &Path, most: usize) -> BTreeMap<String, Vec<u8>> {
    let is_crash = |file: &Path| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        // Beside an input is what the program printed.
        file.extension().is_none()
            && ["crash-", "leak-"].iter().any(|prefix| name.starts_with(prefix))
    };
    let mut known = BTreeMap::new();
    for file in files(folder).iter().filter(|file| is_crash(file)) {
        if let Ok(mut input) = fs::read(file) {
            input.truncate(most);
            known.insert(name_of(&input), input);
        }
    }
    known
}

/// Returns the names that a file lists.
pub(super) fn names_in(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap_or_default().lines().map(str::to_owned).collect()
}

/// Adds a name to those that a file lists.
pub(super) fn add_name(path: &Path, name: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().append(true).create(true).open(path)?;
    writeln!(file, "{name}")
}
