//! The flow graph of one function while it is drawn.

use rhai::{INT, Position};
use sbst::flow::{BlockSketch, ControlFlow};
use std::ops::RangeInclusive;

/// How a block ends.
#[derive(Debug)]
pub(super) enum End {
    /// It leaves the function.
    Leave,
    /// Only an exception leads out of it.
    Throw,
    Jump(u32),
    Branch(u32, u32),
    Switch {
        arms: Vec<(Vec<RangeInclusive<INT>>, u32)>,
        default: u32,
    },
}

/// One block.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) statements: u32,
    pub(super) end: End,
    /// Where an exception is caught, if something in the block may throw.
    pub(super) handler: Option<u32>,
    /// Where it decides, or else begins.
    pub(super) position: Position,
}

impl Draft {
    pub(super) fn new() -> Self {
        Self { statements: 0, end: End::Leave, handler: None, position: Position::NONE }
    }
}

/// One function.
#[derive(Debug)]
pub(super) struct Drafts(pub(super) Vec<Draft>);

impl ControlFlow for Drafts {
    fn block_count(&self) -> usize {
        self.0.len()
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        let draft = &self.0[block as usize];
        out.statements(draft.statements);
        match &draft.end {
            End::Leave => out.exit(),
            End::Throw => out,
            &End::Jump(to) => out.jump(to),
            &End::Branch(then, or_else) => out.branch(then, or_else),
            End::Switch { arms, default } => {
                for (values, to) in arms {
                    out.arm(values.iter().map(wide), *to);
                }
                out.default(*default)
            }
        };
        if let Some(handler) = draft.handler {
            out.exception(handler);
        }
    }
}

/// The range as the graph lists it.
fn wide(range: &RangeInclusive<INT>) -> RangeInclusive<i128> {
    (*range.start()).into()..=(*range.end()).into()
}
