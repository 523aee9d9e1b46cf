//! Comparisons whose relation nobody knows: an operand log of compiled code.

use super::{Decision, Distance, Relation, Rules};

/// A comparison of two machine words of which the relation and the sign are unknown, as the operand log of compiled code has it: what was
/// observed of it so far.
///
/// An observation is both operands and the outcome. Each one excludes the relations that would have come out the other way. A decision is
/// then as far from its other outcome as the nearest relation that is left tells: never further than the relation that the program
/// has. As observations accumulate, the distance becomes that of this relation.
///
/// So earlier distances are lower bounds. Keep one value of this type for each comparison over the whole search, and measure the tests that
/// you keep again when [`relations`](Self::relations) have become fewer: else one looks nearer for ever because it came early.
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
    bits: u32,
    /// Of each of [`CANDIDATES`], from the lowest bit on: whether no observation contradicts it.
    possible: u16,
}

/// A relation, and whether the operands are signed. The outcome of an equality does not depend on the sign, but its distance does.
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

const ALL: u16 = (1 << CANDIDATES.len()) - 1;

impl ObservedComparison {
    /// Creates a comparison of words of `bits` bits, of which nothing was observed yet. Less than 1 counts as 1, more than 64 as 64.
    #[must_use]
    pub const fn new(bits: u32) -> Self {
        Self { bits, possible: ALL }
    }

    /// Takes in an observation and returns its decision: the outcome, and the least distance to the other outcome under the relations that no
    /// observation contradicts. If all are contradicted, the outcome does not come from these operands, and the decision is that of a
    /// [flag](Rules::flag).
    ///
    /// Bits of the operands beyond the width are ignored. Constant time.
    pub fn see(&mut self, rules: &Rules, a: u64, b: u64, outcome: bool) -> Decision {
        let mut nearest: Option<Distance> = None;
        for (number, &(relation, is_signed)) in CANDIDATES.iter().enumerate() {
            if self.possible >> number & 1 == 0 {
                continue;
            }
            let decision = rules.compare(relation, self.value(a, is_signed), self.value(b, is_signed));
            if decision.holds() == outcome {
                let distance = decision.other_side();
                nearest = Some(nearest.map_or(distance, |nearest| nearest.min(distance)));
            } else {
                self.possible &= !(1 << number);
            }
        }
        nearest.map_or(rules.flag(outcome), |distance| Decision::observed(outcome, distance))
    }

    /// Returns the relations that no observation contradicts, each with whether the operands are signed. Observations of
    /// an equality never tell the sign, so `==` and `!=` come with both.
    pub fn relations(&self) -> impl Iterator<Item = (Relation, bool)> + use<> {
        let possible = self.possible;
        CANDIDATES.into_iter().enumerate().filter(move |(number, _)| possible >> number & 1 == 1).map(|(_, candidate)| candidate)
    }

    /// Value of a word of this width.
    fn value(&self, word: u64, is_signed: bool) -> i128 {
        let unused = 64 - self.bits.clamp(1, 64);
        let shifted = word << unused;
        if is_signed { i128::from(shifted as i64 >> unused) } else { i128::from(shifted >> unused) }
    }
}
