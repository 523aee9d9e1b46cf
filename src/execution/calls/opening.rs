//! Opening and closing of activations, with frames and without them.

use super::activations::{Call, CallId, Calls, Serials};
#[cfg(doc)]
use crate::execution::CallTree;
use crate::execution::recorder::path::Path;
use crate::execution::recorder::walks::{By, Walks};
use crate::execution::{Caller, Frame, Trace};
use crate::id::{CallSite, Function};
use core::ops::Range;

/// Callers, and activations without frames for interpreters.
impl Trace {
    /// Returns the test as the caller of the functions that it calls.
    ///
    /// Each call with this caller is a direct call, even if other activations are open.
    #[inline]
    #[must_use = "pass it on to the function that is called"]
    pub const fn root(&self) -> Caller<'_> {
        Caller::test(self)
    }

    /// Returns the innermost open activation as a caller, at a call site if one is given. If no activation is open, returns the test, which
    /// has no call sites.
    ///
    /// Use this in interpreters that call functions with frames, and in callbacks, which run within another function than the one that
    /// created them. Elsewhere, use [`Frame::at`].
    ///
    /// ```
    /// use sbst::execution::{CallTree, CallTreeLimits, Caller, Trace};
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
        let call = self.calls.as_deref().map_or(CallId::TEST, Calls::innermost);
        let serial = self.path.as_deref().and_then(Path::innermost);
        let walk = self.walks.as_deref().and_then(Walks::innermost).unwrap_or_default();
        let serials = Serials { path: serial.unwrap_or_default(), walk };
        let mut caller = Caller::activation(self, site, call, serials);
        // The path check does not know activations from before it was switched on.
        caller.is_unchecked = serial.is_none();
        caller
    }

    /// Opens an activation of `function`, called by the innermost open activation, or by the test if none is open.
    ///
    /// This is for interpreters, whose state cannot borrow the trace. Close the activation by [`leave`](Self::leave), or by
    /// [`unwound`](Self::unwound) after an exception. Hooks of the trace count for the innermost activation.
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
        // A frame owns nothing. Dropping it would close the activation.
        core::mem::forget(self.innermost(None).enter(function));
    }

    /// Opens an activation of `function` as [`enter`](Self::enter) does, called at a call site.
    ///
    /// The call site is recorded in the [`CallTree`]; a trace without a call tree ignores it. If no activation is open, the test is the
    /// caller, and the site is ignored.
    ///
    /// ```
    /// use sbst::execution::{CallTree, CallTreeLimits, Trace};
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

    /// Closes the innermost activation, which was opened by [`enter`](Self::enter). Does nothing if no activation is open.
    ///
    /// For an activation that an exception ends, use [`unwound`](Self::unwound). If the trace [checks paths](Self::with_path_check), the
    /// activation must have left its function, or be in a block that may leave it. If the innermost activation belongs to a frame, this
    /// closes it too: do not call it within an instrumented function.
    pub fn leave(&self) {
        if let Some(path) = &self.path {
            self.note_if(path.leave(&self.all));
        }
        self.close();
    }

    /// Closes the innermost activation wherever the trace records.
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

    /// Records that an exception or a panic ended activations: closes the innermost ones until `depth` activations are open, a number that
    /// [`depth`](Self::depth) returned before.
    ///
    /// - An interpreter calls this when an exception is caught, with the depth of the handler.
    /// - A test runner that catches panics calls `trace.unwound(0)`. The panic has dropped the frames already. This call tells a trace that
    ///   [checks paths](Self::with_path_check) that these frames ended by a panic, and not by a function without a hook.
    /// - An instrumented function that catches a panic calls [`Frame::unwound`].
    ///
    /// Call it before [`check`](Self::check) and [`reset`](Self::reset), which otherwise note misuse for the dropped frames. A frame that is
    /// dropped after this call closes nothing more.
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
        if self.depth() > depth {
            self.unwinds.add(depth);
        }
        while self.depth() > depth {
            if let Some(path) = &self.path {
                path.unwind();
            }
            self.close();
        }
        if let Some(path) = &self.path {
            path.excuse();
        }
    }

    /// Opens an activation: its function counts as called, and its entry block as entered.
    #[inline]
    pub(in crate::execution) fn open<'t>(&'t self, caller: &Caller<'t>, function: Function) -> Frame<'t> {
        // A function that the graph does not have has no blocks, and is noted as misuse. Its frame records nothing.
        let blocks = self.all.blocks_of(function);
        let is_direct = caller.is_test && !blocks.is_empty();
        let depth = self.depth.get();
        if depth == 0 {
            self.outermost.set(is_direct.then_some(function));
        }
        if is_direct {
            self.observations.called.add(function.number());
        }
        if !blocks.is_empty() {
            self.all.enter(blocks.start);
            if is_direct && let Some(direct) = &self.direct {
                direct.enter(blocks.start);
            }
        }
        self.depth.set(depth.saturating_add(1));
        if self.path.is_none() && self.calls.is_none() && self.walks.is_none() {
            return Frame::new(self, is_direct, None, function, blocks);
        }
        let call = Some(self.open_beside(caller, function, &blocks));
        Frame::new(self, is_direct, call, function, blocks)
    }

    /// Opens an activation in the call tree, the copies and the path check. Not inlined, so that a plain trace pays nothing.
    #[inline(never)]
    fn open_beside<'t>(&'t self, caller: &Caller<'t>, function: Function, blocks: &Range<u32>) -> Call<'t> {
        let mut call = Call::UNRECORDED;
        if let Some(calls) = &self.calls {
            let [first, end] = [blocks.start, blocks.end].map(|block| self.all.branches(block).start as u32);
            call = calls.open(caller.call, caller.site, function, blocks.clone(), first..end);
            calls.within(&call).ran(blocks.start, 0);
        }
        if let Some(walks) = &self.walks {
            let by = if caller.is_test { By::Test } else { By::Call { walk: caller.serials.walk, site: caller.site } };
            call.serials.walk = walks.open(by, function);
        }
        if let Some(path) = &self.path {
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
    /// Opens an activation of `function`, and enters its entry block. The activation is closed when the frame is dropped.
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::execution::{Caller, DirectCalls, MethodCalls, Trace};
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
        self.trace().open(&self, function)
    }
}
