//! Laws of executions of unrolled graphs.

use super::{Violation, Violations, execution};
use crate::execution::{Facts, On};
use crate::flow::{FlowGraph, UnrolledGraph};
use alloc::boxed::Box;

/// Checks the answers of an execution about the copies of blocks in an unrolled graph.
///
/// The answers must be an execution of the unrolled graph ([`execution()`]). In no copy is a
/// distance less, or the progress greater, than in the block of the program. Linear in the number
/// of copies, except for a logarithm.
///
/// ```
/// use sbst::conformance::{self, Violation};
/// use sbst::distance::Distance;
/// use sbst::execution::{Execution, Facts, Plane};
/// use sbst::flow::decisions::CompoundDecision;
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph, UnrolledGraph};
/// use sbst::id::Block;
///
/// /// A mistake: every copy was entered, and no block.
/// struct Confused;
///
/// impl Execution for Confused {
///     fn branch_distance(&self, _: Edge) -> Option<Distance> {
///         None
///     }
///     fn progress(&self, _: Block) -> Option<u32> {
///         None
///     }
/// }
/// impl Facts for Confused {
///     fn progress_on(&self, _: Plane, _: Block) -> Option<u32> {
///         Some(0)
///     }
/// }
///
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3),
/// )?;
/// let unrolled = UnrolledGraph::builder(&graph)
///     .decisions(CompoundDecision::all(&graph))
///     .build()?;
/// let found = conformance::copies(&graph, &unrolled, &Confused);
/// assert!(
///     found
///         .iter()
///         .any(|v| matches!(v, Violation::CopyFurther { copied: 0, all: None, .. }))
/// );
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn copies(
    graph: &FlowGraph,
    unrolled: &UnrolledGraph,
    run: &(impl Facts + ?Sized),
) -> Violations {
    let mut found = Violations::default();
    found.extend(graph.check(unrolled.made_for()).err().map(Violation::OtherGraph));
    let in_copies = execution(unrolled.graph(), &On(run, unrolled.plane()));
    found.extend(in_copies.into_iter().map(|violation| Violation::InCopies(Box::new(violation))));
    for copy in unrolled.graph().all_blocks() {
        let Some(block) = unrolled.block_of(copy) else { continue };
        if let Some(copied) = run.progress_on(unrolled.plane(), copy) {
            let all = run.progress(block);
            found.add_if(all < Some(copied), Violation::CopyFurther { block, copied, all });
        }
    }
    for copy in unrolled.graph().all_branches() {
        // A jump in an endless loop may be a branch in the unrolled graph only.
        let Some(branch) = unrolled.branch_of(graph, copy) else { continue };
        let edge = unrolled.graph().edge(copy);
        if let Some(copied) = run.branch_distance_on(unrolled.plane(), edge) {
            let all = run.branch_distance(graph.edge(branch));
            if all.is_none_or(|all| all > copied) {
                found.add(Violation::CopyNearer { branch, copied, all });
            }
        }
    }
    found
}
