//! How far two values are apart, whatever they are made of: numbers, text, sequences, options, variants, tuples.

use super::alignment::aligned;
use super::{Distance, Integer, Rules};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

/// Values that are some distance apart: implemented for all operands of the comparators, text, sequences, sets and maps of `alloc`,
/// `Option`, `Result`, tuples, boxes, `Rc`, `Arc`, `Cow` and references; yours to implement for a type of the program under test.
///
/// An implementation returns 0 iff the values are equal, and the same whichever value comes first. (A last arm `_ => OTHER_VARIANT`
/// is wrong for two equal values of a variant that is added later: the outcome would still be right, the distance of what contains
/// them not.)
///
/// | type | distance |
/// |---|---|
/// | number, char, bool, `Duration` | the gap, without K: [`Rules::gap`] |
/// | `Option`, `Result`, enum | another variant: 1; the same with another payload: below 1, by the payload ([`same_variant`]) |
/// | tuple, struct | sum of x / (1 + x) over the fields ([`fields`]) |
/// | text, slice, array, `Vec`, `VecDeque` | sum of x / (1 + x) over the common positions, and the difference of the lengths |
/// | `BTreeSet` | size of the symmetric difference |
/// | `BTreeMap` | number of keys that only one has, and x / (1 + x) of the values of each common key |
///
/// [`same_variant`]: super::structure::same_variant
/// [`fields`]: super::structure::fields
///
/// ```
/// use sbst::distance::structure::{OTHER_VARIANT, eq, fields, same_variant};
/// use sbst::distance::{EqualityDistance, Distance, Rules};
///
/// #[derive(PartialEq)]
/// enum Shape {
///     Point,
///     Circle(f64),
///     Box { width: u32, height: u32 },
/// }
///
/// impl EqualityDistance for Shape {
///     fn apart(&self, other: &Self, rules: &Rules) -> Distance {
///         use Shape::{Box, Circle, Point};
///         match (self, other) {
///             (Point, Point) => Distance::ZERO,
///             (Circle(a), Circle(b)) => same_variant(a.apart(b, rules)),
///             (Box { width: a, height: b }, Box { width: c, height: d }) => {
///                 same_variant(fields([a.apart(c, rules), b.apart(d, rules)]))
///             }
///             _ => OTHER_VARIANT,
///         }
///     }
/// }
///
/// let wanted = Shape::Box { width: 3, height: 4 };
/// let distance = |shape: Shape| eq(&shape, &wanted).to_true();
/// assert_eq!(distance(Shape::Point).get(), 1.0);
/// assert!(distance(Shape::Box { width: 3, height: 9 }) < distance(Shape::Box { width: 30, height: 9 }));
/// assert!(distance(Shape::Box { width: 30, height: 9 }) < distance(Shape::Circle(2.0)));
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing tells how far two `{Self}` are apart",
    note = "implement `EqualityDistance` (one method), or use a closure: `structure::eq_by`, or `by` of `Sequences`, `Collections`, `Texts`",
    note = "for values without parts: `flag(a == b)`"
)]
pub trait EqualityDistance {
    /// How far `self` is from `other` where it is a part of something: an element, a payload, a field.
    fn apart(&self, other: &Self, rules: &Rules) -> Distance;

    /// How far `self == other` is from holding where it stands by itself: what an operand of `==` or a member of a collection
    /// counts. Numbers add K as the rules tell; all else counts as it does as a part.
    ///
    /// ```
    /// use sbst::distance::{EqualityDistance, Rules};
    ///
    /// assert_eq!(5.apart(&9, &Rules::DEFAULT).get(), 4.0); // as an element of a list, say
    /// assert_eq!(5.to_equal(&9, &Rules::DEFAULT).get(), 5.0); // as an operand of `==`: and K
    /// ```
    fn to_equal(&self, other: &Self, rules: &Rules) -> Distance {
        self.apart(other, rules)
    }
}

macro_rules! operands {
    ($($type:ty)*) => { $(
        impl EqualityDistance for $type {
            fn apart(&self, other: &Self, rules: &Rules) -> Distance {
                rules.gap(*self, *other)
            }
            fn to_equal(&self, other: &Self, rules: &Rules) -> Distance {
                rules.eq(*self, *other).to_true()
            }
        }
    )* };
}

operands! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 char bool Integer Duration }

macro_rules! pointers {
    ($($type:ty),*) => { $(
        impl<T: EqualityDistance + ?Sized> EqualityDistance for $type {
            fn apart(&self, other: &Self, rules: &Rules) -> Distance {
                T::apart(self, other, rules)
            }
            fn to_equal(&self, other: &Self, rules: &Rules) -> Distance {
                T::to_equal(self, other, rules)
            }
        }
    )* };
}

pointers! { &T, Box<T>, Rc<T> }
#[cfg(target_has_atomic = "ptr")]
pointers! { Arc<T> }

impl<T: EqualityDistance + ToOwned + ?Sized> EqualityDistance for Cow<'_, T> {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        T::apart(self, other, rules)
    }
    fn to_equal(&self, other: &Self, rules: &Rules) -> Distance {
        T::to_equal(self, other, rules)
    }
}

impl<T: EqualityDistance> EqualityDistance for [T] {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        aligned(self, other, |a, b| a.apart(b, rules))
    }
}

impl<T: EqualityDistance, const N: usize> EqualityDistance for [T; N] {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        aligned(self, other, |a, b| a.apart(b, rules))
    }
}

impl<T: EqualityDistance> EqualityDistance for Vec<T> {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        aligned(self, other, |a, b| a.apart(b, rules))
    }
}

impl<T: EqualityDistance> EqualityDistance for VecDeque<T> {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        aligned(self, other, |a, b| a.apart(b, rules))
    }
}

impl EqualityDistance for str {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        aligned(self.chars(), other.chars(), |a, b| rules.gap(a, b))
    }
}

impl EqualityDistance for String {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        str::apart(self, other, rules)
    }
}
