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
    /// By block of the path: the number of edges out of it that were tried. There is one block more
    /// than edges.
    tried: Vec<usize>,
    /// The edges of the path.
    path: Vec<usize>,
    /// `true` if the last block of the path was entered and not examined yet.
    has_arrived: bool,
}

impl<'c> Paths<'c> {
    /// Creates the enumeration, before its first path.
    pub(super) fn new(control: &'c Control) -> Self {
        Self {
            control,
            trails: Trails::new(control),
            tried: vec![0],
            path: Vec::new(),
            has_arrived: true,
        }
    }

    /// Returns the edges of the next path, or `None` after the last path.
    pub(super) fn next(&mut self) -> Option<&[usize]> {
        let control = self.control;
        while let Some(tried) = self.tried.last_mut() {
            let block = self.path.last().map_or(0, |&edge| control.edges[edge].to);
            // A block that is an end gives its path once, when it is entered; the next call goes on
            // from there.
            if core::mem::take(&mut self.has_arrived) && control.ends[block] {
                return Some(&self.path);
            }
            if let Some(&edge) = control.ways[block].get(*tried) {
                *tried += 1;
                // A path takes each decision at most once.
                if self.trails.is_used(edge) {
                    continue;
                }
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
                    self.path.push(edge);
                    self.tried.push(0);
                    self.has_arrived = true;
                } else {
                    self.trails.set_used(edge, false);
                }
            } else {
                // All edges were tried. Go back over one edge, which becomes available again.
                self.tried.pop();
                if let Some(edge) = self.path.pop() {
                    self.trails.set_used(edge, false);
                }
            }
        }
        None
    }
}
