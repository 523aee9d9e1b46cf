//! Block coverage on large graphs.

use super::{FIRST, Seen, graph, on_a_small_stack};
use crate::effort::size;
use sbst::distance::Distance;
use sbst::execution::Execution;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer, Target};
use sbst::flow::{Edge, FlowGraph, Outcome};
use sbst::id::{Block, Function};

/// An execution that completed every block with such a number below that in which it stopped, and
/// took the way to a higher one.
struct Stopped {
    at: u32,
    done: u32,
    every: u32,
}

impl Execution for Stopped {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        let source = branch.source.number();
        let far = if branch.target.number() == source + self.every {
            Distance::ZERO
        } else {
            Distance::from(1)
        };
        (source < self.at && source.is_multiple_of(self.every)).then_some(far)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        let block = block.number();
        (block <= self.at && block.is_multiple_of(self.every)).then_some(if block == self.at {
            self.done
        } else {
            2
        })
    }
    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        visit(FIRST);
    }
}

/// A target, the blocks in which two executions stopped and after how many statements (of two in
/// each), and the answer.
type Comparison<'a> = (Target<'a>, [(u32, u32); 2], Nearer);

fn assert_nearer<const N: usize>(graph: &FlowGraph, every: u32, rows: [Comparison<'_>; N]) {
    let mut coverage = BlockCoverage::new();
    for (target, pair, answer) in rows {
        let [first, second] =
            pair.map(|(at, done)| BlockSummary::of(graph, &Stopped { at, done, every }));
        assert_eq!(coverage.compare(graph, target, &first, &second), answer, "{target:?} {pair:?}");
        assert_eq!(
            coverage.compare(graph, target, &second, &first),
            answer.reversed(),
            "{target:?} {pair:?}"
        );
    }
}

#[test]
fn block_coverage_of_a_straight_line_of_a_million_blocks() {
    on_a_small_stack(|| {
        const LAST: u32 = size(1_000_000) - 1;
        const HALF: u32 = LAST / 2;
        let graph = graph(LAST + 1, |block, out| {
            out.statements(2);
            if block < LAST {
                out.jump(block + 1)
            } else {
                out.exit()
            };
        });
        let target = Target::Block(Block::new(LAST));
        let rows = [
            (target, [(5, 0), (LAST - 9, 1)], Nearer::Second(LAST - 14)),
            (target, [(LAST - 1, 1), (LAST - 1, 0)], Nearer::First(1)),
            (
                Target::Statement(Block::new(LAST).statement(1)),
                [(0, 1), (LAST, 1)],
                Nearer::Second(LAST + 1),
            ),
            (Target::Block(Block::new(HALF)), [(HALF - 1, 0), (LAST - 9, 1)], Nearer::Second(2)), // and the target
            (Target::Block(Block::new(HALF)), [(HALF, 0), (LAST - 9, 1)], Nearer::Neither),
        ];
        assert_nearer(&graph, 1, rows);
        // One that was caught in each of 20 blocks got stuck in the last of them, as the other did.
        let [everywhere, once] =
            [BlockSummary::of(&graph, &Seen(|block| block <= 20, |_, _| None)), {
                BlockSummary::of(&graph, &Stopped { at: 20, done: 1, every: 1 })
            }];
        assert_eq!(
            BlockCoverage::new().compare(&graph, target, &everywhere, &once),
            Nearer::Second(1)
        );
    });
}

#[test]
fn block_coverage_of_a_hundred_thousand_nested_branches() {
    on_a_small_stack(|| {
        const DEPTH: u32 = 100_000;
        let graph = graph(DEPTH + 2, |block, out| {
            out.statements(2);
            match block {
                _ if block < DEPTH => out.branch(block + 1, DEPTH + 1),
                DEPTH => out.jump(DEPTH + 1),
                _ => out.exit(),
            };
        });
        // The start is the last block that both completed: 59 999, 0, none.
        let (target, end) =
            (Target::Block(Block::new(DEPTH)), Target::Block(Block::new(DEPTH + 1)));
        let last = graph.branch(Block::new(DEPTH - 1), Outcome::True).expect("a branch");
        let rows = [
            (target, [(60_000, 0), (80_000, 1)], Nearer::Second(20_000)),
            (target, [(60_000, 1), (60_000, 0)], Nearer::First(1)),
            (target, [(1, 0), (DEPTH, 0)], Nearer::Second(DEPTH)), // and the target
            (target, [(0, 1), (DEPTH - 1, 1)], Nearer::Second(DEPTH - 1)),
            (Target::Branch(last), [(1, 1), (DEPTH - 1, 1)], Nearer::Second(DEPTH - 2)),
            (Target::Branch(last), [(77_777, 1), (DEPTH, 0)], Nearer::Second(DEPTH - 77_777)),
            (end, [(60_000, 1), (80_000, 0)], Nearer::Second(20_000)), // all lead there, no decision does
        ];
        assert_nearer(&graph, 1, rows);
    });
}

#[test]
fn block_coverage_of_nested_loops_does_not_walk_their_dependences() {
    on_a_small_stack(|| {
        // As above, first the do-while loops, then the loops behind branches.
        const DEPTH: u32 = 100_000;
        let loops = graph(DEPTH + 2, |block, out| {
            out.statements(2);
            match block {
                0 => out.jump(1),
                _ if block <= DEPTH => out.branch(block + 1, 0),
                _ => out.exit(),
            };
        });
        let [inner, outer, end] =
            [1, DEPTH, DEPTH + 1].map(|block| Target::Statement(Block::new(block).statement(2)));
        let rows = [
            (inner, [(0, 1), (1, 1)], Nearer::Second(1)),
            (outer, [(10_000, 0), (70_000, 1)], Nearer::Second(60_000)),
            (outer, [(DEPTH, 1), (DEPTH, 0)], Nearer::First(1)),
            (end, [(40_000, 1), (DEPTH + 1, 0)], Nearer::Second(DEPTH + 1 - 40_000)),
        ];
        assert_nearer(&loops, 1, rows);

        let behind = graph(DEPTH + 1, |block, out| {
            out.statements(2);
            match block {
                DEPTH => out.jump(block - 1),
                _ if block % 2 == 0 => out.branch(block + 2, block + 1),
                1 => out.branch(0, 0).exit(),
                _ => out.branch(block - 1, block - 2),
            };
        });
        let target = Target::Statement(Block::new(DEPTH).statement(1));
        let rows = [
            (target, [(2, 0), (60_000, 0)], Nearer::Second(29_999)), // 2 to 59 998
            (target, [(60_000, 0), (80_000, 1)], Nearer::Second(10_000)),
            (target, [(DEPTH, 0), (DEPTH - 2, 1)], Nearer::First(1)),
        ];
        assert_nearer(&behind, 2, rows);
    });
}
