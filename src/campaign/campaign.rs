//! Everything that a search over goals needs, held together.

use super::error::CampaignError;
use super::ways::Ways;
use crate::execution::{CallTreeLimits, Caller, Execution, Trace};
use crate::fitness::Fitness;
use crate::flow::{FlowGraph, Lines};
use crate::id::GoalId;
use crate::objective::{Goal, GoalGraph, Goals, Roots, Tables};
use crate::report::{KeptTests, Report};
use crate::selection::Frontier;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// Doc.
pub struct Campaign<T, X: ?Sized = Trace, C = ()> {
    pub(super) recorder: Option<Trace>,
    /// A run has begun and did not end well.
    pub(super) is_recording: bool,
    pub(super) search: Search<T, X, C>,
}

/// The settings of the recorder that are the user's.
pub(super) type Record = Box<dyn Fn(Trace) -> Trace + Send + Sync>;

/// All but the recorder, which is read while this changes.
pub(super) struct Search<T, X: ?Sized, C> {
    pub(super) graph: FlowGraph,
    pub(super) lines: Option<Lines>,
    pub(super) goals: Goals<X>,
    pub(super) dropped: Vec<GoalId>,
    pub(super) roots: Roots,
    pub(super) ways: Ways<X>,
    pub(super) tables: Tables,
    pub(super) frontier: Frontier,
    pub(super) tests: KeptTests<T, C>,
    pub(super) row: Vec<Fitness>,
    pub(super) record: Record,
    pub(super) reads_calls: bool,
}

/// Doc.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome<'a, X: ?Sized> {
    /// What was observed.
    pub run: &'a X,
    /// By goal, how far the execution is from it.
    pub row: &'a [Fitness],
    /// The goals that it was the first to cover.
    pub covered: &'a [GoalId],
    /// The goals that came within reach by it.
    pub opened: &'a [GoalId],
    /// The goals within reach that no execution was so near to before, and that it does not cover.
    pub nearer: &'a [GoalId],
}

impl<T: Clone, C: Ord + Clone> Campaign<T, Trace, C> {
    /// Doc.
    pub fn run<R>(&mut self, test: &T, subject: impl FnOnce(Caller<'_>, &T) -> R) -> Result<Outcome<'_, Trace>, CampaignError> {
        // A recorder that was misused, or that a panic left, does not forget it.
        if core::mem::replace(&mut self.is_recording, true) {
            self.recorder = None;
        }
        let trace = &*self.recorder.get_or_insert_with(|| self.search.recorder());
        trace.reset();
        subject(trace.root(), test);
        if let Err(misuse) = trace.check() {
            self.search.tests.pass();
            return Err(CampaignError::misuse(misuse, &self.search.graph));
        }
        self.is_recording = false;
        self.search.take_in(test, trace)
    }
}

impl<T: Clone, X: Execution + ?Sized, C: Ord + Clone> Campaign<T, X, C> {
    /// Doc.
    pub fn offer<'a>(&'a mut self, test: &T, run: &'a X) -> Result<Outcome<'a, X>, CampaignError> {
        self.search.take_in(test, run)
    }
}

impl<T, X: ?Sized, C> Campaign<T, X, C> {
    /// Doc.
    #[must_use]
    pub fn next_goal(&self, draw: f64) -> Option<GoalId> {
        let active = self.frontier().active();
        active.get((draw * active.len() as f64) as usize).or(active.last()).copied()
    }

    /// Doc.
    #[must_use]
    pub fn nearest(&self, goal: GoalId) -> Option<&T> {
        self.tests().nearest(goal)
    }

    /// Doc.
    #[must_use]
    pub const fn runs(&self) -> u64 {
        self.tests().runs()
    }

    /// Doc.
    #[must_use]
    pub fn report(&self) -> Report<T>
    where
        T: Clone,
    {
        Report::of(self.tests(), &self.search.goal_graph(), self.frontier(), self.search.lines.as_ref())
    }

    /// Doc.
    #[must_use]
    pub const fn graph(&self) -> &FlowGraph {
        &self.search.graph
    }

    /// Doc.
    #[must_use]
    pub const fn goals(&self) -> &Goals<X> {
        &self.search.goals
    }

    /// Doc.
    #[must_use]
    pub const fn frontier(&self) -> &Frontier {
        &self.search.frontier
    }

    /// Doc.
    #[must_use]
    pub const fn tests(&self) -> &KeptTests<T, C> {
        &self.search.tests
    }
}

impl<T: Clone, X: ?Sized, C: Ord + Clone> Campaign<T, X, C> {
    /// Doc.
    pub fn merge(&mut self, report: Report<T>) -> Result<(), CampaignError> {
        let Search { graph, goals, ways, .. } = &mut self.search;
        if report.version != Report::<T>::VERSION {
            return Err(CampaignError::OtherVersion { version: report.version });
        }
        graph.check(report.graph)?;
        let mut unknown = Vec::new();
        for row in report.goals.iter().filter(|row| goals.find(row.goal).is_none()) {
            match row.goal {
                Goal::Exception(thrown) if ways.discover.is_some() => unknown.push(thrown),
                goal => return Err(CampaignError::UnknownGoal { goal }),
            }
        }
        if let Some(discover) = ways.discover {
            discover(goals, None, unknown);
        }
        self.search.follow();
        let Search { goals, tests, frontier, .. } = &mut self.search;
        tests.merge(report, goals, frontier);
        Ok(())
    }
}

impl<T, X: ?Sized, C> Search<T, X, C> {
    pub(super) fn goal_graph(&self) -> GoalGraph<'_, X> {
        goal_graph(&self.goals, &self.graph, self.roots, &self.dropped)
    }

    fn recorder(&self) -> Trace {
        let trace = self.goals.trace(&self.graph);
        (self.record)(if self.reads_calls { trace.with_call_tree(CallTreeLimits::default()) } else { trace })
    }

    /// Lets the frontier take in the goals that came.
    pub(super) fn follow(&mut self) {
        let Self { graph, goals, dropped, roots, frontier, .. } = self;
        frontier.fit(&goal_graph(goals, graph, *roots, dropped));
    }
}

fn goal_graph<'a, X: ?Sized>(
    goals: &'a Goals<X>,
    graph: &'a FlowGraph,
    roots: Roots,
    dropped: &'a [GoalId],
) -> GoalGraph<'a, X> {
    GoalGraph::new(goals, graph).with_roots(roots).without(dropped.iter().copied())
}

impl<T: Clone, X: Execution + ?Sized, C: Ord + Clone> Search<T, X, C> {
    fn take_in<'a>(&'a mut self, test: &T, run: &'a X) -> Result<Outcome<'a, X>, CampaignError> {
        if let Err(error) = self.measure(test, run) {
            self.tests.pass();
            return Err(error);
        }
        let Self { row, tests, .. } = self;
        Ok(Outcome { run, row, covered: tests.newly_covered(), opened: tests.opened(), nearer: tests.nearer() })
    }

    fn measure(&mut self, test: &T, run: &X) -> Result<(), CampaignError> {
        let Self { graph, goals, dropped, roots, ways, tables, frontier, tests, row, .. } = self;
        let Ways { refine, discover, operands } = ways;
        // What an execution that is refused has thrown is no goal.
        run.fits(graph)?;
        refine(graph, run, &mut |refined| {
            if discover.is_some_and(|discover| discover(goals, Some(run), Vec::new())) {
                frontier.fit(&goal_graph(goals, graph, *roots, dropped));
            }
            let seen = &match refined {
                Some(refined) => goals.try_observe(graph, refined, tables)?,
                None => goals.try_observe(graph, run, tables)?,
            };
            row.resize(goals.len(), Fitness::NEVER);
            goals.fitness(goals.ids(), seen, row);
            tests.fit(goals, seen);
            tests.take_in(test, row, frontier, |goal| operands(goals.explain(goal, seen), seen.run));
            Ok(())
        })
    }
}

impl<T, X: ?Sized, C> fmt::Debug for Campaign<T, X, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Campaign").field("goals", &self.goals()).field("tests", &self.tests()).finish_non_exhaustive()
    }
}
