//! Call paths that end with an access of an attribute, and their scores.

use super::accessor::{Sampling, parameters, path_score};
use super::call_graph::Site;
use super::dependences::{Dependences, UnknownInstruction};
use super::leading::{Counted, Leading};
use crate::flow::FlowGraph;
use crate::id::{Block, Function, Instruction};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// The call paths that end with an access of an attribute; see [`CallGraph::paths`](super::CallGraph::paths).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessPaths {
    /// One hop for each pair of methods in which the first calls the second, and one for each method that accesses.
    pub(super) hops: Vec<Hop>,
    /// Each path as the numbers of its hops, ascending.
    pub(super) paths: Vec<Vec<u32>>,
    pub(super) starts: Vec<Function>,
    pub(super) is_complete: bool,
}

/// All sites at which a method calls the next one of a path, or at which it accesses the attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hop {
    pub(super) method: Function,
    pub(super) sites: Vec<Site>,
}

/// A call path: OBJ's ⟨m_s, ..., m_e⟩.
#[derive(Clone, Copy, Debug)]
pub struct AccessPath<'a> {
    of: &'a AccessPaths,
    path: &'a [u32],
}

impl<'a> AccessPath<'a> {
    /// Returns the methods, from the one that a test calls to the one that accesses the attribute; at least one.
    pub fn methods(self) -> impl ExactSizeIterator<Item = Function> + Clone + use<'a> {
        self.hops().map(|hop| hop.method)
    }

    /// Returns, for each method, the sites where it calls the next one; for the last method, the sites where it accesses the attribute.
    pub fn sites(self) -> impl ExactSizeIterator<Item = &'a [Site]> + Clone + use<'a> {
        self.hops().map(|hop| &*hop.sites)
    }

    fn hops(self) -> impl ExactSizeIterator<Item = &'a Hop> + Clone + use<'a> {
        let of = self.of;
        self.path.iter().map(|&hop| &of.hops[hop as usize])
    }
}

/// The error of a call path that cannot be scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// The program lacks an instruction.
    #[error(transparent)]
    Instruction(#[from] UnknownInstruction),
    /// The flow graph lacks a block, or the block belongs to another method.
    #[error("block {block} is not in method {method}")]
    Block {
        /// The block.
        block: Block,
        /// The method that the site is said to be in.
        method: Function,
    },
}

impl AccessPaths {
    /// Returns the paths, by their first methods, ascending.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = AccessPath<'_>> + ExactSizeIterator + Clone {
        self.paths.iter().map(|path| AccessPath { of: self, path })
    }

    /// Returns the number of paths.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.paths.len()
    }

    /// Returns `true` if no path was listed: no method that a test can call accesses the attribute within the limits; see
    /// [`is_complete`](Self::is_complete).
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Returns the first methods of the listed paths, ascending, each once: the candidates to set or get the attribute with.
    #[must_use]
    pub fn starts(&self) -> &[Function] {
        &self.starts
    }

    /// Returns `false` if paths may have been left out because of the [limits](super::PathLimits).
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the score of each path, by [Eq. 1](path_score): for setters with the instruction that writes, for getters with the read.
    ///
    /// `counted` says which branches of a method count; OBJ prints [`Counted::PUBLISHED`]. If a method calls the next one at several
    /// sites, a branch leads there if it leads to one of them, and a parameter reaches the access if it does so by one of them; OBJ is
    /// silent on several sites.
    ///
    /// Linear in the branches and the operands of the methods of each path, times the logarithm of the latter.
    ///
    /// # Errors
    ///
    /// [`PathError`] if the program lacks an instruction, or the flow graph a block of a path.
    pub fn scores(&self, program: &impl Dependences, flow: &FlowGraph, counted: Counted) -> Result<Vec<f64>, PathError> {
        let mut known: Vec<Option<Leading>> = vec![None; self.hops.len()];
        let mut scores = Vec::with_capacity(self.paths.len());
        for path in &self.paths {
            for &hop in path {
                if known[hop as usize].is_none() {
                    known[hop as usize] = Some(self.hops[hop as usize].leading(flow, counted)?);
                }
            }
            let instructions =
                |&hop: &u32| -> Vec<Instruction> { self.hops[hop as usize].sites.iter().map(|site| site.instruction).collect() };
            let instructions: Vec<Vec<Instruction>> = path.iter().map(instructions).collect();
            // Each path ends with an access.
            let (accesses, calls) = instructions.split_last().map_or((&[][..], &[][..]), |(last, calls)| (&**last, calls));
            let calls: Vec<&[Instruction]> = calls.iter().map(|calls| &**calls).collect();
            let valid_parameters = parameters(program, &calls, accesses)?.len();
            scores.push(path_score(valid_parameters, path.iter().filter_map(|&hop| known[hop as usize])));
        }
        Ok(scores)
    }

    /// Returns how likely each of the [`starts`](Self::starts) is taken, from the scores of the paths, see [`scores`](Self::scores): the
    /// score of a method is the greatest of its paths. Scores that are missing count as 0.
    #[must_use]
    pub fn sampling(&self, scores: &[f64]) -> Sampling {
        let mut by_start: BTreeMap<Function, f64> = self.starts.iter().map(|&start| (start, 0.0)).collect();
        for (path, &score) in self.iter().zip(scores) {
            if let Some(best) = path.methods().next().and_then(|start| by_start.get_mut(&start)) {
                *best = score.max(*best);
            }
        }
        Sampling::of(by_start.into_values())
    }
}

impl Hop {
    fn leading(&self, flow: &FlowGraph, counted: Counted) -> Result<Leading, PathError> {
        let method = self.method;
        for &Site { block, .. } in &self.sites {
            if flow.get_function_of(block) != Some(method) {
                return Err(PathError::Block { block, method });
            }
        }
        let blocks: Vec<Block> = self.sites.iter().map(|site| site.block).collect();
        let none = Leading { leading: 0, branches: 0 }; // a hop has a site
        Ok(Leading::to_any(flow, &blocks, counted).unwrap_or(none))
    }
}
