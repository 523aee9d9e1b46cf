//! Summaries as plain data.

use super::paths::each;
use super::summary::{BlockSummary, COMPLETED, COVERED, ENTERED, EVALUATED, Part};
use crate::flow::GraphIdentity;
use crate::id::{Block, Function};
use crate::plain::{Invalid, ascend, by_way_of};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Serialized form of a [`BlockSummary`].
#[derive(Serialize, Deserialize)]
#[serde(rename = "BlockSummary")]
struct SummaryForm {
    graph: GraphIdentity,
    functions: Vec<FunctionForm>,
    /// Blocks whose progress is not the number of their statements, with their progress.
    unusual: Vec<(Block, u32)>,
    /// Parallel to `unusual` if statements share lines, else empty.
    lines: Vec<u32>,
}

/// Serialized form of the rows of a function: 64 blocks in each word, the first in the lowest bit.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Function")]
struct FunctionForm {
    function: Function,
    first_block: u32,
    blocks: u32,
    entered: Vec<u64>,
    completed: Vec<u64>,
    covered: Vec<u64>,
    evaluated: Vec<u64>,
}

by_way_of!(BlockSummary => SummaryForm);

impl From<&BlockSummary> for SummaryForm {
    fn from(summary: &BlockSummary) -> Self {
        let form = |part: &Part| {
            let [entered, completed, covered, evaluated] =
                [ENTERED, COMPLETED, COVERED, EVALUATED].map(|row| summary.row(part, row).to_vec());
            let &Part { function, first_block, blocks, .. } = part;
            FunctionForm { function, first_block, blocks, entered, completed, covered, evaluated }
        };
        Self {
            graph: summary.graph,
            functions: summary.functions.iter().map(form).collect(),
            unusual: summary.unusual.clone(),
            lines: summary.lines.clone(),
        }
    }
}

impl FunctionForm {
    /// Returns `true` if the rows have the right length, no bit is set beyond the last block, every
    /// covered block was entered, and every completed block is covered.
    fn is_sound(&self) -> bool {
        let width = (self.blocks as usize).div_ceil(64);
        let rows = [&self.entered, &self.completed, &self.covered, &self.evaluated];
        let is_within = |row: &[u64]| each(row.iter().copied()).all(|local| local < self.blocks);
        let part =
            |some: &[u64], all: &[u64]| some.iter().zip(all).all(|(some, all)| some & !all == 0);
        rows.iter().all(|row| row.len() == width && is_within(row))
            && part(&self.completed, &self.covered)
            && part(&self.covered, &self.entered)
    }
}

impl TryFrom<SummaryForm> for BlockSummary {
    type Error = Invalid;
    fn try_from(form: SummaryForm) -> Result<Self, Invalid> {
        let SummaryForm { graph, functions, unusual, lines } = form;
        let end = |form: &FunctionForm| form.first_block.checked_add(form.blocks);
        let apart =
            |pair: &[FunctionForm]| end(&pair[0]).is_some_and(|end| end <= pair[1].first_block);
        require(
            ascend(functions.iter().map(|form| form.function)) && functions.windows(2).all(apart),
            "the functions of a summary must ascend, and so must their blocks",
        )?;
        require(
            functions.iter().all(|form| form.blocks > 0 && end(form).is_some() && form.is_sound()),
            "a function must have a bit for each block, and only entered blocks may be complete",
        )?;
        require(ascend(unusual.iter().map(|row| row.0)), "the blocks of a summary must ascend")?;
        require(
            lines.is_empty() || lines.len() == unusual.len(),
            "the lines of a summary must belong to its blocks",
        )?;
        let known = functions.last().map_or(0, |form| form.function.number().saturating_add(1));
        require(
            known <= graph.functions() && (known == 0) == (graph == GraphIdentity::default()),
            "the summary names a function that its graph does not have",
        )?;
        let mut summary = Self { graph, unusual, lines, ..Self::default() };
        for form in functions {
            let first_word = u32::try_from(summary.words.len())
                .map_err(|_| Invalid("more blocks than there are numbers"))?;
            let FunctionForm { function, first_block, blocks, .. } = form;
            for row in [form.entered, form.completed, form.covered, form.evaluated] {
                summary.words.extend(row);
            }
            summary.functions.push(Part { function, first_block, blocks, first_word });
        }
        Ok(summary)
    }
}

/// Returns an error with this message unless the condition holds.
fn require(holds: bool, message: &'static str) -> Result<(), Invalid> {
    if holds { Ok(()) } else { Err(Invalid(message)) }
}
