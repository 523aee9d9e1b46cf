//! Multi-way decisions.

use crate::distance::switch::Stretch;
use crate::distance::{Arms, ArmsError, SeenValues};
use crate::plain::{Invalid, by_way_of};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// By arm: the ranges that it lists, ends included.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct ArmsForm(Vec<Vec<(i64, i64)>>);

by_way_of!(Arms => ArmsForm);

impl From<&Arms> for ArmsForm {
    fn from(arms: &Arms) -> Self {
        let mut form = alloc::vec![Vec::new(); arms.len()];
        arms.rows().for_each(|(arm, range)| form[arm as usize].push(range.into_inner()));
        Self(form)
    }
}

impl TryFrom<ArmsForm> for Arms {
    type Error = ArmsError;
    fn try_from(form: ArmsForm) -> Result<Self, ArmsError> {
        Self::new(form.0.into_iter().map(|ranges| ranges.into_iter().map(|(low, high)| low..=high)))
    }
}

/// By stretch of the number line: the least and the greatest value seen there.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct SeenValuesForm(Vec<Option<(i64, i64)>>);

by_way_of!(SeenValues => SeenValuesForm);

impl From<&SeenValues> for SeenValuesForm {
    fn from(seen: &SeenValues) -> Self {
        Self((0..seen.stretches.len()).map(|stretch| seen.seen(stretch)).collect())
    }
}

impl TryFrom<SeenValuesForm> for SeenValues {
    type Error = Invalid;
    fn try_from(form: SeenValuesForm) -> Result<Self, Invalid> {
        let seen = || form.0.iter().flatten();
        if form.0.len().is_multiple_of(2) {
            return Err(Invalid("ranges and the gaps around them are an odd number of stretches"));
        }
        if seen().any(|(least, greatest)| least > greatest) {
            return Err(Invalid("the least value seen is above the greatest one"));
        }
        let touched = (0..).zip(&form.0).filter(|(_, seen)| seen.is_some()).map(|(place, _)| place).collect();
        let stretch = |seen: Option<(i64, i64)>| {
            let (least, greatest) = seen.unwrap_or_default();
            Stretch { stamp: u32::from(seen.is_some()), least, greatest }
        };
        Ok(Self { stretches: form.0.into_iter().map(stretch).collect(), stamp: 1, touched })
    }
}
