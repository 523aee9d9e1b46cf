//! Flags: branches that test the Boolean result of a call, and distances for them that have a gradient.
//!
//! In `if check(x)` the branch knows that the result was false, and nothing more: all executions that fail there are equally far, a plateau
//! on which a search is blind. What happened in `check` tells how far it was from returning true.
//!
//! - [`Flags`] is what is known of the program: which branch is a flag of which call, and what functions return where.
//! - [`FlagGradient`] computes how far the flags of an execution are. The execution tells of its calls one by one
//!   ([`CallTree`](crate::execution::CallTree)); a [`Trace`](crate::execution::Trace) does if it is
//!   [asked to](crate::execution::Trace::with_call_tree) and its subjects say where they call
//!   ([`Frame::at`](crate::execution::Frame::at)).
//! - [`Refined`] is the result: an execution, to be swept instead of the one that was observed. So every goal that is measured on the
//!   tables, the flag itself or behind it, has the gradient, and no goal knows of it.
//!   [`Goals::measure`](crate::objective::Goals::measure) takes it as it takes any execution. Crashes are measured call by call, and
//!   have no use for it.
//!
//! It matters where the decisions within `check` are not goals themselves, as in a library that is only called: where they are, a search
//! often finds its way to the flag by covering them first, and flags make that shorter.
//!
//! # The definition
//!
//! Flag x needs the call at site s to return w. The *required branches* of (f, w) are those that the exits depend on where function f
//! returns the constant w. In activation a,
//!
//! ```text
//! F(x, a)    = the aggregate over all r required of the aggregate over all activations c at s in a of cell(r, c)
//! cell(r, c) = level + part of r's control-flow distance in c alone, at least the smallest positive
//! part       = d / (1 + d), where d is the observed distance at which the level is measured, or F if that is of a flag in turn
//! ```
//!
//! A site may call several functions; each activation is asked for what is required of its own. An exit that returns the result of a call
//! is required, too: its cell is norm(F) of that call if c came there, else one level above c's distance from the exit; one that nothing
//! reaches is not. F is 0 iff the flag was taken, else at least [`Distance::SMALLEST`](crate::distance::Distance::SMALLEST). It is
//! infinite if no call at the site is known, or if nothing is required of the functions called there: no exit is known that returns w, or
//! it depends on no branch. That is as far as can be, for what is never entered is not near. Cells are finite: where one depends on such
//! a flag in turn, its part is 1.
//!
//! F takes the place of the distance that is observed at the flag; of several activations of its function the least F does. Functions that
//! call themselves, or each other, need no care: F follows the activations, and those end.
//!
//! Both aggregates are the harmonic mean by default: the nearest call, or branch, counts most, and the others still count, unlike with the
//! least of them. The paper's value of a flag is norm(F), in (0, 1]; a [`Fitness`](super::Fitness) has F itself, which may exceed 1, and
//! its scalar that norm.
//!
//! # The default and the published form
//!
//! The definition above is the default form, [`FlagGradient::new`]. The form that the paper prints is [`FlagGradient::published`]. Each
//! difference is a choice of its own:
//!
//! | choice | default | published | why the default differs |
//! |---|---|---|---|
//! | [`Iterations`]: calls that count for a flag within a called function | [`Nested`](Iterations::Nested): of the same activation | [`Pooled`](Iterations::Pooled): of all activations at the site | an activation returns what its own calls returned |
//! | [`TargetCalls`]: several calls of the flag's own function | [`Least`](TargetCalls::Least) | [`Pooled`](TargetCalls::Pooled) | several calls are worth the nearest one, as for all other goals |
//! | [`InnerFlags`]: where F counts within called functions | [`Nearest`](InnerFlags::Nearest): wherever a cell is measured at a flag | [`Required`](InnerFlags::Required): for required branches that are flags | a decision after a flag would leave a plateau |
//! | [`RequiredBranches`] of a constant | [`Controls`](RequiredBranches::Controls): those that the exit depends on | [`Last`](RequiredBranches::Last): the last one of each way | where ways meet before the exit, the last one decides nothing |
//!
//! The two forms are equal where a flag asks functions without flags, whose returns are not where ways meet, and its own function was
//! called once. Values of different forms are not to be compared.
//!
//! # Where it ends
//!
//! - A flag that is kept in a variable needs none of this if it is computed in the same function: keep the
//!   [`Decision`](crate::distance::Decision), and decide with that.
//! - One that is computed from results, `check(x) & other(x)`, is no flag of either call. Calls that are made until one returns `true`, or
//!   `false`, are flags of one side: see [`FunctionFlags::branch`].
//! - Declarations are not compared with the code. Where they do not fit, flags are often infinitely far, or as near as can be without being
//!   taken: [`Refined::check`] finds those. A plausible mistake shows nowhere.
//!
//! # In a search
//!
//! The paper proposes (4.5.2), without an experiment, to begin with plain distances and to use flags for the goals that are still open
//! after a short budget. A [`Gate`](super::Gate) with a usage of 1 tells which goals those are. Refined values are not to be compared with
//! plain ones, so keep both rows of a test, and let each goal take its value from the row of its gate for the whole population.
//! [`Histories`](super::Histories) are shown the plain rows: a refined value that is greater than 1 would look like no progress.
//!
//! # An executor of your own
//!
//! keeps of each call its function, where it was called, and what it saw; it implements [`Execution`](crate::execution::Execution) and
//! [`CallTree`](crate::execution::CallTree). What functions return where, it may read off the code that it runs.
//!
//! ```
//! use sbst::distance::{Decision, Distance, Nearest, eq, flag};
//! use sbst::execution::{CallTree, Execution};
//! use sbst::fitness::FitnessTable;
//! use sbst::fitness::flag::{FlagGradient, Flags};
//! use sbst::flow::{FlowBuilder, Edge, FlowGraph};
//! use sbst::id::{Activation, Block, CallSite, Function};
//! use std::collections::BTreeMap;
//!
//! /// By block what was compared there; blocks that ran without comparing have an entry, too.
//! struct Call { function: Function, caller: Option<(Activation, Option<CallSite>)>, seen: BTreeMap<Block, Nearest> }
//! struct Run(Vec<Call>);
//!
//! impl CallTree for Run {
//!     fn activation_count(&self) -> u32 { self.0.len() as u32 }
//!     fn callee(&self, a: Activation) -> Option<Function> { Some(self.0.get(a.index())?.function) }
//!     fn caller(&self, a: Activation) -> Option<(Activation, Option<CallSite>)> { self.0.get(a.index())?.caller }
//!     fn branch_distance_in(&self, a: Activation, branch: Edge) -> Option<Distance> {
//!         self.0.get(a.index())?.seen.get(&branch.source)?.to(branch.outcome.holds()?)
//!     }
//!     fn progress_in(&self, a: Activation, block: Block) -> Option<u32> {
//!         self.0.get(a.index())?.seen.contains_key(&block).then_some(0)
//!     }
//!     fn results_in(&self, _: sbst::id::Activation, _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision)) {}
//! }
//!
//! /// All calls together.
//! impl Execution for Run {
//!     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
//!         (0..self.activation_count()).filter_map(|a| self.branch_distance_in(Activation::new(a), branch)).min()
//!     }
//!     fn progress(&self, block: Block) -> Option<u32> {
//!         (0..self.activation_count()).find_map(|a| self.progress_in(Activation::new(a), block))
//!     }
//! }
//!
//! // main: 0: if check(x) { 1 } 2        check: 0: if x == 100 { 1: return true } 2: return false
//! let (main, check, site) = (Function::new(0), Function::new(1), CallSite::new(7));
//! let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
//! graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
//! let mut flags = Flags::new();
//! flags.function(&graph, main).decides(0, site)?;
//! flags.function(&graph, check).returns(1, true)?.returns(2, false)?;
//!
//! // What an interpreter would have noted of check(96).
//! let seen = |function, decision: Decision| {
//!     let mut nearest = Nearest::default();
//!     nearest.see(decision);
//!     BTreeMap::from([(graph.entry(function), nearest), (graph.block(function, 2), Nearest::default())])
//! };
//! let run = Run(vec![
//!     Call { function: main, caller: None, seen: seen(main, flag(false)) },
//!     Call { function: check, caller: Some((Activation::new(0), Some(site))), seen: seen(check, eq(96, 100)) },
//! ]);
//! let (mut gradient, mut table) = (FlagGradient::new(), FitnessTable::new(&graph));
//! let refined = gradient.refine(&graph, &flags, &run)?;
//! refined.check()?; // declarations and notes agree
//! table.sweep(&graph, &refined);
//! assert_eq!(table.block(graph.block(main, 1)).distance.get(), 5.0 / 6.0); // 96 is 5 away
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # The paper, item by item
//!
//! Lin, Sun, Fraser, Xiu, Liu, Dong, "Recovering Fitness Gradients for Interprocedural Boolean Flags in Search-Based Testing" (ISSTA 2020).
//!
//! | item | section | where |
//! |---|---|---|
//! | interprocedural flag, flag branch | 3.1 | [`FunctionFlags::decides`], [`branch`](FunctionFlags::branch); the user declares them |
//! | flag method, called method | 3.1 | functions whose [returns](FunctionFlags::returns) are declared |
//! | required path, required branch | 3.1 | [`RequiredBranches::Last`]; [`Flags::required`] are those of [`RequiredBranches::Controls`] |
//! | target method | 3.1 | the function that a flag is in; [`TargetCalls`] |
//! | program dependency graph, Figure 1; steps 1 and 4 of Figure 2, statically | 2, 3.2 | absent: declared, not analysed |
//! | steps 2 and 3 of Figure 2, instrumented calls | 3.2 | [`Trace::with_call_tree`](crate::execution::Trace::with_call_tree), [`Frame::at`](crate::execution::Frame::at) |
//! | branch distance with the constant K | 3.3 | [`Rules::TRACEY`](crate::distance::Rules::TRACEY), K = 1 |
//! | Eq. 1, approach level + norm of the distance | 3.3 | [`Fitness::scalar`](super::Fitness::scalar), in one activation; the level counts control dependences, not the branching nodes of one path |
//! | norm(x) = x / (1 + x) | 3.3 | [`Distance::norm`](crate::distance::Distance::norm) |
//! | Eq. 2, the least over the executions of a branch | 3.3 | [`Aggregation::Min`](crate::distance::Aggregation::Min); traces keep the least within an activation |
//! | Figure 4, call context | 3.3 | [`CallTree::caller`](crate::execution::CallTree::caller) with its [`CallSite`](crate::id::CallSite) |
//! | Figure 4, iteration context | 3.3 | an [`Activation`](crate::id::Activation) of its own for each call, so no trace is compared |
//! | Listing 5, two sites of one method | 3.3 | sites are kept apart |
//! | Table 1, Figure 3, two iterations | 3.3, 3.5 | worked example in the tests: 100/101 and 1.5, norm(F) = 0.543971 |
//! | Algorithm 1 | 3.4 | [`FlagGradient::published`]; line 12 is [`Distance::norm`](crate::distance::Distance::norm) |
//! | Algorithm 2, lines 1 to 3: an exercised flag is reversed | 3.4 | [`Returns::Call`] that was reached; [`InnerFlags::Required`] for branches |
//! | Algorithm 2, lines 4 to 6: a flag that is not exercised | 3.4 | [`InnerFlags::Required`], [`Iterations::Pooled`] |
//! | Algorithm 2, lines 7 to 10: any other branch | 3.4 | Eq. 1 |
//! | Eq. 3, the harmonic mean, numerator k | 3.5 | [`Aggregation::Harmonic`](crate::distance::Aggregation::Harmonic) |
//! | Eq. 4, its derivative | 3.5 | [`harmonic_gradient`](crate::distance::harmonic_gradient()) |
//! | DynaMOSA | 4.1.4 | [`selection`](crate::selection) |
//! | plain distances first | 4.5.2 | [`Gate`](super::Gate) |
//! | experiments, Table 2, Figure 5, the tool | 4 | absent: no formula |
//!
//! Ours, because the paper is silent: the cell of an exit that returns a call's result and was not reached; sites that call several
//! functions; what is not known; [`Order::RequiredFirst`]; limits of the tree; goals after a flag, which have F at a higher level; the
//! clamps to [`SMALLEST`](crate::distance::Distance::SMALLEST); several calls of the target method; the least of several nearest
//! branching nodes, and of several evaluations in one activation; a way to a return without a branch; equal traces, which count one by one.
//!
//! The paper's own slips: Table 1 uses gaps without K (100/101, 1/2), though 3.3 prints |a - b| + K; its 101/102 does not follow from
//! its condition, whose gap is 102. 3.3 gives the second iteration both 1.5 and 1.99, 3.4 only 1.99, 3.5 only 1.5; the least counts here.
//! 3.4 calls the required branch ⟨5, 6⟩, then ⟨3, 6⟩. 3.3 prints <= and >= twice, and names a distance after ⟨2, 3⟩ that is of ⟨5, 6⟩.
//! The introduction's 120 is the rule without K. Line 10 of Algorithm 1 assigns where line 11 needs a set.

mod ask;
mod cells;
mod condition;
mod contexts;
mod declare;
mod derive;
mod error;
mod flags;
mod forms;
mod gradient;
mod key;
mod refined;
mod results;
mod returned;
mod returns;
mod space;
mod tree;
mod ways;

pub use condition::Condition;
pub use declare::FunctionFlags;
pub use error::FlagError;
pub use flags::Flags;
pub use forms::{InnerFlags, Iterations, Order, RequiredBranches, TargetCalls};
pub use gradient::FlagGradient;
pub use key::{Key, Keys};
pub use refined::Refined;
pub use returns::Returns;
