//! All paths of a function, one after another.

use super::control::{Control, Edge};
use super::trail::Trails;
use alloc::vec;
use alloc::vec::Vec;

/// Iterator over all paths from the entry to an end that take each decision at most once, in the order of the names of their edges, the
/// last decision of a path first.
///
/// An end beside edges ends a path, and others go on. No step is made from which no end can be reached any more; so each step leads to a
/// path, and the time between two paths is bounded by the edges of the path times those of the loops around it.
pub(super) struct Paths<'c> {
    control: &'c Control,
    trails: Trails<'c>,
    untaken: Vec<Untaken>,
    steps: Vec<Step>,
    path: Vec<usize>,
    has_arrived: bool,
}

/// A block of a path.
struct Step {
    block: usize,
    /// The way that was tried last.
    way: Option<usize>,
}

impl<'c> Paths<'c> {
    pub(super) fn new(control: &'c Control) -> Self {
        Self {
            control,
            trails: Trails::new(control),
            untaken: control.ways.iter().map(|ways| Untaken::new(ways.len())).collect(),
            steps: vec![Step { block: 0, way: None }],
            path: Vec::new(),
            has_arrived: true,
        }
    }

    /// Returns the edges of the next path.
    pub(super) fn next(&mut self) -> Option<&[usize]> {
        let control = self.control;
        while let Some(step) = self.steps.last_mut() {
            let block = step.block;
            // A block that ends a path tells it once, before it goes on.
            if core::mem::take(&mut self.has_arrived) && control.ends[block] {
                return Some(&self.path);
            }
            if let Some(way) = self.untaken[block].after(step.way) {
                step.way = Some(way);
                let edge = control.ways[block][way];
                let Edge { to, is_decision, .. } = control.edges[edge];
                self.trails.set_used(edge, true);
                // Before an edge that is no decision, the end can be reached only by it.
                if !is_decision || control.leaves_loops(control.edges[edge]) || self.trails.can_end(to) {
                    if is_decision {
                        self.untaken[block].take(way);
                    }
                    self.path.push(edge);
                    self.steps.push(Step { block: to, way: None });
                    self.has_arrived = true;
                } else {
                    self.trails.set_used(edge, false);
                }
            } else {
                self.steps.pop();
                if let (Some(Step { block, way: Some(way) }), Some(edge)) = (self.steps.last(), self.path.pop()) {
                    if control.edges[edge].is_decision {
                        self.untaken[*block].put_back(*way);
                    }
                    self.trails.set_used(edge, false);
                }
            }
        }
        None
    }
}

/// The ways out of a block that a path has not taken, in a ring of links, so that none that was taken is met again. The way that was taken
/// last is put back first.
struct Untaken {
    /// By way: the next one and the one before; the last entry is where the ring begins.
    links: Vec<(usize, usize)>,
}

impl Untaken {
    fn new(ways: usize) -> Self {
        let length = ways + 1;
        Self { links: (0..length).map(|way| ((way + 1) % length, (way + length - 1) % length)).collect() }
    }

    /// Returns the first one, or the one after another.
    fn after(&self, way: Option<usize>) -> Option<usize> {
        let ring = self.links.len() - 1;
        let next = self.links[way.unwrap_or(ring)].0;
        (next != ring).then_some(next)
    }

    fn take(&mut self, way: usize) {
        let (next, before) = self.links[way];
        self.links[before].0 = next;
        self.links[next].1 = before;
    }

    fn put_back(&mut self, way: usize) {
        let (next, before) = self.links[way];
        self.links[before].0 = way;
        self.links[next].1 = way;
    }
}
