//! Expressions as blocks: vectors, pairs, wanted vectors and coverage are what enumeration of all
//! assignments says.

use super::{is_pair, vector};
use crate::effort::config;
use crate::oracle::decisions::{
    Evaluation, Pair, Tree, masking, tree, unique_cause, without_effect,
};
use proptest::prelude::*;
use proptest::sample::subsequence;
use sbst::flow::FlowGraph;
use sbst_histories::decisions::{
    CompoundDecision, DecisionCoverage, Independence, Vector, Vectors,
};
use std::collections::BTreeSet;

const RULES: [Independence; 2] = [Independence::UniqueCause, Independence::Masking];

/// The only decision of an expression.
fn decision(graph: &FlowGraph) -> CompoundDecision {
    let mut all = CompoundDecision::all(graph);
    let decision = all.next().expect("a decision");
    assert_eq!(all.next(), None, "one decision");
    decision
}

fn pairs(
    tree: &Tree,
    evaluations: &[Evaluation],
    rule: Independence,
) -> BTreeSet<(usize, Vector, Vector)> {
    let found: BTreeSet<Pair> = match rule {
        Independence::UniqueCause => unique_cause(evaluations),
        Independence::Masking => {
            masking(evaluations, |condition, evaluation| tree.masks(condition, &evaluation.all))
        }
    };
    found
        .into_iter()
        .map(|(condition, one, other)| (condition, vector(&one), vector(&other)))
        .collect()
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn vectors_are_those_of_all_assignments(tree in tree(8)) {
        let graph = tree.shape().graph();
        let decision = decision(&graph);
        let count = tree.conditions();
        prop_assert!(decision.conditions().iter().copied().eq(graph.all_blocks().take(count)));
        let [on_true, on_false] = decision.ends().map(|block| block.index());
        prop_assert_eq!(BTreeSet::from([on_true, on_false]), BTreeSet::from([count, count + 1]));
        let evaluations = Evaluation::of_tree(&tree);
        let possible: BTreeSet<Vector> =
            evaluations.iter().map(|evaluation| vector(&evaluation.seen)).collect();
        prop_assert_eq!(Vectors::of(&decision).count(), possible.len() as u64);
        prop_assert!(Vectors::of(&decision).all(possible.len()).expect("as many").iter().eq(&possible));
        prop_assert!(Vectors::of(&decision).all(possible.len() - 1).is_err());
        for evaluation in &evaluations {
            let is_true = Vectors::of(&decision).outcome(vector(&evaluation.seen)).expect("it is possible");
            prop_assert_eq!(
                if is_true { on_true } else { on_false },
                count + usize::from(!evaluation.outcome)
            );
            // With values that were not evaluated it is another one, and impossible; so it is
            // without one that was.
            let all: Vec<Option<bool>> = evaluation.all.iter().copied().map(Some).collect();
            prop_assert_eq!(Vectors::of(&decision).outcome(vector(&all)).is_some(), evaluation.seen == all);
            for left_out in (0..count).filter(|&place| evaluation.seen[place].is_some()) {
                let mut less = evaluation.seen.clone();
                less[left_out] = None;
                prop_assert_eq!(Vectors::of(&decision).outcome(vector(&less)), None);
            }
        }
    }

    #[test]
    fn pairs_are_those_of_all_assignments(tree in tree(6)) {
        let graph = tree.shape().graph();
        let decision = decision(&graph);
        let evaluations = Evaluation::of_tree(&tree);
        let vectors = Vectors::of(&decision).all(64).expect("few");
        for rule in RULES {
            let pairs = pairs(&tree, &evaluations, rule);
            for condition in 0..tree.conditions() {
                for one in &vectors {
                    for other in &vectors {
                        let expected = pairs.contains(&(condition, *one, *other));
                        let found = is_pair(&decision, condition, [one, other], rule);
                        prop_assert_eq!(
                            found,
                            expected,
                            "{} {} {} {:?}",
                            condition,
                            one,
                            other,
                            rule
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn wanted_vectors_and_coverage_follow_from_pairs(
        (tree, places) in tree(8).prop_flat_map(|tree| {
            let count = 1 << tree.conditions();
            (Just(tree), subsequence((0..count).collect::<Vec<_>>(), 0..=count.min(12)))
        }),
    ) {
        let graph = tree.shape().graph();
        let decision = decision(&graph);
        let count = tree.conditions();
        let evaluations = Evaluation::of_tree(&tree);
        let seen: Vec<Vector> =
            places.iter().rev().map(|&place| vector(&evaluations[place].seen)).collect();
        let shown: BTreeSet<Vector> = seen.iter().copied().collect();
        for rule in RULES {
            let pairs = pairs(&tree, &evaluations, rule);
            let coverage = DecisionCoverage::of(&decision, &seen, rule);
            let mut covered = 0;
            for condition in 0..count {
                let of_it =
                    || pairs.iter().filter(|pair| pair.0 == condition && shown.contains(&pair.1));
                let first = of_it()
                    .filter(|pair| shown.contains(&pair.2))
                    .map(|pair| [pair.1, pair.2])
                    .min();
                prop_assert_eq!(coverage.pair(condition), first);
                covered += usize::from(first.is_some());
                let wanted: BTreeSet<Vector> = if first.is_some() {
                    BTreeSet::new()
                } else {
                    of_it().map(|pair| pair.2).collect()
                };
                let most = usize::try_from(Vectors::of(&decision).count()).expect("few");
                let found = Vectors::of(&decision).wanted(condition, &seen, rule, most);
                prop_assert!(
                    found.iter().eq(&wanted),
                    "{} {:?}: {:?}, not {:?}",
                    condition,
                    rule,
                    found,
                    wanted
                );
                for most in 0..4 {
                    let fewer = Vectors::of(&decision).wanted(condition, &seen, rule, most);
                    prop_assert!(
                        fewer.len() <= most && fewer.iter().all(|vector| wanted.contains(vector))
                    );
                }
                let is_seen =
                    |value| shown.iter().any(|vector| vector.get(condition as u32) == Some(value));
                prop_assert_eq!(coverage.values(condition), [is_seen(true), is_seen(false)]);
            }
            prop_assert_eq!(coverage.covered(), covered);
            prop_assert_eq!(coverage.is_complete(), covered == count);
            let all_conditions =
                (0..count).all(|condition| coverage.values(condition) == [true; 2]);
            prop_assert_eq!(coverage.covers_conditions(), all_conditions);
            let outcomes: BTreeSet<bool> =
                places.iter().map(|&place| evaluations[place].outcome).collect();
            prop_assert_eq!(coverage.covers_decision(), outcomes.len() == 2);
            // MC/DC implies both.
            prop_assert!(
                !coverage.is_complete()
                    || (coverage.covers_conditions() && coverage.covers_decision())
            );
            prop_assert_eq!(coverage.pair(count), None);
            prop_assert_eq!(coverage.values(count), [false; 2]);
        }
    }

    #[test]
    fn unique_cause_implies_masking_and_all_vectors_cover_all(tree in tree(8)) {
        let graph = tree.shape().graph();
        let decision = decision(&graph);
        let vectors = Vectors::of(&decision).all(1 << 8).expect("at most as many as assignments");
        for one in &vectors {
            for other in &vectors {
                for condition in 0..tree.conditions() {
                    let by = |rule| is_pair(&decision, condition, [one, other], rule);
                    prop_assert!(!by(Independence::UniqueCause) || by(Independence::Masking));
                    prop_assert_eq!(
                        by(Independence::Masking),
                        is_pair(&decision, condition, [other, one], Independence::Masking)
                    );
                }
            }
        }
        // Each condition of an expression comes once, so that each has a pair.
        prop_assert!(
            RULES.iter().all(|&rule| DecisionCoverage::of(&decision, &vectors, rule).is_complete())
        );
    }

    #[test]
    fn completing_pairs_by_what_is_wanted_ends_in_full_coverage(
        tree in tree(8),
        picks in proptest::collection::vec(any::<u8>(), 40),
    ) {
        let graph = tree.shape().graph();
        let decision = decision(&graph);
        for rule in RULES {
            let all = Vectors::of(&decision).all(1 << 8).expect("few");
            let mut seen = vec![all[usize::from(picks[0]) % all.len()]];
            for pick in &picks[1..] {
                let conditions = 0..tree.conditions();
                let wanted: Vec<Vector> = conditions
                    .flat_map(|condition| Vectors::of(&decision).wanted(condition, &seen, rule, 1 << 8))
                    .collect();
                prop_assert!(wanted.iter().all(|vector| !seen.contains(vector)));
                if wanted.is_empty() {
                    break;
                }
                seen.push(wanted[usize::from(*pick) % wanted.len()]);
            }
            // Each vector that is added makes a pair, so that there are at most as many as
            // conditions, and one.
            let coverage = DecisionCoverage::of(&decision, &seen, rule);
            prop_assert!(seen.len() <= tree.conditions() + 1);
            prop_assert!(coverage.is_complete());
        }
    }

    #[test]
    fn masking_by_operands_is_masking_by_effect(tree in tree(8)) {
        let evaluations = Evaluation::of_tree(&tree);
        let effect = without_effect(&evaluations);
        for evaluation in &evaluations {
            for condition in 0..tree.conditions() {
                prop_assert_eq!(
                    tree.masks(condition, &evaluation.all),
                    effect(condition, evaluation)
                );
            }
        }
    }
}
