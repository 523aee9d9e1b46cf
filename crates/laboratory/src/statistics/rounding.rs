//! Numbers that are equal but for rounding.

use super::Number;

/// Units in the last place by which each operand of a difference may be off: as much as a decimal
/// number, a ratio, or a sum or mean of a few of these is. Integers up to 2⁴⁷ are told apart.
const UNITS: f64 = 4.0 * f64::EPSILON;

/// A number that was computed, with the greatest error that rounding may have left in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounded {
    pub(crate) value: f64,
    error: f64,
}

impl Rounded {
    /// Creates a number that is off by a few units in its own last place.
    pub(crate) fn of(value: f64) -> Self {
        Self::difference(value, 0.0)
    }

    /// Subtracts two numbers. The error is relative to them: it is greater than that of a number as
    /// small as the difference.
    pub(crate) fn difference(first: f64, second: f64) -> Self {
        let value = first - second;
        let error = UNITS * first.abs() + UNITS * second.abs();
        // Infinite and undefined differences are not rounded.
        Self { value, error: if value.is_finite() { error } else { 0.0 } }
    }

    /// Returns the distance from 0.
    pub(crate) fn size(self) -> Self {
        Self { value: self.value.abs(), ..self }
    }

    /// Returns `true` if the number may be 0.
    pub(crate) fn is_zero(self) -> bool {
        self.value.abs() <= self.error
    }

    /// Returns `true` if the number is less than `limit`, and not equal to it but for rounding.
    pub(crate) fn is_below(self, limit: f64) -> bool {
        self.value + self.error < limit - Self::of(limit).error
    }
}

/// Returns `true` if a p value is below the level of significance.
pub(crate) fn is_significant(p: f64, level: f64) -> bool {
    Rounded::of(p).is_below(level)
}

/// Returns the place of each number in the order of all. Numbers that are equal but for rounding
/// have the same place.
///
/// That two numbers may be equal is no equivalence: the first and the last of a chain may differ.
/// Therefore numbers have the same place only if one number is within the errors of all of them. In
/// ascending order, each place begins with the least number that is left, and takes as many as it
/// can. Numbers that are exactly equal always have the same place.
pub(crate) fn places(numbers: &[Rounded]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    // Of exactly equal numbers the surest is first: if it joins a place, so do the others.
    order.sort_by_key(|&at| (Number(numbers[at].value), Number(numbers[at].error)));
    let (mut places, mut place) = (vec![0; numbers.len()], 0);
    // The greatest number that is within the errors of all numbers of the place.
    let mut common: Option<f64> = None;
    for at in order {
        let Rounded { value, error } = numbers[at];
        let joins = |common: f64| value - error <= common || (value.is_nan() && common.is_nan());
        if !common.is_none_or(joins) {
            place += 1;
            common = None;
        }
        // A finite number does not reach an infinite one.
        let high = if value.is_finite() { (value + error).min(f64::MAX) } else { value };
        common = Some(common.map_or(high, |common| common.min(high)));
        places[at] = place;
    }
    places
}

/// Returns two samples of numbers as places in the order of all of them, as keys for [`a12`] and
/// [`rank_sum`].
///
/// [`a12`]: super::a12()
/// [`rank_sum`]: super::rank_sum()
pub(crate) fn by_place([first, second]: [&[f64]; 2]) -> [Vec<usize>; 2] {
    let all: Vec<Rounded> = first.iter().chain(second).copied().map(Rounded::of).collect();
    let mut places = places(&all);
    let second = places.split_off(first.len());
    [places, second]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_pairs(pairs: &[(f64, f64)]) -> Vec<usize> {
        places(&pairs.iter().map(|&(a, b)| Rounded::difference(a, b)).collect::<Vec<_>>())
    }

    #[test]
    fn numbers_that_differ_by_rounding_have_one_place() {
        assert_eq!(of_pairs(&[(0.3, 0.2), (0.2, 0.1), (1.1, 1.0), (0.1, 0.0)]), [0; 4]);
        assert_eq!(of_pairs(&[(0.7, 0.5), (0.5, 0.3), (0.2, 0.0), (0.3, 0.0)]), [0, 0, 0, 1]);
        let integers = [(2_f64.powi(47) + 1.0, 2_f64.powi(47)), (2.0, 0.0), (1.0, 0.0)];
        assert_eq!(of_pairs(&integers), [0, 1, 0]);
        assert!(Rounded::difference(0.1 + 0.2, 0.3).is_zero());
        assert!(!Rounded::difference(1e-300, 2e-300).is_zero());
    }

    #[test]
    fn a_chain_is_divided_and_equal_numbers_are_not() {
        // The first difference is known to within 100 only. It may be 120, but then not 250.
        let vague = (2_f64.powi(56) + 208.0, 2_f64.powi(56));
        assert_eq!(of_pairs(&[vague, (120.0, 0.0), (250.0, 0.0)]), [0, 0, 1]);
        // It is 208 rather than 120 if another one is certainly 208.
        assert_eq!(of_pairs(&[vague, (120.0, 0.0), (208.0, 0.0)]), [1, 0, 1]);
    }

    #[test]
    fn infinite_and_undefined_numbers_come_last() {
        let (inf, nan) = (f64::INFINITY, f64::NAN);
        let numbers = [inf, 1.0, nan, -inf, f64::MAX, inf, nan, -inf];
        assert_eq!(places(&numbers.map(Rounded::of)), [3, 1, 4, 0, 2, 3, 4, 0]);
        assert_eq!(places(&[nan, nan].map(Rounded::of)), places(&[1.0, 1.0].map(Rounded::of)));
        assert!(places(&[]).is_empty());
    }

    #[test]
    fn what_equals_the_limit_is_not_below() {
        assert!(!Rounded::difference(0.3, 0.2).is_below(0.1));
        assert!(Rounded::of(0.099).is_below(0.1) && Rounded::of(1.0).is_below(f64::INFINITY));
        assert!(!Rounded::of(f64::NAN).is_below(1.0) && !is_significant(0.05, 0.05));
    }
}
