//! Values across calls: nothing is computed before one is asked for.

use super::allocations;
use sbst::distance::eq;
use sbst::execution::Trace;
use sbst::fitness::{AcrossCalls, Fitness};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Branch, CallSite, Function};
use sbst::objective::{Goals, Tables, branch_goals};
use std::hint::black_box;

const MAIN: Function = Function::new(0);
const LOAD: Function = Function::new(1);

/// Two functions of three blocks, each with a decision; the second one is called from the first.
fn graph() -> FlowGraph {
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    let mut graph =
        FlowGraph::of(&body.clone().call(1, 0, CallSite::new(0), [LOAD])).expect("legal");
    graph.add(&body).expect("legal");
    graph
}

#[test]
fn nothing_is_computed_before_a_value_of_a_function_that_was_not_entered_is_asked() {
    let graph = graph();
    let mut goals = Goals::<Trace>::for_graph(&graph);
    goals.extend(branch_goals(&graph));
    let (trace, mut tables, mut row) =
        (goals.trace(&graph), Tables::new(&graph), vec![Fitness::NEVER; goals.len()]);
    trace.root().enter(MAIN).decide(0, eq(4, 7));
    let _ = goals.observe(&graph, &trace, &mut tables); // warm

    let seen = goals.observe(&graph, &trace, &mut tables);
    let own = || goals.ids().take(2); // the branches of `main`
    let of_main = allocations(|| {
        let across = AcrossCalls::new(&graph, seen.table);
        let seen = seen.across(&across);
        for block in (0..3).map(Block::new) {
            black_box((
                seen.block(block),
                across.dependence(block),
                seen.statement(block.statement(0)),
            ));
        }
        black_box((seen.branch(Branch::new(0)), across.entry(MAIN)));
        goals.fitness(own(), &seen, &mut row);
    });
    assert_eq!(of_main, 0);
    assert_eq!(row[1].to_string(), "(0, 0)");

    // The first question computes everything, the others nothing.
    let across = AcrossCalls::new(&graph, seen.table);
    let mut entry = Fitness::NEVER;
    let first = allocations(|| entry = across.entry(LOAD));
    assert_eq!(entry.to_string(), "(0, 4)");
    assert!(first > 0);
    let seen = seen.across(&across);
    assert_eq!(allocations(|| goals.fitness(goals.ids(), &seen, &mut row)), 0);
    assert_eq!(row[2].to_string(), "(1, 4)");
}
