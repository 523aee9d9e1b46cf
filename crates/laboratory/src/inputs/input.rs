//! Types that values are read as.

use super::{Shape, Value};

/// A type that a [`Value`] can be read as, with the shape of all its values.
///
/// Implemented for integers, floats, `bool`, `char`, `String`, options, vectors, and tuples of up
/// to six of them; for [`Call`], and for [`Value`] itself, which is read without a conversion.
pub trait Input: Sized {
    /// Returns the shape of all values of this type. Lists and texts are at most 20 long.
    fn shape() -> Shape;

    /// Returns the value as this type. Returns `None` if it is of another kind, or out of range.
    fn read(value: &Value) -> Option<Self>;
}

/// Length of a text or list that is drawn by its type.
const LONGEST: usize = 20;

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl Input for $type {
            fn shape() -> Shape {
                Shape::integers(i128::from(<$type>::MIN)..=i128::from(<$type>::MAX))
            }

            fn read(value: &Value) -> Option<Self> {
                match value {
                    Value::Integer(number) => Self::try_from(*number).ok(),
                    _ => None,
                }
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, i8, i16, i32, i64, i128);

impl Input for usize {
    fn shape() -> Shape {
        Shape::integers(0..=i128::from(u64::MAX))
    }

    fn read(value: &Value) -> Option<Self> {
        u64::read(value).and_then(|number| Self::try_from(number).ok())
    }
}

impl Input for bool {
    fn shape() -> Shape {
        Shape::integers(0..=1)
    }

    fn read(value: &Value) -> Option<Self> {
        u8::read(value).map(|number| number != 0)
    }
}

impl Input for f64 {
    fn shape() -> Shape {
        Shape::floats(-1e6..=1e6)
    }

    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Float(number) => Some(*number),
            _ => None,
        }
    }
}

impl Input for f32 {
    fn shape() -> Shape {
        f64::shape()
    }

    fn read(value: &Value) -> Option<Self> {
        f64::read(value).map(|number| number as Self)
    }
}

impl Input for char {
    fn shape() -> Shape {
        Shape::integers(0x20..=0x7e)
    }

    fn read(value: &Value) -> Option<Self> {
        u32::read(value).and_then(Self::from_u32)
    }
}

impl Input for String {
    fn shape() -> Shape {
        let printable: String = (' '..='~').collect();
        Shape::text(&printable, LONGEST)
    }

    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

impl<T: Input> Input for Option<T> {
    fn shape() -> Shape {
        Shape::list(T::shape(), 1)
    }

    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::List(values) => match values.as_slice() {
                [] => Some(None),
                [value] => T::read(value).map(Some),
                _ => None,
            },
            _ => None,
        }
    }
}

impl<T: Input> Input for Vec<T> {
    fn shape() -> Shape {
        Shape::list(T::shape(), LONGEST)
    }

    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::List(values) => values.iter().map(T::read).collect(),
            _ => None,
        }
    }
}

impl Input for Value {
    /// Returns the shape of an empty list: give the shape of such a subject yourself.
    fn shape() -> Shape {
        Shape::tuple([])
    }

    fn read(value: &Value) -> Option<Self> {
        Some(value.clone())
    }
}

/// A call in a sequence of calls: see [`Shape::calls`].
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Number of what is called, in the order of the shape.
    pub callee: usize,
    /// Argument, which may be a tuple.
    pub argument: Value,
}

impl Call {
    /// Returns the argument as `T`. Returns `None` if it is of another kind, or out of range.
    #[must_use]
    pub fn read<T: Input>(&self) -> Option<T> {
        T::read(&self.argument)
    }
}

impl Input for Call {
    /// Returns the shape of a call without argument: give the shape of such a subject yourself, by
    /// [`Shape::calls`].
    fn shape() -> Shape {
        Shape::one_of([("call", Shape::tuple([]))])
    }

    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Call(callee, argument) => {
                Some(Self { callee: *callee, argument: (**argument).clone() })
            }
            _ => None,
        }
    }
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: Input),*> Input for ($($name,)*) {
            fn shape() -> Shape {
                Shape::tuple([$($name::shape()),*])
            }

            fn read(value: &Value) -> Option<Self> {
                let Value::List(values) = value else { return None };
                let mut values = values.iter();
                let read = ($($name::read(values.next()?)?,)*);
                values.next().is_none().then_some(read)
            }
        }
    )*};
}

impl Input for () {
    fn shape() -> Shape {
        Shape::tuple([])
    }

    fn read(value: &Value) -> Option<Self> {
        matches!(value, Value::List(values) if values.is_empty()).then_some(())
    }
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Random;

    fn reads<T: Input>() {
        let mut random = Random::new(3);
        let mut value = T::shape().make(&mut random);
        for _ in 0..200 {
            assert!(T::read(&value).is_some(), "{value:?}");
            value = T::shape().change(&value, &mut random);
        }
    }

    #[test]
    fn all_values_of_a_types_shape_are_read() {
        reads::<(u8, i64, usize, bool)>();
        reads::<(f64, f32, char, String)>();
        reads::<(Option<i16>, Vec<(u64, String)>, i128)>();
        reads::<()>();
    }

    #[test]
    fn other_values_are_refused() {
        assert_eq!(u8::read(&Value::Integer(256)), None);
        assert_eq!(u8::read(&Value::from("1")), None);
        let three: Value = [1_i128, 2, 3].into_iter().collect();
        assert_eq!((three.read::<(u8, u8)>(), three.read::<(u8, u8, u8, u8)>()), (None, None));
        assert_eq!(three.read::<Vec<u8>>(), Some(vec![1, 2, 3]));
        assert_eq!(three.read::<Option<u8>>(), None);
        let call = Value::Call(2, Box::new(Value::Integer(7)));
        assert_eq!(call.read::<Call>().and_then(|call| call.read::<u8>()), Some(7));
    }
}
