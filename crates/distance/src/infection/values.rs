//! Infection distance of two results, and of a replaced relational operator.

use crate::{Distance, OrderDistance, Relation, Rules};
use core::cmp::Ordering;

impl Rules {
    /// Returns the infection distance of two results under these rules: 0 if they differ, else K.
    /// `None` stands for an exception.
    ///
    /// ```
    /// use sbst_distance::Rules;
    /// use sbst_distance::infection::{
    ///     Arithmetic::{Add, Multiply},
    ///     Overflow,
    /// };
    ///
    /// let rules = Rules::DEFAULT.with_k(0.5)?;
    /// let sum_or_product = |a, b| {
    ///     rules.infection(
    ///         Add.of(a, b, Overflow::Wraps),
    ///         Multiply.of(a, b, Overflow::Wraps),
    ///     )
    /// };
    /// assert_eq!(sum_or_product(2, 2).get(), 0.5); // both give 4
    /// assert_eq!(sum_or_product(2, 3).get(), 0.0); // 5 and 6: infected
    ///
    /// # Ok::<(), sbst_distance::DistanceError>(())
    /// ```
    #[must_use]
    pub fn infection<T: PartialEq>(&self, original: Option<T>, mutant: Option<T>) -> Distance {
        // Two exceptions are the same result; an exception and a value are not.
        let same = match (&original, &mutant) {
            #[allow(clippy::eq_op, reason = "a value that differs from itself is NaN")]
            (Some(a), Some(b)) => a == b || (a != a && b != b),
            (None, None) => true,
            _ => false,
        };
        if same { Distance::of(self.k()) } else { Distance::ZERO }
    }
}

/// Returns the infection distance of two results: 0 if original and mutant differ, else K = 1.
/// `None` stands for an exception.
///
/// | replaced | results to compare |
/// |---|---|
/// | `+ - * / %` (AOR) | [`Arithmetic::of`](super::Arithmetic::of) of both operators |
/// | `& \| ^` (BOR) | [`Bitwise::of`](super::Bitwise::of) of both operators |
/// | `<< >> >>>` | [`Shift::of`](super::Shift::of) of both shifts |
/// | a value by -x, x + 1, x - 1 (UOI) | the value, and [`Unary::of`](super::Unary::of) it |
/// | a constant, a variable | both values |
/// | a call, by the default of its type | the result, `None` if it throws, and the default |
/// | a field, by the default of its type | the value, and the default |
///
/// - Two NaN are equal.
/// - Negation does not change 0, nor the least integer of a signed type that wraps. `!` always
///   changes a bool.
/// - A reference that may be null is an `Option`, whose default is null.
/// - A deleted call without a result (`()`) has the distance K if it returns: there is no value in
///   its place that could be compared.
///
/// Constant time.
///
/// Source: "delete call" and "delete field" are operators of BBC, section 4.1.4. The paper does not
/// say which value takes the place of the result; the default of the type is this crate's choice.
///
/// ```
/// use sbst_distance::infection::{
///     Arithmetic, Bitwise, Overflow, Shift, Unary, values,
/// };
///
/// let (x, limit) = (7, 7);
/// // the wrong variable, but the same value
/// assert_eq!(values(Some(x), Some(limit)).get(), 1.0);
/// assert_eq!(values(Some(f64::NAN), Some(f64::NAN)).get(), 1.0);
///
/// let aor = |a, b| {
///     values(
///         Arithmetic::Multiply.of(a, b, Overflow::Wraps),
///         Arithmetic::Divide.of(a, b, Overflow::Wraps),
///     )
/// };
/// // division by zero throws
/// assert_eq!((aor(8, 1).get(), aor(8, 0).get()), (1.0, 0.0));
/// let bor =
///     |a: u8, b| values(Some(Bitwise::Or.of(a, b)), Some(Bitwise::Xor.of(a, b)));
/// // no bit in common
/// assert_eq!((bor(0b01, 0b10).get(), bor(0b11, 0b10).get()), (1.0, 0.0));
/// let shift = |x: i32, by| {
///     values(Some(Shift::Right.of(x, by)), Some(Shift::UnsignedRight.of(x, by)))
/// };
/// // neither shifts by 32
/// assert_eq!((shift(-1, 32).get(), shift(-1, 1).get()), (1.0, 0.0));
/// let negated = |x| values(Some(x), Unary::Negate.of(x, Overflow::Wraps));
/// assert_eq!((negated(0).get(), negated(1).get()), (1.0, 0.0));
///
/// let names = ["a", "b"];
/// // a deleted call: 2, and 0 without it
/// assert_eq!(values(Some(names.len()), Some(0)).get(), 0.0);
/// assert_eq!(values(None, Some(0)).get(), 0.0); // it throws
/// ```
#[must_use]
pub fn values<T: PartialEq>(original: Option<T>, mutant: Option<T>) -> Distance {
    Rules::DEFAULT.infection(original, mutant)
}

// Infection distance of a replaced relational operator (ROR).
//
// Let v = left - right. A relation is then a set of signs of v: the signs for which it holds. Two
// relations differ for each sign that is in one of the two sets only. The distance is 0 if v has
// such a sign. Otherwise it is the least change of v to the nearest integer of such a sign: |v| to
// 0, and |v| + 1 to the other side of 0. For floats, v is the gap in f64, and the 1 stays 1.

/// Returns the infection distance of a replaced relation: the least integer change of left - right
/// to operands for which `original` and `mutant` differ.
///
/// It is 0 if and only if the two relations differ for these operands. It is infinite
///
/// - if the two relations are the same,
/// - if an operand is NaN and both relations agree on that,
/// - if an infinite operand would have to change.
///
/// Integers of up to 128 bits are measured exactly, and the result is rounded once. Floats are
/// measured in f64, with at most [`f64::MAX`] for finite operands. Constant time.
///
/// ```
/// use sbst_distance::Relation::{Equal, Greater, Less, LessOrEqual, True};
/// use sbst_distance::infection::relation;
///
/// assert_eq!(relation(4, 4, Less, LessOrEqual).get(), 0.0);
/// assert_eq!(relation(4, 4, Less, Greater).get(), 1.0);
/// assert_eq!(relation(9, 4, LessOrEqual, True).get(), 0.0);
/// assert_eq!(relation(0.25, 4.0, Equal, LessOrEqual).get(), 0.0);
/// // below 4.0: 5.5 and 1
/// assert_eq!(relation(9.5, 4.0, Equal, LessOrEqual).get(), 6.5);
/// ```
#[must_use]
pub fn relation<T: OrderDistance>(
    left: T,
    right: T,
    original: Relation,
    mutant: Relation,
) -> Distance {
    let differ = |order| original.holds(order) != mutant.holds(order);
    let order = left.partial_cmp(&right);
    if differ(order) {
        return Distance::ZERO;
    }
    // NaN has no order, and no change of it is known to lead to one.
    let Some(order) = order else { return Distance::INFINITE };
    // KOREL with K = 1 computes the two distances: `<=` needs the gap alone, to v = 0; `<` needs
    // the gap and 1, to the other side.
    let (greater, less) = if order.is_lt() { (&right, &left) } else { (&left, &right) };
    let to = |target| match (differ(Some(target)), order) {
        (false, _) => Distance::INFINITE,
        (true, _) if target == Ordering::Equal => greater.to_at_most(less, &Rules::KOREL),
        (true, _) => greater.to_less(less, &Rules::KOREL),
    };
    [Ordering::Less, Ordering::Equal, Ordering::Greater]
        .into_iter()
        .map(to)
        .min()
        .unwrap_or(Distance::INFINITE)
}
