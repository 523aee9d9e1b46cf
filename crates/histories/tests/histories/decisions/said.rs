//! Decisions that a graph says.

use super::regions::deciding;
use crate::effort::config;
use crate::oracle::program;
use proptest::prelude::*;

use sbst::flow::{FlowBuilder, FlowGraph, Unreachable};
use sbst::id::Block;
use sbst_histories::UnrolledGraph;
use sbst_histories::decisions::{
    CompoundDecision, DecisionCoverage, Independence, Vector, Vectors,
};

fn decisions(body: &FlowBuilder) -> Vec<CompoundDecision> {
    CompoundDecision::all(&FlowGraph::of(body).expect("legal")).collect()
}

fn sizes(body: &FlowBuilder) -> Vec<usize> {
    decisions(body).iter().map(|decision| decision.conditions().len()).collect()
}

/// `if a && b || c { 3 } else { 4 }`, each condition on a line of its own.
fn or() -> FlowBuilder {
    let body = FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).branch(2, 3, 4);
    let body = (0..3).fold(body, |body, block| body.statements(block, 1));
    body.exit(3).exit(4)
}

#[test]
fn od16_a_graph_says_which_conditions_form_one_decision() {
    assert_eq!(sizes(&or()), [1, 1, 1], "statements part them, where nothing is said");
    assert_eq!(sizes(&or().decision([0, 1, 2])), [3]);
    let decision = &decisions(&or().decision([0, 1, 2]))[0];
    let coverage = |seen: &[&str]| {
        let seen: Vec<Vector> = seen.iter().map(|text| text.parse().expect("legal")).collect();
        DecisionCoverage::of(decision, &seen, Independence::UniqueCause)
    };
    let three = coverage(&["TT", "TFT", "F-F"]);
    assert_eq!(
        (three.covered(), three.pair(0).map(|pair| pair.map(|one| one.to_string()))),
        (1, Some(["TT".to_owned(), "F-F".to_owned()]))
    );
    assert_eq!(coverage(&["TT", "TFT", "F-F", "TFF"]).covered(), 3);

    // What is said of some blocks holds for these only; the others are read by their shape.
    let apart = FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 4).branch(2, 3, 4).jump(3, 4);
    let apart = apart.exit(4);
    assert_eq!(sizes(&apart), [3]);
    assert_eq!(sizes(&apart.clone().decision([0])), [1, 2]);
    assert_eq!(sizes(&apart.clone().decision([0, 1])), [2, 1]);
    assert_eq!(sizes(&apart.decision([1, 2])), [1, 2]);
}

#[test]
fn od16_operands_may_have_control_flow() {
    // 0: if a && 1: v? (2: error) && 3: w { 4 } else { 5 }
    let body = FlowBuilder::new().branch(0, 1, 5).branch(1, 3, 2).exit(2).branch(3, 4, 5);
    let body = body.exit(4).exit(5).decision([0, 3]).decision([1]);
    let all = decisions(&body);
    assert_eq!(sizes(&body), [2, 1]);
    assert_eq!(Vectors::of(&all[0]).count(), 3);
    let graph = FlowGraph::of(&body).expect("legal");
    let unrolled = UnrolledGraph::builder(&graph).decisions(all).build().expect("few");
    assert_eq!(unrolled.vectors().len(), 5);

    // 0: if a && f(1: b || 2: c -> 3 | 4 -> 5) && 5: d { 6 } else { 7 }
    let body = FlowBuilder::new().branch(0, 1, 7).branch(1, 3, 2).branch(2, 3, 4);
    let body = body.jump(3, 5).jump(4, 5).branch(5, 6, 7).exit(6).exit(7);
    let body = body.decision([0, 5]).decision([1, 2]);
    assert_eq!(sizes(&body), [2, 2]);
    let graph = FlowGraph::of(&body).expect("legal");
    let unrolled = UnrolledGraph::builder(&graph).decisions(decisions(&body)).build().expect("few");
    let vectors: Vec<_> =
        unrolled.vectors().map(|row| (row.decision, row.vector.to_string())).collect();
    let expected = [(0, "TT"), (0, "TF"), (0, "F"), (1, "T"), (1, "FT"), (1, "FF")];
    assert!(vectors.iter().map(|(at, text)| (*at, text.as_str())).eq(expected), "{vectors:?}");
}

#[test]
fn od19_blocks_with_one_way_on_are_constants() {
    // 0: a || 1: b && 2: true
    let body = FlowBuilder::new().branch(0, 3, 1).branch(1, 2, 4).jump(2, 3).exit(3).exit(4);
    let all = decisions(&body.decision([0, 1, 2]));
    let vectors: Vec<_> =
        Vectors::of(&all[0]).all(9).expect("few").iter().map(ToString::to_string).collect();
    assert_eq!((all.len(), &vectors[..]), (1, &["T", "FT", "FF"].map(str::to_owned)[..]));
    // 0: a || 1: b && 2: false: what b is does not matter, and a is still what holds
    let body = FlowBuilder::new().branch(0, 3, 1).branch(1, 2, 4).jump(2, 4).exit(3).exit(4);
    let all = decisions(&body.decision([0, 1, 2]));
    assert_eq!(all[0].ends(), [3, 4].map(Block::new));
    let seen = ["T", "FT", "FF"].map(|text| text.parse().expect("legal"));
    let coverage = DecisionCoverage::of(&all[0], &seen, Independence::Masking);
    assert_eq!((coverage.covered(), coverage.covers_conditions()), (1, true));
    // 0: a && 1: false: no vector is true
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    let all = decisions(&body.decision([0, 1]));
    let seen = ["T", "F"].map(|text| text.parse().expect("legal"));
    let coverage = DecisionCoverage::of(&all[0], &seen, Independence::Masking);
    assert_eq!((coverage.covered(), coverage.covers_conditions()), (0, true));
    // Constants in a circle are an end.
    let body = FlowBuilder::new().branch(0, 1, 3).jump(1, 2).jump(2, 1).exit(3);
    assert_eq!(sizes(&body.decision([0, 1, 2])), [1]);
}

#[test]
fn od16_a_block_is_said_of_one_decision() {
    for (first, second) in [(vec![0, 1], vec![1, 2]), (vec![0], vec![0]), (vec![2], vec![1, 2])] {
        let shared = second[usize::from(first.len() == 1 && second.len() == 2)];
        let error = FlowGraph::of(&or().decision(first).decision(second)).expect_err("shared");
        assert!(error.to_string().ends_with(&format!("block {shared}: named twice")), "{error}");
    }
}

#[test]
fn od16_what_is_no_decision_is_refused_by_name() {
    let refused = |body: FlowBuilder| FlowGraph::of(&body).expect_err("no decision").to_string();
    let body = || {
        let mut body = FlowBuilder::new().function_name("f");
        let names = body.named_blocks(["a", "b", "c", "yes", "no"]);
        let [a, b, c, yes, no] = names;
        body.branch(a, b, no).branch(b, c, no).branch(c, yes, a).exit(yes).exit(no)
    };
    assert!(FlowGraph::of(&body().decision([0, 1])).is_ok());
    for (conditions, text) in [
        (
            vec![1, 0],
            "f: not one decision: a: entered from elsewhere, or not in the order of evaluation",
        ),
        (vec![0, 2, 1], "f: not one decision: c, b: not in the order of evaluation"),
        (vec![0, 0], "f: not one decision: a: named twice"),
        (vec![0, 3], "f: not one decision: yes: which have neither one nor two ways on"),
        (vec![1, 2], ""),
    ] {
        if text.is_empty() {
            assert!(FlowGraph::of(&body().decision(conditions)).is_err());
        } else {
            assert_eq!(refused(body().decision(conditions)), text);
        }
    }
    let mut graph = FlowGraph::of(&or()).expect("legal");
    let before = graph.clone();
    assert!(graph.add(&body().decision([1, 0])).is_err());
    assert!(graph == before && graph.identity() == before.identity());
}

#[test]
fn od16_what_is_said_belongs_to_the_graph() {
    let plain = FlowGraph::of(&or()).expect("legal");
    let said = FlowGraph::of(&or().decision([0, 1, 2])).expect("legal");
    assert!(plain != said && plain.identity() != said.identity());
    let whole = CompoundDecision::all(&said);
    assert!(UnrolledGraph::builder(&said).decisions(whole).build().is_ok());
    // What a user makes of the same conditions is refused by neither.
    for graph in [&plain, &said] {
        let part = CompoundDecision::of(graph, [0, 1].map(Block::new)).expect("a decision");
        assert!(UnrolledGraph::builder(graph).decisions([part]).build().is_ok());
        let singles = CompoundDecision::all(&plain);
        assert!(UnrolledGraph::builder(graph).decisions(singles).build().is_ok());
    }
}

proptest! {
    #![proptest_config(config(2048))]

    /// Saying what the shape shows changes nothing, and what is said is told apart as before.
    #[test]
    fn od16_said_decisions_are_those_of_the_shape(shape in deciding(7)) {
        let plain = program(std::slice::from_ref(&shape));
        let found: Vec<CompoundDecision> = CompoundDecision::all(&plain).collect();
        let body = found.iter().fold(shape.body(), |body, decision| {
            body.decision(decision.conditions().iter().map(|block| block.number()))
        });
        let mut said = FlowGraph::new();
        said.add_with(&body, Unreachable::Keep).expect("decisions");
        prop_assert!(CompoundDecision::all(&said).eq(found.iter().cloned()));
        let vectors = |graph| {
            let unrolled = UnrolledGraph::builder(graph).decisions(CompoundDecision::all(graph));
            let unrolled = unrolled.build().expect("few");
            unrolled.vectors().collect::<Vec<_>>()
        };
        prop_assert_eq!(vectors(&said), vectors(&plain));
    }
}
