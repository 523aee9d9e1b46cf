//! Why a block or a branch has the value that it has.
//!
//! A value was handed on from an observation, along dependences. [`FitnessTable`] holds the values, so the way back is known at each step: of the
//! branches that a block depends on, one has the block's own value, and the block that this branch leaves has one level less. Linear in
//! the dependences of the blocks on the way; where they are quadratically many, nearly linear in the branches of the function.

use super::{Fitness, FitnessTable};
use crate::distance::Distance;
use crate::flow::{ControlsOnce, Edge, FlowGraph};
use crate::id::{Block, Branch, CallSite, Function};
use alloc::vec::Vec;

/// Why a block or a branch has its value: what was observed nearest to it, and the decisions that follow.
///
/// Made by [`FitnessTable::chain_to_block`] and [`FitnessTable::chain_to_branch`].
///
/// - Each branch but the first leaves a block that depends on the branch before; so does the goal on the last branch, if it is a block. If
///   it is a branch, it is the last one, unless the divergence names it.
/// - The first branch leaves a block that depends on what the divergence names: on its edge, or on the entry of its function; or it leaves the
///   block itself that was entered, or left by another branch.
/// - There are as many branches as the [level](Fitness::level) of the value says. The edge of the divergence is not one of them: it must be
///   taken, too, if it was missed.
/// - Of several chains it is one with the least value. Ties: at each step from the goal back the least branch number; the entry of the
///   function only if no branch gives the value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Chain {
    /// What was observed.
    pub divergence: Divergence,
    /// The branches that must be taken after the divergence, the nearest to it first.
    pub branches: Vec<Edge>,
    /// The calls that must be made after that, the outermost first. Only [across calls](super::AcrossCalls); empty otherwise.
    #[cfg_attr(feature = "serde", serde(default))]
    pub calls: Vec<CallStep>,
}

/// A call on the way to a function that was not entered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct CallStep {
    /// The function that must be called.
    pub function: Function,
    /// The block that makes the nearest call.
    pub block: Block,
    /// The site of the call.
    pub site: CallSite,
    /// Whether the call may call several functions, so that it must be decided which: one level.
    pub is_dispatch: bool,
    /// The decisions within the function that must go right then, in their order.
    pub branches: Vec<Edge>,
}

/// What an execution observed nearest to a goal.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::Divergence;
/// use sbst::id::{Block, Function};
///
/// assert_eq!(Divergence::Entered(Block::new(3)).distance(), Distance::ZERO);
/// assert_eq!(Divergence::NotEntered(Function::new(0)).distance(), Distance::INFINITE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Divergence {
    /// A predicate was evaluated, never to this side, and at best this far from it: infinite if nobody can tell how far.
    Missed(Edge, Distance),
    /// A branch was taken. What depends on it may not have been reached all the same: an exception came between, say.
    Taken(Edge),
    /// A block was entered; that it went on by the branch that is needed is not known, nor by which other one.
    Entered(Block),
    /// A block was left by this branch, and, as far as is known, never by the one that is needed.
    Left(Edge),
    /// A function was entered, and no more is known.
    Started(Function),
    /// A function was never entered.
    NotEntered(Function),
    /// No chain of dependences leads from the entry of the function to the goal.
    OutOfReach,
}

impl Divergence {
    /// The distance that was observed: 0 where all is well so far, infinite where nobody can tell.
    #[must_use]
    pub const fn distance(self) -> Distance {
        match self {
            Self::Missed(_, distance) => distance,
            Self::Taken(_) | Self::Entered(_) | Self::Left(_) | Self::Started(_) => Distance::ZERO,
            Self::NotEntered(_) | Self::OutOfReach => Distance::INFINITE,
        }
    }
}

impl Chain {
    /// The value that the chain explains: as many levels as there are branches, and the distance of the divergence;
    /// [`Fitness::NEVER`] if the goal is out of reach.
    ///
    /// It is [`FitnessTable::branch`] for a branch and [`FitnessTable::dependence`] for a block, whose goal is never below
    /// (0, [`SMALLEST`](Distance::SMALLEST)) while it was not entered.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).branch(1, 2, 3).exit(2).exit(3))?;
    /// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    /// table.sweep(&graph, &trace);
    /// for branch in graph.all_branches() {
    ///     let chain = table.chain_to_branch(&graph, branch).expect("of this graph");
    ///     assert_eq!(chain.value(), table.branch(branch));
    /// }
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn value(&self) -> Fitness {
        match self.divergence {
            Divergence::OutOfReach => Fitness::NEVER,
            divergence => {
                let within = |call: &CallStep| call.branches.len() + usize::from(call.is_dispatch);
                let levels = self.branches.len() + self.calls.iter().map(within).sum::<usize>();
                // The block of the call was entered, and the call not made.
                let is_at_call = !self.calls.is_empty() && self.branches.is_empty() && divergence.distance() == Distance::ZERO;
                let distance = if is_at_call { Distance::SMALLEST } else { divergence.distance() };
                Fitness::new(u32::try_from(levels).unwrap_or(u32::MAX), distance)
            }
        }
    }

    pub(super) fn out_of_reach() -> Self {
        Self { divergence: Divergence::OutOfReach, branches: Vec::new(), calls: Vec::new() }
    }
}

impl FitnessTable {
    /// Why the block has its value. `None` if the graph or the table does not have it.
    ///
    /// # Panics
    ///
    /// If the table was made for another graph: never if `graph.check(table.made_for())` is `Ok`. A table that has grown further than
    /// `graph` is accepted, too.
    ///
    /// ```
    /// use sbst::distance::{Distance, gt};
    /// use sbst::execution::Trace;
    /// use sbst::fitness::{Divergence, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    ///
    /// // 0: if a > 0 { 1: if b > 0 { 2: ... } }  3: return
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3))?;
    /// let f = Function::new(0);
    /// let trace = Trace::new(&graph);
    /// trace.root().enter(f).decide(0, gt(-4, 0));
    ///
    /// let mut table = FitnessTable::new(&graph);
    /// table.sweep(&graph, &trace);
    /// let chain = table.chain_to_block(&graph, graph.block(f, 2)).expect("known");
    /// let [outer, inner] = [0, 2].map(|branch| graph.edge(Branch::new(branch)));
    /// assert_eq!(chain.divergence, Divergence::Missed(outer, Distance::from(5))); // a must grow by 5,
    /// assert_eq!(chain.branches, [inner]); // then b > 0 must hold
    /// assert_eq!(chain.value(), table.block(graph.block(f, 2)));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn chain_to_block(&self, graph: &FlowGraph, block: Block) -> Option<Chain> {
        self.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
        let function = graph.get_function_of(block)?;
        self.get_dependence(block)?;
        Some(self.back_from(graph, function, block, Vec::new()))
    }

    /// Why the branch has its value. `None` if the graph or the table does not have it.
    ///
    /// # Panics
    ///
    /// If the table was made for another graph: never if `graph.check(table.made_for())` is `Ok`. A table that has grown further than
    /// `graph` is accepted, too.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::{Divergence, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    /// table.sweep(&graph, &trace);
    /// let chain = table.chain_to_branch(&graph, Branch::new(0)).expect("known");
    /// assert_eq!((chain.divergence, chain.branches.len()), (Divergence::NotEntered(Function::new(0)), 1));
    /// assert_eq!(table.chain_to_branch(&graph, Branch::new(9)), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn chain_to_branch(&self, graph: &FlowGraph, branch: Branch) -> Option<Chain> {
        self.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
        let edge = graph.get_edge(branch)?;
        let function = graph.get_function_of(edge.source)?;
        let value = self.get_branch(branch)?;
        Some(match self.evaluated(branch) {
            Some(distance) => Chain { divergence: observed(edge, distance), branches: Vec::new(), calls: Vec::new() },
            None if value == Fitness::NEVER => Chain::out_of_reach(),
            None => self.back_from(graph, function, edge.source, alloc::vec![edge]),
        })
    }

    /// How an entered block was left, by the least of its branches that were taken.
    fn left(&self, graph: &FlowGraph, block: Block) -> Divergence {
        let taken = graph.branches_of(block).find(|&branch| self.evaluated(branch) == Some(Distance::ZERO));
        taken.and_then(|branch| graph.get_edge(branch)).map_or(Divergence::Entered(block), Divergence::Left)
    }

    /// From a block back to the divergence; `after` are the branches after the block, the last one first.
    fn back_from(&self, graph: &FlowGraph, function: Function, mut block: Block, mut after: Vec<Edge>) -> Chain {
        let mut controls = ControlsOnce::new(graph, function);
        let divergence = loop {
            if self.progress(block).is_some() {
                break if after.is_empty() { Divergence::Entered(block) } else { self.left(graph, block) };
            }
            let value = self.get_dependence(block).unwrap_or(Fitness::NEVER);
            // Never handed out before, if it is the one: what it would have been left out for has a value of a higher level.
            let mut nearest: Option<Branch> = None;
            controls.take(block, |branch| {
                if self.get_branch(branch) == Some(value) && nearest.is_none_or(|least| branch < least) {
                    nearest = Some(branch);
                }
            });
            match nearest.filter(|_| value != Fitness::NEVER).map(|branch| graph.edge(branch)) {
                Some(edge) if value.level == 0 => break observed(edge, value.distance),
                // Its source has one level less, so there is an end to it; it is tested, so that there is one whatever the table holds.
                Some(edge) if self.get_dependence(edge.source).is_some_and(|source| source.one_level_up() == value) => {
                    after.push(edge);
                    block = edge.source;
                }
                None if value == Fitness::COVERED && graph.depends_on_entry(block) => break Divergence::Started(function),
                None if value == Fitness::from(Distance::INFINITE) && graph.depends_on_entry(block) => {
                    break Divergence::NotEntered(function);
                }
                _ => return Chain::out_of_reach(),
            }
        };
        after.reverse();
        Chain { divergence, branches: after, calls: Vec::new() }
    }
}

fn observed(edge: Edge, distance: Distance) -> Divergence {
    if distance == Distance::ZERO { Divergence::Taken(edge) } else { Divergence::Missed(edge, distance) }
}
