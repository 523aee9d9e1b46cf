//! Crash reproduction: how far an execution is from a crash of which the stack trace is known.
//!
//! - [`StackTrace`] and [`StackFrame`] are generic over identifiers: text, interned numbers, addresses.
//! - [`Crash`] is the wanted stack trace, up to the target frame, and where its frames lie in the program.
//! - [`WeightedSum`] measures an execution by the target frame's line, the type of the exception, and its stack trace; [`Stage`] names
//!   how far that has come.
//! - [`STDistance`] measures it by the calls that lead to the crash; it needs [`CallTree`].
//! - [`Similarity`] says how stack traces are compared: [`Ordered`](Similarity::Ordered), or [`Free`](Similarity::Free) as published.
//!
//! As goals of a search: [`objective::crash`](crate::objective::crash). To break ties between tests that are equally near,
//! [`block_coverage`](super::block_coverage) compares them for [`Crash::target`]; its publication does so at any time, without a gate. The
//! `crash` example searches by all of these.
//!
//! # The definition
//!
//! The wanted frames, the innermost first, end with the *target frame*: the call from which the crash is to be reproduced. Let
//! norm(x) be x / (1 + x), and (level, d) the value of the goal to reach a line, in its [flat form](super::Reach::flat_statement).
//!
//! ```text
//! WeightedSum = 3 d_l + 2 d_e + d_tr
//! d_l         = 0 if the target frame's line was reached, else norm(1 + level + norm(d))
//! d_e         = 0 if it was, and an exception of the wanted type was thrown, else 1
//! d_tr        = norm(least cost of a stack trace of such an exception), or 1 if there is none
//!
//! STDistance  = |R| - lcp - (1 - SD) + penalty, and if lcp = |R| the penalty alone
//! R           = the wanted frames that lie in the program: those for which statements were given
//! lcp         = how many frames of R are covered, from the outermost one on, each within a call that covers the one before
//! SD          = norm(1 + level + norm(d)) of the next frame's line, within such a call
//! penalty     = 0 if lcp = |R| and an exception of the wanted type was thrown in the innermost wanted frame, else 1
//! ```
//!
//! Several exceptions count by the least, whatever their order. Published tools let the last one win; they score a line whose branch was
//! taken, but which an exception kept from being reached, as if it were farther than the branch not taken; and their comparison of stack
//! traces finds one call of a recursion for each of several ([`Similarity::Free`]). Here none of that is so, unless
//! [`Similarity::Free`] is chosen.
//!
//! # Stack traces from text
//!
//! Reading text is the caller's, and short. What a test throws is read and filtered in the same way as the log: a frame that is left out of
//! only one of the two makes them differ. Goals keep the crash, so its identifiers must be owned or `'static`: [`StackTrace::map`] makes
//! them so. Java, with the causes of an exception, each of which is a trace of its own:
//!
//! ```
//! use sbst::execution::{StackFrame, StackTrace};
//!
//! /// The exception, then what caused it, and so on.
//! fn read_java(text: &str) -> Option<Vec<StackTrace<&str>>> {
//!     let mut chain: Vec<StackTrace<&str>> = Vec::new();
//!     for line in text.lines().map(str::trim) {
//!         if let Some(frame) = line.strip_prefix("at ") {
//!             let (name, place) = frame.strip_suffix(')')?.split_once('(')?; // or (Native Method), (Unknown Source)
//!             let (class, method) = name.rsplit_once('.')?;
//!             let line = place.split_once(':').and_then(|(_file, line)| line.parse().ok());
//!             chain.last_mut()?.frames.push(StackFrame { class, method, line });
//!         } else if let Some(more) = line.strip_prefix("... ") {
//!             let shared: usize = more.strip_suffix(" more")?.parse().ok()?; // with the exception that it caused
//!             let [.., effect, cause] = &mut chain[..] else { return None };
//!             cause.frames.extend_from_slice(&effect.frames[effect.frames.len().checked_sub(shared)?..]);
//!         } else if chain.is_empty() || line.starts_with("Caused by: ") {
//!             let line = line.trim_start_matches("Caused by: ").trim_start_matches("Exception in thread \"main\" ");
//!             chain.push(StackTrace::new(line.split(':').next()?, []));
//!         } // else: a message of several lines
//!     }
//!     Some(chain)
//! }
//!
//! let chain = read_java(
//!     "Exception in thread \"main\" java.lang.IllegalStateException: no total
//!         at shop.Cart.total(Cart.java:33)
//!         at shop.Main.main(Main.java:5)
//!      Caused by: java.lang.NullPointerException
//!         at shop.Item.price(Item.java:12)
//!         at jdk.internal.reflect.Accessor.invoke0(Native Method)
//!         at shop.Cart.total(Cart.java:31)
//!         ... 1 more",
//! )
//! .expect("a stack trace");
//! let root_cause = chain[1].clone().up_to(3).without(|frame| frame.class.starts_with("jdk."));
//! assert_eq!(root_cause.to_string(), "java.lang.NullPointerException at shop.Item.price:12, shop.Cart.total:31");
//! assert_eq!(chain[1].frames.last(), chain[0].frames.last());
//! ```
//!
//! A panic of Rust; the modules stand for classes:
//!
//! ```
//! use sbst::execution::{StackFrame, StackTrace};
//!
//! fn read_panic(text: &str) -> Option<StackTrace<&str>> {
//!     let mut lines = text.lines().map(str::trim);
//!     lines.find(|line| line.contains(" panicked at "))?;
//!     let mut trace = StackTrace::new(lines.next()?.split(':').next()?, []); // the message, without numbers
//!     for line in lines {
//!         if let Some(place) = line.strip_prefix("at ") {
//!             trace.frames.last_mut()?.line = place.rsplit(':').nth(1)?.parse().ok(); // file:line:column
//!         } else if let Some((number, path)) = line.split_once(": ") && number.parse::<u32>().is_ok() {
//!             let (class, method) = path.rsplit_once("::").unwrap_or(("", path));
//!             trace.frames.push(StackFrame::new(class, method));
//!         }
//!     }
//!     Some(trace)
//! }
//!
//! let trace = read_panic(
//!     "
//! thread 'main' (20201) panicked at src/list.rs:3:9:
//! index out of bounds: the len is 3 but the index is 3
//! stack backtrace:
//!    0: __rustc::rust_begin_unwind
//!              at /rustc/59807616/library/std/src/panicking.rs:689:5
//!    1: core::panicking::panic_bounds_check
//!              at /rustc/59807616/library/core/src/panicking.rs:271:5
//!    2: shop::list::get
//!              at ./src/list.rs:3:9
//!    3: shop::cart::total
//!              at ./src/cart.rs:8:54
//!    4: shop::main
//! note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.",
//! )
//! .expect("a panic");
//! let trace = trace.without(|frame| ["core::", "std::", "__rustc"].iter().any(|start| frame.class.starts_with(start)));
//! assert_eq!(trace.up_to(2).to_string(), "index out of bounds at shop::list.get:3, shop::cart.total:8");
//! ```

mod align;
mod frame;
mod nested;
#[cfg(feature = "serde")]
mod plain;
mod similarity;
mod stack_distance;
mod target;
mod weighted_sum;

#[cfg(doc)]
use crate::execution::CallTree;
#[doc(no_inline)]
pub use crate::execution::{StackFrame, StackTrace};
pub use frame::frame_distance;
pub use similarity::Similarity;
pub use stack_distance::STDistance;
pub use target::{Crash, CrashError};
pub use weighted_sum::{Stage, WeightedSum};
