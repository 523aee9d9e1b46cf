//! Executes inputs, and tells what one prints apart from what others printed.

use super::ended::MARK;
use super::link::{Link, Word};
use crate::runtime::{self, Target};
use std::fs::File;
use std::io::Write;
use std::os::fd::AsFd;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// Number of executions that are marked after one printed something: those who print do so often.
const MARKS: u32 = 1 << 10;
/// How often, and how long each time, the last mark is waited for until it was read.
const WAITS: (u32, Duration) = (100, Duration::from_micros(100));

/// The target, and the pipe by which a worker marks where the output of an execution begins.
#[derive(Debug)]
pub(super) struct Executor {
    target: Target,
    /// The pipe to the supervisor. The target may close its output, or send it elsewhere.
    output: Option<File>,
    process: u64,
    /// Number of executions that are marked in what the target prints.
    marks: u32,
}

impl Executor {
    /// Prepares to execute inputs of a target, before it is initialised.
    pub(super) fn new(target: fn() -> Target) -> Self {
        let output = std::io::stderr().as_fd().try_clone_to_owned().ok().map(File::from);
        Self { output, target: target(), process: std::process::id().into(), marks: 0 }
    }

    pub(super) fn target(&self) -> Target {
        self.target
    }

    /// Executes an input while `record` records, and returns what it did; nothing if the target
    /// rejects it.
    pub(super) fn record(
        &mut self,
        link: &Link,
        record: fn(&mut dyn FnMut()) -> bool,
        input: &[u8],
    ) -> Vec<&'static [AtomicU32]> {
        let mut is_accepted = true;
        self.mark(link);
        link.begin(input);
        record(&mut || is_accepted = self.target.run(input));
        link.end();
        if is_accepted { runtime::recorded().collect() } else { Vec::new() }
    }

    /// Tells what the next execution prints apart from what others printed. Most targets print
    /// nothing, and then this is cheap.
    fn mark(&mut self, link: &Link) {
        // While there are marks, they would be taken for output of the target.
        if (self.marks == 0 && self.is_pending(link)) || link.get(Word::Printed) != 0 {
            link.set(Word::Printed, 0);
            self.marks = MARKS;
        }
        if self.marks > 0 {
            self.marks -= 1;
            let _ = self.output.as_mut().map(|output| output.write_all(&[MARK]));
            if self.marks == 0 {
                (0..WAITS.0)
                    .take_while(|_| self.is_pending(link))
                    .for_each(|_| std::thread::sleep(WAITS.1));
            }
        }
    }

    /// Returns `true` if something was printed that the supervisor has not read, or reads just now.
    /// Later it says what it was.
    fn is_pending(&self, link: &Link) -> bool {
        // In this order: see `Printed::read`.
        self.output.as_ref().is_some_and(runtime::is_unread)
            || link.get(Word::Reading) == self.process
    }
}
