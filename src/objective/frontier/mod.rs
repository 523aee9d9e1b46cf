//! What the frontier of a search learns from goals and control flow: which goals lie behind which.

mod fit;
mod goal_graph;

pub use goal_graph::{GoalGraph, Roots};
