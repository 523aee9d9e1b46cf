//! Equalities that decide a branch together.
//!
//! `a == x && b == y` needs no branch between both: compilers combine the outcomes, and branch
//! once. Then neither comparison alone explains all outcomes. The branch misses by the sum of the
//! distances of those that fail, as a conjunction does.
//!
//! That they are equalities is a guess until the outcome was seen that means so. Where they are
//! inequalities, such as `x <= 12 && y <= 31`, the guess leads to their limits, which fulfil them
//! or miss them by 1.

use super::compared::Compared;
use super::nearness::Nearness;

/// The comparisons of one block, all of which are taken for equalities.
#[derive(Clone, Debug)]
pub(crate) struct Conjunction {
    /// The sites, in the order of the block, each with the distance from equality.
    sites: Vec<(u32, Nearness)>,
    /// By outcome of the branch: whether it may mean that all are equal.
    means_all: [bool; 2],
}

impl Conjunction {
    pub(super) fn new(compared: &[Compared]) -> Self {
        let site =
            |compared: &Compared| (compared.site, Nearness::from_equality(compared.width.bytes()));
        Self { sites: compared.iter().map(site).collect(), means_all: [true; 2] }
    }

    /// Takes in an outcome. Returns `true` if it excludes a meaning.
    pub(super) fn observe(&mut self, compared: &[Compared], outcome: bool) -> bool {
        let before = self.means_all;
        if compared.iter().map(|compared| compared.site).eq(self.sites()) {
            let are_equal = compared.iter().all(|compared| compared.a == compared.b);
            self.means_all[usize::from(outcome != are_equal)] = false;
        } else {
            // Some were not made, as where a function compared that the block calls: it is no
            // conjunction.
            self.means_all = [false; 2];
        }
        self.means_all != before
    }

    /// Returns whether all have to be equal for an outcome, or one not; `None` if the equalities do
    /// not decide.
    pub(super) fn wanted(&self, outcome: bool) -> Option<bool> {
        match [self.means_all[usize::from(outcome)], self.means_all[usize::from(!outcome)]] {
            [true, _] => Some(true),
            [false, true] => Some(false),
            [false, false] => None,
        }
    }

    /// Returns how far operands, in the order of the sites, are from all being equal, or from one
    /// being not.
    pub(super) fn distance(
        &self,
        operands: impl Iterator<Item = (u64, u64)>,
        equality: bool,
    ) -> f64 {
        if !equality {
            return 1.0;
        }
        let each = self
            .sites
            .iter()
            .zip(operands)
            .map(|((_, nearness), (a, b))| if a == b { 0.0 } else { nearness.distance(a, b) });
        // If all are equal, something else decides.
        each.sum::<f64>().max(1.0)
    }

    /// Returns the distances of a site from equality.
    pub(super) fn nearness(&self, site: u32) -> Option<Nearness> {
        self.sites.iter().find(|own| own.0 == site).map(|own| own.1)
    }

    pub(super) fn sites(&self) -> impl Iterator<Item = u32> + '_ {
        self.sites.iter().map(|site| site.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::event::Width;
    use proptest::prelude::*;

    /// Generates an execution of a block with three comparisons of words of 32 bits.
    fn execution() -> impl Strategy<Value = [(u64, u64); 3]> {
        prop::array::uniform3((0_u64..3, prop_oneof![3 => 0_u64..3, 1 => 0_u64..=0xFFFF_FFFF]))
    }

    fn compared(operands: &[(u64, u64)]) -> Vec<Compared> {
        let one =
            |(site, &(a, b))| Compared { site, block: 0, width: Width::Four, a, b, bytes: None };
        (0..).zip(operands).map(one).collect()
    }

    fn are_equal(operands: &[(u64, u64)]) -> bool {
        operands.iter().all(|(a, b)| a == b)
    }

    proptest! {
        /// Compares meanings of outcomes with the definition: one means that all are equal as long
        /// as no execution contradicts it.
        #[test]
        fn an_outcome_means_what_nothing_contradicts(
            seen in prop::collection::vec((execution(), any::<bool>(), prop::bool::weighted(0.05)), 0..10),
            follows: bool,
            means_all: bool,
        ) {
            let mut conjunction = Conjunction::new(&compared(&[(0, 0); 3]));
            let mut history = Vec::new();
            let meanings = |history: &[(Vec<(u64, u64)>, bool)]| {
                [true, false].map(|all| {
                    history.iter().all(|(operands, outcome)| {
                        operands.len() == 3 && (*outcome == all) == are_equal(operands)
                    })
                })
            };
            for (operands, chance, is_cut) in seen {
                let operands = if is_cut { operands[1..].to_vec() } else { operands.to_vec() };
                let outcome = if follows { are_equal(&operands) == means_all } else { chance };
                let before = meanings(&history);
                let excludes = conjunction.observe(&compared(&operands), outcome);
                history.push((operands, outcome));
                let [if_true, if_false] = meanings(&history);
                prop_assert_eq!(excludes, before != [if_true, if_false]);
                let means =
                    |own: bool, other: bool| if own { Some(true) } else { other.then_some(false) };
                prop_assert_eq!(conjunction.wanted(true), means(if_true, if_false));
                prop_assert_eq!(conjunction.wanted(false), means(if_false, if_true));
            }
        }

        /// Compares distances with the definition: the sum of what each that fails misses by,
        /// signed or not, whichever is less.
        #[test]
        fn distances_of_what_fails_add_up(operands in execution(), equality: bool) {
            let conjunction = Conjunction::new(&compared(&operands));
            let gap =
                |&(a, b): &(u64, u64)| a.abs_diff(b).min((a as i32).abs_diff(b as i32).into());
            let fails = operands.iter().filter(|(a, b)| a != b);
            let sum: u64 = fails.map(|pair| gap(pair) + 1).sum();
            let expected = if equality && sum > 0 { sum as f64 } else { 1.0 };
            prop_assert_eq!(conjunction.distance(operands.into_iter(), equality), expected);
        }
    }
}
