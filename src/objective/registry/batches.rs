//! The objectives of a registry, those of one type side by side: measuring many of them is one loop that the compiler sees as a whole,
//! over memory that lies in a row.

use crate::fitness::Fitness;
use crate::id::GoalId;
use crate::objective::explain::explain;
use crate::objective::{Explanation, Goal, Needs, Objective, Observed};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::any::{Any, TypeId};

/// Rows for which looking for goals that stand side by side does not pay.
const SHORT: usize = 32;

/// As many goals must follow that stand side by side.
const FEW: u32 = 3;

/// All objectives, numbered in the order of arrival.
pub(in crate::objective) struct Batches<X: ?Sized> {
    /// By goal.
    slots: Vec<Slot>,
    batches: Vec<Box<dyn Batch<X>>>,
    /// The batch of each type.
    types: BTreeMap<TypeId, u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Slot {
    batch: u32,
    index: u32,
}

impl<X: ?Sized> Batches<X> {
    pub(in crate::objective) const fn new() -> Self {
        Self { slots: Vec::new(), batches: Vec::new(), types: BTreeMap::new() }
    }

    pub(in crate::objective) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Takes in the next objective.
    pub(in crate::objective) fn push<O: Objective<X> + Send + Sync + 'static>(&mut self, objective: O) {
        let (batch, same) = self.batch_of();
        same.push(objective);
        let index = same.len() as u32 - 1;
        self.slots.push(Slot { batch, index });
    }

    /// Puts an objective in the place of another one, which may be of another type: then that one stays behind, unused.
    pub(in crate::objective) fn replace<O: Objective<X> + Send + Sync + 'static>(&mut self, id: GoalId, objective: O) {
        let Some(&slot) = self.slots.get(id.index()) else { return };
        let (batch, same) = self.batch_of();
        if batch == slot.batch {
            same[slot.index as usize] = objective;
        } else {
            same.push(objective);
            let index = same.len() as u32 - 1;
            self.slots[id.index()] = Slot { batch, index };
        }
    }

    /// The objectives of one type.
    fn batch_of<O: Objective<X> + Send + Sync + 'static>(&mut self) -> (u32, &mut Vec<O>) {
        let batch = *self.types.entry(TypeId::of::<O>()).or_insert_with(|| {
            self.batches.push(Box::new(Vec::<O>::new()));
            self.batches.len() as u32 - 1
        });
        let same = self.batches[batch as usize].as_any().downcast_mut();
        (batch, same.expect("batches are found by the type of what they hold"))
    }

    /// A goal as it is.
    pub(in crate::objective) fn one(&mut self, id: GoalId) -> Option<&mut dyn Any> {
        let &slot = self.slots.get(id.index())?;
        Some(self.batches[slot.batch as usize].one(slot.index as usize))
    }

    /// The batch of a goal, and its slot there.
    #[inline]
    pub(in crate::objective) fn slot(&self, id: GoalId) -> Option<(&dyn Batch<X>, usize)> {
        let slot = self.slots.get(id.index())?;
        Some((&*self.batches[slot.batch as usize], slot.index as usize))
    }

    /// The values of `goals`, as far as the row goes.
    pub(in crate::objective) fn measure(
        &self,
        goals: impl IntoIterator<Item = GoalId>,
        seen: &Observed<'_, X>,
        row: &mut [Fitness],
    ) {
        let mut goals = goals.into_iter();
        if row.len() < SHORT {
            for (value, id) in row.iter_mut().zip(goals) {
                *value = self.slot(id).map_or(Fitness::NEVER, |(batch, index)| batch.fitness(index, seen));
            }
            return;
        }
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
            // A call for one goal is cheaper than a loop for few.
            let after = Slot { batch: slot.batch, index: slot.index.wrapping_add(FEW) };
            let many = next == Some(GoalId::new(id.number().wrapping_add(1)))
                && self.slots.get(id.index().saturating_add(FEW as usize)) == Some(&after);
            if !many {
                *value = batch.fitness(index, seen);
                at += 1;
                continue;
            }
            // Goals that follow one another in number and in their batch are measured in one call.
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
    fn goal(&self, index: usize) -> Goal;
    fn needs(&self, index: usize) -> Needs<X>;
    fn fitness(&self, index: usize, seen: &Observed<'_, X>) -> Fitness;
    fn explain(&self, index: usize, seen: &Observed<'_, X>) -> Explanation;
    /// Those from `first` on, as many as the row holds.
    fn measure(&self, first: usize, seen: &Observed<'_, X>, row: &mut [Fitness]);
    fn as_any(&mut self) -> &mut dyn Any;
    /// One of them.
    fn one(&mut self, index: usize) -> &mut dyn Any;
}

impl<X: ?Sized, O: Objective<X> + Send + Sync + 'static> Batch<X> for Vec<O> {
    fn goal(&self, index: usize) -> Goal {
        self[index].goal()
    }
    fn needs(&self, index: usize) -> Needs<X> {
        self[index].needs()
    }
    fn fitness(&self, index: usize, seen: &Observed<'_, X>) -> Fitness {
        self[index].fitness(seen)
    }
    fn explain(&self, index: usize, seen: &Observed<'_, X>) -> Explanation {
        explain(&self[index], seen)
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
