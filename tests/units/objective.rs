//! Goals: the least value of each.

#[path = "../../src/objective/suite/least.rs"]
mod least;
