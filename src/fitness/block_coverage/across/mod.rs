//! Block coverage across calls: two executions that got stuck at the same call are compared by how far they came within it.
//!
//! [Block coverage](super) compares within one function. Where both executions completed the same statements of the same block, it has
//! no answer. If the next statement is a call, and both failed inside it, one of them may still have come much farther: through most of
//! the called function, or through a function that it calls in turn. [`WithinCalls`] goes on there.
//!
//! - [`CallSummary`] is what is kept of an execution: its [`BlockSummary`](super::BlockSummary), and the calls in which it got stuck.
//! - [`WithinCalls`] compares two of them. The answer is [`Nearer`](super::Nearer); a [`CallVerdict`] also says in which call it was found,
//!   how deep, and by which [`CallRule`].
//!
//! Where the comparison within one function has an answer, this is the answer. It needs the [call edges](crate::flow::FlowGraph::add_call)
//! of the graph, which say at which statement a call site lies, and executions that record their calls
//! ([`CallTree`](crate::execution::CallTree)). Without either it is the comparison within one function.
//!
//! # The definition
//!
//! The rules 1 to 6 are those of the [comparison within one function](super#the-definition). A *place* is a statement p of a block b and,
//! for each of the two executions, a set of activations of b's function that is not empty. Its *depth* is the number of calls that lead to
//! it from the function of the target.
//!
//! 1. *Depth 0.* The two executions are compared for the target within its function. If there is an answer, this is the answer. If rule 4
//!    found the same progress p in block b, statement p of b is a place, if both executions have activations of b's function in which
//!    exactly p statements of b ran to their end. Its activations are the outermost of these: those that are not nested in another one
//!    of them. For a line there may be a place for each of its blocks.
//! 2. *Calls.* At a place, each site that a call edge names for its statement is looked at by itself. The calls of an execution there are
//!    the activations that its activations of the place called at this site, whichever functions they are calls of.
//!    - *Called*: if only one execution made calls, it is nearer by 1.
//!    - *Returned*: if only one has a call that returned, it is nearer by 1. If both have, the site has no answer.
//!    - If no call returned, each function that was called is looked at by itself. If only one execution called it, that one is nearer by 1
//!      (*called*). If both did, they are compared within the function as follows.
//! 3. *Within.* The calls of the function at the site are put together for each execution, as a suite is: the most progress, and every
//!    predicate that was evaluated in any of them. The two are compared by the rules 1 to 6 in the exact form. The target is the *end* of
//!    the function: one more block without statements, to which every exit leads that does not [throw](WithinCalls::throwing). Neither
//!    reached it. If rule 4 finds the same progress p' in block b', statement p' of b' is a place one call deeper; its activations are those of
//!    these calls in which exactly p' statements of b' ran to their end.
//! 4. *The answer* is found at the least depth at which any site or function of any place has one. If two answers of that depth
//!    contradict each other, neither execution is nearer. Otherwise it is the answer with the largest number. If no depth has an answer,
//!    neither execution is nearer.
//!
//! A call *returned* if it completed all statements of an exit that does not throw and leads nowhere else, except by exceptions.
//!
//! The comparison goes deeper until a place has no calls, so recursion ends where the calls of the executions end.
//! [`to_depth`](WithinCalls::to_depth) sets a bound.
//!
//! Laws: the answer for the pair in the other order is the answer reversed; equal executions give [`Nearer::Neither`](super::Nearer::Neither);
//! an answer of the comparison within one function never changes; an answer at a depth does not change when the bound is raised.
//! As within one function, it is not transitive: it breaks ties between two, and is no sort key.
//!
//! # Why it is so
//!
//! - Each activation is nested in one that got stuck at the very statement of the call. A call of the same function elsewhere says nothing
//!   about this one.
//! - Several activations count together, as several visits of a block do. To compare the last call of each would be as arbitrary as to
//!   compare the last visit, and where [limits](crate::execution::CallTreeLimits) merge calls there is no last one.
//! - Contradictions give no answer, as for a line in several blocks. That holds for two sites of one statement (`f(x) + g(y)`), and
//!   for two functions that one site may call, of which each execution called another.
//! - An exit that throws is not a way to the end. Otherwise an execution that threw early, in a block of its own, could never be farther
//!   away than one that threw later: rule 6. A graph does not tell the exits that throw from the others, hence
//!   [`throwing`](WithinCalls::throwing).
//! - The publication compares within one method only. The call that it shows (BBC, Listings 4 and 5) is one in which that has no answer.
//!
//! # What it does not see
//!
//! - Decisions in the called function, as such: approach level and branch distance are not compared there. An execution that passed a check
//!   and got stuck at once, before it completed another block, is not nearer than one that failed the check. Branches of called
//!   functions that are goals themselves have their distances.
//! - A call in the condition of a block, whose call edge has the number of the block's statements: the block counts as completed, so no
//!   execution is stuck there. To see it, count the call as a statement.
//! - The return of an error as a value (`return Err(..)`): the function came to its end. An exit that stands for a failure may be named as
//!   [throwing](WithinCalls::throwing).
//! - In a block that is an exit and goes on as well: whether a call that completed it returned there. It counts as not returned.
//! - Calls that were not recorded: where a [limit](crate::execution::CallTreeLimits) leaves calls out or merges them, a call may count as not
//!   made. Compare executions that were recorded with the same limits.
//!
//! # A worked value
//!
//! A reader of trees steps into a node. Its call of `children` throws if there is no node, and if the node has no children: the
//! situation of Listings 4 and 5 of BBC. Both tests complete one statement of `step`, so block coverage has no answer. One of them
//! got through the first decision of `children`.
//!
//! ```
//! use sbst::distance::flag;
//! use sbst::execution::{CallTreeLimits, Caller, Trace};
//! use sbst::fitness::block_coverage::across::{WithinCalls, CallRule, CallSummary};
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
//! /// 0: if there is no node { 1: throw }  2: if it is a list { 3: return it }  4: throw
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
//! let plain = BlockCoverage::new().compare(&graph, target, none.blocks(), number.blocks());
//! assert_eq!(plain, Nearer::Neither);
//!
//! // Both evaluated the predicate of block 0. From there blocks 2 and 3 lead to the end, since
//! // 1 and 4 throw: rule 5, and one block more.
//! let mut across = WithinCalls::new().throwing([1, 4].map(|at| graph.block(CHILDREN, at)));
//! let verdict = across.verdict(&graph, target, &none, &number);
//! assert_eq!(verdict.verdict.nearer, Nearer::Second(1));
//! let call = verdict.decided.expect("found in the call");
//! assert_eq!((call.depth, call.callee), (1, Some(CHILDREN)));
//! assert_eq!(call.rule, CallRule::Within(Rule::Blocks));
//!
//! // It returns, and the reader comes to its end.
//! let list = run(Some(&Node::List(vec![Node::Number])));
//! assert_eq!(across.compare(&graph, target, &number, &list), Nearer::Second(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! As the closure of a [`Ranker`](crate::selection::Ranker) it stands where [`BlockCoverage`](super::BlockCoverage) does. A
//! [campaign](crate::campaign) hands its graph and its run to the caller after each test, so the summary is
//! `CallSummary::of(outcome.graph, outcome.run)`, for executions that are recorded
//! [with their calls](crate::execution::Trace::with_call_tree).

mod compare;
mod ends;
mod summary;
mod verdict;

pub use compare::WithinCalls;
pub use summary::CallSummary;
pub use verdict::{CallRule, CallVerdict, DecidingCall};
