//! Tables: the automaton in the form that the dynamic programming reads, with dense rows of edges
//! and without useless states.
//!
//! - A state whose only edge is a free one is replaced by the target of this edge. Patterns have
//!   many such states.
//! - A state is kept if it can be reached from the start, and an accepting state can be reached
//!   from it. No other state is on a path of a text of the language.
//! - States are numbered in reverse postorder of a depth-first search from the start. So all edges
//!   lead to a greater number, except those that close a cycle.
//!
//! O(states + edges), plus one sort of the edges.

use super::Letter;
use super::draft::Draft;
use super::sets::{Membership, Set};
use alloc::vec;
use alloc::vec::Vec;

/// A pruned automaton. Its start is state 0. An automaton without states has the empty language.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// Edges that read a symbol, by source: the set and the target.
    pub(super) edges: Rows<(Set, u32)>,
    /// Edges that read a symbol, by set: the source and the target.
    pub(super) readers: Rows<(u32, u32)>,
    /// Targets of the edges that read nothing, by source.
    pub(super) free: Rows<u32>,
    /// By state: the cost of a step from the state before it, or [`FAR`].
    pub(super) near: Vec<i32>,
    /// All other steps to a greater state, ascending by target.
    pub(super) far: Vec<Step>,
    /// Steps to a smaller state.
    pub(super) back: Vec<Step>,
    /// By state: `true` if it accepts.
    pub(super) accepting: Vec<bool>,
    /// An accepting state with a loop that reads any symbol: once it is reached, the text is in the
    /// language whatever follows.
    pub(super) absorbing: Option<u32>,
    /// Table of the sets that contain a symbol.
    pub(super) membership: Membership,
}

/// A step from one state to another without reading the text: it costs one edit along an edge that
/// reads a symbol, and nothing along a free edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    /// Target.
    pub(super) to: u32,
    /// Source.
    pub(super) from: u32,
    /// Number of edits.
    pub(super) cost: i32,
}

/// Cost of a state that was not reached: greater than any cost that is kept in 32 bits. Two of them
/// and a cost can be added without overflow.
pub(super) const FAR: i32 = i32::MAX >> 2;

/// Mark of a state without a new number.
const GONE: u32 = u32::MAX;

impl Tables {
    /// Prunes and renumbers an automaton.
    pub(super) fn new<S: Letter>(mut draft: Draft) -> Self {
        skip_forwarding(&mut draft);
        let all = draft.sets.all::<S>();

        // Steps 1 and 2: find the useful states, and number them in the order of the search.
        let kept = useful(&draft);
        let states = kept.len();
        let mut new = vec![GONE; draft.accepting.len()];
        for (number, &state) in (0..).zip(&kept) {
            new[state as usize] = number;
        }

        let is_kept = |from: &mut u32, to: &mut u32| {
            (*from, *to) = (new[*from as usize], new[*to as usize]);
            *from != GONE && *to != GONE
        };
        draft.edges.retain_mut(|(from, (_, to))| is_kept(from, to));
        draft.free.retain_mut(|(from, to)| is_kept(from, to) && from != to);
        // Step 3: keep the sets that edges between kept states read, so that rows of flags are
        // short.
        let mut kept_sets = vec![None; draft.sets.len()];
        let mut sets = 0;
        for (_, (set, _)) in &mut draft.edges {
            *set = *kept_sets[*set as usize].get_or_insert_with(|| {
                sets += 1;
                sets - 1
            });
        }
        let (edges, free) = (draft.edges.iter().copied(), draft.free.iter().copied());
        let accepting: Vec<_> = kept.iter().map(|&state| draft.accepting[state as usize]).collect();
        let all = all.and_then(|all| *kept_sets.get(all as usize)?);
        let absorbing = edges
            .clone()
            .find(|&(from, (set, to))| from == to && Some(set) == all && accepting[from as usize]);
        // Step 4: sort the steps by target. Of parallel steps, a free one comes before one that
        // costs an edit.
        let inserted = edges.clone().map(|(from, (_, to))| Step { to, from, cost: 1 });
        let mut steps: Vec<_> =
            inserted.chain(free.clone().map(|(from, to)| Step { to, from, cost: 0 })).collect();
        steps.sort_unstable();
        steps.dedup_by_key(|step| (step.to, step.from)); // the cheaper one stays
        let mut near = vec![FAR; states];
        for step in steps.iter().filter(|step| step.from + 1 == step.to) {
            near[step.to as usize] = step.cost;
        }
        Self {
            readers: Rows::new(
                sets as usize,
                edges.clone().map(|(from, (set, to))| (set, (from, to))),
            ),
            edges: Rows::new(states, edges),
            free: Rows::new(states, free),
            near,
            far: steps.iter().filter(|step| step.from + 1 < step.to).copied().collect(),
            back: steps.iter().filter(|step| step.from > step.to).copied().collect(),
            accepting,
            absorbing: absorbing.map(|(state, _)| state),
            membership: draft.sets.renumber(&kept_sets, sets as usize),
        }
    }

    /// Returns the number of states.
    pub(super) fn states(&self) -> usize {
        self.accepting.len()
    }
}

/// Returns the states that are on a path from the start to an accepting state, in reverse
/// postorder.
fn useful(draft: &Draft) -> Vec<u32> {
    let count = draft.accepting.len();
    // Every edge counts, since a symbol can be inserted for any set.
    let steps =
        draft.edges.iter().map(|&(from, (_, to))| (from, to)).chain(draft.free.iter().copied());
    let mut states = reverse_postorder(&Rows::new(count, steps.clone()), draft.start);
    let before = Rows::new(count, steps.map(|(from, to)| (to, from)));
    let mut is_useful = draft.accepting.clone();
    let mut waiting: Vec<u32> =
        (0..count as u32).filter(|&state| draft.accepting[state as usize]).collect();
    while let Some(state) = waiting.pop() {
        for &state in before.of(state) {
            if !core::mem::replace(&mut is_useful[state as usize], true) {
                waiting.push(state);
            }
        }
    }
    states.retain(|&state| is_useful[state as usize]);
    states
}

/// Redirects every edge past states whose only edge is a free one.
fn skip_forwarding(draft: &mut Draft) {
    let count = draft.accepting.len();
    // First the states that must stay: those that accept, read, or have several free edges.
    let mut onward: Vec<_> = (0..count as u32).collect();
    let mut stays = draft.accepting.clone();
    for &(from, _) in &draft.edges {
        stays[from as usize] = true;
    }
    let mut led_on = vec![false; count];
    for &(from, to) in &draft.free {
        stays[from as usize] |= core::mem::replace(&mut led_on[from as usize], true);
        onward[from as usize] = to;
    }
    for state in (0..count).filter(|&state| stays[state]) {
        onward[state] = state as u32;
    }

    // Then follow the free edges to such a state: each pass doubles the way at least. Where a way
    // comes back to itself, nothing is accepted, so its end does not matter.
    for _ in 0..=count.ilog2() {
        for state in 0..count {
            onward[state] = onward[onward[state] as usize];
        }
    }

    draft.start = onward[draft.start as usize];
    let targets = draft
        .edges
        .iter_mut()
        .map(|(_, (_, to))| to)
        .chain(draft.free.iter_mut().map(|(_, to)| to));
    for to in targets {
        *to = onward[*to as usize];
    }
}

/// Returns the states that can be reached from `start`, each before the states that it leads to,
/// except along edges that close a cycle.
fn reverse_postorder(steps: &Rows<u32>, start: u32) -> Vec<u32> {
    let mut found = vec![false; steps.len()];
    found[start as usize] = true;
    let mut order = Vec::new();
    // The path of the search with the remaining steps of each state. Recursion would overflow the
    // stack on a long pattern.
    let mut way = vec![(start, steps.of(start).iter())];
    while let Some((state, left)) = way.last_mut() {
        match left.next() {
            Some(&next) if !core::mem::replace(&mut found[next as usize], true) => {
                way.push((next, steps.of(next).iter()));
            }
            Some(_) => {}
            None => {
                order.push(*state);
                way.pop();
            }
        }
    }
    order.reverse();
    order
}

// Lists of items, grouped by a number.

/// Lists of items, one for each state (or set), in one array.
#[derive(Clone, Debug)]
pub(super) struct Rows<T> {
    /// List i is `items[first[i]..first[i + 1]]`.
    first: Vec<usize>,
    /// All items, list after list.
    items: Vec<T>,
}

impl<T: Copy + Default> Rows<T> {
    /// Groups pairs of a list's number and an item. Items keep their order. O(lists + pairs).
    pub(super) fn new(lists: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        // Counting sort: count, add up, place. The offset of 2 leaves room for the running
        // positions, so that `first` needs no copy.
        let mut first = vec![0; lists + 2];
        for (list, _) in pairs.clone() {
            first[list as usize + 2] += 1;
        }
        for list in 0..lists {
            first[list + 2] += first[list + 1];
        }
        let mut items = vec![T::default(); first[lists + 1]];
        for (list, item) in pairs {
            let next = &mut first[list as usize + 1];
            items[*next] = item;
            *next += 1;
        }
        first.pop();
        Self { first, items }
    }

    /// Returns the number of lists.
    pub(super) fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns the items of all lists, one list after the other.
    pub(super) fn items(&self) -> &[T] {
        &self.items
    }

    /// Returns a list.
    #[inline]
    pub(super) fn of(&self, list: u32) -> &[T] {
        &self.items[self.first[list as usize]..self.first[list as usize + 1]]
    }
}
