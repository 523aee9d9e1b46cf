//! The sweep: the fitness of all blocks and branches of the functions that a run entered.

use crate::shapes::{Listing, Random, ladder as ladder_of, structured as structured_of, walk};
use crate::steady;
use sbst::distance::lt;
use sbst::execution::{Record, Trace};
use sbst::fitness::{FitnessTable, fitness_of_block, fitness_of_branch};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use sbst::objective::{Criterion, Goal, Goals, Method, Program, Tables};
use sbst_histories::{CONTEXT, HistoryCriterion, UnrolledGraph};

/// Sweeps a function of 1 000 blocks, of random statements, once.
pub(crate) fn structured() {
    one_function(&structured_of(1_000));
}

/// Sweeps a function of 1 000 blocks, two rails with rungs, once.
pub(crate) fn ladder() {
    one_function(&ladder_of(1_000));
}

fn one_function(listing: &Listing) {
    let graph = FlowGraph::of(listing).expect("a legal function");
    let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    walk(&graph, Function::new(0), &trace, 20, 3_000);
    steady(|| table.sweep(&graph, &trace));
    for branch in graph.all_branches().step_by(7) {
        assert_eq!(table.branch(branch), fitness_of_branch(&graph, &trace, branch));
    }
    for block in graph.all_blocks().step_by(7) {
        assert_eq!(table.block(block), fitness_of_block(&graph, &trace, block));
    }
}

/// Sweeps the tables of the program, of direct calls and of copies, as goals of branches, direct
/// branches and calling contexts need them: 1 000 blocks, which the test itself called.
pub(crate) fn planes() {
    let graph = FlowGraph::of(&structured_of(1_000)).expect("a legal function");
    let function = Function::new(0);
    let unrolled = UnrolledGraph::builder(&graph).contexts(1, [function]).build().expect("small");
    let methods = [Method::new(function)];
    let program = Program::new(&graph).with_methods(&methods);
    let mut goals: Goals<Trace> = Goals::for_graph(&graph);
    for criterion in [Criterion::Branch, Criterion::DirectBranch] {
        assert!(!goals.add(criterion, &program).is_empty());
    }
    goals.follow(unrolled.history()).expect("of this graph");
    goals.extend(unrolled.goals(&graph, HistoryCriterion::Context));
    let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    (0..20).for_each(|seed| walk_within(&graph, &trace, seed));
    steady(|| {
        goals.observe(&graph, &trace, &mut tables);
    });
    // There is one context, and one function, so all three tables tell the same.
    let mut row = Vec::new();
    goals.measure(&graph, &trace, &mut tables, &mut row);
    let value = |goal| goals.find(goal).map(|id| row[id.index()]);
    for branch in graph.all_branches() {
        let in_program = value(Goal::Branch(branch));
        assert!(in_program.is_some() && in_program == value(Goal::DirectBranch(branch)));
        assert_eq!(in_program, value(CONTEXT.goal([0, branch.number()])));
    }
}

/// Records a walk through the first function in a call by the test.
fn walk_within(graph: &FlowGraph, trace: &Trace, seed: u64) {
    let mut random = Random(seed);
    let frame = trace.root().enter(Function::new(0));
    let mut at = 0;
    for _ in 0..3_000 {
        let block = graph.block(Function::new(0), at);
        let mut edges = graph.successors(block).map(|(_, target)| target.number());
        at = match (edges.next(), edges.next()) {
            (Some(holds), Some(fails)) => {
                let (x, limit) = (random.below(1_000), random.below(1_000));
                if frame.decide(at, lt(x, limit)) { holds } else { fails }
            }
            (Some(next), None) => {
                frame.end(at);
                next
            }
            _ => return frame.end(at),
        };
    }
}

/// Merges ten records, each of a test that entered ten of 100 000 functions, into a trace, and
/// sweeps the trace. The cost must not depend on the functions that no test entered.
pub(crate) fn many_functions() {
    const FUNCTIONS: u32 = 100_000;
    const APART: u32 = FUNCTIONS / 100;
    let bodies: Vec<_> = (0..20).map(|n| structured_of(8 + n % 5)).collect();
    let smallest = FlowBuilder::new().exit(0);
    let mut graph = FlowGraph::new();
    for n in 0..FUNCTIONS {
        // A body of its own only where a test enters: to make a large program takes long.
        let added = match n % APART {
            0 => graph.add(&bodies[(n / APART) as usize % bodies.len()]),
            _ => graph.add(&smallest),
        };
        added.expect("a legal function");
    }
    let entered = || (0..FUNCTIONS).step_by(APART as usize).map(Function::new);

    let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    let records: Vec<Record> = (0..10)
        .map(|test| {
            trace.reset();
            entered().skip(test).step_by(10).for_each(|function| run(&graph, &trace, function));
            trace.record()
        })
        .collect();
    steady(|| {
        trace.reset();
        for record in &records {
            trace.merge(record).expect("a record of the same graph");
        }
        table.sweep(&graph, &trace);
    });

    // The tests one after the other in one trace, and each goal by itself.
    trace.reset();
    entered().for_each(|function| run(&graph, &trace, function));
    let mut swept: Vec<Function> = table.entered().collect();
    swept.sort();
    assert!(swept.into_iter().eq(entered()));
    for branch in entered().flat_map(|function| graph.branches_in(function)) {
        assert_eq!(table.branch(branch), fitness_of_branch(&graph, &trace, branch));
    }
}

/// Records an activation that evaluates each predicate once.
fn run(graph: &FlowGraph, trace: &Trace, function: Function) {
    let mut random = Random(u64::from(function.number()));
    drop(trace.root().enter(function));
    for block in graph.blocks_of(function).filter(|&block| graph.branches_of(block).len() == 2) {
        trace.decide(block, lt(random.below(100) as i32, 50));
    }
}
