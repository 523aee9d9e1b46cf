//! Laws of several executions: of a recording that goes on, and of a merged execution and its
//! parts.

use super::answers::Answers;
use super::{Violation, Violations};
use sbst::execution::{Execution, Facts};
use sbst::flow::{Edge, FlowGraph};
use sbst::id::Block;

/// Checks two states of an execution: as recording goes on, no distance grows, no progress falls,
/// and no answer is lost. So the earlier state is a part of the later one.
///
/// `earlier` is a copy of the store, or a record of it, from an earlier time. Linear in the size of
/// the graph. The law does not hold for [refined](sbst::fitness::flag::Refined) executions, whose
/// flags are means. A state that does not [fit](Execution::fits) the graph is a violation, too.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let entry = graph.all_blocks().next().expect("has blocks");
/// let trace = Trace::new(&graph);
/// trace.decide(entry, lt(7, 5));
/// let earlier = trace.record();
/// trace.decide(entry, lt(6, 5));
/// sbst_conformance::grown(&graph, &earlier, &trace).expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn grown(
    graph: &FlowGraph,
    earlier: &(impl Execution + ?Sized),
    later: &(impl Execution + ?Sized),
) -> Violations {
    let mut found = Violations::default();
    for fits in [earlier.fits(graph), later.fits(graph)] {
        found.extend(fits.err().map(Violation::OtherGraph));
    }
    let blocks = graph.all_blocks().map(|block| (block, block));
    let edges = graph.all_branches().map(|branch| graph.edge(branch));
    contains(later, earlier, blocks, edges.map(|edge| (edge, edge)), &mut found);
    let before = Answers::entered(graph, earlier, &mut found).into_iter();
    let after = Answers::entered(graph, later, &mut found);
    for (function, (was, is)) in graph.functions().zip(before.zip(after)) {
        let no_longer = Violation::EnteredByWhole { function, by_part: true };
        found.add_if(was && !is, no_longer);
    }
    found
}

/// Checks an execution that was merged from parts: its distances are the least and its progress the
/// greatest of the parts, it has no other answers, and it entered the functions that a part
/// entered.
///
/// Linear in the size of the graph, for each part. The law does not hold for
/// [refined](sbst::fitness::flag::Refined) executions that were merged before they were refined. A
/// part or whole that does not [fit](Execution::fits) the graph is a violation, too.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let entry = graph.all_blocks().next().expect("has blocks");
/// let trace = Trace::new(&graph);
/// let parts = [7, 2].map(|x| {
///     trace.reset();
///     trace.decide(entry, lt(x, 5));
///     trace.record()
/// });
/// let mut whole = parts[0].clone();
/// whole.merge(&parts[1])?;
/// sbst_conformance::merged(&graph, &parts, &whole).expect_none();
/// sbst_conformance::merged_evaluations(&graph, &parts, &whole).expect_none();
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn merged<X: Execution>(
    graph: &FlowGraph,
    parts: &[X],
    whole: &(impl Execution + ?Sized),
) -> Violations {
    let mut found = Violations::default();
    for fits in [parts.fits(graph), whole.fits(graph)] {
        found.extend(fits.err().map(Violation::OtherGraph));
    }
    for block in graph.all_blocks() {
        let most = parts.iter().filter_map(|part| part.progress(block)).max();
        let whole = whole.progress(block);
        found.add_if(most != whole, Violation::ProgressOfWhole { block, parts: most, whole });
    }
    for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
        let least = parts.iter().filter_map(|part| part.branch_distance(edge)).min();
        let whole = whole.branch_distance(edge);
        let differs = Violation::DistanceOfWhole { branch: edge.branch, parts: least, whole };
        found.add_if(least != whole, differs);
    }
    let parts = Answers::entered(graph, parts, &mut found).into_iter();
    let whole = Answers::entered(graph, whole, &mut found);
    for (function, (by_part, by_whole)) in graph.functions().zip(parts.zip(whole)) {
        found.add_if(by_part != by_whole, Violation::EnteredByWhole { function, by_part });
    }
    found
}

/// Checks the numbers of evaluations of a merged execution: each is the sum over the parts, or
/// `u32::MAX` if the sum is greater.
///
/// ```
/// use sbst::execution::Record;
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// sbst_conformance::merged_evaluations::<Record>(&graph, &[], &Record::default())
///     .expect_none();
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn merged_evaluations<X: Facts>(
    graph: &FlowGraph,
    parts: &[X],
    whole: &(impl Facts + ?Sized),
) -> Violations {
    let edges = graph.all_branches().map(|branch| graph.edge(branch));
    let counts = edges.map(|edge| (edge.branch, parts.evaluations(edge), whole.evaluations(edge)));
    let differ = counts.filter(|(_, parts, whole)| parts != whole);
    differ
        .map(|(branch, parts, whole)| Violation::EvaluationsOfWhole { branch, parts, whole })
        .collect()
}

/// Checks that an execution contains a part of itself: no distance is less and no progress is
/// greater in the part. `blocks` and `edges` have pairs: of the part, and of the whole.
pub(super) fn contains(
    whole: &(impl Execution + ?Sized),
    part: &(impl Execution + ?Sized),
    blocks: impl Iterator<Item = (Block, Block)>,
    edges: impl Iterator<Item = (Edge, Edge)>,
    found: &mut Violations,
) {
    for (in_part, block) in blocks {
        let (parts, whole) = (part.progress(in_part), whole.progress(block));
        found.add_if(whole < parts, Violation::ProgressOfWhole { block, parts, whole });
    }
    for (in_part, edge) in edges {
        let (parts, whole) = (part.branch_distance(in_part), whole.branch_distance(edge));
        let is_nearer = parts.is_some_and(|part| whole.is_none_or(|whole| whole > part));
        let nearer = Violation::DistanceOfWhole { branch: edge.branch, parts, whole };
        found.add_if(is_nearer, nearer);
    }
}
