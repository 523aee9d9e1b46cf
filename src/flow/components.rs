//! Strongly connected components.

use super::lists::Lists;
use super::rows::NONE;
use alloc::vec;
use alloc::vec::Vec;

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
