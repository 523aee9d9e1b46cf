//! Parts of texts, and elements of collections. The outcome is always that of Python, which is
//! asked once.

use crate::compare::Relation;
use crate::decision::Decision;
use crate::number::Number;
use crate::operand::{self, Operand, inherits};
use num_bigint::BigInt;
use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::types::{
    PyByteArray, PyBytes, PyDict, PyFrozenSet, PyList, PyRange, PySet, PyString, PyTuple,
};
use sbst::distance::{self, Distance, Rules};

/// Methods by which Python finds elements.
const MEMBERSHIP: [&str; 3] = ["__contains__", "__iter__", "__len__"];

/// Tests whether a text, bytes or a collection contains a value, as ``part in whole`` does.
///
/// The outcome is that of Python, and an exception of the operator is raised: an iterator is read as
/// far as Python reads it. In a list, tuple, set, dictionary or range, the distance is that of the
/// nearest element, as ``eq`` has it, and infinite if there is none. In a text or bytes, it is that
/// of the nearest part. It is 1 for all other values.
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
    if is_known::<PyBytes>(whole, &MEMBERSHIP[..1])
        || is_known::<PyByteArray>(whole, &MEMBERSHIP[..1])
    {
        let (Operand::Bytes(whole), part) = (operand::content(whole)?, part) else { return None };
        if let Some(Operand::Bytes(part)) = operand::content(part) {
            return Some(Rules::DEFAULT.contains_run(&whole[..], &part[..]));
        }
        let bytes = whole.iter().map(|&byte| Some(Operand::Number(Number::Int(byte.into()))));
        return Some(nearest(&Operand::read(part), bytes));
    }
    if let Ok(range) = whole.cast::<PyRange>() {
        return in_range(range, Operand::read(part));
    }
    let part = Operand::read(part);
    let elements: Box<dyn Iterator<Item = Bound<'_, PyAny>>> =
        if let Some(list) = known::<PyList>(whole, &MEMBERSHIP) {
            Box::new(list.iter())
        } else if let Some(tuple) = known::<PyTuple>(whole, &MEMBERSHIP) {
            Box::new(tuple.iter())
        } else if let Some(set) = known::<PySet>(whole, &MEMBERSHIP) {
            Box::new(set.iter())
        } else if let Some(set) = known::<PyFrozenSet>(whole, &MEMBERSHIP) {
            Box::new(set.iter())
        } else {
            let dict = known::<PyDict>(whole, &MEMBERSHIP)?;
            Box::new(dict.iter().map(|(key, _)| key))
        };
    Some(nearest(&part, elements.map(|element| Operand::element(&element))))
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

/// Returns a value as one of a type, if it has its methods.
fn known<'a, 'py, T: PyTypeInfo>(
    value: &'a Bound<'py, PyAny>,
    methods: &[&str],
) -> Option<&'a Bound<'py, T>> {
    value.cast::<T>().ok().filter(|_| inherits::<T>(value, methods))
}

/// Returns `true` if a value is one of a type, and has its methods.
fn is_known<T: PyTypeInfo>(value: &Bound<'_, PyAny>, methods: &[&str]) -> bool {
    known::<T>(value, methods).is_some()
}

/// Measures whether a text contains another one.
fn in_text(whole: &Bound<'_, PyString>, part: &Bound<'_, PyString>) -> Option<distance::Decision> {
    if let (Ok(whole), Ok(part)) = (whole.to_str(), part.to_str()) {
        return Some(distance::text::contains(whole, part));
    }
    let (whole, part) = (operand::code_points(whole)?, operand::code_points(part)?);
    Some(Rules::DEFAULT.contains_run(&whole[..], &part[..]))
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

/// Tests whether a text or bytes start with a prefix, or with one of a tuple of them.
///
/// The outcome is that of the method ``startswith``. The distance is 1 if one of the values is
/// something else than a text or bytes.
#[pyfunction]
fn starts_with(whole: &Bound<'_, PyAny>, prefix: &Bound<'_, PyAny>) -> PyResult<Decision> {
    let measured = of_ends(whole, prefix, "startswith", &|whole, prefix| match (whole, prefix) {
        (Operand::Text(a), Operand::Text(b)) => Some(Rules::DEFAULT.starts_with(&a[..], &b[..])),
        (Operand::Bytes(a), Operand::Bytes(b)) => Some(Rules::DEFAULT.starts_with(&a[..], &b[..])),
        _ => None,
    });
    Ok(Decision::of(whole.call_method1("startswith", (prefix,))?.is_truthy()?, measured))
}

/// Tests whether a text or bytes end with a suffix, or with one of a tuple of them.
///
/// The outcome is that of the method ``endswith``. The distance is 1 if one of the values is
/// something else than a text or bytes.
#[pyfunction]
fn ends_with(whole: &Bound<'_, PyAny>, suffix: &Bound<'_, PyAny>) -> PyResult<Decision> {
    let measured = of_ends(whole, suffix, "endswith", &|whole, suffix| match (whole, suffix) {
        (Operand::Text(a), Operand::Text(b)) => Some(Rules::DEFAULT.ends_with(&a[..], &b[..])),
        (Operand::Bytes(a), Operand::Bytes(b)) => Some(Rules::DEFAULT.ends_with(&a[..], &b[..])),
        _ => None,
    });
    Ok(Decision::of(whole.call_method1("endswith", (suffix,))?.is_truthy()?, measured))
}

/// Measures a method of texts and bytes that takes a part, or a tuple of them.
fn of_ends(
    whole: &Bound<'_, PyAny>,
    part: &Bound<'_, PyAny>,
    method: &str,
    measure: &dyn Fn(&Operand, &Operand) -> Option<distance::Decision>,
) -> Option<distance::Decision> {
    let own = [method];
    let is_known = is_known::<PyString>(whole, &own)
        || is_known::<PyBytes>(whole, &own)
        || is_known::<PyByteArray>(whole, &own);
    let whole = is_known.then(|| operand::content(whole)).flatten()?;
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
