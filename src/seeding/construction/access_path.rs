//! Call paths that end with an access of an attribute, and their scores.

use super::accessor::{Sampling, parameters, path_score};
use super::leading::{Counted, Leading};
use super::site::Site;
use crate::flow::FlowGraph;
use crate::flow::dependences::{DependenceGraph, UnknownInstruction};
use crate::id::{Block, Function, Instruction};
use alloc::vec;
use alloc::vec::Vec;

/// The call paths that end with an access of an attribute; see [`of`](Self::of).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AccessPaths {
    /// The paths, OBJ's ⟨m_s, ..., m_e⟩, by their first methods, ascending: each from the method that a test calls to the one that accesses the
    /// attribute. Empty if no method that a test can call accesses the attribute within the limits.
    pub paths: Vec<Vec<Function>>,
    /// The first methods of the listed paths, ascending, each once: the candidates to set or get the attribute with.
    pub starts: Vec<Function>,
    /// Whether no paths were left out because of the [limits](super::PathLimits).
    pub is_complete: bool,
    pub(super) sites: Hops,
}

/// A method, and the one that it calls; `None` if it accesses the attribute.
type Hop = (Function, Option<Function>);

/// The sites of each hop, by hop, ascending.
pub(super) type Hops = Vec<(Hop, Vec<Site>)>;

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
    /// Returns, for each method of a path, the sites where it calls the next one; for the last method, the sites where it accesses the
    /// attribute. No sites for methods of which the first does not call the second.
    pub fn sites(&self, path: &[Function]) -> impl ExactSizeIterator<Item = &[Site]> + Clone {
        (0..path.len()).map(|at| self.hop(path, at).map_or(&[][..], |hop| &*self.sites[hop].1))
    }

    /// Returns the place of the hop from a method of a path to the next one, or to the attribute.
    fn hop(&self, path: &[Function], at: usize) -> Option<usize> {
        let hop = (path[at], path.get(at + 1).copied());
        self.sites.binary_search_by_key(&hop, |row| row.0).ok()
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
    pub fn scores(&self, program: &DependenceGraph, flow: &FlowGraph, counted: Counted) -> Result<Vec<f64>, PathError> {
        let mut known = vec![None; self.sites.len()];
        let mut scores = Vec::with_capacity(self.paths.len());
        for path in &self.paths {
            let (mut instructions, mut leading) = (Vec::new(), Vec::new());
            for (at, &method) in path.iter().enumerate() {
                let hop = self.hop(path, at);
                let sites = hop.map_or(&[][..], |hop| &*self.sites[hop].1);
                let counts = match hop.and_then(|hop| known[hop]) {
                    Some(counts) => counts,
                    None => count(method, sites, flow, counted)?,
                };
                if let Some(hop) = hop {
                    known[hop] = Some(counts);
                }
                leading.push(counts);
                instructions.push(sites.iter().map(|site| site.instruction).collect::<Vec<Instruction>>());
            }
            scores.push(path_score(parameters(program, &instructions)?.len(), leading));
        }
        Ok(scores)
    }

    /// Returns how likely each of the [`starts`](Self::starts) is taken, from the scores of the paths, see [`scores`](Self::scores): the
    /// score of a method is the greatest of its paths. Scores that are missing count as 0.
    #[must_use]
    pub fn sampling(&self, scores: &[f64]) -> Sampling {
        let mut best = vec![0.0_f64; self.starts.len()];
        for (path, &score) in self.paths.iter().zip(scores) {
            if let Some(Ok(start)) = path.first().map(|start| self.starts.binary_search(start)) {
                best[start] = score.max(best[start]);
            }
        }
        Sampling::of(best)
    }
}

/// Returns the branches that lead to some sites of a method.
fn count(method: Function, sites: &[Site], flow: &FlowGraph, counted: Counted) -> Result<Leading, PathError> {
    for &Site { block, .. } in sites {
        if flow.get_function_of(block) != Some(method) {
            return Err(PathError::Block { block, method });
        }
    }
    let blocks: Vec<Block> = sites.iter().map(|site| site.block).collect();
    Ok(Leading::of(flow, &blocks, counted).unwrap_or(Leading { leading: 0, branches: 0 }))
}
