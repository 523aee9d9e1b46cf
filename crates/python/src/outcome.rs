//! Outcomes of decisions, as Python values.

use crate::{given, key};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
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
        if let Some(holds) = given::truth(value)? {
            return Ok(Self::Named(if holds { Outcome::True } else { Outcome::False }));
        }
        if let Ok(text) = value.cast::<PyString>() {
            match text.to_string_lossy().as_ref() {
                "default" => return Ok(Self::Named(Outcome::Default)),
                "next" => return Ok(Self::Named(Outcome::Next)),
                "exception" => return Ok(Self::Exception),
                _ => {}
            }
        }
        match given::integer(value) {
            Ok(case) => Ok(Self::Named(Outcome::Case(key::case(&case)?))),
            Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
                Err(PyTypeError::new_err(format!(
                    "edges: an outcome is True, False, an integer (the case of a switch), \
                     'default', 'next', 'exception' or None, not {}",
                    given::shown(value)
                )))
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns an outcome as a Python value.
pub(crate) fn of<'py>(py: Python<'py>, outcome: Outcome) -> PyResult<Bound<'py, PyAny>> {
    Ok(match outcome {
        Outcome::True => PyBool::new(py, true).to_owned().into_any(),
        Outcome::False => PyBool::new(py, false).to_owned().into_any(),
        Outcome::Case(value) => value.into_pyobject(py)?.into_any(),
        Outcome::Exception(_) => PyString::new(py, "exception").into_any(),
        other => PyString::new(py, &other.to_string()).into_any(),
    })
}
