//! Goals that follow a program as it grows.
//!
//! A line may get statements in new functions, and a function may become one that tests can call. A goal that is offered again says so: the
//! one that a registry has takes that in, and keeps its form. Goals are told by their type, so one in a wrapper of the user's stays as it is.

use crate::id::{Branch, Function};
use crate::objective::{DirectGoal, LineGoal, Published, PublishedWithLevel};
use core::any::Any;

/// Lets `known` take in what `offered`, a goal of the same identity, knows more of the program; returns `true` if it learned something.
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

/// The goal without the formula around it.
fn bare<G: 'static>(goal: &dyn Any) -> Option<&G> {
    if let Some(Published(goal)) = goal.downcast_ref() {
        return Some(goal);
    }
    if let Some(PublishedWithLevel(goal)) = goal.downcast_ref() {
        return Some(goal);
    }
    goal.downcast_ref()
}

fn bare_mut<G: 'static>(goal: &mut dyn Any) -> Option<&mut G> {
    if goal.is::<Published<G>>() {
        return goal.downcast_mut().map(|Published(goal)| goal);
    }
    if goal.is::<PublishedWithLevel<G>>() {
        return goal.downcast_mut().map(|PublishedWithLevel(goal)| goal);
    }
    goal.downcast_mut()
}
