//! Functions with a bug each, and properties that tell it.

mod subject;
pub mod subjects;

// `mod extra`: subjects from a folder outside of this package, or none.
include!(concat!(env!("OUT_DIR"), "/extra.rs"));

pub use subject::{Subject, Visitor, text_of};

/// Shows all subjects to a visitor.
pub fn visit_all(visitor: &mut impl Visitor) {
    subjects::visit_all(visitor);
    extra::visit_all(visitor);
}
