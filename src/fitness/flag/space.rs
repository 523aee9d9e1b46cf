//! Scratch space of the computation of flags.

use super::cells::Table;
use super::flags::Required;
use super::tree::Answer;
use crate::distance::Distance;
use crate::id::{CallSite, Function};
use alloc::vec::Vec;
use core::ops::Range;

/// Scratch space that every context uses again.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    /// Contexts, breadth first.
    pub contexts: Vec<Context>,
    /// Activations, by context.
    pub members: Vec<u32>,
    /// Sets of keys that each context is asked for, by context.
    pub keys: Vec<u32>,
    /// Callees of contexts, by context, site, function and number.
    pub callees: Vec<Callee>,
    /// Wanted questions, by context and question.
    pub wanted: Vec<Wanted>,
    /// Answers, by context and question.
    pub answers: Vec<Answer>,
    /// Requirements of the called function that is being measured.
    pub required: Vec<Required>,
    /// Cells, one row for each requirement or for each activation, whichever is combined first.
    pub cells: Vec<Distance>,
    /// Distances after the first aggregation.
    pub combined: Vec<Distance>,
    /// Scratch space for the goals of one activation.
    pub table: Table,
    /// Activations of functions that have flags.
    pub targets: Vec<(Function, u32)>,
}

/// Several activations of one function that are treated as one.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub function: Function,
    pub members: Range<usize>,
    pub keys: Range<usize>,
    pub callees: Range<usize>,
    pub first_answer: usize,
}

/// An activation that some question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Callee {
    pub site: CallSite,
    pub function: Function,
    pub activation: u32,
    /// The context that it is a member of, or [`ALONE`] if it answers for itself.
    pub context: u32,
}

/// Stands for no context.
pub(super) const ALONE: u32 = u32::MAX;

/// Demand for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wanted {
    /// The answer is not wanted.
    No,
    /// The answer is wanted if there is one; its absence is no error.
    Perhaps,
    /// The answer is wanted.
    Yes,
}
