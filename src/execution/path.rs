//! Whether hooks follow the edges of the graph, for traces that check it.

use super::Misuse;
use crate::id::Block;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

/// The block in which each open activation is.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// Of the innermost one; [`LEFT`], or [`ANYWHERE`] while none is open.
    current: Cell<u32>,
    /// Of those around it, the outermost first.
    outer: RefCell<Vec<u32>>,
}

/// The activation has left its function: no more hooks of it.
const LEFT: u32 = u32::MAX;
/// Where no activation is known, every block may be next.
const ANYWHERE: u32 = LEFT - 1;

/// What a hook does to the block that it is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    Leaves,
    Stays,
}

impl Path {
    pub(super) fn new() -> Self {
        Self { current: Cell::new(ANYWHERE), outer: RefCell::default() }
    }

    /// An activation begins in this block.
    pub(super) fn open(&self, entry: u32) {
        self.outer.borrow_mut().push(self.current.replace(entry));
    }

    /// The innermost activation ends.
    pub(super) fn close(&self) {
        self.current.set(self.outer.borrow_mut().pop().unwrap_or(ANYWHERE));
    }

    /// The block in which the innermost activation is; `None` if out of its function, or if none is open.
    pub(super) fn at(&self) -> Option<Block> {
        Some(self.current.get()).filter(|&block| block != LEFT && block != ANYWHERE).map(Block::new)
    }

    /// Runs a hook of a block, which sets `led_to` where an edge leads; says if it is not the turn of that block.
    pub(super) fn follow(&self, block: Block, then: Then, led_to: &Cell<u32>, hook: impl FnOnce()) -> Result<(), Misuse> {
        led_to.set(LEFT);
        hook();
        let expected = self.current.get();
        if expected == ANYWHERE {
            return Ok(());
        }
        self.current.set(if then == Then::Stays { block.number() } else { led_to.get() });
        if expected == block.number() {
            return Ok(());
        }
        Err(Misuse::OffPath { block, expected: (expected != LEFT).then(|| Block::new(expected)) })
    }
}
