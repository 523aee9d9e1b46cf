//! The hooks of the trace itself, by program-wide block: what interpreters call.

use super::hooks::Onward;
use super::observations::Place;
use super::path::Then;
use super::view::Recorder;
use crate::distance::{Decision, Distance};
use crate::execution::calls::activations::Seen;
use crate::execution::{ExceptionKind, Fallible, Misuse, Thrown, Trace, Value};
#[cfg(doc)]
use crate::execution::{Frame, MethodCalls, Outputs};
use crate::flow::Outcome;
use crate::id::{Block, Function, Mutant};

/// Hooks, by program-wide block. Those of [`Frame`] are the same by local number; they never panic.
impl Trace {
    /// Records that a block evaluated its two-way predicate: the block is complete, and the block on the side taken is entered. The outcome is
    /// returned.
    #[inline]
    pub fn decide(&self, block: Block, decision: Decision) -> bool {
        if self.is_plain() {
            self.all.decide(block, decision, &Seen::NOBODY);
        } else {
            self.each_beside(block, Then::Leaves, |recorder, block, seen| {
                recorder.decide_heard(block, decision, seen);
                Onward::Within
            });
        }
        decision.holds()
    }

    /// Records that a block selected by `value`: the block is complete, and the block of the arm is entered. The value is returned, to be matched on.
    ///
    /// A value that no arm lists selects the default; without one it leaves the function, if the block may. O(log arms).
    ///
    /// While an arm is taken, the default is K away whatever the value, as published: no gradient.
    /// [`Rules::with_default_arm`](crate::distance::Rules::with_default_arm) makes it the way to the nearest value that no arm lists. Keys of
    /// 64 bits without a sign fit in their order as `(key ^ 1 << 63) as i64`, here and in [`case`](crate::flow::FlowBuilder::case) alike.
    ///
    /// ```
    /// use sbst::execution::{Execution, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(
    ///     &FlowBuilder::new().arm(0, [1..=9, 20..=29], 1).default(0, 2).exit(1).exit(2),
    /// )?;
    /// let (trace, block) = (Trace::new(&graph), graph.entry(Function::new(0)));
    /// trace.switch(block, 12);
    /// let arm = graph.branch(block, Outcome::Arm(0)).expect("declared");
    /// // down to 9, and K
    /// assert_eq!(trace.branch_distance(graph.edge(arm)).map(|d| d.get()), Some(4.0));
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn switch(&self, block: Block, value: i64) -> i64 {
        self.each_at(block, Then::Leaves, |recorder, block, seen| recorder.switch(block, value, seen));
        value
    }

    /// Records that a block took an edge without comparing a number, as a match on the kind of a value does: the block is complete, and the
    /// other arms, or the other side, are K away.
    ///
    /// For [`Outcome::Next`] it is the same as [`end`](Self::end). [`Outcome::Exception`] says that an exception of the block was caught by
    /// its handler with this number; the block is not complete then.
    ///
    /// ```
    /// use sbst::execution::{Execution, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// let graph =
    ///     FlowGraph::of(&FlowBuilder::new().case(0, 0, 1).default(0, 2).exit(1).exit(2))?;
    /// let (trace, block) = (Trace::new(&graph), graph.entry(Function::new(0)));
    /// // the interpreter matched a kind, not a number
    /// trace.choose(block, Outcome::Default);
    /// let distances: Vec<_> = graph
    ///     .branches_of(block)
    ///     .map(|branch| trace.branch_distance(graph.edge(branch)).map(|d| d.get()))
    ///     .collect();
    /// assert_eq!(distances, [Some(1.0), Some(0.0)]); // K away, and taken
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn choose(&self, block: Block, outcome: Outcome) {
        self.each_at(block, Then::Leaves, |recorder, block, seen| recorder.choose(block, outcome, seen));
    }

    /// Records that the first `statements` statements of a block ran to their end. The number is absolute, hence right under recursion.
    pub fn done(&self, block: Block, statements: u32) {
        self.each_at(block, Then::Stays, |recorder, block, seen| {
            recorder.done(block, statements, seen);
            Onward::Within
        });
    }

    /// Records that a block sets the result of the innermost activation to the outcome of a decision, and returns the outcome.
    ///
    /// It is [`Frame::sets`](crate::execution::Frame::sets) for interpreters: `return a < b` sets the result in a block that
    /// [ends](Self::end) after that. While no activation is open, only the block is noted as entered.
    pub fn sets(&self, block: Block, decision: Decision) -> bool {
        self.done(block, 0);
        if let Some(calls) = &self.calls {
            calls.set_result(calls.innermost(), block, decision);
        }
        decision.holds()
    }

    /// Records that a block ran to its end: its ordinary way on is taken, or it leaves the function if it is an exit. Without this call the
    /// goal of a branch named [`Outcome::Next`] is never covered, and an exit may be known as entered only.
    pub fn end(&self, block: Block) {
        self.each_at(block, Then::Leaves, |recorder, block, seen| recorder.end(block, seen));
    }

    /// Records the result of a fallible block and returns it: `Ok` or `Some` ends the block, `Err` or `None` is its exception 0 if it has
    /// one, and else leaves the function.
    pub fn tried<R: Fallible>(&self, block: Block, result: R) -> R {
        let succeeded = result.has_succeeded();
        self.each_at(block, Then::Leaves, |recorder, block, seen| recorder.tried(block, succeeded, seen));
        result
    }

    /// Records that a call of `function` returned normally, with this value (`()` if it has none; of a text or a collection give a
    /// reference). If no other function is active, it was a call that the test made itself: then [`MethodCalls::returned_to_test`] holds
    /// from now on. The values of all calls count for [`Outputs`]. It completes no block: see [`end`](Self::end).
    pub fn returned(&self, function: Function, value: impl Into<Value>) {
        self.note_returned(function, self.is_direct(function), value.into());
    }

    /// Returns `true` if a call of a function that ends now is one that the test made itself.
    fn is_direct(&self, function: Function) -> bool {
        match self.depth.get() {
            0 => true,
            1 => self.outermost.get() == Some(function),
            _ => false,
        }
    }

    pub(in crate::execution) fn note_returned(&self, function: Function, is_direct: bool, value: Value) {
        if is_direct {
            self.observations.called.add(function.number());
            self.observations.returned.add(function.number());
        }
        self.note_value(function, Place::Returned, value);
    }

    /// Records a value of one argument of a function, counted from 0. Linear in the arguments of that function.
    pub fn argument(&self, function: Function, argument: u32, value: impl Into<Value>) {
        self.note_value(function, Place::Argument(argument), value.into());
    }

    fn note_value(&self, function: Function, place: Place, value: Value) {
        self.observations.values.see(function, place, value).unwrap_or_else(|misuse| self.note(misuse));
    }

    /// Records that an exception left a method. Whether that is every method that it passes, or the one that the test called, is for the
    /// caller to decide; published tools count the latter. If no other function is active, it left a call that the test made itself: an
    /// implicit exception then counts for [`ImplicitExceptions`](crate::execution::ImplicitExceptions). Linear in the different exceptions
    /// recorded.
    pub fn threw(&self, thrown: Thrown) {
        self.note_threw(thrown, self.is_direct(thrown.function));
    }

    pub(in crate::execution) fn note_threw(&self, thrown: Thrown, is_direct: bool) {
        if thrown.function.index() >= self.all.functions.len() {
            self.note(Misuse::NoSuchFunction { function: thrown.function });
            return;
        }
        self.observations.throw(thrown);
        if is_direct && thrown.kind == ExceptionKind::Implicit {
            self.observations.implicit.add(thrown.function.number());
        }
    }

    /// Records that a mutant was evaluated, with this [infection distance](crate::distance::infection).
    ///
    /// Nothing is recorded of a mutant for which the trace was not made (see [`with_mutants`](Self::with_mutants)), since a subject has
    /// hooks whether or not its mutants are goals; [`check`](Self::check) tells if somebody asks for it.
    #[inline]
    pub fn infected(&self, mutant: Mutant, distance: Distance) {
        self.observations.mutants.see(mutant, distance);
    }

    #[inline]
    fn each_at(&self, block: Block, then: Then, hook: impl Fn(&Recorder, Block, &Seen<'_>) -> Onward) {
        if self.is_plain() {
            hook(&self.all, block, &Seen::NOBODY);
        } else {
            self.each_beside(block, then, hook);
        }
    }

    /// Returns `true` if hooks are recorded in one place only.
    #[inline]
    fn is_plain(&self) -> bool {
        self.direct.is_none() && self.calls.is_none() && self.path.is_none() && self.walks.is_none()
    }

    /// Apart, so that a trace that records in one place only does not pay for it.
    #[inline(never)]
    fn each_beside(&self, block: Block, then: Then, hook: impl Fn(&Recorder, Block, &Seen<'_>) -> Onward) {
        if let Some(direct) = self.direct_at(block) {
            hook(direct, block, &Seen::NOBODY);
        }
        self.follow(None, block, then, &self.seen_at(), hook);
    }
}
