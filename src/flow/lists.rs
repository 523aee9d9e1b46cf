//! Successors, predecessors or children of dense nodes.

use alloc::vec;
use alloc::vec::Vec;

/// A list for each of some dense nodes: its successors, its predecessors or its children.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    /// Where the list of a node begins, and one more. Before [`reverse`](Self::reverse): how long each list is to be.
    pub(super) first: Vec<u32>,
    pub(super) items: Vec<u32>,
}

impl Lists {
    /// No list yet; how long they are to be is counted in `first`.
    pub(super) fn count(nodes: usize) -> Self {
        Self { first: vec![0; nodes], items: Vec::new() }
    }

    /// Lists the sources of the edges out of all `live` nodes, of which `first` holds the numbers.
    pub(super) fn reverse<'a>(&mut self, live: impl Fn(u32) -> bool, successors: impl Fn(u32) -> &'a [u32]) {
        let nodes = self.first.len() as u32;
        let mut place = self.begin();
        for node in (0..nodes).rev().filter(|&node| live(node)) {
            successors(node).iter().for_each(|&target| place(target, node));
        }
    }

    /// Makes room for lists as long as `first` tells, and hands out what fills them, each from behind: then `first` ends where it
    /// should.
    #[inline]
    pub(super) fn begin(&mut self) -> impl FnMut(u32, u32) {
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

    #[inline]
    pub(crate) fn of(&self, node: u32) -> &[u32] {
        let first = &self.first[node as usize..node as usize + 2];
        &self.items[first[0] as usize..first[1] as usize]
    }

    /// Goes depth-first from a node that was entered. `enter` is asked about each edge whether its target is new, `leave` is told
    /// of each node once all its edges are done. The stack is left as large as it was made, for the next root.
    #[inline]
    pub(super) fn search(
        &self,
        root: u32,
        stack: &mut Vec<(u32, u32)>,
        mut enter: impl FnMut(u32, u32) -> bool,
        mut leave: impl FnMut(u32),
    ) {
        let (first, items) = (&self.first[..], &self.items[..]);
        // As deep as a path can be, so that the height is no more than a local number: one in memory would be waited for.
        if stack.len() < first.len() {
            stack.resize(first.len(), (0, 0));
        }
        let (stack, mut height) = (&mut stack[..], 0);
        // The node at work and the rest of its edges stay out of the stack.
        let (mut node, mut edge, mut end) = (root, first[root as usize], first[root as usize + 1]);
        loop {
            if edge < end {
                let target = items[edge as usize];
                edge += 1;
                if enter(node, target) {
                    stack[height] = (node, edge);
                    height += 1;
                    (node, edge, end) = (target, first[target as usize], first[target as usize + 1]);
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
