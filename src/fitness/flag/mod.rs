//! Flags: branches that test the result of a call, and distances for them that have a gradient.
//!
//! In `if check(x)` the branch knows that the result was false, and nothing more: all executions that fail there are equally far, a plateau
//! on which a search is blind. What happened in `check` tells how far it was from returning true.
//!
//! - [`Flags`] is what is known of the program: which branches test the results of which calls, and what functions return where. It is
//!   declared, or [derived](Flags::derived) from a dependence graph.
//! - [`FlagGradient`] computes how far the flags of an execution are. The execution tells of its calls one by one
//!   ([`CallTree`](crate::execution::CallTree)); a [`Trace`](crate::execution::Trace) does if it is
//!   [asked to](crate::execution::Trace::with_call_tree) and its subjects say where they call
//!   ([`Frame::at`](crate::execution::Frame::at)).
//! - [`Refined`] is the result: an execution, to be swept instead of the one that was observed. So every goal that is measured on the
//!   tables, the flag itself or behind it, has the gradient, and no goal knows of it.
//!   [`Goals::measure`](crate::objective::Goals::measure) takes it as it takes any execution. Crashes are measured call by call, and
//!   have no use for it. A [campaign](crate::campaign::CampaignBuilder::flags) does all of this by itself.
//!
//! It matters where the decisions within `check` are not goals themselves, as in a library that is only called: where they are, a search
//! often finds its way to the flag by covering them first, and flags make that shorter.
//!
//! # What has to be said
//!
//! | in the code | declared |
//! |---|---|
//! | `if check(x)` | [`decides(block, SITE)`](FunctionFlags::decides) |
//! | `if !check(x)`, `if a(x) & b(y)`, `if a(x) == b(y)` | `decides(block, condition)` with a [`Condition`] |
//! | `if let Some(..) = find(x)` | `decides(block, Condition::result(SITE, Key::SOME))` |
//! | `match kind(x) { 1 => .., _ => .. }` | [`switches(block, SITE)`](FunctionFlags::switches) |
//! | calls until one of them returns true | [`branch(block, Outcome::True, SITE, true)`](FunctionFlags::branch) |
//! | `return a < b` | nothing, if the subject says [`returns_if`](crate::execution::Frame::returns_if) |
//! | `r = a < b`, and `return r` later | the same with [`sets`](crate::execution::Frame::sets); several such blocks: [`Returns::Decision`] for each |
//! | `return true`, `return None`, `r = 3` and `return r` later | [`returns(block, true)`](FunctionFlags::returns) |
//! | `return other(x)` | `returns(block, SITE)`, or [`Returns::negated`] |
//!
//! Results are [keys](Key): a `bool`, a variant, an integer. The result may be set in any block; the last set of an activation counts.
//! One that another block may overwrite is the result where an edge is taken after which none follows: with
//! `r = false; if c { r = true }`, the branch on which `c` fails returns false. Where different sets meet before such an edge,
//! nothing is known.
//!
//! # The definition
//!
//! Flag x needs the call at site s to return a key of the set w. What is *required* of function f for that:
//!
//! - the branches on which the blocks depend that set a constant of w, or the edges after which such a set is the last;
//! - each block that sets the result to a decision, declared or recorded by a call at the site;
//! - each block that sets it to the result of a call.
//!
//! In activation a,
//!
//! ```text
//! F(x, a)    = the aggregate over all r required of the aggregate over all activations c at s in a of cell(r, c)
//! cell(r, c) = level + part of r's control-flow distance in c alone, at least the smallest positive
//! part       = d / (1 + d), where d is the observed distance at which the level is measured, or F if that is of a flag in turn
//! ```
//!
//! The cell of a decision is the norm of its distance from w, the last one that c recorded in that block; that of a call's result is
//! norm(F) of that call. Both are one level above c's distance from the block if c did not come there.
//!
//! A site may call several functions; each activation is asked for what is required of its own. If a branch needs the results of several
//! calls, their F are added where all are needed, and the least counts where any is; a result that the last call at its site
//! returned already counts 0, as far as that is known.
//!
//! F is 0 iff the flag was taken, else at least [`Distance::SMALLEST`](crate::distance::Distance::SMALLEST). Where nothing is known of how a
//! result could be returned, F is the distance that was observed at the flag, so no declaration makes a finite distance infinite; a result
//! that is handed on counts K = 1 then. If no call was made at the site, but the graph knows its
//! [callees](crate::flow::FlowGraph::callees), F is that of a call of each that ended at its entry.
//!
//! F takes the place of the distance that is observed at the flag; of several activations of its function the least F does. Functions that
//! call themselves, or each other, need no care: F follows the activations, and those end.
//!
//! Both aggregates are the harmonic mean by default: the nearest call, or branch, counts most, and the others still count, unlike with the
//! least of them. The paper's value of a flag is norm(F), in (0, 1]; a [`Fitness`](super::Fitness) has F itself, which may exceed 1, and
//! its scalar that norm. F may also exceed K: compare values of one goal under one declaration only.
//!
//! # A worked value
//!
//! `is_leap(y)` returns `y % 400 == 0 || y % 4 == 0 && y % 100 != 0`, with a block for each operand. Two branches lead to true. For 1999,
//! `y % 400 == 0` was missed by 400 (K included): its cell is 400/401. `y % 100 != 0` was not evaluated, because `y % 4 == 0` was missed by
//! 4: its cell is one level plus 4/5. The harmonic mean of the two is 1.283651; that of 1998 is 1.270701, of 1997 1.248040, and 1996
//! takes the branch. The plain distance is 1 for all.
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
//! - Calls that are made until one returns `true`, or `false`, are flags of one side: see [`FunctionFlags::branch`].
//! - Of a predicate that is computed from a result and something else, `check(x) & (a < b)`, nothing is declared: give `a < b` a
//!   block of its own, as `&&` does.
//! - Declarations are not compared with the code. Where they do not fit, flags often keep the distance that was observed, or are as near as
//!   can be without being taken: [`Refined::check`] finds those. A plausible mistake shows nowhere.
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
//!     fn results_in(&self, _: Activation, _: &mut dyn FnMut(Block, Decision)) {} // it keeps none
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
//! | interprocedural flag, flag branch | 3.1 | [`FunctionFlags::decides`], [`branch`](FunctionFlags::branch); declared or [derived](Flags::derived) |
//! | flag method, called method | 3.1 | functions whose [returns](FunctionFlags::returns) are declared |
//! | required path, required branch | 3.1 | [`RequiredBranches::Last`]; [`Flags::required`] are those of [`RequiredBranches::Controls`] |
//! | target method | 3.1 | the function that a flag is in; [`TargetCalls`] |
//! | program dependency graph, Figure 1; steps 1 and 4 of Figure 2, statically | 2, 3.2 | [`Flags::derived`]; the graph is the front end's |
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
//! functions; what is not known; results that are no `bool`s, several calls in a predicate, recorded decisions, results that are set in
//! any block; [`Order::RequiredFirst`]; limits of the tree; goals after a flag, which have F at a higher level; the
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
#[cfg(feature = "seeding")]
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
mod source;
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
pub use source::FlagSource;
