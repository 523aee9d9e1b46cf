//! Which goals to pursue.
mod archive;
mod density;
mod frontier;
mod gates;
mod goal_graph;
mod lists;
mod populations;
mod rank;
mod rows;
mod sort;
mod suite;
mod table;
mod view;

pub use archive::Archive;
pub use density::Density;
pub use frontier::Frontier;
pub use goal_graph::{GoalGraph, Roots};
pub use populations::{Kept, Populations, heuristic};
pub use rank::{Fronts, Ranker};
pub use rows::{Matrix, ObjectiveValue, Rows, dominates};
pub use suite::Suite;
