//! Distance by the calls that lead to a crash.

use super::weighted_sum::printed;
use crate::distance::Distance;
use crate::fitness::Fitness;
use crate::formula::computed;
use core::cmp::Ordering;

/// The distance between an execution and a crash by the calls that lead to it: |R| - lcp - (1 -
/// SD) + penalty.
///
/// - R is the list of wanted frames for which the [`Crash`](super::Crash) has statements.
/// - lcp is the number of covered frames, counted from the target frame, which is the outermost
///   one. A frame is covered if its line was reached in a call that is nested in a call that covers
///   the next outer frame.
/// - SD is x / (1 + x) of x = 1 + level + d / (1 + d), where (level, d) is the value of the next
///   frame's line within such calls, in its [flat
///   form](crate::fitness::FitnessTable::flat_statement).
/// - The penalty is 0 if all frames are covered and an exception of the wanted type was thrown in
///   the innermost wanted frame, else 1. If all frames are covered, the penalty alone is the value.
///
/// The value is 0 if the crash is reproduced by this measure, 1 if only the exception is missing,
/// and otherwise in \[3/2, |R| + 1). Compared with [`WeightedSum`](super::WeightedSum), this
/// measure is finer on the way from the target frame to the place where the exception is thrown,
/// and coarser on the stack trace: calls between the wanted frames do not count.
///
/// The published fitness is [`published_value`](Self::published_value): BBC's Definition 2
/// ([`test_stack_trace_distance`](Self::test_stack_trace_distance)) plus the ExceptionPenalty. It
/// differs in SD, which is level + d / (1 + d) there. Because SD is normalised here, a test that
/// covers more frames is always nearer.
///
/// The type is ordered by its parts, exactly. The numbers follow this order, with ties by rounding.
///
/// Source: Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing and
/// Crash Reproduction" (BBC, 2022), section 2.3, after Rößler et al., "Reconstructing Core Dumps"
/// (2013). The definition does not say what holds if all frames are covered; the rule above is this
/// crate's, after the example in the same section.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::Fitness;
/// use sbst::fitness::crash::STDistance;
///
/// // Three frames, of which the outermost is covered. In the next frame a decision
/// // went wrong by 1, so SD is 3/5, x / (1 + x) of 1 + 1/2.
/// assert_eq!(
///     STDistance::new(3, 1, Fitness::from(Distance::from(1)), false).value(),
///     3.0 - 1.0 - 0.4 + 1.0
/// );
/// assert_eq!(STDistance::new(3, 3, Fitness::COVERED, false).value(), 1.0);
/// assert_eq!(STDistance::new(3, 3, Fitness::COVERED, true).value(), 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(from = "Parts"))]
pub struct STDistance {
    /// |R|.
    frames: u32,
    /// lcp.
    covered: u32,
    /// Value of the next frame's line, [`Fitness::COVERED`] if all frames are covered.
    next: Fitness,
    /// `true` if the wanted exception was thrown in the innermost frame, and all frames are
    /// covered.
    thrown: bool,
}

impl STDistance {
    /// Creates a distance from its parts.
    ///
    /// - `frames` is |R|, and `covered` is lcp, at most |R|.
    /// - `next` is the value of the next frame's line in its flat form; it is ignored if all frames
    ///   are covered.
    /// - `thrown` is `true` if an exception of the wanted type was thrown in the innermost wanted
    ///   frame; it is ignored unless all frames are covered.
    #[must_use]
    pub fn new(frames: u32, covered: u32, next: Fitness, thrown: bool) -> Self {
        // Contradictory parts are made consistent: an exception counts only if all frames are
        // covered.
        let covered = covered.min(frames);
        let all = covered == frames;
        Self {
            frames,
            covered,
            next: if all { Fitness::COVERED } else { next },
            thrown: all && thrown,
        }
    }

    /// Returns |R| - lcp - (1 - SD) + penalty: 0, 1, or in \[3/2, |R| + 1).
    ///
    /// The published form is [`published_value`](Self::published_value).
    #[must_use]
    pub fn value(self) -> f64 {
        self.fitness().scalar()
    }

    /// Returns |R|: the number of frames that count.
    #[must_use]
    pub const fn frames(self) -> u32 {
        self.frames
    }

    /// Returns lcp: the number of covered frames, from the outermost one on.
    #[must_use]
    pub const fn covered(self) -> u32 {
        self.covered
    }

    /// Returns SD, in \[1/2, 1). `None` if all frames are covered.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::crash::STDistance;
    ///
    /// // In the second of three frames a decision went wrong by 1: x / (1 + x) of 1 + 1/2.
    /// assert_eq!(
    ///     STDistance::new(3, 1, Fitness::new(0, 1.into()), false).next_distance(),
    ///     Some(0.6)
    /// );
    /// assert_eq!(STDistance::new(3, 3, Fitness::COVERED, false).next_distance(), None);
    /// ```
    #[must_use]
    pub fn next_distance(self) -> Option<f64> {
        (self.covered < self.frames).then(|| self.to_go().norm())
    }

    /// Returns `true` if all frames are covered and an exception of the wanted type was thrown in
    /// the innermost frame, so that there is no penalty.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::crash::STDistance;
    ///
    /// assert!(STDistance::new(3, 3, Fitness::COVERED, true).is_reproduced());
    /// // thrown, but a call is missing
    /// assert!(!STDistance::new(3, 2, Fitness::COVERED, true).is_reproduced());
    /// ```
    #[must_use]
    pub const fn is_reproduced(self) -> bool {
        self.thrown
    }

    /// Returns a pair whose [scalar](Fitness::scalar) is the value: (frames to go, 1 + level + d /
    /// (1 + d)), or (0, infinite) if only the exception is missing, or (0, 0) if nothing is
    /// missing.
    ///
    /// Pairs tie where the numbers tie: an infinite distance ties with one level more, and values
    /// tie that rounding makes equal, such as values of distances from about 10^8 on. For the exact
    /// order, compare the distances themselves.
    #[must_use]
    pub fn fitness(self) -> Fitness {
        // With k frames missing, |R| - lcp - (1 - SD) + 1 is k + SD, and SD is norm(1 + level +
        // norm(d)). So the pair (k, 1 + level
        // + norm(d)) has the value as its scalar.
        match self.frames - self.covered {
            0 if self.thrown => Fitness::COVERED,
            0 => Fitness::new(0, Distance::INFINITE),
            missing => Fitness::new(missing, self.to_go()),
        }
    }

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
    /// and the approach level see
    /// [`WeightedSum`](super::WeightedSum::published_line_distance).
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

    /// Returns 1 + level + d / (1 + d) of the next frame's line.
    fn to_go(self) -> Distance {
        computed(1.0 + self.next.scalar())
    }
}

/// Orders by distance: first by the number of frames that are not covered, then by the value of the
/// next frame, then by the exception, then by the number of frames.
impl Ord for STDistance {
    fn cmp(&self, other: &Self) -> Ordering {
        // The order of the value, without the ties that rounding and infinite distances make.
        let key = |of: &Self| (of.frames - of.covered, of.next, !of.thrown);
        key(self).cmp(&key(other)).then(self.frames.cmp(&other.frames))
    }
}

impl PartialOrd for STDistance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Serialized parts, which may contradict each other.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "STDistance")]
struct Parts {
    frames: u32,
    covered: u32,
    next: Fitness,
    thrown: bool,
}

#[cfg(feature = "serde")]
impl From<Parts> for STDistance {
    fn from(parts: Parts) -> Self {
        Self::new(parts.frames, parts.covered, parts.next, parts.thrown)
    }
}
