//! F11 as it stands: results set at any block, recorded decisions, keys, branches of several calls,
//! calls that were not made.
//!
//! - [`keys`] holds results and sets of them, and what a predicate needs of its calls; [`sets`]
//!   which set of a result belongs to which block or edge; [`results`] what is required of a call,
//!   and known of its result; [`definition`] the distances; [`worlds`] makes programs and trees of
//!   activations.
//!
//! Readings, where F11 leaves something open:
//!
//! 1. Keys are numbers, `false` 0 and `true` 1. A negated call flips these two in a set of keys;
//!    others stay.
//! 2. For edges, "after which none follows" means no set at all, an equal constant neither. Equal
//!    constants count as one set for whether a set may be overwritten, and where sets meet.
//! 3. Where a function may leave at a block after which a set may still follow (an exit with
//!    edges), the sets that may be overwritten belong to that block, by the rules of edges: one
//!    set, or Unknown. A virtual edge of an endless loop is no end.
//! 4. An edge has a set only if one that may be overwritten is among those last set before it; a
//!    set that stays with its block is one of those that meet there: `r = false; while c { r = p()
//!    }` is p's block, and Unknown where c fails.
//! 5. A block that was entered has set its result, except for decisions, which must have been
//!    recorded.
//! 6. Blocks that record without being declared overwrite nothing: the declared sets keep their
//!    places. They are required of all activations of their function at that site, if one of these
//!    recorded there.
//! 7. A decision for keys with both bools is at 0 (raised to the smallest positive), with neither
//!    no way.
//! 8. "0 if the last activation returned what is needed" holds for branches that need two or more
//!    different sites; those of one site have F as it is. The last activation is that of a alone,
//!    also where activations are pooled.
//! 9. A site of which nothing is known counts K by itself in a sum or a least; F falls back to K as
//!    a whole only if it would be INFINITE.
//! 10. A delegation of which nothing is known has F = 1, hence a cell of norm(1) = 1/2 once its
//!     block was entered.
//! 11. An activation that ended at its entry has entered block 0, with progress 0, and made no
//!     calls: nothing is known of its sites. So recursion through calls that were not made ends,
//!     and the published form does not go on there either.
//! 12. Callees come in for a site without any activation in all activations that are asked
//!     together; those that do not exist are dropped.
//! 13. In the published form (F for required branches only) a flag counts if something is known of
//!     each of its sites.
//! 14. An implicit edge counts as taken only if the execution tells so.
//! 15. Results are known of activations of the tree only; one that came through no final set is not
//!     known, nor one that ran no block that leaves the function to its end: it threw.
//! 16. What the whole run knows of calls that the tree does not tell of: the least F of those that
//!     it tells of, K if it tells of none.
//! 17. `same(a, b)` is (a and b) or (not a and not b), `xor` is (a and not b) or (not a and b); to
//!     make one false is to make the other true.
//! 18. A condition stands beside its distance as a whole, if any part of it was said to. There, a
//!     site of which nothing is known counts 0 in F, for K is there already. Where F is the cell of
//!     a required branch in the published form, it is so without K.

pub mod definition;
pub mod keys;
pub mod results;
pub mod sets;
pub mod worlds;

use super::run::Seen;
use super::{Shape, Way};
use keys::{Condition, Key, Keys, Needs};
use sbst::distance::Decision;
use sbst::flow::Outcome;
use std::collections::{BTreeMap, BTreeSet};

/// What a function's result is set to at a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Returned {
    Constant(Key),
    Call { site: u32, negated: bool },
    Decision,
    Unknown,
}

/// One function, and what is declared of it.
#[derive(Clone, Debug, Default)]
pub struct Method {
    pub shape: Shape,
    /// By block: what its two-way predicate asks of calls.
    pub conditions: BTreeMap<usize, Condition>,
    /// By block: the site whose integer its multi-way predicate asks for.
    pub switches: BTreeMap<usize, u32>,
    /// Of these, the blocks whose flags stand beside their distance.
    pub beside: BTreeSet<usize>,
    /// Single branches.
    pub branches: BTreeMap<Way, (u32, Keys)>,
    pub returns: BTreeMap<usize, Returned>,
}

impl Method {
    /// What must be returned for a branch to be taken; `None` if it is no flag.
    pub fn needs(&self, way: Way) -> Option<Needs> {
        let (block, outcome) = way;
        if let Some((site, keys)) = self.branches.get(&way) {
            return Some(Needs::Gives(*site, keys.clone()));
        }
        if let (Some(condition), Outcome::True | Outcome::False) =
            (self.conditions.get(&block), outcome)
        {
            return Some(condition.needs(outcome == Outcome::True));
        }
        let site = *self.switches.get(&block)?;
        let cases = self.shape.0[block].edges.iter().filter_map(|edge| match edge.0 {
            Outcome::Case(value) => Some(Key::Integer(value)),
            _ => None,
        });
        match outcome {
            Outcome::Case(value) => Some(Needs::Gives(site, Keys::of([Key::Integer(value)]))),
            Outcome::Default => Some(Needs::Gives(site, Keys::all_but(cases))),
            _ => None,
        }
    }
}

impl Method {
    /// Whether a branch is a flag that stands beside its distance; single branches never do.
    pub fn is_beside(&self, way: Way) -> bool {
        let of_condition = || self.conditions.get(&way.0).is_some_and(Condition::is_beside);
        self.needs(way).is_some()
            && !self.branches.contains_key(&way)
            && (self.beside.contains(&way.0) || of_condition())
    }

    /// What must be returned for a branch not to be taken: of a condition its other side, of keys
    /// all others.
    pub fn opposite(&self, (block, outcome): Way) -> Option<Needs> {
        if let (Some(condition), Outcome::True | Outcome::False) =
            (self.conditions.get(&block), outcome)
            && !self.branches.contains_key(&(block, outcome))
        {
            return Some(condition.needs(outcome != Outcome::True));
        }
        match self.needs((block, outcome))? {
            Needs::Gives(site, keys) => Some(Needs::Gives(site, keys.complement())),
            several => Some(several), // only conditions need several
        }
    }
}

/// One activation; callers come before those that they call.
#[derive(Clone, Debug, PartialEq)]
pub struct Activity {
    pub function: usize,
    pub caller: Option<(usize, Option<u32>)>,
    pub seen: Seen,
    /// By block: the last decision that the result was set to there.
    pub decisions: BTreeMap<usize, Decision>,
}

impl Activity {
    /// Without its decisions, as the plain store keeps it.
    pub fn plain(&self) -> super::flag::Activity {
        super::flag::Activity {
            function: self.function,
            caller: self.caller,
            seen: self.seen.clone(),
        }
    }
}

/// By function and site: whom the site may call, as far as it is known.
pub type Callees = BTreeMap<(usize, u32), Vec<usize>>;
