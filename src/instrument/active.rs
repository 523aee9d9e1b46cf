//! The frame of an instrumented function: it knows the block that the function is in, and follows
//! jumps by itself.
//!
//! An inlined hook is compiled with the instrumented crate: without optimisation in a debug build,
//! even if this crate is optimised there. So hooks are inlined only without debug assertions, and
//! the generic ones do nothing beside their measure themselves.

use super::body::{Body, Step};
use super::foreseen::{Ahead, Foreseen};
use super::matching::{Key, Looked, Seen, Text};
use super::recorder::{Recorder, begin_anew};
use crate::distance::{Decision, Rules};
use crate::execution::{ExceptionKind, Fallible, Frame};
use crate::flow::Outcome;
use crate::id::{CallSite, Symbol};
use alloc::rc::Rc;
use core::cell::{Cell, RefCell};
use smallvec::SmallVec;

/// The frame of an instrumented function. Without a recorder, its hooks do nothing.
#[derive(Debug)]
pub struct Active<'r>(Option<Open<'r>>);

/// An activation that is recorded.
#[derive(Debug)]
struct Open<'r> {
    recorder: &'r Recorder,
    frame: Frame<'r>,
    body: &'static Body,
    /// Block that the function is in.
    at: Cell<u32>,
    /// Statements of the block that have completed.
    done: Cell<u32>,
    /// Knowledge about the pattern that is matched next.
    ahead: Ahead,
    /// Knowledge about the blocks that a `match` may come to after a guard.
    looked: Looked,
    /// Calls whose arguments are being evaluated: sites and paths of the functions.
    coming: RefCell<SmallVec<[(u32, &'static str); 2]>>,
    /// `true` if a panic was unwinding when the function was called.
    in_panic: bool,
}

impl<'r> Active<'r> {
    /// Enters a function, if a recorder listens.
    #[cfg_attr(not(debug_assertions), inline)]
    #[must_use]
    pub fn enter(recorder: &'r Option<Rc<Recorder>>, body: &'static Body) -> Self {
        match recorder {
            Some(recorder) => Self::open(recorder, body),
            None => Self(None),
        }
    }

    fn open(recorder: &'r Recorder, body: &'static Body) -> Self {
        // Without a number, the function was linked after the program was numbered: nothing knows
        // its blocks.
        let Some(function) = body.function() else { return Self(None) };
        let site = recorder.take_mark(body, function);
        recorder.step();
        let frame = recorder.trace.innermost(site).enter(function);
        Self(Some(Open {
            recorder,
            frame,
            body,
            at: Cell::new(0),
            done: Cell::new(0),
            ahead: Ahead::default(),
            looked: Looked::default(),
            coming: RefCell::default(),
            in_panic: std::thread::panicking(),
        }))
    }

    /// Says that the function is in a block, of which so many statements have completed.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn at(&self, block: u32, done: u32) {
        if let Some(open) = &self.0 {
            open.settle(block);
            open.done.set(done);
        }
    }

    /// Says that the pattern at the end of a block matched.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn matched(&self, block: u32) {
        if let Some(open) = &self.0 {
            open.decide_foreseen(block, true);
        }
    }

    /// Says that the pattern at the end of a block matched, as an operand of `&&`.
    #[cfg_attr(not(debug_assertions), inline)]
    #[must_use]
    pub fn has_matched(&self, block: u32) -> bool {
        self.matched(block);
        true
    }

    /// Records a condition, and returns its outcome. The distance is computed only if somebody
    /// listens.
    #[inline]
    pub fn decide(
        &self,
        block: u32,
        outcome: bool,
        measure: impl FnOnce(&Rules, bool) -> Decision,
    ) -> bool {
        if let Some(open) = &self.0 {
            let rules = open.reach(block);
            open.decide(block, outcome, measure(rules, outcome));
        }
        outcome
    }

    /// Records a comparison that the function returns, and returns its outcome.
    #[inline]
    pub fn gives(
        &self,
        block: u32,
        outcome: bool,
        measure: impl FnOnce(&Rules, bool) -> Decision,
    ) -> bool {
        if let Some(open) = &self.0 {
            let rules = open.reach_result(block);
            open.gives(block, outcome, measure(rules, outcome));
        }
        outcome
    }

    /// Returns `true` if the activation is recorded.
    #[cfg_attr(not(debug_assertions), inline)]
    pub(super) fn is_recorded(&self) -> bool {
        self.0.is_some()
    }

    /// Remembers what is known of the pattern at the end of a block.
    #[cfg_attr(not(debug_assertions), inline)]
    pub(super) fn ahead(&self, block: u32, foreseen: Option<Foreseen>) {
        if let Some(open) = &self.0 {
            // A pattern before this one, which did not match, needs what was known of it.
            open.settle(block);
            open.ahead.set(block, foreseen);
        }
    }

    /// Measures operands before they are used.
    #[inline]
    pub fn probe(&self, measure: impl FnOnce(&Rules) -> Option<Decision>) -> Option<Decision> {
        self.0.as_ref().and_then(|open| measure(open.frame.rules()))
    }

    /// Records whether an operation succeeded, and returns its result.
    #[inline]
    pub fn tried<R: Fallible>(&self, block: u32, result: R) -> R {
        if let Some(open) = &self.0 {
            open.decide_foreseen(block, result.has_succeeded());
        }
        result
    }

    /// Says which arm of a `match` was chosen, and that it leads to a block.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn arm(&self, arm: u32, to: u32) {
        if let Some(open) = &self.0 {
            open.choose(arm, to);
        }
    }

    /// Says which arm of a `match` was chosen, before its guard.
    #[cfg_attr(not(debug_assertions), inline)]
    #[must_use]
    pub fn is_arm(&self, arm: u32, to: u32) -> bool {
        self.arm(arm, to);
        true
    }

    /// Records the number that a `match` looks at, and remembers it for the blocks that select by
    /// it after a guard.
    #[inline]
    pub fn switch<K: Key>(&self, block: u32, value: K, later: &[u32]) -> K {
        if let Some(open) = &self.0 {
            open.switch_with_guards(block, value.key(), later);
        }
        value
    }

    /// Records the comparisons of a text with the patterns of a `match`, in their order. If arms
    /// have guards, `blocks` are those of the comparisons: all are measured now, because the text
    /// cannot be looked at after a guard.
    #[inline]
    pub fn texts<T: Text>(&self, block: u32, value: T, patterns: &[&[u8]], blocks: &[u32]) -> T {
        if let Some(open) = &self.0 {
            open.texts(block, &value, patterns, blocks);
        }
        value
    }

    /// Says that the guard of an arm was asked, and returns its outcome. If it failed, it led to a
    /// block, where the match goes on.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn guard(&self, rest: u32, holds: bool) -> bool {
        if let Some(open) = self.0.as_ref().filter(|_| !holds) {
            open.settle(rest);
            open.go_on();
        }
        holds
    }

    /// Marks the call of a function, and returns the function.
    #[inline]
    pub fn calls<F>(&self, site: u32, function: F) -> F {
        if let Some(open) = &self.0 {
            open.recorder.mark_path(CallSite::new(site), core::any::type_name::<F>());
        }
        function
    }

    /// Remembers the function of a call whose arguments are evaluated next, and returns the
    /// function.
    #[inline]
    pub fn will_call<F>(&self, site: u32, function: F) -> F {
        if let Some(open) = &self.0 {
            open.will_call(site, core::any::type_name::<F>());
        }
        function
    }

    /// Marks a call after its last argument was evaluated, and returns the argument.
    #[inline]
    pub fn calls_now<T>(&self, site: u32, argument: T) -> T {
        if let Some(open) = &self.0 {
            open.mark_coming(site);
        }
        argument
    }

    /// Marks the call of a method after a value was evaluated, and returns the value.
    #[inline]
    pub fn calls_method<T>(&self, site: u32, name: &'static str, value: T) -> T {
        if let Some(open) = &self.0 {
            open.recorder.mark_method(CallSite::new(site), name);
        }
        value
    }
}

impl Open<'_> {
    /// Returns how a block ends.
    fn step(&self, block: u32) -> Option<&'static Step> {
        Some(&self.body.blocks.get(block as usize)?.step)
    }

    /// Follows jumps, and patterns that did not match, to a block. A function that is elsewhere
    /// stays there: the next hook then names a block that the function is not in, which the path
    /// check notes.
    #[inline]
    fn settle(&self, block: u32) {
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

    /// Follows jumps, and patterns that did not match, until a place is found.
    #[inline(never)]
    fn settle_until(&self, is_there: impl Fn(u32, &Step) -> bool) -> bool {
        // Each step leads to another block, or around a circle of jumps: that ends after as many
        // steps as there are blocks.
        for _ in 0..=self.body.blocks.len() {
            let at = self.at.get();
            let Some(step) = self.step(at) else { return false };
            if is_there(at, step) {
                return true;
            }
            match *step {
                Step::Jump(to) | Step::MayLeave(to) => {
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
    fn leads(&self, from: u32, is_there: &impl Fn(u32, &Step) -> bool) -> bool {
        let mut at = from;
        for _ in 0..=self.body.blocks.len() {
            let Some(step) = self.step(at) else { return false };
            if is_there(at, step) {
                return true;
            }
            at = match *step {
                Step::Jump(to)
                | Step::MayLeave(to)
                | Step::MayJump(to, _)
                | Step::Pattern(_, to) => to,
                _ => return false,
            };
        }
        false
    }

    /// Goes to a block.
    #[inline]
    fn go(&self, to: u32) {
        self.at.set(to);
        self.done.set(0);
    }

    /// Goes to a block that decides, and returns the rules by which it is measured. Measuring may
    /// call instrumented code, such as an `eq`, so the block must be known before.
    #[cfg_attr(not(debug_assertions), inline)]
    fn reach(&self, block: u32) -> &Rules {
        self.recorder.unmark();
        self.settle(block);
        self.recorder.step();
        self.frame.rules()
    }

    /// Returns what was measured with the outcome of the program, whatever the measure says.
    #[inline]
    fn confirmed(&self, outcome: bool, measured: Decision) -> Decision {
        measured.confirmed(outcome).unwrap_or_else(|| self.frame.rules().flag(outcome))
    }

    /// Records the decision at the end of a block that was [reached](Self::reach).
    #[cfg_attr(not(debug_assertions), inline)]
    fn decide(&self, block: u32, outcome: bool, measured: Decision) {
        self.frame.decide(block, self.confirmed(outcome, measured));
        if let Some(Step::Decide(yes, no) | Step::Pattern(yes, no)) = self.step(block) {
            self.go(if outcome { *yes } else { *no });
        }
    }

    /// Decides a block by what is known of its pattern.
    fn decide_foreseen(&self, block: u32, outcome: bool) {
        let rules = self.reach(block);
        self.decide(block, outcome, self.ahead.decision(block, outcome, rules));
    }

    /// Goes to a block that returns a comparison, and returns the rules by which it is measured.
    fn reach_result(&self, block: u32) -> &Rules {
        self.settle(block);
        self.frame.rules()
    }

    /// Records the comparison that the function returns.
    fn gives(&self, block: u32, outcome: bool, measured: Decision) {
        let _ = self.frame.sets(block, self.confirmed(outcome, measured));
    }

    fn choose(&self, arm: u32, to: u32) {
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
    fn switch_with_guards(&self, block: u32, key: i64, later: &[u32]) {
        for &block in later {
            self.looked.remember(block, Seen::Number(key));
        }
        self.switch(block, key);
    }

    fn switch(&self, block: u32, key: i64) {
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

    fn texts(&self, block: u32, value: &dyn Text, patterns: &[&[u8]], blocks: &[u32]) {
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
    fn go_on(&self) {
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
    fn close(&self) {
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
    fn will_call(&self, site: u32, path: &'static str) {
        self.coming.borrow_mut().push((site, path));
    }

    /// Marks a call that was remembered. Calls after it were given up: a jump left their arguments.
    fn mark_coming(&self, site: u32) {
        let mut coming = self.coming.borrow_mut();
        while let Some((known, path)) = coming.pop() {
            if known == site {
                return self.recorder.mark_path(CallSite::new(site), path);
            }
        }
    }

    /// Says that a panic goes through the activation. Its identity is the line that was being
    /// executed.
    fn panicked(&self) {
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

impl Drop for Active<'_> {
    #[cfg_attr(not(debug_assertions), inline)]
    fn drop(&mut self) {
        if let Some(open) = self.0.take() {
            open.close();
            let Open { recorder, frame, .. } = open;
            drop(frame);
            if recorder.trace.depth() == 0
                && let Some(after) = recorder.after
                && !after(&recorder.trace)
            {
                begin_anew();
            }
        }
    }
}
