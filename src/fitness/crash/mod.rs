//! Crash reproduction: distances between an execution and a crash whose stack trace is known.
//!
//! | to | use |
//! |---|---|
//! | describe the wanted crash: the stack trace up to the target frame, and the statements of its frames | [`Crash`], from a [`StackTrace`] of [`StackFrame`]s over identifiers of your choice (text, interned numbers, addresses) |
//! | measure an execution by the target frame's line, the exception type and the stack trace | [`WeightedSum`]; [`Stage`] names the progress of the reproduction |
//! | measure an execution by the calls that lead to the crash | [`STDistance`]; it needs [`Fact::Calls`] |
//! | choose how two stack traces are compared | [`Similarity`] |
//! | use the published forms instead of the default ones | [`WeightedSum::published_value`], [`STDistance::published_value`] |
//! | search for the crash by goals | [`objective::crash`](crate::objective::crash) |
//!
//! ```
//! use sbst::distance::eq;
//! use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
//! use sbst::fitness::FitnessTable;
//! use sbst::fitness::crash::{Crash, Stage};
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::Function;
//!
//! // share: 0: if people == 0 { 1: (line 4) panic }  2: return
//! let body = FlowBuilder::new().branch(0, 1, 2).statements(1, 1).exit(1).exit(2);
//! let (graph, share) = (FlowGraph::of(&body)?, Function::new(0));
//! let frame = StackFrame::new("bill", "share").at(4);
//! let wanted = StackTrace::new("DivisionByZero", [frame]);
//! let crash = Crash::new(wanted, |_| [graph.block(share, 1).statement(0)])?;
//!
//! let mut run = WithStackTraces::new(Trace::new(&graph));
//! let mut table = FitnessTable::new(&graph);
//! run.execution.root().enter(share).decide(0, eq(9, 0)); // nine people
//! table.sweep(&graph, &run);
//! assert_eq!(crash.weighted_sum(&table, &run).stage(), Stage::LineNotReached);
//!
//! run.reset();
//! run.execution.root().enter(share).decide(0, eq(0, 0)); // nobody: it panics
//! run.extra.push(StackTrace::new("DivisionByZero", [frame]));
//! table.sweep(&graph, &run);
//! assert_eq!(crash.weighted_sum(&table, &run).stage(), Stage::Reproduced);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The `crash` example of the package searches by all of these.
//!
//!
//! # The definition
//!
//! The wanted frames, the innermost first, end with the *target frame*: the call from which the
//! crash is to be reproduced. Let norm(x) be x / (1 + x), and (level, d) the value of the goal to
//! reach a line, in its [flat form](super::FitnessTable::flat_statement): the approach level and
//! the branch distance.
//!
//! ```text
//! WeightedSum = 3 d_l + 2 d_e + d_tr
//! d_l         = 0 if the target frame's line was reached,
//!               else norm(1 + level + norm(d))
//! d_e         = 0 if it was, and an exception of the wanted type was thrown, else 1
//! d_tr        = norm(least cost of a stack trace of such an exception),
//!               or 1 if there is none
//!
//! STDistance  = |R| - lcp - (1 - SD) + penalty, and if lcp = |R| the penalty alone
//! R           = the wanted frames for which statements in the program were given
//! lcp         = number of covered frames of R, from the outermost one on,
//!               each within a call that covers the one before
//! SD          = norm(1 + level + norm(d)) of the next frame's line, within such a call
//! penalty     = 0 if lcp = |R| and an exception of the wanted type was thrown
//!               in the innermost wanted frame, else 1
//! ```
//!
//! If several exceptions were thrown, the nearest one counts, in whatever order they were thrown.
//!
//! The published forms are from Derakhshanfar, Devroey, Zaidman 2022, section 2.3: WeightedSum
//! (Definition 1), and STDistance, which is the sum of TestStackTraceDistance (Definition 2) and
//! the ExceptionPenalty. Each default form differs from its published form in one place.
//! [`WeightedSum::published_value`] and [`STDistance::published_value`] say how the print is read.
//!
//! ```text
//! WeightedSum: d_s                = norm(level + norm(d)) in the place of d_l
//! STDistance:  StatementDistance  = level + norm(d)       in the place of SD
//! ```
//!
//! The default forms add 1, because the published value of a test that decides right and throws
//! before the line is also (0, 0): the test would be as near as one that reaches the line. They
//! also normalise SD, because otherwise a long way to the next line would outweigh a covered frame.
//!
//! | level, d, line not reached | [`value`](WeightedSum::value) | WeightedSum as printed (Definition 1) | | two frames | [`value`](STDistance::value) | STDistance as printed (Definition 2 + ExceptionPenalty) |
//! |---|---|---|---|---|---|---|
//! | (1, 1) | 36/7 | 4.8 | | lcp = 0, (1, 1) | 38/14 | 3.5 |
//! | (0, 1) | 4.8 | 4 | | lcp = 1, (6, 1) | 32/17 | 7.5 |
//! | nothing wrong, thrown before the line | 4.5 | 3 | | lcp = 1, nothing wrong | 1.5 | 1 |
//!
//! # Ties
//!
//! Two tests that take the same decisions and throw before a line have equal values, even if they
//! throw at different statements. [Block coverage](super::block_coverage) distinguishes them. For
//! crashes its publication compares at every tie, without a gate.
//!
//! - With [`STDistance`] the target is the line of the first frame that is not covered, within the
//!   calls that cover the others: keep [`Crash::stack_summary`] with each test, and compare two
//!   summaries with [`Crash::compare_stacks`].
//! - With [`WeightedSum`] the target is the target frame's line:
//!   [`BlockCoverage::compare`](super::block_coverage::BlockCoverage::compare) for
//!   [`Crash::statements`].
//!
//! # The paper, item by item
//!
//! Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing and Crash
//! Reproduction" (2022), the items about crashes; for the rest see
//! [`block_coverage`](super::block_coverage):
//!
//! | item | here |
//! |---|---|
//! | 2.3 target frame | the last frame of the trace that [`Crash::new`] takes; [`StackTrace::up_to`] cuts it there |
//! | 2.3 target line coverage d_s | [`WeightedSum::published_line_distance`]; [`line_distance`](WeightedSum::line_distance) adds 1 |
//! | 2.3 exception type coverage d_e | [`WeightedSum::type_distance`] |
//! | 2.3 stack trace similarity d_tr | [`WeightedSum::trace_distance`] of a [`Similarity`]; no formula is printed. The default is this crate's; EvoCrash, from which Definition 1 is cited, has [`Similarity::Free`] |
//! | 2.3 Definition 1, Equation 1: WeightedSum | [`WeightedSum::published_value`] |
//! | 2.3 Definition 2, Equation 2: TestStackTraceDistance, StatementDistance, lcp | [`STDistance::test_stack_trace_distance`], [`published_next_distance`](STDistance::published_next_distance), [`covered`](STDistance::covered); lcp as in the sentence after the equation |
//! | 2.3 number of frames, R in Equation 2 | [`STDistance::frames`]; only frames for which statements were given |
//! | 2.3 ExceptionPenalty | the last summand of [`STDistance::published_value`]; it looks at the exception once all frames are covered, as in the example, and is 1 before |
//! | 2.3 STDistance: TestStackTraceDistance and ExceptionPenalty | [`STDistance::published_value`] |
//! | 2.3 StackDumpDistance | absent: it needs a core dump, and the paper leaves it out, too |
//! | 2.3 guided initialization, mutation, crossover | absent: making and changing tests is the caller's |
//! | 3.3.1 block coverage at ties, without limitation | [`Crash::compare_stacks`], [`Crash::statements`] |
//! | 4.2.3 five minutes, population 50, p_m = 1/n, p_c = 0.8 | absent: parameters of the search |
//! | 4.2.4 reproduction ratio, r_max; 4.2.5 statistics | absent: evaluation of experiments; [`Stage::Reproduced`] is the event that they count |
//! | 6.2 XWIKI-13377 is reproduced by STDistance with block coverage only | [`Crash::compare_stacks`] is that setting; `tests/programs/crash/ties.rs` compares runs of its methods |
//! | 5.3 mean ratios 70.5 % to 79.7 % (STDistance), 74.8 % to 78.1 % (WeightedSum) with block coverage | [`Crash::compare_stacks`] is the setting with the highest of them |
//!
//! Derakhshanfar, Devroey, Perrouin, Zaidman, van Deursen, "Search-based crash reproduction using
//! behavioral model seeding" (2020), the items about fitness; for the rest see
//! the crate [`sbst-seeding`](https://docs.rs/sbst-seeding):
//!
//! | item | here |
//! |---|---|
//! | 2.1 target frame | as above |
//! | 2.1 Equation 1, 3 d_l + 2 d_e + d_s, from 0.0 to 6.0 | [`WeightedSum::published_value`]; its d_l is the d_s above, and its d_s the d_tr above. No formula is printed for the three terms, so those of BBC are taken; [`value`](WeightedSum::value) adds 1 in d_l |
//! | 2.1 "no test was generated", 6.0 | [`WeightedSum::NO_TEST`] |
//! | 5.2.3 population 100, 62 328 fitness evaluations | absent: parameters of the search |
//! | 5.3 states (i) to (v) of a search | [`Stage`] of its best test |
//! | 5.3 majority of 30 runs, odds ratios | absent: evaluation of experiments |
//!
//! Line, type and stack trace as three objectives
//! ([`crash_goals`](crate::objective::crash::crash_goals)) are from Soltani et al.,
//! "Single-objective Versus Multi-objectivized Optimization for Evolutionary Crash Reproduction"
//! (2018).
//!
//! # Stack traces from text
//!
//! The caller parses the text of stack traces, which takes few lines. Parse and filter the traces
//! that tests throw in the same way as the log: a frame that is left out of only one of the two
//! makes them differ. Goals keep the crash, so its identifiers must be owned or `'static`;
//! [`StackTrace::map`] converts them.
//!
//! Java, with the causes of an exception, each of them as a separate trace:
//!
//! ```
//! use sbst::execution::{StackFrame, StackTrace};
//!
//! /// The exception, then what caused it, and so on.
//! fn read_java(text: &str) -> Option<Vec<StackTrace<&str>>> {
//!     let mut chain: Vec<StackTrace<&str>> = Vec::new();
//!     for line in text.lines().map(str::trim) {
//!         if let Some(frame) = line.strip_prefix("at ") {
//!             // or (Native Method), (Unknown Source)
//!             let (name, place) = frame.strip_suffix(')')?.split_once('(')?;
//!             let (class, method) = name.rsplit_once('.')?;
//!             let line =
//!                 place.split_once(':').and_then(|(_file, line)| line.parse().ok());
//!             chain.last_mut()?.frames.push(StackFrame { class, method, line });
//!         } else if let Some(more) = line.strip_prefix("... ") {
//!             // with the exception that it caused
//!             let shared: usize = more.strip_suffix(" more")?.parse().ok()?;
//!             let [.., effect, cause] = &mut chain[..] else { return None };
//!             cause.frames.extend_from_slice(
//!                 &effect.frames[effect.frames.len().checked_sub(shared)?..],
//!             );
//!         } else if chain.is_empty() || line.starts_with("Caused by: ") {
//!             let line = line
//!                 .trim_start_matches("Caused by: ")
//!                 .trim_start_matches("Exception in thread \"main\" ");
//!             chain.push(StackTrace::new(line.split(':').next()?, []));
//!         } // else: a message of several lines
//!     }
//!     Some(chain)
//! }
//!
//! let chain = read_java(
//!     "Exception in thread \"main\" java.lang.IllegalStateException: no total
//!         at shop.Cart.total(Cart.java:33)
//!         at shop.Main.main(Main.java:5)
//!      Caused by: java.lang.NullPointerException
//!         at shop.Item.price(Item.java:12)
//!         at jdk.internal.reflect.Accessor.invoke0(Native Method)
//!         at shop.Cart.total(Cart.java:31)
//!         ... 1 more",
//! )
//! .expect("a stack trace");
//! let root_cause =
//!     chain[1].clone().up_to(3).without(|frame| frame.class.starts_with("jdk."));
//! assert_eq!(
//!     root_cause.to_string(),
//!     "java.lang.NullPointerException at shop.Item.price:12, shop.Cart.total:31"
//! );
//! assert_eq!(chain[1].frames.last(), chain[0].frames.last());
//! ```
//!
//! A panic of Rust, with modules in place of classes:
//!
//! ```
//! use sbst::execution::{StackFrame, StackTrace};
//!
//! fn read_panic(text: &str) -> Option<StackTrace<&str>> {
//!     let mut lines = text.lines().map(str::trim);
//!     lines.find(|line| line.contains(" panicked at "))?;
//!     // the message, without numbers
//!     let mut trace = StackTrace::new(lines.next()?.split(':').next()?, []);
//!     for line in lines {
//!         if let Some(place) = line.strip_prefix("at ") {
//!             // file:line:column
//!             trace.frames.last_mut()?.line = place.rsplit(':').nth(1)?.parse().ok();
//!         } else if let Some((number, path)) = line.split_once(": ")
//!             && number.parse::<u32>().is_ok()
//!         {
//!             let (class, method) = path.rsplit_once("::").unwrap_or(("", path));
//!             trace.frames.push(StackFrame::new(class, method));
//!         }
//!     }
//!     Some(trace)
//! }
//!
//! let trace = read_panic(
//!     "
//! thread 'main' (20201) panicked at src/list.rs:3:9:
//! index out of bounds: the len is 3 but the index is 3
//! stack backtrace:
//!    0: __rustc::rust_begin_unwind
//!              at /rustc/59807616/library/std/src/panicking.rs:689:5
//!    1: core::panicking::panic_bounds_check
//!              at /rustc/59807616/library/core/src/panicking.rs:271:5
//!    2: shop::list::get
//!              at ./src/list.rs:3:9
//!    3: shop::cart::total
//!              at ./src/cart.rs:8:54
//!    4: shop::main
//! note: Some details are omitted.",
//! )
//! .expect("a panic");
//! let trace = trace.without(|frame| {
//!     ["core::", "std::", "__rustc"]
//!         .iter()
//!         .any(|start| frame.class.starts_with(start))
//! });
//! assert_eq!(
//!     trace.up_to(2).to_string(),
//!     "index out of bounds at shop::list.get:3, shop::cart.total:8"
//! );
//! ```

mod nested;
mod similarity;
mod stack_distance;
mod target;
mod ties;
mod weighted_sum;

#[cfg(doc)]
use crate::execution::Fact;
#[doc(no_inline)]
pub use crate::execution::{StackFrame, StackTrace};
pub use similarity::{Similarity, frame_distance};
pub use stack_distance::STDistance;
pub use target::{Crash, CrashError};
pub use ties::StackSummary;
pub use weighted_sum::{Stage, WeightedSum};
