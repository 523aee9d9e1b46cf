//! Unrolled graphs: flow graphs with one copy of a block for each history.

use super::contexts::CallContext;
use crate::decisions::{CompoundDecision, Vector};
use crate::definitions::{DefinitionUse, UsePlace};
use crate::paths::BlockPath;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use sbst::flow::{FlowGraph, History};
use sbst::id::{Block, Branch, Function};

/// A flow graph in which each block has one copy for each history that goals distinguish.
///
/// Histories are:
///
/// - the conditions of a decision that were evaluated, and their values,
/// - the last definition of a variable,
/// - how much of a path was followed,
/// - the call sites that lead to the activation.
///
/// A goal about a history is an ordinary goal among the copies: to take a branch, or to enter a
/// block or a statement. So it has an approach level and a branch distance like every other goal,
/// measured in [`graph`](Self::graph).
///
/// A recorder walks the copies while it records an execution: see
/// [`Trace::with_history`](sbst::execution::Trace::with_history). Memory and time grow with the
/// number of copies, which [`UnrolledBuilder::most_copies`](super::UnrolledBuilder::most_copies)
/// bounds.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst_histories::UnrolledGraph;
/// use sbst_histories::decisions::CompoundDecision;
///
/// // if a && b { 2 } else { 3 }
/// let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
/// let graph = FlowGraph::of(&body)?;
/// let unrolled = UnrolledGraph::builder(&graph)
///     .decisions(CompoundDecision::all(&graph))
///     .build()?;
/// let vectors: Vec<String> =
///     unrolled.vectors().map(|row| row.vector.to_string()).collect();
/// assert_eq!(vectors, ["TT", "TF", "F"]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UnrolledGraph {
    /// The copies.
    pub(super) history: History,
    /// What is told apart.
    pub(super) parts: Parts,
}

/// What an unrolled graph tells apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// The decisions whose vectors are told apart.
    pub(super) decisions: Vec<CompoundDecision>,
    /// The decisions with too many vectors.
    pub(super) left_out: Vec<CompoundDecision>,
    /// The vectors, ascending by decision.
    pub(super) vectors: Vec<CopiedVector>,
    /// The pairs of definitions and uses, ascending, each with the places at which it is covered.
    pub(super) pairs: Vec<(DefinitionUse, Vec<UsePlace>)>,
    /// The paths as they were given, each with the block at which it is covered.
    pub(super) paths: Vec<(BlockPath, Option<Block>)>,
    /// The calling contexts.
    pub(super) contexts: Vec<CallContext>,
    /// By decision: the place of its first condition, in the names of the graph.
    pub(super) names: Vec<String>,
    /// By first condition of a decision: the number of the decision.
    pub(super) firsts: BTreeMap<Block, u32>,
    /// By condition of a decision: its branches for false and for true.
    pub(super) conditions: BTreeMap<Block, [Option<Branch>; 2]>,
    /// By context: its function of the copies. These functions come after all others.
    pub(super) context_functions: Vec<Function>,
}

/// A vector of a decision, with the branch of the copies that is taken exactly if the decision is
/// evaluated with this vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CopiedVector {
    /// The number of the decision in [`UnrolledGraph::decisions`].
    pub decision: u32,
    /// The values of the conditions.
    pub vector: Vector,
    /// The branch of the copies that is taken if the decision is evaluated with this vector.
    pub branch: Branch,
    /// The branch of the program that is taken exactly if the decision is evaluated with this
    /// vector; `None` if there is no such branch.
    ///
    /// It exists if no other possible vector has the same value of the condition that is evaluated
    /// last. Then the distance of the vector is the distance of that branch. All vectors of a
    /// decision have such a branch if each of its conditions can only be evaluated directly after
    /// one other condition, as in `a && b && c` and `a || b && c`, but not in `(a && b) || c`.
    pub sole: Option<Branch>,
}

impl UnrolledGraph {
    /// Returns the copies, without their goals. Its [fact](History::fact) is what the goals read.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Returns the graph of the copies: see [`History::graph`].
    #[must_use]
    pub const fn graph(&self) -> &FlowGraph {
        self.history.graph()
    }

    /// Returns the decisions whose vectors are told apart.
    #[must_use]
    pub fn decisions(&self) -> &[CompoundDecision] {
        &self.parts.decisions
    }

    /// Returns the decisions that were left out, because they have more vectors than
    /// [`most_vectors`](super::UnrolledBuilder::most_vectors) allows.
    #[must_use]
    pub fn left_out(&self) -> &[CompoundDecision] {
        &self.parts.left_out
    }

    /// Returns an iterator over the possible vectors of all decisions, by decision, in the order of
    /// [`Vectors::all`](crate::decisions::Vectors::all).
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst_histories::decisions::CompoundDecision;
    /// use sbst_histories::{CopiedVector, UnrolledGraph};
    ///
    /// /// Returns `true` if a goal of the vector adds something to goals of branches.
    /// fn is_more_than_a_branch(row: &CopiedVector) -> bool {
    ///     row.sole.is_none()
    /// }
    ///
    /// // if (a && b) || c { 3 } else { 4 }
    /// let body = FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).branch(2, 3, 4);
    /// let graph = FlowGraph::of(&body.exit(3).exit(4))?;
    /// let unrolled = UnrolledGraph::builder(&graph)
    ///     .decisions(CompoundDecision::all(&graph))
    ///     .build()?;
    /// let more: Vec<String> = unrolled
    ///     .vectors()
    ///     .filter(is_more_than_a_branch)
    ///     .map(|row| row.vector.to_string())
    ///     .collect();
    /// assert_eq!(more, ["TFT", "TFF", "F-T", "F-F"]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn vectors(
        &self,
    ) -> impl DoubleEndedIterator<Item = CopiedVector> + ExactSizeIterator + Clone {
        self.parts.vectors.iter().copied()
    }

    /// Returns the first condition of a decision, by its number.
    pub(crate) fn first(&self, decision: u32) -> Option<Block> {
        self.parts.decisions.get(decision as usize)?.conditions().first().copied()
    }

    /// Returns the place of the first condition of a decision, in the names of the graph.
    pub(crate) fn name_of(&self, decision: u32) -> &str {
        self.parts.names.get(decision as usize).map_or("", String::as_str)
    }

    /// Returns the number of the decision that begins with a block.
    pub(crate) fn decision_at(&self, first: Block) -> Option<u32> {
        self.parts.firsts.get(&first).copied()
    }

    /// Returns the branches that an evaluation of a decision takes. Short-circuit evaluation leaves
    /// conditions out, and those take no branch.
    pub(crate) fn taken_by(&self, row: CopiedVector) -> impl Iterator<Item = Branch> {
        let decision = self.parts.decisions.get(row.decision as usize);
        let conditions = (0..).zip(decision.map_or(&[][..], CompoundDecision::conditions));
        conditions.filter_map(move |(place, &block)| {
            self.parts.conditions.get(&block)?[usize::from(row.vector.get(place)?)]
        })
    }

    /// Returns the vectors of one decision, by its number.
    pub(crate) fn vectors_of(&self, decision: u32) -> &[CopiedVector] {
        let from = self.parts.vectors.partition_point(|row| row.decision < decision);
        let to = self.parts.vectors.partition_point(|row| row.decision <= decision);
        &self.parts.vectors[from..to]
    }

    /// Returns an iterator over the pairs of definitions and uses, ascending.
    pub fn pairs(
        &self,
    ) -> impl DoubleEndedIterator<Item = DefinitionUse> + ExactSizeIterator + Clone {
        self.parts.pairs.iter().map(|row| row.0)
    }

    /// Returns an iterator over the paths, in the order in which they were given.
    pub fn paths(&self) -> impl DoubleEndedIterator<Item = &BlockPath> + ExactSizeIterator + Clone {
        self.parts.paths.iter().map(|row| &row.0)
    }

    /// Returns the calling contexts, in the order in which they were found from the roots.
    #[must_use]
    pub fn contexts(&self) -> &[CallContext] {
        &self.parts.contexts
    }

    /// Returns the function of the copies for a context, by its number in
    /// [`contexts`](Self::contexts); `None` if there is no such context.
    pub(crate) fn context_copy(&self, context: u32) -> Option<Function> {
        self.parts.context_functions.get(context as usize).copied()
    }

    /// Returns the pairs, each with the places at which it is covered.
    pub(crate) fn pair_places(&self) -> &[(DefinitionUse, Vec<UsePlace>)] {
        &self.parts.pairs
    }

    /// Returns the paths, each with the block at which it is covered.
    pub(crate) fn path_places(&self) -> &[(BlockPath, Option<Block>)] {
        &self.parts.paths
    }
}
