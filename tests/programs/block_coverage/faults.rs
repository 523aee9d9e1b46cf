//! Known faults of existing tools, by their ids, as cases that must come out right; then what users
//! may get wrong about graphs.

use crate::oracle::Shape;
use crate::oracle::run::{Run, Seen};
use sbst::distance::flag;
use sbst::execution::{Execution, Trace};
use sbst::fitness::block_coverage::Nearer::{First, Neither, Second};
use sbst::fitness::block_coverage::{
    BlockCoverage, BlockSummary, Form, Nearer, Rule, Target, Verdict,
};
use sbst::fitness::{Fitness, fitness_of_block};
use sbst::flow::Outcome::{self, False, Next, True};
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Block, Function, Line};

pub(super) const FIRST: Function = Function::new(0);

/// What is kept of an execution, and how far it is from each block.
pub(super) struct Ran {
    pub(super) blocks: BlockSummary,
    pub(super) values: Vec<Fitness>,
}

impl Ran {
    pub(super) fn of(graph: &FlowGraph, run: &impl Execution) -> Self {
        Self {
            blocks: BlockSummary::of(graph, run),
            values: graph.all_blocks().map(|block| fitness_of_block(graph, run, block)).collect(),
        }
    }
}

/// The answer. On the way, what holds of all answers, in both forms: they are reversed with the
/// pair, and an execution is no nearer than itself.
pub(super) fn nearer(graph: &FlowGraph, target: Target<'_>, first: &Ran, second: &Ran) -> Nearer {
    let [exact, _] = [BlockCoverage::new(), published()].map(|mut coverage| {
        let verdict = coverage.verdict(graph, target, &first.blocks, &second.blocks);
        assert_eq!(
            coverage.verdict(graph, target, &second.blocks, &first.blocks),
            verdict.reversed()
        );
        assert_eq!(coverage.compare(graph, target, &first.blocks, &second.blocks), verdict.nearer);
        for run in [first, second] {
            assert_eq!(coverage.compare(graph, target, &run.blocks, &run.blocks), Neither);
        }
        verdict.nearer
    });
    exact
}

/// A function with executions written by hand.
pub(super) struct Example {
    shape: Shape,
    pub(super) graph: FlowGraph,
}

impl Example {
    /// The numbers of statements by block, the edges, the exits.
    pub(super) fn new(
        statements: &[u32],
        edges: &[(usize, Outcome, usize)],
        exits: &[usize],
    ) -> Self {
        let mut shape = Shape::new(edges, exits);
        shape.0.iter_mut().zip(statements).for_each(|(node, &count)| node.statements = count);
        Self { graph: shape.graph(), shape }
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape.clone()
    }

    pub(super) fn block(&self, local: usize) -> Block {
        self.graph.block(FIRST, local as u32)
    }

    /// The blocks that it completed, those where it stopped and after how many statements, and the
    /// ways that it took; the other side of a predicate was 1 away.
    pub(super) fn ran(
        &self,
        completed: &[usize],
        stopped: &[(usize, u32)],
        taken: &[(usize, Outcome)],
    ) -> Ran {
        let mut seen = Seen { entered: true, ..Seen::default() };
        completed.iter().for_each(|&block| seen.visit(block, self.shape.0[block].statements));
        stopped.iter().for_each(|&(block, progress)| seen.visit(block, progress));
        for &(block, side) in taken {
            seen.observe((block, side), 0.0);
            if let True | False = side {
                seen.observe((block, if side == True { False } else { True }), 1.0);
            }
        }
        Ran::of(&self.graph, &Run::new(std::slice::from_ref(&self.shape), [seen]))
    }

    /// Of two executions that are equally far from the block.
    pub(super) fn tied(&self, block: usize, first: &Ran, second: &Ran) -> Nearer {
        let block = self.block(block);
        assert_eq!(first.values[block.index()], second.values[block.index()], "{block}");
        nearer(&self.graph, Target::Block(block), first, second)
    }
}

/// The listing as printed.
pub(super) fn published() -> BlockCoverage {
    BlockCoverage::new().in_form(Form::Published)
}

#[test]
fn k1_the_start_is_where_both_executions_decided() {
    // 0: if .. { 1: if .. { 8 } else { 2; 3: if .. { 8 } } } else { 4: if .. { 8 } else { 5; 6: if
    // .. { 8 } } } 7: the end
    let sides =
        [(0, True, 1), (0, False, 4), (1, True, 8), (1, False, 2), (3, True, 8), (3, False, 7)];
    let mirrored = [(4, True, 8), (4, False, 5), (6, True, 8), (6, False, 7)];
    let joins = [(2, Next, 3), (5, Next, 6), (8, Next, 7)];
    let example =
        Example::new(&[1, 1, 1, 2, 1, 1, 2], &[&sides[..], &mirrored, &joins].concat(), &[7]);
    // Each decided 0, and one condition before 8 that was 1 away, and stopped before the next.
    let first = example.ran(&[0, 1, 2], &[(3, 0)], &[(0, True), (1, False)]);
    let second = example.ran(&[0, 4, 5], &[(6, 1)], &[(0, False), (4, False)]);
    // From 1, where only the first decided, it completed 2, and the second nothing: the first would
    // win. From 4 the second would. So whichever is named first would be the nearer one.
    assert_eq!(example.tied(8, &first, &second), Neither); // from 0: {1, 2} and {4, 5}
    assert_eq!(example.tied(8, &second, &first), Neither);

    // 0: if .. { 1; 2: if .. { 3; 4 } } 5. The first decided at 2 as well, the second stopped in 1.
    let sides = [
        (0, True, 1),
        (0, False, 5),
        (1, Next, 2),
        (2, True, 3),
        (2, False, 5),
        (3, Next, 4),
        (4, Next, 5),
    ];
    let example = Example::new(&[1, 2, 1, 1, 1], &sides, &[5]);
    let first = example.ran(&[0, 1, 2], &[(3, 0)], &[(0, True), (2, True)]);
    let second = example.ran(&[0], &[(1, 1)], &[(0, True)]);
    let target = Target::Block(example.block(4));
    // From 2 neither completed a block. From 0 the first has 1 and 2 more.
    assert_eq!(nearer(&example.graph, target, &first, &second), First(2));
    assert_eq!(nearer(&example.graph, target, &second, &first), Second(2));
}

#[test]
fn k2_without_a_block_to_be_stuck_in_more_blocks_are_nearer() {
    // Four blocks in a row, and executions that end between two of them: a limit on steps, or a
    // call that fails on the edge.
    let example = Example::new(&[1, 2, 1, 1], &[(0, Next, 1), (1, Next, 2), (2, Next, 3)], &[3]);
    let target = Target::Block(example.block(3));
    let nothing = example.ran(&[], &[], &[]);
    let [one, two, three] =
        [&[0][..], &[0, 1], &[0, 1, 2]].map(|completed| example.ran(completed, &[], &[]));
    let stuck = |done| example.ran(&[0], &[(1, done)], &[]);
    let printed = |less: &Ran, more: &Ran| {
        published().compare(&example.graph, target, &less.blocks, &more.blocks)
    };
    // Line 14 of the listing does not say what holds where nothing is stuck: here it holds, in both
    // forms.
    for (less, more, by) in
        [(&one, &two, 1), (&one, &three, 2), (&two, &three, 1), (&nothing, &three, 3)]
    {
        assert_eq!([example.tied(3, less, more), printed(less, more)], [Second(by); 2]);
    }
    // In the last statement of a block: as printed, both lines of the block are covered.
    assert_eq!([example.tied(3, &one, &stuck(1)), printed(&one, &stuck(1))], [Neither, Second(1)]);
    // Stuck, and the other passed that block: decided by both, whether or not the other is stuck
    // itself.
    for (more, [by, lines]) in
        [(&two, [1, 1]), (&three, [2, 2]), (&example.ran(&[0, 1], &[(2, 0)], &[]), [1, 2])]
    {
        assert_eq!(
            [example.tied(3, &stuck(0), more), printed(&stuck(0), more)],
            [Second(by), Second(lines)]
        );
        assert_eq!(printed(more, &stuck(0)), First(lines));
    }
    // The one with fewer blocks is not stuck, the other is: it has more blocks. Stuck elsewhere:
    // neither.
    let beyond = example.ran(&[0, 1], &[(2, 0)], &[]);
    assert_eq!([example.tied(3, &one, &beyond), printed(&one, &beyond)], [Second(1), Second(2)]);
    let edges = [(0, True, 1), (0, False, 2), (1, Next, 3), (2, Next, 3)];
    let example = Example::new(&[1, 1, 1, 1], &edges, &[3]);
    let aside = example.ran(&[0], &[(1, 0)], &[(0, True)]);
    assert_eq!(example.tied(3, &aside, &example.ran(&[0, 2], &[], &[(0, False)])), Neither);
}

#[test]
fn k3_in_the_same_block_progress_decides_though_one_passed_more_blocks() {
    // 0: if .. { 1 }  2: three statements, each of which may fail  3
    let example = Example::new(
        &[1, 1, 3, 1],
        &[(0, True, 1), (0, False, 2), (1, Next, 2), (2, Next, 3)],
        &[3],
    );
    let target = Target::Block(example.block(3));
    let straight = |done| example.ran(&[0], &[(2, done)], &[(0, False)]);
    let around = |done| example.ran(&[0, 1], &[(2, done)], &[(0, True)]);
    let printed = |first: &Ran, second: &Ran| {
        published().compare(&example.graph, target, &first.blocks, &second.blocks)
    };
    for (first, second, answer, by_lines) in [
        // {0} and {0, 1}: where both are stuck, 2 statements against none. By lines the first
        // covers 2, too: {0, 2} and {0, 1}.
        (straight(2), around(0), First(2), Neither),
        (straight(1), around(0), First(1), First(1)), // line 9 of the listing: one set contains the other
        (straight(0), around(1), Second(1), Second(1)),
        (straight(1), around(1), Neither, Neither),
    ] {
        assert_eq!(
            [example.tied(3, &first, &second), printed(&first, &second)],
            [answer, by_lines]
        );
    }
    // Both reach the target: there is nothing left to come nearer to.
    assert_eq!(
        example.tied(
            3,
            &example.ran(&[0, 2], &[(3, 0)], &[]),
            &example.ran(&[0, 1, 2, 3], &[], &[])
        ),
        Neither
    );
    // Equal sets: both forms go by progress, and by lines block 2 is complete when its last
    // statement throws.
    for run in [&straight as &dyn Fn(u32) -> Ran, &around] {
        assert_eq!([example.tied(3, &run(0), &run(1)), printed(&run(0), &run(1))], [Second(1); 2]);
        assert_eq!(
            [example.tied(3, &run(0), &run(2)), printed(&run(0), &run(2))],
            [Second(2), Second(1)]
        );
    }
}

#[test]
fn k4_blocks_on_one_line_are_told_apart() {
    // Line 1: if f(..) { g(..); h(..) }, three blocks, the last of which enters line 2.
    let edges = [(0, True, 1), (0, False, 3), (1, Next, 2), (2, Next, 3)];
    let example = Example::new(&[2, 2, 2, 1], &edges, &[3]);
    let [one, two] = [1, 2].map(Line::new);
    let on_one = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
        .map(|(local, statement)| (example.block(local).statement(statement), one));
    let lines = Lines::new(on_one.into_iter().chain([(example.block(3).statement(0), two)]));
    let [in_g, in_h] = [(&[0][..], 1), (&[0, 1], 2)]
        .map(|(done, block)| example.ran(done, &[(block, 0)], &[(0, True)]));
    let later_in_h = example.ran(&[0, 1], &[(2, 1)], &[(0, True)]);

    // By lines they are the same: line 1 was reached and is not complete, line 2 was not reached.
    for run in [&in_g, &in_h, &later_in_h] {
        let reached = lines
            .statements_on(one)
            .iter()
            .any(|statement| run.blocks.has_entered(statement.block));
        let complete = lines
            .statements_on(one)
            .iter()
            .all(|statement| run.blocks.has_completed(statement.block));
        assert!(reached && !complete && !run.blocks.has_entered(example.block(3)));
    }
    let target = Target::Line(lines.statements_on(two));
    assert_eq!(nearer(&example.graph, target, &in_g, &in_h), Second(1));
    assert_eq!(nearer(&example.graph, target, &in_g, &later_in_h), Second(1)); // one block
    assert_eq!(nearer(&example.graph, target, &in_h, &later_in_h), Second(1)); // one statement
    // The line that holds them all is covered.
    assert_eq!(
        nearer(&example.graph, Target::Line(lines.statements_on(one)), &in_g, &in_h),
        Neither
    );
}

#[test]
fn a_comparison_keeps_up_with_a_growing_program_and_notices_another_one() {
    // Straight lines of so many blocks of two statements before the last one, and executions that
    // stopped in the last but one.
    let body = |blocks| {
        (0..blocks)
            .fold(FlowBuilder::new(), |body, block| {
                body.statements(block, 2).jump(block, block + 1)
            })
            .exit(blocks)
    };
    let stopped = |graph: &FlowGraph, function: Function, done: u32| {
        let (trace, last) = (Trace::new(graph), graph.blocks_of(function).len() as u32 - 2);
        let f = trace.root().enter(function);
        (0..last).for_each(|block| f.end(block));
        f.done(last, done);
        BlockSummary::of(graph, &trace)
    };
    let mut coverage = BlockCoverage::new();
    let mut check = |graph: &FlowGraph| {
        for function in graph.functions() {
            let passed = graph.blocks_of(function).len() as u32 - 2;
            let target = Target::Block(graph.block(function, passed + 1));
            let [first, second] = [0, 1].map(|done| stopped(graph, function, done));
            assert_eq!(
                coverage.compare(graph, target, &first, &second),
                Nearer::Second(1),
                "{function}"
            );
            let expected = if passed == 0 { Nearer::Neither } else { Nearer::First(passed) };
            assert_eq!(
                coverage.compare(graph, target, &second, &BlockSummary::default()),
                expected,
                "{function}"
            );
        }
    };
    let mut graph = FlowGraph::new();
    for blocks in [3, 200, 1, 65] {
        graph.add(&body(blocks)).expect("legal");
        check(&graph);
    }
    let mut other = FlowGraph::new();
    for blocks in [100, 2] {
        other.add(&body(blocks)).expect("legal");
        check(&other);
    }
    check(&graph);
    // What was kept of a test of another program is refused, whichever of the two it is, and the
    // next comparison is right.
    let [first, second] = [stopped(&graph, FIRST, 1), stopped(&other, FIRST, 1)];
    let target = Target::Block(other.block(FIRST, 100));
    for [a, b] in [[&first, &second], [&second, &first]] {
        let compare = std::panic::AssertUnwindSafe(|| coverage.compare(&other, target, a, b));
        assert!(std::panic::catch_unwind(compare).is_err());
        assert!(other.check(first.made_for()).is_err(), "which can be asked before");
    }
    assert_eq!(
        coverage.compare(&other, target, &second, &BlockSummary::default()),
        Nearer::First(99)
    );
}

#[test]
fn after_another_graph_nothing_of_the_first_is_believed() {
    // In both graphs function 0 has four blocks. In the first 1 is on the way to 3; in the others 0
    // decides between 1 and 3.
    let line = |blocks: u32| {
        (1..blocks)
            .fold(FlowBuilder::new(), |body, block| body.jump(block - 1, block))
            .exit(blocks - 1)
    };
    let decides = FlowBuilder::new().statements(1, 2).branch(0, 1, 3).jump(1, 2).exit(2).exit(3);
    let graph = |bodies: &[&FlowBuilder]| {
        let mut graph = FlowGraph::new();
        for &body in bodies {
            graph.add(body).expect("legal");
        }
        graph
    };
    let before = graph(&[&line(4).statements(1, 2), &line(10)]);
    // Function 1 has become shorter: a block of it that did not come up, and one that did and is in
    // function 2 now.
    let others = [(graph(&[&decides, &line(6)]), 5), (graph(&[&decides, &line(2), &line(20)]), 13)];
    for form in [Form::Exact, Form::Published] {
        let mut coverage = BlockCoverage::new().in_form(form);
        let mut answer = |graph: &FlowGraph, block| {
            let [first, second] = [0, 1].map(|done| {
                let trace = Trace::new(graph);
                let f = trace.root().enter(FIRST);
                match graph.all_branches().len() {
                    0 => f.end(0),
                    _ => assert!(f.decide(0, flag(true))),
                }
                f.done(1, done);
                BlockSummary::of(graph, &trace)
            });
            coverage.compare(graph, Target::Block(Block::new(block)), &first, &second)
        };
        for (other, elsewhere) in &others {
            assert_eq!((answer(&before, 13), answer(&before, 3)), (Neither, Second(1)));
            assert_eq!((answer(other, *elsewhere), answer(other, 3)), (Neither, Neither));
        }
        // It keeps its form: for both statements of block 1, the last of which throws, the
        // published one has a whole block.
        assert_eq!(answer(&before, 13), Neither);
        let [less, more] = [0, 1].map(|done| {
            let trace = Trace::new(&before);
            trace.root().enter(FIRST).done(1, done);
            BlockSummary::of(&before, &trace)
        });
        let rule = if form == Form::Exact { Rule::Progress } else { Rule::Blocks };
        let expected = Verdict { nearer: Second(1), rule };
        assert_eq!(coverage.verdict(&before, Target::Block(Block::new(3)), &less, &more), expected);
    }
}
