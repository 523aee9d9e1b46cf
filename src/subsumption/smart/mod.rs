//! Smart selection: all goals of a few representative criteria, and those goals of the other
//! criteria that these may leave uncovered.
//!
//! | task | item |
//! |---|---|
//! | select the goals to pursue | [`Smart::select`] |
//! | make the selection a setting of a campaign | [`Smart::dropped`] |
//! | see which goals are kept, dropped, and lost | [`Selection`] |
//! | group criteria by your own pairs, or by measured coverages | [`Correlation`] |
//! | apply a single rule, for lines or for mutants | [`last_lines`], [`kept_mutants`] |
//!
//! ```
//! use sbst::execution::Trace;
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::objective::{Criterion, Goals, Program};
//! use sbst::subsumption::smart::Smart;
//!
//! let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
//! let program = Program::new(&graph);
//! let mut goals = Goals::<Trace>::new();
//! goals.add(Criterion::Branch, &program);
//! goals.add(Criterion::DirectBranch, &program);
//!
//! // Direct branches represent branches: each covers a branch, too.
//! let selection = Smart::default().select(&goals, &program, &[]);
//! assert_eq!((selection.kept().len(), selection.dropped().len()), (2, 2));
//! assert_eq!(selection.lost().count(), 0);
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! # The steps
//!
//! 1. Criteria that are correlated form a group ([`Correlation`]). One criterion of each group, its
//!    representative, keeps all its goals.
//! 2. Of the other criteria, these goals are kept: the last lines of long blocks ([`last_lines`]),
//!    the minimal mutants of key operators ([`kept_mutants`]), and all goals of criteria for which
//!    there is no rule.
//! 3. The other goals are dropped. A dropped goal is not pursued, but it is known, measured, and
//!    reported ([`Selection`]).
//!
//! [`Smart`] does all three steps. It is a heuristic: covering all kept goals may leave dropped
//! goals uncovered. [`Selection::lost`] lists those, and [`Smart::loses_nothing`] keeps them.
//!
//! # The paper, item by item
//!
//! Source: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based
//! Unit Test Generation" (2024). Fitness functions (2.1, 2.2, 3.3 and RQ8) are in
//! [`objective`](crate::objective#zhou-et-al-2024-item-by-item).
//!
//! | paper | here |
//! |---|---|
//! | 2.1: eight criteria | [`Criterion::SMART`](crate::objective::Criterion::SMART) |
//! | 2.1, Table I: mutation operators RC, RV, BOR, UOI, AOR, ROR | [`Change`](crate::subsumption::mutants::Change); RC, RV, and operators that are not listed, are `Change::Other`, or `Change::Always` if every evaluation infects them |
//! | 2.2: MOSA, DynaMOSA | [`Ranker`](crate::selection::Ranker), [`Frontier`](crate::selection::Frontier); the search itself is the caller's |
//! | 2.3: the original combination, all goals of all criteria | add each of [`Criterion::SMART`](crate::objective::Criterion::SMART) to the goals, and select nothing |
//! | 3.2, rules 1 to 3, Eq. 1 to 6; the four groups | [`Correlation::published`]; the rules argue for the groups and compute nothing at run time |
//! | 3.2, rule 1: Kendall's tau_b of coverages, cited from previous work | absent: nothing is computed by it |
//! | 3.3: representatives DBC, NTMC, EC, OC | [`Correlation::groups`]. Section 4.4 prints DBC, LC, EC, OC, and section 6 has TMC in the place of NTMC; 3.3, 4.6 and 4.9 agree |
//! | 3.4: subsumption of goals; goals that no other subsumes | [`subsumption`](crate::subsumption) |
//! | 3.4, LC: last lines of basic blocks, `lineThreshold` 8 | [`last_lines`], [`Smart::line_threshold`] |
//! | 3.4, WM, step 1, Table II: key operators BOR, UOI, AOR, ROR | all [`Change`](crate::subsumption::mutants::Change)s but `Other`; the text once speaks of three and lists four. That BOR has shifts is not said there |
//! | 3.4, WM, step 2: equal-to-line operators, UOI, filtered out | [`MutantRule::Published`]. The other rules drop only mutants that every evaluation infects: -x is not infected at 0, though the paper takes its infection distance to be always 0 |
//! | 3.4, WM, step 3: subsuming mutants after Gheyi et al., without a table | [`Change::is_published`](crate::subsumption::mutants::Change::is_published) has the table of the tool; [`Change::is_minimal`](crate::subsumption::mutants::Change::is_minimal) has verified sets |
//! | 3.4, BC and TMC: empty subsets | dropped as [`DropReason::Correlated`] |
//! | 3.1, 3.4: the union of both kinds of goals | [`Selection::kept`]; the whole is [`Smart::published`] |
//! | 4.1: constituent criteria; EC and OC with BC, and with DynaMOSA each with BC (4.4) | add those criteria alone: [`Goals::add`](crate::objective::Goals::add) |
//! | 4.2: whole suites | [`SuiteRow::combined`](crate::objective::suite::SuiteRow::combined), `examples/whole_suites.rs` |
//! | whole-suite form of WM | not printed: the sum over the mutants stands for it |
//! | 4.2: Mann-Whitney U test, Vargha-Delaney A12 | not in the library; the package `sbst-laboratory` has both |
//! | 4.4: DynaMOSA keeps BC | [`Smart::keeps_branches`] |
//! | 4.5: Pearson's correlation; exceptions divided by the most of any suite | [`pearson`], [`Coverage::of`](crate::objective::suite::Coverage::of); grouping by the coefficient, [`Correlation::of_samples`], is this crate's; p-values are absent |
//! | 4.6: LC-TMC-EC-OC, WM-TMC-EC-OC, with DynaMOSA and BC | add those criteria alone |
//! | 4.7, 4.9: without the subsumption strategy (SSWS) | [`Smart::representatives_only`] |
//! | 4.9: BC, BC-EC-MC | add those criteria alone: MC is [`Criterion::MethodEntry`](crate::objective::Criterion::MethodEntry) |
//! | 4.9: detected bugs, Detect %, Fail % | absent: outcomes of suites on two versions of a program, which the caller runs |
//!
//! Not in the paper: the report of lost goals ([`Selection::lost`], [`Smart::loses_nothing`]),
//! [`Smart::drops_implied`], verified minimal mutants.

mod correlation;
mod dropping;
#[cfg(feature = "serde")]
mod plain;
mod rules;
mod select;
mod selection;

pub use correlation::{Correlation, Group, pearson};
pub use rules::{MutantRule, kept_mutants, last_lines};
pub use select::Smart;
pub use selection::{DropReason, Dropped, Selection, Tally};
