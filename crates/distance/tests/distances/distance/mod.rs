//! Distances and decisions against the definition, written slowly in [`oracle`].

mod aggregate;
mod collision;
mod edit;
mod fixed;
mod floats;
mod formulas;
mod integers;
mod logic;
mod nearest;
mod normalise;
mod number;
mod observed;
mod oracle;
mod relation;
mod switch;
mod truthness;
mod vectors;
