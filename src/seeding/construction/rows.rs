//! What a slice reads of a program: each instruction that it meets, once.

use super::dependences::{Dependences, InstructionSketch, Kind, Role};
use crate::id::Instruction;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

pub(super) const NONE: u32 = u32::MAX;

/// The descriptions of the instructions that were met, each read once.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    pub(super) operands: Vec<(Role, Instruction)>,
    pub(super) controls: Vec<Instruction>,
    pub(super) returns: Vec<Instruction>,
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) instruction: u32,
    pub(super) kind: Kind,
    pub(super) alias: Option<Instruction>,
    pub(super) operands: Range<usize>,
    pub(super) controls: Range<usize>,
    pub(super) returns: Range<usize>,
}

impl Rows {
    pub(super) fn read(&mut self, program: &impl Dependences, instruction: Instruction) -> u32 {
        let before = (self.operands.len(), self.controls.len(), self.returns.len());
        let mut sketch = InstructionSketch::new(&mut self.operands, &mut self.controls, &mut self.returns);
        program.describe(instruction, &mut sketch);
        let (kind, alias) = (sketch.kind, sketch.alias);
        self.rows.push(Row {
            instruction: instruction.number(),
            kind,
            alias,
            operands: before.0..self.operands.len(),
            controls: before.1..self.controls.len(),
            returns: before.2..self.returns.len(),
        });
        (self.rows.len() - 1) as u32
    }
}

/// Of an instruction: its row, and its occurrence in the context that saw it last.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) row: u32,
    pub(super) context: u32,
    pub(super) occurrence: u32,
}

/// What was seen, by instruction: as long as what was seen, and not as long as the program, as one program is sliced for each branch.
#[derive(Default)]
pub(super) struct Pages {
    /// Where each page begins, by its number.
    pages: BTreeMap<u32, usize>,
    /// The page used last: mostly the next one, too.
    last: Option<(u32, usize)>,
    seen: Vec<Seen>,
}

impl Pages {
    const SIZE: u32 = 64;

    pub(super) fn of(&mut self, instruction: Instruction) -> &mut Seen {
        let (page, place) = (instruction.number() / Self::SIZE, (instruction.number() % Self::SIZE) as usize);
        let first = match self.last {
            Some((last, first)) if last == page => first,
            _ => *self.pages.entry(page).or_insert_with(|| {
                let first = self.seen.len();
                self.seen.resize(first + Self::SIZE as usize, Seen { row: NONE, context: NONE, occurrence: NONE });
                first
            }),
        };
        self.last = Some((page, first));
        &mut self.seen[first + place]
    }
}
