//! Search for a path through a given edge or transition.
//!
//! A path takes each decision at most once. To find a path through a given edge is NP-hard in
//! general, because the parts of the path before and after the edge must share no edge (Fortune,
//! Hopcroft, Wyllie, "The Directed Subgraph Homeomorphism Problem", 1980). The search here tries
//! the nearest way first, then other ways, until it has spent [`EFFORT`]. Without loops, the first
//! way succeeds.

use super::control::{Control, Edge};
use super::product::Product;
use crate::search::distances;
use crate::sort::sort_by_key;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Number of nodes and edges that a search may visit before it gives up. A search without a dead
/// end does not give up.
const EFFORT: usize = 1 << 16;

/// Number of nodes and edges that all searches in one function may visit together before they give
/// up.
const BUDGET: usize = 1 << 24;

/// Greatest number of visits of [`BUDGET`] that are left when the cap on paths is reached. After
/// that, a search only tells if a transition was lost.
const BUDGET_AT_CAP: usize = 1 << 22;

/// Number of searches within loops that the rest of a path may spend on edges that are not covered
/// yet.
const DETOURS: usize = 64;

/// Continuation of a path after the goal of a search.
#[derive(Clone, Copy)]
pub(super) enum Then<'a> {
    /// The path goes on to any end.
    Anything,
    /// The path takes this edge, and then goes on to any end. It prefers edges that are not covered
    /// yet; the second value tells which are.
    Edge(usize, &'a [bool]),
    /// The path stops at the goal.
    Stop,
}

/// Result of a search.
pub(super) enum Found {
    /// The edges of a path.
    Path(Vec<usize>),
    /// No such path exists.
    Nothing,
    /// The search gave up, so such a path may or may not exist.
    GaveUp,
}

/// Searches for paths in one function, with their common budget and scratch space.
pub(super) struct Trails<'c> {
    /// The control flow of the function.
    control: &'c Control,
    /// By edge: `true` if it is on the path that is being made.
    used: Vec<bool>,
    /// By block: the number of the last search for a way out that met the block, and the edge by
    /// which the search came.
    met: Vec<(usize, usize)>,
    /// Number of searches for a way out. Numbering them saves clearing `met` before each one.
    searches: usize,
    /// Number of nodes and edges that searches may still visit.
    left: usize,
}

impl<'c> Trails<'c> {
    /// Creates searches in a function, with the whole budget.
    pub(super) fn new(control: &'c Control) -> Self {
        Self {
            control,
            used: vec![false; control.edges.len()],
            met: vec![(0, 0); control.ways.len()],
            searches: 0,
            left: BUDGET,
        }
    }

    /// Lowers the budget to [`BUDGET_AT_CAP`], because no further path may be listed.
    pub(super) fn at_cap(&mut self) {
        self.left = self.left.min(BUDGET_AT_CAP);
    }

    /// Searches for a path that reaches a goal, a node of the product, and then goes on as `then`
    /// says.
    ///
    /// Returns [`Found::GaveUp`] at once if the rest of the budget is less than the size of the
    /// product and the function has loops.
    pub(super) fn find(
        &mut self,
        product: &Product,
        is_goal: impl Fn(usize) -> bool,
        then: Then<'_>,
    ) -> Found {
        // Preparing a search costs the size of the product. Without loops no budget is needed: a
        // search that is prepared succeeds, or finds at once that no walk reaches a goal.
        if !self.control.is_acyclic {
            let cost = product.nodes.len() + product.edges;
            if self.left < cost {
                self.left = 0;
                return Found::GaveUp;
            }
            self.left -= cost;
        }
        self.search(product, is_goal, then)
    }

    /// Searches as [`find`](Self::find) does, without a check of the budget beforehand.
    fn search(
        &mut self,
        product: &Product,
        is_goal: impl Fn(usize) -> bool,
        then: Then<'_>,
    ) -> Found {
        let far = distances(product.nodes.len(), product.edges(), is_goal);
        if far[0] == usize::MAX {
            return Found::Nothing;
        }
        // Depth first with backtracking. The simple version, a shortest way to the goal and a
        // shortest way on, fails in loops: the two ways may need the same decision, though others
        // do not.
        let least = self.left.saturating_sub(EFFORT);
        let (mut path, mut steps, mut had_dead_end) = (Vec::new(), Vec::new(), false);
        let mut node = Some(0);
        while let Some(here) = node {
            // A node is entered. If it is a goal, the rest of the path must not take the decisions
            // of this part again.
            if far[here] == 0 {
                if let Some(rest) = self.complete(product.nodes[here].block, then) {
                    path.extend(rest);
                    self.release(&path);
                    return Found::Path(path);
                }
                had_dead_end = true;
            }
            steps.push(self.ways(product, here, &far));
            // Take the next edge of the last node that has one; take edges back from nodes that
            // have none left.
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
                // Without a dead end the search goes straight to a goal and ends soon; it is not
                // stopped then.
                if had_dead_end && self.left <= least {
                    self.release(&path);
                    return Found::GaveUp;
                }
            }
        }
        self.release(&path);
        Found::Nothing
    }

    /// Returns the edges after a node from which a goal can be reached, each with its target: the
    /// nearest last, where `pop` takes it first.
    fn ways(&self, product: &Product, node: usize, far: &[usize]) -> Vec<(usize, usize)> {
        let edges = self.control.ways[product.nodes[node].block].clone();
        let edges = edges.zip(product.nodes[node].next.iter().copied());
        let mut ways: Vec<_> = edges.filter(|&(_, to)| far[to] != usize::MAX).collect();
        // Of equally near edges, the first one in the order of names is popped first: the sort is
        // stable.
        ways.reverse();
        sort_by_key(&mut ways, |&(_, to)| Reverse(far[to]));
        ways
    }

    /// Returns a path through an edge that may take decisions twice, for an edge without a path
    /// that takes them once.
    ///
    /// The path is the shortest way to the edge, the edge, and a way on. The two ways may share
    /// edges. `product` is the product without calls. Returns `None` if the edge cannot be reached,
    /// or if no end can be reached after it.
    pub(super) fn forced(&mut self, product: &Product, edge: usize) -> Option<Vec<usize>> {
        let Edge { from, to, .. } = self.control.edges[edge];
        // A shortest way takes no edge twice, so the search meets no dead end and does not give up.
        let Found::Path(mut path) =
            self.search(product, |node| product.nodes[node].block == from, Then::Stop)
        else {
            return None;
        };
        path.push(edge);
        path.extend(self.go_on(to, None)?);
        Some(path)
    }

    /// Marks the edges of a path as not used.
    fn release(&mut self, path: &[usize]) {
        for &edge in path {
            self.used[edge] = false;
        }
    }

    /// Returns the rest of a path after it has reached a goal in a block, or `None` if it cannot go
    /// on as `then` says.
    fn complete(&mut self, block: usize, then: Then<'_>) -> Option<Vec<usize>> {
        match then {
            Then::Stop => Some(Vec::new()),
            Then::Anything => self.go_on(block, None),
            Then::Edge(edge, _) if self.is_used(edge) => None,
            Then::Edge(edge, is_covered) => {
                let was_used = core::mem::replace(&mut self.used[edge], true);
                let rest = self.go_on(self.control.edges[edge].to, Some(is_covered));
                self.used[edge] = was_used;
                let mut path = vec![edge];
                path.extend(rest?);
                Some(path)
            }
        }
    }

    /// Returns the edges of a path from a block to an end that takes no used decision, or `None` if
    /// there is none.
    ///
    /// If `is_covered` is given, the path takes edges that are not covered yet where it can: one
    /// path then covers much.
    fn go_on(&mut self, mut block: usize, is_covered: Option<&[bool]>) -> Option<Vec<usize>> {
        let (mut rest, mut detours) = (Vec::new(), DETOURS);
        let found = loop {
            if let Some(edge) =
                is_covered.and_then(|is_covered| self.uncovered(block, is_covered, &mut detours))
            {
                self.used[edge] = true;
                rest.push(edge);
                block = self.control.edges[edge].to;
            } else if self.control.ends[block] {
                break true;
            } else {
                // The way is never empty, because the block is no end. So each turn of the loop
                // makes progress, and each decision is taken at most once.
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

    /// Returns an edge out of a block that no path covers yet and after which an end can still be
    /// reached.
    ///
    /// An edge that is no decision is returned even if it is covered, because there is no other way
    /// on. For an edge within a loop, a search tells if an end can be reached, and uses up one of
    /// the `detours`; when none is left, such an edge is not returned.
    fn uncovered(
        &mut self,
        block: usize,
        is_covered: &[bool],
        detours: &mut usize,
    ) -> Option<usize> {
        let control = self.control;
        control.ways[block].clone().find(|&edge| {
            if !control.edges[edge].is_decision {
                return true;
            }
            if self.used[edge] || is_covered[edge] {
                return false;
            }
            // After an edge that leaves the loops, no edge is used: an end can be reached without a
            // search.
            if control.edges[edge].leaves_loops {
                return true;
            }
            if *detours == 0 {
                return false;
            }
            *detours -= 1;
            self.used[edge] = true;
            let can_end = self.way_out(control.edges[edge].to).is_some();
            self.used[edge] = false;
            can_end
        })
    }

    /// Returns `true` if an edge must not be taken again: it is a decision, and on the path.
    fn is_used(&self, edge: usize) -> bool {
        self.used[edge] && self.control.edges[edge].is_decision
    }

    /// Returns the shortest way from a block to an end, or out of all loops around the block, that
    /// takes no used decision.
    ///
    /// After leaving the loops, an end can always be reached, because no edge there is used. So the
    /// breadth-first search stays within the loops around the block. The way is empty if the block
    /// is an end. Returns `None` if there is no way.
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
            // Of several edges out of the loops, take the one nearest to an end.
            let leaving =
                control.ways[from].clone().filter(|&edge| control.edges[edge].leaves_loops);
            let nearest = leaving.min_by_key(|&edge| control.to_end[control.edges[edge].to]);
            if nearest.is_some() || control.ends[from] {
                let mut way = Vec::new();
                if !control.ends[from]
                    && let Some(edge) = nearest
                {
                    way.push(edge);
                }
                // Go back to the block over the edges by which the search came.
                let mut back = from;
                while back != block {
                    let edge = self.met[back].1;
                    way.push(edge);
                    back = control.edges[edge].from;
                }
                way.reverse();
                return Some(way);
            }
            for edge in control.ways[from].clone() {
                let to = control.edges[edge].to;
                if !self.is_used(edge) && self.met[to].0 != search {
                    self.met[to] = (search, edge);
                    queue.push(to);
                }
            }
        }
        None
    }

    /// Enumerates all paths from the entry to an end that take each decision at most once, depth
    /// first, until `tell` returns `false`. Returns `true` if it told all of them.
    ///
    /// At each block, edges come in the order of their names; so the last decision of a path
    /// changes first. If a block is an end and has edges, one path ends there, and others go on. No
    /// step is made after which no end can be reached. Therefore each step leads to a path, and the
    /// time between two paths is at most the number of edges of the path times the number of edges
    /// of the loops around them.
    pub(super) fn each_path(&mut self, mut tell: impl FnMut(&[usize]) -> bool) -> bool {
        let control = self.control;
        // The edges of the path, and for each of its blocks the edges that are left to try. There
        // is one block more than edges.
        let (mut path, mut left) = (Vec::new(), vec![control.ways[0].clone()]);
        if control.ends[0] && !tell(&path) {
            return false;
        }
        while let Some(ways) = left.last_mut() {
            let Some(edge) = ways.next() else {
                // All edges were tried. Go back over one edge, which becomes available again.
                left.pop();
                if let Some(edge) = path.pop() {
                    self.used[edge] = false;
                }
                continue;
            };
            // A path takes each decision at most once.
            if self.is_used(edge) {
                continue;
            }
            let Edge { to, is_decision, leaves_loops, .. } = control.edges[edge];
            self.used[edge] = true;
            // At this point an end can be reached from the block. After an edge that is no decision
            // it still can, since there is no other way on; after an edge that leaves all loops it
            // can, since no edge there was used. Only a decision within a loop needs a search.
            if is_decision && !leaves_loops && self.way_out(to).is_none() {
                self.used[edge] = false;
                continue;
            }
            path.push(edge);
            left.push(control.ways[to].clone());
            if control.ends[to] && !tell(&path) {
                return false;
            }
        }
        true
    }
}
