//! The frame of an instrumented function: it knows the block that the function is in, and follows
//! jumps by itself.
//!
//! An inlined hook is compiled with the instrumented crate: without optimisation in a debug build,
//! even if this crate is optimised there. So hooks are inlined only without debug assertions, and
//! the generic ones do nothing beside their measure themselves.

use super::body::Body;
use super::foreseen::{Ahead, Foreseen};
use super::matching::{Looked, Text};
use super::open::Open;
use super::recorder::{Recorder, begin_anew};
use crate::distance::{Decision, Rules, SwitchKey};
use crate::execution::Fallible;
use crate::id::CallSite;
use alloc::rc::Rc;
use core::cell::{Cell, RefCell};

/// The frame of an instrumented function. Without a recorder, its hooks do nothing.
#[derive(Debug)]
pub struct Active<'r>(Option<Open<'r>>);

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
            open.arrive(block);
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

    /// Records the contrary of what is asked, `!` of it, and returns its outcome.
    #[inline]
    pub fn decide_not(
        &self,
        block: u32,
        outcome: bool,
        measure: impl FnOnce(&Rules, bool) -> Decision,
    ) -> bool {
        if let Some(open) = &self.0 {
            let rules = open.reach(block);
            let measured = open.confirmed(outcome, measure(rules, outcome));
            open.decide(block, !outcome, !measured);
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

    /// Looks at a receiver, if somebody listens.
    #[inline]
    pub fn look<T>(&self, look: impl FnOnce() -> Option<T>) -> Option<T> {
        if self.is_recorded() { look() } else { None }
    }

    /// Measures an argument after it was evaluated, and returns it. Its type is that which the
    /// method expects.
    #[inline]
    pub fn passes<T>(
        &self,
        block: u32,
        argument: T,
        measure: impl FnOnce(&T) -> Option<Decision>,
    ) -> T {
        self.ahead(block, measure(&argument).map(Foreseen::Asked));
        argument
    }

    /// Returns the decision of a condition that was measured while its operands were evaluated.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn foreseen(&self, block: u32, rules: &Rules, outcome: bool) -> Decision {
        match &self.0 {
            Some(open) => open.ahead.decision(block, outcome, rules),
            None => rules.flag(outcome),
        }
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
    pub fn switch<K: SwitchKey>(&self, block: u32, value: K, later: &[u32]) -> K {
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
