//! Pools of objects and of tests, from which a search takes starting points instead of making new
//! ones.
//!
//! | task | item |
//! |---|---|
//! | keep objects by class | [`Pool::add`] |
//! | make objects of behaviours | [`Pool::fill`], with [`constructed`] if a behaviour may lack its constructor |
//! | cut an object out of the run of a test | [`carved`] |
//! | get an object of one class | [`Pool::pick`] to leave it in the pool, [`Pool::take`] to remove it |
//! | get an object for a parameter of a supertype | [`Pool::pick_assignable`] |
//! | keep whole tests, and clone those that use the target class | [`Tests`] |
//! | choose how often to use the pools | [`Rates`], with the settings of two published strategies |
//! | choose the classes whose objects go into the pool | [`seeded_classes`] |
//!
//! ```
//! use sbst_seeding::pool::{Pool, Rates};
//!
//! let mut pool = Pool::new();
//! pool.add("list", "new ArrayList()");
//! let chance = Rates::MODEL_SEEDING.pick_initial; // 1: always
//! assert_eq!(pool.pick("list", chance, || 0.5), Some(&"new ArrayList()"));
//! ```
//!
//! Classes, objects and tests are of any types of the caller. The caller also supplies the random
//! draws, numbers in [0, 1). The conversion of a behaviour into code is up to the caller.
//!
//! # Sources
//!
//! - Derakhshanfar et al., "Search-based crash reproduction using behavioral model seeding" (SEED,
//!   2020), sections 2.2.2 and 3.2 to 3.4.
//! - Rojas, Fraser, Arcuri, "Seeding strategies in search-based unit test generation" (2016).

mod classes;
mod cloning;
mod objects;
#[cfg(feature = "serde")]
mod plain;

pub use classes::{Rates, carved, constructed, seeded_classes};
pub use cloning::Tests;
pub use objects::Pool;
