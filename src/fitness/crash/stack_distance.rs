//! Distance by the calls that lead to a crash.

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
    pub(super) frames: u32,
    /// lcp.
    pub(super) covered: u32,
    /// Value of the next frame's line, [`Fitness::COVERED`] if all frames are covered.
    pub(super) next: Fitness,
    /// `true` if the wanted exception was thrown in the innermost frame, and all frames are
    /// covered.
    pub(super) thrown: bool,
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
