//! What comparisons compute once for each function and for each target.

use super::paths::Paths;
use super::views::Views;
use crate::flow::{FlowGraph, GraphIdentity};
use crate::id::{Function, IdMap};
use alloc::boxed::Box;

/// Edges of functions, and data about targets, of one graph.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The graph that the fields below belong to.
    graph: GraphIdentity,
    /// Edges and block range of each function that has had a target.
    paths: IdMap<Function, Paths>,
    /// Data about each target, by its function and its number within the function.
    targets: IdMap<(Function, u32), Data>,
    /// Number of bytes that the targets take.
    kept: usize,
    /// Greatest number of bytes that the targets may take.
    pub bound: usize,
}

/// Data about a target.
#[derive(Clone, Debug, Default)]
pub(super) struct Data {
    pub views: Views,
    /// Least numbers of edges to the target, by block, once two blocks had to be compared.
    pub distances: Option<Box<[u32]>>,
}

/// A target, and what is known about it.
pub(super) struct Near<'a> {
    /// The edges of its function.
    pub paths: &'a Paths,
    /// Its number within the function.
    pub target: u32,
    pub data: &'a mut Data,
    /// Number of bytes that all targets take.
    pub kept: &'a mut usize,
}

impl Known {
    /// Creates the state in which nothing is known, with a bound of 64 MiB.
    pub(super) const fn new() -> Self {
        Self {
            graph: GraphIdentity::NO_FUNCTIONS,
            paths: IdMap::new(),
            targets: IdMap::new(),
            kept: 0,
            bound: 64 << 20,
        }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        *self = Self { bound: self.bound, ..Self::new() };
    }

    /// Switches to a graph. If it is another graph, everything that is known is forgotten.
    pub(super) fn follow(&mut self, graph: &FlowGraph) {
        if graph.check(self.graph).is_err() {
            self.forget();
        }
        self.graph = graph.identity();
    }

    /// Returns what is known about a target. `edges` computes the edges of a function, for its
    /// first target. If the targets take more memory than the bound, all are cleared before.
    pub(super) fn of(
        &mut self,
        function: Function,
        target: u32,
        edges: impl FnOnce() -> Paths,
    ) -> Near<'_> {
        if self.kept > self.bound {
            self.targets.clear();
            self.kept = 0;
        }
        let Self { paths, targets, kept, .. } = self;
        let data = targets.get_or_insert_with((function, target), || {
            *kept += size_of::<Data>();
            Data::default()
        });
        Near { paths: paths.get_or_insert_with(function, edges), target, data, kept }
    }
}
