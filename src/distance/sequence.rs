//! Relations that only text and sequences have: beginning, end, part, and equality by edits, regardless of case, or of what is made of the
//! elements.

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

/// A text, or a row of elements, that can be read as often as needed, from both ends.
///
/// The crate implements it for references to text (its elements are Unicode scalar values), slices, arrays, `Vec` and `VecDeque`, and to
/// references, `Box`, `Rc`, `Arc` and `Cow` of these; for their iterators, `text.chars()`, `text.bytes()` and `xs.iter()`; and for what
/// `map`, `filter`, `copied`, `cloned` and `rev` make of an iterator that can be cloned. The two operands of a relation may be of different
/// types, if their elements are of one.
///
/// ```
/// use sbst::distance::{Decision, EqualityDistance, Rules, Sequence};
///
/// /// The hook of code that is generic itself.
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
    message = "`{Self}` is no text and no sequence that can be read from both ends",
    note = "text, slices, arrays, vectors and pointers to them come by reference: `&name`, `&xs`, `&*x`",
    note = "other iterators: collect them into a `Vec`; sets and maps: a relation of `collection`"
)]
pub trait Sequence {
    /// Type of an element: `char` for text, `&T` for a slice of `T`.
    type Element: PartialEq;

    /// Returns the elements in order.
    fn elements(self) -> impl DoubleEndedIterator<Item = Self::Element> + Clone;

    /// Returns the elements, and the same as `str` if it is one: that has a search in linear time.
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

/// A character or a byte, which may have an upper and a lower case in ASCII: `char`, `u8`, and references to them.
///
/// The trait is sealed.
///
/// ```
/// use sbst::distance::{AsciiCase, Decision, Rules, Sequence};
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
#[diagnostic::on_unimplemented(message = "`{Self}` has no case in ASCII", note = "texts consist of `char` or `u8`")]
pub trait AsciiCase: EqualityDistance + sealed::Folded {}

impl<C: EqualityDistance + sealed::Folded> AsciiCase for C {}

mod sealed {
    #![allow(unreachable_pub, reason = "a sealed trait is as public as the trait that it seals")]

    use crate::distance::EqualityDistance;

    pub trait Folded: Copy {
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

/// Returns `true` if the first elements of `a` are those of `affix`.
fn begins<T: PartialEq>(mut a: impl Iterator<Item = T>, affix: impl Iterator<Item = T>) -> bool {
    affix.into_iter().all(|wanted| a.next().is_some_and(|element| element == wanted))
}

/// Returns `true` if `part` is a run of neighbours in `a`.
fn has_run<T: PartialEq>(a: impl Iterator<Item = T> + Clone, part: impl Iterator<Item = T> + Clone) -> bool {
    let Some(last) = a.clone().count().checked_sub(part.clone().count()) else { return false };
    let mut rest = a;
    (0..=last).any(|_| {
        let found = begins(rest.clone(), part.clone());
        rest.next();
        found
    })
}

/// Relations of text and sequences.
///
/// To make them hold, each element counts x / (1 + x) of the distance x to its partner, and an element without a partner counts 1. To make
/// them fail takes K; a relation to an empty part cannot be made to fail, so that is [`Distance::INFINITE`]. Nothing is allocated, except
/// by [`eq_by_edits`](Self::eq_by_edits).
impl Rules {
    /// Evaluates `a.starts_with(prefix)`, of text or of sequences. What `a` has beyond the prefix does not count. Linear.
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// // a gap of 1, and one is missing
    /// assert_eq!(Rules::DEFAULT.starts_with("ab", "acd").to_true().get(), 0.5 + 1.0);
    /// assert_eq!(
    ///     Rules::DEFAULT.starts_with(&[1, 2, 3], &vec![1, 4]).to_true().get(),
    ///     2.0 / 3.0
    /// );
    /// assert!(Rules::DEFAULT.starts_with(&[1], &[]).to_false().get().is_infinite());
    /// ```
    pub fn starts_with<T: EqualityDistance>(&self, a: impl Sequence<Element = T>, prefix: impl Sequence<Element = T>) -> Decision {
        self.begins(a.elements(), prefix.elements())
    }

    /// Evaluates `a.ends_with(suffix)`, of text or of sequences. What `a` has before the suffix does not count. Linear.
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// assert_eq!(Rules::DEFAULT.ends_with("main.rb", ".rs").to_true().get(), 17.0 / 18.0);
    /// // two are missing
    /// assert_eq!(Rules::DEFAULT.ends_with(&[3], &[1, 2, 3]).to_true().get(), 2.0);
    /// ```
    pub fn ends_with<T: EqualityDistance>(&self, a: impl Sequence<Element = T>, suffix: impl Sequence<Element = T>) -> Decision {
        self.begins(a.elements().rev(), suffix.elements().rev())
    }

    /// Evaluates whether `part` is a run of neighbours in `a`, as `a.contains(part)` of text. To make it hold: the nearest window; of an
    /// `a` that is shorter, the nearest place inside the part, and 1 for each missing element.
    ///
    /// Whether it holds is found in linear time if both are text, else in O(length · length of the part); how far it is from that, in
    /// O(length · length of the part) where no window is near.
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// assert_eq!(
    ///     Rules::DEFAULT.contains_run(&[9, 1, 2, 9], &[1, 3]).to_true().get(),
    ///     0.5
    /// ); // the window [1, 2]
    /// assert!(Rules::DEFAULT.contains_run("user name", "name").holds());
    /// ```
    pub fn contains_run<T: EqualityDistance>(&self, a: impl Sequence<Element = T>, part: impl Sequence<Element = T>) -> Decision {
        let ((text, a), (part_text, part)) = (a.read(), part.read());
        let empty = part.clone().next().is_none();
        let (Some(text), Some(part_text)) = (text, part_text) else {
            return self.of_part(has_run(a.clone(), part.clone()), empty, || window(a, part, |x, y| x.apart(&y, self)));
        };
        let apart = |x: char, y: char| x.apart(&y, self);
        self.of_part(text.contains(part_text), empty, || match text.is_ascii() && part_text.is_ascii() {
            // Nothing to decode at each window.
            true => window(text.bytes().map(char::from), part_text.bytes().map(char::from), apart),
            false => window(text.chars(), part_text.chars(), apart),
        })
    }

    /// Evaluates `a == b`, of text or of sequences. To make them equal takes the least number of insertions, deletions and substitutions of
    /// elements ([`edit::of_str`], [`edit::distance`]), whatever the rules; to make them differ takes K.
    ///
    /// Sequences are copied into two vectors of references first. Long byte strings take less time by [`relation`](Self::relation) with
    /// [`edit::of_bytes`].
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// let rules = Rules::DEFAULT.with_k(0.5)?;
    /// assert_eq!(rules.eq_by_edits("flaw", "lawn").to_true().get(), 2.0);
    /// // one deletion
    /// assert_eq!(rules.eq_by_edits(&["a", "b", "c"], &["b", "c"]).to_true().get(), 1.0);
    /// assert_eq!(rules.eq_by_edits("law", "law").to_false().get(), 0.5); // K
    ///
    /// # Ok::<(), sbst::distance::DistanceError>(())
    /// ```
    pub fn eq_by_edits<T: Eq>(&self, a: impl Sequence<Element = T>, b: impl Sequence<Element = T>) -> Decision {
        let ((text_a, a), (text_b, b)) = (a.read(), b.read());
        self.relation(a.clone().eq(b.clone()), || {
            Distance::count(match (text_a, text_b) {
                (Some(a), Some(b)) => edit::of_str(a, b),
                _ => edit::distance(&a.collect::<Vec<_>>(), &b.collect::<Vec<_>>()),
            })
        })
    }

    /// Evaluates `a.eq_ignore_ascii_case(b)`, of text or of bytes. The distance compares what is left in lower case. Linear.
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// assert!(Rules::DEFAULT.eq_ignore_ascii_case("GET", "get").holds());
    /// assert_eq!(
    ///     Rules::DEFAULT.eq_ignore_ascii_case(b"GET", b"gft").to_true().get(),
    ///     0.5
    /// );
    /// ```
    pub fn eq_ignore_ascii_case<C: AsciiCase>(&self, a: impl Sequence<Element = C>, b: impl Sequence<Element = C>) -> Decision {
        let (a, b) = (a.elements().map(C::lower), b.elements().map(C::lower));
        self.relation(a.clone().eq(b.clone()), || aligned(a, b, |x, y| x.apart(&y, self)))
    }

    /// Decides an equality of texts regardless of case: `outcome` is what the program's own comparison returned, whose idea of case may be
    /// another. The distance compares the texts, upper and then lower case by Unicode; it is positive whenever `outcome` is false. Linear.
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// let (a, b) = ("Écu", "ÉCRU");
    /// let same = a.to_lowercase() == b.to_lowercase(); // what the program does
    /// // 'u' is 3 above 'r', and one character is missing.
    /// assert_eq!(Rules::DEFAULT.eq_ignore_case(same, a, b).to_true().get(), 0.75 + 1.0);
    /// ```
    pub fn eq_ignore_case(&self, outcome: bool, a: impl Sequence<Element = char>, b: impl Sequence<Element = char>) -> Decision {
        self.eq_folded(outcome, a, b, |c| c.to_uppercase().flat_map(char::to_lowercase))
    }

    /// Decides an equality of what each element folds to, of text or of sequences: `outcome` is what the program's own comparison returned.
    ///
    /// The distance is that of the folded elements, position by position, and the difference of their numbers. It is positive whenever
    /// `outcome` is false, even if the folded elements agree. An element folds to any number of others. Linear.
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// let digits = |c: char| c.is_ascii_digit().then_some(c); // separators do not count
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
        let distance = || aligned(a.elements().flat_map(&fold), b.elements().flat_map(&fold), |x, y| x.apart(&y, self));
        self.relation(outcome, distance)
    }

    fn begins<T: EqualityDistance>(&self, a: impl Iterator<Item = T> + Clone, affix: impl Iterator<Item = T> + Clone) -> Decision {
        let holds = begins(a.clone(), affix.clone());
        self.of_part(holds, affix.clone().next().is_none(), || beginning(a, affix, |x, y| x.apart(&y, self)))
    }

    /// Returns the decision of a relation to a part: every sequence has the empty part, so the relation to it cannot be made to fail.
    pub(super) fn of_part(&self, holds: bool, empty: bool, to_true: impl FnOnce() -> Distance) -> Decision {
        if empty { Decision::observed(holds, Distance::INFINITE) } else { self.relation(holds, to_true) }
    }
}
