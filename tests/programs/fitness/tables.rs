//! The table over its life: sweep after sweep, merged, over a graph that grows, asked with ids of
//! another graph.

use super::{FIRST, config, programs, run, swept};
use crate::oracle::generate::any_shape;
use crate::oracle::run::{Plan, Run, Seen, plan};
use crate::oracle::values::Values;
use crate::oracle::{Shape, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::{Distance, flag};
use sbst::execution::{Execution, Trace};
use sbst::fitness::{Fitness, FitnessTable, fitness_of_block, fitness_of_branch};
use sbst::flow::{Edge, FlowBuilder, FlowGraph, GraphMismatch, Unreachable};
use sbst::id::{Block, Branch, Function};

/// All values that a table holds.
pub(super) fn contents(
    graph: &FlowGraph,
    table: &FitnessTable,
) -> (Vec<[Option<Fitness>; 2]>, Vec<Option<Fitness>>) {
    let blocks =
        graph.all_blocks().map(|block| [table.get_block(block), table.get_dependence(block)]);
    (blocks.collect(), graph.all_branches().map(|branch| table.get_branch(branch)).collect())
}

/// Runs whose functions are not entered know nothing about them: only such runs can be merged.
fn honest(shapes: &[Shape], plans: &[Vec<Plan>]) -> Vec<Run> {
    let runs = plans.iter().map(|plans| run(shapes, plans));
    runs.map(|mut run| {
        run.functions.iter_mut().filter(|f| !f.1.entered).for_each(|f| f.1 = Seen::default());
        run
    })
    .collect()
}

proptest! {
    #![proptest_config(config(192))]

    #[test]
    fn a_sweep_leaves_no_trace_for_the_next(
        (shapes, last) in programs(4, 6),
        history in vec(vec(plan(), 4), 0..4),
    ) {
        let graph = program(&shapes);
        let mut table = FitnessTable::new(&graph);
        for (step, plans) in history.iter().enumerate() {
            let earlier = run(&shapes, plans);
            if step % 2 == 0 {
                table.sweep(&graph, &earlier);
            } else {
                table.merge(&graph, &swept(&graph, &earlier)).expect("of the same graph");
            }
        }
        let last = run(&shapes, &last);
        table.sweep(&graph, &last);
        prop_assert_eq!(contents(&graph, &table), contents(&graph, &swept(&graph, &last)));
    }

    /// Merged tables = the sweep of the slice = the least of each = the definition on what all of
    /// them saw.
    #[test]
    fn merged_is_the_least((shapes, first) in programs(3, 7), others in vec(vec(plan(), 3), 1..4)) {
        let graph = program(&shapes);
        let runs = honest(&shapes, &[vec![first], others].concat());
        let mut merged = FitnessTable::new(&graph);
        runs.iter().for_each(|run| merged.merge(&graph, &swept(&graph, run)).expect("of the same graph"));
        let mut slice = FitnessTable::new(&graph);
        slice.sweep(&graph, &runs[..]);
        prop_assert_eq!(contents(&graph, &merged), contents(&graph, &slice));

        for (number, function) in graph.functions().enumerate() {
            let seen = |run: &Run| run.functions[number].1.clone();
            let all = runs.iter().map(seen).reduce(|a, b| a.merged(&b)).expect("two runs at least");
            let values = runs
                .iter()
                .map(|run| Values::of(&shapes[number], &seen(run)))
                .reduce(|a, b| a.or(&b))
                .expect("two runs");
            prop_assert_eq!(&values, &Values::of(&shapes[number], &all));
            values.assert_table(&graph, function, &all, &merged);
            values.assert_single(&graph, function, &runs[..]);
        }
    }

    #[test]
    fn merging_is_commutative_associative_and_idempotent(
        (shapes, first) in programs(3, 6),
        others in vec(vec(plan(), 3), 2),
    ) {
        let graph = program(&shapes);
        let [a, b, c] = [first, others[0].clone(), others[1].clone()]
            .map(|plans| swept(&graph, &run(&shapes, &plans)));
        let merge = |x: &FitnessTable, y: &FitnessTable| {
            let mut both = x.clone();
            both.merge(&graph, y).expect("of the same graph");
            both
        };
        let same = |x: &FitnessTable, y: &FitnessTable| contents(&graph, x) == contents(&graph, y);
        prop_assert!(same(&merge(&a, &b), &merge(&b, &a)));
        prop_assert!(same(&merge(&merge(&a, &b), &c), &merge(&a, &merge(&b, &c))));
        prop_assert!(same(&merge(&a, &a), &a));
        prop_assert!(same(&merge(&a, &FitnessTable::new(&graph)), &a));
        prop_assert!(same(&merge(&FitnessTable::new(&graph), &a), &a));
        prop_assert!(same(&merge(&FitnessTable::default(), &a), &a));
        prop_assert!(same(&merge(&a, &FitnessTable::default()), &a));
    }

    /// Functions that are added after a sweep: as if they had always been there.
    #[test]
    fn a_table_grows_with_its_graph(
        (shapes, plans) in programs(3, 6),
        later in vec(any_shape(6), 1..4),
        more in vec(plan(), 3),
    ) {
        let mut graph = program(&shapes);
        let before = run(&shapes, &plans);
        let mut table = swept(&graph, &before);
        let old = contents(&graph, &table);
        let small = table.clone();
        for shape in &later {
            graph.add_with(&shape.body(), Unreachable::Keep).expect("legal");
        }
        let all = [shapes, later].concat();
        let now = run(&all, &[plans, more].concat());

        let mut fitted = table.clone();
        fitted.fit(&graph).expect("it has grown");
        for ((function, shape), number) in graph.functions().zip(&all).zip(0..) {
            let seen = before.functions.get(number).map(|f| f.1.clone()).unwrap_or_default();
            Values::of(shape, &seen).assert_table(&graph, function, &seen, &fitted);
        }
        prop_assert_eq!(&contents(&graph, &fitted).0[..old.0.len()], &old.0[..]);

        let fresh = swept(&graph, &now);
        table.sweep(&graph, &now);
        prop_assert_eq!(contents(&graph, &table), contents(&graph, &fresh));

        // A table of the smaller graph merges with one of the larger, either way.
        let (mut up, mut down) = (small.clone(), fresh.clone());
        up.merge(&graph, &fresh).expect("one graph that has grown");
        down.merge(&graph, &small).expect("one graph that has grown");
        prop_assert_eq!(contents(&graph, &up), contents(&graph, &down));
        up.sweep(&graph, &now);
        prop_assert_eq!(contents(&graph, &up), contents(&graph, &fresh));
    }

    /// One goal alone in a suite is one goal in the table of the suite.
    #[test]
    fn goals_of_a_suite_one_by_one(
        (shapes, first) in programs(2, 6),
        others in vec(vec(plan(), 2), 0..3),
    ) {
        let graph = program(&shapes);
        let runs: Vec<Run> =
            [vec![first], others].concat().iter().map(|plans| run(&shapes, plans)).collect();
        let suite: &[Run] = &runs;
        let mut table = FitnessTable::new(&graph);
        table.sweep(&graph, suite);
        for block in graph.all_blocks() {
            prop_assert_eq!(fitness_of_block(&graph, suite, block), table.block(block));
        }
        for branch in graph.all_branches() {
            prop_assert_eq!(fitness_of_branch(&graph, suite, branch), table.branch(branch));
        }
    }
}

#[test]
fn a_new_table_is_that_of_an_execution_in_which_nothing_ran() {
    let loops = crate::oracle::generate::do_while(3);
    let shapes = vec![loops; 4];
    let graph = program(&shapes);
    let nothing = run(&shapes, &vec![Plan::Idle; 4]);
    let new = FitnessTable::new(&graph);
    assert_eq!(contents(&graph, &new), contents(&graph, &swept(&graph, &nothing)));
    for (function, shape) in graph.functions().zip(&shapes) {
        Values::of(shape, &Seen::default()).assert_table(&graph, function, &Seen::default(), &new);
    }
    let empty: &[Run] = &[];
    assert_eq!(fitness_of_block(&graph, empty, graph.entry(FIRST)), new.block(graph.entry(FIRST)));
}

#[test]
fn an_empty_table_has_nothing() {
    let (graph, mut table) = (FlowGraph::new(), FitnessTable::default());
    let nothing: &[Run] = &[];
    table.sweep(&graph, nothing);
    assert_eq!(table.get_block(Block::new(0)), None);
    assert_eq!(table.get_dependence(Block::new(0)), None);
    assert_eq!(table.get_branch(Branch::new(0)), None);
    assert_eq!(table.evaluated(Branch::new(0)), None);
}

/// An executor that names functions that the graph does not have, and knows of blocks that it does
/// not have.
#[test]
fn functions_of_another_graph_are_ignored() {
    let shapes = vec![crate::oracle::generate::do_while(2); 3];
    let (small, large) = (program(&shapes[..1]), program(&shapes));
    let plans = vec![Plan::Walk { steps: vec![(0, 0, 255); 5], tells_implicit: true }; 3];
    let run = run(&shapes, &plans);
    struct Foreign(Run, FlowGraph);
    impl Execution for Foreign {
        fn branch_distance(&self, branch: sbst::flow::Edge) -> Option<sbst::distance::Distance> {
            self.0.branch_distance(branch)
        }
        fn progress(&self, block: Block) -> Option<u32> {
            self.0.progress(block)
        }
        fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(sbst::id::Function)) {
            self.0.entered(&self.1, visit);
        }
    }
    let mut table = FitnessTable::new(&small);
    table.sweep(&small, &Foreign(run.clone(), large.clone()));
    assert_eq!(contents(&small, &table), contents(&small, &swept(&small, &run)));
    assert_eq!(table.get_block(large.entry(sbst::id::Function::new(1))), None);
}

#[test]
fn od1_tables_of_different_graphs_do_not_merge() {
    let of = |blocks: &[u32]| {
        let mut graph = FlowGraph::new();
        for &blocks in blocks {
            let body =
                (1..blocks).fold(FlowBuilder::new(), |body, block| body.jump(block - 1, block));
            graph.add(&body.exit(blocks - 1)).expect("legal");
        }
        graph
    };
    let (own, other) = (of(&[1, 1, 1]), of(&[5, 1]));
    let trace = Trace::new(&own);
    trace.root().enter(Function::new(2)).end(0);
    let mut table = FitnessTable::new(&own);
    table.sweep(&own, &trace);
    let before = contents(&own, &table);
    for (one, two) in [(&own, &other), (&other, &own)] {
        let mut table = FitnessTable::new(one);
        let merged = table.merge(one, &FitnessTable::new(two));
        assert_eq!(
            merged,
            Err(GraphMismatch { made_for: two.identity(), used_with: one.identity() })
        );
    }
    assert!(table.merge(&own, &FitnessTable::new(&other)).is_err());
    assert!(table.fit(&other).is_err());
    assert_eq!(
        (contents(&own, &table), table.made_for()),
        (before, own.identity()),
        "nothing is changed"
    );
    table.sweep(&own, &trace);
}

fn table() -> FitnessTable {
    FitnessTable::new(&crate::oracle::generate::do_while(2).graph())
}

#[test]
#[should_panic(expected = "no block b4")]
fn block_panics() {
    let _ = table().block(Block::new(4));
}

#[test]
#[should_panic(expected = "no block b9")]
fn dependence_panics() {
    let _ = table().dependence(Block::new(9));
}

#[test]
#[should_panic(expected = "no branch e4")]
fn branch_panics() {
    let _ = table().branch(Branch::new(4));
}

#[test]
#[should_panic(expected = "no block b4")]
fn reach_of_panics() {
    let nothing: &[Run] = &[];
    let _ = fitness_of_block(&crate::oracle::generate::do_while(2).graph(), nothing, Block::new(4));
}

#[test]
#[should_panic(expected = "no branch e4294967295")]
fn reach_of_branch_panics() {
    let nothing: &[Run] = &[];
    let _ = fitness_of_branch(
        &crate::oracle::generate::do_while(2).graph(),
        nothing,
        Branch::new(u32::MAX),
    );
}

/// An execution whose code panics while it is asked.
struct Panics<'a>(&'a Trace);

impl Execution for Panics<'_> {
    fn branch_distance(&self, _: Edge) -> Option<Distance> {
        panic!("asked for a distance")
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress(block)
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.0.entered(graph, visit);
    }
}

#[test]
fn a_panic_of_the_execution_leaves_no_stale_rows() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    let trace = Trace::new(&graph);
    trace.decide(Block::new(0), flag(true));
    let mut table = FitnessTable::new(&graph);
    let fresh = table.clone();
    table.sweep(&graph, &trace);
    assert!(table.branch(Branch::new(0)).is_covered());
    let swept = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        table.sweep(&graph, &Panics(&trace));
    }));
    assert!(swept.is_err());
    trace.reset();
    table.sweep(&graph, &trace);
    for branch in graph.all_branches() {
        assert_eq!(table.branch(branch), fresh.branch(branch));
    }
}

#[test]
fn a_sweep_with_another_graph_changes_nothing_and_mends() {
    let [two, four] = [
        FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2),
        FlowBuilder::new().branch(0, 1, 2).branch(1, 0, 2).exit(2),
    ]
    .map(|body| FlowGraph::of(&body).expect("legal"));
    let trace = Trace::new(&two);
    trace.decide(Block::new(0), flag(true));
    let mut table = FitnessTable::new(&two);
    table.sweep(&two, &trace);
    let other = GraphMismatch { made_for: two.identity(), used_with: four.identity() };
    assert_eq!(table.try_sweep(&four, &trace), Err(other), "the execution is another program's");
    assert_eq!(table.try_sweep(&four, &Trace::new(&four)), Err(other), "the table is");
    assert_eq!(table.branch(Branch::new(0)), Fitness::COVERED, "nothing is changed");
    trace.reset();
    table.sweep(&two, &trace);
    assert_eq!(table.branch(Branch::new(0)), FitnessTable::new(&two).branch(Branch::new(0)));

    let grown = {
        let mut graph = two.clone();
        graph.add(&FlowBuilder::new().branch(0, 1, 1).exit(1)).expect("legal");
        graph
    };
    let trace = Trace::new(&grown);
    trace.decide(Block::new(3), flag(true));
    let mut table = FitnessTable::new(&grown);
    table.sweep(&grown, &trace);
    let older = GraphMismatch { made_for: grown.identity(), used_with: two.identity() };
    assert_eq!(
        table.try_sweep(&two, &trace),
        Err(older),
        "the execution may know more than an older clone"
    );
    table.sweep(&two, &Trace::new(&two)); // an older clone
    assert_eq!(table.branch(Branch::new(2)), Fitness::NEVER);
    trace.reset();
    table.sweep(&grown, &trace);
    assert!(!table.branch(Branch::new(2)).is_covered());
}
