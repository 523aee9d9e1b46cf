//! Random conditions: what campaigns say after every run, against the truth tables.

use crate::campaigns::{Asked, Expected, Test, Told, campaign, coverage, goals, watch};
use crate::cases::Case;
use crate::{chains, constants, nested, none_wrong, plain, quiet, shuffled};
use sbst_histories::decisions::Independence::{self, Masking, UniqueCause};

/// All assignments in an order that nobody chose, some of them together in one test.
pub(crate) fn tests(case: &Case, seed: u32) -> Vec<Test> {
    let order = shuffled(seed, 1 << case.variables);
    order.chunks(3).flat_map(|part| [part[..1].to_vec(), part[1..].to_vec()]).collect()
}

/// Compares after the first tests one by one, then ever more seldom, and after all.
fn compare(
    case: &Case,
    criterion: Asked,
    rule: Independence,
    compared: impl Fn(&sbst::Campaign<Test, sbst::execution::Trace>, &Expected) -> [Vec<String>; 3],
) -> Option<String> {
    let mut campaign = campaign(case, criterion, rule);
    let mut expected = Expected::new(case);
    let tests = tests(case, u32::from(rule == Masking) + 7);
    for (at, test) in tests.iter().enumerate() {
        watch(&mut campaign, case, test);
        expected.execute(test);
        if at < 6 || at % 16 == 0 || at + 1 == tests.len() {
            let [found, with_dead, without] = compared(&campaign, &expected);
            if found != without && found != with_dead {
                let runs = &tests[..=at];
                return Some(format!(
                    "{} ({} {:?}) after {runs:?}:\n  found    {found:?}\n  expected {without:?}",
                    case.name, case.context, case.trees
                ));
            }
        }
    }
    None
}

fn conditions(cases: &[Case]) {
    quiet();
    let of = |case| {
        [UniqueCause, Masking].into_iter().find_map(|rule| {
            compare(case, Asked::McDc, rule, |campaign, expected| {
                let expected = |with_dead| coverage(&expected.told(rule, with_dead));
                [coverage(&Told::all(campaign, case.name)), expected(true), expected(false)]
            })
        })
    };
    none_wrong(cases.len(), cases.iter().filter_map(of).collect());
}

fn vectors(cases: &[Case]) {
    quiet();
    let of = |case| {
        compare(case, Asked::MultipleCondition, UniqueCause, |campaign, expected| {
            let [with_dead, without] = [true, false].map(|dead| expected.goals(dead));
            [goals(campaign, case), with_dead, without]
        })
    };
    none_wrong(cases.len(), cases.iter().filter_map(of).collect());
}

#[test]
fn od16_conditions_by_truth_table_in_every_context() {
    conditions(plain::CASES);
}

#[test]
fn od16_conditions_by_truth_table_in_chains_of_let() {
    conditions(chains::CASES);
}

#[test]
fn od16_conditions_by_truth_table_within_and_beside_others() {
    conditions(nested::CASES);
}

#[test]
fn od19_conditions_by_truth_table_with_constants() {
    conditions(constants::CASES);
}

#[test]
fn od16_vectors_by_truth_table_in_every_context() {
    vectors(plain::CASES);
}

#[test]
fn od16_vectors_by_truth_table_in_chains_of_let() {
    vectors(chains::CASES);
}

#[test]
fn od16_vectors_by_truth_table_within_and_beside_others() {
    vectors(nested::CASES);
}

#[test]
fn od19_vectors_by_truth_table_with_constants() {
    vectors(constants::CASES);
}
