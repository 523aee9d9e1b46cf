//! The engine of dominance, and by reversal of post-dominance.
//!
//! A node d *dominates* a node y iff every walk from the root to y passes d. The dominators of a node form a chain, so that one
//! parent for each node, its immediate dominator, holds the whole relation as a tree.
//!
//! - Semidominators are those of Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (TOPLAS 1979), with
//!   paths compressed. The immediate dominator is then the nearest dominator of the parent in the search tree whose number is at
//!   most the semidominator (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005: the SNCA variant).
//! - That search climbs by jump pointers once a climb is long, since plain climbing is quadratic on some graphs, as the usual
//!   iteration to a fixpoint is. So it is O(m log n) time for n nodes and m edges on every graph.
//! - Nodes are renumbered by a depth-first search, so that the tables are read nearly in order. Everything is iterative: no graph
//!   overflows the stack.
//! - Post-dominance is dominance with all edges reversed, from a virtual exit.

use super::jumps::Jumps;
use super::lists::Lists;
use super::rows::NONE;
use alloc::vec::Vec;

/// The search that finds the dominator tree. Nodes are numbered from 1 in the order of a depth-first search; 0 is a virtual root
/// above all roots.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The node with this number.
    node: Vec<u32>,
    /// By number: its parent in the search tree, and when all is done the number of the immediate dominator. Either is less.
    parent: Vec<u32>,
    /// The number of a node, or [`UNSEEN`](Self::UNSEEN) if it cannot be reached from the roots.
    number: Vec<u32>,
    stack: Vec<(u32, u32)>,
    /// By number.
    semi: Vec<u32>,
    ancestor: Vec<u32>,
    least: Vec<u32>,
    jumps: Jumps,
}

impl Tree {
    const UNSEEN: u32 = u32::MAX;
    /// So many steps up the tree are made before it is worth to jump.
    const STEPS: usize = 32;

    /// Numbers what can be reached from the `roots`. How many nodes these are is returned.
    pub(super) fn search(&mut self, roots: &[u32], next: &Lists) -> usize {
        let nodes = next.first.len() - 1;
        self.number.clear();
        self.number.resize(nodes, Self::UNSEEN);
        self.node.clear();
        self.node.resize(nodes + 1, NONE);
        self.parent.clear();
        self.parent.resize(nodes + 1, 0);
        let (number, node, parent) = (&mut self.number[..], &mut self.node[..], &mut self.parent[..]);
        let mut count = 0;
        for &root in roots {
            if number[root as usize] != Self::UNSEEN {
                continue;
            }
            count += 1;
            number[root as usize] = count;
            node[count as usize] = root;
            let enter = |from: u32, to: u32| {
                let new = number[to as usize] == Self::UNSEEN;
                if new {
                    count += 1;
                    number[to as usize] = count;
                    node[count as usize] = to;
                    parent[count as usize] = number[from as usize];
                }
                new
            };
            next.search(root, &mut self.stack, enter, |_| ());
        }
        self.stack.clear();
        self.node.truncate(count as usize + 1);
        self.parent.truncate(count as usize + 1);
        self.semi.clone_from(&self.parent);
        for &root in roots {
            self.semi[self.number[root as usize] as usize] = 0;
        }
        count as usize
    }

    /// Whether the last search came to a node.
    pub(super) fn found(&self, node: u32) -> bool {
        self.number[node as usize] != Self::UNSEEN
    }

    /// Finds the dominators of what was numbered; `previous` are the edges reversed.
    pub(super) fn solve(&mut self, previous: &Lists) {
        self.ancestor.clone_from(&self.parent);
        self.least.clear();
        self.least.extend(0..self.node.len() as u32);
        let count = self.node.len();
        let mut forest = Forest { ancestor: &mut self.ancestor[..count], least: &mut self.least[..count] };
        let (number, semi) = (&self.number[..], &mut self.semi[..count]);
        for ((own, &node), semi) in (0..count as u32).zip(&self.node).zip(semi).skip(1).rev() {
            let mut least = *semi; // so far the parent, or the root if that leads here
            for &before in previous.of(node) {
                // Nodes above `own` are linked; another one is its own semidominator so far.
                let before = number[before as usize];
                least = least.min(if before <= own { before } else { forest.least_above(before, own) });
            }
            *semi = least;
            forest.least[own as usize] = least;
        }
        self.jumps.begin(1);
        let (semi, parent) = (&self.semi[..count], &mut self.parent[..count]);
        for number in 1..count {
            let (semi, mut at) = (semi[number], parent[number]);
            for _ in 0..Self::STEPS {
                if at <= semi {
                    break;
                }
                at = parent[at as usize];
            }
            parent[number] = if at <= semi { at } else { jump(&mut self.jumps, parent, at, semi) };
        }
    }

    /// Visits the nodes that have an immediate dominator, and that: each node after all that it dominates.
    #[inline]
    pub(super) fn each_dominator(&self, mut visit: impl FnMut(u32, u32)) {
        for (&node, &above) in self.node.iter().zip(&self.parent).rev() {
            if above > 0 {
                visit(node, self.node[above as usize]);
            }
        }
    }
}

/// The nearest dominator of a node whose number is at most `limit`. The pointers are made as far as they are needed.
#[cold]
fn jump(jumps: &mut Jumps, parent: &[u32], node: u32, limit: u32) -> u32 {
    while jumps.len() <= node as usize {
        jumps.push_below(parent[jumps.len()]);
    }
    let mut at = node;
    while at > limit {
        let far = jumps.far(at);
        at = if far >= limit { far } else { parent[at as usize] };
    }
    at
}

/// The search tree, compressed where it is linked. (Two rows: a pair would be written in halves and be waited for when it is read.)
struct Forest<'a> {
    ancestor: &'a mut [u32],
    /// The least semidominator from a node on, below its ancestor.
    least: &'a mut [u32],
}

impl Forest<'_> {
    /// The least semidominator on the way from a node up to its topmost ancestor that is linked; nodes above `own` are. On the way
    /// each ancestor gives way to the one above it (path splitting: Tarjan, van Leeuwen, "Worst-Case Analysis of Set Union
    /// Algorithms", JACM 1984), so that a search takes O(log n) amortized.
    #[inline]
    fn least_above(&mut self, node: u32, own: u32) -> u32 {
        let (mut at, mut above) = (node as usize, self.ancestor[node as usize]);
        let mut least = self.least[at];
        while above > own {
            let (next, far) = (above as usize, self.ancestor[above as usize]);
            self.ancestor[at] = far;
            self.least[at] = self.least[at].min(self.least[next]);
            least = least.min(self.least[at]);
            (at, above) = (next, far);
        }
        least
    }
}
