//! The walk of each open activation through the copies of its blocks, for traces that tell histories apart.
//!
//! An activation stands in one copy in each memory of its function. A hook is applied to the copy as it is to the block: the recorder of
//! the copies keeps the same distances, and says to which copy the way leads that was taken. O(memories) for each hook.

use super::path::Then;
use super::view::Recorder;
use crate::distance::Rules;
use crate::execution::Misuse;
use crate::execution::calls::activations::Seen;
use crate::execution::recorder::hooks::Onward;
use crate::flow::{GraphIdentity, Starts, UnrolledGraph};
use crate::id::{Block, CallSite, Function};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use smallvec::SmallVec;

/// Positions of the open activations among the copies, and the recording of the copies.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Walks {
    pub(in crate::execution) recorder: Recorder,
    pub(in crate::execution) copies: GraphIdentity,
    starts: Starts,
    /// By copy: the block that it copies.
    blocks: Vec<Block>,
    /// The innermost last. Borrowed for the length of a method here, and no method calls the user's code meanwhile.
    open: RefCell<Vec<Walk>>,
    serials: Cell<u32>,
}

#[derive(Clone, Debug)]
struct Walk {
    serial: u32,
    function: Function,
    /// The function of the copies for the calling context.
    context: Option<Function>,
    /// The copy in each memory, or [`LEFT`].
    at: SmallVec<[u32; 4]>,
    is_open: bool,
}

/// No copy: the activation has left its function, or its way is not known.
const LEFT: u32 = u32::MAX;

/// By whom an activation is entered.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) enum By {
    Test,
    Call { walk: u32, site: Option<CallSite> },
}

impl Walks {
    pub(in crate::execution) fn new(unrolled: &UnrolledGraph, rules: Rules) -> Self {
        let mut recorder = Recorder::new(rules);
        recorder.fit(unrolled.graph());
        let blocks = unrolled.graph().all_blocks().filter_map(|copy| unrolled.block_of(copy)).collect();
        let (copies, starts) = (unrolled.graph().identity(), unrolled.starts().clone());
        Self { recorder, copies, starts, blocks, open: RefCell::default(), serials: Cell::new(0) }
    }

    /// Returns these walks without open activations.
    pub(in crate::execution) fn closed(&self) -> Self {
        let closed = self.clone();
        closed.open.borrow_mut().clear();
        closed
    }

    /// Begins an activation. Returns its serial number.
    pub(in crate::execution) fn open(&self, by: By, function: Function) -> u32 {
        let serial = self.serials.get();
        self.serials.set(serial.wrapping_add(1));
        let mut open = self.open.borrow_mut();
        let context = match by {
            By::Test => self.starts.by_test(function),
            By::Call { walk, site } => position(&open, walk).and_then(|at| self.starts.by_call(open[at].context?, site?, function)),
        };
        let mut at = SmallVec::new();
        for &copy in self.starts.always(function).iter().chain(&context) {
            let entry = self.recorder.first_block.get(copy.index()).copied().unwrap_or(LEFT);
            self.recorder.enter(entry);
            at.push(entry);
        }
        open.push(Walk { serial, function, context, at, is_open: true });
        serial
    }

    /// Returns the serial number of the innermost activation, if one is open.
    pub(in crate::execution) fn innermost(&self) -> Option<u32> {
        self.open.borrow().last().map(|walk| walk.serial)
    }

    /// Applies a hook of a block to the copies in which this activation stands, or the innermost one.
    ///
    /// # Errors
    ///
    /// If the block does not follow the one in which the activation is: nothing more is recorded of this activation then.
    pub(in crate::execution) fn follow(
        &self,
        serial: Option<u32>,
        block: Block,
        then: Then,
        all: &Recorder,
        hook: &dyn Fn(&Recorder, Block, &Seen<'_>) -> Onward,
    ) -> Result<(), Misuse> {
        let mut open = self.open.borrow_mut();
        let position = match serial {
            Some(serial) => position(&open, serial),
            None => open.len().checked_sub(1),
        };
        let Some(walk) = position.map(|at| &mut open[at]) else { return Ok(()) };
        let mut lost = None;
        for at in &mut walk.at {
            if *at == LEFT {
                continue;
            }
            let Some(copy) = self.forward(*at, block) else {
                lost = self.blocks.get(*at as usize).copied();
                *at = LEFT;
                continue;
            };
            self.recorder.led_to.set(LEFT);
            hook(&self.recorder, Block::new(copy), &Seen::NOBODY);
            *at = match then {
                Then::Stays => copy,
                Then::Leaves => self.recorder.led_to.get(),
                Then::Returns => LEFT,
            };
        }
        let Some(expected) = lost else { return Ok(()) };
        let (function, local) = all.local(block);
        if function != walk.function {
            return Err(Misuse::NotInnermost { function, block: local, innermost: walk.function });
        }
        Err(Misuse::OffPath { function, block: local, expected: all.local(expected).1 })
    }

    /// Returns the copy of `block` in which an activation stands that was last seen in the copy `at`. Blocks with one way on may have been
    /// passed without a hook.
    fn forward(&self, at: u32, block: Block) -> Option<u32> {
        if *self.blocks.get(at as usize)? == block {
            return Some(at);
        }
        // As many steps as there are copies: a cycle of blocks with one way on ends somewhere.
        let (mut found, mut steps) = (at, 0);
        while self.blocks[found as usize] != block {
            found = self.recorder.only_way(Block::new(found))?;
            steps += 1;
            if steps > self.blocks.len() {
                return None;
            }
        }
        // Only now: where the block is not found, nothing between was passed.
        let mut passed = at;
        for _ in 0..steps {
            passed = self.recorder.only_way(Block::new(passed))?;
            self.recorder.enter(passed);
        }
        Some(found)
    }

    /// Ends the activation whose frame is dropped.
    pub(in crate::execution) fn close(&self, serial: u32) {
        let mut open = self.open.borrow_mut();
        if let Some(at) = position(&open, serial) {
            open[at].is_open = false;
        }
        while open.pop_if(|last| !last.is_open).is_some() {}
    }

    /// Ends the innermost activation.
    pub(in crate::execution) fn close_innermost(&self) {
        let mut open = self.open.borrow_mut();
        open.pop();
        while open.pop_if(|last| !last.is_open).is_some() {}
    }

    pub(in crate::execution) fn reset(&self) {
        self.recorder.reset();
        self.open.borrow_mut().clear();
    }
}

/// Returns the place of an activation that is open: nearly always the innermost one.
fn position(open: &[Walk], serial: u32) -> Option<usize> {
    // Serials ascend from the first one on, even where they start again from 0.
    let first = open.first()?.serial;
    let age = |serial: u32| serial.wrapping_sub(first);
    let at = match open.last() {
        Some(last) if last.serial == serial => open.len() - 1,
        _ => open.binary_search_by_key(&age(serial), |walk| age(walk.serial)).ok()?,
    };
    open[at].is_open.then_some(at)
}
