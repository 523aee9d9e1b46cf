//! The sweep: the fitness of all blocks and branches of the functions that a run entered.

use crate::shapes::{Listing, Random, ladder as ladder_of, structured as structured_of, walk};
use crate::steady;
use sbst::distance::lt;
use sbst::execution::{Record, Trace};
use sbst::fitness::{FitnessTable, fitness_of_block, fitness_of_branch};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;

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
