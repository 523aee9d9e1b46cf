//! Changes of inputs: mutation and crossover.

use super::shape::{Kind, pow2};
use super::{Random, Shape, Value};

impl Shape {
    /// Returns a copy of a value with one or more parts changed. It differs from `value` unless the
    /// shape has one value only.
    ///
    /// A value that does not fit counts as if it were not there: the result is a new value.
    ///
    /// - Numbers move by a power of two in either direction, or become any number.
    /// - In texts and lists, elements are changed, put in, removed, doubled or exchanged, alone or
    ///   several in a row.
    /// - A call gets another argument, or another callee.
    #[must_use]
    pub fn change(&self, value: &Value, random: &mut Random) -> Value {
        if !self.fits(value) {
            return self.make(random);
        }
        let mut changed = value.clone();
        // Some changes undo each other, or do nothing at the ends of ranges.
        for _ in 0..20 {
            self.change_once(&mut changed, random);
            while random.chance(1, 3) {
                self.change_once(&mut changed, random);
            }
            if changed != *value {
                return changed;
            }
        }
        let other = self.make(random);
        if other == *value { changed } else { other }
    }

    fn change_once(&self, value: &mut Value, random: &mut Random) {
        match (&self.0, value) {
            (Kind::Integers { least, greatest }, Value::Integer(number)) => {
                *number = match random.below(8) {
                    0 => match self.make(random) {
                        Value::Integer(other) => other,
                        _ => *number,
                    },
                    1 => {
                        if random.chance(1, 2) {
                            *least
                        } else {
                            *greatest
                        }
                    }
                    _ => {
                        let bits = 127 - greatest.abs_diff(*least).max(1).leading_zeros();
                        // Small steps are more frequent: half of them are below 16.
                        let bits = if random.chance(1, 2) { bits.min(3) } else { bits };
                        let step =
                            1_i128.checked_shl(random.below(bits as usize + 1) as u32).unwrap_or(1);
                        let moved = if random.chance(1, 2) {
                            number.saturating_add(step)
                        } else {
                            number.saturating_sub(step)
                        };
                        moved.clamp(*least, *greatest)
                    }
                };
            }
            (Kind::Floats { least, greatest }, Value::Float(number)) => {
                let moved = match random.below(8) {
                    0 => match self.make(random) {
                        Value::Float(other) => other,
                        _ => *number,
                    },
                    1 => number.round(),
                    2 => -*number,
                    3 => f64::from_bits(
                        number.to_bits().wrapping_add_signed(if random.chance(1, 2) {
                            1
                        } else {
                            -1
                        }),
                    ),
                    _ => {
                        let step = pow2(random.between(-20, 20) as i32);
                        if random.chance(1, 2) { *number + step } else { *number - step }
                    }
                };
                if moved.is_finite() {
                    *number = moved.clamp(*least, *greatest);
                }
            }
            (Kind::Text { letters, longest }, Value::Text(text)) => {
                let mut row: Vec<char> = text.chars().collect();
                let change = |letter: &mut char, random: &mut Random| {
                    *letter = other_letter(*letter, letters, random);
                };
                let make = |random: &mut Random| random.one_of(letters).copied().unwrap_or(' ');
                change_row(&mut row, *longest, random, make, change);
                *text = row.into_iter().collect();
            }
            (Kind::List { of, longest }, Value::List(row)) => {
                let change = |value: &mut Value, random: &mut Random| of.change_once(value, random);
                change_row(row, *longest, random, |random| of.make(random), change);
            }
            (Kind::Tuple(parts), Value::List(values)) => {
                // A part with much in it is changed more often than a number.
                let weights: Vec<usize> = values.iter().map(|value| value.size().min(8)).collect();
                let mut at = random.below(weights.iter().sum());
                for ((part, value), weight) in parts.iter().zip(values).zip(weights) {
                    if at < weight {
                        return part.change_once(value, random);
                    }
                    at -= weight;
                }
            }
            (Kind::OneOf(calls), Value::Call(callee, argument)) => {
                if random.chance(1, 4) {
                    *callee = random.below(calls.len());
                    **argument = calls[*callee].1.make(random);
                } else {
                    calls[*callee].1.change_once(argument, random);
                }
            }
            _ => {}
        }
    }

    /// Returns a value with parts of both: elements of `first` up to a place, and of `second` from
    /// a place on.
    ///
    /// Tuples take each part from either. Numbers and calls are taken as a whole. If one of the
    /// values does not fit, the result is the other one, or a new value.
    #[must_use]
    pub fn cross(&self, first: &Value, second: &Value, random: &mut Random) -> Value {
        match (self.fits(first), self.fits(second)) {
            (false, false) => return self.make(random),
            (true, false) => return first.clone(),
            (false, true) => return second.clone(),
            (true, true) => {}
        }
        match (&self.0, first, second) {
            (Kind::Text { longest, .. }, Value::Text(first), Value::Text(second)) => {
                let [first, second] = [first, second].map(|text| text.chars().collect::<Vec<_>>());
                Value::Text(cross_rows(&first, &second, *longest, random).into_iter().collect())
            }
            (Kind::List { longest, .. }, Value::List(first), Value::List(second)) => {
                Value::List(cross_rows(first, second, *longest, random))
            }
            (Kind::Tuple(parts), Value::List(first), Value::List(second)) => {
                let pairs = parts.iter().zip(first.iter().zip(second));
                Value::List(
                    pairs
                        .map(|(part, (first, second))| part.cross(first, second, random))
                        .collect(),
                )
            }
            _ => {
                if random.chance(1, 2) {
                    first.clone()
                } else {
                    second.clone()
                }
            }
        }
    }
}

/// Returns another letter: any, or the next one in the order of characters, so that texts can be
/// climbed on.
fn other_letter(letter: char, letters: &[char], random: &mut Random) -> char {
    let near = if random.chance(1, 2) {
        u32::from(letter).checked_add(1)
    } else {
        u32::from(letter).checked_sub(1)
    };
    match near.and_then(char::from_u32).filter(|near| letters.contains(near)) {
        Some(near) if random.chance(1, 2) => near,
        _ => random.one_of(letters).copied().unwrap_or(letter),
    }
}

/// Changes one element, or a few in a row.
fn change_row<T: Clone>(
    row: &mut Vec<T>,
    longest: usize,
    random: &mut Random,
    make: impl Fn(&mut Random) -> T,
    change: impl Fn(&mut T, &mut Random),
) {
    let room = longest.saturating_sub(row.len());
    let length = row.len();
    match random.below(10) {
        // Put some in.
        0..=2 if room > 0 => {
            let at = random.below(length + 1);
            let count = 1 + if random.chance(1, 4) { random.below(room.min(4)) } else { 0 };
            let new: Vec<T> = (0..count).map(|_| make(random)).collect();
            row.splice(at..at, new);
        }
        // Take some out.
        3 | 4 if length > 0 => {
            let at = random.below(length);
            let count =
                1 + if random.chance(1, 4) { random.below((length - at).min(4)) } else { 0 };
            row.drain(at..at + count);
        }
        // Double some.
        5 if length > 0 && room > 0 => {
            let at = random.below(length);
            let count = 1 + random.below((length - at).min(room).min(4));
            let copy = row[at..at + count].to_vec();
            row.splice(at..at, copy);
        }
        6 if length > 1 => row.swap(random.below(length), random.below(length)),
        _ if length > 0 => change(&mut row[random.below(length)], random),
        _ if room > 0 => row.push(make(random)),
        _ => {}
    }
}

/// Joins the beginning of one row and the end of another.
fn cross_rows<T: Clone>(first: &[T], second: &[T], longest: usize, random: &mut Random) -> Vec<T> {
    let end = random.below(first.len() + 1);
    let start = random.below(second.len() + 1);
    first[..end].iter().chain(&second[start..]).take(longest).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shapes of every kind, with their extremes.
    fn shapes() -> Vec<Shape> {
        let calls = [("push", Shape::integers(i128::MIN..=i128::MAX)), ("pop", Shape::tuple([]))];
        vec![
            Shape::integers(-3..=3),
            Shape::integers(i128::MIN..=i128::MAX),
            Shape::integers(7..=7),
            Shape::floats(-1.0..=1.0),
            Shape::floats(f64::NEG_INFINITY..=f64::INFINITY),
            Shape::text("abc", 5),
            Shape::text("", 5),
            Shape::bytes(0),
            Shape::tuple([]),
            Shape::calls(calls.clone(), 6),
            Shape::tuple([
                Shape::calls(calls, 3),
                Shape::text("xyz", 1),
                Shape::list(Shape::bytes(2), 2),
            ]),
        ]
    }

    #[test]
    fn all_that_is_made_fits() {
        for shape in shapes() {
            let mut random = Random::new(11);
            let mut parents = [shape.make(&mut random), shape.make(&mut random)];
            for _ in 0..2_000 {
                let crossed = shape.cross(&parents[0], &parents[1], &mut random);
                let changed = shape.change(&crossed, &mut random);
                for value in [&crossed, &changed] {
                    assert!(shape.fits(value), "{shape:?} {value:?}");
                }
                parents = [changed, shape.make(&mut random)];
            }
        }
    }

    #[test]
    fn changes_change() {
        for shape in shapes() {
            let single =
                [Shape::integers(7..=7), Shape::text("", 5), Shape::bytes(0), Shape::tuple([])]
                    .contains(&shape);
            let mut random = Random::new(5);
            let value = shape.make(&mut random);
            for _ in 0..500 {
                assert_eq!(shape.change(&value, &mut random) == value, single, "{shape:?}");
            }
        }
    }

    #[test]
    fn every_value_of_a_small_shape_is_reached() {
        let shape = Shape::tuple([Shape::integers(0..=2), Shape::text("ab", 2)]);
        let mut random = Random::new(9);
        let mut value = shape.make(&mut random);
        let mut seen = Vec::new();
        for _ in 0..2_000 {
            if !seen.contains(&value) {
                seen.push(value.clone());
            }
            value = shape.change(&value, &mut random);
        }
        assert_eq!(seen.len(), 3 * 7);
    }

    #[test]
    fn values_that_do_not_fit_do_no_harm() {
        let shape = Shape::integers(0..=9);
        let (fits, other) = (Value::Integer(4), Value::from("text"));
        let mut random = Random::new(2);
        assert_eq!(shape.cross(&fits, &other, &mut random), fits);
        assert_eq!(shape.cross(&other, &fits, &mut random), fits);
        assert!(shape.fits(&shape.change(&other, &mut random)));
        assert!(shape.fits(&shape.cross(&other, &other, &mut random)));
    }
}
