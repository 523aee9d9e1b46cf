//! How well tests tell where a fault is, and few tests that tell it as well.

use super::config;
use crate::oracle::diagnosis::Suite;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use sbst::id::GoalId;
use sbst::subsumption::{CoverageMatrix, Diagnosability};

fn suites() -> impl Strategy<Value = Suite> {
    let tests = (0..9_usize, 0..9_usize).prop_flat_map(|(tests, components)| {
        (vec(btree_set(0..components.max(1), 0..=components), tests), Just(components))
    });
    tests.prop_map(|(mut tests, components)| {
        tests.iter_mut().for_each(|test| test.retain(|&component| component < components));
        Suite { tests, components }
    })
}

fn matrix(suite: &Suite) -> CoverageMatrix {
    let mut matrix = CoverageMatrix::new(suite.components);
    for test in &suite.tests {
        let goals = test.iter().map(|&component| GoalId::new(component as u32));
        matrix.add(goals).expect("all are goals");
    }
    matrix
}

fn groups(diagnosis: &Diagnosability) -> Vec<Vec<usize>> {
    diagnosis.groups().map(|group| group.iter().map(|goal| goal.index()).collect()).collect()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn measures_are_as_defined(suite in suites()) {
        let found = matrix(&suite).diagnosability();
        prop_assert_eq!(groups(&found), suite.groups());
        let uniqueness = if suite.components == 0 {
            0.0
        } else {
            suite.groups().len() as f64 / suite.components as f64
        };
        let normalised = 1.0 - (1.0 - 2.0 * suite.density()).abs();
        prop_assert!(near(found.density(), suite.density()));
        prop_assert!(near(found.normalised_density(), normalised));
        prop_assert!(
            near(found.diversity(), suite.diversity()),
            "{} {}",
            found.diversity(),
            suite.diversity()
        );
        prop_assert!(near(found.uniqueness(), uniqueness));
        prop_assert!(near(found.ddu(), normalised * suite.diversity() * uniqueness));
        prop_assert!(near(found.expected_inspections(), suite.inspections()));
        let in_vain = if suite.components == 0 { 0.0 } else { suite.inspections() - 1.0 };
        prop_assert!(near(found.ambiguity(), in_vain));
        let empty = suite.tests.is_empty() || suite.components == 0;
        let rho = if empty { 1.0 } else { (0.5 - suite.density()).abs() };
        prop_assert!(near(found.rho_fitness(), rho));
        for measure in [
            found.density(),
            found.normalised_density(),
            found.diversity(),
            found.uniqueness(),
            found.ddu(),
        ] {
            prop_assert!((0.0..=1.0).contains(&measure));
        }
    }

    /// Neither the order of tests nor rows of words with zeros at their ends change anything.
    #[test]
    fn measures_do_not_depend_on_how_tests_are_given(suite in suites()) {
        let reversed = suite.of((0..suite.tests.len()).rev());
        prop_assert_eq!(matrix(&reversed).diagnosability(), matrix(&suite).diagnosability());
        let row = |component| {
            suite
                .tests
                .iter()
                .enumerate()
                .fold(0, |row, (at, test)| row | u64::from(test.contains(&component)) << at)
        };
        let rows: Vec<Vec<u64>> = (0..suite.components)
            .map(|component| vec![row(component); 1 + component % 2])
            .collect();
        let short: Vec<[u64; 1]> =
            (0..suite.components).map(|component| [row(component)]).collect();
        prop_assert_eq!(
            groups(&CoverageMatrix::from_rows(&short).diagnosability()),
            suite.groups()
        );
        prop_assert!(CoverageMatrix::from_rows(&rows).diagnosability().density().is_finite());
    }
}

#[test]
fn an_empty_matrix_has_measures() {
    let none = CoverageMatrix::default().diagnosability();
    assert_eq!(none, Diagnosability::default());
    assert_eq!(
        [
            none.density(),
            none.diversity(),
            none.uniqueness(),
            none.ddu(),
            none.ambiguity(),
            none.rho_fitness()
        ],
        [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    );
    // Three goals that no test covers are one group.
    let untested = CoverageMatrix::new(3).diagnosability();
    assert_eq!((groups(&untested), untested.ambiguity()), (vec![vec![0, 1, 2]], 1.0));
}

#[test]
fn on_a_diagonal_every_test_is_unique() {
    let diagonal = Suite { tests: (0..80).map(|test| [test].into()).collect(), components: 80 };
    let found = matrix(&diagonal).diagnosability();
    assert_eq!((found.uniqueness(), found.diversity(), found.density()), (1.0, 1.0, 1.0 / 80.0));
}
