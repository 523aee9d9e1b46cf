//! Executes inputs, and tells what one prints apart from what others printed.

use super::ended::MARK;
use super::link::{Link, Word};
use crate::runtime::{self, Target};
use std::io::Write;
use std::sync::atomic::AtomicU32;

/// Number of executions that are marked after one printed something: those who print do so often.
const MARKS: u32 = 1 << 10;

#[derive(Debug)]
pub(super) struct Executor {
    target: Target,
    /// Number of executions that are marked in what the target prints.
    marks: u32,
}

impl Executor {
    pub(super) fn new(target: Target) -> Self {
        Self { target, marks: 0 }
    }

    pub(super) fn target(&self) -> Target {
        self.target
    }

    /// Executes an input while `record` records, and returns what it did; nothing if the target rejects it.
    pub(super) fn record(&mut self, link: &Link, record: fn(&mut dyn FnMut()) -> bool, input: &[u8]) -> Vec<&'static [AtomicU32]> {
        let mut is_accepted = true;
        self.mark(link);
        link.begin(input);
        record(&mut || is_accepted = self.target.run(input));
        link.end();
        if is_accepted { runtime::recorded().collect() } else { Vec::new() }
    }

    /// Tells what the next execution prints apart from what others printed. Most targets print nothing, and then this is cheap.
    fn mark(&mut self, link: &Link) {
        // In this order: see `Printed::read`. While there are marks, they would be taken for output of the target.
        let may_have_printed = self.marks == 0 && (runtime::has_unread_output() || link.get(Word::Reading) != 0);
        if may_have_printed || link.get(Word::Printed) != 0 {
            link.set(Word::Printed, 0);
            self.marks = MARKS;
        }
        if self.marks > 0 {
            self.marks -= 1;
            let _ = std::io::stderr().write_all(&[MARK]);
        }
    }
}
