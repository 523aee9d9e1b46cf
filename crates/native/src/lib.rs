//! Searches for inputs of existing fuzz targets, in Rust and in C, and says of each branch that was
//! missed how near the nearest input came.
//!
//! LLVM's SanitizerCoverage tells a running program its control-flow graph, every block that is
//! entered and the operands of every comparison, without a change to the sources. This package
//! turns that into executions for [`sbst`](https://docs.rs/sbst): the command `cargo sbst` builds a
//! target with the flags and with the runtime of this library, and the program that results
//! searches, keeps a corpus, and writes a report.
//!
//! ```console
//! $ cargo install sbst-native
//! $ cargo sbst run my_target -runs=100000      # in a crate with a folder `fuzz`, as `cargo fuzz` makes it
//! ```
//!
//! Targets that are written with `libfuzzer-sys` run unchanged. The macro [`fuzz_target`] makes one
//! without that crate: depend on this package without its default features.
//!
//! # How an execution becomes distances
//!
//! - The runtime writes what compiled code calls back to a log, a few words for each event. While
//!   code runs it allocates only at the first event of a thread.
//! - One quick pass over the log says whether the execution can matter at all: it enters a new
//!   block, or comes nearer to a branch that was never taken. Every goal that is not covered lies
//!   after such a branch, so all other executions end here.
//! - The others are read in full. Calls and returns are rebuilt from the entries of functions and
//!   the graph; each decision is explained by the comparison whose outcomes fit
//!   (`ObservedComparison` of `sbst` keeps the relations that explain all outcomes so far), or by
//!   several that have to be equal together.
//! - The campaign of `sbst` measures all goals, keeps the nearest input of each, and chooses the
//!   goal to pursue.
//!
//! # What it does not see
//!
//! The standard library is not instrumented, except for generic code that is compiled into the
//! program. A comparison whose result is kept for more than three further comparisons, or until a
//! block that makes one itself, decides a branch that has no gradient, and so does one of
//! addresses, of which LLVM tells nothing: of an iterator over a slice, for example. Functions that
//! were inlined are part of their caller.
#![cfg_attr(
    not(sbst_engine),
    allow(
        dead_code,
        unused_imports,
        reason = "the runtime and the search are used by the static library, which is built with \
            this setting"
    )
)]

#[cfg(feature = "engine")]
mod engine;
mod harness;
#[cfg(feature = "engine")]
mod observe;
#[cfg(feature = "engine")]
mod program;
#[cfg(feature = "engine")]
mod report;
#[cfg(feature = "engine")]
mod runtime;
#[cfg(feature = "engine")]
mod search;

#[cfg(feature = "arbitrary")]
#[doc(hidden)]
pub use arbitrary;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub use engine::check_options;
