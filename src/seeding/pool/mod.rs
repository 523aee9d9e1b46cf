//! Objects and tests that a search takes instead of making new ones.
//!
//! - [`Pool`] holds objects by class, made of behaviours ([`Pool::fill`]) or carved from tests; a parameter of a supertype takes those of
//!   all classes that the caller says are assignable ([`Pool::pick_assignable`]).
//! - [`Tests`] holds whole tests, and clones those that use the target class.
//! - [`Rates`] says how often to take one; two published settings.
//! - [`constructed`] puts a constructor in front of a behaviour, [`carved`] cuts off what was called before one; [`seeded_classes`] chooses
//!   and orders the classes whose models give behaviours, and whose objects are carved.
//!
//! Sources: Derakhshanfar et al., "Search-based crash reproduction using behavioral model seeding" (SEED, 2020), sections 3.2 to 3.4; Rojas,
//! Fraser, Arcuri, "Seeding strategies in search-based unit test generation" (2016).

mod classes;
mod cloning;
mod objects;
mod rates;

pub use classes::{carved, constructed, seeded_classes};
pub use cloning::Tests;
pub use objects::Pool;
pub use rates::Rates;
