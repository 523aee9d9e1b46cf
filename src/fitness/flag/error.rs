//! Errors of flags.

use super::key::Keys;
use crate::flow::{GraphMismatch, Outcome};
use crate::id::{Activation, Block, Branch, CallSite, Function};

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
