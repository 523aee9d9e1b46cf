//! What is wrong with an instrumentation.

use crate::flow::Outcome;
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
/// trace.root().enter(Function::new(0)).done(0, 5);
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
    #[error("block {block} of {function} has no edge named {outcome}")]
    NoSuchOutcome {
        /// The function.
        function: Function,
        /// The number of the block within it.
        block: u32,
        /// The outcome observed.
        outcome: Outcome,
    },
    /// A hook names another block than the one in which its activation is, for a trace that
    /// [checks paths](super::Trace::with_path_check).
    #[error(
        "a hook names block {block} of {function}, but the execution is in block {expected}: a hook before is missing or wrong"
    )]
    OffPath {
        /// The function.
        function: Function,
        /// The block of the hook, by its number within the function.
        block: u32,
        /// The block to which the hooks before lead.
        expected: u32,
    },
    /// An activation has a hook after it has left its function. Frames note it whenever they are marked as ended (see
    /// [`Frame`](super::Frame)), whether or not the trace checks paths. For a trace that does, it is also noted when the frame is asked for
    /// a [caller](super::Frame::at): then the mark stands before the call that it should follow.
    #[error("a hook {}after an activation of {function} has ended: it has left the function already", match block {
        Some(block) => alloc::format!("names block {block} "),
        None => alloc::string::String::from("comes "),
    })]
    AfterEnd {
        /// The function.
        function: Function,
        /// The block of the hook, by its number within the function, if it names one.
        block: Option<u32>,
    },
    /// An activation [returned](super::Frame::returns) from a block that does not leave its function; or, for a trace that checks paths,
    /// was [left](super::Trace::leave) in one, or by an [error](super::Frame::tried) of one.
    #[error(
        "an activation of {function} returned, or was left by an error, from block {block}, \
         which does not leave the function: is its `exit` missing in the graph?"
    )]
    LeftEarly {
        /// The function.
        function: Function,
        /// The number of the block within it.
        block: u32,
    },
    /// The frame of an activation was dropped in the middle of its function, and no panic was told, for a trace that checks paths.
    #[error(
        "an activation of {function} ended in block {block} without a hook that says so: \
         call `returns`, `tried`, `attempt` or `threw` before, or `unwound` after a panic"
    )]
    Unmarked {
        /// The function.
        function: Function,
        /// The block in which it was, by its number within the function.
        block: u32,
    },
    /// A hook belongs to an activation that is not the innermost one, for a trace that checks paths.
    #[error("a hook names block {block} of {function}, but the innermost open activation is another one, of {innermost}")]
    NotInnermost {
        /// The function of the hook.
        function: Function,
        /// The block of the hook, by its number within the function.
        block: u32,
        /// The function of the innermost activation.
        innermost: Function,
    },
    /// A call was made by a caller that is not the innermost activation, for a trace that checks paths. Most often a function passes on
    /// the caller that it was given, and not itself.
    #[error(
        "{function} was called by {}, but {}: give it `f.at(site)` or `f.caller()` of the frame that makes the call",
        match caller { Some(caller) => alloc::format!("an activation of {caller}"), None => "the test".into() },
        match innermost {
            Some(innermost) => alloc::format!("the innermost open activation is one of {innermost}"),
            None => "no activation is open".into(),
        }
    )]
    WrongCaller {
        /// The function that was called.
        function: Function,
        /// The function of the caller; `None` for the test.
        caller: Option<Function>,
        /// The function of the innermost activation, if one is open.
        innermost: Option<Function>,
    },
    /// A call was made by an activation that had ended, for a trace that checks paths.
    #[error("{function} was called by an activation that had ended: keep its frame until the call returns")]
    CallerEnded {
        /// The function that was called.
        function: Function,
    },
    /// More statements were done than the block has.
    #[error("block {block} of {function} has {statements} statements, but {done} were done")]
    NoSuchStatement {
        /// The function.
        function: Function,
        /// The number of the block within it.
        block: u32,
        /// How many were done.
        done: u32,
        /// How many there are.
        statements: u32,
    },
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
