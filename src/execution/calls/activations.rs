//! The call tree: a recording of each activation by itself, in bounded memory.
//!
//! The tree is a list of activations in the order of their calls. Each has the number of its
//! caller, which is lower than its own. Each activation also has a row of cells, one for every
//! block and branch of its function. A frame keeps a reference to the row of its activation, so
//! that its hooks need no lookup.
//!
//! A call is recorded in four steps (see [`Calls::open`]):
//!
//! 1. Find the caller. It is the test, an activation, or a call that is not recorded.
//! 2. Ask the [limits](CallTreeLimits) whether the call merges with an activation that exists, and
//!    with which one.
//! 3. If the call does not merge, add an activation with a row of its own.
//! 4. Push a frame onto the list of open frames, which tells the innermost activation to hooks
//!    without a frame.
//!
//! A merged activation keeps least distances and greatest progress, so the order in which its calls
//! came does not matter. The [flag distances](crate::fitness::flag) read the tree.

use super::arena::{Arena, Place};
use super::limits::{CallTreeLimits, Kin, Siblings};
use super::results::{NO_RESULT, Results};
use crate::distance::Decision;
use crate::id::{Block, CallSite, Function};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::ops::Range;
use smallvec::SmallVec;

/// The call tree of an execution: its activations, in the order of the calls.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Calls {
    /// Limits of the number of activations.
    pub(in crate::execution) limits: CallTreeLimits,
    /// Cells of all activations.
    cells: Arena,
    /// Activations and open frames. They are borrowed within methods of this file only, and none of
    /// these calls code of the user meanwhile.
    tables: RefCell<Tables>,
    /// Number of resets. Each frame keeps the number from the time when it was opened: a frame from
    /// before a reset is ignored.
    resets: Cell<u32>,
}

/// Tables of the activations, without their cells.
#[derive(Clone, Debug, Default)]
struct Tables {
    /// Activations in the order of their calls.
    rows: Vec<Row>,
    /// Frames, the innermost last. The last one is open. Closed frames may remain between open
    /// ones.
    open: Vec<Open>,
    /// Numbers of calls by caller, site and callee, for the limits.
    siblings: Siblings,
    /// Decisions that activations set their results to.
    results: Results,
}

/// One activation in the tree.
#[derive(Clone, Debug)]
struct Row {
    /// Function that was called, and the caller with the call site. The caller is [`NONE`] if the
    /// test made the call.
    kin: Kin,
    /// Number of activations around it, that is, of its callers up to the test.
    depth: u32,
    /// Blocks of the function.
    blocks: Range<u32>,
    /// Branches of the function.
    branches: Range<u32>,
    /// Place of its cells.
    place: Place,
    /// Index of the first entry of its list in `results`, or [`NO_RESULT`].
    first_result: u32,
    /// `true` if it stands for several calls, because calls merged with it.
    is_merged: bool,
}

/// A frame that was opened, and possibly closed.
#[derive(Clone, Debug)]
struct Open {
    /// Number of its activation, or [`LOST`].
    activation: u32,
    /// `true` until the frame is closed.
    is_open: bool,
}

/// Mark in place of the number of an activation: the test.
const NONE: u32 = u32::MAX;
/// Mark in place of the number of an activation: a call that is not recorded. No activation has
/// this number or a greater one.
const LOST: u32 = NONE - 1;

/// Caller of a call in the call tree: an activation, the test, or a call that is not recorded.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct CallId {
    /// Number of the activation, [`NONE`] or [`LOST`].
    activation: u32,
    /// Number of resets when the activation was opened.
    resets: u32,
}

impl CallId {
    /// The caller that is the test.
    pub(in crate::execution) const TEST: Self = Self { activation: NONE, resets: 0 };
}

/// Data that a frame keeps about its activation, if the trace records the call tree or copies, or
/// checks paths.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct Call<'t> {
    /// Listener that records the hooks of the activation.
    seen: Seen<'t>,
    /// The activation as a caller; its number is [`LOST`] if it is not recorded.
    pub(super) id: CallId,
    /// Index of the frame in the list of open frames.
    position: u32,
    /// Serial numbers for the path check and the copies.
    pub(super) serials: Serials,
}

/// Serial numbers of an activation in the path check and in the walks through the copies.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct Serials {
    /// Serial number in the path check.
    pub path: u32,
    /// Serial number in the walks.
    pub walk: u32,
}

impl Serials {
    /// Serial numbers in a trace without a path check and without copies.
    pub(in crate::execution) const NONE: Self = Self { path: 0, walk: 0 };
}

impl Call<'_> {
    /// Data of a frame whose call is not recorded.
    pub(in crate::execution) const UNRECORDED: Self = Self {
        seen: Seen::NOBODY,
        id: CallId { activation: LOST, resets: 0 },
        position: 0,
        serials: Serials::NONE,
    };
}

impl Calls {
    /// Creates an empty call tree.
    pub(in crate::execution) fn new(limits: CallTreeLimits) -> Self {
        Self { limits, cells: Arena::new(), tables: RefCell::default(), resets: Cell::new(0) }
    }

    /// Returns a clone without open frames. The frames refer to the original, so they will never
    /// close anything in the clone.
    pub(in crate::execution) fn closed(&self) -> Self {
        let closed = self.clone();
        closed.tables.borrow_mut().open.clear();
        closed
    }

    /// Opens an activation of a function with these blocks and branches, and returns the data for
    /// its frame.
    ///
    /// The call may merge with an activation that exists: see [`CallTreeLimits`]. A caller from
    /// before a reset counts as the test. A function without blocks is not recorded, because the
    /// graph does not have it. Linear in the blocks and branches of the function; under limits,
    /// also in the depth of the call.
    pub(super) fn open(
        &self,
        caller: CallId,
        site: Option<CallSite>,
        function: Function,
        blocks: Range<u32>,
        branches: Range<u32>,
    ) -> Call<'_> {
        let mut tables = self.tables.borrow_mut();
        // Step 1: the caller. After a reset, the number of an earlier caller belongs to another
        // activation, or to none.
        let caller = if caller.resets == self.resets.get() { caller.activation } else { NONE };
        // The test has no call sites: its calls at different sites are the same kind of call.
        let site = if caller == NONE { None } else { site };
        let kin = Kin { caller, site, callee: function };
        // Steps 2 and 3: the activation. A call by an unrecorded call is not recorded either: it
        // would have no place in the tree.
        let activation = if caller == LOST || blocks.is_empty() {
            LOST
        } else if let Some(known) = tables.merged(kin, self.limits) {
            // From now on its decisions have no order: see `Results::set`.
            tables.rows[known as usize].is_merged = true;
            known
        } else {
            self.add(&mut tables, kin, blocks, branches).unwrap_or(LOST)
        };
        // Step 4: the frame. The cells of a row never move, so the frame keeps a reference to them
        // while more rows are added.
        let seen = tables.rows.get(activation as usize).map_or(Seen::NOBODY, |row| self.seen(row));
        let position = tables.open.len() as u32;
        tables.open.push(Open { activation, is_open: true });
        let id = CallId { activation, resets: self.resets.get() };
        Call { seen, id, position, serials: Serials::NONE }
    }

    /// Adds an activation, and returns its number. Returns `None` if the limit is reached, or if
    /// its cells cannot be allocated.
    fn add(
        &self,
        tables: &mut Tables,
        kin: Kin,
        blocks: Range<u32>,
        branches: Range<u32>,
    ) -> Option<u32> {
        // The two greatest numbers are marks. A limit of 0 counts as 1, so that there is an
        // activation to merge with.
        let most = self.limits.activations.clamp(1, LOST);
        let number = u32::try_from(tables.rows.len()).ok().filter(|&number| number < most)?;
        let place = self.cells.allocate(blocks.len() + branches.len())?;
        let depth = tables.rows.get(kin.caller as usize).map_or(0, |caller| caller.depth + 1);
        tables.rows.push(Row {
            kin,
            depth,
            blocks,
            branches,
            place,
            first_result: NO_RESULT,
            is_merged: false,
        });
        // Without such limits no call asks for siblings, and the table stays empty.
        if self.limits.counts_kin() {
            tables.siblings.add(kin, number);
        }
        Some(number)
    }

    /// Closes the activation of a frame. Activations within it may still be open, because frames
    /// may be dropped in any order. Does nothing if the frame is from before a reset. Constant time
    /// on average.
    pub(super) fn close(&self, call: &Call<'_>) {
        if call.id.resets == self.resets.get() {
            let mut tables = self.tables.borrow_mut();
            // If an unwind closed the frame before, a frame of another activation may have its
            // position.
            if let Some(open) = tables.open.get_mut(call.position as usize)
                && open.activation == call.id.activation
            {
                open.is_open = false;
            }
            tables.pop_closed();
        }
    }

    /// Closes the innermost open activation. Does nothing if none is open.
    pub(super) fn close_innermost(&self) {
        let mut tables = self.tables.borrow_mut();
        tables.open.pop();
        tables.pop_closed();
    }

    /// Returns the innermost open activation as a caller; the test if none is open.
    pub(in crate::execution) fn innermost(&self) -> CallId {
        let activation = self.tables.borrow().open.last().map_or(NONE, |open| open.activation);
        CallId { activation, resets: self.resets.get() }
    }

    /// Returns the listener of a frame; [`Seen::NOBODY`] if the frame is from before a reset.
    #[inline]
    pub(super) fn within<'a, 't>(&self, call: &'a Call<'t>) -> &'a Seen<'t> {
        if call.id.resets == self.resets.get() { &call.seen } else { &Seen::NOBODY }
    }

    /// Returns the listener for hooks without a frame: that of the innermost open activation, or
    /// [`Seen::NOBODY`]. It ignores blocks of other functions.
    pub(in crate::execution) fn current(&self) -> Seen<'_> {
        let tables = self.tables.borrow();
        let row = tables.open.last().and_then(|open| tables.rows.get(open.activation as usize));
        row.map_or(Seen::NOBODY, |row| self.seen(row))
    }

    /// Returns the listener of an activation.
    fn seen(&self, row: &Row) -> Seen<'_> {
        let cells = self.cells.row(row.place, row.blocks.len() + row.branches.len());
        // The cells of the blocks come first in the row, then those of the branches.
        let (blocks, branches) = cells.split_at_checked(row.blocks.len()).unwrap_or_default();
        Seen { blocks, branches, first_block: row.blocks.start, first_branch: row.branches.start }
    }

    /// Returns the number of activations.
    pub(in crate::execution) fn count(&self) -> u32 {
        self.tables.borrow().rows.len() as u32
    }

    /// Returns the function of an activation; `None` if there is no such activation.
    pub(in crate::execution) fn function(&self, number: u32) -> Option<Function> {
        self.tables.borrow().rows.get(number as usize).map(|row| row.kin.callee)
    }

    /// Returns the caller of an activation, and the call site if it is known. Returns `None` if the
    /// test called it, or if there is no such activation.
    pub(in crate::execution) fn caller(&self, number: u32) -> Option<(u32, Option<CallSite>)> {
        let tables = self.tables.borrow();
        let row = tables.rows.get(number as usize)?;
        (row.kin.caller != NONE).then_some((row.kin.caller, row.kin.site))
    }

    /// Returns the listener of an activation by its number; [`Seen::NOBODY`] if there is no such
    /// activation.
    #[inline]
    pub(in crate::execution) fn of(&self, number: u32) -> Seen<'_> {
        self.tables.borrow().rows.get(number as usize).map_or(Seen::NOBODY, |row| self.seen(row))
    }

    /// Records that an activation set its result to a decision in a block. Does nothing if the
    /// activation is from before a reset, or if the block belongs to another function. Linear in
    /// the blocks in which the activation has set its result.
    pub(in crate::execution) fn set_result(&self, call: CallId, block: Block, decision: Decision) {
        if call.resets == self.resets.get() {
            let Tables { rows, results, .. } = &mut *self.tables.borrow_mut();
            if let Some(row) = rows.get_mut(call.activation as usize)
                && row.blocks.contains(&block.number())
            {
                row.first_result = results.set(row.first_result, block, decision, row.is_merged);
            }
        }
    }

    /// Visits the last decision in each block in which an activation set its result, in the order
    /// of blocks.
    pub(in crate::execution) fn each_result(
        &self,
        number: u32,
        visit: &mut dyn FnMut(Block, Decision),
    ) {
        let mut found: SmallVec<[(Block, Decision); 4]> = SmallVec::new();
        {
            let tables = self.tables.borrow();
            let first = tables.rows.get(number as usize).map_or(NO_RESULT, |row| row.first_result);
            if first == NO_RESULT {
                return;
            }
            tables.results.each(first, &mut |block, decision| found.push((block, decision)));
        }
        // The closure may call hooks, which change the table: so the table must not be borrowed
        // while the closure runs. Sorted, because the order of the list depends on the order of the
        // hooks.
        crate::sort::sort_by_key(&mut found, |&(block, _)| block);
        for (block, decision) in found {
            visit(block, decision);
        }
    }

    /// Forgets all activations. Frames that are open now are ignored from now on. Linear in the
    /// number of activations, results and keys of `siblings`.
    pub(in crate::execution) fn reset(&self) {
        let mut tables = self.tables.borrow_mut();
        tables.rows.clear();
        tables.open.clear();
        tables.siblings.clear();
        tables.results.clear();
        self.cells.clear();
        // The new number is what makes open frames, and callers of them, invalid.
        self.resets.set(self.resets.get().wrapping_add(1));
    }
}

impl Tables {
    /// Removes closed frames from the end of the list, so that the last one is open.
    fn pop_closed(&mut self) {
        while self.open.pop_if(|last| !last.is_open).is_some() {}
    }

    /// Returns the activation that a call merges with; `None` if the limits allow it an activation
    /// of its own, or if there is no activation to merge with.
    #[inline]
    fn merged(&self, kin: Kin, limits: CallTreeLimits) -> Option<u32> {
        if limits == CallTreeLimits::NONE { None } else { self.merged_by(kin, limits) }
    }

    /// Returns the activation that a call merges with. This is the part of [`merged`](Self::merged)
    /// for limits that may apply; it is kept apart so that a tree without limits pays one
    /// comparison.
    fn merged_by(&self, kin: Kin, limits: CallTreeLimits) -> Option<u32> {
        let is_full = self.rows.len() >= limits.activations as usize;
        // First: `per_site` calls have this caller, site and function. The call merges with the
        // last of them. In a full tree, one such call suffices, because it is the activation that
        // is most like this call.
        if limits.counts_kin()
            && let merged @ Some(_) =
                self.siblings.merged(kin, if is_full { 1 } else { limits.per_site })
        {
            return merged;
        }
        // Second: the call is too deep, or the tree is full. The call merges with the nearest
        // activation of its function around it. The depth of the call is that of its caller plus 1;
        // subtracting from the limit cannot overflow.
        let is_deep = |caller: &&Row| is_full || caller.depth >= limits.depth.saturating_sub(1);
        let caller = self.rows.get(kin.caller as usize).filter(is_deep)?;
        let next = |&(_, row): &(u32, &Row)| {
            self.rows.get(row.kin.caller as usize).map(|caller| (row.kin.caller, caller))
        };
        let mut callers = core::iter::successors(Some((kin.caller, caller)), next);
        // Calls by the test are passed over: a merged call would make an indirect call count as a
        // direct one. If the function has no other activation around, a call that is too deep gets
        // one of its own, and a call in a full tree is not recorded. So recursion exceeds the depth
        // by at most one activation for each function.
        callers
            .find(|(_, row)| row.kin.callee == kin.callee && row.kin.caller != NONE)
            .map(|(number, _)| number)
    }
}

/// Listener to the hooks of control flow: the cells of one activation, or nobody. It ignores blocks
/// and branches of other functions.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct Seen<'a> {
    /// Cell of each block: the progress plus 1, or 0 if the block was not entered.
    blocks: &'a [Cell<u64>],
    /// Cell of each branch: the complement of the bits of its least distance, or 0 if it was never
    /// evaluated. The complement makes a lesser distance a greater number.
    branches: &'a [Cell<u64>],
    /// First block of the function.
    first_block: u32,
    /// First branch of the function.
    first_branch: u32,
}

impl<'a> Seen<'a> {
    /// Listener that ignores all hooks.
    pub(in crate::execution) const NOBODY: Self =
        Self { blocks: &[], branches: &[], first_block: 0, first_branch: 0 };

    /// Returns `true` if the listener is an activation.
    pub(in crate::execution) const fn listens(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Records that a block was entered, and that its first `statements` statements completed.
    #[inline]
    pub(in crate::execution) fn ran(&self, block: u32, statements: u32) {
        // 0 means that the block was not entered, so the progress is kept plus 1.
        raise(self.block(block), u64::from(statements) + 1);
    }

    /// Records that an evaluation had this distance from taking a branch.
    #[inline]
    pub(in crate::execution) fn came_near(&self, branch: u32, distance: f64) {
        // The bits of floats that are not negative ascend with the floats. So the complement of the
        // least distance is the greatest number, never 0 (no distance is NaN), and `raise` serves
        // for both kinds of cells.
        raise(self.branch(branch), !distance.to_bits());
    }

    /// Returns the progress in a block; `None` if it was not entered.
    pub(in crate::execution) fn progress(&self, block: u32) -> Option<u32> {
        self.block(block)?.get().checked_sub(1).map(|progress| progress as u32)
    }

    /// Returns the least distance of a branch; `None` if it was never evaluated.
    pub(in crate::execution) fn distance(&self, branch: u32) -> Option<f64> {
        let code = self.branch(branch)?.get();
        (code != 0).then(|| f64::from_bits(!code))
    }

    /// Returns the cell of a block; `None` for a block of another function.
    #[inline]
    fn block(&self, block: u32) -> Option<&'a Cell<u64>> {
        // A block before the first one wraps around to a great index, which the slice does not
        // have.
        self.blocks.get(block.wrapping_sub(self.first_block) as usize)
    }

    /// Returns the cell of a branch; `None` for a branch of another function.
    #[inline]
    fn branch(&self, branch: u32) -> Option<&'a Cell<u64>> {
        self.branches.get(branch.wrapping_sub(self.first_branch) as usize)
    }
}

/// Raises a cell to a value, if there is a cell. Most often the cell is greater already. Then
/// nothing is written, which is faster than writing the maximum.
#[inline]
fn raise(cell: Option<&Cell<u64>>, value: u64) {
    if let Some(cell) = cell
        && cell.get() < value
    {
        cell.set(value);
    }
}
