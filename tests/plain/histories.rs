//! Goals of histories, calling contexts, and records of what happened in copies.

use super::{again, comes_back, refused};
use sbst::distance::gt;
use sbst::execution::{Facts, Record, Trace};
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, CallSite, Function, Variable};
use sbst::objective::Goals;
use sbst_histories::definitions::{DefinitionUse, Definitions};
use sbst_histories::{CONTEXT, CONTEXT_ENTRY, HistoryCriterion, PATH, UnrolledGraph};

/// if a && b { 2 } else { 3 }
fn graph() -> FlowGraph {
    FlowGraph::of(
        &FlowBuilder::new().statements(0, 1).branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3),
    )
    .expect("legal")
}

#[test]
fn goals_come_back() {
    let graph = graph();
    let x = Variable::new(4);
    let definitions = Definitions::new()
        .define(x, Block::new(0).statement(0))
        .use_at(x, Block::new(2).statement(0));
    let pairs: Vec<DefinitionUse> = definitions.pairs(&graph).expect("in the graph");
    assert_eq!(pairs.len(), 1);
    comes_back(pairs[0]);
    comes_back((PATH.goal([3]), CONTEXT.goal([2, 1]), CONTEXT_ENTRY.goal([0])));
    refused::<DefinitionUse>(r#"{"variable":0,"definition":{"entry":0},"place":{"exit":0}}"#);
}

#[test]
fn contexts_come_back() {
    let mut graph = FlowGraph::new();
    let called = Function::new(1);
    graph.add(&FlowBuilder::new().exit(0).call(0, 0, CallSite::new(2), [called])).expect("legal");
    graph.add(&FlowBuilder::new().exit(0)).expect("legal");
    let unrolled =
        UnrolledGraph::builder(&graph).contexts(2, [Function::new(0)]).build().expect("small");
    assert_eq!(unrolled.contexts().len(), 2);
    comes_back(unrolled.contexts().to_vec());
}

#[test]
fn records_keep_what_happened_in_copies() {
    let graph = graph();
    let unrolled = UnrolledGraph::builder(&graph)
        .decisions(CompoundDecision::all(&graph))
        .build()
        .expect("small");
    let mut goals = Goals::<Trace>::new();
    goals.follow(unrolled.history()).expect("of this graph");
    goals.extend(unrolled.goals(&graph, HistoryCriterion::MultipleCondition));
    let trace = goals.trace(&graph);
    trace.root().enter(Function::new(0)).decide(0, gt(1, 4));
    let record = trace.record();
    comes_back(record.clone());
    let distances = |run: &dyn Facts| -> Vec<_> {
        unrolled
            .vectors()
            .map(|row| {
                run.branch_distance_on(
                    unrolled.history().plane(),
                    unrolled.graph().edge(row.branch),
                )
            })
            .collect()
    };
    for read in again(&record) {
        assert_eq!(distances(&read), distances(&trace));
    }

    // What is not recorded in both is not lost without a word.
    let plain = Trace::new(&graph);
    assert!(trace.merge(&Record::default()).is_ok() && trace.knows(unrolled.history().fact()));
    plain.merge(&record).expect("of one program");
    assert!(!plain.knows(unrolled.history().fact()));
    trace.merge(&plain.record()).expect("of one program");
    assert!(
        !trace.knows(unrolled.history().fact()) && !trace.record().knows(unrolled.history().fact())
    );

    // Copies of another kind are others.
    let paths = sbst_histories::paths::sequences(&graph, Function::new(0), 2, 9).expect("few");
    let others = UnrolledGraph::builder(&graph).paths(paths).build().expect("small");
    let other = Trace::new(&graph).with_history(others.history());
    other.root().enter(Function::new(0)).decide(0, gt(1, 4));
    let mut both = other.record();
    both.merge(&record).expect("of one program");
    assert!(!both.knows(others.history().fact()) && !both.knows(unrolled.history().fact()));
    assert!(
        goals
            .try_measure(&graph, &other, &mut sbst::objective::Tables::new(&graph), &mut Vec::new())
            .is_err()
    );
}
