//! Python values as operands: those of types whose comparisons are known.

use crate::number::{Fraction, Number};
use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyList, PyString, PyTuple, PyType,
};
use sbst::distance::{Distance, EqualityDistance, OrderDistance, Rules};
use std::cmp::Ordering;

/// Greatest depth of nested lists and tuples.
const DEPTH: usize = 64;

/// Greatest number of elements of nested lists and tuples. Lists that share elements may have more
/// than memory holds.
const NESTED: usize = 1 << 22;

/// Methods by which Python compares values.
const COMPARISONS: [&str; 6] = ["__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"];

/// A Python value that can be compared.
pub(crate) enum Operand {
    Nothing,
    Number(Number),
    /// NaN as an element, with its place in memory. Python takes an object in a list as equal to
    /// itself without asking it.
    Undefined(usize),
    /// Code points, with halves of surrogate pairs.
    Text(Vec<u32>),
    Bytes(Vec<u8>),
    List(Vec<Self>),
    Tuple(Vec<Self>),
}

impl Operand {
    /// Reads a value: ``None``, an integer, a float, a text, bytes, or a list or tuple of these.
    /// Returns `None` for others, among them subclasses with comparisons of their own. Nothing of
    /// the program runs.
    pub(crate) fn read(value: &Bound<'_, PyAny>) -> Option<Self> {
        Self::read_at(value, 0, &mut 0)
    }

    /// Reads two values, unless it does not help to.
    pub(crate) fn both(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> Option<(Self, Self)> {
        Some((Self::read(a)?, Self::read(b)?))
    }

    /// Reads an element of a collection.
    pub(crate) fn element(value: &Bound<'_, PyAny>) -> Option<Self> {
        Self::read_at(value, 1, &mut 0)
    }

    fn read_at(value: &Bound<'_, PyAny>, depth: usize, nested: &mut usize) -> Option<Self> {
        if depth > 1 {
            *nested += 1;
        }
        if depth > DEPTH || *nested > NESTED {
            return None;
        }
        if let Ok(flag) = value.cast::<PyBool>() {
            return Some(Self::Number(Number::Int(flag.is_true().into())));
        }
        if let Some(int) = known::<PyInt>(value) {
            return Number::of_int(int).map(Self::Number);
        }
        if let Some(float) = known::<PyFloat>(value) {
            let is_element = depth > 0 && float.value().is_nan();
            return Some(if is_element {
                Self::Undefined(value.as_ptr().addr())
            } else {
                Self::Number(Number::of_float(float))
            });
        }
        if known::<PyString>(value).is_some()
            || known::<PyBytes>(value).is_some()
            || known::<PyByteArray>(value).is_some()
        {
            return content(value);
        }
        if value.is_none() {
            return Some(Self::Nothing);
        }
        if let Some(list) = known::<PyList>(value) {
            let items = list.iter().map(|item| Self::read_at(&item, depth + 1, nested));
            return items.collect::<Option<_>>().map(Self::List);
        }
        if let Some(tuple) = known::<PyTuple>(value) {
            let items = tuple.iter().map(|item| Self::read_at(&item, depth + 1, nested));
            return items.collect::<Option<_>>().map(Self::Tuple);
        }
        scalar(value).and_then(|scalar| Self::read_at(&scalar, depth, nested))
    }
}

/// Returns a value as one of a type, if it is compared as these are: of the type itself, or of a
/// subclass without comparisons of its own.
fn known<'a, 'py, T: PyTypeInfo>(value: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, T>> {
    let typed = value.cast::<T>().ok()?;
    (value.is_exact_instance_of::<T>() || inherits::<T>(value, &COMPARISONS)).then_some(typed)
}

/// Returns `true` if methods of a value are those of a type. The value and its class are not asked:
/// they may answer anything.
pub(crate) fn inherits<'py, T: PyTypeInfo>(value: &Bound<'py, PyAny>, methods: &[&str]) -> bool {
    let py = value.py();
    let (class, base) = (value.get_type(), py.get_type::<T>());
    let type_of_types = py.get_type::<PyType>();
    let read = |class: &Bound<'py, PyType>, name: &str| {
        type_of_types.call_method1("__getattribute__", (class, name)).ok()
    };
    class.is(&base)
        || methods.iter().all(|name| {
            matches!((read(&class, name), read(&base, name)), (Some(own), Some(of)) if own.is(&of))
        })
}

/// Reads what a text, bytes or a `bytearray` contains, whatever its class makes of comparisons.
pub(crate) fn content(value: &Bound<'_, PyAny>) -> Option<Operand> {
    if let Ok(text) = value.cast::<PyString>() {
        return code_points(text).map(Operand::Text);
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Some(Operand::Bytes(bytes.as_bytes().to_vec()));
    }
    value.cast::<PyByteArray>().ok().map(|bytes| Operand::Bytes(bytes.to_vec()))
}

/// Reads the code points of a text.
pub(crate) fn code_points(text: &Bound<'_, PyString>) -> Option<Vec<u32>> {
    if let Ok(text) = text.to_str() {
        return Some(text.chars().map(u32::from).collect());
    }
    // Half a surrogate pair is no character in UTF-8. The method of the class itself, since a
    // subclass may have another.
    let encode = ("encode", (text, "utf-32-le", "surrogatepass"));
    let encoded = text.py().get_type::<PyString>().call_method1(encode.0, encode.1).ok()?;
    let bytes = encoded.cast::<PyBytes>().ok()?;
    let points = bytes.as_bytes().chunks_exact(4);
    points.map(|point| Some(u32::from_le_bytes(point.try_into().ok()?))).collect()
}

/// Returns a scalar of NumPy as a value of Python. Classes derived from these may answer anything.
fn scalar<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    static CLASSES: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
    let (py, class) = (value.py(), value.get_type());
    let classes = CLASSES.get_or_try_init(py, || {
        let all = py.import("numpy")?.getattr("sctypeDict")?.call_method0("values")?;
        all.try_iter()?.map(|class| Ok(class?.unbind())).collect::<PyResult<_>>()
    });
    let is_known = classes.ok()?.iter().any(|known| known.is(&class));
    let item = is_known.then(|| value.call_method0("item").ok()).flatten()?;
    // The widest floats are their own items.
    (!item.get_type().is(&class)).then_some(item)
}

impl PartialEq for Operand {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nothing, Self::Nothing) => true,
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Undefined(a), Self::Undefined(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::List(a), Self::List(b)) | (Self::Tuple(a), Self::Tuple(b)) => a == b,
            _ => false,
        }
    }
}

impl PartialOrd for Operand {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Nothing, Self::Nothing) => Some(Ordering::Equal),
            (Self::Number(a), Self::Number(b)) => a.partial_cmp(b),
            (Self::Undefined(a), Self::Undefined(b)) => (a == b).then_some(Ordering::Equal),
            (Self::Text(a), Self::Text(b)) => a.partial_cmp(b),
            (Self::Bytes(a), Self::Bytes(b)) => a.partial_cmp(b),
            (Self::List(a), Self::List(b)) | (Self::Tuple(a), Self::Tuple(b)) => a.partial_cmp(b),
            _ => None,
        }
    }
}

/// As elements of lists and tuples. Values of different types are infinitely far apart.
impl EqualityDistance for Operand {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Self::Nothing, Self::Nothing) => Distance::ZERO,
            (Self::Number(a), Self::Number(b)) => a.apart(b, rules),
            (Self::Undefined(a), Self::Undefined(b)) if a == b => Distance::ZERO,
            (Self::Text(a), Self::Text(b)) => a.apart(b, rules),
            (Self::Bytes(a), Self::Bytes(b)) => a.apart(b, rules),
            (Self::List(a), Self::List(b)) | (Self::Tuple(a), Self::Tuple(b)) => a.apart(b, rules),
            _ => Distance::INFINITE,
        }
    }
}

impl OrderDistance for Operand {
    fn to_less(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a.to_less(b, rules),
            (Self::Bytes(a), Self::Bytes(b)) => a.to_less(b, rules),
            (Self::List(a), Self::List(b)) | (Self::Tuple(a), Self::Tuple(b)) => {
                a.to_less(b, rules)
            }
            (Self::Number(a), Self::Number(b)) => rules.lt(Fraction(a), Fraction(b)).to_true(),
            _ => Distance::INFINITE,
        }
    }

    fn to_at_most(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a.to_at_most(b, rules),
            (Self::Bytes(a), Self::Bytes(b)) => a.to_at_most(b, rules),
            (Self::List(a), Self::List(b)) | (Self::Tuple(a), Self::Tuple(b)) => {
                a.to_at_most(b, rules)
            }
            (Self::Number(a), Self::Number(b)) => rules.le(Fraction(a), Fraction(b)).to_true(),
            _ => Distance::INFINITE,
        }
    }
}
