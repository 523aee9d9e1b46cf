//! Executions that goals can be measured on.

use crate::execution::Execution;
use crate::fitness::flag::Refined;
#[cfg(doc)]
use crate::objective::Goals;
use sealed::AsSource;
pub(in crate::objective) use sealed::Source;

/// An execution as goals over executions of type `X` are measured on it: an `X` itself, or a [`Refined`] one, whose flags have a gradient.
///
/// [`Goals::observe`] and [`Goals::measure`] take either. The tables are swept for the execution that is given; whatever else goals ask
/// is asked of the `X`. It is implemented for these two only.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::FlowGraph;
/// use sbst::objective::{Goals, Observable, Tables};
///
/// /// Returns the values of all goals, with or without refined flags.
/// fn values(goals: &Goals<Trace>, graph: &FlowGraph, run: &impl Observable<Trace>) -> Vec<Fitness> {
///     let mut row = Vec::new();
///     goals.measure(graph, run, &mut Tables::new(graph), &mut row);
///     row
/// }
///
/// let graph = FlowGraph::new();
/// assert!(values(&Goals::new(), &graph, &Trace::new(&graph)).is_empty());
/// ```
#[diagnostic::on_unimplemented(
    message = "goals over executions of type `{X}` cannot be measured on `{Self}`",
    note = "give a reference to a `{X}`, or to a `Refined` one: `&suite[..]` for `Goals<[_]>`, `&run as &dyn AllCriteria` for `Goals<dyn AllCriteria>`"
)]
pub trait Observable<X: ?Sized>: Execution + AsSource<X> {}

impl<X: Execution + ?Sized> Observable<X> for X {}

impl<X: Execution + ?Sized> Observable<X> for Refined<'_, X> {}

mod sealed {
    use crate::fitness::flag::Refined;

    /// Which of the two it is, for sweeps that are known by function pointers.
    #[derive(Debug)]
    pub enum Source<'a, X: ?Sized> {
        Observed(&'a X),
        Refined(&'a Refined<'a, X>),
    }

    pub trait AsSource<X: ?Sized> {
        /// The execution as it was observed, without a gradient of flags.
        fn observed(&self) -> &X;
        fn source(&self) -> Source<'_, X>;
    }
}

impl<X: Execution + ?Sized> AsSource<X> for X {
    fn observed(&self) -> &X {
        self
    }
    fn source(&self) -> Source<'_, X> {
        Source::Observed(self)
    }
}

impl<X: Execution + ?Sized> AsSource<X> for Refined<'_, X> {
    fn observed(&self) -> &X {
        self.run()
    }
    fn source(&self) -> Source<'_, X> {
        Source::Refined(self)
    }
}
