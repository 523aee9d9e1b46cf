//! Callers of functions: the test, or an activation.

use super::activations::{CallId, Serials};
use crate::distance::Rules;
#[cfg(doc)]
use crate::execution::Frame;
use crate::execution::Trace;
use crate::id::CallSite;

/// The caller of a function: the test, or an activation, possibly at a call site.
///
/// A function with hooks takes a caller as an argument, and [enters](Self::enter) itself. It gets a
/// [`Frame`], which makes the callers for the functions that it calls:
///
/// - [`Trace::root`] is the test. Calls by the test are the *direct calls*.
/// - [`Frame::at`] is the activation at a call site, which [flags](crate::fitness::flag) need.
///   [`Frame::caller`] is the activation without a call site.
/// - [`Trace::innermost`] is the innermost open activation, for interpreters and callbacks.
///
/// Pass `f.at(SITE)` or `f.caller()` to the functions that you call, never the caller `c` that your
/// own function received. With `c`, the call counts as a call by the caller of your function: as a
/// direct call, if this caller is the test. A trace that [checks paths](Trace::with_path_check)
/// notes this mistake as [`Misuse`](crate::execution::Misuse). It also notes a caller whose
/// activation has ended.
///
/// A caller is a plain value (`Copy`). If an argument of a call is itself a call, each of the two
/// gets a caller of its own.
///
/// Without the path check, an activation that has ended may still be a caller until the trace is
/// [reset](Trace::reset). After the reset, a call with this caller counts in the call tree as a
/// call by the test, but not as a direct call.
///
/// ```
/// use sbst::distance::{flag, gt};
/// use sbst::execution::{CallTreeLimits, Caller, Facts, Trace};
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
/// A callback runs within the function that calls it. If the callback makes calls, their caller is
/// `f.trace().innermost(None)`. A caller from the frame of the function that created the callback
/// would be a [`WrongCaller`](crate::execution::Misuse::WrongCaller):
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
    /// Trace that records the call.
    pub(super) trace: &'t Trace,
    /// Call site, if it is known.
    pub(super) site: Option<CallSite>,
    /// Activation in the call tree; the test if the call tree is not recorded.
    pub(super) call: CallId,
    /// Serial numbers of the activation in the path check and in the copies.
    pub(super) serials: Serials,
    /// `true` if the test is the caller.
    pub(super) is_test: bool,
    /// `true` if the path check does not know the activation, because it was opened before the
    /// check was switched on.
    pub(super) is_unchecked: bool,
}

impl<'t> Caller<'t> {
    /// Creates the caller that is an activation, at a call site if one is given.
    #[inline]
    pub(super) const fn activation(
        trace: &'t Trace,
        site: Option<CallSite>,
        call: CallId,
        serials: Serials,
    ) -> Self {
        Self { trace, site, call, serials, is_test: false, is_unchecked: false }
    }

    /// Returns the trace that records the call.
    #[must_use]
    pub const fn trace(self) -> &'t Trace {
        self.trace
    }

    /// Returns the rules by which operands should be compared: see [`Trace::rules`].
    #[must_use]
    pub const fn rules(self) -> &'t Rules {
        self.trace.rules()
    }
}

/// Writes the call site, and `is_test`, without the trace.
impl core::fmt::Debug for Caller<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Caller")
            .field("is_test", &self.is_test)
            .field("site", &self.site)
            .finish_non_exhaustive()
    }
}

// A caller only refers to its trace, and a trace stays usable after a panic.
impl core::panic::UnwindSafe for Caller<'_> {}
impl core::panic::RefUnwindSafe for Caller<'_> {}
