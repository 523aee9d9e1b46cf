//! Comparison within a called function, with its end as the target.

use crate::fitness::block_coverage::paths::{Distances, Paths};
use crate::fitness::block_coverage::rules::{Ruled, Side, apply};
use crate::fitness::block_coverage::views::Views;
use crate::flow::FlowGraph;
use crate::id::{Block, Function, IdSet};
use alloc::vec::Vec;

/// Data about the functions that were compared for their ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends {
    /// Exits by which no call returns, ascending.
    throwing: Vec<Block>,
    /// Data of each function.
    ends: Vec<End>,
    /// The functions of `ends`.
    functions: IdSet<Function>,
    /// Number of bytes of everything except the edges.
    kept: usize,
}

/// Data about one function.
#[derive(Clone, Debug)]
struct End {
    paths: Paths,
    views: Views,
    distances: Distances,
}

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
        let (entered, rest) = self.words.split_at(self.words.len() / 3);
        let (full, evaluated) = rest.split_at(rest.len() / 2);
        Side { entered, evaluated, full, reached: false }
    }
}

impl Ends {
    /// Replaces the exits that throw, and forgets everything else.
    pub(super) fn set_throwing(&mut self, throwing: Vec<Block>) {
        *self = Self { throwing, ..Self::default() };
    }

    /// Returns `true` if the block is an exit that throws.
    pub(super) fn throws(&self, block: Block) -> bool {
        self.throwing.binary_search(&block).is_ok()
    }

    /// Clears everything except the edges if it takes more than `bytes` bytes.
    pub(super) fn keep_within(&mut self, bytes: usize) {
        if self.kept > bytes {
            for end in &mut self.ends {
                (end.views, end.distances) = (Views::default(), Distances::default());
            }
            self.kept = 0;
        }
    }

    /// Forgets everything about the graph.
    pub(super) fn forget(&mut self) {
        self.ends.clear();
        self.functions.clear();
        self.kept = 0;
    }

    /// Returns the rule that applies to two executions that entered a function and did not return
    /// from it. A block in which both got stuck has its number in the graph.
    pub(super) fn compare(
        &mut self,
        graph: &FlowGraph,
        function: Function,
        pair: [&Together; 2],
    ) -> Ruled {
        let Self { throwing, ends, functions, kept } = self;
        let place = functions.insert_place(function) as usize;
        if place == ends.len() {
            let paths =
                Paths::with_end(graph, function, |block| throwing.binary_search(&block).is_ok());
            ends.push(End { paths, views: Views::default(), distances: Distances::default() });
        }
        // The number of the end is one more than the last block, so its bit is 0 in the rows of
        // each execution: neither reached it.
        let End { paths, views, distances } = &mut ends[place];
        let [first, second] = pair.map(Together::side);
        // Rules 1 and 2 with the end as the target, as within one function: starts that both
        // executions evaluated, and the blocks between them and the end.
        let effective =
            views.effective(graph, paths, paths.end(), [first.evaluated, second.evaluated], kept);
        match apply(paths, paths.end(), effective, [&first, &second], distances, kept, false) {
            Ruled::Stuck(local) => Ruled::Stuck(paths.blocks.start + local),
            ruled => ruled,
        }
    }
}
