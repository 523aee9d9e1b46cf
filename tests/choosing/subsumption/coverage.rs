//! Tests: A subsumes B if some test covers A, and every test that covers A covers B.

use super::{assert_same, config, covered_with, goals};
use crate::oracle::closure::Closed;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::id::GoalId;
use sbst::subsumption::{
    CoverageError, CoverageMatrix, Event, ImplicationReason, Subsumption, SubsumptionGraph,
};
use std::collections::BTreeSet;

/// By goal: the tests that cover it.
#[derive(Clone, Debug)]
struct Bits {
    tests: usize,
    rows: Vec<BTreeSet<usize>>,
}

impl Bits {
    fn covers(&self, test: usize, goal: usize) -> bool {
        self.rows.get(goal).is_some_and(|row| row.contains(&test))
    }

    fn ids(&self) -> Vec<GoalId> {
        (0..self.rows.len() as u32).map(GoalId::new).collect()
    }

    fn by_tests(&self) -> CoverageMatrix {
        let mut coverage = CoverageMatrix::new(self.rows.len());
        for test in 0..self.tests {
            let covered = (0..self.rows.len()).filter(|&goal| self.covers(test, goal));
            assert_eq!(coverage.add(covered.map(|goal| GoalId::new(goal as u32))), Ok(test));
        }
        coverage
    }

    /// With as many words as each row needs, and `more` of them.
    fn by_rows(&self, more: usize) -> CoverageMatrix {
        let words = |row: &BTreeSet<usize>| {
            let mut words = vec![0_u64; row.last().map_or(0, |last| last / 64 + 1) + more];
            row.iter().for_each(|test| words[test / 64] |= 1 << (test % 64));
            words
        };
        CoverageMatrix::from_rows(self.rows.iter().map(words))
    }

    /// The pairs of the definition.
    fn pairs(&self) -> Vec<(GoalId, GoalId)> {
        let all = 0..self.rows.len();
        let implies = |a: usize, b: usize| {
            !self.rows[a].is_empty()
                && (0..self.tests).all(|t| !self.covers(t, a) || self.covers(t, b))
        };
        let of = |a: usize| {
            all.clone()
                .filter(move |&b| implies(a, b))
                .map(move |b| (GoalId::new(a as u32), GoalId::new(b as u32)))
        };
        all.clone().flat_map(of).collect()
    }

    fn closed(&self) -> Closed<GoalId> {
        Closed::new(self.ids(), &self.pairs())
    }

    /// Each row once.
    fn distinct(&self) -> Self {
        let rows: BTreeSet<&BTreeSet<usize>> = self.rows.iter().collect();
        Self { tests: self.tests, rows: rows.into_iter().rev().cloned().collect() }
    }
}

/// A row from scratch, or from an earlier one: the same, fewer tests, more tests, two in one.
#[derive(Clone, Debug)]
enum Row {
    Empty,
    Of(Vec<usize>),
    AllBut(Vec<usize>),
    Like(usize),
    Less(usize, usize),
    More(usize, usize),
    Union(usize, usize),
}

fn row() -> impl Strategy<Value = Row> {
    let pick = || any::<usize>();
    prop_oneof![
        1 => Just(Row::Empty),
        4 => vec(pick(), 1..4).prop_map(Row::Of),
        2 => vec(pick(), 4..60).prop_map(Row::Of),
        1 => vec(pick(), 0..4).prop_map(Row::AllBut),
        1 => pick().prop_map(Row::Like),
        3 => (pick(), pick()).prop_map(|(row, test)| Row::Less(row, test)),
        3 => (pick(), pick()).prop_map(|(row, test)| Row::More(row, test)),
        2 => (pick(), pick()).prop_map(|(one, two)| Row::Union(one, two)),
    ]
}

fn bits() -> impl Strategy<Value = Bits> {
    bits_of(0..13)
}

fn bits_of(goals: std::ops::Range<usize>) -> impl Strategy<Value = Bits> {
    let tests = prop_oneof![2 => 0..6_usize, 1 => 60..68_usize, 1 => 124..141_usize];
    (tests, vec(row(), goals)).prop_map(|(tests, plans)| {
        let mut rows: Vec<BTreeSet<usize>> = Vec::new();
        for plan in plans {
            let test = |pick: &usize| pick % tests.max(1);
            let earlier =
                |pick: &usize| rows.get(pick % rows.len().max(1)).cloned().unwrap_or_default();
            let mut row = match &plan {
                Row::Empty => BTreeSet::new(),
                Row::Of(picks) => picks.iter().map(test).collect(),
                Row::AllBut(picks) => {
                    (0..tests).filter(|own| !picks.iter().any(|pick| test(pick) == *own)).collect()
                }
                Row::Like(pick) | Row::Less(pick, _) => earlier(pick),
                Row::More(pick, more) => &earlier(pick) | &BTreeSet::from([test(more)]),
                Row::Union(one, two) => &earlier(one) | &earlier(two),
            };
            if let Row::Less(_, pick) = plan {
                let some = row.iter().nth(pick % row.len().max(1)).copied();
                some.map(|some| row.remove(&some));
            }
            if tests == 0 {
                row.clear();
            }
            rows.push(row);
        }
        Bits { tests, rows }
    })
}

fn collapsed(relation: &Subsumption, bits: &Bits) -> SubsumptionGraph {
    relation.collapse(bits.ids())
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn tests_and_rows_tell_what_the_definition_says(bits in bits(), more in 0..3_usize) {
        let (by_tests, by_rows, closed) = (bits.by_tests(), bits.by_rows(more), bits.closed());
        assert_same(&collapsed(&by_tests.relate(), &bits), &closed);
        assert_same(&collapsed(&by_rows.relate(), &bits), &closed);
        prop_assert_eq!((by_tests.goals(), by_tests.tests()), (bits.rows.len(), bits.tests));
        let longest =
            bits.rows.iter().map(|row| row.last().map_or(0, |last| last / 64 + 1) + more).max();
        prop_assert_eq!(
            (by_rows.goals(), by_rows.tests()),
            (bits.rows.len(), 64 * longest.unwrap_or(0))
        );
        for goal in 0..bits.rows.len() + 2 {
            for test in 0..bits.tests + 70 {
                let covers = bits.covers(test, goal);
                let id = GoalId::new(goal as u32);
                prop_assert_eq!(
                    (by_tests.is_covered_by(id, test), by_rows.is_covered_by(id, test)),
                    (covers, covers),
                    "{} {}",
                    test,
                    goal
                );
            }
        }
    }

    #[test]
    fn rows_that_differ_are_told_without_a_pair_that_follows_from_others(bits in bits()) {
        let bits = bits.distinct();
        let relation = bits.by_tests().relate();
        prop_assert_eq!(relation.pair_count(), bits.closed().reduction().len());
        prop_assert_eq!(collapsed(&relation, &bits).reduction(), bits.closed().reduction());
    }

    #[test]
    fn rows_that_are_equal_take_linear_space(bits in bits()) {
        let closed = bits.closed();
        let told = bits.by_tests().relate().pair_count();
        let extra = closed.nodes.len() - closed.representatives().len();
        prop_assert!(told <= closed.reduction().len() + 2 * extra, "{} pairs", told);
    }

    #[test]
    fn what_is_no_goal_leaves_all_as_it_was(
        bits in bits(),
        covered in vec(0..12_u32, 0..4),
        beyond in 0..3_u32,
        behind in vec(0..20_u32, 0..3),
    ) {
        let mut coverage = bits.by_tests();
        let before = bits.by_tests();
        let count = bits.rows.len() as u32;
        let legal: Vec<u32> = covered.into_iter().filter(|&goal| goal < count).collect();
        let wrong = [&legal[..], &[count + beyond], &behind].concat();
        let error = CoverageError {
            test: bits.tests,
            goal: GoalId::new(count + beyond),
            goals: bits.rows.len(),
        };
        prop_assert_eq!(coverage.add(goals(&wrong)), Err(error));
        prop_assert_eq!(coverage.tests(), before.tests());
        assert_same(&collapsed(&coverage.relate(), &bits), &bits.closed());
        for goal in bits.ids() {
            prop_assert!(
                (0..bits.tests + 70)
                    .all(|test| coverage.is_covered_by(goal, test)
                        == before.is_covered_by(goal, test))
            );
        }
        // The next test has its number.
        prop_assert_eq!(coverage.add(goals(&legal)), Ok(bits.tests));
        let covers = |goal: GoalId| coverage.is_covered_by(goal, bits.tests);
        prop_assert!(
            bits.ids().into_iter().all(|goal| covers(goal) == legal.contains(&goal.number()))
        );
    }

    #[test]
    fn tests_may_be_added_behind_rows(bits in bits(), covered in vec(0..12_u32, 0..4)) {
        let mut coverage = bits.by_rows(0);
        let legal: BTreeSet<u32> =
            covered.into_iter().filter(|&goal| (goal as usize) < bits.rows.len()).collect();
        let last = coverage.tests();
        prop_assert_eq!(coverage.add(legal.iter().copied().map(GoalId::new)), Ok(last));
        let mut all = Bits { tests: last + 1, ..bits };
        legal.iter().for_each(|&goal| {
            all.rows[goal as usize].insert(last);
        });
        assert_same(&collapsed(&coverage.relate(), &all), &all.closed());
    }

    #[test]
    fn reasons_count_the_tests(bits in bits()) {
        let graph = collapsed(&bits.by_tests().relate(), &bits);
        for a in bits.ids() {
            for b in covered_with(&graph, [a]) {
                let steps = graph.explain(a, b).expect("it is covered with it");
                let mut at = a;
                for step in steps {
                    let Event::Covers(next) = step.to else {
                        panic!("{step} is about what is no goal")
                    };
                    prop_assert_eq!(
                        (step.from, step.reason),
                        (
                            Event::Covers(at),
                            ImplicationReason::Tests(bits.rows[at.index()].len() as u32)
                        )
                    );
                    at = next;
                }
                prop_assert_eq!(at, b);
            }
        }
    }

    #[test]
    fn tests_and_pairs_say_together_what_follows_from_both(
        bits in bits(),
        given in vec((0..14_u32, 0..14_u32), 0..8),
    ) {
        let given = super::pairs(&given);
        let mut relation = Subsumption::from_iter(given.iter().copied());
        relation.unite(bits.by_tests().relate());
        let both = [given, bits.pairs()].concat();
        assert_same(&collapsed(&relation, &bits), &Closed::new(bits.ids(), &both));
        let mut other = bits.by_rows(1).relate();
        other.unite(Subsumption::from_iter(both.iter().copied()));
        assert_same(&collapsed(&other, &bits), &Closed::new(bits.ids(), &both));
    }
}

proptest! {
    #![proptest_config(config(32))]

    #[test]
    fn many_goals_are_told_without_a_pair_that_follows_from_others(bits in bits_of(120..200)) {
        let bits = bits.distinct();
        let (relation, closed) = (bits.by_tests().relate(), bits.closed());
        let reduction = closed.reduction();
        prop_assert_eq!(relation.pair_count(), reduction.len());
        let graph = collapsed(&relation, &bits);
        prop_assert_eq!(graph.reduction(), reduction);
        prop_assert_eq!(graph.minimal(), closed.minimal());
    }
}

#[test]
fn goals_may_come_later() {
    let mut coverage = CoverageMatrix::new(1);
    let [a, b] = [0, 1].map(GoalId::new);
    coverage.add([a]).expect("a goal");
    coverage.add([b]).expect_err("not yet a goal");
    coverage.fit(2);
    coverage.fit(1); // never fewer
    assert_eq!((coverage.add([a, b]), coverage.goals(), coverage.tests()), (Ok(1), 2, 2));
    assert!(
        coverage.is_covered_by(a, 0)
            && !coverage.is_covered_by(b, 0)
            && coverage.is_covered_by(b, 1)
    );
    assert_eq!(coverage.relate().collapse([]).minimal(), [b]);
}

#[test]
fn goals_without_tests_stand_alone() {
    let mut coverage = CoverageMatrix::new(3);
    assert_eq!(coverage.relate().pair_count(), 0);
    assert_eq!(coverage.add(goals(&[1, 1])), Ok(0)); // twice is once
    assert_eq!(coverage.add([]), Ok(1));
    let graph = coverage.relate().collapse(goals(&[0, 1, 2]));
    assert_eq!(graph.minimal(), goals(&[0, 1, 2]));
    assert!(
        coverage.is_covered_by(GoalId::new(1), 0)
            && !coverage.is_covered_by(GoalId::new(1), 1)
            && !coverage.is_covered_by(GoalId::new(1), 2)
    );
    assert_eq!(CoverageMatrix::default().goals(), 0);
    let error = coverage.add(goals(&[3])).expect_err("goals are counted from 0");
    assert_eq!(
        error.to_string(),
        "test 2 covers g3, but the matrix has 3 goals: create it larger, or call `fit`"
    );
}
