//! Misuse: mistakes of an instrumentation, and their texts.

use crate::flow::{FlowGraph, GraphMismatch, Outcome};
use crate::id::{Block, Branch, Function, Mutant};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Display, Formatter};

/// A mistake in the use of a [`Trace`](crate::execution::Trace): a hook or a record that does not fit the graph, or a question about
/// something that is not recorded. If it is a hook, the instrumentation is wrong, and no distance of the execution can be trusted.
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
/// The text shows functions by their ids, and blocks by their numbers within their functions. [`in_graph`](Self::in_graph) shows the names
/// from the graph instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Misuse {
    /// The graph has no such function, as far as the trace was fitted to it.
    NoSuchFunction {
        /// The function that was called.
        function: Function,
    },
    /// The function has no block with this number.
    NoSuchLocalBlock {
        /// The function.
        function: Function,
        /// The number of the block that does not exist.
        block: u32,
    },
    /// The graph has no such block.
    NoSuchBlock {
        /// The block.
        block: Block,
    },
    /// The block has no edge with this name.
    NoSuchOutcome {
        /// The function.
        function: Function,
        /// The number of the block within it.
        block: u32,
        /// The name of the edge.
        outcome: Outcome,
    },
    /// A hook names a block that its activation is not in. Found by traces that [check paths](crate::execution::Trace::with_path_check).
    OffPath {
        /// The function.
        function: Function,
        /// The block of the hook, by its number within the function.
        block: u32,
        /// The block that the activation is in, according to the hooks before.
        expected: u32,
    },
    /// A hook comes after its activation has left the function. Found by every trace if the frame was marked as ended (see
    /// [`Frame`](crate::execution::Frame)). Traces that check paths also find it when the frame is asked for a
    /// [caller](crate::execution::Frame::at) after its end: then move the mark after the call.
    AfterEnd {
        /// The function.
        function: Function,
        /// The number within the function of the block that the hook names, if it names one.
        block: Option<u32>,
    },
    /// An activation [returned](crate::execution::Frame::returns) from a block that does not leave the function. Traces that check paths also
    /// find it if the activation was [left](crate::execution::Trace::leave) in such a block, or by an
    /// [error](crate::execution::Frame::tried) of one.
    LeftEarly {
        /// The function.
        function: Function,
        /// The number of the block within it.
        block: u32,
    },
    /// The frame of an activation was dropped in the middle of its function, and no panic was reported. Found by traces that check paths.
    Unmarked {
        /// The function.
        function: Function,
        /// The number within the function of the block that the activation was in.
        block: u32,
    },
    /// A hook belongs to an activation that is not the innermost one. Found by traces that check paths.
    NotInnermost {
        /// The function of the hook.
        function: Function,
        /// The block of the hook, by its number within the function.
        block: u32,
        /// The function of the innermost activation.
        innermost: Function,
    },
    /// The caller of a call is not the innermost activation. Found by traces that check paths.
    ///
    /// Most often, a function passes on the caller that it was given, instead of its own frame as the caller. Or a callback uses the frame of
    /// the function that created it, instead of the function that runs it.
    WrongCaller {
        /// The function that was called.
        function: Function,
        /// The function of the caller; `None` for the test.
        caller: Option<Function>,
        /// The function of the innermost activation, if one is open.
        innermost: Option<Function>,
    },
    /// The caller of a call is an activation that has ended. Found by traces that check paths.
    CallerEnded {
        /// The function that was called.
        function: Function,
    },
    /// More statements were reported as done than the block has.
    NoSuchStatement {
        /// The function.
        function: Function,
        /// The number of the block within it.
        block: u32,
        /// Number of statements that were reported as done.
        done: u32,
        /// Number of statements of the block.
        statements: u32,
    },
    /// A merged record was made for another graph than the trace: see [`GraphIdentity`](crate::flow::GraphIdentity).
    OtherGraph(GraphMismatch),
    /// A merged record has answers about a block or one of its branches, and does not say that the block and its function were entered.
    NotEntered {
        /// The block.
        block: Block,
    },
    /// A merged record names a branch that the graph does not have.
    NoSuchBranch {
        /// The branch.
        branch: Branch,
    },
    /// A goal asked about a mutant that the trace has no room for, or a merged record has one.
    NoSuchMutant {
        /// The mutant.
        mutant: Mutant,
        /// Number of mutants that the trace has room for.
        mutants: u32,
    },
    /// A goal asked about direct calls, and the trace does not record them separately. Or of a trace and a merged record, only one records
    /// them.
    DirectCallsNotRecorded,
    /// A goal asked about single calls, and the trace does not record the call tree.
    CallTreeNotRecorded,
    /// Of a trace and a merged record, only one records the copies of an unrolled graph.
    CopiesNotRecorded,
}

/// Writes the mistake with ids of functions, and numbers of blocks within their functions.
impl Display for Misuse {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Told { misuse: *self, graph: None }.fmt(f)
    }
}

impl core::error::Error for Misuse {}

impl Misuse {
    /// Returns the text of the mistake with the names of functions and blocks from `graph`, the graph of the trace. A block without a name is
    /// shown by its number within its function.
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

/// Text of a mistake, with names if there is a graph.
struct Told<'a> {
    misuse: Misuse,
    graph: Option<&'a FlowGraph>,
}

impl Told<'_> {
    /// Returns the name of a function.
    fn function(&self, function: Function) -> String {
        self.graph.map_or_else(|| function.to_string(), |graph| graph.show_function(function).to_string())
    }

    /// Returns the name of a block of the program.
    fn block(&self, block: Block) -> String {
        self.graph.map_or_else(|| block.to_string(), |graph| graph.show_block(block).to_string())
    }

    /// Returns the name of a block with its function.
    fn block_of(&self, function: Function, local: u32) -> String {
        match self.found(function, local) {
            Some((graph, block)) => graph.show_block(block).to_string(),
            None => format!("block {local} of {}", self.function(function)),
        }
    }

    /// Returns the name of a block without its function.
    fn local(&self, function: Function, local: u32) -> String {
        match self.found(function, local) {
            Some((graph, block)) => graph.show_local_block(block).to_string(),
            None => format!("block {local}"),
        }
    }

    /// Returns the graph and the block, if the graph is given and has the block.
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
                write!(f, "a record has answers about {}, but does not say that it and its function were entered", self.block(block))
            }
            Misuse::OtherGraph(mismatch) => write!(f, "the record was {mismatch}"),
            Misuse::NoSuchBranch { branch } => write!(f, "the graph has no branch {branch}"),
            Misuse::NoSuchMutant { mutant, mutants } => {
                write!(f, "{mutant} is asked for, but the trace has room for {mutants} mutants: see `with_mutants`")
            }
            Misuse::DirectCallsNotRecorded => {
                f.write_str("direct calls are asked for, and not recorded separately (or not in both parts of a merge): see `with_direct_calls`")
            }
            Misuse::CopiesNotRecorded => f.write_str("the copies of an unrolled graph are recorded in one part of a merge only: see `with_unrolled`"),
            Misuse::CallTreeNotRecorded => f.write_str("single calls are asked for, and the call tree is not recorded: see `with_call_tree`"),
        }
    }
}
