//! Distances of what a method says of its receiver: `text.starts_with("x")`,
//! `byte.is_ascii_digit()`.
//!
//! The compiler chooses by types, as in [`compare`](super::compare): texts and characters first,
//! then sequences, then anything, without a distance.

use super::compare::{AsItems, AsText};
use crate::distance::structure::fields;
use crate::distance::{Decision, Distance, EqualityDistance, Neighbours, OrderDistance, Rules};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::ops::{Bound, Range, RangeBounds, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

/// The receiver of a method, and its argument; `()` without one.
#[derive(Debug)]
pub struct Asked<'a, R: ?Sized, A: ?Sized>(pub &'a R, pub &'a A);

/// A text that is searched for: a text or a character.
pub trait Needle {
    /// Passes the text to a closure.
    fn with<O>(&self, then: impl FnOnce(&str) -> O) -> O;
}

impl Needle for str {
    fn with<O>(&self, then: impl FnOnce(&str) -> O) -> O {
        then(self)
    }
}
impl Needle for String {
    fn with<O>(&self, then: impl FnOnce(&str) -> O) -> O {
        then(self)
    }
}
impl Needle for Cow<'_, str> {
    fn with<O>(&self, then: impl FnOnce(&str) -> O) -> O {
        then(self)
    }
}
impl Needle for char {
    fn with<O>(&self, then: impl FnOnce(&str) -> O) -> O {
        then(self.encode_utf8(&mut [0; 4]))
    }
}
impl<T: Needle + ?Sized> Needle for &T {
    fn with<O>(&self, then: impl FnOnce(&str) -> O) -> O {
        (**self).with(then)
    }
}
impl<T: Needle + ?Sized> Needle for Box<T> {
    fn with<O>(&self, then: impl FnOnce(&str) -> O) -> O {
        (**self).with(then)
    }
}

/// Questions to a text about another one.
pub trait AskText {
    /// Measures `starts_with`.
    fn starts_with(&self, rules: &Rules) -> Option<Decision>;
    /// Measures `ends_with`.
    fn ends_with(&self, rules: &Rules) -> Option<Decision>;
    /// Measures `contains`.
    fn contains(&self, rules: &Rules) -> Option<Decision>;
    /// Measures `eq_ignore_ascii_case`.
    fn eq_ignore_ascii_case(&self, rules: &Rules) -> Option<Decision>;
}

impl<R: AsText + ?Sized, A: Needle + ?Sized> AskText for &&&Asked<'_, R, A> {
    fn starts_with(&self, rules: &Rules) -> Option<Decision> {
        Some(self.1.with(|part| rules.starts_with(self.0.text().chars(), part.chars())))
    }
    fn ends_with(&self, rules: &Rules) -> Option<Decision> {
        Some(self.1.with(|part| rules.ends_with(self.0.text().chars(), part.chars())))
    }
    fn contains(&self, rules: &Rules) -> Option<Decision> {
        Some(self.1.with(|part| rules.contains_run(self.0.text().chars(), part.chars())))
    }
    fn eq_ignore_ascii_case(&self, rules: &Rules) -> Option<Decision> {
        Some(self.1.with(|other| rules.eq_ignore_ascii_case(self.0.text().chars(), other.chars())))
    }
}

/// Questions to a text without an argument.
pub trait AskEmptyText {
    /// Measures `is_empty`.
    fn is_empty(&self, rules: &Rules) -> Option<Decision>;
}

impl<R: AsText + ?Sized> AskEmptyText for &&&Asked<'_, R, ()> {
    fn is_empty(&self, rules: &Rules) -> Option<Decision> {
        let text = self.0.text();
        Some(rules.relation(text.is_empty(), || {
            Distance::from(u32::try_from(text.chars().count()).unwrap_or(u32::MAX))
        }))
    }
}

/// A character or a byte.
pub trait AsCode {
    /// Returns its number.
    fn code(&self) -> u32;
}

/// Questions to a character about another one.
pub trait AskCode {
    /// Measures `eq_ignore_ascii_case`.
    fn eq_ignore_ascii_case(&self, rules: &Rules) -> Option<Decision>;
}

impl<R: AsCode, A: AsCode> AskCode for &&&Asked<'_, R, &A> {
    fn eq_ignore_ascii_case(&self, rules: &Rules) -> Option<Decision> {
        let lower = |code: u32| match u8::try_from(code) {
            Ok(byte) => u32::from(byte.to_ascii_lowercase()),
            Err(_) => code,
        };
        Some(rules.eq(&lower(self.0.code()), &lower(self.1.code())))
    }
}

impl AsCode for char {
    fn code(&self) -> u32 {
        u32::from(*self)
    }
}
impl AsCode for u8 {
    fn code(&self) -> u32 {
        u32::from(*self)
    }
}
impl<T: AsCode> AsCode for &T {
    fn code(&self) -> u32 {
        (**self).code()
    }
}
impl<T: AsCode> AsCode for &mut T {
    fn code(&self) -> u32 {
        (**self).code()
    }
}

macro_rules! classes {
    ($($method:ident: $($low:literal - $high:literal)+;)+) => {
        /// Questions to a character about its class in ASCII.
        pub trait AskClass {
            $(
                /// Measures the method of this name.
                fn $method(&self, rules: &Rules) -> Option<Decision>;
            )+
        }
        impl<R: AsCode> AskClass for &&&Asked<'_, R, ()> {
            $(
                fn $method(&self, rules: &Rules) -> Option<Decision> {
                    Some(in_class(self.0.code(), &[$($low..=$high),+], rules))
                }
            )+
        }
        impl<R: ?Sized, A: ?Sized> Unasked for Asked<'_, R, A> {
            $(
                fn $method(&self, _: &Rules) -> Option<Decision> {
                    None
                }
            )+
            fn starts_with(&self, _: &Rules) -> Option<Decision> {
                None
            }
            fn ends_with(&self, _: &Rules) -> Option<Decision> {
                None
            }
            fn contains(&self, _: &Rules) -> Option<Decision> {
                None
            }
            fn eq_ignore_ascii_case(&self, _: &Rules) -> Option<Decision> {
                None
            }
            fn is_empty(&self, _: &Rules) -> Option<Decision> {
                None
            }
        }
        /// Questions to anything, which have no distance.
        pub trait Unasked {
            $(
                /// Returns `None`.
                fn $method(&self, rules: &Rules) -> Option<Decision>;
            )+
            /// Returns `None`.
            fn starts_with(&self, rules: &Rules) -> Option<Decision>;
            /// Returns `None`.
            fn ends_with(&self, rules: &Rules) -> Option<Decision>;
            /// Returns `None`.
            fn contains(&self, rules: &Rules) -> Option<Decision>;
            /// Returns `None`.
            fn eq_ignore_ascii_case(&self, rules: &Rules) -> Option<Decision>;
            /// Returns `None`.
            fn is_empty(&self, rules: &Rules) -> Option<Decision>;
        }
    };
}

classes! {
    is_ascii: 0 - 127;
    is_ascii_digit: 48 - 57;
    is_ascii_hexdigit: 48 - 57 65 - 70 97 - 102;
    is_ascii_alphabetic: 65 - 90 97 - 122;
    is_ascii_alphanumeric: 48 - 57 65 - 90 97 - 122;
    is_ascii_lowercase: 97 - 122;
    is_ascii_uppercase: 65 - 90;
    is_ascii_punctuation: 33 - 47 58 - 64 91 - 96 123 - 126;
    is_ascii_whitespace: 9 - 10 12 - 13 32 - 32;
}

/// Returns the comparison of a character with a class: the distance to the nearest of its ranges.
fn in_class(code: u32, class: &[RangeInclusive<u32>], rules: &Rules) -> Decision {
    let outcome = class.iter().any(|range| range.contains(&code));
    rules.relation(outcome, || {
        class
            .iter()
            .map(|range| rules.to_range(code, range.clone()))
            .min()
            .unwrap_or(Distance::INFINITE)
    })
}

/// Questions to a sequence about another one.
pub trait AskItems {
    /// Measures `starts_with`.
    fn starts_with(&self, rules: &Rules) -> Option<Decision>;
    /// Measures `ends_with`.
    fn ends_with(&self, rules: &Rules) -> Option<Decision>;
}

impl<T: EqualityDistance, R: AsItems<Item = T> + ?Sized, A: AsItems<Item = T> + ?Sized> AskItems
    for &&Asked<'_, R, A>
{
    fn starts_with(&self, rules: &Rules) -> Option<Decision> {
        Some(rules.starts_with(self.0.items(), self.1.items()))
    }
    fn ends_with(&self, rules: &Rules) -> Option<Decision> {
        Some(rules.ends_with(self.0.items(), self.1.items()))
    }
}

/// Questions to a sequence about an element.
pub trait AskElement {
    /// Measures `contains`.
    fn contains(&self, rules: &Rules) -> Option<Decision>;
}

impl<T: EqualityDistance, R: AsItems<Item = T> + ?Sized> AskElement for &&Asked<'_, R, &T> {
    fn contains(&self, rules: &Rules) -> Option<Decision> {
        Some(rules.contains(self.0.items(), *self.1))
    }
}

/// A range of the standard library.
pub trait AsRange {
    /// Type of its bounds.
    type Bound;
    /// Returns the bounds.
    fn range(&self) -> (Bound<&Self::Bound>, Bound<&Self::Bound>);
}

macro_rules! ranges {
    ($($type:ident)*) => { $(
        impl<T> AsRange for $type<T> {
            type Bound = T;
            fn range(&self) -> (Bound<&T>, Bound<&T>) {
                (self.start_bound(), self.end_bound())
            }
        }
    )* };
}
ranges!(Range RangeInclusive RangeFrom RangeTo RangeToInclusive);

impl<R: AsRange + ?Sized> AsRange for &R {
    type Bound = R::Bound;
    fn range(&self) -> (Bound<&R::Bound>, Bound<&R::Bound>) {
        (**self).range()
    }
}
impl<R: AsRange + ?Sized> AsRange for &mut R {
    type Bound = R::Bound;
    fn range(&self) -> (Bound<&R::Bound>, Bound<&R::Bound>) {
        (**self).range()
    }
}

/// Questions to a range.
pub trait AskRange {
    /// Measures `contains`.
    fn contains(&self, rules: &Rules) -> Option<Decision>;
}

impl<T: Neighbours, R: AsRange<Bound = T> + ?Sized> AskRange for &&&Asked<'_, R, &T> {
    fn contains(&self, rules: &Rules) -> Option<Decision> {
        Some(rules.in_range((*self.1).clone(), self.0.range()))
    }
}

/// Questions to a range without an argument.
pub trait AskEmptyRange {
    /// Measures `is_empty`.
    fn is_empty(&self, rules: &Rules) -> Option<Decision>;
}

impl<T: OrderDistance, R: AsRange<Bound = T> + ?Sized> AskEmptyRange for &&&Asked<'_, R, ()> {
    fn is_empty(&self, rules: &Rules) -> Option<Decision> {
        match self.0.range() {
            (Bound::Included(start), Bound::Included(end)) => Some(!rules.le(start, end)),
            (Bound::Included(start), Bound::Excluded(end)) => Some(!rules.lt(start, end)),
            _ => None,
        }
    }
}

/// Questions to a sequence without an argument.
pub trait AskEmpty {
    /// Measures `is_empty`.
    fn is_empty(&self, rules: &Rules) -> Option<Decision>;
}

impl<T, R: AsItems<Item = T> + ?Sized> AskEmpty for &&Asked<'_, R, ()> {
    fn is_empty(&self, rules: &Rules) -> Option<Decision> {
        let count = self.0.items().len();
        Some(
            rules.relation(count == 0, || Distance::from(u32::try_from(count).unwrap_or(u32::MAX))),
        )
    }
}

/// Questions to bytes about others.
pub trait AskBytes {
    /// Measures `eq_ignore_ascii_case`.
    fn eq_ignore_ascii_case(&self, rules: &Rules) -> Option<Decision>;
}

impl<R: AsItems<Item = u8> + ?Sized, A: AsItems<Item = u8> + ?Sized> AskBytes
    for &&Asked<'_, R, A>
{
    fn eq_ignore_ascii_case(&self, rules: &Rules) -> Option<Decision> {
        Some(rules.eq_ignore_ascii_case(self.0.items(), self.1.items()))
    }
}

/// Questions to bytes without an argument.
pub trait AskAscii {
    /// Measures `is_ascii`.
    fn is_ascii(&self, rules: &Rules) -> Option<Decision>;
}

impl<R: AsItems<Item = u8> + ?Sized> AskAscii for &&Asked<'_, R, ()> {
    fn is_ascii(&self, rules: &Rules) -> Option<Decision> {
        Some(all_ascii(self.0.items().iter(), rules))
    }
}

/// Questions to a text about its characters.
pub trait AskAsciiText {
    /// Measures `is_ascii`.
    fn is_ascii(&self, rules: &Rules) -> Option<Decision>;
}

impl<R: AsText + ?Sized> AskAsciiText for &&&Asked<'_, R, ()> {
    fn is_ascii(&self, rules: &Rules) -> Option<Decision> {
        Some(all_ascii(self.0.text().chars(), rules))
    }
}

/// Returns the decision that all characters are of ASCII: each of them is a part of the distance.
fn all_ascii(codes: impl Iterator<Item: AsCode> + Clone, rules: &Rules) -> Decision {
    let codes = codes.map(|code| code.code());
    rules.relation(codes.clone().all(|code| code < 128), || {
        fields(codes.map(|code| Distance::from(code.saturating_sub(127))))
    })
}
