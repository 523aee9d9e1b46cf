//! Distances and decisions against the definition, written slowly in [`oracle`].

mod floats;
mod integers;
mod logic;
mod nearest;
mod number;
mod oracle;
mod switch;
mod vectors;
