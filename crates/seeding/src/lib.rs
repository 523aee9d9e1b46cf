//! Starting points of search-based software testing (SBST): usage models of classes, pools of
//! objects and tests, backward slices, and plans that build the inputs of a branch.
//!
//! A search for tests starts from somewhere, and random calls on new objects rarely get far: a
//! session must be opened before it is read, and a branch on `order.customer.age` gives a search no
//! direction while there is no order. This crate learns call sequences from existing code, and
//! finds out which objects a branch needs. Goals, fitness and the choice of the next goal are in
//! the crate [`sbst`], whose flow graphs and dependence graphs this crate reads.
//!
//! | task | item |
//! |---|---|
//! | learn from call sequences, or from control flow, how objects of a class are used | [`usage::UsageModel`], [`usage::sequences`](usage::sequences()) |
//! | generate behaviours: call sequences that are similar to the learned ones | [`usage::Walker`] |
//! | select a few behaviours that differ from one another | [`behaviour::select`](behaviour::select()) |
//! | keep objects and tests from which the search starts | [`pool::Pool`], [`pool::Tests`] |
//! | find all instructions that a branch depends on, backwards and through calls | [`slice::Slice`] |
//! | find the attributes of inputs that decide a branch, and plan how to build them | [`construction::ConstructionGraph`], [`construction::Plan`] |
//!
//! ```
//! use sbst_seeding::usage::{Choice, UsageModel, Walker};
//!
//! let mut model = UsageModel::new();
//! model.train(["open", "read", "close"]);
//! model.train(["open", "write", "read"]);
//! let walker = Walker::new(&model);
//! // A draw of 0.99 takes the last of the actions that may follow.
//! let walk = walker.walk(|_, way| Choice::Uniform.weight(way), 20, || 0.99);
//! assert_eq!(walk, Some(vec!["open", "write", "read", "close"])); // a new behaviour
//! ```
//!
//! This crate does not use goals or fitness. An *action* is a call on an object; it may be of any
//! type with an order: a number, a name, or a method with its class. You supply the random draws,
//! numbers in [0, 1), and you turn behaviours and plans into code.
//!
//! # From call sequences to objects
//!
//! ```
//! use sbst_seeding::behaviour::{Dissimilarity, select};
//! use sbst_seeding::pool::{Pool, Rates, constructed};
//! use sbst_seeding::usage::{Choice, UsageModel, Walker};
//!
//! // Call sequences on lists, as other code makes them.
//! let mut model = UsageModel::new();
//! model.train(["new", "add", "add", "size"]);
//! model.train(["new", "add", "remove"]);
//! model.train(["size"]); // the list was made elsewhere
//! assert!(model.accepts(&["new", "add", "add", "remove"])); // never seen, but similar
//!
//! // Dissimilar behaviours, as many as the model has independent walks.
//! let mut seed = 7_u32;
//! let mut draw = || {
//!     seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
//!     f64::from(seed >> 8) / f64::from(1 << 24)
//! };
//! let walker = Walker::new(&model);
//! let walk = || walker.walk(|_, way| Choice::Uniform.weight(way), 20, &mut draw);
//! let count = model.independent_walks().min(20);
//! let behaviours =
//!     select(count, 50, walk, |a, b| Dissimilarity::JACCARD.between(a, b));
//! assert!(model.coverage(&behaviours) > 0.8); // of all transitions
//!
//! // One object for each behaviour. If no constructor comes first, one is added.
//! let constructors = ["new", "with_capacity"];
//! let mut pool = Pool::new();
//! pool.fill("list", &behaviours, 1, |actions| {
//!     let is_constructor = |action: &&str| constructors.contains(action);
//!     let constructor = || constructors[usize::from(draw() < 0.5)];
//!     Some(constructed(actions.to_vec(), is_constructor, constructor))
//! });
//! assert!(pool.pick(&"list", Rates::MODEL_SEEDING.pick_initial, || 0.0).is_some());
//! ```
//!
//! # From control flow to call sequences
//!
//! A [`UsageModel`](usage::UsageModel) learns which calls follow which calls: from logs, from paths
//! of the control flow ([`Sequences`](usage::Sequences)), or from the whole control flow
//! ([`models`](usage::models())). Your closure weighs each [`Transition`](usage::Transition) of a
//! walk.
//!
//! ```
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::Function;
//! use sbst_seeding::usage::{
//!     Choice, MissingTransition, Sequences, Transition, UsageModel, sequences,
//! };
//!
//! // list = new; if c { list.add() } else { list.clear() }; list.size(), and room for
//! // one path
//! let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 3).jump(2, 3).exit(3);
//! let graph = FlowGraph::of(&body)?;
//! let calls = |block| {
//!     Some(("list", ["new", "add", "clear", "size"][graph.local(block) as usize]))
//! };
//! let listed: Sequences<&str, &str> =
//!     sequences(&graph, Function::new(0), 1, 2, calls)?;
//! assert_eq!(listed.found, [("list", vec!["new", "add", "size"])]);
//! let lost: &[MissingTransition<&str, &str>] = &listed.lost_transitions;
//! assert!(lost.iter().any(|lost| lost.action == Some("clear"))); // the cap lost it
//!
//! let model: UsageModel<&str> =
//!     listed.found.into_iter().map(|found| found.1).collect();
//! let first: Option<Transition<'_, &str>> =
//!     model.state(&[]).and_then(|start| start.transitions().next());
//! assert_eq!(first.map(|way| way.probability), Some(1.0));
//! let walk = model.walk(Choice::Rare, 9, || 0.5);
//! assert_eq!(walk, Some(vec!["new", "add", "size"]));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # From a branch to objects
//!
//! The front page of [`construction`] shows how a branch becomes a [`Slice`](slice::Slice), a
//! [`ConstructionGraph`](construction::ConstructionGraph), and a [`Plan`](construction::Plan) with
//! slots for the values that a search changes. A
//! [`DependenceGraph`](sbst::flow::dependences::DependenceGraph) describes the program.
//!
//! # Errors
//!
//! | error | cause | what to do |
//! |---|---|---|
//! | [`UsageError::NoOrder`](usage::UsageError::NoOrder), `OrderTooLarge` | n of an n-gram is 0, or more than 32 | use n = 2 in most cases |
//! | [`UsageError::DifferentOrders`](usage::UsageError::DifferentOrders) | two models with different n are merged | train both models with the same n |
//! | [`UsageError::TooManyHistories`](usage::UsageError::TooManyHistories) | n > 2 on a function with very many walks | use a smaller n |
//! | [`WeightError`](behaviour::WeightError) | the weight of a [`Dissimilarity`](behaviour::Dissimilarity) is not positive and finite | 1 is Jaccard's weight |
//! | [`UnknownInstruction`](sbst::flow::dependences::UnknownInstruction) | the program lacks an instruction that a slice meets | add it to the [`DependenceGraph`](sbst::flow::dependences::DependenceGraph) |
//! | [`PathError::Instruction`](construction::PathError::Instruction) | a call site names an instruction that the program lacks | add it to the [`DependenceGraph`](sbst::flow::dependences::DependenceGraph) |
//! | [`PathError::Block`](construction::PathError::Block) | a call site names a block that is not in its method | `graph.block(method, local)` returns ids of blocks |
//!
//! # Features and versions
//!
//! The crate is `#![no_std]` with `alloc`. The minimum supported Rust version is 1.88. The feature
//! `serde`, off by default, reads and writes plain data: models, pools, plans and
//! settings, and the graphs and ids of `sbst`. Reading checks the data as a constructor
//! does. Slices and construction graphs are not written, because they can be computed. The crate
//! requires the exact version of `sbst` with which it was tested; `sbst` is a public dependency.
//!
//! As in `sbst`, no input makes a function panic, hang, overflow the stack or return NaN where its
//! documentation does not say so, and the same input gives the same output on every platform.
//!
//! # Glossary
//!
//! - *Behaviour*: a sequence of actions on one object. A *usage model* says which action may follow
//!   which.
//! - *Construction graph*: the input attributes whose values decide a branch (its *state
//!   variables*), and the objects that have them. A *plan* is an order in which to build these
//!   objects, with *slots* for the values that the search changes. The *need* of a variable is the
//!   reason why it is in the graph: operand of the branch, other data, or control dependence.
//! - *Slice*, backward: all instructions that may influence the operands of a branch.
//!
//! The glossary of [`sbst`] has the other terms.
//!
//! # Sources
//!
//! - [`usage`], [`behaviour`] and [`pool`]: Derakhshanfar, Devroey, Perrouin, Zaidman, van Deursen,
//!   "Search-based crash reproduction using behavioral model seeding" (SEED, 2020).
//! - [`mod@slice`] and [`construction`]: Lin, Ong, Sun, Fraser, Dong, "Graph-based seed object
//!   synthesis for search-based unit testing" (OBJ, ESEC/FSE 2021), sections 3.1 to 3.3.
//!
//! # SEED, item by item
//!
//! The table has each item of the paper that a library of fitness and seeding primitives should
//! carry.
//!
//! | section | item | here |
//! |---|---|---|
//! | 2.1, Eq. 1 | weighted sum of line, exception and trace | [`WeightedSum::published_value`](sbst::fitness::crash::WeightedSum::published_value) |
//! | 2.1, 3.3 | guided initialisation, crossover, mutation | absent: operators of the search |
//! | 2.2.1 | constant, dynamic, type seeding | no store of its own; a [`Pool`](pool::Pool) can hold values by type |
//! | 2.2.2 | cloning, test pool | [`Tests`](pool::Tests) |
//! | 2.2.2 | carving, object pool | [`carved`](pool::carved), [`Pool`](pool::Pool) |
//! | 2.3 | transition system; behaviours as its paths | [`UsageModel`](usage::UsageModel), [`accepts`](usage::UsageModel::accepts); the end of a behaviour is a transition of its own; the paper returns to the initial state |
//! | 2.3.2, Figure 1 | only observed behaviour, and new combinations of it | [`UsageModel`](usage::UsageModel) |
//! | 3.1 | n-gram inference, n = 2; constructors are calls | [`UsageModel::new`](usage::UsageModel::new), [`with_order`](usage::UsageModel::with_order); counting transitions is this crate's, see section 8 |
//! | 3.1.1 | static analysis: a sequence for each object and path, the true branch of a loop once | [`sequences`](usage::sequences()), up to a cap; here a path may also skip the loop. [`models`](usage::models()), which lists no paths, is this crate's |
//! | 3.1.1 | intraprocedural | [`sequences`](usage::sequences()) reads one function; the caller lists the calls of each block |
//! | 3.1.2 | dynamic analysis: calls on each object in a run | [`by_object`](usage::by_object), from a log that the caller keeps |
//! | 3.2 | the selection of behaviours ignores states | [`Dissimilarity`](behaviour::Dissimilarity) compares actions only |
//! | 3.2 | models of internal classes, and of dependencies in the stack trace | [`seeded_classes`](pool::seeded_classes) |
//! | 2.3.1, 3.2.1 | dissimilarity d, 1 - Jaccard index | [`Dissimilarity::JACCARD`](behaviour::Dissimilarity::JACCARD) |
//! | 3.2.1, 4.2 | selection of dissimilar behaviours | [`select`](behaviour::select()); the algorithm is this crate's, because the paper prints none |
//! | 3.2.1 | structural coverage of the model | [`coverage`](usage::UsageModel::coverage) |
//! | 3.2.2, Listing 2 | constructor in front unless it is the first action | [`constructed`](pool::constructed) |
//! | 3.2.2 | n concretisations, n = 1; random arguments | [`Pool::fill`](pool::Pool::fill); the caller chooses the arguments |
//! | 3.3 | Pr\[pick init\], Pr\[pick mut\]: an object is picked, or else generated | [`Rates`](pool::Rates), [`Pool::pick`](pool::Pool::pick) |
//! | 3.3, Listing 4 | a `LinkedList` for a `Collection` | [`Pool::pick_assignable`](pool::Pool::pick_assignable) |
//! | 3.4 | Pr\[clone\], tests with the target class, target call added; p_object_pool | [`Tests::clone_using`](pool::Tests::clone_using), [`Rates::TEST_SEEDING`](pool::Rates::TEST_SEEDING) |
//! | 3.4 | carved objects of internal classes, and of dependencies in the stack trace | [`seeded_classes`](pool::seeded_classes) |
//! | 4.2 | tools: YAMI infers models, VIBeS selects behaviours | absent: tools; [`UsageModel`](usage::UsageModel) and [`select`](behaviour::select()) replace them |
//! | 5.2.2 | only tests that use the involved classes | [`Tests::using`](pool::Tests::using) |
//! | 5.2.3 | as many behaviours of a model as individuals (100) | the first argument of [`select`](behaviour::select()) |
//! | 5.2.3 | budget 62 328 evaluations | absent: the budget belongs to the search |
//! | 5.3 | five states of a search | [`Stage`](sbst::fitness::crash::Stage) |
//! | 5.3 | odds ratio, Fisher's test, Vargha-Delaney statistic, rank sum | absent: statistics of experiments |
//! | Table 2 | states, transitions, BFS height | [`states`](usage::UsageModel::states), [`transition_count`](usage::UsageModel::transition_count), [`height`](usage::UsageModel::height); the transition count here includes the ends of behaviours |
//! | 6.2.4 | priority of classes in the stack trace | [`seeded_classes`](pool::seeded_classes); the priority when an object is picked, [`Pool::pick_assignable`](pool::Pool::pick_assignable), is this crate's |
//! | 6.2.4, 7.1, 8 | a fixed number of behaviours is too small for large models (6.2.4) and too great for small models (7.1) | [`independent_walks`](usage::UsageModel::independent_walks), this crate's |
//! | 7.1 | incremental inference after a change of the code | [`merge`](usage::UsageModel::merge) adds what is new; the model is trained again when call sequences are gone |
//! | 7.1, 8 | more sources, such as logs | [`by_object`](usage::by_object), [`merge_weighted`](usage::UsageModel::merge_weighted) |
//! | 7.2, Tables 8, 9 | 19 settings of the two rates of picking | [`Rates`](pool::Rates), with the best of them as [`MODEL_SEEDING`](pool::Rates::MODEL_SEEDING) |
//! | 8 | probabilities; the most uncommon call sequences first | [`probability_of`](usage::UsageModel::probability_of), by which the caller sorts behaviours; the paper prints no formula. [`Choice`](usage::Choice) and the weights of a [`Walker`](usage::Walker) are this crate's |
//! | 8 | behaviours selected by the state of the search | [`Walker`](usage::Walker), with weights of the caller; [`missing`](usage::UsageModel::missing) lists what is not covered yet |
//!
//! The other tables and figures of the paper are results. The paper contradicts itself in four
//! places:
//!
//! - Section 3.2.1 prints a quotient of sets instead of a quotient of their sizes, and calls d the
//!   Jaccard index, which section 2.3.1 subtracts from 1.
//! - Section 7.3.1 counts five projects; section 5.2.1 has six.
//! - Table 1 sums to 125 crashes; the text has 124.
//! - Section 5.2.4 prints 186 560 executions; its own numbers give (951 * 5 + 171 * 4) * 30 =
//!   163 170.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod behaviour;
pub mod construction;
mod draw;
mod keys;
pub mod pool;
mod search;
pub mod slice;
mod sort;
pub mod usage;

/// The example of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
