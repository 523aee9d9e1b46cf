//! Executions with more that was observed.

/// An execution together with what else was observed of it: a fact of yours, which your goals read.
/// The execution answers all questions, as it does alone.
///
/// The type owns its data, so that goals can name it: `Goals<With<Trace, Memory>>` (see
/// [`Goals`](crate::objective::Goals)).
///
/// ```
/// use sbst::distance::le;
/// use sbst::execution::{Trace, With};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{Goals, Kind, Needs, Observed, Tables, from_fn};
///
/// struct Bytes(u64);
/// const LEAN: Kind = Kind::new("lean").unwrap();
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let mut goals = Goals::<With<Trace, Bytes>>::new();
/// goals.push(from_fn(LEAN.goal([]), Needs::nowhere(), |seen: &Observed<'_, With<Trace, Bytes>>| {
///     le(seen.run.extra.0, 100).to_true().into()
/// }));
/// let run = With { execution: Trace::new(&graph), extra: Bytes(103) };
/// let mut row = Vec::new();
/// goals.measure(&graph, &run, &mut Tables::new(&graph), &mut row);
/// assert_eq!(row[0].distance.get(), 4.0); // 3 too many, and K
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct With<X: ?Sized, E> {
    /// What else was observed.
    pub extra: E,
    /// The execution, which answers all questions.
    pub execution: X,
}
