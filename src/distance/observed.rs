//! Comparisons whose relation is unknown, as in an operand log of compiled code.

use super::{Decision, Distance, Relation, Rules};

/// A comparison of two machine words of unknown relation and sign, with everything that was observed of it so far.
///
/// An operand log of compiled code has such comparisons: each observation is both operands and the outcome. It excludes
/// the relations that would have come out the other way. The distance of a decision is the least distance under the
/// relations that are left. So it is a lower bound of the distance under the true relation, and becomes equal to it as
/// observations accumulate.
///
/// Keep one value of this type for each comparison, during the whole search. When [`relations`](Self::relations) have
/// become fewer, measure the tests that you keep again. Otherwise a test that was measured early may look nearer than it
/// is.
///
/// ```
/// use sbst::distance::{ObservedComparison, Relation, Rules};
///
/// let mut site = ObservedComparison::new(32);
/// // gap 97, and K
/// assert_eq!(site.see(&Rules::DEFAULT, 3, 100, true).to_false().get(), 98.0);
/// // no `!=`: `<` or `<=`
/// assert_eq!(site.see(&Rules::DEFAULT, 500, 100, false).to_true().get(), 401.0);
/// assert_eq!(site.see(&Rules::DEFAULT, 100, 100, false).to_true().get(), 1.0);
/// // of either sign
/// assert!(site.relations().eq([(Relation::Less, false), (Relation::Less, true)]));
/// site.see(&Rules::DEFAULT, -1_i32 as u32 as u64, 5, true); // as signed words only
/// assert!(site.relations().eq([(Relation::Less, true)]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObservedComparison {
    /// Width of the words, as it was given to `new`.
    bits: u32,
    /// The candidates that no observation contradicts. The bits, from the lowest one, stand for [`CANDIDATES`].
    possible: u16,
}

/// The relations, each with `true` if the operands are signed. The outcome of an equality does not depend on the sign,
/// but its distance does.
const CANDIDATES: [(Relation, bool); 12] = [
    (Relation::Equal, false),
    (Relation::NotEqual, false),
    (Relation::Equal, true),
    (Relation::NotEqual, true),
    (Relation::Less, false),
    (Relation::LessOrEqual, false),
    (Relation::Greater, false),
    (Relation::GreaterOrEqual, false),
    (Relation::Less, true),
    (Relation::LessOrEqual, true),
    (Relation::Greater, true),
    (Relation::GreaterOrEqual, true),
];

/// The bits of all candidates.
const ALL: u16 = (1 << CANDIDATES.len()) - 1;

impl ObservedComparison {
    /// Creates a comparison of words of `bits` bits, without any observation. A width below 1 counts as 1, and a width
    /// above 64 as 64.
    #[must_use]
    pub const fn new(bits: u32) -> Self {
        Self { bits, possible: ALL }
    }

    /// Adds an observation and returns its decision.
    ///
    /// The decision has the observed outcome. Its distance to the other outcome is the least distance under all relations
    /// that no observation contradicts. If every relation is contradicted, the outcome does not come from these operands,
    /// and the decision is a [flag](Rules::flag).
    ///
    /// Bits of the operands beyond the width are ignored. Constant time.
    pub fn see(&mut self, rules: &Rules, a: u64, b: u64, outcome: bool) -> Decision {
        let mut nearest: Option<Distance> = None;
        for (number, &(relation, is_signed)) in CANDIDATES.iter().enumerate() {
            if self.possible >> number & 1 == 0 {
                continue;
            }
            // A candidate that comes out as observed stays possible, and bounds the distance; any other is excluded for
            // ever.
            let decision = rules.compare(relation, self.value(a, is_signed), self.value(b, is_signed));
            if decision.holds() == outcome {
                let distance = decision.other_side();
                nearest = Some(nearest.map_or(distance, |nearest| nearest.min(distance)));
            } else {
                self.possible &= !(1 << number);
            }
        }
        // No candidate is left: the outcome depends on something else.
        nearest.map_or(rules.flag(outcome), |distance| Decision::observed(outcome, distance))
    }

    /// Returns the relations that no observation contradicts, each with `true` if the operands are signed. Observations
    /// of an equality never tell the sign, so `==` and `!=` come with both.
    pub fn relations(&self) -> impl Iterator<Item = (Relation, bool)> + use<> {
        let possible = self.possible;
        CANDIDATES.into_iter().enumerate().filter(move |(number, _)| possible >> number & 1 == 1).map(|(_, candidate)| candidate)
    }

    /// Returns the value of a word of this width.
    fn value(&self, word: u64, is_signed: bool) -> i128 {
        let unused = 64 - self.bits.clamp(1, 64);
        // Shifted up and down again: the unused bits vanish, and the sign is extended.
        let shifted = word << unused;
        if is_signed { i128::from(shifted as i64 >> unused) } else { i128::from(shifted >> unused) }
    }
}
