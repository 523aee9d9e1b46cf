//! The control flow of compiled code, and its executions.

use crate::sancov::{Event, NativeBlock};
use sbst::distance::{Decision, Distance};
use sbst::execution::Trace;
use sbst::flow::{FlowBuilder, FlowError, FlowGraph, Outcome, Unreachable};
use sbst::id::{Block, Function};
use std::collections::HashMap;

/// Compiled functions. Blocks are numbered as their guards are.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) graph: FlowGraph,
    /// By number: the block of the graph, and its function.
    blocks: Vec<(Block, Function)>,
    is_entry: Vec<bool>,
    successors: Vec<Vec<u32>>,
}

/// An activation that has not returned: its function, the block that it is in, and how far the
/// operands were apart that it compared last.
type Frame = (Function, u32, u64);

impl Program {
    pub(crate) fn new(native: &[NativeBlock]) -> Result<Self, FlowError> {
        let (mut graph, mut blocks, mut successors) = (FlowGraph::new(), Vec::new(), Vec::new());
        for body in native.chunk_by(|_, next| !next.is_entry) {
            let first = blocks.len() as u32;
            // Addresses mean something within a function only; of several blocks with one address
            // the last one has code.
            let of: HashMap<usize, u32> =
                (first..).zip(body).map(|(number, block)| (block.address, number)).collect();
            let mut described = FlowBuilder::new();
            for (local, block) in (0..).zip(body) {
                let mut to: Vec<u32> = Vec::new();
                for next in block.successors.iter().filter_map(|address| of.get(address).copied()) {
                    if !to.contains(&next) {
                        to.push(next);
                    }
                }
                described = match to[..] {
                    [] => described.exit(local),
                    [next] => described.jump(local, next - first),
                    // Which side is the true one is not told: the first one.
                    [then, other] => described.branch(local, then - first, other - first),
                    _ => (0..).zip(&to).fold(described, |described, (case, next)| {
                        described.case(local, case, next - first)
                    }),
                };
                successors.push(to);
            }
            let function = graph.add_with(&described, Unreachable::Keep)?;
            blocks.extend(
                (0..body.len() as u32).map(|local| (graph.block(function, local), function)),
            );
        }
        Ok(Self {
            graph,
            blocks,
            is_entry: native.iter().map(|block| block.is_entry).collect(),
            successors,
        })
    }

    /// Tells a recorder what happened. Calls and returns are not told: an entry is a call, and a
    /// block without successors, or one of another function, is a return. `flat` makes every
    /// decision 1 away from its other side.
    pub(crate) fn replay(
        &self,
        events: &[Event],
        trace: &Trace,
        flat: bool,
        stack: &mut Vec<Frame>,
    ) {
        stack.clear();
        for &event in events {
            match event {
                Event::Compared(gap) => {
                    self.pop(stack, trace, None);
                    if let Some(top) = stack.last_mut() {
                        top.2 = gap;
                    }
                }
                Event::Entered(block) if self.is_entry[block as usize] => {
                    self.pop(stack, trace, None);
                    let function = self.blocks[block as usize].1;
                    trace.enter(function);
                    stack.push((function, block, 0));
                }
                Event::Entered(block) => {
                    let function = self.blocks[block as usize].1;
                    self.pop(stack, trace, Some(function));
                    if let Some(top) = stack.last_mut() {
                        let gap = if flat { 1 } else { top.2.max(1) };
                        self.step(trace, top.1, block, gap);
                        *top = (function, block, 0);
                    }
                }
            }
        }
        while stack.pop().is_some() {
            trace.leave();
        }
    }

    /// Leaves activations that have returned: those at an exit, and, if it is known which function
    /// goes on, those of others.
    fn pop(&self, stack: &mut Vec<Frame>, trace: &Trace, goes_on: Option<Function>) {
        while let Some(&(function, block, _)) = stack.last() {
            let ended = self.successors[block as usize].is_empty();
            if !ended && goes_on.is_none_or(|goes_on| goes_on == function) {
                break;
            }
            stack.pop();
            trace.leave();
        }
    }

    /// An activation goes from one block to another.
    fn step(&self, trace: &Trace, from: u32, to: u32, gap: u64) {
        let (block, next) = (self.blocks[from as usize].0, &self.successors[from as usize]);
        match next[..] {
            [] => {}
            [_] => trace.end(block),
            [then, _] => {
                let distance = Distance::new(gap as f64).unwrap_or(Distance::INFINITE);
                trace.decide(block, Decision::observed(to == then, distance));
            }
            _ => {
                if let Some(case) = next.iter().position(|&next| next == to) {
                    trace.choose(block, Outcome::Case(case as i128));
                }
            }
        }
    }
}
