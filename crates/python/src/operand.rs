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

/// Greatest number of elements of nested lists and tuples in all. Lists that share elements may
/// have more than memory holds.
const NESTED: usize = 1 << 18;

/// Methods by which Python compares values.
const COMPARISONS: &[&str] = &["__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"];

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
        Reader::default().read(value, 0)
    }

    /// Reads both operands of a comparison.
    pub(crate) fn both(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> Option<(Self, Self)> {
        Self::read(a).zip(Self::read(b))
    }
}

/// Reads operands. It stops where they are too large.
#[derive(Default)]
pub(crate) struct Reader<'py> {
    /// Elements of nested lists and tuples so far.
    nested: usize,
    /// A subclass of `int` that was met last, and whether it compares as `int` does: members of an
    /// enumeration come many at a time.
    last: Option<(Bound<'py, PyType>, bool)>,
}

impl<'py> Reader<'py> {
    /// Reads an element of a collection, which is compared with `part`. A list or tuple is only
    /// read if `part` is one; else it is `Tuple` or `List` without elements.
    pub(crate) fn element(
        &mut self,
        value: &Bound<'py, PyAny>,
        part: &Option<Operand>,
    ) -> Option<Operand> {
        match part {
            Some(Operand::List(_) | Operand::Tuple(_)) => self.read(value, 1),
            _ if known::<PyList>(value, COMPARISONS).is_some() => Some(Operand::List(Vec::new())),
            _ if known::<PyTuple>(value, COMPARISONS).is_some() => Some(Operand::Tuple(Vec::new())),
            _ => self.read(value, 1),
        }
    }

    fn read(&mut self, value: &Bound<'py, PyAny>, depth: usize) -> Option<Operand> {
        self.nested += usize::from(depth > 1);
        if depth > DEPTH || self.nested > NESTED {
            return None;
        }
        if let Ok(flag) = value.cast::<PyBool>() {
            return Some(Operand::Number(Number::Int(flag.is_true().into())));
        }
        if let Ok(int) = value.cast::<PyInt>() {
            return self.compares_as_int(int).then(|| Number::of_int(int))?.map(Operand::Number);
        }
        if let Some(float) = known::<PyFloat>(value, COMPARISONS) {
            let is_element = depth > 0 && float.value().is_nan();
            return Some(if is_element {
                Operand::Undefined(value.as_ptr().addr())
            } else {
                Operand::Number(Number::of_float(float))
            });
        }
        if is_text_or_bytes(value, COMPARISONS) {
            return content(value);
        }
        if value.is_none() {
            return Some(Operand::Nothing);
        }
        if let Some(list) = known::<PyList>(value, COMPARISONS) {
            let items = list.iter().map(|item| self.read(&item, depth + 1));
            return items.collect::<Option<_>>().map(Operand::List);
        }
        if let Some(tuple) = known::<PyTuple>(value, COMPARISONS) {
            let items = tuple.iter().map(|item| self.read(&item, depth + 1));
            return items.collect::<Option<_>>().map(Operand::Tuple);
        }
        scalar(value).and_then(|scalar| self.read(&scalar, depth))
    }

    fn compares_as_int(&mut self, int: &Bound<'py, PyInt>) -> bool {
        let class = int.get_type();
        match &self.last {
            _ if int.is_exact_instance_of::<PyInt>() => true,
            Some((last, compares)) if last.is(&class) => *compares,
            _ => {
                let compares = known::<PyInt>(int, COMPARISONS).is_some();
                self.last = Some((class, compares));
                compares
            }
        }
    }
}

/// Returns a value as one of a type, if it has its methods: if it is of the type itself, or of a
/// subclass without such methods of its own.
pub(crate) fn known<'a, 'py, T: PyTypeInfo>(
    value: &'a Bound<'py, PyAny>,
    methods: &[&str],
) -> Option<&'a Bound<'py, T>> {
    let typed = value.cast::<T>().ok()?;
    (value.is_exact_instance_of::<T>() || inherits::<T>(value, methods)).then_some(typed)
}

/// Returns `true` if a value is a text, bytes or a `bytearray`, and has its methods.
pub(crate) fn is_text_or_bytes(value: &Bound<'_, PyAny>, methods: &[&str]) -> bool {
    known::<PyString>(value, methods).is_some()
        || known::<PyBytes>(value, methods).is_some()
        || known::<PyByteArray>(value, methods).is_some()
}

/// Returns `true` if no class between that of a value and a type has one of these methods. The
/// dictionaries of the classes are read: the value and its class may answer anything.
fn inherits<T: PyTypeInfo>(value: &Bound<'_, PyAny>, methods: &[&str]) -> bool {
    static DICT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = value.py();
    let base = py.get_type::<T>();
    let dict = DICT.get_or_try_init(py, || {
        let class = py.get_type::<PyType>();
        PyResult::Ok(class.getattr("__dict__")?.get_item("__dict__")?.unbind())
    });
    let Ok(dict) = dict else { return false };
    let has_none = |class: &Bound<'_, PyAny>| {
        let own = dict.bind(py).call_method1("__get__", (class,))?;
        for method in methods {
            if own.contains(*method)? {
                return Ok(false);
            }
        }
        PyResult::Ok(true)
    };
    let before = value.get_type().mro();
    let mut before = before.iter().take_while(|class| !class.is(&base));
    before.all(|class| has_none(&class).unwrap_or(false))
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
        let numpy = py.import("numpy")?;
        // Dates have units, which their items have not.
        let dates = [numpy.getattr("datetime64")?, numpy.getattr("timedelta64")?];
        let all = numpy.getattr("sctypeDict")?.call_method0("values")?;
        let all = all.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let others = all.into_iter().filter(|class| !dates.iter().any(|date| date.is(class)));
        PyResult::Ok(others.map(Bound::unbind).collect())
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
