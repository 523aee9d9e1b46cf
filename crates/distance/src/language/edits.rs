//! The least number of edits between a text and a language: dynamic programming over state and
//! position.
//!
//! D(j, q) is the least number of edits after which the first j symbols lead from the start to
//! state q. A column holds D(j, ·) for one j; the next one follows from it by
//!
//! - D(j + 1, q) ≤ D(j, p), along an edge from p to q that reads symbol j;
//! - D(j + 1, q) ≤ D(j, p) + 1, along an edge that reads another (substitution);
//! - D(j + 1, q) ≤ D(j, q) + 1 (deletion);
//! - D(j, q) ≤ D(j, p) + 1, along any edge that reads a symbol (insertion), and D(j, q) ≤ D(j, p)
//!   along a free edge.
//!
//! The last line relates a column to itself, possibly along cycles. It is solved by sweeps. States
//! are numbered so that nearly all edges lead to a greater number ([`Tables`]). First, every state
//! takes the costs that follow from the column before. Then one pass in the order of the states
//! adds the insertions, except along edges that lead back. If an edge that leads back gives a lower
//! cost, the states from there on are swept again. Patterns need one or two sweeps for each symbol.
//! Where that is not enough, the states are settled in the order of their costs.
//!
//! O(length · (states + edges)) time, and a sort of the states where many cycles cross each other
//! and costs are far apart; O(states + edges) space. Sweeps have a small constant: there is no
//! sorting and no queue, and costs are signed 32-bit numbers where they fit, several of which are
//! compared by one instruction.

use super::tables::{FAR, Rows, Tables};
use crate::sort::sort_by;
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;
use num_traits::PrimInt;

/// Number of sweeps of a column after which its states are settled in the order of their costs.
const MOST: u32 = 5;

/// Returns the least number of edits that turn `text`, of at most `length` symbols, into a text of
/// the language; `None` if the language is empty.
pub(super) fn edits(
    tables: &Tables,
    text: impl Iterator<Item = u32>,
    length: usize,
) -> Option<usize> {
    // No cost is greater than one edit for each symbol and one for each state.
    if length.saturating_add(tables.states()) < FAR as usize {
        edits_within::<i32>(tables, text, MOST)
    } else {
        edits_within::<i64>(tables, text, MOST)
    }
}

/// Returns the least number of edits, with at most `most` sweeps of each column.
fn edits_within<C: Cost>(
    tables: &Tables,
    text: impl Iterator<Item = u32>,
    most: u32,
) -> Option<usize> {
    if tables.states() == 0 {
        return None;
    }
    let mut scratch = Vec::new();
    let mut sweeps = Sweeps::<C>::begin(tables, most);
    for symbol in text {
        if sweeps.absorbed() {
            break;
        }
        sweeps.read(tables.membership.row(symbol, &mut scratch));
    }
    sweeps.least_accepting()
}

/// A number of edits, in 32 or 64 bits.
trait Cost: PrimInt + From<i32> {
    /// Returns the cost of a step; of a step that is missing, a cost greater than any that fits.
    #[inline]
    fn of(step: i32) -> Self {
        if step == FAR { Self::max_value() >> 2 } else { step.into() }
    }
}

impl Cost for i32 {}
impl Cost for i64 {}

/// The last column and the one before it, by state.
struct Sweeps<'a, C> {
    /// The automaton.
    tables: &'a Tables,
    /// Costs before the last symbol.
    old: Vec<C>,
    /// Costs after the last symbol.
    now: Vec<C>,
    /// Greatest number of repeated sweeps of a column.
    again: u32,
}

impl<'a, C: Cost> Sweeps<'a, C> {
    /// Returns the column before the first symbol.
    fn begin(tables: &'a Tables, again: u32) -> Self {
        let far = vec![C::of(FAR); tables.states()];
        let mut sweeps = Self { tables, old: far.clone(), now: far, again };
        sweeps.now[0] = C::zero();
        sweeps.insert(0);
        sweeps.settle();
        sweeps
    }

    /// Computes the column after one more symbol. `holds` says, for each set, whether it contains
    /// the symbol.
    #[inline]
    fn read(&mut self, holds: &[bool]) {
        core::mem::swap(&mut self.old, &mut self.now);
        let tables = self.tables;
        let (old, now) = (&self.old[..], &mut self.now[..]);
        // Step 1, edits of the symbol: deletion stays in the state, substitution follows an edge. A
        // free edge may be treated as a substitution, too: this is a deletion followed by the free
        // edge, at the same cost. First the edges from the state before, in one pass that the
        // compiler vectorises; then the others.
        let mut before = C::of(FAR);
        for ((now, &old), &near) in now.iter_mut().zip(old).zip(&tables.near) {
            *now = old.min(before + (C::of(near) - C::one()).max(C::zero())) + C::one();
            before = old;
        }
        for step in tables.far.iter().chain(&tables.back) {
            let now = &mut now[step.to as usize];
            *now = (*now).min(old[step.from as usize] + C::one());
        }
        // Step 2, reading: an edge whose set contains the symbol costs nothing.
        for (set, _) in holds.iter().enumerate().filter(|(_, holds)| **holds) {
            for &(from, to) in tables.readers.of(set as u32) {
                let now = &mut now[to as usize];
                *now = (*now).min(old[from as usize]);
            }
        }
        // Step 3, insertions within the column.
        self.insert(0);
        self.settle();
    }

    /// Returns `true` if no further symbol can change the result.
    fn absorbed(&self) -> bool {
        self.tables.absorbing.is_some_and(|state| self.now[state as usize].is_zero())
    }

    /// Returns the least cost of an accepting state.
    fn least_accepting(&self) -> Option<usize> {
        let accepting =
            self.now.iter().zip(&self.tables.accepting).filter(|(_, accepting)| **accepting);
        accepting.map(|(cost, _)| *cost).min()?.to_usize()
    }

    /// Follows the edges that lead back, and repeats the sweep from the first state whose cost
    /// fell. If costs still fall after the allowed number of repetitions, the states are settled in
    /// the order of their costs, in all later columns, too.
    #[inline]
    fn settle(&mut self) {
        let states = self.now.len();
        for _ in 0..=self.again {
            let mut first = states;
            // From the last target on, so that a chain of such edges is followed in one pass.
            for step in self.tables.back.iter().rev() {
                let cost = self.now[step.from as usize] + C::of(step.cost);
                let to = step.to as usize;
                if cost < self.now[to] {
                    self.now[to] = cost;
                    first = first.min(to);
                }
            }
            if first == states {
                return;
            }
            self.insert(first);
        }
        self.again = 0;
        self.settle_in_order();
    }

    /// Settles each state once, in ascending order of cost: a search for shortest paths with steps
    /// of cost 0 and 1, from all states at once.
    fn settle_in_order(&mut self) {
        let (tables, now) = (self.tables, &mut self.now);
        let mut waiting = by_cost(now).into_iter().peekable();
        // States whose cost fell, ascending by cost: those of the cost at hand, then those of the
        // next one.
        let mut lowered: VecDeque<u32> = VecDeque::new();
        let mut settled = vec![false; now.len()];
        loop {
            let is_next = |&state: &u32| {
                lowered.front().is_none_or(|&low| now[state as usize] < now[low as usize])
            };
            let next = waiting.next_if(is_next).or_else(|| lowered.pop_front());
            let Some(state) = next else { return };
            if core::mem::replace(&mut settled[state as usize], true) {
                continue;
            }
            let cost = now[state as usize];
            for &target in tables.free.of(state) {
                if cost < now[target as usize] {
                    now[target as usize] = cost;
                    lowered.push_front(target);
                }
            }
            for &(_, target) in tables.edges.of(state) {
                if cost + C::one() < now[target as usize] {
                    now[target as usize] = cost + C::one();
                    lowered.push_back(target);
                }
            }
        }
    }

    /// Adds insertions and free edges into the states after `first`, from states with smaller
    /// numbers.
    #[inline]
    fn insert(&mut self, first: usize) {
        let (now, near, far) = (&mut self.now[..], &self.tables.near[..], &self.tables.far[..]);
        // Runs of edges from each state to the next are handled by `pass_on`. They end where an
        // edge comes from farther away.
        let mut at = first;
        for step in &far[far.partition_point(|step| step.to as usize <= first)..] {
            let to = step.to as usize;
            pass_on(&mut now[at..to], &near[at..to]);
            // The edge from the state before is added here, because the next run begins with `to`,
            // and a run has no state before it.
            let alongside = now[to - 1] + C::of(near[to]);
            now[to] = now[to].min(alongside).min(now[step.from as usize] + C::of(step.cost));
            at = to;
        }
        pass_on(&mut now[at..], &near[at..]);
    }
}

/// Returns the states by ascending cost, in linear time unless the costs are far apart.
fn by_cost<C: Cost>(costs: &[C]) -> Vec<u32> {
    let least = costs.iter().copied().min().unwrap_or_else(C::zero);
    let above = costs.iter().map(|&cost| (cost - least).to_u64().unwrap_or(u64::MAX));
    let mut states: Vec<(u64, u32)> = above.zip(0..).collect();
    let most = states.iter().map(|state| state.0).max().unwrap_or(0);
    if most <= 2 * states.len() as u64 {
        let ranks = states.iter().map(|&(above, state)| (above as u32, state));
        return Rows::new(most as usize + 1, ranks).items().to_vec();
    }
    sort_by(&mut states, Ord::cmp);
    states.into_iter().map(|(_, state)| state).collect()
}

/// Adds insertions and free edges from each state of a run to the next. The cost of the state
/// before stays in a register: if it were read from memory, each state would wait for the write of
/// the one before.
#[inline]
fn pass_on<C: Cost>(now: &mut [C], near: &[i32]) {
    let mut last = C::of(FAR);
    for (now, &near) in now.iter_mut().zip(near) {
        last = (*now).min(last + C::of(near));
        *now = last;
    }
}

#[cfg(test)]
mod tests {
    use super::super::draft::Draft;
    use super::*;
    use proptest::prelude::*;

    /// From, set (of the letter with this number) or nothing, to.
    type Edge = (u32, Option<u32>, u32);

    fn tables(count: u32, accepting: &[bool], edges: &[Edge]) -> Tables {
        let mut draft =
            Draft { accepting: accepting[..count as usize].to_vec(), ..Draft::default() };
        for &(from, letter, to) in edges {
            match letter {
                Some(letter) => {
                    let set = draft.sets.intern::<u8>(alloc::vec![(letter, letter + 1)]);
                    draft.edge(from % count, set, to % count);
                }
                None => draft.free.push((from % count, to % count)),
            }
        }
        Tables::new::<u8>(draft)
    }

    proptest! {
        #[test]
        fn sweeps_agree_with_costs_in_order_and_in_64_bits(
            count in 1..20_u32,
            accepting in prop::collection::vec(prop::bool::weighted(0.2), 20),
            edges in prop::collection::vec((0..20_u32, prop::option::weighted(0.7, 0..4_u32), 0..20_u32), 0..60),
            text in prop::collection::vec(0..6_u32, 0..20),
        ) {
            let tables = tables(count, &accepting, &edges);
            let expected = edits_within::<i32>(&tables, text.iter().copied(), u32::MAX);
            for most in [0, 1, 2, 100] {
                prop_assert_eq!(edits_within::<i32>(&tables, text.iter().copied(), most), expected);
                prop_assert_eq!(edits_within::<i64>(&tables, text.iter().copied(), most), expected);
            }
        }
    }

    #[test]
    fn costs_that_no_state_has_take_no_time() {
        // Any number of the one letter, or of the other: after many of the one, the other is far
        // behind.
        let tables = tables(
            3,
            &[false, true, true],
            &[(0, None, 1), (0, None, 2), (1, Some(1), 1), (2, Some(3), 2)],
        );
        // One by one, the costs between them would take hours.
        const EACH: usize = 200_000;
        let text = core::iter::repeat_n(1, EACH).chain(core::iter::repeat_n(3, EACH + 1));
        assert_eq!(edits_within::<i32>(&tables, text, 0), Some(EACH));
    }

    #[test]
    fn costs_that_may_not_fit_into_32_bits_take_64() {
        let tables = tables(1, &[true], &[(0, Some(1), 0)]);
        let text = || [1, 5, 2].into_iter();
        assert_eq!(edits(&tables, text(), 3), Some(1));
        assert_eq!(edits(&tables, text(), usize::MAX), Some(1));
    }
}
