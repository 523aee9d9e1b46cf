//! Progress of an execution along a chain of nested calls.

use crate::distance::Distance;
use crate::execution::{Execution, Facts, Plane};
use crate::fitness::Fitness;
use crate::fitness::single::flat_statement_of;
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Activation, Block, Function, Statement};
use crate::sort::sort;
use alloc::vec::Vec;

/// Progress of the calls of an execution along a chain of lines. A line is covered in a call within
/// a call that covers the line before.
///
/// It is also an execution: the calls that may still cover the next line, merged. The whole
/// execution would be wrong in their place, because it contains calls of the same function
/// elsewhere.
pub(super) struct Nested<'a, X: ?Sized> {
    graph: &'a FlowGraph,
    run: &'a X,
    /// Statements of the next line, if a line is not covered.
    next: Option<&'a [Statement]>,
    /// Length of the longest covered chain.
    pub covered: u32,
    /// The calls that may still cover the next line, by function: the calls of its functions within
    /// a call that covers the last covered line, or anywhere if no line is covered.
    calls: Vec<(Function, Activation)>,
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
                let progress = |block| run.progress_on(Plane::Within(activation), block);
                here.any(|at| progress(at.block).is_some_and(|done| done >= at.index))
            });
            before_and_in.push((before, before + u32::from(covers)));
        }
        let covered = before_and_in.iter().map(|call| call.1).max().unwrap_or(0);
        let next = line(lines, covered);
        let mut calls = Vec::new();
        for (call, activation) in before_and_in.iter().zip((0..).map(Activation::new)) {
            if call.0 == covered
                && let Some(function) = run.callee(activation)
                && next.is_some_and(|next| next.iter().any(|at| lies_in(at.block, activation)))
            {
                calls.push((function, activation));
            }
        }
        sort(&mut calls);
        Self { graph, run, next, covered, calls }
    }

    /// Returns the least value of the next line over the calls that may still cover it, or
    /// [`Fitness::COVERED`] if all lines are covered.
    ///
    /// A function that was not called there counts as in an execution in which nothing ran. The
    /// nearest observed branch of all calls is the nearest one of some call, so the value of the
    /// merged calls is the least of their values.
    pub(super) fn next(&self) -> Fitness {
        let Some(next) = self.next else { return Fitness::COVERED };
        let values = next.iter().map(|&at| flat_statement_of(self.graph, self, at));
        values.min().unwrap_or(Fitness::NEVER)
    }

    /// Returns the calls of the function in which a block lies.
    fn around(&self, block: Block) -> impl Iterator<Item = Plane> {
        let function = self.graph.get_function_of(block);
        let first = self.calls.partition_point(|call| Some(call.0) < function);
        let here = self.calls[first..].iter().take_while(move |call| Some(call.0) == function);
        here.map(|call| Plane::Within(call.1))
    }
}

impl<X: Facts + ?Sized> Execution for Nested<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        let calls = self.around(branch.source);
        calls.filter_map(|call| self.run.branch_distance_on(call, branch)).min()
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.around(block).filter_map(|call| self.run.progress_on(call, block)).max()
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        for call in &self.calls {
            self.run.entered_on(Plane::Within(call.1), graph, visit);
        }
    }
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.run.fits(graph)
    }
}

/// Returns the line of the first frame that is not covered, if `covered` frames are, counted from
/// the outermost.
pub(super) fn line(lines: &[Vec<Statement>], covered: u32) -> Option<&[Statement]> {
    lines.iter().rev().nth(covered as usize).map(Vec::as_slice)
}
