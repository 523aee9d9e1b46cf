//! What a program compares: the primitive types.

use super::gap::{Class, Gap, Measured};
use super::{FloatMetric, Integer};

/// A value that the comparators take: every primitive integer up to 128 bits, `f32`, `f64`, `char`, `bool`, and [`Integer`] for
/// operands of mixed type.
///
/// The trait is sealed. For operands of other types use [`flag`](super::flag) (`flag(a == b)`), or a distance of your own with
/// [`Decision::observed`](super::Decision::observed).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no operand of a comparison",
    note = "mixed integers: `Integer::from`; other types: `flag(a == b)`, or `Decision::observed` with a distance of your own"
)]
pub trait Operand: Copy + PartialOrd + Measured {}

impl<T: Copy + PartialOrd + Measured> Operand for T {}

macro_rules! integers {
    ($($type:ty => $gap:expr),* $(,)?) => { $(
        impl Measured for $type {
            const CLASS: Class = Class::Integer;
            fn gap(self, other: Self, _: FloatMetric) -> Gap {
                $gap(self.abs_diff(other))
            }
        }
    )* };
}

integers! {
    u8 => narrow, u16 => narrow, u32 => narrow, u64 => wide, u128 => Gap::Whole, usize => wide_size,
    i8 => narrow, i16 => narrow, i32 => narrow, i64 => wide, i128 => Gap::Whole, isize => wide_size,
}

fn narrow(gap: impl Into<f64>) -> Gap {
    Gap::Narrow(gap.into())
}

fn wide(gap: u64) -> Gap {
    Gap::Whole(u128::from(gap))
}

fn wide_size(gap: usize) -> Gap {
    Gap::Whole(gap as u128)
}

impl Measured for Integer {
    const CLASS: Class = Class::Integer;
    fn gap(self, other: Self, _: FloatMetric) -> Gap {
        let (gap, overflow) = self.gap_to(other);
        if overflow { Gap::Overflow(gap) } else { Gap::Whole(gap) }
    }
}

impl Measured for char {
    const CLASS: Class = Class::Integer;
    fn gap(self, other: Self, _: FloatMetric) -> Gap {
        narrow(u32::from(self).abs_diff(u32::from(other)))
    }
}

impl Measured for bool {
    const CLASS: Class = Class::Bool;
    fn gap(self, other: Self, _: FloatMetric) -> Gap {
        narrow(u8::from(self != other))
    }
}

macro_rules! floats {
    ($($type:ty, $bits:ty);*) => { $(
        impl Measured for $type {
            const CLASS: Class = Class::Float;
            fn gap(self, other: Self, metric: FloatMetric) -> Gap {
                if self == other {
                    return Gap::Rounded(0.0); // equal infinities, whose difference is NaN
                }
                if !(self.is_finite() && other.is_finite()) {
                    return Gap::Rounded(f64::INFINITY);
                }
                match metric {
                    FloatMetric::Absolute => Gap::Rounded((f64::from(self) - f64::from(other)).abs().min(f64::MAX)),
                    FloatMetric::Ulps => {
                        // Counted from zero, with the sign of the number: then neighbours are neighbours.
                        let steps = |x: Self| {
                            let magnitude = x.abs().to_bits() as $bits;
                            if x.is_sign_negative() { -magnitude } else { magnitude }
                        };
                        wide(u64::from(steps(self).abs_diff(steps(other))))
                    }
                }
            }
        }
    )* };
}

floats! { f32, i32; f64, i64 }
