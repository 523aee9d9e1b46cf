//! Comparing within a called function, for its end.

use crate::fitness::block_coverage::paths::{Distances, Paths};
use crate::fitness::block_coverage::rules::{Ruled, Side, apply};
use crate::fitness::block_coverage::views::Views;
use crate::flow::FlowGraph;
use crate::id::{Block, Function};
use crate::numbers::NumberMap;
use alloc::vec::Vec;

/// What is known of the functions that were compared for their ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends {
    /// Ascending: exits by which no call returns.
    throwing: Vec<Block>,
    ends: Vec<End>,
    /// By function: its place in `ends`.
    functions: NumberMap,
    /// The bytes that all but the edges take.
    kept: usize,
}

#[derive(Clone, Debug)]
struct End {
    paths: Paths,
    views: Views,
    distances: Distances,
}

/// The calls of a function by one execution, as one: rows that have room for the end of the function.
#[derive(Clone, Debug, Default)]
pub(super) struct Together {
    words: Vec<u64>,
}

impl Together {
    /// Nothing was called; `blocks` is the number of blocks of the function.
    pub(super) fn clear(&mut self, blocks: usize) {
        self.words.clear();
        self.words.resize(3 * (blocks + 1).div_ceil(64), 0);
    }

    /// Adds a call.
    pub(super) fn add(&mut self, rows: [&[u64]; 3]) {
        let width = self.words.len() / 3;
        for (all, row) in self.words.chunks_exact_mut(width).zip(rows) {
            for (all, word) in all.iter_mut().zip(row) {
                *all |= word;
            }
        }
    }

    fn side(&self) -> Side<'_> {
        let (entered, rest) = self.words.split_at(self.words.len() / 3);
        let (full, evaluated) = rest.split_at(rest.len() / 2);
        Side { entered, evaluated, full, reached: false }
    }
}

impl Ends {
    pub(super) fn set_throwing(&mut self, throwing: Vec<Block>) {
        *self = Self { throwing, ..Self::default() };
    }

    pub(super) fn throws(&self, block: Block) -> bool {
        self.throwing.binary_search(&block).is_ok()
    }

    /// Forgets all but the edges if that comes to more bytes than this.
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

    /// Which rule applies to two executions that entered a function and did not return from it. A block in which both got stuck is numbered
    /// within the program.
    pub(super) fn compare(&mut self, graph: &FlowGraph, function: Function, pair: [&Together; 2]) -> Ruled {
        let Self { throwing, ends, functions, kept } = self;
        let place = *functions.entry(function.number().into()).or_insert_with(|| {
            let paths = Paths::with_end(graph, function, |block| throwing.binary_search(&block).is_ok());
            ends.push(End { paths, views: Views::default(), distances: Distances::default() });
            (ends.len() - 1) as u32
        });
        let End { paths, views, distances } = &mut ends[place as usize];
        let [first, second] = pair.map(Together::side);
        let effective = views.effective(graph, paths, paths.end(), [first.evaluated, second.evaluated], kept);
        match apply(paths, paths.end(), effective, [&first, &second], distances, kept, false) {
            Ruled::Stuck(local) => Ruled::Stuck(paths.blocks.start + local),
            ruled => ruled,
        }
    }
}
