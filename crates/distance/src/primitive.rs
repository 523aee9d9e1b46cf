//! Primitive numbers, `char`, `bool`, `Duration`, pointers, texts and sequences as operands.

use super::alignment::{aligned, first_difference};
use super::compare::Wanted;
use super::integer::{Class, Gap, Measured};
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

macro_rules! operands {
    ($($type:ty)*) => { $(
        impl EqualityDistance for $type {
            const KIND: OperandKind =
                if matches!(<$type as Measured>::CLASS, Class::Float) { OperandKind::Real } else { OperandKind::Integer };
            #[inline]
            fn apart(&self, other: &Self, rules: &Rules) -> Distance {
                Distance::of(self.gap(*other, rules.metric).rounded())
            }
            #[inline]
            fn to_equal(&self, other: &Self, rules: &Rules) -> Distance {
                // Not `of_kind` on a rounded gap: K is added to the exact gap, and the sum is
                // rounded once.
                rules.distance(*self, *other, Wanted::Equal)
            }
        }

        impl OrderDistance for $type {
            #[inline]
            fn to_less(&self, other: &Self, rules: &Rules) -> Distance {
                rules.distance(*self, *other, Wanted::Strict)
            }
            #[inline]
            fn to_at_most(&self, other: &Self, rules: &Rules) -> Distance {
                rules.distance(*self, *other, Wanted::Loose)
            }
        }
    )* };
}

operands! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 char bool Integer Duration }

macro_rules! integers {
    ($($type:ty => $gap:expr),* $(,)?) => { $(
        impl Measured for $type {
            const CLASS: Class = Class::Integer;
            #[inline]
            fn gap(self, other: Self, _: FloatMetric) -> Gap {
                $gap(self.abs_diff(other))
            }
        }

        impl Neighbours for $type {
            fn above(&self) -> Option<Self> {
                self.checked_add(1)
            }
            fn below(&self) -> Option<Self> {
                self.checked_sub(1)
            }
        }
    )* };
}

integers! {
    u8 => narrow, u16 => narrow, u32 => narrow, u64 => wide, u128 => Gap::Whole, usize => wide_size,
    i8 => narrow, i16 => narrow, i32 => narrow, i64 => wide, i128 => Gap::Whole, isize => wide_size,
}

#[inline]
/// Creates a gap that f64 holds exactly.
fn narrow(gap: impl Into<f64>) -> Gap {
    Gap::Narrow(gap.into())
}

#[inline]
/// Creates a gap of up to 64 bits.
fn wide(gap: u64) -> Gap {
    Gap::Whole(u128::from(gap))
}

#[inline]
/// Creates a gap between sizes, for which there is no `From` conversion.
fn wide_size(gap: usize) -> Gap {
    Gap::Whole(gap as u128)
}

impl Measured for Integer {
    const CLASS: Class = Class::Integer;
    fn gap(self, other: Self, _: FloatMetric) -> Gap {
        let (gap, overflow) = self.gap_to(other);
        // i128 and u128 together span more than 2^128.
        if overflow { Gap::Overflow(gap) } else { Gap::Whole(gap) }
    }
}

impl Neighbours for Integer {
    fn above(&self) -> Option<Self> {
        self.step(true)
    }
    fn below(&self) -> Option<Self> {
        self.step(false)
    }
}

impl Measured for Duration {
    const CLASS: Class = Class::Integer;
    fn gap(self, other: Self, _: FloatMetric) -> Gap {
        // Nanoseconds are the steps of the type; they fit 128 bits.
        Gap::Whole(self.abs_diff(other).as_nanos())
    }
}

impl Neighbours for Duration {
    fn above(&self) -> Option<Self> {
        self.checked_add(Self::from_nanos(1))
    }
    fn below(&self) -> Option<Self> {
        self.checked_sub(Self::from_nanos(1))
    }
}

impl Measured for char {
    const CLASS: Class = Class::Integer;
    #[inline]
    fn gap(self, other: Self, _: FloatMetric) -> Gap {
        narrow(u32::from(self).abs_diff(u32::from(other)))
    }
}

impl Neighbours for char {
    fn above(&self) -> Option<Self> {
        (*self..=Self::MAX).nth(1) // surrogates are skipped
    }
    fn below(&self) -> Option<Self> {
        (Self::MIN..=*self).nth_back(1)
    }
}

impl Measured for bool {
    const CLASS: Class = Class::Bool;
    #[inline]
    fn gap(self, other: Self, _: FloatMetric) -> Gap {
        // As 0 and 1, for the order; equality adds no gap.
        narrow(u8::from(self != other))
    }
}

impl Neighbours for bool {
    fn above(&self) -> Option<Self> {
        (!self).then_some(true)
    }
    fn below(&self) -> Option<Self> {
        self.then_some(false)
    }
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
            const CLASS: Class = Class::Float;
            #[inline]
            fn gap(self, other: Self, metric: FloatMetric) -> Gap {
                if self == other {
                    return Gap::Rounded(0.0); // equal infinities, whose difference is NaN
                }
                // One is infinite or NaN: no number of steps or units is known to lead to the
                // other.
                if !(self.is_finite() && other.is_finite()) {
                    return Gap::Rounded(f64::INFINITY);
                }
                match metric {
                    // The difference of finite f64 may overflow; it stays finite.
                    FloatMetric::Absolute => Gap::Rounded((f64::from(self) - f64::from(other)).abs().min(f64::MAX)),
                    FloatMetric::Ulps => wide(self.steps_to(other)),
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
