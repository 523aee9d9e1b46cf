//! The space in which flags are computed, and what is computed there.

use super::cells::Table;
use super::flags::{Flags, Required};
use super::forms::{InnerFlags, Iterations, Order, RequiredBranches};
use super::tree::Answer;
use crate::distance::{Combination, Distance, Normalisation};
use crate::flow::FlowGraph;
use crate::id::{CallSite, Function};
use alloc::vec::Vec;
use core::ops::Range;

/// How cells become a distance.
#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    pub normaliser: Normalisation,
    pub over_activations: Combination,
    pub over_required: Combination,
    pub order: Order,
    pub iterations: Iterations,
    pub inner_flags: InnerFlags,
    pub required: RequiredBranches,
}

/// What is asked of which execution.
pub(super) struct Job<'a, X: ?Sized> {
    pub graph: &'a FlowGraph,
    pub flags: &'a Flags,
    pub run: &'a X,
    pub forms: &'a Forms,
}

/// Space that is used again for every context.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    pub contexts: Vec<Context>,
    /// By context.
    pub members: Vec<u32>,
    /// By context: the sets of keys that it is asked for.
    pub keys: Vec<u32>,
    pub callees: Vec<Callee>,
    /// By context and question.
    pub wanted: Vec<Wanted>,
    pub answers: Vec<Answer>,
    /// What is required of the functions that are called.
    pub required: Vec<Required>,
    /// One row of cells for each required branch, or for each activation, whichever is combined first.
    pub cells: Vec<Distance>,
    pub combined: Vec<Distance>,
    pub table: Table,
    /// The activations of the functions that have flags.
    pub targets: Vec<(Function, u32)>,
}

/// Several activations of one function, as one.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub function: Function,
    pub members: Range<usize>,
    pub keys: Range<usize>,
    pub callees: Range<usize>,
    pub first_answer: usize,
}

/// An activation that somebody asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Callee {
    pub site: CallSite,
    pub function: Function,
    pub activation: u32,
    /// The context that it is a member of; [`ALONE`] if its answers are its own.
    pub context: u32,
}

pub(super) const ALONE: u32 = u32::MAX;

/// Whether an answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wanted {
    No,
    /// If there is one: nothing is wrong if there is none.
    Perhaps,
    Yes,
}
