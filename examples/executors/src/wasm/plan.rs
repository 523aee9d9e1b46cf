//! What is known of one function before it is written again: its blocks, and which hooks belong where.

use super::comparison::{Comparison, Number};
use super::condition::Condition;
use sbst::flow::FlowBuilder;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// One function. Operators are numbered from 0 in the order of the code.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) blocks: Vec<BlockPlan>,
    /// Hooks before operators, in order.
    pub(super) before: Vec<(usize, Hook)>,
    /// Hooks after operators, in order.
    pub(super) after: Vec<(usize, Hook)>,
    /// Comparisons whose operands are kept for a branch.
    pub(super) taps: BTreeMap<usize, Tap>,
    /// `return` operators that run, and how many labels lie around each.
    pub(super) returns: BTreeMap<usize, u32>,
    /// How many scratch locals of each type there are.
    pub(super) scratch: [u32; 4],
    /// How many parameters and locals there are without these.
    pub(super) locals: u32,
    pub(super) results: Vec<wasmparser::ValType>,
}

#[derive(Debug, Default)]
pub(super) struct BlockPlan {
    pub(super) way: Way,
    /// Operators that may trap, and calls: a block may end at any of these.
    pub(super) statements: u32,
    /// The operator that decides, and where it stands in the binary.
    pub(super) decision: Option<(&'static str, u64)>,
}

/// How a block ends.
#[derive(Debug, Default)]
pub(super) enum Way {
    #[default]
    Exit,
    Jump(u32),
    Branch {
        then: u32,
        or_else: u32,
    },
    Switch {
        arms: Vec<(u32, Vec<RangeInclusive<i64>>)>,
        default: u32,
    },
}

/// What the code tells the host. Blocks are numbered within the function; only when all are known, program-wide.
#[derive(Debug)]
pub(super) enum Hook {
    /// The number on top of the stack is a condition of this block; what these comparisons compared comes first.
    Decide { block: u32, condition: Condition, reports: Vec<Tap> },
    /// The number on top of the stack is an index.
    Switch { block: u32 },
    /// The block ran to its end.
    End { block: u32 },
    /// So many statements of the block ran.
    Done { block: u32, statements: u32 },
    /// The block ran to its end, and the activation ends.
    Leave { block: u32 },
}

/// A comparison whose operands are kept in scratch locals of their type, from this number on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tap {
    pub(super) comparison: Comparison,
    first: u32,
}

impl Plan {
    pub(super) fn body(&self) -> FlowBuilder {
        (0..).zip(&self.blocks).fold(FlowBuilder::new(), |body, (number, block)| {
            let body = body.statements(number, block.statements);
            match &block.way {
                Way::Exit => body.exit(number),
                Way::Jump(to) => body.jump(number, *to),
                Way::Branch { then, or_else } => body.branch(number, *then, *or_else),
                Way::Switch { arms, default } => {
                    let body = arms.iter().fold(body, |body, (to, values)| body.arm(number, values.iter().cloned(), *to));
                    body.default(number, *default)
                }
            }
        })
    }

    /// Keeps the operands of these comparisons. A block decides once, so blocks share the scratch locals.
    pub(super) fn tap(&mut self, leaves: Vec<(Comparison, usize)>) -> Vec<Tap> {
        let mut used = [0; 4];
        let taps = leaves.into_iter().map(|(comparison, at)| {
            let used = &mut used[comparison.number as usize];
            let tap = Tap { comparison, first: *used };
            *used += if comparison.with_zero { 1 } else { 2 };
            self.taps.insert(at, tap);
            tap
        });
        let taps = taps.collect();
        self.scratch = std::array::from_fn(|number| self.scratch[number].max(used[number]));
        taps
    }

    /// The local that keeps the left operand; the right one follows.
    pub(super) fn local(&self, tap: Tap) -> u32 {
        let before = Number::ALL.iter().take_while(|&&number| number != tap.comparison.number);
        self.locals + before.map(|&number| self.scratch[number as usize]).sum::<u32>() + tap.first
    }
}
