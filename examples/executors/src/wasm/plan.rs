//! What is known of one function before it is written again: its blocks, and which hooks belong
//! where.

use super::comparison::{Comparison, Number};
use super::condition::Condition;
use super::origin::{Origin, Test};
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
    /// Truth values that are computed from results of calls.
    pub(super) tests: Vec<Test>,
    /// Which function is called at an operator, where that is known: as the module numbers them.
    pub(super) calls: BTreeMap<u32, u32>,
    /// The block that the function ends in, if it returns there.
    pub(super) last: Option<u32>,
    /// By block: what it sets the result of the function to.
    pub(super) sets: BTreeMap<u32, Set>,
}

/// What a block sets the result of its function to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Set {
    Is(Origin),
    /// A condition whose decision the hooks report; also from here.
    Decision(Origin),
}

/// What is known when a block ends.
#[derive(Debug, Default)]
pub(super) struct Ending {
    /// The operator before which it ends.
    pub(super) at: usize,
    /// The number on top of the stack, which the next block may be handed.
    pub(super) top: (Origin, Decided),
    /// Locals that the block has set.
    pub(super) locals: BTreeMap<u32, (Origin, Decided)>,
}

/// The comparisons that a number is made of, if any.
pub(super) type Decided = Option<(Condition, Vec<(Comparison, usize)>)>;

#[derive(Debug, Default)]
pub(super) struct BlockPlan {
    pub(super) way: Way,
    /// Operators that may trap, and calls: a block may end at any of these.
    pub(super) statements: u32,
    /// The operator that decides, and where it stands in the binary.
    pub(super) decision: Option<(&'static str, u64)>,
    /// What decides, where results of calls do.
    pub(super) decides: Origin,
    /// `None` if it ends by a trap, or by a tail call.
    pub(super) ending: Option<Ending>,
    /// Scratch locals that its taps use.
    pub(super) used: [u32; 4],
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
        arms: Vec<(u32, Vec<RangeInclusive<i128>>)>,
        default: u32,
    },
}

/// What the code tells the host. Blocks are numbered within the function; only when all are known,
/// program-wide.
#[derive(Debug)]
pub(super) enum Hook {
    /// The number on top of the stack is a condition of this block; what these comparisons compared
    /// comes first.
    Decide { block: u32, condition: Condition, reports: Vec<Tap> },
    /// The number on top of the stack is an index.
    Switch { block: u32 },
    /// The block sets the result of the function to a condition, whose comparisons compared these.
    Sets { block: u32, condition: Condition, reports: Vec<Tap> },
    /// A function is called at this operator.
    Call { at: usize },
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
                    let body = arms.iter().fold(body, |body, (to, values)| {
                        body.arm(number, values.iter().cloned(), *to)
                    });
                    body.default(number, *default)
                }
            }
        })
    }

    /// Keeps the operands of these comparisons of a block. Blocks share the scratch locals; the
    /// conditions of one block do not, unless they share the comparison.
    pub(super) fn tap(&mut self, block: u32, leaves: Vec<(Comparison, usize)>) -> Vec<Tap> {
        let mut used = self.blocks[block as usize].used;
        let taps = leaves.into_iter().map(|(comparison, at)| {
            *self.taps.entry(at).or_insert_with(|| {
                let used = &mut used[comparison.number as usize];
                let tap = Tap { comparison, first: *used };
                *used += if comparison.with_zero { 1 } else { 2 };
                tap
            })
        });
        let taps = taps.collect();
        self.blocks[block as usize].used = used;
        self.scratch = std::array::from_fn(|number| self.scratch[number].max(used[number]));
        taps
    }

    /// Puts a hook before what an operator has already.
    pub(super) fn hook_first(&mut self, at: usize, hook: Hook) {
        let place = self.before.partition_point(|before| before.0 < at);
        self.before.insert(place, (at, hook));
    }

    /// The local that keeps the left operand; the right one follows.
    pub(super) fn local(&self, tap: Tap) -> u32 {
        let before = Number::ALL.iter().take_while(|&&number| number != tap.comparison.number);
        self.locals + before.map(|&number| self.scratch[number as usize]).sum::<u32>() + tap.first
    }
}
