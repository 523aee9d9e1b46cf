//! Rules of the definition, on rows of bits.

use super::known::{Data, Known};
use super::paths::{Paths, each, has};
use super::{Nearer, Rule, Verdict};
use crate::flow::FlowGraph;
use crate::id::{Block, Function};
use alloc::boxed::Box;

/// One of the two executions.
pub(super) struct Side<'a> {
    // Rows over all blocks of the function.
    pub(super) entered: &'a [u64],
    pub(super) evaluated: &'a [u64],
    /// Blocks that it fully covered.
    pub(super) full: &'a [u64],
    /// `true` if it reached the target.
    pub(super) reached: bool,
}

impl Side<'_> {
    /// Returns SCB, the block in which the execution got stuck. `distances` is called only if there
    /// are several candidates.
    fn stuck<'d>(
        &self,
        target: u32,
        effective: &[u64],
        distances: impl FnOnce() -> &'d [u32],
    ) -> Option<u32> {
        if has(self.entered, target) && !self.reached {
            return Some(target);
        }
        let rows = || effective.iter().zip(self.entered.iter().zip(self.full));
        let words = || rows().map(|(effective, (entered, full))| effective & entered & !full);
        if words().map(u64::count_ones).sum::<u32>() < 2 {
            return each(words()).next();
        }
        let distances = distances();
        each(words()).min_by_key(|&block| distances[block as usize])
    }

    /// Returns `true` if FCB contains an effective block.
    fn covers(&self, block: u32, target: u32) -> bool {
        if block == target { self.reached } else { has(self.full, block) }
    }
}

/// The rule that applies.
pub(super) enum Ruled {
    /// Rules 5 and 6, and rule 4 read literally if neither got stuck.
    Decided(Verdict),
    /// Rule 4: both got stuck in this block.
    Stuck(Block),
}

/// Rule 6: neither execution is nearer.
const OPEN: Ruled = Ruled::Decided(Verdict { nearer: Nearer::Neither, rule: Rule::Open });

impl Known {
    /// Applies the rules, for a target that at most one execution reached. `edges` computes the
    /// edges of its function.
    #[inline(always)] // shared with `across`, and must not slow down the comparison within one function
    pub(super) fn apply(
        &mut self,
        graph: &FlowGraph,
        (function, target): (Function, u32),
        edges: impl FnOnce() -> Paths,
        [first, second]: [&Side<'_>; 2],
        literal: bool,
    ) -> Ruled {
        let (paths, Data { views, distances }, kept) = self.of(function, target, edges);
        // Rules 1 and 2: the starts depend only on the predicates that both executions evaluated, and
        // few such sets occur, so their effective blocks (except the target) are kept. Two graph
        // searches for each comparison would be too slow.
        let evaluated = [first.evaluated, second.evaluated];
        let effective = views.effective(graph, paths, target, evaluated, kept);

        // Rule 3, FCB: the number of effective blocks that each execution fully covered and the other
        // did not.
        let (mut by_first, mut by_second) = (
            u32::from(first.reached && !second.reached),
            u32::from(second.reached && !first.reached),
        );
        for (&effective, (first, second)) in
            effective.iter().zip(first.full.iter().zip(second.full))
        {
            by_first += (effective & first & !second).count_ones();
            by_second += (effective & second & !first).count_ones();
        }
        if by_first > 0 && by_second > 0 {
            return OPEN; // neither set contains the other
        }

        // Rule 4, lines 9 to 13 of the listing. One of the sets contains the other.
        let stuck = [first, second].map(|side| {
            side.stuck(target, effective, || {
                distances.get_or_insert_with(|| {
                    let found: Box<[u32]> = paths.distances(target).into();
                    *kept += size_of_val(&*found);
                    found
                })
            })
        });
        match stuck {
            [Some(stuck), Some(other)] if stuck == other => {
                return Ruled::Stuck(Block::new(paths.blocks.start + stuck));
            }
            // Literal reading: two empty sets are equal, so line 9 holds, and a block that does not
            // exist has no covered lines.
            [None, None] if literal => {
                return Ruled::Decided(Verdict { nearer: Nearer::Neither, rule: Rule::Progress });
            }
            _ => {}
        }

        // Rule 5, lines 14 and 15: the sets are comparable, and the nearer execution passed the block
        // in which the other one got stuck. One of the two numbers is 0. If both are 0, either
        // execution may satisfy the rule.
        let passed = |stuck: Option<u32>, side: &Side<'_>| {
            stuck.map_or(!literal, |block| side.covers(block, target))
        };
        let wins =
            by_second == 0 && passed(stuck[1], first) || by_first == 0 && passed(stuck[0], second);
        if !wins {
            return OPEN;
        }
        Ruled::Decided(Verdict { nearer: Nearer::more(by_first, by_second), rule: Rule::Blocks })
    }
}
