//! Laws of the results and arguments of functions.

use super::{ValuePlace, Violation, Violations};
use crate::distance::Distance;
use crate::execution::{Inputs, Outputs, Partition};
use crate::flow::FlowGraph;

/// Partitions of each type that together contain every value of the type.
const TYPES: [&[Partition]; 5] = [
    &[Partition::True, Partition::False],
    &[Partition::Letter, Partition::Digit, Partition::OtherChar],
    &[Partition::Negative, Partition::Zero, Partition::Positive],
    &[Partition::Empty, Partition::NonEmpty],
    &[Partition::Null, Partition::NonNull],
];

/// Checks the distances of the functions' results from the partitions.
///
/// Of each function, all partitions have a distance, or none has. If a result came near a
/// partition, some result is in this partition or in another partition of the same type: a number
/// near zero is negative, zero or positive. Answers stay the same.
/// [`NearestValues`](crate::execution::NearestValues) keeps these laws.
///
/// ```
/// use sbst::conformance::{self, ValuePlace, Violation};
/// use sbst::distance::Distance;
/// use sbst::execution::{Outputs, Partition};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// /// Answers for one partition only.
/// struct Seven;
///
/// impl Outputs for Seven {
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
/// assert_eq!(&conformance::outputs(&graph, &Seven)[..], [partly]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn outputs(graph: &FlowGraph, run: &(impl Outputs + ?Sized)) -> Violations {
    let mut found = Violations::default();
    for function in graph.functions() {
        place_laws(
            ValuePlace::Output(function),
            &|partition| run.output_distance(function, partition),
            &mut found,
        );
    }
    found
}

/// Checks the laws of [`outputs`] for the first `arguments` arguments of each function.
///
/// ```
/// use sbst::conformance;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let trace = Trace::new(&graph);
/// trace.root().enter(Function::new(0)).argument(1, "text");
/// conformance::inputs(&graph, &trace, 2).expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn inputs(graph: &FlowGraph, run: &(impl Inputs + ?Sized), arguments: u32) -> Violations {
    let mut found = Violations::default();
    for function in graph.functions() {
        for argument in 0..arguments {
            let ask = |partition| run.input_distance(function, argument, partition);
            place_laws(ValuePlace::Input(function, argument), &ask, &mut found);
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
    let of = |partition: &Partition| {
        Partition::ALL.iter().zip(answers).find(|row| row.0 == partition).and_then(|row| row.1)
    };
    let known = Partition::ALL.iter().find(|partition| of(partition).is_some());
    let unknown = Partition::ALL.iter().find(|partition| of(partition).is_none());
    if let (Some(&known), Some(&unknown)) = (known, unknown) {
        found.add(Violation::ValuePartlyKnown { place, known, unknown });
    } else {
        // A value of another type, or one that is no number, is infinitely far, and need not be in
        // any partition of this type.
        let near = |partition: &&Partition| {
            of(partition).is_some_and(|distance| distance < Distance::INFINITE)
        };
        let nowhere = |partitions: &&&[Partition]| {
            partitions.iter().all(|partition| of(partition) != Some(Distance::ZERO))
        };
        let lost =
            TYPES.iter().filter(nowhere).filter_map(|partitions| partitions.iter().find(near));
        found.extend(lost.map(|&partition| Violation::ValueNowhere { place, partition }));
    }
    // The second time in reverse order, so that an answer that depends on the question before
    // shows.
    let changed = Partition::ALL
        .iter()
        .zip(answers)
        .rev()
        .filter(|&(&partition, first)| ask(partition) != first);
    found.extend(changed.map(|(&partition, _)| Violation::ValueChanged { place, partition }));
}
