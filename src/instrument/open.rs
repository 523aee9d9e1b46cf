//! An activation that is recorded: where it is, and what it knows of the patterns to come.

use super::body::{Body, Step};
use super::foreseen::Ahead;
use super::matching::{Looked, Seen, Text};
use super::recorder::Recorder;
use crate::distance::{Decision, Rules};
use crate::execution::{ExceptionKind, Frame};
use crate::flow::Outcome;
use crate::id::{CallSite, Symbol};
use core::cell::{Cell, RefCell};
use smallvec::SmallVec;

/// An activation that is recorded.
#[derive(Debug)]
pub(super) struct Open<'r> {
    pub(super) recorder: &'r Recorder,
    pub(super) frame: Frame<'r>,
    pub(super) body: &'static Body,
    /// Block that the function is in.
    pub(super) at: Cell<u32>,
    /// Statements of the block that have completed.
    pub(super) done: Cell<u32>,
    /// Knowledge about the pattern that is matched next.
    pub(super) ahead: Ahead,
    /// Knowledge about the blocks that a `match` may come to after a guard.
    pub(super) looked: Looked,
    /// Calls whose arguments are being evaluated: sites and paths of the functions.
    pub(super) coming: RefCell<SmallVec<[(u32, &'static str); 2]>>,
    /// `true` if a panic was unwinding when the function was called.
    pub(super) in_panic: bool,
}

impl Open<'_> {
    /// Returns how a block ends.
    pub(super) fn step(&self, block: u32) -> Option<&'static Step> {
        Some(&self.body.blocks.get(block as usize)?.step)
    }

    /// Follows jumps, and patterns that did not match, to a block. A function that is elsewhere
    /// stays there: the next hook then names a block that the function is not in, which the path
    /// check notes.
    #[inline]
    pub(super) fn settle(&self, block: u32) {
        let at = self.at.get();
        if at == block {
            return;
        }
        // The common case: one jump.
        if let Some(Step::Jump(to)) = self.step(at)
            && *to == block
        {
            self.frame.end(at);
            return self.go(block);
        }
        self.settle_until(|at, _| at == block);
    }

    /// Goes to a block in which the function is. If nothing that is known leads there, the path
    /// check notes it: the hook of a `match` computed another arm, or a macro jumped.
    #[inline]
    pub(super) fn arrive(&self, block: u32) {
        self.settle(block);
        if self.at.get() != block {
            self.stray(block);
        }
    }

    /// Goes to a block to which nothing leads.
    #[cold]
    fn stray(&self, block: u32) {
        self.frame.done(block, 0);
        self.go(block);
    }

    /// Follows jumps, and patterns that did not match, until a place is found.
    #[inline(never)]
    pub(super) fn settle_until(&self, is_there: impl Fn(u32, &Step) -> bool) -> bool {
        // Each step leads to another block, or around a circle of jumps: that ends after as many
        // steps as there are blocks.
        for _ in 0..=self.body.blocks.len() {
            let at = self.at.get();
            let Some(step) = self.step(at) else { return false };
            if is_there(at, step) {
                return true;
            }
            match *step {
                Step::Jump(to)
                | Step::MayLeave(to)
                | Step::Known(true, to, _)
                | Step::Known(false, _, to) => {
                    self.frame.end(at);
                    self.go(to);
                }
                Step::Pattern(_, no) => {
                    self.frame.decide(at, self.ahead.decision(at, false, self.frame.rules()));
                    self.go(no);
                }
                Step::MayJump(next, targets) => {
                    // The way on is taken if it leads there, else the first jump that does.
                    let jump = if self.leads(next, &is_there) {
                        None
                    } else {
                        targets.iter().position(|&to| self.leads(to, &is_there))
                    };
                    match jump {
                        None => {
                            self.frame.end(at);
                            self.go(next);
                        }
                        Some(jump) => {
                            self.frame.choose(at, Outcome::Exception(jump as u32));
                            self.go(targets[jump]);
                        }
                    }
                }
                _ => return false,
            }
        }
        false
    }

    /// Returns `true` if jumps, and patterns that do not match, lead from a block to a place.
    pub(super) fn leads(&self, from: u32, is_there: &impl Fn(u32, &Step) -> bool) -> bool {
        let mut at = from;
        for _ in 0..=self.body.blocks.len() {
            let Some(step) = self.step(at) else { return false };
            if is_there(at, step) {
                return true;
            }
            at = match *step {
                Step::Jump(to)
                | Step::MayLeave(to)
                | Step::Known(true, to, _)
                | Step::Known(false, _, to)
                | Step::MayJump(to, _)
                | Step::Pattern(_, to) => to,
                _ => return false,
            };
        }
        false
    }

    /// Goes to a block.
    #[inline]
    pub(super) fn go(&self, to: u32) {
        self.at.set(to);
        self.done.set(0);
    }

    /// Goes to a block that decides, and returns the rules by which it is measured. Measuring may
    /// call instrumented code, such as an `eq`, so the block must be known before.
    #[cfg_attr(not(debug_assertions), inline)]
    pub(super) fn reach(&self, block: u32) -> &Rules {
        self.recorder.unmark();
        self.settle(block);
        self.recorder.step();
        self.frame.rules()
    }

    /// Returns what was measured with the outcome of the program, whatever the measure says.
    #[inline]
    pub(super) fn confirmed(&self, outcome: bool, measured: Decision) -> Decision {
        measured.confirmed(outcome).unwrap_or_else(|| self.frame.rules().flag(outcome))
    }

    /// Records the decision at the end of a block that was [reached](Self::reach).
    #[cfg_attr(not(debug_assertions), inline)]
    pub(super) fn decide(&self, block: u32, outcome: bool, measured: Decision) {
        self.frame.decide(block, self.confirmed(outcome, measured));
        if let Some(Step::Decide(yes, no) | Step::Pattern(yes, no)) = self.step(block) {
            self.go(if outcome { *yes } else { *no });
        }
    }

    /// Decides a block by what is known of its pattern.
    pub(super) fn decide_foreseen(&self, block: u32, outcome: bool) {
        let rules = self.reach(block);
        self.decide(block, outcome, self.ahead.decision(block, outcome, rules));
    }

    /// Goes to a block that returns a comparison, and returns the rules by which it is measured.
    pub(super) fn reach_result(&self, block: u32) -> &Rules {
        self.settle(block);
        self.frame.rules()
    }

    /// Records the comparison that the function returns.
    pub(super) fn gives(&self, block: u32, outcome: bool, measured: Decision) {
        let _ = self.frame.sets(block, self.confirmed(outcome, measured));
    }

    pub(super) fn choose(&self, arm: u32, to: u32) {
        self.recorder.unmark();
        self.recorder.step();
        let leads = |at, step: &Step| {
            at == to || matches!(step, Step::Choose(arms, _) if arms.contains(&(arm, to)))
        };
        if self.settle_until(leads) && self.at.get() != to {
            let at = self.at.get();
            if let Some(step) = self.step(at) {
                self.frame.choose(at, step.outcome(arm));
            }
            self.go(to);
        }
    }

    /// Remembers a number for the blocks that select by it after a guard, and selects by it.
    pub(super) fn switch_with_guards(&self, block: u32, key: i128, later: &[u32]) {
        for &block in later {
            self.looked.remember(block, Seen::Number(key));
        }
        self.switch(block, key);
    }

    pub(super) fn switch(&self, block: u32, key: i128) {
        self.recorder.unmark();
        self.recorder.step();
        self.settle(block);
        let Some(Step::Switch(arms, default)) = self.step(block) else { return };
        self.frame.switch(block, key);
        if let Some(to) = arms
            .iter()
            .find(|(low, high, _)| (*low..=*high).contains(&key))
            .map(|arm| arm.2)
            .or(*default)
        {
            self.go(to);
        }
    }

    pub(super) fn texts(&self, block: u32, value: &dyn Text, patterns: &[&[u8]], blocks: &[u32]) {
        self.settle(block);
        if !blocks.is_empty() {
            let rules = self.frame.rules();
            for (pattern, &block) in patterns.iter().zip(blocks) {
                let outcome = value.bytes() == *pattern;
                let measured = self.confirmed(outcome, value.equals(pattern, rules));
                self.looked.remember(block, Seen::Comparison(measured));
            }
            return self.go_on();
        }
        for pattern in patterns {
            let at = self.at.get();
            let is_equal = value.bytes() == *pattern;
            let rules = self.reach(at);
            self.decide(at, is_equal, value.equals(pattern, rules));
            if is_equal {
                break;
            }
        }
    }

    /// Decides blocks of a `match` by what was seen before, until there is one of which nothing was
    /// seen.
    pub(super) fn go_on(&self) {
        // Each block takes what was seen of it, so that the loop ends.
        while let Some(seen) = self.looked.take(self.at.get()) {
            match seen {
                Seen::Number(key) => self.switch(self.at.get(), key),
                Seen::Comparison(decision) => {
                    let at = self.at.get();
                    self.reach(at);
                    self.decide(at, decision.holds(), decision);
                }
            }
        }
    }

    /// Ends the activation: the function returned, or a panic goes through it.
    pub(super) fn close(&self) {
        self.recorder.unmark();
        if std::thread::panicking() && !self.in_panic {
            return self.panicked();
        }
        let leaves = |_, step: &Step| {
            matches!(step, Step::Return(_) | Step::Fail(_) | Step::MayLeave(_) | Step::MayJump(..))
        };
        if !self.settle_until(leaves) {
            return;
        }
        let at = self.at.get();
        match self.step(at) {
            // An error is no normal return.
            Some(Step::Fail(_)) => self.frame.end(at),
            _ => self.frame.returns(at, ()),
        }
    }

    /// Remembers a call whose arguments are evaluated next.
    pub(super) fn will_call(&self, site: u32, path: &'static str) {
        self.coming.borrow_mut().push((site, path));
    }

    /// Marks a call that was remembered. Calls after it were given up: a jump left their arguments.
    pub(super) fn mark_coming(&self, site: u32) {
        let mut coming = self.coming.borrow_mut();
        while let Some((known, path)) = coming.pop() {
            if known == site {
                return self.recorder.mark_path(CallSite::new(site), path);
            }
        }
    }

    /// Says that a panic goes through the activation. Its identity is the line that was being
    /// executed.
    pub(super) fn panicked(&self) {
        let at = self.at.get();
        let Some(block) = self.body.blocks.get(at as usize) else { return };
        if self.done.get() > 0 {
            self.frame.done(at, self.done.get());
        }
        // The limit ended the execution: the code threw nothing, and did not return.
        if self.recorder.is_out_of_steps() {
            return;
        }
        let line = block
            .lines
            .get(self.done.get() as usize)
            .or(block.lines.last())
            .copied()
            .unwrap_or(self.body.line);
        let kind = if block.panics { ExceptionKind::Explicit } else { ExceptionKind::Implicit };
        self.frame.threw(Symbol::new(line), kind);
    }
}
