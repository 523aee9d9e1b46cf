//! A search in the manner of DynaMOSA, for tests of any form.

use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::flow::FlowGraph;
use sbst::id::GoalId;
use sbst::objective::{Goals, Tables, branch_goals, covered};
use sbst::selection::{Frontier, GoalGraph, Ranker, keep};
use std::rc::Rc;

/// A test, and how near it comes to each branch.
pub(crate) struct Individual<T> {
    pub(crate) test: T,
    row: Vec<Fitness>,
}

impl<T> AsRef<[Fitness]> for Individual<T> {
    fn as_ref(&self) -> &[Fitness] {
        &self.row
    }
}

/// One search for all branches of a graph.
pub(crate) struct Evolution<T> {
    graph: FlowGraph,
    goals: Goals<Trace>,
    /// Shared, so that a host that owns all it needs can hold it too.
    pub(crate) trace: Rc<Trace>,
    tables: Tables,
    pub(crate) frontier: Frontier,
    ranker: Ranker,
    population: Vec<Individual<T>>,
    pub(crate) executions: u32,
}

impl<T> Evolution<T> {
    pub(crate) fn new(graph: FlowGraph) -> Self {
        let mut goals = Goals::new();
        goals.extend(branch_goals(&graph));
        let frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
        let (trace, tables) = (Rc::new(goals.trace(&graph)), Tables::new(&graph));
        Self { graph, goals, trace, tables, frontier, ranker: Ranker::new(), population: Vec::new(), executions: 0 }
    }

    /// Searches until all is covered or the budget is spent. `child` makes a test of the population, which is empty at first, and of
    /// what is covered; `execute` runs it.
    pub(crate) fn run(
        &mut self,
        budget: u32,
        size: usize,
        mut child: impl FnMut(&[Individual<T>], &Frontier) -> T,
        mut execute: impl FnMut(&Trace, &T),
    ) {
        while !self.frontier.active().is_empty() && self.executions < budget {
            // Children first: of tests that are equally good, the first ones stay.
            let mut children: Vec<Individual<T>> = Vec::new();
            while children.len() < size && !self.frontier.active().is_empty() {
                let test = child(&self.population, &self.frontier);
                self.executions += 1;
                self.trace.reset();
                execute(&self.trace, &test);
                let mut row = Vec::new();
                self.goals.measure(&self.graph, &*self.trace, &mut self.tables, &mut row);
                self.frontier.cover(covered(&row));
                children.push(Individual { test, row });
            }
            children.append(&mut self.population);
            self.population = children;
            let survivors = self.ranker.select(&*self.population, self.frontier.active(), size, |_: GoalId, a, b| a.cmp(&b));
            keep(&mut self.population, survivors);
        }
    }
}
