//! What is wrong with an instrumentation.

use crate::flow::{GraphMismatch, Outcome};
use crate::id::{Block, Branch, Function, Mutant};

/// A hook, a record or a question does not fit: if it was a hook, the instrumentation is wrong, and what was recorded is not to be
/// trusted.
///
/// ```
/// use sbst::execution::{Misuse, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let trace = Trace::new(&FlowGraph::of(&FlowBuilder::new().statements(0, 2).exit(0))?);
/// trace.call(Function::new(0)).done(0, 5);
/// assert!(matches!(trace.check(), Err(Misuse::NoSuchStatement { done: 5, statements: 2, .. })));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Misuse {
    /// The graph, as far as the trace was fitted to it, has no such function.
    #[error("the graph has no function {function}")]
    NoSuchFunction {
        /// The function called.
        function: Function,
    },
    /// The function has no block with this number.
    #[error("{function} has no block {block}")]
    NoSuchLocalBlock {
        /// The function.
        function: Function,
        /// The number within it.
        block: u32,
    },
    /// The graph has no such block.
    #[error("the graph has no block {block}")]
    NoSuchBlock {
        /// The block.
        block: Block,
    },
    /// The block has no edge of this name.
    #[error("{block} has no edge named {outcome}")]
    NoSuchOutcome {
        /// The block.
        block: Block,
        /// The outcome observed.
        outcome: Outcome,
    },
    /// It is not the turn of this block, for a trace that [checks paths](super::Trace::with_path_check).
    #[error("a hook of {block}, but {}", match expected {
        Some(expected) => alloc::format!("the execution is at {expected}"),
        None => alloc::string::String::from("its activation has left the function"),
    })]
    OffPath {
        /// The block of the hook.
        block: Block,
        /// Where the hooks before led; `None` if out of the function.
        expected: Option<Block>,
    },
    /// An activation [was left](super::Trace::leave) in a block that does not leave its function, for a trace that checks paths.
    #[error("an activation was left in {block}, which does not leave its function")]
    LeftEarly {
        /// The block.
        block: Block,
    },
    /// More statements were done than the block has.
    #[error("{block} has {statements} statements, but {done} were done")]
    NoSuchStatement {
        /// The block.
        block: Block,
        /// How many were done.
        done: u32,
        /// How many there are.
        statements: u32,
    },
    /// A record is one of another graph than the trace: see [`GraphIdentity`](crate::flow::GraphIdentity).
    #[error("the record was {0}")]
    OtherGraph(GraphMismatch),
    /// A record tells of a block, or of one of its branches, but not that the block, or its function, was entered.
    #[error("{block} is told of, but not that it and its function were entered")]
    NotEntered {
        /// The block.
        block: Block,
    },
    /// A record names a branch that the graph does not have.
    #[error("the graph has no branch {branch}")]
    NoSuchBranch {
        /// The branch.
        branch: Branch,
    },
    /// A goal asked for a mutant for which the trace was not made, or a record holds one.
    #[error("the trace was made for {mutants} mutants, but {mutant} is asked for")]
    NoSuchMutant {
        /// The mutant.
        mutant: Mutant,
        /// For how many the trace was made.
        mutants: u32,
    },
    /// A goal asked what happened in direct calls, but the trace does not record them apart; or only one of a trace and a record that it
    /// should take in does.
    #[error("direct calls are not recorded apart, or only in one of two: see `with_direct_calls`")]
    DirectCallsNotRecorded,
    /// A goal asked for calls one by one, but the trace does not record them.
    #[error("calls are not recorded one by one: see `with_call_tree`")]
    CallTreeNotRecorded,
}
