//! Exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use sbst::distance::Distance;
use std::fmt::Display;

create_exception!(sbst, Error, PyValueError, "Base class of the exceptions of this package.");
create_exception!(sbst, GraphError, Error, "A description of control flow is not possible.");
create_exception!(sbst, MismatchError, Error, "Two values were made for different graphs.");
create_exception!(sbst, MisuseError, Error, "The hooks of a program do not fit its flow graph.");
create_exception!(sbst, DistanceError, Error, "A number is not a distance.");

/// Creates an exception for a graph that is not possible.
pub(crate) fn graph(error: impl Display) -> PyErr {
    GraphError::new_err(error.to_string())
}

/// Creates an exception for an execution of another graph than its goals.
pub(crate) fn mismatch(_: impl Display) -> PyErr {
    MismatchError::new_err("the execution was made for another graph than the goals")
}

/// Creates an exception for hooks that do not fit the graph.
pub(crate) fn misuse(error: impl Display) -> PyErr {
    MisuseError::new_err(error.to_string())
}

/// Reads a distance.
pub(crate) fn distance(number: f64) -> PyResult<Distance> {
    Distance::new(number).map_err(|_| {
        DistanceError::new_err(if number.is_nan() {
            "a distance is never NaN; where it is not known, it is infinite".to_owned()
        } else {
            format!("a distance is never negative, but this one is {number}")
        })
    })
}

/// Creates an exception for a number that is out of range. `what` ends with the kind of thing.
pub(crate) fn out_of_range(what: &str, number: impl Display, count: usize) -> PyErr {
    let what = format!("{what} {number}: there are {count}, numbered from 0");
    PyIndexError::new_err(what)
}

/// Adds the exceptions to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<Error>())?;
    module.add("GraphError", py.get_type::<GraphError>())?;
    module.add("MismatchError", py.get_type::<MismatchError>())?;
    module.add("MisuseError", py.get_type::<MisuseError>())?;
    module.add("DistanceError", py.get_type::<DistanceError>())
}
