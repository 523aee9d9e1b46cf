//! Places that are looked at before the program uses them, without running code of the program.
//!
//! - An element by its index, as far as the container and the index are of the standard library:
//!   `rows[i + 1]`, `text[1..]`. An index that does not exist finds nothing, and the program panics
//!   by itself.
//! - A receiver that is needed until the argument of its method is evaluated. It is copied, if it
//!   is of a known type and somebody listens: a method of the program may have the name of one of
//!   the standard library, and may change the receiver, or move it, so that it must not stay
//!   borrowed. Only [plain](Plain) types are copied: the program may have written the `clone` and
//!   the `drop` of other types.

use super::compare::{AsItems, AsText};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

/// The type of what is not known.
#[derive(Debug)]
pub struct Nothing;

/// A container, and an index of it.
#[derive(Debug)]
pub struct Element<'a, R: ?Sized, I>(pub &'a R, pub I);

/// An index that selects one element.
#[derive(Debug)]
pub struct One<N>(pub N);

/// An index that selects the elements between two edges.
#[derive(Debug)]
pub struct Many<A, B>(pub A, pub B);

/// The edge of a range that has none.
#[derive(Debug)]
pub struct Open;

/// The edge of a range before this element.
#[derive(Debug)]
pub struct Before<N>(pub N);

/// The edge of a range after this element.
#[derive(Debug)]
pub struct After<N>(pub N);

/// The sum of two numbers.
#[derive(Debug)]
pub struct Sum<A, B>(pub A, pub B);

/// The difference of two numbers.
#[derive(Debug)]
pub struct Difference<A, B>(pub A, pub B);

/// A number that an index contains.
pub trait Number {
    /// Returns the number, or `None` if computing it overflows.
    fn number(&self) -> Option<usize>;
}

impl Number for usize {
    fn number(&self) -> Option<usize> {
        Some(*self)
    }
}
impl<N: Number> Number for &N {
    fn number(&self) -> Option<usize> {
        (**self).number()
    }
}
impl<A: Number, B: Number> Number for Sum<A, B> {
    fn number(&self) -> Option<usize> {
        self.0.number()?.checked_add(self.1.number()?)
    }
}
impl<A: Number, B: Number> Number for Difference<A, B> {
    fn number(&self) -> Option<usize> {
        self.0.number()?.checked_sub(self.1.number()?)
    }
}

/// An edge of a range.
pub trait Edge {
    /// Returns the number of elements before the edge. An open edge is at `open`.
    fn edge(&self, open: usize) -> Option<usize>;
}

impl Edge for Open {
    fn edge(&self, open: usize) -> Option<usize> {
        Some(open)
    }
}
impl<N: Number> Edge for Before<N> {
    fn edge(&self, _: usize) -> Option<usize> {
        self.0.number()
    }
}
impl<N: Number> Edge for After<N> {
    fn edge(&self, _: usize) -> Option<usize> {
        self.0.number()?.checked_add(1)
    }
}

impl<A: Edge, B: Edge> Many<A, B> {
    fn range(&self, length: usize) -> Option<Range<usize>> {
        Some(self.0.edge(0)?..self.1.edge(length)?)
    }
}

/// An element of a sequence.
pub trait AtOne<'a> {
    /// Type of the element.
    type Value;
    /// Returns the element.
    fn at(&self) -> Option<&'a Self::Value>;
}

impl<'a, T: 'a, R: AsItems<Item = T> + ?Sized, N: Number> AtOne<'a> for &Element<'a, R, One<N>> {
    type Value = T;
    fn at(&self) -> Option<&'a T> {
        self.0.items().get(self.1.0.number()?)
    }
}

/// A part of a sequence.
pub trait AtMany<'a> {
    /// Type of the elements.
    type Value;
    /// Returns the part.
    fn at(&self) -> Option<&'a [Self::Value]>;
}

impl<'a, T: 'a, R: AsItems<Item = T> + ?Sized, A: Edge, B: Edge> AtMany<'a>
    for &Element<'a, R, Many<A, B>>
{
    type Value = T;
    fn at(&self) -> Option<&'a [T]> {
        let items = self.0.items();
        items.get(self.1.range(items.len())?)
    }
}

/// A part of a text.
pub trait AtText<'a> {
    /// Returns the part.
    fn at(&self) -> Option<&'a str>;
}

impl<'a, R: AsText + ?Sized, A: Edge, B: Edge> AtText<'a> for &Element<'a, R, Many<A, B>> {
    fn at(&self) -> Option<&'a str> {
        let text = self.0.text();
        text.get(self.1.range(text.len())?)
    }
}

/// An element of anything else.
pub trait AtNothing {
    /// Returns `None`.
    fn at(&self) -> Option<&'static Nothing>;
}

impl<R: ?Sized, I> AtNothing for Element<'_, R, I> {
    fn at(&self) -> Option<&'static Nothing> {
        None
    }
}

/// A receiver that is looked at before an argument is evaluated, and the kind of its type.
#[derive(Debug)]
pub struct Seen<'a, R: ?Sized, const PLAIN: bool>(pub &'a R, pub &'a Kind<R, PLAIN>);

/// Whether a type is `Plain`. The compiler is asked after the call, not before: the argument of
/// `seen.contains(&next())` may be the first to say of which type `seen = Vec::new()` is.
#[derive(Debug)]
pub struct Kind<R: ?Sized, const PLAIN: bool>(pub PhantomData<fn(&R)>);

/// The kind of a plain type.
pub trait KindPlain {
    /// Says that the type is plain.
    fn decide(&self) {}
}

impl<R: Plain + ?Sized> KindPlain for &Kind<R, true> {}

impl<R: ?Sized> Kind<R, false> {
    /// Says that the type is not plain, if it is no [`KindPlain`].
    pub fn decide(&self) {}
}

/// A type with methods that are measured.
pub trait Known {}

/// A type that the standard library clones and drops without code of the program, and without an
/// effect that the program sees, such as the count of an `Rc`.
pub trait Plain {}

macro_rules! are {
    ($what:ident: $([$($generics:tt)*] $type:ty;)*) => { $(
        impl<$($generics)*> $what for $type {}
    )* };
}
are! { Known:
    [] str; [] String; [] Cow<'_, str>; [] char; [] u8;
    [T] [T]; [T] Vec<T>; [T, const N: usize] [T; N];
    [T] Range<T>; [T] RangeInclusive<T>; [T] RangeFrom<T>; [T] RangeTo<T>; [T] RangeToInclusive<T>;
    [T: Known + ?Sized] &T; [T: Known + ?Sized] &mut T; [T: Known + ?Sized] Box<T>;
}
are! { Plain:
    [] u8; [] u16; [] u32; [] u64; [] u128; [] usize; [] f32; [] char; [] str; [] String;
    [] i8; [] i16; [] i32; [] i64; [] i128; [] isize; [] f64; [] bool; [] Cow<'_, str>;
    [] (); [] core::cmp::Ordering; [] core::time::Duration; [T: Plain] Option<T>;
    [T: Plain, E: Plain] Result<T, E>;
    [T: Plain] [T]; [T: Plain] Vec<T>; [T: Plain, const N: usize] [T; N];
    [T: Plain] Range<T>; [T: Plain] RangeInclusive<T>; [T: Plain] RangeFrom<T>;
    [T: Plain] RangeTo<T>; [T: Plain] RangeToInclusive<T>;
    [T: ?Sized] &T; [T: Plain + ?Sized] &mut T; [T: Plain + ?Sized] Box<T>;
}
macro_rules! tuples {
    ($($first:ident $($other:ident)*)?) => { $(
        impl<$first: Plain, $($other: Plain),*> Plain for ($first, $($other,)*) {}
        tuples! { $($other)* }
    )? };
}
tuples! { A B C D E F G H I J K L }

/// An array, which is copied to the heap: the stack may be too small for another one.
pub trait LookArray {
    /// Type of the elements.
    type Value;
    /// Returns a copy of the receiver, if its type is plain.
    fn look(&self) -> Option<Vec<Self::Value>>;
}

impl<T: Clone, const N: usize, const PLAIN: bool> LookArray for &&&&Seen<'_, [T; N], PLAIN> {
    type Value = T;
    fn look(&self) -> Option<Vec<T>> {
        PLAIN.then(|| self.0.to_vec())
    }
}
impl<T: Clone, const N: usize, const PLAIN: bool> LookArray for &&&&Seen<'_, &mut [T; N], PLAIN> {
    type Value = T;
    fn look(&self) -> Option<Vec<T>> {
        PLAIN.then(|| self.0.to_vec())
    }
}

/// A receiver behind a shared reference, which is copied. So the variable of the reference is not
/// borrowed.
pub trait LookThrough<'b> {
    /// Type of the receiver.
    type Value: ?Sized;
    /// Returns the receiver.
    fn look(&self) -> Option<&'b Self::Value>;
}

impl<'b, T: Known + ?Sized, const PLAIN: bool> LookThrough<'b> for &&&Seen<'_, &'b T, PLAIN> {
    type Value = T;
    fn look(&self) -> Option<&'b T> {
        Some(self.0)
    }
}

/// A receiver behind an exclusive reference, which is copied.
pub trait LookBehind {
    /// Type of the copy.
    type Value;
    /// Returns a copy of the receiver, if its type is plain.
    fn look(&self) -> Option<Self::Value>;
}

impl<T: Known + ToOwned + ?Sized, const PLAIN: bool> LookBehind for &&&Seen<'_, &mut T, PLAIN> {
    type Value = T::Owned;
    fn look(&self) -> Option<T::Owned> {
        PLAIN.then(|| (**self.0).to_owned())
    }
}

/// A part of a text or of a sequence: no method but that of the standard library can be meant, and
/// that borrows it.
pub trait LookAt<'a> {
    /// Type of the receiver.
    type Value: ?Sized;
    /// Returns the receiver.
    fn look(&self) -> Option<&'a Self::Value>;
}

impl<'a, const PLAIN: bool> LookAt<'a> for &&Seen<'a, str, PLAIN> {
    type Value = str;
    fn look(&self) -> Option<&'a str> {
        Some(self.0)
    }
}
impl<'a, T, const PLAIN: bool> LookAt<'a> for &&Seen<'a, [T], PLAIN> {
    type Value = [T];
    fn look(&self) -> Option<&'a [T]> {
        Some(self.0)
    }
}

/// Any other receiver of a known type, which is copied.
pub trait LookCopy {
    /// Type of the copy.
    type Value;
    /// Returns a copy of the receiver, if its type is plain.
    fn look(&self) -> Option<Self::Value>;
}

impl<R: Known + Clone, const PLAIN: bool> LookCopy for &Seen<'_, R, PLAIN> {
    type Value = R;
    fn look(&self) -> Option<R> {
        PLAIN.then(|| self.0.clone())
    }
}

/// A receiver of any other type.
pub trait LookAway {
    /// Returns `None`.
    fn look(&self) -> Option<Nothing>;
}

impl<R: ?Sized, const PLAIN: bool> LookAway for Seen<'_, R, PLAIN> {
    fn look(&self) -> Option<Nothing> {
        None
    }
}
