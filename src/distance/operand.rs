//! What a program compares: the primitive types.

use super::gap::{Class, Gap, Measured};
use super::{FloatMetric, Integer};
use core::time::Duration;

/// A value that the comparators take: every primitive integer up to 128 bits, `f32`, `f64`, `char`, `bool`, `Duration` (in
/// nanoseconds), and [`Integer`] for operands of mixed type.
///
/// The trait is sealed. A value that is an integer underneath (a date, an address, a version) is compared as that integer; text,
/// sequences and structured values have their own modules ([`text`](super::text), [`sequence`](super::sequence),
/// [`structure`](super::structure)); for others use [`flag`](super::flag) (`flag(a == b)`), or a distance of your own with
/// [`Rules::relation`](super::Rules::relation).
///
/// ```
/// use core::net::Ipv4Addr;
/// use core::time::Duration;
/// use sbst::distance::{Rules, lt};
///
/// let (elapsed, timeout) = (Duration::from_micros(3), Duration::from_micros(2));
/// assert_eq!(lt(elapsed, timeout).to_true().get(), 1001.0);
///
/// let (address, end) = (Ipv4Addr::new(10, 0, 1, 0), Ipv4Addr::new(10, 0, 0, 255));
/// assert_eq!(Rules::DEFAULT.le(address.to_bits(), end.to_bits()).to_true().get(), 2.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no operand of a comparison",
    note = "mixed integers: `Integer::from`; text: `text::eq`; sequences: `sequence::eq`; options, tuples, enums: `structure::eq`; references: `*a`; else `flag(a == b)`"
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
            fn above(self) -> Option<Self> {
                self.checked_add(1)
            }
            fn below(self) -> Option<Self> {
                self.checked_sub(1)
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
    fn above(self) -> Option<Self> {
        self.step(true)
    }
    fn below(self) -> Option<Self> {
        self.step(false)
    }
}

/// In nanoseconds.
impl Measured for Duration {
    const CLASS: Class = Class::Integer;
    fn gap(self, other: Self, _: FloatMetric) -> Gap {
        Gap::Whole(self.abs_diff(other).as_nanos())
    }
    fn above(self) -> Option<Self> {
        self.checked_add(Self::from_nanos(1))
    }
    fn below(self) -> Option<Self> {
        self.checked_sub(Self::from_nanos(1))
    }
}

impl Measured for char {
    const CLASS: Class = Class::Integer;
    fn gap(self, other: Self, _: FloatMetric) -> Gap {
        narrow(u32::from(self).abs_diff(u32::from(other)))
    }
    fn above(self) -> Option<Self> {
        (self..=Self::MAX).nth(1) // surrogates are skipped
    }
    fn below(self) -> Option<Self> {
        (Self::MIN..=self).nth_back(1)
    }
}

impl Measured for bool {
    const CLASS: Class = Class::Bool;
    fn gap(self, other: Self, _: FloatMetric) -> Gap {
        narrow(u8::from(self != other))
    }
    fn above(self) -> Option<Self> {
        (!self).then_some(true)
    }
    fn below(self) -> Option<Self> {
        self.then_some(false)
    }
}

/// The number of steps between representable values from one finite float to another.
pub(super) trait Steps {
    fn steps_to(self, other: Self) -> u64;
}

macro_rules! floats {
    ($($type:ty, $bits:ty);*) => { $(
        impl Steps for $type {
            fn steps_to(self, other: Self) -> u64 {
                // Counted from zero, with the sign of the number: then neighbours are neighbours.
                let steps = |x: Self| {
                    let magnitude = x.abs().to_bits() as $bits;
                    if x.is_sign_negative() { -magnitude } else { magnitude }
                };
                u64::from(steps(self).abs_diff(steps(other)))
            }
        }

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
                    FloatMetric::Ulps => wide(self.steps_to(other)),
                }
            }
            fn above(self) -> Option<Self> {
                (self != Self::INFINITY).then(|| self.next_up())
            }
            fn below(self) -> Option<Self> {
                (self != Self::NEG_INFINITY).then(|| self.next_down())
            }
        }
    )* };
}

floats! { f32, i32; f64, i64 }
