//! What a graph knows of calls: rows by the function that calls.

use crate::id::{Block, CallSite, Function};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The call edges of a program. They are no part of the identity of its graph: executions are the same with and without.
///
/// The calls of a function stand in a row, so that a walk over the program reads them one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    /// By function that calls, ascending; as far as the last one that does.
    by_caller: Vec<Vec<Call>>,
    /// By function that is called, which the graph need not have.
    by_callee: BTreeMap<Function, Vec<(Block, CallSite)>>,
}

/// A call that a block makes.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub block: Block,
    pub statement: u32,
    pub site: CallSite,
    /// Ascending.
    pub callees: SmallVec<[Function; 2]>,
}

/// A call of a function that is being described: block, statement, site, callees. Blocks by their number within the function.
pub(super) type Described = (u32, u32, CallSite, Vec<Function>);

impl Calls {
    /// Adds a call, or callees of one that is there: logarithmic in the calls of the function if it comes after them, else linear.
    pub(super) fn add(
        &mut self,
        caller: Function,
        block: Block,
        statement: u32,
        site: CallSite,
        callees: impl IntoIterator<Item = Function>,
    ) {
        if self.by_caller.len() <= caller.index() {
            self.by_caller.resize_with(caller.index() + 1, Vec::new);
        }
        let calls = &mut self.by_caller[caller.index()];
        let place = calls.binary_search_by_key(&(block, statement, site), |call| (call.block, call.statement, call.site));
        let place = place.unwrap_or_else(|place| {
            calls.insert(place, Call { block, statement, site, callees: SmallVec::new() });
            place
        });
        let all = &mut calls[place].callees;
        let known = all.len();
        all.extend(callees);
        if all.len() > known {
            let before: SmallVec<[Function; 2]> = SmallVec::from_slice(&all[..known]);
            all.sort_unstable();
            all.dedup();
            let new: SmallVec<[Function; 2]> = all.iter().copied().filter(|callee| before.binary_search(callee).is_err()).collect();
            for callee in new {
                self.add_caller(callee, block, site);
            }
        }
    }

    fn add_caller(&mut self, callee: Function, block: Block, site: CallSite) {
        let callers = self.by_callee.entry(callee).or_default();
        if let Err(place) = callers.binary_search(&(block, site)) {
            callers.insert(place, (block, site));
        }
    }

    /// The calls that a function makes, by block, statement and site.
    pub(super) fn of(&self, caller: Function) -> &[Call] {
        self.by_caller.get(caller.index()).map_or(&[], Vec::as_slice)
    }

    /// The calls of a function, by block and site.
    pub(super) fn callers(&self, callee: Function) -> &[(Block, CallSite)] {
        self.by_callee.get(&callee).map_or(&[], Vec::as_slice)
    }
}
