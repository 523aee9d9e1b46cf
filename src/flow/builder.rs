//! The builder of one function's control flow.

use super::calls::Call;
use super::{BlockSketch, ControlFlow, Outcome};
use crate::id::{CallSite, Function};
use crate::numbers::NumberTable;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use smallvec::SmallVec;

/// The control flow of one function, written down block by block, in any order of blocks.
///
/// Every method takes the number of the block first; block 0 is the entry. Every block needs an edge or an
/// [`exit`](Self::exit): a function with a block that has neither is refused, and the error lists all such blocks. Statements alone
/// do not describe a block, since they do not say where it leads.
///
/// Numbers may be given by the builder: [`blocks`](Self::blocks) and [`named_blocks`](Self::named_blocks) return new ones as plain
/// `u32`, which the hooks of the subject take, too. Names of functions and blocks are shown in errors, drawings and explanations.
///
/// Numbers are meant to be dense: memory grows with the highest one, and a function in which nearly none of very many blocks is
/// described is refused as [`FlowErrorKind::TooMany`](super::FlowErrorKind::TooMany).
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
///
/// With handles and names:
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// // while i < n { if a[i] == x { return true } }  return false
/// let mut find = FlowBuilder::new().function_name("find");
/// let [head, body, found, after] = find.named_blocks(["head", "body", "found", "after"]);
/// let graph = FlowGraph::of(&find.branch(head, body, after).branch(body, found, head).exit(found).exit(after))?;
///
/// let find = graph.function_named("find").expect("it was added");
/// assert_eq!(graph.show_block(graph.block(find, found)).to_string(), "find: found");
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlowBuilder {
    near: Vec<Items>,
    /// Blocks numbered far beyond all others, so that a wrong number allocates nothing.
    far: NumberTable<Items>,
    /// How many blocks were described: what memory may grow with.
    described: usize,
    /// Blocks below this number were handed out.
    handed_out: u32,
    /// No block from this number on was mentioned, not as a target either.
    unused: u32,
}

type Items = SmallVec<[Item; 2]>;

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Item {
    Statements(u32),
    Branch {
        then: u32,
        or_else: u32,
    },
    Edge(Outcome, u32),
    Arm(Box<[RangeInclusive<i64>]>, u32),
    Exception(u32),
    /// Boxed, so that items of other kinds stay small.
    Call(Box<Call>),
    Exit,
    Name(Box<str>),
    /// The name of the function; it is kept with the entry, which it does not mention.
    FunctionName(Box<str>),
}

#[cfg(feature = "serde")]
impl Item {
    /// The greatest block that an item of this block mentions.
    fn last(&self, block: u32) -> Option<u32> {
        match *self {
            Self::FunctionName(_) => None,
            Self::Statements(_) | Self::Call(_) | Self::Exit | Self::Name(_) => Some(block),
            Self::Branch { then, or_else } => Some(block.max(then).max(or_else)),
            Self::Edge(_, to) | Self::Arm(_, to) | Self::Exception(to) => Some(block.max(to)),
        }
    }
}

impl FlowBuilder {
    /// Creates a function without blocks and without a name.
    #[must_use]
    pub fn new() -> Self {
        <Self as Default>::default()
    }

    /// Names the function; the last name counts.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().function_name("find").exit(0))?;
    /// assert_eq!(graph.functions().next().and_then(|function| graph.function_name(function)), Some("find"));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn function_name(mut self, name: &str) -> Self {
        self.push(0, Item::FunctionName(name.into()));
        self
    }

    /// See [`BlockSketch::block_name`].
    #[must_use]
    pub fn block_name(self, block: u32, name: &str) -> Self {
        self.with(block, block, Item::Name(name.into()))
    }

    /// Returns the numbers of `N` new blocks, consecutive, from the first number that was not mentioned yet, not even as a target.
    /// So the first block of a new builder is the entry. The blocks exist from now on: a function in which one of them is not
    /// described is refused.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowErrorKind, FlowGraph, UndescribedBlock};
    ///
    /// let mut b = FlowBuilder::new();
    /// let [head, body, after] = b.blocks();
    /// assert_eq!([head, body, after], [0, 1, 2]);
    /// let mut b = b.branch(head, body, after).jump(body, head);
    /// let [more] = b.blocks();
    /// let error = FlowGraph::of(&b.jump(after, more)).expect_err("more was forgotten");
    /// let missing = UndescribedBlock { block: more, from: Some(after) };
    /// assert_eq!(error.kind, FlowErrorKind::Undescribed { blocks: [missing].into(), count: 4 });
    /// ```
    pub fn blocks<const N: usize>(&mut self) -> [u32; N] {
        let first = self.unused;
        self.unused = first.saturating_add(u32::try_from(N).unwrap_or(u32::MAX));
        self.handed_out = self.unused;
        // Numbers that would be too large are all the same: then there are too many blocks, and the function is refused.
        core::array::from_fn(|place| first.saturating_add(u32::try_from(place).unwrap_or(u32::MAX)))
    }

    /// Returns the numbers of new [`blocks`](Self::blocks) with these names.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let mut b = FlowBuilder::new();
    /// let [check, fail] = b.named_blocks(["check", "fail"]);
    /// let graph = FlowGraph::of(&b.branch(check, fail, check).exit(fail))?;
    /// assert!(graph.all_blocks().map(|block| graph.block_name(block)).eq([Some("check"), Some("fail")]));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn named_blocks<const N: usize>(&mut self, names: [&str; N]) -> [u32; N] {
        let blocks = self.blocks();
        for (block, name) in blocks.into_iter().zip(names) {
            self.push(block, Item::Name(name.into()));
        }
        blocks
    }

    /// See [`BlockSketch::statements`].
    #[must_use]
    pub fn statements(self, block: u32, count: u32) -> Self {
        self.with(block, block, Item::Statements(count))
    }

    /// See [`BlockSketch::jump`].
    #[must_use]
    pub fn jump(self, block: u32, to: u32) -> Self {
        self.edge(block, Outcome::Next, to)
    }

    /// See [`BlockSketch::branch`].
    #[must_use]
    pub fn branch(self, block: u32, then: u32, or_else: u32) -> Self {
        self.with(block, then.max(or_else), Item::Branch { then, or_else })
    }

    /// See [`BlockSketch::case`].
    #[must_use]
    pub fn case(self, block: u32, value: i64, to: u32) -> Self {
        self.edge(block, Outcome::Case(value), to)
    }

    /// See [`BlockSketch::arm`].
    #[must_use]
    pub fn arm(self, block: u32, values: impl IntoIterator<Item = RangeInclusive<i64>>, to: u32) -> Self {
        self.with(block, to, Item::Arm(values.into_iter().collect(), to))
    }

    /// See [`BlockSketch::default`].
    #[must_use]
    pub fn default(self, block: u32, to: u32) -> Self {
        self.edge(block, Outcome::Default, to)
    }

    /// See [`BlockSketch::exception`].
    #[must_use]
    pub fn exception(self, block: u32, to: u32) -> Self {
        self.with(block, to, Item::Exception(to))
    }

    /// See [`BlockSketch::edge`].
    #[must_use]
    pub fn edge(self, block: u32, outcome: Outcome, to: u32) -> Self {
        self.with(block, to, Item::Edge(outcome, to))
    }

    /// See [`BlockSketch::exit`].
    #[must_use]
    pub fn exit(self, block: u32) -> Self {
        self.with(block, block, Item::Exit)
    }

    /// See [`BlockSketch::call`].
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    ///
    /// // f0: 0: if a { 1: f1() } 2: return     f1: return
    /// let mut graph = FlowGraph::new();
    /// let [main, help] = [0, 1].map(Function::new); // numbered as they are added
    /// let body = FlowBuilder::new().branch(0, 1, 2).statements(1, 1).jump(1, 2).exit(2);
    /// graph.add(&body.call(1, 0, CallSite::new(0), [help]))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// assert!(graph.callees(main, CallSite::new(0)).eq([help]));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn call(self, block: u32, statement: u32, site: CallSite, callees: impl IntoIterator<Item = Function>) -> Self {
        let call = Call { statement, site, callees: callees.into_iter().collect() };
        self.with(block, block, Item::Call(Box::new(call)))
    }

    /// `to` is the greatest block to which the item leads.
    fn with(mut self, block: u32, to: u32, item: Item) -> Self {
        self.unused = self.unused.max(block.max(to).saturating_add(1));
        self.push(block, item);
        self
    }

    fn push(&mut self, block: u32, item: Item) {
        let place = block as usize;
        let items = if place < 64 * self.described + 1024 {
            if place >= self.near.len() {
                self.near.resize_with(place + 1, Items::new);
            }
            &mut self.near[place]
        } else {
            self.far.get_or_insert_with(block, Items::new)
        };
        self.described += usize::from(items.is_empty());
        items.push(item);
    }
}

/// What was said of the function and its blocks.
#[cfg(feature = "serde")]
impl FlowBuilder {
    pub(super) fn handed_out(&self) -> u32 {
        self.handed_out
    }

    pub(super) fn of_items(handed_out: u32, items: impl Iterator<Item = (u32, Item)>) -> Self {
        let mut body = Self { handed_out, unused: handed_out, ..Self::new() };
        for (block, item) in items {
            body.unused = item.last(block).map_or(body.unused, |last| body.unused.max(last.saturating_add(1)));
            body.push(block, item);
        }
        body
    }

    pub(super) fn near(&self) -> impl Iterator<Item = (u32, &[Item])> {
        (0..).zip(self.near.iter().map(SmallVec::as_slice))
    }

    pub(super) fn far(&self) -> impl Iterator<Item = (u32, &[Item])> {
        self.far.iter().map(|(block, items)| (block, items.as_slice()))
    }
}

impl ControlFlow for FlowBuilder {
    fn block_count(&self) -> usize {
        let far = self.far.ends().map_or(0, |(_, block)| (block as usize).saturating_add(1)); // the last one on 32 bits
        let most = far.max(self.handed_out as usize);
        let plausible = (1 << 16) + 64 * self.described;
        if most > plausible { usize::MAX } else { most.max(self.near.len()) }
    }

    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        // A block may be in both rows: far when it was first described, near since the others caught up.
        let far = if self.far.is_empty() { None } else { self.far.get(block) };
        for item in far.into_iter().chain(self.near.get(block as usize)).flatten() {
            match item {
                Item::Statements(count) => out.statements(*count),
                Item::Branch { then, or_else } => out.branch(*then, *or_else),
                Item::Edge(outcome, to) => out.edge(*outcome, *to),
                Item::Arm(values, to) => out.arm(values.iter().cloned(), *to),
                Item::Exception(to) => out.exception(*to),
                Item::Call(call) => out.call(call.statement, call.site, call.callees.iter().copied()),
                Item::Exit => out.exit(),
                Item::Name(name) => out.block_name(name),
                Item::FunctionName(name) => out.function_name(name),
            };
        }
    }
}
