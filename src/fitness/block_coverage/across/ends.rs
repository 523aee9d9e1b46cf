//! Comparison within a called function, with its end as the target.

use crate::fitness::block_coverage::bits::rows;
use crate::fitness::block_coverage::known::Known;
use crate::fitness::block_coverage::paths::Paths;
use crate::fitness::block_coverage::rules::{Ruled, Side};
use crate::flow::FlowGraph;
use crate::id::{Block, Function};
use alloc::vec::Vec;

/// Rows of all calls of a function by one execution, joined, with room for the end of the function.
#[derive(Clone, Debug, Default)]
pub(super) struct Together {
    /// Three rows: entered, fully covered, evaluated.
    words: Vec<u64>,
}

impl Together {
    /// Removes all calls. `blocks` is the number of blocks of the function.
    pub(super) fn clear(&mut self, blocks: usize) {
        self.words.clear();
        self.words.resize(3 * (blocks + 1).div_ceil(64), 0);
    }

    /// Adds a call.
    pub(super) fn add(&mut self, rows: [&[u64]; 3]) {
        let width = self.words.len() / 3;
        for (all, row) in self.words.chunks_exact_mut(width).zip(rows) {
            for (all, word) in all.iter_mut().zip(row) {
                // A suite has what any of its tests has, and so do several calls of one function.
                *all |= word;
            }
        }
    }

    /// Returns the rows as one side of a comparison.
    fn side(&self) -> Side<'_> {
        let [entered, full, evaluated] = rows(&self.words);
        Side { entered, evaluated, full, reached: false }
    }
}

/// Returns the rule that applies to two executions that entered a function and did not return from
/// it. `throwing` holds the exits by which no call returns, ascending.
pub(super) fn compare(
    known: &mut Known,
    graph: &FlowGraph,
    throwing: &[Block],
    function: Function,
    pair: [&Together; 2],
) -> Ruled {
    let throws = |block| throwing.binary_search(&block).is_ok();
    let edges = || Paths::with_end(graph, function, throws);
    // The number of the end is one more than the last block, so its bit is 0 in the rows of each
    // execution: neither reached it.
    let end = graph.block_range(function).len() as u32;
    let [first, second] = pair.map(Together::side);
    known.of(function, end, edges).apply(graph, [&first, &second], false)
}
