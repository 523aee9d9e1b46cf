//! Values as callers give them: numbers of things, sequences, mappings and arrays.

use crate::error;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray,
};
use pyo3::exceptions::{
    PyAttributeError, PyIndexError, PyOverflowError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyList, PyString, PyTuple, PyType};
use smallvec::SmallVec;
use std::fmt::Display;

/// A number of a goal, a function or a block, or a number of things: an integer that is no bool.
/// For an integer that is negative or too large, its text.
pub(crate) struct Index(Result<u32, String>);

impl<'py> FromPyObject<'_, 'py> for Index {
    type Error = PyErr;
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // Nearly all are plain integers that fit.
        if value.is_exact_instance_of::<PyInt>()
            && let Ok(number) = value.extract()
        {
            return Ok(Self(Ok(number)));
        }
        let number = integer(&value)?;
        Ok(Self(number.extract().map_err(|_| shown(&number))))
    }
}

/// Returns the integer that a value is, as Python reads an index. Bools are none.
pub(crate) fn integer<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    static INDEX: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    if value.is_exact_instance_of::<PyInt>() {
        return Ok(value.clone());
    }
    let refused = || PyTypeError::new_err(format!("an integer is needed, not {}", shown(value)));
    if truth(value)?.is_some() {
        return Err(refused());
    }
    let index = INDEX.import(value.py(), "operator", "index")?;
    index.call1((value,)).map_err(|error| unless_type(value, error, refused))
}

/// Returns the bool that a value is, of Python or of NumPy.
pub(crate) fn truth(value: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
    static BOOL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Some(flag.is_true()));
    }
    // NumPy is loaded only if there may be a value of it.
    let class = value.get_type();
    if !class.name()?.to_cow()?.starts_with("bool") {
        return Ok(None);
    }
    let is_numpy = class.is(BOOL.import(value.py(), "numpy", "bool_")?);
    if is_numpy { value.is_truthy().map(Some) } else { Ok(None) }
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

/// Makes readers of arguments, whose errors name the argument.
macro_rules! readers {
    ($($name:ident -> $type:ty;)*) => { $(
        pub(super) fn $name<'py>(value: &Bound<'py, PyAny>) -> PyResult<$type> {
            $crate::given::read(value, stringify!($name))
        }
    )* };
}
pub(crate) use readers;

/// Reads an argument. An error names it.
pub(crate) fn read<'py, T: for<'a> FromPyObject<'a, 'py>>(
    value: &Bound<'py, PyAny>,
    argument: &str,
) -> PyResult<T> {
    value.extract().map_err(|error: <T as FromPyObject<'_, 'py>>::Error| {
        named(value.py(), argument, error.into())
    })
}

macro_rules! numbers {
    ($($name:ident)*) => { $(
        /// Reads the argument of this name. An error names it.
        pub(crate) fn $name(value: &Bound<'_, PyAny>) -> PyResult<u32> {
            read::<Index>(value, stringify!($name))?.any(stringify!($name))
        }
    )* };
}

numbers! { function block goal }

/// Reads how many statements have completed.
pub(crate) fn statements(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    read::<Index>(value, "statements")?.count("statements")
}

/// Returns a value as Python writes it, shortened.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    // Python refuses to write integers of thousands of digits.
    let Ok(text) = value.repr() else {
        let name = value.get_type().name();
        return name.map_or_else(|_| "a value".into(), |name| format!("<{name}>"));
    };
    let text = text.to_string_lossy();
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

/// Returns another error for a value that is of a wrong type. Errors of other kinds come from the
/// program, or from the user who interrupts it.
fn unless_type(value: &Bound<'_, PyAny>, error: PyErr, refused: impl FnOnce() -> PyErr) -> PyErr {
    if error.is_instance_of::<PyTypeError>(value.py()) { refused() } else { error }
}

/// The items of anything that can be iterated over, except texts and bytes.
pub(crate) struct Items<T>(pub(crate) Vec<T>);

impl<'py, T: for<'a> FromPyObject<'a, 'py>> FromPyObject<'_, 'py> for Items<T> {
    type Error = PyErr;
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let value = &*value;
        let refused =
            || PyTypeError::new_err(format!("a sequence is needed, not {}", shown(value)));
        if let Ok(list) = value.cast_exact::<PyList>() {
            let items = list.iter().map(|item| item.extract().map_err(Into::into));
            return items.collect::<PyResult<_>>().map(Self);
        }
        if value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>() {
            return Err(refused());
        }
        let items = value.try_iter().map_err(|error| unless_type(value, error, refused))?;
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
            Err(_) => match value.getattr("items") {
                Ok(items) => items.call0()?,
                Err(error) if error.is_instance_of::<PyAttributeError>(value.py()) => {
                    let what = format!("a dict is needed, not {}", shown(value));
                    return Err(PyTypeError::new_err(what));
                }
                Err(error) => return Err(error),
            },
        };
        Ok(Self(items.extract::<Items<(K, V)>>()?.0))
    }
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
        if let Ok(tuple) = value.cast_exact::<PyTuple>()
            && tuple.len() == 2
        {
            let (a, b) = (tuple.get_borrowed_item(0)?, tuple.get_borrowed_item(1)?);
            return Ok(Self(a.extract().map_err(Into::into)?, b.extract().map_err(Into::into)?));
        }
        let refused =
            || PyTypeError::new_err(format!("two values are needed, not {}", shown(&value)));
        match parts(&value, refused)?.as_slice() {
            [a, b] => Ok(Self(a.extract().map_err(Into::into)?, b.extract().map_err(Into::into)?)),
            _ => Err(refused()),
        }
    }
}

/// Few parts of a value.
pub(crate) type Parts<'py> = SmallVec<[Bound<'py, PyAny>; 3]>;

/// Returns the parts of a value that has some, or an error for a value that has none.
pub(crate) fn parts<'py>(
    value: &Bound<'py, PyAny>,
    refused: impl FnOnce() -> PyErr,
) -> PyResult<Parts<'py>> {
    if let Ok(tuple) = value.cast_exact::<PyTuple>() {
        return Ok(tuple.iter().collect());
    }
    let parts = value.extract::<Items<Bound<'_, PyAny>>>();
    parts.map(|parts| parts.0.into()).map_err(|error| unless_type(value, error, refused))
}

/// Creates an exception for a number in an argument that is out of range.
fn missing(argument: &str, what: &str, number: impl Display, count: usize) -> PyErr {
    error::out_of_range(&format!("{argument}: there is no {what}"), number, count)
}

/// Reads numbers of things: an array of integers, or any sequence of them.
pub(crate) fn numbers(
    value: &Bound<'_, PyAny>,
    argument: &str,
    what: &str,
    count: usize,
) -> PyResult<Vec<u32>> {
    let missing = |number: &dyn Display| missing(argument, what, number, count);
    if let Ok(array) = value.cast::<PyArray1<u32>>() {
        return fitting(&array.readonly(), count, Some).map_err(|number| missing(&number));
    }
    if let Ok(array) = value.cast::<PyArray1<i64>>() {
        let fits = |number| u32::try_from(number).ok();
        return fitting(&array.readonly(), count, fits).map_err(|number| missing(&number));
    }
    let Items(items) = read::<Items<Index>>(value, argument)?;
    items.iter().map(|number| number.of(argument, what, count)).collect()
}

/// Returns the numbers of an array, or the first one that is not below `count`.
fn fitting<T: Element + Copy>(
    array: &PyReadonlyArray1<'_, T>,
    count: usize,
    number: impl Fn(T) -> Option<u32>,
) -> Result<Vec<u32>, T> {
    let fits = |&given: &T| number(given).filter(|&id| (id as usize) < count).ok_or(given);
    array.as_array().iter().map(fits).collect()
}

/// Reads floats: an array, or any sequence of numbers. NaN is the error that `nan` makes.
pub(crate) fn floats_unless(
    value: &Bound<'_, PyAny>,
    argument: &str,
    nan: fn(String) -> PyErr,
) -> PyResult<Vec<f64>> {
    let array = array(value, argument, 1)?;
    let array = array.extract::<PyReadonlyArray1<'_, f64>>()?;
    // Adding 0 makes 0 of a negative zero, which would be less.
    let numbers: Vec<f64> = array.as_array().iter().map(|number| number + 0.0).collect();
    match numbers.iter().position(|number| number.is_nan()) {
        None => Ok(numbers),
        Some(place) => Err(nan(format!("{argument}: element {place} is NaN"))),
    }
}

/// Reads floats: an array, or any sequence of numbers. NaN is refused.
pub(crate) fn floats(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<f64>> {
    floats_unless(value, argument, PyValueError::new_err)
}

/// Reads a number, or what [`floats`] reads.
pub(crate) fn number_or_floats(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<f64>> {
    let is_array = value.is_instance_of::<PyUntypedArray>();
    match value.extract::<f64>() {
        _ if is_array => floats(value, argument),
        Ok(number) if number.is_nan() => {
            Err(PyValueError::new_err(format!("{argument}: it is NaN")))
        }
        Ok(number) => Ok(vec![number + 0.0]),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => floats(value, argument),
        Err(error) => Err(named(value.py(), argument, error)),
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
    let is_ready = match dimensions {
        1 => value.is_instance_of::<PyArray1<f64>>(),
        _ => value.is_instance_of::<PyArray2<f64>>(),
    };
    if is_ready {
        return Ok(value.clone());
    }
    let is_listed = value.is_instance_of::<PyUntypedArray>()
        || value.is_instance_of::<PyList>()
        || value.is_instance_of::<PyTuple>();
    let listed = if is_listed {
        value.clone()
    } else {
        PyList::new(py, read::<Items<Bound<'_, PyAny>>>(value, argument)?.0)?.into_any()
    };
    let numpy = |error| named(py, &format!("{argument}: an array of numbers is needed"), error);
    let array = py.import("numpy")?.call_method1("asarray", (&listed,)).map_err(numpy)?;
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
    match kind.as_str() {
        "b" | "i" | "u" | "f" => array.call_method1("astype", ("float64",)).map_err(numpy),
        // NumPy would read texts as numbers, and `None` as NaN.
        "O" => {
            let items = array.call_method0("ravel")?.call_method0("tolist")?;
            let numbers = read::<Vec<f64>>(&items, argument)?;
            PyArray1::from_vec(py, numbers).call_method1("reshape", (array.getattr("shape")?,))
        }
        _ => {
            let dtype = array.getattr("dtype")?;
            Err(PyTypeError::new_err(format!(
                "{argument}: an array of numbers is needed, not of {dtype}"
            )))
        }
    }
}

/// Returns an error with the name of the argument, if Python's own types are to blame.
fn named(py: Python<'_>, argument: &str, error: PyErr) -> PyErr {
    let class = error.get_type(py);
    let own = [
        py.get_type::<PyTypeError>(),
        py.get_type::<PyValueError>(),
        py.get_type::<PyOverflowError>(),
    ];
    if own.iter().any(|own| own.is(&class)) {
        PyErr::from_type(class, format!("{argument}: {}", error.value(py)))
    } else {
        error
    }
}
