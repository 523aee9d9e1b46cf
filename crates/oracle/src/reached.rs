//! What generators of programs and executions reach: a property says little of what its generator
//! never makes.

use super::Shape;
use super::run::Seen;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sbst::flow::Outcome;
use std::collections::{BTreeMap, BTreeSet};

const SAMPLES: usize = 300;

/// What happened in a sample.
pub type Reached = BTreeSet<&'static str>;

/// A two-way block that may throw: whether it was seen to, whether its predicate was evaluated, and
/// whether both happened.
pub const THROWN: &str = "an exception beside a decision that was not made";
pub const DECIDED: &str = "a decision beside an exception that was not thrown";
pub const BOTH: &str = "both a decision and an exception";
pub const FUNCTIONS: &str = "several functions";
pub const MERGED: &str = "several executions";

/// Asserts for each pair in `least` that the named event happens in at least that number of 300
/// samples. Stops as soon as all of them did.
pub fn assert_reached<T: std::fmt::Debug>(
    samples: impl Strategy<Value = T>,
    reached: impl Fn(T) -> Reached,
    least: &[(&'static str, usize)],
) {
    let mut count = BTreeMap::<_, usize>::new();
    let missing = |count: &BTreeMap<&'static str, usize>| {
        least.iter().find(|(name, least)| count.get(name).is_none_or(|found| found < least))
    };
    reached_within(samples, SAMPLES, |sample| {
        reached(sample).into_iter().for_each(|name| *count.entry(name).or_default() += 1);
        missing(&count).is_none()
    });
    if let Some((name, least)) = missing(&count) {
        panic!("{name}: not in {least} of {SAMPLES}, all: {count:?}");
    }
}

/// Draws at most `most` samples, always the same, and stops with `true` once `is_enough` says
/// so.
pub fn reached_within<T: std::fmt::Debug>(
    samples: impl Strategy<Value = T>,
    most: usize,
    mut is_enough: impl FnMut(T) -> bool,
) -> bool {
    let mut runner = TestRunner::deterministic();
    let mut sample = || samples.new_tree(&mut runner).expect("nothing is rejected").current();
    (0..most).any(|_| is_enough(sample()))
}

pub fn throws(shape: &Shape, block: usize) -> bool {
    shape.0[block].edges.iter().any(|edge| matches!(edge.0, Outcome::Exception(_)))
}

/// Of one execution of a program.
pub fn flow<'a>(functions: impl IntoIterator<Item = (&'a Shape, &'a Seen)>) -> Reached {
    let (mut reached, mut entered) = (Reached::new(), 0);
    for (shape, seen) in functions.into_iter().filter(|function| function.1.entered) {
        entered += 1;
        for block in (0..shape.len())
            .filter(|&block| throws(shape, block) && seen.progress.contains_key(&block))
        {
            let names = || shape.0[block].edges.iter().map(|edge| edge.0);
            let observed = |name: Outcome| seen.distance.get(&(block, name)).copied();
            let two_way = || [Outcome::True, Outcome::False].into_iter().filter_map(observed);
            let thrown = names()
                .any(|name| matches!(name, Outcome::Exception(_)) && observed(name) == Some(0.0));
            let (evaluated, decided) =
                (two_way().next().is_some(), two_way().any(|distance| distance == 0.0));
            reached.extend(match (names().any(|name| name == Outcome::True), decided, thrown) {
                (true, true, true) => Some(BOTH),
                (true, true, false) => Some(DECIDED),
                (true, false, true) if !evaluated => Some(THROWN),
                _ => None,
            });
        }
    }
    reached.extend((entered > 1).then_some(FUNCTIONS));
    reached
}
