//! Misuses in words.

use crate::execution::Misuse;
use crate::flow::FlowGraph;
use crate::id::{Block, Function};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Display, Formatter};

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
    /// let mut find = FlowBuilder::named("find");
    /// let [head, after] = find.named_blocks(["head", "after"]);
    /// let graph = FlowGraph::of(&find.jump(head, after).exit(after))?;
    /// let trace = Trace::new(&graph);
    /// trace.root().enter(graph.function_named("find").expect("added")).decide(head, flag(true));
    ///
    /// let misuse = trace.check().expect_err("a jump decides nothing");
    /// assert_eq!(misuse.to_string(), "block 0 of f0 has no edge named true");
    /// assert_eq!(misuse.in_graph(&graph).to_string(), "find: head has no edge named true");
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

    /// A block and its function.
    fn block_of(&self, function: Function, local: u32) -> String {
        match self.found(function, local) {
            Some((graph, block)) => graph.show_block(block).to_string(),
            None => format!("block {local} of {}", self.function(function)),
        }
    }

    /// A block where the text names its function already.
    fn local(&self, function: Function, local: u32) -> String {
        match self.found(function, local) {
            Some((graph, block)) => graph.show_block(block).without_function().to_string(),
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
            Misuse::CallTreeNotRecorded => f.write_str("calls are not recorded one by one: see `with_call_tree`"),
        }
    }
}
