//! Experiments that compare techniques of search-based software testing.
//!
//! An experiment runs techniques on subjects with many seeds, and says whether one does better than
//! another, by how much, and whether that may be chance. Techniques are built of the parts of the
//! crate [`sbst`], and of yours.
//!
//! | to | use |
//! |---|---|
//! | describe a program under test and its inputs | [`subject`], [`inputs`] |
//! | build a technique of parts | [`search`] |
//! | write a search of your own | [`technique`] |
//! | run techniques on subjects; stop, and go on later | [`experiment`] |
//! | look at the outcomes | [`results`] |
//! | compare them | [`statistics`] |
//! | measure how rugged or flat the way to each goal is; find inputs at the boundary of two branches | [`landscape`] |
//! | test what publications claim | [`claims`] |
//! | have all that as a command for your own subjects | [`command`] |
//!
//! ```
//! use sbst::distance::Normaliser;
//! use sbst_laboratory::experiment::{Experiment, Store};
//! use sbst_laboratory::results::Measure;
//! use sbst_laboratory::search::Standard;
//! use sbst_laboratory::statistics::Effect;
//! use sbst_laboratory::subject::{Instrumented, Suite};
//! use sbst_laboratory::technique::Budget;
//!
//! mod triangle {
//!     #[sbst::instrument]
//!     pub fn kind([a, b, c]: [i32; 3]) -> u8 {
//!         if a <= 0 || b <= 0 || c <= 0 || a + b <= c || b + c <= a || a + c <= b {
//!             0
//!         } else {
//!             1 + u8::from(a == b) + u8::from(b == c) + u8::from(a == c)
//!         }
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut subjects = Suite::new();
//! let path = module_path!().to_owned() + "::triangle";
//! # let path = std::any::type_name_of_val(&triangle::kind).trim_end_matches("::kind").to_owned();
//! let sides = |(a, b, c): (i16, i16, i16)| triangle::kind([a.into(), b.into(), c.into()]);
//! subjects.add(Instrumented::new("triangle", [path], sides))?;
//!
//! let experiment = Experiment::new()
//!     .with(Standard::new("pairs"))
//!     .with(Standard::new("x/(x+1)").with_normaliser(Normaliser::RATIONAL))
//!     .with_seeds(5)
//!     .within(Budget::Executions(500));
//! let results = experiment.run(&subjects, &mut Store::in_memory(), |_| {})?;
//! let [pairs, rational] = ["pairs", "x/(x+1)"].map(|name| results.sample("triangle", name));
//! let effect = Effect::by(Measure::Effort, &pairs, &rational);
//! println!("A12 {:.2}, p {:.3}", effect.a12, effect.p);
//! # Ok(())
//! # }
//! ```
//!
//! # What is the same, and what is not
//!
//! With a budget of executions, the outcomes depend on the subjects, the techniques, the seeds and
//! the budget, and on nothing else: not on the machine, the number of threads, or interruptions.
//! With a budget of time they depend on the machine. A subject that asks what its processor can do,
//! or a closure of yours that uses a logarithm of the system, depends on the machine all the same.
//!
//! Two techniques that differ in one setting have the same random numbers for everything. They
//! begin with the same tests, unless the setting is about the first tests.
#![forbid(unsafe_code)]

pub mod claims;
pub mod command;
pub mod experiment;
pub mod inputs;
pub mod landscape;
mod parallel;
pub mod report;
pub mod results;
pub mod search;
pub mod statistics;
pub mod subject;
pub mod technique;
