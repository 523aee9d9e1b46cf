//! Reports, made from the parts of a search.

use super::data::{GoalReport, KeptTest, Report, Standing};
use super::kept_tests::{KeptTests, Near};
use crate::flow::{FlowGraph, Lines};
use crate::id::{GoalId, Line};
use crate::objective::{Goal, GoalGraph, Needs, Place};
use crate::selection::Frontier;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

impl<T: Clone> Report<T> {
    /// Creates the report of a search from its parts: the tests that it kept, its goals, and its frontier.
    ///
    /// `goal_graph` is the one that the frontier was made of; `lines`, if given, tell the line of each goal. For a campaign see
    /// [`Campaign::report`](crate::Campaign::report). O(n log n) for n goals, and the parents of goals out of reach.
    /// For parts of different searches, the standings mean nothing.
    #[must_use]
    pub fn of<X: ?Sized, C>(
        kept: &KeptTests<T, C>,
        goal_graph: &GoalGraph<'_, X>,
        frontier: &Frontier,
        lines: Option<&Lines>,
    ) -> Self {
        let (goals, graph) = (goal_graph.goals(), goal_graph.flow());
        let waiting: BTreeSet<GoalId> = frontier.waiting().collect();
        let tests = Tests::of(kept, goals.ids());
        let rows = goals.ids().map(|id| {
            let standing = match (kept.archive.get(id), kept.near.get(id.index())) {
                (Some(((_, run), _)), _) => Standing::Covered { test: tests.place(*run) },
                (None, _) if frontier.is_aside(id) => Standing::NotNeeded,
                (None, Some(Near { fitness, test: Some(nearest) })) => Standing::Near {
                    test: tests.place(nearest.run),
                    fitness: *fitness,
                    why: nearest.why.clone(),
                    words: nearest.why.as_ref().map_or_else(String::new, |why| why.in_graph(graph).to_string()),
                },
                _ if frontier.is_active(id) => Standing::Far,
                _ if waiting.contains(&id) => {
                    Standing::Waiting { behind: goal_graph.parents(id).into_iter().map(GoalId::index).collect() }
                }
                _ => Standing::LeftOut,
            };
            let (goal, needs) = (goals.goal(id), goals.needs(id));
            let place =
                goals.history_in_words(goal, graph).or_else(|| Some(needs.as_ref()?.places().next()?.in_graph(graph).to_string()));
            GoalReport { goal, place, line: lines.and_then(|lines| line_of(goal, &needs?, graph, lines)), standing }
        });
        let copies = goals.copies_identity();
        let goals = rows.collect();
        Self { version: Self::VERSION, graph: graph.identity(), copies, runs: kept.runs(), tests: tests.into_rows(), goals }
    }
}

/// The tests of a report, by the number of their run: what they cover if they are kept for that.
struct Tests<'a, T>(BTreeMap<u64, (usize, &'a T, &'a [GoalId])>);

impl<'a, T: Clone> Tests<'a, T> {
    fn of<C>(kept: &'a KeptTests<T, C>, goals: impl Iterator<Item = GoalId>) -> Self {
        let mut tests = BTreeMap::new();
        for goal in goals {
            if let Some(((_, run), covering)) = kept.archive.get(goal) {
                tests.insert(*run, (0, &*covering.test, &*covering.covers));
            } else if let Some(nearest) = kept.near.get(goal.index()).and_then(|near| near.test.as_ref()) {
                tests.entry(nearest.run).or_insert((0, &*nearest.test, &[]));
            }
        }
        tests.values_mut().zip(0..).for_each(|(test, place)| test.0 = place);
        Self(tests)
    }

    fn place(&self, run: u64) -> usize {
        self.0.get(&run).map_or(0, |test| test.0)
    }

    fn into_rows(self) -> Vec<KeptTest<T>> {
        let covers = |goals: &[GoalId]| goals.iter().map(|goal| goal.index()).collect();
        self.0.into_iter().map(|(run, (_, test, goals))| KeptTest { test: test.clone(), run, covers: covers(goals) }).collect()
    }
}

/// Returns the line of a goal: that of its first statement; of a branch the line that decides.
fn line_of<X: ?Sized>(goal: Goal, needs: &Needs<X>, graph: &FlowGraph, lines: &Lines) -> Option<Line> {
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
    let entry = || if let Place::Function(function) = place { graph.get_block(function, 0) } else { None };
    Some(lines.of_block(block.or_else(entry)?).next()?.1)
}
