//! The builder of one function's control flow.

use super::{BlockSketch, ControlFlow, Outcome};
use crate::id::{CallSite, Function, IdMap};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use smallvec::SmallVec;

/// A description of the control flow of one function, written block by block.
///
/// Blocks may be described in any order. Every method takes the number of a block first; block 0 is
/// the entry. Every block needs an edge or an [`exit`](Self::exit).
/// [`FlowGraph::add`](super::FlowGraph::add) refuses a function with a block that has neither, and
/// the error lists all such blocks. Statements alone do not describe a block, because they do not
/// say where it leads.
///
/// The builder can also choose the numbers: [`blocks`](Self::blocks) and
/// [`named_blocks`](Self::named_blocks) return the numbers of new blocks as plain `u32`, which the
/// hooks in the instrumented program take, too. Errors, drawings and explanations show the names of
/// functions and blocks.
///
/// Number blocks densely: memory grows with the greatest number. If the numbers have gaps that are
/// too large to be meant, the function is refused as
/// [`FlowErrorKind::TooMany`](super::FlowErrorKind::TooMany).
///
/// The builder is meant for graphs that are written by hand. A front end that walks code usually
/// keeps its own list of blocks, fills in their edges as targets become known, and implements
/// [`ControlFlow`], which has two methods, for that list.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
///
/// // 0: match op { 1 => 1: a + b, 2 => 2: a / b, which may fail, _ => 3: error }
/// // 4: the handler of the failed division
/// let body = FlowBuilder::new()
///     .case(0, 1, 1).case(0, 2, 2).default(0, 3).statements(1, 1).exit(1)
///     .statements(2, 2).jump(2, 3).exception(2, 4).exit(3).exit(4);
/// let graph = FlowGraph::of(&body)?;
/// let names: Vec<_> = graph.all_branches().map(|e| graph.edge(e).outcome).collect();
/// assert_eq!(
///     names,
///     [
///         Outcome::Case(1),
///         Outcome::Case(2),
///         Outcome::Default,
///         Outcome::Next,
///         Outcome::Exception(0)
///     ]
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
///
/// With names, and numbers that the builder chooses:
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// // while i < n { if a[i] == x { return true } }  return false
/// let mut find = FlowBuilder::new().function_name("find");
/// let [head, body, found, after] =
///     find.named_blocks(["head", "body", "found", "after"]);
/// let graph = FlowGraph::of(
///     &find
///         .branch(head, body, after)
///         .branch(body, found, head)
///         .exit(found)
///         .exit(after),
/// )?;
///
/// let find = graph.function_named("find").expect("it was added");
/// assert_eq!(graph.show_block(graph.block(find, found)).to_string(), "find: found");
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlowBuilder {
    /// By block: the items of blocks with plausible numbers.
    pub(super) near: Vec<Items>,
    /// Items of blocks whose numbers are far greater than all others, so that a wrong number
    /// allocates nothing.
    pub(super) far: IdMap<u32, Items>,
    /// Number of described blocks, in proportion to which memory may grow.
    described: usize,
    /// Blocks below this number were returned by [`blocks`](Self::blocks).
    pub(super) handed_out: u32,
    /// No block from this number on was mentioned, not even as the target of an edge.
    pub(super) unused: u32,
    /// Number of decisions.
    pub(super) decisions: u32,
}

/// The items of one block, in the order of the calls.
type Items = SmallVec<[Item; 2]>;

/// One call of a method of the builder, without the number of the block.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Item {
    Statements(u32),
    Branch {
        then: u32,
        or_else: u32,
    },
    Edge(Outcome, u32),
    Arm(
        #[cfg_attr(feature = "serde", serde(with = "crate::plain::key_ranges"))]
        Box<[RangeInclusive<i128>]>,
        u32,
    ),
    Exception(u32),
    Exit,
    Call(u32, CallSite, Box<[Function]>),
    /// The number of a decision, and the place in it.
    Condition(u32, u32),
    Name(Box<str>),
    /// The name of the function. The item is kept with the entry, and does not describe the entry.
    FunctionName(Box<str>),
}

impl Item {
    /// Returns the greatest block that this item of `block` mentions; `None` for the name of the
    /// function.
    fn last(&self, block: u32) -> Option<u32> {
        match *self {
            Self::FunctionName(_) => None,
            Self::Branch { then, or_else } => Some(block.max(then).max(or_else)),
            Self::Edge(_, to) | Self::Arm(_, to) | Self::Exception(to) => Some(block.max(to)),
            _ => Some(block),
        }
    }
}

impl FlowBuilder {
    /// Creates a function without blocks and without a name.
    #[must_use]
    pub fn new() -> Self {
        <Self as Default>::default()
    }

    /// Names the function. If it is named several times, the last name counts.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().function_name("find").exit(0))?;
    /// assert_eq!(
    ///     graph.functions().next().and_then(|function| graph.function_name(function)),
    ///     Some("find")
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn function_name(self, name: &str) -> Self {
        self.with(0, Item::FunctionName(name.into()))
    }

    /// Names a block: see [`BlockSketch::block_name`].
    #[must_use]
    pub fn block_name(self, block: u32, name: &str) -> Self {
        self.with(block, Item::Name(name.into()))
    }

    /// Returns the numbers of `N` new blocks: consecutive, from the first number that was not
    /// mentioned yet, not even as a target.
    ///
    /// The first block of a new builder is therefore the entry. The new blocks belong to the
    /// function from now on: a function in which one of them is never described is refused.
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
    /// assert_eq!(
    ///     error.kind,
    ///     FlowErrorKind::Undescribed { blocks: [missing].into(), count: 4 }
    /// );
    /// ```
    pub fn blocks<const N: usize>(&mut self) -> [u32; N] {
        let first = self.unused;
        self.unused = first.saturating_add(u32::try_from(N).unwrap_or(u32::MAX));
        self.handed_out = self.unused;
        // Numbers that do not fit all become `u32::MAX`. The function is then refused, because it
        // has too many blocks.
        core::array::from_fn(|place| first.saturating_add(u32::try_from(place).unwrap_or(u32::MAX)))
    }

    /// Returns the numbers of new [`blocks`](Self::blocks), one for each name, and names them.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let mut b = FlowBuilder::new();
    /// let [check, fail] = b.named_blocks(["check", "fail"]);
    /// let graph = FlowGraph::of(&b.branch(check, fail, check).exit(fail))?;
    /// assert!(
    ///     graph
    ///         .all_blocks()
    ///         .map(|block| graph.block_name(block))
    ///         .eq([Some("check"), Some("fail")])
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn named_blocks<const N: usize>(&mut self, names: [&str; N]) -> [u32; N] {
        let blocks = self.blocks();
        for (block, name) in blocks.into_iter().zip(names) {
            self.push(block, Item::Name(name.into()));
        }
        blocks
    }

    /// Sets the number of statements of a block: see [`BlockSketch::statements`].
    #[must_use]
    pub fn statements(self, block: u32, count: u32) -> Self {
        self.with(block, Item::Statements(count))
    }

    /// Adds the ordinary edge of a block without a predicate: see [`BlockSketch::jump`].
    #[must_use]
    pub fn jump(self, block: u32, to: u32) -> Self {
        self.edge(block, Outcome::Next, to)
    }

    /// Adds the two edges of a two-way predicate: see [`BlockSketch::branch`].
    #[must_use]
    pub fn branch(self, block: u32, then: u32, or_else: u32) -> Self {
        self.with(block, Item::Branch { then, or_else })
    }

    /// Adds an edge for one value of a multi-way selection: see [`BlockSketch::case`].
    #[must_use]
    pub fn case(self, block: u32, value: i128, to: u32) -> Self {
        self.edge(block, Outcome::Case(value), to)
    }

    /// Adds an edge for several values or ranges of a multi-way selection: see
    /// [`BlockSketch::arm`].
    #[must_use]
    pub fn arm(
        self,
        block: u32,
        values: impl IntoIterator<Item = RangeInclusive<i128>>,
        to: u32,
    ) -> Self {
        self.with(block, Item::Arm(values.into_iter().collect(), to))
    }

    /// Adds the edge that a multi-way selection takes if no case or arm lists the value: see
    /// [`BlockSketch::default`].
    #[must_use]
    pub fn default(self, block: u32, to: u32) -> Self {
        self.edge(block, Outcome::Default, to)
    }

    /// Adds a call that a statement of a block (counted from 0) makes, at this call site, of one of
    /// these functions: see [`BlockSketch::call`].
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    ///
    /// // main: 0: if a { 1: log() } 2: return        log: 0: return
    /// let (main, log, site) = (Function::new(0), Function::new(1), CallSite::new(0));
    /// let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    /// let mut graph = FlowGraph::of(&body.call(1, 0, site, [log]))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// assert!(graph.callers(log).eq([(graph.block(main, 1), site)]));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn call(
        self,
        block: u32,
        statement: u32,
        site: CallSite,
        callees: impl IntoIterator<Item = Function>,
    ) -> Self {
        self.with(block, Item::Call(statement, site, callees.into_iter().collect()))
    }

    /// Says that these conditions form one decision, in this order of evaluation, for
    /// [MC/DC](super::decisions).
    ///
    /// A graph that says nothing is read by its shape: adjacent conditions without statements form
    /// one decision. If you say it, conditions may have statements, and operands control flow of
    /// their own: see [`BlockSketch::condition`]. A single condition is a decision, too; an empty
    /// list says nothing. A graph refuses a body whose conditions form no decision, or where a block
    /// is in two: see [`FlowErrorKind::Decision`](super::FlowErrorKind::Decision). Decisions are
    /// numbered in the order of the calls, and graphs with other numbers are other graphs.
    ///
    /// ```
    /// use sbst::flow::decisions::CompoundDecision;
    /// use sbst::flow::{FlowBuilder, FlowError, FlowGraph};
    ///
    /// // if a && b { if c { 3 } }  4
    /// let body = FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 4).branch(2, 3, 4);
    /// let body = body.jump(3, 4).exit(4);
    /// let sizes = |body: &FlowBuilder| -> Result<Vec<usize>, FlowError> {
    ///     let graph = FlowGraph::of(body)?;
    ///     Ok(CompoundDecision::all(&graph).map(|d| d.conditions().len()).collect())
    /// };
    /// assert_eq!(sizes(&body)?, [3]); // as for `a && b && c`
    /// assert_eq!(sizes(&body.decision([0, 1]).decision([2]))?, [2, 1]);
    /// # Ok::<(), FlowError>(())
    /// ```
    #[must_use]
    pub fn decision(mut self, conditions: impl IntoIterator<Item = u32>) -> Self {
        let decision = self.decisions;
        self.decisions = decision.saturating_add(1);
        for (place, block) in (0..).zip(conditions) {
            self = self.with(block, Item::Condition(decision, place));
        }
        self
    }

    /// Adds an exception edge to the block that catches the exception: see
    /// [`BlockSketch::exception`].
    #[must_use]
    pub fn exception(self, block: u32, to: u32) -> Self {
        self.with(block, Item::Exception(to))
    }

    /// Adds an edge by its outcome: see [`BlockSketch::edge`].
    #[must_use]
    pub fn edge(self, block: u32, outcome: Outcome, to: u32) -> Self {
        self.with(block, Item::Edge(outcome, to))
    }

    /// Marks a block as one that may leave the function: see [`BlockSketch::exit`].
    #[must_use]
    pub fn exit(self, block: u32) -> Self {
        self.with(block, Item::Exit)
    }

    /// Adds an item to a block.
    pub(super) fn with(mut self, block: u32, item: Item) -> Self {
        let used = item.last(block).map_or(0, |last| last.saturating_add(1));
        self.unused = self.unused.max(used);
        self.push(block, item);
        self
    }

    /// Stores an item of a block. Counts the block as described if this is its first item.
    fn push(&mut self, block: u32, item: Item) {
        let place = block as usize;
        // Dense rows while the number is plausible for as many blocks as were described; else the
        // sparse table. A single row would let one wrong number, such as `u32::MAX`, allocate
        // gigabytes.
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

impl ControlFlow for FlowBuilder {
    fn block_count(&self) -> usize {
        let far = self.far.ends().map_or(0, |(_, block)| (block as usize).saturating_add(1)); // saturates on targets with 32 bits
        let most = far.max(self.handed_out as usize);
        let plausible = (1 << 16) + 64 * self.described;
        if most > plausible { usize::MAX } else { most.max(self.near.len()) }
    }

    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        // A block may be in both rows: its first items in `far`, and later ones in `near`, once
        // enough other blocks were described. So `far` comes first.
        let far = if self.far.is_empty() { None } else { self.far.get(block) };
        for item in far.into_iter().chain(self.near.get(block as usize)).flatten() {
            match item {
                Item::Statements(count) => out.statements(*count),
                Item::Branch { then, or_else } => out.branch(*then, *or_else),
                Item::Edge(outcome, to) => out.edge(*outcome, *to),
                Item::Arm(values, to) => out.arm(values.iter().cloned(), *to),
                Item::Exception(to) => out.exception(*to),
                Item::Exit => out.exit(),
                Item::Call(statement, site, callees) => {
                    out.call(*statement, *site, callees.iter().copied())
                }
                Item::Condition(decision, place) => out.condition(*decision, *place),
                Item::Name(name) => out.block_name(name),
                Item::FunctionName(name) => out.function_name(name),
            };
        }
    }
}
