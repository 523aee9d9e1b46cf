//! The objectives of a registry, grouped by type. The objectives of one type lie in one array, and
//! one loop that the compiler sees as a whole measures many of them.

use crate::fitness::Fitness;
use crate::id::GoalId;
use crate::objective::{Goal, Needs, Objective, Observed};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::any::{Any, TypeId};

/// Length of rows up to which runs of goals are not looked for.
const SHORT: usize = 32;

/// Number of goals that must follow in the same batch for a run to be measured in one call.
const FEW: u32 = 3;

/// The objectives of a registry, numbered in the order of arrival.
pub(in crate::objective) struct Batches<X: ?Sized> {
    /// By goal: its place.
    slots: Vec<Slot>,
    /// One batch for each type of objectives.
    batches: Vec<Box<dyn Batch<X>>>,
    /// By type: the number of its batch.
    types: BTreeMap<TypeId, u32>,
}

/// Place of an objective.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Slot {
    /// Number of the batch.
    batch: u32,
    /// Position in the batch.
    index: u32,
}

impl<X: ?Sized> Batches<X> {
    /// Creates an empty collection.
    pub(in crate::objective) const fn new() -> Self {
        Self { slots: Vec::new(), batches: Vec::new(), types: BTreeMap::new() }
    }

    /// Returns the number of objectives.
    pub(in crate::objective) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Adds the next objective.
    pub(in crate::objective) fn push<O: Objective<X> + Send + Sync + 'static>(
        &mut self,
        objective: O,
    ) {
        let (batch, same) = self.batch_of();
        same.push(objective);
        let index = same.len() as u32 - 1;
        self.slots.push(Slot { batch, index });
    }

    /// Replaces the objective of a goal. If the new one has another type, the old one stays in its
    /// batch, unused.
    pub(in crate::objective) fn replace<O: Objective<X> + Send + Sync + 'static>(
        &mut self,
        id: GoalId,
        objective: O,
    ) {
        let Some(&slot) = self.slots.get(id.index()) else { return };
        let (batch, same) = self.batch_of();
        // Positions of other goals must not move, so nothing is removed from the old batch.
        if batch == slot.batch {
            same[slot.index as usize] = objective;
        } else {
            same.push(objective);
            let index = same.len() as u32 - 1;
            self.slots[id.index()] = Slot { batch, index };
        }
    }

    /// Returns the number of the batch for one type, and its objectives.
    fn batch_of<O: Objective<X> + Send + Sync + 'static>(&mut self) -> (u32, &mut Vec<O>) {
        let batch = *self.types.entry(TypeId::of::<O>()).or_insert_with(|| {
            self.batches.push(Box::new(Vec::<O>::new()));
            self.batches.len() as u32 - 1
        });
        let same = self.batches[batch as usize].as_any().downcast_mut();
        (batch, same.expect("batches are found by the type of what they hold"))
    }

    /// Returns the objective of a goal as `Any`.
    pub(in crate::objective) fn one(&mut self, id: GoalId) -> Option<&mut dyn Any> {
        let &slot = self.slots.get(id.index())?;
        Some(self.batches[slot.batch as usize].one(slot.index as usize))
    }

    /// Returns the batch of a goal, and its position in the batch.
    #[inline]
    pub(in crate::objective) fn slot(&self, id: GoalId) -> Option<(&dyn Batch<X>, usize)> {
        let slot = self.slots.get(id.index())?;
        Some((&*self.batches[slot.batch as usize], slot.index as usize))
    }

    /// Writes the values of `goals` into `row`, up to the shorter of the two.
    pub(in crate::objective) fn measure(
        &self,
        goals: impl IntoIterator<Item = GoalId>,
        seen: &Observed<'_, X>,
        row: &mut [Fitness],
    ) {
        let mut goals = goals.into_iter();
        // Few goals, as when a search measures only its frontier: looking ahead costs more than it
        // saves.
        if row.len() < SHORT {
            for (value, id) in row.iter_mut().zip(goals) {
                *value = self
                    .slot(id)
                    .map_or(Fitness::NEVER, |(batch, index)| batch.fitness(index, seen));
            }
            return;
        }
        // Goals of one type that were added together have consecutive numbers, and consecutive
        // positions in their batch. Such runs, which are most of a row, are measured by one virtual
        // call. Invariant: row[..at] is written, and `next` is the goal of row[at].
        let mut next = goals.next();
        let mut at = 0;
        while let Some(value) = row.get_mut(at) {
            let Some(id) = next else { break };
            next = goals.next();
            let Some(&slot) = self.slots.get(id.index()) else {
                *value = Fitness::NEVER;
                at += 1;
                continue;
            };
            let (batch, index) = (&*self.batches[slot.batch as usize], slot.index as usize);
            // One virtual call for one goal is cheaper than starting a run of few goals: look three
            // goals ahead before a run is started.
            let after = Slot { batch: slot.batch, index: slot.index.wrapping_add(FEW) };
            let many = next == Some(GoalId::new(id.number().wrapping_add(1)))
                && self.slots.get(id.index().saturating_add(FEW as usize)) == Some(&after);
            if !many {
                *value = batch.fitness(index, seen);
                at += 1;
                continue;
            }
            // Extend the run while both the goal numbers and the positions in the batch are
            // consecutive.
            let start = at;
            let mut follower = slot;
            loop {
                at += 1;
                follower.index = follower.index.wrapping_add(1);
                let follows = next.is_some_and(|id| self.slots.get(id.index()) == Some(&follower));
                if !follows || at == row.len() {
                    break;
                }
                next = goals.next();
            }
            batch.measure(index, seen, &mut row[start..at]);
        }
    }
}

/// The objectives of one type.
pub(in crate::objective) trait Batch<X: ?Sized>: Send + Sync {
    /// Returns the identity of an objective.
    fn goal(&self, index: usize) -> Goal;
    /// Returns the needs of an objective.
    fn needs(&self, index: usize) -> Needs;
    /// Returns the value of an objective.
    fn fitness(&self, index: usize, seen: &Observed<'_, X>) -> Fitness;
    /// Writes the values of the objectives from `first` on, as many as the row holds.
    fn measure(&self, first: usize, seen: &Observed<'_, X>, row: &mut [Fitness]);
    /// Returns the vector of objectives as `Any`.
    fn as_any(&mut self) -> &mut dyn Any;
    /// Returns one objective as `Any`.
    fn one(&mut self, index: usize) -> &mut dyn Any;
}

impl<X: ?Sized, O: Objective<X> + Send + Sync + 'static> Batch<X> for Vec<O> {
    fn goal(&self, index: usize) -> Goal {
        self[index].goal()
    }
    fn needs(&self, index: usize) -> Needs {
        self[index].needs()
    }
    fn fitness(&self, index: usize, seen: &Observed<'_, X>) -> Fitness {
        self[index].fitness(seen)
    }
    fn measure(&self, first: usize, seen: &Observed<'_, X>, row: &mut [Fitness]) {
        for (value, objective) in row.iter_mut().zip(&self[first..]) {
            *value = objective.fitness(seen);
        }
    }
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
    fn one(&mut self, index: usize) -> &mut dyn Any {
        &mut self[index]
    }
}
