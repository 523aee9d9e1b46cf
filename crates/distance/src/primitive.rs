//! Primitive numbers, `char`, `bool`, `Duration`, pointers, texts and sequences as operands.

use super::alignment::{aligned, first_difference};
use super::compare::Wanted;
use super::integer::{Gap, Measured};
use super::{
    Distance, EqualityDistance, FloatMetric, Integer, Neighbours, OperandKind, OrderDistance, Rules,
};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

macro_rules! equalities {
    ($kind:ident: $($type:ty)*) => { $(
        impl EqualityDistance for $type {
            const KIND: OperandKind = OperandKind::$kind;
            #[inline]
            fn apart(&self, other: &Self, rules: &Rules) -> Distance {
                Distance::of(Measured::gap(*self, *other, rules.metric).rounded())
            }
            #[inline]
            fn to_equal(&self, other: &Self, rules: &Rules) -> Distance {
                // Not `of_kind` on a rounded gap: K is added to the exact gap, and the sum is
                // rounded once.
                rules.of_gap(Self::KIND, Wanted::Equal, Measured::gap(*self, *other, rules.metric))
            }
        }
    )* };
}

equalities! { Integer: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char Integer Duration }
equalities! { Real: f32 f64 }

/// Two bools are equal or K apart: there is no gap to which K could be added.
impl EqualityDistance for bool {
    const KIND: OperandKind = OperandKind::Integer;
    #[inline]
    fn apart(&self, other: &Self, _: &Rules) -> Distance {
        Distance::from(u32::from(self != other))
    }
    #[inline]
    fn to_equal(&self, _: &Self, rules: &Rules) -> Distance {
        Distance::of(rules.k)
    }
}

macro_rules! orders {
    ($($type:ty)*) => { $(
        impl OrderDistance for $type {
            #[inline]
            fn to_less(&self, other: &Self, rules: &Rules) -> Distance {
                rules.of_gap(Self::KIND, Wanted::Strict, Measured::gap(*self, *other, rules.metric))
            }
            #[inline]
            fn to_at_most(&self, other: &Self, rules: &Rules) -> Distance {
                rules.of_gap(Self::KIND, Wanted::Loose, Measured::gap(*self, *other, rules.metric))
            }
        }
    )* };
}

orders! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char bool Integer Duration f32 f64 }

// Of each type, the gap between two values, and how to come to the next value above and below.
macro_rules! steps {
    ($($type:ty: |$a:ident, $b:ident| $gap:expr, $above:expr, $below:expr;)*) => { $(
        impl Measured for $type {
            #[inline]
            fn gap($a: Self, $b: Self, _: FloatMetric) -> Gap {
                $gap
            }
        }

        impl Neighbours for $type {
            fn above(&self) -> Option<Self> {
                $above(*self)
            }
            fn below(&self) -> Option<Self> {
                $below(*self)
            }
        }
    )* };
}

macro_rules! integers {
    (narrow: $($narrow:ty)*; wide: $($wide:ty)*) => {
        steps! {
            $( $narrow: |a, b| Gap::Rounded(a.abs_diff(b).into()),
                |x: Self| x.checked_add(1), |x: Self| x.checked_sub(1); )*
            $( $wide: |a, b| Gap::Whole(a.abs_diff(b) as u128),
                |x: Self| x.checked_add(1), |x: Self| x.checked_sub(1); )*
        }
    };
}

integers! { narrow: u8 u16 u32 i8 i16 i32; wide: u64 u128 usize i64 i128 isize }

/// The step between durations.
const NANOSECOND: Duration = Duration::from_nanos(1);

steps! {
    Integer: |a, b| a.gap_to(b), |x: Self| x.step(true), |x: Self| x.step(false);
    // Nanoseconds fit 128 bits.
    Duration: |a, b| Gap::Whole(a.abs_diff(b).as_nanos()),
        |x: Self| x.checked_add(NANOSECOND), |x: Self| x.checked_sub(NANOSECOND);
    // Surrogates are skipped.
    char: |a, b| Gap::Rounded(u32::from(a).abs_diff(u32::from(b)).into()),
        |x: Self| (x..=Self::MAX).nth(1), |x: Self| (Self::MIN..=x).nth_back(1);
    // As 0 and 1, for the order.
    bool: |a, b| Gap::Rounded(u8::from(a != b).into()),
        |x: Self| (!x).then_some(true), |x: Self| x.then_some(false);
}

/// Counts the steps from one representable value to another one; for numbers that are not NaN.
pub(super) trait Steps {
    /// Returns the number of steps. Neighbours are 1 apart, and the two zeros 0.
    fn steps_to(self, other: Self) -> u64;
}

macro_rules! floats {
    ($($type:ty, $bits:ty);*) => { $(
        impl Steps for $type {
            fn steps_to(self, other: Self) -> u64 {
                // The bits of positive floats are in the order of the floats. Negative numbers
                // count downwards from 0, so that neighbours stay neighbours across 0, and both
                // zeros are 0.
                let steps = |x: Self| {
                    let magnitude = x.abs().to_bits() as $bits;
                    if x.is_sign_negative() { -magnitude } else { magnitude }
                };
                u64::from(steps(self).abs_diff(steps(other)))
            }
        }

        impl Measured for $type {
            #[inline]
            fn gap(a: Self, b: Self, metric: FloatMetric) -> Gap {
                if a == b {
                    return Gap::Rounded(0.0); // equal infinities, whose difference is NaN
                }
                // One is infinite or NaN: no number of steps or units is known to lead to the
                // other.
                if !(a.is_finite() && b.is_finite()) {
                    return Gap::Rounded(f64::INFINITY);
                }
                match metric {
                    // The difference of finite f64 may overflow; it stays finite.
                    FloatMetric::Absolute => Gap::Rounded((f64::from(a) - f64::from(b)).abs().min(f64::MAX)),
                    FloatMetric::Ulps => Gap::Whole(a.steps_to(b).into()),
                }
            }
        }

        impl Neighbours for $type {
            fn above(&self) -> Option<Self> {
                (*self != Self::INFINITY).then(|| self.next_up())
            }
            fn below(&self) -> Option<Self> {
                (*self != Self::NEG_INFINITY).then(|| self.next_down())
            }
        }
    )* };
}

floats! { f32, i32; f64, i64 }

// Pointers, text and sequences as operands, measured by their contents.

macro_rules! pointers {
    ($($type:ty, $owned:path);*) => { $(
        impl<T: EqualityDistance + $owned + ?Sized> EqualityDistance for $type {
            // Every method is forwarded, also those with a default: the contents may override it.
            const KIND: OperandKind = T::KIND;
            #[inline]
            fn apart(&self, other: &Self, rules: &Rules) -> Distance {
                T::apart(self, other, rules)
            }
            #[inline]
            fn to_equal(&self, other: &Self, rules: &Rules) -> Distance {
                T::to_equal(self, other, rules)
            }
        }

        impl<T: OrderDistance + $owned + ?Sized> OrderDistance for $type {
            #[inline]
            fn to_less(&self, other: &Self, rules: &Rules) -> Distance {
                T::to_less(self, other, rules)
            }
            #[inline]
            fn to_at_most(&self, other: &Self, rules: &Rules) -> Distance {
                T::to_at_most(self, other, rules)
            }
        }
    )* };
}

/// A trait of every type, for the pointers whose contents need no other bound.
trait Any {}
impl<T: ?Sized> Any for T {}

pointers! { &T, Any; Box<T>, Any; Rc<T>, Any; Cow<'_, T>, ToOwned }
#[cfg(target_has_atomic = "ptr")]
pointers! { Arc<T>, Any }

/// Returns the distance between two texts: the user's, or position by position.
fn between_texts(a: &str, b: &str, rules: &Rules) -> Distance {
    match rules.texts {
        Some(texts) => texts.apart(a, b),
        None => aligned(a.chars(), b.chars(), |a, b| a.apart(&b, rules)),
    }
}

/// Returns the distance between two sequences, position by position.
fn between_elements<'a, T: EqualityDistance + 'a>(
    a: impl IntoIterator<Item = &'a T>,
    b: impl IntoIterator<Item = &'a T>,
    rules: &Rules,
) -> Distance {
    aligned(a, b, |a, b| a.apart(b, rules))
}

// Of each type, how its elements are read, and the distance between two values. `T` is the type of
// the elements if it can be any.
macro_rules! sequences {
    ($([$($item:ident)? $(, $($generics:tt)*)?] $type:ty, $elements:ident, $between:ident;)*) => { $(
        impl<$($item: EqualityDistance,)? $($($generics)*)?> EqualityDistance for $type {
            fn apart(&self, other: &Self, rules: &Rules) -> Distance {
                $between(self, other, rules)
            }
        }

        /// Compares by the first elements that differ, or by the lengths if none differ.
        impl<$($item: OrderDistance,)? $($($generics)*)?> OrderDistance for $type {
            fn to_less(&self, other: &Self, rules: &Rules) -> Distance {
                first_difference(self.$elements(), other.$elements(), rules, Wanted::Strict)
            }
            fn to_at_most(&self, other: &Self, rules: &Rules) -> Distance {
                first_difference(self.$elements(), other.$elements(), rules, Wanted::Loose)
            }
        }
    )* };
}

sequences! {
    [T] [T], iter, between_elements;
    [T, const N: usize] [T; N], iter, between_elements;
    [T] Vec<T>, iter, between_elements;
    [T] VecDeque<T>, iter, between_elements;
    [] str, chars, between_texts;
    [] String, chars, between_texts;
}
