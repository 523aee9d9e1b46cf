//! Frontiers of a registry: the goal graph, by control dependence, and how a frontier follows it.

mod fit;
mod goal_graph;

pub use goal_graph::{GoalGraph, Roots};
