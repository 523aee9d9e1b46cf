//! Selection of goals to pursue, of tests to keep, and of the suite that a search returns.
//!
//! - [`Frontier`] holds the goals that are worth pursuing now, and chooses the one to sample next.
//!   A [`GoalGraph`](crate::objective::GoalGraph) says which goals wait for which others.
//!   [`Sampling`] configures the choice, [`Mio`] has the parameters of MIO.
//! - [`Ranker`] ranks tests over the goals of the frontier: preference sorting, non-dominated
//!   fronts, and [`Density`] within a front.
//! - [`Archive`] keeps the covering test of least cost for each covered goal, [`Populations`] the
//!   nearest tests of each goal.
//! - [`minimise`](minimise()) and [`Archive::minimise`] pick few tests that together cover all
//!   covered goals.
//!
//! ```
//! use core::cmp::Ordering;
//! use sbst::fitness::Fitness;
//! use sbst::id::GoalId;
//! use sbst::selection::{Archive, Ranker};
//!
//! // The values of three tests for two goals: less is nearer, and NEVER is farthest.
//! let rows = [
//!     [Fitness::new(0, 3.into()), Fitness::NEVER],
//!     [Fitness::COVERED, Fitness::NEVER],
//!     [Fitness::NEVER, Fitness::COVERED],
//! ];
//! let goals = [0, 1].map(GoalId::new);
//! let mut ranker = Ranker::new();
//! // Two tests survive. The closure decides between equally near ones; here there are none.
//! assert_eq!(ranker.select(&rows, &goals, 2, |_, _, _| Ordering::Equal), [1, 2]);
//!
//! let mut archive = Archive::new(); // costs are lengths, and the least one stays; tests are names
//! archive.offer(goals[0], 20, || "test 1");
//! archive.offer(goals[1], 12, || "test 2");
//! assert_eq!(archive.len(), 2);
//! ```
//!
//! The genetic algorithm is yours. The types here take goal ids and values of any ordered type
//! ([`ObjectiveValue`]). Only an archive and populations own tests: those that you put into them.
//!
//! A [`Campaign`](crate::Campaign) combines these parts with graph, goals and recorder;
//! `examples/searches` has five searches that use it. The module
//! [`subsumption`](crate::subsumption) finds goals that imply others;
//! [`GoalGraph::without`](crate::objective::GoalGraph::without) leaves out goals that need not be
//! pursued.
//!
//! The next three sections show the loops of three searches, without crossover and without a
//! campaign. The function under test contains `if a > 100 && b == 2 * a && a % 7 == 0`: goals 0, 2
//! and 4 are the branches on which its three conditions hold, goals 1, 3 and 5 the others. In each
//! loop, `run` executes inputs on a recorder, and `vary` makes new inputs from old ones. If
//! [flags](crate::fitness::flag) are known, `measure` takes the
//! [refined](crate::fitness::flag::Refined) execution.
//!
//! # DynaMOSA
//!
//! ```
//! # use sbst::{distance::{eq, gt}, execution::{ExceptionKind, Thrown, Trace}, fitness::Fitness, flow::{FlowBuilder, FlowGraph}};
//! # use sbst::id::{Function, GoalId, Symbol};
//! # use sbst::objective::{Criterion, GoalGraph, Goals, Tables, branch_goals, covered, suite::SuiteRow};
//! # use sbst::selection::{Archive, Frontier, Ranker, keep};
//! # fn run(trace: &Trace, [a, b]: [i32; 2]) {
//! #     trace.reset();
//! #     let f = trace.root().enter(Function::new(0));
//! #     if f.decide(0, gt(a, 100)) && f.decide(1, eq(b, 2 * a)) && f.decide(2, eq(a % 7, 0)) {
//! #         trace.threw(Thrown::new(Function::new(0), Symbol::new(0), ExceptionKind::Implicit));
//! #     }
//! # }
//! # let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 4).branch(2, 3, 4).exit(3).exit(4))?;
//! # let mut goals = Goals::<Trace>::new();
//! # goals.extend(branch_goals(&graph));
//! # let mut seed = 1_u64;
//! # let mut draw = |limit: u64| { seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1); (seed >> 33) % limit };
//! # let mut vary = |inputs: [i32; 2]| inputs.map(|input| match draw(4) { 0 => input + (1 << draw(8)), 1 => input - (1 << draw(8)), _ => input });
//! struct Test {
//!     inputs: [i32; 2],
//!     row: Vec<Fitness>,
//! }
//! impl AsRef<[Fitness]> for Test {
//!     // a ranker needs only this
//!     fn as_ref(&self) -> &[Fitness] {
//!         &self.row
//!     }
//! }
//! let size = |inputs: [i32; 2]| inputs[0].abs() + inputs[1].abs();
//!
//! let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
//! let mut frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
//! let (mut archive, mut ranker) = (Archive::new(), Ranker::new());
//! let (mut population, mut number, mut opened) = (Vec::<Test>::new(), 0, Vec::new());
//! while !frontier.active().is_empty() && number < 20_000 {
//!     for parent in 0..10 {
//!         let inputs =
//!             vary(population.get(parent).map_or([0; 2], |test| test.inputs));
//!         number += 1;
//!         run(&trace, inputs);
//!         goals.discover(&trace); // an exception becomes a goal when it is first seen
//!         frontier.fit(&GoalGraph::new(&goals, &graph));
//!         let mut row = Vec::new();
//!         goals.measure(&graph, &trace, &mut tables, &mut row);
//!         // the number is a tie-breaker
//!         archive.offer_all(covered(&row), (size(inputs), number), || inputs);
//!         // the goals that became active
//!         opened.extend_from_slice(frontier.cover(covered(&row)));
//!         population.push(Test { inputs, row });
//!     }
//!     let shorter = |_: GoalId, a: usize, b: usize| {
//!         size(population[a].inputs).cmp(&size(population[b].inputs))
//!     };
//!     let best = ranker.select(&population, frontier.active(), 10, shorter);
//!     keep(&mut population, best);
//! }
//! // six branches, and an exception that this function throws where all three conditions hold
//! assert_eq!((archive.len(), goals.len()), (7, 7));
//! // covering goal 0 opened goal 2, and that one goal 4; the test that opened a condition covered its other branch, too
//! assert_eq!(opened, [2, 4].map(GoalId::new));
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! # MOSA
//!
//! MOSA is DynaMOSA without a goal graph: no goal waits for another, and each is pursued until it
//! is covered.
//!
//! ```
//! # use sbst::{distance::{eq, gt}, execution::Trace, fitness::Fitness, flow::{FlowBuilder, FlowGraph}, id::{Function, GoalId}};
//! # use sbst::objective::{Criterion, GoalGraph, Goals, Tables, branch_goals, covered, suite::SuiteRow};
//! # use sbst::selection::{Archive, Frontier, Ranker, keep};
//! # fn run(trace: &Trace, [a, b]: [i32; 2]) {
//! #     trace.reset();
//! #     let f = trace.root().enter(Function::new(0));
//! #     let _ = f.decide(0, gt(a, 100)) && f.decide(1, eq(b, 2 * a)) && f.decide(2, eq(a % 7, 0));
//! # }
//! # let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 4).branch(2, 3, 4).exit(3).exit(4))?;
//! # let mut goals = Goals::<Trace>::new();
//! # goals.extend(branch_goals(&graph));
//! # let mut seed = 1_u64;
//! # let mut draw = |limit: u64| { seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1); (seed >> 33) % limit };
//! # let mut vary = |inputs: [i32; 2]| inputs.map(|input| match draw(4) { 0 => input + (1 << draw(8)), 1 => input - (1 << draw(8)), _ => input });
//! # struct Test { inputs: [i32; 2], row: Vec<Fitness> }
//! # impl AsRef<[Fitness]> for Test { fn as_ref(&self) -> &[Fitness] { &self.row } }
//! let size = |inputs: [i32; 2]| inputs[0].abs() + inputs[1].abs();
//!
//! let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
//! let mut uncovered = Frontier::new(goals.ids().map(|_| [])); // by goal: those that it waits for
//! let (mut archive, mut ranker) = (Archive::new(), Ranker::new());
//! let (mut population, mut number) = (Vec::<Test>::new(), 0);
//! while !uncovered.active().is_empty() && number < 20_000 {
//!     for parent in 0..10 {
//!         let inputs =
//!             vary(population.get(parent).map_or([0; 2], |test| test.inputs));
//!         number += 1;
//!         run(&trace, inputs);
//!         let mut row = Vec::new();
//!         goals.measure(&graph, &trace, &mut tables, &mut row);
//!         archive.offer_all(covered(&row), (size(inputs), number), || inputs);
//!         uncovered.cover(covered(&row));
//!         population.push(Test { inputs, row });
//!     }
//!     let shorter = |_: GoalId, a: usize, b: usize| {
//!         size(population[a].inputs).cmp(&size(population[b].inputs))
//!     };
//!     let best = ranker.select(&population, uncovered.active(), 10, shorter);
//!     keep(&mut population, best);
//! }
//! assert_eq!(archive.len(), goals.len());
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! # Whole suites
//!
//! An individual is a suite. Its fitness is one number: the sum, over the branch goals, of
//! [`Fitness::scalar`](crate::fitness::Fitness::scalar) of the nearest test of the suite. It is 0
//! if all are covered. [`SuiteRow::branches`](crate::objective::suite::SuiteRow::branches) is the
//! published formula, which has no levels and counts a branch from the second evaluation of its
//! decision on.
//!
//! ```
//! # use sbst::{distance::{eq, gt}, execution::Trace, fitness::Fitness, flow::{FlowBuilder, FlowGraph}, id::{Function, GoalId}};
//! # use sbst::objective::{Criterion, GoalGraph, Goals, Tables, branch_goals, covered, suite::SuiteRow};
//! # use sbst::selection::{Archive, Frontier, Ranker, keep};
//! # fn run(trace: &Trace, [a, b]: [i32; 2]) {
//! #     trace.reset();
//! #     let f = trace.root().enter(Function::new(0));
//! #     let _ = f.decide(0, gt(a, 100)) && f.decide(1, eq(b, 2 * a)) && f.decide(2, eq(a % 7, 0));
//! # }
//! # let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 4).branch(2, 3, 4).exit(3).exit(4))?;
//! # let mut goals = Goals::<Trace>::new();
//! # goals.extend(branch_goals(&graph));
//! # let mut seed = 1_u64;
//! # let mut draw = |limit: u64| { seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1); (seed >> 33) % limit };
//! # let mut vary = |inputs: [i32; 2]| inputs.map(|input| match draw(4) { 0 => input + (1 << draw(8)), 1 => input - (1 << draw(8)), _ => input });
//! # use std::rc::Rc;
//! let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
//! let (mut archive, mut row, mut number) = (Archive::new(), Vec::new(), 0);
//! let mut population = vec![(f64::INFINITY, vec![[0; 2]; 3]); 5];
//! while archive.len() < goals.len() && number < 20_000 {
//!     for parent in 0..5 {
//!         let suite: Vec<[i32; 2]> =
//!             population[parent].1.iter().map(|&inputs| vary(inputs)).collect();
//!         let mut nearest = SuiteRow::new();
//!         for &inputs in &suite {
//!             number += 1;
//!             run(&trace, inputs);
//!             goals.measure(&graph, &trace, &mut tables, &mut row);
//!             nearest.add(&row);
//!             archive.offer_all(covered(&row), number, || {
//!                 Rc::new((inputs, row.clone()))
//!             });
//!         }
//!         population.push((nearest.sum(&goals, goals.of(Criterion::Branch)), suite));
//!     }
//!     population.sort_by(|a, b| a.0.total_cmp(&b.0));
//!     population.truncate(5);
//! }
//! let tests = archive.minimise(|test| covered(&test.1)); // few tests, all goals
//! assert!(archive.len() == goals.len() && tests.len() <= 4);
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! # Ties
//!
//! If two tests have the same value for a goal, a closure of the caller decides between them. It
//! gets the goal and the numbers of the two tests, and returns [`Less`](core::cmp::Ordering::Less)
//! to prefer the first. It can compare the tests by length, by [block
//! coverage](crate::fitness::block_coverage) (how far each test came before an exception), or by
//! one and then the other. A [`Gate`](crate::published::Gate) limits the comparison by block coverage
//! to some goals and times.
//!
//! ```
//! # use sbst::{distance::gt, execution::Trace, fitness::Fitness, flow::{FlowBuilder, FlowGraph, Lines}, id::{Function, GoalId}};
//! # use sbst::objective::{Goals, Tables, branch_goals};
//! # use sbst::selection::Ranker;
//! use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer};
//!
//! // Block 0 adds three values and decides. It throws if there are fewer values.
//! fn run(trace: &Trace, values: &[i32]) -> Option<bool> {
//!     trace.reset();
//!     let f = trace.root().enter(Function::new(0));
//!     let mut sum = 0;
//!     for place in 0..3 {
//!         sum += values.get(place)?;
//!         f.done(0, place as u32 + 1);
//!     }
//!     Some(f.decide(0, gt(sum, 100)))
//! }
//! # let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).branch(0, 1, 2).exit(1).exit(2))?;
//! # let mut goals = Goals::<Trace>::new();
//! # goals.extend(branch_goals(&graph));
//!
//! struct Test { row: Vec<Fitness>, blocks: BlockSummary, length: usize }
//! # impl AsRef<[Fitness]> for Test { fn as_ref(&self) -> &[Fitness] { &self.row } }
//! let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
//! let population = [&[][..], &[7, 8], &[9]].map(|values: &[i32]| {
//!     run(&trace, values);
//!     let mut row = Vec::new();
//!     goals.measure(&graph, &trace, &mut tables, &mut row);
//!     Test { row, blocks: BlockSummary::of(&graph, &trace), length: values.len() }
//! });
//! // no test came to the decision
//! assert!(population[1..].iter().all(|test| test.row == population[0].row));
//!
//! let mut coverage = BlockCoverage::new();
//! let lines = Lines::default(); // no line goals here
//! let mut nearer = |goal: GoalId, a: usize, b: usize| {
//!     let target = goals.goal(goal).target(&lines);
//!     let Some(target) = target else { return Nearer::Neither };
//!     coverage.compare(&graph, target, &population[a].blocks, &population[b].blocks)
//! };
//! let shorter = |a: usize, b: usize| population[a].length.cmp(&population[b].length);
//! let (mut ranker, active) = (Ranker::new(), [GoalId::new(0)]);
//! assert_eq!(ranker.preferred(&population, &active, |_, a, b| shorter(a, b)), [0]);
//! let by_coverage = |goal, a, b| nearer(goal, a, b).ordering();
//! assert_eq!(ranker.preferred(&population, &active, by_coverage), [1]);
//! let in_turn =
//!     |goal, a, b| nearer(goal, a, b).ordering().then_with(|| shorter(a, b));
//! assert_eq!(ranker.preferred(&population, &active, in_turn), [1]);
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```

mod archive;
mod density;
mod frontier;
mod minimise;
#[cfg(feature = "serde")]
mod plain;
mod populations;
mod rank;
mod reachable_blocks;
mod rows;
mod schedule;
mod sort;
mod table;
mod view;

pub use archive::Archive;
pub use density::Density;
pub(crate) use frontier::Opened;
pub use frontier::{Frontier, Pursuit};
pub use minimise::minimise;
pub use populations::{Kept, Populations, heuristic};
pub use rank::Ranker;
pub(crate) use reachable_blocks::{NO_GATE, Path, Planes};
pub use rows::{Matrix, ObjectiveValue, Rows, dominates};
pub use schedule::{Mio, MioPhase, Order, Sampling};
pub use sort::{Fronts, keep};
