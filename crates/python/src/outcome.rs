//! Outcomes of decisions, as Python values.

use crate::key;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};
use sbst::flow::Outcome;

/// An outcome as a caller writes it. ``None`` is the ordinary way on, or another way on that no
/// predicate decides.
pub(crate) enum Given {
    /// An outcome with its name.
    Named(Outcome),
    /// The next exception edge of the block.
    Exception,
    /// No label.
    Nothing,
}

impl Given {
    /// Reads an outcome.
    pub(crate) fn read(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if value.is_none() {
            return Ok(Self::Nothing);
        }
        if let Ok(holds) = value.cast::<PyBool>() {
            return Ok(Self::Named(if holds.is_true() { Outcome::True } else { Outcome::False }));
        }
        if value.is_instance_of::<PyInt>() {
            return Ok(Self::Named(Outcome::Case(key::case(value)?)));
        }
        if let Ok(text) = value.cast::<PyString>() {
            match text.to_cow()?.as_ref() {
                "default" => return Ok(Self::Named(Outcome::Default)),
                "next" => return Ok(Self::Named(Outcome::Next)),
                "exception" => return Ok(Self::Exception),
                _ => {}
            }
        }
        let shown = value.repr()?;
        Err(PyTypeError::new_err(format!(
            "an outcome is True, False, an integer (the case of a switch), 'default', 'next', \
             'exception' or None, not {shown}"
        )))
    }
}

/// Returns an outcome as a Python value.
pub(crate) fn shown<'py>(py: Python<'py>, outcome: Outcome) -> PyResult<Bound<'py, PyAny>> {
    Ok(match outcome {
        Outcome::True => PyBool::new(py, true).to_owned().into_any(),
        Outcome::False => PyBool::new(py, false).to_owned().into_any(),
        Outcome::Case(value) => value.into_pyobject(py)?.into_any(),
        Outcome::Exception(_) => PyString::new(py, "exception").into_any(),
        other => PyString::new(py, &other.to_string()).into_any(),
    })
}
