//! What the hooks of control flow do to one recorder; [`Trace`](crate::execution::Trace) says what they mean.

use super::chain::NONE;
use super::view::{Recorder, Slot, Way};
use crate::distance::Decision;
use crate::execution::Misuse;
use crate::execution::calls::activations::Seen;
use crate::flow::Outcome;
use crate::id::Block;

/// Place to which a hook leads its activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::execution) enum Onward {
    /// In the function, as far as is known.
    Within,
    /// Out of the function: the block ran to its end, and no edge leads on.
    Left,
    /// Out of the function, by an error.
    Thrown,
}

impl Recorder {
    /// Nobody listens to most hooks, which is known where they are called, but only if this becomes part of that: else it takes 1.5
    /// times as long.
    #[inline(always)]
    pub(in crate::execution) fn decide(&self, block: Block, decision: Decision, seen: &Seen<'_>) {
        let holds = decision.holds();
        match self.slots.get(block.index()) {
            Some(slot) if slot.targets[0] != NONE => {
                self.evaluate(block, slot, seen);
                let first = slot.first_branch as usize;
                if let Some([to_true, to_false]) = self.distance.get(first..first + 2) {
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

    /// Records a decision if somebody listens.
    #[inline(never)]
    pub(in crate::execution) fn decide_heard(&self, block: Block, decision: Decision, seen: &Seen<'_>) {
        self.decide(block, decision, seen);
    }

    /// Records a predicate of which the graph has one side only, or none.
    #[cold]
    fn decide_one_way(&self, block: Block, decision: Decision, seen: &Seen<'_>) {
        let Some(slot) = self.slot(block) else { return };
        let taken = if decision.holds() { Outcome::True } else { Outcome::False };
        for (outcome, distance) in [(Outcome::True, decision.to_true()), (Outcome::False, decision.to_false())] {
            let branch = self.way(block, outcome).map(|way| way.branch);
            if let Some((branch, cell)) = branch.and_then(|branch| Some((branch, self.distance.get(branch as usize)?))) {
                cell.set(cell.get().min(distance.get()));
                seen.came_near(branch, distance.get());
            }
        }
        self.evaluate(block, slot, seen);
        self.leave(block, taken, seen);
    }

    pub(in crate::execution) fn switch(&self, block: Block, value: i64, seen: &Seen<'_>) -> Onward {
        let Some(slot) = self.slot(block) else { return Onward::Within };
        self.evaluate(block, slot, seen);
        let switch = self.switch_of(block);
        if let Some(switch) = switch {
            switch.tell_value(value, &self.rules, seen);
        }
        match switch.map(|switch| switch.see(value)) {
            Some(Some(branch)) => {
                // The edges of a block that stand in this row have contiguous branches.
                let ways = self.ways_of(block);
                let first = ways.first().map_or(0, |way| way.branch);
                if let Some(way) = branch.checked_sub(first).and_then(|place| ways.get(place as usize)) {
                    self.go(way.target, seen);
                }
                Onward::Within
            }
            Some(None) if self.leaves[block.index()] => Onward::Left, // no default: what is not listed leaves the function
            Some(None) => self.note_no_way(block, Outcome::Case(value)),
            None => match self.ways_of(block) {
                // The only way on, whatever the value.
                &[way @ Way { outcome: Outcome::Arm(_) | Outcome::Default, .. }] => self.take(way, seen),
                _ => self.leave(block, Outcome::Case(value), seen),
            },
        }
    }

    pub(in crate::execution) fn choose(&self, block: Block, outcome: Outcome, seen: &Seen<'_>) -> Onward {
        match outcome {
            Outcome::True | Outcome::False => {
                self.decide_heard(block, self.rules.flag(outcome == Outcome::True), seen);
                Onward::Within
            }
            Outcome::Next => self.end(block, seen),
            Outcome::Exception(number) => self.exception(block, number, seen),
            Outcome::Case(_) | Outcome::Arm(_) | Outcome::Default => {
                let Some(slot) = self.slot(block) else { return Onward::Within };
                self.evaluate(block, slot, seen);
                let chosen = match (self.switch_of(block), self.way(block, outcome)) {
                    (Some(switch), Some(way)) => Some((switch, Some(way.branch))),
                    (Some(switch), None) if outcome == Outcome::Default && self.leaves[block.index()] => Some((switch, None)),
                    _ => None,
                };
                if let Some((switch, branch)) = chosen {
                    switch.choose(branch);
                    switch.tell_choice(branch, &self.rules, seen);
                }
                self.leave(block, outcome, seen)
            }
        }
    }

    pub(in crate::execution) fn done(&self, block: Block, statements: u32, seen: &Seen<'_>) {
        let Some(slot) = self.slot(block) else { return };
        if statements > slot.statements {
            let (function, block) = self.local(block);
            self.note(Misuse::NoSuchStatement { function, block, done: statements, statements: slot.statements });
        }
        self.enter(block.number());
        slot.progress.set(slot.progress.get().max(statements.min(slot.statements)));
        seen.ran(block.number(), statements.min(slot.statements));
    }

    pub(in crate::execution) fn end(&self, block: Block, seen: &Seen<'_>) -> Onward {
        let Some(slot) = self.slot(block) else { return Onward::Within };
        self.complete(block, slot, seen);
        self.leave(block, Outcome::Next, seen)
    }

    /// Records that a block ran to its end and left the function, also if it could jump on.
    pub(in crate::execution) fn returns(&self, block: Block, seen: &Seen<'_>) {
        let Some(slot) = self.slot(block) else { return };
        self.complete(block, slot, seen);
        if !self.leaves[block.index()] {
            let (function, block) = self.local(block);
            self.note(Misuse::LeftEarly { function, block });
        }
    }

    pub(in crate::execution) fn exception(&self, block: Block, number: u32, seen: &Seen<'_>) -> Onward {
        if self.has(block) {
            self.go(block.number(), seen);
            return self.leave(block, Outcome::Exception(number), seen);
        }
        Onward::Within
    }

    pub(in crate::execution) fn tried(&self, block: Block, succeeded: bool, seen: &Seen<'_>) -> Onward {
        if succeeded { self.end(block, seen) } else { self.fail(block, seen) }
    }

    pub(in crate::execution) fn attempt(&self, block: Block, statements: u32, succeeded: bool, seen: &Seen<'_>) -> Onward {
        if succeeded {
            self.done(block, statements, seen);
            Onward::Within
        } else {
            self.fail(block, seen)
        }
    }

    /// Records that an error ends the block.
    fn fail(&self, block: Block, seen: &Seen<'_>) -> Onward {
        if self.way(block, Outcome::Exception(0)).is_some() {
            self.exception(block, 0, seen)
        } else if self.has(block) {
            // It leaves the function: no edge leads on.
            self.enter(block.number());
            seen.ran(block.number(), 0);
            Onward::Thrown
        } else {
            Onward::Within
        }
    }

    #[inline]
    fn evaluate(&self, block: Block, slot: &Slot, seen: &Seen<'_>) {
        self.evaluated.set(self.evaluated.get().wrapping_add(1));
        slot.evaluations.set(slot.evaluations.get().saturating_add(1));
        self.complete(block, slot, seen);
    }

    #[inline]
    fn complete(&self, block: Block, slot: &Slot, seen: &Seen<'_>) {
        self.enter(block.number());
        slot.progress.set(slot.statements);
        seen.ran(block.number(), slot.statements);
    }

    /// Takes the edge with this name. A block that may leave the function need not have it if it says so: by `Next`, by the side that
    /// is missing to a predicate, or by a value that no arm lists.
    fn leave(&self, block: Block, outcome: Outcome, seen: &Seen<'_>) -> Onward {
        let other_side = || self.ways_of(block).first().is_some_and(|way| way.outcome.holds().is_some());
        match (self.way(block, outcome), outcome) {
            (Some(way), _) => self.take(way, seen),
            (None, Outcome::Next) if self.leaves[block.index()] => Onward::Left,
            (None, Outcome::True | Outcome::False) if self.leaves[block.index()] && other_side() => Onward::Left,
            (None, Outcome::Default) if self.leaves[block.index()] && self.switch_of(block).is_some() => Onward::Left,
            _ => self.note_no_way(block, outcome),
        }
    }

    #[cold]
    fn note_no_way(&self, block: Block, outcome: Outcome) -> Onward {
        let (function, block) = self.local(block);
        self.note(Misuse::NoSuchOutcome { function, block, outcome });
        Onward::Within
    }

    /// Enters the target. Where no distance says so, the branch is known to be taken.
    fn take(&self, way: Way, seen: &Seen<'_>) -> Onward {
        if let Some(cell) = self.distance.get(way.branch as usize) {
            if cell.get().is_nan() {
                cell.set(0.0);
            }
            seen.took(way.branch);
        }
        self.go(way.target, seen);
        Onward::Within
    }

    #[inline]
    pub(in crate::execution) fn go(&self, block: u32, seen: &Seen<'_>) {
        self.enter(block);
        self.led_to.set(block);
        seen.ran(block, 0);
    }

    /// Returns the branch of one side of a two-way predicate, if the graph has it.
    pub(in crate::execution) fn side(&self, block: Block, holds: bool) -> Option<u32> {
        let slot = self.slots.get(block.index())?;
        let branch = match slot.targets[0] {
            NONE => self.way(block, if holds { Outcome::True } else { Outcome::False })?.branch,
            _ => slot.first_branch + u32::from(!holds),
        };
        Some(branch).filter(|&branch| branch != NONE)
    }

    fn way(&self, block: Block, outcome: Outcome) -> Option<Way> {
        let ways = self.ways_of(block);
        let place = ways.binary_search_by_key(&outcome, |way| way.outcome).ok()?;
        Some(ways[place])
    }

    /// Returns the edges of a block but for the two sides of its predicate, by name.
    fn ways_of(&self, block: Block) -> &[Way] {
        match self.slots.get(block.index()..block.index().saturating_add(2)) {
            Some([slot, next]) => &self.ways[slot.first_way as usize..next.first_way as usize],
            _ => &[],
        }
    }

    /// Returns the block to which a block leads that decides nothing and has one way on.
    pub(in crate::execution) fn only_way(&self, block: Block) -> Option<u32> {
        match self.ways_of(block) {
            [way] if self.slots[block.index()].targets[0] == NONE => Some(way.target),
            _ => None,
        }
    }

    /// Returns the slot of a block; if the graph has no such block, that is noted.
    fn slot(&self, block: Block) -> Option<&Slot> {
        if self.has(block) { self.slots.get(block.index()) } else { None }
    }

    /// Returns `true` if the graph has a block; if not, that is noted.
    fn has(&self, block: Block) -> bool {
        let has = block.index() < self.leaves.len();
        if !has {
            self.note(Misuse::NoSuchBlock { block });
        }
        has
    }
}
