//! The oracle of F7 across calls: by hand, and what its generator makes.

use crate::effort::config;
use crate::oracle::Shape;
use crate::oracle::across_calls::{Across, Call, Calling, NEVER, calling_worlds, reached};
use crate::oracle::reached::assert_reached;
use crate::oracle::run::Seen;
use crate::oracle::values::Values;
use proptest::prelude::*;
use sbst::flow::Outcome::{False, Next, True};

const SMALLEST: f64 = 5e-324;

/// `if c { call } end`: block 1 calls.
fn guarded() -> Shape {
    Shape::new(&[(0, True, 1), (0, False, 2), (1, Next, 2)], &[]).with_statements(1)
}

fn call(function: usize, block: usize, callees: &[usize]) -> Call {
    Call { function, block, statement: 0, site: 0, callees: callees.to_vec() }
}

fn program(functions: usize, calls: &[Call]) -> Calling {
    Calling { shapes: vec![guarded(); functions], calls: calls.to_vec() }
}

/// The test runs function 0 only, and takes the false side of its test, 3 away from the other.
fn missed(functions: usize) -> Vec<Seen> {
    let mut seen = vec![Seen::default(); functions];
    seen[0].entered = true;
    seen[0].visit(0, 1);
    seen[0].visit(2, 0);
    seen[0].observe((0, True), 3.0);
    seen[0].observe((0, False), 0.0);
    seen
}

/// The other side: block 1 is entered, and what it calls throws at once, or is not reached.
fn entered(functions: usize) -> Vec<Seen> {
    let mut seen = missed(functions);
    seen[0] = Seen { entered: true, ..Seen::default() };
    seen[0].visit(0, 1);
    seen[0].visit(1, 0);
    seen[0].observe((0, True), 0.0);
    seen[0].observe((0, False), 3.0);
    seen
}

#[test]
fn a_block_that_calls_was_entered() {
    let across = Across::of(&program(2, &[call(0, 1, &[1])]), &entered(2));
    assert_eq!(across.roots, [(0, 0.0), (0, SMALLEST)]);
    let callee = &across.functions[1];
    assert_eq!(
        (callee.a[0], callee.a[2], callee.block_goal(0)),
        ((0, SMALLEST), (0, SMALLEST), (0, SMALLEST))
    );
    assert_eq!((callee.d[&(0, True)], callee.a[1]), ((1, SMALLEST), (1, SMALLEST)));
}

#[test]
fn a_block_that_calls_was_missed() {
    let across = Across::of(&program(2, &[call(0, 1, &[1])]), &missed(2));
    assert_eq!(across.roots[1], (0, 3.0));
    assert_eq!((across.functions[1].a[0], across.functions[1].a[1]), ((0, 3.0), (1, 3.0)));
}

#[test]
fn a_controlling_branch_was_taken_and_the_block_not_reached() {
    let mut seen = entered(2);
    seen[0].progress.remove(&1);
    let across = Across::of(&program(2, &[call(0, 1, &[1])]), &seen);
    assert_eq!((across.functions[0].a[1], across.roots[1]), ((0, 0.0), (0, SMALLEST)));
}

#[test]
fn a_dispatch_costs_a_level() {
    let dispatch = program(3, &[call(0, 1, &[1, 2])]);
    assert_eq!(Across::of(&dispatch, &missed(3)).roots, [(0, 0.0), (1, 3.0), (1, 3.0)]);
    assert_eq!(Across::of(&dispatch, &entered(3)).roots, [(0, 0.0), (1, SMALLEST), (1, SMALLEST)]);
    // The same callee twice, and one that does not exist, are no choice; rows of one statement are.
    assert_eq!(Across::of(&program(3, &[call(0, 1, &[1, 1, 7])]), &missed(3)).roots[1], (0, 3.0));
    let rows = program(3, &[call(0, 1, &[1]), call(0, 1, &[2])]);
    assert_eq!(Across::of(&rows, &missed(3)).roots[1], (1, 3.0));
}

#[test]
fn no_level_for_the_call_itself() {
    // 0 calls 1 calls 2, each behind a test: one level for each test that was not evaluated.
    let across = Across::of(&program(3, &[call(0, 1, &[1]), call(1, 1, &[2])]), &missed(3));
    assert_eq!((across.roots[2], across.functions[2].a[1]), ((1, 3.0), (2, 3.0)));
    // From blocks that their roots control, none.
    let across = Across::of(&program(3, &[call(0, 1, &[1]), call(1, 2, &[2])]), &missed(3));
    assert_eq!((across.roots[2], across.functions[2].a[1]), ((0, 3.0), (1, 3.0)));
}

#[test]
fn recursion_that_nothing_calls_is_never() {
    // 1 calls itself; 2 and 3 call each other, at their first block, so each step costs nothing.
    let cycles = [call(1, 0, &[1]), call(2, 0, &[3]), call(3, 0, &[2])];
    let across = Across::of(&program(4, &cycles), &missed(4));
    assert_eq!(across.roots, [(0, 0.0), NEVER, NEVER, NEVER]);
    let never = &across.functions[2];
    assert!(never.a.iter().chain(never.d.values()).all(|&value| value == NEVER), "{never:?}");
    assert!((0..3).all(|block| never.block_goal(block) == NEVER));
    // One call into the cycle, and it has that call's value all round.
    let across = Across::of(&program(4, &[&cycles[..], &[call(0, 1, &[3])]].concat()), &missed(4));
    assert_eq!(across.roots, [(0, 0.0), NEVER, (0, 3.0), (0, 3.0)]);
}

#[test]
fn dead_callers_and_unknown_callees_change_nothing() {
    let live = Across::of(&program(4, &[call(0, 1, &[1])]), &missed(4));
    let more =
        [call(0, 1, &[1]), call(2, 0, &[1]), call(3, 0, &[]), Call { site: 1, ..call(0, 0, &[9]) }];
    assert_eq!(Across::of(&program(4, &more), &missed(4)), live);
    assert_eq!(Across::of(&program(2, &[call(0, 1, &[])]), &missed(2)).roots[1], NEVER);
}

#[test]
fn the_generator_reaches_what_the_paragraph_speaks_of() {
    let least = [
        ("a caller's block was entered", 20),
        ("a caller's block was missed", 10),
        ("a root above level 0", 10),
        ("a root that is NEVER", 60),
        ("a chain of two calls", 15),
        ("recursion that was not entered", 40),
        ("a dispatch", 80),
        ("unknown callees", 60),
    ];
    assert_reached(calling_worlds(5), |world| reached(&world), &least);
}

proptest! {
    #![proptest_config(config(256))]

    /// The two ways are compared within; functions that were entered have the values that they have
    /// alone.
    #[test]
    fn entered_functions_keep_their_values(world in calling_worlds(5)) {
        let across = world.across();
        for (function, shape) in world.program.shapes.iter().enumerate() {
            if world.seen[function].entered {
                prop_assert_eq!(
                    &across.functions[function],
                    &Values::of(shape, &world.seen[function])
                );
            }
        }
    }

    /// The equations hold with one call more for a caller that is never reached.
    #[test]
    fn a_dead_caller_changes_nothing(
        world in calling_worlds(4),
        block in any::<u8>(),
        callee in any::<u8>(),
    ) {
        let before = world.across();
        let mut more = world.clone();
        let dead = more.program.shapes.len();
        more.program.shapes.push(guarded());
        more.seen.push(Seen::default());
        // Calls may name a function of this number that did not exist.
        more.program.calls.iter_mut().for_each(|call| call.callees.retain(|&callee| callee < dead));
        more.program.calls.push(call(dead, usize::from(block) % 3, &[usize::from(callee) % dead]));
        let after = more.across();
        prop_assert_eq!(&after.roots[..dead], &before.roots[..]);
        prop_assert_eq!(&after.functions[..dead], &before.functions[..]);
        prop_assert_eq!(after.roots[dead], NEVER);
    }
}
