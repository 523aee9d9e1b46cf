//! What a trace records of each activation by itself.

use super::witness::Witness;
use crate::id::Function;
use alloc::vec::Vec;
use core::cell::{Cell, Ref, RefCell};
use core::ops::Range;

/// The activations of an execution, in the order of the calls. Each has a place for every block and branch of its function.
#[derive(Clone, Debug)]
pub(super) struct Calls {
    /// Borrowed for the length of a hook, and no hook calls the user's code.
    tables: RefCell<Tables>,
    /// The innermost activation that is open, or [`NONE`].
    current: Cell<u32>,
    /// How often they were forgotten: activations from before are none of these.
    resets: Cell<u32>,
}

#[derive(Clone, Debug, Default)]
struct Tables {
    calls: Vec<Call>,
    /// One more than the progress; 0 if the block was not entered.
    progress: Vec<Cell<u32>>,
    /// NaN if nothing is known, which `f64::min` ignores.
    distance: Vec<Cell<f64>>,
}

#[derive(Clone, Debug)]
struct Call {
    function: Function,
    /// Or [`NONE`].
    caller: u32,
    is_open: Cell<bool>,
    first_block: u32,
    first_branch: u32,
    /// Where its places begin, and behind them those of the next one.
    blocks: usize,
    branches: usize,
}

const NONE: u32 = u32::MAX;

/// An activation, since which reset, and what to add to the number of a block, and of a branch, to find its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handle {
    number: u32,
    resets: u32,
    blocks: usize,
    branches: usize,
}

impl Calls {
    pub(super) fn new() -> Self {
        Self { tables: RefCell::default(), current: Cell::new(NONE), resets: Cell::new(0) }
    }

    /// The same, with no activation open.
    pub(super) fn closed(&self) -> Self {
        let closed = self.clone();
        closed.current.set(NONE);
        closed
    }

    /// Opens an activation of a function, which has these blocks and branches, within the innermost one that is open. Linear in both.
    pub(super) fn open(&self, function: Function, blocks: Range<u32>, branches: Range<usize>) -> Option<Handle> {
        let mut tables = self.tables.borrow_mut();
        let number = u32::try_from(tables.calls.len()).ok().filter(|&number| number < NONE)?;
        let call = Call {
            function,
            caller: self.current.replace(number),
            is_open: Cell::new(true),
            first_block: blocks.start,
            first_branch: branches.start as u32,
            blocks: tables.progress.len(),
            branches: tables.distance.len(),
        };
        let (all_blocks, all_branches) = (call.blocks + blocks.len(), call.branches + branches.len());
        tables.calls.push(call);
        tables.progress.resize(all_blocks, Cell::new(0));
        tables.distance.resize(all_branches, Cell::new(f64::NAN));
        Some(self.handle(number, &tables))
    }

    /// Closes an activation. Those opened within it may be open still, for frames may be dropped in any order.
    pub(super) fn close(&self, handle: Handle) {
        if handle.resets == self.resets.get() {
            let tables = self.tables.borrow();
            tables.calls[handle.number as usize].is_open.set(false);
            while let Some(call) = tables.calls.get(self.current.get() as usize).filter(|call| !call.is_open.get()) {
                self.current.set(call.caller);
            }
        }
    }

    fn handle(&self, number: u32, tables: &Tables) -> Handle {
        let call = &tables.calls[number as usize];
        let blocks = call.blocks.wrapping_sub(call.first_block as usize);
        let branches = call.branches.wrapping_sub(call.first_branch as usize);
        Handle { number, resets: self.resets.get(), blocks, branches }
    }

    /// Where to record what happens in an activation.
    #[inline]
    pub(super) fn within(&self, handle: Handle) -> Option<InCall<'_>> {
        (handle.resets == self.resets.get()).then(|| InCall { tables: self.tables.borrow(), handle })
    }

    /// Where to record what a function does, if the innermost activation is one of it.
    pub(super) fn current(&self, function: Function) -> Option<InCall<'_>> {
        let (tables, number) = (self.tables.borrow(), self.current.get());
        let is_callee = tables.calls.get(number as usize)?.function == function;
        is_callee.then(|| InCall { handle: self.handle(number, &tables), tables })
    }

    pub(super) fn count(&self) -> u32 {
        self.tables.borrow().calls.len() as u32
    }

    pub(super) fn function(&self, number: u32) -> Option<Function> {
        self.tables.borrow().calls.get(number as usize).map(|call| call.function)
    }

    pub(super) fn caller(&self, number: u32) -> Option<u32> {
        self.tables.borrow().calls.get(number as usize).map(|call| call.caller).filter(|&caller| caller != NONE)
    }

    pub(super) fn progress(&self, number: u32, block: u32) -> Option<u32> {
        let tables = self.tables.borrow();
        let call = tables.calls.get(number as usize)?;
        let end = tables.calls.get(number as usize + 1).map_or(tables.progress.len(), |next| next.blocks);
        let places = &tables.progress[call.blocks..end];
        places.get(block.checked_sub(call.first_block)? as usize)?.get().checked_sub(1)
    }

    pub(super) fn distance(&self, number: u32, branch: u32) -> Option<f64> {
        let tables = self.tables.borrow();
        let call = tables.calls.get(number as usize)?;
        let end = tables.calls.get(number as usize + 1).map_or(tables.distance.len(), |next| next.branches);
        let places = &tables.distance[call.branches..end];
        let distance = places.get(branch.checked_sub(call.first_branch)? as usize)?.get();
        (!distance.is_nan()).then_some(distance)
    }

    pub(super) fn reset(&self) {
        let mut tables = self.tables.borrow_mut();
        tables.calls.clear();
        tables.progress.clear();
        tables.distance.clear();
        self.current.set(NONE);
        self.resets.set(self.resets.get().wrapping_add(1));
    }
}

/// One activation. It is told only of blocks and branches of its function.
pub(super) struct InCall<'a> {
    tables: Ref<'a, Tables>,
    handle: Handle,
}

impl InCall<'_> {
    #[inline]
    fn block(&self, block: u32) -> Option<&Cell<u32>> {
        self.tables.progress.get(self.handle.blocks.wrapping_add(block as usize))
    }

    #[inline]
    fn branch(&self, branch: u32) -> Option<&Cell<f64>> {
        self.tables.distance.get(self.handle.branches.wrapping_add(branch as usize))
    }
}

impl Witness for InCall<'_> {
    fn listens(&self) -> bool {
        true
    }
    #[inline]
    fn ran(&self, block: u32, statements: u32) {
        if let Some(cell) = self.block(block) {
            cell.set(cell.get().max(statements.saturating_add(1)));
        }
    }
    #[inline]
    fn came_near(&self, branch: u32, distance: f64) {
        if let Some(cell) = self.branch(branch) {
            cell.set(cell.get().min(distance));
        }
    }
    fn took(&self, branch: u32) {
        if let Some(cell) = self.branch(branch).filter(|cell| cell.get().is_nan()) {
            cell.set(0.0);
        }
    }
}
