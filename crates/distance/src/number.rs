//! Numbers of other crates as operands, by the traits of `num-traits`.

use super::{Distance, EqualityDistance, OperandKind, OrderDistance, Rules};
use core::cmp::Ordering;
use core::fmt;
use num_traits::{CheckedSub, ToPrimitive};

macro_rules! adapters {
    ($($(#[$doc:meta])* $name:ident is $kind:ident)*) => { $(
        $(#[$doc])*
        ///
        /// The type needs an order, and `CheckedSub` and `ToPrimitive` of `num-traits`. The gap is
        /// the difference of the greater and the lesser number, rounded once to `f64`. It is exact
        /// within the precision of `f64`, 0 only if the numbers are equal, and never smaller for a
        /// larger gap. It is at most [`f64::MAX`].
        ///
        /// If the type cannot hold the difference, both numbers are rounded and then subtracted.
        /// Gaps that agree in their first 52 bits may then swap. The gap is infinite for numbers
        /// without an order, such as NaN, and for differences that the type cannot convert to
        /// `f64`.
        #[derive(Debug, PartialEq, PartialOrd)]
        pub struct $name<'a, T: ?Sized>(pub &'a T);

        impl<T: PartialOrd + CheckedSub + ToPrimitive> EqualityDistance for $name<'_, T> {
            const KIND: OperandKind = OperandKind::$kind;
            fn apart(&self, other: &Self, _: &Rules) -> Distance {
                gap(self.0, other.0)
            }
        }

        impl<T: PartialOrd + CheckedSub + ToPrimitive> OrderDistance for $name<'_, T> {}

        impl<T: ?Sized> Clone for $name<'_, T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T: ?Sized> Copy for $name<'_, T> {}

        impl<T: fmt::Display + ?Sized> fmt::Display for $name<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )* };
}

adapters! {
    /// An integer of another crate as an operand of the comparators, such as a big integer or an
    /// integer of 256 bits.
    ///
    /// ```
    /// use num_bigint::BigInt;
    /// use sbst_distance::{Whole, eq, lt};
    ///
    /// let (a, b) =
    ///     (BigInt::from(1) << 200_u32, BigInt::from(7) + (BigInt::from(1) << 200_u32));
    /// assert_eq!(eq(Whole(&a), Whole(&b)).to_true().get(), 8.0); // gap 7, and K
    /// assert!(lt(Whole(&a), Whole(&b)).holds());
    /// ```
    Whole is Integer
    /// A fraction, a decimal or a fixed-point number of another crate as an operand of the
    /// comparators.
    ///
    /// ```
    /// use num_rational::Ratio;
    /// use sbst_distance::{Real, eq, lt};
    ///
    /// let (third, half) = (Ratio::new(1, 3), Ratio::new(1, 2));
    /// // as for floats, the gap alone
    /// assert_eq!(eq(Real(&third), Real(&half)).to_true().get(), 1.0 / 6.0);
    /// // gap, and K
    /// assert_eq!(lt(Real(&half), Real(&third)).to_true().get(), 1.0 / 6.0 + 1.0);
    /// ```
    Real is Real
}

/// Returns the gap between two numbers, rounded to `f64`.
fn gap<T: PartialOrd + CheckedSub + ToPrimitive>(a: &T, b: &T) -> Distance {
    let (greater, lesser) = match a.partial_cmp(b) {
        Some(Ordering::Equal) => return Distance::ZERO,
        Some(Ordering::Greater) => (a, b),
        Some(Ordering::Less) => (b, a),
        None => return Distance::INFINITE,
    };
    // Subtract first and round afterwards: of two rounded numbers, the difference may be 0 although
    // they differ. If the type has no room for the difference, there is no better way.
    let difference = match greater.checked_sub(lesser) {
        Some(difference) => difference.to_f64(),
        None => greater.to_f64().zip(lesser.to_f64()).map(|(greater, lesser)| greater - lesser),
    };
    match difference {
        // The numbers differ, so the gap is positive even if it vanishes in f64, and finite even if
        // it overflows f64.
        Some(difference) if !difference.is_nan() => {
            Distance::of(difference.abs().clamp(Distance::SMALLEST.get(), f64::MAX))
        }
        _ => Distance::INFINITE,
    }
}
