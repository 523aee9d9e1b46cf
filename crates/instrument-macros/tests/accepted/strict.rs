//! The strictest crate: nothing of the generated code warns, meets a name, or needs an import.
#![no_implicit_prelude]
#![allow(clippy::all)]
#![deny(
    warnings,
    missing_docs,
    unused,
    nonstandard_style,
    future_incompatible,
    rust_2018_idioms,
    rust_2021_compatibility
)]
#![deny(
    missing_debug_implementations,
    unreachable_pub,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unused_qualifications
)]
#![forbid(unsafe_code)]

use ::std::iter::Iterator;
use ::std::option::Option::{self, None, Some};
use ::std::string::{String, ToString};
use ::std::vec::Vec;
use ::std::{assert, assert_eq, format, matches, panic};

/// A name that the generated code might use.
#[derive(Debug)]
pub struct Active;

/// Names of the generated code, and of the prelude.
#[::sbst::instrument]
pub fn names(left: i32, right: i32) -> Option<String> {
    let (frame, recorder, probe, rules, outcome) = (left, right, 3, 4, 5);
    let mut receiver = Vec::new();
    receiver.push(frame);
    receiver.push(recorder);
    if left < right && receiver.contains(&probe) || rules == outcome {
        return None;
    }
    let Some(first) = receiver.first() else { panic!("empty") };
    assert!(*first == left);
    assert_eq!(receiver.len(), 2);
    match first {
        3 | 4 => None,
        _ if receiver.is_empty() => None,
        x => Some(if matches!(x, 0..=9) { x.to_string() } else { format!("{x} {}", Some(probe)?) }),
    }
}

/// A method with a lifetime, and an opaque result.
#[::sbst::instrument]
impl Active {
    /// Counts.
    pub fn count<'a>(&'a self, list: &'a [u8]) -> impl Iterator<Item = &'a u8> + 'a {
        list.iter().filter(|x| **x > 3 || **x == 1)
    }
}

fn main() {
    names(1, 2);
    assert_eq!(Active.count(&[1, 2, 9]).count(), 2);
}
