//! Why a process ended: its status, and what it printed last.

use super::link::{Link, Word};
use crate::runtime;
use std::collections::VecDeque;
use std::io::Read;
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Number of bytes that are kept of what a worker printed last. A panic is told by its first line,
/// and a long backtrace follows.
const TAIL: usize = 256 << 10;
/// Longest wait for the last output of a worker that has ended: its pipe stays open as long as a
/// child of the worker has it.
const PATIENCE: Duration = Duration::from_millis(200);
/// Begins what an execution prints, if those before it printed something. It is a control
/// character, which texts hardly have.
pub(super) const MARK: u8 = 0x1E;

/// The last output of a process, while it runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Printed {
    tail: Arc<(Mutex<Tail>, Condvar)>,
}

#[derive(Debug, Default)]
struct Tail {
    bytes: VecDeque<u8>,
    /// Nothing comes any more.
    has_ended: bool,
}

impl Printed {
    /// Reads in a thread what a process prints, until it ends. `link` is shared with the process,
    /// which is told when it printed something.
    pub(super) fn read(
        mut from: impl Read + AsFd + Send + 'static,
        process: u32,
        link: Link,
    ) -> Self {
        let printed = Self::default();
        let to = Arc::clone(&printed.tail);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                runtime::wait_for_output(&from);
                // At any time the process sees its output, or that it is read, or that it was.
                link.set(Word::Reading, process.into());
                let Ok(count @ 1..) = from.read(&mut buffer) else { break };
                if buffer[..count].iter().any(|&byte| byte != MARK) {
                    link.set(Word::Printed, 1);
                }
                link.set(Word::Reading, 0);
                let mut tail = to.0.lock().unwrap_or_else(PoisonError::into_inner);
                tail.bytes.extend(&buffer[..count]);
                let excess = tail.bytes.len().saturating_sub(TAIL);
                tail.bytes.drain(..excess);
            }
            link.set(Word::Reading, 0);
            to.0.lock().unwrap_or_else(PoisonError::into_inner).has_ended = true;
            to.1.notify_all();
        });
        printed
    }

    /// Returns the last bytes that the process printed since its last execution began, as text. The
    /// process has ended.
    pub(super) fn text(&self) -> String {
        let (tail, ended) = &*self.tail;
        let tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        let (tail, _) = ended
            .wait_timeout_while(tail, PATIENCE, |tail| !tail.has_ended)
            .unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = tail.bytes.iter().copied().collect();
        let last = bytes.rsplit(|&byte| byte == MARK).next().unwrap_or_default();
        String::from_utf8_lossy(last).into_owned()
    }
}

/// The end of a process, as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// Says why it ended: of a panic its place and its message, of a sanitizer its summary, else
    /// the last line.
    pub(super) message: String,
    /// Equal for ends that have the same reason. It has nothing of the input, as the messages of
    /// many programs do.
    pub(super) kind: String,
}

impl End {
    pub(super) fn of(status: ExitStatus, printed: &str) -> Self {
        let lines: Vec<&str> =
            printed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if let Some(summary) = lines.iter().find_map(|line| line.strip_prefix("SUMMARY: ")) {
            return Self { message: summary.to_owned(), kind: summary.to_owned() };
        }
        // A map of the memory follows.
        if let Some(said) = lines
            .iter()
            .find_map(|line| line.find("hard rss limit exhausted").map(|at| &line[at..]))
        {
            return Self {
                message: format!("the sanitizer's {said}"),
                kind: "hard rss limit".to_owned(),
            };
        }
        if let Some(at) = lines.iter().position(|line| line.contains("panicked at")) {
            let place = format!(
                "panicked at {}",
                lines[at].split("panicked at").nth(1).unwrap_or("").trim()
            );
            let said = lines.get(at + 1).filter(|line| !line.starts_with("note:"));
            return Self {
                message: format!("{place} {}", said.unwrap_or(&"")).trim_end().to_owned(),
                kind: place,
            };
        }
        let ended = ended_by(status);
        let fixed = lines.iter().rev().find(|line| is_fixed(line));
        let last = fixed.or_else(|| lines.iter().rev().find(|line| !line.starts_with("note:")));
        Self {
            message: last.map_or_else(|| ended.clone(), |line| format!("{line} ({ended})")),
            kind: fixed.map_or(ended, |line| (*line).to_owned()),
        }
    }
}

/// Returns `true` if a line is a message of the library of the language that does not depend on the
/// input: a failed assertion, a damaged heap.
fn is_fixed(line: &str) -> bool {
    const BEGINNINGS: [&str; 9] = [
        "fatal runtime error: ",
        "terminate called",
        "*** ",
        "free(): ",
        "malloc(): ",
        "realloc(): ",
        "malloc_consolidate(): ",
        "double free",
        "corrupted ",
    ];
    line.contains(": Assertion `") || BEGINNINGS.iter().any(|beginning| line.starts_with(beginning))
}

/// Describes how a process ended.
pub(super) fn ended_by(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(libc::SIGSEGV), _) => {
            "it was ended by SIGSEGV: a wrong address, or the stack overflowed".to_owned()
        }
        (Some(libc::SIGABRT), _) => "it aborted (SIGABRT)".to_owned(),
        (Some(libc::SIGKILL), _) => {
            "it was killed (SIGKILL): it hung, or memory was short".to_owned()
        }
        (Some(signal), _) => format!("it was ended by signal {signal}"),
        (None, Some(code)) => format!("it ended with code {code}"),
        (None, None) => "it ended".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(printed: &str) -> End {
        End::of(ExitStatus::from_raw(libc::SIGABRT), printed)
    }

    #[test]
    fn panics_are_told_apart_by_their_place() {
        let panic = |input: &str, line| {
            end(&format!(
                "thread 'main' ({line}) panicked at src/lib.rs:{line}:5:\ncalled `unwrap()`: \"{input}\"\nnote: run with\n"
            ))
        };
        assert_eq!(panic("a", 3).message, "panicked at src/lib.rs:3:5: called `unwrap()`: \"a\"");
        assert_eq!(panic("a", 3).kind, panic("b", 3).kind);
        assert_ne!(panic("a", 3).kind, panic("a", 4).kind);
    }

    #[test]
    fn other_ends_are_told_apart_by_what_does_not_depend_on_the_input() {
        assert_eq!(end("bad input: a\n").kind, end("bad input: b\n").kind);
        assert_eq!(end("bad input: a\n").message, "bad input: a (it aborted (SIGABRT))");
        let assertion = |text| end(&format!("x\nt: t.c:3: f: Assertion `{text}' failed.\n"));
        assert_ne!(assertion("a > 0").kind, assertion("b > 0").kind);
        assert_eq!(
            end("at\nSUMMARY: AddressSanitizer: heap-buffer-overflow t.c:3\n").kind,
            "AddressSanitizer: heap-buffer-overflow t.c:3"
        );
        assert_eq!(end("").message, "it aborted (SIGABRT)");
    }
}
