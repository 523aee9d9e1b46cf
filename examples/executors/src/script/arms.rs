//! What a `switch` came to: the engine tells which arm it took, and the value tells how far the
//! others were.

use super::compare::{self, Key};
use super::hooks::{Open, Runtime};
use rhai::{Dynamic, INT};
use sbst::flow::Outcome;
use sbst::id::Block;
use std::ops::RangeInclusive;

/// What decides a `switch`.
#[derive(Clone, Debug)]
pub(super) enum Selection {
    /// By one multi-way block; the arms list these.
    Ways(Vec<Vec<RangeInclusive<INT>>>),
    /// By one two-way block after another, for guards and keys that are no integers. (arm, its
    /// block, its keys) in the order in which the engine tries them.
    Chain(Vec<(usize, Block, Vec<Key>)>),
}

impl Runtime {
    /// The engine came to an arm, or to the end of a `switch`, which no arm may have got.
    pub(super) fn select(&self, selection: Block, arm: Option<usize>) {
        let state = self.with_open(selection, |open| match open {
            Open::Selection { value, tried } => Some((value.clone(), *tried)),
            Open::Loop(_) => None,
        });
        let Some((value, tried)) = state.flatten() else { return };
        match self.selections.iter().find(|(block, _)| *block == selection) {
            // At the end: only if it still waits for an arm.
            Some((_, Selection::Ways(_))) if arm.is_none() && self.block() != Some(selection) => {}
            Some((_, Selection::Chain(tests)))
                if arm.is_none()
                    && tests
                        .get(tried)
                        .is_none_or(|(_, block, _)| self.block() != Some(*block)) => {}
            Some((_, Selection::Ways(ways))) => self.select_way(selection, ways, &value, arm),
            Some((_, Selection::Chain(tests))) => {
                self.try_arms(selection, tests, &value, tried, arm);
            }
            None => {}
        }
    }

    fn select_way(
        &self,
        selection: Block,
        ways: &[Vec<RangeInclusive<INT>>],
        value: &Dynamic,
        arm: Option<usize>,
    ) {
        let arm = arm.filter(|&arm| arm < ways.len());
        let outcome = arm.map_or(Outcome::Default, |arm| Outcome::Arm(arm as u32));
        let lists = |value: INT| {
            ways.iter().position(|values| values.iter().any(|range| range.contains(&value)))
        };
        self.report(|trace| match value.as_int() {
            Ok(value) if lists(value) == arm => {
                trace.switch(selection, value);
            }
            _ => trace.choose(selection, outcome), // a float within a range, say
        });
        self.leave(selection, outcome);
    }

    /// All tests up to that of the arm failed.
    fn try_arms(
        &self,
        selection: Block,
        tests: &[(usize, Block, Vec<Key>)],
        value: &Dynamic,
        tried: usize,
        arm: Option<usize>,
    ) {
        let at = tests
            .iter()
            .skip(tried)
            .position(|(number, ..)| Some(*number) == arm)
            .map_or(tests.len(), |at| tried + at);
        for (number, (_, block, keys)) in tests.iter().enumerate().take(at + 1).skip(tried) {
            self.decide(*block, |trace| {
                compare::selected(trace.rules(), value, keys, number == at)
            });
        }
        self.with_open(selection, |open| {
            if let Open::Selection { tried, .. } = open {
                *tried = at + 1;
            }
        });
    }
}
