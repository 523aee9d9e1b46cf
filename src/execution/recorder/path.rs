//! The path of each open activation through its graph, for traces that check it.
//!
//! - Each activation has the block in which it is. A hook must name that block, and must be one of the innermost activation.
//! - A frame that is dropped while its activation is in the middle of the function is suspect: the function returned without a mark, or a
//!   panic ended it. A panic is told by [`Trace::unwound`](crate::execution::Trace::unwound), which clears all suspects since the last hook of the
//!   activation that caught it. Suspects are guilty as soon as an activation around them goes on by a hook, since a panic skips those.
//!   A call alone proves nothing, for destructors make calls while a panic unwinds.

use super::view::Recorder;
use crate::execution::Misuse;
use crate::id::{Block, Function};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

/// The activations that are open, and where each of them is.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Path {
    /// Borrowed for the length of a method here, and no method calls the user's code meanwhile.
    tables: RefCell<Tables>,
    serials: Cell<u32>,
}

#[derive(Clone, Debug, Default)]
struct Tables {
    /// The innermost last, which is open. Of those closed before the ones within them, some are here, too.
    open: Vec<Open>,
    /// How many of them are closed.
    closed: usize,
    /// Frames that were dropped in the middle of their functions, in this order.
    suspects: Vec<Suspect>,
}

#[derive(Clone, Debug)]
struct Open {
    serial: u32,
    function: Function,
    /// The block in which it is, or [`LEFT`].
    at: u32,
    /// The block that left the function, or [`LEFT`] if none did, or if its return is told.
    left_by: u32,
    /// How many suspects there were when it was opened: those after them were called within it.
    suspects: usize,
    is_open: bool,
    /// The place of an activation around it. All between them are closed.
    around: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Suspect {
    function: Function,
    block: u32,
}

/// No block: the activation has left its function.
const LEFT: u32 = u32::MAX;

/// The effect of a hook on the block that it names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::execution) enum Then {
    /// An edge is taken, or the function is left.
    Leaves,
    /// The function is left, even if the block could jump on.
    Returns,
    Stays,
}

impl Path {
    /// Begins an activation in this block. The caller is `None` for the test.
    pub(in crate::execution) fn open(&self, caller: Option<u32>, function: Function, entry: u32) -> (u32, Result<(), Misuse>) {
        let serial = self.serials.get();
        self.serials.set(serial.wrapping_add(1));
        let mut tables = self.tables.borrow_mut();
        let innermost = tables.open.last().map(|open| (open.serial, open.function));
        let result = if caller == innermost.map(|(serial, _)| serial) {
            Ok(())
        } else {
            let caller = caller.map(|caller| tables.position(caller).map(|place| tables.open[place].function));
            match caller {
                Some(None) => Err(Misuse::CallerEnded { function }),
                None => Err(Misuse::WrongCaller { function, caller: None, innermost: innermost.map(|(_, function)| function) }),
                Some(caller) => Err(Misuse::WrongCaller { function, caller, innermost: innermost.map(|(_, function)| function) }),
            }
        };
        let (suspects, around) = (tables.suspects.len(), tables.open.len().checked_sub(1));
        tables.open.push(Open { serial, function, at: entry, left_by: LEFT, suspects, is_open: true, around });
        (serial, result)
    }

    /// Returns the innermost activation, if one is open.
    pub(in crate::execution) fn innermost(&self) -> Option<u32> {
        self.tables.borrow().open.last().map(|open| open.serial)
    }

    /// Runs a hook of a block, which sets `led_to` where an edge leads, for this activation, or for the innermost one. Nothing is checked
    /// while none is open.
    pub(in crate::execution) fn follow(
        &self,
        serial: Option<u32>,
        all: &Recorder,
        block: Block,
        then: Then,
        hook: impl FnOnce(),
    ) -> Result<(), Misuse> {
        all.led_to.set(LEFT);
        hook();
        let mut tables = self.tables.borrow_mut();
        let (function, local) = all.local(block);
        let ended = Misuse::AfterEnd { function, block: Some(local) };
        let last = tables.open.len().wrapping_sub(1);
        let position = match serial {
            None if tables.open.is_empty() => return Ok(()),
            None => last,
            Some(serial) => tables.position(serial).ok_or(ended)?,
        };
        let guilty = tables.judge(position, all);
        let innermost = tables.open.get(last).map_or(function, |open| open.function);
        let open = &mut tables.open[position];
        let (expected, left_by) = (open.at, open.left_by);
        open.at = if then == Then::Stays { block.number() } else { all.led_to.get() };
        open.left_by = if open.at == LEFT && then != Then::Returns { block.number() } else { LEFT };
        guilty?;
        if position != last || open.function != function {
            return Err(Misuse::NotInnermost { function, block: local, innermost });
        }
        if expected == block.number() {
            // An error leaves by a block that always goes on, by the graph. The other hooks know where they lead.
            let has_failed = open.at == LEFT && then == Then::Leaves && all.leaves.get(block.index()) == Some(&false);
            let is_certain = has_failed && all.branches(block.number()).is_empty();
            return if is_certain { Err(Misuse::LeftEarly { function, block: local }) } else { Ok(()) };
        }
        if then == Then::Returns && expected == LEFT && left_by == block.number() {
            return Ok(());
        }
        if expected == LEFT {
            return Err(ended);
        }
        Err(Misuse::OffPath { function, block: local, expected: all.local(Block::new(expected)).1 })
    }

    /// Notes that an exception leaves this activation.
    pub(in crate::execution) fn throw(&self, serial: u32, all: &Recorder) -> Result<(), Misuse> {
        let mut tables = self.tables.borrow_mut();
        let Some(position) = tables.position(serial) else { return Ok(()) };
        tables.open[position].at = LEFT;
        tables.judge(position, all)
    }

    /// Notes that the frame of an activation is dropped. The activation is a suspect unless it is marked or has left its function.
    pub(in crate::execution) fn close(&self, serial: u32, is_marked: bool, all: &Recorder) -> Result<(), Misuse> {
        let mut tables = self.tables.borrow_mut();
        let Some(position) = tables.position(serial) else { return Ok(()) }; // it was unwound before
        let mut guilty = Ok(());
        let Open { function, at: block, suspects, .. } = tables.open[position];
        if !is_marked && block != LEFT {
            // Its caller made this call after a suspect, and one panic does not end both.
            let first = tables.around(position).map_or(0, |caller| tables.open[caller].suspects);
            if first < suspects {
                guilty = tables.convict(first, all);
            }
            tables.suspects.push(Suspect { function, block });
        }
        tables.close(position);
        guilty
    }

    /// Ends the innermost activation, and checks its last block.
    pub(in crate::execution) fn leave(&self, all: &Recorder) -> Result<(), Misuse> {
        let mut tables = self.tables.borrow_mut();
        let Some(last) = tables.open.len().checked_sub(1) else { return Ok(()) };
        let guilty = tables.judge(last, all);
        let at = tables.open[last].at;
        tables.close(last);
        guilty?;
        match all.leaves.get(at as usize) {
            Some(false) => {
                let (function, block) = all.local(Block::new(at));
                Err(Misuse::LeftEarly { function, block })
            }
            _ => Ok(()),
        }
    }

    /// Records that an exception ends the innermost activation.
    pub(in crate::execution) fn unwind(&self) {
        let mut tables = self.tables.borrow_mut();
        if let Some(last) = tables.open.len().checked_sub(1) {
            tables.close(last);
        }
    }

    /// Excuses the frames that were dropped within the innermost activation since its last hook: a panic ended them.
    pub(in crate::execution) fn excuse(&self) {
        let mut tables = self.tables.borrow_mut();
        let first = tables.open.last().map_or(0, |open| open.suspects);
        tables.suspects.truncate(first);
    }

    /// Excuses the frames that were dropped within this activation since its last hook: a panic ended them.
    pub(in crate::execution) fn excuse_within(&self, serial: u32) {
        let mut tables = self.tables.borrow_mut();
        if let Some(position) = tables.position(serial) {
            let first = tables.open[position].suspects;
            tables.suspects.truncate(first);
        }
    }

    /// Checks the suspects at the end of an execution: no panic can excuse them any more.
    pub(in crate::execution) fn finish(&self, all: &Recorder) -> Result<(), Misuse> {
        self.tables.borrow_mut().convict(0, all)
    }
}

impl Tables {
    /// Returns the place of an activation that is open: nearly always the innermost one.
    fn position(&self, serial: u32) -> Option<usize> {
        let last = self.open.len().checked_sub(1)?;
        if self.open[last].serial == serial {
            return Some(last);
        }
        // Serials ascend from the first one on, even where they start again from 0.
        let age = |serial: u32| serial.wrapping_sub(self.open[0].serial);
        let position = self.open.binary_search_by_key(&age(serial), |open| age(open.serial)).ok()?;
        self.open[position].is_open.then_some(position)
    }

    /// Returns the place of the innermost open activation around one. Constant on average: those it passes are not passed again.
    fn around(&mut self, position: usize) -> Option<usize> {
        let mut around = self.open[position].around;
        while let Some(place) = around.filter(|&place| !self.open[place].is_open) {
            around = self.open[place].around;
        }
        self.open[position].around = around;
        around
    }

    /// Closes an activation. Frames may be dropped in any order, so it stays where it is while it is not the last; but most are open.
    fn close(&mut self, position: usize) {
        self.open[position].is_open = false;
        self.closed += 1;
        while self.open.pop_if(|last| !last.is_open).is_some() {
            self.closed -= 1;
        }
        if self.closed > self.open.len() / 2 {
            self.open.retain(|open| open.is_open);
            for (place, open) in self.open.iter_mut().enumerate() {
                open.around = place.checked_sub(1);
            }
            self.closed = 0;
        }
    }

    /// Continues an open activation: everything that was dropped within it returned to it.
    fn judge(&mut self, position: usize, all: &Recorder) -> Result<(), Misuse> {
        self.convict(self.open[position].suspects, all)
    }

    fn convict(&mut self, first: usize, all: &Recorder) -> Result<(), Misuse> {
        let Some(&Suspect { function, block }) = self.suspects.get(first) else { return Ok(()) };
        self.suspects.truncate(first);
        Err(Misuse::Unmarked { function, block: all.local(Block::new(block)).1 })
    }
}
