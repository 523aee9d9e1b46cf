//! Progress of an execution along a chain of nested calls.

use crate::execution::{Facts, On, Plane};
use crate::fitness::Fitness;
use crate::fitness::single::flat_statement_of;
use crate::fitness::sweep::Nothing;
use crate::flow::FlowGraph;
use crate::id::{Activation, Function, Statement};
use crate::sort::sort;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Statements of a line, ascending.
pub(super) type Statements = SmallVec<[Statement; 2]>;

/// Progress of the calls of an execution along a chain of lines. A line is covered in a call within
/// a call that covers the line before.
pub(super) struct Nested<'a, X: ?Sized> {
    graph: &'a FlowGraph,
    run: &'a X,
    lines: &'a [Statements],
    /// By activation: the number of lines covered on the way from the test to it, and the number
    /// including it.
    before_and_in: Vec<(u32, u32)>,
    /// Length of the longest covered chain.
    pub covered: u32,
}

impl<'a, X: Facts + ?Sized> Nested<'a, X> {
    /// Measures the calls of an execution. `lines` are the lines of the chain, the innermost first.
    /// One pass over the activations, times the statements of a line.
    pub(super) fn new(graph: &'a FlowGraph, run: &'a X, lines: &'a [Statements]) -> Self {
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
                here.any(|at| {
                    run.progress_on(Plane::Within(activation), at.block)
                        .is_some_and(|progress| progress >= at.index)
                })
            });
            before_and_in.push((before, before + u32::from(covers)));
        }
        let covered = before_and_in.iter().map(|call| call.1).max().unwrap_or(0);
        Self { graph, run, lines, before_and_in, covered }
    }

    /// Returns the least value of the next line over the calls that may still cover it, or
    /// [`Fitness::COVERED`] if all lines are covered.
    pub(super) fn next(&self) -> Fitness {
        let Self { graph, run, .. } = *self;
        let Some(next) = line(self.lines, self.covered) else { return Fitness::COVERED };
        let values = self.inside().flat_map(|(activation, function)| {
            let here = next
                .iter()
                .filter(move |statement| graph.get_function_of(statement.block) == Some(function));
            here.map(move |&statement| {
                flat_statement_of(graph, &On(run, Plane::Within(activation)), statement)
            })
        });
        // A function that was not called there counts as in an execution in which nothing ran.
        let never_called =
            next.iter().map(|&statement| flat_statement_of(graph, &Nothing, statement));
        values.chain(never_called).min().unwrap_or(Fitness::NEVER)
    }

    /// Returns the calls that may still cover the next line, by function: the calls of its
    /// functions within a call that covers the last covered line, or anywhere if no line is
    /// covered. The result is empty if all lines are covered.
    pub(super) fn of_the_next(&self) -> Vec<(Function, Activation)> {
        let Some(next) = line(self.lines, self.covered) else { return Vec::new() };
        let is_its = |function| {
            next.iter()
                .any(|statement| self.graph.get_function_of(statement.block) == Some(function))
        };
        let mut calls: Vec<_> =
            self.inside().map(|(activation, function)| (function, activation)).collect();
        calls.retain(|&(function, _)| is_its(function));
        sort(&mut calls);
        calls
    }

    /// Returns the calls before which the most lines are covered.
    fn inside(&self) -> impl Iterator<Item = (Activation, Function)> {
        let calls = self.before_and_in.iter().zip((0..).map(Activation::new));
        let inside = calls.filter(|(call, _)| call.0 == self.covered);
        inside.filter_map(|(_, activation)| Some((activation, self.run.callee(activation)?)))
    }
}

/// Returns the line of the first frame that is not covered, if `covered` frames are, counted from
/// the outermost.
pub(super) fn line(lines: &[Statements], covered: u32) -> Option<&Statements> {
    lines.iter().rev().nth(covered as usize)
}
