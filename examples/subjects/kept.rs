//! What a search keeps of a test.

use sbst::fitness::Fitness;
use sbst::fitness::block_coverage::BlockSummary;

/// A test: its inputs, and how near it comes to each goal.
#[derive(Clone)]
pub(crate) struct Test {
    pub(crate) inputs: Vec<i64>,
    pub(crate) row: Vec<Fitness>,
}

/// The same, and what it leaves of its blocks.
pub(crate) struct Summarised {
    pub(crate) inputs: Vec<i64>,
    pub(crate) row: Vec<Fitness>,
    pub(crate) blocks: BlockSummary,
}

impl AsRef<[Fitness]> for Test {
    fn as_ref(&self) -> &[Fitness] {
        &self.row
    }
}

impl AsRef<[Fitness]> for Summarised {
    fn as_ref(&self) -> &[Fitness] {
        &self.row
    }
}
