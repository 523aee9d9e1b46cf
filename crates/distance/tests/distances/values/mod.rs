//! Distances of text, sequences, collections, structured values, ranges, masks and approximate
//! floats, against the definition, written slowly in [`oracle`].

mod collections;
mod faults;
mod numbers;
mod oracle;
mod own;
mod sequences;
mod structures;
mod texts;
