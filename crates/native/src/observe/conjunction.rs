//! Equalities that decide a branch together.
//!
//! `a == x && b == y` needs no branch between both: compilers combine the outcomes, and branch once. Then neither comparison alone explains
//! all outcomes. The branch misses by the sum of the distances of those that fail, as a conjunction does.
//!
//! That they are equalities is a guess until the outcome was seen that means so. Where they are inequalities, such as `x <= 12 && y <= 31`,
//! the guess leads to their limits, which fulfil them or miss them by 1.

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
        let site = |compared: &Compared| (compared.site, Nearness::from_equality(compared.width.bytes()));
        Self { sites: compared.iter().map(site).collect(), means_all: [true; 2] }
    }

    /// Takes in an outcome. Returns `true` if it excludes a meaning.
    pub(super) fn observe(&mut self, compared: &[Compared], outcome: bool) -> bool {
        let before = self.means_all;
        if compared.iter().map(|compared| compared.site).eq(self.sites()) {
            let are_equal = compared.iter().all(|compared| compared.a == compared.b);
            self.means_all[usize::from(outcome != are_equal)] = false;
        } else {
            // Some were not made, as where a function compared that the block calls: it is no conjunction.
            self.means_all = [false; 2];
        }
        self.means_all != before
    }

    /// Returns whether all have to be equal for an outcome, or one not; `None` if the equalities do not decide.
    pub(super) fn wanted(&self, outcome: bool) -> Option<bool> {
        match [self.means_all[usize::from(outcome)], self.means_all[usize::from(!outcome)]] {
            [true, _] => Some(true),
            [false, true] => Some(false),
            [false, false] => None,
        }
    }

    /// Returns how far operands, in the order of the sites, are from all being equal, or from one being not.
    pub(super) fn distance(&self, operands: impl Iterator<Item = (u64, u64)>, equality: bool) -> f64 {
        if !equality {
            return 1.0;
        }
        let each =
            self.sites.iter().zip(operands).map(|((_, nearness), (a, b))| if a == b { 0.0 } else { nearness.distance(a, b) });
        // If all are equal, something else decides.
        each.sum::<f64>().max(1.0)
    }

    pub(super) fn sites(&self) -> impl Iterator<Item = u32> + '_ {
        self.sites.iter().map(|site| site.0)
    }
}
