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
//! - [`Refined`] is the result: an execution, to be swept instead of the one that was observed. So every goal above or below a flag has the
//!   gradient, and no goal knows of it. [`Goals::observe_refined`](crate::objective::Goals::observe_refined) does it for a registry.
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
//! An exit that returns the result of a call is required, too: its cell is norm(F) of that call if c came there, else one level above
//! c's distance from the exit. F is 0 iff the flag was taken, else at least
//! [`Distance::SMALLEST`](crate::distance::Distance::SMALLEST), and infinite if no call at the site is known, or nothing of what the
//! functions return there: as far as can be, for what is never entered is not near. It takes the place of the distance that is observed
//! at the flag, the least one over the activations of its function. Functions that call themselves, or each other, need no care: F follows
//! the activations, and those end.
//!
//! Both aggregates are the harmonic mean by default: the nearest call, or branch, counts most, and the others still count, unlike with the
//! least of them. Over which the inner one goes, is [`Inner`]. The published value of a flag is norm(F), in (0, 1].
//!
//! What is not so: a flag that is kept in a variable needs none of this if it is computed in the same function (keep the
//! [`Decision`](crate::distance::Decision), and decide with that); one that is computed from results (`check(x) & check(y)`) is no flag of
//! either call.
//!
//! A search may do without it as long as it gets on: [`Gate`](crate::fitness::Gate) tells which goals are old enough for their refined
//! values. Those are not to be compared with plain ones: when the gate of a goal opens, its tests are to be measured anew.
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

/// Over what the inner one of the two aggregations goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Inner {
    /// Over the activations at the site, for each required branch; then over the branches. As published.
    #[default]
    Activations,
    /// Over what is required, in each activation; then over the activations. As the published tool does it.
    Required,
}
