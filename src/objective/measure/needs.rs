//! The needs of a goal: its places, its reads, its scalar.

use crate::execution::HistoryId;
use crate::flow::{Spot, Spots, on_one_line};
use crate::id::{Branch, Statement};
use crate::objective::{Goal, Place, Scalar};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

#[cfg(doc)]
use crate::objective::{Goals, Objective, Observed};

/// Needs of a goal, returned by [`Objective::needs`]: its places in the control flow, the facts of
/// an execution that it reads, and its scalar.
///
/// - A place must be reached before the goal can be covered; for a branch, its source must be. A
///   goal with several places, such as a line, can be covered in any of them. A
///   [frontier](crate::selection::Frontier) orders goals by their places, and an
///   [explanation](crate::objective::Explanation) reports what is missing there. A goal that lies
///   [nowhere](Self::nowhere) is pursued from the start.
/// - [`reading`](Self::reading) names a fact that the goal reads: [`Goals::trace`] records it, and
///   an execution that does not know it is refused.
/// - [`in_words`](Self::in_words) and [`entailing`](Self::entailing) say how reports show the goal,
///   and what is reached whenever it is covered.
/// - [`with_scalar`](Self::with_scalar) sets the formula of [`Goals::scalar`].
///
/// A goal that wraps another goal returns the needs of that goal unchanged.
///
/// ```
/// use sbst::execution::Fact;
/// use sbst::id::Block;
/// use sbst::objective::{Needs, Place, Scalar};
///
/// let needs = Needs::at([Block::new(3)]).with_scalar(Scalar::at_most(1.0));
/// assert!(needs.places().eq([Place::Block(Block::new(3))]));
/// assert!(!needs.reads(Fact::Calls));
/// ```
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// All statements, or all places.
    pub(in crate::objective) spots: Spots,
    /// Facts that the goal reads, one bit for each.
    pub(in crate::objective) bits: u16,
    /// The history that the goal reads.
    pub(in crate::objective) history: Option<HistoryId>,
    /// The places among the copies of the history of which one covers the goal.
    pub(in crate::objective) copies: Spots,
    /// The formula of [`Goals::scalar`].
    pub(super) scalar: Scalar,
    /// `true` if a finite value at level 0 shows that the place was reached.
    pub(in crate::objective) tells_reached: bool,
    /// `true` if only the functions of the places decide the value.
    pub(super) is_local: bool,
    /// `true` if the goal reads the execution by [`Observed::executed`] alone.
    pub(super) reads_executed: bool,
    /// What only some kinds of goals say.
    pub(in crate::objective) said: Option<Box<Said>>,
}

/// What only some kinds of goals say of themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// The words of reports.
    pub words: Option<String>,
    /// What every execution that covers the goal has reached.
    pub entailed: Vec<Spot>,
    /// Goals that every execution covers that covers the goal.
    pub entailed_goals: Vec<Goal>,
    /// A branch that only executions take that cover the goal.
    pub entailed_by: Option<Branch>,
}

impl Needs {
    /// Creates needs that read nothing beyond the table.
    pub(in crate::objective) fn of(spots: impl IntoIterator<Item = Spot>) -> Self {
        Self {
            spots: spots.into_iter().collect(),
            bits: 0,
            history: None,
            copies: Spots::new(),
            scalar: Scalar::LEVELS,
            tells_reached: false,
            is_local: false,
            reads_executed: false,
            said: None,
        }
    }

    /// Creates the needs of a goal without a place in the control flow: nothing has to be reached
    /// first, and a frontier pursues it from the start.
    pub fn nowhere() -> Self {
        Self::of([])
    }

    /// Creates the needs of a goal in a block, on a branch, in a function, or in several of them:
    /// one of them must be reached first. Without a place, the goal lies [nowhere](Self::nowhere).
    ///
    /// On a branch, the source of the branch must be reached. A
    /// [frontier](crate::selection::Frontier) pursues the goal when it pursues the goal of the
    /// branch: once a branch was taken on which the source depends, or from the start if the source
    /// depends on none. It does not wait until the branch itself is taken. For a goal that lies
    /// after the branch, pass a block there.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::{Block, Branch};
    /// use sbst::objective::{Goal, Needs, Place};
    ///
    /// assert!(
    ///     Needs::at([Block::new(3)]).places().eq([Place::Block(Block::new(3))])
    /// );
    /// let places = [Place::Block(Block::new(3)), Place::Branch(Branch::new(7))];
    /// assert!(Needs::at(places).places().eq(places));
    /// // The place that the identity determines, if it does.
    /// let branch = Goal::Branch(Branch::new(7));
    /// assert_eq!(Needs::at(branch.place()), Needs::at([Branch::new(7)]));
    /// ```
    pub fn at(places: impl IntoIterator<Item: Into<Place>>) -> Self {
        Self::of(places.into_iter().map(|place| place.into().into()))
    }

    /// Creates the needs of a goal at statements, each given by its block and its number from 0:
    /// one of them must be reached. The places of the goal are their blocks. Without a statement,
    /// the goal lies [nowhere](Self::nowhere).
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::Block;
    /// use sbst::objective::{Needs, Place};
    ///
    /// // The line of a `for`: its beginning and its step are in two blocks.
    /// let [first, step] = [Block::new(0).statement(0), Block::new(3).statement(1)];
    /// let needs = Needs::at_statements([first, step]);
    /// assert!(needs.places().eq([first, step].map(|at| Place::Block(at.block))));
    /// assert!(needs.statements().eq([first, step]));
    /// ```
    pub fn at_statements(statements: impl IntoIterator<Item = Statement>) -> Self {
        Self::of(statements.into_iter().map(Spot::Statement))
    }

    /// Sets the formula that turns the goal's value into one number. The default is
    /// [`Scalar::LEVELS`].
    pub fn with_scalar(self, scalar: Scalar) -> Self {
        Self { scalar, ..self }
    }

    /// Sets the words for the place of the goal in reports and explanations, such as
    /// `"b7 after b3"`. Without words, it is the first place, in the names of the graph. Line ends and
    /// other control characters are escaped.
    ///
    /// ```
    /// use sbst::id::Block;
    /// use sbst::objective::Needs;
    ///
    /// let needs = Needs::at([Block::new(7)]).in_words("b7 after b3");
    /// assert_eq!(needs.words(), Some("b7 after b3"));
    /// ```
    pub fn in_words(mut self, words: impl AsRef<str>) -> Self {
        self.say().words = Some(on_one_line(words.as_ref()).into_owned());
        self
    }

    /// Returns the words for the place of the goal, if it has words of its own.
    #[must_use]
    pub fn words(&self) -> Option<&str> {
        self.said.as_ref()?.words.as_deref()
    }

    /// Adds places that every execution has reached that covers the goal: a block or function that
    /// it entered, or a branch that it took. [`Structure`](crate::subsumption::Structure) then knows
    /// that a test that covers the goal covers the goals of these places, too.
    ///
    /// A goal with a single place that is a block entails that block without saying so.
    ///
    /// ```
    /// use sbst::id::Block;
    /// use sbst::objective::{Needs, Place};
    ///
    /// // "Block 7 after block 3": both were entered.
    /// let needs = Needs::at([Block::new(7)]).entailing([Block::new(3)]);
    /// assert!(needs.places().eq([Place::Block(Block::new(7))])); // entailed, too: the only place
    /// ```
    pub fn entailing(mut self, places: impl IntoIterator<Item: Into<Place>>) -> Self {
        self.say().entailed.extend(places.into_iter().map(|place| Spot::from(place.into())));
        self
    }

    /// Adds statements that every execution has reached that covers the goal, as
    /// [`entailing`](Self::entailing) adds places.
    pub fn entailing_statements(mut self, statements: impl IntoIterator<Item = Statement>) -> Self {
        self.say().entailed.extend(statements.into_iter().map(Spot::Statement));
        self
    }

    /// Adds goals that every execution covers that covers the goal, as
    /// [`entailing`](Self::entailing) adds places. Goals that the registry does not have change
    /// nothing.
    pub fn entailing_goals(mut self, goals: impl IntoIterator<Item = Goal>) -> Self {
        self.say().entailed_goals.extend(goals);
        self
    }

    /// Sets a branch that only executions take that cover the goal.
    /// [`Structure`](crate::subsumption::Structure) then knows that a test that covers the goal of
    /// the branch covers this goal, too.
    ///
    /// ```
    /// use sbst::id::{Block, Branch};
    /// use sbst::objective::Needs;
    ///
    /// // Block 7 after block 3, where only branch 5 leads from the one to the other.
    /// let needs = Needs::at([Block::new(7)]).entailed_by(Branch::new(5));
    /// assert!(needs.places().len() == 1);
    /// ```
    pub fn entailed_by(mut self, branch: Branch) -> Self {
        self.say().entailed_by = Some(branch);
        self
    }

    /// Returns what the goal says of itself, to be changed.
    fn say(&mut self) -> &mut Said {
        self.said.get_or_insert_default()
    }

    /// Returns what only some kinds of goals say of themselves.
    #[cfg(feature = "subsumption")]
    pub(crate) fn said(&self) -> Option<&Said> {
        self.said.as_deref()
    }

    /// Returns the places of the goal: for a goal at statements, one for each statement; none if
    /// the goal lies nowhere.
    pub fn places(
        &self,
    ) -> impl DoubleEndedIterator<Item = Place> + ExactSizeIterator + Clone + '_ {
        self.spots.iter().copied().map(Place::from)
    }

    /// Returns the statements of the goal; none unless the goal was made by
    /// [`at_statements`](Self::at_statements).
    pub fn statements(&self) -> impl DoubleEndedIterator<Item = Statement> + Clone + '_ {
        self.spots.iter().filter_map(|&spot| match spot {
            Spot::Statement(statement) => Some(statement),
            _ => None,
        })
    }

    /// Returns the formula that turns the goal's value into one number.
    #[must_use]
    pub fn scalar(&self) -> Scalar {
        self.scalar.clone()
    }

    /// Adds that a finite value at level 0 shows that the place was reached, whatever the executor
    /// reports about the place.
    pub(in crate::objective) fn telling_reached(self) -> Self {
        Self { tells_reached: true, ..self }
    }
}
