//! Relations that only text and sequences have: beginning, end, part, and equality of what is made of the elements.

use super::alignment::{aligned, beginning, window};
use super::{Decision, Distance, EqualityDistance, Rules};
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter::Map;

/// A text, or a row of elements, that can be read as often as needed, from both ends.
///
/// The crate implements it for references to text (its elements are Unicode scalar values), slices, arrays, `Vec` and `VecDeque`, and for
/// what [`Iterator::map`] makes of their iterators: `text.chars().map(..)`, `xs.iter().map(..)`. The two operands of a relation may be of
/// different types, if their elements are of one.
///
/// ```
/// use sbst::distance::{Decision, EqualityDistance, Rules, Sequence};
///
/// /// The hook of code that is generic itself.
/// fn framed<S: Sequence<Element: EqualityDistance> + Copy>(text: S, mark: S) -> Decision {
///     Rules::DEFAULT.starts_with(text, mark) & Rules::DEFAULT.ends_with(text, mark)
/// }
///
/// assert!(framed("*note*", "*").holds());
/// assert_eq!(framed(&[7, 1, 9][..], &[7][..]).to_true().get(), 2.0 / 3.0); // 9 is 2 above 7: x / (1 + x)
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no text and no sequence that can be read from both ends",
    note = "pass it by reference; other iterators: collect them into a `Vec`, or use a relation of `collection`"
)]
pub trait Sequence {
    /// Type of an element: `char` for text, `&T` for a slice of `T`.
    type Element: PartialEq;

    /// Returns the elements in order.
    fn elements(self) -> impl DoubleEndedIterator<Item = Self::Element> + Clone;
}

macro_rules! sequences {
    ($([$($generics:tt)*] $type:ty, $element:ty, $elements:ident;)*) => { $(
        impl<'a, $($generics)*> Sequence for &'a $type {
            type Element = $element;
            fn elements(self) -> impl DoubleEndedIterator<Item = Self::Element> + Clone {
                self.$elements()
            }
        }
    )* };
}

sequences! {
    [] str, char, chars;
    [] String, char, chars;
    [T: PartialEq] [T], &'a T, iter;
    [T: PartialEq, const N: usize] [T; N], &'a T, iter;
    [T: PartialEq] Vec<T>, &'a T, iter;
    [T: PartialEq] VecDeque<T>, &'a T, iter;
}

impl<I: DoubleEndedIterator + Clone, T: PartialEq, F: Fn(I::Item) -> T + Clone> Sequence for Map<I, F> {
    type Element = T;
    fn elements(self) -> impl DoubleEndedIterator<Item = T> + Clone {
        self
    }
}

/// Returns `true` if the first elements of `a` are those of `affix`.
fn begins<T: PartialEq>(mut a: impl Iterator<Item = T>, affix: impl Iterator<Item = T>) -> bool {
    affix.into_iter().all(|wanted| a.next().is_some_and(|element| element == wanted))
}

/// Relations of text and sequences.
///
/// To make them hold, each element counts x / (1 + x) of the distance x to its partner, and an element without a partner counts 1. To make
/// them fail takes K; a relation to an empty part cannot be made to fail, so that is [`Distance::INFINITE`]. Nothing is allocated.
impl Rules {
    /// Evaluates `a.starts_with(prefix)`, of text or of sequences. What `a` has beyond the prefix does not count. Linear.
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// assert_eq!(Rules::DEFAULT.starts_with("ab", "acd").to_true().get(), 0.5 + 1.0); // a gap of 1, and one is missing
    /// assert_eq!(Rules::DEFAULT.starts_with(&[1, 2, 3], &vec![1, 4]).to_true().get(), 2.0 / 3.0);
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
    /// assert_eq!(Rules::DEFAULT.ends_with(&[3], &[1, 2, 3]).to_true().get(), 2.0); // two are missing
    /// ```
    pub fn ends_with<T: EqualityDistance>(&self, a: impl Sequence<Element = T>, suffix: impl Sequence<Element = T>) -> Decision {
        self.begins(a.elements().rev(), suffix.elements().rev())
    }

    /// Evaluates whether `part` is a run of neighbours in `a`, as `a.contains(part)` of text. To make it hold: the nearest window; of an
    /// `a` that is shorter, the nearest place inside the part, and 1 for each missing element.
    ///
    /// O(length · length of the part) where no window is near.
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// assert_eq!(Rules::DEFAULT.contains_run(&[9, 1, 2, 9], &[1, 3]).to_true().get(), 0.5); // the window [1, 2]
    /// assert!(Rules::DEFAULT.contains_run("user name", "name").holds());
    /// ```
    pub fn contains_run<T: EqualityDistance>(&self, a: impl Sequence<Element = T>, part: impl Sequence<Element = T>) -> Decision {
        let (a, part) = (a.elements(), part.elements());
        let mut rest = Some(a.clone());
        let mut holds = false;
        while let Some(mut elements) = rest.filter(|_| !holds) {
            holds = begins(elements.clone(), part.clone());
            rest = elements.next().map(|_| elements);
        }
        self.of_part(holds, part.clone().next().is_none(), || window(a, part, |x, y| x.apart(&y, self)))
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
    /// assert_eq!(Rules::DEFAULT.eq_folded(false, "12-34", "12 35", digits).to_true().get(), 0.5);
    ///
    /// let (a, b) = (b"GET", b"gft"); // bytes, regardless of case
    /// let lower = |byte: &u8| Some(byte.to_ascii_lowercase());
    /// let decision = Rules::DEFAULT.eq_folded(a.eq_ignore_ascii_case(b), a, b, lower);
    /// assert_eq!(decision.to_true().get(), 0.5);
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

    /// A relation to a part: every sequence has the empty one, so that can not be made to fail.
    pub(super) fn of_part(&self, holds: bool, empty: bool, to_true: impl FnOnce() -> Distance) -> Decision {
        if empty { Decision::observed(holds, Distance::INFINITE) } else { self.relation(holds, to_true) }
    }
}
