//! The six comparators and the flag.
//!
//! Every comparator takes its outcome from the operator of Rust, and asks the operands only for the
//! distance of the side not taken. The distance to make a relation fail is the distance to make its
//! complement hold: `a < b` fails where `b <= a` holds.

use super::integer::Gap;
use super::{Decision, Distance, EqualityDistance, OperandKind, OrderDistance, Published, Rules};

/// A relation that two operands do not have, and that is to become true of them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// The operands are equal.
    Equal,
    /// The first operand is strictly below the second.
    Strict,
    /// The first operand is below the second, or equal to it.
    Loose,
}

impl Rules {
    /// Evaluates `a == b` under these rules; see [`eq()`].
    #[inline]
    pub fn eq<T: EqualityDistance>(&self, a: T, b: T) -> Decision {
        self.equality(a == b, a, b)
    }

    /// Evaluates `a != b` under these rules; see [`ne()`].
    #[inline]
    pub fn ne<T: EqualityDistance>(&self, a: T, b: T) -> Decision {
        // The outcome is that of the type's own `!=`, even if its `==` disagrees.
        let differ = a != b;
        !self.equality(!differ, a, b)
    }

    /// Evaluates `a < b` under these rules; see [`lt()`].
    #[inline]
    pub fn lt<T: OrderDistance>(&self, a: T, b: T) -> Decision {
        // If it holds, the other side is `b <= a`. The operands swap, because `to_at_most` measures
        // `self <= other`.
        let holds = a < b;
        Decision::observed(holds, if holds { b.to_at_most(&a, self) } else { a.to_less(&b, self) })
    }

    /// Evaluates `a <= b` under these rules; see [`le()`].
    #[inline]
    pub fn le<T: OrderDistance>(&self, a: T, b: T) -> Decision {
        let holds = a <= b;
        Decision::observed(holds, if holds { b.to_less(&a, self) } else { a.to_at_most(&b, self) })
    }

    /// Evaluates `a > b` under these rules; see [`gt()`].
    #[inline]
    pub fn gt<T: OrderDistance>(&self, a: T, b: T) -> Decision {
        // As `b < a`, whose complement is `a <= b`.
        let holds = a > b;
        Decision::observed(holds, if holds { a.to_at_most(&b, self) } else { b.to_less(&a, self) })
    }

    /// Evaluates `a >= b` under these rules; see [`ge()`].
    #[inline]
    pub fn ge<T: OrderDistance>(&self, a: T, b: T) -> Decision {
        let holds = a >= b;
        Decision::observed(holds, if holds { a.to_less(&b, self) } else { b.to_at_most(&a, self) })
    }

    /// Returns the decision of a predicate without operands: the other side is K away.
    ///
    /// Use it for a bool that is tested by itself, a comparison of identities, a type test, and a
    /// pattern without operands.
    #[inline]
    pub const fn flag(&self, holds: bool) -> Decision {
        Decision::observed(holds, Distance::of(self.k))
    }

    /// Returns the decision of a relation of your own with this outcome.
    ///
    /// If the relation did not hold, `to_true` is called and returns how far it was from holding.
    /// If it held, `to_true` is not called, and the distance to make it fail is K. A distance below
    /// [`f64::MIN_POSITIVE`], such as 0, is raised to it.
    ///
    /// ```
    /// use sbst_distance::{Distance, Rules};
    ///
    /// let numbers = [3, 1, 2];
    /// let descents = || {
    ///     Distance::from(
    ///         numbers.windows(2).filter(|pair| pair[0] > pair[1]).count() as u32
    ///     )
    /// };
    /// let sorted = Rules::DEFAULT.relation(numbers.is_sorted(), descents);
    /// assert_eq!(sorted.to_true().get(), 1.0);
    /// ```
    pub fn relation(&self, outcome: bool, to_true: impl FnOnce() -> Distance) -> Decision {
        Decision::observed(outcome, if outcome { Distance::of(self.k) } else { to_true() })
    }

    /// Returns the decision of an equality with this outcome. The distance to make equal values
    /// differ is K.
    #[inline]
    fn equality<T: EqualityDistance>(&self, holds: bool, a: T, b: T) -> Decision {
        Decision::observed(holds, if holds { Distance::of(self.k) } else { a.to_equal(&b, self) })
    }

    /// Returns the distance from the wanted relation of two values of this kind, from their rounded
    /// gap.
    pub(super) fn of_kind(&self, kind: OperandKind, wanted: Wanted, gap: Distance) -> Distance {
        self.of_gap(kind, wanted, Gap::Rounded(gap.get()))
    }

    /// Returns the distance from the wanted relation of two values of this kind, from their gap.
    #[inline]
    pub(super) fn of_gap(&self, kind: OperandKind, wanted: Wanted, gap: Gap) -> Distance {
        let rule = match kind {
            OperandKind::Integer => self.integers,
            OperandKind::Real => self.floats,
            // Structures add K for strict relations only, whatever the rules are.
            OperandKind::Structure => Published::Korel,
        };
        // The entry of the table at `Rules` for this rule, the column, and the wanted relation.
        // Each arm is a row of the table, and the comparison names the columns that add K.
        let plus_k = match wanted {
            Wanted::Equal => rule == Published::Tracey,
            Wanted::Strict => true,
            Wanted::Loose => rule != Published::Korel,
        };
        Distance::of(if plus_k { gap.plus_k(self) } else { gap.rounded() })
    }
}

/// Evaluates `a == b`.
///
/// The outcome is the outcome of `==`. The distance to make the operands equal is
/// [`EqualityDistance::to_equal`]: for integers it includes K, and for NaN it is infinite. The
/// distance to make equal operands differ is K. Pass operands that are not `Copy` by reference.
///
/// ```
/// use sbst_distance::{Distance, eq};
///
/// assert_eq!(eq('a', 'd').to_true().get(), 4.0); // gap 3, and K
/// // floats: the gap alone
/// assert_eq!(eq(0.3, 0.1 + 0.2).to_true().get(), f64::EPSILON / 4.0);
/// assert!(eq(f64::NAN, f64::NAN).to_true().get().is_infinite());
/// // text, sequences, fields: x / (1 + x) of each part
/// assert_eq!(eq("cat", "cbt").to_true().get(), 0.5);
/// // one element is missing
/// assert_eq!(eq(&vec![1, 2], &vec![1, 5, 7]).to_true().get(), 0.75 + 1.0);
/// assert_eq!(eq(Some(3), None).to_true().get(), 1.0); // another variant
/// assert_eq!(eq(Some(3), Some(4)).to_true().get(), 0.5);
/// ```
///
/// The rules are [`Rules::DEFAULT`]; [`Rules::eq`] takes any other rules. No operand makes the
/// function panic.
#[inline]
pub fn eq<T: EqualityDistance>(a: T, b: T) -> Decision {
    Rules::DEFAULT.eq(a, b)
}

/// Evaluates `a != b`, the opposite of [`eq()`].
///
/// ```
/// assert_eq!(sbst_distance::ne(7, 7).to_true().get(), 1.0); // K
/// ```
///
/// The rules are [`Rules::DEFAULT`]; [`Rules::ne`] takes any other rules. No operand makes the
/// function panic.
#[inline]
pub fn ne<T: EqualityDistance>(a: T, b: T) -> Decision {
    Rules::DEFAULT.ne(a, b)
}

/// Evaluates `a < b`.
///
/// The outcome is the outcome of `<`. The distance to make it hold is the gap and K. For text and
/// sequences, it is the distance of the first elements that differ; if none differ, it is the
/// difference of the lengths and K. The distance to make it fail is the distance to make `b <= a`
/// hold. A NaN operand is infinitely far.
///
/// ```
/// use sbst_distance::lt;
///
/// assert_eq!(lt(u8::MAX, 5).to_true().get(), 251.0); // gap 250, and K
/// assert_eq!(lt("cd", "cab").to_true().get(), 4.0); // 'd' is 3 above 'a', and K
/// // 2 is 1 above 1, and K
/// assert_eq!(lt(&[2, 0, 1], &[1, 9, 0]).to_true().get(), 2.0);
/// assert_eq!(lt((1, 30), (1, 12)).to_true().get(), 19.0);
/// ```
///
/// The rules are [`Rules::DEFAULT`]; [`Rules::lt`] takes any other rules. No operand makes the
/// function panic.
#[inline]
pub fn lt<T: OrderDistance>(a: T, b: T) -> Decision {
    Rules::DEFAULT.lt(a, b)
}

/// Evaluates `a <= b`.
///
/// The distance to make it hold is the gap, and K for integers. Floats, text and sequences do not
/// add K.
///
/// ```
/// use sbst_distance::le;
///
/// assert_eq!(le(6_i64, 5).to_true().get(), 2.0);
/// assert_eq!(le("cabs", "cab").to_true().get(), 1.0); // one character too many
/// ```
///
/// The rules are [`Rules::DEFAULT`]; [`Rules::le`] takes any other rules. No operand makes the
/// function panic.
#[inline]
pub fn le<T: OrderDistance>(a: T, b: T) -> Decision {
    Rules::DEFAULT.le(a, b)
}

/// Evaluates `a > b`, with the distances of `b < a`.
///
/// ```
/// assert_eq!(sbst_distance::gt(-0.5, 0.0).to_true().get(), 1.5);
/// ```
///
/// The rules are [`Rules::DEFAULT`]; [`Rules::gt`] takes any other rules. No operand makes the
/// function panic.
#[inline]
pub fn gt<T: OrderDistance>(a: T, b: T) -> Decision {
    Rules::DEFAULT.gt(a, b)
}

/// Evaluates `a >= b`, with the distances of `b <= a`.
///
/// ```
/// assert_eq!(sbst_distance::ge(i32::MIN, i32::MAX).to_true().get(), 4_294_967_296.0);
/// ```
///
/// The rules are [`Rules::DEFAULT`]; [`Rules::ge`] takes any other rules. No operand makes the
/// function panic.
#[inline]
pub fn ge<T: OrderDistance>(a: T, b: T) -> Decision {
    Rules::DEFAULT.ge(a, b)
}

/// Returns the decision of a bool that is tested by itself: the other side is K = 1 away.
///
/// ```
/// use sbst_distance::flag;
///
/// let seen = [1, 2, 3];
/// assert_eq!(flag(seen.is_empty()).to_true().get(), 1.0);
/// ```
#[inline]
pub const fn flag(holds: bool) -> Decision {
    Rules::DEFAULT.flag(holds)
}
