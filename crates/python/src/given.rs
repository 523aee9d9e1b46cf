//! Values as callers give them: numbers of things, sequences, mappings and arrays.

use crate::error;
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyList, PyString, PyTuple};
use std::fmt::Display;

/// A number of a goal, a function or a block, or a number of things: an integer that is no bool.
/// If it does not fit, what it is, as a text.
pub(crate) struct Index(Result<u32, String>);

impl<'py> FromPyObject<'_, 'py> for Index {
    type Error = PyErr;
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let value = &*value;
        let is_bool =
            value.is_instance_of::<PyBool>() || value.get_type().name()?.to_cow()? == "bool_";
        let index = value.getattr("__index__").ok().filter(|_| !is_bool);
        let Some(index) = index else {
            return Err(PyTypeError::new_err(format!(
                "an integer is needed, not {}",
                shown(value)?
            )));
        };
        let number = index.call0()?;
        Ok(Self(match number.extract() {
            Ok(fits) => Ok(fits),
            Err(_) => Err(shown(&number)?),
        }))
    }
}

impl Index {
    /// Returns the number of one of `count` things.
    pub(crate) fn of(&self, argument: &str, what: &str, count: usize) -> PyResult<u32> {
        match &self.0 {
            Ok(number) if (*number as usize) < count => Ok(*number),
            Ok(number) => Err(missing(argument, what, number, count)),
            Err(number) => Err(missing(argument, what, number, count)),
        }
    }

    /// Returns a number that may be one of any number of things.
    pub(crate) fn any(&self, argument: &str) -> PyResult<u32> {
        self.0.clone().map_err(|number| {
            let what = format!("{argument}: there is no number {number}: they count from 0");
            PyIndexError::new_err(what)
        })
    }

    /// Returns how many things there are.
    pub(crate) fn count(&self, argument: &str) -> PyResult<u32> {
        self.0.clone().map_err(|number| {
            PyValueError::new_err(format!(
                "{argument}: a number from 0 to {} is needed, not {number}",
                u32::MAX
            ))
        })
    }
}

macro_rules! arguments {
    ($($name:ident)*) => { $(
        /// Reads the argument of this name. An error names it.
        pub(crate) fn $name(value: &Bound<'_, PyAny>) -> PyResult<u32> {
            value.extract::<Index>()?.any(stringify!($name))
        }
    )* };
}

arguments! { function block goal }

/// Reads how many statements have completed.
pub(crate) fn statements(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    value.extract::<Index>()?.count("statements")
}

/// Returns a value as Python writes it, shortened.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> PyResult<String> {
    const MOST: usize = 60;
    // Python refuses to write integers of thousands of digits.
    let Ok(text) = value.repr() else {
        return Ok(format!("a value of type {}", value.get_type().name()?));
    };
    let text = text.to_string_lossy();
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    Ok(short)
}

/// Returns a value as Python writes it, or nothing.
pub(crate) fn text_of(value: &Bound<'_, PyAny>) -> String {
    shown(value).unwrap_or_default()
}

/// The items of anything that can be iterated over, but for texts and bytes.
pub(crate) struct Items<T>(pub(crate) Vec<T>);

impl<'py, T: for<'a> FromPyObject<'a, 'py>> FromPyObject<'_, 'py> for Items<T> {
    type Error = PyErr;
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let value = &*value;
        let is_text = value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>();
        let Some(items) = value.try_iter().ok().filter(|_| !is_text) else {
            return Err(PyTypeError::new_err(format!(
                "a sequence is needed, not {}",
                shown(value)?
            )));
        };
        let items = items.map(|item| item?.extract().map_err(Into::into));
        items.collect::<PyResult<_>>().map(Self)
    }
}

/// The keys and values of a mapping, in its order.
pub(crate) struct Pairs<K, V>(pub(crate) Vec<(K, V)>);

impl<'py, K, V> FromPyObject<'_, 'py> for Pairs<K, V>
where
    K: for<'a> FromPyObject<'a, 'py>,
    V: for<'a> FromPyObject<'a, 'py>,
{
    type Error = PyErr;
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let value = &*value;
        let items = match value.cast::<PyDict>() {
            Ok(dict) => dict.items().into_any(),
            Err(_) => match value.call_method0("items") {
                Ok(items) => items,
                Err(_) => {
                    let shown = shown(value)?;
                    return Err(PyTypeError::new_err(format!("a dict is needed, not {shown}")));
                }
            },
        };
        let items = items.extract::<Items<(K, V)>>()?;
        Ok(Self(items.0))
    }
}

/// Creates an exception for a number in an argument that is out of range.
fn missing(argument: &str, what: &str, number: impl Display, count: usize) -> PyErr {
    error::out_of_range(&format!("{argument}: there is no {what}"), number, count)
}

/// Two values: a tuple, a list, or a row of an array.
pub(crate) struct Pair<A, B>(pub(crate) A, pub(crate) B);

impl<'py, A, B> FromPyObject<'_, 'py> for Pair<A, B>
where
    A: for<'a> FromPyObject<'a, 'py>,
    B: for<'a> FromPyObject<'a, 'py>,
{
    type Error = PyErr;
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let parts = value.extract::<Items<Bound<'_, PyAny>>>().map(|parts| parts.0);
        match parts.as_deref() {
            Ok([a, b]) => {
                Ok(Self(a.extract().map_err(Into::into)?, b.extract().map_err(Into::into)?))
            }
            _ => {
                Err(PyTypeError::new_err(format!("two values are needed, not {}", shown(&value)?)))
            }
        }
    }
}

/// Reads numbers of things: an array of integers, or any sequence of them.
pub(crate) fn numbers(
    value: &Bound<'_, PyAny>,
    argument: &str,
    what: &str,
    count: usize,
) -> PyResult<Vec<u32>> {
    let missing = |number: &dyn Display| missing(argument, what, number, count);
    if let Ok(array) = value.extract::<PyReadonlyArray1<'_, u32>>() {
        let fits = |&number: &u32| ((number as usize) < count).then_some(number);
        return array
            .as_array()
            .iter()
            .map(|number| fits(number).ok_or_else(|| missing(number)))
            .collect();
    }
    if let Ok(array) = value.extract::<PyReadonlyArray1<'_, i64>>() {
        let fits =
            |&number: &i64| u32::try_from(number).ok().filter(|&number| (number as usize) < count);
        return array
            .as_array()
            .iter()
            .map(|number| fits(number).ok_or_else(|| missing(number)))
            .collect();
    }
    let Items(items) =
        value.extract::<Items<Index>>().map_err(|error| named(value, argument, error))?;
    items.iter().map(|number| number.of(argument, what, count)).collect()
}

/// Reads floats: an array, or any sequence of numbers. NaN is refused.
pub(crate) fn floats(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<f64>> {
    let array = array(value, argument, 1)?;
    let array = array.extract::<PyReadonlyArray1<'_, f64>>()?;
    let numbers = array.as_array().to_vec();
    match numbers.iter().position(|number| number.is_nan()) {
        None => Ok(numbers),
        Some(place) => Err(PyValueError::new_err(format!("{argument}: element {place} is NaN"))),
    }
}

/// Reads a table of floats, row by row, with its numbers of rows and columns. NaN is refused.
pub(crate) fn table(
    value: &Bound<'_, PyAny>,
    argument: &str,
) -> PyResult<(Vec<f64>, usize, usize)> {
    let array = array(value, argument, 2)?;
    let array = array.extract::<PyReadonlyArray2<'_, f64>>()?;
    let array = array.as_array();
    match array.indexed_iter().find(|(_, number)| number.is_nan()) {
        None => Ok((array.iter().copied().collect(), array.nrows(), array.ncols())),
        Some(((row, column), _)) => Err(PyValueError::new_err(format!(
            "{argument}: the value in row {row} and column {column} is NaN"
        ))),
    }
}

/// Returns an array of floats, of an array or of any sequence. Errors name the argument.
fn array<'py>(
    value: &Bound<'py, PyAny>,
    argument: &str,
    dimensions: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let is_listed = value.is_instance_of::<PyUntypedArray>()
        || value.is_instance_of::<PyList>()
        || value.is_instance_of::<PyTuple>();
    let listed = if is_listed {
        value.clone()
    } else {
        let items = value.extract::<Items<Bound<'_, PyAny>>>();
        PyList::new(py, items.map_err(|error| named(value, argument, error))?.0)?.into_any()
    };
    let refused = |error: PyErr| {
        let what = format!("{argument}: an array of numbers is needed: {}", error.value(py));
        PyTypeError::new_err(what)
    };
    let array = py.import("numpy")?.call_method1("asarray", (&listed,)).map_err(refused)?;
    let (found, size): (usize, usize) =
        (array.getattr("ndim")?.extract()?, array.getattr("size")?.extract()?);
    // A list of nothing has one dimension.
    if found != dimensions {
        if size == 0 && found < dimensions {
            return array.call_method1("reshape", ((0, 0),));
        }
        return Err(PyValueError::new_err(format!(
            "{argument}: an array with {dimensions} dimension{} is needed, not with {found}",
            if dimensions == 1 { "" } else { "s" },
        )));
    }
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !"biufO".contains(kind.as_str()) {
        let dtype = array.getattr("dtype")?;
        return Err(PyTypeError::new_err(format!(
            "{argument}: an array of numbers is needed, not of {dtype}"
        )));
    }
    array.call_method1("astype", ("float64",)).map_err(refused)
}

/// Returns an error with the name of the argument, as Python raises them.
fn named(value: &Bound<'_, PyAny>, argument: &str, error: PyErr) -> PyErr {
    let py = value.py();
    if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(format!("{argument}: {}", error.value(py)))
    } else {
        error
    }
}
