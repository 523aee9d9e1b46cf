//! Distances of what a script compares. The outcome is always the engine's.

use rhai::{Array, Dynamic, INT, ImmutableString};
use sbst::distance::{Decision, Relation, Rules, any};
use std::ops::{Range, RangeInclusive};

/// An operator whose operands tell a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Compares(Relation),
    /// The container comes first.
    Contains,
}

impl Operator {
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(Self::Compares(match name {
            "==" => Relation::Equal,
            "!=" => Relation::NotEqual,
            "<" => Relation::Less,
            "<=" => Relation::LessOrEqual,
            ">" => Relation::Greater,
            ">=" => Relation::GreaterOrEqual,
            "contains" => return Some(Self::Contains),
            _ => return None,
        }))
    }
}

/// The decision of an operator that came out as `outcome`.
pub(super) fn decision(
    rules: &Rules,
    operator: Operator,
    a: &Dynamic,
    b: &Dynamic,
    outcome: bool,
) -> Decision {
    let measured = match operator {
        Operator::Contains => contained(rules, a, b),
        Operator::Compares(relation) => compared(rules, relation, a, b),
    };
    confirmed(rules, measured, outcome)
}

/// Where the engine knows better, as of operators that somebody registered, its outcome stands.
pub(super) fn confirmed(rules: &Rules, measured: Option<Decision>, outcome: bool) -> Decision {
    measured.and_then(|decision| decision.confirmed(outcome)).unwrap_or_else(|| rules.flag(outcome))
}

/// How far a value is from the keys of an arm that was selected or not.
pub(super) fn selected(rules: &Rules, value: &Dynamic, keys: &[Key], outcome: bool) -> Decision {
    let measured = any(keys.iter().map(|key| match key {
        // Of types that are not measured, no value is that of a key.
        Key::Value(key) => {
            compared(rules, Relation::Equal, value, key).unwrap_or_else(|| rules.flag(false))
        }
        Key::Range(range) => match value.as_int() {
            Ok(value) => rules.in_range(value, range.clone()),
            Err(_) => rules.flag(false),
        },
    }));
    confirmed(rules, Some(measured), outcome)
}

/// What an arm lists.
#[derive(Clone, Debug)]
pub(super) enum Key {
    Value(Dynamic),
    Range(RangeInclusive<INT>),
}

fn compared(rules: &Rules, relation: Relation, a: &Dynamic, b: &Dynamic) -> Option<Decision> {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        return Some(rules.compare(relation, a, b));
    }
    if let (Some(a), Some(b)) = (number(a), number(b)) {
        return Some(rules.compare(relation, a, b));
    }
    if let (Ok(a), Ok(b)) = (a.as_char(), b.as_char()) {
        return Some(rules.compare(relation, a, b));
    }
    if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
        return Some(rules.compare(relation, a, b));
    }
    if let (Some(a), Some(b)) = (text(a), text(b)) {
        return Some(rules.compare(relation, a.as_str(), b.as_str()));
    }
    let (a, b) = (integers(a)?, integers(b)?);
    Some(rules.compare(relation, &a, &b))
}

fn contained(rules: &Rules, container: &Dynamic, value: &Dynamic) -> Option<Decision> {
    if let (Some(container), Some(part)) = (text(container), text(value)) {
        return Some(rules.contains_run(&*container, &*part));
    }
    if let Some(elements) = container.read_lock::<Array>() {
        return Some(any(elements.iter().map(|element| {
            // Of other types the engine's outcome will stand.
            compared(rules, Relation::Equal, element, value).unwrap_or_else(|| rules.flag(false))
        })));
    }
    let value = value.as_int().ok()?;
    if let Some(range) = container.read_lock::<Range<INT>>() {
        return Some(rules.in_range(value, range.clone()));
    }
    container.read_lock::<RangeInclusive<INT>>().map(|range| rules.in_range(value, range.clone()))
}

/// Whether a loop over this value is entered.
pub(super) fn entered(rules: &Rules, value: &Dynamic) -> Option<Decision> {
    if let Some(range) = value.read_lock::<Range<INT>>() {
        return Some(rules.lt(range.start, range.end));
    }
    value.read_lock::<RangeInclusive<INT>>().map(|range| rules.le(*range.start(), *range.end()))
}

/// Mixed numbers are compared as floats.
fn number(value: &Dynamic) -> Option<f64> {
    value.as_float().ok().or_else(|| value.as_int().ok().map(|value| value as f64))
}

fn text(value: &Dynamic) -> Option<ImmutableString> {
    match value.as_char() {
        Ok(letter) => Some(String::from(letter).into()),
        Err(_) => value.read_lock::<ImmutableString>().map(|text| text.clone()),
    }
}

fn integers(value: &Dynamic) -> Option<Vec<INT>> {
    value.read_lock::<Array>()?.iter().map(|element| element.as_int().ok()).collect()
}
