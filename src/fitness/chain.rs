//! Explanations of the values of blocks and branches.
//!
//! A value was handed on from an observation, along dependences. [`FitnessTable`] holds the values,
//! so the way back is known at each step: one of the branches that a block depends on has the
//! block's own value, and the source block of this branch has one level less. Time is linear in the
//! dependences of the blocks on the way. Where the number of dependences is quadratic, time is
//! nearly linear in the branches of the function.

use super::{Fitness, FitnessTable};
use crate::distance::Distance;
use crate::flow::{ControlsOnce, Edge, FlowGraph};
use crate::id::{Block, Branch, CallSite, Function};
use alloc::vec::Vec;

/// An explanation of the value of a block or a branch: the nearest observation, and the decisions
/// that must follow it.
///
/// [`FitnessTable::chain_to_block`] and [`FitnessTable::chain_to_branch`] return it.
///
/// - Each branch except the first leaves a block that depends on the branch before it. If the goal
///   is a block, it depends on the last branch. If the goal is a branch, it is the last branch,
///   unless the divergence already names it.
/// - The first branch leaves a block that depends on the edge that the divergence names, or on the
///   entry of the function that it names. If the divergence names an entered block, or a branch by
///   which that block was left, the first branch leaves this block itself.
/// - The number of branches is the [level](Fitness::level) of the value. The edge of the divergence
///   does not count among them. If it was missed, it must be taken as well.
/// - If there are several chains, this is one with the least value. Ties are resolved at each step
///   from the goal back: the least branch number is taken, and the entry of the function only if no
///   branch gives the value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Chain {
    /// The observation that is nearest to the goal.
    pub divergence: Divergence,
    /// The branches that must be taken after the divergence, in the order of control flow.
    pub branches: Vec<Edge>,
    /// The calls that must be made after these branches, the outermost first. It is empty, except
    /// in chains of tables [across calls](FitnessTable::across_calls).
    #[cfg_attr(feature = "serde", serde(default))]
    pub calls: Vec<CallStep>,
}

/// A call that leads to a function that was not entered.
///
/// ```
/// use sbst::distance::eq;
/// use sbst::execution::Trace;
/// use sbst::fitness::{CallStep, FitnessTable};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// fn words(step: &CallStep, graph: &FlowGraph) -> String {
///     let (caller, callee) =
///         (graph.show_block(step.block), graph.show_function(step.function));
///     format!("{caller} calls {callee}")
/// }
///
/// // main: 0: if x == 7 { 1: load() } 2
/// let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
/// let body = body.function_name("main");
/// let (main, load) = (Function::new(0), Function::new(1));
/// let mut graph = FlowGraph::of(&body.call(1, 0, CallSite::new(0), [load]))?;
/// graph.add(&FlowBuilder::new().function_name("load").exit(0))?;
///
/// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph).across_calls());
/// trace.root().enter(main).decide(0, eq(4, 7));
/// table.sweep(&graph, &trace);
/// let chain = table.chain_to_block(&graph, graph.entry(load)).expect("a block");
/// let last = chain.calls.last().expect("`load` was not entered");
/// assert_eq!(words(last, &graph), "main: block 1 calls load");
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
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
    /// `true` if the call has several possible callees. Choosing the right one is a decision, which
    /// counts one level.
    pub is_dispatch: bool,
    /// The decisions within the function that must take the required outcome after the call, in the
    /// order of control flow.
    pub branches: Vec<Edge>,
}

/// The observation of an execution that is nearest to a goal.
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
    /// A predicate was evaluated, but never to this side. The distance is the least that was
    /// observed, and infinite if it could not be measured.
    Missed(Edge, Distance),
    /// A branch was taken. The block that depends on it may still not have been reached, for
    /// example because of an exception.
    Taken(Edge),
    /// A block was entered. It is not known whether it was left by the branch that is needed, nor
    /// by which other branch.
    Entered(Block),
    /// A block was left by this branch and, as far as is known, never by the branch that is needed.
    Left(Edge),
    /// A function was entered, and nothing else is known.
    Started(Function),
    /// A function was never entered.
    NotEntered(Function),
    /// No chain of dependences leads from the entry of the function to the goal.
    OutOfReach,
}

impl Divergence {
    /// Returns the distance that was observed. It is 0 if the execution did not go wrong here, and
    /// infinite if the distance is unknown.
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
    /// Returns the value that the chain explains. Its level is the number of branches, and its
    /// distance is the distance of the divergence. It is [`Fitness::NEVER`] if the goal is out of
    /// reach.
    ///
    /// For a branch it equals [`FitnessTable::branch`], and for a block
    /// [`FitnessTable::dependence`]. The goal of a block that was not entered is at least (0,
    /// [`SMALLEST`](Distance::SMALLEST)), also where this value is (0, 0).
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let graph = FlowGraph::of(
    ///     &FlowBuilder::new().branch(0, 1, 2).branch(1, 2, 3).exit(2).exit(3),
    /// )?;
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
                // The block of the call was entered, and the call was not made.
                let is_at_call = !self.calls.is_empty()
                    && self.branches.is_empty()
                    && divergence.distance() == Distance::ZERO;
                let distance = if is_at_call { Distance::SMALLEST } else { divergence.distance() };
                Fitness::new(u32::try_from(levels).unwrap_or(u32::MAX), distance)
            }
        }
    }

    /// Creates the chain of a goal that no chain of dependences leads to.
    pub(super) fn out_of_reach() -> Self {
        Self::within(Divergence::OutOfReach, Vec::new())
    }

    /// Creates a chain within one function.
    fn within(divergence: Divergence, branches: Vec<Edge>) -> Self {
        Self { divergence, branches, calls: Vec::new() }
    }
}

impl FitnessTable {
    /// Returns an explanation of the value of a block, or `None` if the graph or the table does not
    /// have the block.
    ///
    /// # Panics
    ///
    /// If the table was made for another graph. Check with `graph.check(table.made_for())`. A table
    /// that has grown further than `graph` is accepted.
    ///
    /// ```
    /// use sbst::distance::{Distance, gt};
    /// use sbst::execution::Trace;
    /// use sbst::fitness::{Divergence, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    ///
    /// // 0: if a > 0 { 1: if b > 0 { 2: ... } }  3: return
    /// let graph = FlowGraph::of(
    ///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3),
    /// )?;
    /// let f = Function::new(0);
    /// let trace = Trace::new(&graph);
    /// trace.root().enter(f).decide(0, gt(-4, 0));
    ///
    /// let mut table = FitnessTable::new(&graph);
    /// table.sweep(&graph, &trace);
    /// let chain = table.chain_to_block(&graph, graph.block(f, 2)).expect("known");
    /// let [outer, inner] = [0, 2].map(|branch| graph.edge(Branch::new(branch)));
    /// // a must grow by 5,
    /// assert_eq!(chain.divergence, Divergence::Missed(outer, Distance::from(5)));
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
        Some(self.over_calls(graph, self.back_from(graph, function, block, Vec::new())))
    }

    /// Returns an explanation of the value of a branch, or `None` if the graph or the table does
    /// not have the branch.
    ///
    /// # Panics
    ///
    /// If the table was made for another graph. Check with `graph.check(table.made_for())`. A table
    /// that has grown further than `graph` is accepted.
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
    /// assert_eq!(
    ///     (chain.divergence, chain.branches.len()),
    ///     (Divergence::NotEntered(Function::new(0)), 1)
    /// );
    /// assert_eq!(table.chain_to_branch(&graph, Branch::new(9)), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn chain_to_branch(&self, graph: &FlowGraph, branch: Branch) -> Option<Chain> {
        self.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
        let edge = graph.get_edge(branch)?;
        let function = graph.get_function_of(edge.source)?;
        self.get_branch(branch)?;
        Some(match self.evaluated(branch) {
            Some(distance) => Chain::within(observed(edge, distance), Vec::new()),
            None => {
                let chain = self.back_from(graph, function, edge.source, alloc::vec![edge]);
                self.over_calls(graph, chain)
            }
        })
    }

    /// Returns how an entered block was left, by its least branch that was taken.
    fn left(&self, graph: &FlowGraph, block: Block) -> Divergence {
        let taken =
            graph.branches_of(block).find(|&branch| self.evaluated(branch) == Some(Distance::ZERO));
        taken
            .and_then(|branch| graph.get_edge(branch))
            .map_or(Divergence::Entered(block), Divergence::Left)
    }

    /// Goes back from a block to the divergence. `after` holds the branches after the block, the
    /// last one first.
    pub(super) fn back_from(
        &self,
        graph: &FlowGraph,
        function: Function,
        mut block: Block,
        mut after: Vec<Edge>,
    ) -> Chain {
        let mut controls = ControlsOnce::new(graph, function);
        // F7 read backwards. Invariant: the goal's value is `after.len()` levels above A(block), so
        // the way back is a descent in the table, and no search is necessary.
        let divergence = loop {
            if self.progress(block).is_some() {
                break if after.is_empty() {
                    Divergence::Entered(block)
                } else {
                    self.left(graph, block)
                };
            }
            let value = self.get_dependence(block).unwrap_or(Fitness::NEVER);
            if value == Fitness::NEVER {
                return Chain::out_of_reach();
            }
            // `controls` hands out each branch once over the whole walk; without that, walking back
            // would be quadratic on deep nests. The branch looked for cannot have been handed out
            // for an earlier block, because the value of that block had a higher level.
            let mut nearest: Option<Branch> = None;
            controls.take(block, |branch| {
                if self.get_branch(branch) == Some(value)
                    && nearest.is_none_or(|least| branch < least)
                {
                    nearest = Some(branch);
                }
            });
            match nearest.map(|branch| graph.edge(branch)) {
                Some(edge) if value.level == 0 => break observed(edge, value.distance),
                // The source has one level less, so the walk ends. The level is compared all the
                // same, so that the walk ends even for a table whose rows are inconsistent.
                Some(edge)
                    if self
                        .get_dependence(edge.source)
                        .is_some_and(|source| source.one_level_up() == value) =>
                {
                    after.push(edge);
                    block = edge.source;
                }
                None if value == self.root_of(function) && graph.depends_on_entry(block) => {
                    break match self.has_entered(function) {
                        true => Divergence::Started(function),
                        false => Divergence::NotEntered(function),
                    };
                }
                _ => return Chain::out_of_reach(),
            }
        };
        after.reverse();
        Chain::within(divergence, after)
    }
}

/// Returns the divergence of a branch with an observed distance.
fn observed(edge: Edge, distance: Distance) -> Divergence {
    if distance == Distance::ZERO {
        Divergence::Taken(edge)
    } else {
        Divergence::Missed(edge, distance)
    }
}
