//! How many calls of the wanted stack were made.

use crate::distance::Distance;
use crate::fitness::Fitness;
use core::cmp::Ordering;

/// How far an execution is from a crash by the calls that lead to it: |R| - lcp - (1 - SD) + penalty.
///
/// R are the wanted frames for which the [`Crash`](super::Crash) has statements; lcp is how many of them were covered, counted from the
/// target frame, the outermost one: each in a call within a call that covered the one before. SD is x / (1 + x) of
/// x = 1 + level + d / (1 + d), the pair (level, d) being the value of the next frame's line, in its
/// [flat form](crate::fitness::Reach::flat_statement), within such calls. If all frames are covered, only the penalty counts: 0 if, besides,
/// an exception of the wanted type was thrown in the innermost wanted frame, else 1.
///
/// 0 iff the crash is reproduced as far as this measure sees, 1 if only the exception is missing, else in [3/2, |R| + 1). It tells more
/// than [`WeightedSum`](super::WeightedSum) of the way from the target frame to where the exception is thrown, and less of the stack trace
/// that comes of it: calls between the wanted frames do not count.
///
/// Its order is that of the parts, exactly; the number follows it, but for ties where rounding makes them.
///
/// Source: the measure by the stack of Rößler et al., "Reconstructing Core Dumps" (2013), as Derakhshanfar, Devroey, Zaidman, "Basic
/// Block Coverage for Search-based Unit Testing and Crash Reproduction" (2022) relate it; what holds where all frames are covered is
/// ours, for the publications leave it undefined.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::Fitness;
/// use sbst::fitness::crash::STDistance;
///
/// // Three frames; the outermost is covered, and in the next one a decision went wrong by 1: SD = 3/5 of 1 + 1/2.
/// assert_eq!(STDistance::new(3, 1, Fitness::from(Distance::from(1)), false).value(), 3.0 - 1.0 - 0.4 + 1.0);
/// assert_eq!(STDistance::new(3, 3, Fitness::COVERED, false).value(), 1.0);
/// assert_eq!(STDistance::new(3, 3, Fitness::COVERED, true).value(), 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct STDistance {
    pub(super) frames: u32,
    pub(super) covered: u32,
    /// [`Fitness::COVERED`] if all frames are covered.
    pub(super) next: Fitness,
    pub(super) thrown: bool,
}

impl STDistance {
    /// From |R|, lcp (at most |R|), the value of the next frame's line in its flat form (ignored if all frames are covered), and whether an
    /// exception of the wanted type was thrown in the innermost wanted frame (ignored unless all frames are covered).
    #[must_use]
    pub fn new(frames: u32, covered: u32, next: Fitness, thrown: bool) -> Self {
        let covered = covered.min(frames);
        let all = covered == frames;
        Self { frames, covered, next: if all { Fitness::COVERED } else { next }, thrown: all && thrown }
    }

    /// |R| - lcp - (1 - SD) + penalty.
    #[must_use]
    pub fn value(self) -> f64 {
        self.fitness().scalar()
    }

    /// |R|: how many frames count.
    #[must_use]
    pub const fn frames(self) -> u32 {
        self.frames
    }

    /// lcp: how many of them are covered, from the outermost one on.
    #[must_use]
    pub const fn covered(self) -> u32 {
        self.covered
    }

    /// SD: in [1/2, 1); `None` if all frames are covered.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::crash::STDistance;
    ///
    /// // In the second of three frames a decision went wrong by 1: x / (1 + x) of 1 + 1/2.
    /// assert_eq!(STDistance::new(3, 1, Fitness::new(0, 1.into()), false).next_distance(), Some(0.6));
    /// assert_eq!(STDistance::new(3, 3, Fitness::COVERED, false).next_distance(), None);
    /// ```
    #[must_use]
    pub fn next_distance(self) -> Option<f64> {
        (self.covered < self.frames).then(|| self.to_go().norm())
    }

    /// Whether all frames are covered, and an exception of the wanted type was thrown in the innermost one: no penalty.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::crash::STDistance;
    ///
    /// assert!(STDistance::new(3, 3, Fitness::COVERED, true).is_reproduced());
    /// assert!(!STDistance::new(3, 2, Fitness::COVERED, true).is_reproduced()); // thrown, but a call is missing
    /// ```
    #[must_use]
    pub const fn is_reproduced(self) -> bool {
        self.thrown
    }

    /// As a pair whose [scalar](Fitness::scalar) is the value: (frames to go, 1 + level + d / (1 + d)), (0, infinite) if only the exception
    /// is missing, (0, 0) if nothing is.
    ///
    /// It follows the number, so what ties there ties here: an infinite distance and one level more, and values that rounding makes equal,
    /// such as those of distances from about 10^8 on. Whoever wants the exact order compares the values themselves.
    #[must_use]
    pub fn fitness(self) -> Fitness {
        match self.frames - self.covered {
            0 if self.thrown => Fitness::COVERED,
            0 => Fitness::new(0, Distance::INFINITE),
            missing => Fitness::new(missing, self.to_go()),
        }
    }

    fn to_go(self) -> Distance {
        Distance::of(1.0 + self.next.scalar())
    }
}

/// The nearer first: by the frames that are not covered, then by the value of the next one, then whether the exception was thrown, then
/// by the number of frames.
impl Ord for STDistance {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |of: &Self| (of.frames - of.covered, of.next, !of.thrown);
        key(self).cmp(&key(other)).then(self.frames.cmp(&other.frames))
    }
}

impl PartialOrd for STDistance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
