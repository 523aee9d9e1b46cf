//! Lists of successors, predecessors or children of densely numbered nodes, and the strongly
//! connected components that they form.

use super::rows::NONE;
use alloc::vec;
use alloc::vec::Vec;

/// One list of nodes for each node: its successors, its predecessors or its children.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    /// Where the list of each node begins, and one more. Before [`reverse`](Self::reverse): the
    /// length that each list will have.
    pub(super) first: Vec<u32>,
    /// The lists, one after the other.
    pub(super) items: Vec<u32>,
}

impl Lists {
    /// Creates empty lists. The caller then counts in `first` how long each list will be.
    pub(super) fn count(nodes: usize) -> Self {
        Self { first: vec![0; nodes], items: Vec::new() }
    }

    /// Fills the lists with the sources of the edges out of all `live` nodes. `first` must hold the
    /// number of these edges for each target.
    pub(super) fn reverse<'a>(
        &mut self,
        live: impl Fn(u32) -> bool,
        successors: impl Fn(u32) -> &'a [u32],
    ) {
        let nodes = self.first.len() as u32;
        let mut place = self.begin();
        for node in (0..nodes).rev().filter(|&node| live(node)) {
            for &target in successors(node) {
                place(target, node);
            }
        }
    }

    /// Allocates lists of the lengths in `first`, and returns a function that adds an item to a
    /// list. Each list is filled from its end; when all lists are full, `first` holds where each
    /// list begins.
    #[inline]
    pub(super) fn begin(&mut self) -> impl FnMut(u32, u32) {
        // Counting sort: after this loop, `first[list]` is the end of the list, and each item moves
        // it down by one. When all items are placed, it has moved down to the start of the list.
        let mut sum = 0;
        for count in &mut self.first {
            sum += *count;
            *count = sum;
        }
        self.first.push(sum);
        self.items.clear();
        self.items.resize(sum as usize, 0);
        let (first, items) = (&mut self.first[..], &mut self.items[..]);
        move |list, item| {
            let place = &mut first[list as usize];
            *place -= 1;
            items[*place as usize] = item;
        }
    }

    /// Returns the list of a node.
    #[inline]
    pub(crate) fn of(&self, node: u32) -> &[u32] {
        let first = &self.first[node as usize..node as usize + 2];
        &self.items[first[0] as usize..first[1] as usize]
    }

    /// Searches depth-first from `root`, which the caller has marked as entered. `enter(source,
    /// target)` is called for each edge and returns `true` if the target is new. `leave` is called
    /// for each node after all its edges. The stack keeps its size for the next root.
    #[inline]
    pub(super) fn search(
        &self,
        root: u32,
        stack: &mut Vec<(u32, u32)>,
        mut enter: impl FnMut(u32, u32) -> bool,
        mut leave: impl FnMut(u32),
    ) {
        let (first, items) = (&self.first[..], &self.items[..]);
        // As deep as a path can be, so that `height` is only a local number. The height of a `Vec`
        // is in memory, and each step would have to wait for it.
        if stack.len() < first.len() {
            stack.resize(first.len(), (0, 0));
        }
        let (stack, mut height) = (&mut stack[..], 0);
        // The node at work and its remaining edges are in registers; the stack holds the rest of
        // the path.
        let (mut node, mut edge, mut end) = (root, first[root as usize], first[root as usize + 1]);
        loop {
            if edge < end {
                let target = items[edge as usize];
                edge += 1;
                if enter(node, target) {
                    stack[height] = (node, edge);
                    height += 1;
                    (node, edge, end) =
                        (target, first[target as usize], first[target as usize + 1]);
                }
            } else {
                leave(node);
                if height == 0 {
                    break;
                }
                height -= 1;
                (node, edge) = stack[height];
                end = first[node as usize + 1];
            }
        }
    }
}

/// Returns the strongly connected component of each node that can be reached from `roots`, as the
/// number of one of its members. `previous` has the edges of `next` reversed.
///
/// O(n + m), with two searches (Kosaraju, Sharir). No meaning is given to the numbers of other nodes.
pub(super) fn components(next: &Lists, previous: &Lists, roots: &[u32]) -> Vec<u32> {
    let nodes = next.first.len() - 1;
    let mut done = vec![false; nodes];
    let (mut order, mut stack) = (Vec::with_capacity(nodes), Vec::new());
    for &root in roots {
        if !core::mem::replace(&mut done[root as usize], true) {
            let enter = |_, to: u32| !core::mem::replace(&mut done[to as usize], true);
            next.search(root, &mut stack, enter, |node| order.push(node));
        }
    }
    // A node that the first search left later lies in a component that is not after those left
    // earlier. So backwards, from the node that was left last, the second search finds its
    // component and nothing else that is new.
    let mut component = vec![NONE; nodes];
    for &root in order.iter().rev() {
        if component[root as usize] == NONE {
            component[root as usize] = root;
            let enter = |_, to: u32| {
                let is_new = component[to as usize] == NONE;
                if is_new {
                    component[to as usize] = root;
                }
                is_new
            };
            previous.search(root, &mut stack, enter, |_| {});
        }
    }
    component
}
