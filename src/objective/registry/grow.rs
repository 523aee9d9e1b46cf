//! Coverage goals that follow a program as it grows.
//!
//! A line may get statements in new functions, and a function may become one that tests can call.
//! If a goal is added again, the registered goal of its identity takes over such additions, and
//! keeps its form. Goals are recognised by type, so a goal in a wrapper of the caller does not
//! change.

use crate::id::{Branch, Function};
use crate::objective::{DirectGoal, LineGoal, Published, PublishedWithLevel};
use core::any::Any;

/// Adds to `known` what `offered`, a goal of the same identity, has in addition; returns `true` if
/// `known` changed.
pub(in crate::objective) fn grow(known: &mut dyn Any, offered: &dyn Any) -> bool {
    if let (Some(known), Some(offered)) = (bare_mut::<LineGoal>(known), bare::<LineGoal>(offered)) {
        return known.grow(offered);
    }
    if let (Some(known), Some(offered)) = (bare_mut::<DirectGoal<Branch>>(known), bare(offered)) {
        return known.grow(offered);
    }
    match (bare_mut::<DirectGoal<Function>>(known), bare(offered)) {
        (Some(known), Some(offered)) => known.grow(offered),
        _ => false,
    }
}

/// Returns the goal inside the wrapper that sets its formula.
fn bare<G: 'static>(goal: &dyn Any) -> Option<&G> {
    let published = goal.downcast_ref().map(|Published(goal)| goal);
    let with_level = || goal.downcast_ref().map(|PublishedWithLevel(goal)| goal);
    published.or_else(with_level).or_else(|| goal.downcast_ref())
}

/// Returns the goal inside the wrapper that sets its formula, to be changed.
fn bare_mut<G: 'static>(goal: &mut dyn Any) -> Option<&mut G> {
    if goal.is::<Published<G>>() {
        return goal.downcast_mut().map(|Published(goal)| goal);
    }
    if goal.is::<PublishedWithLevel<G>>() {
        return goal.downcast_mut().map(|PublishedWithLevel(goal)| goal);
    }
    goal.downcast_mut()
}
