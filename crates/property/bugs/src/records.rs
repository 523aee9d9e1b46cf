//! The file of what was measured: a line for each tool, subject and seed.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

/// One search.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) tool: String,
    pub(crate) subject: String,
    pub(crate) seed: u64,
}

/// The end of one search.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) key: Key,
    pub(crate) found: bool,
    /// Cases until the first failing one, with that one. All, if none failed.
    pub(crate) cases: u64,
}

impl Record {
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(',');
        let mut next = || fields.next();
        let key =
            Key { tool: next()?.into(), subject: next()?.into(), seed: next()?.parse().ok()? };
        let found = next()? == "1";
        Some(Self { key, found, cases: next()?.parse().ok()? })
    }
}

/// A file that grows, so that a run that was stopped goes on where it was.
#[derive(Debug)]
pub(crate) struct Records {
    known: BTreeSet<Key>,
    file: File,
}

impl Records {
    /// Opens a file, or makes a new one.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let told = |error: std::io::Error| format!("{}: {error}", path.display());
        let known = if path.exists() {
            read(path)?.into_iter().map(|record| record.key).collect()
        } else {
            BTreeSet::new()
        };
        Ok(Self {
            known,
            file: OpenOptions::new().create(true).append(true).open(path).map_err(told)?,
        })
    }

    pub(crate) fn has(&self, key: &Key) -> bool {
        self.known.contains(key)
    }

    pub(crate) fn append(&mut self, record: Record) -> Result<(), String> {
        let Record { key: Key { tool, subject, seed }, found, cases } = &record;
        writeln!(self.file, "{tool},{subject},{seed},{},{cases}", u8::from(*found))
            .map_err(|error| error.to_string())?;
        self.known.insert(record.key);
        Ok(())
    }
}

/// Reads all of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<Record>, String> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let record = |(number, line): (usize, &str)| {
        Record::parse(line).ok_or_else(|| {
            format!("{}:{}: not tool,subject,seed,found,cases", path.display(), number + 1)
        })
    };
    text.lines().enumerate().map(record).collect()
}
