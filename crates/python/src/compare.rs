//! Comparisons with their distances. The outcome is always that of Python's own operator, which
//! runs once; the distance is measured where the types are known, and 1 elsewhere.

use crate::decision::Decision;
use crate::number::{Fraction, Number};
use crate::operand::Operand;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyInt, PyString};
use sbst::distance::{self, Distance, OrderDistance, Rules, Whole};

/// Relation between two operands.
#[derive(Clone, Copy)]
pub(crate) enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Relation {
    /// Operator of Python.
    const fn operator(self) -> CompareOp {
        match self {
            Self::Eq => CompareOp::Eq,
            Self::Ne => CompareOp::Ne,
            Self::Lt => CompareOp::Lt,
            Self::Le => CompareOp::Le,
            Self::Gt => CompareOp::Gt,
            Self::Ge => CompareOp::Ge,
        }
    }

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

    /// Returns the decision for two operands, if they have one.
    pub(crate) fn of_operands(self, a: &Operand, b: &Operand) -> Option<distance::Decision> {
        Some(match (a, b) {
            (Operand::Number(a), Operand::Number(b)) => self.of_numbers(a, b),
            (Operand::Text(a), Operand::Text(b)) => self.of(a.as_slice(), b.as_slice()),
            (Operand::Bytes(a), Operand::Bytes(b)) => self.of(a.as_slice(), b.as_slice()),
            (Operand::List(a), Operand::List(b)) | (Operand::Tuple(a), Operand::Tuple(b)) => {
                self.of(a.as_slice(), b.as_slice())
            }
            (Operand::Nothing, Operand::Nothing) => distance::flag(matches!(self, Self::Eq)),
            // Nothing tells how to make them equal.
            _ if matches!(self, Self::Eq) => {
                distance::Decision::observed(false, Distance::INFINITE)
            }
            _ if matches!(self, Self::Ne) => distance::Decision::observed(true, Distance::INFINITE),
            _ => return None,
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

    /// Returns the decision for two Python values. They are read before the operator runs, which
    /// may change them.
    fn of_values(self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Decision> {
        let measured = if let Some((a, b)) = small(a).zip(small(b)) {
            Some(self.of(a, b))
        } else if let Some((a, b)) = text(a).zip(text(b)) {
            Some(self.of(a, b))
        } else {
            Operand::both(a, b).and_then(|(a, b)| self.of_operands(&a, &b))
        };
        let outcome = a.rich_compare(b, self.operator())?.is_truthy()?;
        Ok(Decision::of(outcome, measured))
    }
}

/// Returns an integer that fits, as nearly all do.
fn small(value: &Bound<'_, PyAny>) -> Option<i64> {
    value.cast_exact::<PyInt>().ok()?.extract().ok()
}

/// Returns a text that can be read where it is.
fn text<'a>(value: &'a Bound<'_, PyAny>) -> Option<&'a str> {
    value.cast_exact::<PyString>().ok()?.to_str().ok()
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
    /// The outcome is that of Python, and an exception of the operator is raised. The distance is
    /// known between integers of any size and floats (exactly), texts, bytes (also of a
    /// ``bytearray``), ``None``, and lists and tuples of these. It is infinite between values of two
    /// different types among these, and 1 for all other types.
    eq is Eq;
    /// Compares two values by ``!=``, as ``eq`` does.
    ne is Ne;
    /// Compares two values by ``<``.
    ///
    /// The outcome is that of Python, and an exception of the operator is raised. A comparison with
    /// NaN is false, and infinitely far from being true. The distance is 1 for types of which it is
    /// not known.
    lt is Lt;
    /// Compares two values by ``<=``, as ``lt`` does.
    le is Le;
    /// Compares two values by ``>``, as ``lt`` does.
    gt is Gt;
    /// Compares two values by ``>=``, as ``lt`` does.
    ge is Ge;
}

/// Compares two texts or bytes by ``==``, with the number of edits as distance. Other values have
/// the distance of ``eq``.
#[pyfunction]
fn eq_by_edits(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Decision> {
    let measured = Operand::both(a, b).and_then(|(a, b)| match (&a, &b) {
        (Operand::Text(a), Operand::Text(b)) => Some(Rules::DEFAULT.eq_by_edits(a, b)),
        (Operand::Bytes(a), Operand::Bytes(b)) => Some(Rules::DEFAULT.eq_by_edits(a, b)),
        (a, b) => Relation::Eq.of_operands(a, b),
    });
    Ok(Decision::of(a.eq(b)?, measured))
}

/// Adds the functions of this module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(eq, module)?)?;
    module.add_function(wrap_pyfunction!(ne, module)?)?;
    module.add_function(wrap_pyfunction!(lt, module)?)?;
    module.add_function(wrap_pyfunction!(le, module)?)?;
    module.add_function(wrap_pyfunction!(gt, module)?)?;
    module.add_function(wrap_pyfunction!(ge, module)?)?;
    module.add_function(wrap_pyfunction!(eq_by_edits, module)?)
}
