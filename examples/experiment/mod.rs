//! Experiments: techniques on subjects, compared.

mod chart;
mod comparisons;
mod matrix;
mod report;
mod statistics;

pub(crate) use chart::chart;
pub(crate) use comparisons::matrix;
pub(crate) use report::{details, summary};
