//! Opening and closing of activations, with frames and without frames.

use super::activations::{Call, CallId, Calls, Serials};
#[cfg(doc)]
use crate::execution::Facts;
use crate::execution::recorder::walks::Walks;
use crate::execution::{Caller, Frame, Trace};
use crate::id::{CallSite, Function};
use core::ops::Range;

/// Methods that return callers, and methods that open and close activations without frames, for
/// interpreters.
impl Trace {
    /// Returns the test as a caller. Pass it to the functions that the test calls.
    ///
    /// Each call with this caller is a direct call, even if other activations are open.
    #[inline]
    #[must_use = "pass it on to the function that is called"]
    pub const fn root(&self) -> Caller<'_> {
        let caller = Caller::activation(self, None, CallId::TEST, Serials::NONE);
        Caller { is_test: true, ..caller }
    }

    /// Returns the innermost open activation as a caller, with a call site if one is given. Returns
    /// the test, which has no call sites, if no activation is open.
    ///
    /// Use it in interpreters that call functions with frames. Use it also in callbacks, because a
    /// callback may run within another function than the one that created it. Elsewhere, use
    /// [`Frame::at`].
    ///
    /// ```
    /// use sbst::execution::{CallTreeLimits, Caller, Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Activation, CallSite, Function};
    ///
    /// /// A function of the host.
    /// fn print(c: Caller<'_>) {
    ///     let f = c.enter(Function::new(1));
    ///     f.returns(0, ())
    /// }
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    /// trace.enter(Function::new(0)); // interpreted
    /// print(trace.innermost(Some(CallSite::new(3))));
    /// trace.leave();
    /// assert_eq!(
    ///     trace.caller(Activation::new(1)),
    ///     Some((Activation::new(0), Some(CallSite::new(3))))
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use = "pass it on to the function that is called"]
    pub fn innermost(&self, site: Option<CallSite>) -> Caller<'_> {
        if self.depth.get() == 0 {
            return self.root();
        }
        // Each part of the trace keeps its own list of open activations, because each can be
        // switched on alone.
        let call = self.calls.as_deref().map_or(CallId::TEST, Calls::innermost);
        let serial = self.path.as_ref().and_then(|path| path.borrow().innermost());
        let walk = self.walks.as_deref().and_then(Walks::innermost).unwrap_or_default();
        let serials = Serials { path: serial.unwrap_or_default(), walk };
        let caller = Caller::activation(self, site, call, serials);
        // The path check does not know activations from before it was switched on.
        Caller { is_unchecked: serial.is_none(), ..caller }
    }

    /// Opens an activation of `function`, called by the innermost open activation, or by the test
    /// if none is open.
    ///
    /// This is for interpreters, whose state cannot hold a [`Frame`], because a frame borrows the
    /// trace. Close the activation by [`leave`](Self::leave), or by [`unwound`](Self::unwound)
    /// after an exception. Hooks of the trace count for the innermost activation.
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use std::rc::Rc;
    ///
    /// /// A machine that owns all it needs.
    /// struct Machine {
    ///     trace: Rc<Trace>,
    ///     graph: Rc<FlowGraph>,
    /// }
    ///
    /// impl Machine {
    ///     fn step(&self, function: Function, operand: i64) {
    ///         self.trace.enter(function);
    ///         self.trace.decide(self.graph.block(function, 0), gt(operand, 7));
    ///         self.trace.leave();
    ///     }
    /// }
    ///
    /// let graph =
    ///     Rc::new(FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?);
    /// let machine = Machine { trace: Rc::new(Trace::new(&graph)), graph };
    /// machine.step(Function::new(0), 3);
    /// assert_eq!((machine.trace.evaluated(), machine.trace.depth()), (1, 0));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn enter(&self, function: Function) {
        // A frame owns no memory, so forgetting it leaks nothing. Dropping it would close the
        // activation.
        core::mem::forget(self.innermost(None).enter(function));
    }

    /// Opens an activation of `function` as [`enter`](Self::enter) does, with the call site of the
    /// call.
    ///
    /// The call site is recorded with the calls one by one ([`Facts::caller`]), and by traces that record
    /// [copies](Self::with_history) for calling contexts. Any other trace ignores it. If no
    /// activation is open, the test is the caller, and the site is ignored.
    ///
    /// ```
    /// use sbst::execution::{CallTreeLimits, Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Activation, CallSite, Function};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let (trace, function) =
    ///     (Trace::new(&graph).with_call_tree(CallTreeLimits::NONE), Function::new(0));
    /// trace.enter(function);
    /// trace.enter_at(CallSite::new(3), function); // it calls itself
    /// trace.leave();
    /// trace.leave();
    /// assert_eq!(
    ///     trace.caller(Activation::new(1)),
    ///     Some((Activation::new(0), Some(CallSite::new(3))))
    /// );
    /// assert_eq!(trace.depth(), 0);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn enter_at(&self, site: CallSite, function: Function) {
        core::mem::forget(self.innermost(Some(site)).enter(function));
    }

    /// Closes the innermost activation, which [`enter`](Self::enter) opened. Does nothing if no
    /// activation is open.
    ///
    /// If an exception ends the activation, use [`unwound`](Self::unwound) instead. If the trace
    /// [checks paths](Self::with_path_check), the activation must have left its function, or be in
    /// a block that is an exit of it; anything else is [`Misuse`](crate::execution::Misuse). This
    /// method also closes an activation that belongs to a frame: do not call it within a function
    /// with hooks of its own.
    pub fn leave(&self) {
        if let Some(path) = &self.path {
            self.note_if(path.borrow_mut().leave(&self.all));
        }
        self.close();
    }

    /// Closes the innermost activation in the call tree and in the copies. Callers close it in the
    /// path check first, each in its own way.
    fn close(&self) {
        let Some(depth) = self.depth.get().checked_sub(1) else { return };
        self.depth.set(depth);
        if let Some(calls) = &self.calls {
            calls.close_innermost();
        }
        if let Some(walks) = &self.walks {
            walks.close_innermost();
        }
    }

    /// Records that an exception or a panic ended activations. Closes the innermost activations
    /// until `depth` of them are open.
    ///
    /// Pass a number that [`depth`](Self::depth) returned before:
    ///
    /// - An interpreter that catches an exception passes the depth at which the handler runs.
    /// - A test runner that catches a panic calls `trace.unwound(0)`. The panic has dropped the
    ///   frames already. This call tells a trace that [checks paths](Self::with_path_check) that a
    ///   panic ended these frames, and that no hook is missing.
    /// - A function with hooks that catches a panic calls [`Frame::unwound`] instead.
    ///
    /// Call it before [`check`](Self::check) and [`reset`](Self::reset): otherwise they note misuse
    /// for the dropped frames. If the frame of an activation that this call closed is dropped
    /// afterwards, it closes nothing more. Linear in the number of activations that are closed.
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::execution::{Caller, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// fn risky(c: Caller<'_>, x: u32) -> u32 {
    ///     let f = c.enter(Function::new(0));
    ///     if f.decide(0, gt(x, 9)) {
    ///         panic!("too much");
    ///     }
    ///     f.returns(2, x)
    /// }
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let trace = Trace::new(&graph).with_path_check();
    /// if std::panic::catch_unwind(|| risky(trace.root(), 12)).is_err() {
    ///     trace.unwound(0);
    /// }
    /// assert_eq!(trace.check(), Ok(()));
    ///
    /// trace.enter(Function::new(0));
    /// // here the interpreted program would catch an exception
    /// let handler = trace.depth();
    /// trace.enter(Function::new(0));
    /// trace.enter(Function::new(0)); // here it throws one
    /// trace.unwound(handler);
    /// assert_eq!(trace.depth(), 1);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn unwound(&self, depth: u32) {
        // Frames of the closed activations may still exist, and be dropped later. The list of
        // unwinds tells them then that they are closed already.
        if self.depth() > depth {
            self.unwinds.add(depth);
        }
        while self.depth() > depth {
            if let Some(path) = &self.path {
                path.borrow_mut().unwind();
            }
            self.close();
        }
        // Frames that the panic dropped before this call are suspects of the path check: a panic
        // excuses them.
        if let Some(path) = &self.path {
            path.borrow_mut().excuse();
        }
    }

    /// Opens an activation in the call tree, the copies and the path check. The method is not
    /// inlined, so that a trace without these pays nothing.
    #[inline(never)]
    fn open_beside<'t>(
        &'t self,
        caller: &Caller<'t>,
        function: Function,
        blocks: &Range<u32>,
    ) -> Call<'t> {
        let mut call = Call::UNRECORDED;
        if let Some(calls) = &self.calls {
            let first_of = |block| self.all.branches(block).start as u32;
            let (first, end) = (first_of(blocks.start), first_of(blocks.end));
            call = calls.open(caller.call, caller.site, function, blocks.clone(), first..end);
            // `open` has entered the entry block in the tables of all calls. The activation must
            // have entered it, too.
            calls.within(&call).ran(blocks.start, 0);
        }
        if let Some(walks) = &self.walks {
            let by = (!caller.is_test).then_some((caller.serials.walk, caller.site));
            call.serials.walk = walks.open(by, function);
        }
        if let Some(path) = &self.path {
            let mut path = path.borrow_mut();
            // The check does not know activations from before it was switched on. If the caller is
            // one of them, the innermost activation that the check knows stands for it, so that no
            // misuse is noted.
            let by = match caller {
                caller if caller.is_unchecked => path.innermost(),
                caller if caller.is_test => None,
                caller => Some(caller.serials.path),
            };
            let (serial, result) = path.open(by, function, blocks.start);
            self.note_if(result);
            call.serials.path = serial;
        }
        call
    }
}

impl<'t> Caller<'t> {
    /// Opens an activation of `function`, and enters its entry block. Dropping the returned frame
    /// closes the activation. If the test makes the call, the function also counts as called by the
    /// test.
    ///
    /// If the graph does not have the function, this is [`Misuse`](crate::execution::Misuse), and
    /// the frame records nothing.
    ///
    /// ```
    /// use sbst::execution::{Caller, Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// const TWICE: Function = Function::new(0);
    /// const ONCE: Function = Function::new(1);
    ///
    /// fn twice(c: Caller<'_>, x: i32) -> i32 {
    ///     let f = c.enter(TWICE);
    ///     f.returns(0, once(f.caller(), once(f.caller(), x)))
    /// }
    ///
    /// fn once(c: Caller<'_>, x: i32) -> i32 {
    ///     let f = c.enter(ONCE);
    ///     f.returns(0, x + 1)
    /// }
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// let trace = Trace::new(&graph);
    /// assert_eq!(twice(trace.root(), 3), 5);
    /// assert!(trace.called_by_test(TWICE) && !trace.called_by_test(ONCE));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[inline]
    pub fn enter(self, function: Function) -> Frame<'t> {
        let trace = self.trace;
        // A function that the graph does not have has no blocks, and is noted as misuse. Its frame
        // records nothing.
        let blocks = trace.all.blocks_of(function);
        let is_direct = self.is_test && !blocks.is_empty();
        // The hooks of an interpreter have no frame. For them, the trace remembers which function
        // the test called itself.
        let depth = trace.depth.get();
        if depth == 0 {
            trace.outermost.set(is_direct.then_some(function));
        }
        if is_direct {
            trace.observations.called.add(function.number());
        }
        if !blocks.is_empty() {
            trace.all.enter(blocks.start);
            if is_direct && let Some(direct) = &trace.direct {
                direct.enter(blocks.start);
            }
        }
        // The number of open activations must be right before the frame is made, which reads it.
        trace.depth.set(depth.saturating_add(1));
        if trace.path.is_none() && trace.calls.is_none() && trace.walks.is_none() {
            return Frame::new(trace, is_direct, None, function, blocks);
        }
        let call = Some(trace.open_beside(&self, function, &blocks));
        Frame::new(trace, is_direct, call, function, blocks)
    }
}
