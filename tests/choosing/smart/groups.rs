//! Groups of correlated criteria: the published ones, for every subset; and those that data show,
//! by a naive coefficient.

use proptest::collection::vec;
use proptest::prelude::*;
use sbst::objective::Criterion::{
    self, Block, Branch, DirectBranch, Exception, Input, Line, Method, MethodNoException, Output,
    Statement, WeakMutation,
};
use sbst::subsumption::smart::{Correlation, Group, pearson};
use std::collections::BTreeSet;

fn group(representative: Criterion, others: &[Criterion]) -> Group {
    Group { representative, others: others.to_vec() }
}

fn published(criteria: &[Criterion]) -> Vec<Group> {
    Correlation::published().groups(criteria.iter().copied())
}

#[test]
fn all_eight_criteria_are_four_groups() {
    let expected = [
        group(DirectBranch, &[Branch, Line, WeakMutation]),
        group(MethodNoException, &[Method]),
        group(Exception, &[]),
        group(Output, &[]),
    ];
    assert_eq!(published(&Criterion::SMART), expected);
}

#[test]
fn representatives_are_chosen_among_those_that_are_asked_for() {
    assert_eq!(published(&[Branch, Line]), [group(Branch, &[Line])]);
    assert_eq!(published(&[Line, Branch]), [group(Branch, &[Line])]);
    assert_eq!(published(&[Method, MethodNoException]), [group(MethodNoException, &[Method])]);
    assert_eq!(published(&[Line, WeakMutation]), [group(Line, &[WeakMutation])]);
    // By way of criteria that are not asked for.
    assert_eq!(published(&[DirectBranch, WeakMutation]), [group(DirectBranch, &[WeakMutation])]);
    assert_eq!(
        published(&[Method, Input, Output]),
        [group(Method, &[]), group(Output, &[]), group(Input, &[])]
    );
    assert_eq!(published(&[Statement, Block]), [group(Block, &[]), group(Statement, &[])]);
    assert_eq!(published(&[]), []);
}

#[test]
fn every_subset_is_parted_into_groups_with_their_first_as_representative() {
    let classes: [&[Criterion]; 4] = [
        &[DirectBranch, Branch, Line, WeakMutation],
        &[MethodNoException, Method],
        &[Exception],
        &[Output],
    ];
    for chosen in 0..256_u32 {
        let asked: Vec<Criterion> = (0..8)
            .filter(|place| chosen >> place & 1 == 1)
            .map(|place| Criterion::SMART[place])
            .collect();
        let mut expected: Vec<Group> = Vec::new();
        for class in classes {
            let mut members = class.iter().copied().filter(|criterion| asked.contains(criterion));
            if let Some(representative) = members.next() {
                let others: BTreeSet<Criterion> = members.collect();
                expected.push(Group { representative, others: others.into_iter().collect() });
            }
        }
        expected.sort_by_key(|group| group.representative);
        assert_eq!(published(&asked), expected, "{asked:?}");
        let backwards_twice: Vec<Criterion> = asked.iter().rev().chain(&asked).copied().collect();
        assert_eq!(published(&backwards_twice), expected, "{asked:?}");
    }
}

#[test]
fn no_correlation_makes_a_group_of_each() {
    let groups = Correlation::default().groups(Criterion::ALL.iter().copied());
    let alone: Vec<Group> = Criterion::ALL.iter().map(|&criterion| group(criterion, &[])).collect();
    assert_eq!(groups, alone);
    assert_eq!(Correlation::default(), Correlation::default());
    assert!(
        Correlation::default().links(Line, Line) && !Correlation::default().links(Line, Branch)
    );
}

#[test]
fn pairs_of_the_caller_make_groups_with_the_published_representatives_first() {
    let pairs = [(Output, Exception), (Input, Output), (Exception, Output), (Input, Input)];
    let chain = Correlation::from_iter(pairs);
    assert!(
        chain.links(Output, Input) && !chain.links(Exception, Input) && chain.links(Input, Input)
    );
    // Among those that the publication does not rank, the order of criteria counts.
    assert_eq!(chain.groups([Input, Output, Exception]), [group(Exception, &[Output, Input])]);
    assert_eq!(chain.groups([Input, Exception]), [group(Exception, &[Input])]);
    let with_more = Correlation::from_iter(pairs.into_iter().chain([(Input, Method)]));
    assert_eq!(with_more.groups([Output, Method, Input]), [group(Method, &[Output, Input])]);
    let other = Correlation::from_iter([
        (Method, WeakMutation),
        (Statement, MethodNoException),
        (Block, Line),
    ]);
    let expected = [
        group(WeakMutation, &[Method]),
        group(MethodNoException, &[Statement]),
        group(Line, &[Block]),
    ];
    let groups = other.groups([Statement, Block, Line, Method, MethodNoException, WeakMutation]);
    assert_eq!(groups.into_iter().collect::<Vec<_>>(), {
        let mut sorted = expected.to_vec();
        sorted.sort_by_key(|group| group.representative);
        sorted
    });
}

#[test]
fn a_coefficient_at_the_threshold_links_and_one_below_does_not() {
    // 1, 0, -1, 0 with 4, 3, -4, -3, each times 4 / (sqrt 2 sqrt 50): (4 + 4) / 10 = 0.8.
    let samples = [[1.0, 4.0], [0.0, 3.0], [-1.0, -4.0], [0.0, -3.0]];
    let coefficient = pearson(&samples.map(|sample| sample[0]), &samples.map(|sample| sample[1]))
        .expect("both vary");
    assert!((coefficient - 0.8).abs() < 1e-15);
    let links = |threshold| {
        Correlation::of_samples(&[Branch, Output], &samples, threshold).links(Branch, Output)
    };
    assert!(links(coefficient) && links(0.79) && links(coefficient.next_down()));
    assert!(!links(coefficient.next_up()) && !links(0.81));
    assert!(!links(f64::NAN));
}

#[test]
fn criteria_that_are_linked_by_way_of_others_are_one_group() {
    // Each column is like the next one; the first and the last are not alike.
    let angles = [0.0_f64, 0.5, 1.0];
    let samples: Vec<Vec<f64>> = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]
        .into_iter()
        .map(|(x, y)| angles.iter().map(|angle| x * angle.cos() + y * angle.sin()).collect())
        .collect();
    let correlation = Correlation::of_samples(&[Output, Exception, Input], &samples, 0.8);
    assert!(
        correlation.links(Output, Exception)
            && correlation.links(Exception, Input)
            && !correlation.links(Output, Input)
    );
    assert_eq!(
        correlation.groups([Output, Exception, Input]),
        [group(Exception, &[Output, Input])]
    );
    assert_eq!(correlation.groups([Input, Output]), [group(Output, &[Input])]);
}

#[test]
fn short_samples_say_nothing_of_the_columns_that_they_lack() {
    let samples: [&[f64]; 5] =
        [&[0.1, 0.2, 0.9], &[0.4, 0.5], &[0.2, 0.3, 0.1], &[0.3], &[0.9, 0.1, 0.8]];
    let (one, other) = ([0.1, 0.4, 0.2, 0.9], [0.2, 0.5, 0.3, 0.1]);
    let expected = pearson(&one, &other).expect("both vary");
    let links = |threshold| {
        Correlation::of_samples(&[Line, Branch, Output], &samples, threshold).links(Branch, Line)
    };
    assert!(links(expected) && !links(expected.next_up()));
    // Longer ones have columns of nothing.
    assert_eq!(Correlation::of_samples(&[Line], &samples, 0.0), Correlation::default());
    assert_eq!(
        Correlation::of_samples(&[Line, Branch], &[] as &[[f64; 2]], -1.0),
        Correlation::default()
    );
}

#[test]
fn columns_that_do_not_vary_or_are_not_finite_are_correlated_with_none() {
    let varies = [0.1, 0.5, 0.9];
    for column in [
        [0.7, 0.7, 0.7],
        [0.0, 0.0, -0.0],
        [0.1, 0.5, f64::INFINITY],
        [f64::NEG_INFINITY, 0.5, 0.9],
        [f64::MAX; 3],
        [5e-324; 3],
    ] {
        assert_eq!(pearson(&varies, &column), None, "{column:?}");
        assert_eq!(pearson(&column, &varies), None, "{column:?}");
        let samples: Vec<[f64; 2]> = varies.into_iter().zip(column).map(|(a, b)| [a, b]).collect();
        assert_eq!(
            Correlation::of_samples(&[Line, Branch], &samples, -1.0),
            Correlation::default()
        );
    }
    // NaN says that a sample was not taken.
    assert_eq!(pearson(&varies, &[0.1, f64::NAN, 0.9]), None);
    let samples = [[0.1, 0.2], [0.5, f64::NAN], [0.9, 0.3]];
    assert!(Correlation::of_samples(&[Line, Branch], &samples, 0.8).links(Line, Branch));
    assert_eq!(
        Correlation::of_samples(&[Line, Branch], &samples[..2], -1.0),
        Correlation::default()
    );
    assert_eq!(
        (pearson(&[], &[]), pearson(&[1.0], &[2.0]), pearson(&varies, &[1.0])),
        (None, None, None)
    );
    assert_eq!(pearson(&varies, &[0.2, 0.6]), Some(1.0)); // the rows that both have
}

#[test]
fn huge_and_tiny_values_neither_overflow_nor_vanish() {
    let column = [1.0, 2.0, 4.0, 3.0];
    for scale in [1e-300, 1e300, f64::MIN_POSITIVE, f64::MAX / 4.0, f64::from_bits(16)] {
        let scaled = column.map(|value| value * scale);
        let coefficient = pearson(&column, &scaled).expect("both vary");
        assert!((coefficient - 1.0).abs() < 1e-12, "{scale}: {coefficient}");
        let turned = pearson(&scaled, &scaled.map(|value| -value)).expect("both vary");
        assert!((turned + 1.0).abs() < 1e-12, "{scale}: {turned}");
    }
    let opposite = pearson(&[f64::MAX, f64::MIN], &[0.0, 1.0]).expect("both vary");
    assert!((opposite + 1.0).abs() < 1e-12);
    // Large numbers that differ little vary.
    let close = pearson(&[1e16, 1e16 + 2.0], &[0.0, 1.0]).expect("both vary");
    assert!((close - 1.0).abs() < 1e-12);
}

#[test]
fn a_column_is_linked_with_itself_by_a_threshold_of_one() {
    for column in [&[0.0, 1.0][..], &[0.25, 0.5], &[0.1, 0.2, 0.4], &[0.5, 0.7, 0.1, 0.9, 0.3]] {
        assert_eq!(pearson(column, column), Some(1.0), "{column:?}");
        let turned: Vec<f64> = column.iter().map(|value| -value).collect();
        assert_eq!(pearson(column, &turned), Some(-1.0), "{column:?}");
        let samples: Vec<[f64; 2]> = column.iter().map(|&value| [value; 2]).collect();
        assert!(
            Correlation::of_samples(&[Line, Branch], &samples, 1.0).links(Line, Branch),
            "{column:?}"
        );
    }
}

/// By the formula, in one pass over each column.
fn naive(one: &[f64], other: &[f64]) -> f64 {
    let mean = |column: &[f64]| column.iter().sum::<f64>() / column.len() as f64;
    let (m, n) = (mean(one), mean(other));
    let covariance: f64 = one.iter().zip(other).map(|(a, b)| (a - m) * (b - n)).sum();
    let deviation =
        |column: &[f64], mean: f64| column.iter().map(|a| (a - mean).powi(2)).sum::<f64>().sqrt();
    covariance / (deviation(one, m) * deviation(other, n))
}

fn coverage() -> impl Strategy<Value = f64> {
    prop_oneof![(0..=10_u8).prop_map(|tenths| f64::from(tenths) / 10.0), 0.0..1.0]
}

proptest! {
    #![proptest_config(super::config(300))]

    #[test]
    fn data_link_what_the_formula_links(
        samples in vec(vec(coverage(), 4), 0..9),
        threshold in -1.0..1.0_f64,
    ) {
        let criteria = [Output, Line, Branch, Input];
        let found = Correlation::of_samples(&criteria, &samples, threshold);
        for a in 0..4 {
            for b in (0..4).filter(|&b| b != a) {
                let column =
                    |at: usize| samples.iter().map(|sample| sample[at]).collect::<Vec<f64>>();
                let varies = |column: &[f64]| column.iter().any(|value| *value != column[0]);
                let (one, other) = (column(a), column(b));
                let coefficient =
                    if varies(&one) && varies(&other) { naive(&one, &other) } else { f64::NAN };
                if (coefficient - threshold).abs() > 1e-9 {
                    prop_assert_eq!(found.links(criteria[a], criteria[b]), coefficient > threshold);
                }
                if coefficient.is_nan() {
                    prop_assert!(!found.links(criteria[a], criteria[b]));
                }
            }
        }
    }

    #[test]
    fn coefficients_have_the_laws_of_the_publication(
        rows in vec((coverage(), coverage()), 2..12),
        scale in 0.01..100.0_f64,
        shift in -5.0..5.0_f64,
    ) {
        let (one, other): (Vec<f64>, Vec<f64>) = rows.into_iter().unzip();
        let coefficient = pearson(&one, &other);
        prop_assert_eq!(coefficient, pearson(&other, &one));
        let near = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-6,
            _ => a == b,
        };
        if let Some(coefficient) = coefficient {
            prop_assert!((-1.0..=1.0).contains(&coefficient));
            let spread = |column: &[f64]| {
                column.iter().fold(0.0_f64, |most, value| most.max((value - column[0]).abs()))
            };
            prop_assume!(spread(&one) > 1e-3 && spread(&other) > 1e-3);
            let moved: Vec<f64> = one.iter().map(|value| value * scale + shift).collect();
            prop_assert!(near(pearson(&moved, &other), Some(coefficient)));
            let turned: Vec<f64> = one.iter().map(|value| -value).collect();
            prop_assert_eq!(pearson(&turned, &other), Some(-coefficient));
            prop_assert!(near(pearson(&one, &one), Some(1.0)));
            prop_assert!(near(Some(naive(&one, &other)), Some(coefficient)));
        } else {
            prop_assert!(
                one.iter().all(|value| *value == one[0])
                    || other.iter().all(|value| *value == other[0])
            );
        }
    }
}
