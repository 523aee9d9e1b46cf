//! Which mutants of one expression imply which, and which are minimal, is what enumerating the definition says.

mod covering;
mod data;
#[path = "../oracle/effort.rs"]
mod effort;
mod enumeration;
mod faults;
mod goals;
mod golden;
mod operands;
mod shifts;
mod tables;

use effort::config;
