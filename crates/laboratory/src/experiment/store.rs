//! Files of outcomes.

use crate::results::{Covered, Outcome, Search};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Identity of an outcome: the search, and its setting.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) search: Search,
    /// The budget, and the goals that count.
    pub(super) setting: String,
}

/// Outcomes by subject, technique, seed and setting: in a file, to which each outcome is appended,
/// or in memory.
///
/// The file is CSV with a header: subject, technique, seed, setting, goals, covered, last,
/// executions, `covered at`, counts, microseconds. The column `goals` has the number of goals of
/// each criterion, as in `12+3`. The column `setting` has the budget, the criteria, and the number
/// of the way in which this package searches. Of several lines with the same first four cells the
/// last one counts. The column `covered at` has the goals in the order in which they were covered,
/// each as `goal:execution`. Only the last column differs between two runs with the same budget of
/// executions.
#[derive(Debug)]
pub struct Store {
    file: Option<(PathBuf, File)>,
    known: BTreeMap<Key, Outcome>,
}

/// Error of a store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file is no file of outcomes, or a line of it is not complete. Only the last line may be
    /// incomplete: that of a search during which the experiment was interrupted.
    #[error("{}, line {line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1 on.
        line: u64,
        /// What is wrong.
        reason: String,
    },
}

const HEADER: [&str; 11] = [
    "subject",
    "technique",
    "seed",
    "setting",
    "goals",
    "covered",
    "last",
    "executions",
    "covered at",
    "counts",
    "microseconds",
];

impl Key {
    /// Returns the key of a search. Ends of lines in names become spaces: a line of the file is one
    /// outcome, so that one that is not complete is told from one that is.
    pub(super) fn new(search: &Search, setting: &str) -> Self {
        let one_line = |name: &str| name.replace(['\n', '\r'], " ");
        let (subject, technique) = (one_line(&search.subject), one_line(&search.technique));
        Self {
            search: Search { subject, technique, seed: search.seed },
            setting: setting.to_owned(),
        }
    }
}

impl Store {
    /// Creates a store that is lost when it is dropped.
    #[must_use]
    pub fn in_memory() -> Self {
        Self { file: None, known: BTreeMap::new() }
    }

    /// Opens the file, or creates it. A last line that is not complete is removed.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the file cannot be read and written, or is no file of outcomes.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref().to_owned();
        let failed = |error| StoreError::File { path: path.clone(), error };
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(error)),
        };
        let header = line(HEADER)?;
        let text = complete(&bytes, &header).map_err(|reason| StoreError::Line {
            path: path.clone(),
            line: 1,
            reason,
        })?;
        let known = read(text).map_err(|(line, reason)| StoreError::Line {
            path: path.clone(),
            line,
            reason,
        })?;
        // Only now is the file changed: it is a file of outcomes.
        let mut file = OpenOptions::new().append(true).create(true).open(&path).map_err(failed)?;
        if text.len() < bytes.len() {
            file.set_len(text.len() as u64).map_err(failed)?;
        }
        if text.is_empty() {
            file.write_all(header.as_bytes()).map_err(failed)?;
        }
        Ok(Self { file: Some((path, file)), known })
    }

    /// Opens the file and only reads it. A last line that is not complete is ignored. Outcomes that
    /// are added later are not written.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the file cannot be read, or is no file of outcomes.
    pub fn open_to_read(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        let bytes = std::fs::read(path)
            .map_err(|error| StoreError::File { path: path.to_owned(), error })?;
        let failed = |(line, reason)| StoreError::Line { path: path.to_owned(), line, reason };
        let text = complete(&bytes, &line(HEADER)?).map_err(|reason| failed((1, reason)))?;
        Ok(Self { file: None, known: read(text).map_err(failed)? })
    }

    pub(super) fn get(&self, key: &Key) -> Option<&Outcome> {
        self.known.get(key)
    }

    pub(super) fn add(&mut self, key: Key, outcome: &Outcome) -> Result<(), StoreError> {
        if let Some((path, file)) = &mut self.file {
            // One call for the whole line, so that another process that reads the file sees all of
            // it or nothing.
            let before = file.metadata().map(|metadata| metadata.len());
            if let Err(error) =
                file.write_all(line(row(&key, outcome))?.as_bytes()).and_then(|()| file.flush())
            {
                // What was written of the line must not come before the next one.
                let _ = before.and_then(|length| file.set_len(length));
                return Err(StoreError::File { path: path.clone(), error });
            }
        }
        self.known.insert(key, outcome.clone());
        Ok(())
    }

    /// Forgets the outcomes of techniques of this name: they are searched again. The new outcomes
    /// are appended to the file, and replace the old ones when it is read: of several lines with
    /// the same first four cells the last one counts.
    pub fn forget(&mut self, technique: &str) {
        self.known.retain(|key, _| key.search.technique != technique);
    }

    /// Returns the settings of the outcomes: their budgets, the goals that count, and the number of
    /// the way in which this package searches.
    #[must_use]
    pub fn settings(&self) -> BTreeSet<&str> {
        self.known.keys().map(|key| key.setting.as_str()).collect()
    }

    /// Returns the number of outcomes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Returns `true` if there are no outcomes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Returns all outcomes as CSV, sorted, in the form of the file.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if a text cannot be written as CSV.
    pub fn to_csv(&self) -> Result<String, StoreError> {
        let mut text = line(HEADER)?;
        for (key, outcome) in &self.known {
            text += &line(row(key, outcome))?;
        }
        Ok(text)
    }

    /// Returns all outcomes as JSON, sorted: an array of objects.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        let object = |(key, outcome): (&Key, &Outcome)| {
            let Search { subject, technique, seed } = &key.search;
            serde_json::json!({
                "subject": subject, "technique": technique, "seed": seed, "setting": key.setting, "outcome": outcome,
            })
        };
        self.known.iter().map(object).collect()
    }
}

/// Returns the cells of an outcome.
fn row(key: &Key, outcome: &Outcome) -> [String; 11] {
    let Search { subject, technique, seed } = &key.search;
    let join = |texts: Vec<String>| texts.join(" ");
    let covered =
        outcome.covered.iter().map(|covered| format!("{}:{}", covered.goal, covered.execution));
    [
        subject.clone(),
        technique.clone(),
        seed.to_string(),
        key.setting.clone(),
        parts(outcome),
        outcome.count().to_string(),
        outcome.last().to_string(),
        outcome.executions.to_string(),
        join(covered.collect()),
        counts(outcome),
        outcome.micros.to_string(),
    ]
}

/// Returns the numbers of goals by criterion, as a sum.
fn parts(outcome: &Outcome) -> String {
    let all = if outcome.parts.is_empty() {
        std::slice::from_ref(&outcome.goals)
    } else {
        &outcome.parts
    };
    all.iter().map(u32::to_string).collect::<Vec<_>>().join("+")
}

/// Returns the reported numbers as JSON, because their names may consist of any characters. Returns
/// an empty text if there are none.
fn counts(outcome: &Outcome) -> String {
    if outcome.counts.is_empty() {
        return String::new();
    }
    serde_json::to_string(&outcome.counts).unwrap_or_default().replace(['\n', '\r'], " ")
}

/// Returns a line of CSV.
fn line<T: AsRef<[u8]>>(cells: impl IntoIterator<Item = T>) -> Result<String, StoreError> {
    let invalid = |reason: String| StoreError::Line { path: PathBuf::new(), line: 0, reason };
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells).map_err(|error| invalid(error.to_string()))?;
    let bytes = writer.into_inner().map_err(|error| invalid(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| invalid(error.to_string()))
}

/// Returns the complete lines of a file of outcomes: what follows the last end of a line was being
/// written.
///
/// A file that does not begin with the header, or with a part of it, is not ours.
fn complete<'b>(bytes: &'b [u8], header: &str) -> Result<&'b str, String> {
    if !bytes.starts_with(header.as_bytes()) {
        let is_part = header.as_bytes().starts_with(bytes);
        return if is_part {
            Ok("")
        } else {
            Err(format!("the header is not {:?}", header.trim_end()))
        };
    }
    // An end of a line is never part of another character, so that what precedes it is whole.
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    std::str::from_utf8(&bytes[..end]).map_err(|error| error.to_string())
}

/// Reads a file, or says what is wrong in which line.
fn read(text: &str) -> Result<BTreeMap<Key, Outcome>, (u64, String)> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut known = BTreeMap::new();
    for row in reader.records() {
        let row = row.map_err(|error| {
            (error.position().map_or(0, csv::Position::line), error.to_string())
        })?;
        let line = row.position().map_or(0, csv::Position::line);
        let (key, outcome) = outcome(&row)
            .ok_or_else(|| (line, "the cells are not those of an outcome".to_owned()))?;
        known.insert(key, outcome);
    }
    Ok(known)
}

fn outcome(row: &csv::StringRecord) -> Option<(Key, Outcome)> {
    let number = |at: usize| row.get(at)?.parse::<u64>().ok();
    let text = |at: usize| row.get(at).map(str::to_owned);
    let covered = row.get(8)?.split_ascii_whitespace().map(|pair| {
        let (goal, execution) = pair.split_once(':')?;
        Some(Covered { goal: goal.parse().ok()?, execution: execution.parse().ok()? })
    });
    let counts = match row.get(9)? {
        "" => Vec::new(),
        text => serde_json::from_str(text).ok()?,
    };
    let search = Search { subject: text(0)?, technique: text(1)?, seed: number(2)? };
    let parts: Vec<u32> =
        row.get(4)?.split('+').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let outcome = Outcome {
        goals: parts.iter().try_fold(0_u32, |sum, &part| sum.checked_add(part))?,
        parts,
        covered: covered.collect::<Option<_>>()?,
        executions: number(7)?,
        micros: number(10)?,
        counts,
    };
    Some((Key { search, setting: text(3)? }, outcome))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(subject: &str, seed: u64) -> Key {
        let search = Search { subject: subject.to_owned(), technique: "a, \"b\"".to_owned(), seed };
        Key::new(&search, "10 executions; branch")
    }

    fn outcome(last: u64) -> Outcome {
        let covered = vec![Covered { goal: 3, execution: 1 }, Covered { goal: 0, execution: last }];
        Outcome {
            goals: 4,
            parts: vec![3, 1],
            covered,
            executions: 10,
            micros: 77,
            counts: vec![("useful, \"ö\": 1".to_owned(), 5), ("a b".to_owned(), 6)],
        }
    }

    /// Creates a folder for one test.
    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("sbst-laboratory-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = folder("read");
        let path = folder.join("outcomes.csv");
        let mut store = Store::open(&path).expect("new");
        store.add(key("x\ny", 1), &outcome(9)).expect("written");
        store.add(key("x", 0), &outcome(2)).expect("written");
        let again = Store::open(&path).expect("old");
        assert_eq!(again.known, store.known);
        assert_eq!(again.to_csv().expect("text"), store.to_csv().expect("text"));
        assert_eq!(again.to_json()[0]["outcome"]["executions"], 10);
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn an_incomplete_line_is_removed_and_nothing_else() {
        let folder = folder("incomplete");
        let path = folder.join("outcomes.csv");
        let mut store = Store::open(&path).expect("new");
        store.add(key("x\n\",1", 1), &outcome(9)).expect("written");
        let whole = std::fs::read_to_string(&path).expect("text");
        for cut in 0..whole.len() {
            std::fs::write(&path, &whole.as_bytes()[..cut]).expect("written");
            let mut store = Store::open(&path).expect("old");
            assert!(store.is_empty());
            store.add(key("x\n\",1", 1), &outcome(9)).expect("written");
            assert_eq!(std::fs::read_to_string(&path).expect("text"), whole);
        }
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn other_files_are_refused_and_not_changed() {
        let folder = folder("other");
        let path = folder.join("notes.txt");
        for text in
            ["some notes\n", "some notes", "subject,technique\nx,y\n", "subject,technique\nx"]
        {
            std::fs::write(&path, text).expect("written");
            let error = Store::open(&path).expect_err("another file");
            assert!(matches!(error, StoreError::Line { line: 1, .. }), "{error}");
            assert_eq!(std::fs::read_to_string(&path).expect("text"), text);
        }
        let mut text = line(HEADER).expect("text");
        text += "x,y,1,s,2,one,3,4,,,5\nx,y,z,s,2,1,3,4,,,5\n";
        std::fs::write(&path, &text).expect("written");
        assert!(matches!(
            Store::open(&path).expect_err("no number"),
            StoreError::Line { line: 3, .. }
        ));
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
