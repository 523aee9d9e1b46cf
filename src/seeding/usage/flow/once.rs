//! Transitions that no path can have, found for all transitions of an object at once.

use super::control::Control;
use super::product::Product;
use alloc::vec;
use alloc::vec::Vec;

/// The number of visits of nodes and edges after which no further decision is examined. Stopping early rules out fewer
/// transitions; it rules out none wrongly.
const VISITS: usize = 1 << 22;

/// Returns, by transition, `false` if no path that takes each decision at most once has the transition.
///
/// The condition is necessary, not sufficient: for each single decision of a loop, a walk that takes this decision at
/// most once must have the transition. For `loop { match .. }`, this rules out all pairs of arms that would need the loop
/// head twice. A search decides about the other transitions. `visits` adds up the visits of all calls for one function.
pub(super) fn possible(control: &Control, product: &Product, visits: &mut usize) -> Vec<bool> {
    let mut possible = vec![true; product.transitions.len()];
    let is_once = |edge: &usize| control.edges[*edge].is_decision && !control.leaves_loops(control.edges[*edge]);
    // This pass saves searches: a search for an impossible transition ends only when its effort is spent, as finding such
    // paths is NP-hard.
    for edge in (0..control.edges.len()).filter(is_once) {
        if *visits > VISITS {
            break;
        }
        *visits += control.edges.len() + product.transitions.len();
        // A walk that has used the edge must reach an end without it.
        let others = control.edges.iter().enumerate().filter(|&(other, _)| other != edge).map(|(_, edge)| (edge.from, edge.to));
        let to_end = super::control::distances(control.ways.len(), others, |block| control.ends[block]);
        // Search over pairs of a node and whether the edge was used. A met pair whose block can still reach an end is on
        // a walk that takes the edge at most once, so the transitions of its node are on such a walk.
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
