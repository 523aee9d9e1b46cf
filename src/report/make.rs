//! Reports, made from the parts of a search.

use super::kept_tests::{KeptTests, Near, Shared};
use super::report::{GoalReport, KeptTest, Report, Standing};
use crate::flow::{FlowGraph, Lines};
use crate::id::{GoalId, Line};
use crate::objective::{Goal, GoalGraph, Needs, Place};
use crate::selection::Frontier;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::ToString;
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
        let mut tests = Tests { places: BTreeMap::new(), tests: Vec::new() };
        let rows = goals.ids().map(|id| {
            let standing = match (kept.archive.get(id), kept.near.get(id.index())) {
                (Some(((_, run), covering)), _) => Standing::Covered { test: tests.place(*run, &covering.test, &covering.covers) },
                (None, Some(Near { fitness, test: Some(nearest) })) => Standing::Near {
                    test: tests.place(nearest.run, &nearest.test, &[]),
                    fitness: *fitness,
                    why: nearest.why.clone(),
                    words: nearest.why.in_graph(graph).to_string(),
                },
                _ if frontier.is_active(id) => Standing::Far,
                _ if waiting.contains(&id) => {
                    Standing::Waiting { behind: goal_graph.parents(id).into_iter().map(|parent| goals.goal(parent)).collect() }
                }
                _ => Standing::LeftOut,
            };
            let (goal, needs) = (goals.goal(id), goals.needs(id));
            let place = needs.as_ref().and_then(|needs| needs.places().next());
            let name = place.map_or_else(|| goal.to_string(), |place| format!("{goal} ({})", place.in_graph(graph)));
            GoalReport { goal, name, line: lines.and_then(|lines| line_of(goal, &needs?, graph, lines)), standing }
        });
        let goals = rows.collect();
        Self { version: Self::VERSION, graph: graph.identity(), runs: kept.runs(), tests: tests.tests, goals }
    }
}

/// The tests of a report, by the number of their run.
struct Tests<T> {
    places: BTreeMap<u64, usize>,
    tests: Vec<KeptTest<T>>,
}

impl<T: Clone> Tests<T> {
    fn place(&mut self, run: u64, test: &Shared<T>, covers: &[GoalId]) -> usize {
        let Self { places, tests } = self;
        let place = *places.entry(run).or_insert_with(|| {
            tests.push(KeptTest { test: T::clone(test), run, covers: Vec::new() });
            tests.len() - 1
        });
        if tests[place].covers.is_empty() {
            tests[place].covers.extend(covers.iter().map(|goal| goal.index()));
        }
        place
    }
}

/// The line of a goal: that of its first statement; of a branch the line that decides.
fn line_of<X: ?Sized>(goal: Goal, needs: &Needs<X>, graph: &FlowGraph, lines: &Lines) -> Option<Line> {
    if let Goal::Line(line) = goal {
        return Some(line);
    }
    needs.statements().next().and_then(|statement| lines.line(statement)).or_else(|| match needs.places().next()? {
        Place::Branch(branch) => Some(lines.of_block(graph.get_edge(branch)?.source).next_back()?.1),
        Place::Block(block) => Some(lines.of_block(block).next()?.1),
        Place::Function(function) => Some(lines.of_block(graph.get_block(function, 0)?).next()?.1),
    })
}
