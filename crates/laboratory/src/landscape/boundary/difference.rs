//! Differences of two inputs.

use crate::inputs::Value;
use std::ops::AddAssign;

/// The difference of two inputs: in how many parts they differ, then how far these parts are apart.
///
/// Differences are ordered by parts, then by gap. Equal inputs have the least difference, no parts
/// and no gap.
///
/// | values | parts | gap |
/// |---|---|---|
/// | two integers | 1 | distance on the number line |
/// | two floats | 1 | number of steps from one `f64` to the next; the two zeros are one step apart, and equal as elements of a list |
/// | two lists of the same length, after equal ends are removed | sum over the elements | sum over the elements |
/// | two lists of other lengths, after equal ends are removed | 1 for the length, and the [size](Value::size) of all elements that remain | 0 |
/// | two texts | as for lists of their characters | as for lists of their code points |
/// | two calls of the same callee | of the arguments | of the arguments |
/// | anything else | size of both | 0 |
///
/// Both numbers saturate.
///
/// ```
/// use sbst_laboratory::inputs::Value;
/// use sbst_laboratory::landscape::Difference;
///
/// let of = |one: &str, other: &str| Difference::of(&Value::from(one), &Value::from(other));
/// assert_eq!(of("year", "year"), Difference { parts: 0, gap: 0 });
/// assert_eq!(of("year", "yeas"), Difference { parts: 1, gap: 1 });
/// assert_eq!(of("year", "yer"), Difference { parts: 2, gap: 0 }); // the length and `a`
/// assert!(of("year", "yeaz") < of("year", "zeas")); // fewer parts
/// ```
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
)]
pub struct Difference {
    /// Number of parts in which the inputs differ.
    pub parts: u64,
    /// Sum of the distances of these parts.
    pub gap: u128,
}

impl Difference {
    /// Returns the difference of two values. It does not depend on their order. O(n) for values of
    /// size n.
    #[must_use]
    pub fn of(one: &Value, other: &Value) -> Self {
        match (one, other) {
            (Value::Integer(one), Value::Integer(other)) => Self::in_one_part(one.abs_diff(*other)),
            (Value::Float(one), Value::Float(other)) => {
                Self::in_one_part(rank_of_float(*one).abs_diff(rank_of_float(*other)).into())
            }
            (Value::Text(one), Value::Text(other)) => {
                let [one, other] = [one, other].map(|text| text.chars().collect::<Vec<_>>());
                Self::of_rows(
                    &one,
                    &other,
                    |_| 1,
                    |one, other| {
                        Self::in_one_part(u32::from(*one).abs_diff(u32::from(*other)).into())
                    },
                )
            }
            (Value::List(one), Value::List(other)) => {
                Self::of_rows(one, other, Value::size, Self::of)
            }
            (Value::Call(one, argument), Value::Call(other, other_argument)) if one == other => {
                Self::of(argument, other_argument)
            }
            _ if one == other => Self::default(),
            _ => Self { parts: (one.size() as u64).saturating_add(other.size() as u64), gap: 0 },
        }
    }

    /// Returns the difference in one number.
    fn in_one_part(gap: u128) -> Self {
        Self { parts: u64::from(gap > 0), gap }
    }

    /// Returns the difference of two rows.
    fn of_rows<T: PartialEq>(
        one: &[T],
        other: &[T],
        size: fn(&T) -> usize,
        difference: fn(&T, &T) -> Self,
    ) -> Self {
        let middle = Middle::of(one, other);
        let (one, other) = (middle.of_first(one), middle.of_second(other));
        let mut sum = Self::default();
        // The length counts, so that another element is nearer than one more element.
        if one.len() == other.len() {
            for (one, other) in one.iter().zip(other) {
                sum += difference(one, other);
            }
        } else {
            sum.parts = one
                .iter()
                .chain(other)
                .map(size)
                .fold(1, |sum, size| sum.saturating_add(size as u64));
        }
        sum
    }
}

impl AddAssign for Difference {
    fn add_assign(&mut self, other: Self) {
        self.parts = self.parts.saturating_add(other.parts);
        self.gap = self.gap.saturating_add(other.gap);
    }
}

/// The part of two rows between the ends that they share.
#[derive(Clone, Copy)]
pub(super) struct Middle {
    pub(super) start: usize,
    pub(super) first_end: usize,
    pub(super) second_end: usize,
}

impl Middle {
    /// Finds what two rows share at the beginning, and then at the end.
    pub(super) fn of<T: PartialEq>(first: &[T], second: &[T]) -> Self {
        let start = first.iter().zip(second).take_while(|(one, other)| one == other).count();
        let ends = first[start..].iter().rev().zip(second[start..].iter().rev());
        let shared = ends.take_while(|(one, other)| one == other).count();
        Self { start, first_end: first.len() - shared, second_end: second.len() - shared }
    }

    pub(super) fn of_first<T>(self, first: &[T]) -> &[T] {
        &first[self.start..self.first_end]
    }

    pub(super) fn of_second<T>(self, second: &[T]) -> &[T] {
        &second[self.start..self.second_end]
    }
}

/// Returns the number of a float in the order of all floats, without a gap between neighbours.
pub(super) fn rank_of_float(number: f64) -> i64 {
    let bits = number.to_bits() as i64;
    // Negative floats are ordered by magnitude: their bits without the sign are counted down from
    // -1.
    if bits < 0 { !(bits & i64::MAX) } else { bits }
}

/// Returns the float of this number in the order of all floats.
pub(super) fn float_of_rank(rank: i64) -> f64 {
    f64::from_bits(if rank < 0 { (!rank) as u64 | 1 << 63 } else { rank as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_floats() {
        for number in [0.0, -0.0, 1.5, -1.5, f64::MAX, f64::MIN, 5e-324, -5e-324] {
            assert_eq!(float_of_rank(rank_of_float(number)).to_bits(), number.to_bits());
        }
        assert_eq!(rank_of_float(1_f64.next_up()) - rank_of_float(1.0), 1);
        assert_eq!(rank_of_float(-1.0) - rank_of_float((-1_f64).next_down()), 1);
        assert_eq!(rank_of_float(0.0) - rank_of_float(-0.0), 1);
    }
}
