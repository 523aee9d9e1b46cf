//! What the supervisor and a worker share: who is who, counters, the input that is executed.

use crate::runtime::{Shared, room};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Environment variable with the role of the process.
const ROLE: &str = "SBST_NATIVE_ROLE";
/// Environment variable with the folder of the files that processes share.
const FOLDER: &str = "SBST_NATIVE_FOLDER";

/// The task of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Supervisor,
    /// A worker with a number, from 0.
    Worker(usize),
}

impl Role {
    pub(super) fn of_environment() -> Self {
        match std::env::var(ROLE).as_deref() {
            Ok(number) => number.parse().map_or(Self::Supervisor, Self::Worker),
            Err(_) => Self::Supervisor,
        }
    }

    /// Environment variables that give a child this role.
    pub(super) fn environment(self, folder: &Path) -> [(&'static str, PathBuf); 2] {
        let role = match self {
            Self::Worker(number) => number.to_string(),
            Self::Supervisor => String::new(),
        };
        [(ROLE, role.into()), (FOLDER, folder.into())]
    }
}

/// Returns the folder of the files that processes share.
pub(super) fn shared_folder() -> PathBuf {
    std::env::var_os(FOLDER).map(PathBuf::from).unwrap_or_else(std::env::temp_dir)
}

/// Creates an empty folder for the files that processes share: in memory if the machine has such a
/// file system with enough room.
pub(super) fn new_shared_folder(workers: usize) -> io::Result<PathBuf> {
    const EACH: u64 = 160 << 20;
    let memory = Path::new("/dev/shm");
    let has_room = room(memory).is_some_and(|bytes| bytes > EACH * workers as u64);
    let parent = if has_room { memory.to_owned() } else { std::env::temp_dir() };
    for attempt in 0..1000 {
        let folder = parent.join(shared_name(std::process::id(), attempt));
        match std::fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

/// The name of the folder is part of the environment of the workers, which lies above their stack:
/// with a name of another length, what programs compare by address is elsewhere, and the same seed
/// makes another search. It still may where memory has room once, and once has not.
fn shared_name(process: u32, attempt: u32) -> String {
    format!("sbst-{process:010}-{attempt:03}")
}

/// Returns the file with the names of inputs that crashed or hung.
pub(super) fn avoided(folder: &Path) -> PathBuf {
    folder.join("avoided")
}

/// Returns the file with the names of inputs that crashed in earlier searches and were executed
/// again, or are.
pub(super) fn tried(folder: &Path) -> PathBuf {
    folder.join("tried")
}

/// A counter in shared memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Word {
    /// Executions so far, of this worker and those that had its number before.
    Runs,
    /// Length of the input that is executed, plus 1; 0 while none is.
    Length,
    /// Number of inputs that were begun: grows while the worker is alive.
    Begun,
    Branches,
    AllBranches,
    Goals,
    AllGoals,
    Corpus,
    /// Executions that were read in full.
    Full,
    /// Events and threads that were not recorded.
    Lost,
    /// Not 0: the worker shall end.
    Stop,
    /// Runs left for this worker.
    Budget,
    /// Where the program was loaded.
    Base,
    /// What to do after the search: see [`After`].
    After,
    /// Number of open goals with an input that came near.
    Near,
    /// Executions of the other workers, once they have ended.
    Others,
    /// Once the worker has ended its search, and waits or makes the report: the executions of the
    /// search, and 1 more. Until then 0.
    Searched,
    /// Not 0: something was printed since the worker looked.
    Printed,
    /// The process whose output is read just now, or 0.
    Reading,
    /// Not 0 while an execution records only what a glance asks for.
    Quiet,
    /// Not 0 while an input is executed again that ended the process before, so that its log is
    /// whole.
    Again,
    /// Number of inputs that were read: grows while the worker begins, even if it executes none of
    /// them.
    Read,
}

const WORDS: usize = 23;

/// The task of a worker after the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// It waits to be told.
    Wait,
    /// It ends.
    End,
    /// It makes the report, with tests as small as they can be.
    Minimise,
    /// It makes the report, with tests as they are: an input crashed on the way to a smaller one.
    Report,
}

impl After {
    pub(super) fn of(link: &Link) -> Self {
        match link.get(Word::After) {
            0 => Self::Wait,
            1 => Self::End,
            2 => Self::Minimise,
            _ => Self::Report,
        }
    }

    pub(super) fn tell(self, link: &Link) {
        link.set(Word::After, self as u64);
    }
}

/// The shared memory of one worker.
#[derive(Debug)]
pub(super) struct Link {
    shared: Shared,
}

impl Link {
    /// Opens what worker `number` shares.
    pub(super) fn open(number: usize, folder: &Path, most: usize) -> io::Result<Self> {
        Ok(Self { shared: Shared::open(&folder.join(format!("worker-{number}")), WORDS, most)? })
    }

    pub(super) fn word(&self, word: Word) -> &AtomicU64 {
        &self.shared.words()[word as usize]
    }

    pub(super) fn get(&self, word: Word) -> u64 {
        self.word(word).load(Ordering::Acquire)
    }

    /// Returns the executions of the search: those for the report do not count.
    pub(super) fn executions(&self) -> u64 {
        self.get(Word::Searched).checked_sub(1).unwrap_or_else(|| self.get(Word::Runs))
    }

    pub(super) fn set(&self, word: Word, value: u64) {
        self.word(word).store(value, Ordering::Release);
    }

    /// Notes that an input is about to be executed.
    pub(super) fn begin(&self, input: &[u8]) {
        self.shared.write(input);
        self.set(Word::Begun, self.get(Word::Begun) + 1);
        self.word(Word::Length).store(input.len() as u64 + 1, Ordering::Release);
    }

    /// Notes that the input was executed.
    pub(super) fn end(&self) {
        self.word(Word::Length).store(0, Ordering::Release);
    }

    /// Returns the input that was being executed when the worker ended, if one was.
    pub(super) fn interrupted(&self) -> Option<Vec<u8>> {
        let length = self.word(Word::Length).load(Ordering::Acquire);
        Some(self.shared.read(length.checked_sub(1)? as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::shared_name;

    #[test]
    fn names_of_the_shared_folder_have_one_length() {
        let lengths = [(1, 0), (9_999, 9), (32_768, 10), (u32::MAX, 999)]
            .map(|(process, attempt)| shared_name(process, attempt).len());
        assert_eq!(lengths, [lengths[0]; 4]);
    }
}
