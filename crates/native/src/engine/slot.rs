//! A worker, as its supervisor sees it.

use super::ended::Printed;
use super::link::{Link, Word};
use std::process::Child;
use std::time::Instant;

/// Number of seconds without an execution after which a worker counts as hanging outside of the
/// target's function: while it searches, and while it starts. Each is as long as the user lets an
/// execution take, if that is longer.
const UNRESPONSIVE: f64 = 10.0;
const UNRESPONSIVE_AT_START: f64 = 60.0;

/// A child process, and what it shares.
pub(super) struct Slot {
    pub(super) number: usize,
    pub(super) link: Link,
    pub(super) child: Child,
    pub(super) printed: Printed,
    /// Number of inputs that were begun or read, whether one is executed, and since when that is
    /// so.
    pub(super) alive: (u64, bool, Instant),
    pub(super) is_hanging: bool,
    /// Number of inputs that were begun before the worker was started.
    pub(super) begun_at_start: u64,
    /// Number of executions of the search before the worker was started. Replays of the corpus are
    /// none.
    pub(super) runs_at_start: u64,
    /// Number of restarts in a row without progress of the search.
    pub(super) fruitless: u32,
    /// Number of restarts after the search.
    pub(super) late: u32,
    /// Whether its search was given up.
    pub(super) is_lost: bool,
    pub(super) has_ended: bool,
}

impl Slot {
    /// Returns a worker that was just started for the first time.
    pub(super) fn new(number: usize, link: Link, child: Child, printed: Printed) -> Self {
        Self {
            number,
            link,
            child,
            printed,
            alive: (0, false, Instant::now()),
            is_hanging: false,
            begun_at_start: 0,
            runs_at_start: 0,
            fruitless: 0,
            late: 0,
            is_lost: false,
            has_ended: false,
        }
    }

    /// Starts a worker in the place of the one that has ended.
    pub(super) fn renew(
        &mut self,
        start: impl FnOnce(usize) -> Result<(Child, Printed), String>,
    ) -> Result<(), String> {
        // Before it is started: on a busy machine it may begin inputs, and end, before this goes
        // on. It would seem to have begun none.
        self.begun_at_start = self.link.get(Word::Begun);
        self.runs_at_start = self.link.get(Word::Runs);
        (self.child, self.printed) = start(self.number)?;
        self.is_hanging = false;
        self.alive.2 = Instant::now();
        Ok(())
    }

    /// Returns `true` if the worker has begun an input.
    pub(super) fn has_begun(&self) -> bool {
        self.link.get(Word::Begun) != self.begun_at_start
    }

    /// Returns `true` while the worker executes an input. While it starts, the length of the input
    /// is still there that ended the one before.
    pub(super) fn is_executing(&self) -> bool {
        self.has_begun() && self.link.get(Word::Length) != 0
    }

    /// Returns for how many seconds the worker neither began, ended nor read an input.
    pub(super) fn idle(&mut self) -> f64 {
        let (count, is_executing) =
            (self.link.get(Word::Begun) + self.link.get(Word::Read), self.is_executing());
        if (count, is_executing) != (self.alive.0, self.alive.1) {
            self.alive = (count, is_executing, Instant::now());
        }
        self.alive.2.elapsed().as_secs_f64()
    }

    /// Returns the number of seconds without an execution after which a worker hangs outside of the
    /// target's function.
    pub(super) fn patience(&self, timeout: f64) -> f64 {
        let patience =
            timeout.max(if self.has_begun() { UNRESPONSIVE } else { UNRESPONSIVE_AT_START });
        // Somebody waits for the end.
        if self.link.get(Word::Stop) != 0 { patience.min(UNRESPONSIVE_AT_START) } else { patience }
    }
}
