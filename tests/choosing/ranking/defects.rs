//! Defects of our own, by their ids: values and orders of the user that panic, change or contradict
//! themselves.

use super::{goals, listed};
use proptest::prelude::*;
use sbst::distance::collection;
use sbst::execution::StackFrame;
use sbst::fitness::crash::Similarity;
use sbst::id::GoalId;
use sbst::selection::{Archive, Density, ObjectiveValue, Ranker, Rows, minimise};
use std::cell::Cell;
use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

thread_local! {
    /// How many more comparisons are answered before one panics.
    static LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
}

/// A value whose comparison fails at some time.
#[derive(Clone, Copy, Debug)]
struct Fragile(u8);

impl ObjectiveValue for Fragile {
    fn is_better(self, than: Self) -> bool {
        let left = LEFT.get().checked_sub(1);
        LEFT.set(left.unwrap_or(u32::MAX));
        if left.is_none() {
            resume_unwind(Box::new("the executor is gone")); // without a message
        }
        self.0 < than.0
    }
    fn scalar(self) -> f64 {
        f64::from(self.0)
    }
}

fn neutral(_: GoalId, _: usize, _: usize) -> Ordering {
    Ordering::Equal
}

/// Everything that a ranker answers.
fn all_of<V: ObjectiveValue>(
    ranker: &mut Ranker,
    rows: &(impl Rows<V> + ?Sized),
    goals: &[GoalId],
) -> Vec<Vec<usize>> {
    let mut all = listed(ranker.non_dominated_sort(rows, goals));
    all.extend(listed(ranker.preference_sort(rows, goals, neutral)));
    all.push(ranker.select(rows, goals, 5, neutral).to_vec());
    all.push(ranker.select_non_dominated(rows, goals, 5).to_vec());
    all.push(ranker.preferred(rows, goals, neutral).to_vec());
    all
}

proptest! {
    #![proptest_config(super::config(256))]

    #[test]
    fn od2_a_ranker_is_as_new_after_a_value_panicked(
        rows in prop::collection::vec([0..5_u8, 0..5_u8, 0..5_u8], 1..60),
        at in 0..600_u32,
        density in any::<bool>(),
        fewer in 0..60_usize,
    ) {
        let rows: Vec<[Fragile; 3]> = rows.into_iter().map(|row| row.map(Fragile)).collect();
        let (goals, density) =
            (goals(0..3), if density { Density::Crowding } else { Density::SubVector });
        let mut ranker = Ranker::by(density);
        LEFT.set(at);
        let left = catch_unwind(AssertUnwindSafe(|| all_of(&mut ranker, &rows, &goals)));
        LEFT.set(u32::MAX);
        // Other rows first, so that what was left behind does not fit.
        for rows in [&rows[..fewer.min(rows.len())], &rows] {
            prop_assert_eq!(
                all_of(&mut ranker, rows, &goals),
                all_of(&mut Ranker::by(density), rows, &goals)
            );
        }
        prop_assert!(
            left.is_err()
                || left.is_ok_and(|all| all == all_of(&mut Ranker::by(density), &rows, &goals))
        );
    }
}

/// Fewer or more rows each time they are asked for, and shorter or longer ones.
struct Moving {
    rows: Vec<[f64; 3]>,
    asked: Cell<usize>,
}

impl Rows<f64> for Moving {
    fn count(&self) -> usize {
        self.asked.set(self.asked.get() + 1);
        self.rows.len() * (self.asked.get() % 3) / 2
    }
    fn row(&self, number: usize) -> &[f64] {
        self.asked.set(self.asked.get() + 1);
        self.rows.get(number).map_or(&[], |row| &row[..self.asked.get() % 7 % 4])
    }
}

#[test]
fn od5_rows_whose_count_or_width_changes_are_ranked_without_a_panic() {
    for start in 0..60 {
        for count in [0, 1, 2, 9, 40] {
            let row = |n: usize| [n % 7, n % 5, n % 3].map(|number| number as f64);
            let rows = Moving { rows: (0..count).map(row).collect(), asked: Cell::new(start) };
            for density in [Density::SubVector, Density::Crowding] {
                let mut ranker = Ranker::by(density);
                let all = all_of(&mut ranker, &rows, &goals(0..3));
                assert!(all.iter().flatten().all(|&row| row < 2 * count.max(1)));
                assert_eq!(ranker.sub_vector_dominances(&rows, &goals(0..3), &[0, 3, 50]).len(), 3);
                assert!(
                    ranker
                        .crowding_distances(&rows, &goals(0..3), &[0, 3, 50])
                        .iter()
                        .all(|d| !d.is_nan())
                );
            }
        }
    }
}

thread_local! {
    static ANSWERS: Cell<u32> = const { Cell::new(1) };
}

/// An order that answers anything.
#[derive(Clone, Copy, Debug)]
struct Contrary(#[expect(dead_code, reason = "no order depends on it")] u32);

impl Contrary {
    fn answer() -> Ordering {
        ANSWERS.set(ANSWERS.get().wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        [Ordering::Less, Ordering::Equal, Ordering::Greater][(ANSWERS.get() >> 16) as usize % 3]
    }
}
impl PartialEq for Contrary {
    fn eq(&self, _: &Self) -> bool {
        Self::answer().is_eq()
    }
}
impl Eq for Contrary {}
impl PartialOrd for Contrary {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Contrary {
    fn cmp(&self, _: &Self) -> Ordering {
        Self::answer()
    }
}
impl ObjectiveValue for Contrary {
    fn is_better(self, _: Self) -> bool {
        Self::answer().is_lt()
    }
    fn scalar(self) -> f64 {
        f64::from(ANSWERS.get() >> 16)
    }
}

#[test]
fn od5_an_order_that_contradicts_itself_makes_nothing_panic() {
    for seed in 0..40 {
        ANSWERS.set(seed);
        let all: Vec<Contrary> = (0..300).map(Contrary).collect();
        // Costs of tests.
        let (mut suite, mut archive) = (Vec::new(), Archive::new());
        for (n, &cost) in (0..).zip(&all) {
            suite.push((cost, vec![GoalId::new(n % 40), GoalId::new(n % 7)]));
            archive.offer(GoalId::new(n % 90), cost, || n);
        }
        let kept = minimise(&suite);
        let goals_of = |tests: &[usize]| -> std::collections::BTreeSet<GoalId> {
            tests.iter().flat_map(|&test| suite[test].1.iter().copied()).collect()
        };
        assert_eq!(goals_of(&kept), goals_of(&(0..suite.len()).collect::<Vec<_>>())); // whatever they cost
        assert!(!archive.minimise(|&n| [GoalId::new(n % 90)]).is_empty());
        // Elements of collections, names of classes and methods.
        assert!(
            collection::set_eq(all.iter().copied(), all.iter().copied()).to_true().get() <= 600.0
        );
        assert!(
            collection::multiset_eq(all.iter().copied(), all[..200].iter().copied())
                .to_true()
                .get()
                <= 500.0
        );
        let frames: Vec<_> =
            all.iter().map(|&name| StackFrame { class: name, method: name, line: None }).collect();
        assert!(!Similarity::Ordered.cost(&frames, &frames[30..]).get().is_nan());
        // Values of goals.
        let rows: Vec<[Contrary; 3]> =
            all.chunks_exact(3).map(|row| [row[0], row[1], row[2]]).collect();
        for density in [Density::SubVector, Density::Crowding] {
            let ranked = all_of(&mut Ranker::by(density), &rows, &goals(0..3));
            assert!(ranked.iter().flatten().all(|&row| row < rows.len()));
        }
    }
}
