//! The share of the branches of a method that lead to some blocks of it: `comp` in Eq. 1 of OBJ.

use crate::search::reached;
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::FlowGraph;
use sbst::id::{Block, Function};
use smallvec::SmallVec;

/// The branches of a method that [`Leading`] counts.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst_seeding::construction::{Counted, Leading};
///
/// // if a { if b { self.value = value } }; if c { log() }
/// let body =
///     FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).branch(3, 4, 5);
/// let graph = FlowGraph::of(&body.jump(4, 5).exit(5))?;
/// let write = [graph.block(Function::new(0), 2)];
/// let decided = Leading::of(&graph, &write, Counted::Decided);
/// assert_eq!(decided, Some(Leading { leading: 2, branches: 4 }));
/// let all = Leading::of(&graph, &write, Counted::All);
/// assert_eq!(all, Some(Leading { leading: 2, branches: 6 }));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Counted {
    /// The branches that are decided before the method reaches the given blocks for the first time.
    /// Only blocks from which a branch can lead there count. Decisions after that make the given
    /// blocks no harder to reach. This form is this crate's.
    #[default]
    Decided,
    /// All branches of the method, as published (OBJ, 3.2.2).
    ///
    /// If no loop leads back to the entry, no branch leads there: the entry then has the share 0,
    /// provided that the method has branches. Implicit branches (exceptions, exits) and each arm of
    /// a switch count. To count the branches of the source only, describe the method without
    /// exception edges. Unreachable code does not count, which is this crate's.
    All,
}

impl Counted {
    /// The published form: [`All`](Self::All).
    pub const PUBLISHED: Self = Self::All;
}

/// Two counts for a method of an access path: the branches that lead to its next call or to its
/// access, and all counted branches.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst_seeding::construction::{Counted, Leading};
///
/// // if value > 0 { self.value = value } else { log() }
/// let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 3).jump(2, 3).exit(3);
/// let graph = FlowGraph::of(&body)?;
/// let write = [graph.block(Function::new(0), 1)];
/// let leading = Leading::of(&graph, &write, Counted::Decided);
/// assert_eq!(leading, Some(Leading { leading: 1, branches: 2 }));
/// assert_eq!(leading.map(Leading::share), Some(0.5));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Leading {
    /// Number of counted branches from whose targets one of the given blocks can be reached: |B'|
    /// of OBJ.
    pub leading: u32,
    /// Number of all counted branches: |B| of OBJ.
    pub branches: u32,
}

impl Leading {
    /// Counts the branches that lead to at least one of the given blocks, such as all blocks that
    /// call the next method.
    ///
    /// Returns `None` if there are no blocks, if one is not in the graph, or if they belong to
    /// several functions. Time and space linear in the function.
    ///
    /// Source: OBJ, section 3.2.2. OBJ does not treat several blocks.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst_seeding::construction::{Counted, Leading};
    ///
    /// // self.value = value; if value > 0 { log() }
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    /// let write = [graph.block(Function::new(0), 0)];
    /// let share = |counted| Leading::of(&graph, &write, counted).map(Leading::share);
    /// assert_eq!(share(Counted::PUBLISHED), Some(0.0));
    /// assert_eq!(share(Counted::Decided), Some(1.0));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn of(graph: &FlowGraph, blocks: &[Block], counted: Counted) -> Option<Self> {
        let function = one_function(graph, blocks)?;
        let count = graph.blocks_of(function).len();
        // The edges of the function, by local numbers.
        let mut edges = Vec::new();
        for source in graph.blocks_of(function) {
            let targets = graph.successors(source).map(|(_, target)| graph.local(target));
            edges.extend(targets.map(|target| (graph.local(source), target)));
        }
        let mut is_end = vec![false; count];
        for &block in blocks {
            is_end[graph.local(block) as usize] = true;
        }
        // Backwards from the given blocks: the blocks from which one of them can be reached.
        let backwards: Vec<(u32, u32)> =
            edges.iter().map(|&(source, target)| (target, source)).collect();
        let reaches = reached(&backwards, &is_end);
        // Forward from the entry, without the edges out of the given blocks: the blocks that run
        // before any of them is reached. Block numbers or dominance do not tell this, because a
        // loop may come back to a block.
        edges.retain(|&(source, _)| !is_end[source as usize]);
        let mut entry = vec![false; count];
        entry[0] = true;
        let comes_before = reached(&edges, &entry);
        // B' and B of OBJ: `leading` counts the branches whose target reaches a given block.
        let mut counts = Self { leading: 0, branches: 0 };
        for block in graph.blocks_of(function) {
            let local = graph.local(block) as usize;
            let counts_here = match counted {
                Counted::Decided => comes_before[local] && !is_end[local],
                Counted::All => graph.is_reachable(block),
            };
            if !counts_here {
                continue;
            }
            // The virtual edge out of an endless loop makes its jump a branch, but this branch
            // decides nothing.
            let branches = graph.branches_of(block).filter(|&branch| !graph.is_endless(branch));
            let targets: SmallVec<[u32; 4]> =
                branches.map(|branch| graph.local(graph.edge(branch).target)).collect();
            let leading = targets.iter().filter(|&&target| reaches[target as usize]).count() as u32;
            // A block that cannot lead to a given block is no obstacle: once there, the execution
            // has failed already.
            if leading > 0 || counted == Counted::All {
                counts.leading += leading;
                counts.branches += targets.len() as u32;
            }
        }
        Some(counts)
    }

    /// Returns the share of leading branches among the counted branches, in [0, 1]: `comp` in Eq. 1
    /// of OBJ.
    ///
    /// The share is 1 if no branches are counted. OBJ does not define 0/0; in its Figure 6, `comp`
    /// of m3 and m4 is 1.
    #[must_use]
    pub fn share(self) -> f64 {
        if self.branches == 0 {
            1.0
        } else {
            f64::from(self.leading.min(self.branches)) / f64::from(self.branches)
        }
    }
}

/// Returns the function that all blocks belong to; `None` if there are no blocks, if a block is not
/// in the graph, or if they belong to several functions.
fn one_function(graph: &FlowGraph, blocks: &[Block]) -> Option<Function> {
    let function = graph.get_function_of(*blocks.first()?)?;
    blocks.iter().all(|&block| graph.get_function_of(block) == Some(function)).then_some(function)
}
