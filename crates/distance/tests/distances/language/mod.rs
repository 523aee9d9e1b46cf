//! Distances to regular languages, against the definition: the nearest of all members, which
//! [`oracle`] lists one by one.

mod automata;
mod errors;
mod oracle;
#[cfg(feature = "regex")]
mod patterns;
mod scale;
#[cfg(feature = "regex")]
mod syntax;
mod texts;
