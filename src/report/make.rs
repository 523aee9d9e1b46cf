//! Making of reports from the parts of a search.

use super::data::{GoalReport, KeptTest, LeftOut, Report, Standing};
use super::kept_tests::{KeptTests, Nearest};
use crate::flow::{FlowGraph, Lines};
use crate::id::{GoalId, Line};
use crate::objective::{Goal, GoalGraph, Needs, Place};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::ToString;
use alloc::vec::Vec;

impl<T: Clone> Report<T> {
    /// Creates the report of a search from its parts: the tests that it kept, and its goals.
    ///
    /// `goal_graph` must be the goal graph that the frontier of the tests was made from; parts of different
    /// searches give a report without meaning. `lines` adds the source line of each goal, if given.
    /// A campaign calls this for you: [`Campaign::report`](crate::Campaign::report). O(n log n) for
    /// n goals, plus the number of parents of the goals out of reach.
    #[must_use]
    pub fn of<X: ?Sized, C>(
        kept: &KeptTests<T, C>,
        goal_graph: &GoalGraph<'_, X>,
        lines: Option<&Lines>,
    ) -> Self {
        let (goals, graph) = (goal_graph.goals(), goal_graph.flow());
        let waiting: BTreeSet<GoalId> = kept.frontier.waiting().collect();
        let tests = Tests::of(kept, goals.ids());
        let rows = goals.ids().map(|id| {
            let standing = tests.standing(kept, goal_graph, &waiting, id);
            let (goal, needs) = (goals.goal(id), goals.needs(id));
            // A goal may have words of its own; any other goal has its first place.
            let said = || needs.as_ref()?.words().map(ToString::to_string);
            let place = said()
                .or_else(|| Some(needs.as_ref()?.places().next()?.in_graph(graph).to_string()));
            let line = lines.and_then(|lines| line_of(goal, &needs?, graph, lines));
            let source = lines
                .and_then(|lines| lines.place(line?))
                .map(|(file, line)| (file.to_string(), line));
            let kept = match (&standing, kept.kept(id)) {
                (Standing::Covered { .. } | Standing::Near { .. }, _) => None,
                (_, Some(nearest)) => {
                    let why = nearest.why.as_deref().cloned();
                    Some((tests.place(nearest.kept.run), kept.fitness(id), why))
                }
                _ => None,
            };
            GoalReport { goal, place, line, source, standing, kept }
        });
        let left_out = goals.left_out().map(|(place, what)| {
            let place = place.in_graph(graph).to_string();
            LeftOut { place, what: what.to_string() }
        });
        Self {
            version: Self::VERSION,
            graph: graph.identity(),
            histories: goals.followed().collect(),
            runs: kept.runs(),
            goals: rows.collect(),
            tests: tests.into_rows(),
            left_out: left_out.collect(),
        }
    }
}

/// Tests of a report by the number of their run: the index in the report, the test, and the goals
/// that it covers.
struct Tests<'a, T>(BTreeMap<u64, (usize, &'a T, &'a [GoalId])>);

impl<'a, T: Clone> Tests<'a, T> {
    /// Collects the tests that cover a goal or are nearest to one, each once, and numbers them in
    /// the order of their runs.
    fn of<C>(kept: &'a KeptTests<T, C>, goals: impl Iterator<Item = GoalId>) -> Self {
        let mut tests = BTreeMap::new();
        for goal in goals {
            if let Some(Nearest { kept: test, .. }) = kept.kept(goal) {
                let row = tests.entry(test.run).or_insert((0, &test.test, &[][..]));
                if kept.is_covered(goal) {
                    row.2 = &test.covers;
                }
            }
        }
        for (place, test) in tests.values_mut().enumerate() {
            test.0 = place;
        }
        Self(tests)
    }

    /// Returns the index in the report of the test of a run.
    fn place(&self, run: u64) -> usize {
        self.0.get(&run).map_or(0, |test| test.0)
    }

    /// Returns the standing of a goal.
    fn standing<X: ?Sized, C>(
        &self,
        kept: &KeptTests<T, C>,
        graph: &GoalGraph<'_, X>,
        waiting: &BTreeSet<GoalId>,
        goal: GoalId,
    ) -> Standing {
        let (frontier, fitness) = (&kept.frontier, kept.fitness(goal));
        // The order matters: a goal that was set aside, or is out of reach, may still be covered by
        // chance.
        match kept.kept(goal) {
            Some(nearest) if fitness.is_covered() => {
                Standing::Covered { test: self.place(nearest.kept.run) }
            }
            _ if frontier.is_aside(goal) => Standing::NotNeeded,
            // A report that was merged may be near to a goal that is out of reach here.
            Some(nearest) if frontier.is_active(goal) => {
                let (test, why) = (self.place(nearest.kept.run), nearest.why.as_deref().cloned());
                let missing = why.as_ref().map(|why| why.missing_in_graph(graph.flow()));
                let missing = missing.unwrap_or_default();
                Standing::Near { test, fitness, why, missing }
            }
            _ if frontier.is_active(goal) => Standing::Far,
            _ if waiting.contains(&goal) => Standing::Waiting {
                behind: graph.parents(goal).into_iter().map(GoalId::index).collect(),
            },
            _ => Standing::LeftOut,
        }
    }

    /// Returns the tests in the order of their runs.
    fn into_rows(self) -> Vec<KeptTest<T>> {
        let row = |(run, (_, test, goals)): (u64, (usize, &T, &[GoalId]))| {
            let covers = goals.iter().map(|goal| goal.index()).collect();
            KeptTest { test: test.clone(), run, covers }
        };
        self.0.into_iter().map(row).collect()
    }
}

/// Returns the source line of a goal: of a branch, the line that decides; of another goal, the line
/// of its first statement.
fn line_of(goal: Goal, needs: &Needs, graph: &FlowGraph, lines: &Lines) -> Option<Line> {
    if let Goal::Line(line) = goal {
        return Some(line);
    }
    if let Some(line) = needs.statements().next().and_then(|statement| lines.line(statement)) {
        return Some(line);
    }
    let place = needs.places().next()?;
    if let Place::Branch(branch) = place {
        return Some(lines.of_block(graph.get_edge(branch)?.source).next_back()?.1);
    }
    let block = if let Place::Block(block) = place { Some(block) } else { None };
    let entry =
        || if let Place::Function(function) = place { graph.get_block(function, 0) } else { None };
    Some(lines.of_block(block.or_else(entry)?).next()?.1)
}
