//! Hooks of a frame that may end its activation: results, errors and exceptions.

use super::frame::ENDED;
use crate::distance::Decision;
use crate::execution::recorder::hooks::Hook;
use crate::execution::{ExceptionKind, Fallible, Frame, Misuse, Returned, Thrown, Value};
#[cfg(doc)]
use crate::execution::{Facts, Trace};
use crate::id::Symbol;

/// Hooks that may end the activation. The page of [`Frame`] lists them.
impl Frame<'_> {
    /// Records the result of a block that may fail, and returns the result: `f.tried(3,
    /// parse(f.caller(), text))?`.
    ///
    /// `Ok` and `Some` complete the block, as [`end`](Self::end) does. `Err` and `None` are
    /// exception 0 of the block, if it has an edge for it. Otherwise the error leaves the function,
    /// and the activation is marked as ended.
    ///
    /// Each `?` by which an error may leave the function needs this hook, or
    /// [`attempt`](Self::attempt). If the block does not decide, it must then be an exit of the
    /// graph: otherwise a trace that [checks paths](Trace::with_path_check) notes
    /// [`Misuse::LeftEarly`]. See [`Trace::tried`].
    ///
    /// ```
    /// use sbst::execution::{Caller, Execution, Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use std::num::ParseIntError;
    ///
    /// const SUM: Function = Function::new(0);
    ///
    /// /// 0: let a = a.parse()?  1: let b = b.parse()?  2: return Ok(a + b)
    /// fn sum(c: Caller<'_>, a: &str, b: &str) -> Result<i32, ParseIntError> {
    ///     let f = c.enter(SUM);
    ///     let a: i32 = f.tried(0, a.parse())?;
    ///     let b: i32 = f.tried(1, b.parse())?;
    ///     f.returns(2, Ok(a + b))
    /// }
    ///
    /// let graph = FlowGraph::of(
    ///     &FlowBuilder::new().jump(0, 1).exit(0).jump(1, 2).exit(1).exit(2),
    /// )?;
    /// let trace = Trace::new(&graph).with_path_check();
    /// assert!(sum(trace.root(), "3", "x").is_err());
    /// assert_eq!(trace.progress(graph.block(SUM, 2)), None);
    /// assert_eq!((trace.check(), trace.returned_to_test(SUM)), (Ok(()), false));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn tried<R: Fallible>(&self, block: u32, result: R) -> R {
        let hook = if result.has_succeeded() { Hook::End } else { Hook::Fail };
        self.record(block, hook);
        result
    }

    /// Records the result of a statement that may fail in the middle of a block, and returns the
    /// result.
    ///
    /// `Ok` and `Some` report that the first `statements` statements of the block completed, as
    /// [`done`](Self::done) does; the activation stays in the block. `Err` and `None` have the
    /// meaning that they have in [`tried`](Self::tried).
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::execution::{Caller, Execution, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// const PORT: Function = Function::new(0);
    ///
    /// // 0: find the colon, parse the port;
    /// //    if it is above 1023 { 1: true } else { 2: false }
    /// fn is_free(c: Caller<'_>, address: &str) -> Option<bool> {
    ///     let f = c.enter(PORT);
    ///     let (_, port) = f.attempt(0, 1, address.split_once(':'))?;
    ///     let port: u16 = f.attempt(0, 2, port.parse().ok())?;
    ///     if f.decide(0, gt(port, 1023)) {
    ///         f.returns(1, Some(true))
    ///     } else {
    ///         f.returns(2, Some(false))
    ///     }
    /// }
    ///
    /// let graph = FlowGraph::of(
    ///     &FlowBuilder::new().statements(0, 2).branch(0, 1, 2).exit(0).exit(1).exit(2),
    /// )?;
    /// let trace = Trace::new(&graph).with_path_check();
    /// assert_eq!(is_free(trace.root(), "here:http"), None);
    /// assert_eq!((trace.progress(graph.entry(PORT)), trace.check()), (Some(1), Ok(())));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn attempt<R: Fallible>(&self, block: u32, statements: u32, result: R) -> R {
        let hook = if result.has_succeeded() { Hook::Done(statements) } else { Hook::Fail };
        self.record(block, hook);
        result
    }

    /// Records that the block completed and left the function with this value, and returns the
    /// value. Marks the activation as ended.
    ///
    /// The value is recorded for output goals. Pass `()` if there is none. An `Err` also ends the
    /// activation, but does not count as a normal return, and has no value for output goals. If the
    /// type of the value does not implement [`Returned`], use [`returns_as`](Self::returns_as).
    ///
    /// A block that is no exit of the function is [`Misuse::LeftEarly`]. See [`Trace::returned`].
    ///
    /// ```
    /// use sbst::distance::eq;
    /// use sbst::execution::{Caller, Facts, Partition, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// const HALF: Function = Function::new(0);
    ///
    /// fn half(c: Caller<'_>, n: i32) -> Option<i32> {
    ///     let f = c.enter(HALF);
    ///     if f.decide(0, eq(n % 2, 0)) {
    ///         f.returns(1, Some(n / 2))
    ///     } else {
    ///         f.returns(2, None)
    ///     }
    /// }
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let trace = Trace::new(&graph);
    /// half(trace.root(), 8);
    /// assert!(trace.called_by_test(HALF) && trace.returned_to_test(HALF));
    /// let distance = |partition| trace.output_distance(HALF, partition).map(|d| d.get());
    /// assert_eq!(
    ///     (distance(Partition::Positive), distance(Partition::Negative)),
    ///     (Some(0.0), Some(5.0))
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn returns<T: Returned>(&self, block: u32, value: T) -> T {
        self.return_value(block, value.returned());
        value
    }

    /// Records that the block completed and left the function with a value of any type, and returns
    /// the value. Marks the activation as ended.
    ///
    /// This is [`returns`](Self::returns) for types that do not implement [`Returned`]. Output
    /// goals get `recorded` in place of the value. The end counts as a normal return.
    ///
    /// ```
    /// use sbst::execution::{Caller, Facts, Partition, Trace, Value};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use std::collections::HashMap;
    ///
    /// const COUNT: Function = Function::new(0);
    ///
    /// fn count(c: Caller<'_>, text: &str) -> HashMap<char, u32> {
    ///     let f = c.enter(COUNT);
    ///     let mut counts = HashMap::new();
    ///     for letter in text.chars() {
    ///         *counts.entry(letter).or_default() += 1;
    ///     }
    ///     f.returns_as(0, Value::Size(counts.len()), counts)
    /// }
    ///
    /// let trace = Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?);
    /// assert_eq!(count(trace.root(), "abba").len(), 2);
    /// let distance = |partition| trace.output_distance(COUNT, partition).map(|d| d.get());
    /// assert_eq!(
    ///     (distance(Partition::NonEmpty), distance(Partition::Empty)),
    ///     (Some(0.0), Some(2.0))
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn returns_as<T>(&self, block: u32, recorded: impl Into<Value>, value: T) -> T {
        self.return_value(block, Some(recorded.into()));
        value
    }

    /// Records that the block completed and returned the outcome of a decision, as in `return a <
    /// b`, and returns the outcome. Marks the activation as ended.
    ///
    /// This is [`returns`](Self::returns) for a `bool`. In addition, it records the distance of the
    /// decision from the other outcome, as [`sets`](Self::sets) does. With this distance, a branch
    /// of the caller that tests the result gets a gradient: see [flags](crate::fitness::flag).
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{CallTreeLimits, Caller, Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Activation, Function};
    ///
    /// fn is_cold(c: Caller<'_>, degrees: i32) -> bool {
    ///     let f = c.enter(Function::new(0));
    ///     f.returns_if(0, lt(degrees, 10))
    /// }
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    /// assert!(!is_cold(trace.root(), 14));
    /// trace.results_in(Activation::new(0), &mut |_, decision| {
    ///     assert_eq!(decision.to_true().get(), 5.0);
    /// });
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn returns_if(&self, block: u32, decision: Decision) -> bool {
        self.keep_result(block, decision);
        self.returns(block, decision.holds())
    }

    /// Records that the block sets the result of the function to the outcome of a decision, and
    /// returns the outcome. The activation stays in the block.
    ///
    /// Use it if the function returns a variable: `let mut found = false; .. found = a < b; ..
    /// return found`. The last decision in each block counts. A trace with a call tree keeps this
    /// decision ([`Facts::results_in`]). Any other trace only records that the block was
    /// entered.
    ///
    /// ```
    /// use sbst::distance::{eq, ge};
    /// use sbst::execution::{CallTreeLimits, Caller, Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Activation, Function};
    ///
    /// /// 0: if special { 1: r = x == 7 } else { 2: r = x >= 0 }  3: return r
    /// fn accepts(c: Caller<'_>, special: bool, x: i32) -> bool {
    ///     let f = c.enter(Function::new(0));
    ///     let accepted = if f.decide(0, f.rules().flag(special)) {
    ///         f.sets(1, eq(x, 7))
    ///     } else {
    ///         f.sets(2, ge(x, 0))
    ///     };
    ///     f.returns(3, accepted)
    /// }
    ///
    /// let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 3).jump(2, 3).exit(3);
    /// let graph = FlowGraph::of(&body)?;
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    /// assert!(!accepts(trace.root(), true, 4));
    /// let mut set = Vec::new();
    /// trace.results_in(Activation::new(0), &mut |block, decision| {
    ///     set.push((block.number(), decision.to_true().get()));
    /// });
    /// assert_eq!(set, [(1, 4.0)]); // 4 is 3 below 7, and K is 1
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn sets(&self, block: u32, decision: Decision) -> bool {
        self.record(block, Hook::Done(0));
        self.keep_result(block, decision);
        decision.holds()
    }

    /// Keeps a decision as the result that the block set, if the trace records the call tree.
    fn keep_result(&self, block: u32, decision: Decision) {
        // The block is looked up without a check: the other hook of the same call notes misuse.
        if let (Some(calls), Some(block)) = (&self.trace.calls, self.get_block(block)) {
            calls.set_result(self.call_id(), block, decision);
        }
    }

    /// Completes the block, marks the activation as ended, and records the value. `None` stands for
    /// an end that is no normal return.
    fn return_value(&self, block: u32, value: Option<Value>) {
        // An earlier hook, such as `end`, may have reported that this block left the function. Then
        // only the value is new.
        if self.left_by() != Some(block) {
            self.record(block, Hook::Returns);
        }
        self.mark(ENDED);
        // An error is no normal return: the call does not count as returned, and gives no value to
        // output goals.
        if let Some(value) = value {
            self.trace.note_returned(self.function, self.is_direct, value);
        }
    }

    /// Records that an exception left this activation, and marks the activation as ended. See
    /// [`Trace::threw`].
    ///
    /// If another hook, such as [`tried`](Self::tried) or [`end`](Self::end), has marked the
    /// activation already, this hook may follow, to report the exception. After `returns`,
    /// `returns_as`, `returns_if` or another `threw`, it is [`Misuse::AfterEnd`].
    pub fn threw(&self, exception: Symbol, kind: ExceptionKind) {
        if self.left_by() == Some(ENDED) {
            self.trace.note(Misuse::AfterEnd { function: self.function, block: None });
        }
        // This replaces the mark of an error or of a block, after which one exception may be
        // reported.
        self.mark(ENDED);
        if let Some(path) = &self.trace.path {
            self.trace.note_if(path.borrow_mut().throw(self.serials().path, &self.trace.all));
        }
        self.trace.note_threw(Thrown::new(self.function, exception, kind), self.is_direct);
    }

    /// Records that this activation caught a panic. The panic dropped the frames of activations
    /// that this activation called since its last hook.
    ///
    /// Call it before the next hook of this frame, and before [`check`](Trace::check) and
    /// [`reset`](Trace::reset): otherwise these note misuse for the dropped frames. Only a trace
    /// that [checks paths](Trace::with_path_check) needs this hook. It closes no activation, and not
    /// its own, which goes on: to abandon that one, call [`threw`](Self::threw), or
    /// [`Trace::unwound`] once its frame is dropped. If an interpreter [entered](Trace::enter) activations within this one, close them by
    /// [`Trace::unwound`].
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::execution::{Caller, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// fn guarded(c: Caller<'_>, x: u32) -> u32 {
    ///     let f = c.enter(Function::new(0));
    ///     let result =
    ///         std::panic::catch_unwind(|| risky(f.caller(), x)).unwrap_or_else(|_| {
    ///             f.unwound();
    ///             0
    ///         });
    ///     f.returns(0, result)
    /// }
    /// fn risky(c: Caller<'_>, x: u32) -> u32 {
    ///     let f = c.enter(Function::new(1));
    ///     if f.decide(0, gt(x, 9)) {
    ///         panic!("too much");
    ///     }
    ///     f.returns(2, x)
    /// }
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let trace = Trace::new(&graph).with_path_check();
    /// assert_eq!(guarded(trace.root(), 12), 0);
    /// assert_eq!(trace.check(), Ok(()));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn unwound(&self) {
        if let Some(path) = &self.trace.path {
            path.borrow_mut().excuse_within(self.serials().path);
        }
    }
}
