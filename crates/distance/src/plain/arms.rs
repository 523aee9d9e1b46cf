//! Multi-way decisions as plain data.

use crate::plain::{Invalid, by_way_of};
use crate::switch::Stretch;
use crate::{Arms, Integer, SeenValues};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::num::TryFromIntError;
use core::ops::RangeInclusive;
use serde::{Deserialize, Serialize};

/// The form in which arms are written: for each arm the ranges that it lists, both ends included.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct ArmsForm(Vec<Vec<(Integer, Integer)>>);

by_way_of!(Arms => ArmsForm);

impl From<&Arms> for ArmsForm {
    fn from(arms: &Arms) -> Self {
        let mut form = alloc::vec![Vec::new(); arms.len()];
        for (arm, range) in arms.ranges() {
            let (low, high) = range.into_inner();
            form[arm as usize].push((low.into(), high.into()));
        }
        Self(form)
    }
}

impl TryFrom<ArmsForm> for Arms {
    type Error = String;
    fn try_from(form: ArmsForm) -> Result<Self, String> {
        let mut arms = Vec::with_capacity(form.0.len());
        for ranges in form.0 {
            let ranges: Result<Vec<_>, _> = ranges.into_iter().map(key_range).collect();
            arms.push(ranges.map_err(|error| error.to_string())?);
        }
        Self::new(arms).map_err(|error| error.to_string())
    }
}

/// Returns the range between two keys.
fn key_range(bounds: (Integer, Integer)) -> Result<RangeInclusive<i128>, TryFromIntError> {
    Ok(bounds.0.try_into()?..=bounds.1.try_into()?)
}

/// The form in which seen values are written: for each stretch of the number line, the least and
/// the greatest value seen there.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct SeenValuesForm(Vec<Option<(Integer, Integer)>>);

by_way_of!(SeenValues => SeenValuesForm);

impl From<&SeenValues> for SeenValuesForm {
    fn from(seen: &SeenValues) -> Self {
        let pair = |(least, greatest): (i128, i128)| (least.into(), greatest.into());
        Self((0..seen.stretches.len()).map(|stretch| seen.seen(stretch).map(pair)).collect())
    }
}

impl TryFrom<SeenValuesForm> for SeenValues {
    type Error = Invalid;
    fn try_from(form: SeenValuesForm) -> Result<Self, Invalid> {
        // n ranges have n + 1 gaps around them.
        if form.0.len().is_multiple_of(2) {
            return Err(Invalid(
                "the number of stretches of a SeenValues must be odd: the ranges, and the gaps \
                 before, between and after them",
            ));
        }
        let mut ranges = Vec::with_capacity(form.0.len());
        for seen in form.0 {
            let range = seen.map(key_range).transpose();
            ranges.push(range.map_err(|_| Invalid("a value of a SeenValues exceeds i128::MAX"))?);
        }
        if ranges.iter().flatten().any(|range| range.start() > range.end()) {
            return Err(Invalid(
                "in a stretch of a SeenValues, the least value is above the greatest one",
            ));
        }
        // The stamp 1 marks the stretches with values, as in a new collection.
        let touched =
            (0..).zip(&ranges).filter(|(_, seen)| seen.is_some()).map(|(place, _)| place).collect();
        let stretch = |seen: Option<RangeInclusive<i128>>| {
            let (least, greatest) = seen.clone().map_or((0, 0), RangeInclusive::into_inner);
            Stretch { stamp: u32::from(seen.is_some()), least, greatest }
        };
        Ok(Self { stretches: ranges.into_iter().map(stretch).collect(), stamp: 1, touched })
    }
}
