//! Secondary objectives: which of two equally near tests is better.

use crate::subject::Test;
use sbst::execution::Record;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Counters, Form};
use sbst::flow::{FlowGraph, Lines};
use sbst::objective::Goal;
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::sync::Arc;

/// A secondary objective: it compares two tests that are equally near to a goal.
///
/// Implemented for closures. One is made for each search, so it may hold state.
///
/// ```
/// use sbst_laboratory::search::{Standard, Tie};
///
/// let shorter = || |tie: &Tie<'_>| tie.first.test.size().cmp(&tie.second.test.size());
/// let technique = Standard::new("shorter").with_secondary(shorter);
/// ```
pub trait Secondary {
    /// Returns `Less` if the first test is better, `Equal` if none is. Then the newer test is
    /// preferred.
    fn compare(&mut self, tie: &Tie<'_>) -> Ordering;

    /// Returns numbers to report with the outcome of the search, by name.
    fn counts(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

impl<F: FnMut(&Tie<'_>) -> Ordering> Secondary for F {
    fn compare(&mut self, tie: &Tie<'_>) -> Ordering {
        self(tie)
    }
}

pub(super) type MakeSecondary = Arc<dyn Fn() -> Box<dyn Secondary> + Send + Sync>;

/// Two tests that are equally near to a goal.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Tie<'a> {
    /// The control flow of the program.
    pub graph: &'a FlowGraph,
    /// The lines of the program. There are none if nobody knows them.
    pub lines: &'a Lines,
    /// The goal.
    pub goal: &'a Goal,
    /// One of the tests.
    pub first: &'a Kept,
    /// The other one.
    pub second: &'a Kept,
    /// `true` if the [gate](super::Standard::with_gate) is open for this goal now. Without a gate
    /// it is always `true`.
    ///
    /// A gate that is closed does not keep the objective from comparing: [`ByBlockCoverage`]
    /// returns `Equal` then, and counts.
    pub open: bool,
}

/// A test with its execution.
#[derive(Debug)]
pub struct Kept {
    /// The test.
    pub test: Test,
    /// The execution.
    pub record: Record,
    blocks: OnceCell<BlockSummary>,
}

impl Kept {
    pub(super) fn new(test: Test, record: Record) -> Self {
        Self { test, record, blocks: OnceCell::new() }
    }

    /// Returns which blocks were entered, and how far: in lines, or in statements if there are no
    /// lines. It is computed when it is first asked for.
    #[must_use]
    pub fn blocks(&self, graph: &FlowGraph, lines: &Lines) -> &BlockSummary {
        self.blocks.get_or_init(|| {
            if *lines == Lines::default() {
                BlockSummary::of(graph, &self.record)
            } else {
                BlockSummary::by_lines(graph, lines, &self.record)
            }
        })
    }
}

/// Block coverage as secondary objective: the test is better that completed more of the blocks on
/// the way to the goal.
///
/// Source: Derakhshanfar, Devroey, Zaidman 2022, section 3. The outcome of the search reports how
/// often it was asked for (`called`), compared because the gate was open (`compared`), active and
/// useful (4.1.4, Table 2).
#[derive(Debug)]
pub struct ByBlockCoverage {
    coverage: BlockCoverage,
    counters: Counters,
}

impl ByBlockCoverage {
    /// Creates the objective in a form: as published, or exact.
    #[must_use]
    pub fn in_form(form: Form) -> Self {
        Self { coverage: BlockCoverage::new().in_form(form), counters: Counters::default() }
    }
}

impl Secondary for ByBlockCoverage {
    fn compare(&mut self, tie: &Tie<'_>) -> Ordering {
        let Self { coverage, counters } = self;
        let Some(target) = tie.goal.target(tie.lines) else { return Ordering::Equal };
        let verdict = || {
            let [first, second] =
                [tie.first, tie.second].map(|kept| kept.blocks(tie.graph, tie.lines));
            coverage.verdict(tie.graph, target, first, second)
        };
        counters.count(tie.open, verdict).ordering()
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        let Counters { called, compared, active, useful, .. } = self.counters;
        vec![("called", called), ("compared", compared), ("active", active), ("useful", useful)]
    }
}
