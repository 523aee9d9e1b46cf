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
/// trace.root().enter(Function::new(0)).done(0, 5);
/// assert!(matches!(trace.check(), Err(Misuse::NoSuchStatement { done: 5, statements: 2, .. })));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
///
/// Its text names functions by their ids and blocks by their numbers within their functions; [`in_graph`](Self::in_graph) uses the
/// names that the graph has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Misuse {
    /// The graph, as far as the trace was fitted to it, has no such function.
    NoSuchFunction {
        /// The function called.
        function: Function,
    },
    /// The function has no block with this number.
    NoSuchLocalBlock {
        /// The function.
        function: Function,
        /// The number within it.
        block: u32,
    },
    /// The graph has no such block.
    NoSuchBlock {
        /// The block.
        block: Block,
    },
    /// The block has no edge of this name.
    NoSuchOutcome {
        /// The function.
        function: Function,
        /// The number of the block within it.
        block: u32,
        /// The outcome observed.
        outcome: Outcome,
    },
    /// A hook names another block than the one in which its activation is, for a trace that
    /// [checks paths](crate::execution::Trace::with_path_check).
    OffPath {
        /// The function.
        function: Function,
        /// The block of the hook, by its number within the function.
        block: u32,
        /// The block to which the hooks before lead.
        expected: u32,
    },
    /// An activation has a hook after it has left its function. Frames note it whenever they are marked as ended (see
    /// [`Frame`](crate::execution::Frame)), whether or not the trace checks paths. For a trace that does, it is also noted when the frame is asked for
    /// a [caller](crate::execution::Frame::at): then the mark stands before the call that it should follow.
    AfterEnd {
        /// The function.
        function: Function,
        /// The block of the hook, by its number within the function, if it names one.
        block: Option<u32>,
    },
    /// An activation [returned](crate::execution::Frame::returns) from a block that does not leave its function; or, for a trace that checks paths,
    /// was [left](crate::execution::Trace::leave) in one, or by an [error](crate::execution::Frame::tried) of one.
    LeftEarly {
        /// The function.
        function: Function,
        /// The number of the block within it.
        block: u32,
    },
    /// The frame of an activation was dropped in the middle of its function, and no panic was told, for a trace that checks paths.
    Unmarked {
        /// The function.
        function: Function,
        /// The block in which it was, by its number within the function.
        block: u32,
    },
    /// A hook belongs to an activation that is not the innermost one, for a trace that checks paths.
    NotInnermost {
        /// The function of the hook.
        function: Function,
        /// The block of the hook, by its number within the function.
        block: u32,
        /// The function of the innermost activation.
        innermost: Function,
    },
    /// A call was made by a caller that is not the innermost activation, for a trace that checks paths. Most often a function passes on
    /// the caller that it was given, and not itself; or a callback names the function that made it, and not the one that runs it.
    WrongCaller {
        /// The function that was called.
        function: Function,
        /// The function of the caller; `None` for the test.
        caller: Option<Function>,
        /// The function of the innermost activation, if one is open.
        innermost: Option<Function>,
    },
    /// A call was made by an activation that had ended, for a trace that checks paths.
    CallerEnded {
        /// The function that was called.
        function: Function,
    },
    /// More statements were done than the block has.
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
    /// A record is one of another graph than the trace: see [`GraphIdentity`](crate::flow::GraphIdentity).
    OtherGraph(GraphMismatch),
    /// A record tells of a block, or of one of its branches, but not that the block, or its function, was entered.
    NotEntered {
        /// The block.
        block: Block,
    },
    /// A record names a branch that the graph does not have.
    NoSuchBranch {
        /// The branch.
        branch: Branch,
    },
    /// A goal asked for a mutant for which the trace was not made, or a record holds one.
    NoSuchMutant {
        /// The mutant.
        mutant: Mutant,
        /// For how many the trace was made.
        mutants: u32,
    },
    /// A goal asked what happened in direct calls, but the trace does not record them apart; or only one of a trace and a record that it
    /// should take in does.
    DirectCallsNotRecorded,
    /// A goal asked for calls one by one, but the trace does not record them.
    CallTreeNotRecorded,
}
