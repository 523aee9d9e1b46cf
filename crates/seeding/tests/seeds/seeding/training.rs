//! Weights of sources, and sequences that are taken out again.

use super::{config, orders, sequences, trained};
use proptest::prelude::*;
use sbst_seeding::usage::{UsageError, UsageModel};

/// Takes out one sequence that was learned with this weight.
fn untrain<A: Ord + Clone>(
    model: &mut UsageModel<A>,
    sequence: impl IntoIterator<Item = A>,
    weight: u64,
) -> Result<(), UsageError> {
    let mut gone = UsageModel::with_order(model.order())?;
    gone.train_weighted(sequence, weight);
    model.unmerge(&gone)
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn to_untrain_is_the_inverse_of_to_train(
        kept in sequences(),
        gone in sequences(),
        order in orders(),
        weight in 0..4_u64,
    ) {
        let before = trained(order, &kept);
        let mut model = before.clone();
        for sequence in &gone {
            model.train_weighted(sequence.iter().copied(), weight);
        }
        // In any order, and all at once.
        let mut at_once = model.clone();
        for sequence in gone.iter().rev() {
            prop_assert_eq!(untrain(&mut model, sequence.iter().copied(), weight), Ok(()));
        }
        prop_assert_eq!(&model, &before);
        let mut part = trained(order, &[]);
        part.merge_weighted(&trained(order, &gone), weight).expect("the same order");
        prop_assert_eq!(at_once.unmerge(&part), Ok(()));
        prop_assert_eq!(&at_once, &before);
    }

    #[test]
    fn weights_are_repetitions(
        a in sequences(),
        b in sequences(),
        order in orders(),
        weight in 0..5_u64,
    ) {
        let times = |sequences: &[Vec<u8>]| {
            sequences.iter().flat_map(|one| vec![one.clone(); weight as usize]).collect::<Vec<_>>()
        };
        let mut weighted = trained(order, &a);
        for sequence in &b {
            weighted.train_weighted(sequence.iter().copied(), weight);
        }
        let expected = trained(order, &[a.clone(), times(&b)].concat());
        prop_assert_eq!(&weighted, &expected);
        let mut merged = trained(order, &a);
        merged.merge_weighted(&trained(order, &b), weight).expect("the same order");
        prop_assert_eq!(&merged, &expected);
    }

    #[test]
    fn a_model_that_lacks_a_sequence_stays_as_it_was_or_remains_one_that_can_be_walked(
        a in sequences(), b in sequences(), order in orders(),
    ) {
        let (mut model, part) = (trained(order, &a), trained(order, &b));
        match model.unmerge(&part) {
            Err(error) => {
                prop_assert_eq!(error, UsageError::NotTrained);
                prop_assert_eq!(&model, &trained(order, &a));
            }
            Ok(()) => {
                prop_assert_eq!(model.sequences(), (a.len() - b.len()) as u64);
                prop_assert_eq!(model.states().count() == 0, a.len() == b.len());
                let walker = sbst_seeding::usage::Walker::new(&model);
                for state in model.states() {
                    // Each state lies on a walk to the end.
                    for way in state.transitions() {
                        prop_assert!(
                            way.count > 0
                                && way.action.is_none_or(|action| model
                                    .state(&[state.history(), &[*action]].concat())
                                    .is_some())
                        );
                    }
                }
                prop_assert_eq!(
                    walker.walk(|_, _| 1.0, 3, || 0.7).is_some(),
                    model.sequences() > 0
                );
                model.merge(&part).expect("the same order");
                prop_assert_eq!(&model, &trained(order, &a));
            }
        }
    }

    #[test]
    fn the_probability_of_a_behaviour_is_the_product_of_its_steps(
        sequences in sequences(),
        order in orders(),
        other in proptest::collection::vec(0..4_u8, 0..6),
    ) {
        let model = trained(order, &sequences);
        for behaviour in sequences.iter().chain([&other]) {
            let steps = (0..=behaviour.len())
                .map(|at| model.probability(&behaviour[..at], behaviour.get(at)));
            let expected: f64 = steps.product();
            prop_assert!((model.probability_of(behaviour) - expected).abs() < 1e-12);
            prop_assert_eq!(model.probability_of(behaviour) > 0.0, model.accepts(behaviour));
            let logarithm = model.log_probability_of(behaviour);
            prop_assert!(logarithm <= 0.0 && (libm_exp(logarithm) - expected).abs() < 1e-12);
        }
    }
}

fn libm_exp(value: f64) -> f64 {
    value.exp()
}

#[test]
fn a_loop_that_nobody_enters_any_more_cannot_be_left_behind() {
    // x y x alone has every step of x, but without these x -> y -> x would hang in the air.
    let mut model = UsageModel::from_iter([["x", "y", "x"]]);
    assert_eq!(untrain(&mut model, ["x"], 1), Err(UsageError::NotTrained));
    assert_eq!(model, UsageModel::from_iter([["x", "y", "x"]]));
    // Sequences that make up for one another are not told apart.
    let mut model = UsageModel::from_iter([vec!["a", "b"], vec!["c", "b", "d"]]);
    assert_eq!(untrain(&mut model, ["a", "b", "d"], 1), Ok(()));
    assert_eq!(model, UsageModel::from_iter([["c", "b"]]));
}

#[test]
fn counts_at_their_limit_are_not_reduced() {
    let mut model = UsageModel::new();
    model.train_weighted(["a"], u64::MAX);
    model.train(["b"]);
    let full = model.clone();
    assert_eq!(untrain(&mut model, ["a"], 1), Err(UsageError::Saturated));
    assert_eq!((model.sequences(), &model), (u64::MAX, &full));
    let theirs = UsageModel::<&str>::with_order(3).expect("an order");
    assert_eq!(model.unmerge(&theirs), Err(UsageError::DifferentOrders { ours: 2, theirs: 3 }));
    assert_eq!(
        model.merge_weighted(&theirs, 0),
        Err(UsageError::DifferentOrders { ours: 2, theirs: 3 })
    );
    for (error, words) in [
        (UsageError::NotTrained, "not trained"),
        (UsageError::Saturated, "at their limit"),
        (UsageError::OrderTooLarge { order: 33 }, "n = 33"),
        (UsageError::TooManyHistories { order: 5 }, "5 - 1 actions"),
    ] {
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn probabilities_of_all_behaviours_sum_to_1() {
    // No loop: new (add (size | end) | size).
    let model = UsageModel::from_iter([
        vec!["new", "add", "size"],
        vec!["new", "add"],
        vec!["new", "size"],
        vec!["new", "size"],
    ]);
    let all = [vec!["new", "add", "size"], vec!["new", "add"], vec!["new", "size"]];
    assert_eq!(all.map(|behaviour| model.probability_of(&behaviour)), [0.25, 0.25, 0.5]);
    assert_eq!(
        (
            UsageModel::<u8>::new().probability_of(&[]),
            UsageModel::<u8>::new().log_probability_of(&[])
        ),
        (0.0, f64::NEG_INFINITY)
    );
}
