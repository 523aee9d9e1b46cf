//! The builder of one function's control flow.

use super::{BlockSketch, ControlFlow, Outcome};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use smallvec::SmallVec;

/// The control flow of one function, written down block by block, in any order of blocks.
///
/// Every method takes the number of the block first; block 0 is the entry. There are as many blocks as the highest number that
/// was described, plus one: describe exits, too. A block that is never described has no edge, hence leaves the function. Numbers
/// are meant to be dense: memory grows with the highest one, and a body in which nearly none of very many blocks is described is
/// refused as [`FlowError::TooMany`](super::FlowError::TooMany).
///
/// It is for graphs that are written by hand. A front end that walks code keeps a list of its own blocks, the ends of which it fills in as
/// targets become known, and implements [`ControlFlow`] for that list: two methods.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
///
/// // 0: match op { 1 => 1: a + b, 2 => 2: a / b, which may fail, _ => 3: error }   4: the rescue
/// let body = FlowBuilder::new()
///     .case(0, 1, 1).case(0, 2, 2).default(0, 3)
///     .statements(1, 1).exit(1)
///     .statements(2, 2).jump(2, 3).exception(2, 4)
///     .exit(3)
///     .exit(4);
/// let graph = FlowGraph::of(&body)?;
/// let names: Vec<_> = graph.all_branches().map(|e| graph.edge(e).outcome).collect();
/// assert_eq!(names, [Outcome::Case(1), Outcome::Case(2), Outcome::Default, Outcome::Next, Outcome::Exception(0)]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlowBuilder {
    near: Vec<Items>,
    /// Blocks numbered far beyond all others, so that a wrong number allocates nothing.
    far: BTreeMap<u32, Items>,
    /// How many blocks were described: what memory may grow with.
    described: usize,
}

type Items = SmallVec<[Item; 2]>;

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Item {
    Statements(u32),
    Branch { then: u32, or_else: u32 },
    Edge(Outcome, u32),
    Arm(Box<[RangeInclusive<i64>]>, u32),
    Exception(u32),
    Exit,
}

impl FlowBuilder {
    /// No block yet.
    #[must_use]
    pub fn new() -> Self {
        <Self as Default>::default()
    }

    /// See [`BlockSketch::statements`].
    #[must_use]
    pub fn statements(self, block: u32, count: u32) -> Self {
        self.with(block, Item::Statements(count))
    }

    /// See [`BlockSketch::jump`].
    #[must_use]
    pub fn jump(self, block: u32, to: u32) -> Self {
        self.edge(block, Outcome::Next, to)
    }

    /// See [`BlockSketch::branch`].
    #[must_use]
    pub fn branch(self, block: u32, then: u32, or_else: u32) -> Self {
        self.with(block, Item::Branch { then, or_else })
    }

    /// See [`BlockSketch::case`].
    #[must_use]
    pub fn case(self, block: u32, value: i64, to: u32) -> Self {
        self.edge(block, Outcome::Case(value), to)
    }

    /// See [`BlockSketch::arm`].
    #[must_use]
    pub fn arm(self, block: u32, values: impl IntoIterator<Item = RangeInclusive<i64>>, to: u32) -> Self {
        self.with(block, Item::Arm(values.into_iter().collect(), to))
    }

    /// See [`BlockSketch::default`].
    #[must_use]
    pub fn default(self, block: u32, to: u32) -> Self {
        self.edge(block, Outcome::Default, to)
    }

    /// See [`BlockSketch::exception`].
    #[must_use]
    pub fn exception(self, block: u32, to: u32) -> Self {
        self.with(block, Item::Exception(to))
    }

    /// See [`BlockSketch::edge`].
    #[must_use]
    pub fn edge(self, block: u32, outcome: Outcome, to: u32) -> Self {
        self.with(block, Item::Edge(outcome, to))
    }

    /// See [`BlockSketch::exit`].
    #[must_use]
    pub fn exit(self, block: u32) -> Self {
        self.with(block, Item::Exit)
    }

    pub(super) fn with(mut self, block: u32, item: Item) -> Self {
        let place = block as usize;
        let items = if place < 64 * self.described + 1024 {
            if place >= self.near.len() {
                self.near.resize_with(place + 1, Items::new);
            }
            &mut self.near[place]
        } else {
            self.far.entry(block).or_default()
        };
        self.described += usize::from(items.is_empty());
        items.push(item);
        self
    }
}

/// What was said of blocks.
#[cfg(feature = "serde")]
impl FlowBuilder {
    pub(super) fn near(&self) -> impl Iterator<Item = (u32, &[Item])> {
        (0..).zip(self.near.iter().map(SmallVec::as_slice))
    }

    pub(super) fn far(&self) -> impl Iterator<Item = (u32, &[Item])> {
        self.far.iter().map(|(&block, items)| (block, items.as_slice()))
    }
}

impl ControlFlow for FlowBuilder {
    fn block_count(&self) -> usize {
        let far = self.far.last_key_value().map_or(0, |(&block, _)| (block as usize).saturating_add(1)); // the last one on 32 bits
        let plausible = (1 << 16) + 64 * self.described;
        if far > plausible { usize::MAX } else { far.max(self.near.len()) }
    }

    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        // A block may be in both rows: far when it was first described, near since the others caught up.
        let far = if self.far.is_empty() { None } else { self.far.get(&block) };
        for item in far.into_iter().chain(self.near.get(block as usize)).flatten() {
            match item {
                Item::Statements(count) => out.statements(*count),
                Item::Branch { then, or_else } => out.branch(*then, *or_else),
                Item::Edge(outcome, to) => out.edge(*outcome, *to),
                Item::Arm(values, to) => out.arm(values.iter().cloned(), *to),
                Item::Exception(to) => out.exception(*to),
                Item::Exit => out.exit(),
            };
        }
    }
}
