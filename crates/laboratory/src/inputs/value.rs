//! Inputs of subjects.

/// Input of a subject, or a part of one.
///
/// A [`Shape`](super::Shape) says which values a subject accepts. A subject reads its input by
/// [`read`](Self::read).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// An integer of any width up to 128 bits, a truth value as 0 or 1.
    Integer(i128),
    /// A float.
    Float(f64),
    /// A text.
    Text(String),
    /// Several values: a list, a tuple, or an option with at most one value.
    List(Vec<Value>),
    /// A call: the number of what is called, and its argument. See
    /// [`Shape::calls`](super::Shape::calls).
    Call(usize, Box<Value>),
}

impl Value {
    /// Returns a call: of the callee with this number in [`Shape::calls`](super::Shape::calls),
    /// with an argument.
    ///
    /// ```
    /// use sbst_laboratory::inputs::{Shape, Value};
    ///
    /// let stack = Shape::calls([("push", Shape::integers(0..=9)), ("pop", Shape::tuple([]))], 8);
    /// let usage = Value::from([Value::call(0, 7), Value::call(1, ())]);
    /// assert!(stack.fits(&usage));
    /// ```
    #[must_use]
    pub fn call(callee: usize, argument: impl Into<Self>) -> Self {
        Self::Call(callee, Box::new(argument.into()))
    }

    /// Returns the value as `T`. Returns `None` if it is of another kind, or out of range.
    ///
    /// ```
    /// use sbst_laboratory::inputs::Value;
    ///
    /// let value = Value::List(vec![Value::Integer(300), Value::from("ab")]);
    /// assert_eq!(value.read::<(u16, String)>(), Some((300, "ab".to_owned())));
    /// assert_eq!(value.read::<(u8, String)>(), None);
    /// ```
    ///
    /// Lists and tuples of anything that is a value are values, too:
    ///
    /// ```
    /// use sbst_laboratory::inputs::Value;
    ///
    /// let value = Value::from((300, "ab", vec![0.5, 1.5], [(1, 2), (3, 4)]));
    /// type Read = (u16, String, Vec<f64>, Vec<(u8, u8)>);
    /// let expected = (300, "ab".to_owned(), vec![0.5, 1.5], vec![(1, 2), (3, 4)]);
    /// assert_eq!(value.read::<Read>(), Some(expected));
    /// ```
    #[must_use]
    pub fn read<T: super::Input>(&self) -> Option<T> {
        T::read(self)
    }

    /// Returns the number of values in this value, including itself. Each character of a text
    /// counts as one value.
    ///
    /// This is the size by which searches prefer short tests.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Integer(_) | Self::Float(_) => 1,
            Self::Text(text) => 1 + text.chars().count(),
            Self::List(values) => 1 + values.iter().map(Self::size).sum::<usize>(),
            Self::Call(_, argument) => 1 + argument.size(),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl From<$type> for Value {
            fn from(number: $type) -> Self {
                Self::Integer(number.into())
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, i8, i16, i32, i64, i128, bool);

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::from(number as u64)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Float(number)
    }
}

/// A list of one value, or of none.
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.into_iter().collect()
    }
}

/// The tuple of nothing: the argument of a call that takes none.
impl From<()> for Value {
    fn from((): ()) -> Self {
        Self::List(Vec::new())
    }
}

/// A list of the elements.
impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        values.into_iter().collect()
    }
}

/// A list of the elements, which is also a tuple of values of one kind.
impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(values: [T; N]) -> Self {
        values.into_iter().collect()
    }
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        /// A tuple of the parts, in their order.
        impl<$($name: Into<Value>),*> From<($($name,)*)> for Value {
            #[allow(non_snake_case, reason = "the parts are called as their types")]
            fn from(($($name,)*): ($($name,)*)) -> Self {
                Self::List(vec![$($name.into()),*])
            }
        }
    )*};
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}
