//! Product of the control flow of a function and the histories of one object.

use super::control::Control;
use crate::keys::{NumberMap, WordMap, Words, pair};
use crate::search::distances;
use crate::usage::{UsageError, by_object};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// The greatest number of pairs of a block and a history for n > 2.
///
/// The number of pairs can be exponential in n. For n = 1 and n = 2 there are at most as many pairs
/// as blocks times (actions + 1), and no limit applies.
pub(super) const MAX_HISTORIES: usize = 1 << 18;

/// The last n - 1 actions on one object, as numbers; `None` before its first action.
///
/// For n = 1 the last actions are always empty; `None` still distinguishes an object without calls,
/// which has no sequence.
type History = Option<Vec<usize>>;

/// A graph whose nodes are pairs of a block and the history of one object on entry to the block.
///
/// It has the pairs that some walk from the entry of the function makes. Node 0 is the entry. A
/// walk through the product is a walk through the function, and each node knows which transitions
/// of the model it takes. Space is linear in the edges between nodes, time linear up to a
/// logarithm.
pub(super) struct Product {
    /// The nodes, in the order in which they were met.
    pub(super) nodes: Vec<Node>,
    /// The transitions, in the order in which they were met.
    pub(super) transitions: Vec<Transition>,
    /// Number of edges between nodes.
    pub(super) edges: usize,
}

/// A block with a history of one object on entry to it.
pub(super) struct Node {
    /// The block.
    pub(super) block: usize,
    /// The nodes after it, in the order of the edges of its block.
    pub(super) next: Vec<usize>,
    /// The transitions that its calls take, in the order of the calls.
    pub(super) taken: Vec<usize>,
    /// The transition to the end, if a walk may end in the block and the object has an action by
    /// then.
    pub(super) end: Option<usize>,
}

/// A transition of the model: a history, and the action or end (`None`) that follows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Transition {
    /// The last n - 1 actions, as numbers.
    pub(super) history: Vec<usize>,
    /// The action that follows, as a number; `None` for the end.
    pub(super) action: Option<usize>,
}

/// Numbers for transitions, given in the order in which the transitions come.
#[derive(Default)]
struct Numbers {
    /// The number of each transition, as words: its history, then 0 for the end or its action
    /// plus 1.
    of: WordMap,
    /// The transitions, by number.
    listed: Vec<Transition>,
}

impl Numbers {
    /// Returns the number of a transition. A new transition gets the next number.
    fn number(&mut self, history: &[usize], action: Option<usize>) -> usize {
        let mut words: Words = history.iter().map(|&action| action as u64).collect();
        words.push(action.map_or(0, |action| action as u64 + 1));
        let next = self.listed.len();
        let number = *self.of.entry(words).or_insert(next as u32) as usize;
        if number == next {
            self.listed.push(Transition { history: history.to_vec(), action });
        }
        number
    }
}

impl Product {
    /// Creates the product for one object. `calls` has the actions on the object by block, as
    /// numbers; `order` is n, at least 1.
    ///
    /// # Errors
    ///
    /// Returns [`UsageError::TooManyHistories`] if n > 2 and there are more than [`MAX_HISTORIES`]
    /// nodes.
    pub(super) fn new(
        control: &Control,
        order: usize,
        calls: &[(usize, Vec<usize>)],
    ) -> Result<Self, UsageError> {
        // A history is numbered by its transition to the end, so one type of map is enough. The
        // number plus 1 names the history; 0 names the history before the first action.
        let mut histories = Numbers::default();
        let mut transitions = Numbers::default();
        // The node of each pair of a block and the name of a history.
        let mut known = NumberMap::new();
        known.insert(pair(0, 0), 0);
        let mut entered: Vec<(usize, History)> = vec![(0, None)];
        let (mut nodes, mut edges) = (Vec::new(), 0);
        // `entered` has the nodes that are done, and then those that are not.
        while let Some((block, mut history)) = entered.get(nodes.len()).cloned() {
            // SEED 3.1: each call takes the transition from the last n - 1 actions, and becomes the
            // last action itself.
            let mut taken = Vec::new();
            let of_block = calls.binary_search_by_key(&block, |of_block| of_block.0);
            for &action in of_block.map_or(&[][..], |at| &calls[at].1) {
                let mut last = history.unwrap_or_default();
                taken.push(transitions.number(&last, Some(action)));
                last.push(action);
                let first = last.len().saturating_sub(order - 1);
                last.drain(..first);
                history = Some(last);
            }
            // Where a walk may end, its sequence ends. An object without calls on the walk has no
            // sequence.
            let last = if control.ends[block] { history.as_deref() } else { None };
            let end = last.map(|history| transitions.number(history, None));
            // Each edge leads to the node of the next block with the history after this block. Two
            // walks that come with equal histories share the node; this keeps the product finite,
            // and small for n = 2.
            let after = match &history {
                None => 0,
                Some(history) => histories.number(history, None) as u32 + 1,
            };
            let mut next = Vec::new();
            for edge in control.ways[block].clone() {
                let to = control.edges[edge].to;
                let new = entered.len() as u32;
                let node = *known.entry(pair(to as u32, after)).or_insert(new) as usize;
                if node == entered.len() {
                    entered.push((to, history.clone()));
                }
                next.push(node);
            }
            edges += next.len();
            nodes.push(Node { block, next, taken, end });
            if order > 2 && entered.len() > MAX_HISTORIES {
                return Err(UsageError::TooManyHistories { order });
            }
        }
        Ok(Self { nodes, transitions: transitions.listed, edges })
    }

    /// Returns the edges between nodes, as pairs of source and target.
    pub(super) fn edges(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        let nodes = self.nodes.iter().enumerate();
        nodes.flat_map(|(at, node)| node.next.iter().map(move |&to| (at, to)))
    }

    /// Marks the transitions that a path takes, and returns the number of transitions that were not
    /// marked before.
    ///
    /// `path` has the edges of the path from the entry, by their numbers in `control`.
    pub(super) fn mark(&self, control: &Control, path: &[usize], is_covered: &mut [bool]) -> usize {
        let mut node = &self.nodes[0];
        let mut taken = node.taken.clone();
        for &edge in path {
            let first = control.ways[node.block].start;
            node = &self.nodes[node.next[edge - first]];
            taken.extend(&node.taken);
        }
        taken.extend(node.end);
        let mut first = 0;
        for transition in taken {
            first += usize::from(!core::mem::replace(&mut is_covered[transition], true));
        }
        first
    }
}

/// The actions on one object, numbered in ascending order.
pub(super) struct Actions<A> {
    /// The actions, by number.
    pub(super) names: Vec<A>,
    /// By block: the numbers of the actions on the object, in the order of the calls. Blocks
    /// without calls on the object have no entry.
    pub(super) by_block: Vec<(usize, Vec<usize>)>,
}

/// Groups calls, which are listed by block: returns the objects in ascending order, each with its
/// actions.
pub(super) fn actions_by_object<O: Ord + Clone, A: Ord + Clone>(
    calls: &[Vec<(O, A)>],
) -> Vec<(O, Actions<A>)> {
    let calls = calls.iter().enumerate().flat_map(|(block, of_block)| {
        of_block.iter().map(move |(object, action)| (object, (block, action)))
    });
    let objects = by_object(calls).into_iter().map(|(object, calls)| {
        // Inserted one by one. An order of the user that contradicts itself makes a sort panic, and
        // collecting into a map sorts.
        let mut numbers: BTreeMap<&A, usize> = BTreeMap::new();
        for &(_, action) in &calls {
            numbers.insert(action, 0);
        }
        for (next, number) in numbers.values_mut().enumerate() {
            *number = next;
        }
        let by_block =
            calls.into_iter().filter_map(|(block, action)| Some((block, *numbers.get(action)?)));
        let by_block = by_object(by_block);
        (object.clone(), Actions { names: numbers.into_keys().cloned().collect(), by_block })
    });
    objects.collect()
}

// Transitions that no path can have, found for all transitions of an object at once.

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
    let is_once =
        |&edge: &usize| control.edges[edge].is_decision && !control.edges[edge].leaves_loops;
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
        let mut is_met = vec![[false; 2]; product.nodes.len()];
        let mut is_on_walk = vec![false; product.transitions.len()];
        is_met[0][0] = true;
        let mut waiting = vec![(0, false)];
        while let Some((node, is_used)) = waiting.pop() {
            *visits += 1;
            let Node { block, next, taken, end } = &product.nodes[node];
            if !is_used || to_end[*block] != usize::MAX {
                for &transition in taken.iter().chain(end) {
                    is_on_walk[transition] = true;
                }
            }
            for (way, &to) in control.ways[*block].clone().zip(next) {
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
