//! Aggregates in progress, to be merged elsewhere.

use super::Number;
use crate::distance::{Aggregate, Aggregation, Distance};
use crate::plain::{Invalid, by_way_of};
use serde::{Deserialize, Serialize};

/// Without the scale, which follows from the least and the greatest distance.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Aggregate")]
struct AggregateForm {
    aggregation: Aggregation,
    count: u64,
    least: Distance,
    greatest: Distance,
    terms: [Number; 2],
}

by_way_of!(Aggregate => AggregateForm);

impl From<&Aggregate> for AggregateForm {
    fn from(aggregate: &Aggregate) -> Self {
        let (least, greatest) = aggregate.bounds();
        let terms = aggregate.terms().map(Number);
        Self { aggregation: aggregate.aggregation(), count: aggregate.count(), least, greatest, terms }
    }
}

impl TryFrom<AggregateForm> for Aggregate {
    type Error = Invalid;
    fn try_from(form: AggregateForm) -> Result<Self, Invalid> {
        let AggregateForm { aggregation, count, least, greatest, terms } = form;
        let aggregate = Self::of_parts(aggregation, count, (least, greatest), terms.map(|term| term.0));
        aggregate.ok_or(Invalid("no distances have these sums"))
    }
}
