//! Values that are made of values: `Option`, `Result`, enums with payloads, tuples, structs.
//!
//! | you want to | use |
//! |---|---|
//! | compare such values | [`eq()`](super::eq()) |
//! | give your own enum or struct a distance | [`EqualityDistance`], with [`same_variant`] and [`fields`] |
//! | compare values of other crates by a closure | [`By`](super::By) |
//! | make a decision of any distance | [`Rules::relation`] |
//! | accept one of several values | [`collection::contains`](super::collection::contains) |
//! | accept one of several predicates | [`any`](super::any()) |
//!
//! ```
//! use sbst_distance::{By, Distance, eq};
//!
//! let wanted: Result<Option<u8>, ()> = Ok(Some(7));
//! assert_eq!(eq(&Err(()), &wanted).to_true().get(), 1.0);
//! // 1 away inside the same variant
//! assert_eq!(eq(&Ok(None), &wanted).to_true().get(), 1.0 / 2.0);
//! // 1 away, two variants deep
//! assert_eq!(eq(&Ok(Some(8)), &wanted).to_true().get(), 1.0 / 3.0);
//!
//! // `None` is less than any `Some`; payloads decide below 1.
//! assert_eq!(sbst_distance::gt(&None, &Some(3)).to_true().get(), 1.0);
//! assert_eq!(sbst_distance::gt(&Some(2), &Some(3)).to_true().get(), 2.0 / 3.0);
//!
//! // A payload of another crate, for example days since some day.
//! #[derive(PartialEq)]
//! struct Date(i32);
//!
//! let days = |a: &Date, b: &Date| Distance::from(a.0.abs_diff(b.0));
//! let due = |day: Option<Date>| day.map(|day| By(day, days));
//! assert_eq!(eq(due(Some(Date(3))), due(Some(Date(4)))).to_true().get(), 0.5);
//! assert_eq!(eq(due(Some(Date(3))), due(None)).to_true().get(), 1.0);
//! ```
//!
//! # Definition
//!
//! The distance to a value of another variant is 1. The distance to a value of the same variant
//! with another payload is x / (1 + x) of the payload's distance x, at most 1 - 2^-53. Each field
//! of a tuple or a struct counts x / (1 + x), so that no field hides the others.
//!
//! If you measure one of several alternatives yourself, take the least of their distances, or
//! [`Distance::INFINITE`] if there is none.

use super::{BELOW_ONE, Distance, EqualityDistance, OrderDistance, Rules};
use alloc::collections::{BTreeMap, BTreeSet};
use core::cmp::Ordering;

/// Distance to a value of another variant: 1.
///
/// ```
/// use sbst_distance::{eq, structure::OTHER_VARIANT};
///
/// assert_eq!(eq(Some(3), None).to_true(), OTHER_VARIANT);
/// ```
pub const OTHER_VARIANT: Distance = Distance::of(1.0);

/// Returns the distance of two values of the same variant whose payloads are `payload` apart.
///
/// It is x / (1 + x), at most 1 - 2^-53. So it is always less than [`OTHER_VARIANT`], even if the
/// payload is infinitely far. It is 0 if and only if `payload` is 0.
///
/// ```
/// use sbst_distance::Distance;
/// use sbst_distance::structure::{OTHER_VARIANT, same_variant};
///
/// assert_eq!(same_variant(Distance::from(3)).get(), 0.75);
/// // still nearer than another variant
/// assert!(same_variant(Distance::INFINITE) < OTHER_VARIANT);
/// ```
#[must_use]
pub fn same_variant(payload: Distance) -> Distance {
    // An infinite payload has the norm 1, and would look like another variant.
    Distance::of(payload.norm().min(BELOW_ONE))
}

/// Returns the distance of two values whose fields are these distances apart.
///
/// It is the sum of x / (1 + x), at most the number of fields. Without fields it is 0.
///
/// ```
/// use sbst_distance::{Distance, structure::fields};
///
/// assert_eq!(
///     fields([Distance::from(1), Distance::ZERO, Distance::from(3)]).get(),
///     0.5 + 0.75
/// );
/// ```
#[must_use]
pub fn fields(distances: impl IntoIterator<Item = Distance>) -> Distance {
    Distance::of(distances.into_iter().fold(0.0, |sum, distance| sum + distance.norm()))
}

impl<T: EqualityDistance> EqualityDistance for Option<T> {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Some(a), Some(b)) => same_variant(a.apart(b, rules)),
            (None, None) => Distance::ZERO,
            _ => OTHER_VARIANT,
        }
    }
}

/// Compares as the standard library does: `None` is less than any `Some`. The distance is 1 if a
/// value must become another variant, and below 1 if the payloads decide.
impl<T: OrderDistance> OrderDistance for Option<T> {
    fn to_less(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Some(a), Some(b)) => same_variant(a.to_less(b, rules)),
            _ => OTHER_VARIANT,
        }
    }
    fn to_at_most(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Some(a), Some(b)) => same_variant(a.to_at_most(b, rules)),
            _ => OTHER_VARIANT,
        }
    }
}

/// Treats different orderings as different variants.
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
        // Each common key is in both lengths.
        let alone = self.len() + other.len() - 2 * common().count();
        fields(common().map(|(a, b)| a.apart(b, rules))) + Distance::count(alone)
    }
}

macro_rules! tuples {
    ($( $($field:ident $number:tt)* ; )*) => { $(
        impl<$($field: EqualityDistance),*> EqualityDistance for ($($field,)*) {
            fn apart(&self, _other: &Self, _rules: &Rules) -> Distance {
                // The sum over all fields: any change of a field towards its partner is progress.
                fields([$( self.$number.apart(&_other.$number, _rules) ),*])
            }
        }

        /// Compares by the first fields that differ.
        impl<$($field: OrderDistance),*> OrderDistance for ($($field,)*) {
            fn to_less(&self, _other: &Self, rules: &Rules) -> Distance {
                // The first field that differs decides the order, so a change of a later one is no
                // progress.
                $( if self.$number != _other.$number {
                    return self.$number.to_less(&_other.$number, rules);
                } )*
                // All fields are equal, and `<` is strict: K.
                Distance::of(rules.k())
            }
            fn to_at_most(&self, _other: &Self, _rules: &Rules) -> Distance {
                $( if self.$number != _other.$number {
                    return self.$number.to_at_most(&_other.$number, _rules);
                } )*
                Distance::ZERO
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
