//! Experiments: techniques on subjects, with many seeds.
//!
//! | item | is |
//! |---|---|
//! | [`Experiment`] | techniques, seeds, a budget, and the goals that count |
//! | [`Plan`] | several experiments that are done together |
//! | [`Store`] | a file of outcomes; an experiment that was interrupted goes on where it was |
//! | [`Progress`] | how many searches are done |
//!
//! ```
//! use sbst::distance::Rules;
//! use sbst_laboratory::experiment::{Experiment, Store};
//! use sbst_laboratory::search::{Engine, Standard};
//! use sbst_laboratory::subject::{Instrumented, Suite};
//! use sbst_laboratory::technique::Budget;
//!
//! #[sbst::instrument]
//! fn grade(points: u16) -> char {
//!     if points > 9_000 { 'A' } else if points == 4_711 { '?' } else { 'B' }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let path = module_path!().to_owned() + "::grade";
//! # let path = std::any::type_name_of_val(&grade);
//! let mut subjects = Suite::new();
//! subjects.add(Instrumented::new("grade", [path], grade))?;
//!
//! let experiment = Experiment::new()
//!     .with(Standard::new("random").by(Engine::Random))
//!     .with(Standard::new("default"))
//!     .with_seeds(5)
//!     .within(Budget::Executions(1_000));
//! let results = experiment.run(&subjects, &mut Store::in_memory(), |_| {})?;
//! let covered = |technique| results.sample("grade", technique).iter().map(|o| o.count()).sum::<usize>();
//! assert!(covered("default") >= covered("random"));
//! # Ok(())
//! # }
//! ```

mod plan;
mod runner;
mod store;
mod value;

pub use plan::Plan;
pub use runner::{ExperimentError, Progress};
pub use store::{Store, StoreError};
pub use value::Experiment;
