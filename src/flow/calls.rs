//! The call edges of a graph, in rows by calling function.

use crate::id::{Block, CallSite, Function, IdMap};
use crate::sort::sort;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The call edges of a program. They do not belong to the identity of the graph, because executions
/// are the same with and without them.
///
/// The calls of each function are in one row, so that a walk over the program reads them one after
/// the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    /// By calling function: its calls, ascending. The row ends with the last function that makes a
    /// call.
    by_caller: Vec<Vec<Call>>,
    /// By called function, which the graph need not have: the blocks and sites that call it,
    /// ascending.
    by_callee: IdMap<Function, Vec<(Block, CallSite, Function)>>,
    /// Number of all calls that were added, mixed from their parts: it tells two sets apart.
    pub(super) mark: u64,
}

/// A call that a block makes.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub block: Block,
    pub statement: u32,
    pub site: CallSite,
    /// The functions that may be called, ascending.
    pub callees: SmallVec<[Function; 2]>,
}

impl Calls {
    /// Adds a call, or adds callees to a known call. O(log n) for n calls of the function if the
    /// call comes after all of them, else linear.
    pub(super) fn add(&mut self, caller: Function, call: Call) {
        let Call { block, statement, site, callees } = call;
        if self.by_caller.len() <= caller.index() {
            self.by_caller.resize_with(caller.index() + 1, Vec::new);
        }
        let calls = &mut self.by_caller[caller.index()];
        // Calls of a function that is being added come in ascending order, so an insertion moves
        // nothing.
        let place = calls.binary_search_by_key(&(block, statement, site), |call| {
            (call.block, call.statement, call.site)
        });
        let place = place.unwrap_or_else(|place| {
            calls.insert(place, Call { block, statement, site, callees: SmallVec::new() });
            place
        });
        // Callees stay sorted and unique. Only callees that were not known before get a new caller:
        // several statements may share a site.
        let all = &mut calls[place].callees;
        let before = all.clone();
        all.extend(callees);
        sort(all);
        all.dedup();
        for &callee in all.iter().filter(|callee| before.binary_search(callee).is_err()) {
            for part in [block.number(), statement, site.number(), callee.number()] {
                // The factor is odd, so that no part is lost.
                self.mark = (self.mark ^ (u64::from(part) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                self.mark ^= self.mark >> 32;
            }
            let callers = self.by_callee.or_default(callee);
            if let Err(place) = callers.binary_search(&(block, site, caller)) {
                callers.insert(place, (block, site, caller));
            }
        }
    }

    /// Returns the calls that a function makes, ascending by block, statement and site.
    pub(super) fn of(&self, caller: Function) -> &[Call] {
        self.by_caller.get(caller.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns the blocks and sites that call a function, ascending.
    pub(super) fn callers(&self, callee: Function) -> &[(Block, CallSite, Function)] {
        self.by_callee.get(callee).map_or(&[], Vec::as_slice)
    }
}
