//! Breaking ties by block coverage.

use super::{LIVE_BYTES, MAIN, allocations, program, subject};
use sbst::distance::flag;
use sbst::execution::Trace;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Form, Nearer, Target};
use sbst::flow::{Body, FlowGraph, Lines};
use sbst::id::{Block, Branch, Line};

#[test]
fn breaking_ties_by_block_coverage_allocates_nothing_once_the_targets_are_known() {
    let mut graph = program();
    // if a || b || c || d { 4 }, and executions that evaluated any of the four: as many sets of starts as are kept of a target.
    let any =
        (0..4).fold(Body::new(), |body, block| body.statements(block, 2).branch(block, 4, if block < 3 { block + 1 } else { 5 }));
    let any = graph.add(&any.statements(4, 2).jump(4, 5).exit(5)).expect("a legal function");
    let lines = Lines::new(graph.all_blocks().map(|block| (block, 0, Line::new(block.number() / 4))));
    let trace = Trace::new(&graph);
    let mut runs: Vec<BlockSummary> = (0..24)
        .map(|seed| {
            trace.reset();
            subject(&trace, seed);
            BlockSummary::of(&graph, &trace)
        })
        .collect();
    runs.extend((0..16_u32).map(|set| {
        trace.reset();
        let f = trace.call(any);
        for block in (0..4).filter(|block| set >> block & 1 == 1) {
            f.decide(block, flag(false));
        }
        f.done(4, set / 3 % 2);
        drop(f);
        BlockSummary::of(&graph, &trace)
    }));
    // A branch, two statements and a block that the graph does not have are targets, too.
    let statements = graph.all_blocks().flat_map(|block| (0..3).map(move |statement| Target::Statement(block, statement)));
    let on_lines = lines.lines().map(|line| Target::Line(lines.statements_on(line)));
    let branches = graph.all_branches().chain([Branch::new(u32::MAX)]).map(Target::Branch);
    let blocks = graph.all_blocks().chain([Block::new(u32::MAX)]).map(Target::Block);
    let mut targets: Vec<_> = blocks.chain(statements).chain(branches).chain(on_lines).collect();

    for form in [Form::Exact, Form::Published] {
        let mut coverage = BlockCoverage::by(form);
        let mut decided = 0;
        let mut round = || {
            for &target in &targets {
                for (place, first) in runs.iter().enumerate() {
                    for second in [&runs[(place + 1) % runs.len()], &runs[runs.len() - 1]] {
                        let answer = coverage.compare(&graph, target, first, second);
                        assert_eq!(coverage.compare(&graph, target, second, first), answer.reversed());
                        decided += u32::from(answer != Nearer::Neither);
                    }
                }
            }
        };
        round();
        assert_eq!(allocations(round), 0, "{form:?}");
        assert!(decided > 200, "hardly anything is decided: {decided}");
        targets.reverse(); // whatever comes up first
    }
}

#[test]
fn a_target_with_many_sets_of_starts_keeps_only_some() {
    // if a || b || c || d || e || f { 6 } 7, and executions that evaluated any of the six: each pair with the last has its own starts.
    let body = (0..6).fold(Body::new(), |body, block| body.branch(block, 6, if block < 5 { block + 1 } else { 7 }));
    let graph = FlowGraph::of(&body.exit(6).exit(7)).expect("a legal graph");
    let trace = Trace::new(&graph);
    let runs: Vec<BlockSummary> = (0..64_u32)
        .map(|set| {
            trace.reset();
            let f = trace.call(MAIN);
            for block in (0..6).filter(|block| set >> block & 1 == 1) {
                f.decide(block, flag(false));
            }
            BlockSummary::of(&graph, &trace)
        })
        .collect();
    let mut coverage = BlockCoverage::new();
    let mut kept = |runs: &[BlockSummary], last: &BlockSummary| {
        let before = LIVE_BYTES.get();
        for run in runs {
            coverage.compare(&graph, Target::Block(Block::new(6)), run, last);
        }
        LIVE_BYTES.get() - before
    };
    assert!(kept(&runs[..32], &runs[63]) > 0);
    assert_eq!(kept(&runs[32..], &runs[63]), 0);
}
