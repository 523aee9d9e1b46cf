//! Both fitness functions as printed: Definition 1, and Definition 2 with the ExceptionPenalty.

use super::{STDistance, WeightedSum};
use crate::distance::Distance;
use crate::fitness::Fitness;
use crate::formula::computed;

/// Returns approachLevel + ‖branchDistance‖ of a line that was not reached.
///
/// [`Distance::SMALLEST`] stands for "nothing is known to be wrong, yet not reached". The
/// publication has no such distance: its level and its distance are 0 then.
fn printed(line: Fitness) -> f64 {
    if line == Fitness::from(Distance::SMALLEST) { 0.0 } else { line.scalar() }
}

impl WeightedSum {
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
        if self.line == Fitness::NEVER { 1.0 } else { computed(printed(self.line)).norm() }
    }
}

impl STDistance {
    /// Returns STDistance as printed, TestStackTraceDistance + ExceptionPenalty = |R| - lcp - (1 -
    /// StatementDistance) + ExceptionPenalty: 0 or 1 if all frames are covered, else at least 1,
    /// without an upper bound.
    ///
    /// The first summand alone is [`test_stack_trace_distance`](Self::test_stack_trace_distance).
    ///
    /// It differs from [`value`](Self::value) only while a frame is not covered, by the
    /// [StatementDistance](Self::published_next_distance), which is not normalised. So a test that
    /// covers more frames may be farther: 7.5 for one covered frame of two with a StatementDistance
    /// of 6.5, but 3.5 for none with 1.5. By [`value`](Self::value), a test that covers more frames
    /// is always nearer.
    ///
    /// - lcp is printed as the longest common prefix of the given stack trace and the one that the
    ///   test throws. The sentence after it, and the example, count frames that the test covers.
    ///   Here covered frames are counted ([`covered`](Self::covered)). To use prefixes of thrown
    ///   stack traces, pass their length to [`new`](Self::new).
    /// - |R| is the number of frames in the given stack trace. Frames without statements in the
    ///   graph are not counted here, because nothing can cover them. If every frame has statements,
    ///   the numbers are equal.
    /// - If all frames are covered, the print defines no StatementDistance. The value is then the
    ///   penalty alone.
    /// - The penalty is printed as the exception type alone
    ///   ([`Crash::has_thrown`](super::Crash::has_thrown)). In the example, the type counts after
    ///   all frames are covered, in the innermost frame. So it does here; until then the penalty
    ///   is 1.
    ///
    /// Source: Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing
    /// and Crash Reproduction" (2022), section 2.3: Definition 2 (Equation 2) plus
    /// ExceptionPenalty, two of the three parts of ReCore's fitness (Rößler et al., "Reconstructing
    /// Core Dumps", 2013).
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::crash::STDistance;
    ///
    /// let none = STDistance::new(2, 0, Fitness::new(1, 1.into()), false);
    /// let one = STDistance::new(2, 1, Fitness::new(6, 1.into()), false);
    /// assert_eq!(none.published_value(), 3.5); // 2 - 0 - (1 - 1.5) + 1
    /// assert_eq!(one.published_value(), 7.5); // 2 - 1 - (1 - 6.5) + 1
    /// assert!(one.value() < none.value());
    /// ```
    #[must_use]
    pub fn published_value(self) -> f64 {
        let penalty = if self.is_reproduced() { 0.0 } else { 1.0 };
        self.test_stack_trace_distance() + penalty
    }

    /// Returns the published TestStackTraceDistance, |R| - lcp - (1 - StatementDistance): at least
    /// 0, without an upper bound.
    ///
    /// It is 0 if all frames are covered. The print defines no StatementDistance then, and the term
    /// in parentheses is left out. It is also 0 if only the innermost frame is missing, every
    /// decision was right, and an exception was thrown before its line. The exception does not
    /// count: [`published_value`](Self::published_value) adds the penalty for it, and says how |R|
    /// and lcp are read.
    ///
    /// Source: Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing
    /// and Crash Reproduction" (2022), section 2.3, Definition 2, Equation 2, after Rößler et al.,
    /// "Reconstructing Core Dumps" (2013).
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::crash::STDistance;
    ///
    /// let next = STDistance::new(2, 0, Fitness::new(1, 1.into()), false);
    /// assert_eq!(next.test_stack_trace_distance(), 2.5); // 2 - 0 - (1 - 1.5)
    /// let all = STDistance::new(2, 2, Fitness::COVERED, false);
    /// assert_eq!((all.test_stack_trace_distance(), all.published_value()), (0.0, 1.0));
    /// ```
    #[must_use]
    pub fn test_stack_trace_distance(self) -> f64 {
        let missing = f64::from(self.frames) - f64::from(self.covered);
        self.published_next_distance().map_or(0.0, |next| missing - (1.0 - next))
    }

    /// Returns the published StatementDistance, approachLevel + ‖branchDistance‖ of the first frame
    /// that is not covered: at least 0, without an upper bound. `None` if all frames are covered.
    ///
    /// It is 0 if every decision was right, but an exception was thrown before the line. For ‖x‖
    /// and the approach level see [`WeightedSum::published_line_distance`].
    ///
    /// Source: as [`published_value`](Self::published_value).
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::crash::STDistance;
    ///
    /// let next = STDistance::new(3, 1, Fitness::new(2, 1.into()), false);
    /// assert_eq!(next.published_next_distance(), Some(2.5));
    /// assert_eq!(
    ///     STDistance::new(3, 3, Fitness::COVERED, false).published_next_distance(),
    ///     None
    /// );
    /// ```
    #[must_use]
    pub fn published_next_distance(self) -> Option<f64> {
        (self.covered < self.frames).then(|| printed(self.next))
    }
}
