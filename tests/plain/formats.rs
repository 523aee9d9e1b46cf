//! The two formats: text, and bytes without names.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// Reads a value back that was written as text, and one that was written as bytes without names.
#[track_caller]
pub(crate) fn again<T: Serialize + DeserializeOwned + Debug>(value: &T) -> [T; 2] {
    let text = serde_json::to_string(value).expect("can be written");
    let bytes = postcard::to_allocvec(value).expect("can be written");
    let of_text = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let of_bytes =
        postcard::from_bytes(&bytes).unwrap_or_else(|error| panic!("{error}: {value:?}"));
    [of_text, of_bytes]
}

/// Checks that both are what was written.
#[track_caller]
pub(crate) fn comes_back<T: Serialize + DeserializeOwned + Debug + PartialEq>(value: T) {
    assert!(again(&value).iter().all(|read| *read == value), "{:?} of {value:?}", again(&value));
}

/// Why a text is no value of the type.
#[track_caller]
pub(crate) fn refused<T: DeserializeOwned + Debug>(text: &str) -> String {
    match serde_json::from_str::<T>(text) {
        Ok(value) => panic!("{text} was read as {value:?}"),
        Err(error) => error.to_string(),
    }
}

/// The value that a text is.
#[track_caller]
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}
