//! Values made of values: `Option`, `Result`, enums with payloads, tuples, structs.
//!
//! Another variant is 1 away. The same variant with another payload is nearer: x / (1 + x) of the payload's distance, at most
//! 1 - 2^-53. Fields of a tuple or a struct count x / (1 + x) each, so that no field drowns the others.
//!
//! The trait [`Apart`] tells how far two values of a type are apart; [`eq_by`] takes a closure instead.
//!
//! One of several alternatives is [`collection::contains`](super::collection::contains) for values,
//! [`any`](super::any()) for predicates, [`nearest`] for distances.
//!
//! ```
//! use sbst::distance::structure::eq;
//!
//! let wanted: Result<Option<u8>, ()> = Ok(Some(7));
//! assert_eq!(eq(&Err(()), &wanted).to_true().get(), 1.0);
//! assert_eq!(eq(&Ok(None), &wanted).to_true().get(), 1.0 / 2.0); // 1 away inside the same variant
//! assert_eq!(eq(&Ok(Some(8)), &wanted).to_true().get(), 1.0 / 3.0); // 1 away, two variants deep
//! ```

use super::{Apart, BELOW_ONE, Decision, Distance, Rules};

/// How far a value is from one of another variant.
pub const OTHER_VARIANT: Distance = Distance::of(1.0);

/// How far two values of the same variant are apart whose payloads are `payload` apart: x / (1 + x), at most 1 - 2^-53, so always
/// nearer than [`OTHER_VARIANT`], even if the payload is infinitely far. 0 iff `payload` is 0.
#[must_use]
pub fn same_variant(payload: Distance) -> Distance {
    Distance::of(payload.norm().min(BELOW_ONE))
}

/// How far two values are apart whose fields are these distances apart: the sum of x / (1 + x), at most the number of fields.
///
/// ```
/// use sbst::distance::{Distance, structure::fields};
///
/// assert_eq!(fields([Distance::from(1), Distance::ZERO, Distance::from(3)]).get(), 0.5 + 0.75);
/// ```
#[must_use]
pub fn fields(distances: impl IntoIterator<Item = Distance>) -> Distance {
    Distance::of(distances.into_iter().fold(0.0, |sum, distance| sum + distance.norm()))
}

/// The least of several alternatives' distances; of none: [`Distance::INFINITE`].
#[must_use]
pub fn nearest(alternatives: impl IntoIterator<Item = Distance>) -> Distance {
    alternatives.into_iter().min().unwrap_or(Distance::INFINITE)
}

impl Rules {
    /// `a == b`, for values of any structure; see [`structure::eq`](eq()).
    pub fn equal<T: Apart + PartialEq + ?Sized>(&self, a: &T, b: &T) -> Decision {
        let holds = a == b;
        Decision::observed(holds, if holds { Distance::of(self.k()) } else { a.to_equal(b, self) })
    }

    /// `a == b`, for values whose distance a closure tells; see [`structure::eq_by`](eq_by()).
    pub fn equal_by<T: PartialEq + ?Sized>(&self, a: &T, b: &T, apart: impl FnOnce(&T, &T) -> Distance) -> Decision {
        let holds = a == b;
        Decision::observed(holds, if holds { Distance::of(self.k()) } else { apart(a, b) })
    }
}

/// `a == b`? Under [`Rules::DEFAULT`]; [`Rules::equal`] takes any other rules.
///
/// The outcome is that of `==`; to make them equal: how far they are [apart](Apart); to make them different: K.
///
/// ```
/// use sbst::distance::structure::eq;
///
/// assert_eq!(eq(&(1, 'x'), &(4, 'y')).to_true().get(), 3.0 / 4.0 + 1.0 / 2.0);
/// assert!(eq(&Some("on"), &Some("on")).holds());
/// assert_eq!(eq(&5, &9).to_true().get(), 5.0); // a number by itself: as the comparators do, gap 4 and K
/// ```
pub fn eq<T: Apart + PartialEq + ?Sized>(a: &T, b: &T) -> Decision {
    Rules::DEFAULT.equal(a, b)
}

/// `a == b`? The closure tells how far apart they are; it is asked only if they differ. Under [`Rules::DEFAULT`];
/// [`Rules::equal_by`] takes any other rules.
///
/// ```
/// use sbst::distance::{Distance, structure::eq_by};
///
/// let hue = |a: &u32, b: &u32| Distance::from(a.abs_diff(*b).min(360 - a.abs_diff(*b))); // a circle
/// assert_eq!(eq_by(&350, &10, hue).to_true().get(), 20.0);
/// ```
pub fn eq_by<T: PartialEq + ?Sized>(a: &T, b: &T, apart: impl FnOnce(&T, &T) -> Distance) -> Decision {
    Rules::DEFAULT.equal_by(a, b, apart)
}

impl<T: Apart> Apart for Option<T> {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Some(a), Some(b)) => same_variant(a.apart(b, rules)),
            (None, None) => Distance::ZERO,
            _ => OTHER_VARIANT,
        }
    }
}

impl<T: Apart, E: Apart> Apart for Result<T, E> {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Ok(a), Ok(b)) => same_variant(a.apart(b, rules)),
            (Err(a), Err(b)) => same_variant(a.apart(b, rules)),
            _ => OTHER_VARIANT,
        }
    }
}

macro_rules! tuples {
    ($( $($field:ident $number:tt)* ; )*) => { $(
        impl<$($field: Apart),*> Apart for ($($field,)*) {
            fn apart(&self, _other: &Self, _rules: &Rules) -> Distance {
                fields([$( self.$number.apart(&_other.$number, _rules) ),*])
            }
        }
    )* };
}

tuples! {
    ;
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
}
