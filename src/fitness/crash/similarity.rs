//! Cost of a thrown stack trace compared with the wanted one.

use super::align::{LEFT_OUT, align, apart, less};
use crate::distance::Distance;
use crate::execution::StackFrame;
use crate::formula::computed;

/// The comparison of a thrown stack trace with the wanted one: a cost from 0 to the number of
/// wanted frames.
///
/// [`norm`](Distance::norm) of the cost is the d_tr of [`WeightedSum`](super::WeightedSum), in the
/// default form and in the published one. The publications of the sum and its block coverage print
/// no formula for d_tr. SEED (Derakhshanfar et al. 2020, 2.1) says only that the thrown trace must
/// include all frames up to the selected one. BBC (Derakhshanfar, Devroey, Zaidman 2022, 2.3) says
/// that d_tr compares the frames up to the target frame and lies in \[0, 1]. So neither variant is
/// printed there. Definition 1 of BBC is cited from EvoCrash, whose similarity is
/// [`Free`](Similarity::Free).
///
/// In the default form, the frames are aligned, from the innermost one on:
///
/// <svg viewBox="0 0 440 190" width="440" style="max-width: 100%; height: auto" role="img" font-family="sans-serif" font-size="13">
/// <title>Alignment of three wanted frames with five thrown frames: reserve is left out between aligned frames and costs 1, main lies farther out and costs nothing</title>
/// <g fill="none" stroke="currentColor"><rect x="10" y="34" width="90" height="24" rx="5"/><rect x="10" y="66" width="90" height="24" rx="5"/><rect x="10" y="98" width="90" height="24" rx="5"/><rect x="190" y="34" width="90" height="24" rx="5"/><rect x="190" y="66" width="90" height="24" rx="5" stroke-dasharray="4 3"/><rect x="190" y="98" width="90" height="24" rx="5"/><rect x="190" y="130" width="90" height="24" rx="5"/><rect x="190" y="162" width="90" height="24" rx="5" stroke-dasharray="4 3"/></g>
/// <g fill="none" stroke="#d9730d" stroke-width="2"><path d="M100 46 L190 46"/><path d="M100 78 L190 110"/><path d="M100 110 L190 142"/></g>
/// <g fill="currentColor" text-anchor="middle"><text x="55" y="18" font-weight="bold">wanted</text><text x="235" y="18" font-weight="bold">thrown</text><text x="55" y="51">grow</text><text x="55" y="83">push</text><text x="55" y="115">fill</text><text x="235" y="51">grow</text><text x="235" y="83">reserve</text><text x="235" y="115">push</text><text x="235" y="147">fill</text><text x="235" y="179">main</text></g>
/// <g fill="currentColor"><text x="290" y="51">0: innermost, the same</text><text x="290" y="83">1: left out in between</text><text x="290" y="115">0</text><text x="290" y="147">0</text><text x="290" y="179">0: farther out</text></g>
/// </svg>
///
/// ```
/// use sbst::execution::StackFrame;
/// use sbst::fitness::crash::Similarity;
///
/// let trace = |methods: &[&'static str]| -> Vec<_> {
///     methods.iter().map(|&method| StackFrame::new("Stack", method)).collect()
/// };
/// let wanted = trace(&["grow", "push", "fill"]);
/// let thrown = trace(&["grow", "reserve", "push", "fill", "main"]);
/// assert_eq!(Similarity::Ordered.cost(&wanted, &thrown).get(), 1.0);
/// ```
///
/// The two forms differ in calls that are repeated, missing, or in another order:
///
/// ```
/// use sbst::execution::StackFrame;
/// use sbst::fitness::crash::Similarity;
///
/// let [f, g, h] = ["f", "g", "h"].map(|method| StackFrame::new("Tree", method));
/// let cost = |wanted: &[_], thrown: &[_]| {
///     [Similarity::Ordered, Similarity::Free]
///         .map(|similarity| similarity.cost(wanted, thrown).get())
/// };
/// assert_eq!(cost(&[f, g], &[f, g, h]), [0.0, 0.0]); // calls farther out do not count
/// // two calls are wanted, and there was one
/// assert_eq!(cost(&[f, f], &[f]), [1.0, 0.0]);
/// assert_eq!(cost(&[f], &[g, f]), [2.0 / 3.0, 0.0]); // not thrown in f
/// assert_eq!(cost(&[f, g], &[]), [2.0, 2.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Similarity {
    /// Compares by the least cost of an alignment that keeps the order, from the innermost frames
    /// on. An aligned pair costs its [`frame_distance`](super::frame_distance). A wanted frame that
    /// is left out costs 1. A thrown frame that is left out costs 1 if an aligned thrown frame lies
    /// farther out, and otherwise nothing.
    ///
    /// The cost is 0 iff the innermost thrown frames match the wanted ones, each at distance 0.
    /// Time O(n) for n wanted frames if the cost is at most 8, and then nothing is allocated.
    /// Otherwise time is O(n c) for a cost of c, and the names are sorted once.
    #[default]
    Ordered,
    /// Compares by the sum, over the wanted frames, of the least distance to any thrown frame, or 1
    /// each if there is none. Neither the order of the calls nor their number counts. O(n m).
    ///
    /// With `Free`, a cost of 0 also comes from stack traces that hold the wanted frames in another
    /// order or among others; check [`Ordered`](Self::Ordered) before you report a crash as
    /// reproduced.
    ///
    /// Source: the comparison of EvoCrash, Soltani, Panichella, van Deursen, "Search-Based Crash
    /// Reproduction and Its Impact on Debugging" (2020).
    Free,
}

impl Similarity {
    /// Returns the cost of the thrown frames compared with the wanted ones, both the innermost
    /// first.
    #[must_use]
    pub fn cost<C: Ord, M: Ord>(
        self,
        wanted: &[StackFrame<C, M>],
        thrown: &[StackFrame<C, M>],
    ) -> Distance {
        let cost = match self {
            Self::Ordered => {
                // Frames that match from the innermost one on are aligned in some best alignment,
                // so they need no table.
                let pairs = wanted.iter().zip(thrown);
                let same =
                    pairs.take_while(|(wanted, thrown)| apart(wanted, thrown) == 0.0).count();
                align(&wanted[same..], &thrown[same..])
            }
            Self::Free => {
                let nearest = |wanted| {
                    thrown.iter().fold(LEFT_OUT, |least, thrown| less(least, apart(wanted, thrown)))
                };
                wanted.iter().map(nearest).sum()
            }
        };
        computed(cost)
    }
}
