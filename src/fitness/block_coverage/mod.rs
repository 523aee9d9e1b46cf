//! Basic block coverage: which of two executions that are equally near to a goal came nearer within its blocks.
//!
//! Approach level and branch distance see decisions only. Two executions that took the same decisions and died in straight-line code,
//! by an exception, look the same to them, however far each of them came. Here they are told apart:
//!
//! - [`BlockSummary`] is what is kept of an execution: which blocks it entered and completed.
//! - [`BlockCoverage`] compares two of them for a [`Target`], in the exact or the published [`Form`]; the answer is [`Nearer`].
//! - A [`Gate`](super::Gate) says when to ask, by the [`History`](super::History) of a goal; [`Counters`] count how often that helped.
//!
//! It is a secondary objective: it breaks ties between two tests. It is not transitive, so it orders no more than two: who sorts by it
//! gets an arbitrary order or a panic of the sort. To pick the best of many, let each in turn challenge the best so far, as
//! [`Ranker`](crate::selection::Ranker) does.
//!
//! # The definition
//!
//! The target is statement k of block t. If both executions reach it, neither is nearer. Else:
//!
//! 1. The *starts* are the blocks whose predicate both executions evaluated and from which the fewest control dependences lead to t; all
//!    of them, if several are equally near. If there is none, the entry of the function is.
//! 2. *Effective* is t, and every block on a walk along declared edges from a start to t, blocks may repeat, whose inner blocks are
//!    neither starts nor t. The starts do not count, for both executions completed them, except the entry when it is the start for
//!    want of others. If that entry is t, only t is effective.
//! 3. FCB(T), the fully covered blocks, are the effective blocks that execution T completed; t, if T reached statement k. SCB(T), the
//!    semi-covered block, is the one in which T got stuck: of the other effective blocks that T entered, the one with the fewest edges to
//!    t in the whole graph, of several the one with the least number; or there is none.
//! 4. If both got stuck in the same block, and of FCB(1) and FCB(2) one contains the other, more progress in that block wins, by the
//!    difference.
//! 5. Else, if FCB(2) contains FCB(1), and SCB(1) too if there is one, the second execution wins by the number of blocks that FCB(2) has
//!    more; and the other way round.
//! 6. Else neither wins.
//!
//! Laws: the answer for the pair the other way round is the answer reversed; equal executions give [`Nearer::Neither`]; it does not depend
//! on the numbers of the blocks, but where two blocks in which an execution got stuck are equally far.
//!
//! What it does not see:
//!
//! - Progress is the most over all visits of a block: a crash in a later visit of a block once completed does not show.
//! - What lies in a loop whose head is a start, from behind the loop: starts are not passed again. The head is one if it is the entry and
//!   there is no other, or if the loop may be left elsewhere, by a return inside.
//! - Executions that came by different sides of a decision, each with a block of its own, and met again behind it: each completed a block
//!   that the other did not, and neither is nearer. Where one side has no block, who took the detour completed one more.
//! - Which statement throws. For a block that only handles exceptions, who completes the block that it guards counts as nearer than who
//!   failed there uncaught. For a branch that is taken by an exception ([`Outcome::Exception`](crate::flow::Outcome::Exception)) neither is
//!   nearer: who completes its source did not throw.
//! - In a suite, blocks completed and blocks stuck in come from different executions: a suite need not be nearer than one of its tests.
//!
//! Source: Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing and Crash Reproduction" (Empirical
//! Software Engineering 2022), Listing 3 and section 3.2. The listing does not say where to start, nor what holds where nothing is stuck;
//! and it needs equal sets of blocks where comparable ones are enough. [`Form::Published`] follows it.
//!
//! # Use
//!
//! ```
//! use sbst::distance::gt;
//! use sbst::execution::Trace;
//! use sbst::fitness::Reach;
//! use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer, Target};
//! use sbst::flow::{Body, FlowGraph};
//! use sbst::id::Function;
//!
//! const PARSE: Function = Function::new(0);
//!
//! /// "name:port" with a privileged port. Block 0 has three statements, each of which may fail, and then decides.
//! fn parse(trace: &Trace, text: &str) -> Option<u16> {
//!     let f = trace.call(PARSE);
//!     let colon = text.find(':')?;
//!     f.done(0, 1);
//!     let port: u16 = text[colon + 1..].parse().ok()?;
//!     f.done(0, 2);
//!     let _first = text.chars().next().filter(|first| first.is_alphabetic())?;
//!     if f.decide(0, gt(1024, port)) { Some(port) } else { None }
//! }
//!
//! let graph = FlowGraph::of(&Body::new().statements(0, 3).branch(0, 1, 2).exit(1).exit(2))?;
//! let (trace, mut reach, mut coverage) = (Trace::new(&graph), Reach::new(&graph), BlockCoverage::new());
//! let privileged = graph.block(PARSE, 1);
//! let mut run = |text| {
//!     trace.reset();
//!     parse(&trace, text);
//!     reach.sweep(&graph, &trace);
//!     (reach.block(privileged), BlockSummary::of(&graph, &trace))
//! };
//! let [near, far] = ["host:http", "host"].map(&mut run);
//! assert_eq!(near.0, far.0); // no decision was made: equally far
//! assert_eq!(coverage.compare(&graph, Target::Block(privileged), &near.1, &far.1), Nearer::First(1));
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! As the closure of a [`Ranker`](crate::selection::Ranker), alone or before other tie-breakers, see
//! [`selection`](crate::selection#ties).

mod bits;
mod compare;
mod counters;
mod form;
mod nearer;
mod paths;
#[cfg(feature = "serde")]
mod plain;
mod summary;
mod target;
mod verdict;
mod views;

pub use compare::BlockCoverage;
pub use counters::Counters;
pub use form::Form;
pub use nearer::Nearer;
pub use summary::BlockSummary;
pub use target::Target;
pub use verdict::{Rule, Verdict};
