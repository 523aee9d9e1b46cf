//! Frontiers of goals that wait for each other, changed and merged at random.

use super::*;

/// One thing that happens to a frontier.
#[derive(Clone, Debug)]
enum Event {
    Cover(Vec<GoalId>),
    SetAside(Vec<GoalId>),
    TakeUp(Vec<GoalId>),
    Improve(Vec<GoalId>),
    Sample(f64),
}

const MANY: u32 = 9;

fn some() -> impl Strategy<Value = Vec<GoalId>> {
    let goal = prop_oneof![30 => 0..MANY, 1 => select(vec![MANY, 70_000, u32::MAX])];
    vec(goal.prop_map(GoalId::new), 0..3)
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        2 => some().prop_map(Event::Cover),
        1 => some().prop_map(Event::SetAside),
        2 => some().prop_map(Event::TakeUp),
        1 => some().prop_map(Event::Improve),
        3 => draw().prop_map(Event::Sample),
    ];
    vec(event, 0..20)
}

/// By goal those that it waits for; half of the goals wait for none.
fn parents() -> impl Strategy<Value = Vec<Vec<GoalId>>> {
    let parents = prop_oneof![Just(Vec::new()), some()];
    vec(parents, MANY as usize)
}

fn changed(parents: &[Vec<GoalId>], sampling: Sampling, events: &[Event]) -> Frontier {
    let mut frontier = Frontier::new(parents.iter().cloned()).with_sampling(sampling);
    for event in events {
        let before = (active(&frontier), frontier.reached());
        match event {
            Event::Cover(goals) => drop(frontier.cover(goals.iter().copied()).len()),
            Event::SetAside(goals) => drop(frontier.set_aside(goals.iter().copied())),
            Event::TakeUp(goals) => drop(frontier.take_up(goals.iter().copied()).len()),
            Event::Improve(goals) => frontier.improve(goals.iter().copied()),
            Event::Sample(draw) => {
                let goal = frontier.next_goal(*draw);
                assert!(goal.is_none_or(|goal| frontier.is_active(goal)), "{goal:?}");
            }
        }
        let is_new = active(&frontier).iter().any(|goal| !before.0.contains(goal));
        assert_eq!(is_new, frontier.reached() > before.1, "{event:?}");
    }
    frontier
}

/// Waiting, set aside, active, covered: the greater of two is that of both.
fn states(frontier: &Frontier) -> Vec<u8> {
    let state = |goal| match goal {
        goal if frontier.is_covered(goal) => 3,
        goal if frontier.is_active(goal) => 2,
        goal if frontier.is_aside(goal) => 1,
        _ => 0,
    };
    goals(0..frontier.len() as u32).into_iter().map(state).collect()
}

fn merged(one: &Frontier, other: &Frontier) -> Frontier {
    let mut both = one.clone();
    both.merge(other);
    let is_new = active(&both).iter().any(|&goal| !one.is_active(goal));
    assert_eq!(is_new, both.reached() > one.reached());
    both
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn a_goal_gets_the_greater_of_its_states(
        parents in parents(),
        sampling in sampling(),
        [a, b, c] in [events(), events(), events()],
    ) {
        let [a, b, c] = [a, b, c].map(|events| changed(&parents, sampling, &events));
        let ab = merged(&a, &b);
        let greater: Vec<_> =
            states(&a).into_iter().zip(states(&b)).map(|(one, other)| one.max(other)).collect();
        prop_assert_eq!(states(&ab), greater);
        prop_assert_eq!(&ab, &merged(&b, &a));
        prop_assert_eq!(&merged(&ab, &c), &merged(&a, &merged(&b, &c)));
        prop_assert_eq!(&merged(&ab, &b), &ab);
    }

    /// What can be sampled is what is active, after whatever happened.
    #[test]
    fn each_active_goal_is_sampled_once_in_a_round(
        parents in parents(),
        [a, b] in [events(), events()],
        draw in draw(),
    ) {
        let [a, b] = [a, b].map(|events| changed(&parents, Sampling::ROUND_ROBIN, &events));
        for mut frontier in [merged(&a, &b), a] {
            let active = active(&frontier);
            let round: Vec<_> = active.iter().filter_map(|_| frontier.next_goal(draw)).collect();
            prop_assert_eq!(crate::selection::sorted(&round), active);
        }
    }

    /// Of two frontiers, one has goals that the other does not know yet: nothing is lost, and goals
    /// that come later are the newest.
    #[test]
    fn one_may_know_more_goals(
        parents in parents(),
        [a, b] in [events(), events()],
        known in 0..MANY as usize,
    ) {
        let [short, long] = [&parents[..known], &parents].map(<[_]>::to_vec);
        for (one, other) in [(&short, &long), (&long, &short)] {
            let one = changed(one, Sampling::NEWEST_FIRST, &a);
            let mut both = merged(&one, &changed(other, Sampling::NEWEST_FIRST, &b));
            prop_assert_eq!(both.len(), one.len());
            for (before, now) in states(&one).into_iter().zip(states(&both)) {
                prop_assert!(before <= now);
            }
            let newest = both.add([]);
            prop_assert_eq!(both.next_goal(0.0), Some(newest));
        }
    }
}
