//! Keys of switches: integers of any size.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use sbst::distance::Arms;

/// Reads the value by which a switch with these arms selects.
///
/// A value of more than 128 bits is listed by no arm. It counts as the nearest key that no arm
/// lists, and so selects the default.
pub(crate) fn selecting(value: &Bound<'_, PyAny>, arms: Option<&Arms>) -> PyResult<i128> {
    match exact(value)? {
        Some(key) => Ok(key),
        None => Ok(nearest(value.lt(0)?, arms)),
    }
}

/// Reads a case of a switch.
pub(crate) fn case(value: &Bound<'_, PyAny>) -> PyResult<i128> {
    exact(value)?.ok_or_else(|| {
        PyOverflowError::new_err(
            "the case of a switch must have at most 128 bits, from -2**127 to 2**127 - 1",
        )
    })
}

/// Reads an integer; `None` if it does not fit.
fn exact(value: &Bound<'_, PyAny>) -> PyResult<Option<i128>> {
    // Nearly all fit, and these are read much faster.
    if let Ok(key) = value.extract::<i64>() {
        return Ok(Some(key.into()));
    }
    match value.extract::<i128>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(None),
        key => key.map(Some),
    }
}

/// Returns the key next to all that are less, or greater, that no arm lists.
fn nearest(is_least: bool, arms: Option<&Arms>) -> i128 {
    let mut ranges: Vec<_> = arms.into_iter().flat_map(Arms::ranges).map(|row| row.1).collect();
    if !is_least {
        ranges.reverse();
    }
    let mut key = if is_least { i128::MIN } else { i128::MAX };
    for range in ranges {
        if !range.contains(&key) {
            break;
        }
        let (low, high) = range.into_inner();
        let beside = if is_least { high.checked_add(1) } else { low.checked_sub(1) };
        // If all keys are listed, there is no default.
        let Some(beside) = beside else { break };
        key = beside;
    }
    key
}
