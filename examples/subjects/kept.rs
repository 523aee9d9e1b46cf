//! What a search keeps of a test.

use sbst::fitness::Fitness;
use sbst::fitness::block_coverage::BlockSummary;

/// A test: its inputs, how near it comes to each goal, and what it leaves of its blocks.
pub(crate) struct Test {
    pub(crate) inputs: Vec<i64>,
    pub(crate) row: Vec<Fitness>,
    pub(crate) blocks: BlockSummary,
}

impl AsRef<[Fitness]> for Test {
    fn as_ref(&self) -> &[Fitness] {
        &self.row
    }
}
