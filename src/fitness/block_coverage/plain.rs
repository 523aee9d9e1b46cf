//! Summaries as plain data.

use super::summary::{BlockSummary, Part};
use crate::id::{Block, Function};
use crate::plain::{Invalid, ascend, by_way_of};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(rename = "BlockSummary")]
struct SummaryForm {
    functions: Vec<FunctionForm>,
    /// Blocks whose progress is not that of a block that ran to its end.
    unusual: Vec<(Block, u32)>,
}

/// 64 blocks a word, the first of them its lowest bit.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Function")]
struct FunctionForm {
    function: Function,
    first_block: u32,
    blocks: u32,
    entered: Vec<u64>,
    completed: Vec<u64>,
    evaluated: Vec<u64>,
}

by_way_of!(BlockSummary => SummaryForm);

impl From<&BlockSummary> for SummaryForm {
    fn from(summary: &BlockSummary) -> Self {
        let form = |part: &Part| {
            let row = summary.cut(part);
            let [entered, completed, evaluated] = [row.entered, row.completed, row.evaluated].map(<[u64]>::to_vec);
            let &Part { function, first_block, blocks, .. } = part;
            FunctionForm { function, first_block, blocks, entered, completed, evaluated }
        };
        Self { functions: summary.functions.iter().map(form).collect(), unusual: summary.unusual.clone() }
    }
}

impl FunctionForm {
    /// Rows of the right length, no bit beyond the last block, and nothing completed that was not entered.
    fn is_sound(&self) -> bool {
        let width = (self.blocks as usize).div_ceil(64);
        let rows = [&self.entered, &self.completed, &self.evaluated];
        let beyond = |row: &[u64]| row.last().is_some_and(|last| !self.blocks.is_multiple_of(64) && last >> (self.blocks % 64) > 0);
        let completed_alone = || self.entered.iter().zip(&self.completed).any(|(entered, completed)| completed & !entered > 0);
        rows.iter().all(|row| row.len() == width && !beyond(row)) && !completed_alone()
    }
}

impl TryFrom<SummaryForm> for BlockSummary {
    type Error = Invalid;
    fn try_from(form: SummaryForm) -> Result<Self, Invalid> {
        let SummaryForm { functions, unusual } = form;
        let end = |form: &FunctionForm| form.first_block.checked_add(form.blocks);
        let apart = |pair: &[FunctionForm]| end(&pair[0]).is_some_and(|end| end <= pair[1].first_block);
        if !(ascend(functions.iter().map(|form| form.function)) && functions.windows(2).all(apart)) {
            return Err(Invalid("the functions of a summary, and their blocks, ascend"));
        }
        if !functions.iter().all(|form| form.blocks > 0 && end(form).is_some() && form.is_sound()) {
            return Err(Invalid("a bit for each block of a function, and only entered ones complete"));
        }
        if !ascend(unusual.iter().map(|row| row.0)) {
            return Err(Invalid("the blocks of a summary ascend"));
        }
        let mut summary = Self { unusual, ..Self::default() };
        for form in functions {
            let first_word = u32::try_from(summary.words.len()).map_err(|_| Invalid("more blocks than there are numbers"))?;
            let FunctionForm { function, first_block, blocks, entered, completed, evaluated } = form;
            summary.words.extend(entered.into_iter().chain(completed).chain(evaluated));
            summary.functions.push(Part { function, first_block, blocks, first_word });
        }
        Ok(summary)
    }
}
