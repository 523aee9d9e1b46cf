//! Values read from bytes: what is read can be written and read again, and be used.

pub mod flow;
pub mod numbers;
pub mod search;
pub mod seeds;

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// The value that the bytes stand for, if they stand for one. It is the same after it was written
/// and read, as bytes and as text.
pub fn read<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    read_as(bytes, |value| postcard::to_allocvec(value).expect("can be written"))
}

/// The same for values that may be written in several ways: they are the same if `what` says the
/// same of them.
pub fn read_as<T: Serialize + DeserializeOwned, W: PartialEq + Debug>(
    bytes: &[u8],
    what: impl Fn(&T) -> W,
) -> Option<T> {
    let value: T = postcard::from_bytes(bytes).ok()?;
    let written = postcard::to_allocvec(&value).expect("can be written");
    let again: T = postcard::from_bytes(&written).expect("what was written can be read");
    assert_eq!(what(&again), what(&value), "as bytes: {written:?}");
    let text = serde_json::to_string(&value).expect("can be written");
    let of_text: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(what(&of_text), what(&value), "as text: {text}");
    Some(value)
}
