//! Calls and fields deleted.

use super::values::values;
use crate::distance::Distance;

/// Returns the infection distance of a call that a mutant deletes: 0 if its result differs from the default of its type, which takes the
/// place of the result, else K = 1.
///
/// `None` stands for a call that throws: the mutant does not, so the distance is 0. A reference that may be null is an `Option`, whose
/// default is null. NaN differs from the default 0. A call without a result (`()`) that returns has K: nothing of it can be compared where
/// it stood. For a type whose default is another value, use [`values`](super::values).
///
/// Source: the operator "delete call" of BBC, section 4.1.4; that the default takes the place of the result is ours, as the paper does not
/// say it.
///
/// ```
/// use sbst::distance::infection::deleted_call;
///
/// let names = ["a", "b"];
/// assert_eq!(deleted_call(Some(names.len())).get(), 0.0); // 2, and 0 without the call
/// assert_eq!(deleted_call(Some(names.iter().position(|&name| name == "c"))).get(), 1.0); // nothing either way
/// assert_eq!(deleted_call(None::<i32>).get(), 0.0); // it throws
/// ```
#[must_use]
pub fn deleted_call<T: Default + PartialEq>(result: Option<T>) -> Distance {
    values(result, Some(T::default()))
}

/// Returns the infection distance of a field that a mutant deletes: 0 if its value differs from the default of its type, which takes the
/// place of the value, else K = 1.
///
/// A reference that may be null is an `Option`, whose default is null. NaN differs from the default 0. For a type whose default is another
/// value, use [`values`](super::values).
///
/// Source: the operator "delete field" of BBC, section 4.1.4; that the default takes the place of the value is ours, as the paper does not
/// say it.
///
/// ```
/// use sbst::distance::infection::deleted_field;
///
/// assert_eq!(deleted_field(3).get(), 0.0);
/// assert_eq!(deleted_field(0).get(), 1.0);
/// assert_eq!(deleted_field("").get(), 1.0);
/// assert_eq!(deleted_field(Some("")).get(), 0.0); // not null
/// ```
#[must_use]
pub fn deleted_field<T: Default + PartialEq>(value: T) -> Distance {
    deleted_call(Some(value))
}
