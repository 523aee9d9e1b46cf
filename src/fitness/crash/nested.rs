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
        // By activation: how many lines are covered on the way from the test to it, and then in it, each in a call of its own. The
        // first call on the way that covers a line will do: it leaves the most calls for the lines that follow.
        let mut before_and_in: Vec<(u32, u32)> = Vec::new();
        for activation in (0..run.activation_count()).map(Activation::new) {
            if run.callee(activation).is_none() {
                break; // there are no more, whatever their number is said to be
            }
            let caller = run.caller(activation).and_then(|(caller, _)| before_and_in.get(caller.index()));
            let before = caller.map_or(0, |caller| caller.1);
            let covers = line(before).is_some_and(|line| {
                let mut here = line.iter().filter(|&&(block, _)| lies_in(block, activation));
                here.any(|&(block, k)| run.progress_in(activation, block).is_some_and(|progress| progress >= k))
            });
            before_and_in.push((before, before + u32::from(covers)));
        }

        let covered = before_and_in.iter().map(|call| call.1).max().unwrap_or(0);
        let Some(next) = line(covered) else { return Self { covered, next: Fitness::COVERED } };
        let last = before_and_in.iter().zip((0..).map(Activation::new)).filter(|(call, _)| call.0 == covered);
        let values = last.flat_map(|(_, activation)| {
            let here = next.iter().filter(move |&&(block, _)| lies_in(block, activation));
            here.map(move |&(block, k)| flat_statement_of(graph, &Within::new(run, activation), block, k))
        });
        // Where its function was not called there, the line is as far as from a run in which nothing ran.
        let never_called = next.iter().map(|&(block, k)| flat_statement_of(graph, &Nothing, block, k));
        Self { covered, next: values.chain(never_called).min().unwrap_or(Fitness::NEVER) }
    }
}
