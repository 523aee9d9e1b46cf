//! Relations that only text and sequences have: beginning, end and part, and equality by edits,
//! regardless of case, or of what the elements fold to.

use super::alignment::{aligned, beginning, window};
use super::{Decision, Distance, EqualityDistance, Rules, edit};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::iter::{Cloned, Copied, Filter, Map, Rev};
use core::slice;
use core::str::{Bytes, Chars};

/// A text or a sequence of elements that can be read repeatedly, from both ends.
///
/// The crate implements it for
///
/// - references to text, whose elements are Unicode scalar values, and to slices, arrays, `Vec` and
///   `VecDeque`,
/// - references to references, `Box`, `Rc`, `Arc` and `Cow` of these,
/// - their iterators `text.chars()`, `text.bytes()` and `xs.iter()`,
/// - and `map`, `filter`, `copied`, `cloned` and `rev` of an iterator that can be cloned.
///
/// The two operands of a relation may have different types, if their elements have the same type.
///
/// ```
/// use sbst_distance::{Decision, EqualityDistance, Rules, Sequence};
///
/// /// A hook in generic code.
/// fn framed<S: Sequence<Element: EqualityDistance> + Copy>(
///     text: S,
///     mark: S,
/// ) -> Decision {
///     Rules::DEFAULT.starts_with(text, mark) & Rules::DEFAULT.ends_with(text, mark)
/// }
///
/// assert!(framed("*note*", "*").holds());
/// // 9 is 2 above 7: x / (1 + x)
/// assert_eq!(framed(&[7, 1, 9][..], &[7][..]).to_true().get(), 2.0 / 3.0);
///
/// let names: Vec<Box<str>> = vec!["lib.rs".into(), "main.rb".into()];
/// let sources =
///     // a `&Box<str>`
///     names.iter().filter(|name| Rules::DEFAULT.ends_with(*name, ".rs").holds());
/// assert_eq!(sources.count(), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a text or a sequence that can be read from both ends",
    note = "pass text, slices, arrays, vectors and pointers to them by reference: `&name`, `&xs`, `&*x`",
    note = "collect other iterators into a `Vec`; for sets and maps use a relation of `collection`"
)]
pub trait Sequence {
    /// Type of an element: `char` for text, `&T` for a slice of `T`.
    type Element: PartialEq;

    /// Returns the elements in order.
    fn elements(self) -> impl DoubleEndedIterator<Item = Self::Element> + Clone;

    /// Returns the elements, and the text as `str` if it is one. The search in a `str` takes linear
    /// time.
    #[doc(hidden)]
    fn read<'t>(self) -> (Option<&'t str>, impl DoubleEndedIterator<Item = Self::Element> + Clone)
    where
        Self: Sized + 't,
    {
        (None, self.elements())
    }
}

macro_rules! texts {
    ($($type:ty, $text:ident;)*) => { $(
        impl<'a> Sequence for $type {
            type Element = char;
            fn elements(self) -> impl DoubleEndedIterator<Item = char> + Clone {
                let text: &'a str = self.$text();
                text.chars()
            }
            fn read<'t>(self) -> (Option<&'t str>, impl DoubleEndedIterator<Item = char> + Clone)
            where
                Self: 't,
            {
                let text: &'a str = self.$text();
                (Some(text), text.chars())
            }
        }
    )* };
}

texts! { &'a str, as_ref; &'a String, as_str; Chars<'a>, as_str; }

macro_rules! sequences {
    ($([$($generics:tt)*] $type:ty;)*) => { $(
        impl<'a, T: PartialEq, $($generics)*> Sequence for &'a $type {
            type Element = &'a T;
            fn elements(self) -> impl DoubleEndedIterator<Item = Self::Element> + Clone {
                self.iter()
            }
        }
    )* };
}

sequences! { [] [T]; [const N: usize] [T; N]; [] Vec<T>; [] VecDeque<T>; }

// One level of reference at a time: a `&&&str` is a sequence, too.
macro_rules! pointers {
    ($([$($generics:tt)*] $type:ty, $content:ty;)*) => { $(
        impl<'a, $($generics)*> Sequence for &'a $type
        where
            $content: Sequence,
        {
            type Element = <$content as Sequence>::Element;
            fn elements(self) -> impl DoubleEndedIterator<Item = Self::Element> + Clone {
                let content: $content = self;
                content.elements()
            }
            fn read<'t>(self) -> (Option<&'t str>, impl DoubleEndedIterator<Item = Self::Element> + Clone)
            where
                Self: 't,
            {
                let content: $content = self;
                content.read()
            }
        }
    )* };
}

pointers! {
    ['b, T: ?Sized] &'b T, &'b T;
    [T: ?Sized] Box<T>, &'a T;
    [T: ?Sized] Rc<T>, &'a T;
    ['b, T: ToOwned + ?Sized] Cow<'b, T>, &'a T;
}
#[cfg(target_has_atomic = "ptr")]
pointers! { [T: ?Sized] Arc<T>, &'a T; }

macro_rules! iterators {
    ($([$($generics:tt)*] $type:ty, $element:ty;)*) => { $(
        impl<$($generics)*> Sequence for $type {
            type Element = $element;
            fn elements(self) -> impl DoubleEndedIterator<Item = Self::Element> + Clone {
                self
            }
        }
    )* };
}

iterators! {
    [] Bytes<'_>, u8;
    ['a, T: PartialEq] slice::Iter<'a, T>, &'a T;
    ['a, I: DoubleEndedIterator<Item = &'a T> + Clone, T: PartialEq + Copy + 'a] Copied<I>, T;
    ['a, I: DoubleEndedIterator<Item = &'a T> + Clone, T: PartialEq + Clone + 'a] Cloned<I>, T;
    [I: DoubleEndedIterator<Item: PartialEq> + Clone] Rev<I>, I::Item;
    [I: DoubleEndedIterator<Item: PartialEq> + Clone, F: FnMut(&I::Item) -> bool + Clone] Filter<I, F>, I::Item;
    [I: DoubleEndedIterator + Clone, T: PartialEq, F: FnMut(I::Item) -> T + Clone] Map<I, F>, T;
}

/// A character or a byte, which may have an upper and a lower case in ASCII: `char`, `u8`, and
/// references to them.
///
/// The trait is sealed.
///
/// ```
/// use sbst_distance::{AsciiCase, Decision, Rules, Sequence};
///
/// /// A header's name, in text or in bytes.
/// fn is_host<C: AsciiCase>(
///     name: impl Sequence<Element = C>,
///     host: impl Sequence<Element = C>,
/// ) -> Decision {
///     Rules::DEFAULT.eq_ignore_ascii_case(name, host)
/// }
///
/// assert!(is_host("HOST", "host").holds() && is_host(b"Host", b"host").holds());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no ASCII case",
    note = "pass a text of `char` or of `u8`"
)]
pub trait AsciiCase: EqualityDistance + sealed::Folded {}

impl<C: EqualityDistance + sealed::Folded> AsciiCase for C {}

mod sealed {
    #![allow(unreachable_pub, reason = "a sealed trait is as public as the trait that it seals")]

    use crate::EqualityDistance;

    pub trait Folded: Copy {
        /// Returns the lower case of an ASCII letter, and any other character unchanged.
        fn lower(self) -> impl EqualityDistance;
    }

    impl Folded for char {
        fn lower(self) -> impl EqualityDistance {
            self.to_ascii_lowercase()
        }
    }

    impl Folded for u8 {
        fn lower(self) -> impl EqualityDistance {
            self.to_ascii_lowercase()
        }
    }

    impl<C: Folded> Folded for &C {
        fn lower(self) -> impl EqualityDistance {
            C::lower(*self)
        }
    }
}

/// Returns `true` if `a` begins with the elements of `affix`.
fn begins<T: PartialEq>(mut a: impl Iterator<Item = T>, affix: impl Iterator<Item = T>) -> bool {
    affix.into_iter().all(|wanted| a.next().is_some_and(|element| element == wanted))
}

/// Returns `true` if `part` is a run of consecutive elements of `a`. O(length · length of the
/// part).
fn has_run<T: PartialEq>(
    a: impl Iterator<Item = T> + Clone,
    part: impl Iterator<Item = T> + Clone,
) -> bool {
    // A part that is longer than the sequence has no place in it.
    let Some(last) = a.clone().count().checked_sub(part.clone().count()) else { return false };
    // Elements have equality only, so every place is tried; most places differ in their first
    // element.
    let mut rest = a;
    (0..=last).any(|_| {
        let found = begins(rest.clone(), part.clone());
        rest.next();
        found
    })
}

/// Relations of text and sequences.
///
/// To make them hold, each element counts x / (1 + x) of the distance x to its partner, and an
/// element without a partner counts 1. The distance to make them fail is K. A relation to an empty
/// part always holds, so its distance to false is [`Distance::INFINITE`]. Only
/// [`eq_by_edits`](Self::eq_by_edits) allocates.
impl Rules {
    /// Evaluates `a.starts_with(prefix)` of texts or sequences. Elements of `a` after the prefix do
    /// not count. Linear.
    ///
    /// ```
    /// use sbst_distance::Rules;
    ///
    /// // a gap of 1, and one is missing
    /// assert_eq!(Rules::DEFAULT.starts_with("ab", "acd").to_true().get(), 0.5 + 1.0);
    /// assert_eq!(
    ///     Rules::DEFAULT.starts_with(&[1, 2, 3], &vec![1, 4]).to_true().get(),
    ///     2.0 / 3.0
    /// );
    /// assert!(Rules::DEFAULT.starts_with(&[1], &[]).to_false().get().is_infinite());
    /// ```
    pub fn starts_with<T: EqualityDistance>(
        &self,
        a: impl Sequence<Element = T>,
        prefix: impl Sequence<Element = T>,
    ) -> Decision {
        self.begins(a.elements(), prefix.elements())
    }

    /// Evaluates `a.ends_with(suffix)` of texts or sequences. Elements of `a` before the suffix do
    /// not count. Linear.
    ///
    /// ```
    /// use sbst_distance::Rules;
    ///
    /// assert_eq!(Rules::DEFAULT.ends_with("main.rb", ".rs").to_true().get(), 17.0 / 18.0);
    /// // two are missing
    /// assert_eq!(Rules::DEFAULT.ends_with(&[3], &[1, 2, 3]).to_true().get(), 2.0);
    /// ```
    pub fn ends_with<T: EqualityDistance>(
        &self,
        a: impl Sequence<Element = T>,
        suffix: impl Sequence<Element = T>,
    ) -> Decision {
        // A suffix is a prefix of the reversed sequence.
        self.begins(a.elements().rev(), suffix.elements().rev())
    }

    /// Evaluates whether `part` is a run of consecutive elements of `a`, as `a.contains(part)` does
    /// for text.
    ///
    /// The distance to true is the distance of the nearest window of `a`. If `a` is shorter than
    /// the part, it is the distance to the nearest place inside the part, and 1 for each missing
    /// element.
    ///
    /// The outcome takes linear time if both are text, else O(length · length of the part). The
    /// distance takes at most O(length · length of the part), which it needs if no window is near.
    ///
    /// ```
    /// use sbst_distance::Rules;
    ///
    /// assert_eq!(
    ///     Rules::DEFAULT.contains_run(&[9, 1, 2, 9], &[1, 3]).to_true().get(),
    ///     0.5
    /// ); // the window [1, 2]
    /// assert!(Rules::DEFAULT.contains_run("user name", "name").holds());
    /// ```
    pub fn contains_run<T: EqualityDistance>(
        &self,
        a: impl Sequence<Element = T>,
        part: impl Sequence<Element = T>,
    ) -> Decision {
        let ((text, a), (part_text, part)) = (a.read(), part.read());
        // Two texts are searched by `str::contains`, in linear time. Other sequences only have
        // equality, and are compared window by window.
        let empty = part.clone().next().is_none();
        let (Some(text), Some(part_text)) = (text, part_text) else {
            return self.of_part(has_run(a.clone(), part.clone()), empty, || {
                window(a, part, |x, y| x.apart(&y, self))
            });
        };
        let apart = |x: char, y: char| x.apart(&y, self);
        self.of_part(text.contains(part_text), empty, || {
            match text.is_ascii() && part_text.is_ascii() {
                // Every byte is a character, so that no window has to be decoded.
                true => {
                    window(text.bytes().map(char::from), part_text.bytes().map(char::from), apart)
                }
                false => window(text.chars(), part_text.chars(), apart),
            }
        })
    }

    /// Evaluates `a == b` of texts or sequences, with edits as the distance.
    ///
    /// The distance to true is the least number of insertions, deletions and substitutions of
    /// elements ([`edit::of_str`], [`edit::distance`]), whatever the rules are. The distance to
    /// false is K.
    ///
    /// Sequences are first copied into two vectors of elements. For long byte strings,
    /// [`relation`](Self::relation) with [`edit::of_bytes`] takes less time.
    ///
    /// ```
    /// use sbst_distance::Rules;
    ///
    /// let rules = Rules::DEFAULT.with_k(0.5)?;
    /// assert_eq!(rules.eq_by_edits("flaw", "lawn").to_true().get(), 2.0);
    /// // one deletion
    /// assert_eq!(rules.eq_by_edits(&["a", "b", "c"], &["b", "c"]).to_true().get(), 1.0);
    /// assert_eq!(rules.eq_by_edits("law", "law").to_false().get(), 0.5); // K
    ///
    /// # Ok::<(), sbst_distance::DistanceError>(())
    /// ```
    pub fn eq_by_edits<T: Eq>(
        &self,
        a: impl Sequence<Element = T>,
        b: impl Sequence<Element = T>,
    ) -> Decision {
        let ((text_a, a), (text_b, b)) = (a.read(), b.read());
        self.relation(a.clone().eq(b.clone()), || {
            Distance::count(match (text_a, text_b) {
                // Text has a faster way, without a vector of characters.
                (Some(a), Some(b)) => edit::of_str(a, b),
                _ => edit::distance(&a.collect::<Vec<_>>(), &b.collect::<Vec<_>>()),
            })
        })
    }

    /// Evaluates `a.eq_ignore_ascii_case(b)` of texts or bytes. The distance compares them in lower
    /// case. Linear.
    ///
    /// ```
    /// use sbst_distance::Rules;
    ///
    /// assert!(Rules::DEFAULT.eq_ignore_ascii_case("GET", "get").holds());
    /// assert_eq!(
    ///     Rules::DEFAULT.eq_ignore_ascii_case(b"GET", b"gft").to_true().get(),
    ///     0.5
    /// );
    /// ```
    pub fn eq_ignore_ascii_case<C: AsciiCase>(
        &self,
        a: impl Sequence<Element = C>,
        b: impl Sequence<Element = C>,
    ) -> Decision {
        // The outcome is computed on the same folded elements, so it agrees with the distance.
        let (a, b) = (a.elements().map(C::lower), b.elements().map(C::lower));
        self.relation(a.clone().eq(b.clone()), || aligned(a, b, |x, y| x.apart(&y, self)))
    }

    /// Returns the decision of an equality of texts regardless of case, with this outcome.
    ///
    /// `outcome` is the result of the program's own comparison, which may treat case in another
    /// way. The distance compares the texts after a conversion to upper case and then to lower
    /// case, by Unicode. It is positive whenever `outcome` is false. Linear.
    ///
    /// ```
    /// use sbst_distance::Rules;
    ///
    /// let (a, b) = ("Écu", "ÉCRU");
    /// let same = a.to_lowercase() == b.to_lowercase(); // the program's comparison
    /// // 'u' is 3 above 'r', and one character is missing.
    /// assert_eq!(Rules::DEFAULT.eq_ignore_case(same, a, b).to_true().get(), 0.75 + 1.0);
    /// ```
    pub fn eq_ignore_case(
        &self,
        outcome: bool,
        a: impl Sequence<Element = char>,
        b: impl Sequence<Element = char>,
    ) -> Decision {
        // Upper case first: letters such as the two forms of sigma have one upper case, and two
        // lower cases.
        self.eq_folded(outcome, a, b, |c| c.to_uppercase().flat_map(char::to_lowercase))
    }

    /// Returns the decision of an equality of the elements after a fold, with this outcome.
    ///
    /// `outcome` is the result of the program's own comparison. `fold` turns an element into any
    /// number of other elements. The distance compares the folded elements, position by position,
    /// and adds the difference of their numbers. It is positive whenever `outcome` is false, even
    /// if the folded elements agree. Linear.
    ///
    /// ```
    /// use sbst_distance::Rules;
    ///
    /// // separators do not count
    /// let digits = |c: char| c.is_ascii_digit().then_some(c);
    /// assert!(Rules::DEFAULT.eq_folded(true, "12-34", "1234", digits).holds());
    /// assert_eq!(
    ///     Rules::DEFAULT.eq_folded(false, "12-34", "12 35", digits).to_true().get(),
    ///     0.5
    /// );
    /// ```
    pub fn eq_folded<E, I: IntoIterator<Item: EqualityDistance>>(
        &self,
        outcome: bool,
        a: impl Sequence<Element = E>,
        b: impl Sequence<Element = E>,
        fold: impl Fn(E) -> I,
    ) -> Decision {
        let distance = || {
            aligned(a.elements().flat_map(&fold), b.elements().flat_map(&fold), |x, y| {
                x.apart(&y, self)
            })
        };
        // `relation` raises a distance of 0, so that a failing outcome never looks reached.
        self.relation(outcome, distance)
    }

    /// Evaluates whether `a` begins with the elements of `affix`.
    fn begins<T: EqualityDistance>(
        &self,
        a: impl Iterator<Item = T> + Clone,
        affix: impl Iterator<Item = T> + Clone,
    ) -> Decision {
        let holds = begins(a.clone(), affix.clone());
        self.of_part(holds, affix.clone().next().is_none(), || {
            beginning(a, affix, |x, y| x.apart(&y, self))
        })
    }

    /// Returns the decision of a relation to a part. Every sequence has the empty part, so the
    /// relation to it cannot fail.
    pub(super) fn of_part(
        &self,
        holds: bool,
        empty: bool,
        to_true: impl FnOnce() -> Distance,
    ) -> Decision {
        if empty {
            Decision::observed(holds, Distance::INFINITE)
        } else {
            self.relation(holds, to_true)
        }
    }
}
