//! Misuse: mistakes in the use of a trace, and their texts.

use crate::execution::Fact;
use crate::flow::{FlowGraph, GraphMismatch, Outcome};
use crate::id::{Block, Branch, Function, Mutant};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Display, Formatter};

/// Mistake in the use of a [`Trace`](crate::execution::Trace): a hook or a record that does not fit
/// the graph, or a question of a goal about something that the trace does not record.
///
/// If a hook is wrong, the instrumentation is wrong, and no distance of the execution can be
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
/// The text says what happened, and what to do. It shows functions by their ids, and blocks by
/// their numbers within their functions. [`in_graph`](Self::in_graph) shows the names from the
/// graph instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Misuse {
    /// A call, a value, an exception or a merged record names a function that the graph does not
    /// have, as far as the trace was [fitted](crate::execution::Trace::fit) to it.
    NoSuchFunction {
        /// The function that does not exist.
        function: Function,
    },
    /// A hook of a frame names a block that the function does not have.
    NoSuchLocalBlock {
        /// The function.
        function: Function,
        /// The number of the block that does not exist.
        block: u32,
    },
    /// A hook of the trace, or a merged record, names a block that the graph does not have.
    NoSuchBlock {
        /// The block that does not exist.
        block: Block,
    },
    /// A hook reports an edge that the block does not have.
    NoSuchOutcome {
        /// The function.
        function: Function,
        /// The number of the block within it.
        block: u32,
        /// The name of the edge that does not exist.
        outcome: Outcome,
    },
    /// A hook names a block that its activation is not in. Found by traces that [check
    /// paths](crate::execution::Trace::with_path_check).
    OffPath {
        /// The function.
        function: Function,
        /// The block of the hook, by its number within the function.
        block: u32,
        /// The block that the activation is in, according to the hooks before.
        expected: u32,
    },
    /// A hook comes after its activation has left the function. Every trace finds it if the frame
    /// was marked as ended (see [`Frame`](crate::execution::Frame)).
    ///
    /// Traces that check paths also find it when the frame is asked for a
    /// [caller](crate::execution::Frame::at) after its end. If so, move the hook that ends the
    /// activation after the call.
    AfterEnd {
        /// The function.
        function: Function,
        /// The number within the function of the block that the hook names, if it names one.
        block: Option<u32>,
    },
    /// An activation [returned](crate::execution::Frame::returns) from a block that is no exit of
    /// the function.
    ///
    /// Traces that check paths also find it if the activation was
    /// [left](crate::execution::Trace::leave) in such a block, or by an
    /// [error](crate::execution::Frame::tried) of such a block.
    LeftEarly {
        /// The function.
        function: Function,
        /// The number of the block within it.
        block: u32,
    },
    /// The frame of an activation was dropped in the middle of its function, and no panic was
    /// reported. Found by traces that check paths.
    ///
    /// Either a hook is missing at a way out of the function, or a panic was caught and not
    /// reported by [`unwound`](crate::execution::Trace::unwound).
    Unmarked {
        /// The function.
        function: Function,
        /// The number within the function of the block that the activation was in.
        block: u32,
    },
    /// The last hook of a frame said that its activation [caught a
    /// panic](crate::execution::Frame::unwound), and the frame was dropped in the middle of its
    /// function. Found by traces that check paths.
    ///
    /// `Frame::unwound` says that the activation goes on. To end it, call
    /// [`threw`](crate::execution::Frame::threw); after a panic that ended it, call
    /// [`Trace::unwound`](crate::execution::Trace::unwound), or `unwound` of the frame that caught
    /// the panic.
    Abandoned {
        /// The function.
        function: Function,
        /// The number within the function of the block that the activation was in.
        block: u32,
    },
    /// A hook belongs to an activation that is not the innermost one. Found by traces that check
    /// paths.
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
    /// Most often, a function passes on the caller that it was given, instead of a caller from its
    /// own frame. Or a callback uses the frame of the function that created it, instead of the
    /// frame of the function that runs it.
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
    /// A hook reports more statements as done than the block has.
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
    /// A merged record was made for another graph than the trace: see
    /// [`GraphIdentity`](crate::flow::GraphIdentity).
    OtherGraph(GraphMismatch),
    /// A merged record has answers about a block or one of its branches, but does not say that the
    /// block and its function were entered.
    NotEntered {
        /// The block.
        block: Block,
    },
    /// A merged record names a branch that the graph does not have.
    NoSuchBranch {
        /// The branch.
        branch: Branch,
    },
    /// A goal asked about a mutant for which the trace has no room, or a merged record has such a
    /// mutant.
    NoSuchMutant {
        /// The mutant.
        mutant: Mutant,
        /// Number of mutants that the trace has room for.
        mutants: u32,
    },
    /// A goal asked about direct calls or calls one by one, and the trace does not record them.
    NotRecorded(Fact),
}

/// Writes the mistake with ids of functions, and numbers of blocks within their functions.
impl Display for Misuse {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&FlowGraph::new()))
    }
}

impl core::error::Error for Misuse {}

impl Misuse {
    /// Returns the text of the mistake with the names of functions and blocks from `graph`, which
    /// must be the graph of the trace. A block without a name is shown by its number within its
    /// function.
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
    /// assert!(misuse.to_string().starts_with("block 0 of f0 has no edge named true"));
    /// assert_eq!(
    ///     misuse.in_graph(&graph).to_string(),
    ///     "find: head has no edge named true: correct the hook, or declare the edge"
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn in_graph(self, graph: &FlowGraph) -> impl Display {
        self.text(graph)
    }
}

/// What helps if an activation ended without a mark.
const UNMARKED: &str = " without a hook that says so: call `returns`, `tried`, `attempt` or \
    `threw` before, or `unwound` after a panic";
/// What helps if its frame said that it goes on.
const ABANDONED: &str = ", although `unwound` of its frame said that it goes on: call `threw` to \
    end it, or `Trace::unwound` after a panic";

/// Returns the name of a block with its function.
fn block_of(graph: &FlowGraph, function: Function, local: u32) -> String {
    match graph.get_block(function, local) {
        Some(block) => graph.show_block(block).to_string(),
        None => format!("block {local} of {}", graph.show_function(function)),
    }
}

/// Returns the name of a block without its function.
fn local(graph: &FlowGraph, function: Function, local: u32) -> String {
    match graph.get_block(function, local) {
        Some(block) => graph.show_local_block(block).to_string(),
        None => format!("block {local}"),
    }
}

impl Misuse {
    /// Returns the text of a hook that comes at the wrong time, or from the wrong activation; an
    /// empty text for all other misuse.
    fn order(self, graph: &FlowGraph) -> String {
        match self {
            Misuse::OffPath { function, block, expected } => format!(
                "a hook names {}, but the execution is in {}: a hook before is missing or wrong",
                block_of(graph, function, block),
                local(graph, function, expected)
            ),
            Misuse::AfterEnd { function, block } => {
                let named = block.map(|block| format!("names {}", local(graph, function, block)));
                format!(
                    "a hook {} after an activation of {} has ended: move it before the hook that \
                     leaves the function",
                    named.as_deref().unwrap_or("comes"),
                    graph.show_function(function)
                )
            }
            Misuse::LeftEarly { function, block } => format!(
                "an activation of {} returned, or was left by an error, from {}, which is no exit \
                 of the function: correct the hook, or mark the block as an `exit`",
                graph.show_function(function),
                local(graph, function, block)
            ),
            Misuse::Unmarked { function, block } | Misuse::Abandoned { function, block } => {
                let goes_on = matches!(self, Misuse::Abandoned { .. });
                format!(
                    "an activation of {} ended in {}{}",
                    graph.show_function(function),
                    local(graph, function, block),
                    if goes_on { ABANDONED } else { UNMARKED }
                )
            }
            Misuse::NotInnermost { function, block, innermost } => format!(
                "a hook names {}, but the innermost open activation is another one, of {}: call \
                 hooks on the frame of the function that runs, and drop each frame, or call \
                 `leave`, when its function ends",
                block_of(graph, function, block),
                graph.show_function(innermost)
            ),
            Misuse::WrongCaller { function, caller, innermost } => {
                let caller =
                    caller.map(|it| format!("an activation of {}", graph.show_function(it)));
                let innermost = innermost.map(|it| {
                    format!("the innermost open activation is one of {}", graph.show_function(it))
                });
                format!(
                    "{} was called by {}, but {}: give it `f.at(site)` or `f.caller()` of the \
                     frame that makes the call, or `f.trace().innermost(None)` in a callback",
                    graph.show_function(function),
                    caller.as_deref().unwrap_or("the test"),
                    innermost.as_deref().unwrap_or("no activation is open")
                )
            }
            Misuse::CallerEnded { function } => format!(
                "{} was called by an activation that had ended: keep its frame until the call \
                 returns",
                graph.show_function(function)
            ),
            _ => String::new(),
        }
    }

    /// Returns the text: first of names that the trace does not have, and of what it lacks.
    fn text(self, graph: &FlowGraph) -> String {
        const FIT: &str = "correct the number, or call `fit` if the graph has grown";
        match self {
            Misuse::NoSuchFunction { function } => format!(
                "a hook or a record names {function}, but the trace has no such function: correct \
                 the number, or add the function to the graph and call `fit`"
            ),
            Misuse::NoSuchLocalBlock { function, block } => format!(
                "{} has no block {block}: correct the hook, or describe the block",
                graph.show_function(function)
            ),
            Misuse::NoSuchBlock { block } => {
                format!("a hook or a record names {block}, but the trace has no such block: {FIT}")
            }
            Misuse::NoSuchOutcome { function, block, outcome } => format!(
                "{} has no edge named {outcome}: correct the hook, or declare the edge",
                block_of(graph, function, block)
            ),
            Misuse::NoSuchStatement { function, block, done, statements } => format!(
                "{} has {statements} statements, but {done} were done: correct the hook, or the \
                 number in the graph",
                block_of(graph, function, block)
            ),
            Misuse::NotEntered { block } => format!(
                "a record has answers about {}, but does not say that it and its function were \
                 entered: correct the store or the file that the record comes from",
                graph.show_block(block)
            ),
            Misuse::NoSuchBranch { branch } => {
                format!("a record names {branch}, but the trace has no such branch: {FIT}")
            }
            Misuse::NoSuchMutant { mutant, mutants } => format!(
                "a goal or a record names {mutant}, but the trace has room for {mutants} mutants: \
                 make room for more by `with_mutants`"
            ),
            Misuse::NotRecorded(fact) => format!(
                "a goal asks about {fact}, which are not recorded: switch them on by `{}`",
                if fact == Fact::Calls { "with_call_tree" } else { "with_direct_calls" }
            ),
            Misuse::OtherGraph(mismatch) => format!("the record was {mismatch}"),
            _ => self.order(graph),
        }
    }
}
