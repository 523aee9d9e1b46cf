//! Paths through a given edge or transition.
//!
//! A path takes each decision at most once. To find one through a given edge is NP-hard in general: its two parts must share no edge (Fortune,
//! Hopcroft, Wyllie, "The Directed Subgraph Homeomorphism Problem", 1980). Here the nearest way is tried first, then others, up to
//! [`EFFORT`]. Where no loop is around, the first one succeeds.

use super::control::{Control, Edge, distances};
use super::product::Product;
use crate::sort::sort_by_key;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Nodes and edges that a search meets before it gives up, if it met a dead end.
const EFFORT: usize = 1 << 16;

/// Nodes and edges that all searches in one function meet before they give up.
const BUDGET: usize = 1 << 24;

/// Those that are left at most once no path may be listed any more: then a search only tells if a path was left out.
const BUDGET_AT_CAP: usize = 1 << 22;

/// Searches in loops for each path, to go by what is not covered yet.
const DETOURS: usize = 64;

/// Continuation of a path after the goal of a search.
#[derive(Clone, Copy)]
pub(super) enum Then {
    /// Any path to an end.
    Anything,
    /// This edge, and then any path to an end.
    Edge(usize),
    /// Nothing: the path ends at the goal.
    Stop,
}

/// Result of a search.
pub(super) enum Found {
    /// The edges of a path.
    Path(Vec<usize>),
    /// There is no such path.
    Nothing,
    /// Neither: the search gave up.
    GaveUp,
}

/// Searches for paths.
pub(super) struct Trails<'c> {
    control: &'c Control,
    /// By edge: whether it is on the path that is being made.
    used: Vec<bool>,
    /// By block: the last search that met it, and the edge by which it came.
    met: Vec<(usize, usize)>,
    searches: usize,
    /// Nodes and edges that searches may still meet.
    left: usize,
}

impl<'c> Trails<'c> {
    pub(super) fn new(control: &'c Control) -> Self {
        Self { control, used: vec![false; control.edges.len()], met: vec![(0, 0); control.ways.len()], searches: 0, left: BUDGET }
    }

    /// Notes that no further path may be listed.
    pub(super) fn at_cap(&mut self) {
        self.left = self.left.min(BUDGET_AT_CAP);
    }

    /// Returns a path through one of the goals, which are nodes of a product, and through what is to come after it. After the goal, it goes
    /// by edges that are not covered yet, where it may.
    pub(super) fn find(
        &mut self,
        product: &Product,
        is_goal: impl Fn(usize) -> bool,
        then: Then,
        is_covered: Option<&[bool]>,
    ) -> Found {
        // Without loops every search succeeds, and is worth its time.
        if !self.control.is_acyclic {
            let cost = product.blocks.len() + product.edges;
            if self.left < cost {
                self.left = 0;
                return Found::GaveUp;
            }
            self.left -= cost;
        }
        self.search(product, is_goal, then, is_covered)
    }

    fn search(&mut self, product: &Product, is_goal: impl Fn(usize) -> bool, then: Then, is_covered: Option<&[bool]>) -> Found {
        let control = self.control;
        let far = distances(product.blocks.len(), product.edges(), is_goal);
        if far[0] == usize::MAX {
            return Found::Nothing;
        }
        // The edges after a node that lead to a goal, the nearest last.
        let ways = |node: usize| {
            let edges = control.ways[product.blocks[node]].iter().copied().zip(product.next[node].iter().copied());
            let mut ways: Vec<(usize, usize)> = edges.filter(|&(_, to)| far[to] != usize::MAX).collect();
            ways.reverse();
            sort_by_key(&mut ways, |&(_, to)| Reverse(far[to]));
            ways
        };
        let least = self.left.saturating_sub(EFFORT);
        let (mut path, mut steps, mut had_dead_end) = (Vec::new(), Vec::new(), false);
        let mut node = Some(0);
        while let Some(here) = node {
            // A node is entered.
            if far[here] == 0 {
                if let Some(rest) = self.complete(product.blocks[here], then, is_covered) {
                    path.extend(rest);
                    self.release(&path);
                    return Found::Path(path);
                }
                had_dead_end = true;
            }
            steps.push(ways(here));
            // On to the next one; from dead ends, back.
            node = None;
            while node.is_none()
                && let Some(step) = steps.last_mut()
            {
                self.left = self.left.saturating_sub(1);
                match step.pop() {
                    Some((edge, to)) if !self.is_used(edge) => {
                        self.used[edge] = true;
                        path.push(edge);
                        node = Some(to);
                    }
                    Some(_) => {}
                    None => {
                        had_dead_end = true;
                        steps.pop();
                        if let Some(edge) = path.pop() {
                            self.used[edge] = false;
                        }
                    }
                }
                if had_dead_end && self.left <= least {
                    self.release(&path);
                    return Found::GaveUp;
                }
            }
        }
        self.release(&path);
        Found::Nothing
    }

    /// Returns a path through an edge, to which no path leads that takes each decision once: the shortest ways to and from it, which may
    /// share edges.
    pub(super) fn forced(&mut self, product: &Product, edge: usize) -> Option<Vec<usize>> {
        let Edge { from, to, .. } = self.control.edges[edge];
        // The nearest way to it takes no edge twice: without a dead end, no search gives up.
        let Found::Path(mut path) = self.search(product, |block| block == from, Then::Stop, None) else { return None };
        path.push(edge);
        path.extend(self.go_on(to, None)?);
        Some(path)
    }

    fn release(&mut self, path: &[usize]) {
        for &edge in path {
            self.used[edge] = false;
        }
    }

    /// Returns the rest of a path from a block of a goal.
    fn complete(&mut self, block: usize, then: Then, is_covered: Option<&[bool]>) -> Option<Vec<usize>> {
        match then {
            Then::Stop => Some(Vec::new()),
            Then::Anything => self.go_on(block, is_covered),
            Then::Edge(edge) if self.is_used(edge) => None,
            Then::Edge(edge) => {
                let was_used = core::mem::replace(&mut self.used[edge], true);
                let rest = self.go_on(self.control.edges[edge].to, is_covered);
                self.used[edge] = was_used;
                let mut path = vec![edge];
                path.extend(rest?);
                Some(path)
            }
        }
    }

    /// Returns a path from a block to an end, by edges that are not used.
    fn go_on(&mut self, mut block: usize, is_covered: Option<&[bool]>) -> Option<Vec<usize>> {
        let (mut rest, mut detours) = (Vec::new(), DETOURS);
        let found = loop {
            if let Some(edge) = is_covered.and_then(|is_covered| self.uncovered(block, is_covered, &mut detours)) {
                self.used[edge] = true;
                rest.push(edge);
                block = self.control.edges[edge].to;
            } else if self.control.ends[block] {
                break true;
            } else {
                // Never empty: the block is no end.
                let Some(way) = self.way_out(block) else { break false };
                for &edge in &way {
                    self.used[edge] = true;
                    block = self.control.edges[edge].to;
                }
                rest.extend(way);
            }
        };
        self.release(&rest);
        found.then_some(rest)
    }

    /// Returns an edge out of a block that no path covers yet, and after which an end can still be reached; and the only one of a block
    /// with one.
    fn uncovered(&mut self, block: usize, is_covered: &[bool], detours: &mut usize) -> Option<usize> {
        let control = self.control;
        control.ways[block].iter().copied().find(|&edge| {
            if !control.edges[edge].is_decision {
                return true;
            }
            if self.used[edge] || is_covered[edge] {
                return false;
            }
            if control.leaves_loops(control.edges[edge]) {
                return true;
            }
            if *detours == 0 {
                return false;
            }
            *detours -= 1;
            self.used[edge] = true;
            let can_end = self.can_end(control.edges[edge].to);
            self.used[edge] = false;
            can_end
        })
    }

    /// Returns `true` if an end can be reached from a block by edges that are not used.
    pub(super) fn can_end(&mut self, block: usize) -> bool {
        self.way_out(block).is_some()
    }

    /// Returns `true` if an edge may not be taken again.
    fn is_used(&self, edge: usize) -> bool {
        self.used[edge] && self.control.edges[edge].is_decision
    }

    /// Marks an edge as used, or as not used.
    pub(super) fn set_used(&mut self, edge: usize, is_used: bool) {
        self.used[edge] = is_used;
    }

    /// Returns the shortest way by edges that are not used from a block to an end, or out of all loops around it: from there, an end can
    /// always be reached, for no path comes back. Breadth first, within the loops.
    fn way_out(&mut self, block: usize) -> Option<Vec<usize>> {
        let control = self.control;
        if control.ends[block] {
            return Some(Vec::new());
        }
        self.searches += 1;
        let search = self.searches;
        self.met[block] = (search, usize::MAX);
        let (mut queue, mut at) = (vec![block], 0);
        while let Some(&from) = queue.get(at) {
            at += 1;
            self.left = self.left.saturating_sub(control.ways[from].len());
            let leaving = control.ways[from].iter().copied().filter(|&edge| control.leaves_loops(control.edges[edge]));
            let nearest = leaving.min_by_key(|&edge| control.to_end[control.edges[edge].to]);
            if nearest.is_some() || control.ends[from] {
                let mut way = Vec::new();
                if !control.ends[from] {
                    way.extend(nearest);
                }
                let mut back = from;
                while back != block {
                    let edge = self.met[back].1;
                    way.push(edge);
                    back = control.edges[edge].from;
                }
                way.reverse();
                return Some(way);
            }
            for &edge in &control.ways[from] {
                let to = control.edges[edge].to;
                if !self.is_used(edge) && self.met[to].0 != search {
                    self.met[to] = (search, edge);
                    queue.push(to);
                }
            }
        }
        None
    }
}
