//! What a trace records of each activation by itself.

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

/// An activation, or none, and since which reset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handle {
    number: u32,
    resets: u32,
}

impl Handle {
    pub(super) const NONE: Self = Self { number: NONE, resets: 0 };

    #[inline]
    pub(super) const fn is_some(self) -> bool {
        self.number != NONE
    }
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
    pub(super) fn open(&self, function: Function, blocks: Range<u32>, branches: Range<usize>) -> Handle {
        let mut tables = self.tables.borrow_mut();
        let Some(number) = u32::try_from(tables.calls.len()).ok().filter(|&number| number < NONE) else { return Handle::NONE };
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
        Handle { number, resets: self.resets.get() }
    }

    /// Closes an activation. Those opened within it may be open still, for frames may be dropped in any order.
    pub(super) fn close(&self, handle: Handle) {
        if handle.resets == self.resets.get() {
            let tables = self.tables.borrow();
            tables.calls.get(handle.number as usize).into_iter().for_each(|call| call.is_open.set(false));
            while let Some(call) = tables.calls.get(self.current.get() as usize).filter(|call| !call.is_open.get()) {
                self.current.set(call.caller);
            }
        }
    }

    /// Where to record what happens in an activation.
    #[inline]
    pub(super) fn within(&self, handle: Handle) -> Seen<'_> {
        if handle.resets == self.resets.get() { self.seen(handle.number, |_| true) } else { Seen::NOBODY }
    }

    /// Where to record what a function does, if the innermost activation is one of it.
    pub(super) fn current(&self, function: Function) -> Seen<'_> {
        self.seen(self.current.get(), |call| call.function == function)
    }

    #[inline]
    fn seen(&self, number: u32, listens: impl Fn(&Call) -> bool) -> Seen<'_> {
        let tables = self.tables.borrow();
        let call = tables.calls.get(number as usize).filter(|call| listens(call));
        let places = call.map(|call| {
            let blocks = call.blocks.wrapping_sub(call.first_block as usize);
            (blocks, call.branches.wrapping_sub(call.first_branch as usize))
        });
        Seen(places.map(|(blocks, branches)| Places { tables, blocks, branches }))
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

/// Who is told what a hook of control flow records, beside the common tables: an activation, or nobody. It is told only of blocks and
/// branches of its function.
pub(super) struct Seen<'a>(Option<Places<'a>>);

struct Places<'a> {
    tables: Ref<'a, Tables>,
    /// What to add to the number of a block, and of a branch, to find its place.
    blocks: usize,
    branches: usize,
}

impl Seen<'_> {
    pub(super) const NOBODY: Self = Self(None);

    /// Whether it is worth telling.
    pub(super) fn listens(&self) -> bool {
        self.0.is_some()
    }

    /// A block was entered, and so many of its statements ran to their end.
    #[inline]
    pub(super) fn ran(&self, block: u32, statements: u32) {
        if let Some(Places { tables, blocks, .. }) = &self.0
            && let Some(cell) = tables.progress.get(blocks.wrapping_add(block as usize))
        {
            cell.set(cell.get().max(statements.saturating_add(1)));
        }
    }

    /// A branch was that far from being taken.
    #[inline]
    pub(super) fn came_near(&self, branch: u32, distance: f64) {
        if let Some(cell) = self.branch(branch) {
            cell.set(cell.get().min(distance));
        }
    }

    /// A branch was taken, as far as is known without a distance.
    pub(super) fn took(&self, branch: u32) {
        if let Some(cell) = self.branch(branch).filter(|cell| cell.get().is_nan()) {
            cell.set(0.0);
        }
    }

    #[inline]
    fn branch(&self, branch: u32) -> Option<&Cell<f64>> {
        let Places { tables, branches, .. } = self.0.as_ref()?;
        tables.distance.get(branches.wrapping_add(branch as usize))
    }
}
