//! Parts of texts, and elements of collections. The outcome is always that of Python, which is
//! asked once.

use crate::compare::Relation;
use crate::decision::Decision;
use crate::number::Number;
use crate::operand::{self, Operand, Reader, known};
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PyRange, PySet, PyString, PyTuple};
use sbst::distance::{self, Distance, OrderDistance, Rules};

/// Methods by which Python finds elements, and by which they are copied here.
const MEMBERSHIP: &[&str] = &["__contains__", "__iter__", "__len__"];

/// Greatest product of the lengths of a text and of a part whose distance is measured.
const MOST: usize = 1 << 26;

/// Tests whether a text, bytes or a collection contains a value, as ``part in whole`` does.
///
/// The outcome is that of Python, and an exception of the operator is raised: an iterator is read as
/// far as Python reads it. In a list, tuple, set, dictionary or range, the distance is that of the
/// nearest element, as ``eq`` has it, and infinite if there is none. In a text or bytes, it is that
/// of the nearest part; 1 where the lengths of both have a product above 2^26. It is 1 for all other
/// values.
#[pyfunction]
fn contains(whole: &Bound<'_, PyAny>, part: &Bound<'_, PyAny>) -> PyResult<Decision> {
    let measured = measure(whole, part);
    Ok(Decision::of(whole.contains(part)?, measured))
}

/// Measures `part in whole`, if that is known.
fn measure(whole: &Bound<'_, PyAny>, part: &Bound<'_, PyAny>) -> Option<distance::Decision> {
    if let Some(whole) = known::<PyString>(whole, &MEMBERSHIP[..1]) {
        return in_text(whole, part.cast().ok()?);
    }
    if operand::is_text_or_bytes(whole, &MEMBERSHIP[..1]) {
        let Operand::Bytes(whole) = operand::content(whole)? else { return None };
        if let Some(Operand::Bytes(part)) = operand::content(part) {
            return in_run(&whole, &part);
        }
        let bytes = whole.iter().map(|&byte| Some(Operand::Number(Number::Int(byte.into()))));
        return Some(nearest(&Operand::read(part), bytes));
    }
    if let Ok(range) = whole.cast::<PyRange>() {
        return in_range(range, Operand::read(part));
    }
    let part = Operand::read(part);
    let mut reader = Reader::default();
    let elements = elements(whole)?;
    let elements = elements.iter().map(|element| reader.element(&element, &part));
    Some(nearest(&part, elements))
}

/// Copies the elements of a collection. Another thread may change it while they are read.
fn elements<'py>(whole: &Bound<'py, PyAny>) -> Option<Bound<'py, PyList>> {
    if let Some(dict) = known::<PyDict>(whole, MEMBERSHIP) {
        return Some(dict.keys());
    }
    let is_known = known::<PyList>(whole, MEMBERSHIP).is_some()
        || known::<PyTuple>(whole, MEMBERSHIP).is_some()
        || known::<PySet>(whole, MEMBERSHIP).is_some()
        || known::<PyFrozenSet>(whole, MEMBERSHIP).is_some();
    let copy = is_known.then(|| whole.py().get_type::<PyList>().call1((whole,)).ok()).flatten()?;
    copy.cast_into().ok()
}

/// Measures whether a value equals one of some elements. A comparison that is not known is a flag.
fn nearest(
    part: &Option<Operand>,
    elements: impl Iterator<Item = Option<Operand>>,
) -> distance::Decision {
    let (mut holds, mut least) = (false, Distance::INFINITE);
    for element in elements {
        let known = part.as_ref().zip(element.as_ref());
        let decision = known
            .and_then(|(part, element)| Relation::Eq.of_operands(part, element))
            .unwrap_or_else(|| distance::flag(false));
        holds |= decision.holds();
        least = least.min(decision.to_true());
    }
    Rules::DEFAULT.relation(holds, || least)
}

/// Measures whether a text contains another one.
fn in_text(whole: &Bound<'_, PyString>, part: &Bound<'_, PyString>) -> Option<distance::Decision> {
    in_run(&operand::code_points(whole)?, &operand::code_points(part)?)
}

/// Measures whether characters or bytes contain others, unless it takes too long.
fn in_run<T: OrderDistance + Copy>(whole: &[T], part: &[T]) -> Option<distance::Decision> {
    let is_small = whole.len().saturating_mul(part.len()) <= MOST;
    is_small.then(|| Rules::DEFAULT.contains_run(whole, part))
}

/// Measures whether a value is one of a range: between the ends, and a number of steps from the
/// start.
fn in_range(range: &Bound<'_, PyRange>, part: Option<Operand>) -> Option<distance::Decision> {
    let end = |name: &str| range.getattr(name).ok()?.extract::<BigInt>().ok();
    let (start, stop, step) = (end("start")?, end("stop")?, end("step")?);
    let towards = if step > BigInt::ZERO { &stop - &start } else { &start - &stop };
    if towards <= BigInt::ZERO {
        return Some(distance::Decision::observed(false, Distance::INFINITE));
    }
    let last: BigInt = (towards - 1) / BigInt::from(step.magnitude().clone());
    // The nearest element is one of those around the value, or an end. A division rounds to one of
    // them.
    let near = match &part {
        Some(Operand::Number(number)) => number.truncated().map(|number| (number - &start) / &step),
        _ => None,
    };
    let near = near.unwrap_or(BigInt::ZERO);
    let elements = [-2, -1, 0, 1, 2].map(|beside: i32| {
        let index = BigInt::clamp(&near + beside, BigInt::ZERO, last.clone());
        Some(Operand::Number(Number::of_integer(&start + index * &step)))
    });
    Some(nearest(&part, elements.into_iter()))
}

macro_rules! ends {
    ($($(#[$doc:meta])* $name:ident($part:ident) is $method:literal;)*) => { $(
        $(#[$doc])*
        #[pyfunction]
        fn $name(whole: &Bound<'_, PyAny>, $part: &Bound<'_, PyAny>) -> PyResult<Decision> {
            let rules = Rules::DEFAULT;
            let measured = of_ends(whole, $part, $method, &|whole, part| match (whole, part) {
                (Operand::Text(a), Operand::Text(b)) => Some(rules.$name(&a[..], &b[..])),
                (Operand::Bytes(a), Operand::Bytes(b)) => Some(rules.$name(&a[..], &b[..])),
                _ => None,
            });
            Ok(Decision::of(whole.call_method1($method, ($part,))?.is_truthy()?, measured))
        }
    )* };
}

ends! {
    /// Tests whether a text or bytes start with a prefix, or with one of a tuple of them.
    ///
    /// The outcome is that of the method ``startswith``. The distance is 1 if one of the values is
    /// something other than a text or bytes.
    starts_with(prefix) is "startswith";
    /// Tests whether a text or bytes end with a suffix, or with one of a tuple of them.
    ///
    /// The outcome is that of the method ``endswith``. The distance is 1 if one of the values is
    /// something other than a text or bytes.
    ends_with(suffix) is "endswith";
}

/// Measures a method of texts and bytes that takes a part, or a tuple of them.
fn of_ends(
    whole: &Bound<'_, PyAny>,
    part: &Bound<'_, PyAny>,
    method: &str,
    measure: &dyn Fn(&Operand, &Operand) -> Option<distance::Decision>,
) -> Option<distance::Decision> {
    let whole = if operand::is_text_or_bytes(whole, &[method]) {
        operand::content(whole)?
    } else {
        return None;
    };
    if let Ok(parts) = part.cast::<PyTuple>() {
        let each = parts.iter().map(|part| measure(&whole, &operand::content(&part)?));
        return each.collect::<Option<Vec<_>>>().map(distance::any);
    }
    measure(&whole, &operand::content(part)?)
}

/// Adds the functions of this module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(contains, module)?)?;
    module.add_function(wrap_pyfunction!(starts_with, module)?)?;
    module.add_function(wrap_pyfunction!(ends_with, module)?)
}
