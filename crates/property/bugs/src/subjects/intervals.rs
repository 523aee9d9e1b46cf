//! Intervals that are merged: two that touch without a common point stay apart.

use crate::Subject;
use arbitrary::{Result, Unstructured};

#[derive(Debug)]
pub struct Intervals;

/// All integers from the first one to the last one.
type Interval = (u16, u16);

/// Returns as few intervals as possible, in order, with the same integers.
#[cfg_attr(not(fuzzing), sbst::instrument)]
fn merge(intervals: &[Interval]) -> Vec<Interval> {
    let mut sorted: Vec<Interval> = Vec::new();
    for &(a, b) in intervals {
        sorted.push(if a <= b { (a, b) } else { (b, a) });
    }
    sorted.sort_unstable();
    let mut merged: Vec<Interval> = Vec::new();
    for (first, last) in sorted {
        if let Some(before) = merged.last_mut() {
            // The bug: an interval that begins just behind the other one goes on with it.
            if first <= before.1 {
                if last > before.1 {
                    before.1 = last;
                }
                continue;
            }
        }
        merged.push((first, last));
    }
    merged
}

impl Subject for Intervals {
    const NAME: &'static str = "intervals";
    const FILE: &'static str = file!();
    type Input = Vec<Interval>;

    #[cfg(not(fuzzing))]
    fn strategy() -> impl proptest::strategy::Strategy<Value = Self::Input> {
        use proptest::prelude::*;
        prop::collection::vec((any::<u16>(), any::<u16>()), 0..12)
    }

    #[cfg(not(fuzzing))]
    fn draw(tc: &hegel::TestCase) -> Self::Input {
        use hegel::generators as gs;
        tc.draw(gs::vecs(hegel::tuples!(gs::integers::<u16>(), gs::integers::<u16>())).max_size(11))
    }

    fn decode(bytes: &mut Unstructured<'_>) -> Result<Self::Input> {
        (0..bytes.int_in_range(0..=11)?).map(|_| bytes.arbitrary()).collect()
    }

    #[cfg_attr(not(fuzzing), sbst::instrument)]
    fn check(intervals: &Self::Input) {
        let merged = merge(intervals);
        for pair in merged.windows(2) {
            assert!(u32::from(pair[1].0) > u32::from(pair[0].1) + 1, "{pair:?}");
        }
        for &(a, b) in intervals {
            assert!(
                merged.iter().any(|(first, last)| *first <= a.min(b) && a.max(b) <= *last),
                "{a} {b}"
            );
        }
    }
}
