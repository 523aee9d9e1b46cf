//! Which comparison decides a branch.
//!
//! Compiled code tells its comparisons and its branches, not which belong together, nor the
//! relation. The comparison in front of the branch decides most of them. Others decide by a result
//! that was kept, selected or returned by a call, by several equalities together, or by no
//! comparison at all. So for each block a few sites are candidates, and each keeps the relations
//! that explain all outcomes so far. A site without any explains nothing, and makes room for
//! another one.

use super::compared::Compared;
use super::conjunction::Conjunction;
use super::nearness::Nearness;
use sbst::distance::{ObservedComparison, Relation};

/// Number of sites that are candidates for one block.
const CANDIDATES: usize = 4;
/// Number of the last comparisons of an activation one of which may decide alone.
const RECENT: usize = 4;
/// Greatest number of comparisons that decide together.
pub(super) const TOGETHER: usize = 8;

/// The candidates of a block with two successors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decider {
    candidates: Vec<Candidate>,
    /// Once no candidate was left: the comparisons of the block together.
    conjunction: Option<Box<Conjunction>>,
}

/// A site that may decide a block.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    site: u32,
    observed: ObservedComparison,
    /// Number of bytes of its words.
    bytes: usize,
    /// By outcome: how far operands are from the other one.
    nearness: [Nearness; 2],
}

impl Candidate {
    fn new(site: u32, bytes: usize) -> Self {
        let observed = ObservedComparison::new(8 * bytes as u32);
        Self {
            site,
            observed,
            bytes,
            nearness: [false, true].map(|outcome| Nearness::new(observed, bytes, outcome)),
        }
    }

    /// Takes in an outcome. Returns `true` if it excludes a relation.
    fn observe(&mut self, a: u64, b: u64, outcome: bool) -> bool {
        let is_news = self.observed.observe(a, b, outcome);
        if is_news {
            self.nearness =
                [false, true].map(|outcome| Nearness::new(self.observed, self.bytes, outcome));
        }
        is_news
    }

    fn is_possible(&self) -> bool {
        !self.nearness[0].is_of_nothing()
    }
}

/// What explains an outcome.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Explained {
    /// The distance from the other outcome.
    pub(crate) distance: f64,
    /// Index in the list of what was compared.
    pub(crate) by: Option<usize>,
    /// Whether other comparisons of the block decide together with it.
    pub(crate) is_together: bool,
    /// Whether a candidate lost a relation, so that distances of earlier executions may be too
    /// small.
    pub(crate) narrowed: bool,
}

/// The distance if nothing is known that decides.
const FLAG: f64 = 1.0;

impl Decider {
    /// Explains an outcome of `block` by the comparisons that its activation made, the last one
    /// last.
    pub(crate) fn explain(
        &mut self,
        block: u32,
        compared: &[Compared],
        outcome: bool,
    ) -> Explained {
        // A comparison in the block itself is the decider unless it is contradicted; only if there
        // is none, an earlier one may be.
        let recent = compared.len().saturating_sub(RECENT);
        let has_own = compared[recent..].iter().any(|compared| compared.block == block);
        let mut explained =
            Explained { distance: FLAG, by: None, is_together: false, narrowed: false };
        for (at, seen) in compared.iter().enumerate().skip(recent).rev() {
            let is_repeated = compared[at + 1..].iter().any(|later| later.site == seen.site);
            if is_repeated || (has_own && seen.block != block) {
                continue;
            }
            let known = self.candidates.iter().position(|candidate| candidate.site == seen.site);
            let candidate = match known {
                Some(known) => known,
                None => {
                    let new = Candidate::new(seen.site, seen.width.bytes());
                    if self.candidates.len() < CANDIDATES {
                        self.candidates.push(new);
                        self.candidates.len() - 1
                    } else if let Some(gone) =
                        self.candidates.iter().position(|old| !old.is_possible())
                    {
                        self.candidates[gone] = new;
                        gone
                    } else {
                        continue;
                    }
                }
            };
            let candidate = &mut self.candidates[candidate];
            explained.narrowed |= candidate.observe(seen.a, seen.b, outcome) && known.is_some();
            if explained.by.is_none() && candidate.is_possible() {
                explained.distance =
                    candidate.nearness[usize::from(outcome)].distance(seen.a, seen.b);
                explained.by = Some(at);
            }
        }
        if explained.by.is_none() && has_own {
            self.explain_together(block, compared, outcome, &mut explained);
        }
        explained
    }

    /// Explains an outcome by all comparisons of the block, where none alone does.
    fn explain_together(
        &mut self,
        block: u32,
        compared: &[Compared],
        outcome: bool,
        explained: &mut Explained,
    ) {
        let Some(begin) = visit(block, compared) else { return };
        let own = &compared[begin..];
        let conjunction = self.conjunction.get_or_insert_with(|| {
            explained.narrowed = true;
            Box::new(Conjunction::new(own))
        });
        explained.narrowed |= conjunction.observe(own, outcome);
        if let Some(equality) = conjunction.wanted(!outcome) {
            let first = own.iter().position(|compared| (compared.a == compared.b) != equality);
            explained.by = Some(begin + first.unwrap_or(0));
            explained.distance =
                conjunction.distance(own.iter().map(|compared| (compared.a, compared.b)), equality);
            explained.is_together = true;
        }
    }

    /// Returns the comparison at a site, and the number of bytes of its words, if the site is a
    /// candidate.
    pub(crate) fn of(&self, site: u32) -> Option<(ObservedComparison, usize)> {
        self.candidates
            .iter()
            .find(|candidate| candidate.site == site)
            .map(|candidate| (candidate.observed, candidate.bytes))
    }

    /// Returns the equalities that decide together, if they do.
    pub(crate) fn conjunction(&self) -> Option<&Conjunction> {
        self.conjunction.as_deref()
    }

    /// Returns the relation of a site, if only one is left; whether operands are signed does not
    /// matter for equality.
    pub(crate) fn relation(&self, site: u32) -> Option<(Relation, bool)> {
        let mut left = self.of(site)?.0.relations();
        let first = left.next()?;
        left.all(|next| {
            next.0 == first.0 && matches!(first.0, Relation::Equal | Relation::NotEqual)
        })
        .then_some(first)
    }
}

/// Returns the index of the first comparison of the last visit of a block, if there are several
/// that may decide together.
fn visit(block: u32, compared: &[Compared]) -> Option<usize> {
    let last = compared.len();
    let mut begin = last;
    // A site that comes again is one of the visit before.
    let is_of_visit = |at: usize| {
        compared[at].block == block
            && compared[at + 1..].iter().take(TOGETHER).all(|later| later.site != compared[at].site)
    };
    while begin > 0 && last - begin <= TOGETHER && is_of_visit(begin - 1) {
        begin -= 1;
    }
    (2..=TOGETHER).contains(&(last - begin)).then_some(begin)
}
