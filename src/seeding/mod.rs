//! Seeds for a search: usage models of classes, pools of objects and tests, and plans to build the inputs that a branch needs.
//!
//! | you want to | use |
//! |---|---|
//! | learn from call sequences and control flow how objects of a class are used | [`usage::UsageModel`], [`usage::sequences`](usage::sequences()) |
//! | generate behaviours: call sequences that are similar to known ones | [`usage::Walker`] |
//! | choose a few behaviours that differ | [`behaviour::select`](behaviour::select()) |
//! | keep objects and tests that the search starts from | [`pool::Pool`], [`pool::Tests`] |
//! | find the attributes of inputs that decide a branch, and build them | [`construction::ConstructionGraph`], [`construction::Plan`] |
//!
//! This module is independent of goals and fitness. Actions are of any type with an order: a number, a name, or a method with its class.
//!
//! ```
//! use sbst::seeding::behaviour::{Dissimilarity, select};
//! use sbst::seeding::pool::{Pool, Rates, constructed};
//! use sbst::seeding::usage::{Choice, UsageModel, Walker};
//!
//! // How others use a list.
//! let mut model = UsageModel::new();
//! model.train(["new", "add", "add", "size"]);
//! model.train(["new", "add", "remove"]);
//! model.train(["size"]); // of a list that was made elsewhere
//! assert!(model.accepts(&["new", "add", "add", "remove"])); // never seen, but similar
//!
//! // A few dissimilar behaviours, as many as the model has independent walks.
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
//! // Objects made of them, to start from. Each draws a constructor if it needs one.
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
//! # SEED, item by item
//!
//! Derakhshanfar, Devroey, Perrouin, Zaidman, van Deursen, "Search-based crash reproduction using behavioral model seeding" (2020): each
//! item that a library of fitness and seeding primitives should carry.
//!
//! | Section | Item | Here |
//! |---|---|---|
//! | 2.1, Eq. 1 | weighted sum of line, exception and trace | [`WeightedSum::published_value`](crate::fitness::crash::WeightedSum::published_value) |
//! | 2.1, 3.3 | guided initialisation, crossover, mutation | absent: operators of the search |
//! | 2.2.1 | constant, dynamic, type seeding | no store of its own; a [`Pool`](pool::Pool) holds values by type, too |
//! | 2.2.2 | cloning, test pool | [`Tests`](pool::Tests) |
//! | 2.2.2 | carving, object pool | [`carved`](pool::carved), [`Pool`](pool::Pool) |
//! | 2.3 | transition system; behaviours as its paths | [`UsageModel`](usage::UsageModel), [`accepts`](usage::UsageModel::accepts); the end is a transition, where the paper returns to the initial state |
//! | 2.3.2, Figure 1 | only observed behaviour, and new combinations of it | [`UsageModel`](usage::UsageModel) |
//! | 3.1 | n-gram inference, n = 2; constructors are calls | [`UsageModel::new`](usage::UsageModel::new), [`with_order`](usage::UsageModel::with_order); the counts of transitions are ours, see 8 |
//! | 3.1.1 | static analysis: a sequence for each object and path, the true branch of a loop once | [`sequences`](usage::sequences()), under a cap; that a path may skip the loop is ours. Without paths: [`models`](usage::models()), ours |
//! | 3.1.1 | intraprocedural | [`sequences`](usage::sequences()) reads one function; which calls a block lists is up to the caller |
//! | 3.1.2 | dynamic analysis: calls on each object in a run | [`by_object`](usage::by_object), of the caller's log |
//! | 3.2 | states are ignored while behaviours are selected | [`Dissimilarity`](behaviour::Dissimilarity) compares actions only |
//! | 3.2 | models of internal classes, and of dependencies in the stack trace | [`seeded_classes`](pool::seeded_classes) |
//! | 2.3.1, 3.2.1 | dissimilarity d, 1 - Jaccard index | [`Dissimilarity::JACCARD`](behaviour::Dissimilarity::JACCARD) |
//! | 3.2.1, 4.2 | selection of dissimilar behaviours | [`select`](behaviour::select()), ours: the paper prints no algorithm |
//! | 3.2.1 | structural coverage of the model | [`coverage`](usage::UsageModel::coverage) |
//! | 3.2.2, Listing 2 | constructor in front unless it is the first action | [`constructed`](pool::constructed) |
//! | 3.2.2 | n concretisations, n = 1; random arguments | [`Pool::fill`](pool::Pool::fill); arguments are the caller's |
//! | 3.3 | Pr\[pick init\], Pr\[pick mut\]; picked, or generated | [`Rates`](pool::Rates), [`Pool::pick`](pool::Pool::pick) |
//! | 3.3, Listing 4 | a `LinkedList` for a `Collection` | [`Pool::pick_assignable`](pool::Pool::pick_assignable) |
//! | 3.4 | Pr\[clone\], tests with the target class, target call added; p_object_pool | [`Tests::clone_using`](pool::Tests::clone_using), [`Rates::TEST_SEEDING`](pool::Rates::TEST_SEEDING) |
//! | 3.4 | carved objects of internal classes, and of dependencies in the stack trace | [`seeded_classes`](pool::seeded_classes) |
//! | 4.2 | tools: YAMI infers models, VIBeS selects behaviours | absent: tools; [`UsageModel`](usage::UsageModel) and [`select`](behaviour::select()) in their place |
//! | 5.2.2 | only tests that use the involved classes | [`Tests::using`](pool::Tests::using) |
//! | 5.2.3 | as many behaviours of a model as individuals (100) | the first argument of [`select`](behaviour::select()) |
//! | 5.2.3 | budget 62 328 evaluations | absent: the search's |
//! | 5.3 | five states of a search | [`Stage`](crate::fitness::crash::Stage) |
//! | 5.3 | odds ratio, Fisher's test, Vargha-Delaney statistic, rank sum | absent: statistics of experiments |
//! | Table 2 | states, transitions, BFS height | [`states`](usage::UsageModel::states), [`transition_count`](usage::UsageModel::transition_count), [`height`](usage::UsageModel::height); our transition count includes the ends |
//! | 6.2.4 | priority of classes in the stack trace | [`seeded_classes`](pool::seeded_classes); also at picking, which is ours: [`Pool::pick_assignable`](pool::Pool::pick_assignable) |
//! | 6.2.4, 7.1, 8 | a fixed number of behaviours is too small for large models (6.2.4), too great for small ones (7.1) | [`independent_walks`](usage::UsageModel::independent_walks), ours |
//! | 7.1 | incremental inference after a change of the code | [`merge`](usage::UsageModel::merge), [`unmerge`](usage::UsageModel::unmerge) |
//! | 7.1, 8 | more sources, such as logs | [`by_object`](usage::by_object), [`merge_weighted`](usage::UsageModel::merge_weighted) |
//! | 7.2, Tables 8, 9 | 19 settings of the two rates of picking | [`Rates`](pool::Rates), with the best of them as [`MODEL_SEEDING`](pool::Rates::MODEL_SEEDING) |
//! | 8 | probabilities; the most uncommon call sequences first | [`probability_of`](usage::UsageModel::probability_of), to sort behaviours by; no formula is printed. Ours: [`Choice`](usage::Choice), [`walk_by`](usage::UsageModel::walk_by) |
//! | 8 | behaviours selected by the state of the search | weights of the caller's: [`Walker`](usage::Walker); [`missing`](usage::UsageModel::missing) |
//!
//! The other tables and figures are results. Slips of the paper: 3.2.1 prints a quotient of sets, not of their sizes, and calls d the Jaccard
//! index, which 2.3.1 subtracts from 1; 7.3.1 counts five projects where 5.2.1 has six; Table 1 sums to 125 crashes where the text has 124; 5.2.4 prints 186 560 executions,
//! and its own numbers give (951 * 5 + 171 * 4) * 30 = 163 170.
//!
//! Source of [`construction`]: Lin et al., "Graph-based seed object synthesis for search-based unit testing" (2021), sections 3.1 to 3.3.

pub mod behaviour;
mod components;
pub mod construction;
mod draw;
#[cfg(feature = "serde")]
mod plain;
pub mod pool;
pub mod usage;
