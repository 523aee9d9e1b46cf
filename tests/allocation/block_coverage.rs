//! Breaking ties by block coverage.

use super::{LIVE_BYTES, MAIN, allocations, program, subject};
use sbst::distance::flag;
use sbst::execution::Trace;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Form, Nearer, Target};
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Block, Branch, Line};

#[test]
fn breaking_ties_by_block_coverage_allocates_nothing_once_the_targets_are_known() {
    let mut graph = program();
    // if a || b || c || .. { 5 }, and executions that evaluated any of the five: as many sets of
    // starts.
    let any = (0..5).fold(FlowBuilder::new(), |body, block| {
        body.statements(block, 2).branch(block, 5, if block < 4 { block + 1 } else { 6 })
    });
    let any = graph.add(&any.statements(5, 2).jump(5, 6).exit(6)).expect("a legal function");
    let lines = Lines::new(
        graph.all_blocks().map(|block| (block.statement(0), Line::new(block.number() / 4))),
    );
    let trace = Trace::new(&graph);
    let mut runs: Vec<BlockSummary> = (0..24)
        .map(|seed| {
            trace.reset();
            subject(trace.root(), seed);
            BlockSummary::of(&graph, &trace)
        })
        .collect();
    runs.extend((0..32_u32).map(|set| {
        trace.reset();
        let f = trace.root().enter(any);
        for block in (0..5).filter(|block| set >> block & 1 == 1) {
            f.decide(block, flag(false));
        }
        f.done(5, set / 3 % 2);
        drop(f);
        BlockSummary::of(&graph, &trace)
    }));
    // A branch, two statements and a block that the graph does not have are targets, too.
    let statements = graph.all_blocks().flat_map(|block| {
        (0..3).map(move |statement| Target::Statement(block.statement(statement)))
    });
    let on_lines = lines.lines().map(|line| Target::Line(lines.statements_on(line)));
    let branches = graph.all_branches().chain([Branch::new(u32::MAX)]).map(Target::Branch);
    let blocks = graph.all_blocks().chain([Block::new(u32::MAX)]).map(Target::Block);
    let mut targets: Vec<_> = blocks.chain(statements).chain(branches).chain(on_lines).collect();

    for form in [Form::Exact, Form::Published, Form::Literal] {
        let mut coverage = BlockCoverage::new().in_form(form);
        let mut decided = 0;
        let mut round = || {
            for &target in &targets {
                for (place, first) in runs.iter().enumerate() {
                    for second in [&runs[(place + 1) % runs.len()], &runs[runs.len() - 1]] {
                        let answer = coverage.compare(&graph, target, first, second);
                        assert_eq!(
                            coverage.compare(&graph, target, second, first),
                            answer.reversed()
                        );
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

/// if a || b || .. { 9 } 10, and executions that evaluated any of the nine: each pair with the last
/// has its own starts.
fn alternatives() -> (FlowGraph, Vec<BlockSummary>) {
    let body = (0..9).fold(FlowBuilder::new(), |body, block| {
        body.branch(block, 9, if block < 8 { block + 1 } else { 10 })
    });
    let graph = FlowGraph::of(&body.exit(9).exit(10)).expect("a legal graph");
    let trace = Trace::new(&graph);
    let run = |set: u32| {
        trace.reset();
        let f = trace.root().enter(MAIN);
        for block in (0..9).filter(|block| set >> block & 1 == 1) {
            f.decide(block, flag(false));
        }
        BlockSummary::of(&graph, &trace)
    };
    let runs = (0..512).map(run).collect();
    (graph, runs)
}

/// How many bytes it keeps more after these comparisons.
fn kept(
    coverage: &mut BlockCoverage,
    graph: &FlowGraph,
    runs: &[BlockSummary],
    last: &BlockSummary,
) -> isize {
    let before = LIVE_BYTES.get();
    for run in runs {
        coverage.compare(graph, Target::Block(Block::new(9)), run, last);
    }
    LIVE_BYTES.get() - before
}

#[test]
fn a_target_with_many_sets_of_starts_keeps_only_some() {
    let (graph, runs) = alternatives();
    let mut coverage = BlockCoverage::new();
    assert!(kept(&mut coverage, &graph, &runs[..256], &runs[511]) > 10_000);
    assert_eq!(kept(&mut coverage, &graph, &runs[256..], &runs[511]), 0);
}

#[test]
fn what_is_kept_stays_within_its_bound() {
    let (graph, runs) = alternatives();
    let mut coverage = BlockCoverage::new().within(4_000);
    // The edges of the function, and one thing more than the bound allows.
    assert!(kept(&mut coverage, &graph, &runs, &runs[511]) < 6_000);
    let mut free = BlockCoverage::new();
    assert!(kept(&mut free, &graph, &runs, &runs[511]) > 10_000);
    for (first, second) in runs.iter().zip(&runs[100..]) {
        let answers = [&mut coverage, &mut free]
            .map(|coverage| coverage.compare(&graph, Target::Block(Block::new(9)), first, second));
        assert_eq!(answers[0], answers[1]);
    }
    // What was forgotten is kept again.
    kept(&mut coverage, &graph, &runs[..20], &runs[511]);
    assert_eq!(
        allocations(|| assert_eq!(kept(&mut coverage, &graph, &runs[..20], &runs[511]), 0)),
        0
    );

    // What makes room for others does not count any more: here nothing is ever forgotten but the
    // oldest.
    let mut coverage = BlockCoverage::new().within(60_000);
    for round in 0..20 {
        for some in runs.chunks(16) {
            assert!(kept(&mut coverage, &graph, some, &runs[511]) >= 0, "round {round}");
        }
    }
}

#[test]
fn many_targets_in_a_large_function_stay_within_the_bound() {
    // A line of blocks, with executions that are stuck in several: so their distances matter.
    const BLOCKS: u32 = 500;
    let body = (0..BLOCKS).fold(FlowBuilder::new(), |body, block| body.statements(block, 3));
    let graph = FlowGraph::of(
        &(1..BLOCKS).fold(body, |body, block| body.jump(block - 1, block)).exit(BLOCKS - 1),
    )
    .expect("legal");
    let trace = Trace::new(&graph);
    let [first, second] = [1, 2].map(|last| {
        trace.reset();
        let f = trace.root().enter(MAIN);
        [1, 1, last].into_iter().zip(0..).for_each(|(done, block)| f.done(block, done));
        drop(f);
        BlockSummary::of(&graph, &trace)
    });
    let kept = |mut coverage: BlockCoverage| {
        let before = LIVE_BYTES.get();
        for block in graph.all_blocks() {
            let nearer = coverage.compare(&graph, Target::Block(block), &first, &second);
            assert_eq!(
                nearer,
                if block.index() > 2 { Nearer::Second(1) } else { Nearer::Neither },
                "{block}"
            );
        }
        LIVE_BYTES.get() - before
    };
    let all = kept(BlockCoverage::new());
    let some = kept(BlockCoverage::new().within(100_000));
    assert!(all > 1_000_000 && some < 130_000, "{all} {some}");
}
