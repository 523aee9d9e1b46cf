//! Flags: branches that test the result of a call, with distances that have a gradient.
//!
//! In `if check(x)` the branch distance says only that the result was false. All executions that
//! fail there are equally far, so the search has no gradient. The execution of `check` shows how
//! far it was from returning true.
//!
//! | to | use |
//! |---|---|
//! | declare which branches test the results of which calls, and what functions return in which blocks | [`Flags`] |
//! | derive these declarations from a dependence graph | [`Flags::derived`] |
//! | compute the distances of the flags of an execution | [`FlagGradient`] |
//! | measure goals with these distances | [`Refined`], an execution that is swept in place of the observed one; [`Goals::measure`](crate::objective::Goals::measure) takes it as any other execution |
//! | let a campaign do all of this | [`CampaignBuilder::flags`](crate::campaign::CampaignBuilder::flags) |
//!
//! The execution must record its calls one by one ([`Fact::Calls`](crate::execution::Fact::Calls)). A
//! [`Trace`](crate::execution::Trace) does so [on
//! request](crate::execution::Trace::with_call_tree), if the subject names its call sites
//! ([`Frame::at`](crate::execution::Frame::at)). Every goal whose value comes from a
//! [`FitnessTable`](super::FitnessTable) has the gradient, both the flag itself and the goals after
//! it. The fitness of [crashes](super::crash) does not: it is measured for each call by itself,
//! from the observed distances.
//!
//! ```
//! use sbst::distance::{eq, flag};
//! use sbst::execution::{CallTreeLimits, Trace};
//! use sbst::fitness::fitness_of_block;
//! use sbst::fitness::flag::{FlagGradient, Flags};
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::{CallSite, Function};
//!
//! // main: 0: if check(x) { 1: return } 2: return
//! // check: 0: if x == 9 { 1: return true } 2: return false
//! let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
//! let mut graph = FlowGraph::of(&body)?;
//! let (main, check, site) = (Function::new(0), graph.add(&body)?, CallSite::new(0));
//! let mut flags = Flags::new();
//! flags.function(&graph, main).decides(0, site)?;
//! flags.function(&graph, check).returns(1, true)?.returns(2, false)?;
//!
//! let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::default());
//! let f = trace.root().enter(main);
//! let result = f.at(site).enter(check).decide(0, eq(7, 9)); // check(7) is false
//! f.decide(0, flag(result)); // a decision that knows only a bool: its distance is K = 1
//!
//! let then = graph.block(main, 1);
//! let mut gradient = FlagGradient::new();
//! let refined = gradient.refine(&graph, &flags, &trace)?;
//! assert_eq!(fitness_of_block(&graph, &trace, then).distance.get(), 1.0);
//! // |7 - 9| + K is 3, and 3 / (1 + 3) is 0.75
//! assert_eq!(fitness_of_block(&graph, &refined, then).distance.get(), 0.75);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! Flags matter most if the decisions within `check` are not goals themselves, as in a library that
//! is only called. If they are goals, a search often finds its way to the flag by covering them
//! first, and flags make that way shorter.
//!
//! # Declarations
//!
//! | in the code | declared |
//! |---|---|
//! | `if check(x)` | [`decides(block, SITE)`](FunctionFlags::decides) |
//! | `if !check(x)`, `if a(x) & b(y)`, `if a(x) == b(y)` | `decides(block, condition)` with a [`Condition`] |
//! | `if let Some(..) = find(x)` | `decides(block, Condition::result(SITE, Key::SOME))` |
//! | `match kind(x) { 1 => .., _ => .. }` | [`switches(block, SITE)`](FunctionFlags::switches), or [`switches_beside`](FunctionFlags::switches_beside) |
//! | `if kind(x) == 1`, whose operands have a distance | `decides(block, condition.`[`beside_distance`](Condition::beside_distance)`())` |
//! | calls until one of them returns true | [`branch(block, Outcome::True, SITE, true)`](FunctionFlags::branch) |
//! | `return a < b` | nothing, if the subject calls [`returns_if`](crate::execution::Frame::returns_if) |
//! | `r = a < b`, and `return r` later | nothing, if the subject calls [`sets`](crate::execution::Frame::sets); several such blocks: [`Returns::Decision`] for each |
//! | `return true`, `return None`, `r = 3` and `return r` later | [`returns(block, true)`](FunctionFlags::returns) |
//! | `return other(x)` | `returns(block, SITE)`, or [`Returns::negated`] |
//!
//! A comparison and a `match` of numbers have a distance of their own, which comes first:
//!
//! ```
//! use sbst::fitness::flag::{Condition, Flags, Key};
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::{CallSite, Function};
//!
//! // main: 0: if kind(x) == 1 { 1: return } 2: match kind(y) { 5 => { 3 } _ => { 4 } }
//! let body = FlowBuilder::new().branch(0, 1, 2).exit(1);
//! let graph = FlowGraph::of(&body.case(2, 5, 3).default(2, 4).exit(3).exit(4))?;
//! let [first, second] = [0, 1].map(CallSite::new);
//! let mut flags = Flags::new();
//! flags
//!     .function(&graph, Function::new(0))
//!     .decides(0, Condition::result(first, Key::from(1)).beside_distance())?
//!     .switches_beside(2, second)?;
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! Results are [keys](Key): a `bool`, a variant, an integer. The result may be assigned in any
//! block; the last assignment of an activation counts. An assignment that another block may
//! overwrite is the result if an edge is taken after which no assignment follows: with `r = false;
//! if c { r = true }`, the branch on which `c` fails returns false. If different assignments reach
//! the same such edge, the result is unknown.
//!
//! # The definition
//!
//! Flag x needs the call at site s to return one of the keys w. The following is *required* of
//! function f for that:
//!
//! - for each block that assigns a constant of w to the result: the branches on which this block
//!   depends, or, if another block may overwrite the result, the edges after which no other
//!   assignment follows;
//! - each block that assigns a decision to the result, declared or recorded by a call at the site;
//! - each block that assigns the result of a call to the result.
//!
//! In activation a,
//!
//! ```text
//! F(x, a)    = the aggregate, over all r that are required,
//!              of the aggregate, over all activations c at s in a, of cell(r, c)
//! cell(r, c) = level + part, but at least Distance::SMALLEST
//! level      = the approach level of r, measured in activation c alone
//! part       = d / (1 + d), where d is the observed distance at the decision
//!              where the level is measured, or F if that decision is itself a flag
//! ```
//!
//! The cell of a decision is the norm of its distance from w, for the last decision that c recorded
//! in that block. The cell of a call's result is norm(F) of that call. Both are one level above c's
//! distance from the block if c did not come there.
//!
//! A site may call several functions; the requirements of an activation are those of its own
//! function. If a branch needs the results of several calls, their F are added if all are needed,
//! and the least counts if any is enough. A result that the last call at its site is known to have
//! returned already counts 0.
//!
//! F is 0 iff the flag was taken, else at least
//! [`Distance::SMALLEST`](crate::distance::Distance::SMALLEST). If nothing says how a result could
//! be returned, F is the distance that was observed at the flag, so no declaration makes a finite
//! distance infinite; the cell of a result that comes from another call, as in `return other(x)`,
//! is K = 1 then. If no call was made at the site, but the graph has its
//! [callees](crate::flow::FlowGraph::callees), F is computed as for one call of each callee that
//! ended at its entry.
//!
//! F takes the place of the distance d that is observed at the flag, or stands
//! [beside](Condition::beside_distance) it: d + norm(F), where an unknown F counts 0, so that d
//! remains. Over several activations of its function, the least of these does. Functions that call
//! themselves or each other need no special treatment, because F follows the activations, which
//! end.
//!
//! Both aggregates are the harmonic mean by default: the nearest call or branch counts most, and
//! the others still count, unlike with the least value. The [paper](#the-paper-item-by-item) uses
//! norm(F) as the value of a flag, at most 1. A [`Fitness`](super::Fitness) holds F itself as its
//! distance, and its scalar is level + norm(F). F has no upper bound, and may exceed K: a flag with
//! F can look farther than the same flag without. So compare only values of one goal under one
//! declaration.
//!
//! # Worked value
//!
//! `is_leap(y)` returns `y % 400 == 0 || y % 4 == 0 && y % 100 != 0`, with a block for each
//! operand. Two branches lead to true. For 1999, `y % 400 == 0` was missed by 400 (K = 1 included):
//! its cell is 400/401. `y % 100 != 0` was not evaluated, because `y % 4 == 0` was missed by 4: its
//! cell is one level plus 4/5. The harmonic mean of the two is 1.283651. For 1998 it is 1.270701,
//! for 1997 1.248040. The plain distance is 1 for all three. 1996 takes the branch: both are 0.
//!
//! # The default and the published form
//!
//! The definition above is the default form, [`FlagGradient::new`]. The form that the paper prints
//! is [`FlagGradient::published`]. Each difference is a choice that can be set on its own:
//!
//! | choice | default | published | why the default differs |
//! |---|---|---|---|
//! | [`Iterations`]: calls that count for a flag within a called function | [`Nested`](Iterations::Nested): of the same activation | [`Pooled`](Iterations::Pooled): of all activations at the site | an activation returns what its own calls returned |
//! | [`TargetCalls`]: several calls of the flag's own function | [`Least`](TargetCalls::Least) | [`Pooled`](TargetCalls::Pooled) | several calls are worth the nearest one, as for all other goals |
//! | [`InnerFlags`]: where F counts within called functions | [`Nearest`](InnerFlags::Nearest): wherever a cell is measured at a flag | [`Required`](InnerFlags::Required): for required branches that are flags | a decision after a flag would leave a plateau |
//! | [`RequiredBranches`] of a constant | [`Controls`](RequiredBranches::Controls): those that the exit depends on | [`Last`](RequiredBranches::Last): the last one of each way | where ways meet before the exit, the last one decides nothing |
//!
//! The two forms give equal values if a flag tests functions without flags, whose returns are not
//! places where ways meet, and its own function was called once. Do not compare values of different
//! forms.
//!
//! # Limits
//!
//! - A flag that is kept in a variable needs no declaration if it is computed in the same function:
//!   keep the [`Decision`](crate::distance::Decision), and decide with it.
//! - Calls that are made until one returns `true`, or `false`, are flags of one side: see
//!   [`FunctionFlags::branch`].
//! - A predicate that is computed from a result and something else, such as `check(x) & (a < b)`,
//!   cannot be declared: give `a < b` its own block, as `&&` does.
//! - Declarations are not compared with the code. Flags with wrong declarations often keep the
//!   observed distance, or have the least distance without being taken; [`Refined::check`] finds
//!   those. A plausible mistake is not found.
//!
//! # In a search
//!
//! The paper proposes (4.5.2), without an experiment, to begin with plain distances and to use
//! flags for the goals that are still open after a short budget. A [`Gate`](crate::published::Gate) with a
//! usage of 1 selects those goals. A campaign uses flags from the start. To use a gate, measure
//! each test twice, on the observed execution and on [`Refined`], and keep both rows of values. For
//! each goal, compare either the plain values or the refined values of all tests, as its gate says.
//! Pass the plain rows to [`Timings`](crate::published::Timings), because a refined value that is greater
//! than 1 would look like no progress.
//!
//! # Your own executor
//!
//! Your own executor keeps for each call its function, its call site, and its observations, and
//! implements [`Execution`](crate::execution::Execution) and
//! [`Facts`](crate::execution::Facts). It may read off the code that it runs what functions
//! return in which blocks.
//!
//! ```
//! use sbst::distance::{Decision, Distance, Nearest, eq, flag};
//! use sbst::execution::{Execution, Fact, Facts, Plane};
//! use sbst::fitness::FitnessTable;
//! use sbst::fitness::flag::{FlagGradient, Flags};
//! use sbst::flow::{Edge, FlowBuilder, FlowGraph};
//! use sbst::id::{Activation, Block, CallSite, Function};
//! use std::collections::BTreeMap;
//!
//! /// By block the comparisons made there; blocks that ran without one have an entry,
//! /// too.
//! struct Call {
//!     function: Function,
//!     caller: Option<(Activation, Option<CallSite>)>,
//!     seen: BTreeMap<Block, Nearest>,
//! }
//! struct Run(Vec<Call>);
//!
//! impl Facts for Run {
//!     fn knows(&self, fact: Fact) -> bool {
//!         matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
//!     }
//!     fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
//!         let Plane::Within(call) = plane else { return None };
//!         let seen = &self.0.get(call.index())?.seen;
//!         seen.get(&branch.source)?.to(branch.outcome.holds()?)
//!     }
//!     fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
//!         let Plane::Within(call) = plane else { return None };
//!         self.0.get(call.index())?.seen.contains_key(&block).then_some(0)
//!     }
//!     fn activation_count(&self) -> u32 {
//!         self.0.len() as u32
//!     }
//!     fn callee(&self, a: Activation) -> Option<Function> {
//!         Some(self.0.get(a.index())?.function)
//!     }
//!     fn caller(&self, a: Activation) -> Option<(Activation, Option<CallSite>)> {
//!         self.0.get(a.index())?.caller
//!     }
//! }
//!
//! /// All calls together.
//! impl Execution for Run {
//!     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
//!         (0..self.activation_count())
//!             .filter_map(|a| self.branch_distance_on(Plane::Within(Activation::new(a)), branch))
//!             .min()
//!     }
//!     fn progress(&self, block: Block) -> Option<u32> {
//!         (0..self.activation_count())
//!             .find_map(|a| self.progress_on(Plane::Within(Activation::new(a)), block))
//!     }
//! }
//!
//! // main: 0: if check(x) { 1 } 2
//! // check: 0: if x == 100 { 1: return true } 2: return false
//! let (main, check, site) = (Function::new(0), Function::new(1), CallSite::new(7));
//! let mut graph =
//!     FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
//! graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
//! let mut flags = Flags::new();
//! flags.function(&graph, main).decides(0, site)?;
//! flags.function(&graph, check).returns(1, true)?.returns(2, false)?;
//!
//! // The record that an interpreter would make of check(96).
//! let seen = |function, decision: Decision| {
//!     let mut nearest = Nearest::default();
//!     nearest.see(decision);
//!     BTreeMap::from([
//!         (graph.entry(function), nearest),
//!         (graph.block(function, 2), Nearest::default()),
//!     ])
//! };
//! let run = Run(vec![
//!     Call { function: main, caller: None, seen: seen(main, flag(false)) },
//!     Call {
//!         function: check,
//!         caller: Some((Activation::new(0), Some(site))),
//!         seen: seen(check, eq(96, 100)),
//!     },
//! ]);
//! let (mut gradient, mut table) = (FlagGradient::new(), FitnessTable::new(&graph));
//! let refined = gradient.refine(&graph, &flags, &run)?;
//! refined.check()?; // declarations and notes agree
//! table.sweep(&graph, &refined);
//! // 96 is 5 away
//! assert_eq!(table.block(graph.block(main, 1)).distance.get(), 5.0 / 6.0);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # The paper, item by item
//!
//! Lin, Sun, Fraser, Xiu, Liu, Dong, "Recovering Fitness Gradients for Interprocedural Boolean
//! Flags in Search-Based Testing" (ISSTA 2020).
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
//! | Figure 4, call context | 3.3 | [`Facts::caller`](crate::execution::Facts::caller) with its [`CallSite`](crate::id::CallSite) |
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
//! | plain distances first | 4.5.2 | [`Gate`](crate::published::Gate) |
//! | experiments, Table 2, Figure 5, the tool | 4 | absent: no formula |
//!
//! The paper says nothing about the following points, and this crate settles them: the cell of an
//! exit that returns a call's result and was not reached; sites that call several functions;
//! unknown results; results other than `bool`s, several calls in a predicate, recorded decisions,
//! results that are set in any block; [`AggregationOrder::RequiredFirst`]; limits of the tree; goals after a
//! flag, which have F at a higher level; the clamps to
//! [`SMALLEST`](crate::distance::Distance::SMALLEST); several calls of the target method; the least
//! of several nearest branching nodes, and of several evaluations in one activation; a way to a
//! return without a branch; equal traces, which count one by one.
//!
//! The paper contradicts itself in these places: Table 1 uses gaps without K (100/101, 1/2), though
//! 3.3 prints |a - b| + K; its 101/102 does not follow from its condition, whose gap is 102. 3.3
//! gives the second iteration both 1.5 and 1.99, 3.4 only 1.99, 3.5 only 1.5; the least counts
//! here. 3.4 calls the required branch ⟨5, 6⟩, then ⟨3, 6⟩. 3.3 prints <= and >= twice, and
//! describes a distance after ⟨2, 3⟩ that belongs to ⟨5, 6⟩. The introduction's 120 follows the
//! rule without K. Line 10 of Algorithm 1 assigns where line 11 needs a set.

mod ask;
mod cells;
mod condition;
mod contexts;
mod declare;
mod derive;
mod flags;
mod forms;
mod gradient;
mod guarded;
mod key;
mod refined;
mod returned;
mod source;
mod tree;
mod ways;

pub use condition::Condition;
pub use declare::FunctionFlags;
pub use flags::Flags;
pub use forms::{AggregationOrder, InnerFlags, Iterations, RequiredBranches, TargetCalls};
pub use gradient::FlagGradient;
pub use key::{Key, Keys, Returns};
pub use refined::Refined;
pub use source::{FlagError, FlagSource};
