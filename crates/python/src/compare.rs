//! Comparisons with their distances.

use crate::error;
use crate::operand::{Fraction, Number, Operand};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PyRange, PySet, PyString, PyTuple,
};
use sbst::distance::{self, Distance, Normalise, Normaliser, OrderDistance, Rules, Whole};

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
        let other_side = Distance::new(other_side).map_err(error::distance)?;
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

    fn __repr__(&self) -> String {
        format!(
            "Decision({}, {})",
            if self.inner.holds() { "True" } else { "False" },
            self.inner.other_side().get()
        )
    }
}

/// Relation between two operands.
#[derive(Clone, Copy)]
enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Relation {
    /// Returns the decision for two operands of one type.
    fn of<T: OrderDistance>(self, a: T, b: T) -> distance::Decision {
        match self {
            Self::Eq => distance::eq(a, b),
            Self::Ne => distance::ne(a, b),
            Self::Lt => distance::lt(a, b),
            Self::Le => distance::le(a, b),
            Self::Gt => distance::gt(a, b),
            Self::Ge => distance::ge(a, b),
        }
    }

    /// Returns the decision for two operands of which at least one is no small integer.
    fn of_operands(self, a: &Operand, b: &Operand) -> PyResult<distance::Decision> {
        let is_equality = matches!(self, Self::Eq | Self::Ne);
        if !is_equality {
            a.check_order(b)?;
        }
        Ok(match (a, b) {
            (Operand::Number(a), Operand::Number(b)) => self.of_numbers(a, b),
            (Operand::Text(a), Operand::Text(b)) => self.of(a.as_str(), b.as_str()),
            (Operand::Bytes(a), Operand::Bytes(b)) => self.of(a.as_slice(), b.as_slice()),
            (Operand::List(a), Operand::List(b)) | (Operand::Tuple(a), Operand::Tuple(b)) => {
                self.of(a.as_slice(), b.as_slice())
            }
            (Operand::Nothing, Operand::Nothing) => distance::flag(matches!(self, Self::Eq)),
            // Nothing tells how to make them equal.
            _ if matches!(self, Self::Eq) => {
                distance::Decision::observed(false, Distance::INFINITE)
            }
            _ => distance::Decision::observed(true, Distance::INFINITE),
        })
    }

    /// Returns the decision for two numbers: exact integers, or floats if one of them is a float.
    fn of_numbers(self, a: &Number, b: &Number) -> distance::Decision {
        match (a, b) {
            (Number::Int(a), Number::Int(b)) => self.of(*a, *b),
            (Number::Float(a), Number::Float(b)) => self.of(*a, *b),
            (Number::Float(_), _) | (_, Number::Float(_)) => self.of(Fraction(a), Fraction(b)),
            _ => match (a.integer(), b.integer()) {
                (Some(a), Some(b)) => self.of(Whole(&a), Whole(&b)),
                _ => self.of(Fraction(a), Fraction(b)),
            },
        }
    }

    /// Returns the decision for two Python values.
    fn of_values(self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Decision> {
        // Most operands are integers, and need no conversion.
        if a.is_exact_instance_of::<PyInt>()
            && b.is_exact_instance_of::<PyInt>()
            && let (Ok(a), Ok(b)) = (a.extract::<i64>(), b.extract::<i64>())
        {
            return Ok(Decision { inner: self.of(a, b) });
        }
        if let (Ok(a), Ok(b)) = (a.cast_exact::<PyFloat>(), b.cast_exact::<PyFloat>()) {
            return Ok(Decision { inner: self.of(a.value(), b.value()) });
        }
        Ok(Decision { inner: self.of_operands(&Operand::read(a)?, &Operand::read(b)?)? })
    }
}

macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident is $relation:ident;)*) => { $(
        $(#[$doc])*
        #[pyfunction]
        fn $name(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Decision> {
            Relation::$relation.of_values(a, b)
        }
    )* };
}

comparisons! {
    /// Compares two values by ``==``.
    ///
    /// Integers of any size are compared exactly, also with floats. Values of different types are
    /// unequal, and infinitely far from being equal. Raises ``TypeError`` for types whose distance
    /// is not known.
    eq is Eq;
    /// Compares two values by ``!=``.
    ///
    /// Raises ``TypeError`` for types whose distance is not known.
    ne is Ne;
    /// Compares two values by ``<``.
    ///
    /// Raises ``TypeError`` for values without an order, and for types whose distance is not known.
    /// A comparison with NaN is false, and infinitely far from being true.
    lt is Lt;
    /// Compares two values by ``<=``.
    ///
    /// Raises ``TypeError`` for values without an order, and for types whose distance is not known.
    le is Le;
    /// Compares two values by ``>``.
    ///
    /// Raises ``TypeError`` for values without an order, and for types whose distance is not known.
    gt is Gt;
    /// Compares two values by ``>=``.
    ///
    /// Raises ``TypeError`` for values without an order, and for types whose distance is not known.
    ge is Ge;
}

/// Makes a decision of a condition without a distance: the outcome that was not observed is 1 away.
#[pyfunction]
fn flag(condition: bool) -> Decision {
    Decision { inner: distance::flag(condition) }
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
fn all_of(decisions: Vec<Decision>) -> Decision {
    Decision { inner: distance::all(decisions.into_iter().map(|decision| decision.inner)) }
}

/// Joins decisions by ``or``. It does not hold for no decisions at all.
///
/// The distance to ``True`` is the least of all, the one to ``False`` the sum of those that hold.
#[pyfunction]
fn any_of(decisions: Vec<Decision>) -> Decision {
    Decision { inner: distance::any(decisions.into_iter().map(|decision| decision.inner)) }
}

/// Tests whether a text, bytes or a collection contains a value, as ``part in whole`` does.
///
/// Collections are lists, tuples, sets, dictionaries and ranges. The distance is that of the
/// nearest element, or of the nearest part of a text. Iterators are refused with a ``TypeError``,
/// because reading them would empty them.
#[pyfunction]
fn contains(whole: &Bound<'_, PyAny>, part: &Bound<'_, PyAny>) -> PyResult<Decision> {
    if let (Ok(whole), Ok(part)) = (whole.cast::<PyString>(), part.cast::<PyString>()) {
        let (whole, part) = (whole.to_string_lossy(), part.to_string_lossy());
        return Ok(Decision { inner: distance::text::contains(&whole, &part) });
    }
    if let (Ok(whole), Ok(part)) = (whole.cast::<PyBytes>(), part.cast::<PyBytes>()) {
        let inner = Rules::DEFAULT.contains_run(whole.as_bytes().iter(), part.as_bytes().iter());
        return Ok(Decision { inner });
    }
    if let Ok(range) = whole.cast::<PyRange>() {
        return in_range(range, part);
    }
    let is_collection = whole.is_instance_of::<PyList>()
        || whole.is_instance_of::<PyTuple>()
        || whole.is_instance_of::<PySet>()
        || whole.is_instance_of::<PyFrozenSet>()
        || whole.is_instance_of::<PyDict>();
    if !is_collection {
        let name = whole.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "contains looks into str, bytes, list, tuple, \
            set, dict and range, not {name}"
        )));
    }
    let part = Operand::read(part)?;
    let (mut holds, mut least) = (false, Distance::INFINITE);
    for element in whole.try_iter()? {
        // An element of another type is not equal, and no reason to fail.
        let Ok(element) = Operand::read(&element?) else { continue };
        let decision = Relation::Eq.of_operands(&part, &element)?;
        holds |= decision.holds();
        least = least.min(decision.to_true());
    }
    Ok(Decision { inner: Rules::DEFAULT.relation(holds, || least) })
}

/// Tests whether a number is one of a range: it is between the ends, and a number of steps from the
/// start.
fn in_range(range: &Bound<'_, PyRange>, part: &Bound<'_, PyAny>) -> PyResult<Decision> {
    let Ok(value) = part.extract::<i64>() else {
        return Ok(Decision { inner: distance::Decision::observed(false, Distance::INFINITE) });
    };
    let (start, step, length) = (
        range.getattr("start")?.extract::<i64>()?,
        range.getattr("step")?.extract::<i64>()?,
        range.len()? as i128,
    );
    let (start, step, value) = (i128::from(start), i128::from(step), i128::from(value));
    if length == 0 {
        return Ok(Decision { inner: distance::Decision::observed(false, Distance::INFINITE) });
    }
    // The nearest element is one of those around the value, or an end. A division rounds to one of
    // them.
    let near = (value - start) / step;
    let candidates =
        [near - 1, near, near + 1].map(|index| start + index.clamp(0, length - 1) * step);
    let decisions = candidates.map(|candidate| distance::eq(value, candidate));
    let least =
        decisions.iter().map(|decision| decision.to_true()).min().unwrap_or(Distance::INFINITE);
    let holds = decisions.iter().any(|decision| decision.holds());
    Ok(Decision { inner: Rules::DEFAULT.relation(holds, || least) })
}

/// Tests whether a text or bytes start with a prefix.
#[pyfunction]
fn starts_with(whole: &Bound<'_, PyAny>, prefix: &Bound<'_, PyAny>) -> PyResult<Decision> {
    of_texts(whole, prefix, distance::text::starts_with, |a, b| {
        Rules::DEFAULT.starts_with(a.iter(), b.iter())
    })
}

/// Tests whether a text or bytes end with a suffix.
#[pyfunction]
fn ends_with(whole: &Bound<'_, PyAny>, suffix: &Bound<'_, PyAny>) -> PyResult<Decision> {
    of_texts(whole, suffix, distance::text::ends_with, |a, b| {
        Rules::DEFAULT.ends_with(a.iter(), b.iter())
    })
}

/// Compares two texts by ``==``, with the number of edits as distance.
#[pyfunction]
fn eq_by_edits(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Decision> {
    of_texts(a, b, distance::text::eq_by_edits, |a, b| {
        Rules::DEFAULT.eq_by_edits(a.iter(), b.iter())
    })
}

/// Compares two texts, or two values of type ``bytes``.
fn of_texts(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    texts: impl FnOnce(&str, &str) -> distance::Decision,
    bytes: impl FnOnce(&[u8], &[u8]) -> distance::Decision,
) -> PyResult<Decision> {
    if let (Ok(a), Ok(b)) = (a.cast::<PyString>(), b.cast::<PyString>()) {
        return Ok(Decision { inner: texts(&a.to_string_lossy(), &b.to_string_lossy()) });
    }
    if let (Ok(a), Ok(b)) = (a.cast::<PyBytes>(), b.cast::<PyBytes>()) {
        return Ok(Decision { inner: bytes(a.as_bytes(), b.as_bytes()) });
    }
    let (a, b) = (a.get_type().name()?, b.get_type().name()?);
    Err(PyTypeError::new_err(format!("both values must be str, or both bytes, not {a} and {b}")))
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
                "there is no normaliser {by:?}: rational, \
            exponential, logarithmic"
            )));
        }
    };
    let distance = Distance::new(distance).map_err(error::distance)?;
    Ok(normaliser.normalise(distance))
}

/// Adds the functions and the class of this module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Decision>()?;
    module.add_function(wrap_pyfunction!(eq, module)?)?;
    module.add_function(wrap_pyfunction!(ne, module)?)?;
    module.add_function(wrap_pyfunction!(lt, module)?)?;
    module.add_function(wrap_pyfunction!(le, module)?)?;
    module.add_function(wrap_pyfunction!(gt, module)?)?;
    module.add_function(wrap_pyfunction!(ge, module)?)?;
    module.add_function(wrap_pyfunction!(flag, module)?)?;
    module.add_function(wrap_pyfunction!(not_, module)?)?;
    module.add_function(wrap_pyfunction!(all_of, module)?)?;
    module.add_function(wrap_pyfunction!(any_of, module)?)?;
    module.add_function(wrap_pyfunction!(contains, module)?)?;
    module.add_function(wrap_pyfunction!(starts_with, module)?)?;
    module.add_function(wrap_pyfunction!(ends_with, module)?)?;
    module.add_function(wrap_pyfunction!(eq_by_edits, module)?)?;
    module.add_function(wrap_pyfunction!(normalise, module)?)
}
