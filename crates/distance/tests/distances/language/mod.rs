//! Distances to regular languages, against the definition: the nearest of all members, which
//! [`oracle`] lists one by one.

mod automata;
mod errors;
mod oracle;
mod scale;
mod texts;
