//! Hooks of control flow: the changes that a hook makes to the tables of one recorder.
//! [`Trace`](crate::execution::Trace) describes the meaning of each hook.
//!
//! Every hook does three things: it raises the progress of its block, lowers distances of branches,
//! and enters the block that the edge leads to. The argument `seen` is a listener: the record of
//! one activation, if the call tree is recorded.
//!
//! A hook that does not fit the graph notes [`Misuse`], and records the part that does fit.

use super::view::{NONE, Recorder, Slot, Way};
use crate::distance::{Decision, Distance};
use crate::execution::Misuse;
use crate::execution::calls::activations::Seen;
use crate::flow::Outcome;
use crate::id::Block;

/// A report about a block: what happened at its end, or within it.
///
/// Its representation keeps the tag apart from that of an [`Outcome`], so that fewer instructions
/// tell hooks apart.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(in crate::execution) enum Hook {
    /// The block evaluated its predicate.
    Decide(Decision),
    /// The block selected an edge by a value.
    Switch(i128),
    /// The block took the edge with this name, without operands.
    Choose(Outcome),
    /// The first statements completed, as many as the number says. The activation stays in the
    /// block.
    Done(u32),
    /// The block completed, and took its only edge or left the function.
    End,
    /// The block completed and left the function, even if it has an edge.
    Returns,
    /// The exception with this number was so far from being thrown. The activation stays in the
    /// block.
    Near(u32, Distance),
    /// An error ended the block: the edge of exception 0 caught it, or it left the function.
    Fail,
}

/// Place where an activation continues after a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::execution) enum Onward {
    /// Within the function, as far as is known.
    Within,
    /// Outside of the function: the block completed, and no edge leads further.
    Left,
    /// Outside of the function, by an error.
    Thrown,
}

impl Hook {
    /// Returns `true` if the activation stays in its block.
    pub(super) const fn stays(self) -> bool {
        matches!(self, Self::Done(_) | Self::Near(..))
    }
}

impl Recorder {
    /// Records a hook of a block.
    ///
    /// This function is inlined, because most callers know which hook it is: then one call is left.
    #[inline(always)]
    pub(in crate::execution) fn record(&self, block: Block, hook: Hook, seen: &Seen<'_>) -> Onward {
        match hook {
            Hook::Decide(decision) => self.decide_heard(block, decision, seen),
            Hook::Switch(value) => self.switch(block, value, seen),
            Hook::Choose(outcome) => self.choose(block, outcome, seen),
            Hook::Done(statements) => self.done(block, statements, seen),
            Hook::Near(number, distance) => self.near(block, number, distance, seen),
            Hook::End => self.end(block, seen),
            Hook::Returns => self.returns(block, seen),
            Hook::Fail => self.fail(block, seen),
        }
    }

    /// Records a decision of a block.
    ///
    /// This function is inlined, because most callers pass a listener that is known to be nobody:
    /// then half of the code vanishes. As a function of its own it takes 1.5 times as long.
    #[inline(always)]
    pub(in crate::execution) fn decide(&self, block: Block, decision: Decision, seen: &Seen<'_>) {
        // This is the hook that programs call most, so its common case must take constant time and
        // few memory accesses.
        let holds = decision.holds();
        match self.slots.get(block.index()) {
            // The common case: both sides are edges. Their branches have consecutive numbers, the
            // true side first.
            Some(slot) if slot.targets[0] != NONE => {
                self.evaluate(block, slot, seen);
                let first = slot.first_branch as usize;
                if let Some([to_true, to_false]) = self.distance.get(first..first + 2) {
                    // `min` ignores the NaN of a branch that was never evaluated.
                    to_true.set(to_true.get().min(decision.to_true().get()));
                    to_false.set(to_false.get().min(decision.to_false().get()));
                    seen.came_near(slot.first_branch, decision.to_true().get());
                    seen.came_near(slot.first_branch + 1, decision.to_false().get());
                }
                self.go(slot.targets[usize::from(!holds)], seen);
            }
            _ => self.decide_one_way(block, decision, seen),
        }
    }

    /// Records a decision, for callers with a listener. The function is not inlined, to keep its
    /// callers small.
    #[inline(never)]
    fn decide_heard(&self, block: Block, decision: Decision, seen: &Seen<'_>) -> Onward {
        self.decide(block, decision, seen);
        Onward::Within
    }

    /// Records a decision of a block for which the graph has only one side, or none.
    #[cold]
    fn decide_one_way(&self, block: Block, decision: Decision, seen: &Seen<'_>) {
        let Some(slot) = self.slot(block) else { return };
        // The side without an edge has no branch, and so no distance. If it is taken, the
        // activation leaves the function, provided that the graph says that the block may leave it.
        let taken = if decision.holds() { Outcome::True } else { Outcome::False };
        for (outcome, distance) in
            [(Outcome::True, decision.to_true()), (Outcome::False, decision.to_false())]
        {
            if let Some(Way { branch, .. }) = self.way(block, outcome)
                && let Some(cell) = self.distance.get(branch as usize)
            {
                cell.set(cell.get().min(distance.get()));
                seen.came_near(branch, distance.get());
            }
        }
        self.evaluate(block, slot, seen);
        self.leave(block, taken, seen);
    }

    /// Records a selection by a value.
    fn switch(&self, block: Block, value: i128, seen: &Seen<'_>) -> Onward {
        let Some(slot) = self.slot(block) else { return Onward::Within };
        self.evaluate(block, slot, seen);
        let switch = self.switch_of(block);
        if let Some(switch) = switch
            && seen.listens()
        {
            switch.tell_value(value, &self.rules, seen);
        }
        // Distances of the arms are not computed here: the switch keeps the values that matter, and
        // derives distances when asked.
        match switch.map(|switch| switch.see(value)) {
            Some(Some(branch)) => {
                // The edges in this row have consecutive branches, so the branch is an index.
                let ways = self.ways_of(block);
                let first = ways.first().map_or(0, |way| way.branch);
                if let Some(way) =
                    branch.checked_sub(first).and_then(|place| ways.get(place as usize))
                {
                    self.go(way.target, seen);
                }
                Onward::Within
            }
            // There is no edge for the default: a value that no arm lists leaves the function.
            Some(None) if self.leaves[block.index()] => Onward::Left,
            Some(None) => self.note_no_way(block, Outcome::Case(value)),
            None => match self.ways_of(block) {
                // The block has one edge, which is no branch and is taken for any value.
                &[way @ Way { outcome: Outcome::Arm(_) | Outcome::Default, .. }] => {
                    self.take(way, seen)
                }
                _ => self.leave(block, Outcome::Case(value), seen),
            },
        }
    }

    /// Records that a block took the edge with this name, without operands.
    fn choose(&self, block: Block, outcome: Outcome, seen: &Seen<'_>) -> Onward {
        match outcome {
            Outcome::True | Outcome::False => {
                let decision = self.rules.flag(outcome == Outcome::True);
                self.decide_heard(block, decision, seen)
            }
            Outcome::Next => self.end(block, seen),
            Outcome::Exception(number) => self.exception(block, number, seen),
            Outcome::Case(_) | Outcome::Arm(_) | Outcome::Default => {
                let Some(slot) = self.slot(block) else { return Onward::Within };
                self.evaluate(block, slot, seen);
                // There is no value to measure, so the other arms are K away. A default without an
                // edge counts as a choice too, if the block may leave the function: the arms are
                // then K away, and no branch is taken.
                let branch = self.way(block, outcome).map(|way| way.branch);
                let leaves = outcome == Outcome::Default && self.leaves[block.index()];
                if let Some(switch) = self.switch_of(block)
                    && (branch.is_some() || leaves)
                {
                    switch.choose(branch, &self.rules, seen);
                }
                self.leave(block, outcome, seen)
            }
        }
    }

    /// Records that the first `statements` statements of a block completed.
    fn done(&self, block: Block, statements: u32, seen: &Seen<'_>) -> Onward {
        let Some(slot) = self.slot(block) else { return Onward::Within };
        // A number that is too great is noted as misuse, and counts as all statements.
        if statements > slot.statements {
            let (function, block) = self.local(block);
            self.note(Misuse::NoSuchStatement {
                function,
                block,
                done: statements,
                statements: slot.statements,
            });
        }
        self.enter(block.number());
        slot.progress.set(slot.progress.get().max(statements.min(slot.statements)));
        seen.ran(block.number(), statements.min(slot.statements));
        Onward::Within
    }

    /// Records how far the block was from throwing an exception that it catches.
    fn near(&self, block: Block, number: u32, distance: Distance, seen: &Seen<'_>) -> Onward {
        let outcome = Outcome::Exception(number);
        let Some(way) = self.way(block, outcome) else {
            return match self.slot(block) {
                Some(_) => self.note_no_way(block, outcome),
                None => Onward::Within,
            };
        };
        self.done(block, 0, seen);
        if let Some(cell) = self.distance.get(way.branch as usize) {
            // Never 0: only an exception that is thrown takes the edge.
            let distance = distance.max(Distance::SMALLEST).get();
            cell.set(cell.get().min(distance)); // `min` ignores the NaN of an edge never heard of
            seen.came_near(way.branch, distance);
        }
        Onward::Within
    }

    /// Records that a block completed, and took its only edge or left the function.
    fn end(&self, block: Block, seen: &Seen<'_>) -> Onward {
        let Some(slot) = self.slot(block) else { return Onward::Within };
        self.complete(block, slot, seen);
        // The common case: one edge, which needs no search.
        match *self.ways_of(block) {
            [way] if way.outcome == Outcome::Next => self.take(way, seen),
            _ => self.leave(block, Outcome::Next, seen),
        }
    }

    /// Records that a block completed and left the function, even if it has an edge.
    fn returns(&self, block: Block, seen: &Seen<'_>) -> Onward {
        let Some(slot) = self.slot(block) else { return Onward::Within };
        self.complete(block, slot, seen);
        // Control dependence follows from the exits. If one is not declared, the approach levels of
        // goals are wrong.
        if !self.leaves[block.index()] {
            let (function, block) = self.local(block);
            self.note(Misuse::LeftEarly { function, block });
        }
        Onward::Left
    }

    /// Records that a handler of the block caught an exception. The block is entered, and not
    /// completed.
    fn exception(&self, block: Block, number: u32, seen: &Seen<'_>) -> Onward {
        if self.slot(block).is_none() {
            return Onward::Within;
        }
        // The block was entered, even if no hook of it came before the exception.
        self.go(block.number(), seen);
        self.leave(block, Outcome::Exception(number), seen)
    }

    /// Records that an error ended the block: the edge of exception 0 caught it, or it left the
    /// function.
    fn fail(&self, block: Block, seen: &Seen<'_>) -> Onward {
        if self.way(block, Outcome::Exception(0)).is_some() {
            return self.exception(block, 0, seen);
        }
        if self.slot(block).is_none() {
            return Onward::Within;
        }
        // No handler, so the error leaves the function. Statements that completed before were
        // reported by `done`.
        self.enter(block.number());
        seen.ran(block.number(), 0);
        Onward::Thrown
    }

    /// Counts an evaluation of the predicate, and completes the block.
    #[inline]
    fn evaluate(&self, block: Block, slot: &Slot, seen: &Seen<'_>) {
        self.evaluated.set(self.evaluated.get().wrapping_add(1));
        slot.evaluations.set(slot.evaluations.get().saturating_add(1));
        self.complete(block, slot, seen);
    }

    /// Records that the block was entered and all its statements completed.
    #[inline]
    fn complete(&self, block: Block, slot: &Slot, seen: &Seen<'_>) {
        self.enter(block.number());
        slot.progress.set(slot.statements);
        seen.ran(block.number(), slot.statements);
    }

    /// Takes the edge with this name.
    ///
    /// If the block has no such edge but may leave the function, these names leave it: `Next`, the
    /// side for which a predicate has no edge, and the default of a selection. Any other missing
    /// edge is misuse.
    fn leave(&self, block: Block, outcome: Outcome, seen: &Seen<'_>) -> Onward {
        // A predicate with one side has that side as its first edge: edges ascend by name, and the
        // sides come first.
        let other_side =
            || self.ways_of(block).first().is_some_and(|way| way.outcome.holds().is_some());
        if let Some(way) = self.way(block, outcome) {
            return self.take(way, seen);
        }
        let leaves = match outcome {
            Outcome::Next => true,
            Outcome::True | Outcome::False => other_side(),
            Outcome::Default => self.switch_of(block).is_some(),
            _ => false,
        };
        if leaves && self.leaves[block.index()] {
            Onward::Left
        } else {
            self.note_no_way(block, outcome)
        }
    }

    /// Notes that the block has no edge with this name.
    #[cold]
    fn note_no_way(&self, block: Block, outcome: Outcome) -> Onward {
        let (function, block) = self.local(block);
        self.note(Misuse::NoSuchOutcome { function, block, outcome });
        Onward::Within
    }

    /// Enters the target of an edge. The distance of its branch becomes 0.
    fn take(&self, way: Way, seen: &Seen<'_>) -> Onward {
        if let Some(cell) = self.distance.get(way.branch as usize) {
            // Only of an exception is known how far it was, before it is thrown. A decided branch
            // has its distance already, and an arm of a selection has its mark.
            if cell.get().is_nan() || matches!(way.outcome, Outcome::Exception(_)) {
                cell.set(0.0);
            }
            seen.came_near(way.branch, 0.0);
        }
        self.go(way.target, seen);
        Onward::Within
    }

    /// Enters a block that an edge leads to, and remembers it in `led_to` for the path check and
    /// the walks.
    #[inline]
    pub(super) fn go(&self, block: u32, seen: &Seen<'_>) {
        self.enter(block);
        self.led_to.set(block);
        seen.ran(block, 0);
    }

    /// Returns the branch of one side of a two-way predicate, if the graph has it.
    pub(super) fn side(&self, block: Block, holds: bool) -> Option<u32> {
        let slot = self.slots.get(block.index())?;
        // With both sides, the slot has their branches; with one side only, it is among the other
        // edges.
        let branch = match slot.targets[0] {
            NONE => self.way(block, if holds { Outcome::True } else { Outcome::False })?.branch,
            _ => slot.first_branch + u32::from(!holds),
        };
        Some(branch).filter(|&branch| branch != NONE)
    }

    /// Returns the edge with this name.
    fn way(&self, block: Block, outcome: Outcome) -> Option<Way> {
        let ways = self.ways_of(block);
        let place = ways.binary_search_by_key(&outcome, |way| way.outcome).ok()?;
        Some(ways[place])
    }

    /// Returns the edges of a block, ascending by name, except for the two sides of a predicate
    /// that has both.
    fn ways_of(&self, block: Block) -> &[Way] {
        match self.slots.get(block.index()..block.index().saturating_add(2)) {
            Some([slot, next]) => &self.ways[slot.first_way as usize..next.first_way as usize],
            _ => &[],
        }
    }

    /// Returns the target of the only edge of a block that decides nothing; `None` for any other
    /// block.
    pub(super) fn only_way(&self, block: Block) -> Option<u32> {
        match self.ways_of(block) {
            [way] if self.slots[block.index()].targets[0] == NONE => Some(way.target),
            _ => None,
        }
    }

    /// Returns the slot of a block, and notes misuse if the graph has no such block.
    fn slot(&self, block: Block) -> Option<&Slot> {
        if block.index() < self.leaves.len() {
            return self.slots.get(block.index());
        }
        self.note(Misuse::NoSuchBlock { block });
        None
    }
}
