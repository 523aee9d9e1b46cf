//! Inputs between two inputs.

use super::difference::{Middle, float_of_rank, rank_of_float};
use crate::inputs::Value;

/// Returns values between two values, coarse ones first: they take about half of the difference
/// from either.
///
/// The caller must check that they fit the shape, and that they are nearer to both.
pub(super) fn between(one: &Value, other: &Value) -> Vec<Value> {
    match (one, other) {
        (Value::Integer(one), Value::Integer(other)) => {
            integers(*one, *other).into_iter().map(Value::Integer).collect()
        }
        (Value::Float(one), Value::Float(other)) => {
            let ranks = integers(rank_of_float(*one).into(), rank_of_float(*other).into());
            ranks.into_iter().map(|rank| Value::Float(float_of_rank(rank as i64))).collect()
        }
        (Value::Text(one), Value::Text(other)) => {
            let [one, other] = [one, other].map(|text| text.chars().collect::<Vec<_>>());
            let rows = rows(&one, &other, |one, other| characters(*one, *other));
            rows.into_iter().map(|row| Value::Text(row.into_iter().collect())).collect()
        }
        (Value::List(one), Value::List(other)) => {
            rows(one, other, between).into_iter().map(Value::List).collect()
        }
        (Value::Call(callee, argument), Value::Call(other, other_argument)) if callee == other => {
            between(argument, other_argument)
                .into_iter()
                .map(|argument| Value::Call(*callee, Box::new(argument)))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the integer half way, and then those at a power of two from either end, great steps
/// first.
///
/// If executions of the middle do not evaluate the decision, because only even numbers do, say, one
/// of the others may.
fn integers(one: i128, other: i128) -> Vec<i128> {
    let (least, greatest, gap) = (one.min(other), one.max(other), one.abs_diff(other));
    if gap < 2 {
        return Vec::new();
    }
    let mut found = vec![least.wrapping_add_unsigned(gap / 2)];
    for power in (0..gap.ilog2() + 1).rev() {
        let step = 1_u128 << power;
        for number in [least.wrapping_add_unsigned(step), greatest.wrapping_sub_unsigned(step)] {
            if step < gap && !found.contains(&number) {
                found.push(number);
            }
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
fn rows<T: Clone + PartialEq>(
    one: &[T],
    other: &[T],
    between: fn(&T, &T) -> Vec<T>,
) -> Vec<Vec<T>> {
    let middle = Middle::of(one, other);
    let (first, second) = (middle.of_first(one), middle.of_second(other));
    let with = |elements: Vec<T>| -> Vec<T> {
        one[..middle.start]
            .iter()
            .cloned()
            .chain(elements)
            .chain(one[middle.first_end..].iter().cloned())
            .collect()
    };
    let mut found = Vec::new();
    let (halves, other_halves) =
        (first.split_at(first.len() / 2), second.split_at(second.len() / 2));
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
        let half = |at: usize| {
            between(&first[at], &second[at]).into_iter().next().unwrap_or_else(|| first[at].clone())
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::{Random, Shape};
    use crate::landscape::Difference;

    fn texts(one: &str, other: &str) -> Vec<String> {
        let values = between(&Value::from(one), &Value::from(other));
        values.iter().map(|value| value.read().expect("a text")).collect()
    }

    #[test]
    fn numbers_are_halved() {
        assert_eq!(integers(0, 8), [4, 2, 6, 1, 7]);
        assert_eq!(integers(8, 0), [4, 2, 6, 1, 7]);
        assert_eq!(integers(-3, 97), [47, 61, 33, 29, 65, 13, 81, 5, 89, 1, 93, -1, 95, -2, 96]);
        assert_eq!(integers(0, 2), [1]);
        assert_eq!(integers(0, 1), []);
        assert_eq!(integers(i128::MIN, i128::MAX)[0], -1);
        assert_eq!(between(&Value::Float(1.0), &Value::Float(1_f64.next_up())), []);
    }

    #[test]
    fn texts_exchange_halves_and_characters() {
        assert_eq!(texts("xaby", "xy"), ["xby", "xay", "xby", "xay"]);
        assert_eq!(texts("abc", ""), ["bc", "a", "bc", "ac", "ab"]);
        assert_eq!(texts("ac", "ac"), [""; 0]);
        assert_eq!(texts("a", "e"), ["c", "b", "d"]);
        // Halves, all half way, single ones from the other, single ones half way.
        assert_eq!(texts("aa", "cc"), ["ca", "ac", "bb", "ca", "ac", "ba", "ab"]);
    }

    #[test]
    fn values_of_other_kinds_have_nothing_between() {
        assert_eq!(between(&Value::from("a"), &Value::Integer(1)), []);
        let call = |callee, number| Value::Call(callee, Box::new(Value::Integer(number)));
        assert_eq!(between(&call(0, 1), &call(1, 1)), []);
        assert_eq!(between(&call(0, 1), &call(0, 3)), [call(0, 2)]);
    }

    // If more than one part differs, there is something nearer to one of the two.
    #[test]
    fn halves_are_nearer() {
        let shape = Shape::tuple([
            Shape::text("abcdefgh", 9),
            Shape::list(Shape::bytes(3), 4),
            Shape::integers(-99..=99),
        ]);
        let mut random = Random::new(8);
        for _ in 0..2_000 {
            let (one, other) = (shape.make(&mut random), shape.make(&mut random));
            let difference = Difference::of(&one, &other);
            let nearer = |value: &Value| {
                [&one, &other].iter().any(|end| Difference::of(value, end) < difference)
            };
            assert!(
                difference.parts < 2 || between(&one, &other).iter().any(nearer),
                "{one:?} {other:?}"
            );
        }
    }
}
