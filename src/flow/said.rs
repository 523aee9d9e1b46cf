//! Decisions that a graph says: see [`FlowBuilder::decision`](super::FlowBuilder::decision).
//!
//! An operand may have control flow of its own, as `v?` and `f(a && b)` have. Its blocks lie
//! between two conditions: control enters them from conditions before, and goes on to the condition
//! of the operand, or leaves the decision. A block with one way on is a constant: it decides
//! nothing, and leads to the condition or the end that follows.

use super::decisions::{CompoundDecision, DecisionError, Next};
use crate::id::{Block, IdMap, IdSet};
use crate::sort::sort_by_key;
use alloc::vec;
use alloc::vec::Vec;

/// A condition or a constant of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) block: Block,
    /// The number of the decision within its function.
    pub(crate) decision: u32,
    /// The place in the order of evaluation.
    pub(crate) place: u32,
}

/// The ways on from a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ways {
    /// If its predicate is true, and if it is false.
    Two([Block; 2]),
    One(Block),
    Other,
    /// The block cannot be reached.
    Dead,
}

/// Returns the decisions that `said` names, which are members of decisions of one function.
/// `before` are the blocks that lead to a block, by numbers within the function. Decisions without
/// a condition that can be reached are left out.
///
/// O(m log m + e) for m members, and e edges into operands: an operand is visited once for each
/// decision that it is nested in.
pub(crate) fn said_decisions<'a>(
    said: &[Said],
    first_block: u32,
    ways: impl Fn(Block) -> Ways,
    before: impl Fn(u32) -> &'a [u32],
) -> Result<Vec<CompoundDecision>, DecisionError> {
    let mut members = said.to_vec();
    sort_by_key(&mut members, |member| (member.decision, member.place));
    let before = |block: Block| {
        let sources = before(block.number() - first_block).iter();
        sources.map(move |&source| Block::new(first_block + source))
    };
    let (mut found, mut taken) = (Vec::new(), IdSet::new());
    for &Said { block, .. } in &members {
        if !taken.insert(block) {
            return Err(DecisionError::Duplicate { block });
        }
    }
    for members in members.chunk_by(|a, b| a.decision == b.decision) {
        let mut draft = Members::of(members, &ways)?;
        draft.find_operands(Block::new(first_block), &before)?;
        found.extend(draft.finish()?);
    }
    sort_by_key(&mut found, |decision: &CompoundDecision| decision.conditions()[0]);
    Ok(found)
}

/// Returns the decision of conditions in an order of evaluation, each with its targets, without
/// other blocks in their operands; `None` if there are none.
pub(super) fn decision_of(
    conditions: Vec<(Block, [Block; 2])>,
) -> Result<Option<CompoundDecision>, DecisionError> {
    let places = conditions.iter().map(|row| row.0).zip(0..).collect();
    Members { conditions, constants: IdMap::new(), places }.finish()
}

/// The members of a decision.
struct Members {
    /// The conditions in the order of evaluation, with their targets.
    conditions: Vec<(Block, [Block; 2])>,
    /// The constants, with the block that each leads to.
    constants: IdMap<Block, Block>,
    /// By block of an operand, its condition included: the place of the condition.
    places: IdMap<Block, u32>,
}

impl Members {
    /// Sorts the members that can be reached into conditions and constants.
    fn of(members: &[Said], ways: &impl Fn(Block) -> Ways) -> Result<Self, DecisionError> {
        let mut sorted =
            Self { conditions: Vec::new(), constants: IdMap::new(), places: IdMap::new() };
        for &Said { block, .. } in members {
            match ways(block) {
                Ways::Two(ways) => {
                    sorted.places.insert(block, sorted.conditions.len() as u32);
                    sorted.conditions.push((block, ways));
                }
                Ways::One(to) => sorted.constants.insert(block, to),
                Ways::Other => return Err(DecisionError::NotTwoWay { blocks: vec![block] }),
                Ways::Dead => {}
            }
        }
        Ok(sorted)
    }

    /// Finds the blocks of the operands of all conditions but the first: those from which control
    /// comes to the condition without another condition between.
    fn find_operands<I: Iterator<Item = Block>>(
        &mut self,
        entry: Block,
        before: &impl Fn(Block) -> I,
    ) -> Result<(), DecisionError> {
        let Self { conditions, places, .. } = self;
        for (place, &(condition, _)) in (0..).zip(&*conditions).skip(1) {
            let mut waiting = vec![condition];
            while let Some(block) = waiting.pop() {
                // The function begins within the decision, so control enters it at two places.
                if block == entry {
                    return Err(DecisionError::Entries { blocks: vec![condition] });
                }
                for source in before(block) {
                    match places.get(source) {
                        Some(&known) if conditions[known as usize].0 == source => {}
                        Some(&known) if known == place => {}
                        Some(&known) => {
                            let other = conditions[known as usize].0;
                            return Err(DecisionError::Entries { blocks: vec![other, condition] });
                        }
                        None => {
                            places.insert(source, place);
                            waiting.push(source);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the condition whose operand begins with a block, if there is one.
    fn operand(&self, block: Block) -> Option<u32> {
        self.places.get(block).copied().filter(|&place| place > 0)
    }

    /// Returns, by constant, the condition or the end that it leads to. Each is followed once, since
    /// many conditions may lead to one chain of constants.
    fn follow_constants(&self) -> IdMap<Block, Result<u32, Block>> {
        let mut known = IdMap::new();
        for (first, _) in self.constants.iter() {
            let (mut way, mut block) = (Vec::new(), first);
            let lands = loop {
                if let Some(place) = self.operand(block) {
                    break Ok(place);
                }
                match (known.get(block), self.constants.get(block)) {
                    (Some(&lands), _) => break lands,
                    (None, Some(&to)) => {
                        // If constants lead around a circle, it ends where it began.
                        known.insert(block, Err(block));
                        way.push(block);
                        block = to;
                    }
                    (None, None) => break Err(block),
                }
            };
            for block in way {
                known.insert(block, lands);
            }
        }
        known
    }

    /// Returns the decision; `None` if no condition can be reached.
    fn finish(self) -> Result<Option<CompoundDecision>, DecisionError> {
        let (mut ways, mut ends) = (Vec::new(), IdSet::new());
        let constants = self.follow_constants();
        let land = |block: Block| match (self.operand(block), constants.get(block)) {
            (Some(place), _) => Ok(place),
            (None, Some(&lands)) => lands,
            (None, None) => Err(block),
        };
        for (place, &(block, targets)) in (0..).zip(&self.conditions) {
            let landed = targets.map(land);
            for way in landed {
                match way {
                    Ok(next) if next <= place => {
                        let blocks = vec![self.conditions[next as usize].0, block];
                        return Err(DecisionError::Cycle { blocks });
                    }
                    Ok(_) => {}
                    Err(end) => {
                        ends.insert(end);
                    }
                }
            }
            ways.push(landed);
        }
        if ends.len() > 2 {
            return Err(DecisionError::Ends { blocks: ends.iter().collect() });
        }
        // A condition that leads to one block twice is told by its value; constants that leave one
        // end have decided already.
        let is_alone = matches!(self.conditions[..], [(_, [yes, no])] if yes == no);
        // The true end is that of the last condition that leads to an end, if it is true. In
        // `a || (b && false)`, the end of `b` does not depend on its value.
        let decides = |&&[yes, no]: &&[Result<u32, Block>; 2]| ends.len() < 2 || yes != no;
        let last = ways.iter().rev().filter(decides).find_map(|&[yes, no]| match (yes, no) {
            (Err(end), _) => Some(end),
            (_, Err(end)) => ends.iter().find(|&other| other != end).or(Some(end)),
            _ => None,
        });
        let Some(holds) = last else { return Ok(None) };
        let fails = ends.iter().find(|&end| end != holds).unwrap_or(holds);
        let next = ways.iter().map(|&ways| {
            [0, 1].map(|way| match ways[way] {
                Ok(place) => Next::Condition(place as usize),
                Err(end) => Next::End(if is_alone { way == 0 } else { end == holds }),
            })
        });
        let is_before = |&(block, place): &(Block, u32)| self.conditions[place as usize].0 != block;
        let operands = self.places.iter().map(|(block, &place)| (block, place));
        Ok(Some(CompoundDecision::from_parts(
            self.conditions.iter().map(|row| row.0).collect(),
            next,
            [holds, fails],
            operands.filter(is_before).collect(),
        )))
    }
}
