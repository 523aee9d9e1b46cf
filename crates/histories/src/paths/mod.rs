//! Paths of one function, as goals of coverage: edge pairs, longer sequences, and prime paths.
//!
//! - List all walks of n consecutive blocks with [`sequences`]: for n = 2 the edges, for n = 3 the
//!   edge pairs.
//! - List the prime paths with [`prime_paths`]: the simple paths that are not part of another
//!   simple path. A path is *simple* if no block occurs in it twice, except that its first block
//!   may also be its last one.
//! - Count walks without listing them with [`sequence_count`].
//! - Make a single path from blocks with [`BlockPath::new`].
//!
//! ```
//! use sbst_histories::paths::{prime_paths, sequences};
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::Function;
//!
//! // 0: while a { 1 }  2
//! let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
//! let edge_pairs = sequences(&graph, Function::new(0), 3, 1000)?;
//! let primes = prime_paths(&graph, Function::new(0), 1000)?;
//! assert_eq!((edge_pairs.len(), primes.len()), (3, 3));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! The caller bounds both lists: a function can have exponentially many paths.
//!
//! Paths go from block to block: parallel edges are one step. They follow
//! [`FlowGraph::successors`](sbst::flow::FlowGraph::successors), including exception edges, so virtual
//! exits of endless loops are in no path. Blocks that cannot be reached from the entry are in no
//! path either. A walk need not begin at the entry.
//!
//! Source: Ammann, Offutt, "Introduction to Software Testing" (2008), section 2.2.1 (section 7.2.1
//! in the second edition): edge-pair coverage and prime path coverage.

mod path;
mod prime;
mod sequence;

pub use path::{BlockPath, PathError, TooManyPaths};
pub use prime::prime_paths;
pub use sequence::{sequence_count, sequences};
