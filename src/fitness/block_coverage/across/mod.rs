//! Block coverage across calls: two executions that got stuck at the same call are compared by how far they came within it.
//!
//! [Block coverage](super) compares within one function. Where both executions completed the same statements of the same block, it has
//! no answer. If the next statement is a call, and both failed inside it, one of them may still have come much farther: through most of
//! the called function, or through a function that it calls in turn. [`AcrossCalls`] goes on there.
//!
//! - [`CallSummary`] is what is kept of an execution: its [`BlockSummary`](super::BlockSummary), and the calls in which it got stuck.
//! - [`AcrossCalls`] compares two of them. The answer is [`Nearer`](super::Nearer); a [`CallVerdict`] also says in which call it was found,
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
//!    exactly p statements of b ran to their end: these are its activations. For a line there may be a place for each of its blocks.
//! 2. *Calls.* At a place, each site that a call edge names for its statement is looked at by itself. The calls of an execution there are
//!    the activations that its activations of the place called at this site, whichever functions they are calls of.
//!    - *Called*: if only one execution made calls, it is nearer by 1.
//!    - *Returned*: if only one has a call that returned, it is nearer by 1. If both have, the site has no answer.
//!    - If no call returned, each function that was called is looked at by itself. If only one execution called it, that one is nearer by 1
//!      (*called*). If both did, they are compared within the function as follows.
//! 3. *Within.* The calls of the function at the site are put together for each execution, as a suite is: the most progress, and every
//!    predicate that was evaluated in any of them. The two are compared by the rules 1 to 6 in the exact form. The target is the *end* of
//!    the function: one more block without statements, to which every exit leads that does not [throw](AcrossCalls::throwing). Neither
//!    reached it. If rule 4 finds the same progress p' in block b', statement p' of b' is a place one call deeper; its activations are those of
//!    these calls in which exactly p' statements of b' ran to their end.
//! 4. *The answer* is found at the least depth at which any site or function of any place has one. If two answers of that depth
//!    contradict each other, neither execution is nearer. Otherwise it is the answer with the largest number. If no depth has an answer,
//!    neither execution is nearer.
//!
//! A call *returned* if it completed all statements of an exit that does not throw and leads nowhere else, except by exceptions.
//!
//! The comparison goes deeper until a place has no calls, so recursion ends where the calls of the executions end.
//! [`to_depth`](AcrossCalls::to_depth) sets a bound.
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
//!   [`throwing`](AcrossCalls::throwing).
//! - Nothing in the papers goes across a call. BBC, section 5.2, shows one in its Listings 4 and 5, and compares within one method only.
//!
//! # What it does not see
//!
//! - A call in a block that has no statement for it. A block that only decides by a call has at least one statement: the call.
//! - The return of an error as a value (`return Err(..)`): the function came to its end. An exit that stands for a failure may be named as
//!   [throwing](AcrossCalls::throwing).
//! - In a block that is an exit and goes on as well: whether a call that completed it returned there. It counts as not returned.
//! - Calls that were not recorded: where a [limit](crate::execution::CallTreeLimits) leaves calls out or merges them, a call may count as not
//!   made. Compare executions that were recorded with the same limits.
