//! Which mutants of one expression imply which, and which are minimal, is what enumerating the
//! definition says.

mod covering;
mod data;
mod enumeration;
mod faults;
mod goals;
mod golden;
mod operands;
mod sets;
mod shifts;
mod tables;

use crate::effort::config;
