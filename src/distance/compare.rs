//! The six comparators and the flag.

use super::gap::{Class, Gap, Measured};
use super::{Decision, Distance, EqualityDistance, OperandKind, OrderDistance, Published, Rules};

/// Relation that has to become true of two operands that do not have it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    Equal,
    /// The first strictly below the second.
    Strict,
    /// The first below the second, or equal.
    Loose,
}

impl Wanted {
    pub(super) const fn is_strict(self) -> bool {
        matches!(self, Self::Strict)
    }
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
        let differ = a != b;
        !self.equality(!differ, a, b)
    }

    /// Evaluates `a < b` under these rules; see [`lt()`].
    #[inline]
    pub fn lt<T: OrderDistance>(&self, a: T, b: T) -> Decision {
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
        let holds = a > b;
        Decision::observed(holds, if holds { a.to_at_most(&b, self) } else { b.to_less(&a, self) })
    }

    /// Evaluates `a >= b` under these rules; see [`ge()`].
    #[inline]
    pub fn ge<T: OrderDistance>(&self, a: T, b: T) -> Decision {
        let holds = a >= b;
        Decision::observed(holds, if holds { a.to_less(&b, self) } else { b.to_at_most(&a, self) })
    }

    /// Returns the decision of a bool that is tested by itself, a comparison of identities, a type test, or a pattern without operands: the
    /// other side is K away.
    #[inline]
    pub const fn flag(&self, holds: bool) -> Decision {
        Decision::observed(holds, Distance::of(self.k))
    }

    /// Returns the decision of your own relation, which came out as `outcome`: `to_true` tells how far it was from holding, and is asked only if it
    /// did not hold. To make it fail takes K.
    ///
    /// Where it did not hold and the measure sees no difference, it is as near as can be: [`f64::MIN_POSITIVE`].
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
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

    /// Decision of an equality that came out as `holds`. To make equal values differ takes K.
    #[inline]
    fn equality<T: EqualityDistance>(&self, holds: bool, a: T, b: T) -> Decision {
        Decision::observed(holds, if holds { Distance::of(self.k) } else { a.to_equal(&b, self) })
    }

    /// Distance of two values of a kind whose gap is known, from what is wanted of them.
    pub(super) fn of_kind(&self, kind: OperandKind, wanted: Wanted, gap: Distance) -> Distance {
        self.of_gap(kind, wanted, Gap::Rounded(gap.get()))
    }

    /// Returns the distance of a gap that is not yet rounded, as [`distance`](Self::distance) does for two operands.
    pub(super) fn of_gap(&self, kind: OperandKind, wanted: Wanted, gap: Gap) -> Distance {
        let rule = match kind {
            OperandKind::Integer => self.integers,
            OperandKind::Real => self.floats,
            OperandKind::Structure => Published::Korel,
        };
        self.apply(rule, wanted, gap)
    }

    /// Returns the distance of `a` and `b` from the wanted relation, which they must not have.
    #[inline]
    pub(super) fn distance<T: Measured>(&self, a: T, b: T, wanted: Wanted) -> Distance {
        match wanted {
            Wanted::Equal if matches!(T::CLASS, Class::Bool) => Distance::of(self.k),
            _ => {
                let rule = if matches!(T::CLASS, Class::Float) { self.floats } else { self.integers };
                self.apply(rule, wanted, a.gap(b, self.metric))
            }
        }
    }

    /// Returns the table at [`Rules`].
    #[inline]
    pub(super) fn apply(&self, rule: Published, wanted: Wanted, gap: Gap) -> Distance {
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
/// The outcome is that of `==`. To make the operands equal takes the distance that [`EqualityDistance`] tells, with K for integers
/// (NaN: infinite); to make them different takes K. Operands that are not `Copy` come by reference.
///
/// ```
/// use sbst::distance::{Distance, eq};
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
/// The rules are [`Rules::DEFAULT`]; [`Rules::eq`] takes any other rules. No operand makes it panic.
#[inline]
pub fn eq<T: EqualityDistance>(a: T, b: T) -> Decision {
    Rules::DEFAULT.eq(a, b)
}

/// Evaluates `a != b`: the opposite of [`eq()`].
///
/// ```
/// assert_eq!(sbst::distance::ne(7, 7).to_true().get(), 1.0); // K
/// ```
///
/// The rules are [`Rules::DEFAULT`]; [`Rules::ne`] takes any other rules. No operand makes it panic.
#[inline]
pub fn ne<T: EqualityDistance>(a: T, b: T) -> Decision {
    Rules::DEFAULT.ne(a, b)
}

/// Evaluates `a < b`.
///
/// The outcome is that of `<`. To make it hold takes the gap and K; for text and sequences, that of the first elements that differ,
/// or the difference of the lengths and K if there are none. To make it fail takes what `b <= a` needs. NaN is infinitely far.
///
/// ```
/// use sbst::distance::lt;
///
/// assert_eq!(lt(u8::MAX, 5).to_true().get(), 251.0); // gap 250, and K
/// assert_eq!(lt("cd", "cab").to_true().get(), 4.0); // 'd' is 3 above 'a', and K
/// // 2 is 1 above 1, and K
/// assert_eq!(lt(&[2, 0, 1], &[1, 9, 0]).to_true().get(), 2.0);
/// assert_eq!(lt((1, 30), (1, 12)).to_true().get(), 19.0);
/// ```
///
/// The rules are [`Rules::DEFAULT`]; [`Rules::lt`] takes any other rules. No operand makes it panic.
#[inline]
pub fn lt<T: OrderDistance>(a: T, b: T) -> Decision {
    Rules::DEFAULT.lt(a, b)
}

/// Evaluates `a <= b`. Integers add K as for `<`, floats, text and sequences do not.
///
/// ```
/// use sbst::distance::le;
///
/// assert_eq!(le(6_i64, 5).to_true().get(), 2.0);
/// assert_eq!(le("cabs", "cab").to_true().get(), 1.0); // one character too many
/// ```
///
/// The rules are [`Rules::DEFAULT`]; [`Rules::le`] takes any other rules. No operand makes it panic.
#[inline]
pub fn le<T: OrderDistance>(a: T, b: T) -> Decision {
    Rules::DEFAULT.le(a, b)
}

/// Evaluates `a > b`, which is `b < a`.
///
/// ```
/// assert_eq!(sbst::distance::gt(-0.5, 0.0).to_true().get(), 1.5);
/// ```
///
/// The rules are [`Rules::DEFAULT`]; [`Rules::gt`] takes any other rules. No operand makes it panic.
#[inline]
pub fn gt<T: OrderDistance>(a: T, b: T) -> Decision {
    Rules::DEFAULT.gt(a, b)
}

/// Evaluates `a >= b`, which is `b <= a`.
///
/// ```
/// assert_eq!(sbst::distance::ge(i32::MIN, i32::MAX).to_true().get(), 4_294_967_296.0);
/// ```
///
/// The rules are [`Rules::DEFAULT`]; [`Rules::ge`] takes any other rules. No operand makes it panic.
#[inline]
pub fn ge<T: OrderDistance>(a: T, b: T) -> Decision {
    Rules::DEFAULT.ge(a, b)
}

/// Returns the decision of a bool that is tested by itself: the other side is K = 1 away.
///
/// ```
/// use sbst::distance::flag;
///
/// let seen = [1, 2, 3];
/// assert_eq!(flag(seen.is_empty()).to_true().get(), 1.0);
/// ```
#[inline]
pub const fn flag(holds: bool) -> Decision {
    Rules::DEFAULT.flag(holds)
}
