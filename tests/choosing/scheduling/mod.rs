//! Which goal to sample next is what the definition says, whatever happens in between; its laws,
//! and those of merging workers.

mod definition;
mod golden;
mod laws;
mod merging;
mod mio;
mod waiting;

use crate::effort::config;
use crate::oracle::scheduler::SlowScheduler;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sbst::id::GoalId;
use sbst::selection::{Frontier, Order, Sampling};
use std::num::NonZero;

fn goals(numbers: impl IntoIterator<Item = u32>) -> Vec<GoalId> {
    numbers.into_iter().map(GoalId::new).collect()
}

const ORDERS: [Order; 4] =
    [Order::Uniform, Order::RoundRobin, Order::NewestFirst, Order::LeastSampled];

/// One thing that happens in a search.
#[derive(Clone, Debug)]
enum Step {
    Open(Vec<GoalId>),
    Close(Vec<GoalId>),
    SetAside(Vec<GoalId>),
    Improve(Vec<GoalId>),
    Observe([Vec<GoalId>; 3]),
    Fit(Vec<GoalId>),
    Sample(f64),
}

/// Draws in the interval, at its ends, and beyond.
pub(crate) fn draw() -> impl Strategy<Value = f64> {
    let ends = vec![
        0.0,
        1.0_f64.next_down(),
        1.0,
        -1.0,
        7.5,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MIN_POSITIVE,
    ];
    prop_oneof![9 => 0.0..1.0_f64, 1 => select(ends)]
}

pub(crate) fn sampling() -> impl Strategy<Value = Sampling> {
    let shares = vec![0.0, 0.25, 0.5, 0.75, 1.0, 1e-320, -3.0, 9.0, f64::NAN, f64::INFINITY];
    (select(ORDERS.to_vec()), proptest::option::of(1..4_u32), proptest::option::of(select(shares)))
        .prop_map(|(order, patience, unreached)| Sampling {
            order,
            patience: patience.and_then(NonZero::new),
            unreached,
        })
}

/// Number of goals of a frontier.
const GOALS: u32 = 520;

/// A frontier of goals that are all set aside: to open a goal is to take it up.
fn frontier(sampling: Sampling) -> Frontier {
    let mut frontier = Frontier::new([[]; GOALS as usize]).with_sampling(sampling);
    frontier.set_aside(goals(0..GOALS));
    frontier
}

/// The active goals, ascending.
fn active(frontier: &Frontier) -> Vec<GoalId> {
    crate::selection::sorted(frontier.active())
}

/// Few goals, so that much happens to each; some numbers are far away.
fn few() -> impl Strategy<Value = Vec<GoalId>> {
    let goal = prop_oneof![99 => 0..6_u32, 10 => select(vec![15, 16, 17, 63, 64, 300])];
    vec(goal.prop_map(GoalId::new), 0..4)
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => few().prop_map(Step::Open),
        1 => few().prop_map(Step::Close),
        1 => few().prop_map(Step::SetAside),
        2 => few().prop_map(Step::Improve),
        1 => [few(), few(), few()].prop_map(Step::Observe),
        1 => few().prop_map(Step::Fit),
        8 => draw().prop_map(Step::Sample),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    vec(step(), 0..60)
}

/// What happens to the library's frontier.
fn happen(frontier: &mut Frontier, step: &Step) -> Option<GoalId> {
    let unknown = GoalId::new(u32::MAX); // of an unknown goal nothing happens
    match step {
        Step::Open(goals) => drop(frontier.take_up(goals.iter().copied()).len()),
        Step::Close(goals) => drop(frontier.cover(goals.iter().copied().chain([unknown])).len()),
        Step::SetAside(goals) => drop(frontier.set_aside(goals.iter().copied().chain([unknown]))),
        Step::Improve(goals) => frontier.improve(goals.iter().copied().chain([unknown])),
        Step::Observe([covered, opened, nearer]) => {
            frontier.cover(covered.iter().copied());
            frontier.take_up(opened.iter().copied());
            frontier.improve(nearer.iter().copied());
        }
        Step::Fit(goals) => {
            let gone = active(frontier).into_iter().filter(|goal| !goals.contains(goal));
            frontier.cover(gone);
            frontier.take_up(goals.iter().copied());
        }
        Step::Sample(draw) => return frontier.next_goal(*draw),
    }
    None
}

/// The same by the definition.
fn happen_slowly(slow: &mut SlowScheduler, step: &Step) -> Option<GoalId> {
    match step {
        Step::Open(goals) => slow.open(goals),
        Step::Close(goals) => slow.close(goals),
        Step::SetAside(goals) => slow.set_aside(goals),
        Step::Improve(goals) => slow.improve(goals),
        Step::Observe([covered, opened, nearer]) => {
            slow.close(covered);
            slow.open(opened);
            slow.improve(nearer);
        }
        Step::Fit(goals) => slow.fit(goals),
        Step::Sample(draw) => return slow.next_goal(*draw),
    }
    None
}

fn after(sampling: Sampling, steps: &[Step]) -> Frontier {
    let mut frontier = frontier(sampling);
    for step in steps {
        happen(&mut frontier, step);
    }
    frontier
}

/// Returns the number of goals that are given up.
fn given_up_count(frontier: &Frontier) -> usize {
    frontier.active().iter().filter(|&&goal| frontier.is_given_up(goal)).count()
}

/// Asserts that all that a frontier tells is what the definition says.
fn assert_same(frontier: &Frontier, slow: &SlowScheduler) {
    let open = active(frontier);
    assert!(open.iter().eq(slow.open.keys()), "{open:?} {slow:?}");
    let mut given_up = 0;
    for &goal in slow.open.keys().chain(&slow.closed).chain(&[GoalId::new(1_000_000)]) {
        let known = slow.open.get(&goal);
        assert_eq!(frontier.is_active(goal), known.is_some());
        assert_eq!(
            u64::from(frontier.samples(goal)),
            known.map_or(0, |known| known.samples),
            "{goal}"
        );
        assert_eq!(frontier.is_given_up(goal), slow.is_given_up(goal), "{goal}");
        given_up += usize::from(slow.is_given_up(goal));
    }
    assert_eq!(given_up_count(frontier), given_up);
}

#[test]
fn public_types_cross_threads() {
    fn anywhere<T: Send + Sync + Clone + std::fmt::Debug>() {}
    anywhere::<Frontier>();
    anywhere::<Sampling>();
    anywhere::<sbst::selection::Mio>();
}
