//! Summaries of results and arguments, and the types that are results.

use crate::distance::Integer;
#[cfg(doc)]
use crate::execution::Partition;
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::task::Poll;

/// Summary of a result or an argument, with the information that its [`Partition`]s need.
///
/// Numbers, characters, Booleans, options, texts and sequences convert into it. For other
/// collections, use [`Size`](Self::Size). For values of other types, use [`Object`](Self::Object).
///
/// ```
/// use sbst::execution::Value;
///
/// assert_eq!(Value::from(Some("abc")), Value::Size(3));
/// assert_eq!(Value::from(None::<i32>), Value::Null);
/// assert_eq!(Value::from(()), Value::Nothing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Value {
    /// No value: the function returned nothing. It is in no partition.
    Nothing,
    /// A Boolean.
    Bool(bool),
    /// A character.
    Char(char),
    /// An integer of any width of up to 128 bits, exactly.
    Integer(Integer),
    /// A floating-point number. NaN is neither negative nor zero nor positive.
    Float(#[cfg_attr(feature = "serde", serde(with = "crate::distance::form::float"))] f64),
    /// A text, array or collection with this number of elements. The elements of a text are its
    /// `char`s.
    Size(usize),
    /// `None`, or a null reference.
    Null,
    /// Any other value that is not null.
    Object,
}

macro_rules! from {
    // Sequences: only their number of elements matters.
    (size: $([$($parameters:tt)*] $type:ty),+) => { $(
        impl<$($parameters)*> From<$type> for Value {
            fn from(elements: $type) -> Self {
                Self::Size(elements.len())
            }
        }
    )+ };
    ($($($type:ty),+ => $conversion:expr;)*) => { $($(
        impl From<$type> for Value {
            fn from(value: $type) -> Self {
                $conversion(value)
            }
        }
    )+)* };
}

from! {
    () => |()| Self::Nothing;
    bool => Self::Bool;
    char => Self::Char;
    i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize => |number| Self::Integer(Integer::from(number));
    Integer => Self::Integer;
    f32 => |number| Self::Float(f64::from(number));
    f64 => Self::Float;
    &str => |text: &str| Self::Size(text.chars().count());
    &String => |text: &String| Self::Size(text.chars().count());
}

from!(size: [T] &[T], [T] &Vec<T>, [T, const N: usize] &[T; N]);

/// Converts `None` to null, and `Some` to the value that it contains. `Some(())` becomes
/// [`Value::Object`].
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(option: Option<T>) -> Self {
        match option.map(Into::into) {
            None => Self::Null,
            // `Some(())` is a value that is not null.
            Some(Self::Nothing) => Self::Object,
            Some(value) => value,
        }
    }
}

// Values that `Frame::returns` can record.

/// Value that [`Frame::returns`](crate::execution::Frame::returns) can record.
///
/// These types implement it: `()`, `bool`, `char`, numbers, texts, collections, options and
/// results, and references to them and smart pointers of them. For a type of your own, implement
/// the trait, or pass the value to record to
/// [`Frame::returns_as`](crate::execution::Frame::returns_as).
///
/// ```
/// use sbst::execution::{Returned, Value};
///
/// struct Playlist(Vec<String>);
///
/// impl Returned for Playlist {
///     fn returned(&self) -> Option<Value> {
///         Some(Value::Size(self.0.len()))
///     }
/// }
///
/// assert_eq!(Playlist(Vec::new()).returned(), Some(Value::Size(0)));
/// assert_eq!(Some("abc").returned(), Some(Value::Size(3)));
/// assert_eq!(Ok::<_, String>(7).returned(), Some(Value::from(7)));
/// assert_eq!(Err::<i32, _>("no").returned(), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "`returns` does not know which value of `{Self}` to record",
    note = "say it with `returns_as(block, recorded, value)`, for instance with `Value::Object` \
        or `Value::Size(n)`",
    note = "or implement `Returned` for the type"
)]
pub trait Returned {
    /// Returns the value to record; `None` for an error, which is not a normal return.
    fn returned(&self) -> Option<Value>;
}

macro_rules! returned {
    ($($type:ty),+ => $conversion:expr) => { $(
        impl Returned for $type {
            #[inline]
            fn returned(&self) -> Option<Value> {
                Some($conversion(self))
            }
        }
    )+ };
    // Collections: only their number of elements matters.
    (size: $([$($parameters:tt)*] $type:ty),+) => { $(
        impl<$($parameters)*> Returned for $type {
            fn returned(&self) -> Option<Value> {
                Some(Value::Size(self.len()))
            }
        }
    )+ };
    // References and smart pointers: the value behind them counts.
    (of: $([$($parameters:tt)*] $type:ty),+) => { $(
        impl<$($parameters)*> Returned for $type {
            fn returned(&self) -> Option<Value> {
                (**self).returned()
            }
        }
    )+ };
}

returned!(bool, char, Integer, f32, f64 => |value: &_| Value::from(*value));
returned!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize => |value: &_| Value::from(*value));
returned!(Value => |value: &Value| *value);
returned!(String => |value: &String| Value::from(value));
returned!(str => |value: &str| Value::from(value));
returned!(size: [T] [T], [T] Vec<T>, [T, const N: usize] [T; N], [T] VecDeque<T>, [T] LinkedList<T>, [T] BinaryHeap<T>);
returned!(size: [T] BTreeSet<T>, [K, V] BTreeMap<K, V>);
returned!(of: [T: Returned + ?Sized] &T, [T: Returned + ?Sized] &mut T, [T: Returned + ?Sized] Box<T>);
returned!(of: [T: Returned + ?Sized] Rc<T>, [T: Returned + ToOwned + ?Sized] Cow<'_, T>);
#[cfg(target_has_atomic = "ptr")]
returned!(of: [T: Returned + ?Sized] Arc<T>);

/// Records [`Value::Nothing`].
impl Returned for () {
    fn returned(&self) -> Option<Value> {
        Some(Value::Nothing)
    }
}

/// Records `None` as null, and `Some` as the value that it contains. If that value is an error,
/// nothing or null itself, records [`Value::Object`].
impl<T: Returned> Returned for Option<T> {
    fn returned(&self) -> Option<Value> {
        match self {
            None => Some(Value::Null),
            Some(value) => Some(match value.returned() {
                // `Some(())`, `Some(None)` and `Some(Err(..))` are values that are not null.
                None | Some(Value::Nothing | Value::Null) => Value::Object,
                Some(value) => value,
            }),
        }
    }
}

/// Records `Ok` as the value that it contains. `Err` is not a normal return, and records no value.
impl<T: Returned, E> Returned for Result<T, E> {
    fn returned(&self) -> Option<Value> {
        self.as_ref().ok()?.returned()
    }
}

// Results of operations that may fail: all types on which `?` can be used.

/// Result of an operation that may fail, on which `?` can be used: [`Result`], [`Option`],
/// [`ControlFlow`], or a [`Poll`] of a result.
///
/// [`Frame::tried`](crate::execution::Frame::tried) and
/// [`Frame::attempt`](crate::execution::Frame::attempt) take such a result. Implement the trait for
/// a result type of your own.
///
/// ```
/// use sbst::execution::Fallible;
///
/// assert!(Some(7).has_succeeded() && !"x".parse::<i32>().has_succeeded());
/// ```
pub trait Fallible {
    /// Returns `true` if the operation succeeded, so that `?` goes on: for `Ok`, `Some` and
    /// `Continue`, and for a `Poll` that is pending or has not failed.
    fn has_succeeded(&self) -> bool;
}

impl<T, E> Fallible for Result<T, E> {
    fn has_succeeded(&self) -> bool {
        self.is_ok()
    }
}

impl<T> Fallible for Option<T> {
    fn has_succeeded(&self) -> bool {
        self.is_some()
    }
}

impl<B, C> Fallible for ControlFlow<B, C> {
    fn has_succeeded(&self) -> bool {
        self.is_continue()
    }
}

impl<T, E> Fallible for Poll<Result<T, E>> {
    fn has_succeeded(&self) -> bool {
        !matches!(self, Poll::Ready(Err(_)))
    }
}

impl<T, E> Fallible for Poll<Option<Result<T, E>>> {
    fn has_succeeded(&self) -> bool {
        !matches!(self, Poll::Ready(Some(Err(_))))
    }
}
