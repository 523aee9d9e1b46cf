//! Access paths: sequences of methods that end with an access of an attribute, and their scores.

use super::node::Site;
use super::score::{Counted, Leading, Sampling, parameters, path_score};
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::FlowGraph;
use sbst::flow::dependences::{DependenceGraph, UnknownInstruction};
use sbst::id::{Block, Function, Instruction};

/// The access paths of an attribute: sequences of methods of which each calls the next one, and the
/// last one accesses the attribute.
///
/// To choose a setter or a getter, create the paths with [`of`](Self::of), compute their
/// [`scores`](Self::scores), and make a [`Sampling`] of the methods that a test can call with
/// [`sampling`](Self::sampling).
///
/// Source: OBJ, section 3.2.2, where they are called interesting paths.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AccessPaths {
    /// The paths, each from the method that a test calls to the method that accesses the attribute,
    /// sorted by their methods. These are the paths ⟨m_s, ..., m_e⟩ of OBJ. Empty if no method that
    /// a test can call accesses the attribute within the limits.
    pub paths: Vec<Vec<Function>>,
    /// The first methods of the listed paths, ascending, each once. They are the candidates to set
    /// or get the attribute with.
    pub starts: Vec<Function>,
    /// `true` if no path was left out because of the [limits](super::PathLimits).
    pub is_complete: bool,
    /// The sites of each hop.
    pub(super) sites: Hops,
}

/// One step of an access path: a method and the method that it calls, or `None` if it accesses the
/// attribute.
type Hop = (Function, Option<Function>);

/// Hops in ascending order, each with its sites in ascending order.
pub(super) type Hops = Vec<(Hop, Vec<Site>)>;

/// Error of [`AccessPaths::scores`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// A site, or an instruction on the way, names an instruction that is not in the program.
    #[error(transparent)]
    Instruction(#[from] UnknownInstruction),
    /// The block of a site is not in the flow graph, or belongs to another method than the site.
    #[error(
        "a site names block {block} of method {method}, which has no such block: get blocks from \
         `FlowGraph::block`"
    )]
    Block {
        /// The block of the site.
        block: Block,
        /// The method of the site.
        method: Function,
    },
}

impl AccessPaths {
    /// Returns, for each method of a path, the sites at which it calls the next method, and for the
    /// last method the sites at which it accesses the attribute. A method that does not call the
    /// next one has no sites.
    pub fn sites(&self, path: &[Function]) -> impl ExactSizeIterator<Item = &[Site]> + Clone {
        (0..path.len()).map(|at| self.hop(path, at).map_or(&[][..], |hop| &*self.sites[hop].1))
    }

    /// Returns the position in `sites` of the hop from a method of a path to the next one, or to
    /// the attribute; `None` if there is no such hop.
    fn hop(&self, path: &[Function], at: usize) -> Option<usize> {
        let hop = (path[at], path.get(at + 1).copied());
        self.sites.binary_search_by_key(&hop, |row| row.0).ok()
    }

    /// Returns the score of each path, in the order of [`paths`](Self::paths), at least 0: see
    /// [`path_score`].
    ///
    /// `counted` says which branches of a method count; the published form is
    /// [`Counted::PUBLISHED`].
    ///
    /// If a method calls the next one at several sites, a branch counts as leading if it leads to
    /// one of the sites, and a parameter counts if it reaches the access through one of them. OBJ
    /// does not treat several sites.
    ///
    /// Time O(b + n log n) for each path whose methods have b branches and n operands.
    ///
    /// Source: OBJ, section 3.2.2, Eq. 1. For setters, N_v belongs to the instruction that writes;
    /// for getters, to the read.
    ///
    /// # Errors
    ///
    /// [`PathError`] if an instruction is not in the program, or if the block of a site is not in
    /// its method.
    pub fn scores(
        &self,
        program: &DependenceGraph,
        flow: &FlowGraph,
        counted: Counted,
    ) -> Result<Vec<f64>, PathError> {
        // Paths share hops: the branches of each hop are counted once.
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
                // One comp(m_i) of Eq. 1, and the instructions through which N_v is followed.
                leading.push(counts);
                instructions
                    .push(sites.iter().map(|site| site.instruction).collect::<Vec<Instruction>>());
            }
            scores.push(path_score(parameters(program, &instructions)?.len(), leading));
        }
        Ok(scores)
    }

    /// Returns the probability of each method of [`starts`](Self::starts), from the
    /// [`scores`](Self::scores) of the paths.
    ///
    /// The score of a method is the greatest score of its paths. Missing scores count as 0, further
    /// scores are ignored.
    ///
    /// Source: OBJ, section 3.2.2.
    #[must_use]
    pub fn sampling(&self, scores: &[f64]) -> Sampling {
        let mut best = vec![0.0_f64; self.starts.len()];
        // OBJ, 3.2.2: score(m) is the maximum over the paths that start with m.
        for (path, &score) in self.paths.iter().zip(scores) {
            if let Some(Ok(start)) = path.first().map(|start| self.starts.binary_search(start)) {
                best[start] = score.max(best[start]);
            }
        }
        Sampling::of(best)
    }
}

/// Counts the branches of a method that lead to one of its sites.
fn count(
    method: Function,
    sites: &[Site],
    flow: &FlowGraph,
    counted: Counted,
) -> Result<Leading, PathError> {
    for &Site { block, .. } in sites {
        if flow.get_function_of(block) != Some(method) {
            return Err(PathError::Block { block, method });
        }
    }
    // Without sites there are no blocks: 0 branches, whose share is 1.
    let blocks: Vec<Block> = sites.iter().map(|site| site.block).collect();
    Ok(Leading::of(flow, &blocks, counted).unwrap_or(Leading { leading: 0, branches: 0 }))
}

// Limits of the enumeration of access paths.

/// Limits of the enumeration of [access paths](super::AccessPaths::of). OBJ prints no limits.
///
/// ```
/// use sbst_seeding::construction::PathLimits;
///
/// let limits = PathLimits::default();
/// assert_eq!((limits.methods, limits.paths), (6, 1_000));
/// let few = PathLimits { paths: 10, ..limits };
/// assert_eq!((few.methods, few.paths), (6, 10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathLimits {
    /// Greatest number of methods in a path. The default is 6: five calls, as deep as slices go.
    pub methods: usize,
    /// Greatest number of paths. The default is 1 000.
    pub paths: usize,
}

impl Default for PathLimits {
    fn default() -> Self {
        Self { methods: 6, paths: 1_000 }
    }
}
