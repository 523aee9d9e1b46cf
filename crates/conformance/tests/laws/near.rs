//! Exception edges with a distance (OD33).

use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::{Execution, Facts, Misuse, On, Plane, Trace};
use sbst::fitness::{Fitness, fitness_of_block};
use sbst::flow::{Edge, FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Activation, Function};
use sbst_conformance as conformance;
use sbst_histories::UnrolledGraph;

const OWN: Function = Function::new(0);

/// 0: caught by 1 or by 2, else 3: return; each handler returns.
fn graph() -> FlowGraph {
    let body = FlowBuilder::new().exception(0, 1).exception(0, 2).jump(0, 3);
    FlowGraph::of(&body.exit(1).exit(2).exit(3)).expect("legal")
}

fn edge(graph: &FlowGraph, number: u32) -> Edge {
    let edges = graph.branches_of(graph.entry(OWN)).map(|branch| graph.edge(branch));
    edges.into_iter().find(|edge| edge.outcome == Outcome::Exception(number)).expect("an edge")
}

fn distance(value: f64) -> Distance {
    Distance::new(value).expect("a distance")
}

#[test]
fn od33_an_exception_edge_takes_a_distance() {
    let graph = graph();
    let trace = Trace::new(&graph).with_path_check();
    let f = trace.root().enter(OWN);
    f.near_exception(0, 1, distance(3.0));
    f.near_exception(0, 1, distance(7.0)); // no nearer
    f.end(0);
    f.returns(3, ());
    drop(f);
    assert_eq!(trace.check(), Ok(()));
    let asked = [0, 1].map(|number| trace.branch_distance(edge(&graph, number)));
    assert_eq!(asked, [None, Some(distance(3.0))]);
    conformance::execution(&graph, &trace).expect_none();
    let value = |block| fitness_of_block(&graph, &trace, graph.block(OWN, block));
    assert_eq!(value(2), distance(3.0).into());
    // Who does not say how far it was is as far as before.
    assert_eq!(value(1), Fitness::new(1, Distance::ZERO));

    // A block that does not catch this exception.
    let trace = Trace::new(&graph);
    trace.root().enter(OWN).near_exception(0, 2, distance(3.0));
    let outcome = Outcome::Exception(2);
    assert_eq!(trace.check(), Err(Misuse::NoSuchOutcome { function: OWN, block: 0, outcome }));
}

/// What one activation did: how near it came to each exception, in turn, and which one it threw.
#[derive(Clone, Debug)]
struct Visit {
    near: Vec<(u32, f64)>,
    thrown: Option<u32>,
}

fn visits() -> impl Strategy<Value = Vec<Visit>> {
    let value = prop_oneof![Just(0.0), Just(f64::INFINITY), 0.0..9.0];
    let near = vec((0..2_u32, value), 0..4);
    let visit = (near, proptest::option::of(0..2_u32));
    vec(visit.prop_map(|(near, thrown)| Visit { near, thrown }), 0..4)
}

fn run(trace: &Trace, visits: &[Visit]) {
    for visit in visits {
        let f = trace.root().enter(OWN);
        for &(number, value) in &visit.near {
            f.near_exception(0, number, distance(value));
        }
        match visit.thrown {
            Some(number) => f.choose(0, Outcome::Exception(number)),
            None => f.end(0),
        }
        f.returns(visit.thrown.map_or(3, |number| number + 1), ());
    }
}

/// By the definition: 0 if it was thrown, else the least of what was said, which is never 0.
fn expected(visits: &[Visit], number: u32) -> Option<Distance> {
    if visits.iter().any(|visit| visit.thrown == Some(number)) {
        return Some(Distance::ZERO);
    }
    let said = visits.iter().flat_map(|visit| &visit.near).filter(|near| near.0 == number);
    said.map(|near| distance(near.1).max(Distance::SMALLEST)).min()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// In the program, in calls by the test, in one activation, in the copies of a context, in a
    /// record, and merged.
    #[test]
    fn od33_a_distance_is_the_least_that_was_said(one in visits(), other in visits()) {
        let graph = graph();
        let unrolled = UnrolledGraph::builder(&graph).contexts(1, [OWN]).build().expect("small");
        let new = || {
            let trace = Trace::new(&graph).with_path_check().with_direct_calls();
            trace.with_call_tree(Default::default()).with_history(unrolled.history())
        };
        let traces = [new(), new()];
        run(&traces[0], &one);
        run(&traces[1], &other);
        let both = [one.clone(), other].concat();
        let merged = traces[0].record();
        let mut all = merged.clone();
        all.merge(&traces[1].record()).expect("of one graph");
        prop_assert_eq!(traces[0].check(), Ok(()));
        for number in 0..2 {
            let edge = edge(&graph, number);
            let of_one = expected(&one, number);
            prop_assert_eq!(traces[0].branch_distance(edge), of_one);
            prop_assert_eq!(merged.branch_distance(edge), of_one);
            prop_assert_eq!(On(&traces[0], Plane::Direct).branch_distance(edge), of_one);
            prop_assert_eq!(all.branch_distance(edge), expected(&both, number));
            for (activation, visit) in (0..).map(Activation::new).zip(&one) {
                let seen = traces[0].branch_distance_on(Plane::Within(activation), edge);
                prop_assert_eq!(seen, expected(std::slice::from_ref(visit), number));
            }
            let plane = unrolled.history().plane();
            let copies = unrolled.graph().all_branches().map(|copy| unrolled.graph().edge(copy));
            let copies = copies.filter(|copy| copy.outcome == edge.outcome);
            let least = copies.filter_map(|copy| traces[0].branch_distance_on(plane, copy)).min();
            prop_assert_eq!(least, of_one);
        }
        conformance::execution(&graph, &traces[0]).expect_none();
        conformance::execution(&graph, &all).expect_none();
    }
}
