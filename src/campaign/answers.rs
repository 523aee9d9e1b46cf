//! What a campaign knows: the next goal, the nearest tests, and its parts.

use super::search::Campaign;
use crate::flow::FlowGraph;
use crate::id::GoalId;
use crate::objective::{Discoveries, Goals};
use crate::report::KeptTests;
use crate::selection::Frontier;

impl<T, X: ?Sized, C> Campaign<T, X, C> {
    /// Returns the goal to pursue next, one of the goals within reach, and counts that it was
    /// chosen.
    ///
    /// The [sampling](super::CampaignBuilder::sampling) determines which goal it is. `draw` is a
    /// random number in [0, 1); numbers outside are clamped, and NaN counts as 0.
    ///
    /// Returns `None` if no goal is within reach (all are covered, or were left out), or if all
    /// goals within reach were given up, which needs a sampling with
    /// [patience](crate::selection::Sampling::patience). Without patience, goals that no test can
    /// cover stay within reach for ever, so bound the search by [`runs`](Self::runs) or by time. If
    /// you go on after errors, bound it by `runs` plus [`refused`](Self::refused).
    /// O(log n) for n goals, amortised.
    pub fn next_goal(&mut self, draw: f64) -> Option<GoalId> {
        self.search.tests.frontier_mut().next_goal(draw)
    }

    /// Returns the test that came nearest to a goal; for a covered goal the cheapest test that
    /// covers it.
    ///
    /// Returns `None` if no test was near: before the first execution, for a goal that was never
    /// within reach, and if every execution is as far from the goal as if nothing had been executed
    /// (the function was never entered). See [`KeptTests::nearest`].
    #[must_use]
    pub fn nearest(&self, goal: GoalId) -> Option<&T> {
        self.tests().nearest(goal)
    }

    /// Returns the number of executions that were taken in, by this campaign or by those whose
    /// reports were [merged](Self::merge).
    #[must_use]
    pub const fn runs(&self) -> u64 {
        self.tests().runs()
    }

    /// Returns the number of executions that were refused with an error. Nothing else tells of
    /// them.
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::flow::FlowBuilder;
    /// use sbst::id::Function;
    /// use sbst::objective::Criterion;
    ///
    /// let mut campaign = Campaign::builder()
    ///     .function(&FlowBuilder::new().exit(0))?
    ///     .criteria([Criterion::Branch])
    ///     .build()?;
    /// campaign.run(&1, |c, _| c.enter(Function::new(0)).end(0))?;
    /// assert!(campaign.run(&2, |c, _| c.enter(Function::new(0)).end(7)).is_err());
    /// assert_eq!((campaign.runs(), campaign.refused()), (1, 1));
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    #[must_use]
    pub const fn refused(&self) -> u64 {
        self.search.refused
    }

    /// Returns the control-flow graph of the program.
    #[must_use]
    pub const fn graph(&self) -> &FlowGraph {
        &self.search.graph
    }

    /// Returns all goals, including those that were left out.
    #[must_use]
    pub const fn goals(&self) -> &Goals<X> {
        &self.search.goals
    }

    /// Returns the goals that were left out, as [`without`](super::CampaignBuilder::without) chose.
    #[must_use]
    pub fn left_out(&self) -> &[GoalId] {
        &self.search.dropped
    }

    /// Returns the part that makes goals while the search runs: of exceptions, and of kinds of other
    /// crates, whose finders it [finds](Discoveries::finder).
    #[must_use]
    pub const fn discovery(&self) -> &Discoveries<X> {
        &self.search.discovery
    }

    /// Returns the frontier, which knows the goals within reach ([`Frontier::active`]), how often
    /// each was chosen, and which were given up.
    #[must_use]
    pub const fn frontier(&self) -> &Frontier {
        self.tests().frontier()
    }

    /// Returns the tests that were kept: which goals are covered, how near the others are, and a
    /// small test suite ([`KeptTests::suite`]).
    #[must_use]
    pub const fn tests(&self) -> &KeptTests<T, C> {
        &self.search.tests
    }
}
