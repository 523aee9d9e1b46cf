//! Decisions of any graph: the regions are the greatest ones of all sets of blocks that are
//! decisions by definition.

use super::{is_pair, vector};
use crate::effort::config;
use crate::oracle::decisions::{Evaluation, masking, region, unique_cause, without_effect};
use crate::oracle::generate::any_shape;
use crate::oracle::{Node, Shape, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::Outcome::{False, True};
use sbst::flow::decisions::DecisionError;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Block;
use sbst_histories::decisions::{
    CompoundDecision, DecisionCoverage, Independence, Vector, Vectors,
};
use std::collections::BTreeSet;

/// Mostly two-way blocks without statements, most of whose edges lead a little forwards.
pub(super) fn deciding(blocks: usize) -> impl Strategy<Value = Shape> {
    let edge = || prop_oneof![8 => 1..4_usize, 1 => 0..8_usize];
    let node = (edge(), edge(), proptest::bool::weighted(0.9), proptest::bool::weighted(0.1));
    vec(node, 1..=blocks).prop_map(|nodes| {
        let count = nodes.len() + 2;
        let mut shape: Vec<Node> = nodes
            .iter()
            .enumerate()
            .map(|(at, &(then, or_else, is_silent, is_jump))| {
                // Distances beyond 3 lead back to the start.
                let to = |by: usize| {
                    if by < 4 { (at + by).min(count - 1) } else { at.saturating_sub(by - 4) }
                };
                let edges = if is_jump {
                    vec![(sbst::flow::Outcome::Next, to(then))]
                } else {
                    vec![(True, to(then)), (False, to(or_else))]
                };
                Node { statements: u32::from(!is_silent), edges, leaves: false }
            })
            .collect();
        shape.extend([
            Node { leaves: true, ..Node::default() },
            Node { leaves: true, ..Node::default() },
        ]);
        Shape(shape)
    })
}

fn sets(blocks: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1_u32 << blocks)
        .map(move |bits| (0..blocks).filter(|block| bits >> block & 1 == 1).collect())
}

fn check(shape: &Shape) -> Result<(), TestCaseError> {
    let graph = program(std::slice::from_ref(shape));
    let reachable = shape.reachable();
    let mut decisions: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for set in sets(shape.len()) {
        let expected = region(shape, &set);
        // Whatever the order in which they are given.
        let blocks = || set.iter().rev().map(|&block| Block::new(block as u32));
        let found = CompoundDecision::of(&graph, blocks());
        prop_assert_eq!(found.is_ok(), expected.is_some(), "{:?}: {:?}", set, found);
        let Some((ordered, _)) = expected else { continue };
        let given: BTreeSet<Block> =
            found.expect("a decision").conditions().iter().copied().collect();
        prop_assert!(given.into_iter().eq(blocks().rev()));
        let only_decide = ordered[1..].iter().all(|&block| shape.0[block].statements == 0);
        if only_decide && set.iter().all(|&block| reachable[block]) {
            decisions.push((set, ordered));
        }
    }
    let is_greatest = |set: &Vec<usize>| {
        !decisions.iter().any(|(other, _)| {
            other.len() > set.len() && set.iter().all(|block| other.contains(block))
        })
    };
    let mut greatest: Vec<(Vec<usize>, usize)> = decisions
        .iter()
        .filter(|(set, _)| is_greatest(set))
        .map(|(set, ordered)| (set.clone(), ordered[0]))
        .collect();
    greatest.sort_by_key(|row| row.1);
    let all: Vec<CompoundDecision> = CompoundDecision::all(&graph).collect();
    let found = all.iter().map(|decision| {
        let numbers: Vec<usize> = decision.conditions().iter().map(|block| block.index()).collect();
        let set: BTreeSet<usize> = numbers.iter().copied().collect();
        (set.into_iter().collect::<Vec<usize>>(), numbers[0])
    });
    prop_assert_eq!(found.collect::<Vec<_>>(), greatest);

    for decision in &all {
        let given = CompoundDecision::of(&graph, decision.conditions().iter().copied());
        prop_assert_eq!(given.as_ref(), Ok(decision));
        let conditions: Vec<usize> =
            decision.conditions().iter().map(|block| block.index()).collect();
        let last = &shape.0[conditions[conditions.len() - 1]].edges;
        prop_assert_eq!(decision.ends().map(|block| block.index()), [last[0].1, last[1].1]);
        let evaluations = Evaluation::of_region(shape, &conditions, last[0].1);
        let possible: BTreeSet<Vector> =
            evaluations.iter().map(|evaluation| vector(&evaluation.seen)).collect();
        prop_assert!(Vectors::of(decision).all(1 << 10).expect("few").iter().eq(&possible));
        for evaluation in &evaluations {
            prop_assert_eq!(
                Vectors::of(decision).outcome(vector(&evaluation.seen)),
                Some(evaluation.outcome)
            );
        }
        if conditions.len() > 6 {
            continue;
        }
        let by = [unique_cause(&evaluations), masking(&evaluations, without_effect(&evaluations))];
        for (pairs, rule) in by.iter().zip([Independence::UniqueCause, Independence::Masking]) {
            let pairs: BTreeSet<_> =
                pairs.iter().map(|(condition, v, w)| (*condition, vector(v), vector(w))).collect();
            for condition in 0..conditions.len() {
                for (v, w) in possible.iter().flat_map(|v| possible.iter().map(move |w| (v, w))) {
                    prop_assert_eq!(
                        is_pair(decision, condition, [v, w], rule),
                        pairs.contains(&(condition, *v, *w))
                    );
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn regions_are_the_greatest_sets_that_are_decisions(shape in deciding(7)) {
        check(&shape)?;
    }

    #[test]
    fn so_they_are_in_any_shape(shape in any_shape(8)) {
        check(&shape)?;
    }

    #[test]
    fn functions_keep_their_decisions_beside_others(shapes in vec(deciding(6), 1..4)) {
        let graph = program(&shapes);
        let mut base = 0;
        let mut expected: Vec<Vec<usize>> = Vec::new();
        for shape in &shapes {
            let alone = program(std::slice::from_ref(shape));
            let decisions = CompoundDecision::all(&alone);
            expected.extend(decisions.map(|decision| {
                decision.conditions().iter().map(|block| block.index() + base).collect()
            }));
            base += shape.len();
        }
        let found: Vec<Vec<usize>> = CompoundDecision::all(&graph)
            .map(|decision| decision.conditions().iter().map(|block| block.index()).collect())
            .collect();
        prop_assert_eq!(found, expected);
    }
}

/// The generator reaches decisions of several conditions, those that are no expression among them.
#[test]
fn regions_of_several_conditions_are_generated() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut sizes = [0_u32; 8];
    for _ in 0..1000 {
        let shape = deciding(7).new_tree(&mut runner).expect("a shape").current();
        for decision in CompoundDecision::all(&program(&[shape])) {
            sizes[decision.conditions().len().min(7)] += 1;
        }
    }
    assert!(sizes[1] > 100 && sizes[2] > 100 && sizes[3] > 20 && sizes[4] > 5, "{sizes:?}");
}

/// `a0 && a1 && ..`.
fn conjunction(count: u32) -> FlowGraph {
    let body = (0..count).fold(FlowBuilder::new(), |body, at| body.branch(at, at + 1, count + 1));
    FlowGraph::of(&body.exit(count).exit(count + 1)).expect("legal")
}

#[test]
fn od18_long_decisions_stay_whole_and_have_no_vectors() {
    let sizes = |count| {
        CompoundDecision::all(&conjunction(count)).map(|d| d.conditions().len()).collect::<Vec<_>>()
    };
    assert_eq!(sizes(64), [64]);
    assert_eq!((sizes(65), sizes(150), sizes(20_000)), (vec![65], vec![150], vec![20_000]));
    let graph = conjunction(65);
    let error = CompoundDecision::of(&graph, graph.all_blocks().take(65));
    assert_eq!(error, Err(DecisionError::TooMany { count: 65 }));
    let long = CompoundDecision::all(&graph).next().expect("it is there");
    assert_eq!(Vectors::of(&long).count(), u64::MAX);
    assert!(Vectors::of(&long).all(usize::MAX).is_err());
    let seen = ["T", "F", "TF"].map(|text| text.parse().expect("a vector"));
    for independence in [Independence::UniqueCause, Independence::Masking] {
        let coverage = DecisionCoverage::of(&long, &seen, independence);
        assert_eq!((coverage.covered(), coverage.is_complete()), (0, false));
        assert!(coverage.is_left_out() && coverage.values(64) == [false; 2]);
        assert!(Vectors::of(&long).wanted(64, &seen, independence, 9).is_empty());
        assert!(!is_pair(&long, 64, [&seen[0], &seen[1]], independence));
    }
    assert_eq!(Vectors::of(&long).outcome(seen[1]), None);
    let decision =
        CompoundDecision::of(&graph, graph.all_blocks().take(64)).expect("64 conditions");
    assert_eq!(Vectors::of(&decision).count(), 65);
    let vectors = Vectors::of(&decision).all(65).expect("as many");
    for condition in 0..64 {
        let wanted =
            Vectors::of(&decision).wanted(condition, &vectors[..1], Independence::UniqueCause, 100);
        assert_eq!(wanted, [vectors[64 - condition]]);
        assert_eq!(
            Vectors::of(&decision).wanted(condition, &vectors[..1], Independence::Masking, 100),
            wanted
        );
    }
}

/// 32 times `(a && b) ||`: 3 ways into each, and 2^32 vectors or so.
#[test]
fn vectors_without_number_are_counted_and_not_listed() {
    let pair = |body: FlowBuilder, at: u32| {
        body.branch(2 * at, 2 * at + 1, 2 * at + 2).branch(2 * at + 1, 65, 2 * at + 2)
    };
    let body = (0..31).fold(FlowBuilder::new(), pair).branch(62, 63, 64).branch(63, 65, 64);
    let graph = FlowGraph::of(&body.exit(64).exit(65)).expect("legal");
    let decision = CompoundDecision::all(&graph).next().expect("a decision");
    assert_eq!(decision.conditions().len(), 64);
    // Each pair is false in two ways; it is true in one way, if all before are false.
    let count = (1_u64 << 32) + (1_u64 << 32) - 1;
    assert_eq!(Vectors::of(&decision).count(), count);
    let error = Vectors::of(&decision).all(1000).expect_err("too many");
    assert_eq!((error.count, error.most), (count, 1000));
    let seen: Vector = "TT".parse().expect("a vector");
    let wanted = |condition, rule| Vectors::of(&decision).wanted(condition, &[seen], rule, 100);
    // Those that are false: the values of the other pairs are free.
    assert_eq!(wanted(0, Independence::UniqueCause).len(), 100);
    assert_eq!(wanted(1, Independence::Masking).len(), 100);
    assert!(wanted(1, Independence::Masking).iter().all(|vector| is_pair(
        &decision,
        1,
        [&seen, vector],
        Independence::Masking
    )));
}

/// 32 times `(a || b) &&`: `b` is skipped in half of all vectors, and those come first.
#[test]
fn candidates_that_skip_the_condition_are_never_walked() {
    let pair = |body: FlowBuilder, at: u32| {
        body.branch(2 * at, 2 * at + 2, 2 * at + 1).branch(2 * at + 1, 2 * at + 2, 65)
    };
    let graph =
        FlowGraph::of(&(0..32).fold(FlowBuilder::new(), pair).exit(64).exit(65)).expect("legal");
    let decision = CompoundDecision::all(&graph).next().expect("a decision");
    assert_eq!(decision.conditions().len(), 64);
    let seen: Vector = "FF".parse().expect("a vector");
    let wanted = Vectors::of(&decision).wanted(1, &[seen], Independence::Masking, 100);
    assert_eq!(wanted.len(), 100);
    assert!(wanted.iter().all(|vector| is_pair(
        &decision,
        1,
        [&seen, vector],
        Independence::Masking
    )));
}

#[test]
fn errors_name_the_blocks() {
    // 0: if a { 1: if b { 2 } else { 3 } } else { 4: if c { 2 } else { 3 } }  5: nothing
    let body = FlowBuilder::new()
        .branch(0, 1, 4)
        .branch(1, 2, 3)
        .branch(4, 2, 3)
        .exit(2)
        .jump(3, 5)
        .exit(5);
    let mut graph = FlowGraph::of(&body).expect("legal");
    let of = |graph: &FlowGraph, numbers: &[u32]| {
        CompoundDecision::of(graph, numbers.iter().copied().map(Block::new))
    };
    assert!(of(&graph, &[0, 1, 4]).is_ok());
    let text = |graph: &FlowGraph, numbers: &[u32]| {
        of(graph, numbers).expect_err("no decision").to_string()
    };
    assert_eq!(text(&graph, &[]), "a decision has at least one condition");
    assert_eq!(text(&graph, &[0, 1, 0]), "b0 is given twice");
    assert_eq!(text(&graph, &[3, 0, 9]), "not the blocks of two-way predicates: b3, b9");
    assert_eq!(
        text(&graph, &[1, 4]),
        "a decision is entered at one condition, but these conditions are entered at 2: b1, b4"
    );
    assert_eq!(
        text(&graph, &[0, 1]),
        "a decision leads to two blocks, but these conditions lead to 3: b2, b3, b4"
    );
    // 6: do { 7: if a } while b, and both ways of 8 lead to 9
    let second =
        FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).branch(2, 1, 3).branch(3, 4, 4).exit(4);
    graph.add(&second).expect("legal");
    assert_eq!(
        text(&graph, &[6, 7, 8]),
        "these conditions form a cycle, or come after one: b7, b8"
    );
    assert_eq!(text(&graph, &[8, 9]), "both outcomes of b9 lead to the same block");
    assert_eq!(text(&graph, &[1, 8]), "b1 and b8 belong to different functions");
    assert_eq!(of(&graph, &[9]).expect("alone it is one").ends(), [Block::new(10); 2]);
}
