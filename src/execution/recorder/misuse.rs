//! What is wrong with an instrumentation, and in words.

use crate::flow::{FlowGraph, GraphMismatch, Outcome};
use crate::id::{Block, Branch, Function, Mutant};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Display, Formatter};

/// A hook, a record or a question does not fit: if it was a hook, the instrumentation is wrong, and what was recorded is not to be
/// trusted.
///
/// ```
/// use sbst::execution::{Misuse, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let trace =
///     Trace::new(&FlowGraph::of(&FlowBuilder::new().statements(0, 2).exit(0))?);
/// trace.root().enter(Function::new(0)).done(0, 5);
/// assert!(matches!(
///     trace.check(),
///     Err(Misuse::NoSuchStatement { done: 5, statements: 2, .. })
/// ));
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
    /// Only one of a trace and a record that it should take in tells histories apart.
    CopiesNotRecorded,
}

/// Functions by their ids, and blocks by their numbers within their functions where the hook named them so.
impl Display for Misuse {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Told { misuse: *self, graph: None }.fmt(f)
    }
}

impl core::error::Error for Misuse {}

impl Misuse {
    /// Returns the text of the misuse with the names that `graph`, the graph of the trace, gives to functions and blocks. A block
    /// without a name is told by its number within its function.
    ///
    /// ```
    /// use sbst::distance::flag;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    ///
    /// let mut find = FlowBuilder::new().function_name("find");
    /// let [head, after] = find.named_blocks(["head", "after"]);
    /// let graph = FlowGraph::of(&find.jump(head, after).exit(after))?;
    /// let trace = Trace::new(&graph);
    /// trace
    ///     .root()
    ///     .enter(graph.function_named("find").expect("added"))
    ///     .decide(head, flag(true));
    ///
    /// let misuse = trace.check().expect_err("a jump decides nothing");
    /// assert_eq!(misuse.to_string(), "block 0 of f0 has no edge named true");
    /// assert_eq!(
    ///     misuse.in_graph(&graph).to_string(),
    ///     "find: head has no edge named true"
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn in_graph(self, graph: &FlowGraph) -> impl Display {
        Told { misuse: self, graph: Some(graph) }
    }
}

struct Told<'a> {
    misuse: Misuse,
    graph: Option<&'a FlowGraph>,
}

impl Told<'_> {
    fn function(&self, function: Function) -> String {
        self.graph.map_or_else(|| function.to_string(), |graph| graph.show_function(function).to_string())
    }

    fn block(&self, block: Block) -> String {
        self.graph.map_or_else(|| block.to_string(), |graph| graph.show_block(block).to_string())
    }

    /// Returns a block and its function.
    fn block_of(&self, function: Function, local: u32) -> String {
        match self.found(function, local) {
            Some((graph, block)) => graph.show_block(block).to_string(),
            None => format!("block {local} of {}", self.function(function)),
        }
    }

    /// Returns a block where the text names its function already.
    fn local(&self, function: Function, local: u32) -> String {
        match self.found(function, local) {
            Some((graph, block)) => graph.show_local_block(block).to_string(),
            None => format!("block {local}"),
        }
    }

    fn found(&self, function: Function, local: u32) -> Option<(&FlowGraph, Block)> {
        let graph = self.graph?;
        Some((graph, graph.get_block(function, local)?))
    }
}

impl Display for Told<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.misuse {
            Misuse::NoSuchFunction { function } => write!(f, "the graph has no function {function}"),
            Misuse::NoSuchLocalBlock { function, block } => write!(f, "{} has no block {block}", self.function(function)),
            Misuse::NoSuchBlock { block } => write!(f, "the graph has no block {block}"),
            Misuse::NoSuchOutcome { function, block, outcome } => {
                write!(f, "{} has no edge named {outcome}", self.block_of(function, block))
            }
            Misuse::OffPath { function, block, expected } => {
                let (block, expected) = (self.block_of(function, block), self.local(function, expected));
                write!(f, "a hook names {block}, but the execution is in {expected}: a hook before is missing or wrong")
            }
            Misuse::AfterEnd { function, block } => {
                let block = block.map_or_else(|| "comes".into(), |block| format!("names {}", self.local(function, block)));
                let function = self.function(function);
                write!(f, "a hook {block} after an activation of {function} has ended: it has left the function already")
            }
            Misuse::LeftEarly { function, block } => {
                let (name, block) = (self.function(function), self.local(function, block));
                write!(
                    f,
                    "an activation of {name} returned, or was left by an error, from {block}, \
                     which does not leave the function: is its `exit` missing in the graph?"
                )
            }
            Misuse::Unmarked { function, block } => {
                let (name, block) = (self.function(function), self.local(function, block));
                write!(
                    f,
                    "an activation of {name} ended in {block} without a hook that says so: \
                     call `returns`, `tried`, `attempt` or `threw` before, or `unwound` after a panic"
                )
            }
            Misuse::NotInnermost { function, block, innermost } => {
                let (block, innermost) = (self.block_of(function, block), self.function(innermost));
                write!(f, "a hook names {block}, but the innermost open activation is another one, of {innermost}")
            }
            Misuse::WrongCaller { function, caller, innermost } => {
                let caller =
                    caller.map_or_else(|| "the test".into(), |caller| format!("an activation of {}", self.function(caller)));
                let innermost = match innermost {
                    Some(innermost) => format!("the innermost open activation is one of {}", self.function(innermost)),
                    None => "no activation is open".into(),
                };
                let function = self.function(function);
                write!(
                    f,
                    "{function} was called by {caller}, but {innermost}: \
                     give it `f.at(site)` or `f.caller()` of the frame that makes the call, \
                     or `f.trace().innermost(None)` in a callback"
                )
            }
            Misuse::CallerEnded { function } => {
                let function = self.function(function);
                write!(f, "{function} was called by an activation that had ended: keep its frame until the call returns")
            }
            Misuse::NoSuchStatement { function, block, done, statements } => {
                write!(f, "{} has {statements} statements, but {done} were done", self.block_of(function, block))
            }
            Misuse::NotEntered { block } => {
                write!(f, "{} is told of, but not that it and its function were entered", self.block(block))
            }
            Misuse::OtherGraph(mismatch) => write!(f, "the record was {mismatch}"),
            Misuse::NoSuchBranch { branch } => write!(f, "the graph has no branch {branch}"),
            Misuse::NoSuchMutant { mutant, mutants } => {
                write!(f, "the trace was made for {mutants} mutants, but {mutant} is asked for")
            }
            Misuse::DirectCallsNotRecorded => {
                f.write_str("direct calls are not recorded apart, or only in one of two: see `with_direct_calls`")
            }
            Misuse::CopiesNotRecorded => f.write_str("histories are told apart only in one of two: see `with_unrolled`"),
            Misuse::CallTreeNotRecorded => f.write_str("calls are not recorded one by one: see `with_call_tree`"),
        }
    }
}
