//! What does not fit.

use super::key::Keys;
use crate::flow::{GraphMismatch, Outcome};
use crate::id::{Activation, Block, Branch, CallSite, Function};

/// What does not fit. Blocks go by their number within the function, branches by that in the program.
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
    /// The graph has no such block, which a dependence graph names.
    #[error("the graph has no block {block}")]
    NotInGraph {
        /// The block, by its number in the program.
        block: Block,
    },
    /// The block has no branch of this name, or none that a predicate decides.
    #[error("block {block} of {function} has no decided branch named {outcome}")]
    NoSuchBranch {
        /// The function.
        function: Function,
        /// The block.
        block: u32,
        /// The name.
        outcome: Outcome,
    },
    /// The flags were declared for another graph, or the execution is one of another graph.
    #[error("flags or an execution {0}")]
    OtherGraph(GraphMismatch),
    /// The predicate of this block was declared to test another call, or the contrary; or its result to be something else.
    #[error("something else was declared before of block {block} of {function}")]
    DeclaredTwice {
        /// The function.
        function: Function,
        /// The block.
        block: u32,
    },
    /// The execution entered this function, but tells of no activation at all: a trace that does not record calls one by one, or whose
    /// hooks were called while no frame was open, or only frames of functions that the graph does not have.
    #[error("{function} was entered, but the execution knows no activation: record calls one by one, and hooks in frames")]
    NoActivations {
        /// The function.
        function: Function,
    },
    /// Nothing is known of how the calls at a site could return what is needed, for a flag or to be handed on: none was made there, as far
    /// as is recorded, or nothing is declared or recorded that would make one of the functions called there return it.
    #[error("{activation} needs a result in {keys} of the calls at {site}, of which nothing is known")]
    NothingKnown {
        /// The activation that needs it.
        activation: Activation,
        /// Its site.
        site: CallSite,
        /// The results that would do.
        keys: Keys,
    },
    /// A call did all that it was declared to return a value for, and the flag went the other way.
    #[error("a call did all that {branch} needs, but {branch} was not taken in {activation}")]
    Contradiction {
        /// The flag.
        branch: Branch,
        /// Where it was evaluated.
        activation: Activation,
    },
}
