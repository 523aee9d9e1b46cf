//! Fitness primitives of search-based software testing (SBST): distances between an execution and
//! the coverage goals that it missed.
//!
//! A test generator executes a program on some input. Which goals did the execution cover, how near
//! did it come to the others, and which input should be changed next? This crate answers these
//! questions. You bring the program and the search, in any language; the crate brings control flow,
//! distances, goals, archives and the choice of the next goal. Use it where you would otherwise
//! write these formulas yourself: each number has a definition with its source, a slow reference
//! implementation that was written from the definition, and a test for each case in which published
//! tools answer wrongly; and all goals of an execution are measured in one sweep, in a few
//! nanoseconds for each goal.
//!
//! # Fifteen lines
//!
//! `cargo add sbst`, or `cargo add sbst --features instrument` for the attribute.
//!
//! ```
//! use sbst::{Campaign, distance::eq, flow::FlowBuilder};
//! use sbst::{id::Function, objective::Criterion};
//!
//! # fn main() -> Result<(), sbst::campaign::CampaignError> {
//! // The program: block 0 is `if x == 42`, and leads to block 1 or to block 2.
//! let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
//! let mut campaign = Campaign::builder()
//!     .function(&body)?
//!     .criteria([Criterion::Branch])
//!     .build()?;
//! for x in [7, 40] {
//!     let outcome = campaign.run(&x, |caller, x| {
//!         let f = caller.enter(Function::new(0));
//!         if f.decide(0, eq(*x, 42)) { f.end(1) } else { f.end(2) }
//!     })?;
//!     println!("{x}: {}", outcome.row[0]); // 7: (0, 36), then 40: (0, 3)
//! #   assert_eq!(outcome.row[0].distance.get(), if x == 7 { 36.0 } else { 3.0 });
//! }
//! # Ok(())
//! # }
//! ```
//!
//! `outcome.row` has one value for each goal, and goal 0 is the branch to block 1. The input 40 is
//! nearer to it than the input 7, so a search changes 40.
//!
//! # How near an execution is
//!
//! A value is a pair, the [`Fitness`](fitness::Fitness). Its first part is the *approach level*:
//! how many more decisions must take the required outcome after the one at which the execution took
//! a wrong turn and left every path to the goal. The level is 0 if that was the last decision
//! before the goal. The second part is the *branch distance* of that decision: by how much its
//! operands missed the outcome that was needed. A smaller level is nearer, whatever the distances
//! are; (0, 0) means that the goal is covered. The distance is infinite if no decision was
//! observed, as in a function that was not entered. Nothing is normalised, because the parts are
//! compared one after the other; [`Fitness::scalar`](fitness::Fitness::scalar) returns the level
//! plus d / (1 + d), one number as in the literature. The picture shows `price(amount, code)`,
//! which reaches block 2 if `amount > 100 && code == 4711`. The call `price(80, 0)` took a wrong
//! turn at the first of the two decisions. The level of block 2 is 1, and the distance is 21: `80 >
//! 100` fails by 20, and a failing comparison adds the constant K = 1.
//!
//! <svg viewBox="0 0 440 270" width="440" style="max-width: 100%; height: auto" role="img" font-family="sans-serif" font-size="14">
//! <title>The control-flow graph of price: block 0 decides amount > 100, block 1 decides code == 4711, blocks 2 and 3 return</title>
//! <defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 L10 5 L0 10 z" fill="currentColor"/></marker>
//! <marker id="way" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="4" markerHeight="4" orient="auto"><path d="M0 0 L10 5 L0 10 z" fill="#d9730d"/></marker></defs>
//! <g fill="none" stroke="currentColor"><rect x="115" y="8" width="200" height="50" rx="6"/><rect x="8" y="110" width="200" height="50" rx="6"/><rect x="8" y="212" width="200" height="50" rx="6" stroke-width="3"/><rect x="250" y="212" width="180" height="50" rx="6"/>
//! <path d="M185 58 L120 108" marker-end="url(#tip)"/><path d="M108 160 L108 208" marker-end="url(#tip)"/><path d="M160 160 L285 210" marker-end="url(#tip)"/></g>
//! <path d="M250 58 L345 209" fill="none" stroke="#d9730d" stroke-width="3" marker-end="url(#way)"/>
//! <g fill="currentColor" text-anchor="middle"><text x="215" y="29">0: amount &gt; 100</text><text x="108" y="131">1: code == 4711</text><text x="108" y="233">2: the goal</text><text x="340" y="233">3: return</text></g>
//! <g fill="currentColor" text-anchor="middle" font-size="12"><text x="215" y="48">left here: level 1, distance 21</text><text x="108" y="150">left here: level 0</text><text x="108" y="252">entered: (0, 0)</text><text x="340" y="252">price(80, 0) ends here</text></g>
//! <g fill="currentColor" font-size="12"><text x="120" y="85">true</text><text x="310" y="120">false</text><text x="76" y="188">true</text><text x="228" y="180">false</text></g>
//! </svg>
//!
//! # A whole search
//!
//! A [`Campaign`] measures each execution, keeps the tests that are worth keeping, and chooses the
//! goal to pursue next: one of the goals within reach, as in DynaMOSA, drawn by a random number of
//! yours. By default the goal is the one that was chosen least since a test last came nearer to it;
//! goals that no test reached get a tenth of the choices.
//! You make new tests: here, small changes of the test that came nearest to that goal.
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
//!     // Block 0 leads to block 1 if its condition holds, else to block 3.
//!     let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3);
//!     let body = body.exit(2).exit(3).function_name("price");
//!     let mut campaign: Campaign<[i32; 2]> = Campaign::builder() // two numbers
//!         .function(&body)?
//!         .criteria([Criterion::Branch, Criterion::Block])
//!         .recorder(Trace::with_path_check) // finds mistakes in hooks
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
//! fn neighbours([a, b]: [i32; 2]) -> impl Iterator<Item = [i32; 2]> {
//!     let steps = (0..16).flat_map(|bit| [1 << bit, -(1 << bit)]);
//!     steps.flat_map(move |step| [[a + step, b], [a, b + step]])
//! }
//! ```
//!
//! The report names the test that covers each goal, and the reason why each other goal is not
//! covered:
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
//! # Get your program in
//!
//! ## Your program is written in Rust
//!
//! Switch the feature `instrument` on, and put `#[sbst::instrument]` on its functions: nothing is
//! numbered by hand. The module `instrument` says what becomes of each construct. Three crates begin
//! with what you have:
//!
//! - [`sbst-instrument`](https://docs.rs/sbst-instrument) rewrites a whole crate:
//!   `cargo install sbst-instrument`.
//! - [`sbst-property`](https://docs.rs/sbst-property) steers the cases of property tests:
//!   `cargo add --dev sbst-property`.
//! - [`sbst-native`](https://docs.rs/sbst-native) searches for inputs of fuzz targets, in Rust or C:
//!   `cargo install sbst-native`.
//!
//! ## You can add hooks to the source, or you generate the source
//!
//! 1. Number the blocks of the function from 0, in any order; block 0 is the entry. A block is code
//!    that runs from its first statement to its last one. Each condition ends a block, and so does
//!    each operand of `&&` and `||`. A new block starts where branches meet, and where a loop
//!    begins.
//! 2. Describe to a [`FlowBuilder`](flow::FlowBuilder) where each block leads, or that the function
//!    may end there. A campaign numbers the functions in the order in which you add them.
//! 3. Add the hooks. The function takes a [`Caller`](execution::Caller), enters itself, and gets a
//!    [`Frame`](execution::Frame) `f`.
//!
//! | code | description | hook |
//! |---|---|---|
//! | `if x < 10 {` block 1 `} else {` block 2 `}` | `branch(0, 1, 2)` | `if f.decide(0, lt(x, 10))` |
//! | `if condition`, a Boolean without a useful distance | `branch(0, 1, 2)` | `if f.decide(0, flag(condition))` |
//! | `while i < n {` block 1 `}` block 2 | `branch(0, 1, 2).jump(1, 0)` | `while f.decide(0, lt(i, n)) { ..; f.end(1); }` |
//! | `for x in list`, written as `let mut it = list.into_iter()` and a `while let` | `branch(0, 1, 2).jump(1, 0)` | `while let Some(x) = f.some(0, it.next()) { ..; f.end(1); }` |
//! | `break` or `continue` at the end of block 3 | `jump(3, 2)`, `jump(3, 0)` | `f.end(3)` before it |
//! | `if let Some(x) = y`, `let Some(x) = y else` | `branch(0, 1, 2)` | `if let Some(x) = f.some(0, y)` |
//! | `match key { 7 =>` block 1 `, _ =>` block 2 `}` | `case(0, 7, 1).default(0, 2)` | `match f.switch(0, key)` |
//! | `match key { 20..=29 \| 40 =>` block 1 `, ..` | `arm(0, [20..=29, 40..=40], 1)` | `match f.switch(0, key)` |
//! | `match` on an enum, or with guards | one `case` for each arm; you number the arms | first in arm n: `f.choose(0, Outcome::Case(n))` |
//! | the end of a block that continues elsewhere | `jump(0, 1)` | `f.end(0)` |
//! | `return value`, or the last value | `exit(0)` | `f.returns(0, value)` |
//! | the end of a function without a value | `exit(0)` | `f.end(0)` |
//! | `call()?`, the last expression of the block | `exit(0).jump(0, 1)` | `f.tried(0, call())?` |
//! | a call of another function with hooks | | `other(f.caller(), x)` |
//!
//! Keys of `switch` are integers of any type, a `char` or a `bool`. For a `char`, write
//! `match f.switch(0, c)`, and `case(0, 'V' as i128, 1)`; in `'V' | 'v'` each letter is a `case` to
//! the same block. The comparators `eq`, `ne`, `lt`, `le`, `gt` and `ge` take numbers, chars, texts,
//! slices, options and more: see [`distance`]. [`Criterion::Branch`](objective::Criterion::Branch)
//! makes no goal for `?`: the [guide](guide::programs#an-error-as-a-goal) says how to make its
//! outcomes goals.
//!
//! If the recorder checks paths, [`run`](Campaign::run) returns an error that names the block when
//! a hook or a description is wrong. If reports repeatedly say that a goal was missed by a small
//! number, change the nearest test by larger steps, or occasionally start from a new test.
//!
//! ## You have an interpreter
//!
//! Describe each function to a [`FlowBuilder`](flow::FlowBuilder): branches, jumps, exits, and the
//! statements of each block if you count them. The interpreter tells a [`Trace`](execution::Trace)
//! what happens, and implements nothing. Blocks of the trace are numbered through all functions:
//! [`FlowGraph::block`](flow::FlowGraph::block) takes the number within the function.
//!
//! ```
//! use sbst::Campaign;
//! use sbst::distance::eq;
//! use sbst::execution::{Domain, ExceptionKind, Thrown, Trace};
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::{Function, Symbol};
//! use sbst::objective::{Criterion, Method};
//!
//! /// Runs `if 3 * x + 7 == 12_346 { throw 7 } else { return x }`: blocks 0, 1 and 2.
//! fn interpret(trace: &Trace, graph: &FlowGraph, function: Function, x: i64) {
//!     let block = |number| graph.block(function, number);
//!     trace.enter(function);
//!     if trace.decide(block(0), eq(3 * x + 7, 12_346)) {
//!         trace.threw(Thrown::new(function, Symbol::new(7), ExceptionKind::Explicit));
//!         trace.unwound(0); // no function catches it
//!     } else {
//!         trace.end(block(2)); // its statement, too
//!         trace.returned(function, x);
//!         trace.leave();
//!     }
//! }
//!
//! let body = FlowBuilder::new().branch(0, 1, 2).exit(1).statements(2, 1).exit(2);
//! let mut graph = FlowGraph::new();
//! let main = graph.add(&body)?; // and each other function
//! let mut campaign = Campaign::builder()
//!     .graph(graph.clone()) // the interpreter needs the other one
//!     // what tests can call; its results are negative, zero and positive
//!     .methods([Method::new(main).returning(Domain::SIGNED)])
//!     .criteria([Criterion::Branch, Criterion::Statement, Criterion::Method])
//!     .criteria([Criterion::Output, Criterion::Exception])
//!     .recorder(Trace::with_path_check) // finds blocks that the graph does not join
//!     .build()?;
//! let mut step = 1;
//! while let Some(goal) = campaign.next_goal(0.5) {
//!     let test = campaign.nearest(goal).copied().unwrap_or(0) + step;
//!     let outcome =
//!         campaign.run(&test, |caller, x| interpret(caller.trace(), &graph, main, *x))?;
//!     step = if outcome.nearer.is_empty() { -step.signum() } else { 2 * step };
//! }
//! assert!(campaign.runs() < 100, "{}", campaign.report());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | event | call of the trace |
//! |---|---|
//! | the test, or a function, calls a function | `enter(function)`; then, if inputs are goals, `argument(function, n, value)` |
//! | a block is entered | nothing: the call that ends a block leads to the next one |
//! | a block ends with a comparison, or with a Boolean | `decide(block, lt(a, b))`, `decide(block, flag(b))` |
//! | a block ends with a `switch` on a value; on the n-th arm, if there is no number | `switch(block, value)`; `choose(block, Outcome::Case(n))` |
//! | the first n statements of a block ran, and a call or an exception comes next | `done(block, n)`; the calls that end a block complete it |
//! | a block ends with a jump, or with a return | `end(block)` |
//! | a function ends | `returned(function, value)`, and `leave()` |
//! | an exception leaves a function, also one that it only passes through | `threw(Thrown::new(function, number of its type, kind))` |
//! | the exception has been caught in a call of depth d; it ended the test, or time was up | `unwound(d)`, of [`depth`](execution::Trace::depth) before; `unwound(0)` |
//!
//! - Each `enter` needs a `leave` or an `unwound`. If one is missing, calls that follow in this
//!   test count as calls by that function; the path check tells only if an outer function goes on.
//! - The test may be a value of any type that says which function to call with what. Change the
//!   function, too, every few tests: a method that the test did not call has no distance, for
//!   [`Criterion::Method`](objective::Criterion::Method);
//!   [`MethodEntry`](objective::Criterion::MethodEntry) counts calls by other functions, too.
//! - A block that is left early by an exception needs no edge for that. One that always throws is
//!   an `exit`.
//! - Numbers of blocks and statements are `u32`, and keys of a `switch` integers of any type.
//! - A statement of a block that was not entered is one level farther than the block.
//! - `next_goal` returns `None` once all goals are covered. Some may be out of reach, often a
//!   result that no call returns: bound the number of runs, or let it give such goals up, by the
//!   [`patience`](selection::Sampling) of the [`sampling`](campaign::CampaignBuilder::sampling).
//! - `campaign.goals().goal(id)` tells which goal a number is.
//!
//! ## You have a coverage tool, a log, or a store of your own
//!
//! Implement [`Execution`](execution::Execution) for what it observed, and
//! [`Facts`](execution::Facts) for what it knows beside. Build the campaign with
//! [`CampaignBuilder::new`](campaign::CampaignBuilder::new), and pass each execution to
//! [`Campaign::offer`]:
//!
//! ```
//! use sbst::Campaign;
//! use sbst::campaign::CampaignBuilder;
//! use sbst::distance::{Distance, Nearest, eq};
//! use sbst::execution::{Domain, Execution, ExceptionKind, Fact, Facts};
//! use sbst::execution::{NearestValues, Partition, Thrown};
//! use sbst::flow::{Edge, FlowBuilder};
//! use sbst::id::{Block, Function, Symbol};
//! use sbst::objective::{Criterion, Method};
//!
//! /// What is known of one test. Blocks are numbered through all functions.
//! struct Seen {
//!     /// For each block: how many of its statements ran to their end, if it was entered, and the
//!     /// nearest comparison at its end.
//!     blocks: Vec<(Option<u32>, Nearest)>,
//!     /// Each function that the test called itself, and whether it returned normally.
//!     called: Vec<(Function, bool)>,
//!     /// For each function, the results of all its calls.
//!     results: Vec<NearestValues>,
//!     /// Each exception that left a function, also one that the test did not call itself.
//!     thrown: Vec<Thrown>,
//! }
//!
//! impl Execution for Seen {
//!     fn progress(&self, block: Block) -> Option<u32> {
//!         self.blocks[block.index()].0
//!     }
//!     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
//!         self.blocks[branch.source.index()].1.to(branch.outcome.holds()?)
//!     }
//! }
//!
//! /// `impl Facts for Seen {}` is enough for branches, blocks, lines and statements.
//! impl Facts for Seen {
//!     /// All methods of each fact that is named here have to answer.
//!     fn knows(&self, fact: Fact) -> bool {
//!         matches!(fact, Fact::MethodCalls | Fact::Exceptions | Fact::Outputs)
//!     }
//!     fn called_by_test(&self, function: Function) -> bool {
//!         self.called.iter().any(|row| row.0 == function)
//!     }
//!     fn returned_to_test(&self, function: Function) -> bool {
//!         self.called.contains(&(function, true))
//!     }
//!     fn output_distance(&self, function: Function, wanted: Partition) -> Option<Distance> {
//!         self.results[function.index()].distance(wanted)
//!     }
//!     fn has_thrown(&self, thrown: Thrown) -> bool {
//!         self.thrown.contains(&thrown)
//!     }
//!     fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
//!         self.thrown.iter().copied().for_each(visit);
//!     }
//! }
//!
//! /// Runs `if 3 * x + 7 == 12_346 { throw 7 } else { return x }`: blocks 0, 1 and 2.
//! fn observe(x: i64) -> Seen {
//!     let (main, found) = (Function::new(0), eq(3 * x + 7, 12_346));
//!     let mut blocks = vec![(None, Nearest::default()); 3];
//!     blocks[0].0 = Some(0);
//!     blocks[0].1.see(found); // in a loop, once for each evaluation
//!     blocks[if found.holds() { 1 } else { 2 }].0 = Some(0);
//!     let mut seen = Seen {
//!         blocks,
//!         called: vec![(main, !found.holds())],
//!         results: vec![NearestValues::default()],
//!         thrown: vec![],
//!     };
//!     if found.holds() {
//!         seen.thrown.push(Thrown::new(main, Symbol::new(7), ExceptionKind::Explicit));
//!     } else {
//!         seen.results[0].see(x.into());
//!     }
//!     seen
//! }
//!
//! let mut campaign: Campaign<i64, Seen> = CampaignBuilder::new()
//!     .function(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?
//!     .methods([Method::new(Function::new(0)).returning(Domain::SIGNED)]) // what tests can call
//!     .criteria([Criterion::Branch, Criterion::Method, Criterion::Output, Criterion::Exception])
//!     .build()?;
//! let mut step = 1;
//! while let Some(goal) = campaign.next_goal(0.5) {
//!     let test = campaign.nearest(goal).copied().unwrap_or(0) + step;
//!     let run = observe(test);
//!     let outcome = campaign.offer(&test, &run)?;
//!     step = if outcome.nearer.is_empty() { -step.signum() } else { 2 * step };
//! }
//! assert!(campaign.runs() < 100, "{}", campaign.report());
//! # Ok::<(), sbst::campaign::CampaignError>(())
//! ```
//!
//! - Instead of a [`FlowBuilder`](flow::FlowBuilder), `function` takes any type that implements
//!   [`ControlFlow`](flow::ControlFlow).
//! - `progress` is the greatest number of statements that ran to their end in one visit of the
//!   block; one that threw does not count. An entered block without statements has `Some(0)`.
//! - `outcome.holds()` is `None` for branches that no comparison decides. For those of a `switch`,
//!   a [`SeenValues`](distance::SeenValues) of `graph.arms(block)` keeps the values
//!   (`SeenValues::new(arms)`, then `seen.see(arms, value)`), and
//!   [`graph.arm_distance(branch.branch, &seen, &Rules::DEFAULT)`](flow::FlowGraph::arm_distance)
//!   is the distance. All others, such as a jump out of a block that may also throw, are at 0 if
//!   they were taken, else `None`.
//! - A store that needs the graph borrows one that you made before; the campaign gets a clone.
//! - Goals about methods, results and arguments are made for the [`methods`](objective::Method)
//!   that you give, those about lines and mutants for the lines and mutants: a criterion without
//!   its input makes none, in silence. The [table of criteria](objective::Criterion) says what each
//!   needs, and [which facts](execution::Fact) it reads.
//! - A goal that reads what your store does not know is an error at the first execution. It names
//!   the criterion and the fact.
//! - [`NearestValues`](execution::NearestValues) keeps returned values and arguments, as
//!   [`Nearest`](distance::Nearest) keeps comparisons. [`Value`](execution::Value) has a variant
//!   for each kind of value.
//! - The crate [`sbst-conformance`](https://docs.rs/sbst-conformance) (`cargo add --dev
//!   sbst-conformance`) checks a store: `sbst_conformance::facts(&graph, &run).expect_none()`.
//!
//! The [`guide`] continues here, with a chapter for each task: [more constructs of
//! languages](guide::programs), exceptions among them, [your own executor](guide::own_executor) and
//! what it knows, texts as tests on [many workers](guide::workers), and [what to
//! check](guide::checking) before you trust the numbers.
//!
//! # Map
//!
//! | task | start at |
//! |---|---|
//! | run a whole search | [`Campaign`], [`report`] |
//! | instrument ordinary Rust functions | the module `instrument` (feature `instrument`) |
//! | describe a program | [`flow::FlowBuilder`], [`flow::FlowGraph`] |
//! | record an execution while it runs; keep a finished one, to compare, store or send it | [`execution::Trace`]; [`execution::Record`] |
//! | use executions that you recorded yourself | [`execution::Execution`] |
//! | compare values: numbers, texts, collections, your own types | [`distance`] |
//! | compare values without the rest of this crate | the crate [`sbst-distance`](https://docs.rs/sbst-distance): `cargo add sbst-distance` |
//! | measure all branches and blocks of one execution | [`fitness::FitnessTable`] |
//! | get a gradient for branches that test a returned Boolean | [`fitness::flag`] |
//! | compare two executions that are equally near | [`fitness::block_coverage`] |
//! | reproduce a crash | [`fitness::crash`], [`objective::crash`] |
//! | choose goals: branches, lines, mutants, outputs and others | [`objective::Criterion`], [`objective::Goals`] |
//! | learn why a goal is not covered | [`objective::Goals::explain`] |
//! | cover conditions (MC/DC), definitions and uses, paths, calling contexts | the crate [`sbst-histories`](https://docs.rs/sbst-histories): `cargo add sbst-histories` |
//! | choose which goals to pursue, and which next | [`selection::Frontier`] |
//! | rank tests, and keep the best ones | [`selection::Ranker`], [`selection::Archive`], [`selection::Populations`] |
//! | shrink a test suite | [`selection::minimise`](selection::minimise()) |
//! | leave out goals that others imply | [`subsumption`] |
//! | start a search from known usages, or from built objects | the crate [`sbst-seeding`](https://docs.rs/sbst-seeding): `cargo add sbst-seeding` |
//! | compare published formulas | [`distance::laboratory`], [`objective::Forms`], the page [`literature`] |
//! | find out by experiments which formula or search is better | the crate [`sbst-laboratory`](https://docs.rs/sbst-laboratory): `cargo add sbst-laboratory` |
//! | test your own graph or executor | the crate [`sbst-conformance`](https://docs.rs/sbst-conformance): `cargo add --dev sbst-conformance` |
//!
//! Each module uses only modules that come before it in this list: [`id`], [`distance`], [`flow`],
//! [`execution`], [`fitness`], [`objective`], [`selection`], [`subsumption`], [`report`],
//! [`campaign`](mod@campaign). [`distance`] is a crate of its own,
//! [`sbst-distance`](https://docs.rs/sbst-distance), which you can also use alone.
//!
//! # What you have, what you implement
//!
//! | you have | you implement |
//! |---|---|
//! | a program that can call hooks | nothing: use [`Campaign::builder`], or [`FlowGraph`](flow::FlowGraph) and [`Trace`](execution::Trace) |
//! | a program without hooks, of which you know the flow of control | [`flow::ControlFlow`] (2 methods), or nothing for a [petgraph graph](flow::from_petgraph) |
//! | your own store of what ran | [`execution::Execution`] (2 methods): how far each block came, and how far each branch was from being taken |
//! | what your store knows beside: calls, exceptions, results, arguments, mutants | [`execution::Facts`] (0 methods: one empty line): those methods that answer what it knows, and `knows`, which says so. The [table of criteria](objective::Criterion) says what each reads |
//! | stack traces, for crash reproduction | [`execution::StackTraces`] (1 method), or nothing: [`WithStackTraces`](execution::WithStackTraces) puts them beside an execution |
//! | a view of an execution, some of whose distances are others | [`objective::Observable`] (1 method), as refined flags do |
//! | a result type of your own, on which the program uses `?` | [`execution::Fallible`] (1 method) |
//! | a type of your own that functions return, whose values are goals | [`execution::Returned`] (1 method) |
//! | an enum of your own by which the program selects an arm | [`distance::SwitchKey`] (1 method) |
//! | values of your own types that the program compares | [`distance::EqualityDistance`] (1 method, and `KIND` for a number) |
//! | the same, with an order | [`distance::OrderDistance`] (no method for numbers, 2 for structures) |
//! | the same, where ranges may leave out their ends | [`distance::Neighbours`] (2 methods) |
//! | numbers of another crate | nothing: [`Whole`](distance::Whole) and [`Real`](distance::Real) take all types with the traits of num-traits |
//! | an automaton for a language of texts | [`distance::language::Automaton`] (2 methods) |
//! | your own normalisation | [`distance::Normalise`] (1 method), or nothing: pass a closure |
//! | your own aggregation over the calls of flags | [`distance::Aggregate`] (1 method), or nothing: pass a closure |
//! | a new kind of goal | [`objective::Objective`] (3 methods), or nothing: [`from_fn`](objective::from_fn) takes closures |
//! | goals that become known only as executions show them | [`objective::Discovery`] (5 methods) |
//! | goals about the history of an execution | [`flow::Automaton`] (2 methods): what is remembered of a walk; a [`HistoryGoal`](objective::HistoryGoal) asks for it |
//! | your own analysis of which branches test the result of a call | [`fitness::flag::FlagSource`] (1 method), or nothing: fill a [`DependenceGraph`](flow::dependences::DependenceGraph), or pass a closure |
//! | tests that are borrowed, of your own type | [`campaign::AsTest`] (1 method) |
//! | your own genetic algorithm | nothing: [`selection`] takes goal ids and rows of values, and needs no test |
//! | values of your own type to rank | [`selection::ObjectiveValue`] (2 methods) |
//! | a table of values that is not made of slices | [`selection::Rows`] (2 methods) |
//!
//! # Promises
//!
//! - No input makes a function panic, hang, overflow the stack or return NaN, with two exceptions.
//!   First, methods that take ids of another graph, or values that were made for another graph,
//!   panic where their documentation says so, and name a twin that returns an error. Second, some
//!   methods panic if the number of goals, or of pairs of goals, exceeds `u32`; their documentation
//!   says so. Hooks of the recorder never panic.
//! - A trace, record, table, registry of goals or frontier stores the
//!   [identity](flow::GraphIdentity) of its graph, and is refused if it is used with another graph.
//!   The crate cannot check your own stores of executions, or goals that were added one by one to a
//!   registry without a graph ([`Goals::bind`](objective::Goals::bind)).
//! - The same input gives the same output on every platform. No result depends on the order of a
//!   hash table.
//! - Integers of up to 128 bits are subtracted exactly, and the gap is then rounded to an `f64`.
//! - Adding a function takes time and memory linear in its size up to a logarithmic factor,
//!   whatever the shape of the graph. A sweep over all goals of the functions that ran has the same
//!   bounds. Functions that did not run cost a sweep nothing. Measuring all goals of a registry, as
//!   a campaign does for each execution, is linear in the goals.
//!
//! # Features and versions
//!
//! The crate is `#![no_std]` with `alloc`. The minimum supported Rust version is 1.88. Two
//! features are on by default; switch them off with `default-features = false` to compile less:
//!
//! - `language`: [`distance::language`], edits into regular languages; 700 lines of code, 1 s of
//!   the CPU to compile.
//! - `subsumption`: [`subsumption`], goals that imply other goals; 2 200 lines, 4 s.
//!
//! Three features are off by default:
//!
//! - `instrument`: the attribute `#[sbst::instrument]` for ordinary Rust functions, the module
//!   `instrument`, and the macro `campaign!`. It uses the standard library, and has a recorder for
//!   each thread: the one exception to "no global state". 7 600 lines, 9 s.
//! - `regex`: [`distance::language`] takes patterns in the syntax of the `regex` crate, read by its
//!   parser. 1 100 lines with those of `language`, 10 s.
//! - `serde`: plain data can be written and read in any format: ids, distances, rules, control
//!   flow, records, goals, values and rows of values, archives. Reading checks the data as a
//!   constructor does: no file makes an invalid graph or a NaN. Not written are values that can be
//!   computed from these (tables, rankings, graphs of goals), registries of goals (they hold code),
//!   flags (they are declared for a graph), and errors. Texts such as JSON have no infinity: there,
//!   an infinite distance is the string `"inf"`, and integers of more than 64 bits are strings of
//!   digits. 1 600 lines, 10 s.
//!
//! A version covers signatures, the numbers that the documentation defines (a wrong number is a
//! bug, and its correction is in the changelog), the rules for ties, and each documented order of
//! iteration. New variants come last. A version does not cover the wording of `Display` and
//! `Debug`, the order between goals of different kinds, hash values, sizes of types, or speed. Data
//! that `serde` wrote can be read by later versions of the same minor series. `petgraph` 0.8 is a
//! public dependency; `proptest` 1 and `serde` 1 are public dependencies of their features.
//!
//! # Glossary
//!
//! - *Activation*: one call of a function, from its entry to its end. The activations of an
//!   execution form a *call tree*.
//! - *Aggregation*: the combination of many distances into one.
//! - *Approach level*: the number of decisions that must still take the required outcome after the
//!   decision at which the execution left every path to the goal; 0 if that was the last decision
//!   before the goal.
//! - *Archive*: the best test for each covered goal.
//! - *Basic block coverage*: a secondary objective, which is not the criterion `Block`. It compares
//!   two equally near executions by how far they completed the blocks on the way to a goal.
//! - *Branch*: an edge out of a block that can be left in at least one other way, by another edge
//!   or by an exit. A *decided* branch has a predicate; an *implicit* branch has none.
//! - *Branch distance*: the amount by which the operands of a predicate miss the outcome that a
//!   branch needs.
//! - *Call site*: a place in a function at which the function calls another one.
//! - *Caller*: the test or the activation that calls a function, with the call site if it is known.
//! - *Campaign*: a search for tests, with the program, its goals, and the nearest tests.
//! - *Control dependence*: a block depends on a branch if the block always runs when the branch is
//!   taken, and may be missed when the block of the branch is left in another way.
//! - *Covered line*: a line with a statement that was reached, even if the statement threw. A
//!   *completed statement* ran to its end.
//! - *Criterion*: a kind of coverage goals.
//! - *Crowding distance*, *sub-vector dominance*: two measures of how much a test differs from the
//!   other tests of its front.
//! - *Direct call*: a call that the test makes itself.
//! - *Dominance* of tests: a test dominates another one if it is no farther from any goal, and
//!   nearer to at least one. A *front* is a set of tests that do not dominate one another.
//! - *Dominator* of a block: a block on every walk from the entry to that block. *Post-dominator*
//!   of a block: a block on every walk from that block to the exit.
//! - *Edit distance*: the least number of insertions, deletions and substitutions of one element.
//! - *Fact*: what an execution knows beside its branches and blocks; only some goals read it.
//! - *Fitness*: the distance of an execution from a goal, a pair of approach level and branch
//!   distance. Less is nearer; (0, 0) is covered.
//! - *Flag*: a branch that tests a Boolean. The flag is *interprocedural* if a call returned the
//!   Boolean.
//! - *Frontier*: the goals within reach, also called *active*. The *parents* of a goal are the
//!   goals of the branches on which it depends. A goal is within reach if it is not covered, and
//!   has a covered parent or no parent at all; a goal without parents is a *root*.
//! - *Goal*: something to cover. An *objective* measures how far an execution is from a goal.
//! - *Identity of a graph*: the number of its functions and a hash of their descriptions. Values
//!   that were made for a graph also fit each graph that begins with the same functions.
//! - *Infection*: the result of a mutated expression differs from the result of the original. *Weak
//!   mutation* requires an infection only, *strong mutation* a different output.
//! - *Mark*: the hook that says how an activation ends.
//! - *MC/DC*, modified condition/decision coverage: for each condition of a decision such as `(a &&
//!   b) || c`, two executions show that the condition alone changes the outcome. A *vector* lists
//!   what each condition was: `TT-` means true, true, not evaluated.
//! - *Method coverage*: a method is covered if it was entered, by any call
//!   (`Criterion::MethodEntry`); for *top-level* method coverage, if the test called it itself
//!   (`Criterion::Method`).
//! - *Minimal set* of goals: goals that together subsume all goals, and of which none subsumes
//!   another.
//! - *Needs* of a goal: its place, the records of an execution that it reads, and the rule by which
//!   its value becomes one number.
//! - *Normalisation*: a mapping of distances to [0, 1] that keeps their order.
//! - *Partition*: a class of values, such as the negative numbers, from which some test should
//!   return one.
//! - *Pooled* flags aggregate the calls of all activations of the caller in one step; *nested*
//!   flags aggregate the calls of each activation first.
//! - *Population*: the tests on which a search works. The population of a goal holds the tests that
//!   came nearest to it.
//! - *Preference front*: the tests that are nearest to some goal, one for each goal.
//! - *Progress*: the number of statements of a block that ran to their end.
//! - *Representative*: a goal, or a criterion, that is pursued in the place of others that it
//!   implies or correlates with.
//! - *Secondary objective*: a rule that breaks ties between tests that are equally near to a goal.
//! - *Stack trace*: the calls that were active when an exception was thrown, its *frames*. The
//!   *target frame* is the call from which a crash is to be reproduced.
//! - *Subsumption*: a goal subsumes another goal if every test that covers the first covers the
//!   second.
//! - *Sweep*: the computation of the values of all goals for one execution.
//! - *Undescribed block*: a block without an edge and without an exit; always a mistake.
//! - *Virtual exit*: an edge that the analysis adds, from an endless loop to the exit.
//!
//! The page [`literature`] says which publication each part comes from.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(all(feature = "language", feature = "subsumption")),
    allow(
        rustdoc::broken_intra_doc_links,
        reason = "pages link to modules of features that are off"
    )
)]

extern crate alloc;
#[cfg(feature = "instrument")]
extern crate std;

pub mod campaign;
pub mod execution;
pub mod fitness;
pub mod flow;
mod formula;
pub mod id;
#[cfg(feature = "instrument")]
pub mod instrument;
pub mod objective;
#[cfg(feature = "serde")]
mod plain;
pub mod published;
pub mod report;
pub mod selection;
mod sort;
#[cfg(feature = "subsumption")]
pub mod subsumption;

pub use campaign::Campaign;
/// Branch distances: the crate [`sbst-distance`](https://docs.rs/sbst-distance), handed on.
///
/// Examples on these pages name the crate `sbst_distance`; its path here is `sbst::distance`.
///
/// ---
///
#[doc(inline)]
pub use sbst_distance as distance;
#[cfg(feature = "instrument")]
pub use sbst_instrument_macros::instrument;

#[cfg(doc)]
#[doc = include_str!("../GUIDE.md")]
pub mod guide {
    macro_rules! chapters {
        ($($n:ident)*) => {
            $(#[doc = include_str!(concat!("../guide/", stringify!($n), ".md"))] pub mod $n {})*
        };
    }
    chapters! { first_search programs checking own_executor own_formula choosing_goals own_goal }
    chapters! { histories own_history flags crashes mutants suites seeding workers }
}

#[cfg(doc)]
#[doc = include_str!("../LITERATURE.md")]
pub mod literature {}

/// The examples of the README are tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
