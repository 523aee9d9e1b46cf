//! Worked by hand, and pinned.

use super::*;

/// Two goals with equally many samples, one that improves: whose turn it is by feedback.
#[test]
fn feedback_by_hand() {
    let mut frontier = frontier(Sampling::FEEDBACK);
    frontier.take_up(goals([4, 9, 2]));
    let mut next = |draw: f64| frontier.next_goal(draw).expect("active").number();
    assert_eq!([next(0.99), next(0.5), next(0.0)], [9, 4, 2]); // of 2, 4, 9; of 2, 4; of 2
    assert_eq!(next(0.34), 4); // of all three
    frontier.improve(goals([4]));
    let mut next = |draw: f64| frontier.next_goal(draw).expect("active").number();
    assert_eq!([next(0.9), next(0.5), next(0.9)], [4, 4, 9]); // 4 was not sampled since; then of 2, 4, 9; of 2, 9
}

/// A quarter of the draws for two goals that were not reached, the rest for one that was.
#[test]
fn shares_by_hand() {
    let mut frontier = frontier(Sampling { unreached: Some(0.25), ..Sampling::UNIFORM });
    frontier.take_up(goals([0, 1, 2]));
    frontier.improve(goals([1]));
    let draws = [0.0, 0.124, 0.125, 0.249, 0.25, 0.99];
    let expected = [0, 0, 2, 2, 1, 1].map(|goal| Some(GoalId::new(goal)));
    assert_eq!(draws.map(|draw| frontier.next_goal(draw)), expected);
}

/// Each kind has a round of its own.
#[test]
fn round_robin_by_hand() {
    let mut frontier = frontier(Sampling { unreached: Some(0.5), ..Sampling::ROUND_ROBIN });
    frontier.take_up(goals([0, 1, 2, 3]));
    frontier.improve(goals([1, 3]));
    let draws = [0.0, 0.5, 0.0, 0.5, 0.0, 0.5];
    let expected = [0, 1, 2, 3, 0, 1].map(|goal| Some(GoalId::new(goal)));
    assert_eq!(draws.map(|draw| frontier.next_goal(draw)), expected);
}

#[test]
fn a_hundred_samples_are_pinned() {
    let picks = |sampling| {
        let mut frontier = frontier(sampling);
        let (mut hash, mut state) = (0_u64, 1_u64);
        for round in 0..100_u32 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            if round % 5 == 0 {
                frontier.take_up(goals([round % 37, round]));
            }
            if let Some(goal) = frontier.next_goal((state >> 33) as f64 / (1_u64 << 31) as f64) {
                hash = hash.wrapping_mul(31).wrapping_add(u64::from(goal.number()));
                if state >> 60 == 0 {
                    frontier.improve([goal]);
                }
            }
        }
        hash
    };
    let patience = NonZero::new(3);
    let all = [
        Sampling::UNIFORM,
        Sampling::ROUND_ROBIN,
        Sampling { patience, ..Sampling::NEWEST_FIRST },
        Sampling::FEEDBACK,
        Sampling { patience, unreached: Some(0.3), ..Sampling::FEEDBACK },
        Sampling::MIO,
    ];
    let expected = [
        6718012637846509082,
        15942681055492419645,
        16405268260372473431,
        13110379925038283443,
        11863570614801876727,
        12791051906872481930,
    ];
    assert_eq!(all.map(picks), expected);
}
