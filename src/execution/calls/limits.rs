//! Limits of the number of activations in a call tree, and the counts that they bound.

use crate::id::{CallSite, Function};
use alloc::vec::Vec;
use hashbrown::HashTable;

/// Limits of the number of activations that a [`Trace`](crate::execution::Trace) records
/// separately. They keep the call tree of a long execution small.
///
/// A call beyond a limit *merges* with an activation that exists: no activation is added, and the
/// hooks of the call are recorded in the existing one. The merged activation therefore has the
/// least distances and the greatest progress of all its calls. It is also the caller of all calls
/// that they make.
///
/// Each limit is a field:
///
/// - `per_site` counts the calls of one function by one activation (or by the test) at one
///   [site](crate::execution::Frame::at). Calls after this number merge with the last activation
///   among them.
/// - `depth` counts the activations around a call. A call within this number of activations or more
///   merges with the nearest activation of its function around it, except one that the test itself
///   called. If there is none, the call gets an activation of its own. The tree is therefore at
///   most as deep as `depth` plus the number of functions. A call that merged in this way is no
///   longer found at its site: a flag that depends on it keeps the observed distance.
/// - `activations` counts all activations. Once this number is reached, a call merges with the last
///   activation of its function at its site, or else with the nearest activation of its function
///   around it, except one that the test itself called. If there is neither, the call is not
///   recorded, and neither are the calls that it makes.
///
/// A limit of 0 counts as 1. Finding the nearest activation around a call takes time linear in the
/// depth; the other tests take constant time on average.
///
/// ```
/// use sbst::execution::{CallTreeLimits, Facts, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// const OUTER: Function = Function::new(0);
/// const INNER: Function = Function::new(1);
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// graph.add(&FlowBuilder::new().exit(0))?;
/// let limits = CallTreeLimits { per_site: 3, ..CallTreeLimits::NONE };
/// let trace = Trace::new(&graph).with_call_tree(limits);
/// let outer = trace.root().enter(OUTER);
/// // the third activation of INNER stands for 98 calls
/// for _ in 0..100 {
///     drop(outer.at(CallSite::new(0)).enter(INNER));
/// }
/// assert_eq!(trace.activation_count(), 4);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CallTreeLimits {
    /// Greatest number of activations.
    pub activations: u32,
    /// Number of activations around a call from which on the call merges with one of them.
    pub depth: u32,
    /// Greatest number of activations of one function that one activation calls at one site.
    pub per_site: u32,
}

impl CallTreeLimits {
    /// No limits: every activation is recorded separately.
    pub const NONE: Self = Self { activations: u32::MAX, depth: u32::MAX, per_site: u32::MAX };

    /// Returns `true` if a call may merge with another call at its site. Only then must calls be
    /// counted by site.
    pub(super) const fn counts_kin(&self) -> bool {
        self.activations < u32::MAX || self.per_site < u32::MAX
    }
}

/// Returns the limits 65 536 (2^16) activations, depth 256, and 256 activations for each site. More
/// activations hardly change a distance.
impl Default for CallTreeLimits {
    fn default() -> Self {
        Self { activations: 1 << 16, depth: 256, per_site: 256 }
    }
}

// Numbers of calls of a function from one place, which the limits of the
// call tree need.

/// Key of the calls that the limits count together: those of one function by one activation (or by
/// the test) at one site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::execution) struct Kin {
    /// Number of the activation that makes the calls, or the mark of the test.
    pub caller: u32,
    /// Call site, if it is known.
    pub site: Option<CallSite>,
    /// Function that is called.
    pub callee: Function,
}

/// Table that has, for each key, the number of activations and the last of them. Adding and finding
/// take constant time on average. Clearing keeps the memory.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Siblings {
    /// Rows, in the order in which their keys were added.
    families: Vec<Family>,
    /// Index in `families` by key. It is never iterated, so its order cannot reach a result. A hash
    /// table alone would be cleared in time linear in its capacity. With the list of rows, only the
    /// entries that exist are removed.
    numbers: HashTable<u32>,
}

/// Row of the table: the activations with one key.
#[derive(Clone, Debug)]
struct Family {
    /// The key.
    kin: Kin,
    /// Number of activations with the key.
    count: u32,
    /// The activation that was added last.
    last: u32,
}

impl Siblings {
    /// Returns the activation that the next call with this key merges with: the last one with this
    /// key, if there are at least `limit` of them, and at least one. Returns `None` if the limit
    /// allows one more activation.
    pub(super) fn merged(&self, kin: Kin, limit: u32) -> Option<u32> {
        let number =
            self.numbers.find(hash(kin), |&number| self.families[number as usize].kin == kin)?;
        let family = &self.families[*number as usize];
        (family.count >= limit).then_some(family.last)
    }

    /// Adds an activation with this key.
    pub(super) fn add(&mut self, kin: Kin, activation: u32) {
        let Self { families, numbers } = self;
        // The table has indices of rows only: keys are compared in the rows, and no key is stored
        // twice.
        match numbers.find(hash(kin), |&number| families[number as usize].kin == kin) {
            Some(&number) => {
                let family = &mut families[number as usize];
                (family.count, family.last) = (family.count + 1, activation);
            }
            None => {
                numbers.insert_unique(hash(kin), families.len() as u32, |&number| {
                    hash(families[number as usize].kin)
                });
                families.push(Family { kin, count: 1, last: activation });
            }
        }
    }

    /// Removes everything. Linear in the number of keys.
    pub(super) fn clear(&mut self) {
        while let Some(family) = self.families.pop() {
            // After `pop`, the length is the index that the row had: the table has exactly one
            // entry with this index.
            let number = self.families.len() as u32;
            if let Ok(entry) = self.numbers.find_entry(hash(family.kin), |&other| other == number) {
                entry.remove();
            }
        }
    }
}

/// Returns a hash of a key. It is the same on every platform and in every run.
fn hash(kin: Kin) -> u64 {
    /// The number 2^64 divided by the golden ratio. Multiplying by it moves neighbouring numbers
    /// far apart (Knuth, "The Art of Computer Programming", 6.4).
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    // A call without a site gets another number than a call at site 0, so that their hashes rarely
    // collide.
    let site = kin.site.map_or(0, |site| u64::from(site.number()) + 1);
    let mut hash = 0_u64;
    for part in [u64::from(kin.caller), site, u64::from(kin.callee.number())] {
        hash = (hash ^ part).wrapping_mul(SPREAD);
        // The product mixes upwards only, so the high half is folded into the low half.
        hash ^= hash >> 32;
    }
    hash
}
