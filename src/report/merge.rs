//! Merging a report into the tests that a search keeps.

use super::check::{MOST_RUNS, ReportError};
use super::data::{Report, Standing};
use super::kept_tests::{Covering, KeptTests, Near, Nearest, Shared};
use crate::id::GoalId;
use crate::objective::Goals;
use crate::selection::Frontier;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

impl<T: Clone, C: Ord + Clone> KeptTests<T, C> {
    /// Merges the tests of a report from another collection, as if they were executed after the
    /// tests in this collection.
    ///
    /// The runs of the report are numbered from [`runs`](Self::runs) + 1. The covered goals of the
    /// report are taken in first; then, for each goal that is not covered, the nearer test stays.
    /// This includes goals that are not within reach here, since they were where the report was
    /// made: so the order of merging does not matter. Goals are found by their identity. Goals that
    /// `goals` does not contain are skipped. Costs are computed again. Afterwards
    /// [`newly_covered`](Self::newly_covered), [`opened`](Self::opened) and
    /// [`nearer`](Self::nearer) return the changes that the report made. O(n log n) for n goals and
    /// tests.
    ///
    /// # Errors
    ///
    /// [`ReportError`] if the parts of the report contradict each other, as they do in no report
    /// that this crate makes, or if there are too many runs to count. Nothing is changed then.
    ///
    /// Goals that the other search discovered become goals here only if
    /// [`Discoveries::adopt`](crate::objective::Discoveries::adopt) adds them before:
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::execution::{ExceptionKind, Trace};
    /// use sbst::flow::FlowBuilder;
    /// use sbst::id::{Function, Symbol};
    /// use sbst::objective::{Criterion, Discoveries, GoalGraph, Goals};
    /// use sbst::report::KeptTests;
    /// use sbst::selection::Frontier;
    ///
    /// // A worker finds an exception.
    /// let mut worker = Campaign::builder()
    ///     .function(&FlowBuilder::new().exit(0))?
    ///     .criteria([Criterion::Exception])
    ///     .build()?;
    /// worker.run(&7, |caller, _| {
    ///     let f = caller.enter(Function::new(0));
    ///     f.threw(Symbol::new(3), ExceptionKind::Explicit);
    /// })?;
    ///
    /// let (graph, report) = (worker.graph(), worker.report());
    /// let mut goals = Goals::<Trace>::for_graph(graph);
    /// let mut discovery = Discoveries::none();
    /// discovery.exceptions();
    /// let found = report.goals.iter().map(|row| (row.goal, row.is_covered()));
    /// discovery.adopt(&mut goals, found).expect("exceptions only");
    /// let mut frontier = Frontier::of(&GoalGraph::new(&goals, graph));
    /// let mut tests = KeptTests::new();
    /// tests.merge(report, &goals, &mut frontier)?;
    /// assert_eq!(tests.suite(), [&7]);
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    pub fn merge<X: ?Sized>(
        &mut self,
        report: Report<T>,
        goals: &Goals<X>,
        frontier: &mut Frontier,
    ) -> Result<(), ReportError> {
        self.check(&report)?;
        self.forget();
        let Self { cost, archive, near, runs, covered: first, opened, nearer, .. } = self;
        // The other registry may number goals in another order, so indices of the report become ids
        // by way of identities.
        let ids: Vec<Option<GoalId>> =
            report.goals.iter().map(|row| goals.find(row.goal)).collect();
        let kept = report.tests.into_iter().map(|kept| {
            let covers: BTreeSet<GoalId> =
                kept.covers.iter().filter_map(|&place| *ids.get(place)?).collect();
            let covers = covers.into_iter().collect();
            (cost(&kept.test), kept.run + *runs, Covering { test: Shared::new(kept.test), covers })
        });
        let kept: Vec<_> = kept.collect();
        // First what is covered, since that opens goals.
        for (row, id) in report.goals.iter().zip(&ids) {
            if let (Some(id), Standing::Covered { test }) = (*id, &row.standing)
                && let Some((cost, run, covering)) = kept.get(*test)
            {
                if !archive.is_covered(id) {
                    first.push(id);
                }
                archive.offer(id, (cost.clone(), *run), || covering.clone());
            }
        }
        opened.extend_from_slice(frontier.cover(archive.goals()));
        near.resize_with(near.len().max(goals.len()), Near::default);
        for (row, id) in report.goals.iter().zip(&ids) {
            let Some(id) = id.filter(|&id| !archive.is_covered(id)) else { continue };
            let (test, fitness, why) = match (&row.standing, &row.kept) {
                (Standing::Near { test, fitness, why, .. }, _) => (test, fitness, why),
                (_, Some((test, fitness, why))) => (test, fitness, why),
                _ => continue,
            };
            if let Some((cost, run, covering)) = kept.get(*test)
                && near[id.index()].is_beaten_by(*fitness, cost)
            {
                let nearest = Nearest {
                    cost: cost.clone(),
                    run: *run,
                    test: Shared::clone(&covering.test),
                    why: why.clone(),
                };
                if near[id.index()].keep(*fitness, nearest) && frontier.is_active(id) {
                    nearer.push(id);
                }
            }
        }
        // Last, because the runs of the report are numbered from the old value.
        *runs += report.runs;
        Ok(())
    }

    /// Checks that a report can be merged: that its parts are consistent, and that its runs can be
    /// counted.
    pub(crate) fn check(&self, report: &Report<T>) -> Result<(), ReportError> {
        report.check_parts()?;
        match self.runs.checked_add(report.runs) {
            Some(runs) if runs <= MOST_RUNS => Ok(()),
            _ => Err(ReportError::TooManyRuns),
        }
    }
}
