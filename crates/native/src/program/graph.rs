//! The control-flow graph of compiled code.

use super::native::{Callee, NativeBlock};
use super::pads::Pads;
use super::symbols::Place;
use crate::runtime::Image;
use sbst::flow::{FlowBuilder, FlowError, FlowGraph, Unreachable};
use sbst::id::{Block, Branch, CallSite, Function};

/// A program as its compiler describes it: control flow, calls.
///
/// The numbers of blocks are those of the graph. Of a block with two successors, the first one
/// counts as the outcome `true`; a block with more has a case for each, numbered from 0.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    graph: FlowGraph,
    pub(crate) blocks: Vec<NativeBlock>,
    /// By block: its function.
    function: Vec<u32>,
    /// By block: the first of its branches.
    first_branch: Vec<u32>,
    /// Addresses of entries with their functions, ascending.
    entries: Vec<(usize, u32)>,
    /// By block: whether it ends in a call with a landing pad. Empty if no pads were read.
    unwinding: Vec<bool>,
}

/// No branch.
const NONE: u32 = u32::MAX;

/// A function that cannot be described.
#[derive(Debug, thiserror::Error)]
#[error(
    "the compiler's description of the function at {address:#x} is no control-flow graph: {error}"
)]
pub(crate) struct ProgramError {
    /// Address of the function.
    pub(crate) address: usize,
    /// The reason.
    pub(crate) error: FlowError,
}

impl Program {
    /// Makes the graph. `name` names a function by its address, and `place` a block; names are for
    /// people only.
    pub(crate) fn new(
        blocks: Vec<NativeBlock>,
        name: impl Fn(usize) -> Option<String>,
        place: impl Fn(usize) -> Option<Place>,
    ) -> Result<Self, ProgramError> {
        let mut entries: Vec<(usize, u32)> = Vec::new();
        let mut function = Vec::with_capacity(blocks.len());
        for block in &blocks {
            if block.is_entry || function.is_empty() {
                entries.push((block.address, entries.len() as u32));
            }
            function.push(entries.len() as u32 - 1);
        }
        // Two functions at one address were merged by the linker. Calls lead to the first one.
        entries.sort_unstable();
        entries.dedup_by_key(|entry| entry.0);
        let callee = |address| {
            entries
                .binary_search_by_key(&address, |entry| entry.0)
                .ok()
                .map(|at| Function::new(entries[at].1))
        };

        let mut graph = FlowGraph::new();
        for body in blocks.chunk_by(|_, next| !next.is_entry) {
            let first = graph.all_blocks().len() as u32;
            let mut described = FlowBuilder::new();
            if let Some(name) = name(body[0].address) {
                described = described.function_name(&name);
            }
            for (local, block) in (0..).zip(body) {
                described = match block.successors[..] {
                    [] => described.exit(local),
                    [next] => described.jump(local, next - first),
                    [then, other] => described.branch(local, then - first, other - first),
                    _ => (0..)
                        .zip(&block.successors)
                        .fold(described, |body, (case, next)| body.case(local, case, next - first)),
                };
                let sites = (0..).map(CallSite::new);
                for (called, site) in block.callees.iter().zip(sites) {
                    let callees = match called {
                        Callee::At(address) => callee(*address),
                        Callee::Indirect => None,
                    };
                    // Calls of functions that are not instrumented lead nowhere.
                    if callees.is_some() || *called == Callee::Indirect {
                        described = described.call(local, 0, site, callees);
                    }
                }
                if let Some(place) = place(block.address) {
                    described = described.block_name(local, &place.short());
                }
            }
            let added = graph.add_with(&described, Unreachable::Keep);
            added.map_err(|error| ProgramError { address: body[0].address, error })?;
        }
        let branches = |block: usize| graph.branches_of(Block::new(block as u32));
        let first_branch: Vec<u32> = (0..blocks.len())
            .map(|block| branches(block).next().map_or(NONE, Branch::number))
            .collect();
        Ok(Self { graph, blocks, function, first_branch, entries, unwinding: Vec::new() })
    }

    /// Creates a program of one function for a test, from the successors of each block. Block `n`
    /// is at the address 0x1000 + 64 n.
    #[cfg(test)]
    pub(crate) fn of_one_function(successors: &[&[u32]]) -> Self {
        let block = |(number, to): (usize, &&[u32])| NativeBlock {
            address: 0x1000 + 64 * number,
            is_entry: number == 0,
            successors: to.to_vec(),
            callees: Vec::new(),
        };
        Self::new(successors.iter().enumerate().map(block).collect(), |_| None, |_| None)
            .expect("a program")
    }

    /// Reads the landing pads of the program from these files.
    pub(crate) fn with_landing_pads(mut self, images: &[Image]) -> Self {
        let pads =
            Pads::of(images.iter().filter(|image| {
                self.blocks.iter().any(|block| image.range.contains(&block.address))
            }));
        let is_pad = |&next: &u32| pads.is_pad(self.blocks[next as usize].address);
        self.unwinding =
            self.blocks.iter().map(|block| block.successors.iter().any(is_pad)).collect();
        self
    }

    /// Returns `true` if a block is decided by whether a call unwinds, so that no comparison
    /// explains it.
    pub(crate) fn may_unwind(&self, block: u32) -> bool {
        self.unwinding.get(block as usize) == Some(&true)
    }

    /// Returns the control-flow graph.
    #[must_use]
    pub(crate) const fn graph(&self) -> &FlowGraph {
        &self.graph
    }

    /// Returns the function of a block.
    #[inline]
    pub(crate) fn function_of(&self, block: u32) -> u32 {
        self.function[block as usize]
    }

    /// Returns the successors of a block.
    #[inline]
    pub(crate) fn successors(&self, block: u32) -> &[u32] {
        &self.blocks[block as usize].successors
    }

    /// Returns the branch that a block with several successors takes to one of them.
    #[inline]
    pub(crate) fn branch(&self, block: u32, successor: usize) -> u32 {
        self.first_branch[block as usize] + successor as u32
    }

    /// Returns the branches of a block, in the order of its successors.
    pub(crate) fn branches(&self, block: u32) -> std::ops::Range<u32> {
        let first = self.first_branch[block as usize];
        first..first + self.successors(block).len() as u32
    }

    /// Returns the block that has a branch.
    pub(crate) fn source(&self, branch: u32) -> u32 {
        self.graph.edge(Branch::new(branch)).source.number()
    }

    /// Returns the other successor of the block that has a branch, if it has two.
    pub(crate) fn sibling(&self, branch: u32) -> Option<u32> {
        let source = self.source(branch);
        match *self.successors(source) {
            [first, second] => Some(if self.branch(source, 0) == branch { second } else { first }),
            _ => None,
        }
    }

    /// Returns the number of bytes between an address and the last entry of a function at or before
    /// it.
    pub(crate) fn distance_from_entry(&self, address: usize) -> Option<usize> {
        let after = self.entries.partition_point(|entry| entry.0 <= address);
        Some(address - self.entries[after.checked_sub(1)?].0)
    }

    /// Returns the function with the last entry at or before an address.
    pub(crate) fn function_at(&self, address: usize) -> Option<u32> {
        let after = self.entries.partition_point(|entry| entry.0 <= address);
        Some(self.entries[after.checked_sub(1)?].1)
    }

    /// Returns `true` if no direct call leads to a function: then something else calls it, such as
    /// the harness.
    pub(crate) fn is_root(&self, function: u32) -> bool {
        self.graph.callers(Function::new(function)).len() == 0
    }
}
