//! Executions on which goals can be measured.

use crate::execution::Execution;
use crate::fitness::flag::Refined;
#[cfg(doc)]
use crate::objective::Goals;
use sealed::AsSource;
pub(in crate::objective) use sealed::Source;

/// An execution on which goals over executions of type `X` can be measured: an `X` itself, or a
/// [`Refined`] execution, whose flags have a gradient.
///
/// [`Goals::observe`] and [`Goals::measure`] take either. They sweep the tables for the given
/// execution; goals read everything else from the `X`. The trait is implemented for these two only.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::FlowGraph;
/// use sbst::objective::{Goals, Observable, Tables};
///
/// /// Returns the values of all goals, with or without refined flags.
/// fn values(
///     goals: &Goals<Trace>,
///     graph: &FlowGraph,
///     run: &impl Observable<Trace>,
/// ) -> Vec<Fitness> {
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
    note = "give a reference to a `{X}`, or to a `Refined` one: `&suite[..]` for `Goals<[_]>`, \
        `&run as &dyn AllCriteria` for `Goals<dyn AllCriteria>`"
)]
pub trait Observable<X: ?Sized>: Execution + AsSource<X> {}

impl<X: Execution + ?Sized> Observable<X> for X {}

impl<X: Execution + ?Sized> Observable<X> for Refined<'_, X> {}

mod sealed {
    use crate::fitness::flag::Refined;

    /// The kind of the execution, for sweeps that are function pointers.
    #[derive(Debug)]
    pub enum Source<'a, X: ?Sized> {
        Observed(&'a X),
        Refined(&'a Refined<'a, X>),
    }

    /// Conversion of an execution into its kind.
    pub trait AsSource<X: ?Sized> {
        /// Returns the execution as it was observed, without a gradient of flags.
        fn observed(&self) -> &X;
        /// Returns the kind of the execution.
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
