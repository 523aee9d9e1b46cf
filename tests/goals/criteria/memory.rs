//! Rows of suites hold what was seen, whatever the numbers of goals.

use super::config;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::objective::suite::SuiteRow;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
enum Step {
    See(u32, u32),
    Add(Vec<u32>),
    Merge(Vec<(u32, u32)>),
}

fn goal() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0..30_u32, 1 => 0..3_000_u32, 1 => any::<u32>(), 1 => Just(u32::MAX)]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let seen = || (goal(), 0..9_u32);
    let step = prop_oneof![
        6 => seen().prop_map(|(goal, value)| Step::See(goal, value)),
        1 => vec(0..9_u32, 0..40).prop_map(Step::Add),
        1 => vec(seen(), 0..12).prop_map(Step::Merge),
    ];
    vec(step, 0..60)
}

/// A test was nearer the smaller the number; 8 was not measured.
fn value(number: u32) -> Fitness {
    if number == 8 { Fitness::NEVER } else { Fitness::new(number / 3, number.into()) }
}

fn row(seen: &[(u32, u32)]) -> SuiteRow {
    let mut row = SuiteRow::new();
    seen.iter().for_each(|&(goal, number)| row.see(GoalId::new(goal), value(number)));
    row
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn od6_a_row_holds_the_least_value_of_each_goal_whatever_its_number(steps in steps()) {
        let (mut found, mut expected) = (SuiteRow::new(), BTreeMap::new());
        let mut least = |goal: u32, number| {
            let least = expected.entry(goal).or_insert(Fitness::NEVER);
            *least = value(number).min(*least);
        };
        for step in &steps {
            match step {
                Step::See(goal, number) => {
                    found.see(GoalId::new(*goal), value(*number));
                    least(*goal, *number);
                }
                Step::Add(numbers) => {
                    found.add(&numbers.iter().map(|&number| value(number)).collect::<Vec<_>>());
                    (0..).zip(numbers).for_each(|(goal, &number)| least(goal, number));
                }
                Step::Merge(seen) => {
                    found.merge(&row(seen));
                    seen.iter().for_each(|&(goal, number)| least(goal, number));
                }
            }
        }
        let asked = expected.keys().copied().chain(0..50).chain([u32::MAX - 1]);
        for goal in asked {
            prop_assert_eq!(
                found.fitness(GoalId::new(goal)),
                expected.get(&goal).copied().unwrap_or(Fitness::NEVER),
                "{}",
                goal
            );
        }
        // In whatever order goals were seen, the row is the same.
        let mut backwards = SuiteRow::new();
        expected.iter().rev().for_each(|(&goal, &value)| backwards.see(GoalId::new(goal), value));
        prop_assert_eq!(&backwards, &found);
        if let Some(&goal) = expected.keys().next() {
            backwards.see(GoalId::new(goal), Fitness::COVERED);
            prop_assert_eq!(backwards == found, found.fitness(GoalId::new(goal)).is_covered());
        }
    }
}

/// A row that were as long as the greatest number would take 64 GB here.
#[test]
fn od6_goals_with_great_numbers_cost_no_more_than_others() {
    let mut suite = SuiteRow::new();
    for goal in [20_000_000, u32::MAX, 1 << 31] {
        suite.see(GoalId::new(goal), Fitness::new(0, 3.into()));
    }
    assert_eq!(suite.fitness(GoalId::new(u32::MAX)), Fitness::new(0, 3.into()));
    assert_eq!(suite.fitness(GoalId::new(0)), Fitness::NEVER);
    let mut other = SuiteRow::new();
    other.merge(&suite);
    assert_eq!(other, suite);
}
