//! Executions as Pynguin records them.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt};

/// Least integer that a float does not tell from its successor.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A predicate that was evaluated.
pub(super) struct Evaluated {
    /// Position of the predicate.
    pub(super) at: usize,
    /// Number of evaluations.
    pub(super) count: u64,
    /// Least distances to true and to false.
    pub(super) sides: [f64; 2],
}

/// Code objects and predicates that one execution reached.
#[pyclass(frozen, module = "sbst.pynguin")]
pub(crate) struct Observation {
    /// For each code object, whether it was entered.
    pub(super) entered: Vec<bool>,
    /// Evaluated predicates.
    pub(super) evaluated: Vec<Evaluated>,
}

/// Returns the distance of a predicate; infinite if there is none, `None` if Pynguin's arithmetic
/// on it is not that of floats.
pub(super) fn distance(
    distances: &Bound<'_, PyDict>,
    predicate: &Bound<'_, PyAny>,
) -> PyResult<Option<f64>> {
    let Some(value) = distances.get_item(predicate)? else { return Ok(Some(f64::INFINITY)) };
    if !value.is_exact_instance_of::<PyFloat>() && !value.is_exact_instance_of::<PyInt>() {
        return Ok(None);
    }
    let Ok(number) = value.extract::<f64>() else { return Ok(None) };
    let exact = value.is_exact_instance_of::<PyFloat>() || number < EXACT;
    Ok((number >= 0.0 && exact).then_some(number))
}
