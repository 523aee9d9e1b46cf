//! The six comparators and the flag.

use super::gap::{Class, Gap};
use super::{Decision, Distance, Operand, Published, Rules};

/// What has to become true of two operands.
#[allow(unreachable_pub, reason = "named in a bound of public methods")]
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    Equal,
    Different,
    /// One strictly below the other.
    Strict,
    /// One below the other, or equal.
    Loose,
}

impl Wanted {
    pub(super) const fn is_strict(self) -> bool {
        matches!(self, Self::Strict)
    }
}

impl Rules {
    /// `a == b`? Under these rules; see [`eq()`].
    #[inline]
    pub fn eq<T: Operand>(&self, a: T, b: T) -> Decision {
        self.decide(a == b, a, b, Wanted::Equal, Wanted::Different)
    }

    /// `a != b`? Under these rules; see [`ne()`].
    #[inline]
    pub fn ne<T: Operand>(&self, a: T, b: T) -> Decision {
        self.decide(a != b, a, b, Wanted::Different, Wanted::Equal)
    }

    /// `a < b`? Under these rules; see [`lt()`].
    #[inline]
    pub fn lt<T: Operand>(&self, a: T, b: T) -> Decision {
        self.decide(a < b, a, b, Wanted::Strict, Wanted::Loose)
    }

    /// `a <= b`? Under these rules; see [`le()`].
    #[inline]
    pub fn le<T: Operand>(&self, a: T, b: T) -> Decision {
        self.decide(a <= b, a, b, Wanted::Loose, Wanted::Strict)
    }

    /// `a > b`? Under these rules; see [`gt()`].
    #[inline]
    pub fn gt<T: Operand>(&self, a: T, b: T) -> Decision {
        self.decide(a > b, a, b, Wanted::Strict, Wanted::Loose)
    }

    /// `a >= b`? Under these rules; see [`ge()`].
    #[inline]
    pub fn ge<T: Operand>(&self, a: T, b: T) -> Decision {
        self.decide(a >= b, a, b, Wanted::Loose, Wanted::Strict)
    }

    /// A bool tested by itself, a comparison of identities, a type test, a pattern without operands: the other side is K away.
    #[inline]
    pub const fn flag(&self, holds: bool) -> Decision {
        Decision::observed(holds, Distance::of(self.k))
    }

    /// A relation of your own, which came out as `outcome`: `to_true` tells how far it was from holding, and is asked only if it
    /// did not hold. To make it fail takes K.
    ///
    /// Where it did not hold and the measure sees no difference, it is as near as can be: [`f64::MIN_POSITIVE`].
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
    ///
    /// let numbers = [3, 1, 2];
    /// let descents = || Distance::from(numbers.windows(2).filter(|pair| pair[0] > pair[1]).count() as u32);
    /// let sorted = Rules::DEFAULT.relation(numbers.is_sorted(), descents);
    /// assert_eq!(sorted.to_true().get(), 1.0);
    /// ```
    pub fn relation(&self, outcome: bool, to_true: impl FnOnce() -> Distance) -> Decision {
        Decision::observed(outcome, if outcome { Distance::of(self.k) } else { to_true() })
    }

    /// |a - b| by the metric of these rules, without K: 0 iff the operands are equal, infinite for NaN and for an infinity beside
    /// another value, [`f64::MAX`] where the difference of finite floats overflows; 1 for two different bools.
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// assert_eq!(Rules::DEFAULT.gap('a', 'd').get(), 3.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn gap<T: Operand>(&self, a: T, b: T) -> Distance {
        Distance::of(a.gap(b, self.metric).rounded())
    }

    /// How far `value` is from being `key`: 0 if it is, else as `value == key` is from holding.
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// assert_eq!(Rules::DEFAULT.to_key(7, 7).get(), 0.0);
    /// assert_eq!(Rules::DEFAULT.to_key(3, 7).get(), 5.0); // gap 4, and K
    /// ```
    #[inline]
    #[must_use]
    pub fn to_key<T: Operand>(&self, value: T, key: T) -> Distance {
        self.eq(value, key).to_true()
    }

    /// How far `value` is from lying in `range`: 0 if it does, else the distance of the bound that fails (`value >= start` or
    /// `value <= end`). A range of one value is a key; an empty one, and a NaN, is infinitely far.
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// assert_eq!(Rules::DEFAULT.to_range(i32::MIN, 0..=i32::MAX).get(), 2_147_483_649.0);
    /// assert_eq!(Rules::DEFAULT.to_range('q', '0'..='9').get(), 57.0);
    /// ```
    #[must_use]
    pub fn to_range<T: Operand>(&self, value: T, range: core::ops::RangeInclusive<T>) -> Distance {
        let (start, end) = range.into_inner();
        if start == end {
            self.to_key(value, start)
        } else if start < end {
            self.ge(value, start).to_true().max(self.le(value, end).to_true())
        } else {
            Distance::INFINITE // a NaN bound ends here, too
        }
    }

    #[inline]
    fn decide<T: Operand>(&self, holds: bool, a: T, b: T, to_hold: Wanted, to_fail: Wanted) -> Decision {
        let wanted = if holds { to_fail } else { to_hold };
        Decision::observed(holds, self.distance(a, b, wanted))
    }

    /// How far `a` and `b` are from what is wanted, given that they are not there.
    #[inline]
    pub(super) fn distance<T: Operand>(&self, a: T, b: T, wanted: Wanted) -> Distance {
        match wanted {
            Wanted::Different => Distance::of(self.k),
            Wanted::Equal if matches!(T::CLASS, Class::Bool) => Distance::of(self.k),
            _ => {
                let rule = if matches!(T::CLASS, Class::Float) { self.floats } else { self.integers };
                self.apply(rule, wanted, a.gap(b, self.metric))
            }
        }
    }

    /// The table at [`Rules`].
    #[inline]
    pub(super) fn apply(&self, rule: Published, wanted: Wanted, gap: Gap) -> Distance {
        let plus_k = match wanted {
            Wanted::Different => return Distance::of(self.k),
            Wanted::Equal => rule == Published::Tracey,
            Wanted::Strict => true,
            Wanted::Loose => rule != Published::Korel,
        };
        Distance::of(if plus_k { gap.plus_k(self) } else { gap.rounded() })
    }
}

macro_rules! by_default {
    ($($(#[$doc:meta])* $name:ident)*) => { $(
        $(#[$doc])*
        ///
        /// Under [`Rules::DEFAULT`]; the method of the same name takes any other rules. Never panics; NaN makes the side not
        /// taken infinitely far. Constant time.
        #[inline]
        pub fn $name<T: Operand>(a: T, b: T) -> Decision {
            Rules::DEFAULT.$name(a, b)
        }
    )* };
}

by_default! {
    /// `a == b`?
    ///
    /// ```
    /// use sbst::distance::eq;
    ///
    /// assert_eq!(eq('a', 'd').to_true().get(), 4.0); // gap 3, and K
    /// assert_eq!(eq(0.3, 0.1 + 0.2).to_true().get(), f64::EPSILON / 4.0); // floats: the gap alone
    /// assert!(eq(f64::NAN, f64::NAN).to_true().get().is_infinite());
    /// ```
    eq
    /// `a != b`?
    ///
    /// ```
    /// assert_eq!(sbst::distance::ne(7, 7).to_true().get(), 1.0);
    /// ```
    ne
    /// `a < b`?
    ///
    /// ```
    /// assert_eq!(sbst::distance::lt(u8::MAX, 5).to_true().get(), 251.0);
    /// ```
    lt
    /// `a <= b`?
    ///
    /// ```
    /// assert_eq!(sbst::distance::le(6_i64, 5).to_true().get(), 2.0);
    /// ```
    le
    /// `a > b`?
    ///
    /// ```
    /// assert_eq!(sbst::distance::gt(-0.5, 0.0).to_true().get(), 1.5);
    /// ```
    gt
    /// `a >= b`?
    ///
    /// ```
    /// assert_eq!(sbst::distance::ge(i32::MIN, i32::MAX).to_true().get(), 4_294_967_296.0);
    /// ```
    ge
}

/// A bool tested by itself: the other side is K = 1 away.
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
