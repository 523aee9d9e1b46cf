//! Summaries of results and arguments, with the information that partitions need.

use crate::distance::Integer;
#[cfg(doc)]
use crate::execution::Partition;
use alloc::string::String;
use alloc::vec::Vec;

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
    Float(#[cfg_attr(feature = "serde", serde(with = "crate::plain::float"))] f64),
    /// A text, array or collection with this number of elements. The elements of a text are its
    /// `char`s.
    Size(usize),
    /// `None`, or a null reference.
    Null,
    /// Any other value that is not null.
    Object,
}

macro_rules! from {
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

impl<T> From<&[T]> for Value {
    fn from(elements: &[T]) -> Self {
        Self::Size(elements.len())
    }
}

impl<T> From<&Vec<T>> for Value {
    fn from(elements: &Vec<T>) -> Self {
        Self::Size(elements.len())
    }
}

impl<T, const N: usize> From<&[T; N]> for Value {
    fn from(_: &[T; N]) -> Self {
        Self::Size(N)
    }
}

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
