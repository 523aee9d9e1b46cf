//! Executions that are ended.

use sbst::Campaign;
use sbst::instrument::{OutOfSteps, limited};
use sbst::objective::Criterion;

#[sbst::instrument]
fn spins(start: u32) -> u32 {
    let mut x = start;
    loop {
        if x == 0 {
            return x;
        }
        x = next(x);
    }
}

#[sbst::instrument]
fn next(x: u32) -> u32 {
    match x {
        7 => 7,
        _ => x - 1,
    }
}

#[sbst::instrument]
fn catches(start: u32) -> bool {
    std::panic::catch_unwind(|| spins(start)).is_err() && start > 3
}

fn campaign() -> Campaign<u32> {
    sbst::campaign!(spins, next, catches)
        .criteria([Criterion::Branch, Criterion::MethodNoException, Criterion::Exception])
        .build()
        .expect("legal")
}

#[test]
fn endless_executions_end_and_are_results() {
    let mut campaign = campaign();
    let mut result = None;
    let outcome =
        limited(500, || campaign.watch(&3, |&x| result = Some(spins(x)))).expect("hooks that fit");
    assert!(!outcome.covered.is_empty() && result == Some(0));
    let before = campaign.goals().len();
    result = None;
    limited(500, || campaign.watch(&9, |&x| result = Some(spins(x)))).expect("hooks that fit");
    assert_eq!(result, None);
    // The code did not throw: there is no goal of an exception, and the functions did not return
    // either.
    assert_eq!(campaign.goals().len(), before);
    assert_eq!(campaign.runs(), 2);
    // The next execution has all of its steps again, and without a limit there is none.
    limited(500, || campaign.watch(&3, |&x| result = Some(spins(x)))).expect("hooks that fit");
    assert_eq!(result.take(), Some(0));
    campaign.watch(&6, |&x| result = Some(spins(x))).expect("hooks that fit");
    assert_eq!(result, Some(0));
}

#[test]
fn ended_functions_neither_throw_nor_return() {
    let mut campaign = campaign();
    let mut returned = |x: u32| {
        let mut methods = Vec::new();
        let outcome = limited(500, || campaign.watch(&x, |&x| spins(x))).expect("hooks that fit");
        let covered = outcome.covered.iter().map(|&goal| outcome.goals.goal(goal));
        methods
            .extend(covered.filter(|goal| goal.criterion() == Some(Criterion::MethodNoException)));
        methods.len()
    };
    assert_eq!(returned(9), 0);
    assert_eq!(returned(3), 1);
}

#[test]
fn code_that_catches_panics_meets_it_again() {
    let mut campaign = campaign();
    let mut result = None;
    limited(500, || {
        campaign.watch(&9, |&x| result = Some(std::panic::catch_unwind(|| catches(x))))
    })
    .expect("hooks that fit");
    let payload = result.expect("it was called").expect_err("it panicked");
    assert!(payload.is::<OutOfSteps>());
}

#[test]
fn limits_nest_and_come_back() {
    let mut campaign = campaign();
    let mut runs = |steps, x: u32| {
        let mut result = None;
        limited(steps, || campaign.watch(&x, |&x| result = Some(spins(x))))
            .expect("hooks that fit");
        result.is_some()
    };
    limited(4, || assert!(runs(100, 5)));
    assert!(!runs(4, 5));
    assert!(!std::panic::catch_unwind(|| limited(3, || panic!("inside"))).is_ok_and(|()| true));
    assert!(runs(u64::MAX, 5));
}
