//! Values made of values: `Option`, `Result`, enums with payloads, tuples, structs.
//!
//! Another variant is 1 away. The same variant with another payload is nearer: x / (1 + x) of the payload's distance, at most
//! 1 - 2^-53. Fields of a tuple or a struct count x / (1 + x) each, so that no field drowns the others.
//!
//! The trait [`EqualityDistance`] tells how far two values of a type are apart; [`eq_by`] takes a closure instead, and [`option_by`],
//! [`slice_by`], [`same_variant`] and [`fields`] are what closures of nested values are made of.
//!
//! One of several alternatives is [`collection::contains`](super::collection::contains) for values,
//! [`any`](super::any()) for predicates, [`least`] for distances.
//!
//! ```
//! use sbst::distance::structure::eq;
//!
//! let wanted: Result<Option<u8>, ()> = Ok(Some(7));
//! assert_eq!(eq(&Err(()), &wanted).to_true().get(), 1.0);
//! assert_eq!(eq(&Ok(None), &wanted).to_true().get(), 1.0 / 2.0); // 1 away inside the same variant
//! assert_eq!(eq(&Ok(Some(8)), &wanted).to_true().get(), 1.0 / 3.0); // 1 away, two variants deep
//! ```

use super::alignment::aligned;
use super::{BELOW_ONE, Decision, Distance, EqualityDistance, Rules};
use alloc::collections::{BTreeMap, BTreeSet};
use core::cmp::Ordering;

/// How far a value is from one of another variant.
///
/// ```
/// use sbst::distance::structure::{OTHER_VARIANT, eq};
///
/// assert_eq!(eq(&Some(3), &None).to_true(), OTHER_VARIANT);
/// ```
pub const OTHER_VARIANT: Distance = Distance::of(1.0);

/// How far two values of the same variant are apart whose payloads are `payload` apart: x / (1 + x), at most 1 - 2^-53, so always
/// nearer than [`OTHER_VARIANT`], even if the payload is infinitely far. 0 iff `payload` is 0.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::distance::structure::{OTHER_VARIANT, same_variant};
///
/// assert_eq!(same_variant(Distance::from(3)).get(), 0.75);
/// assert!(same_variant(Distance::INFINITE) < OTHER_VARIANT); // still nearer than another variant
/// ```
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
///
/// ```
/// use sbst::distance::{Distance, structure::least};
///
/// assert_eq!(least([3, 1, 2].map(Distance::from)), Distance::from(1));
/// ```
#[must_use]
pub fn least(alternatives: impl IntoIterator<Item = Distance>) -> Distance {
    alternatives.into_iter().min().unwrap_or(Distance::INFINITE)
}

/// How far two options are apart whose payloads a closure measures: as parts of something, as in [`EqualityDistance::apart`].
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::distance::structure::{eq_by, option_by};
///
/// #[derive(PartialEq)]
/// struct Date(i32); // of another crate, say: days since some day
///
/// let days = |a: &Date, b: &Date| Distance::from(a.0.abs_diff(b.0));
/// let due = |a, b| eq_by(&a, &b, |a, b| option_by(a, b, days));
/// assert_eq!(due(Some(Date(3)), Some(Date(4))).to_true().get(), 0.5);
/// assert_eq!(due(Some(Date(3)), None).to_true().get(), 1.0);
/// ```
#[must_use]
pub fn option_by<T>(a: &Option<T>, b: &Option<T>, apart: impl FnOnce(&T, &T) -> Distance) -> Distance {
    match (a, b) {
        (Some(a), Some(b)) => same_variant(apart(a, b)),
        (None, None) => Distance::ZERO,
        _ => OTHER_VARIANT,
    }
}

/// How far two slices are apart whose elements a closure measures: x / (1 + x) of each, and the difference of the lengths.
///
/// ```
/// use sbst::distance::{Distance, structure::slice_by};
///
/// let bits = |a: &u8, b: &u8| Distance::from((a ^ b).count_ones());
/// assert_eq!(slice_by(&[0b100, 7], &[0b011], bits).get(), 3.0 / 4.0 + 1.0);
/// ```
#[must_use]
pub fn slice_by<T>(a: &[T], b: &[T], apart: impl Fn(&T, &T) -> Distance) -> Distance {
    aligned(a, b, apart)
}

impl Rules {
    /// `a == b`, for values of any structure; see [`structure::eq`](eq()).
    pub fn equal<T: EqualityDistance + PartialEq + ?Sized>(&self, a: &T, b: &T) -> Decision {
        self.relation(a == b, || a.to_equal(b, self))
    }

    /// `a == b`, for values whose distance a closure tells; see [`structure::eq_by`](eq_by()).
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
    ///
    /// let rules = Rules::DEFAULT.with_k(0.5)?;
    /// let days = |a: &u32, b: &u32| Distance::from(a.abs_diff(*b));
    /// assert_eq!(rules.equal_by(&20, &23, days).to_true().get(), 3.0); // as the closure says
    /// assert_eq!(rules.equal_by(&20, &20, days).to_false().get(), 0.5); // K
    /// # Ok::<(), sbst::distance::RulesError>(())
    /// ```
    pub fn equal_by<T: PartialEq + ?Sized>(&self, a: &T, b: &T, apart: impl FnOnce(&T, &T) -> Distance) -> Decision {
        self.relation(a == b, || apart(a, b))
    }
}

/// `a == b`? Under [`Rules::DEFAULT`]; [`Rules::equal`] takes any other rules.
///
/// The outcome is that of `==`; to make them equal: how far they are [apart](EqualityDistance); to make them different: K.
///
/// ```
/// use sbst::distance::structure::eq;
///
/// assert_eq!(eq(&(1, 'x'), &(4, 'y')).to_true().get(), 3.0 / 4.0 + 1.0 / 2.0);
/// assert!(eq(&Some("on"), &Some("on")).holds());
/// assert_eq!(eq(&5, &9).to_true().get(), 5.0); // a number by itself: as the comparators do, gap 4 and K
/// assert_eq!(eq(&(5,), &(9,)).to_true().get(), 4.0 / 5.0); // a part
/// ```
pub fn eq<T: EqualityDistance + PartialEq + ?Sized>(a: &T, b: &T) -> Decision {
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

impl<T: EqualityDistance> EqualityDistance for Option<T> {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        option_by(self, other, |a, b| a.apart(b, rules))
    }
}

/// Different orderings are different variants.
impl EqualityDistance for Ordering {
    fn apart(&self, other: &Self, _: &Rules) -> Distance {
        if self == other { Distance::ZERO } else { OTHER_VARIANT }
    }
}

impl<T: EqualityDistance, E: EqualityDistance> EqualityDistance for Result<T, E> {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Ok(a), Ok(b)) => same_variant(a.apart(b, rules)),
            (Err(a), Err(b)) => same_variant(a.apart(b, rules)),
            _ => OTHER_VARIANT,
        }
    }
}

impl<T: Ord> EqualityDistance for BTreeSet<T> {
    fn apart(&self, other: &Self, _: &Rules) -> Distance {
        Distance::count(self.symmetric_difference(other).count())
    }
}

impl<K: Ord, V: EqualityDistance> EqualityDistance for BTreeMap<K, V> {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        let common = || self.iter().filter_map(|(key, a)| Some((a, other.get(key)?)));
        let alone = self.len() + other.len() - 2 * common().count();
        fields(common().map(|(a, b)| a.apart(b, rules))) + Distance::count(alone)
    }
}

macro_rules! tuples {
    ($( $($field:ident $number:tt)* ; )*) => { $(
        impl<$($field: EqualityDistance),*> EqualityDistance for ($($field,)*) {
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
    A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11;
}
