//! Path check: a comparison of each hook with the current block of its activation.
//!
//! A hook must belong to the innermost activation, and must name the block in which this activation
//! is.
//!
//! The difficult case is a frame that is dropped while its activation is in the middle of the
//! function. Either the function returned without a hook, which is misuse, or a panic ended it,
//! which is not. When the frame is dropped, the two cannot be told apart, because the crate has no
//! `std` and cannot ask whether the thread panics. So the frame becomes a *suspect*, and what
//! happens next decides:
//!
//! - If an activation around the suspect reports a hook, the suspect is *convicted*: it is reported
//!   as misuse. A panic would have skipped this hook.
//! - If the same caller makes a later call that also ends as a suspect, the earlier suspect is
//!   convicted. One panic cannot end two calls, one after the other.
//! - A call alone convicts no suspect, because destructors make calls while a panic unwinds.
//! - [`Trace::unwound`](crate::execution::Trace::unwound) and
//!   [`Frame::unwound`](crate::execution::Frame::unwound) report a panic. They clear the suspects
//!   since the last hook of the activation that caught the panic.
//! - At the end of an execution, all suspects that are left are convicted.
//!
//! A hook takes constant time on average, and O(log n) for n open activations if it does not belong
//! to the innermost one.

use super::hooks::Hook;
use super::view::Recorder;
use crate::execution::Misuse;
use crate::id::{Block, Function};
use alloc::vec::Vec;

/// Open activations, with the current block of each.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Path {
    /// Serial number of the next activation. It may wrap around.
    serials: u32,
    /// Activations, the innermost last. The last one is open. Closed activations may remain between
    /// open ones.
    open: Vec<Open>,
    /// Number of closed activations in `open`.
    closed: usize,
    /// Frames that were dropped in the middle of their functions, in the order in which they were
    /// dropped.
    suspects: Vec<Suspect>,
}

/// An activation.
#[derive(Clone, Debug)]
struct Open {
    /// Serial number, which its frame knows.
    serial: u32,
    /// Function that was called.
    function: Function,
    /// Current block, or [`LEFT`].
    at: u32,
    /// Block that left the function; [`LEFT`] if no block did, or if `returns` reported it.
    left_by: u32,
    /// Number of suspects when the activation was opened. All later suspects were called within it.
    suspects: usize,
    /// `true` if the last hook of the frame said that the activation caught a panic.
    has_caught: bool,
    /// `true` until the activation is closed.
    is_open: bool,
    /// Index of an activation around it. All activations between the two are closed.
    around: Option<usize>,
}

/// A frame that was dropped in the middle of its function.
#[derive(Clone, Copy, Debug)]
struct Suspect {
    /// The function.
    function: Function,
    /// Block in which the activation was.
    block: u32,
    /// `true` if the last hook of the frame said that the activation goes on.
    has_caught: bool,
}

/// Mark in place of a block: the activation has left its function.
const LEFT: u32 = u32::MAX;

impl Path {
    /// Opens an activation in its entry block. The caller is `None` for the test. Returns the
    /// serial number of the new activation, and misuse if the caller is not the innermost
    /// activation.
    pub(in crate::execution) fn open(
        &mut self,
        caller: Option<u32>,
        function: Function,
        entry: u32,
    ) -> (u32, Result<(), Misuse>) {
        let serial = self.serials;
        self.serials = serial.wrapping_add(1);
        // Only the innermost activation runs, so only it can make a call. If none is open, the test
        // runs.
        let around = self.open.len().checked_sub(1);
        let result = match caller.map(|caller| self.position(caller)) {
            Some(None) => Err(Misuse::CallerEnded { function }),
            place if place.flatten() == around => Ok(()),
            place => {
                let of = |place: Option<usize>| place.map(|place| self.open[place].function);
                let (caller, innermost) = (of(place.flatten()), of(around));
                Err(Misuse::WrongCaller { function, caller, innermost })
            }
        };
        // The activation is opened even after misuse: its own hooks can still be checked.
        let suspects = self.suspects.len();
        self.open.push(Open {
            serial,
            function,
            at: entry,
            left_by: LEFT,
            suspects,
            has_caught: false,
            is_open: true,
            around,
        });
        (serial, result)
    }

    /// Returns the serial number of the innermost activation, if one is open.
    pub(in crate::execution) fn innermost(&self) -> Option<u32> {
        self.open.last().map(|open| open.serial)
    }

    /// Runs a hook of a block, and checks it: for the activation with this serial number, or for
    /// the innermost one if `serial` is `None`.
    ///
    /// The hook sets `led_to` if it takes an edge. While no activation is open, a hook without a
    /// serial number is not checked.
    ///
    /// # Errors
    ///
    /// [`Misuse`] if the hook does not fit the position of the activation, or convicts a suspect.
    pub(super) fn follow(
        &mut self,
        serial: Option<u32>,
        block: Block,
        hook: Hook,
        all: &Recorder,
    ) -> Result<(), Misuse> {
        let (stays, returns) = (hook.stays(), matches!(hook, Hook::Returns));
        let (function, local) = all.local(block);
        let ended = Misuse::AfterEnd { function, block: Some(local) };
        let last = self.open.len().wrapping_sub(1);
        let position = match serial {
            None if self.open.is_empty() => return Ok(()),
            None => last,
            Some(serial) => self.position(serial).ok_or(ended)?,
        };
        // Step 1: suspects. This activation goes on, so no panic ended the frames within it.
        let guilty = self.convict(self.open[position].suspects, all);
        // Step 2: the new position. The activation moves to where the hook led it, even if the hook
        // is wrong. Otherwise one mistake would be followed by a report for every later hook.
        let innermost = self.open.get(last).map_or(function, |open| open.function);
        let open = &mut self.open[position];
        let (expected, left_by) = (open.at, open.left_by);
        open.has_caught = false;
        open.at = if stays { block.number() } else { all.led_to.get() };
        open.left_by = if open.at == LEFT && !returns { block.number() } else { LEFT };
        guilty?;
        // Step 3: the comparison. The hook must be one of the innermost activation, and name its
        // block.
        if position != last || open.function != function {
            return Err(Misuse::NotInnermost { function, block: local, innermost });
        }
        match expected {
            // The block is right. One mistake is left: an error left the function by a block that
            // is no exit of the graph. The other hooks note a missing edge themselves. If the block
            // has branches, the error may come from its condition, and is allowed.
            at if at == block.number() => {
                let has_failed = open.left_by == at && all.leaves.get(at as usize) == Some(&false);
                if has_failed && all.branches(at).is_empty() {
                    return Err(Misuse::LeftEarly { function, block: local });
                }
                Ok(())
            }
            // `returns` may follow a hook that left the function by the same block: it reports the
            // value.
            LEFT if returns && left_by == block.number() => Ok(()),
            LEFT => Err(ended),
            at => {
                let expected = all.local(Block::new(at)).1;
                Err(Misuse::OffPath { function, block: local, expected })
            }
        }
    }

    /// Records that an exception left the activation. This is a hook: it convicts the suspects
    /// within the activation.
    pub(in crate::execution) fn throw(
        &mut self,
        serial: u32,
        all: &Recorder,
    ) -> Result<(), Misuse> {
        let Some(position) = self.position(serial) else { return Ok(()) };
        self.open[position].at = LEFT;
        self.convict(self.open[position].suspects, all)
    }

    /// Closes the activation whose frame is dropped. It becomes a suspect unless it was marked as
    /// ended, or has left its function.
    pub(in crate::execution) fn close(
        &mut self,
        serial: u32,
        is_marked: bool,
        all: &Recorder,
    ) -> Result<(), Misuse> {
        let Some(position) = self.position(serial) else { return Ok(()) }; // an unwind closed it before
        let mut guilty = Ok(());
        let Open { function, at: block, suspects, has_caught, .. } = self.open[position];
        if !is_marked && block != LEFT {
            // The suspects since the caller was opened, and before this activation was opened, are
            // earlier calls of the same caller, or calls within these. They returned without a
            // hook: one panic cannot end two calls, one after the other.
            let first = self.around(position).map_or(0, |caller| self.open[caller].suspects);
            if first < suspects {
                guilty = self.convict(first, all);
            }
            self.suspects.push(Suspect { function, block, has_caught });
        }
        self.close_at(position);
        guilty
    }

    /// Closes the innermost activation, for interpreters, and checks that its current block may
    /// leave the function.
    pub(in crate::execution) fn leave(&mut self, all: &Recorder) -> Result<(), Misuse> {
        let Some(last) = self.open.len().checked_sub(1) else { return Ok(()) };
        let guilty = self.convict(self.open[last].suspects, all);
        let at = self.open[last].at;
        self.close_at(last);
        guilty?;
        match all.leaves.get(at as usize) {
            Some(false) => {
                let (function, block) = all.local(Block::new(at));
                Err(Misuse::LeftEarly { function, block })
            }
            _ => Ok(()),
        }
    }

    /// Closes the innermost activation, which an exception ended.
    pub(in crate::execution) fn unwind(&mut self) {
        if let Some(last) = self.open.len().checked_sub(1) {
            self.close_at(last);
        }
    }

    /// Clears the suspects within the innermost activation, or all if none is open: a panic ended
    /// them.
    pub(in crate::execution) fn excuse(&mut self) {
        self.suspects.truncate(self.open.last().map_or(0, |open| open.suspects));
    }

    /// Clears the suspects within an activation: a panic ended them.
    pub(in crate::execution) fn excuse_within(&mut self, serial: u32) {
        if let Some(position) = self.position(serial) {
            let open = &mut self.open[position];
            open.has_caught = true;
            self.suspects.truncate(open.suspects);
        }
    }

    /// Returns the index of the open activation with this serial number; `None` if it is closed.
    /// O(log n), and constant for the innermost one, which nearly always is the one that is asked
    /// for.
    fn position(&self, serial: u32) -> Option<usize> {
        let last = self.open.len().checked_sub(1)?;
        if self.open[last].serial == serial {
            return Some(last);
        }
        // Serial numbers ascend until they wrap around. Counted from the first one in the list,
        // they always ascend.
        let age = |serial: u32| serial.wrapping_sub(self.open[0].serial);
        let position =
            self.open.binary_search_by_key(&age(serial), |open| age(open.serial)).ok()?;
        self.open[position].is_open.then_some(position)
    }

    /// Returns the index of the innermost open activation around another one. It takes constant
    /// time on average, because closed activations that are passed once are skipped afterwards.
    fn around(&mut self, position: usize) -> Option<usize> {
        let mut around = self.open[position].around;
        while let Some(place) = around.filter(|&place| !self.open[place].is_open) {
            around = self.open[place].around;
        }
        // The result is kept, so that the next search skips the closed activations that this one
        // passed.
        self.open[position].around = around;
        around
    }

    /// Closes an activation. Frames may be dropped in any order, so an activation that is not the
    /// last one stays in the list. When more than half of the list is closed, the list is
    /// compacted. It takes constant time on average.
    fn close_at(&mut self, position: usize) {
        self.open[position].is_open = false;
        self.closed += 1;
        while self.open.pop_if(|last| !last.is_open).is_some() {
            self.closed -= 1;
        }
        if self.closed > self.open.len() / 2 {
            self.open.retain(|open| open.is_open);
            // All that are left are open, so each has its neighbour around it.
            for (place, open) in self.open.iter_mut().enumerate() {
                open.around = place.checked_sub(1);
            }
            self.closed = 0;
        }
    }

    /// Reports the first of the suspects from index `first` on, and clears all of these. Only the
    /// first misuse of a trace is kept, so the others need no report. At the end of an execution,
    /// `first` is 0.
    pub(super) fn convict(&mut self, first: usize, all: &Recorder) -> Result<(), Misuse> {
        let Some(&Suspect { function, block, has_caught }) = self.suspects.get(first) else {
            return Ok(());
        };
        self.suspects.truncate(first);
        let block = all.local(Block::new(block)).1;
        Err(match has_caught {
            true => Misuse::Abandoned { function, block },
            false => Misuse::Unmarked { function, block },
        })
    }
}
