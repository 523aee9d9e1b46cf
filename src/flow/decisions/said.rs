//! Decisions that a graph says: see [`FlowBuilder::decision`](crate::flow::FlowBuilder::decision).
//!
//! An operand may have control flow of its own, as `v?` and `f(a && b)` have. Its blocks lie
//! between two conditions: control enters them from conditions before, and goes on to the condition
//! of the operand, or leaves the decision. A block with one way on is a constant: it decides
//! nothing, and leads to the condition or the end that follows.

use super::decision::{CompoundDecision, Next};
use super::error::DecisionError;
use super::region::targets;
use crate::flow::{FlowGraph, Said};
use crate::id::{Block, IdMap, IdSet};
use crate::sort::sort_by_key;
use alloc::vec;
use alloc::vec::Vec;

/// Returns the decisions that `said` names, which are members of decisions of one function.
/// `before` are the blocks that lead to a block, by numbers within the function. Decisions without
/// a condition that can be reached are left out.
///
/// O(m log m + e) for m members, and e edges into operands: an operand is visited once for each
/// decision that it is nested in.
pub(in crate::flow) fn said<'a>(
    graph: &FlowGraph,
    first_block: u32,
    said: &[Said],
    before: impl Fn(u32) -> &'a [u32],
) -> Result<Vec<CompoundDecision>, DecisionError> {
    let mut members = said.to_vec();
    sort_by_key(&mut members, |member| (member.decision, member.place));
    let before = |block: Block| {
        let sources = before(block.number() - first_block).iter();
        sources.map(|&source| Block::new(first_block + source))
    };
    let mut found = Vec::new();
    for members in members.chunk_by(|a, b| a.decision == b.decision) {
        let mut draft = Members::of(graph, members)?;
        draft.find_operands(Block::new(first_block), &before)?;
        found.extend(draft.finish()?);
    }
    sort_by_key(&mut found, |decision: &CompoundDecision| decision.conditions()[0]);
    Ok(found)
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
    fn of(graph: &FlowGraph, members: &[Said]) -> Result<Self, DecisionError> {
        let (conditions, constants, places) = (Vec::new(), IdMap::new(), IdMap::new());
        let mut sorted = Self { conditions, constants, places };
        for member in members.iter().filter(|member| graph.is_reachable(member.block)) {
            let block = member.block;
            let mut ways = graph.successors(block);
            if sorted.places.contains(block) || sorted.constants.contains(block) {
                return Err(DecisionError::Duplicate { block });
            }
            match (targets(graph, block), ways.next(), ways.next()) {
                (Some(ways), ..) => {
                    sorted.places.insert(block, sorted.conditions.len() as u32);
                    sorted.conditions.push((block, ways));
                }
                (None, Some((_, to)), None) if !graph.is_exit(block) => {
                    sorted.constants.insert(block, to);
                }
                _ => return Err(DecisionError::NotTwoWay { blocks: vec![block] }),
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

    /// Returns the condition whose operand begins with a block, or the end that the block leads to.
    fn land(&self, mut block: Block) -> Result<u32, Block> {
        // Constants may lead around a circle.
        for _ in 0..=self.constants.len() {
            match (self.places.get(block), self.constants.get(block)) {
                (Some(&place), _) if place > 0 => return Ok(place),
                (_, Some(&to)) => block = to,
                _ => break,
            }
        }
        Err(block)
    }

    /// Returns the decision; `None` if no condition can be reached.
    fn finish(self) -> Result<Option<CompoundDecision>, DecisionError> {
        let (mut ways, mut ends) = (Vec::new(), IdSet::new());
        for (place, &(block, targets)) in (0..).zip(&self.conditions) {
            let landed = targets.map(|target| self.land(target));
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
        // The true end is that of the last condition that leads to an end, if it is true.
        let last = ways.iter().rev().find_map(|&[yes, no]| match (yes, no) {
            (Err(end), _) => Some(end),
            (_, Err(end)) => ends.iter().find(|&other| other != end).or(Some(end)),
            _ => None,
        });
        let Some(holds) = last else { return Ok(None) };
        let fails = ends.iter().find(|&end| end != holds).unwrap_or(holds);
        // A condition that leads to one block twice is told by its value; constants that leave one
        // end have decided already.
        let is_alone = matches!(self.conditions[..], [(_, [yes, no])] if yes == no);
        let next = ways.iter().map(|&ways| {
            [0, 1].map(|way| match ways[way] {
                Ok(place) => Next::Condition(place as usize),
                Err(_) if is_alone => Next::End(way == 0),
                Err(end) => Next::End(end == holds),
            })
        });
        let is_before = |&(block, place): &(Block, u32)| self.conditions[place as usize].0 != block;
        let operands = self.places.iter().map(|(block, &place)| (block, place));
        let operands: Vec<_> = operands.filter(is_before).collect();
        let conditions = self.conditions.iter().map(|row| row.0).collect();
        Ok(Some(CompoundDecision::from_parts(conditions, next, [holds, fails], operands)))
    }
}
