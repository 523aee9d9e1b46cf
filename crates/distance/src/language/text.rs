//! A language, and how far texts are from it.

use super::draft::Draft;
use super::edits::edits;
use super::tables::Tables;
use super::{Automaton, LanguageError, Letter, Matching, StateSketch};
use crate::{Decision, Distance, Rules};
use core::marker::PhantomData;

/// A regular language of texts of `S`: [`char`] for `str`, [`u8`] for `[u8]`.
///
/// Made once, from an [`Automaton`] or a pattern (feature `regex`), and immutable. Symbols are the
/// unit of editing: a char costs one edit, however many bytes it takes.
///
/// ```
/// use sbst_distance::language::{Automaton, Language, Matching, StateSketch};
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
/// # Ok::<(), sbst_distance::language::LanguageError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Language<S> {
    pub(super) tables: Tables,
    symbol: PhantomData<S>,
}

impl<S: Letter> Language<S> {
    /// Returns the language of an automaton: of all texts that it accepts, or in which it accepts
    /// some part.
    ///
    /// The automaton is read once. States that cannot be reached or lead nowhere are dropped.
    /// O((states + edges) log edges).
    ///
    /// # Errors
    ///
    /// [`LanguageError`] if there are no states, if an edge leads to none of them, if a range ends
    /// before it begins, or if states or edges are more than `u32` counts.
    pub fn new<A: Automaton<Letter = S> + ?Sized>(
        automaton: &A,
        matching: Matching,
    ) -> Result<Self, LanguageError> {
        let describe = |state, out: &mut StateSketch<'_, S>| automaton.describe(state, out);
        let draft = Draft::described(automaton.state_count(), describe)?;
        Ok(Self::of(draft.matching::<S>(matching)))
    }

    pub(super) fn of(draft: Draft) -> Self {
        Self { tables: Tables::new::<S>(draft), symbol: PhantomData }
    }

    /// Returns the least number of symbols to insert, delete or replace, so that `text` is in the
    /// language: a `&str` for a `Language<char>`, a `&[u8]` for a `Language<u8>`.
    ///
    /// 0 iff it is; [`Distance::INFINITE`] iff the language is empty. O(length · (states + edges))
    /// time, O(states + edges) memory.
    ///
    /// Where the program's own engine decides whether a text matches, its answer is the outcome and
    /// this is the distance:
    ///
    /// ```
    /// # use sbst_distance::language::{Automaton, Language, LanguageError, Matching, StateSketch};
    /// use sbst_distance::Rules;
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
    ///
    /// Bytes:
    ///
    /// ```
    /// # use sbst_distance::language::{Automaton, Language, LanguageError, Matching, StateSketch};
    /// /// Ends by a zero byte, and has no other.
    /// struct Terminated;
    ///
    /// impl Automaton for Terminated {
    ///     type Letter = u8;
    ///     fn state_count(&self) -> usize {
    ///         2
    ///     }
    ///     fn describe(&self, state: u32, out: &mut StateSketch<'_, u8>) {
    ///         if state == 0 {
    ///             out.on([1..=255], 0).on([0..=0], 1)
    ///         } else {
    ///             out.accepting()
    ///         };
    ///     }
    /// }
    ///
    /// let terminated = Language::new(&Terminated, Matching::Full)?;
    /// assert_eq!(terminated.edits(b"name\0").get(), 0.0);
    /// assert_eq!(terminated.edits(b"\0name").get(), 2.0);
    /// # Ok::<(), LanguageError>(())
    /// ```
    #[must_use]
    pub fn edits(&self, text: &S::Text) -> Distance {
        let (symbols, length) = S::symbols(text);
        edits(&self.tables, symbols, length)
            .map_or(Distance::INFINITE, |edits| Distance::of(edits as f64))
    }

    /// Evaluates whether `text` is in the language: a `&str` or a `&[u8]`, as for
    /// [`edits`](Self::edits), which tells how far it is from that.
    ///
    /// A text in the language is K = 1 away from leaving it, even where no text is outside.
    ///
    /// ```
    /// # use sbst_distance::language::{Automaton, Language, LanguageError, Matching, StateSketch};
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
    pub fn matches(&self, text: &S::Text) -> Decision {
        self.matches_under(&Rules::DEFAULT, text)
    }

    /// Evaluates [`matches`](Self::matches) with the K of other rules; edits are counted the same
    /// under all.
    ///
    /// ```
    /// # use sbst_distance::language::{Automaton, Language, LanguageError, Matching, StateSketch};
    /// use sbst_distance::Rules;
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
    pub fn matches_under(&self, rules: &Rules, text: &S::Text) -> Decision {
        let edits = self.edits(text);
        rules.relation(edits == Distance::ZERO, || edits)
    }
}
