//! Transitions that no path can have, found for all transitions of an object at once.

use super::control::Control;
use super::product::Product;
use crate::search::distances;
use alloc::vec;
use alloc::vec::Vec;

/// The number of visits of nodes and edges after which no further decision is examined. Stopping
/// early rules out fewer transitions; it rules out none wrongly.
const VISITS: usize = 1 << 22;

/// Returns, by transition, `false` if it is certain that no path that takes each decision at most
/// once has the transition.
///
/// The test looks at one edge of a decision in a loop at a time. A transition is ruled out if there
/// is an edge that each walk to an end with this transition takes more than once. For `loop { match
/// .. }`, this rules out all pairs of arms that need the loop head twice. If the result is `true`,
/// a search has to decide. `visits` adds up the visits of all calls for one function.
pub(super) fn possible(control: &Control, product: &Product, visits: &mut usize) -> Vec<bool> {
    let mut possible = vec![true; product.transitions.len()];
    let is_once = |edge: &usize| {
        control.edges[*edge].is_decision && !control.leaves_loops(control.edges[*edge])
    };
    // This pass saves searches: finding such paths is NP-hard, so a search for an impossible
    // transition may end only when its effort is spent.
    for edge in (0..control.edges.len()).filter(is_once) {
        if *visits > VISITS {
            break;
        }
        *visits += control.edges.len() + product.transitions.len();
        // A walk that has used the edge must reach an end without it.
        let others = control
            .edges
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != edge)
            .map(|(_, edge)| (edge.from, edge.to));
        let to_end = distances(control.ways.len(), others, |block| control.ends[block]);
        // Search over pairs of a node and whether the edge was used. A pair from which a walk can
        // still end is on a walk that takes the edge at most once, and so are the transitions of
        // its node. Before the edge is used, a walk can always end: a shortest way to an end takes
        // no edge twice.
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
