//! Values that [`Frame::returns`](crate::execution::Frame::returns) can record.

use crate::distance::Integer;
use crate::execution::Value;
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

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
