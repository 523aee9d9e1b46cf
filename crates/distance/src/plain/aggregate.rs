//! Accumulators as plain data, to be merged elsewhere.

use super::Number;
use crate::plain::by_way_of;
use crate::{Accumulator, Aggregation, Distance};
use serde::{Deserialize, Serialize};

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
