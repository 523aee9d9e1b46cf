//! Coverage goals of a search, and the fitness of an execution for each of them.
//!
//! | task | item |
//! |---|---|
//! | register all goals of a criterion | [`Goals::add`] with a [`Criterion`] and a [`Program`]: the graph, and what the criterion needs beside it |
//! | register goals of your choice | [`Goals::extend`], with [`branch_goals`] for example |
//! | measure all goals on an execution | [`Goals::measure`] |
//! | see why a goal has its value | [`Goals::explain`], which returns an [`Explanation`] |
//! | choose the formulas: level and distance, which is the default, or those of Zhou et al. (2024) | [`Forms`] |
//! | write a goal of your own | [`Objective`], or [`from_fn`] with closures |
//! | find the goals within reach | [`GoalGraph`] and [`Frontier`](crate::selection::Frontier) |
//! | add up the goals of a whole suite | [`suite`] |
//! | reproduce a crash | [`crash`] |
//!
//! ```
//! use sbst::distance::lt;
//! use sbst::execution::Trace;
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::Function;
//! use sbst::objective::{Goals, Tables, branch_goals, statement_goals};
//!
//! // 0: if x < 10 { 1: three statements }  2: return
//! let graph = FlowGraph::of(
//!     &FlowBuilder::new().branch(0, 1, 2).statements(1, 3).jump(1, 2).exit(2),
//! )?;
//! let mut goals = Goals::<Trace>::new();
//! goals.extend(branch_goals(&graph));
//! goals.extend(statement_goals(&graph));
//!
//! let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
//! trace.root().enter(Function::new(0)).decide(0, lt(14, 10));
//! let mut row = Vec::new(); // by goal, in the order of registration; less is nearer
//! goals.measure(&graph, &trace, &mut tables, &mut row);
//! assert_eq!(row.iter().filter(|fitness| fitness.is_covered()).count(), 1);
//! // the branch to block 1: 14 is 5 away from < 10, and as one number that is 5 / (5 + 1)
//! assert_eq!(row[0].to_string(), "(0, 5)");
//! assert_eq!(row[0].scalar(), 5.0 / 6.0);
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! - An [`Objective`] is a goal that can be measured: an identity, a fitness, and its [`Needs`].
//!   There is one type for each kind of goal; [`Criterion`] has the table of the kinds and their
//!   values.
//! - A [`Goal`] is this identity, as plain data. Objectives with equal identities count as one
//!   goal, and reports identify goals by this value.
//! - [`Goals`] is the registry of a search. It measures thousands of goals from one sweep over the
//!   execution, without allocating.
//! - [`Observed`] is the argument of an objective: the graph, the execution, and the [`Tables`] of
//!   its last sweep. Executions with refined flags are [`Observable`], too.
//!
//! Some goals read [facts](crate::execution#facts) of an execution beside its branches and blocks.
//! An execution that does not know them is [refused](NotRecorded).
//!
//! # Zhou et al. (2024), item by item
//!
//! Rule of two evaluations: a branch has a distance only from the second evaluation of its decision
//! on; before, its value is 1.
//!
//! Source: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based
//! Unit Test Generation" (2024). Its groups, representatives and selected goals (3.2 to 3.4) are in
//! [`subsumption::smart`](crate::subsumption::smart#the-paper-item-by-item).
//!
//! | paper | here |
//! |---|---|
//! | 2.1: BC, DBC, LC, WM, TMC, NTMC, EC, OC | [`Criterion::SMART`]: `Branch`, `DirectBranch`, `Line`, `WeakMutation`, `Method`, `MethodNoException`, `Exception`, `Output` |
//! | 2.1: branch distance, \|x - 10\| for x == 10 | [`distance`](crate::distance), whose default rules add K = 1; with [`Rules::EVOSUITE`](crate::distance::Rules::EVOSUITE) and [`KOREL`](crate::distance::Rules::KOREL), an equality adds none |
//! | 2.1, OC: true and false of a Boolean | [`output_goals`]; the partitions of other types are not in the paper |
//! | 2.2: fitness of a suite, the sum of all goals' fitness functions | [`SuiteRow::sum`](suite::SuiteRow::sum) |
//! | 2.3, 3.3: fitness of a suite, f_BC + ... + f_OC, with Eq. 11 or 13 as f_LC | [`SuiteRow::combined`](suite::SuiteRow::combined); the paper does not print f_WM of a suite, so it is the sum over the mutants |
//! | 2.2, 2.3: fitness vector of MOSA and DynaMOSA | the row of [`Goals::measure`] |
//! | 3.3: norm(x) = x / (x + 1), given as an example | [`Distance::norm`](crate::distance::Distance::norm) |
//! | 3.3: f_bc plus the approach level, which the equations leave out | `GoalForm::Levels.twice()`; [`Forms::LEVELS`] has the level for all criteria, without the rule of two evaluations |
//! | Eq. 7: f_bc, from the second evaluation on | [`CoverageGoal`] of a branch in [`Forms::PUBLISHED`], [`published::whole_suite::branch`](crate::published::whole_suite::branch()) |
//! | Eq. 8, 9: d_1, f_BC | [`SuiteRow::fitness`](suite::SuiteRow::fitness), [`SuiteRow::branches`](suite::SuiteRow::branches), [`published::whole_suite::branches`](crate::published::whole_suite::branches()) |
//! | Eq. 10: f_lc by definition | [`GoalForm::Definition`] |
//! | Eq. 11: f_LC by definition | [`SuiteRow::lines`](suite::SuiteRow::lines), [`published::whole_suite::lines`](crate::published::whole_suite::lines) |
//! | Eq. 12: f_lc augmented | [`LineGoal`] in [`Forms::PUBLISHED`]; for a line that depends on no branch the paper gives no formula; here a distance of the entry stands for the branches: 0 if the function was entered, else infinite |
//! | Eq. 13: f_LC augmented | [`SuiteRow::branches`](suite::SuiteRow::branches) + [`lines`](suite::SuiteRow::lines), [`published::whole_suite::lines_and_branches`](crate::published::whole_suite::lines_and_branches) |
//! | Eq. 14: f_wm by definition | [`GoalForm::Definition`] |
//! | 3.3: f_wm augmented "the same way", without an equation; reached if the line is covered | [`MutantGoal`] in [`Forms::PUBLISHED`] |
//! | 3.3, in words: DBC, 1 if the method is not invoked directly | [`DirectGoal`] in [`Forms::PUBLISHED`]; that only executions in direct calls count is our reading of 2.1 |
//! | 3.3: infection distance id | [`distance::infection`](crate::distance::infection); the paper prints none of the functions |
//! | 2.1, 3.3: TMC, NTMC, EC, without fitness functions | [`MethodGoal`] for methods that tests can call, [`CoverageGoal`] of an exception: 0 if covered, else 1 |
//! | 4.1, 4.2: coverage; exceptions are counted | [`SuiteRow::coverage`](suite::SuiteRow::coverage) |
//! | 4.9: method coverage (MC), of BC-EC-MC | [`Criterion::MethodEntry`]: [`MethodEntryGoal`] |

pub mod crash;
mod criteria;
mod criterion;
mod explain;
mod frontier;
mod goal;
mod measure;
mod place;
#[cfg(feature = "serde")]
mod plain;
mod registry;
mod scalar;
pub mod suite;

use criteria::ThrownExceptions;
pub use criteria::{
    CoverageGoal, DirectGoal, Evaluated, Forms, GoalForm, HistoryGoal, ImplicitExceptionCoverage,
    LineGoal, MethodEntryGoal, MethodGoal, MutantGoal, StrongMutantGoal, block_goals, branch_goals,
    direct_branch_goals, direct_entry_goals, entry_goals, implicit_branch_goals, input_goals,
    line_goals, method_entry_goals, output_goals, statement_goals,
};
pub use criterion::Criterion;
pub use explain::{Cause, Explanation};
pub use frontier::{GoalGraph, Roots};
pub use goal::{Goal, Kind};
pub use measure::{
    LiveRow, Needs, NotRecorded, Objective, ObserveError, Observed, Reader, Tables, Unmeasured,
    from_fn,
};
pub use place::Place;
pub use registry::{
    Added, Discoveries, Discovery, Goals, Method, Observable, Program, ProgramError, ProgramParts,
    covered,
};
pub use scalar::Scalar;
