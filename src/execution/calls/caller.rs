//! The callers of functions.

use super::activations::{CallId, Serials};
use crate::distance::Rules;
#[cfg(doc)]
use crate::execution::Frame;
use crate::execution::Trace;
use crate::id::CallSite;

/// The caller of a function: the test itself, or an activation, perhaps at a named call site.
///
/// An instrumented function takes a caller and [enters](Self::enter) itself; the [`Frame`] that it gets makes the callers of the functions
/// that it calls.
///
/// - [`Trace::root`] is the test. The calls that the test makes are the direct calls.
/// - [`Frame::at`] is an activation at a call site, for flags ([`fitness::flag`](crate::fitness::flag)); [`Frame::caller`] is one without a
///   site.
/// - [`Trace::innermost`] is the innermost activation that is open, for interpreters and for callbacks.
///
/// A caller is a plain value: calls among the arguments of a call have callers of their own, and callees that are evaluated lazily, with
/// frames that stay open, change nothing.
///
/// Give a function that you call `f.at(SITE)` or `f.caller()`, never the caller `c` that your own function was given: then the call counts
/// for the caller of your function, and as a direct one if that is the test. A trace that [checks paths](Trace::with_path_check) notes
/// this mistake, and a caller whose activation has ended ([`Misuse`](crate::execution::Misuse)). Without the check, an activation that has ended
/// still counts as the caller, until the trace is [reset](Trace::reset): from then on the call counts in the call tree as if the test
/// had made it, but it is no direct call.
///
/// ```
/// use sbst::distance::{flag, gt};
/// use sbst::execution::{CallTree, CallTreeLimits, Caller, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Activation, CallSite, Function};
///
/// const BETWEEN: Function = Function::new(0);
/// const ABOVE: Function = Function::new(1);
/// const LOWER: CallSite = CallSite::new(0);
/// const UPPER: CallSite = CallSite::new(1);
///
/// /// 0: if x > a { 1: if !(x > b) { 2: return true } }  3: return false
/// fn between(c: Caller<'_>, x: i32, a: i32, b: i32) -> bool {
///     let f = c.enter(BETWEEN);
///     if f.decide(0, flag(above(f.at(LOWER), x, a)))
///         && f.decide(1, flag(!above(f.at(UPPER), x, b)))
///     {
///         return f.returns(2, true);
///     }
///     f.returns(3, false)
/// }
///
/// fn above(c: Caller<'_>, x: i32, a: i32) -> bool {
///     let f = c.enter(ABOVE);
///     if f.decide(0, gt(x, a)) { f.returns(1, true) } else { f.returns(2, false) }
/// }
///
/// let mut graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3),
/// )?;
/// graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace =
///     Trace::new(&graph).with_call_tree(CallTreeLimits::default()).with_path_check();
/// assert!(between(trace.root(), 5, 3, 8));
/// let callers = [1, 2].map(|call| trace.caller(Activation::new(call)));
/// assert_eq!(
///     callers,
///     [LOWER, UPPER].map(|site| Some((Activation::new(0), Some(site))))
/// );
/// assert_eq!(trace.check(), Ok(()));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
///
/// A closure that an instrumented function calls back runs within that function. If it makes calls, their caller is
/// `f.trace().innermost(None)`; under the check of paths, `f.caller()` of the function that made the closure is a
/// [`WrongCaller`](crate::execution::Misuse::WrongCaller) there:
///
/// ```
/// use sbst::execution::{Caller, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// fn doubled(c: Caller<'_>, x: i32) -> i32 {
///     let f = c.enter(Function::new(0));
///     let sum = twice(f.caller(), || one(f.trace().innermost(None)));
///     f.returns(0, sum * x)
/// }
///
/// fn twice(c: Caller<'_>, callback: impl Fn() -> i32) -> i32 {
///     let f = c.enter(Function::new(1));
///     f.returns(0, callback() + callback())
/// }
///
/// fn one(c: Caller<'_>) -> i32 {
///     let f = c.enter(Function::new(2));
///     f.returns(0, 1)
/// }
///
/// let mut graph = FlowGraph::new();
/// for _ in 0..3 {
///     graph.add(&FlowBuilder::new().exit(0))?;
/// }
/// let trace = Trace::new(&graph).with_path_check();
/// assert_eq!(doubled(trace.root(), 8), 16);
/// assert_eq!(trace.check(), Ok(()));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Caller<'t> {
    trace: &'t Trace,
    pub(in crate::execution) site: Option<CallSite>,
    /// In the call tree.
    pub(in crate::execution) call: CallId,
    /// In the check of paths.
    pub(in crate::execution) serials: Serials,
    pub(in crate::execution) is_test: bool,
    /// Whether the check of paths does not know the activation.
    pub(in crate::execution) is_unchecked: bool,
}

impl<'t> Caller<'t> {
    #[inline]
    pub(in crate::execution) const fn test(trace: &'t Trace) -> Self {
        Self { trace, site: None, call: CallId::TEST, serials: Serials::NONE, is_test: true, is_unchecked: false }
    }

    #[inline]
    pub(in crate::execution) const fn activation(trace: &'t Trace, site: Option<CallSite>, call: CallId, serials: Serials) -> Self {
        Self { trace, site, call, serials, is_test: false, is_unchecked: false }
    }

    /// Returns the trace that records the call.
    #[must_use]
    pub const fn trace(self) -> &'t Trace {
        self.trace
    }

    /// Returns the rules to compare operands with, see [`Trace::rules`].
    #[must_use]
    pub const fn rules(self) -> &'t Rules {
        self.trace.rules()
    }
}

/// The site, and whether it is the test; not all that is recorded.
impl core::fmt::Debug for Caller<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Caller").field("is_test", &self.is_test).field("site", &self.site).finish_non_exhaustive()
    }
}

// As of the trace.
impl core::panic::UnwindSafe for Caller<'_> {}
impl core::panic::RefUnwindSafe for Caller<'_> {}
