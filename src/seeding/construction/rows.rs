//! What a slice reads of a program: each instruction that it meets, once.

use super::dependences::{Dependences, InstructionKind, InstructionSketch, Role};
use crate::id::Instruction;
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
    pub(super) kind: InstructionKind,
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
    /// Where each shelf begins.
    shelves: Vec<u32>,
    /// Where each page begins, shelf after shelf.
    pages: Vec<u32>,
    seen: Vec<Seen>,
}

impl Pages {
    const SHELF: usize = 512;
    const PAGE: usize = 64;

    pub(super) fn of(&mut self, instruction: Instruction) -> &mut Seen {
        let (page, place) = (instruction.index() / Self::PAGE, instruction.index() % Self::PAGE);
        let (shelf, page) = (page / Self::SHELF, page % Self::SHELF);
        if self.shelves.len() <= shelf {
            self.shelves.resize(shelf + 1, NONE);
        }
        let shelf = &mut self.shelves[shelf];
        if *shelf == NONE {
            *shelf = self.pages.len() as u32;
            self.pages.resize(self.pages.len() + Self::SHELF, NONE);
        }
        let page = &mut self.pages[*shelf as usize + page];
        if *page == NONE {
            *page = self.seen.len() as u32;
            self.seen.resize(self.seen.len() + Self::PAGE, Seen { row: NONE, context: NONE, occurrence: NONE });
        }
        &mut self.seen[*page as usize + place]
    }
}
