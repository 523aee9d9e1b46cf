//! Executions on which goals can be measured.

use crate::execution::Facts;
use crate::fitness::flag::Refined;
#[cfg(doc)]
use crate::objective::Goals;
use sealed::AsObserved;

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
        `&run as &dyn Facts` for `Goals<dyn Facts>`"
)]
pub trait Observable<X: ?Sized>: Facts + AsObserved<X> {}

impl<X: Facts + ?Sized> Observable<X> for X {}

impl<X: Facts + ?Sized> Observable<X> for Refined<'_, X> {}

mod sealed {
    /// Conversion into the execution as it was observed, without a gradient of flags.
    pub trait AsObserved<X: ?Sized> {
        /// Returns the execution.
        fn observed(&self) -> &X;
    }
}

impl<X: ?Sized> AsObserved<X> for X {
    fn observed(&self) -> &X {
        self
    }
}

impl<X: ?Sized> AsObserved<X> for Refined<'_, X> {
    fn observed(&self) -> &X {
        self.run()
    }
}
