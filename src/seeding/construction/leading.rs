//! Branches that lead to a place in a method: `comp` of Eq. 1.

use crate::flow::{FlowGraph, Lists};
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Kind of branches of a method that are counted for [`Leading`].
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::seeding::construction::{Counted, Leading};
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
    /// The branches that are decided before the place is reached for the first time, by blocks from which a branch can lead to it. What a
    /// method decides afterwards makes the place no harder to reach. This form is ours.
    #[default]
    Decided,
    /// All branches of the method, as published (OBJ, 3.2.2): a place at the entry, to which no branch leads, has the share 0 if the
    /// method has branches. Implicit branches (exceptions, exits) and each arm of a switch count; give a body without exception edges for
    /// the branches of the source. Unreachable code is left out (ours).
    All,
}

impl Counted {
    /// The form that OBJ prints: [`All`](Self::All).
    pub const PUBLISHED: Self = Self::All;
}

/// The number of branches of a method that lead to the next call or the access, and the number of branches that are counted.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::seeding::construction::{Counted, Leading};
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
    /// The branches from which it is reached: |B'|.
    pub leading: u32,
    /// All that are counted: |B|.
    pub branches: u32,
}

impl Leading {
    /// Counts the branches that lead to any of some blocks of one function, such as all blocks that call the next method; `None` if there
    /// are no blocks, if one is not in the graph, or if they belong to several functions. Linear in the function.
    ///
    /// Source: OBJ, section 3.2.2.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::seeding::construction::{Counted, Leading};
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
        let (successors, predecessors) = graph.neighbours(function);
        let count = graph.blocks_of(function).len();
        let mut is_end = vec![false; count];
        for &block in blocks {
            is_end[graph.local(block) as usize] = true;
        }
        let reaches = predecessors.reached(is_end.clone());
        // Nothing is decided after an end before it is reached.
        let mut before = Vec::new();
        for source in (0..count as u32).filter(|&source| !is_end[source as usize]) {
            before.extend(successors.of(source).iter().map(|&target| (source, target)));
        }
        let mut entry = vec![false; count];
        entry[0] = true;
        let comes_before = Lists::of_edges(count, &before).reached(entry);
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
            // A jump that is a branch only because its loop never ends decides nothing.
            let branches = graph.branches_of(block).filter(|&branch| !graph.is_endless(branch));
            let targets: SmallVec<[u32; 4]> = branches.map(|branch| graph.local(graph.edge(branch).target)).collect();
            let leading = targets.iter().filter(|&&target| reaches[target as usize]).count() as u32;
            if leading > 0 || counted == Counted::All {
                counts.leading += leading;
                counts.branches += targets.len() as u32;
            }
        }
        Some(counts)
    }

    /// Returns `comp` of Eq. 1, in [0, 1]: the leading branches as a share of those that are counted; 1 if there are none (ours; OBJ is
    /// silent on 0/0; in Figure 6 the comp of m3 and m4 is 1).
    #[must_use]
    pub fn share(self) -> f64 {
        if self.branches == 0 { 1.0 } else { f64::from(self.leading.min(self.branches)) / f64::from(self.branches) }
    }
}

/// Returns the function that all blocks belong to.
fn one_function(graph: &FlowGraph, blocks: &[Block]) -> Option<Function> {
    let function = graph.get_function_of(*blocks.first()?)?;
    blocks.iter().all(|&block| graph.get_function_of(block) == Some(function)).then_some(function)
}
