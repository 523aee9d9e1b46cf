//! Weighted sum of the distances by line, type and stack trace.

use crate::distance::Distance;
use crate::fitness::Fitness;
use crate::formula::computed;

/// The distance between an execution and a crash by line, exception type and stack trace: 3 d_l + 2
/// d_e + d_tr.
///
/// - d_l is 0 if the wanted line was reached, else x / (1 + x) of x = 1 + level + d / (1 + d),
///   where (level, d) is the value of the line goal in the [flat
///   form](crate::fitness::FitnessTable::flat_statement).
/// - d_e is 0 if the line was reached and an exception of the wanted type was thrown, else 1.
/// - d_tr is 1 if d_e is 1, else x / (1 + x) of the least [cost](super::Crash::cost) x of the stack
///   traces of that type.
///
/// | [`Stage`] | value |
/// |---|---|
/// | [`NotStarted`](Stage::NotStarted): there is no test | 6 |
/// | [`LineNotReached`](Stage::LineNotReached) | \[4.5, 6) |
/// | [`LineReached`](Stage::LineReached) | 3 |
/// | [`ExceptionThrown`](Stage::ExceptionThrown) | (0, 1), and 1 if the cost is infinite |
/// | [`Reproduced`](Stage::Reproduced) | 0 |
///
/// The published fitness is [`published_value`](Self::published_value), BBC's Definition 1. It
/// differs in d_l, where it does not add 1. Because of the 1, a test that throws before the line is
/// farther than one that reaches it.
///
/// The type is ordered by its parts, exactly. The numbers follow this order, with ties by rounding.
/// The default value is [`NO_TEST`](Self::NO_TEST), so the value of a suite is the least value of
/// its tests.
///
/// The sum does not measure the way between the target frame's line and the exception: a test that
/// throws the wanted type somewhere else is nearer than a test that is on the right way and throws
/// nothing yet. [`STDistance`](super::STDistance) measures that way.
///
/// Source: Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing and
/// Crash Reproduction" (BBC, 2022), section 2.3, after Soltani, Panichella, van Deursen,
/// "Search-Based Crash Reproduction and Its Impact on Debugging" (2020).
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::Fitness;
/// use sbst::fitness::crash::{Stage, WeightedSum};
///
/// // One decision went wrong by 1, the one after it was not made: x is 1 + 1 + 1/2,
/// // and x / (1 + x) is 5/7.
/// let off_the_way = WeightedSum::new(Fitness::new(1, Distance::from(1)), None);
/// assert_eq!(off_the_way.value(), 3.0 * 5.0 / 7.0 + 3.0);
/// let no_crash = WeightedSum::new(Fitness::COVERED, None);
/// let similar = WeightedSum::new(Fitness::COVERED, Some(Distance::from(1)));
/// assert_eq!((no_crash.value(), similar.value()), (3.0, 0.5));
/// assert!(
///     WeightedSum::NO_TEST > off_the_way
///         && off_the_way > no_crash
///         && no_crash > similar
/// );
/// assert_eq!(similar.stage(), Stage::ExceptionThrown);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "Parts", into = "Parts")
)]
// By the parts instead of the sum, because rounding makes different sums equal. An exception is
// nearer than the line alone, and the line is nearer than any value of a line that was not reached.
// Two levels up makes room for both.
pub struct WeightedSum(Fitness);

impl WeightedSum {
    /// The greatest value, which stands for no test.
    pub const NO_TEST: Self = Self(Fitness::NEVER);

    /// Value of the line goal if the table has no block of the line, for a test that was executed.
    /// Two levels up, it is still less than [`Fitness::NEVER`].
    pub(super) const NOWHERE: Fitness = Fitness::new(u32::MAX - 3, Distance::INFINITE);

    /// Creates a sum from its parts.
    ///
    /// - `line` is the value of the line goal in its flat form. [`Fitness::NEVER`] gives
    ///   [`NO_TEST`](Self::NO_TEST).
    /// - `thrown` is the least cost of the stack trace of an exception of the wanted type, `None`
    ///   if none was thrown; it is ignored unless the line was reached.
    #[must_use]
    pub fn new(line: Fitness, thrown: Option<Distance>) -> Self {
        // NEVER stands for no test, so the line of a test that was executed must stay below it, two
        // levels up as well.
        let line = if line == Fitness::NEVER { line } else { line.min(Self::NOWHERE) };
        Self(match thrown {
            Some(cost) if line.is_covered() => Fitness::new(0, cost),
            _ if line.is_covered() => Fitness::new(1, Distance::ZERO),
            _ => line.one_level_up().one_level_up(),
        })
    }

    /// Returns the value of the line goal.
    const fn line(self) -> Fitness {
        match self.0 {
            Fitness::NEVER => Fitness::NEVER,
            Fitness { level: 0 | 1, .. } => Fitness::COVERED,
            Fitness { level, distance } => Fitness::new(level - 2, distance),
        }
    }

    /// Returns the least cost of an exception of the wanted type, if the line was reached and such
    /// an exception was thrown.
    fn thrown(self) -> Option<Distance> {
        (self.0.level == 0).then_some(self.0.distance)
    }

    /// Returns 3 d_l + 2 d_e + d_tr, in \[0, 6]. 0 means that the crash is reproduced.
    ///
    /// The published form is [`published_value`](Self::published_value).
    #[must_use]
    pub fn value(self) -> f64 {
        // BBC, Definition 1. The weights make the parts lexicographic: no gain in a later part
        // outweighs an earlier part.
        3.0 * self.line_distance() + 2.0 * self.type_distance() + self.trace_distance()
    }

    /// Returns d_l: 0 if the line was reached, else in \[1/2, 1); 1 if there is no test.
    ///
    /// The published form is [`published_line_distance`](Self::published_line_distance).
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::crash::WeightedSum;
    ///
    /// let near = WeightedSum::new(Fitness::new(0, 1.into()), None);
    /// assert_eq!(near.line_distance(), 0.6); // x / (1 + x) of 1 + 1/2
    /// assert_eq!(WeightedSum::NO_TEST.line_distance(), 1.0);
    /// ```
    #[must_use]
    pub fn line_distance(self) -> f64 {
        match self.line() {
            Fitness::COVERED => 0.0,
            Fitness::NEVER => 1.0,
            // The 1 keeps the value away from 0: without it, a line that is missed by almost
            // nothing has almost the value of a line that was reached.
            line => computed(1.0 + line.scalar()).norm(),
        }
    }

    /// Returns d_e: 0 if the line was reached and an exception of the wanted type was thrown,
    /// else 1.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::crash::WeightedSum;
    ///
    /// assert_eq!(WeightedSum::new(Fitness::COVERED, Some(2.into())).type_distance(), 0.0);
    /// // thrown, but the line was not reached
    /// let elsewhere = WeightedSum::new(Fitness::new(0, 1.into()), Some(2.into()));
    /// assert_eq!(elsewhere.type_distance(), 1.0);
    /// ```
    #[must_use]
    pub const fn type_distance(self) -> f64 {
        if self.0.level == 0 { 0.0 } else { 1.0 }
    }

    /// Returns d_tr: in \[0, 1] if the line was reached and an exception of the wanted type was
    /// thrown, else 1.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::crash::WeightedSum;
    ///
    /// let thrown = |cost: u32| {
    ///     WeightedSum::new(Fitness::COVERED, Some(cost.into())).trace_distance()
    /// };
    /// // reproduced; x / (1 + x) of the cost
    /// assert_eq!((thrown(0), thrown(3)), (0.0, 0.75));
    /// ```
    #[must_use]
    pub fn trace_distance(self) -> f64 {
        self.thrown().map_or(1.0, Distance::norm)
    }

    /// Returns the stage of the reproduction.
    #[must_use]
    pub fn stage(self) -> Stage {
        match self.0 {
            Fitness::COVERED => Stage::Reproduced,
            Fitness::NEVER => Stage::NotStarted,
            Fitness { level: 0, .. } => Stage::ExceptionThrown,
            Fitness { level: 1, .. } => Stage::LineReached,
            _ => Stage::LineNotReached,
        }
    }

    /// Returns the parts as a pair in the same order, which can be measured, ranked and archived as
    /// the value of any other goal: (0, cost) if an exception of the wanted type was thrown, (1, 0)
    /// if the line was reached, and otherwise the line's value two levels up.
    #[must_use]
    pub const fn fitness(self) -> Fitness {
        self.0
    }

    /// Returns the published fitness, 3 d_s + 2 d_e + d_tr: 0 if the crash is reproduced, 6 if
    /// there is no test.
    ///
    /// | line reached | exception of the wanted type | Definition 1 | value |
    /// |---|---|---|---|
    /// | no | either | 3 d_s + 2 max(d_e) + max(d_tr) | \[3, 6) |
    /// | yes | no | 3 min(d_s) + 2 d_e + max(d_tr) | 3 |
    /// | yes | yes | 3 min(d_s) + 2 min(d_e) + d_tr | \[0, 1\] |
    ///
    /// It differs from [`value`](Self::value) only while the line is not reached, by
    /// [d_s](Self::published_line_distance). A test that took the right decisions and threw before
    /// the line has the value 3 by the print, as if it had reached the line. [`value`](Self::value)
    /// is 4.5 then, so that reaching the line shows. The order of [`WeightedSum`] is finer than
    /// this number.
    ///
    /// The condition of the third case is printed as "if exception thrown"; the text below it says
    /// that the type must be the wanted one. An exception of another type belongs to the second
    /// case. The definition has one exception; if there are several, the nearest of the wanted type
    /// counts.
    ///
    /// None of the publications named here prints a formula for d_tr. The default, the ordered
    /// comparison, is this crate's. For the similarity of EvoCrash (Soltani et al. 2020), from
    /// which Definition 1 is cited, set [`Similarity::Free`](super::Similarity::Free) by
    /// [`Crash::with_similarity`](super::Crash::with_similarity).
    ///
    /// The [level](Self::published_line_distance) is this crate's approach level. For line 413 and
    /// the two tests of section 3.1, which throw in the middle of block 404-406, it is 3, and by
    /// the print it is 2. So the value is 5.25 here, and 5 by the print.
    ///
    /// Source: Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing
    /// and Crash Reproduction" (2022), section 2.3, Definition 1, Equation 1. "6 for no test" is
    /// from Derakhshanfar et al., "Search-based crash reproduction using behavioral model seeding"
    /// (2020), section 2.1, whose Equation 1 is the same sum.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::crash::WeightedSum;
    ///
    /// let away = |level| WeightedSum::new(Fitness::new(level, 1.into()), None);
    /// assert_eq!(away(1).published_value(), 4.8); // 3 norm(1 + 1/2) + 2 + 1
    /// assert_eq!(away(0).published_value(), 4.0); // 3 norm(1/2) + 2 + 1
    /// assert_eq!(away(0).value(), 4.8); // not as published: 3 norm(1 + 1/2) + 2 + 1
    /// ```
    #[must_use]
    pub fn published_value(self) -> f64 {
        3.0 * self.published_line_distance() + 2.0 * self.type_distance() + self.trace_distance()
    }

    /// Returns the published distance to the line, d_s = ‖approachLevel + ‖branchDistance‖‖, in
    /// \[0, 1\]: 0 if the line was reached, 1 if there is no test.
    ///
    /// It is also 0 if every decision was right, but an exception was thrown before the line.
    /// [`line_distance`](Self::line_distance) adds 1 before the outer normalisation, so it is at
    /// least 1/2 there.
    ///
    /// ‖x‖ is x / (1 + x); the publication prints no formula for it. The approach level is this
    /// crate's: the number of decisions that must still take the required outcome after the one
    /// where the execution took a wrong turn. Section 2.1 counts control dependent blocks that are
    /// not covered. The two numbers differ if a block was entered and its predicate was not
    /// evaluated, because such a block counts as covered in the paper. They may also differ if
    /// several ways lead to the line, because here the shortest counts. In `if c { if a || b { t }
    /// }`, an execution with c false leaves two control dependent blocks uncovered, and the level
    /// here is 1, because a alone may lead to t.
    ///
    /// Source: as [`published_value`](Self::published_value).
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::crash::WeightedSum;
    ///
    /// let to_line = |level, distance| {
    ///     WeightedSum::new(Fitness::new(level, distance), None).published_line_distance()
    /// };
    /// assert_eq!(to_line(1, Distance::from(1)), 0.6); // norm(1 + 1/2)
    /// // Section 3.1, block 404-406 entered, not decided: 2/3 by the print, whose level is
    /// // 2.
    /// assert_eq!(to_line(3, Distance::ZERO), 0.75);
    /// // the method was not called: norm(0 + 1)
    /// assert_eq!(to_line(0, Distance::INFINITE), 0.5);
    /// assert_eq!(to_line(0, Distance::SMALLEST), 0.0); // thrown before the line
    /// ```
    #[must_use]
    pub fn published_line_distance(self) -> f64 {
        let line = self.line();
        if line == Fitness::NEVER { 1.0 } else { computed(printed(line)).norm() }
    }
}

/// Serialized parts, which may contradict each other.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "WeightedSum")]
struct Parts {
    line: Fitness,
    thrown: Option<Distance>,
}

#[cfg(feature = "serde")]
impl From<Parts> for WeightedSum {
    fn from(parts: Parts) -> Self {
        Self::new(parts.line, parts.thrown)
    }
}

#[cfg(feature = "serde")]
impl From<WeightedSum> for Parts {
    fn from(sum: WeightedSum) -> Self {
        Self { line: sum.line(), thrown: sum.thrown() }
    }
}

/// Converts a pair that [`WeightedSum::fitness`] returned back to a sum.
impl From<Fitness> for WeightedSum {
    fn from(fitness: Fitness) -> Self {
        let given = Self(fitness);
        Self::new(given.line(), given.thrown())
    }
}

impl Default for WeightedSum {
    fn default() -> Self {
        Self::NO_TEST
    }
}

/// The stage that the reproduction of a crash has reached; a later stage is greater.
///
/// | state | meaning in the publication | here |
/// |---|---|---|
/// | (i) not started | the initial population could not be made, so the search did not start | [`NotStarted`](Self::NotStarted) |
/// | (ii) line not reached | the target line could not be reached | [`LineNotReached`](Self::LineNotReached) |
/// | (iii) line reached | the target line was reached, the target exception not thrown | [`LineReached`](Self::LineReached) |
/// | (iv) ex. thrown | the target line was reached, and an exception with a different stack trace thrown | [`ExceptionThrown`](Self::ExceptionThrown) |
/// | (v) reproduced | the stack trace was reproduced | [`Reproduced`](Self::Reproduced) |
///
/// The publication defines these states for searches. The stage of a search is the stage of its
/// nearest test, and not started without a test. State (iv) names no type; here, because of (iii),
/// the exception must have the wanted type.
///
/// With [`Free`](super::Similarity::Free), a cost of 0 also comes from stack traces that hold the
/// wanted frames in another order or among others; check [`Ordered`](super::Similarity::Ordered)
/// before you report a crash as reproduced.
///
/// Source: Derakhshanfar, Devroey, Perrouin, Zaidman, van Deursen, "Search-based crash reproduction
/// using behavioral model seeding" (2020), section 5.3.
///
/// ```
/// use sbst::fitness::Fitness;
/// use sbst::fitness::crash::{Stage, WeightedSum};
///
/// let stage = |cost: Option<u32>| {
///     WeightedSum::new(Fitness::COVERED, cost.map(Into::into)).stage()
/// };
/// let stages = [None, Some(2), Some(0)].map(stage);
/// assert_eq!(stages, [Stage::LineReached, Stage::ExceptionThrown, Stage::Reproduced]);
/// assert!(stages.is_sorted()); // a later stage is greater
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Stage {
    /// No test was executed.
    #[default]
    NotStarted,
    /// The wanted line was not reached.
    LineNotReached,
    /// The wanted line was reached, and no exception of the wanted type was thrown.
    LineReached,
    /// The wanted line was reached, and an exception of the wanted type was thrown with another
    /// stack trace.
    ExceptionThrown,
    /// The crash is reproduced.
    Reproduced,
}

/// Writes the name of the stage in lower case, for example `line reached`.
impl core::fmt::Display for Stage {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(match self {
            Self::NotStarted => "not started",
            Self::LineNotReached => "line not reached",
            Self::LineReached => "line reached",
            Self::ExceptionThrown => "exception thrown",
            Self::Reproduced => "reproduced",
        })
    }
}

/// Returns approachLevel + ‖branchDistance‖ of a line that was not reached.
///
/// [`Distance::SMALLEST`] stands for "nothing is known to be wrong, yet not reached". The
/// publication has no such distance: its level and its distance are 0 then.
pub(super) fn printed(line: Fitness) -> f64 {
    if line == Fitness::from(Distance::SMALLEST) { 0.0 } else { line.scalar() }
}
