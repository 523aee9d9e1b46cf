//! Why a process ended: its status, and what it printed last.

use super::link::{Link, Word};
use std::collections::VecDeque;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Number of bytes that are kept of what a worker printed last.
const TAIL: usize = 16 << 10;
/// Begins what an execution prints, if those before it printed something. It is a control character, which texts hardly have.
pub(super) const MARK: u8 = 0x1E;

/// The last output of a process, while it runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Printed {
    last: Arc<Mutex<VecDeque<u8>>>,
}

impl Printed {
    /// Reads in a thread what a process prints, until it ends. `link` is shared with the process, which is told when it printed something.
    pub(super) fn read(mut from: impl Read + Send + 'static, link: Link) -> Self {
        let printed = Self::default();
        let to = Arc::clone(&printed.last);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = from.read(&mut buffer) {
                if buffer[..count].iter().any(|&byte| byte != MARK) {
                    link.set(Word::Printed, 1);
                }
                let mut to = to.lock().unwrap_or_else(PoisonError::into_inner);
                to.extend(&buffer[..count]);
                let excess = to.len().saturating_sub(TAIL);
                to.drain(..excess);
            }
        });
        printed
    }

    /// Returns the last bytes that the process printed since its last execution began, as text.
    pub(super) fn text(&self) -> String {
        // The thread that reads may be a moment behind.
        std::thread::sleep(Duration::from_millis(5));
        let bytes: Vec<u8> = self.last.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        let last = bytes.rsplit(|&byte| byte == MARK).next().unwrap_or_default();
        String::from_utf8_lossy(last).into_owned()
    }
}

/// The end of a process, as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// Says why it ended: of a panic its place and its message, of a sanitizer its summary, else the last line.
    pub(super) message: String,
    /// Equal for ends that have the same reason. It has nothing of the input, as the messages of many programs do.
    pub(super) kind: String,
}

impl End {
    pub(super) fn of(status: ExitStatus, printed: &str) -> Self {
        let lines: Vec<&str> = printed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if let Some(summary) = lines.iter().find_map(|line| line.strip_prefix("SUMMARY: ")) {
            return Self { message: summary.to_owned(), kind: summary.to_owned() };
        }
        // A map of the memory follows.
        if let Some(said) = lines.iter().find_map(|line| line.find("hard rss limit exhausted").map(|at| &line[at..])) {
            return Self { message: format!("the sanitizer's {said}"), kind: "hard rss limit".to_owned() };
        }
        if let Some(at) = lines.iter().position(|line| line.contains("panicked at")) {
            let place = format!("panicked at {}", lines[at].split("panicked at").nth(1).unwrap_or("").trim());
            let said = lines.get(at + 1).filter(|line| !line.starts_with("note:"));
            return Self { message: format!("{place} {}", said.unwrap_or(&"")).trim_end().to_owned(), kind: place };
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

/// Returns `true` if a line is a message of the library of the language that does not depend on the input: a failed assertion, a damaged heap.
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
        (Some(libc::SIGSEGV), _) => "it was ended by SIGSEGV: a wrong address, or the stack overflowed".to_owned(),
        (Some(libc::SIGABRT), _) => "it aborted (SIGABRT)".to_owned(),
        (Some(libc::SIGKILL), _) => "it was killed (SIGKILL): it hung, or memory was short".to_owned(),
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
