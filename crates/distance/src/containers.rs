//! Pointers, text and sequences as operands, measured by their contents.

use super::alignment::{aligned, first_difference};
use super::compare::Wanted;
use super::{Distance, EqualityDistance, OperandKind, OrderDistance, Rules};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

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

// Of each type, how its elements are read. `T` is the type of the elements if it can be any.
macro_rules! sequences {
    ($([$($item:ident)? $(, $($generics:tt)*)?] $type:ty, $elements:ident;)*) => { $(
        impl<$($item: EqualityDistance,)? $($($generics)*)?> EqualityDistance for $type {
            fn apart(&self, other: &Self, rules: &Rules) -> Distance {
                aligned(self.$elements(), other.$elements(), |a, b| a.apart(&b, rules))
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
    [T] [T], iter;
    [T, const N: usize] [T; N], iter;
    [T] Vec<T>, iter;
    [T] VecDeque<T>, iter;
    [] str, chars;
    [] String, chars;
}
