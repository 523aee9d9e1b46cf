//! Flags: branches that test the Boolean result of a call, and the gradient behind them.
//!
//! In `if check(x)` the branch knows that the result was false, and nothing more: all executions that fail there are equally far, a plateau
//! on which a search is blind. What happened in `check` tells how far it was from returning true.
//!
//! - [`Flags`] is what is known of the program: which branch is a flag of which call, and what functions return where.
//! - [`FlagGradient`] computes how far the flags of an execution are. The execution tells of its calls one by one
//!   ([`CallTree`](crate::execution::CallTree)); a [`Trace`](crate::execution::Trace) does if it is
//!   [asked to](crate::execution::Trace::with_call_tree) and its subjects say where they call
//!   ([`Frame::site`](crate::execution::Frame::site)).
//! - [`Refined`] is the result: an execution, to be swept instead of the one that was observed. So every goal that is measured on the
//!   tables, the flag itself or behind it, has the gradient, and no goal knows of it.
//!   [`Goals::measure_refined`](crate::objective::Goals::measure_refined) does it for a registry. Crashes are measured call by call, and
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
//! least of them. Which comes first is [`Order`]. The published value of a flag is norm(F), in (0, 1]; a [`Fitness`](super::Fitness) has F
//! itself, which may exceed 1, and its scalar that norm.
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
//! As published, plain distances come first, and a [`Gate`](super::Gate) with a usage of 1 tells which goals are old enough for their
//! refined values. Those are not to be compared with plain ones, so keep both rows of a test, and let each goal take its value from the
//! row of its gate for the whole population. [`Histories`](super::Histories) are shown the plain rows: a refined value that is greater
//! than 1 would look like no progress.
//!
//! # An executor of your own
//!
//! keeps of each call its function, where it was called, and what it saw; it implements [`Execution`](crate::execution::Execution) and
//! [`CallTree`](crate::execution::CallTree). What functions return where, it may read off the code that it runs.
//!
//! ```
//! use sbst::distance::{Decision, Distance, Nearest, eq, flag};
//! use sbst::execution::{CallTree, Execution};
//! use sbst::fitness::Reach;
//! use sbst::fitness::flag::{FlagGradient, Flags};
//! use sbst::flow::{Body, Edge, FlowGraph};
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
//! let mut graph = FlowGraph::of(&Body::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
//! graph.add(&Body::new().branch(0, 1, 2).exit(1).exit(2))?;
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
//! let (mut gradient, mut reach) = (FlagGradient::new(), Reach::new(&graph));
//! let refined = gradient.refine(&graph, &flags, &run)?;
//! refined.check()?; // declarations and notes agree
//! reach.sweep(&graph, &refined);
//! assert_eq!(reach.block(graph.block(main, 1)).distance.get(), 5.0 / 6.0); // 96 is 5 away
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! Source: Lin et al., "Recovering Fitness Gradients for Interprocedural Boolean Flags in Search-Based Testing" (2020), section 3. What an
//! exit that hands on a result is worth, what is not known, and the clamps are ours.

mod cells;
mod contexts;
mod flags;
mod forms;
mod gradient;
mod refined;
mod tree;

pub use flags::{FlagError, Flags, FunctionFlags, Returns};
pub use forms::{InnerFlags, Iterations, Order, RequiredBranches, TargetCalls};
pub use gradient::FlagGradient;
pub use refined::Refined;
