//! Laws of descriptions of control flow.

use super::{Violation, Violations};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::{ControlFlow, DescribedBlock, FlowGraph, Outcome, Unreachable};

/// Checks the description of a function.
///
/// Reports everything for which [`FlowGraph::add`](sbst::flow::FlowGraph::add) would refuse the
/// description, not only the first mistake. Also checks that each block is described in the same
/// way each time, in any order of questions.
///
/// Blocks that cannot be reached are reported as ranges. If you add the function with
/// [`Unreachable::Keep`], use [`control_flow_with`].
///
/// O(n log n) for n blocks and edges. Memory is needed only for blocks that were described. If the
/// number of blocks is huge and very few of them can be reached, blocks that cannot be reached are
/// not asked for. If `describe` never ends, neither does this function.
///
/// ```
/// use sbst_conformance::{Violation};
/// use sbst::flow::{BlockSketch, ControlFlow};
///
/// /// A mistake: the targets are counted from 1 instead of 0.
/// struct FromOne(Vec<[u32; 2]>);
///
/// impl ControlFlow for FromOne {
///     fn block_count(&self) -> usize {
///         self.0.len()
///     }
///     fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
///         match self.0[block as usize] {
///             [0, 0] => out.exit(),
///             [then, or_else] => out.branch(then, or_else),
///         };
///     }
/// }
///
/// let found = sbst_conformance::control_flow(&FromOne(vec![[2, 3], [0, 0], [0, 0]]));
/// let expected = [
///     Violation::Unreachable { first: 1, last: 1 },
///     Violation::NoSuchBlock { from: 0, to: 3, blocks: 3 },
/// ];
/// assert_eq!(&found[..], expected);
/// ```
pub fn control_flow(body: &(impl ControlFlow + ?Sized)) -> Violations {
    control_flow_with(body, Unreachable::Reject)
}

/// Checks the description of a function as [`control_flow`] does, for
/// [`FlowGraph::add_with`]: with [`Unreachable::Keep`], blocks that cannot be reached are checked as
/// all others are, and are no violation.
///
/// ```
/// use sbst_conformance::control_flow_with;
/// use sbst::flow::{FlowBuilder, Unreachable};
///
/// // 0: return   1: dead code
/// let body = FlowBuilder::new().exit(0).exit(1);
/// let refused = control_flow_with(&body, Unreachable::Reject);
/// assert_eq!(refused.to_string(), "block 1 cannot be reached from the entry");
/// assert!(control_flow_with(&body, Unreachable::Keep).is_empty());
/// ```
pub fn control_flow_with(
    body: &(impl ControlFlow + ?Sized),
    unreachable: Unreachable,
) -> Violations {
    let mut found = Violations::default();
    let count = body.block_count();
    if count == 0 {
        found.add(Violation::Empty);
        return found;
    }
    let Some(blocks) = u32::try_from(count).ok().filter(|_| count < FlowGraph::MOST_BLOCKS) else {
        found.add(Violation::TooManyBlocks { blocks: count });
        return found;
    };
    let mut described = reachable(body, blocks);
    if unreachable == Unreachable::Reject {
        unreachable_blocks(&described, blocks, &mut found);
    }

    // Blocks that cannot be reached are checked too, unless there are so many that the number of
    // blocks itself must be a mistake: then asking for all of them would take for ever.
    let plausible = described.len().saturating_mul(64).saturating_add(1 << 16);
    let asked: Vec<u32> = if count <= plausible {
        (0..blocks).collect()
    } else {
        described.keys().copied().collect()
    };
    // Each block is described three times in all: from the entry, ascending and descending. Answers
    // must not depend on the order.
    let mut changed = vec![false; asked.len()];
    for (changed, &block) in changed.iter_mut().zip(&asked) {
        let now = DescribedBlock::of(body, block);
        *changed |= *described.entry(block).or_insert_with(|| now.clone()) != now;
    }
    for (changed, &block) in changed.iter_mut().zip(&asked).rev() {
        *changed |= described.get(&block) != Some(&DescribedBlock::of(body, block));
    }

    let mut edges = 0_usize;
    for (&block, &changed) in asked.iter().zip(&changed) {
        found.add_if(changed, Violation::DescriptionChanged { block });
        let Some(says) = described.get(&block) else { continue };
        let within = edges < FlowGraph::MOST_EDGES;
        edges = edges.saturating_add(says.edges.len());
        let is_too_many = says.overflow || within && edges >= FlowGraph::MOST_EDGES;
        found.add_if(is_too_many, Violation::TooManyEdges { block });
        // An edge that could not be numbered counts as an edge.
        let is_empty = says.edges.is_empty() && !says.leaves && !says.overflow;
        found.add_if(is_empty, Violation::Undescribed { block });
        targets(block, says, blocks, &mut found);
        if !says.overflow {
            names(block, says, &mut found); // after an overflow some names are missing
        }
    }
    let after = body.block_count();
    found.add_if(after != count, Violation::BlockCountChanged { before: count, after });
    // Whether blocks form a decision depends on the whole function, which must be legal otherwise.
    let says_decisions = described.values().any(|says| !says.conditions.is_empty());
    if says_decisions && found.is_empty() {
        let refused = FlowGraph::new().add_with(body, unreachable).err();
        found.extend(refused.map(Violation::NotOneDecision));
    }
    found
}

/// Returns the blocks that can be reached from the entry, each with its description.
fn reachable(body: &(impl ControlFlow + ?Sized), blocks: u32) -> BTreeMap<u32, DescribedBlock> {
    let mut described = BTreeMap::new();
    let mut waiting = vec![0];
    while let Some(block) = waiting.pop() {
        if !described.contains_key(&block) {
            let says = DescribedBlock::of(body, block);
            let targets = says.edges.iter().map(|&(_, to)| to);
            waiting.extend(targets.filter(|to| *to < blocks && !described.contains_key(to)));
            described.insert(block, says);
        }
    }
    described
}

/// Reports the blocks that cannot be reached, each range of neighbours once.
fn unreachable_blocks(
    reachable: &BTreeMap<u32, DescribedBlock>,
    blocks: u32,
    found: &mut Violations,
) {
    let mut next = 0;
    for block in reachable.keys().copied().chain([blocks]) {
        let last = block.saturating_sub(1);
        found.add_if(next < block, Violation::Unreachable { first: next, last });
        next = block.saturating_add(1);
    }
}

/// Reports edges to blocks that do not exist, each target once.
fn targets(block: u32, says: &DescribedBlock, blocks: u32, found: &mut Violations) {
    let targets = says.edges.iter().map(|&(_, to)| to);
    let missing: BTreeSet<u32> = targets.filter(|&to| to >= blocks).collect();
    found.extend(missing.into_iter().map(|to| Violation::NoSuchBlock { from: block, to, blocks }));
}

/// Checks that each outcome occurs once, and that no value is on two arms.
fn names(block: u32, says: &DescribedBlock, found: &mut Violations) {
    let mut outcomes: Vec<Outcome> = says.edges.iter().map(|&(outcome, _)| outcome).collect();
    outcomes.sort_unstable();
    for same in outcomes.chunk_by(PartialEq::eq).filter(|same| same.len() > 1) {
        found.add(Violation::DuplicateOutcome { block, outcome: same[0] });
    }
    outcomes.dedup();
    // All keys and ranges, each with the index of its arm, ascending by their first value.
    let arm_of = |number: u32| outcomes.binary_search(&Outcome::Arm(number)).ok();
    let keys = outcomes.iter().enumerate().filter_map(|(arm, outcome)| match outcome {
        Outcome::Case(value) => Some((*value, *value, arm)),
        _ => None,
    });
    let ranges = says.ranges.iter().filter(|(_, range)| !range.is_empty());
    let ranges =
        ranges.filter_map(|(number, range)| Some((*range.start(), *range.end(), arm_of(*number)?)));
    let mut rows: Vec<(i128, i128, usize)> = keys.chain(ranges).collect();
    rows.sort_unstable();
    // A sweep over the ranges: only the range that ends last can overlap the next one.
    let mut reported = None;
    let mut widest: Option<(i128, usize)> = None;
    for (low, high, arm) in rows {
        if let Some((end, before)) = widest
            && low <= end
        {
            if before != arm && reported != Some(low) {
                found.add(Violation::Overlap { block, value: low });
                reported = Some(low);
            }
            if high <= end {
                continue;
            }
        }
        widest = Some((high, arm));
    }
}
