//! Flags: branches that test the Boolean result of a call, and the gradient behind them.
//!
//! In `if check(x)` the branch knows that the result was false, and nothing more: all executions that fail there are equally far, a plateau
//! on which a search is blind. What happened in `check` tells how far it was from returning true.
//!
//! - [`Flags`] is what is known of the program: which branch is a flag of which call, and what functions return where.
//! - [`FlagGradient`] computes how far the flags of an execution are. The execution tells of its calls one by one
//!   ([`CallTree`](crate::execution::CallTree)); a [`Trace`](crate::execution::Trace) does if it is
//!   [asked to](crate::execution::Trace::with_call_tree) and its subjects say where they call
//!   ([`Frame::site`](crate::execution::Frame::site)).
//! - [`Refined`] is the result: an execution, to be swept instead of the one that was observed. So every goal that is measured on the
//!   tables, the flag itself or behind it, has the gradient, and no goal knows of it.
//!   [`Goals::measure_refined`](crate::objective::Goals::measure_refined) does it for a registry. Crashes are measured call by call, and
//!   have no use for it.
//!
//! It matters where the decisions within `check` are not goals themselves, as in a library that is only called: where they are, a search
//! often finds its way to the flag by covering them first, and flags make that shorter.
//!
//! # The definition
//!
//! Flag x needs the call at site s to return w. The *required branches* of (f, w) are those that the exits depend on where function f
//! returns the constant w. In activation a,
//!
//! ```text
//! F(x, a)    = the aggregate over all r required of the aggregate over all activations c at s in a of cell(r, c)
//! cell(r, c) = level + part of r's control-flow distance in c alone, at least the smallest positive
//! part       = d / (1 + d), where d is the observed distance at which the level is measured, or F if that is of a flag in turn
//! ```
//!
//! A site may call several functions; each activation is asked for what is required of its own. An exit that returns the result of a call
//! is required, too: its cell is norm(F) of that call if c came there, else one level above c's distance from the exit; one that nothing
//! reaches is not. F is 0 iff the flag was taken, else at least [`Distance::SMALLEST`](crate::distance::Distance::SMALLEST). It is
//! infinite if no call at the site is known, or if nothing is required of the functions called there: no exit is known that returns w, or
//! it depends on no branch. That is as far as can be, for what is never entered is not near. Cells are finite: where one depends on such
//! a flag in turn, its part is 1.
//!
//! F takes the place of the distance that is observed at the flag; of several activations of its function the least F does. Functions that
//! call themselves, or each other, need no care: F follows the activations, and those end.
//!
//! Both aggregates are the harmonic mean by default: the nearest call, or branch, counts most, and the others still count, unlike with the
//! least of them. Which comes first is [`Order`]. The published value of a flag is norm(F), in (0, 1]; a [`Fitness`](super::Fitness) has F
//! itself, which may exceed 1, and its scalar that norm.
//!
//! # Where it ends
//!
//! - A flag that is kept in a variable needs none of this if it is computed in the same function: keep the
//!   [`Decision`](crate::distance::Decision), and decide with that.
//! - One that is computed from results, `check(x) & other(x)`, is no flag of either call. Calls that are made until one returns `true`, or
//!   `false`, are flags of one side: see [`FunctionFlags::branch`].
//! - Declarations are not compared with the code. Where they do not fit, flags are often infinitely far, or as near as can be without being
//!   taken: [`Refined::check`] finds those. A plausible mistake shows nowhere.
//!
//! # In a search
//!
//! As published, plain distances come first, and a [`Gate`](super::Gate) with a usage of 1 tells which goals are old enough for their
//! refined values. Those are not to be compared with plain ones, so keep both rows of a test, and let each goal take its value from the
//! row of its gate for the whole population. [`Histories`](super::Histories) are shown the plain rows: a refined value that is greater
//! than 1 would look like no progress.
//!
//! Source: Lin et al., "Recovering Fitness Gradients for Interprocedural Boolean Flags in Search-Based Testing" (2020), section 3. What an
//! exit that hands on a result is worth, what is not known, and the clamps are ours.

mod cells;
mod flags;
mod gradient;
mod refined;
mod tree;

pub use flags::{FlagError, Flags, FunctionFlags, Returns};
pub use gradient::FlagGradient;
pub use refined::Refined;

/// Which of the two aggregations comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// Over the activations at the site, for each required branch; then over the branches. As published.
    #[default]
    ActivationsFirst,
    /// Over what is required, in each activation; then over the activations. As the published tool does it.
    RequiredFirst,
}
