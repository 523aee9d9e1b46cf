//! Block coverage across calls: a comparison of two executions that got stuck at the same call, by
//! their progress within the call.
//!
//! [Block coverage](super) compares within one function, and has no answer if both executions
//! completed the same statements of the same block. If the next statement is a call, and both
//! failed inside it, one of them may still have come much farther: through most of the called
//! function, or through a function that it calls in turn. [`WithinCalls`] continues the comparison
//! there.
//!
//! - [`CallSummary`] holds the part of an execution that is kept: its
//!   [`BlockSummary`](super::BlockSummary), and the calls in which it got stuck.
//! - [`WithinCalls`] compares two summaries. The answer is [`Nearer`](super::Nearer). A
//!   [`CallVerdict`] also names the call in which it was found, its depth, and the [`CallRule`]
//!   that gave it.
//!
//! If the comparison within one function has an answer, the answer does not change. The comparison
//! needs the [call edges](crate::flow::FlowGraph::add_call) of the graph, which say at which
//! statement a call site lies, and executions that record their calls
//! ([`Fact::Calls`](crate::execution::Fact::Calls)). Without either, it is the comparison within one
//! function.
//!
//! # Example
//!
//! A reader of trees steps into a node. Its call of `children` throws if there is no node, and if
//! the node has no children, which is the situation of Listings 4 and 5 of the
//! [paper](super#the-paper-item-by-item). Both tests complete one statement of `step`, so block
//! coverage has no answer. One of them passed the first decision of `children`.
//!
//! ```
//! use sbst::distance::flag;
//! use sbst::execution::{CallTreeLimits, Caller, Trace};
//! use sbst::fitness::block_coverage::across::{
//!     CallRule, CallSummary, CallVerdict, DecidingCall, WithinCalls,
//! };
//! use sbst::fitness::block_coverage::{BlockCoverage, Nearer, Rule, Target};
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::{CallSite, Function};
//!
//! const STEP: Function = Function::new(0);
//! const CHILDREN: Function = Function::new(1);
//! const OPEN: CallSite = CallSite::new(0);
//!
//! enum Node {
//!     Number,
//!     List(Vec<Node>),
//! }
//!
//! /// 0: leaves the old node, opens the new one, and looks whether it is empty
//! fn step(c: Caller<'_>, node: Option<&Node>) -> Option<bool> {
//!     let f = c.enter(STEP);
//!     f.done(0, 1);
//!     let children = f.attempt(0, 2, children(f.at(OPEN), node))?;
//!     f.done(0, 3);
//!     let is_empty = f.decide(0, flag(children.is_empty()));
//!     Some(f.returns(if is_empty { 1 } else { 2 }, is_empty))
//! }
//!
//! /// 0: if there is no node { 1: throw }
//! /// 2: if it is a list { 3: return it }  4: throw
//! fn children<'n>(c: Caller<'_>, node: Option<&'n Node>) -> Option<&'n [Node]> {
//!     let f = c.enter(CHILDREN);
//!     if f.decide(0, flag(node.is_none())) {
//!         return f.attempt(1, 1, None);
//!     }
//!     match node {
//!         Some(Node::List(all)) if f.decide(2, flag(true)) => Some(f.returns(3, all)),
//!         _ => {
//!             f.decide(2, flag(false));
//!             f.attempt(4, 1, None)
//!         }
//!     }
//! }
//!
//! let mut graph = FlowGraph::new();
//! graph.add(&FlowBuilder::new().statements(0, 3).branch(0, 1, 2).exit(1).exit(2))?;
//! let body = FlowBuilder::new().branch(0, 1, 2).statements(1, 1).exit(1);
//! graph.add(&body.branch(2, 3, 4).exit(3).statements(4, 1).exit(4))?;
//! graph.add_call(graph.block(STEP, 0), 1, OPEN, [CHILDREN])?;
//!
//! let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::default());
//! let mut run = |node: Option<&Node>| {
//!     trace.reset();
//!     step(trace.root(), node);
//!     CallSummary::of(&graph, &trace)
//! };
//! let (none, number) = (run(None), run(Some(&Node::Number)));
//!
//! let target = Target::Block(graph.block(STEP, 2));
//! let plain =
//!     BlockCoverage::new().compare(&graph, target, none.blocks(), number.blocks());
//! assert_eq!(plain, Nearer::Neither);
//!
//! // Both evaluated the predicate of block 0. Blocks 2 and 3 lead from there to the
//! // end, because 1 and 4 throw. Rule 5 decides: one covered block more.
//! let mut across =
//!     WithinCalls::new().throwing([1, 4].map(|at| graph.block(CHILDREN, at)));
//! let CallVerdict { verdict, decided, .. } =
//!     across.verdict(&graph, target, &none, &number);
//! assert_eq!(verdict.nearer, Nearer::Second(1));
//! let Some(DecidingCall { depth, callee, rule, .. }) = decided else {
//!     panic!("it was found in the call")
//! };
//! assert_eq!((depth, callee), (1, Some(CHILDREN)));
//! assert_eq!(rule, CallRule::Within(Rule::Blocks));
//!
//! // With a list, the call returns, and `step` reaches its end.
//! let list = run(Some(&Node::List(vec![Node::Number])));
//! assert_eq!(across.compare(&graph, target, &number, &list), Nearer::Second(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In the closure of a [`Ranker`](crate::selection::Ranker), use it in place of
//! [`BlockCoverage`](super::BlockCoverage). A [campaign](mod@crate::campaign) passes its graph and
//! its run to the caller after each test, so the summary is `CallSummary::of(outcome.graph,
//! outcome.run)`, for executions that are recorded [with their
//! calls](crate::execution::Trace::with_call_tree).
//!
//! # The definition
//!
//! In this definition, "rules 1 to 6 of block coverage" are the rules of the [comparison within one
//! function](super#the-definition). A *place* is a statement p of a block b and, for each of the
//! two executions, a nonempty set of activations of b's function. Its *depth* is the number of
//! calls that lead to it from the function of the target.
//!
//! 1. *Depth 0.* The two executions are compared for the target within its function. If this
//!    comparison has an answer, it is final. If rule 4 of block coverage found the same progress p
//!    in block b, statement p of b is a place, if both executions have activations of b's function
//!    in which exactly p statements of b ran to their end. The activations of the place are the
//!    outermost of them: those that are not nested in another one of them. For a line there may be
//!    a place for each of its blocks.
//! 2. *Calls.* At a place, each site that a call edge names for its statement is examined
//!    separately. The calls of an execution at a site are the activations that its activations of
//!    the place called there, whatever function was called.
//!    - *Called*: if only one execution made calls, it is nearer by 1.
//!    - *Returned*: if only one execution has a call that returned, it is nearer by 1. If both have
//!      one, the site has no answer.
//!    - If no call returned, each function that was called is examined separately. If only one
//!      execution called it, this one is nearer by 1 (*called*). If both did, they are compared
//!      within the function as follows.
//! 3. *Within.* The calls of the function at the site are merged for each execution, as the tests
//!    of a suite are: the most progress, and every predicate that was evaluated in any of them. The
//!    two are compared by rules 1 to 6 of block coverage in the exact form. The target is the *end*
//!    of the function: an additional block without statements, to which every exit leads that does
//!    not [throw](WithinCalls::throwing). Neither execution reached it. If rule 4 of block coverage
//!    finds the same progress p' in block b', statement p' of b' is a place one call deeper. Its
//!    activations are those of these calls in which exactly p' statements of b' ran to their end.
//! 4. *The answer* is found at the least depth at which any site or function of any place has one.
//!    If two answers of that depth contradict each other, neither execution is nearer. Otherwise
//!    the answer with the largest number is taken. If no depth has an answer, neither execution is
//!    nearer.
//!
//! A call *returned* if it completed all statements of an exit that does not throw and leads
//! nowhere else, except by exceptions.
//!
//! The comparison goes deeper until a place has no calls, so recursion ends where the calls of the
//! executions end. [`to_depth`](WithinCalls::to_depth) sets a bound.
//!
//! Laws: the answer for the pair in the other order is the answer reversed. Equal executions give
//! [`Nearer::Neither`](super::Nearer::Neither). An answer of the comparison within one function
//! never changes. An answer at a depth does not change when the bound is raised. As within one
//! function, the comparison is not transitive: use it to break ties between two tests, not as a
//! sort key.
//!
//! # Reasons
//!
//! - Each activation is nested in one that got stuck at the very statement of the call. A call of
//!   the same function elsewhere is not comparable with it.
//! - Several activations count together, as several visits of a block do. Comparing only the last
//!   call of each execution would be as arbitrary as comparing only the last visit, and where
//!   [limits](crate::execution::CallTreeLimits) merge calls there is no last one.
//! - Contradictory answers give no answer, as for a line in several blocks. That applies to two
//!   sites of one statement (`f(x) + g(y)`), and to a site that may call two functions, where each
//!   execution called a different one.
//! - An exit that throws does not lead to the end. Otherwise rule 6 of block coverage would apply
//!   to an execution that threw early, in a block of its own, and it could never be farther away
//!   than one that threw later. A graph does not distinguish exits that throw from other exits, so
//!   the caller names them with [`throwing`](WithinCalls::throwing).
//! - The publication compares within one method only. In the call that it shows (Listings 4 and 5),
//!   that comparison has no answer.
//!
//! # Limits
//!
//! - Decisions in the called function are not compared: neither approach level nor branch distance
//!   counts there. An execution that passed a check and got stuck at once, before it completed
//!   another block, is not nearer than one that failed the check. Branches of called functions that
//!   are goals themselves have their distances.
//! - A call in the condition of a block, whose call edge has the number of the block's statements,
//!   is not compared: the block counts as completed, so no execution is stuck there. To compare
//!   within such a call, count it as a statement.
//! - A function that returns an error as a value (`return Err(..)`) reached its end. An exit that
//!   stands for a failure may be named as [throwing](WithinCalls::throwing).
//! - If a block is an exit and also has successors, it is unknown whether a call that completed it
//!   returned there. The call counts as not returned.
//! - If a [limit](crate::execution::CallTreeLimits) left calls out of the record or merged them, a
//!   call may count as not made. Compare executions that were recorded with the same limits.

mod compare;
mod summary;
mod verdict;

pub use compare::WithinCalls;
pub use summary::CallSummary;
pub use verdict::{CallRule, CallVerdict, DecidingCall};
