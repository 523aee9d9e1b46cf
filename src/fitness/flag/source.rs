//! Sources of flags, and errors of their declarations.

use super::flags::Flags;
use super::key::Keys;
use crate::flow::dependences::DependenceGraph;
use crate::flow::{FlowGraph, GraphMismatch, Outcome};
use crate::id::{Activation, Block, Branch, CallSite, Function};

/// A source of the flags of a program, once its graph is known.
///
/// [`Flags`] are their own source. A [`DependenceGraph`] [derives](Flags::derived) flags. A closure
/// declares them.
///
/// ```
/// use sbst::fitness::flag::{FlagError, FlagSource, Flags};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// let declare = |graph: &FlowGraph| {
///     let mut flags = Flags::new();
///     flags.function(graph, Function::new(0)).decides(0, CallSite::new(0))?;
///     Ok(flags)
/// };
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// assert_eq!(declare.flags(&graph)?.branches().len(), 2);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait FlagSource {
    /// Returns the flags for this graph.
    ///
    /// # Errors
    ///
    /// [`FlagError`] if a declaration does not fit the graph.
    fn flags(self, graph: &FlowGraph) -> Result<Flags, FlagError>;
}

impl FlagSource for Flags {
    fn flags(self, graph: &FlowGraph) -> Result<Flags, FlagError> {
        graph.check(self.made_for()).map_err(FlagError::OtherGraph)?;
        Ok(self)
    }
}

impl FlagSource for DependenceGraph {
    fn flags(self, graph: &FlowGraph) -> Result<Flags, FlagError> {
        Flags::derived(graph, &self)
    }
}

impl FlagSource for &DependenceGraph {
    fn flags(self, graph: &FlowGraph) -> Result<Flags, FlagError> {
        Flags::derived(graph, self)
    }
}

impl<F: FnOnce(&FlowGraph) -> Result<Flags, FlagError>> FlagSource for F {
    fn flags(self, graph: &FlowGraph) -> Result<Flags, FlagError> {
        self(graph)
    }
}

// Errors of flags.

/// An error in the declarations of flags, or in their use with an execution. Blocks are named by
/// their number within the function, branches by their number in the program.
///
/// ```
/// use sbst::fitness::flag::{FlagError, Flags};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
/// let (mut flags, function) = (Flags::new(), Function::new(0));
/// let error = flags.function(&graph, function).returns(3, true).expect_err("none");
/// assert_eq!(error, FlagError::NoSuchBlock { function, block: 3 });
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FlagError {
    /// The function has no block with this number, or the graph no such function.
    #[error("{function} has no block {block}")]
    NoSuchBlock {
        /// The function.
        function: Function,
        /// The block.
        block: u32,
    },
    /// A dependence graph names a block that the graph does not have.
    #[error("the dependence graph names block {block}, which the graph does not have")]
    NotInGraph {
        /// The block, by its number in the program.
        block: Block,
    },
    /// The block has no branch with this outcome, or the branch is not decided by a predicate.
    #[error("block {block} of {function} has no decided branch named {outcome}")]
    NoSuchBranch {
        /// The function.
        function: Function,
        /// The block.
        block: u32,
        /// The outcome of the branch.
        outcome: Outcome,
    },
    /// The flags were declared for another graph, or the execution belongs to another graph.
    #[error("flags or an execution {0}")]
    OtherGraph(GraphMismatch),
    /// The predicate of this block was declared to test another call or the contrary, or its result
    /// was declared to be something else.
    #[error("block {block} of {function} was declared before in another way")]
    DeclaredTwice {
        /// The function.
        function: Function,
        /// The block.
        block: u32,
    },
    /// The execution entered this function, but has no activations. Either the trace does not
    /// record calls one by one, or its hooks were called while no frame was open, or while only
    /// frames of functions were open that the graph does not have.
    #[error(
        "{function} was entered, but the execution has no activations: record calls one by one, \
         and call hooks inside frames"
    )]
    NoActivations {
        /// The function.
        function: Function,
    },
    /// No call or declaration says how the calls at a site could return what is needed, for a flag
    /// or to be handed on. Either no call was recorded there, or nothing is declared or recorded
    /// that would make one of the called functions return it.
    #[error(
        "{activation} needs a result in {keys} of the calls at {site}, but no call or declaration \
         says how it could be returned"
    )]
    NothingKnown {
        /// The activation that needs it.
        activation: Activation,
        /// The site of the calls.
        site: CallSite,
        /// The results that are needed.
        keys: Keys,
    },
    /// A call did everything that was declared for the needed result, and the flag was still not
    /// taken.
    #[error(
        "a call did everything that {branch} was declared to need, but {branch} was not taken in \
         {activation}"
    )]
    Contradiction {
        /// The flag.
        branch: Branch,
        /// The activation in which the flag was evaluated.
        activation: Activation,
    },
}
