//! Multi-way decisions and accumulators as plain data.

use super::Number;
use crate::form::integer;
use crate::plain::by_way_of;
use crate::switch::Stretch;
use crate::{Accumulator, Aggregation, Arms, ArmsError, Distance, SeenValues};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The least and the greatest key of a range.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Bounds(#[serde(with = "integer")] i128, #[serde(with = "integer")] i128);

/// For each arm the ranges that it lists, both ends included: the form in which arms are written.
type ArmsForm = Vec<Vec<Bounds>>;

by_way_of!(Arms => ArmsForm);

impl From<&Arms> for ArmsForm {
    fn from(arms: &Arms) -> Self {
        let mut form = alloc::vec![Vec::new(); arms.len()];
        for (arm, range) in arms.ranges() {
            let (low, high) = range.into_inner();
            form[arm as usize].push(Bounds(low, high));
        }
        form
    }
}

impl TryFrom<ArmsForm> for Arms {
    type Error = ArmsError;
    fn try_from(form: ArmsForm) -> Result<Self, ArmsError> {
        Self::new(
            form.into_iter().map(|ranges| ranges.into_iter().map(|Bounds(low, high)| low..=high)),
        )
    }
}

/// For each stretch of the number line, the least and the greatest value seen there: the form in
/// which seen values are written.
type SeenValuesForm = Vec<Option<Bounds>>;

by_way_of!(SeenValues => SeenValuesForm);

impl From<&SeenValues> for SeenValuesForm {
    fn from(seen: &SeenValues) -> Self {
        let bounds = |(least, greatest)| Bounds(least, greatest);
        (0..seen.stretches.len()).map(|stretch| seen.seen(stretch).map(bounds)).collect()
    }
}

impl TryFrom<SeenValuesForm> for SeenValues {
    type Error = &'static str;
    fn try_from(form: SeenValuesForm) -> Result<Self, &'static str> {
        let seen = || form.iter().flatten();
        // n ranges have n + 1 gaps around them.
        if form.len().is_multiple_of(2) {
            return Err(
                "the number of stretches of a SeenValues must be odd: the ranges, and the gaps \
                 before, between and after them",
            );
        }
        if seen().any(|Bounds(least, greatest)| least > greatest) {
            return Err("in a stretch of a SeenValues, the least value is above the greatest one");
        }
        // The stamp 1 marks the stretches with values, as in a new collection.
        let touched =
            (0..).zip(&form).filter(|(_, seen)| seen.is_some()).map(|(place, _)| place).collect();
        let stretch = |seen: Option<Bounds>| {
            let Bounds(least, greatest) = seen.unwrap_or_default();
            Stretch { stamp: u32::from(seen.is_some()), least, greatest }
        };
        Ok(Self { stretches: form.into_iter().map(stretch).collect(), stamp: 1, touched })
    }
}

// Accumulators as plain data, to be merged elsewhere.

/// The form in which an accumulator is written. The scale is left out: it follows from the least
/// and the greatest distance.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Accumulator")]
struct AccumulatorForm {
    aggregation: Aggregation,
    count: u64,
    least: Distance,
    greatest: Distance,
    terms: [Number; 2],
}

by_way_of!(Accumulator => AccumulatorForm);

impl From<&Accumulator> for AccumulatorForm {
    fn from(accumulator: &Accumulator) -> Self {
        let Accumulator { least, greatest, terms, .. } = *accumulator;
        let terms = [terms.first, terms.second].map(Number);
        let (aggregation, count) = (accumulator.aggregation(), accumulator.count());
        Self { aggregation, count, least, greatest, terms }
    }
}

impl TryFrom<AccumulatorForm> for Accumulator {
    type Error = &'static str;
    fn try_from(form: AccumulatorForm) -> Result<Self, &'static str> {
        let AccumulatorForm { aggregation, count, least, greatest, terms } = form;
        let accumulator =
            Self::of_parts(aggregation, count, (least, greatest), terms.map(|term| term.0));
        accumulator.ok_or(
            "count, least, greatest and terms of an Accumulator contradict each other: no \
             distances have these sums",
        )
    }
}
