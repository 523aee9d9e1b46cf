//! The fitness primitives of search-based software testing: how far an execution is from each goal, exactly, for every goal at once.
//!
//! A test generator runs a program on some input and asks: which goals did that cover, and how near did it come to the others?
//! This crate answers. It describes control flow, records executions (or asks those that you recorded), and computes *approach
//! level* and *branch distance* in one sweep for the goals of all coverage criteria: branches, lines, mutants, methods, exceptions,
//! outputs. It says which goals are worth pursuing and which tests to keep. It has no I/O, no clock, no random source, no threads and no
//! global state; the language under test, the executor and the search are yours.
//!
//! ```
//! use sbst::distance::{eq, gt};
//! use sbst::execution::{Caller, Trace};
//! use sbst::fitness::{Fitness, FitnessTable};
//! use sbst::flow::{FlowBuilder, FlowError, FlowGraph};
//! use sbst::id::Function;
//!
//! const PRICE: Function = Function::new(0);
//!
//! /// Blocks: 0 the first condition, 1 the second, 2 the special price, 3 the ordinary one.
//! fn price(c: Caller<'_>, amount: i32, code: i32) -> i32 {
//!     let f = c.enter(PRICE);
//!     if f.decide(0, gt(amount, 100)) && f.decide(1, eq(code, 4711)) {
//!         return f.returns(2, 80 * amount);
//!     }
//!     f.returns(3, 100 * amount)
//! }
//!
//! fn main() -> Result<(), FlowError> {
//!     let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3))?;
//!     let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
//!     let special = graph.block(PRICE, 2);
//!     let mut fitness = |amount, code| {
//!         trace.reset();
//!         price(trace.root(), amount, code);
//!         table.sweep(&graph, &trace); // all goals at once
//!         table.block(special)
//!     };
//!     assert!(fitness(50, 0) > fitness(99, 0)); // nearer to the first condition
//!     assert!(fitness(99, 0) > fitness(101, 0)); // past it: one level nearer
//!     assert!(fitness(101, 0) > fitness(101, 4000)); // nearer to the second
//!     assert_eq!(fitness(101, 4711), Fitness::COVERED);
//!     Ok(())
//! }
//! ```
//!
//! # Modules
//!
//! Each uses only those above it. Newcomers start with the [`guide`]: from your instrumentation to your first fitness value.
//!
//! | module | what it holds |
//! |---|---|
//! | [`id`] | dense numbers of functions, blocks, branches, goals, activations, lines, mutants, symbols, instructions, variables; [statements](id::Statement) of blocks |
//! | [`distance`] | branch distance: [`Distance`](distance::Distance), [`Decision`](distance::Decision), the comparators, [`Rules`](distance::Rules); [text](distance::text), [sequences](distance::Sequence), [collections](distance::collection), [structured values](distance::structure), [regular languages](distance::language), [infection](distance::infection) of mutants; [`Normaliser`](distance::Normaliser), [`Aggregation`](distance::Aggregation); all choices of formula in the [laboratory](distance::laboratory) |
//! | [`flow`] | control flow: [`FlowBuilder`](flow::FlowBuilder), [`FlowGraph`](flow::FlowGraph) and its [identity](flow::GraphIdentity), dominance, control dependence, lines, Graphviz, petgraph |
//! | [`seeding`] | what a search starts from: [usage models](seeding::usage) of objects, [behaviours](seeding::behaviour) that differ, [pools](seeding::pool) of what was made of them; [construction plans](seeding::construction) for the attributes of inputs that decide a branch |
//! | [`execution`] | what a run observed: the trait [`Execution`](execution::Execution) and the capabilities that some goals need, the recorder [`Trace`](execution::Trace) with [`Caller`](execution::Caller) and [`Frame`](execution::Frame), frozen [`Record`](execution::Record)s |
//! | [`fitness`] | [`Fitness`](fitness::Fitness) of all branches and blocks in one sweep ([`FitnessTable`](fitness::FitnessTable)) or of one on demand; [flags](fitness::flag), branches that test the result of a call; [why](fitness::Chain) a value is what it is; [block coverage](fitness::block_coverage), which tells equally near executions apart; [crash reproduction](fitness::crash); published fitness of [suites](fitness::whole_suite) |
//! | [`selection`] | which goals to pursue ([`Frontier`](selection::Frontier)), which tests to keep ([`Ranker`](selection::Ranker), [`Archive`](selection::Archive), [`Populations`](selection::Populations)), which to hand over ([`minimise`](selection::minimise())); the loops of [DynaMOSA, MOSA and whole suites](selection) |
//! | [`objective`] | goals of every [`Criterion`](objective::Criterion), with an identity, of [crashes](objective::crash), and their registry [`Goals`](objective::Goals), which [explains](objective::Goals::explain) their values; which goals [lie behind which](objective::GoalGraph); sums and coverage of [suites](objective::suite) |
//! | [`subsumption`] | which goals [imply others](subsumption), which [mutants](subsumption::mutants) do, and [smart selection](subsumption::smart) among many criteria |
//! | `conformance` | laws that your own graph and trace store must keep, checked in a line each; proptest strategies for graphs and executions (feature `conformance`) |
//!
//! # Which trait do I implement?
//!
//! | you have | you implement |
//! |---|---|
//! | nothing yet, you can call hooks | nothing: [`FlowBuilder`](flow::FlowBuilder), [`FlowGraph`](flow::FlowGraph), [`Trace`](execution::Trace) |
//! | your own control-flow graph | [`ControlFlow`](flow::ControlFlow) (2 required methods), or pass a [petgraph graph](flow::from_petgraph) |
//! | your own trace store | [`Execution`](execution::Execution) (2 required methods), and the capabilities your goals need (1 or 2 methods each, the call tree 5): the [table of criteria](objective::Criterion) says which, [`AllCriteria`](execution::AllCriteria) shows a store that has all |
//! | a new kind of goal | [`Objective`](objective::Objective) (3 methods), or [`from_fn`](objective::from_fn) |
//! | values of your own types that the program compares | [`EqualityDistance`](distance::EqualityDistance) (1 required method, and `KIND` for a number), and [`OrderDistance`](distance::OrderDistance) if they have an order (none for numbers, 2 for structures); [`Neighbours`](distance::Neighbours) for ranges |
//! | numbers of another crate | nothing: [`Whole`](distance::Whole) and [`Real`](distance::Real) take what implements the traits of num-traits |
//! | a normalisation of your own, or an aggregation over the calls of flags | nothing: a closure, or [`Normalise`](distance::Normalise), [`Aggregate`](distance::Aggregate) (1 method each) |
//! | your own genetic algorithm | nothing: [`selection`] takes numbers of goals and rows of values, and owns no test |
//! | values of your own type to rank | [`ObjectiveValue`](selection::ObjectiveValue) (2 required methods) |
//! | a table of values that is not rows of slices | [`Rows`](selection::Rows) (2 required methods) |
//! | an automaton for a language of texts | [`Automaton`](distance::language::Automaton) (2 required methods) |
//! | data and control dependences of a program, to plan inputs from | nothing: you fill a [`DependenceGraph`](flow::dependences::DependenceGraph) |
//!
//! # Promises
//!
//! - No input makes a function panic, hang, overflow the stack or return NaN. There are two exceptions. Ids of another graph, and what was
//!   made for another graph: methods that panic on them say so and name a checked twin. And more goals, or pairs of them, than `u32`
//!   counts, where that is said. Hooks of the recorder never panic.
//! - Traces, records, tables, goals and frontiers of one graph ([`GraphIdentity`](flow::GraphIdentity)) are refused where another graph is
//!   used. Stores of yours are trusted, and so are goals that came one by one to a registry that was not told its graph
//!   ([`Goals::bind`](objective::Goals::bind)).
//! - The same input gives the same output on every platform; no hash order reaches a result.
//! - Integer gaps are exact in up to 128 bits.
//! - Adding functions, and a sweep over all goals of the functions that ran, grow linearly with them (but for a logarithm) on every
//!   graph; memory, too. What did not run costs nothing.
//!
//! # Features and versions
//!
//! Versions cover signatures, the numbers that the documentation defines (a wrong number is a bug, and its correction is in the changelog),
//! the rules for ties, and each order of iteration that is documented. New variants come last. Versions do not cover the wording of
//! `Display` and `Debug`, the order between goals of different kinds, hash values, sizes of types, or speed. What `serde` wrote can be read
//! by later versions of the same minor series. `petgraph` 0.8 is a public dependency; `proptest` 1 and `serde` 1 are with their features.
//!
//! `#![no_std]` with `alloc`. The minimum supported Rust version is 1.88. Three features hold subjects that stand alone. They
//! are on by default; switch them off with `default-features = false` to compile less:
//!
//! - `language`: [`distance::language`], edits into regular languages.
//! - `seeding`: [`seeding`], what a search starts from.
//! - `subsumption`: the module [`subsumption`].
//!
//! Optional features, all off by default:
//!
//! - `conformance`: laws for your own control flow, trace store and operands, and strategies for [proptest](https://docs.rs/proptest).
//! - `regex`: [`distance::language`] takes patterns in the syntax of the `regex` crate, read by its parser.
//! - `serde`: plain data can be written and read in any format: ids, distances, rules, control flow, records, goals, values and
//!   rows of them, archives, models. What is read is checked as a constructor checks it: no file makes an invalid graph or a NaN. Not
//!   written: what is computed from these (tables, rankings, graphs of goals, slices), registries of goals, which hold code, flags, which
//!   are declared for a graph, and errors.
//!   Texts such as JSON have no infinity: there an infinite distance is the string `"inf"`, and integers beyond 64 bits are
//!   strings of digits.
//!
//! # Glossary
//!
//! - *Activation*: one call of a function, while it lasts; those of an execution make a *call tree*.
//! - *Approach level*: the number of decisions that must still go right after the decision at which the execution left the way to the goal;
//!   the branch distance is that of this decision.
//! - *Archive*: the best test for each goal that was covered.
//! - *Basic block coverage*: which of two equally near executions completed more of the blocks on the way to a goal.
//! - *Branch*: an edge out of a block with at least two ways on; *decided* by a predicate, or *implicit*.
//! - *Branch distance*: how far the operands of a predicate are from the outcome that a branch needs.
//! - *Caller*: who calls a function, the test or an activation, perhaps at a *call site*.
//! - *Call site*: a place in a function where it calls another one.
//! - *Behaviour*: what is done with an object, a sequence of actions; a *usage model* says which of them may follow which.
//! - *Capability*: what some goals ask of an execution, and others do not; a trait.
//! - *Construction graph*: which attributes of which inputs decide a branch, its *state variables*, and what each is an attribute of; a
//!   call whose result is an object is a variable, too. A *plan* is an order in which to build them, with *slots* for the values that
//!   the search changes; the *need* of a variable is an operand of the branch, other data, or a control dependence.
//! - *Control dependence*: a block depends on a branch if taking it makes the block certain, and not taking it may miss it.
//! - *Covered line*: a line of which a statement was reached, also if it threw; a *completed statement* ran to its end.
//! - *Criterion*: a kind of goals.
//! - *Crowding distance*, *sub-vector dominance*: how alone a test is in its front.
//! - *Direct call*: one that the test makes itself.
//! - *Dominance*: a test dominates another one if it is nowhere farther and somewhere nearer; a *front* holds tests that do not dominate
//!   one another.
//! - *Dominator*: a block on every walk from the entry; *post-dominator*: a block on every walk to the exit.
//! - *Edit distance*: the least number of insertions, deletions and substitutions of one element.
//! - *Flag*: a branch that tests a Boolean; *interprocedural* if a call returns it.
//! - *Frontier*: the goals to pursue now; a goal's *parents*, of which one must be covered before, are the goals of the branches that it
//!   depends on.
//! - *Goal*: something to cover; an *objective* measures how far an execution is from it.
//! - *Identity of a graph*: the number of its functions and a hash of what was described. What was made for a graph fits each graph that
//!   begins with it.
//! - *Infection*: a mutant's result differs from the original's where it was evaluated; *weak mutation* asks for no more.
//! - *Mark*: the hook that says how an activation ends.
//! - *Method coverage*: a method is covered iff it was entered, by whatever call; *top-level*: iff the test called it itself.
//! - *Needs* of a goal: where it lies, which records of an execution it reads, and how its value becomes one number.
//! - *Normalisation*: mapping a distance to [0, 1] in the same order; *aggregation*: making one distance of many.
//! - *Partition*: a class of values, such as negative numbers, from which some test should return one.
//! - *Pooled*: of a flag, with the calls of all activations of the caller aggregated together; *nested*: of each activation by itself first.
//! - *Population*: the tests that a search works on; that of a goal, the tests that came nearest to it.
//! - *Preference front*: for each goal the test that is nearest to it.
//! - *Progress*: how many statements of a block ran to their end.
//! - *Representative*: the goal that stands for others; of correlated criteria, the one that is pursued.
//! - *Secondary objective*: what breaks ties between tests that are equally near to a goal.
//! - *Slice*, backward: all instructions that may decide the operands of a branch.
//! - *Stack trace*: the calls that were active when an exception was thrown, its *frames*; the *target frame* is the call from which a
//!   crash is to be reproduced.
//! - *Subsumption*: a goal subsumes another one if covering it covers both. A *minimal set* of goals subsumes all, and none of it another
//!   one.
//! - *Sweep*: computing the values of all goals for one execution.
//! - *Undescribed block*: a block for which neither an edge nor an exit was given; always a mistake.
//! - *Virtual exit*: the edge to the exit that an endless loop gets.
//!
//! # Literature
//!
//! - Korel, "Automated Software Test Data Generation" (1990). Tracey et al., "An Automated Framework for Structural Test-Data
//!   Generation" (1998): branch distance.
//! - Wegener, Baresel, Sthamer, "Evolutionary Test Environment for Automatic Structural Testing" (2001): approach level.
//! - Ferrante, Ottenstein, Warren, "The Program Dependence Graph and Its Use in Optimization" (1987): control dependence.
//! - Lin et al., "Recovering Fitness Gradients for Interprocedural Boolean Flags in Search-Based Testing" (2020): rules of distances,
//!   worked examples, flags.
//! - Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test Generation" (2024): the criteria,
//!   their published forms, suites.
//! - Arcuri, "It really does matter how you normalize the branch distance in search-based software testing" (2013): normalisation.
//! - Myers, "A Fast Bit-Vector Algorithm for Approximate String Matching Based on Dynamic Programming" (1999): edit distance.
//! - Wagner, "Order-n correction for regular languages" (1974): edits into a regular language.
//! - Panichella, Kifetew, Tonella, "Reformulating Branch Coverage as a Many-Objective Optimization Problem" (2015), "Automated Test Case
//!   Generation as a Many-Objective Optimisation Problem with Dynamic Selection of the Targets" (2018): preference sorting, frontier.
//! - Deb et al., "A Fast and Elitist Multiobjective Genetic Algorithm: NSGA-II" (2002); Köppen, Yoshida, "Substitute Distance
//!   Assignments in NSGA-II for Handling Many-Objective Optimization Problems" (2007): fronts and what orders them.
//! - Arcuri, "Many Independent Objective (MIO) Algorithm for Test Suite Generation" (2017): populations by goal.
//! - Bentley, Sedgewick, "Fast Algorithms for Sorting and Searching Strings" (1997): the order in which rows are compared. Chvátal, "A
//!   Greedy Heuristic for the Set-Covering Problem" (1979): minimisation.
//! - Soltani, Panichella, van Deursen, "Search-Based Crash Reproduction and Its Impact on Debugging" (2020); Soltani et al.,
//!   "Single-objective Versus Multi-objectivized Optimization for Evolutionary Crash Reproduction" (2018); Rößler et al., "Reconstructing
//!   Core Dumps" (2013): crashes.
//! - Derakhshanfar et al., "Search-based crash reproduction using behavioral model seeding" (2020): seeding by models and by tests, stages of
//!   a crash reproduction.
//! - Agrawal, "Dominators, Super Blocks, and Program Coverage" (1994); Ammann, Delamaro, Offutt, "Establishing Theoretical Minimal Sets of
//!   Mutants" (2014); Gheyi et al., "Identifying method-level mutation subsumption relations using Z3" (2021): subsumption.
//! - Rojas, Fraser, Arcuri, "Seeding strategies in search-based unit test generation" (2016); Hemmati, Arcuri, Briand, "Achieving scalable
//!   model-based testing through test case diversity" (2013); McCabe, "A Complexity Measure" (1976); Lin et al., "Graph-based seed object
//!   synthesis for search-based unit testing" (2021): seeding.
//! - Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing and Crash Reproduction" (2022): block
//!   coverage, crash distances, implicit exceptions, worked examples.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod campaign;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod distance;
pub mod execution;
pub mod fitness;
pub mod flow;
pub mod id;
mod numbers;
pub mod objective;
#[cfg(feature = "serde")]
mod plain;
pub mod report;
#[cfg(feature = "seeding")]
pub mod seeding;
pub mod selection;
mod sort;
#[cfg(feature = "subsumption")]
pub mod subsumption;

pub use campaign::Campaign;

#[cfg(doc)]
#[doc = include_str!("../GUIDE.md")]
pub mod guide {}

/// The examples of the README are tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
