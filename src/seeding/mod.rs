//! What a search starts from: models of how objects are used, and pools of objects that were used so.
//!
//! - [`usage`] learns from call sequences how objects of a class are used: a model of which action follows which, and walks through it.
//! - [`behaviour`] says how different two behaviours are, and picks few that differ much.
//! - [`pool`] keeps what was made of them, for the search to take from.
//! - [`construction`] finds the attributes of inputs that decide a branch, and plans how to build them.
//!
//! It knows neither goals nor fitness. An action is whatever the caller's language calls one: a type with an order, such as a number, a
//! name, or a method with its class.
//!
//! ```
//! use sbst::seeding::behaviour::{Dissimilarity, select};
//! use sbst::seeding::pool::{Pool, Rates};
//! use sbst::seeding::usage::{Choice, UsageModel};
//!
//! // How others use a list.
//! let mut model = UsageModel::new();
//! model.train(["new", "add", "add", "size"]);
//! model.train(["new", "add", "remove"]);
//! model.train(["new", "size"]);
//! assert!(model.accepts(&["new", "add", "add", "remove"])); // never seen, but like what was
//!
//! // Few behaviours that differ, as many as the model has independent walks.
//! let mut seed = 7_u32;
//! let mut draw = || {
//!     seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
//!     f64::from(seed >> 8) / f64::from(1 << 24)
//! };
//! let walk = || model.walk(Choice::Uniform, 20, &mut draw);
//! let behaviours = select(model.independent_walks().min(20), 50, walk, |a, b| Dissimilarity::JACCARD.between(a, b));
//!
//! // Objects made of them, to start from.
//! let mut pool = Pool::new();
//! pool.fill("list", &behaviours, 1, |actions| Some(actions.len()));
//! assert!(pool.pick(&"list", Rates::PUBLISHED.pick_initial, || 0.0).is_some());
//! ```
//!
//! Sources: Derakhshanfar et al., "Search-based crash reproduction using behavioural model seeding" (2020), section 3; Lin et al.,
//! "Graph-based seed object synthesis for search-based unit testing" (2021), sections 3.1 to 3.3.

pub mod behaviour;
pub mod construction;
mod draw;
#[cfg(feature = "serde")]
mod plain;
pub mod pool;
pub mod usage;
