//! Recording of each activation by itself.
//!
//! Each activation has a row of cells, one for every block and branch of its function. A frame keeps a reference to its row, so that its hooks
//! need no lookup.

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
    /// Limits of the number of activations.
    pub(in crate::execution) limits: CallTreeLimits,
    /// Cells of all rows.
    cells: Arena,
    /// Borrowed within methods of this file only, and none of them calls code of the user.
    tables: RefCell<Tables>,
    /// Number of resets. A frame from before a reset has another number, and is ignored.
    resets: Cell<u32>,
}

/// Tables of the activations.
#[derive(Clone, Debug, Default)]
struct Tables {
    /// Activations in the order of their calls.
    rows: Vec<Row>,
    /// Frames, the innermost last. The last one is open. Closed ones may remain between open ones.
    open: Vec<Open>,
    /// Numbers of calls by caller, site and callee, for the limits.
    siblings: Siblings,
    /// Decisions that activations set their results to.
    results: Results,
}

/// An activation.
#[derive(Clone, Debug)]
struct Row {
    /// Function that was called.
    function: Function,
    /// Activation that called it, or [`NONE`].
    caller: u32,
    /// Call site, if it is known.
    site: Option<CallSite>,
    /// Number of activations around it.
    depth: u32,
    /// Blocks of the function.
    blocks: Range<u32>,
    /// Branches of the function.
    branches: Range<u32>,
    /// Place of its cells.
    place: Place,
    /// First entry of its list in `results`.
    first_result: u32,
    /// `true` if it stands for several calls, because of the limits.
    is_merged: bool,
}

/// A frame.
#[derive(Clone, Debug)]
struct Open {
    /// Its activation, or [`LOST`].
    activation: u32,
    /// `true` until the frame is closed.
    is_open: bool,
}

/// Mark in place of an activation: the test.
const NONE: u32 = u32::MAX;
/// Mark in place of an activation: a call that is not recorded. No activation has this number or a greater one.
const LOST: u32 = NONE - 1;

/// The activation that makes a call, or the test.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct CallId {
    /// Activation, [`NONE`] or [`LOST`].
    activation: u32,
    /// Number of resets before.
    resets: u32,
}

impl CallId {
    /// The test as the caller.
    pub(in crate::execution) const TEST: Self = Self { activation: NONE, resets: 0 };
}

/// Data of a frame about its activation, if the trace records the call tree or copies, or checks paths.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct Call<'t> {
    /// Listener that records the activation.
    seen: Seen<'t>,
    /// Activation, or [`LOST`].
    activation: u32,
    /// Index among the open frames.
    position: u32,
    /// Number of resets before.
    resets: u32,
    /// Serial numbers for the path check and the copies.
    pub(in crate::execution) serials: Serials,
}

/// Serial numbers of an activation in the path check and in the walks through the copies.
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
    /// Data of a frame without a recorded call.
    pub(in crate::execution) const UNRECORDED: Self =
        Self { seen: Seen::NOBODY, activation: LOST, position: 0, resets: 0, serials: Serials::NONE };

    /// Returns the activation as the caller of another one.
    pub(in crate::execution) const fn id(&self) -> CallId {
        CallId { activation: self.activation, resets: self.resets }
    }
}

impl Calls {
    /// Creates an empty tree.
    pub(in crate::execution) fn new(limits: CallTreeLimits) -> Self {
        Self { limits, cells: Arena::new(), tables: RefCell::default(), resets: Cell::new(0) }
    }

    /// Returns a clone without open activations.
    pub(in crate::execution) fn closed(&self) -> Self {
        let closed = self.clone();
        closed.tables.borrow_mut().open.clear();
        closed
    }

    /// Opens an activation of a function with these blocks and branches. A caller from before a reset counts as the test. A function without
    /// blocks is not recorded. Linear in the blocks and branches.
    pub(in crate::execution) fn open(
        &self,
        caller: CallId,
        site: Option<CallSite>,
        function: Function,
        blocks: Range<u32>,
        branches: Range<u32>,
    ) -> Call<'_> {
        let mut tables = self.tables.borrow_mut();
        // After a reset, the number of an earlier caller belongs to another activation, or to none.
        let caller = if caller.resets == self.resets.get() { caller.activation } else { NONE };
        // The test has no call sites: its calls at different sites are the same kind of call.
        let kin = Kin { caller, site: site.filter(|_| caller != NONE), callee: function };
        // A call by an unrecorded activation is not recorded either: it would have no place in the tree.
        let activation = if caller == LOST || blocks.is_empty() {
            LOST
        } else if let Some(known) = tables.merged(kin, self.limits) {
            tables.rows[known as usize].is_merged = true;
            known
        } else {
            self.add(&mut tables, kin, blocks, branches).unwrap_or(LOST)
        };
        // The cells of a row never move, so the frame keeps a reference to them while more rows are added.
        let seen = tables.rows.get(activation as usize).map_or(Seen::NOBODY, |row| self.seen(row));
        let position = tables.open.len() as u32;
        tables.open.push(Open { activation, is_open: true });
        Call { seen, activation, position, resets: self.resets.get(), serials: Serials::NONE }
    }

    /// Adds an activation, and returns its number; `None` if there are too many.
    fn add(&self, tables: &mut Tables, kin: Kin, blocks: Range<u32>, branches: Range<u32>) -> Option<u32> {
        let Kin { caller, site, callee: function } = kin;
        // The two greatest numbers are marks. A limit of 0 would leave no activation to merge with.
        let most = self.limits.activations.clamp(1, LOST);
        let number = u32::try_from(tables.rows.len()).ok().filter(|&number| number < most)?;
        let place = self.cells.allocate(blocks.len() + branches.len())?;
        let depth = tables.rows.get(caller as usize).map_or(0, |caller| caller.depth + 1);
        tables.rows.push(Row { function, caller, site, depth, blocks, branches, place, first_result: NO_RESULT, is_merged: false });
        // Without such limits nobody asks for siblings, and the table stays empty.
        if self.limits.counts_kin() {
            tables.siblings.add(kin, number);
        }
        Some(number)
    }

    /// Closes an activation. Activations within it may still be open, because frames may be dropped in any order.
    pub(in crate::execution) fn close(&self, call: &Call<'_>) {
        if call.resets == self.resets.get() {
            let mut tables = self.tables.borrow_mut();
            // If an unwind closed it before, another activation may have its position.
            let open = tables.open.get_mut(call.position as usize);
            if let Some(open) = open.filter(|open| open.activation == call.activation) {
                open.is_open = false;
            }
            tables.pop_closed();
        }
    }

    /// Closes the innermost open activation.
    pub(in crate::execution) fn close_innermost(&self) {
        let mut tables = self.tables.borrow_mut();
        tables.open.pop();
        tables.pop_closed();
    }

    /// Returns the innermost open activation; the test if none is open.
    pub(in crate::execution) fn innermost(&self) -> CallId {
        let activation = self.tables.borrow().open.last().map_or(NONE, |open| open.activation);
        CallId { activation, resets: self.resets.get() }
    }

    /// Returns the listener of a frame; nobody if the frame is from before a reset.
    #[inline]
    pub(in crate::execution) fn within<'a, 't>(&self, call: &'a Call<'t>) -> &'a Seen<'t> {
        if call.resets == self.resets.get() { &call.seen } else { &Seen::NOBODY }
    }

    /// Returns the listener for hooks without a frame: the innermost activation, which ignores blocks of other functions.
    pub(in crate::execution) fn current(&self) -> Seen<'_> {
        let tables = self.tables.borrow();
        let row = tables.open.last().and_then(|open| tables.rows.get(open.activation as usize));
        row.map_or(Seen::NOBODY, |row| self.seen(row))
    }

    /// Returns the listener of an activation.
    fn seen(&self, row: &Row) -> Seen<'_> {
        let cells = self.cells.row(row.place, row.blocks.len() + row.branches.len());
        let (blocks, branches) = cells.split_at_checked(row.blocks.len()).unwrap_or_default();
        Seen { blocks, branches, first_block: row.blocks.start, first_branch: row.branches.start }
    }

    /// Returns the number of activations.
    pub(in crate::execution) fn count(&self) -> u32 {
        self.tables.borrow().rows.len() as u32
    }

    /// Returns the function of an activation.
    pub(in crate::execution) fn function(&self, number: u32) -> Option<Function> {
        self.tables.borrow().rows.get(number as usize).map(|row| row.function)
    }

    /// Returns the caller of an activation and its site; `None` if the test called it.
    pub(in crate::execution) fn caller(&self, number: u32) -> Option<(u32, Option<CallSite>)> {
        let tables = self.tables.borrow();
        tables.rows.get(number as usize).filter(|row| row.caller != NONE).map(|row| (row.caller, row.site))
    }

    /// Returns the listener of an activation by its number.
    #[inline]
    pub(in crate::execution) fn of(&self, number: u32) -> Seen<'_> {
        self.tables.borrow().rows.get(number as usize).map_or(Seen::NOBODY, |row| self.seen(row))
    }

    /// Records that an activation set its result to a decision.
    pub(in crate::execution) fn set_result(&self, call: CallId, block: Block, decision: Decision) {
        if call.resets == self.resets.get() {
            let Tables { rows, results, .. } = &mut *self.tables.borrow_mut();
            // A block of another function cannot set the result of this activation.
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
        // The table is not borrowed while the closure runs, which may call hooks.
        found.sort_unstable_by_key(|&(block, _)| block);
        for (block, decision) in found {
            visit(block, decision);
        }
    }

    /// Forgets all activations. Open frames are ignored from now on.
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
    /// Removes closed frames from the end.
    fn pop_closed(&mut self) {
        while self.open.pop_if(|last| !last.is_open).is_some() {}
    }

    /// Returns the activation that a call merges with, if the limits do not allow it an activation of its own.
    #[inline]
    fn merged(&self, kin: Kin, limits: CallTreeLimits) -> Option<u32> {
        if limits == CallTreeLimits::NONE { None } else { self.merged_by(kin, limits) }
    }

    /// Returns the activation that a call merges with under limits that may apply.
    fn merged_by(&self, kin: Kin, limits: CallTreeLimits) -> Option<u32> {
        let is_full = self.rows.len() >= limits.activations as usize;
        // First limit: too many calls of the function at this site, or too many activations in all.
        if limits.counts_kin()
            && let merged @ Some(_) = self.siblings.merged(kin, if is_full { 1 } else { limits.per_site })
        {
            return merged;
        }
        // Second limit: too deep. The call merges with the nearest activation of its function around it.
        let is_deep = |caller: &&Row| is_full || caller.depth >= limits.depth.saturating_sub(1);
        let caller = self.rows.get(kin.caller as usize).filter(is_deep)?;
        let next = |&(_, row): &(u32, &Row)| self.rows.get(row.caller as usize).map(|caller| (row.caller, caller));
        let mut callers = core::iter::successors(Some((kin.caller, caller)), next);
        // Except for calls by the test itself, which must stay apart for direct calls.
        callers.find(|(_, row)| row.function == kin.callee && row.caller != NONE).map(|(number, _)| number)
    }
}

/// Listener to the hooks of control flow, besides the tables of all calls: an activation, or nobody. It ignores blocks and branches of other
/// functions.
#[derive(Clone, Copy)]
pub(in crate::execution) struct Seen<'a> {
    /// By block: the progress plus 1; 0 if the block was not entered.
    blocks: &'a [Cell<u64>],
    /// By branch: the complement of the bits of its distance, so that a lesser distance is a greater number; 0 if it was never evaluated.
    branches: &'a [Cell<u64>],
    /// First block of the function.
    first_block: u32,
    /// First branch of the function.
    first_branch: u32,
}

impl<'a> Seen<'a> {
    /// Listener that ignores everything.
    pub(in crate::execution) const NOBODY: Self = Self { blocks: &[], branches: &[], first_block: 0, first_branch: 0 };

    /// Returns `true` if it is an activation.
    pub(in crate::execution) const fn listens(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Records that a block was entered, and the number of its statements that completed.
    #[inline]
    pub(in crate::execution) fn ran(&self, block: u32, statements: u32) {
        raise(self.block(block), u64::from(statements) + 1);
    }

    /// Records a distance of a branch.
    #[inline]
    pub(in crate::execution) fn came_near(&self, branch: u32, distance: f64) {
        // The bits of positive floats ascend with the floats, so the complement of the least distance is the greatest number.
        raise(self.branch(branch), !distance.to_bits());
    }

    /// Records that a branch without a distance was taken.
    pub(in crate::execution) fn took(&self, branch: u32) {
        if let Some(cell) = self.branch(branch).filter(|cell| cell.get() == 0) {
            cell.set(!0.0_f64.to_bits());
        }
    }

    /// Returns the progress in a block; `None` if it was not entered.
    pub(in crate::execution) fn progress(&self, block: u32) -> Option<u32> {
        self.block(block)?.get().checked_sub(1).map(|progress| progress as u32)
    }

    /// Returns the least distance of a branch; `None` if it was never evaluated.
    pub(in crate::execution) fn distance(&self, branch: u32) -> Option<f64> {
        Some(self.branch(branch)?.get()).filter(|&code| code != 0).map(|code| f64::from_bits(!code))
    }

    /// Returns the cell of a block, if it is one of the function.
    #[inline]
    fn block(&self, block: u32) -> Option<&'a Cell<u64>> {
        // A block before the first one wraps around to a great index, which the slice does not have.
        self.blocks.get(block.wrapping_sub(self.first_block) as usize)
    }

    /// Returns the cell of a branch, if it is one of the function.
    #[inline]
    fn branch(&self, branch: u32) -> Option<&'a Cell<u64>> {
        self.branches.get(branch.wrapping_sub(self.first_branch) as usize)
    }
}

/// Raises a cell to a value. Mostly the cell is greater already: then nothing is written, which is faster than writing the maximum.
#[inline]
fn raise(cell: Option<&Cell<u64>>, value: u64) {
    if let Some(cell) = cell.filter(|cell| cell.get() < value) {
        cell.set(value);
    }
}

/// Writes `true` for an activation. Its recording is shown by the trace.
impl core::fmt::Debug for Seen<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Seen").field(&self.listens()).finish()
    }
}
