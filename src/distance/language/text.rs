//! A language, and how far texts are from it.

use super::draft::Draft;
use super::edits::edits;
use super::tables::Tables;
use super::{Automaton, LanguageError, Letter, Matching};
use crate::distance::{Decision, Distance, Rules};
use core::marker::PhantomData;

/// A regular language of texts of `S`: [`char`] for `str`, [`u8`] for `[u8]`.
///
/// Made once, from an [`Automaton`] or a pattern (feature `regex`), and immutable. Symbols are the unit of editing: a char costs
/// one edit, however many bytes it takes.
///
/// ```
/// use sbst::distance::language::{Automaton, Language, Matching, StateSketch};
///
/// /// A name, an at sign, a host: `[a-z]+@[a-z]+`.
/// struct Address;
///
/// impl Automaton for Address {
///     type Letter = char;
///     fn state_count(&self) -> usize {
///         4
///     }
///     fn describe(&self, state: u32, out: &mut StateSketch<'_, char>) {
///         match state {
///             0 => out.on(['a'..='z'], 1),
///             1 => out.on(['a'..='z'], 1).on(['@'..='@'], 2),
///             2 => out.on(['a'..='z'], 3),
///             _ => out.on(['a'..='z'], 3).accepting(),
///         };
///     }
/// }
///
/// let whole = Language::new(&Address, Matching::Full)?;
/// assert_eq!(whole.edits("me@home").get(), 0.0);
/// assert_eq!(whole.edits("me at home").get(), 2.0); // meat@home
/// assert_eq!(whole.edits("").get(), 3.0);
///
/// let anywhere = Language::new(&Address, Matching::Search)?;
/// assert_eq!(anywhere.edits("write to me@home!").get(), 0.0);
/// # Ok::<(), sbst::distance::language::LanguageError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Language<S> {
    tables: Tables,
    symbol: PhantomData<S>,
}

impl<S: Letter> Language<S> {
    /// The language of an automaton: of all texts that it accepts, or in which it accepts some part.
    ///
    /// The automaton is read once. States that cannot be reached or lead nowhere are dropped. O((states + edges) log edges).
    ///
    /// # Errors
    ///
    /// [`LanguageError`] if there are no states, if an edge leads to none of them, if a range ends before it begins, or if states
    /// or edges are more than `u32` counts.
    pub fn new<A: Automaton<Letter = S> + ?Sized>(automaton: &A, matching: Matching) -> Result<Self, LanguageError> {
        Ok(Self::of(Draft::read(automaton)?.matching::<S>(matching)))
    }

    pub(super) fn of(draft: Draft) -> Self {
        Self { tables: Tables::new::<S>(draft), symbol: PhantomData }
    }

    #[cfg(feature = "serde")]
    pub(super) const fn tables(&self) -> &Tables {
        &self.tables
    }

    fn measure(&self, text: impl Iterator<Item = S>, bytes: usize) -> Distance {
        edits(&self.tables, text.map(S::number), bytes).map_or(Distance::INFINITE, |edits| Distance::of(edits as f64))
    }
}

/// Whether `edits` are none; see [`Language::matches_under`].
fn decide(rules: &Rules, edits: Distance) -> Decision {
    rules.relation(edits == Distance::ZERO, || edits)
}

impl Language<char> {
    /// The least number of chars to insert, delete or replace, so that `text` is in the language.
    ///
    /// 0 iff it is; [`Distance::INFINITE`] iff the language is empty. O(length · (states + edges)) time, O(states + edges) memory.
    ///
    /// Where the program's own engine decides whether a text matches, its answer is the outcome and this is the distance:
    ///
    /// ```
    /// # use sbst::distance::language::{Automaton, Language, LanguageError, Matching, StateSketch};
    /// use sbst::distance::Rules;
    /// # struct Digits;
    /// # impl Automaton for Digits {
    /// #     type Letter = char;
    /// #     fn state_count(&self) -> usize {
    /// #         1
    /// #     }
    /// #     fn describe(&self, _: u32, out: &mut StateSketch<'_, char>) {
    /// #         out.accepting().on(['0'..='9'], 0);
    /// #     }
    /// # }
    /// # let digits = Language::new(&Digits, Matching::Full)?;
    ///
    /// let text = "20:45";
    /// let outcome = text.parse::<u32>().is_ok(); // what the program asks
    /// let decision = Rules::DEFAULT.relation(outcome, || digits.edits(text));
    /// assert_eq!((decision.holds(), decision.to_true().get()), (false, 1.0));
    /// # Ok::<(), LanguageError>(())
    /// ```
    #[must_use]
    pub fn edits(&self, text: &str) -> Distance {
        self.measure(text.chars(), text.len())
    }

    /// Is `text` in the language? If not, [`edits`](Self::edits) is how far it is from that.
    ///
    /// A text in the language is K = 1 away from leaving it, even where no text is outside.
    ///
    /// ```
    /// # use sbst::distance::language::{Automaton, Language, LanguageError, Matching, StateSketch};
    /// # struct Digits;
    /// # impl Automaton for Digits {
    /// #     type Letter = char;
    /// #     fn state_count(&self) -> usize {
    /// #         1
    /// #     }
    /// #     fn describe(&self, _: u32, out: &mut StateSketch<'_, char>) {
    /// #         out.accepting().on(['0'..='9'], 0);
    /// #     }
    /// # }
    /// # let digits = Language::new(&Digits, Matching::Full)?;
    /// assert_eq!(digits.matches("1O0l").to_true().get(), 2.0);
    /// assert_eq!(digits.matches("1001").to_false().get(), 1.0);
    /// # Ok::<(), LanguageError>(())
    /// ```
    pub fn matches(&self, text: &str) -> Decision {
        self.matches_under(&Rules::DEFAULT, text)
    }

    /// [`matches`](Self::matches) with the K of other rules; edits are counted the same under all.
    ///
    /// ```
    /// # use sbst::distance::language::{Automaton, Language, LanguageError, Matching, StateSketch};
    /// use sbst::distance::Rules;
    /// # struct Digits;
    /// # impl Automaton for Digits {
    /// #     type Letter = char;
    /// #     fn state_count(&self) -> usize {
    /// #         1
    /// #     }
    /// #     fn describe(&self, _: u32, out: &mut StateSketch<'_, char>) {
    /// #         out.accepting().on(['0'..='9'], 0);
    /// #     }
    /// # }
    /// # let digits = Language::new(&Digits, Matching::Full)?;
    ///
    /// let rules = Rules::DEFAULT.with_k(0.5).expect("positive");
    /// assert_eq!(digits.matches_under(&rules, "1001").to_false().get(), 0.5);
    /// assert_eq!(digits.matches_under(&rules, "1O0l").to_true().get(), 2.0);
    /// # Ok::<(), LanguageError>(())
    /// ```
    pub fn matches_under(&self, rules: &Rules, text: &str) -> Decision {
        decide(rules, self.edits(text))
    }
}

impl Language<u8> {
    /// The least number of bytes to insert, delete or replace, so that `text` is in the language.
    ///
    /// 0 iff it is; [`Distance::INFINITE`] iff the language is empty. O(length · (states + edges)) time, O(states + edges) memory.
    /// See [`Language<char>`](Language#method.edits) for outcomes that the program's own engine decides.
    ///
    /// ```
    /// # use sbst::distance::language::{Automaton, Language, LanguageError, Matching, StateSketch};
    /// /// Ends by a zero byte, and has no other.
    /// struct Terminated;
    ///
    /// impl Automaton for Terminated {
    ///     type Letter = u8;
    ///     fn state_count(&self) -> usize {
    ///         2
    ///     }
    ///     fn describe(&self, state: u32, out: &mut StateSketch<'_, u8>) {
    ///         if state == 0 { out.on([1..=255], 0).on([0..=0], 1) } else { out.accepting() };
    ///     }
    /// }
    ///
    /// let terminated = Language::new(&Terminated, Matching::Full)?;
    /// assert_eq!(terminated.edits(b"name\0").get(), 0.0);
    /// assert_eq!(terminated.edits(b"\0name").get(), 2.0);
    /// # Ok::<(), LanguageError>(())
    /// ```
    #[must_use]
    pub fn edits(&self, text: &[u8]) -> Distance {
        self.measure(text.iter().copied(), text.len())
    }

    /// Is `text` in the language? If not, [`edits`](Self::edits) is how far it is from that.
    ///
    /// A text in the language is K = 1 away from leaving it, even where no text is outside.
    ///
    /// ```
    /// # use sbst::distance::language::{Automaton, Language, LanguageError, Matching, StateSketch};
    /// # struct Zeros;
    /// # impl Automaton for Zeros {
    /// #     type Letter = u8;
    /// #     fn state_count(&self) -> usize {
    /// #         1
    /// #     }
    /// #     fn describe(&self, _: u32, out: &mut StateSketch<'_, u8>) {
    /// #         out.accepting().on([0..=0], 0);
    /// #     }
    /// # }
    /// # let zeros = Language::new(&Zeros, Matching::Full)?;
    /// assert_eq!(zeros.matches(&[0, 1, 0]).to_true().get(), 1.0);
    /// assert_eq!(zeros.matches(&[0, 0, 0]).to_false().get(), 1.0);
    /// # Ok::<(), LanguageError>(())
    /// ```
    pub fn matches(&self, text: &[u8]) -> Decision {
        self.matches_under(&Rules::DEFAULT, text)
    }

    /// [`matches`](Self::matches) with the K of other rules; edits are counted the same under all.
    ///
    /// ```
    /// # use sbst::distance::language::{Automaton, Language, LanguageError, Matching, StateSketch};
    /// use sbst::distance::Rules;
    /// # struct Zeros;
    /// # impl Automaton for Zeros {
    /// #     type Letter = u8;
    /// #     fn state_count(&self) -> usize {
    /// #         1
    /// #     }
    /// #     fn describe(&self, _: u32, out: &mut StateSketch<'_, u8>) {
    /// #         out.accepting().on([0..=0], 0);
    /// #     }
    /// # }
    /// # let zeros = Language::new(&Zeros, Matching::Full)?;
    ///
    /// let rules = Rules::DEFAULT.with_k(0.5).expect("positive");
    /// assert_eq!(zeros.matches_under(&rules, &[0, 0]).to_false().get(), 0.5);
    /// # Ok::<(), LanguageError>(())
    /// ```
    pub fn matches_under(&self, rules: &Rules, text: &[u8]) -> Decision {
        decide(rules, self.edits(text))
    }
}
