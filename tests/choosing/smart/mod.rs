//! Which goals of many criteria are pursued, what becomes of the others, and that what is reported
//! as lost is all that may be.

mod groups;
mod laws;
mod lines;
mod mutants;
mod printed;
mod selection;
mod ticket;
mod worked;

use crate::effort::config;
