//! Weights of sources, and probabilities of behaviours.

use super::{config, orders, sequences, trained};
use proptest::prelude::*;
use sbst_seeding::usage::{UsageError, UsageModel};

proptest! {
    #![proptest_config(config(256))]

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
fn models_with_different_orders_are_not_merged() {
    let mut model = UsageModel::new();
    model.train(["b"]);
    let theirs = UsageModel::<&str>::with_order(3).expect("an order");
    assert_eq!(model.merge(&theirs), Err(UsageError::DifferentOrders { ours: 2, theirs: 3 }));
    assert_eq!(
        model.merge_weighted(&theirs, 0),
        Err(UsageError::DifferentOrders { ours: 2, theirs: 3 })
    );
    for (error, words) in [
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
