//! The tests that a search keeps: for each goal that is covered the cheapest one, for each goal within reach the nearest.

use super::report::{Report, Standing};
use crate::distance::Distance;
use crate::fitness::{Fitness, FitnessTable};
use crate::id::GoalId;
use crate::objective::{Explanation, Goals, Observed, covered};
use crate::selection::{Archive, Frontier};
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
#[cfg(not(target_has_atomic = "ptr"))]
pub(super) use alloc::rc::Rc as Shared;
#[cfg(target_has_atomic = "ptr")]
pub(super) use alloc::sync::Arc as Shared;
use alloc::vec::Vec;
use core::fmt;

/// Doc.
pub struct KeptTests<T, C = ()> {
    cost: Box<dyn Fn(&T) -> C + Send + Sync>,
    /// By cost, and the run that a test was made in: which tells tests apart, and of equals keeps the first.
    pub(super) archive: Archive<Covering<T>, (C, u64)>,
    /// By goal, and how many goals there were when it last took in how far nothing is.
    pub(super) near: Vec<Near<T, C>>,
    fitted: usize,
    runs: u64,
    /// By the last test: covered for the first time, opened, nearer than ever.
    covered: Vec<GoalId>,
    opened: Vec<GoalId>,
    nearer: Vec<GoalId>,
}

/// A test, and all goals that it covered.
pub(super) struct Covering<T> {
    pub(super) test: Shared<T>,
    pub(super) covers: Shared<[GoalId]>,
}

/// How near a goal the tests came: as far as no test at all, until there is one.
pub(super) struct Near<T, C> {
    pub(super) fitness: Fitness,
    pub(super) test: Option<Nearest<T, C>>,
}

pub(super) struct Nearest<T, C> {
    pub(super) cost: C,
    pub(super) run: u64,
    pub(super) test: Shared<T>,
    pub(super) why: Explanation,
}

impl<T> KeptTests<T> {
    /// Doc.
    #[must_use]
    pub fn new() -> Self {
        Self::by_cost(|_| ())
    }
}

impl<T, C> KeptTests<T, C> {
    /// Doc.
    #[must_use]
    pub fn by_cost(cost: impl Fn(&T) -> C + Send + Sync + 'static) -> Self {
        let (archive, near, covered, opened, nearer) = Default::default();
        Self { cost: Box::new(cost), archive, near, fitted: 0, runs: 0, covered, opened, nearer }
    }

    /// Makes room for all goals. What is as far from a goal as an execution of nothing is not near it: a function that was not entered.
    pub fn fit<X: ?Sized>(&mut self, goals: &Goals<X>, seen: &Observed<'_, X>) {
        if self.fitted == goals.len() {
            return;
        }
        let nothing = FitnessTable::new(seen.graph);
        let unseen = Observed::new(seen.graph, seen.run, &nothing).with_direct(&nothing);
        self.near.resize_with(goals.len(), Near::default);
        for goal in goals.ids().skip(self.fitted) {
            let (far, near) = (goals.fitness_of(goal, &unseen), &mut self.near[goal.index()]);
            // A finite value is one that this execution has, whatever it entered.
            if far.distance == Distance::INFINITE && near.test.is_none() {
                near.fitness = far;
            }
        }
        self.fitted = goals.len();
    }

    /// Doc.
    #[must_use]
    pub fn nearest(&self, goal: GoalId) -> Option<&T> {
        match self.archive.get(goal) {
            Some((_, kept)) => Some(&kept.test),
            None => self.near.get(goal.index())?.test.as_ref().map(|nearest| &*nearest.test),
        }
    }

    /// Doc.
    #[must_use]
    pub fn fitness(&self, goal: GoalId) -> Fitness {
        match self.archive.is_covered(goal) {
            true => Fitness::COVERED,
            false => self.near.get(goal.index()).map_or(Fitness::NEVER, |near| near.fitness),
        }
    }

    /// Doc.
    #[must_use]
    pub fn explain(&self, goal: GoalId) -> Option<&Explanation> {
        let nearest = self.near.get(goal.index()).filter(|_| !self.is_covered(goal))?.test.as_ref()?;
        Some(&nearest.why)
    }

    /// Doc.
    #[must_use]
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.archive.is_covered(goal)
    }

    /// Doc.
    pub fn covered(&self) -> impl Iterator<Item = GoalId> {
        self.archive.goals()
    }

    /// Doc.
    #[must_use]
    pub const fn covered_count(&self) -> usize {
        self.archive.len()
    }

    /// Doc.
    #[must_use]
    pub const fn runs(&self) -> u64 {
        self.runs
    }

    /// Doc.
    pub const fn pass(&mut self) {
        self.runs = self.runs.saturating_add(1);
    }

    /// Doc.
    #[must_use]
    pub fn newly_covered(&self) -> &[GoalId] {
        &self.covered
    }

    /// Doc.
    #[must_use]
    pub fn opened(&self) -> &[GoalId] {
        &self.opened
    }

    /// Doc.
    #[must_use]
    pub fn nearer(&self) -> &[GoalId] {
        &self.nearer
    }

    /// Doc.
    #[must_use]
    pub fn suite(&self) -> Vec<&T>
    where
        C: Ord,
    {
        self.archive.minimise(|kept| kept.covers.iter().copied()).into_iter().map(|kept| &*kept.test).collect()
    }
}

impl<T: Clone, C: Ord + Clone> KeptTests<T, C> {
    /// Doc.
    pub fn take_in(&mut self, test: &T, row: &[Fitness], frontier: &mut Frontier, mut explain: impl FnMut(GoalId) -> Explanation) {
        self.pass();
        self.near.resize_with(self.near.len().max(row.len()), Near::default);
        let Self { cost, archive, near, runs, covered: first, opened, nearer, .. } = self;
        let (cost, mut kept, mut covers) = (cost(test), None, None);
        let mut keep = || Shared::clone(kept.get_or_insert_with(|| Shared::new(test.clone())));
        first.clear();
        for goal in covered(row) {
            let before = archive.len();
            archive.offer(goal, (cost.clone(), *runs), || {
                let covers = covers.get_or_insert_with(|| covered(row).collect());
                Covering { test: keep(), covers: Shared::clone(covers) }
            });
            first.extend((archive.len() > before).then_some(goal));
        }
        opened.clear();
        opened.extend_from_slice(frontier.cover(first.iter().copied()));
        nearer.clear();
        for &goal in frontier.active() {
            let Some((&fitness, best)) = row.get(goal.index()).zip(near.get_mut(goal.index())) else { continue };
            if best.is_beaten_by(fitness, &cost) {
                if best.test.is_none() || fitness < best.fitness {
                    nearer.push(goal);
                }
                let nearest = Nearest { cost: cost.clone(), run: *runs, test: keep(), why: explain(goal) };
                *best = Near { fitness, test: Some(nearest) };
            }
        }
    }

    /// Doc. Takes in the tests of a report whose goals have these numbers here; its runs are counted as later than those before.
    pub fn merge<X: ?Sized>(&mut self, report: Report<T>, goals: &Goals<X>, frontier: &mut Frontier) {
        let Self { cost, archive, near, runs, .. } = self;
        let ids: Vec<Option<GoalId>> = report.goals.iter().map(|row| goals.find(row.goal)).collect();
        let kept = report.tests.into_iter().map(|kept| {
            let covers: BTreeSet<GoalId> = kept.covers.iter().filter_map(|&place| *ids.get(place)?).collect();
            let covers = covers.into_iter().collect();
            (cost(&kept.test), kept.run.saturating_add(*runs), Covering { test: Shared::new(kept.test), covers })
        });
        let kept: Vec<_> = kept.collect();
        let rows = || report.goals.iter().zip(&ids).filter_map(|(row, id)| Some(((*id)?, &row.standing)));
        for (id, standing) in rows() {
            if let Standing::Covered { test } = standing
                && let Some((cost, run, covering)) = kept.get(*test)
            {
                archive.offer(id, (cost.clone(), *run), || covering.clone());
            }
        }
        frontier.cover(archive.goals());
        near.resize_with(near.len().max(goals.len()), Near::default);
        for (id, standing) in rows().filter(|(id, _)| frontier.is_active(*id)) {
            if let Standing::Near { test, fitness, why, .. } = standing
                && let Some((cost, run, covering)) = kept.get(*test)
                && near[id.index()].is_beaten_by(*fitness, cost)
            {
                let nearest = Nearest { cost: cost.clone(), run: *run, test: Shared::clone(&covering.test), why: why.clone() };
                near[id.index()] = Near { fitness: *fitness, test: Some(nearest) };
            }
        }
        *runs = runs.saturating_add(report.runs);
    }
}

impl<T, C: Ord> Near<T, C> {
    /// Returns `true` if a test with this value and cost is nearer, or as near and cheaper.
    fn is_beaten_by(&self, fitness: Fitness, cost: &C) -> bool {
        match &self.test {
            Some(nearest) => (fitness, cost) < (self.fitness, &nearest.cost),
            None => fitness < self.fitness || fitness.distance != Distance::INFINITE,
        }
    }
}

impl<T, C> Default for Near<T, C> {
    fn default() -> Self {
        Self { fitness: Fitness::NEVER, test: None }
    }
}

// Derived, this would demand that T is Clone.
impl<T> Clone for Covering<T> {
    fn clone(&self) -> Self {
        Self { test: Shared::clone(&self.test), covers: Shared::clone(&self.covers) }
    }
}

impl<T> Default for KeptTests<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, C> fmt::Debug for KeptTests<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let near = self.near.iter().filter(|near| near.test.is_some()).count();
        let mut fields = f.debug_struct("KeptTests");
        fields.field("runs", &self.runs).field("covered", &self.covered_count()).field("near", &near).finish_non_exhaustive()
    }
}
