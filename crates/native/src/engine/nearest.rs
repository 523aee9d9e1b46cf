//! Files of the inputs that are nearest to open goals, for the next search, for the report, and for
//! the worker that follows a crash.

use super::folders::keep;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Number of executions between two times that the files are written: at least this, and this part
/// of all executions so far. So long searches, in which inputs are replaced by others that are as
/// near, write them a few times for each doubling of their length.
const SAVE: u64 = 1 << 14;
const SAVE_SHARE: u64 = 16;

/// The files of one worker.
#[derive(Debug, Default)]
pub(super) struct Nearest {
    files: BTreeMap<Arc<[u8]>, PathBuf>,
    /// Number of the execution from which on they are due.
    due: u64,
    /// Whether files of earlier searches stay, because this one pursues only some goals.
    keeps_others: bool,
}

impl Nearest {
    /// Begins without files. If `keeps_others`, those of earlier searches stay when inputs are
    /// saved.
    pub(super) fn new(keeps_others: bool) -> Self {
        Self { keeps_others, ..Self::default() }
    }

    /// Returns `true` if it is time to save the inputs, after `runs` executions.
    pub(super) fn is_due(&self, runs: u64) -> bool {
        runs >= self.due
    }

    /// Begins to wait for the next time.
    pub(super) fn wait(&mut self, runs: u64) {
        self.due = runs + SAVE.max(runs / SAVE_SHARE);
    }

    /// Writes inputs to files whose names begin with `own`, and removes other files of such names.
    /// Files that are there stay as they are. A full disk does not end the search.
    pub(super) fn save(&mut self, folder: &Path, own: &str, inputs: Vec<Arc<[u8]>>) {
        let mut old = std::mem::take(&mut self.files);
        if old.is_empty() && !self.keeps_others {
            // Those of the workers that had this number before.
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if entry.file_name().to_string_lossy().starts_with(own)
                    && let Ok(bytes) = fs::read(&path)
                {
                    old.insert(bytes.into(), path);
                }
            }
        }
        for input in inputs {
            let file = old.remove(&input).or_else(|| keep(folder, own, &input).ok());
            if let Some(file) = file {
                self.files.insert(input, file);
            }
        }
        for file in old.into_values() {
            let _ = fs::remove_file(file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_there_are_not_written_again() {
        let folder = std::env::temp_dir().join(format!("sbst-nearest-{}", std::process::id()));
        let mut nearest = Nearest::default();
        let names = || {
            let files = fs::read_dir(&folder)
                .expect("a folder")
                .map(|entry| entry.expect("an entry").path());
            files
                .map(|file| fs::read(file).expect("a file"))
                .collect::<std::collections::BTreeSet<_>>()
        };
        nearest.save(&folder, "0-", vec![b"a"[..].into(), b"b"[..].into()]);
        // What the file has since then shows that nobody wrote it.
        fs::write(&nearest.files[&b"a"[..]], b"A").expect("a file");
        nearest.save(&folder, "0-", vec![b"c"[..].into(), b"a"[..].into()]);
        assert_eq!(names(), [b"A".to_vec(), b"c".to_vec()].into());
        // Another process knows the files of those before it.
        Nearest::default().save(&folder, "0-", vec![b"c"[..].into()]);
        assert_eq!(names(), [b"c".to_vec()].into());
        // A search of some goals knows nothing of the others.
        Nearest::new(true).save(&folder, "0-", vec![b"d"[..].into()]);
        assert_eq!(names(), [b"c".to_vec(), b"d".to_vec()].into());
        fs::remove_dir_all(&folder).expect("a folder");
    }

    #[test]
    fn the_times_between_grow_with_the_search() {
        let (mut nearest, mut count) = (Nearest::default(), 0);
        for runs in (0..10_000_000).step_by(64) {
            if nearest.is_due(runs) {
                nearest.wait(runs);
                count += 1;
            }
        }
        assert!((60..90).contains(&count), "{count}");
    }
}
