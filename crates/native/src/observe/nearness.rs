//! Distances of operands from the outcome that was never seen, computed quickly.

use sbst::distance::{ObservedComparison, Relation};

/// A comparison with one known outcome: how far operands are from the other one.
///
/// The value is that of [`ObservedComparison::see`], the least distance under the relations that
/// are left. Under [`Rules::DEFAULT`](sbst::distance::Rules::DEFAULT) the distance of a relation
/// that fails is the gap and 1, whatever the relation is. So it depends only on whether a relation
/// for unsigned words is left, or one for signed words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearness {
    /// Number of bits of a word that the operands do not have.
    unused: u32,
    /// The relations that would have to hold, one bit for each of [`RELATIONS`]; those for signed
    /// words are 8 bits higher.
    wanted: u16,
}

const RELATIONS: [Relation; 6] = [
    Relation::Less,
    Relation::LessOrEqual,
    Relation::Greater,
    Relation::GreaterOrEqual,
    Relation::Equal,
    Relation::NotEqual,
];
/// The relations that hold, by the order of the operands: less, equal, greater.
const HOLD: [u16; 3] = [0b10_0011, 0b01_1010, 0b10_1100];

impl Nearness {
    /// Creates the distances of a comparison of words of so many bytes, whose outcome always was
    /// `outcome`.
    pub(crate) fn new(comparison: ObservedComparison, bytes: usize, outcome: bool) -> Self {
        let mut wanted = 0;
        for (relation, is_signed) in comparison.relations() {
            let relation = if outcome { complement(relation) } else { relation };
            if let Some(number) = RELATIONS.iter().position(|other| *other == relation) {
                wanted |= 1 << (number + if is_signed { 8 } else { 0 });
            }
        }
        Self { unused: 64 - 8 * bytes as u32, wanted }
    }

    /// Creates the distances from equality of words of `bytes` bytes.
    pub(crate) fn from_equality(bytes: usize) -> Self {
        let equality =
            RELATIONS.iter().position(|relation| *relation == Relation::Equal).unwrap_or(0);
        Self { unused: 64 - 8 * bytes as u32, wanted: 1 << equality | 1 << (equality + 8) }
    }

    /// Returns `true` if no relation is left, so that something else decides.
    pub(crate) const fn is_of_nothing(&self) -> bool {
        self.wanted == 0
    }

    /// Returns the number of bytes of the words.
    pub(crate) const fn bytes(&self) -> usize {
        8 - self.unused as usize / 8
    }

    /// Returns how far operands are from the outcome that was never seen.
    ///
    /// If they have it under every relation that is left, something else decides, and the distance
    /// is that of a flag.
    pub(crate) fn distance(&self, a: u64, b: u64) -> f64 {
        self.gap(a, b) as f64 + 1.0
    }

    /// Returns the distance without 1, exactly.
    #[inline(always)]
    pub(crate) fn gap(&self, a: u64, b: u64) -> u64 {
        let Self { unused, wanted } = *self;
        let [x, y] = [a, b].map(|word| word << unused >> unused);
        let [signed_x, signed_y] = [a, b].map(|word| (word << unused) as i64 >> unused);
        let unsigned = wanted & 0xFF & !HOLD[(1 + x.cmp(&y) as i8) as usize];
        let signed = wanted >> 8 & !HOLD[(1 + signed_x.cmp(&signed_y) as i8) as usize];
        match (unsigned != 0, signed != 0) {
            (true, true) => x.abs_diff(y).min(signed_x.abs_diff(signed_y)),
            (true, false) => x.abs_diff(y),
            (false, true) => signed_x.abs_diff(signed_y),
            (false, false) => 0,
        }
    }
}

/// Returns the relation that holds when the other one fails.
pub(crate) const fn complement(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::GreaterOrEqual,
        Relation::LessOrEqual => Relation::Greater,
        Relation::Greater => Relation::LessOrEqual,
        Relation::GreaterOrEqual => Relation::Less,
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        Relation::True => Relation::False,
        Relation::False => Relation::True,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sbst::distance::Rules;

    fn words() -> impl Strategy<Value = u64> {
        prop_oneof![0_u64..6, any::<u64>(), (0_u64..6).prop_map(|small| small.wrapping_neg())]
    }

    proptest! {
        /// Compares the quick way with the definition: every relation, every width, both signs.
        #[test]
        fn the_quick_way_is_the_slow_one(
            seen in prop::collection::vec((words(), words()), 0..12),
            relation in 0_usize..6,
            is_signed: bool,
            bytes in prop_oneof![Just(1_usize), Just(2), Just(4), Just(8)],
            (a, b) in (words(), words()),
            outcome: bool,
        ) {
            let relation = Relation::ALL[relation];
            let unused = 64 - 8 * bytes as u32;
            let outcome_of = |a: u64, b: u64| {
                let [x, y] = [a, b].map(|word| word << unused >> unused);
                let [s, t] = [a, b].map(|word| (word << unused) as i64 >> unused);
                relation.holds(if is_signed { s.partial_cmp(&t) } else { x.partial_cmp(&y) })
            };
            // Only one outcome was seen.
            let mut comparison = ObservedComparison::new(8 * bytes as u32);
            for (a, b) in seen.into_iter().filter(|&(a, b)| outcome_of(a, b) == outcome) {
                let _ = comparison.see(&Rules::DEFAULT, a, b, outcome);
            }
            let slow = { comparison }.see(&Rules::DEFAULT, a, b, outcome).other_side().get();
            let quick = Nearness::new(comparison, bytes, outcome).distance(a, b);
            prop_assert!((quick - slow).abs() <= slow * 1e-15, "{quick} {slow}");
        }
    }
}
