//! Inputs between two inputs.

use super::difference::{Middle, float_of_rank, rank_of_float};
use crate::inputs::Value;

/// Returns values between two values, coarse ones first: they take about half of the difference from either.
///
/// The caller must check that they fit the shape, and that they are nearer to both.
pub(super) fn between(one: &Value, other: &Value) -> Vec<Value> {
    match (one, other) {
        (Value::Integer(one), Value::Integer(other)) => integers(*one, *other).into_iter().map(Value::Integer).collect(),
        (Value::Float(one), Value::Float(other)) => {
            let ranks = integers(rank_of_float(*one).into(), rank_of_float(*other).into());
            ranks.into_iter().map(|rank| Value::Float(float_of_rank(rank as i64))).collect()
        }
        (Value::Text(one), Value::Text(other)) => {
            let [one, other] = [one, other].map(|text| text.chars().collect::<Vec<_>>());
            let rows = rows(&one, &other, |one, other| characters(*one, *other));
            rows.into_iter().map(|row| Value::Text(row.into_iter().collect())).collect()
        }
        (Value::List(one), Value::List(other)) => rows(one, other, between).into_iter().map(Value::List).collect(),
        (Value::Call(callee, argument), Value::Call(other, other_argument)) if callee == other => {
            between(argument, other_argument).into_iter().map(|argument| Value::Call(*callee, Box::new(argument))).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the integers half way, and a quarter of the way from either end. If the middle is of no use, a quarter may be.
fn integers(one: i128, other: i128) -> Vec<i128> {
    let (least, gap) = (one.min(other), one.abs_diff(other));
    let mut found: Vec<i128> = Vec::new();
    for step in [gap / 2, gap / 4, gap - gap / 4] {
        let number = least.wrapping_add_unsigned(step);
        if step > 0 && step < gap && !found.contains(&number) {
            found.push(number);
        }
    }
    found
}

/// Returns characters between two characters in the order of code points.
fn characters(one: char, other: char) -> Vec<char> {
    let numbers = integers(u32::from(one).into(), u32::from(other).into());
    numbers.into_iter().filter_map(|number| char::from_u32(number as u32)).collect()
}

/// Returns rows between two rows.
fn rows<T: Clone + PartialEq>(one: &[T], other: &[T], between: fn(&T, &T) -> Vec<T>) -> Vec<Vec<T>> {
    let middle = Middle::of(one, other);
    let (first, second) = (middle.of_first(one), middle.of_second(other));
    let with = |elements: Vec<T>| -> Vec<T> {
        one[..middle.start].iter().cloned().chain(elements).chain(one[middle.first_end..].iter().cloned()).collect()
    };
    let mut found = Vec::new();
    let (halves, other_halves) = (first.split_at(first.len() / 2), second.split_at(second.len() / 2));
    if first.len().max(second.len()) > 1 {
        // Half of one and half of the other, as in delta debugging.
        found.push(with([other_halves.0, halves.1].concat()));
        found.push(with([halves.0, other_halves.1].concat()));
    }
    if first.len() != second.len() {
        // Single elements left out of the longer one.
        let longer = if first.len() > second.len() { first } else { second };
        if longer.len() > 1 {
            for at in 0..longer.len() {
                found.push(with([&longer[..at], &longer[at + 1..]].concat()));
            }
        }
        return found;
    }
    let differ: Vec<usize> = (0..first.len()).filter(|&at| first[at] != second[at]).collect();
    if differ.len() > 1 {
        // All elements half way at once. Elements without anything between them stay.
        let half = |at: usize| between(&first[at], &second[at]).into_iter().next().unwrap_or_else(|| first[at].clone());
        found.push(with((0..first.len()).map(half).collect()));
        for &at in &differ {
            let mut row = first.to_vec();
            row[at] = second[at].clone();
            found.push(with(row));
        }
    }
    for &at in &differ {
        for element in between(&first[at], &second[at]) {
            let mut row = first.to_vec();
            row[at] = element;
            found.push(with(row));
        }
    }
    found
}
