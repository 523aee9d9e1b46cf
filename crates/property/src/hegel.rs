//! Goals as targets of [Hegel](https://hegel.dev), the property-testing engine by the authors of
//! Hypothesis.
//!
//! Hegel climbs by itself: it makes the score of each label as great as possible, shrinks, and
//! reproduces. What it lacks are the scores, and texts on which it can climb.
//!
//! ```
//! use hegel::generators as gs;
//! use sbst_property::hegel::{texts, watch};
//!
//! #[sbst::instrument]
//! fn payable(articles: u16, price: u16, coupon: &str) -> i64 {
//!     let sum = i64::from(articles) * i64::from(price);
//!     if coupon == "SUMMER" { sum - sum / 10 } else { sum }
//! }
//!
//! # /*
//! #[hegel::test]
//! # */
//! fn a_coupon_never_costs(tc: hegel::TestCase) {
//!     let articles = tc.draw(gs::integers::<u16>());
//!     let price = tc.draw(gs::integers::<u16>());
//!     let coupon = tc.draw(texts('A'..='Z', 1..=8));
//!     watch(&tc, || assert!(payable(articles, price, &coupon) >= 0));
//! }
//! # hegel::Hegel::new(a_coupon_never_costs).settings(hegel::Settings::new().test_cases(50).database(None)).run();
//! ```

use crate::scores::{Score, Scored, Scores};
use hegel::TestCase;
use hegel::generators::{Generator as _, PrintableGenerator, integers, vecs};
use sbst::id::GoalId;
use sbst::objective::Criterion;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::panic::{Location, resume_unwind};

thread_local! {
    /// By call of [`watch`]: its property.
    static WATCHED: RefCell<BTreeMap<&'static Location<'static>, Watched>> = const { RefCell::new(BTreeMap::new()) };
}

/// A property that is watched.
#[derive(Debug)]
struct Watched {
    scores: Scores,
    /// The goals that were targets, with their labels.
    targets: BTreeMap<GoalId, String>,
    /// Number of executions.
    runs: u64,
}

impl Watched {
    /// The scores of covered goals are below this number, and all others are above it: a level is
    /// less than 2^32.
    const COVERED: f64 = -1e13;

    fn new() -> Option<Self> {
        let scores = Scores::new(sbst::campaign!().criteria([Criterion::Branch])).ok()?;
        Some(Self { scores, targets: BTreeMap::new(), runs: 0 })
    }

    /// Gives the engine its targets.
    fn target(&mut self, tc: &TestCase, scores: Vec<Score>) {
        self.runs += 1;
        // The engine goes on with every target that it ever saw. Two cases without a score are as
        // good as each other, so it would follow every change. A score that falls with each
        // execution tells it at once that no change helps.
        for (&goal, label) in &self.targets {
            if self.scores.is_covered(goal) {
                tc.target_labelled(Self::COVERED - self.runs as f64, label.clone());
            }
        }
        for Score { id, goal, value } in scores {
            self.targets.entry(id).or_insert_with(|| goal.clone());
            tc.target_labelled(value, goal);
        }
    }
}

/// Executes a property, and gives the engine the distance from each branch that no case of the
/// property covered yet, as a target.
///
/// The goals are the branches of all instrumented functions. Panics of the property pass through,
/// after the targets were set. Each call in the source is a property of its own, on each thread: a
/// second run on the same thread pursues what the first one left.
///
/// Call it once in each case, around the whole of it: the engine takes one score for each target.
///
/// # Panics
///
/// - If the property panics: the panic passes through.
/// - If it is called again in the same case: the engine refuses a target that was given twice.
#[track_caller]
pub fn watch<R>(tc: &TestCase, property: impl FnOnce() -> R) -> R {
    let here = Location::caller();
    // Taken out while the property runs, which may watch another one.
    let kept = WATCHED.with_borrow_mut(|watched| watched.remove(here));
    let Some(mut watched) = kept.or_else(Watched::new) else {
        return property();
    };
    let Scored { result, scores } = watched.scores.watch(property);
    watched.target(tc, scores.unwrap_or_default());
    WATCHED.with_borrow_mut(|all| all.insert(here, watched));
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

/// Generates texts of letters from a range, with a length from another range, on which the engine
/// can climb.
///
/// Hegel does not climb on texts that it draws as texts; it does on integers. So each letter is an
/// integer here, its place in the range.
///
/// # Panics
///
/// If one of the ranges is empty.
pub fn texts(
    letters: RangeInclusive<char>,
    lengths: RangeInclusive<usize>,
) -> impl PrintableGenerator<String> {
    assert!(!letters.is_empty() && !lengths.is_empty(), "texts of no letters, or of no length");
    let (first, last) = (place(*letters.start()), place(*letters.end()));
    let places = integers::<u32>().min_value(first).max_value(last);
    vecs(places)
        .min_size(*lengths.start())
        .max_size(*lengths.end())
        .map(|places| places.into_iter().map(letter).collect())
        .print_as_debug()
}

/// Code points that are no letters, in the middle of the others.
const SURROGATES: RangeInclusive<u32> = 0xd800..=0xdfff;

/// Returns the number of letters before this one.
fn place(letter: char) -> u32 {
    let code = u32::from(letter);
    if code > *SURROGATES.end() { code - SURROGATES.count() as u32 } else { code }
}

/// Returns the letter at a place.
fn letter(place: u32) -> char {
    let code = if place < *SURROGATES.start() { place } else { place + SURROGATES.count() as u32 };
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}
