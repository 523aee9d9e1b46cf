//! Transitions that no path can have, found for all of them at once.

use super::control::Control;
use super::product::Product;
use alloc::vec;
use alloc::vec::Vec;

/// Nodes that are visited at most. The answer is right whenever the search ends; it only says less.
const VISITS: usize = 1 << 22;

/// Returns, by transition, whether it may be on a path that takes each decision once. A transition is on none if it is on no walk to an end
/// that takes some one decision of a loop at most once: of `loop { match .. }`, this rejects all pairs of arms that would take the head
/// twice. What is left, a search has to tell. `visits` are those of all calls for one function.
pub(super) fn possible(control: &Control, product: &Product, visits: &mut usize) -> Vec<bool> {
    let mut possible = vec![true; product.transitions.len()];
    let is_once = |edge: &usize| control.edges[*edge].is_decision && !control.leaves_loops(control.edges[*edge]);
    for edge in (0..control.edges.len()).filter(is_once) {
        if *visits > VISITS {
            break;
        }
        *visits += control.edges.len() + product.transitions.len();
        // Blocks from which an end can be reached without the edge.
        let others = control.edges.iter().enumerate().filter(|&(other, _)| other != edge).map(|(_, edge)| (edge.from, edge.to));
        let to_end = super::control::distances(control.ways.len(), others, |block| control.ends[block]);
        let mut is_met = vec![[false; 2]; product.blocks.len()];
        let mut is_on_walk = vec![false; product.transitions.len()];
        is_met[0][0] = true;
        let mut waiting = vec![(0, false)];
        while let Some((node, is_used)) = waiting.pop() {
            *visits += 1;
            let block = product.blocks[node];
            if !is_used || to_end[block] != usize::MAX {
                for &transition in product.taken[node].iter().chain(&product.ends[node]) {
                    is_on_walk[transition] = true;
                }
            }
            for (&way, &to) in control.ways[block].iter().zip(&product.next[node]) {
                let (again, after) = (is_used && way == edge, is_used || way == edge);
                if !again && !is_met[to][usize::from(after)] {
                    is_met[to][usize::from(after)] = true;
                    waiting.push((to, after));
                }
            }
        }
        for (possible, is_on_walk) in possible.iter_mut().zip(is_on_walk) {
            *possible &= is_on_walk;
        }
    }
    possible
}
