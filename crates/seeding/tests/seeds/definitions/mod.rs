//! Oracles: the definitions of F14 and F15, written slowly and obviously.
//!
//! - [`construction`] holds what F15 says about slices and the values in a program, [`plan`] about
//!   the order in which to build them.
//! - [`seeding`] holds what F14 says about models, walks, paths and behaviours.
//! - [`printed`] has oracles that were written from the two papers alone, by somebody who had not
//!   read the crate.
//!
//! Nothing here asks the library how to compute; it only borrows its names.
#![allow(dead_code, reason = "what a definition says is not always asked")]

pub(crate) mod construction;
pub(crate) mod plan;
pub(crate) mod printed;
pub(crate) mod seeding;
