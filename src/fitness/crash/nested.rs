//! Progress of an execution along a chain of nested calls.

use crate::execution::{Execution, Facts, On, Plane};
use crate::fitness::Fitness;
use crate::fitness::single::flat_statement_of;
use crate::fitness::sweep::Nothing;
use crate::flow::FlowGraph;
use crate::id::{Activation, Function, Statement};
use crate::sort::sort;
use alloc::vec::Vec;

/// Progress of the calls of an execution along a chain of lines. A line is covered in a call within
/// a call that covers the line before.
pub(super) struct Nested<'a, X: ?Sized> {
    graph: &'a FlowGraph,
    run: &'a X,
    /// Statements of each line, ascending.
    lines: &'a [Vec<Statement>],
    /// By activation: the number of lines covered on the way from the test to it, and the number
    /// including it.
    before_and_in: Vec<(u32, u32)>,
    /// Length of the longest covered chain.
    pub covered: u32,
}

impl<'a, X: Facts + ?Sized> Nested<'a, X> {
    /// Measures the calls of an execution. `lines` are the lines of the chain, the innermost first.
    /// One pass over the activations, times the statements of a line.
    pub(super) fn new(graph: &'a FlowGraph, run: &'a X, lines: &'a [Vec<Statement>]) -> Self {
        let lies_in = |block, activation| run.callee(activation) == graph.get_function_of(block);
        // lcp of Definition 2, over call paths. The first call on the way that covers a line is
        // taken for it, which leaves the most calls for the lines that follow; so this greedy
        // choice is optimal for each path. A caller comes before the calls that it makes, so one
        // pass in the order of calls is enough.
        let mut before_and_in: Vec<(u32, u32)> = Vec::new();
        for activation in (0..run.activation_count()).map(Activation::new) {
            if run.callee(activation).is_none() {
                break; // fewer activations than the store's count says
            }
            let caller =
                run.caller(activation).and_then(|(caller, _)| before_and_in.get(caller.index()));
            let before = caller.map_or(0, |caller| caller.1);
            let covers = line(lines, before).is_some_and(|line| {
                let mut here = line.iter().filter(|statement| lies_in(statement.block, activation));
                let within = On(run, Plane::Within(activation));
                here.any(|at| within.progress(at.block).is_some_and(|done| done >= at.index))
            });
            before_and_in.push((before, before + u32::from(covers)));
        }
        let covered = before_and_in.iter().map(|call| call.1).max().unwrap_or(0);
        Self { graph, run, lines, before_and_in, covered }
    }

    /// Returns the least value of the next line over the calls that may still cover it, or
    /// [`Fitness::COVERED`] if all lines are covered.
    pub(super) fn next(&self) -> Fitness {
        let Some(next) = line(self.lines, self.covered) else { return Fitness::COVERED };
        let calls = self.of_the_next();
        let mut least = Fitness::NEVER;
        for &statement in next {
            // A function that was not called there counts as in an execution in which nothing ran.
            least = least.min(flat_statement_of(self.graph, &Nothing, statement));
            let function = self.graph.get_function_of(statement.block);
            for call in calls.iter().filter(|call| Some(call.0) == function) {
                let within = On(self.run, Plane::Within(call.1));
                least = least.min(flat_statement_of(self.graph, &within, statement));
            }
        }
        least
    }

    /// Returns the calls that may still cover the next line, by function: the calls of its
    /// functions within a call that covers the last covered line, or anywhere if no line is
    /// covered. The result is empty if all lines are covered.
    pub(super) fn of_the_next(&self) -> Vec<(Function, Activation)> {
        let Some(next) = line(self.lines, self.covered) else { return Vec::new() };
        let lies_in =
            |at: &Statement, function| self.graph.get_function_of(at.block) == Some(function);
        let mut calls = Vec::new();
        for (call, activation) in self.before_and_in.iter().zip((0..).map(Activation::new)) {
            if call.0 == self.covered
                && let Some(function) = self.run.callee(activation)
                && next.iter().any(|at| lies_in(at, function))
            {
                calls.push((function, activation));
            }
        }
        sort(&mut calls);
        calls
    }
}

/// Returns the line of the first frame that is not covered, if `covered` frames are, counted from
/// the outermost.
pub(super) fn line(lines: &[Vec<Statement>], covered: u32) -> Option<&Vec<Statement>> {
    lines.iter().rev().nth(covered as usize)
}
