//! What a trace records of each activation by itself.
//!
//! Each activation has a row of cells, one for every block and branch of its function. A frame holds on to its row, so that its hooks
//! look nothing up.

use super::arena::{Arena, Place};
use super::limits::CallTreeLimits;
use super::results::{NO_RESULT, Results};
use super::siblings::{Kin, Siblings};
use crate::distance::Decision;
use crate::id::{Block, CallSite, Function};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::ops::Range;
use smallvec::SmallVec;

/// The activations of an execution, in the order of the calls.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Calls {
    pub(in crate::execution) limits: CallTreeLimits,
    cells: Arena,
    /// Borrowed for the length of a hook, and no hook calls the user's code.
    tables: RefCell<Tables>,
    /// How often they were forgotten: activations from before are none of these.
    resets: Cell<u32>,
}

#[derive(Clone, Debug, Default)]
struct Tables {
    rows: Vec<Row>,
    /// The frames that are open, the innermost last; of those closed before the ones within them, some, too.
    open: Vec<Open>,
    siblings: Siblings,
    results: Results,
}

/// An activation.
#[derive(Clone, Debug)]
struct Row {
    function: Function,
    /// Or [`NONE`].
    caller: u32,
    site: Option<CallSite>,
    /// How many activations it is nested in.
    depth: u32,
    blocks: Range<u32>,
    branches: Range<u32>,
    place: Place,
    /// The first of the decisions that it set its result to.
    first_result: u32,
    /// It stands for several calls.
    is_merged: bool,
}

#[derive(Clone, Debug)]
struct Open {
    activation: u32,
    is_open: bool,
}

/// No activation: the test is the caller.
const NONE: u32 = u32::MAX;
/// The activation of a frame that is not recorded. This number and greater ones are no activations.
const LOST: u32 = NONE - 1;

/// The activation that makes a call, or the test.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct CallId {
    activation: u32,
    resets: u32,
}

impl CallId {
    pub(in crate::execution) const TEST: Self = Self { activation: NONE, resets: 0 };
}

/// The knowledge that a frame has of its activation, if calls are recorded one by one, or paths are checked.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct Call<'t> {
    seen: Seen<'t>,
    activation: u32,
    /// Among the frames that are open.
    position: u32,
    resets: u32,
    /// For the check of paths.
    pub(in crate::execution) serials: Serials,
}

/// The numbers of an activation where its path is checked, and where its walk through the copies is recorded.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct Serials {
    pub path: u32,
    pub walk: u32,
}

impl Serials {
    /// Serial numbers of a frame without a path check and without copies.
    pub(in crate::execution) const NONE: Self = Self { path: 0, walk: 0 };
}

impl Call<'_> {
    /// Call for which calls are not recorded one by one.
    pub(in crate::execution) const UNRECORDED: Self =
        Self { seen: Seen::NOBODY, activation: LOST, position: 0, resets: 0, serials: Serials::NONE };

    pub(in crate::execution) const fn id(&self) -> CallId {
        CallId { activation: self.activation, resets: self.resets }
    }
}

impl Calls {
    pub(in crate::execution) fn new(limits: CallTreeLimits) -> Self {
        Self { limits, cells: Arena::new(), tables: RefCell::default(), resets: Cell::new(0) }
    }

    /// Returns a copy of the calls with no activation open.
    pub(in crate::execution) fn closed(&self) -> Self {
        let closed = self.clone();
        closed.tables.borrow_mut().open.clear();
        closed
    }

    /// Opens a frame of a function, which has these blocks and branches, for this caller. Linear in blocks and branches. A function
    /// without blocks is not recorded. A caller from before a reset is none: as if the test had made the call.
    pub(in crate::execution) fn open(
        &self,
        caller: CallId,
        site: Option<CallSite>,
        function: Function,
        blocks: Range<u32>,
        branches: Range<u32>,
    ) -> Call<'_> {
        let mut tables = self.tables.borrow_mut();
        let caller = if caller.resets == self.resets.get() { caller.activation } else { NONE };
        let kin = Kin { caller, site: site.filter(|_| caller != NONE), callee: function };
        let activation = if caller == LOST || blocks.is_empty() {
            LOST
        } else if let Some(known) = tables.merged(kin, self.limits) {
            tables.rows[known as usize].is_merged = true;
            known
        } else {
            self.add(&mut tables, kin, blocks, branches).unwrap_or(LOST)
        };
        let seen = tables.rows.get(activation as usize).map_or(Seen::NOBODY, |row| self.seen(row));
        let position = tables.open.len() as u32;
        tables.open.push(Open { activation, is_open: true });
        Call { seen, activation, position, resets: self.resets.get(), serials: Serials::NONE }
    }

    /// Returns a new activation; `None` if there are too many.
    fn add(&self, tables: &mut Tables, kin: Kin, blocks: Range<u32>, branches: Range<u32>) -> Option<u32> {
        let Kin { caller, site, callee: function } = kin;
        let most = self.limits.activations.clamp(1, LOST);
        let number = u32::try_from(tables.rows.len()).ok().filter(|&number| number < most)?;
        let place = self.cells.allocate(blocks.len() + branches.len())?;
        let depth = tables.rows.get(caller as usize).map_or(0, |caller| caller.depth + 1);
        tables.rows.push(Row { function, caller, site, depth, blocks, branches, place, first_result: NO_RESULT, is_merged: false });
        if self.limits.counts_kin() {
            tables.siblings.add(kin, number);
        }
        Some(number)
    }

    /// Closes an activation. Those opened within it may be open still, for frames may be dropped in any order.
    pub(in crate::execution) fn close(&self, call: &Call<'_>) {
        if call.resets == self.resets.get() {
            let mut tables = self.tables.borrow_mut();
            // If it was unwound before, another one may stand in its place.
            let open = tables.open.get_mut(call.position as usize);
            if let Some(open) = open.filter(|open| open.activation == call.activation) {
                open.is_open = false;
            }
            tables.pop_closed();
        }
    }

    /// Closes the innermost activation that is open.
    pub(in crate::execution) fn close_innermost(&self) {
        let mut tables = self.tables.borrow_mut();
        tables.open.pop();
        tables.pop_closed();
    }

    /// Returns the innermost activation that is open; the test, if none is.
    pub(in crate::execution) fn innermost(&self) -> CallId {
        let activation = self.tables.borrow().open.last().map_or(NONE, |open| open.activation);
        CallId { activation, resets: self.resets.get() }
    }

    /// Returns the listener for events within an activation.
    #[inline]
    pub(in crate::execution) fn within<'a, 't>(&self, call: &'a Call<'t>) -> &'a Seen<'t> {
        if call.resets == self.resets.get() { &call.seen } else { &Seen::NOBODY }
    }

    /// Returns the listener for events while no frame is named: the innermost activation. It ignores other functions.
    pub(in crate::execution) fn current(&self) -> Seen<'_> {
        let tables = self.tables.borrow();
        let row = tables.open.last().and_then(|open| tables.rows.get(open.activation as usize));
        row.map_or(Seen::NOBODY, |row| self.seen(row))
    }

    fn seen(&self, row: &Row) -> Seen<'_> {
        let cells = self.cells.row(row.place, row.blocks.len() + row.branches.len());
        let (blocks, branches) = cells.split_at_checked(row.blocks.len()).unwrap_or_default();
        Seen { blocks, branches, first_block: row.blocks.start, first_branch: row.branches.start }
    }

    pub(in crate::execution) fn count(&self) -> u32 {
        self.tables.borrow().rows.len() as u32
    }

    pub(in crate::execution) fn function(&self, number: u32) -> Option<Function> {
        self.tables.borrow().rows.get(number as usize).map(|row| row.function)
    }

    pub(in crate::execution) fn caller(&self, number: u32) -> Option<(u32, Option<CallSite>)> {
        let tables = self.tables.borrow();
        tables.rows.get(number as usize).filter(|row| row.caller != NONE).map(|row| (row.caller, row.site))
    }

    /// Returns the listener for events of an activation.
    #[inline]
    pub(in crate::execution) fn of(&self, number: u32) -> Seen<'_> {
        self.tables.borrow().rows.get(number as usize).map_or(Seen::NOBODY, |row| self.seen(row))
    }

    /// Records that an activation set its result to a decision.
    pub(in crate::execution) fn set_result(&self, call: CallId, block: Block, decision: Decision) {
        if call.resets == self.resets.get() {
            let Tables { rows, results, .. } = &mut *self.tables.borrow_mut();
            let row = rows.get_mut(call.activation as usize);
            if let Some(row) = row.filter(|row| row.blocks.contains(&block.number())) {
                row.first_result = results.set(row.first_result, block, decision, row.is_merged);
            }
        }
    }

    /// Visits the decisions that an activation set its result to, in the order of their blocks.
    pub(in crate::execution) fn each_result(&self, number: u32, visit: &mut dyn FnMut(Block, Decision)) {
        let mut found: SmallVec<[(Block, Decision); 4]> = SmallVec::new();
        {
            let tables = self.tables.borrow();
            let first = tables.rows.get(number as usize).map_or(NO_RESULT, |row| row.first_result);
            if first == NO_RESULT {
                return;
            }
            tables.results.each(first, &mut |block, decision| found.push((block, decision)));
        }
        found.sort_unstable_by_key(|&(block, _)| block);
        for (block, decision) in found {
            visit(block, decision);
        }
    }

    pub(in crate::execution) fn reset(&self) {
        let mut tables = self.tables.borrow_mut();
        tables.rows.clear();
        tables.open.clear();
        tables.siblings.clear();
        tables.results.clear();
        self.cells.clear();
        self.resets.set(self.resets.get().wrapping_add(1));
    }
}

impl Tables {
    fn pop_closed(&mut self) {
        while self.open.pop_if(|last| !last.is_open).is_some() {}
    }

    /// Returns the activation that a call counts for, if the limits do not allow it one of its own.
    #[inline]
    fn merged(&self, kin: Kin, limits: CallTreeLimits) -> Option<u32> {
        if limits == CallTreeLimits::NONE { None } else { self.merged_by(kin, limits) }
    }

    fn merged_by(&self, kin: Kin, limits: CallTreeLimits) -> Option<u32> {
        let is_full = self.rows.len() >= limits.activations as usize;
        if limits.counts_kin()
            && let merged @ Some(_) = self.siblings.merged(kin, if is_full { 1 } else { limits.per_site })
        {
            return merged;
        }
        let is_deep = |caller: &&Row| is_full || caller.depth >= limits.depth.saturating_sub(1);
        let caller = self.rows.get(kin.caller as usize).filter(is_deep)?;
        let next = |&(_, row): &(u32, &Row)| self.rows.get(row.caller as usize).map(|caller| (row.caller, caller));
        let mut callers = core::iter::successors(Some((kin.caller, caller)), next);
        // What the test calls itself is apart from all else.
        callers.find(|(_, row)| row.function == kin.callee && row.caller != NONE).map(|(number, _)| number)
    }
}

/// Listener for the events of a control-flow hook, beside the common tables: an activation, or nobody. It hears only of blocks and branches
/// of its function.
#[derive(Clone, Copy)]
pub(in crate::execution) struct Seen<'a> {
    /// One more than the progress; 0 if the block was not entered.
    blocks: &'a [Cell<u64>],
    /// The complement of the distance's bits, so that nearer is more; 0 if nothing is known.
    branches: &'a [Cell<u64>],
    first_block: u32,
    first_branch: u32,
}

impl<'a> Seen<'a> {
    pub(in crate::execution) const NOBODY: Self = Self { blocks: &[], branches: &[], first_block: 0, first_branch: 0 };

    /// Returns `true` if it is worth telling.
    pub(in crate::execution) const fn listens(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Records that a block was entered, and how many of its statements ran to their end.
    #[inline]
    pub(in crate::execution) fn ran(&self, block: u32, statements: u32) {
        raise(self.block(block), u64::from(statements) + 1);
    }

    /// Records the distance of a branch from being taken.
    #[inline]
    pub(in crate::execution) fn came_near(&self, branch: u32, distance: f64) {
        raise(self.branch(branch), !distance.to_bits());
    }

    /// Records that a branch was taken, as far as is known without a distance.
    pub(in crate::execution) fn took(&self, branch: u32) {
        if let Some(cell) = self.branch(branch).filter(|cell| cell.get() == 0) {
            cell.set(!0.0_f64.to_bits());
        }
    }

    pub(in crate::execution) fn progress(&self, block: u32) -> Option<u32> {
        self.block(block)?.get().checked_sub(1).map(|progress| progress as u32)
    }

    pub(in crate::execution) fn distance(&self, branch: u32) -> Option<f64> {
        Some(self.branch(branch)?.get()).filter(|&code| code != 0).map(|code| f64::from_bits(!code))
    }

    #[inline]
    fn block(&self, block: u32) -> Option<&'a Cell<u64>> {
        self.blocks.get(block.wrapping_sub(self.first_block) as usize)
    }

    #[inline]
    fn branch(&self, branch: u32) -> Option<&'a Cell<u64>> {
        self.branches.get(branch.wrapping_sub(self.first_branch) as usize)
    }
}

/// Nearly always there is nothing new, and then there is nothing to wait for.
#[inline]
fn raise(cell: Option<&Cell<u64>>, value: u64) {
    if let Some(cell) = cell.filter(|cell| cell.get() < value) {
        cell.set(value);
    }
}

/// Whether it listens: what it has heard stands in the trace.
impl core::fmt::Debug for Seen<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Seen").field(&self.listens()).finish()
    }
}
