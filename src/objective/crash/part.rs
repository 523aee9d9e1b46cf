//! Parts of a crash.

/// Part of a crash, or a measure of the whole crash, that a goal pursues.
///
/// ```
/// use sbst::objective::Goal;
/// use sbst::objective::crash::CrashPart;
///
/// assert_eq!(
///     Goal::Crash(7, CrashPart::Type).to_string(),
///     "exception type of crash 7"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CrashPart {
    /// Reach the line of the target frame.
    Line,
    /// Throw an exception of the wanted type anywhere.
    Type,
    /// Throw an exception of any type whose stack trace is the wanted one.
    Trace,
    /// Reproduce the crash: the sum of all three parts, each of which counts only if the parts
    /// before it are satisfied.
    WeightedSum,
    /// Make the calls that lead to the crash, and throw the exception in the innermost call.
    Stack,
    /// Reproduce the crash: the sum as printed in Definition 1
    /// ([`WeightedSum::published_value`](crate::fitness::crash::WeightedSum::published_value)).
    PublishedWeightedSum,
    /// Make the calls that lead to the crash: STDistance as printed, Definition 2 and the
    /// ExceptionPenalty
    /// ([`STDistance::published_value`](crate::fitness::crash::STDistance::published_value)).
    PublishedStack,
}

/// Shows the name of the part: `line`, `exception type`, `stack trace`, `weighted sum`, `stack`,
/// `published weighted sum`, `published stack`.
impl core::fmt::Display for CrashPart {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(match self {
            Self::Line => "line",
            Self::Type => "exception type",
            Self::Trace => "stack trace",
            Self::WeightedSum => "weighted sum",
            Self::Stack => "stack",
            Self::PublishedWeightedSum => "published weighted sum",
            Self::PublishedStack => "published stack",
        })
    }
}
