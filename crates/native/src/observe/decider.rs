//! Which comparison decides a branch.
//!
//! Compiled code tells its comparisons and its branches, not which belong together, nor the relation. The comparison in front of the branch
//! decides most of them. Others decide by a result that was kept, selected or returned by a call, or by no comparison at all. So for each
//! block a few sites are candidates, and each keeps the relations that explain all outcomes so far. A site without any
//! explains nothing, and makes room for another one.

use super::replay::Compared;
use sbst::distance::{Decision, ObservedComparison, Relation, Rules};

/// Number of sites that are candidates for one block.
const CANDIDATES: usize = 4;

/// The candidates of a block with two successors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decider {
    candidates: Vec<Candidate>,
}

/// A site that may decide a block.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    site: u32,
    observed: ObservedComparison,
    /// Number of bytes of its words.
    bytes: usize,
}

/// A decision, and the comparison that explains it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Explained {
    pub(crate) decision: Decision,
    /// Index in the list of what was compared.
    pub(crate) by: Option<usize>,
    /// Whether a candidate lost a relation, so that distances of earlier executions may be too small.
    pub(crate) narrowed: bool,
}

impl Decider {
    /// Explains an outcome of `block` by the comparisons that its activation made, the last one last.
    pub(crate) fn explain(&mut self, block: u32, compared: &[Compared], outcome: bool) -> Explained {
        // A comparison in the block itself is the decider unless it is contradicted; only if there is none, an earlier one may be.
        let has_own = compared.iter().any(|compared| compared.block == block);
        let mut explained = Explained { decision: Rules::DEFAULT.flag(outcome), by: None, narrowed: false };
        for (at, seen) in compared.iter().enumerate().rev() {
            let is_repeated = compared[at + 1..].iter().any(|later| later.site == seen.site);
            if is_repeated || (has_own && seen.block != block) {
                continue;
            }
            let known = self.candidates.iter().position(|candidate| candidate.site == seen.site);
            let candidate = match known {
                Some(known) => known,
                None => {
                    let bytes = seen.width.bytes();
                    let new = Candidate { site: seen.site, observed: ObservedComparison::new(8 * bytes as u32), bytes };
                    if self.candidates.len() < CANDIDATES {
                        self.candidates.push(new);
                        self.candidates.len() - 1
                    } else if let Some(gone) = self.candidates.iter().position(|old| old.observed.relations().next().is_none()) {
                        self.candidates[gone] = new;
                        gone
                    } else {
                        continue;
                    }
                }
            };
            let observed = &mut self.candidates[candidate].observed;
            let before = *observed;
            let decision = observed.see(&Rules::DEFAULT, seen.a, seen.b, outcome);
            let is_possible = observed.relations().next().is_some();
            explained.narrowed |= known.is_some() && *observed != before;
            if is_possible && explained.by.is_none() {
                explained.decision = decision;
                explained.by = Some(at);
            }
        }
        explained
    }

    /// Returns the comparison at a site, and the number of bytes of its words, if the site is a candidate.
    pub(crate) fn of(&self, site: u32) -> Option<(ObservedComparison, usize)> {
        self.candidates.iter().find(|candidate| candidate.site == site).map(|candidate| (candidate.observed, candidate.bytes))
    }

    /// Returns the relation of a site, if only one is left; whether operands are signed does not matter for equality.
    pub(crate) fn relation(&self, site: u32) -> Option<(Relation, bool)> {
        let mut left = self.of(site)?.0.relations();
        let first = left.next()?;
        left.all(|next| next.0 == first.0 && matches!(first.0, Relation::Equal | Relation::NotEqual)).then_some(first)
    }
}
