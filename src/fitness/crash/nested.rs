//! How far an execution came along a chain of nested calls.

use crate::execution::{CallTree, Within};
use crate::fitness::Fitness;
use crate::fitness::single::flat_statement_of;
use crate::fitness::sweep::Nothing;
use crate::flow::FlowGraph;
use crate::id::{Activation, Block};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The statements of a line, ascending.
pub(super) type Statements = SmallVec<[(Block, u32); 2]>;

/// How many lines of a chain are covered, each in a call within one that covers the line before, and how far the next line is.
pub(super) struct Nested {
    pub covered: u32,
    /// The least value of the next line over the calls within those that cover the last line; [`Fitness::COVERED`] if all are covered.
    pub next: Fitness,
}

impl Nested {
    /// `lines` are those of the chain, the innermost first.
    pub(super) fn new<X: CallTree + ?Sized>(graph: &FlowGraph, run: &X, lines: &[Statements]) -> Self {
        let line = |covered: u32| lines.iter().rev().nth(covered as usize);
        let lies_in = |block, activation| run.callee(activation) == graph.get_function_of(block);
        // As far as there are any, whatever their number is said to be.
        let exists = |activation: &Activation| run.callee(*activation).is_some();
        let activations = || (0..run.activation_count()).map(Activation::new).take_while(exists);
        // By activation: how many lines are covered on the way from the test into it, each in a call of its own. The first call
        // on the way that covers a line will do: it leaves the most calls for the lines that follow.
        let mut inside: Vec<u32> = Vec::new();
        let outside = |inside: &[u32], activation| {
            let caller = run.caller(activation).and_then(|caller| inside.get(caller.index()));
            caller.copied().unwrap_or(0)
        };
        for activation in activations() {
            let covered = outside(&inside, activation);
            let covers = line(covered).is_some_and(|line| {
                let mut here = line.iter().filter(|&&(block, _)| lies_in(block, activation));
                here.any(|&(block, k)| run.progress_in(activation, block).is_some_and(|progress| progress >= k))
            });
            inside.push(covered + u32::from(covers));
        }

        let covered = inside.iter().copied().max().unwrap_or(0);
        let Some(next) = line(covered) else { return Self { covered, next: Fitness::COVERED } };
        let last = activations().filter(|&activation| outside(&inside, activation) == covered);
        let values = last.flat_map(|activation| {
            let here = next.iter().filter(move |&&(block, _)| lies_in(block, activation));
            here.map(move |&(block, k)| flat_statement_of(graph, &Within::new(run, activation), block, k))
        });
        // Where its function was not called there, the line is as far as from a run in which nothing ran.
        let never_called = next.iter().map(|&(block, k)| flat_statement_of(graph, &Nothing, block, k));
        Self { covered, next: values.chain(never_called).min().unwrap_or(Fitness::NEVER) }
    }
}
