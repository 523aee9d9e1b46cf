//! Enumeration of all paths of a function, one after another.

use super::control::{Control, Edge};
use super::trail::Trails;
use alloc::vec;
use alloc::vec::Vec;

/// A depth-first enumeration of all paths from the entry to an end that take each decision at most
/// once.
///
/// At each block, edges come in the order of their names; so the last decision of a path changes
/// first. If a block is an end and has edges, one path ends there, and others go on. No step is
/// made after which no end can be reached. Therefore each step leads to a path, and the time
/// between two paths is at most the number of edges of the path times the number of edges of the
/// loops around them.
pub(super) struct Paths<'c> {
    /// The control flow of the function.
    control: &'c Control,
    /// Searches that tell if an end can still be reached. It also knows which edges are on the
    /// path.
    trails: Trails<'c>,
    /// By block: the edges out of it that the path may still take.
    untaken: Vec<Untaken>,
    /// The blocks of the path: one more than edges.
    steps: Vec<Step>,
    /// The edges of the path.
    path: Vec<usize>,
    /// `true` if the last block of the path was entered and not examined yet.
    has_arrived: bool,
}

/// A block of a path.
struct Step {
    /// The number of the block.
    block: usize,
    /// The place, among the edges out of the block, of the edge that was tried last; `None` before
    /// the first one.
    way: Option<usize>,
}

impl<'c> Paths<'c> {
    /// Creates the enumeration, before its first path.
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

    /// Returns the edges of the next path, or `None` after the last path.
    pub(super) fn next(&mut self) -> Option<&[usize]> {
        let control = self.control;
        while let Some(step) = self.steps.last_mut() {
            let block = step.block;
            // A block that is an end gives its path once, when it is entered; the next call goes on
            // from there.
            if core::mem::take(&mut self.has_arrived) && control.ends[block] {
                return Some(&self.path);
            }
            if let Some(way) = self.untaken[block].after(step.way) {
                step.way = Some(way);
                let edge = control.ways[block][way];
                let Edge { to, is_decision, .. } = control.edges[edge];
                self.trails.set_used(edge, true);
                // At this point an end can be reached from the block. After an edge that is no
                // decision it still can, since there is no other way on; after an edge that leaves
                // all loops it can, since no edge there was used. Only a decision within a loop
                // needs a search.
                if !is_decision
                    || control.leaves_loops(control.edges[edge])
                    || self.trails.can_end(to)
                {
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
                // All edges were tried. Go back over one edge, which becomes available again.
                self.steps.pop();
                if let (Some(Step { block, way: Some(way) }), Some(edge)) =
                    (self.steps.last(), self.path.pop())
                {
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

/// The edges out of a block that a path may still take, as a ring of links: all except the
/// decisions on the path.
///
/// A path may enter a block of a loop once for each edge. A scan over all edges at each entry would
/// take quadratic time for a `match` with many arms; the ring skips the taken edges. Edges must be
/// put back in the reverse order in which they were taken: then the links that a taken edge keeps
/// are right again.
struct Untaken {
    /// By edge: the next one and the previous one. The last entry is the beginning and end of the
    /// ring.
    links: Vec<(usize, usize)>,
}

impl Untaken {
    /// Creates a ring of all edges of a block with `ways` edges.
    fn new(ways: usize) -> Self {
        let length = ways + 1;
        Self {
            links: (0..length)
                .map(|way| ((way + 1) % length, (way + length - 1) % length))
                .collect(),
        }
    }

    /// Returns the edge after a given one, or the first edge for `None`. Returns `None` after the
    /// last edge.
    fn after(&self, way: Option<usize>) -> Option<usize> {
        let ring = self.links.len() - 1;
        let next = self.links[way.unwrap_or(ring)].0;
        (next != ring).then_some(next)
    }

    /// Removes an edge from the ring.
    fn take(&mut self, way: usize) {
        let (next, before) = self.links[way];
        self.links[before].0 = next;
        self.links[next].1 = before;
    }

    /// Puts an edge back to its place in the ring. Of the removed edges, it must be the one that
    /// was removed last.
    fn put_back(&mut self, way: usize) {
        let (next, before) = self.links[way];
        self.links[before].0 = way;
        self.links[next].1 = way;
    }
}
