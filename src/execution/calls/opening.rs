//! How activations are opened and closed, by frames and without them.

use super::activations::{Call, CallId, Calls, Serials};
#[cfg(doc)]
use crate::execution::CallTree;
use crate::execution::recorder::path::Path;
use crate::execution::recorder::walks::{By, Walks};
use crate::execution::{Caller, Frame, Trace};
use crate::id::{CallSite, Function};
use core::ops::Range;

/// Callers, and activations without frames.
impl Trace {
    /// Returns the test itself as the caller of the functions that it calls.
    ///
    /// Every call that is made from it is a direct call, whatever else is open.
    #[inline]
    #[must_use = "pass it on to the function that is called"]
    pub const fn root(&self) -> Caller<'_> {
        Caller::test(self)
    }

    /// Returns the innermost activation that is open as a caller, at this site if one is given; the test itself if none is open, which has
    /// no sites. For interpreters that call functions with frames, and for callbacks, which run within another function than the one that
    /// made them; elsewhere instrumented functions use [`Frame::at`].
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
        // What was entered before paths were checked is unknown to the check.
        caller.is_unchecked = serial.is_none();
        caller
    }

    /// Opens an activation of `function`, called by the innermost one that is open, or by the test if none is: for interpreters whose
    /// state cannot borrow the trace. It ends at [`leave`](Self::leave), which must come for each `enter`, or at
    /// [`unwound`](Self::unwound).
    ///
    /// Hooks by program-wide block count for the innermost activation.
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
        // A frame owns nothing but the obligation to end its activation.
        core::mem::forget(self.innermost(None).enter(function));
    }

    /// Opens an activation of `function` as [`enter`](Self::enter) does, called at this site.
    ///
    /// The site tells calls apart for [`CallTree`]; a trace that does not record it takes no notice. If no activation is open, the test is
    /// the caller, and has no sites.
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

    /// Records that the innermost activation, which was opened by [`enter`](Self::enter), returned; nothing if none is open. It would end
    /// a frame, too, if that were the innermost one. Where paths are [checked](Self::with_path_check), it must be out of its function by
    /// now, or in a block that may leave it; what an exception ends is for [`unwound`](Self::unwound).
    pub fn leave(&self) {
        if let Some(path) = &self.path {
            self.note_if(path.leave(&self.all));
        }
        self.close();
    }

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

    /// Records that an exception or a panic ended activations, the innermost first, until as many are open as [`depth`](Self::depth) told
    /// before.
    ///
    /// For interpreters it closes the activations that the exception ends. A frame of one of them that is dropped later closes nothing
    /// more. Frames are closed by the panic itself: for them it says that
    /// those that were dropped since the last hook of the activation that caught the panic had no hook to call. The code that catches a
    /// panic calls it: a runner that catches the panics of a test `trace.unwound(0)`, a subject that catches one itself
    /// [`Frame::unwound`]. Without it, a trace that [checks paths](Self::with_path_check) takes these frames for functions that return
    /// without a hook.
    ///
    /// It comes before [`check`](Self::check) and [`reset`](Self::reset): these take the frames for functions that lack a hook, and what
    /// is noted stays noted.
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

    #[inline]
    pub(in crate::execution) fn open<'t>(&'t self, caller: &Caller<'t>, function: Function) -> Frame<'t> {
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

    /// Apart, so that a trace that records in one place only does not pay for it. Of a function that the graph does not have, the entry
    /// means nothing to the check of paths; that is noted.
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
    /// Opens an activation of `function`, whose entry block is entered. It ends when the frame is dropped.
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
