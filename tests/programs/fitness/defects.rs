//! Defects of our own, by their ids.

use super::{FIRST, assert_as_defined, config, swept};
use crate::oracle::run::{Run, Seen};
use crate::oracle::{Node, Shape};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::{Distance, lt};
use sbst::execution::{Caller, Trace};
use sbst::fitness::{Divergence, Fitness, FitnessTable, draw, fitness_of_block, fitness_of_branch};
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Block, Branch, Function};

/// Every block decides; each leads on to the next one, the last to the first, so that all can be
/// reached and nothing ever ends. With several rings, only the first leads into the others.
fn endless(jumps: &[u8], rings: usize) -> Shape {
    let size = (jumps.len() / rings).max(1);
    let node = |(at, &jump): (usize, &u8)| {
        let (start, within) = (at / size * size, at % size);
        let len = size.min(jumps.len() - start);
        let (next, jump) = (start + (within + 1) % len, usize::from(jump));
        let other = if start == 0 { jump % jumps.len() } else { start + jump % len };
        Node { edges: vec![(Outcome::True, next), (Outcome::False, other)], ..Node::default() }
    };
    Shape(jumps.iter().enumerate().map(node).collect())
}

/// The first steps of a walk.
fn start(shape: &Shape, steps: &[(bool, u8)]) -> Seen {
    let (mut seen, mut at) = (Seen { entered: true, ..Seen::default() }, 0);
    for &(taken, distance) in steps {
        seen.visit(at, 0);
        let (to_true, to_false) =
            if taken { (0.0, f64::from(distance) + 1.0) } else { (f64::from(distance) + 1.0, 0.0) };
        seen.observe((at, Outcome::True), to_true);
        seen.observe((at, Outcome::False), to_false);
        at = shape.0[at].edges[usize::from(!taken)].1;
    }
    seen
}

proptest! {
    #![proptest_config(config(512))]

    /// Of functions in which values flow around many loops: both ways of the sweep, and one goal at
    /// a time.
    #[test]
    fn od7_functions_that_never_end_are_as_defined(
        jumps in vec(any::<u8>(), 1..40),
        rings in 1..4_usize,
        steps in vec((any::<bool>(), 0..9_u8), 0..12),
    ) {
        let shape = endless(&jumps, rings).reachable_only();
        let run = Run::new(std::slice::from_ref(&shape), [start(&shape, &steps)]);
        assert_as_defined(&[shape], &run);
    }
}

/// As large as the step budget matters, and the component search would overflow the stack if it
/// recursed.
#[test]
fn od7_a_large_function_that_never_ends_is_swept_as_goal_by_goal() {
    const BLOCKS: u32 = 200_000;
    let mut state = 7_u32;
    let mut body = FlowBuilder::new();
    for block in 0..BLOCKS {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let near = (block + (state >> 16) % 40).saturating_sub(20);
        body = body.branch(block, (block + 1) % BLOCKS, near % BLOCKS);
    }
    let graph = FlowGraph::of(&body).expect("all can be reached");
    // It leaves where it began, the block that is nearest to the entry: nothing runs on every walk
    // from there but itself.
    assert_eq!(graph.immediate_post_dominator(Block::new(0)), None);
    assert!(graph.depends_on_entry(Block::new(0)) && !graph.depends_on_entry(Block::new(1)));
    let trace = Trace::new(&graph);
    trace.root().enter(FIRST).decide(0, lt(9, 5));
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &trace);
    for block in graph.all_blocks().step_by(60_000) {
        assert_eq!(table.block(block), fitness_of_block(&graph, &trace, block));
    }
    for branch in graph.all_branches().step_by(150_000) {
        assert_eq!(table.branch(branch), fitness_of_branch(&graph, &trace, branch));
    }
}

/// One for each mutant: `>` that became `>=`.
#[test]
fn od15_no_value_is_greater_than_itself() {
    for level in [0, 1, u32::MAX] {
        for distance in [Distance::ZERO, Distance::SMALLEST, Distance::from(3), Distance::INFINITE]
        {
            let value = Fitness::new(level, distance);
            let same = value;
            assert_eq!(
                (value > same, value < same, value >= same, value <= same),
                (false, false, true, true)
            );
        }
    }
    let ascending = [(0, 0), (0, 1), (0, 7), (1, 0), (2, 0)]
        .map(|(level, distance)| Fitness::new(level, distance.into()));
    for (at, &a) in ascending.iter().enumerate() {
        for (other, &b) in ascending.iter().enumerate() {
            assert_eq!(
                (a > b, a >= b, a < b, a <= b),
                (at > other, at >= other, at < other, at <= other)
            );
        }
    }
}

/// `0: if .. { 1: if .. { 2 } } 3`
fn nested() -> FlowGraph {
    FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3))
        .expect("legal")
}

/// [`nested`], and an execution that took the first branch and entered no block after it.
fn interrupted() -> (Shape, Run) {
    let ends = [
        (0, Outcome::True, 1),
        (0, Outcome::False, 3),
        (1, Outcome::True, 2),
        (1, Outcome::False, 3),
        (2, Outcome::Next, 3),
    ];
    let shape = Shape::new(&ends, &[3]);
    let mut seen = Seen { entered: true, ..Seen::default() };
    seen.visit(0, 0);
    seen.observe((0, Outcome::True), 0.0);
    seen.observe((0, Outcome::False), 5.0);
    let run = Run::new(std::slice::from_ref(&shape), [seen]);
    (shape, run)
}

/// A divergence is what the execution says, and not what a guard that is always true would make of
/// it.
#[test]
fn od15_chains_tell_each_anchor_apart() {
    let graph = nested();
    let (goal, always) = (graph.block(FIRST, 2), graph.block(FIRST, 0));
    let chain = |run: &dyn Fn(Caller<'_>), block: Block| {
        let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
        run(trace.root());
        table.sweep(&graph, &trace);
        let chain = table.chain_to_block(&graph, block).expect("of this graph");
        assert_eq!(chain.value(), table.dependence(block));
        (
            chain.divergence,
            chain.branches.iter().map(|edge| edge.branch.number()).collect::<Vec<_>>(),
        )
    };
    // Not entered at all: neither started, nor out of reach.
    assert_eq!(chain(&|_| (), always), (Divergence::NotEntered(FIRST), vec![]));
    assert_eq!(chain(&|_| (), goal), (Divergence::NotEntered(FIRST), vec![0, 2]));
    let missed = |t: Caller<'_>| {
        t.enter(FIRST).decide(0, lt(9, 5));
    };
    assert_eq!(
        chain(&missed, goal),
        (Divergence::Missed(graph.edge(Branch::new(0)), Distance::from(5)), vec![2])
    );
    // Taken, and what depends on it not reached.
    let (shape, run) = interrupted();
    let table = swept(&shape.graph(), &run);
    let chain = table.chain_to_block(&graph, graph.block(FIRST, 1)).expect("known");
    assert_eq!(
        (chain.divergence, chain.branches.len()),
        (Divergence::Taken(graph.edge(Branch::new(0))), 0)
    );
}

#[test]
fn od15_a_branch_that_was_not_evaluated_has_the_chain_of_its_block_and_itself() {
    let graph = nested();
    let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    trace.root().enter(FIRST).decide(0, lt(9, 5));
    table.sweep(&graph, &trace);
    let chain = table.chain_to_branch(&graph, Branch::new(2)).expect("known");
    assert_eq!(chain.divergence, Divergence::Missed(graph.edge(Branch::new(0)), Distance::from(5)));
    assert_eq!(chain.branches, [graph.edge(Branch::new(2))]);
}

/// A table of another graph, in which values are alike where the steps of a chain do not fit: they
/// lead nowhere.
#[test]
fn od15_a_chain_needs_each_block_one_level_below_its_branch() {
    let graph = nested();
    // 0: if .. { 1 } 4: if .. { 3: if .. { 2 } } 5
    let body = FlowBuilder::new()
        .branch(0, 1, 4)
        .jump(1, 4)
        .jump(2, 5)
        .branch(3, 2, 5)
        .branch(4, 3, 5)
        .exit(5);
    let other = FlowGraph::of(&body).expect("legal");
    let (trace, mut table) = (Trace::new(&other), FitnessTable::new(&other));
    let f = trace.root().enter(FIRST);
    f.decide(0, lt(9, 5));
    f.decide(4, lt(9, 3));
    drop(f);
    table.sweep(&other, &trace);
    // There, block 2 and branch 2 are at (1, 7), and block 1 and branch 0 at (0, 5): from block 1
    // no way leads to branch 2.
    let of = |distance: u32, level| Fitness::new(level, distance.into());
    assert_eq!(
        (table.dependence(Block::new(2)), table.branch(Branch::new(2))),
        (of(7, 1), of(7, 1))
    );
    assert_eq!(
        (table.dependence(Block::new(1)), table.branch(Branch::new(0))),
        (of(5, 0), of(5, 0))
    );
    // Here there is none, and nobody is told one: the table is another graph's.
    for block in [2, 3].map(Block::new) {
        let chain = std::panic::catch_unwind(|| table.chain_to_block(&graph, block));
        let message = chain.expect_err("another graph").downcast::<String>().expect("a text");
        assert!(message.contains("made for graph 1-"), "{message}");
    }
    assert_eq!((table.dependence(Block::new(3)), table.made_for()), (of(7, 0), other.identity()));
    let divergence =
        |block: u32| table.chain_to_block(&other, Block::new(block)).expect("known").divergence;
    assert_eq!(divergence(2), Divergence::Missed(other.edge(Branch::new(4)), 7.into()));
    assert_eq!(divergence(3), divergence(2));
}

/// A started function of which no block is known: the entry's own dependence, and nothing of a
/// block that depends on a branch.
#[test]
fn od15_a_function_that_was_started_anchors_what_always_runs() {
    let shape =
        Shape::new(&[(0, Outcome::True, 1), (0, Outcome::False, 2), (1, Outcome::Next, 2)], &[2]);
    let graph = shape.graph();
    let run = Run::new(std::slice::from_ref(&shape), [Seen { entered: true, ..Seen::default() }]);
    let table = swept(&graph, &run);
    let divergence =
        |local: u32| table.chain_to_block(&graph, graph.block(FIRST, local)).expect("known");
    assert_eq!(
        (divergence(0).divergence, divergence(2).divergence),
        (Divergence::Started(FIRST), Divergence::Started(FIRST))
    );
    assert_eq!(
        (divergence(1).divergence, divergence(1).branches.len()),
        (Divergence::Started(FIRST), 1)
    );
}

/// Labels and colours follow what is covered, block by block and branch by branch.
#[test]
fn od15_a_drawing_shows_values_only_of_what_is_open() {
    let graph = nested();
    let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    let f = trace.root().enter(Function::new(0));
    f.decide(0, lt(1, 5));
    f.decide(1, lt(9, 5));
    f.end(3);
    drop(f);
    table.sweep(&graph, &trace);
    let text = draw(&graph, FIRST, &table).to_string();
    let line = |start: &str| {
        text.lines()
            .find(|line| line.trim_start().starts_with(start))
            .expect(start)
            .trim()
            .to_owned()
    };
    // Covered: their names alone, in green.
    for block in ["b0", "b1", "b3"] {
        let line = line(&format!("{block} ["));
        assert!(
            line.contains(&format!("label=\"{block}\""))
                && line.contains("palegreen")
                && !line.contains("khaki"),
            "{line}"
        );
    }
    // Open: with its value, and without a colour, for its branch was missed.
    let open = line("b2 [");
    assert!(
        open.contains("(0, 5)") && !open.contains("green") && !open.contains("khaki"),
        "{open}"
    );
    assert_eq!(
        line("b0 -> b1"),
        r#"b0 -> b1 [label="true", color=forestgreen, penwidth=2]"#.to_owned()
            + suffix(&line("b0 -> b1"))
    );
    assert!(
        line("b0 -> b3").contains("false (0, 5)") && !line("b0 -> b3").contains("green"),
        "{text}"
    );
    assert!(
        line("b1 -> b2").contains("true (0, 5)") && !line("b1 -> b2").contains("green"),
        "{text}"
    );
    assert!(
        line("b1 -> b3").contains(r#"label="false""#) && line("b1 -> b3").contains("forestgreen"),
        "{text}"
    );
    // A block whose branch was taken, and that was not reached: yellow.
    let (shape, run) = interrupted();
    let text = draw(&graph, FIRST, &swept(&shape.graph(), &run)).to_string();
    let yellow: Vec<&str> =
        text.lines().filter(|line| line.contains("khaki")).map(str::trim).collect();
    assert!(
        yellow.iter().any(|line| line.starts_with("b1 ["))
            && yellow.iter().all(|line| line.contains("(0, 0)")),
        "{text}"
    );
}

fn suffix(line: &str) -> &'static str {
    if line.ends_with(';') { ";" } else { "" }
}
