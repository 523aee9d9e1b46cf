//! What comparisons compute once for each function and for each target.

use super::paths::{Paths, has, set};
use crate::flow::{FlowGraph, GraphIdentity};
use crate::id::{Function, IdMap};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

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

    /// Returns the edges of a function, what is known about a target in it, and the number of bytes
    /// that all targets take. `edges` computes the edges of a function, for its
    /// first target. If the targets take more memory than the bound, all are cleared before.
    pub(super) fn of(
        &mut self,
        function: Function,
        target: u32,
        edges: impl FnOnce() -> Paths,
    ) -> (&Paths, &mut Data, &mut usize) {
        if self.kept > self.bound {
            self.targets.clear();
            self.kept = 0;
        }
        let Self { paths, targets, kept, .. } = self;
        let data = targets.get_or_insert_with((function, target), || {
            *kept += size_of::<Data>();
            Data::default()
        });
        (paths.get_or_insert_with(function, edges), data, kept)
    }
}

// Starts and effective blocks of a target, for pairs of executions.

/// Maximum number of views that are kept for a target. A ranker compares one pair for each test, so
/// this is enough for most populations.
const MOST: usize = 256;

/// Views of one target.
#[derive(Clone, Debug, Default)]
pub(super) struct Views {
    /// The views.
    views: Vec<View>,
    /// Index of the view that was used last; most often it is used again.
    last: usize,
    /// Index of the view that is replaced next, if there are too many.
    oldest: usize,
}

/// The starts of some pairs, and their effective blocks.
#[derive(Clone, Debug)]
struct View {
    /// First word of `near` and `starts`, which are cut to the words in which `near` has blocks.
    first_word: usize,
    /// Blocks on chains of dependences that are no farther from the target than the starts.
    near: Box<[u64]>,
    /// Blocks of `near` whose predicate both executions evaluated.
    starts: Box<[u64]>,
    /// Effective blocks except the target.
    effective: Box<[u64]>,
}

impl Views {
    /// Returns the effective blocks for two executions, by the predicates that they evaluated. If a
    /// view is computed now, its size in bytes is added to `kept`.
    pub(super) fn effective(
        &mut self,
        graph: &FlowGraph,
        paths: &Paths,
        target: u32,
        evaluated: [&[u64]; 2],
        kept: &mut usize,
    ) -> &[u64] {
        let fits = |at: &usize| self.views[*at].fits(evaluated);
        // A view depends on the pair only through its starts, so executions that evaluated the same
        // predicates near the target share one.
        let known = Some(self.last).filter(|&at| at < self.views.len() && fits(&at));
        self.last = known.or_else(|| (0..self.views.len()).find(fits)).unwrap_or_else(|| {
            let view = View::new(graph, paths, target, evaluated);
            *kept += view.bytes();
            if self.views.len() < MOST {
                self.views.reserve_exact(usize::from(self.views.is_empty())); // most targets have one
                self.views.push(view);
                return self.views.len() - 1;
            }
            let at = self.oldest;
            *kept -= self.views[at].bytes();
            self.views[at] = view;
            self.oldest = (at + 1) % MOST;
            at
        });
        &self.views[self.last].effective
    }
}

impl View {
    /// Computes the starts of a pair (rule 1), level by level back over the dependences, and their
    /// effective blocks (rule 2).
    fn new(graph: &FlowGraph, paths: &Paths, target: u32, [first, second]: [&[u64]; 2]) -> Self {
        let (mut near, mut starts) = (vec![0; first.len()], vec![0; first.len()]);
        // Rule 1: each step goes one control dependence back from the target. The first step with a
        // block whose predicate both executions evaluated gives the starts.
        let mut chains = paths.chains(graph, target);
        loop {
            let step = chains.step();
            for &block in step {
                set(&mut near, block);
                if has(first, block) && has(second, block) {
                    set(&mut starts, block);
                }
            }
            if step.is_empty() || starts.iter().any(|&word| word != 0) {
                break;
            }
        }
        let effective = paths.effective(&starts, target).into();
        let first_word = near.iter().position(|&word| word != 0).unwrap_or(0);
        let end = near.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        Self {
            first_word,
            near: near[first_word..end].into(),
            starts: starts[first_word..end].into(),
            effective,
        }
    }

    /// Returns `true` if a pair has these starts: among the blocks that are as near, both
    /// executions evaluated exactly these.
    fn fits(&self, evaluated: [&[u64]; 2]) -> bool {
        let [first, second] = evaluated.map(|row| row[self.first_word..].iter());
        self.near
            .iter()
            .zip(&self.starts)
            .zip(first.zip(second))
            .all(|((near, starts), (a, b))| a & b & near == *starts)
    }

    /// Returns the size in bytes.
    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of::<u64>() * (2 * self.near.len() + self.effective.len())
    }
}
