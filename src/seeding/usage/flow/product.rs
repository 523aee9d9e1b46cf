//! A function times the histories of one object.

use super::control::Control;
use crate::numbers::{NumberMap, WordMap, Words, pair};
use crate::seeding::usage::UsageError;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// The greatest number of pairs of a block and a history that is followed through a function with n > 2: there can be exponentially many
/// in n. With n = 1 and 2 there are at most as many as blocks times actions, and no limit.
pub(super) const MAX_HISTORIES: usize = 1 << 18;

/// The actions of one object that count, as numbers; `None` before the first one.
type History = Option<Vec<usize>>;

/// Nodes are pairs of a block and the history of an object on entry to it, as far as some walk from the entry makes them; node 0 is the
/// entry. Time and space are linear in the edges between them.
pub(super) struct Product {
    /// By node.
    pub(super) blocks: Vec<usize>,
    /// By node: the nodes after it, in the order of the edges of its block.
    pub(super) next: Vec<Vec<usize>>,
    /// By node: the transitions of its calls, in their order.
    pub(super) taken: Vec<Vec<usize>>,
    /// By node: the transition to the end, where a walk may end.
    pub(super) ends: Vec<Option<usize>>,
    /// By transition.
    pub(super) transitions: Vec<Transition>,
    /// Number of edges between nodes.
    pub(super) edges: usize,
}

/// A history, and what followed it: an action, or the end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Transition {
    pub(super) history: Vec<usize>,
    pub(super) action: Option<usize>,
}

/// Numbers transitions in the order in which they come.
#[derive(Default)]
struct Numbers {
    of: WordMap,
    listed: Vec<Transition>,
}

impl Numbers {
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
    /// Creates a product without calls: its nodes are blocks.
    pub(super) fn of_blocks(control: &Control) -> Self {
        let count = control.ways.len();
        let next = control.ways.iter().map(|ways| ways.iter().map(|&edge| control.edges[edge].to).collect()).collect();
        let (blocks, edges) = ((0..count).collect(), control.edges.len());
        Self { blocks, next, taken: vec![Vec::new(); count], ends: vec![None; count], transitions: Vec::new(), edges }
    }

    /// Creates the product with the actions on the object: `calls` lists them by block.
    pub(super) fn new(control: &Control, order: usize, calls: &BTreeMap<usize, Vec<usize>>) -> Result<Self, UsageError> {
        // A history is numbered as its transition to the end: one type of map is enough. 0 is the history before the first action.
        let mut histories = Numbers::default();
        let mut transitions = Numbers::default();
        // By block and history.
        let mut nodes = NumberMap::new();
        nodes.insert(pair(0, 0), 0);
        let mut entered: Vec<(usize, History)> = vec![(0, None)];
        let (mut next, mut taken, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = 0;
        while at < entered.len() {
            let (block, mut history) = entered[at].clone();
            at += 1;
            let mut of_node = Vec::new();
            for &action in calls.get(&block).into_iter().flatten() {
                let mut last = history.unwrap_or_default();
                of_node.push(transitions.number(&last, Some(action)));
                last.push(action);
                let first = last.len().saturating_sub(order - 1);
                last.drain(..first);
                history = Some(last);
            }
            taken.push(of_node);
            // An object on which nothing was called has no sequence.
            let last = if control.ends[block] { history.as_deref() } else { None };
            ends.push(last.map(|history| transitions.number(history, None)));
            let after = match &history {
                None => 0,
                Some(history) => histories.number(history, None) as u32 + 1,
            };
            let mut targets = Vec::new();
            for &edge in &control.ways[block] {
                let to = control.edges[edge].to;
                let next_node = nodes.len() as u32;
                let node = *nodes.entry(pair(to as u32, after)).or_insert(next_node) as usize;
                if node == entered.len() {
                    entered.push((to, history.clone()));
                }
                targets.push(node);
            }
            next.push(targets);
            if order > 2 && entered.len() > MAX_HISTORIES {
                return Err(UsageError::TooManyHistories { order });
            }
        }
        let blocks = entered.into_iter().map(|(block, _)| block).collect();
        let edges = next.iter().map(Vec::len).sum();
        Ok(Self { blocks, next, taken, ends, transitions: transitions.listed, edges })
    }

    /// Returns the edges between nodes.
    pub(super) fn edges(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        self.next.iter().enumerate().flat_map(|(node, next)| next.iter().map(move |&to| (node, to)))
    }

    /// Marks the transitions that a path takes, its edges from the entry on, and returns the number of those that were not marked.
    pub(super) fn mark(&self, control: &Control, path: &[usize], is_covered: &mut [bool]) -> usize {
        let (mut node, mut first) = (0, 0);
        let mut mark = |transitions: &[usize]| {
            for &transition in transitions {
                first += usize::from(!is_covered[transition]);
                is_covered[transition] = true;
            }
        };
        mark(&self.taken[0]);
        for edge in path {
            node = self.next[node][control.edges[*edge].way];
            mark(&self.taken[node]);
        }
        if let Some(end) = self.ends[node] {
            mark(&[end]);
        }
        first
    }
}

/// The calls of a function by object, in the order of the objects: the actions of each, ascending, and by block their numbers.
pub(super) struct Calls<O, A> {
    pub(super) objects: Vec<(O, Actions<A>)>,
}

pub(super) struct Actions<A> {
    pub(super) names: Vec<A>,
    pub(super) by_block: BTreeMap<usize, Vec<usize>>,
}

impl<O: Ord + Clone, A: Ord + Clone> Calls<O, A> {
    pub(super) fn new(calls: &[Vec<(O, A)>]) -> Self {
        let mut by_object: BTreeMap<&O, Vec<(usize, &A)>> = BTreeMap::new();
        for (block, (object, action)) in calls.iter().enumerate().flat_map(|(block, of)| of.iter().map(move |call| (block, call))) {
            by_object.entry(object).or_default().push((block, action));
        }
        let objects = by_object.into_iter().map(|(object, calls)| {
            // One by one: a sort panics on an order that contradicts itself, and so does collecting into a map, which sorts.
            let mut numbers: BTreeMap<&A, usize> = BTreeMap::new();
            for &(_, action) in &calls {
                numbers.insert(action, 0);
            }
            for (next, number) in numbers.values_mut().enumerate() {
                *number = next;
            }
            let mut by_block: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for (block, action) in calls {
                if let Some(&number) = numbers.get(action) {
                    by_block.entry(block).or_default().push(number);
                }
            }
            (object.clone(), Actions { names: numbers.into_keys().cloned().collect(), by_block })
        });
        Self { objects: objects.collect() }
    }
}
