//! The fitness primitives of search-based software testing: the distance of an execution from each goal, exactly, for all goals at once.
//!
//! A test generator executes a program on some input and asks which goals that covered, and how near it came to the others. A
//! [`Campaign`] answers for each execution, keeps the tests that are worth keeping, and says which goal to pursue next. This is a
//! whole search:
//!
//! ```
//! use sbst::Campaign;
//! use sbst::distance::{eq, gt};
//! use sbst::execution::{Caller, Trace};
//! use sbst::flow::FlowBuilder;
//! use sbst::id::Function;
//! use sbst::objective::Criterion;
//!
//! const PRICE: Function = Function::new(0);
//!
//! // The function under test, with a hook at each decision and at each return.
//! fn price(c: Caller<'_>, amount: i32, code: i32) -> i32 {
//!     let f = c.enter(PRICE);
//!     if f.decide(0, gt(amount, 100)) && f.decide(1, eq(code, 4711)) {
//!         f.returns(2, 80 * amount)
//!     } else {
//!         f.returns(3, 100 * amount)
//!     }
//! }
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // Block 0 leads to block 1 if its condition holds, else to block 3; and so on.
//!     let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
//!     let mut campaign: Campaign<[i32; 2]> = Campaign::builder() // a test is two numbers
//!         .function(&body.function_name("price"))?
//!         .criteria([Criterion::Branch, Criterion::Block])
//!         .recorder(Trace::with_path_check) // finds mistakes in hooks, and costs some time
//!         .build()?;
//!     let mut random = 1_u64; // any random generator will do
//!     let mut draw = || {
//!         random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
//!         (random >> 33) as f64 / (1_u64 << 31) as f64 // in [0, 1)
//!     };
//!     while campaign.runs() < 10_000
//!         && let Some(goal) = campaign.next_goal(draw())
//!     {
//!         let near = campaign.nearest(goal).copied().unwrap_or([0, 0]);
//!         for test in neighbours(near) {
//!             campaign.run(&test, |c, x| price(c, x[0], x[1]))?;
//!         }
//!     }
//!     println!("{}", campaign.report());
//! #   assert_eq!(campaign.report().open().count(), 0);
//!     Ok(())
//! }
//!
//! /// One input changed, by 1, 2, 4, up to 32 768.
//! fn neighbours([amount, code]: [i32; 2]) -> impl Iterator<Item = [i32; 2]> {
//!     let steps = (0..16).flat_map(|bit| [1 << bit, -(1 << bit)]);
//!     steps.flat_map(move |step| [[amount + step, code], [amount, code + step]])
//! }
//! ```
//!
//! It prints which test covers which goal, and why the other goals are not covered:
//!
//! ```text
//! 8 of 8 goals covered in 448 runs
//! [1, 0] of run 1 covers
//!   branch e1 (price: block 0 -> block 3 on false)
//!   block b0 (price: block 0)
//!   block b3 (price: block 3)
//! [128, 0] of run 29 covers
//! ...
//! ```
//!
//! The crate has no I/O, no clock, no random source, no threads and no global state. The language under test, the way to execute it
//! and the search are yours. Everything in a campaign can also be used alone: see the [modules](#modules).
//!
//! # A function of yours
//!
//! 1. **Number the blocks** of the function from 0, in any order; 0 is the entry. A block is code that runs from its first statement to
//!    its last one. Each condition ends a block, and so does each operand of `&&` and `||`. The code where branches meet starts a new
//!    block, and so does a loop.
//! 2. **Describe** each block to a [`FlowBuilder`](flow::FlowBuilder): where it leads, or that the function may end there. The builder of the campaign
//!    numbers the functions in the order in which you add them.
//! 3. **Add the hooks** to the code. The function takes a [`Caller`](execution::Caller), enters itself, and gets a
//!    [`Frame`](execution::Frame) `f`.
//!
//! | code of block 0 | description | hook |
//! |---|---|---|
//! | `if x < 10 {` block 1 `} else {` block 2 `}` | `branch(0, 1, 2)` | `if f.decide(0, lt(x, 10))` |
//! | `if condition` | `branch(0, 1, 2)` | `if f.decide(0, flag(condition))` |
//! | `while i < n {` block 1 `}` block 2 | `branch(0, 1, 2).jump(1, 0)` | `while f.decide(0, lt(i, n))` |
//! | `for x in list`, as `while let Some(x) = ..` | `branch(0, 1, 2).jump(1, 0)` | `while let Some(x) = f.some(0, list.next())` |
//! | `if let Some(x) = y`, `let Some(x) = y else` | `branch(0, 1, 2)` | `if let Some(x) = f.some(0, y)` |
//! | `match key { 7 =>` block 1 `, _ =>` block 2 `}` | `case(0, 7, 1).default(0, 2)` | `match f.switch(0, key)` |
//! | `match` on an enum, with guards, on ranges | one `case` for each arm | in each arm: `f.choose(0, Outcome::Case(n))` |
//! | the end of a block that goes on elsewhere | `jump(0, 1)` | `f.end(0)` |
//! | `return value`, or the last value | `exit(0)` | `f.returns(0, value)` |
//! | `call()?`, the last thing in the block | `exit(0).jump(0, 1)` | `f.tried(0, call())?` |
//! | a call of another function with hooks | | `other(f.caller(), x)` |
//!
//! Keys of `switch` are integers of up to 64 bits. For a `char` write `f.switch(0, c as u32)` before `match c`, and `case(0, 'V' as i64, 1)`;
//! of `'V' | 'v'` each letter is a `case`, to the same block.
//!
//! The comparators `eq`, `ne`, `lt`, `le`, `gt`, `ge` take numbers, chars, texts, slices, options and more: see [`distance`]. A `?` is no
//! goal of [`Criterion::Branch`](objective::Criterion::Branch): for that add the
//! [implicit branches](objective::implicit_branch_goals).
//!
//! Here is a search for texts, in a function that calls another one:
//!
//! ```
//! use sbst::Campaign;
//! use sbst::distance::{ge, le, lt};
//! use sbst::execution::{Caller, Trace};
//! use sbst::flow::FlowBuilder;
//! use sbst::id::Function;
//! use sbst::objective::Criterion;
//!
//! const MINUTES: Function = Function::new(0);
//! const NUMBER: Function = Function::new(1);
//!
//! /// The minutes since midnight: "07:45" is 465.
//! fn minutes(c: Caller<'_>, text: &str) -> Result<u32, &'static str> {
//!     let f = c.enter(MINUTES);
//!     let Some((hours, minutes)) = f.some(0, text.split_once(':')) else {
//!         return f.returns(1, Err("no colon"));
//!     };
//!     let hours = f.tried(2, number(f.caller(), hours))?;
//!     let minutes = f.tried(3, number(f.caller(), minutes))?;
//!     if f.decide(4, lt(hours, 24)) && f.decide(5, lt(minutes, 60)) {
//!         f.returns(6, Ok(60 * hours + minutes))
//!     } else {
//!         f.returns(7, Err("too late"))
//!     }
//! }
//!
//! fn number(c: Caller<'_>, digits: &str) -> Result<u32, &'static str> {
//!     let f = c.enter(NUMBER);
//!     let (mut number, mut letters) = (0, digits.chars());
//!     f.end(0);
//!     while let Some(letter) = f.some(1, letters.next()) {
//!         if f.decide(2, ge(letter, '0')) && f.decide(3, le(letter, '9')) {
//!             number = (10 * number + letter as u32 - '0' as u32) % 100;
//!             f.end(4);
//!         } else {
//!             return f.returns(5, Err("no digit"));
//!         }
//!     }
//!     f.returns(6, Ok(number))
//! }
//!
//! # fn main() -> Result<(), sbst::campaign::CampaignError> {
//! let of_minutes = FlowBuilder::new()
//!     .function_name("minutes")
//!     .block_name(0, "colon?") // names are for reports and messages
//!     .branch(0, 2, 1)
//!     .exit(1)
//!     .jump(2, 3)
//!     .exit(2) // by `?`
//!     .jump(3, 4)
//!     .exit(3) // by `?`
//!     .branch(4, 5, 7)
//!     .branch(5, 6, 7)
//!     .exit(6)
//!     .exit(7);
//! let of_number = FlowBuilder::new()
//!     .function_name("number")
//!     .jump(0, 1)
//!     .branch(1, 2, 6)
//!     .branch(2, 3, 5)
//!     .branch(3, 4, 5)
//!     .jump(4, 1)
//!     .exit(5)
//!     .exit(6);
//! let mut campaign: Campaign<String> = Campaign::builder()
//!     .function(&of_minutes)?
//!     .function(&of_number)?
//!     .criteria([Criterion::Branch])
//!     .recorder(Trace::with_path_check)
//!     .build()?;
//!
//! let mut random = 1_u64;
//! let mut draw = || {
//!     random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
//!     (random >> 33) as f64 / (1_u64 << 31) as f64
//! };
//! while campaign.runs() < 10_000
//!     && let Some(goal) = campaign.next_goal(draw())
//! {
//!     let mut test = campaign.nearest(goal).cloned().unwrap_or_default();
//!     let place = (draw() * (test.len() + 1) as f64) as usize;
//!     let letter = (b' ' + (draw() * 95.0) as u8) as char; // any of ASCII
//!     if draw() < 0.5 && place < test.len() {
//!         test.remove(place);
//!     }
//!     test.insert(place, letter);
//!     campaign.run(&test, |c, text| minutes(c, text))?;
//! }
//! println!("{}", campaign.report());
//! # assert_eq!(campaign.report().open().count(), 0, "{}", campaign.report());
//! # Ok(())
//! # }
//! ```
//!
//! A goal that is reported as "missed by" a small number, again and again, needs other tests than small steps from the nearest one:
//! larger changes, or a start from anywhere now and then.
//!
//! A mistake in a hook or in the description is an error of [`run`](Campaign::run) that names the block, as long as the recorder checks
//! paths. The [`guide`] goes on from here: more constructs of languages, exceptions, interpreters, your own store of executions, and
//! what to check before you trust the numbers.
//!
//! # Modules
//!
//! Each module uses only those above it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`id`] | dense numbers of functions, blocks, branches, goals, activations, lines, mutants, symbols, instructions, variables; [statements](id::Statement) of blocks |
//! | [`distance`] | branch distance: [`Distance`](distance::Distance), [`Decision`](distance::Decision), the comparators, [`Rules`](distance::Rules); [text](distance::text), [sequences](distance::Sequence), [collections](distance::collection), [structured values](distance::structure), [regular languages](distance::language), [infection](distance::infection) of mutants; [`Normaliser`](distance::Normaliser), [`Aggregation`](distance::Aggregation); all choices of formula in the [laboratory](distance::laboratory) |
//! | [`flow`] | control flow: [`FlowBuilder`](flow::FlowBuilder), [`FlowGraph`](flow::FlowGraph) and its [identity](flow::GraphIdentity), dominance, control dependence, lines, Graphviz, petgraph |
//! | [`seeding`] | what a search starts from: [usage models](seeding::usage) of objects, [behaviours](seeding::behaviour) that differ, [pools](seeding::pool) of what was made of them; [construction plans](seeding::construction) for the attributes of inputs that decide a branch |
//! | [`execution`] | what a run observed: the trait [`Execution`](execution::Execution) and the capabilities that some goals need, the recorder [`Trace`](execution::Trace) with [`Caller`](execution::Caller) and [`Frame`](execution::Frame), frozen [`Record`](execution::Record)s |
//! | [`fitness`] | [`Fitness`](fitness::Fitness) of all branches and blocks in one sweep ([`FitnessTable`](fitness::FitnessTable)) or of one on demand; [flags](fitness::flag), branches that test the result of a call; [why](fitness::Chain) a value is what it is; [block coverage](fitness::block_coverage), which tells equally near executions apart; [crash reproduction](fitness::crash); published fitness of [suites](fitness::whole_suite) |
//! | [`selection`] | which goals to pursue ([`Frontier`](selection::Frontier)), which of them next ([`Scheduler`](selection::Scheduler)), which tests to keep ([`Ranker`](selection::Ranker), [`Archive`](selection::Archive), [`Populations`](selection::Populations)), which to hand over ([`minimise`](selection::minimise())); the loops of [DynaMOSA, MOSA and whole suites](selection) |
//! | [`objective`] | goals of every [`Criterion`](objective::Criterion), with an identity, of [crashes](objective::crash), and their registry [`Goals`](objective::Goals), which [explains](objective::Goals::explain) their values; which goals [lie behind which](objective::GoalGraph); sums and coverage of [suites](objective::suite) |
//! | [`subsumption`] | which goals [imply others](subsumption), which [mutants](subsumption::mutants) do, and [smart selection](subsumption::smart) among many criteria |
//! | [`report`] | the [tests that a search keeps](report::KeptTests), and its [result](report::Report) as plain data and as text |
//! | [`campaign`] | the whole of a search but the making of tests: [`Campaign`] |
//! | `conformance` | laws that your own graph and trace store must keep, checked in a line each; proptest strategies for graphs and executions (feature `conformance`) |
//!
//! # Which trait do I implement?
//!
//! | you have | you implement |
//! |---|---|
//! | nothing yet, you can call hooks | nothing: [`Campaign::builder`], or [`FlowGraph`](flow::FlowGraph) and [`Trace`](execution::Trace) |
//! | your own control-flow graph | [`ControlFlow`](flow::ControlFlow) (2 required methods), or pass a [petgraph graph](flow::from_petgraph) |
//! | your own trace store | for [`Campaign::offer`]: [`Execution`](execution::Execution) (2 required methods), and the capabilities your goals need (1 or 2 methods each, the call tree 5): the [table of criteria](objective::Criterion) says which, [`AllCriteria`](execution::AllCriteria) shows a store that has all |
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
//!   graph; memory, too. What did not run costs a sweep nothing. To measure all goals of a registry, as a campaign does in each
//!   execution, is linear in the goals.
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
//! - *Campaign*: a search for tests: the program, its goals, and the tests that came nearest.
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
