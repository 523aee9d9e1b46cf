//! An execution whose flags have a gradient.

use super::flags::Flags;
use super::tree::Tree;
use crate::distance::Distance;
use crate::execution::{DirectCalls, Execution};
use crate::flow::{Edge, FlowGraph};
use crate::id::{Activation, Block, Branch, Function};

/// An execution that tells how far its flags are from being taken, instead of what was observed where they are decided; made by
/// [`FlagGradient::refine`](super::FlagGradient::refine). It is swept instead of the execution, and then no goal knows the difference.
///
/// A flag that was taken is at 0, one that was never evaluated at `None`, as in the execution itself. Any other is at the least of its
/// distances over the activations, at least [`Distance::SMALLEST`]; infinite where nothing is known of the calls.
///
/// Suites: the pointwise least of the tables of their tests ([`Reach::merge`](crate::fitness::Reach::merge)). A slice of refined
/// executions, each made by a gradient of its own, gives the same. Merged before they are refined, executions would share their calls.
#[derive(Debug)]
pub struct Refined<'a, X: ?Sized> {
    run: &'a X,
    flags: &'a Flags,
    tree: &'a Tree,
}

impl<'a, X: ?Sized> Refined<'a, X> {
    pub(super) const fn new(run: &'a X, flags: &'a Flags, tree: &'a Tree) -> Self {
        Self { run, flags, tree }
    }

    /// The execution as it was observed.
    #[must_use]
    pub const fn run(&self) -> &'a X {
        self.run
    }

    /// The same where the execution is known by another type, such as `dyn` [`AllCriteria`](crate::execution::AllCriteria).
    #[must_use]
    pub const fn known_as<Y: ?Sized>(&self, run: &'a Y) -> Refined<'a, Y> {
        Refined { run, flags: self.flags, tree: self.tree }
    }

    /// F of a flag in one activation: how far the calls at its site were from the value that it needs; 0 iff it was taken there, `None` if
    /// it was not evaluated there, and for a branch that is no flag. [`Distance::norm`] of it is the published value, in (0, 1].
    #[must_use]
    pub fn distance_in(&self, activation: Activation, flag: Branch) -> Option<Distance> {
        self.tree.distance_in(self.flags, activation, self.flags.number_of(flag)?)
    }

    fn refine(&self, branch: Edge, observed: Distance, least: &[Distance]) -> Distance {
        match self.flags.number_of(branch.branch) {
            Some(number) if observed > Distance::ZERO => {
                least.get(number as usize).copied().unwrap_or(Distance::INFINITE).max(Distance::SMALLEST)
            }
            _ => observed,
        }
    }
}

impl<X: Execution + ?Sized> Execution for Refined<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.run.branch_distance(branch).map(|observed| self.refine(branch, observed, &self.tree.least))
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.run.progress(block)
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.run.entered(graph, visit);
    }
}

/// The calls that the test makes itself, their flags refined by what those call in turn.
impl<X: DirectCalls + ?Sized> DirectCalls for Refined<'_, X> {
    fn direct_branch_distance(&self, branch: Edge) -> Option<Distance> {
        let observed = self.run.direct_branch_distance(branch)?;
        Some(self.refine(branch, observed, &self.tree.least_direct))
    }
    fn direct_progress(&self, block: Block) -> Option<u32> {
        self.run.direct_progress(block)
    }
}

// Derived, these would demand that X is Copy.
impl<X: ?Sized> Clone for Refined<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Refined<'_, X> {}
