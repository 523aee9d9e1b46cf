//! Distances of what a script compares. The outcome is always the engine's.

use rhai::{Array, Dynamic, INT, ImmutableString};
use sbst::distance::{Decision, Rules, any};
use std::ops::{Range, RangeInclusive};

/// An operator whose operands tell a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// The container comes first.
    Contains,
}

impl Operator {
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "==" => Self::Equal,
            "!=" => Self::NotEqual,
            "<" => Self::Less,
            "<=" => Self::LessOrEqual,
            ">" => Self::Greater,
            ">=" => Self::GreaterOrEqual,
            "contains" => Self::Contains,
            _ => return None,
        })
    }
}

/// The decision of an operator that came out as `outcome`.
pub(super) fn decision(rules: &Rules, operator: Operator, a: &Dynamic, b: &Dynamic, outcome: bool) -> Decision {
    let measured = match operator {
        Operator::Contains => contained(rules, a, b),
        _ => compared(rules, operator, a, b),
    };
    // Where the engine knows better, as of operators that somebody registered, its outcome stands.
    measured.filter(|decision| decision.holds() == outcome).unwrap_or_else(|| rules.flag(outcome))
}

/// How far a value is from the keys of an arm that was selected or not.
pub(super) fn selected(rules: &Rules, value: &Dynamic, keys: &[Key], outcome: bool) -> Decision {
    let measured = any(keys.iter().map(|key| match key {
        Key::Value(key) => decision(rules, Operator::Equal, value, key, same(value, key)),
        Key::Range(range) => match value.as_int() {
            Ok(value) => rules.in_range(value, range.clone()),
            Err(_) => rules.flag(false),
        },
    }));
    if measured.holds() == outcome { measured } else { rules.flag(outcome) }
}

/// What an arm lists.
#[derive(Clone, Debug)]
pub(super) enum Key {
    Value(Dynamic),
    Range(RangeInclusive<INT>),
}

/// Of the types that are measured.
fn same(a: &Dynamic, b: &Dynamic) -> bool {
    compared(&Rules::DEFAULT, Operator::Equal, a, b).is_some_and(Decision::holds)
}

macro_rules! by_operator {
    ($door:expr, $operator:expr, $a:expr, $b:expr) => {
        Some(match $operator {
            Operator::Equal => $door.eq($a, $b),
            Operator::NotEqual => $door.ne($a, $b),
            Operator::Less => $door.lt($a, $b),
            Operator::LessOrEqual => $door.le($a, $b),
            Operator::Greater => $door.gt($a, $b),
            Operator::GreaterOrEqual => $door.ge($a, $b),
            Operator::Contains => return None,
        })
    };
}

fn compared(rules: &Rules, operator: Operator, a: &Dynamic, b: &Dynamic) -> Option<Decision> {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        return by_operator!(rules, operator, a, b);
    }
    if let (Some(a), Some(b)) = (number(a), number(b)) {
        return by_operator!(rules, operator, a, b);
    }
    if let (Ok(a), Ok(b)) = (a.as_char(), b.as_char()) {
        return by_operator!(rules, operator, a, b);
    }
    if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
        return by_operator!(rules, operator, a, b);
    }
    if let (Some(a), Some(b)) = (text(a), text(b)) {
        return by_operator!(rules.texts(), operator, a.as_str(), b.as_str());
    }
    let (a, b) = (integers(a)?, integers(b)?);
    by_operator!(rules.sequences(), operator, a.as_slice(), b.as_slice())
}

fn contained(rules: &Rules, container: &Dynamic, value: &Dynamic) -> Option<Decision> {
    if let (Some(container), Some(part)) = (text(container), text(value)) {
        return Some(rules.texts().contains(&container, &part));
    }
    if let Some(elements) = container.read_lock::<Array>() {
        return Some(any(elements.iter().map(|element| {
            // Of other types the engine's outcome will stand.
            compared(rules, Operator::Equal, element, value).unwrap_or_else(|| rules.flag(false))
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
