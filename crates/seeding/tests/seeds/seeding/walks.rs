//! Walks go where the draws lead them.

use super::{config, orders, random, sequences, trained};
use crate::definitions::seeding::{Pairs, Walked, Weights};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst_seeding::usage::{Choice, UsageModel};
use std::collections::BTreeMap;

const CHOICES: [(Choice, Weights); 3] = [
    (Choice::Uniform, Weights::Alike),
    (Choice::Frequent, Weights::Counts),
    (Choice::Rare, Weights::Inverses),
];

fn walk(model: &UsageModel<u8>, choice: Choice, most: usize, draws: &[f64]) -> Option<Vec<u8>> {
    let mut draws = draws.iter().copied();
    model.walk(choice, most, || draws.next().unwrap_or(0.0))
}

/// Compares one walk with its definition.
fn compare(model: &UsageModel<u8>, pairs: &Pairs, most: usize, draws: &[u64], parts: u64) {
    let numbers: Vec<f64> = draws.iter().map(|&draw| draw as f64 / parts as f64).collect();
    for (choice, weights) in CHOICES {
        let expected = match pairs.walk(weights, most, draws, parts) {
            Walked::To(walk) => Some(walk),
            Walked::TooLong => None,
            Walked::OnTheBorder => continue,
        };
        assert_eq!(
            walk(model, choice, most, &numbers),
            expected,
            "{choice:?} {draws:?} / {parts}, at most {most}"
        );
    }
}

proptest! {
    #![proptest_config(config(192))]

    #[test]
    fn walks_are_what_their_draws_say(
        sequences in sequences(),
        order in orders(),
        most in 0..8_usize,
        draws in vec(0..1024_u64, 0..9),
    ) {
        compare(&trained(order, &sequences), &Pairs::of(order, &sequences), most, &draws, 1024);
    }

    #[test]
    fn walks_are_accepted_and_not_too_long(
        sequences in sequences(),
        order in orders(),
        most in 0..12_usize,
        seed in any::<u64>(),
    ) {
        let (model, mut draw) = (trained(order, &sequences), random(seed));
        for (choice, _) in CHOICES {
            for _ in 0..20 {
                if let Some(walk) = model.walk(choice, most, &mut draw) {
                    prop_assert!(model.accepts(&walk) && walk.len() <= most, "{:?}", walk);
                }
            }
        }
    }

    #[test]
    fn draws_out_of_range_count_as_its_borders(
        sequences in sequences(),
        order in orders(),
        which in vec(0..7_usize, 6),
    ) {
        let model = trained(order, &sequences);
        let odd = [f64::NAN, -0.5, f64::NEG_INFINITY, 1.0, f64::INFINITY, 7.5, -0.0];
        let inside = [
            0.0,
            0.0,
            0.0,
            1.0 - f64::EPSILON / 2.0,
            1.0 - f64::EPSILON / 2.0,
            1.0 - f64::EPSILON / 2.0,
            0.0,
        ];
        for (choice, _) in CHOICES {
            let [odd, inside] =
                [odd, inside].map(|draws| which.iter().map(|&at| draws[at]).collect::<Vec<f64>>());
            prop_assert_eq!(
                walk(&model, choice, 5, &odd),
                walk(&model, choice, 5, &inside),
                "{:?}",
                odd
            );
        }
    }

    #[test]
    fn the_border_draws_take_the_first_and_the_last_way(
        sequences in sequences(),
        order in orders(),
    ) {
        let (model, pairs) = (trained(order, &sequences), Pairs::of(order, &sequences));
        let by = |last: bool| {
            let mut walk = Vec::new();
            loop {
                let ways = pairs.transitions(&walk);
                match if last { ways.last() } else { ways.first() }? {
                    (None, _) => return Some(walk),
                    _ if walk.len() == 9 => return None,
                    (Some(action), _) => walk.push(*action),
                }
            }
        };
        for (choice, _) in CHOICES {
            for low in [0.0, f64::NAN, -1.0] {
                prop_assert_eq!(model.walk(choice, 9, || low), by(false), "{:?} {}", choice, low);
            }
            for high in [1.0, f64::INFINITY, 1.0 - f64::EPSILON / 2.0] {
                prop_assert_eq!(model.walk(choice, 9, || high), by(true), "{:?} {}", choice, high);
            }
        }
    }
}

#[test]
fn every_small_model_is_walked_as_defined_for_every_row_of_draws() {
    let words: [&[u8]; 6] = [&[], &[0], &[1], &[0, 1], &[0, 0], &[1, 0, 2]];
    for chosen in 0..1_u32 << words.len() {
        let sequences: Vec<Vec<u8>> = words
            .iter()
            .enumerate()
            .filter(|(at, _)| chosen >> at & 1 == 1)
            .map(|(_, word)| word.to_vec())
            .collect();
        for order in [1, 2, 3] {
            let (model, pairs) = (trained(order, &sequences), Pairs::of(order, &sequences));
            for code in 0..8_u64.pow(3) {
                let draws = [code % 8, code / 8 % 8, code / 64];
                compare(&model, &pairs, 3, &draws, 8);
            }
        }
    }
}

#[test]
fn a_uniform_walk_takes_the_way_at_the_floor_of_the_draw_times_their_number() {
    for ways in 1..=20_u8 {
        let model = trained(2, &(0..ways).map(|action| vec![action]).collect::<Vec<_>>());
        for part in 0..1000 {
            let draw = f64::from(part) / 1000.0;
            let expected = (draw * f64::from(ways)).floor() as u8;
            assert_eq!(
                walk(&model, Choice::Uniform, 1, &[draw]),
                Some(vec![expected]),
                "{draw} of {ways}"
            );
        }
    }
}

#[test]
fn ways_that_were_taken_as_often_are_as_likely_by_every_choice() {
    for (ways, times) in
        [1_u8, 2, 4, 8].into_iter().flat_map(|ways| [1, 2, 4].map(|times| (ways, times)))
    {
        let sequences: Vec<Vec<u8>> =
            (0..ways).flat_map(|action| vec![vec![action]; times]).collect();
        let model = trained(2, &sequences);
        for part in 0..16 {
            let draw = f64::from(part) / 16.0;
            for (choice, _) in CHOICES {
                // All is exact, so that a draw between two ways takes the second.
                assert_eq!(
                    walk(&model, choice, 1, &[draw]),
                    Some(vec![part * ways / 16]),
                    "{choice:?} {draw} of {ways}"
                );
            }
        }
    }
}

#[test]
fn a_walk_fails_exactly_when_the_end_comes_too_late() {
    let model = trained(2, &[vec![0, 1, 2]]);
    for (choice, _) in CHOICES {
        for most in 0..3 {
            assert_eq!(model.walk(choice, most, || 0.5), None);
        }
        for most in [3, 4, usize::MAX] {
            assert_eq!(model.walk(choice, most, || 0.5), Some(vec![0, 1, 2]));
        }
        // Round and round.
        assert_eq!(trained(2, &[vec![0, 0]]).walk(choice, 100, || 0.9), None);
    }
}

#[test]
fn a_model_that_was_not_trained_has_no_walk() {
    for order in [1, 2, 5] {
        for (choice, _) in CHOICES {
            assert_eq!(trained(order, &[]).walk(choice, 9, || 0.0), None);
        }
    }
}

#[test]
fn without_memory_a_walk_may_end_at_once() {
    let model = trained(1, &[vec![0, 1]]);
    assert_eq!(walk(&model, Choice::Uniform, 5, &[0.0]), Some(vec![]));
    assert_eq!(walk(&model, Choice::Uniform, 0, &[0.0]), Some(vec![]));
    assert_eq!(walk(&model, Choice::Uniform, 5, &[0.9, 0.9, 0.5, 0.2]), Some(vec![1, 1, 0]));
    assert_eq!(walk(&model, Choice::Uniform, 0, &[0.9]), None);
}

#[test]
fn ways_are_taken_as_often_as_their_weights_say() {
    // From the start: the end 4 times, 0 twice, 1 once, 2 eight times.
    let rows = [(None, 4), (Some(0), 2), (Some(1), 1), (Some(2), 8)];
    let sequences: Vec<Vec<u8>> = rows
        .iter()
        .flat_map(|&(action, count)| vec![action.into_iter().collect::<Vec<u8>>(); count])
        .collect();
    let model = trained(2, &sequences);
    let expected: [(Choice, [f64; 4]); 3] = [
        (Choice::Uniform, [0.25; 4]),
        (Choice::Frequent, [4.0 / 15.0, 2.0 / 15.0, 1.0 / 15.0, 8.0 / 15.0]),
        // 1/4 + 1/2 + 1 + 1/8 = 15/8
        (Choice::Rare, [2.0 / 15.0, 4.0 / 15.0, 8.0 / 15.0, 1.0 / 15.0]),
    ];
    for (choice, parts) in expected {
        let (mut draw, mut counts) = (random(7), BTreeMap::new());
        for _ in 0..100_000 {
            *counts
                .entry(model.walk(choice, 1, &mut draw).expect("short").first().copied())
                .or_insert(0_u32) += 1;
        }
        for ((action, _), part) in rows.iter().zip(parts) {
            // More than six standard deviations.
            let found = f64::from(counts[action]) / 1e5;
            assert!((found - part).abs() < 0.01, "{choice:?} {action:?}: {found}, not {part}");
        }
    }
}
