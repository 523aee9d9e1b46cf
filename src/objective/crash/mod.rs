//! Coverage goals of crash reproduction.
//!
//! A [`CrashGoal`] measures the [`WeightedSum`](crate::fitness::crash::WeightedSum) of a crash, one
//! of its three parts, or the [`STDistance`](crate::fitness::crash::STDistance): a [`CrashPart`]
//! says which, and if the value is the published one. [`crash_goals`] returns the three parts, for
//! a multi-objective search.
//!
//! ```
//! use sbst::distance::eq;
//! use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
//! use sbst::fitness::crash::Crash;
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::{Function, Symbol};
//! use sbst::objective::crash::{CrashGoal, CrashPart, crash_goals};
//! use sbst::objective::{Goals, Tables};
//!
//! // The caller's numbers for classes, methods and exceptions.
//! const LIST: Symbol = Symbol::new(0);
//! const GET: Symbol = Symbol::new(1);
//! const OUT_OF_BOUNDS: Symbol = Symbol::new(2);
//!
//! // 0: if index == 3 { 1: (line 12) throws }  2: return
//! let graph = FlowGraph::of(
//!     &FlowBuilder::new().branch(0, 1, 2).statements(1, 1).exit(1).exit(2),
//! )?;
//! let (get, throws) = (Function::new(0), graph.block(Function::new(0), 1));
//! let wanted = StackTrace::new(OUT_OF_BOUNDS, [StackFrame::new(LIST, GET).at(12)]);
//! let crash = Crash::new(wanted.clone(), |_| [throws.statement(0)])?;
//!
//! let mut goals = Goals::<WithStackTraces<Trace, Symbol>>::new();
//! goals.extend(crash_goals(0, &crash));
//! goals.push(CrashGoal::new(0, CrashPart::WeightedSum, crash));
//!
//! let (mut run, mut tables, mut row) =
//!     (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph), Vec::new());
//! run.execution.root().enter(get).decide(0, eq(5, 3)); // 3 away: gap 2, and K = 1
//! goals.measure(&graph, &run, &mut tables, &mut row);
//! let scalars: Vec<f64> =
//!     goals.ids().map(|goal| goals.scalar(goal, row[goal.index()])).collect();
//! // x / (1 + x) of 1 + 3/4
//! assert_eq!(scalars, [7.0 / 11.0, 1.0, 1.0, 3.0 * 7.0 / 11.0 + 3.0]);
//!
//! run.execution.root().enter(get).decide(0, eq(3, 3));
//! run.extra.push(wanted);
//! goals.measure(&graph, &run, &mut tables, &mut row);
//! assert!(row.iter().all(|fitness| fitness.is_covered()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The papers, item by item: [`fitness::crash`](crate::fitness::crash#the-paper-item-by-item).

mod goal;
mod part;

pub use goal::{CrashGoal, crash_goals};
pub use part::CrashPart;
