//! Walks: the position of each open activation among the copies of histories, for traces that
//! record them.
//!
//! A [history](History) contains copies of the blocks of a function, in one set for each automaton:
//! for the vectors of a decision, the definitions of a variable, a path, a calling context, or what
//! another crate tells apart. In each set, an activation is in one copy of its current block; its
//! history decides in which one. All histories are followed with one list of activations.
//!
//! A hook names a block, not a copy. So a walk does this for each hook, in each set:
//!
//! 1. Find the copy of the named block that the activation is in. If hooks of blocks with a single
//!    edge were left out, walk on along these edges.
//! 2. Apply the hook to this copy, as to a block of an ordinary graph. The recorder of the copies
//!    keeps the distances.
//! 3. Move to the copy that the taken edge leads to. It is a copy for the history with this edge
//!    added.
//!
//! A hook takes time linear in the number of sets of copies of the function, plus the number of
//! blocks that were passed without a hook in each set.

use super::hooks::Hook;
use super::view::Recorder;
use crate::distance::Rules;
use crate::execution::calls::activations::Seen;
use crate::execution::{HistoryId, Misuse};
use crate::flow::{GraphIdentity, History, Starts};
use crate::id::{Block, CallSite, Function};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use smallvec::SmallVec;

/// Positions of the open activations among the copies of all histories that are followed.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Walks {
    /// A history, by itself because nearly always there is one.
    pub(super) first: Followed,
    /// All others.
    more: Vec<Followed>,
    /// Activations, the innermost last. The list is borrowed within methods of this file only, and
    /// none of them calls code of the user.
    open: RefCell<Vec<Walk>>,
    /// Serial number of the next activation. It may wrap around.
    serials: Cell<u32>,
}

/// A history that is followed, and the tables of what happened there.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Followed {
    /// Tables of the copies.
    pub(in crate::execution) recorder: Recorder,
    /// Identity of the copies.
    pub(in crate::execution) id: HistoryId,
    /// Identity of the program that the copies were made from.
    made_for: GraphIdentity,
    /// Sets of copies in which an activation of a function begins.
    starts: Starts,
    /// Block that each copy stands for.
    blocks: Vec<Block>,
    /// `true` if some executions were not followed.
    is_incomplete: Cell<bool>,
}

/// Position of one activation.
#[derive(Clone, Debug)]
struct Walk {
    /// Serial number, which its frame knows.
    serial: u32,
    /// Function that was called.
    function: Function,
    /// By history: the set of copies of its calling context, if the context is known; and the
    /// number of sets of copies in which it walks.
    sets: SmallVec<[(Option<Function>, u32); 1]>,
    /// Current copy in each set, history by history, or [`LEFT`].
    at: SmallVec<[u32; 4]>,
    /// `true` until the activation is closed.
    is_open: bool,
}

/// Mark in place of a copy: the activation has left its function, or its position is unknown.
const LEFT: u32 = u32::MAX;

impl Followed {
    /// Creates the empty tables of a history.
    fn new(history: &History, rules: Rules) -> Self {
        let mut recorder = Recorder::new(rules);
        recorder.fit(history.graph());
        let blocks = history.graph().all_blocks().filter_map(|copy| history.block_of(copy));
        Self {
            recorder,
            id: history.graph().identity().into(),
            made_for: history.made_for(),
            starts: history.starts().clone(),
            blocks: blocks.collect(),
            is_incomplete: Cell::new(false),
        }
    }

    /// Applies a hook of a block to the current copies of an activation. Returns the block that the
    /// activation was in if in some set it cannot be in the block of the hook: in this set, nothing
    /// more of it is recorded.
    #[inline]
    fn follow(&self, current: &mut [u32], block: Block, hook: Hook) -> Option<Block> {
        // The sets of copies are independent: one may have lost the activation while others still
        // follow it.
        let mut lost = LEFT;
        for at in current {
            if *at == LEFT {
                continue;
            }
            // Step 1: the copy of the block in which the activation is.
            let Some(copy) = self.forward(*at, block) else {
                lost = *at;
                *at = LEFT;
                continue;
            };
            // Step 2: the hook. It sets `led_to` to the copy that the taken edge leads to. If it
            // takes no edge, the mark stays, which says that the activation has left the function.
            self.recorder.led_to.set(LEFT);
            self.recorder.record(Block::new(copy), hook, &Seen::NOBODY);
            // Step 3: the new position. `returns` leaves the function even if the hook took an
            // edge.
            *at = match hook {
                hook if hook.stays() => copy,
                Hook::Returns => LEFT,
                _ => self.recorder.led_to.get(),
            };
        }
        self.blocks.get(lost as usize).copied()
    }

    /// Returns the copy of `block` that an activation is in, if it was last in the copy `at`;
    /// `None` if it cannot be in the block.
    ///
    /// Blocks with a single edge may have been passed without a hook. If so, this enters their
    /// copies. Linear in the number of passed blocks, at most the number of copies.
    #[inline]
    fn forward(&self, at: u32, block: Block) -> Option<u32> {
        // The common case: every hook is there, and the activation is in the block already.
        if *self.blocks.get(at as usize)? == block { Some(at) } else { self.pass(at, block) }
    }

    /// Enters the copies of blocks with a single edge up to a copy of `block`, and returns it.
    fn pass(&self, at: u32, block: Block) -> Option<u32> {
        // Follow the edges of blocks that have only one. Such blocks may form a cycle without the
        // block: hence at most as many steps as there are copies.
        let (mut found, mut steps) = (at, 0);
        while self.blocks[found as usize] != block {
            found = self.recorder.only_way(Block::new(found))?;
            steps += 1;
            if steps > self.blocks.len() {
                return None;
            }
        }
        // The copies on the way are entered in a second pass: if the block had not been found, none
        // of them would have been passed.
        let mut passed = at;
        for _ in 0..steps {
            passed = self.recorder.only_way(Block::new(passed))?;
            self.recorder.enter(passed);
        }
        Some(found)
    }
}

impl Walks {
    /// Creates walks through a history.
    pub(super) fn new(history: &History, rules: Rules) -> Self {
        let (first, more) = (Followed::new(history, rules), Vec::new());
        Self { first, more, open: RefCell::default(), serials: Cell::new(0) }
    }

    /// Returns the histories that are followed.
    pub(in crate::execution) fn followed(&self) -> impl Iterator<Item = &Followed> {
        [&self.first].into_iter().chain(&self.more)
    }

    /// Returns the histories that are followed.
    pub(super) fn followed_mut(&mut self) -> impl Iterator<Item = &mut Followed> {
        [&mut self.first].into_iter().chain(&mut self.more)
    }

    /// Follows a history, too. Returns `false` if it is followed already. Open activations are
    /// followed no more, since they have no position in it.
    pub(super) fn follow_history(&mut self, history: &History, rules: Rules) -> bool {
        let followed = Followed::new(history, rules);
        if self.tables(followed.id).is_some() {
            return false;
        }
        // Those of an earlier state of the program would only cost time.
        self.more.retain(|it| it.made_for == followed.made_for);
        if self.first.made_for == followed.made_for {
            self.more.push(followed);
        } else {
            self.first = followed;
        }
        self.open.borrow_mut().clear();
        true
    }

    /// Returns `true` if a history was followed in all executions.
    pub(super) fn knows(&self, id: HistoryId) -> bool {
        self.followed().any(|it| it.id == id && !it.is_incomplete.get())
    }

    /// Notes that an execution was not followed in a history.
    pub(super) fn miss(&self, id: HistoryId) {
        for history in self.followed().filter(|it| it.id == id) {
            history.is_incomplete.set(true);
        }
    }

    /// Returns the tables of a history, if it is followed.
    pub(super) fn tables(&self, id: HistoryId) -> Option<&Recorder> {
        self.followed().find(|it| it.id == id).map(|it| &it.recorder)
    }

    /// Returns a clone without open activations: their frames belong to the original.
    pub(super) fn closed(&self) -> Self {
        let closed = self.clone();
        closed.open.borrow_mut().clear();
        closed
    }

    /// Opens an activation at the entry of each set of copies of its function. Returns its serial
    /// number.
    ///
    /// `by` is the serial number of the activation that made the call, with the call site if it is
    /// known; `None` if the test made the call.
    pub(in crate::execution) fn open(
        &self,
        by: Option<(u32, Option<CallSite>)>,
        function: Function,
    ) -> u32 {
        let serial = self.serials.get();
        self.serials.set(serial.wrapping_add(1));
        let mut open = self.open.borrow_mut();
        let caller = by.and_then(|(walk, _)| position(&open, walk));
        let (mut sets, mut at) = (SmallVec::new(), SmallVec::new());
        for (number, history) in self.followed().enumerate() {
            // The set of a calling context follows from the caller's context and the site. If
            // either is unknown, so is the context.
            let context = match by {
                None => history.starts.by_test(function),
                Some((_, site)) => caller
                    .and_then(|caller| open[caller].sets[number].0)
                    .zip(site)
                    .and_then(|(caller, site)| history.starts.by_call(caller, site, function)),
            };
            let before = at.len();
            for &copy in history.starts.always(function).iter().chain(&context) {
                // An activation begins in the first copy of each set, which is a copy of the entry.
                let first = &history.recorder.first_block;
                let entry = first.get(copy.index()).copied().unwrap_or(LEFT);
                history.recorder.enter(entry);
                at.push(entry);
            }
            sets.push((context, (at.len() - before) as u32));
        }
        open.push(Walk { serial, function, sets, at, is_open: true });
        serial
    }

    /// Returns the serial number of the innermost activation, if one is open.
    pub(in crate::execution) fn innermost(&self) -> Option<u32> {
        self.open.borrow().last().map(|walk| walk.serial)
    }

    /// Applies a hook of a block to the current copies of an activation: the one with this serial
    /// number, or the innermost one if `serial` is `None`. Does nothing if the activation is not
    /// open.
    ///
    /// # Errors
    ///
    /// [`Misuse`] if in some set of copies the activation cannot be in the block. In this set,
    /// nothing more of the activation is recorded.
    #[inline]
    pub(super) fn follow(
        &self,
        serial: Option<u32>,
        block: Block,
        hook: Hook,
        all: &Recorder,
    ) -> Result<(), Misuse> {
        let mut open = self.open.borrow_mut();
        let position = match serial {
            Some(serial) => position(&open, serial),
            None => open.len().checked_sub(1),
        };
        let Some(walk) = position.map(|at| &mut open[at]) else { return Ok(()) };
        let lost = if self.more.is_empty() {
            self.first.follow(&mut walk.at, block, hook)
        } else {
            self.follow_all(walk, block, hook)
        };
        // A position is lost if a hook is missing or wrong, or belongs to another activation.
        let Some(expected) = lost else { return Ok(()) };
        let (function, local) = all.local(block);
        if function != walk.function {
            return Err(Misuse::NotInnermost { function, block: local, innermost: walk.function });
        }
        Err(Misuse::OffPath { function, block: local, expected: all.local(expected).1 })
    }

    /// Applies a hook of a block to the current copies in each of several histories.
    #[cold]
    fn follow_all(&self, walk: &mut Walk, block: Block, hook: Hook) -> Option<Block> {
        let (mut lost, mut from) = (None, 0);
        for (history, set) in self.followed().zip(&walk.sets) {
            let to = from + set.1 as usize;
            lost = history.follow(&mut walk.at[from..to], block, hook).or(lost);
            from = to;
        }
        lost
    }

    /// Closes the activation whose frame is dropped. Does nothing if an unwind closed it before.
    pub(in crate::execution) fn close(&self, serial: u32) {
        let mut open = self.open.borrow_mut();
        // Frames may be dropped in any order. An activation that is not the last one stays in the
        // list until those after it are closed: to remove it from the middle would take linear
        // time.
        if let Some(at) = position(&open, serial) {
            open[at].is_open = false;
        }
        while open.pop_if(|last| !last.is_open).is_some() {}
    }

    /// Closes the innermost activation, for interpreters.
    pub(in crate::execution) fn close_innermost(&self) {
        let mut open = self.open.borrow_mut();
        open.pop();
        while open.pop_if(|last| !last.is_open).is_some() {}
    }

    /// Forgets the recording of the copies, and all open activations.
    pub(super) fn reset(&self) {
        for history in self.followed() {
            history.recorder.reset();
            history.is_incomplete.set(false);
        }
        self.open.borrow_mut().clear();
    }
}

/// Returns the index of the open activation with this serial number; `None` if it is closed. O(log
/// n), and constant for the innermost one, which nearly always is the one that is asked for.
fn position(open: &[Walk], serial: u32) -> Option<usize> {
    // Serial numbers ascend until they wrap around. Counted from the first one in the list, they
    // always ascend.
    let first = open.first()?.serial;
    let age = |serial: u32| serial.wrapping_sub(first);
    let at = match open.last() {
        Some(last) if last.serial == serial => open.len() - 1,
        _ => open.binary_search_by_key(&age(serial), |walk| age(walk.serial)).ok()?,
    };
    open[at].is_open.then_some(at)
}
