//! Fitness and coverage of a suite of tests, by criterion or over any goals.
//!
//! [`SuiteRow`] stores, for each goal, the least value over the tests that were added. Each goal
//! has one identity, so the number of covered goals never exceeds the number of goals.
//!
//! - [`SuiteRow::coverage`] counts the covered goals of a criterion.
//! - [`SuiteRow::sum`] adds up the scalars of any goals: the fitness of a suite.
//! - [`SuiteRow::combined`] adds up several criteria as Zhou et al. do, with all lines as one term.
//!
//! ```
//! use sbst::distance::lt;
//! use sbst::execution::Trace;
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::Function;
//! use sbst::objective::suite::SuiteRow;
//! use sbst::objective::{Criterion, Forms, Goals, Program, Tables};
//!
//! let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
//! let mut goals = Goals::<Trace>::new();
//! goals.add(Criterion::Branch, &Program::new(&graph).in_forms(Forms::PUBLISHED));
//!
//! let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
//! let (mut suite, mut row) = (SuiteRow::new(), Vec::new());
//! for test in [[14, 14], [12, 19]] {
//!     trace.reset();
//!     for x in test {
//!         trace.root().enter(Function::new(0)).decide(0, lt(x, 10));
//!     }
//!     goals.measure(&graph, &trace, &mut tables, &mut row);
//!     suite.add(&row);
//! }
//! // evaluated twice; 12 is 3 away from < 10
//! assert_eq!(suite.sum(&goals, goals.of(Criterion::Branch)), 0.75);
//! assert_eq!(suite.coverage(&goals, Criterion::Branch).to_string(), "1 of 2");
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! | paper | here |
//! |---|---|
//! | d_1, the least f_bc of the tests (Eq. 8) | [`SuiteRow::fitness`] of a branch goal in [`Forms::PUBLISHED`](crate::objective::Forms::PUBLISHED) |
//! | f_BC (Eq. 9) | [`SuiteRow::branches`]. [`SuiteRow::sum`] over the goals of [`Criterion::Branch`](super::Criterion::Branch) adds the [entry goals](crate::objective::entry_goals), which are ours |
//! | f_LC by definition (Eq. 11) | [`SuiteRow::lines`] |
//! | f_LC augmented (Eq. 13) | [`SuiteRow::branches`] + [`SuiteRow::lines`] |
//! | the sum of all goals' fitness functions, by which whole suites are evolved (2.2) | [`SuiteRow::sum`] over all goals |
//! | f_BC + ... + f_OC (2.3), with Eq. 11 or 13 as f_LC (3.3) | [`SuiteRow::combined`] over all goals |
//! | both sums over the goals that smart selection keeps | [`SuiteRow::sum`] and [`SuiteRow::combined`] over [`Selection::kept`](crate::subsumption::smart::Selection::kept) |
//! | f_WM augmented, of a suite | not printed in the paper; in both methods it is the sum over the mutants |
//!
//! Section 2.2 sums the fitness functions of the goals, but 3.3 takes Eq. 11 or 13 for the lines of
//! a suite. [`SuiteRow::sum`] follows 2.2, [`SuiteRow::combined`] follows 3.3.
//!
//! Zhou et al. report the largest gain of smart selection for whole suites over all goals of eight
//! criteria. Averaged over the criteria, smart selection is significantly better on 121 of 400
//! classes and worse on 20 (section 4.2): better on 85.8 % of the classes with a significant
//! difference (section 1). With MOSA it is better on 78 and worse on 42 (4.3), with DynaMOSA on 32
//! and 40 (4.4). It reaches a branch coverage of 55 % with whole suites, 57 % with MOSA, 58 % with
//! DynaMOSA (Tables V, VII, IX, all classes).
//!
//! Source: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based
//! Unit Test Generation" (2024).

mod coverage;
mod least;
mod row;

pub use coverage::Coverage;
pub use least::SuiteRow;
pub use row::LinesOfSuite;
