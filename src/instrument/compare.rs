//! Distances of comparisons whose types are unknown to the attribute.
//!
//! A macro sees no types, so the compiler chooses: `(&&&&&&Pair(a, b)).measure_lt(..)` finds the
//! first of several methods of that name for which the types fit, because method calls try
//! receivers with more references first. Operands of one type that has a distance come first, then
//! texts of two types, then sequences of two types, by the types of their elements, and at last
//! anything, without a distance. In a generic function, nothing is known of a parameter beyond its
//! bounds: then the last one is found.

use crate::distance::{Decision, EqualityDistance, OrderDistance, Rules};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// The operands of a comparison.
#[derive(Debug)]
pub struct Pair<'a, A: ?Sized, B: ?Sized>(pub &'a A, pub &'a B);

/// An operand of an assertion that was compared: the assertion need not compare it again.
pub struct Compared<'a, A: ?Sized>(pub &'a A, pub bool);

impl<A: ?Sized, B: ?Sized> PartialEq<Compared<'_, B>> for Compared<'_, A> {
    fn eq(&self, _: &Compared<'_, B>) -> bool {
        self.1
    }
}

impl<A: fmt::Debug + ?Sized> fmt::Debug for Compared<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Operands of one type with a distance between unequal values.
pub trait Equals {
    /// Compares `a == b`.
    fn measure_eq(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Compares `a != b`.
    fn measure_ne(&self, rules: &Rules, outcome: bool) -> Decision;
}

impl<T: EqualityDistance + ?Sized> Equals for &&&&&Pair<'_, T, T> {
    #[inline]
    fn measure_eq(&self, rules: &Rules, _: bool) -> Decision {
        rules.eq(self.0, self.1)
    }
    #[inline]
    fn measure_ne(&self, rules: &Rules, _: bool) -> Decision {
        rules.ne(self.0, self.1)
    }
}

/// Operands of one type with an order.
pub trait Orders {
    /// Compares `a < b`.
    fn measure_lt(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Compares `a <= b`.
    fn measure_le(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Compares `a > b`.
    fn measure_gt(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Compares `a >= b`.
    fn measure_ge(&self, rules: &Rules, outcome: bool) -> Decision;
}

impl<T: OrderDistance + ?Sized> Orders for &&&&&Pair<'_, T, T> {
    #[inline]
    fn measure_lt(&self, rules: &Rules, _: bool) -> Decision {
        rules.lt(self.0, self.1)
    }
    #[inline]
    fn measure_le(&self, rules: &Rules, _: bool) -> Decision {
        rules.le(self.0, self.1)
    }
    #[inline]
    fn measure_gt(&self, rules: &Rules, _: bool) -> Decision {
        rules.gt(self.0, self.1)
    }
    #[inline]
    fn measure_ge(&self, rules: &Rules, _: bool) -> Decision {
        rules.ge(self.0, self.1)
    }
}

/// A text, in any of the usual types.
pub trait AsText {
    /// Returns the text.
    fn text(&self) -> &str;
}

impl AsText for str {
    fn text(&self) -> &str {
        self
    }
}
impl AsText for String {
    fn text(&self) -> &str {
        self
    }
}
impl AsText for Cow<'_, str> {
    fn text(&self) -> &str {
        self
    }
}

/// A sequence, in any of the usual types.
pub trait AsItems {
    /// Type of its elements.
    type Item;
    /// Returns the elements.
    fn items(&self) -> &[Self::Item];
}

impl<T> AsItems for [T] {
    type Item = T;
    fn items(&self) -> &[T] {
        self
    }
}
impl<T> AsItems for Vec<T> {
    type Item = T;
    fn items(&self) -> &[T] {
        self
    }
}
impl<T, const N: usize> AsItems for [T; N] {
    type Item = T;
    fn items(&self) -> &[T] {
        self
    }
}
macro_rules! pointers {
    ($($type:ty),*) => { $(
        impl<T: AsText + ?Sized> AsText for $type {
            fn text(&self) -> &str {
                (**self).text()
            }
        }
        impl<T: AsItems + ?Sized> AsItems for $type {
            type Item = T::Item;
            fn items(&self) -> &[T::Item] {
                (**self).items()
            }
        }
    )* };
}
pointers!(&T, &mut T, Box<T>, Rc<T>, Arc<T>);

/// Texts of two types.
pub trait EqualsText {
    /// Compares `a == b`.
    fn measure_eq(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Compares `a != b`.
    fn measure_ne(&self, rules: &Rules, outcome: bool) -> Decision;
}

impl<A: AsText + ?Sized, B: AsText + ?Sized> EqualsText for &&&&Pair<'_, A, B> {
    fn measure_eq(&self, rules: &Rules, _: bool) -> Decision {
        rules.eq(self.0.text(), self.1.text())
    }
    fn measure_ne(&self, rules: &Rules, _: bool) -> Decision {
        rules.ne(self.0.text(), self.1.text())
    }
}

/// Sequences of two types.
pub trait EqualsItems {
    /// Compares `a == b`.
    fn measure_eq(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Compares `a != b`.
    fn measure_ne(&self, rules: &Rules, outcome: bool) -> Decision;
}

impl<T: EqualityDistance, A: AsItems<Item = T> + ?Sized, B: AsItems<Item = T> + ?Sized> EqualsItems
    for &&&Pair<'_, A, B>
{
    fn measure_eq(&self, rules: &Rules, _: bool) -> Decision {
        rules.eq(self.0.items(), self.1.items())
    }
    fn measure_ne(&self, rules: &Rules, _: bool) -> Decision {
        rules.ne(self.0.items(), self.1.items())
    }
}

/// Sequences of two types whose elements are texts.
pub trait EqualsTexts {
    /// Compares `a == b`.
    fn measure_eq(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Compares `a != b`.
    fn measure_ne(&self, rules: &Rules, outcome: bool) -> Decision;
}

impl<A: AsItems<Item: AsText> + ?Sized, B: AsItems<Item: AsText> + ?Sized> EqualsTexts
    for &&Pair<'_, A, B>
{
    fn measure_eq(&self, rules: &Rules, _: bool) -> Decision {
        rules.eq(&texts(self.0), &texts(self.1))
    }
    fn measure_ne(&self, rules: &Rules, _: bool) -> Decision {
        rules.ne(&texts(self.0), &texts(self.1))
    }
}

fn texts<R: AsItems<Item: AsText> + ?Sized>(items: &R) -> Vec<&str> {
    items.items().iter().map(AsText::text).collect()
}

/// Sequences of two types whose elements are sequences.
pub trait EqualsRows {
    /// Compares `a == b`.
    fn measure_eq(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Compares `a != b`.
    fn measure_ne(&self, rules: &Rules, outcome: bool) -> Decision;
}

impl<T: EqualityDistance, A, B> EqualsRows for &Pair<'_, A, B>
where
    A: AsItems<Item: AsItems<Item = T>> + ?Sized,
    B: AsItems<Item: AsItems<Item = T>> + ?Sized,
{
    fn measure_eq(&self, rules: &Rules, _: bool) -> Decision {
        rules.eq(&rows(self.0), &rows(self.1))
    }
    fn measure_ne(&self, rules: &Rules, _: bool) -> Decision {
        rules.ne(&rows(self.0), &rows(self.1))
    }
}

fn rows<T, R: AsItems<Item: AsItems<Item = T>> + ?Sized>(items: &R) -> Vec<&[T]> {
    items.items().iter().map(AsItems::items).collect()
}

/// Any operands.
pub trait Anything {
    /// Returns the outcome of the program, without a distance.
    fn measure_eq(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Returns the outcome of the program, without a distance.
    fn measure_ne(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Returns the outcome of the program, without a distance.
    fn measure_lt(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Returns the outcome of the program, without a distance.
    fn measure_le(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Returns the outcome of the program, without a distance.
    fn measure_gt(&self, rules: &Rules, outcome: bool) -> Decision;
    /// Returns the outcome of the program, without a distance.
    fn measure_ge(&self, rules: &Rules, outcome: bool) -> Decision;
}

macro_rules! anything {
    ($($name:ident),+) => {
        impl<A: ?Sized, B: ?Sized> Anything for Pair<'_, A, B> {
            $(
                #[inline]
                fn $name(&self, rules: &Rules, outcome: bool) -> Decision {
                    rules.flag(outcome)
                }
            )+
        }
    };
}
anything!(measure_eq, measure_ne, measure_lt, measure_le, measure_gt, measure_ge);

/// An operand whose place may change before the comparison is made.
#[derive(Debug)]
pub struct Held<'a, T: ?Sized>(pub &'a T);

/// Operands that are copied.
pub trait HoldCopy {
    /// Type of the operand.
    type Value;
    /// Copies the operand.
    fn hold(&self) -> Copied<Self::Value>;
}

impl<T: Copy> HoldCopy for Held<'_, T> {
    type Value = T;
    #[inline]
    fn hold(&self) -> Copied<T> {
        Copied(*self.0)
    }
}

/// A copy of an operand.
#[derive(Debug)]
pub struct Copied<T>(T);

impl<T> core::ops::Deref for Copied<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

/// Operands that stay where they are.
pub trait HoldPlace<'a> {
    /// Type of the operand.
    type Value: ?Sized;
    /// Returns the operand.
    fn hold(&self) -> &'a Self::Value;
}

impl<'a, T: ?Sized> HoldPlace<'a> for &Held<'a, T> {
    type Value = T;
    #[inline]
    fn hold(&self) -> &'a T {
        self.0
    }
}
