//! The engine of dominance and, on reversed edges, of post-dominance.
//!
//! A node d *dominates* a node y iff every walk from the root to y passes d. The dominators of a
//! node form a chain, so one parent for each node, its immediate dominator, holds the whole
//! relation as a tree.
//!
//! - Semidominators are computed as in Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators
//!   in a Flowgraph" (TOPLAS 1979), with compressed paths. The immediate dominator of a node is
//!   then the nearest dominator of its parent in the search tree whose number is at most the
//!   semidominator (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005:
//!   the SNCA variant).
//! - That second step climbs the dominator tree by jump pointers once a climb is long. Plain
//!   climbing is quadratic on some graphs, and so is the usual iteration to a fixpoint. With jump
//!   pointers, the time is O(m log n) for n nodes and m edges on every graph.
//! - Nodes are renumbered by a depth-first search, so that the tables are read nearly in order.
//!   Everything is iterative: no graph overflows the stack.
//! - Post-dominance is dominance with all edges reversed, from a virtual exit.

use super::lists::Lists;
use super::rows::NONE;
use alloc::vec::Vec;

/// The search that finds the dominator tree. Nodes are numbered from 1 in preorder of a depth-first
/// search; 0 is a virtual root above all roots.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// By number: the node with this number.
    node: Vec<u32>,
    /// By number: the number of its parent in the search tree; after [`solve`](Self::solve), the
    /// number of its immediate dominator. Both are less than the number of the node.
    parent: Vec<u32>,
    /// By node: its number; [`UNSEEN`](Self::UNSEEN) if it cannot be reached from the roots.
    number: Vec<u32>,
    /// The stack of the depth-first search.
    stack: Vec<(u32, u32)>,
    /// By number: the number of its semidominator; before [`solve`](Self::solve), its parent, or 0
    /// for a root.
    semi: Vec<u32>,
    /// By number: an ancestor in the search tree, farther away the more the path was compressed.
    /// See [`Forest`].
    ancestor: Vec<u32>,
    /// By number: the least semidominator on the compressed path. See [`Forest`].
    least: Vec<u32>,
    /// Jump pointers up the dominator tree, made as far as they are needed.
    jumps: Jumps,
}

impl Tree {
    /// The number of a node that was not reached.
    const UNSEEN: u32 = u32::MAX;
    /// Number of steps up the dominator tree after which the climb continues with jump pointers.
    const STEPS: usize = 32;

    /// Numbers the nodes that can be reached from the `roots`. Returns the number of these nodes.
    pub(super) fn search(&mut self, roots: &[u32], next: &Lists) -> usize {
        let nodes = next.first.len() - 1;
        self.number.clear();
        self.number.resize(nodes, Self::UNSEEN);
        self.node.clear();
        self.node.resize(nodes + 1, NONE);
        self.parent.clear();
        self.parent.resize(nodes + 1, 0);
        let (number, node, parent) =
            (&mut self.number[..], &mut self.node[..], &mut self.parent[..]);
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
        // A root is also a successor of the virtual root, number 0, even if the search reached it
        // from another root.
        for &root in roots {
            self.semi[self.number[root as usize] as usize] = 0;
        }
        count as usize
    }

    /// Returns `true` if the last search reached `node`.
    pub(super) fn found(&self, node: u32) -> bool {
        self.number[node as usize] != Self::UNSEEN
    }

    /// Computes the dominators of the numbered nodes. `previous` has the edges reversed.
    pub(super) fn solve(&mut self, previous: &Lists) {
        self.ancestor.clone_from(&self.parent);
        self.least.clear();
        self.least.extend(0..self.node.len() as u32);
        let count = self.node.len();
        let mut forest =
            Forest { ancestor: &mut self.ancestor[..count], least: &mut self.least[..count] };
        let (number, semi) = (&self.number[..], &mut self.semi[..count]);
        // Step 1 (Lengauer and Tarjan, Theorem 4): semidominators, in descending order of numbers.
        // Invariant: the semidominators of all nodes with numbers greater than `own` are final, and
        // these nodes are linked to their parents in the forest.
        for ((own, &node), semi) in (0..count as u32).zip(&self.node).zip(semi).skip(1).rev() {
            let mut least = *semi; // the parent so far, or the virtual root for a root
            for &before in previous.of(node) {
                // The number of a semidominator is the least over all edges into the node: the
                // source itself if its number is not greater; else the least semidominator of the
                // source and its linked ancestors.
                let before = number[before as usize];
                least =
                    least.min(if before <= own { before } else { forest.least_above(before, own) });
            }
            *semi = least;
            forest.least[own as usize] = least;
        }
        self.jumps.begin(1);
        // Step 2 (SNCA): immediate dominators, in ascending order of numbers. Invariant: below
        // `number`, `parent` holds immediate dominators, so `at` climbs the finished part of the
        // dominator tree, from the parent in the search tree to the first number that is at most
        // the semidominator. On long ladders plain climbing would be quadratic.
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

    /// Calls `visit` with each node that has an immediate dominator, and with that dominator. A
    /// node is visited after all nodes that it dominates.
    #[inline]
    pub(super) fn each_dominator(&self, mut visit: impl FnMut(u32, u32)) {
        for (&node, &above) in self.node.iter().zip(&self.parent).rev() {
            if above > 0 {
                visit(node, self.node[above as usize]);
            }
        }
    }
}

/// Returns the nearest dominator of `node`, itself included, whose number is at most `limit`. Makes
/// the jump pointers as far as they are needed.
#[cold]
fn jump(jumps: &mut Jumps, parent: &[u32], node: u32, limit: u32) -> u32 {
    while jumps.len() <= node as usize {
        jumps.push_below(parent[jumps.len()]);
    }
    let mut at = node;
    while at > limit {
        // Numbers fall on the way up: jump as long as that does not pass the first number that is
        // at most `limit`.
        let far = jumps.far(at);
        at = if far >= limit { far } else { parent[at as usize] };
    }
    at
}

/// The search tree, with compressed paths where it is linked. The two rows are separate: a pair in
/// one row would be written in halves, and reading it back would wait for both writes.
struct Forest<'a> {
    ancestor: &'a mut [u32],
    /// The least semidominator on the path from a node up to, not including, its ancestor.
    least: &'a mut [u32],
}

impl Forest<'_> {
    /// Returns the least semidominator on the path from `node` up to its topmost linked ancestor.
    /// Nodes with numbers greater than `own` are linked.
    ///
    /// On the way each node gets the ancestor of its ancestor (path splitting: Tarjan, van Leeuwen,
    /// "Worst-Case Analysis of Set Union Algorithms", JACM 1984), so a call takes O(log n)
    /// amortized.
    #[inline]
    fn least_above(&mut self, node: u32, own: u32) -> u32 {
        let (mut at, mut above) = (node as usize, self.ancestor[node as usize]);
        let mut least = self.least[at];
        while above > own {
            let (next, far) = (above as usize, self.ancestor[above as usize]);
            // `far` takes the place of `next` as the ancestor of `at`, so the minimum for `at` must
            // now include `next`. A recursive compression of the whole path, as published, would
            // need a stack.
            self.ancestor[at] = far;
            self.least[at] = self.least[at].min(self.least[next]);
            least = least.min(self.least[at]);
            (at, above) = (next, far);
        }
        least
    }
}

// Walks up a tree in few steps: by jumps far up, or past finished nodes.

/// A second ancestor, far up the tree, for each node. Any ancestor is O(log n) steps away, if each
/// step goes to the far ancestor unless that is too far, and to the parent otherwise. Constant time
/// and eight bytes for each node.
///
/// Myers, "An Applicative Random-Access Stack" (1983).
#[derive(Clone, Debug, Default)]
pub(crate) struct Jumps(Vec<Jump>);

/// The depth of a node, and its far ancestor.
#[derive(Clone, Copy, Debug)]
struct Jump {
    depth: u32,
    to: u32,
}

impl Jumps {
    /// Removes all nodes and begins with `nodes` new ones, each of them a root.
    pub(crate) fn begin(&mut self, nodes: u32) {
        self.0.clear();
        self.0.extend((0..nodes).map(|node| Jump { depth: 0, to: node }));
    }

    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a node below `above`. The node gets the next number.
    pub(crate) fn push_below(&mut self, above: u32) {
        self.0.push(self.below(above));
    }

    /// Moves a root without children below another node.
    #[cfg(feature = "subsumption")]
    pub(crate) fn hang(&mut self, node: u32, above: u32) {
        self.0[node as usize] = self.below(above);
    }

    /// Returns the far ancestor of a node; for a root, the root itself.
    pub(crate) fn far(&self, node: u32) -> u32 {
        self.0[node as usize].to
    }

    /// Returns the jump of a new node below `above`.
    fn below(&self, above: u32) -> Jump {
        let near = self.0[above as usize];
        let far = self.0[near.to as usize];
        // If the last two jumps above have the same length, the new jump covers both and the step
        // to the parent, as carries do in a binary number. So the lengths on a path grow
        // geometrically.
        let twins = near.depth - far.depth == far.depth - self.0[far.to as usize].depth;
        Jump { depth: near.depth + 1, to: if twins { far.to } else { above } }
    }
}

/// The nodes of a forest, of which more and more are finished. A walk upwards visits only
/// unfinished nodes, so each step takes O(log n) amortized, and nearly constant time in practice,
/// however long the paths are.
///
/// Union-find with path halving (Tarjan, van Leeuwen, "Worst-Case Analysis of Set Union
/// Algorithms", JACM 1984).
#[derive(Clone, Debug, Default)]
pub(crate) struct Skips {
    /// By node: the node itself while it is unfinished; then a node above it, with only finished
    /// nodes in between.
    next: Vec<u32>,
}

impl Skips {
    /// Removes all nodes and begins with `nodes` new ones, all of them unfinished.
    pub(crate) fn begin(&mut self, nodes: u32) {
        self.next.clear();
        self.next.extend(0..nodes);
    }

    /// Adds an unfinished node, which gets the next number.
    pub(crate) fn push(&mut self) {
        self.next.push(self.next.len() as u32);
    }

    /// Returns `true` if `node` is finished.
    #[inline]
    pub(crate) fn is_done(&self, node: u32) -> bool {
        self.next[node as usize] != node
    }

    /// Marks a node as finished. `above` is its parent; for a root, a number that no node has.
    #[inline]
    pub(crate) fn finish(&mut self, node: u32, above: u32) {
        self.next[node as usize] = above;
    }

    /// Returns the first unfinished node on the path upwards from `node`, itself included. Above a
    /// finished root, returns the number that is its parent.
    #[inline]
    pub(crate) fn first_from(&mut self, mut node: u32) -> u32 {
        // Union-find without ranks: a finished node is united with its parent. A root is united
        // with a number beyond all nodes, where the walk ends.
        while let Some(&above) = self.next.get(node as usize) {
            if above == node {
                break;
            }
            // Path halving: the next walk from here is half as long.
            let far = self.next.get(above as usize).copied().unwrap_or(above);
            self.next[node as usize] = far;
            node = far;
        }
        node
    }
}
