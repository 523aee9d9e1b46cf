//! Lines that are kept beside branches: Zhou et al. 2024, section 3.4.

use super::DropReason;
use crate::flow::{FlowGraph, Lines};
use crate::id::Line;
use crate::numbers::NumberMap;
use alloc::vec::Vec;

/// Returns the last line of each block that has at least `at_least` different lines, ascending.
///
/// The last line of a block subsumes its others. A branch goal misses the end of a block only where an exception comes first, so the lines
/// of short blocks are left to branches: the `lineThreshold` of Zhou et al. 2024, section 3.4, which they set to 8 because half of the blocks
/// in the benchmark of DynaMOSA have fewer lines (section 5). The last line is that of the last statement that has one; that only different lines of one
/// block count is ours to say. Blocks that cannot be reached have none.
///
/// O(n log n) for n statements.
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
pub fn last_lines(graph: &FlowGraph, lines: &Lines, at_least: usize) -> impl DoubleEndedIterator<Item = Line> + use<> {
    let ends = ends(graph, lines).into_iter();
    ends.filter(move |&(_, most)| most as usize >= at_least).map(|(line, _)| Line::new(line as u32))
}

/// Returns the last line of each block; with the most lines that a block has of which it is the last.
fn ends(graph: &FlowGraph, lines: &Lines) -> NumberMap {
    let mut ends = NumberMap::new();
    let mut distinct: Vec<u32> = Vec::new();
    for block in graph.all_blocks().filter(|&block| graph.is_reachable(block)) {
        if let Some((_, last)) = lines.of_block(block).next_back() {
            distinct.clear();
            distinct.extend(lines.of_block(block).map(|(_, line)| line.number()));
            distinct.sort_unstable();
            distinct.dedup();
            let most = ends.entry(last.number().into()).or_insert(0);
            *most = (distinct.len() as u32).max(*most);
        }
    }
    ends
}

/// The rule by which line goals are dropped.
pub(super) struct LineRule {
    ends: NumberMap,
    at_least: usize,
}

impl LineRule {
    pub(super) fn new(graph: &FlowGraph, lines: &Lines, at_least: usize) -> Self {
        Self { ends: ends(graph, lines), at_least }
    }

    /// Returns the reason why a line is dropped; `None` if it is kept.
    pub(super) fn drops(&self, line: Line) -> Option<DropReason> {
        match self.ends.get(&u64::from(line.number())) {
            None => Some(DropReason::NotLast),
            Some(&most) if (most as usize) < self.at_least => Some(DropReason::FewLines(most as usize)),
            Some(_) => None,
        }
    }
}
