//! Non-dominated fronts.

use crate::shapes::Random;
use crate::steady;
use sbst::distance::Distance;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::selection::Ranker;

/// Sorts 100 tests into fronts by 100 of 200 goals, with values as a search has them.
pub(crate) fn fronts() {
    let mut random = Random(7);
    let rows: Vec<Vec<Fitness>> = (0..100).map(|_| row(&mut random)).collect();
    let mut goals: Vec<GoalId> = (0..200).map(GoalId::new).collect();
    random.shuffle(&mut goals);
    goals.truncate(100);

    let mut ranker = Ranker::new();
    let sizes = steady(|| {
        let fronts = ranker.non_dominated_sort(&rows, &goals);
        fronts.map(<[usize]>::len).collect::<Vec<_>>()
    });
    let sorted: Vec<Vec<usize>> =
        ranker.non_dominated_sort(&rows, &goals).map(<[usize]>::to_vec).collect();
    assert!(sorted.iter().map(Vec::len).eq(sizes));
    assert_eq!(sorted, peeled(&rows, &goals));
}

/// Returns the values of a test: it reaches some functions of ten goals each, and knows nothing of
/// the others; within a function a few places decide how far all goals are.
fn row(random: &mut Random) -> Vec<Fitness> {
    let mut row = Vec::new();
    while row.len() < 200 {
        let near = Distance::from(random.below(5) as u32);
        let is_reached = random.below(3) > 0;
        for level in 0..10 {
            row.push(match random.below(2) {
                _ if !is_reached => Fitness::NEVER,
                0 => Fitness::new(level, near),
                _ => Fitness::new(level, Distance::ZERO),
            });
        }
    }
    row
}

/// The definition: the next front has the rows that no row left dominates.
fn peeled(rows: &[Vec<Fitness>], goals: &[GoalId]) -> Vec<Vec<usize>> {
    let dominates = |a: usize, b: usize| {
        let at = |row: usize, goal: &GoalId| rows[row][goal.index()];
        goals.iter().all(|goal| at(a, goal) <= at(b, goal))
            && goals.iter().any(|goal| at(a, goal) < at(b, goal))
    };
    let (mut left, mut fronts): (Vec<usize>, _) = ((0..rows.len()).collect(), Vec::new());
    while !left.is_empty() {
        let is_free = |&row: &usize| !left.iter().any(|&other| dominates(other, row));
        let (front, rest) = left.iter().partition(|row| is_free(row));
        fronts.push(front);
        left = rest;
    }
    fronts
}
