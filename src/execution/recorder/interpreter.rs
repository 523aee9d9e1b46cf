//! Hooks of the trace itself, for interpreters. They take blocks of the whole program.

use super::hooks::Hook;
use super::observations::Place;
use crate::distance::{Decision, Distance, SwitchKey};
use crate::execution::calls::activations::{Calls, Seen};
use crate::execution::{Effect, ExceptionKind, Fallible, Misuse, Thrown, Trace, Value};
#[cfg(doc)]
use crate::execution::{Facts, Frame};
use crate::flow::Outcome;
use crate::id::{Block, Function, Mutant};

/// Hooks for interpreters. They take blocks of the whole program. Most hooks of [`Frame`] have the
/// names and effects of these hooks, and take block numbers within the function. No hook panics.
impl Trace {
    /// Records that a block evaluated its two-way predicate, and returns the outcome.
    ///
    /// This completes the block, enters the block on the side that was taken, and lowers the
    /// distances of both sides. If the graph has no edge for this side, the activation leaves the
    /// function, provided that the block is an exit.
    #[inline]
    pub fn decide(&self, block: Block, decision: Decision) -> bool {
        // The common case is inlined into the program: a trace with one set of tables, and without
        // a listener.
        if self.is_plain() {
            self.all.decide(block, decision, &Seen::NOBODY);
        } else {
            self.record_beside(block, Hook::Decide(decision));
        }
        decision.holds()
    }

    /// Records that a block selected an arm by `value`, and returns the value, so that you can
    /// match on it.
    ///
    /// This completes the block, and enters the block of the arm. A value that no arm lists selects
    /// the default. If there is no default, the activation leaves the function, provided that the
    /// block is an exit. O(log n) for n arms.
    ///
    /// If an arm is taken, the distance of the default is K for every value, as published: it has
    /// no gradient. With [`Rules::with_default_arm`](crate::distance::Rules::with_default_arm), it
    /// is the distance to the nearest value that no arm lists. The value may be an integer of any
    /// type, a `char` or a `bool`: see [`SwitchKey`].
    ///
    /// ```
    /// use sbst::distance::SwitchKey;
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
    /// // A value of an interpreter, by its number.
    /// struct Value(i64);
    /// impl SwitchKey for Value {
    ///     fn key(&self) -> i128 {
    ///         self.0.into()
    ///     }
    /// }
    /// let Value(number) = trace.switch(block, Value(30));
    /// assert_eq!(number, 30);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn switch<K: SwitchKey>(&self, block: Block, value: K) -> K {
        self.record_innermost(block, Hook::Switch(value.key()));
        value
    }

    /// Records that a block took the edge with this name without comparing numbers, for example in
    /// a match on the variant of an enum.
    ///
    /// This completes the block. The distance of the other arms, or of the other side, is K.
    /// [`Outcome::Next`] has the effect of [`end`](Self::end). [`Outcome::Exception`] records that
    /// the handler with this number caught an exception of the block; the block is then entered,
    /// and not completed.
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
        self.record_innermost(block, Hook::Choose(outcome));
    }

    /// Records how far a block was from throwing an exception that it catches: see
    /// [`Frame::near_exception`](crate::execution::Frame::near_exception).
    pub fn near_exception(&self, block: Block, number: u32, distance: Distance) {
        self.record_innermost(block, Hook::Near(number, distance));
    }

    /// Records that the first `statements` statements of a block completed. The execution stays in
    /// the block.
    ///
    /// The number counts from the beginning of the block, so it is also right if recursion executes
    /// the block again meanwhile. The greatest number of all visits is kept. A number above that of
    /// the block is [`Misuse`], and counts as all statements.
    pub fn done(&self, block: Block, statements: u32) {
        self.record_innermost(block, Hook::Done(statements));
    }

    /// Records that a block sets the result of the innermost activation to the outcome of a
    /// decision, and returns the outcome.
    ///
    /// This is [`Frame::sets`](crate::execution::Frame::sets) for interpreters. For `return a < b`,
    /// call this hook, and then [`end`](Self::end). If no activation is open, or the trace records
    /// no call tree, the hook only enters the block.
    pub fn sets(&self, block: Block, decision: Decision) -> bool {
        // This enters the block, and completes no statement.
        self.done(block, 0);
        if let Some(calls) = &self.calls {
            calls.set_result(calls.innermost(), block, decision);
        }
        decision.holds()
    }

    /// Records that a block completed, and took the edge named [`Outcome::Next`]. Without such an
    /// edge, the activation leaves the function, provided that the block is an exit.
    ///
    /// Without this hook, a goal of a branch named [`Outcome::Next`] is never covered, and an exit
    /// counts as entered, but not as completed.
    pub fn end(&self, block: Block) {
        self.record_innermost(block, Hook::End);
    }

    /// Records the result of a block that may fail, and returns the result.
    ///
    /// `Ok` and `Some` complete the block, as [`end`](Self::end) does. `Err` and `None` take the
    /// edge of exception 0, if the block has one. Otherwise the error leaves the function.
    pub fn tried<R: Fallible>(&self, block: Block, result: R) -> R {
        let hook = if result.has_succeeded() { Hook::End } else { Hook::Fail };
        self.record_innermost(block, hook);
        result
    }

    /// Records that a call of `function` returned normally with this value. Pass `()` if there is
    /// none, and a reference to a text or a collection.
    ///
    /// The call counts as a call by the test in two cases: no activation is open, or the only open
    /// activation is one of this function that the test called. Then
    /// [`Facts::returned_to_test`] is `true` from then on. The values of all calls count for
    /// [`Facts::output_distance`]. This completes no block: call [`end`](Self::end) before. A function that the
    /// trace does not have is [`Misuse`].
    pub fn returned(&self, function: Function, value: impl Into<Value>) {
        self.note_returned(function, self.is_direct(function), value.into());
    }

    /// Returns `true` if the call of a function that ends now was made by the test itself.
    fn is_direct(&self, function: Function) -> bool {
        // The activation may be closed before or after its result is reported, so it may still be
        // the outermost one.
        match self.depth.get() {
            0 => true,
            1 => self.outermost.get() == Some(function),
            _ => false,
        }
    }

    /// Records that a call returned normally with this value. `is_direct` is `true` if the test
    /// made the call.
    pub(in crate::execution) fn note_returned(
        &self,
        function: Function,
        is_direct: bool,
        value: Value,
    ) {
        // An interpreter without activations reports no calls. A result shows that there was one.
        if is_direct {
            self.observations.called.add(function.number());
            self.observations.returned.add(function.number());
        }
        self.note_if(self.observations.values.see(function, Place::Returned, value));
    }

    /// Records the value of one argument of a function, counted from 0. The values of all calls
    /// count for [`Facts::input_distance`]. Linear in the number of arguments of the
    /// function.
    pub fn argument(&self, function: Function, argument: u32, value: impl Into<Value>) {
        let place = Place::Argument(argument);
        self.note_if(self.observations.values.see(function, place, value.into()));
    }

    /// Records that an exception left a function.
    ///
    /// Call this for every function that the exception leaves, or only for the function that the
    /// test called, as published tools do: the choice is yours. The call counts as a call by the
    /// test in two cases: no activation is open, or the only open activation is one of this
    /// function that the test called. An implicit exception that left a call by the test counts for
    /// [`Facts::each_implicit_exception`]. Linear in the number of
    /// different exceptions recorded. A function that the trace does not have is [`Misuse`].
    pub fn threw(&self, thrown: Thrown) {
        self.note_threw(thrown, self.is_direct(thrown.function));
    }

    /// Records that an exception left a function. `is_direct` is `true` if the test made the call.
    pub(in crate::execution) fn note_threw(&self, thrown: Thrown, is_direct: bool) {
        // The list of exceptions has no bound of its own, so the function is checked here.
        if thrown.function.index() >= self.all.functions.len() {
            self.note(Misuse::NoSuchFunction { function: thrown.function });
            return;
        }
        self.observations.throw(thrown);
        if is_direct && thrown.kind == ExceptionKind::Implicit {
            self.observations.implicit.add(thrown.function.number());
        }
    }

    /// Records that a mutant was evaluated, with this [infection
    /// distance](crate::distance::infection). The least distance of all evaluations is kept.
    ///
    /// A mutant for which the trace has no room is ignored (see
    /// [`with_mutants`](Self::with_mutants)): a program has hooks for all its mutants, and not all
    /// of them need to be goals.
    #[inline]
    pub fn infected(&self, mutant: Mutant, distance: Distance) {
        self.observations.mutants.see(mutant, distance);
    }

    /// Records the effect of a mutant: the change of the trace and of the outputs when the test
    /// runs with the mutant in place of the original program.
    ///
    /// Call this after the execution of the original, before the trace is reset. Record the
    /// execution of the mutant on another trace, and compare the two by [`Effect::between`]. Of
    /// several effects of a mutant, the least one counts: it is the nearest to killing the mutant.
    ///
    /// An effect of a mutant for which the trace has no room is ignored (see
    /// [`with_mutants`](Self::with_mutants)). For n mutants with effects, this takes O(log n) if
    /// mutants come in ascending order, and else O(n).
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::execution::{Effect, Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Mutant;
    ///
    /// let trace =
    ///     Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?).with_mutants(1);
    /// let mutant = Mutant::new(0);
    /// let near = Effect::of_trace(0.5).with_outputs(Distance::from(1));
    /// for effect in [Effect::NONE, near, Effect::of_trace(0.25)] {
    ///     trace.affected(mutant, effect);
    /// }
    /// assert_eq!(trace.effect(mutant), Some(near));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn affected(&self, mutant: Mutant, effect: Effect) {
        // Infections and effects share one bound, although the table of effects needs none: a
        // mutant is known to both or to neither.
        if mutant.number() < self.observations.mutants.count() {
            // Effects are ordered by their distance from killing the mutant, so the least one is
            // the nearest.
            let mut effects = self.observations.effects.borrow_mut();
            let nearest = effects.get_or_insert_with(mutant, || effect);
            *nearest = effect.min(*nearest);
        }
    }

    /// Returns `true` if the trace has one set of tables, and no listener.
    #[inline]
    fn is_plain(&self) -> bool {
        self.direct.is_none() && self.calls.is_none() && self.path.is_none() && self.walks.is_none()
    }

    /// Records a hook of the innermost activation.
    #[inline(always)]
    fn record_innermost(&self, block: Block, hook: Hook) {
        if self.is_plain() {
            self.all.record(block, hook, &Seen::NOBODY);
        } else {
            self.record_beside(block, hook);
        }
    }

    /// Records a hook in each part of a trace that is not plain. The function is not inlined, so
    /// that a plain trace pays nothing.
    #[inline(never)]
    fn record_beside(&self, block: Block, hook: Hook) {
        let seen = self.calls.as_deref().map_or(Seen::NOBODY, Calls::current);
        self.record_all(None, self.direct_at(block), block, hook, &seen);
    }
}
