//! Laws of the results and arguments of functions.

use super::answers::listed;
use super::{ValuePlace, Violation, Violations};
use sbst::distance::Distance;
use sbst::execution::{Facts, Partition};
use sbst::flow::FlowGraph;

/// Checks the distances of the functions' results from the partitions.
///
/// Of each function, all partitions have a distance, or none has. If a result came near a
/// partition, some result is in this partition or in another partition of the same type: a number
/// near zero is negative, zero or positive. Answers stay the same.
/// [`NearestValues`](sbst::execution::NearestValues) keeps these laws.
///
/// ```
/// use sbst_conformance::{ValuePlace, Violation};
/// use sbst::distance::Distance;
/// use sbst::execution::{Execution, Facts, Partition};
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
/// use sbst::id::{Block, Function};
///
/// /// Answers for one partition only.
/// struct Seven;
///
/// impl Execution for Seven {
///     fn branch_distance(&self, _: Edge) -> Option<Distance> {
///         None
///     }
///     fn progress(&self, _: Block) -> Option<u32> {
///         None
///     }
/// }
/// impl Facts for Seven {
///     fn output_distance(
///         &self,
///         _: Function,
///         partition: Partition,
///     ) -> Option<Distance> {
///         (partition == Partition::Zero).then_some(Distance::from(7))
///     }
/// }
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let place = ValuePlace::Output(Function::new(0));
/// let partly = Violation::ValuePartlyKnown {
///     place,
///     known: Partition::Zero,
///     unknown: Partition::True,
/// };
/// assert_eq!(&sbst_conformance::outputs(&graph, &Seven)[..], [partly]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn outputs(graph: &FlowGraph, run: &(impl Facts + ?Sized)) -> Violations {
    let mut found = Violations::default();
    for function in graph.functions() {
        let ask = |partition| run.output_distance(function, partition);
        place_laws(ValuePlace::Output(function), &ask, &mut found);
    }
    found
}

/// Checks the laws of [`outputs`] for the arguments that the execution lists, and that no argument
/// beside them has a distance.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let trace = Trace::new(&graph);
/// trace.root().enter(Function::new(0)).argument(1, "text");
/// sbst_conformance::inputs(&graph, &trace).expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn inputs(graph: &FlowGraph, run: &(impl Facts + ?Sized)) -> Violations {
    let mut found = Violations::default();
    for function in graph.functions() {
        let listed = listed(|visit| run.each_argument(function, visit));
        for &argument in &listed {
            let ask = |partition| run.input_distance(function, argument, partition);
            place_laws(ValuePlace::Input(function, argument), &ask, &mut found);
        }
        // Most functions have fewer arguments.
        for argument in (0..8).filter(|argument| !listed.contains(argument)) {
            let is_known = |it| run.input_distance(function, argument, it).is_some();
            let has_value = Partition::ALL.into_iter().any(is_known);
            found.add_if(has_value, Violation::ArgumentNotListed { function, argument });
        }
    }
    found
}

/// Checks the laws for the values at one place.
fn place_laws(
    place: ValuePlace,
    ask: &dyn Fn(Partition) -> Option<Distance>,
    found: &mut Violations,
) {
    let answers = Partition::ALL.map(ask);
    let of = |partition: &Partition| answers[*partition as usize];
    let known = Partition::ALL.iter().find(|partition| of(partition).is_some());
    let unknown = Partition::ALL.iter().find(|partition| of(partition).is_none());
    if let (Some(&known), Some(&unknown)) = (known, unknown) {
        found.add(Violation::ValuePartlyKnown { place, known, unknown });
    } else {
        // A value of another type, or one that is no number, is infinitely far, and need not be in
        // any partition of this type.
        let near = |partition: &&Partition| of(partition).is_some_and(|it| it < Distance::INFINITE);
        for partitions in Partition::TYPES {
            let is_somewhere = partitions.iter().any(|it| of(it) == Some(Distance::ZERO));
            if let Some(&partition) = partitions.iter().find(near)
                && !is_somewhere
            {
                found.add(Violation::ValueNowhere { place, partition });
            }
        }
    }
    // The second time in reverse order, so that an answer that depends on the question before
    // shows.
    for (partition, first) in Partition::ALL.into_iter().zip(answers).rev() {
        let is_changed = ask(partition) != first;
        found.add_if(is_changed, Violation::ValueChanged { place, partition });
    }
}
