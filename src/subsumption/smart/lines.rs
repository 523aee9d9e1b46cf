//! Rule for line goals: Zhou et al. 2024, section 3.4, LC.

use super::DropReason;
use crate::flow::{FlowGraph, Lines};
use crate::id::{IdMap, Line};
use alloc::vec::Vec;

/// Returns an iterator over the last line of each block that has at least `at_least` different
/// lines, ascending, each once.
///
/// The last line of a block subsumes the other lines of the block. Covering a branch misses the end
/// of a block only if an exception comes first, so the lines of short blocks are left to branches.
/// The last line of a block is the line of the last statement that has a line. Blocks that cannot
/// be reached have none. O(n log n) for n statements.
///
/// Source: Zhou et al. 2024, section 3.4. They call the parameter `lineThreshold` and set it to 8,
/// because half of the blocks in the benchmark of DynaMOSA have fewer lines (section 5). That
/// different lines of one block are counted is this crate's reading.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
/// use sbst::id::{Block, Line};
/// use sbst::subsumption::smart::last_lines;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 9).exit(0))?;
/// let lines = Lines::new((0..8).map(|statement| {
///     (Block::new(0).statement(statement), Line::new(10 + statement))
/// }));
/// assert!(last_lines(&graph, &lines, 8).eq([Line::new(17)]));
/// assert!(last_lines(&graph, &lines, 9).eq([]));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn last_lines(
    graph: &FlowGraph,
    lines: &Lines,
    at_least: usize,
) -> impl DoubleEndedIterator<Item = Line> + use<> {
    let mut last = Vec::new();
    for (line, &most) in ends(graph, lines).iter() {
        if most as usize >= at_least {
            last.push(line);
        }
    }
    last.into_iter()
}

/// Returns the last lines of all blocks that can be reached, each with the number of different
/// lines of its block.
///
/// A line may be the last one of several blocks; then it has the greatest of their numbers, so that
/// one long block keeps it.
fn ends(graph: &FlowGraph, lines: &Lines) -> IdMap<Line, u32> {
    let mut ends = IdMap::new();
    let mut distinct: Vec<u32> = Vec::new();
    for block in graph.all_blocks().filter(|&block| graph.is_reachable(block)) {
        if let Some((_, last)) = lines.of_block(block).next_back() {
            // A line with several statements counts once, however its statements are arranged.
            distinct.clear();
            distinct.extend(lines.of_block(block).map(|(_, line)| line.number()));
            distinct.sort_unstable();
            distinct.dedup();
            let most = ends.or_default(last);
            *most = (distinct.len() as u32).max(*most);
        }
    }
    ends
}

/// Returns the rule that says why a line goal is dropped; `None` for a line that is kept. The last
/// line of a block is kept from `at_least` different lines of the block on.
pub(super) fn line_rule(
    graph: &FlowGraph,
    lines: &Lines,
    at_least: usize,
) -> impl Fn(Line) -> Option<DropReason> + use<> {
    let ends = ends(graph, lines);
    // First part of the rule, "last line"; then the trade-off, `lineThreshold`.
    move |line| match ends.get(line) {
        None => Some(DropReason::NotLast),
        Some(&most) if (most as usize) < at_least => Some(DropReason::FewLines(most as usize)),
        Some(_) => None,
    }
}
