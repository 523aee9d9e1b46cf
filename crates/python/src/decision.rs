//! Decisions: outcomes with their distances, and what joins them.

use crate::error;
use crate::given::Items;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyType};
use sbst::distance::{self, Normalise, Normaliser};

/// An evaluated predicate: its outcome, and the distances to both outcomes.
///
/// The distance to the observed outcome is 0, the other one is greater.
#[pyclass(frozen, module = "sbst", from_py_object)]
#[derive(Clone, Copy)]
pub(crate) struct Decision {
    pub(crate) inner: distance::Decision,
}

// Python reads attributes of references.
#[allow(clippy::wrong_self_convention)]
#[pymethods]
impl Decision {
    /// Creates a decision with a distance to the outcome that was not observed.
    ///
    /// Raises ``DistanceError`` if the distance is negative or NaN.
    #[new]
    fn new(outcome: bool, other_side: f64) -> PyResult<Self> {
        let other_side = error::distance(other_side)?;
        Ok(Self { inner: distance::Decision::observed(outcome, other_side) })
    }

    /// Observed outcome.
    #[getter]
    fn outcome(&self) -> bool {
        self.inner.holds()
    }

    /// Distance to the outcome ``True``: 0 if it was observed, else positive, possibly infinite.
    #[getter]
    fn to_true(&self) -> f64 {
        self.inner.to_true().get()
    }

    /// Distance to the outcome ``False``: 0 if it was observed, else positive, possibly infinite.
    #[getter]
    fn to_false(&self) -> f64 {
        self.inner.to_false().get()
    }

    fn __bool__(&self) -> bool {
        self.inner.holds()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        self.inner.other_side().get().to_bits() ^ u64::from(self.inner.holds())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        // As Python writes floats, which takes at most 24 characters.
        let other_side = PyFloat::new(py, self.inner.other_side().get()).repr()?;
        Ok(format!("Decision({}, {other_side})", if self.inner.holds() { "True" } else { "False" }))
    }

    fn __reduce__<'py>(this: Bound<'py, Self>) -> (Bound<'py, PyType>, (bool, f64)) {
        let inner = this.get().inner;
        (this.get_type(), (inner.holds(), inner.other_side().get()))
    }
}

impl Decision {
    /// Returns what was measured if it has the outcome of Python, else a flag: the program may mean
    /// something else by its operator.
    pub(crate) fn of(outcome: bool, measured: Option<distance::Decision>) -> Self {
        let measured = measured.filter(|measured| measured.holds() == outcome);
        Self { inner: measured.unwrap_or_else(|| distance::flag(outcome)) }
    }
}

/// Makes a decision of a condition without a distance: the outcome that was not observed is 1 away.
///
/// The condition is any value that ``if`` takes.
#[pyfunction]
fn flag(condition: &Bound<'_, PyAny>) -> PyResult<Decision> {
    Ok(Decision { inner: distance::flag(condition.is_truthy()?) })
}

/// Negates a decision: the distances change places.
#[pyfunction]
fn not_(decision: Decision) -> Decision {
    Decision { inner: !decision.inner }
}

/// Joins decisions by ``and``. It holds for no decisions at all.
///
/// The distance to ``True`` is the sum of those that do not hold, the one to ``False`` the least of
/// all.
#[pyfunction]
fn all_of(decisions: Items<Decision>) -> Decision {
    Decision { inner: distance::all(decisions.0.into_iter().map(|decision| decision.inner)) }
}

/// Joins decisions by ``or``. It does not hold for no decisions at all.
///
/// The distance to ``True`` is the least of all, the one to ``False`` the sum of those that hold.
#[pyfunction]
fn any_of(decisions: Items<Decision>) -> Decision {
    Decision { inner: distance::any(decisions.0.into_iter().map(|decision| decision.inner)) }
}

/// Maps a distance to [0, 1]: 0 for 0, 1 only for infinity, in the order of the distances.
///
/// ``by`` is ``"rational"`` for x / (1 + x), ``"exponential"`` for 1 - 1.001^-x, or
/// ``"logarithmic"`` for l / (1 + l) with l = ln(1 + x). Raises ``DistanceError`` if the distance
/// is negative or NaN.
#[pyfunction]
#[pyo3(signature = (distance, by="rational"))]
fn normalise(distance: f64, by: &str) -> PyResult<f64> {
    let normaliser = match by {
        "rational" => Normaliser::RATIONAL,
        "exponential" => Normaliser::EXPONENTIAL,
        "logarithmic" => Normaliser::LOGARITHMIC,
        _ => {
            return Err(PyValueError::new_err(format!(
                "by: there is no normaliser '{by:.60}': they are 'rational', 'exponential' and \
                 'logarithmic'"
            )));
        }
    };
    Ok(normaliser.normalise(error::distance(distance)?))
}

/// Adds the functions and the class of this module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Decision>()?;
    module.add_function(wrap_pyfunction!(flag, module)?)?;
    module.add_function(wrap_pyfunction!(not_, module)?)?;
    module.add_function(wrap_pyfunction!(all_of, module)?)?;
    module.add_function(wrap_pyfunction!(any_of, module)?)?;
    module.add_function(wrap_pyfunction!(normalise, module)?)
}
