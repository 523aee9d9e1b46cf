//! Comparisons whose relation is unknown, as in an operand log of compiled code.

use super::{Decision, Distance, Relation, Rules};
use core::cmp::Ordering;

/// A comparison of two machine words of unknown relation and sign, with everything that was
/// observed of it so far.
///
/// An operand log of compiled code has such comparisons: each observation is both operands and the
/// outcome. It excludes the relations that would have come out the other way. The distance of a
/// decision is the least distance under the relations that are left. So it is a lower bound of the
/// distance under the true relation, and becomes equal to it as observations accumulate.
///
/// Keep one value of this type for each comparison, during the whole search. When
/// [`relations`](Self::relations) have become fewer, measure the tests that you keep again.
/// Otherwise a test that was measured early may look nearer than it is.
///
/// ```
/// use sbst_distance::{ObservedComparison, Relation, Rules};
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
    /// The candidates that no observation contradicts. The bits, from the lowest one, stand for
    /// [`CANDIDATES`].
    possible: u16,
}

/// The relations, each with `true` if the operands are signed. The outcome of an equality does not
/// depend on the sign, but its distance does.
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

/// By the order of the operands (less, equal, greater): the bits of the candidates for unsigned
/// operands that hold.
const HOLD_UNSIGNED: [u16; 3] = [
    holding(false, Ordering::Less),
    holding(false, Ordering::Equal),
    holding(false, Ordering::Greater),
];
/// The same bits of the candidates for signed operands.
const HOLD_SIGNED: [u16; 3] = [
    holding(true, Ordering::Less),
    holding(true, Ordering::Equal),
    holding(true, Ordering::Greater),
];

/// Returns the bits of the candidates of one sign that hold for operands in this order.
const fn holding(is_signed: bool, order: Ordering) -> u16 {
    let (mut bits, mut number) = (0, 0);
    while number < CANDIDATES.len() {
        if CANDIDATES[number].1 == is_signed && CANDIDATES[number].0.holds(Some(order)) {
            bits |= 1 << number;
        }
        number += 1;
    }
    bits
}

/// The bits of all candidates.
const ALL: u16 = (1 << CANDIDATES.len()) - 1;

impl ObservedComparison {
    /// Creates a comparison of words of `bits` bits, without any observation. A width below 1
    /// counts as 1, and a width above 64 as 64.
    #[must_use]
    #[inline]
    pub const fn new(bits: u32) -> Self {
        Self { bits, possible: ALL }
    }

    /// Adds an observation and returns its decision.
    ///
    /// The decision has the observed outcome. Its distance to the other outcome is the least
    /// distance under all relations that no observation contradicts. If every relation is
    /// contradicted, the outcome does not come from these operands, and the decision is a
    /// [flag](Rules::flag).
    ///
    /// Bits of the operands beyond the width are ignored. Constant time.
    pub fn see(&mut self, rules: &Rules, a: u64, b: u64, outcome: bool) -> Decision {
        self.observe(a, b, outcome);
        let ([x, y], [signed_x, signed_y]) = self.words(a, b);
        let mut nearest: Option<Distance> = None;
        let mut left = self.possible;
        while left != 0 {
            let (relation, is_signed) = CANDIDATES[left.trailing_zeros() as usize];
            left &= left - 1;
            let decision = if is_signed {
                rules.compare(relation, signed_x, signed_y)
            } else {
                rules.compare(relation, x, y)
            };
            let distance = decision.other_side();
            nearest = Some(nearest.map_or(distance, |nearest| nearest.min(distance)));
        }
        // No candidate is left: the outcome depends on something else.
        nearest.map_or(rules.flag(outcome), |distance| Decision::observed(outcome, distance))
    }

    /// Adds an observation without measuring it. Returns `true` if it excludes a relation that none
    /// before did.
    ///
    /// Bits of the operands beyond the width are ignored. Constant time.
    ///
    /// ```
    /// use sbst_distance::ObservedComparison;
    ///
    /// let mut site = ObservedComparison::new(8);
    /// assert!(site.observe(3, 5, true)); // neither `==` nor `>`
    /// assert!(!site.observe(4, 7, true));
    /// ```
    #[inline]
    pub fn observe(&mut self, a: u64, b: u64, outcome: bool) -> bool {
        let ([x, y], [signed_x, signed_y]) = self.words(a, b);
        let holds = HOLD_UNSIGNED[(1 + x.cmp(&y) as i8) as usize]
            | HOLD_SIGNED[(1 + signed_x.cmp(&signed_y) as i8) as usize];
        // A candidate that comes out otherwise is excluded for ever. The others bound the distance.
        let before = self.possible;
        self.possible &= if outcome { holds } else { !holds };
        self.possible != before
    }

    /// Returns the operands as unsigned and as signed words: the unused bits vanish, or the sign is
    /// extended over them.
    #[inline]
    fn words(&self, a: u64, b: u64) -> ([u64; 2], [i64; 2]) {
        let unused = 64 - self.bits.clamp(1, 64);
        let unsigned = |word: u64| word << unused >> unused;
        let signed = |word: u64| (word << unused) as i64 >> unused;
        ([unsigned(a), unsigned(b)], [signed(a), signed(b)])
    }

    /// Returns the relations that no observation contradicts, each with `true` if the operands are
    /// signed. Observations of an equality never tell the sign, so `==` and `!=` come with both.
    #[inline]
    pub fn relations(&self) -> impl Iterator<Item = (Relation, bool)> + use<> {
        let possible = self.possible;
        CANDIDATES
            .into_iter()
            .enumerate()
            .filter(move |(number, _)| possible >> number & 1 == 1)
            .map(|(_, candidate)| candidate)
    }
}
