//! Walks that always end, walks through an action, and weights of the caller.

use super::{config, orders, random, sequences, trained};
use proptest::prelude::*;
use sbst_seeding::usage::{Choice, UsageModel, Walker};
use std::collections::BTreeSet;

const CHOICES: [Choice; 3] = [Choice::Uniform, Choice::Frequent, Choice::Rare];

/// The fewest actions from a history to the end, through an action if one is given: by trying all
/// walks of 0, 1, 2, .. actions.
fn nearest(model: &UsageModel<u8>, walk: &[u8], through: Option<u8>) -> Vec<u8> {
    let mut all: Vec<Vec<u8>> = vec![walk.to_vec()];
    loop {
        let ends = |walk: &Vec<u8>| {
            model.probability(walk, None) > 0.0
                && through.is_none_or(|action| walk.contains(&action))
        };
        if let Some(end) = all.iter().find(|walk| ends(walk)) {
            return end.clone();
        }
        let mut longer = Vec::new();
        let mut seen = BTreeSet::new();
        for walk in &all {
            for action in 0..3 {
                if model.probability(walk, Some(&action)) > 0.0 {
                    let walk = [&walk[..], &[action]].concat();
                    let history =
                        model.state(&walk).expect("it leads somewhere").history().to_vec();
                    // The first walk to a state is the one that comes first.
                    if seen.insert((history, through.is_none_or(|action| walk.contains(&action)))) {
                        longer.push(walk);
                    }
                }
            }
        }
        assert!(!longer.is_empty() && longer[0].len() < walk.len() + 100, "no end");
        all = longer;
    }
}

proptest! {
    #![proptest_config(config(192))]

    #[test]
    fn a_walk_that_does_not_end_goes_the_nearest_way_from_the_cap(
        sequences in sequences(), order in orders(), most in 0..6_usize, seed in any::<u64>(),
    ) {
        let model = trained(order, &sequences);
        let walker = Walker::new(&model);
        for choice in CHOICES {
            let walk = walker.walk(|_, way| choice.weight(way), most, random(seed));
            let short = model.walk(choice, most, random(seed));
            match (walk, short) {
                (None, _) => prop_assert!(sequences.is_empty()),
                (Some(walk), Some(short)) => prop_assert_eq!(walk, short),
                (Some(walk), None) => {
                    prop_assert!(model.accepts(&walk) && walk.len() >= most);
                    prop_assert_eq!(&walk, &nearest(&model, &walk[..most], None));
                }
            }
        }
    }

    #[test]
    fn walks_through_an_action_have_it_and_end(
        sequences in sequences(),
        order in orders(),
        most in 0..6_usize,
        seed in any::<u64>(),
        action in 0..4_u8,
    ) {
        let model = trained(order, &sequences);
        let Some(walker) = Walker::through(&model, &action) else {
            prop_assert!(sequences.iter().all(|sequence| !sequence.contains(&action)));
            return Ok(());
        };
        let mut draw = random(seed);
        for choice in CHOICES {
            for _ in 0..10 {
                let walk =
                    walker.walk(|_, way| choice.weight(way), most, &mut draw).expect("trained");
                prop_assert!(model.accepts(&walk) && walk.contains(&action), "{:?}", walk);
                if walk.len() > most {
                    prop_assert_eq!(&walk, &nearest(&model, &walk[..most], Some(action)));
                }
            }
        }
    }

    #[test]
    fn any_weights_make_walks(
        sequences in sequences(),
        order in orders(),
        weights in proptest::collection::vec(any::<f64>(), 1..9),
        seed in any::<u64>(),
    ) {
        let model = trained(order, &sequences);
        let mut at = 0;
        let mut weigh = |_, _| {
            at += 1;
            weights[at % weights.len()]
        };
        let walk = Walker::new(&model).walk(
            |state, way| weigh(state.history().len(), way.count),
            9,
            random(seed),
        );
        prop_assert_eq!(walk.is_some(), !sequences.is_empty());
        prop_assert!(walk.is_none_or(|walk| model.accepts(&walk)));
    }
}

#[test]
fn weights_say_how_likely_a_way_is() {
    let model = UsageModel::from_iter([[0], [1], [2], [3]]);
    let walk = |weights: [f64; 4], draw| {
        let weigh = |state: sbst_seeding::usage::State<'_, u8>,
                     way: sbst_seeding::usage::Transition<'_, u8>| {
            if state.history().is_empty() {
                weights[usize::from(*way.action.expect("no end here"))]
            } else {
                1.0
            }
        };
        Walker::new(&model).walk(weigh, 1, || draw).expect("it ends")[0]
    };
    // 1/8, 2/8, 0, 5/8
    for (draw, expected) in [
        (0.0, 0),
        (0.12, 0),
        (0.125, 1),
        (0.374, 1),
        (0.375, 3),
        (0.999, 3),
        (1.0, 3),
        (f64::NAN, 0),
    ] {
        assert_eq!(walk([1.0, 2.0, 0.0, 5.0], draw), expected, "{draw}");
        assert_eq!(walk([1e299, 2e299, -7.0, 5e299], draw), expected, "{draw}");
    }
    // What never happens does not, at neither border.
    for draw in [0.0, 0.5, 1.0] {
        assert_eq!(walk([f64::NAN, 0.0, f64::INFINITY, f64::NEG_INFINITY], draw), 2);
    }
    // No weight at all: each as likely.
    assert_eq!(
        [0.0, 0.3, 0.5, 0.8].map(|draw| walk([0.0, -1.0, f64::NAN, 0.0], draw)),
        [0, 1, 2, 3]
    );
}

#[test]
fn of_the_nearest_ways_the_first_one_is_taken() {
    // From 0, the end is two actions away by 1 and by 2, and one by 3.
    let mut model = UsageModel::new();
    model.extend([vec![0, 1, 9], vec![0, 2, 9], vec![0, 3], vec![0, 4, 5, 6]]);
    let weigh =
        |_: sbst_seeding::usage::State<'_, i32>, _: sbst_seeding::usage::Transition<'_, i32>| 1.0;
    assert_eq!(Walker::new(&model).walk(weigh, 1, || 0.0), Some(vec![0, 3]));
    assert_eq!(Walker::new(&model).walk(weigh, 0, || 0.0), Some(vec![0, 3]));
    assert_eq!(
        Walker::through(&model, &9).expect("there").walk(weigh, 1, || 0.9),
        Some(vec![0, 1, 9])
    );
    assert_eq!(
        Walker::through(&model, &5).expect("there").walk(weigh, 1, || 0.0),
        Some(vec![0, 4, 5, 6])
    );
    assert!(
        Walker::through(&model, &7).is_none()
            && Walker::new(&UsageModel::<u8>::new()).walk(|_, _| 1.0, 9, || 0.0).is_none()
    );
}
