//! The automaton as the dynamic programming walks it: dense rows of edges, and no state that does not matter.
//!
//! - A state that only leads on by one free edge is replaced by the state where it leads: patterns are full of them.
//! - A state stays if it can be reached from the start and an accepting state can be reached from it, through edges that can be read or
//!   inserted: no other is on the way of a text into the language.
//! - States are numbered in reverse postorder of a depth-first search from the start: all edges lead to a greater number but for those
//!   that close a cycle.
//!
//! O(states + edges), but for one sort of the edges.

use super::Letter;
use super::draft::Draft;
use super::rows::Rows;
use super::sets::{Membership, Set};
use alloc::vec;
use alloc::vec::Vec;

/// A pruned automaton; its start is state 0. Without states its language is empty.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// Edges that read a symbol, by where they start: the set and the target.
    pub(super) edges: Rows<(Set, u32)>,
    /// The same by set: the start and the target.
    pub(super) readers: Rows<(u32, u32)>,
    /// Targets of the edges that read nothing, by where they start.
    pub(super) free: Rows<u32>,
    /// By state: the cost of coming from the state before it, or [`FAR`].
    pub(super) near: Vec<i32>,
    /// The other ways to a greater state, by ascending target.
    pub(super) far: Vec<Step>,
    /// The ways to a smaller state.
    pub(super) back: Vec<Step>,
    /// By state.
    pub(super) accepting: Vec<bool>,
    /// An accepting state that any symbol leaves as it is: once there, a text is in the language, whatever follows.
    pub(super) absorbing: Option<u32>,
    pub(super) membership: Membership,
}

/// A way from one state to another without reading: for one edit along an edge that reads a symbol, else for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    pub(super) to: u32,
    pub(super) from: u32,
    pub(super) cost: i32,
}

/// More than any cost that is kept in 32 bits; two such and a cost can be added.
pub(super) const FAR: i32 = 1 << 29;

/// No new number.
const GONE: u32 = u32::MAX;

impl Tables {
    pub(super) fn new<S: Letter>(mut draft: Draft) -> Self {
        skip_forwarding(&mut draft);
        let count = draft.accepting.len();
        let all = draft.sets.all::<S>();

        let steps = draft.edges.iter().map(|&(from, (_, to))| (from, to)).chain(draft.free.iter().copied());
        let forward = reverse_postorder(&Rows::new(count, steps.clone()), draft.start);
        let goals = (0..count as u32).filter(|&state| draft.accepting[state as usize]);
        let backward = reached(&Rows::new(count, steps.map(|(from, to)| (to, from))), goals);
        let mut useful = vec![false; count];
        for &state in &backward {
            useful[state as usize] = true;
        }
        let mut new = vec![GONE; count];
        let mut states = 0;
        for &state in forward.iter().filter(|&&state| useful[state as usize]) {
            new[state as usize] = states;
            states += 1;
        }

        let moved = |from: u32, to: u32| {
            let (from, to) = (new[from as usize], new[to as usize]);
            (from != GONE && to != GONE).then_some((from, to))
        };
        let mut kept_sets = vec![None; draft.sets.len()];
        let mut sets = 0;
        for &(_, (set, _)) in draft.edges.iter().filter(|&&(from, (_, to))| moved(from, to).is_some()) {
            kept_sets[set as usize].get_or_insert_with(|| {
                sets += 1;
                sets - 1
            });
        }
        let edges = draft.edges.iter().filter_map(|&(from, (set, to))| {
            let (from, to) = moved(from, to)?;
            Some((from, (kept_sets[set as usize]?, to)))
        });
        let free = draft.free.iter().filter_map(|&(from, to)| moved(from, to).filter(|(from, to)| from != to));
        let mut accepting = vec![false; states as usize];
        for &state in forward.iter().filter(|&&state| draft.accepting[state as usize]) {
            accepting[new[state as usize] as usize] = true;
        }
        let all = all.and_then(|all| *kept_sets.get(all as usize)?);
        let absorbing = edges.clone().find(|&(from, (set, to))| from == to && Some(set) == all && accepting[from as usize]);
        let inserted = edges.clone().map(|(from, (_, to))| Step { to, from, cost: 1 });
        let mut steps: Vec<_> = inserted.chain(free.clone().map(|(from, to)| Step { to, from, cost: 0 })).collect();
        steps.sort_unstable();
        steps.dedup_by_key(|step| (step.to, step.from)); // the cheaper one stays
        let states = states as usize;
        let mut near = vec![FAR; states];
        for step in steps.iter().filter(|step| step.from + 1 == step.to) {
            near[step.to as usize] = step.cost;
        }
        Self {
            readers: Rows::new(sets as usize, edges.clone().map(|(from, (set, to))| (set, (from, to)))),
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

    pub(super) fn states(&self) -> usize {
        self.accepting.len()
    }
}

/// Leads every edge past the states that only have one free edge.
fn skip_forwarding(draft: &mut Draft) {
    let count = draft.accepting.len();
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

    let mut known: Vec<_> = onward.iter().enumerate().map(|(state, &next)| next as usize == state).collect();
    let mut walk = Vec::new();
    for state in 0..count as u32 {
        let mut last = state;
        while !core::mem::replace(&mut known[last as usize], true) {
            walk.push(last);
            last = onward[last as usize];
        }
        // On a cycle that nothing leaves the walk comes back to itself; then the states end at one of them, no matter which.
        let end = onward[last as usize];
        for state in walk.drain(..) {
            onward[state as usize] = end;
        }
    }

    draft.start = onward[draft.start as usize];
    let targets = draft.edges.iter_mut().map(|(_, (_, to))| to).chain(draft.free.iter_mut().map(|(_, to)| to));
    targets.for_each(|to| *to = onward[*to as usize]);
}

/// Returns the states that can be reached from `start`, each before those that it leads to, but for edges that close a cycle.
fn reverse_postorder(steps: &Rows<u32>, start: u32) -> Vec<u32> {
    let mut found = vec![false; steps.len()];
    found[start as usize] = true;
    let mut order = Vec::new();
    // States on the way, with the steps that they have left.
    let mut way = vec![(start, steps.of(start).iter())];
    while let Some((state, left)) = way.last_mut() {
        match left.next() {
            Some(&next) if !core::mem::replace(&mut found[next as usize], true) => way.push((next, steps.of(next).iter())),
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

/// Returns the states that can be reached, in any order.
fn reached(steps: &Rows<u32>, from: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let mut found = vec![false; steps.len()];
    let mut states: Vec<_> = from.into_iter().collect();
    for &state in &states {
        found[state as usize] = true;
    }
    let mut at = 0;
    while at < states.len() {
        for &next in steps.of(states[at]) {
            if !core::mem::replace(&mut found[next as usize], true) {
                states.push(next);
            }
        }
        at += 1;
    }
    states
}
