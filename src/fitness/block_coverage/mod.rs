//! Basic block coverage: a comparison of two executions of equal fitness, by their progress within
//! the blocks on the way to a goal.
//!
//! Approach level and branch distance measure decisions only. Two executions that took the same
//! decisions and then ended in straight-line code, by an exception, have the same approach level
//! and branch distance, even if one of them came much farther. Block coverage distinguishes them:
//!
//! | to | use |
//! |---|---|
//! | keep of an execution which blocks it entered, and how much of them it covered | [`BlockSummary`] |
//! | compare two summaries for a [`Target`], if their fitness for the goal is equal and not 0 (this is not checked) | [`BlockCoverage`]; the answer is [`Nearer`], and a [`Verdict`] also names the [`Rule`] that gave it |
//! | choose what counts as covered, and how empty sets are read | [`Form`] |
//! | continue in the calls in which both executions got stuck | [`across`] |
//! | decide when to compare | a [`Gate`](crate::published::Gate), with the [`Timing`](crate::published::Timing) of a goal and [`Signals`](crate::published::Signals) |
//! | count how often comparing helped | [`Counters`] |
//!
//! Block coverage is a secondary objective: it breaks ties between two tests. It is not transitive,
//! so it does not order more than two tests: a sort by it gives an arbitrary order or panics. To
//! pick the best of many tests, let each in turn challenge the best so far, as
//! [`Ranker`](crate::selection::Ranker) does.
//!
//! # Example
//!
//! ```
//! use sbst::distance::gt;
//! use sbst::execution::{Caller, Trace};
//! use sbst::fitness::FitnessTable;
//! use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer, Target};
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::Function;
//!
//! const PARSE: Function = Function::new(0);
//!
//! /// Reads "name:port" with a privileged port. Block 0 has three statements, each of
//! /// which may fail, and then decides.
//! fn parse(c: Caller<'_>, text: &str) -> Option<u16> {
//!     let f = c.enter(PARSE);
//!     let colon = f.attempt(0, 1, text.find(':'))?;
//!     let port: u16 = f.attempt(0, 2, text[colon + 1..].parse().ok())?;
//!     f.attempt(0, 3, text.chars().next().filter(|first| first.is_alphabetic()))?;
//!     if f.decide(0, gt(1024, port)) {
//!         f.returns(1, Some(port))
//!     } else {
//!         f.returns(2, None)
//!     }
//! }
//!
//! let graph = FlowGraph::of(
//!     &FlowBuilder::new().statements(0, 3).branch(0, 1, 2).exit(1).exit(2),
//! )?;
//! let (trace, mut table, mut coverage) =
//!     (Trace::new(&graph), FitnessTable::new(&graph), BlockCoverage::new());
//! let privileged = graph.block(PARSE, 1);
//! let mut run = |text| {
//!     trace.reset();
//!     parse(trace.root(), text);
//!     table.sweep(&graph, &trace);
//!     (table.block(privileged), BlockSummary::of(&graph, &trace))
//! };
//! let [near, far] = ["host:http", "host"].map(&mut run);
//! assert_eq!(near.0, far.0); // no decision was made: equal fitness
//! // "host:http" completed one statement of block 0, "host" none: rule 4
//! assert_eq!(
//!     coverage.compare(&graph, Target::Block(privileged), &near.1, &far.1),
//!     Nearer::First(1)
//! );
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! To use block coverage in the closure of a [`Ranker`](crate::selection::Ranker), alone or before
//! other tie-breakers, see [`selection`](crate::selection#ties).
//!
//! # The definition
//!
//! The target is statement k of block t: statement 0 of a block goal's block, a statement of a line
//! goal's line, the end of a branch goal's source block.
//! [`Goal::target`](crate::objective::Goal::target) returns it. If both executions reach it,
//! neither is nearer, and no rule is applied. Otherwise:
//!
//! 1. The *starts* are the blocks whose predicate both executions evaluated and from which the
//!    fewest control dependences lead to t. All of them are starts if several are equally near. t
//!    itself is never a start. If there is no start, the entry of the function is the start by
//!    default.
//! 2. The *effective* blocks are t, and every block on a walk along edges of the graph from a start
//!    to t whose inner blocks are neither starts nor t; a walk may repeat blocks. Starts are not
//!    effective, because both executions completed them, except the entry when it is the start by
//!    default. If that entry is t, only t is effective.
//! 3. FCB(T), the fully covered blocks, are the effective blocks that execution T fully covered; t
//!    is one of them if T reached statement k. SCB(T), the semi-covered block, is the block in
//!    which T got stuck: among the other effective blocks that T entered, the one with the fewest
//!    edges to t in the whole graph, and the one with the least number if there are several. There
//!    may be none.
//! 4. If both executions got stuck in the same block, and one of FCB(1) and FCB(2) contains the
//!    other, the execution that covered more of that block is nearer by the difference.
//! 5. Otherwise, if FCB(2) contains FCB(1), and also SCB(1) if there is one, the second execution
//!    is nearer by the number of blocks that FCB(2) has more than FCB(1). The rule applies in the
//!    other direction too.
//! 6. Otherwise neither execution is nearer.
//!
//! "Nearer by" is a number of at least 1: of statements or lines in rule 4, of blocks in rule 5. If
//! it were 0, neither is nearer. An exception that a statement may throw is an edge only if it was
//! declared as one.
//!
//! In the [exact form](Form::Exact) a block is fully covered when all of its statements ran to
//! their end, and rule 4 compares the numbers of such statements. In the [published
//! form](Form::Published) a block is fully covered when all of its lines are covered, and rule 4
//! compares the numbers of covered lines; a line that throws is covered. The [literal
//! form](Form::Literal) is the published form with three other readings: for a branch, the rules
//! apply also if both executions reach its target; rule 4 holds, with the answer 0, for two
//! executions of which neither is stuck, and rule 5 does not hold if the execution with fewer
//! blocks is not stuck.
//!
//! Laws: the answer for the pair in the other order is the answer reversed. Equal executions give
//! [`Nearer::Neither`]. The answer does not depend on the numbers of the blocks, unless an
//! execution got stuck in two blocks that are equally far from the target.
//!
//! # Limits
//!
//! - A crash in a later visit of a block that was completed before is not visible, because progress
//!   is the most over all visits.
//! - Blocks in a loop whose head is a start do not count for a target after the loop, because
//!   starts are not passed again. The head is a start if it is the entry and there is no other
//!   start, or if the loop may be left elsewhere, by a return inside.
//! - If two executions took different sides of a decision, each with a block of its own, and met
//!   again after it, neither is nearer, because each completed a block that the other did not. If
//!   one side has no block, the execution that took the other side completed one block more.
//! - The statement that throws has no influence. For a block that only handles exceptions, an
//!   execution that completes the guarded block counts as nearer than one that failed there
//!   uncaught. For a branch that is taken by an exception
//!   ([`Outcome::Exception`](crate::flow::Outcome::Exception)) neither execution is nearer: an
//!   execution that completes its source did not throw.
//! - In the summary of a suite, completed blocks and blocks in which a test got stuck come from
//!   different tests, so a suite need not be nearer than one of its tests.
//!
//! # The paper, item by item
//!
//! BBC is Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing and
//! Crash Reproduction" (Empirical Software Engineering, 2022).
//!
//! | item of BBC | where it is here |
//! |---|---|
//! | 1, 2.1: control flow graph, control dependent blocks | [`flow`](crate::flow) |
//! | 2.1: approach level, branch distance | [`fitness`](crate::fitness); the level counts decisions that must still take the required outcome, also that of a block that was entered and did not decide |
//! | 2.1: infection distance | [`infection`](crate::distance::infection) |
//! | 2.1: propagation distance | absent: the paper names it, and gives no formula |
//! | 2.2: many-objective search (DynaMOSA) | [`selection`](crate::selection) |
//! | 2.3: Definitions 1 and 2 | [`crash`](crate::fitness::crash) |
//! | Listing 1, Figure 1, 3.1: motivating example | the tests (`tests/programs/block_coverage`); its approach level is 2 by the print and 3 here, see [`published_line_distance`](crate::fitness::crash::WeightedSum::published_line_distance) |
//! | 3.2: effective blocks, start at the last control dependent node of both tests, or the entry | rules 1 and 2; the paper counts the start (403 in its example), which changes no answer, because both executions fully cover a start |
//! | Listing 3, lines 4 to 7: FCB, SCB | rule 3 |
//! | Listing 3, lines 9 to 13 (scenario 1) | rule 4, [`Rule::Progress`] |
//! | Listing 3, lines 14 and 15 (scenario 2) | rule 5, [`Rule::Blocks`] |
//! | Listing 3, lines 16 and 17 | rule 6, [`Rule::Open`] |
//! | Listing 3, lines 9 and 14 on empty sets, literally | [`Form::Literal`] |
//! | 3.2: the sign and the size of the result | [`Nearer::signed`] |
//! | 3.2: covered lines | [`Form::Published`], [`BlockSummary::by_lines`] |
//! | 3.2: branchless methods | one block, rule 4 |
//! | 3.3: cost O(N E log V) with Dijkstra | lower here: see [`BlockCoverage`] |
//! | 3.3.1: crash reproduction, tests that are equally and not 0 away | [`Gate::OPEN`](crate::published::Gate::OPEN); the caller compares ties |
//! | 3.3.2: sleep time, usage rate | [`Gate`](crate::published::Gate) |
//! | 3.3.2: eight objectives | [`Criterion`](crate::objective::Criterion) |
//! | 3.3.2: for lines and branches only | [`Goal::target`](crate::objective::Goal::target); its targets for blocks and statements are this crate's |
//! | Table 1, 4.1.2: classes under test | absent: subjects of an experiment |
//! | 4.1.1: `BBC_SLEEP` 60 s, `BBC_USAGE_PERCENTAGE` 0.5 | [`Gate::PUBLISHED`](crate::published::Gate::PUBLISHED) |
//! | 4.1.3: usage rates 0.1, 0.2, .. 1.0; 1 after 60 s for Table 2 | [`Gate::new`](crate::published::Gate::new) |
//! | 4.1.4, Table 2: fitness evaluated, called, active, useful | [`Counters`], [`Verdict::is_active`], [`Verdict::nearer`] |
//! | Figure 2: useful by active comparisons | [`Counters::usefulness`] |
//! | 4.1.4: branch coverage, output coverage | [`objective`](crate::objective) |
//! | 4.1.4: implicit exceptions | [`ImplicitExceptionCoverage`](crate::objective::ImplicitExceptionCoverage) |
//! | 4.1.4: weak mutation operators | [`infection`](crate::distance::infection) |
//! | 4.1.5, 4.2.5: effect sizes and significance tests | absent: statistics of an experiment, not of a search; the package `sbst-laboratory` has the effect size A12 and the rank sum test |
//! | 2.3, 4.2.3: guided initialization, mutation and crossover | absent: operators on tests belong to the search |
//! | Listing 2: the stack trace of XWIKI-13377 | the tests (`tests/programs/crash`) |
//! | Listings 6 to 9: stack traces and methods of the subjects | absent: subjects of an experiment |
//! | Listings 4 and 5: an exception in a called method | absent: subjects of an experiment; what they show, a call that throws inside a block, is rule 4; [`across`] compares within such a call |
//! | Table 3, Figures 3 to 14: results | absent: measurements of an experiment |
//! | 6.1, 9: adaptive activation (future work) | [`Gate::adaptive`](crate::published::Gate::adaptive), [`Signals`](crate::published::Signals) |
//! | 8.1: testability transformation | absent: it rewrites the subject |
//!
//! The paper leaves the following points open, or contradicts itself. The definition above settles
//! them, equally for the exact and the published form:
//!
//! - When a control dependent node counts as executed, on entry or on its decision: on its
//!   decision. In the paper, the approach level 2 of section 3.1 takes 404-406 as executed,
//!   although it did not decide. The blocks of section 3.2 start before it, because 403 is among
//!   them.
//! - Whether the last control dependent node is the last in time or in the graph: the nearest in
//!   control dependences, as the approach level counts.
//! - Several last control dependent nodes, a target in a loop, and walks through loops: see rules 1
//!   and 2.
//! - The lines of the target block that count: those up to the target.
//! - A line in several blocks: one comparison for each block, see [`Target::Line`]. The paper names
//!   one block that contains the target.
//! - An execution that is not stuck in any block. Read literally, line 14 fails without a
//!   semi-covered block, because it tests the membership of a block that does not exist, and the
//!   answer is 0; section 4.1.4, in which a test throws in the middle of a block whenever the
//!   answer is not 0, suggests this reading. Line 9, read literally, holds for two empty sets, with
//!   the value 0. Here line 14 holds: an execution with no block left open has no block that the
//!   other execution would have to cover, and the other one covers more blocks. Line 9 does not
//!   hold: two empty sets have no closest block for line 10. The difference is frequent: on random
//!   functions and executions, the literal reading answers 0 for about half of the pairs that the
//!   published form distinguishes. [`Form::Literal`] is the literal reading.
//! - Two tests that both reach the target without covering the goal, for example two tests that
//!   decide alike against a branch: neither is nearer, and no rule is applied. The paper, and
//!   [`Form::Literal`], do apply the listing to them.
//! - The semi-covered blocks, as a set (line 10, section 3.3) or as the closest one (section 3.2):
//!   the closest one.
//! - Semi-covered blocks that are equally close: the one with the least number.
//! - Lines of a block that are covered because another block shares them: they do not count for the
//!   block, because coverage is recorded by block.

pub mod across;
mod compare;
mod form;
mod known;
mod paths;
#[cfg(feature = "serde")]
mod plain;
mod rules;
mod summarise;
mod summary;
mod verdict;

pub use compare::BlockCoverage;
pub use form::Form;
pub use summary::BlockSummary;
pub use verdict::{Counters, Nearer, Rule, Target, Verdict};
