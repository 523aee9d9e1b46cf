//! Functions and blocks of a graph, found and shown by their names.

use super::graph::FlowGraph;
use crate::id::{Block, Function};
use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::{self, Display, Formatter};

impl FlowGraph {
    /// Returns an iterator over the blocks of a function that have names, by local number,
    /// ascending.
    #[cfg(feature = "serde")]
    pub(super) fn named_blocks(&self, function: Function) -> impl Iterator<Item = (u32, &str)> {
        let blocks = self.block_range(function);
        let rows = &self.names.blocks
            [self.names.blocks.partition_point(|row| row.0.number() < blocks.start)..];
        let rows = &rows[..rows.partition_point(|row| row.0.number() < blocks.end)];
        rows.iter().map(move |(block, name)| (block.number() - blocks.start, &**name))
    }

    /// Returns the name of a function; `None` if it has no name, and for a function of another
    /// graph. O(log named functions).
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let mut graph = FlowGraph::new();
    /// let find = graph.add(&FlowBuilder::new().function_name("find").exit(0))?;
    /// let other = graph.add(&FlowBuilder::new().exit(0))?;
    /// assert_eq!(
    ///     [find, other].map(|function| graph.function_name(function)),
    ///     [Some("find"), None]
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn function_name(&self, function: Function) -> Option<&str> {
        let place = self.names.functions.binary_search_by_key(&function, |row| row.0).ok()?;
        Some(&self.names.functions[place].1)
    }

    /// Returns the function with this name; if several have it, the one that was added first;
    /// `None` if no function has it. O(log named functions).
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().function_name("open").exit(0))?;
    /// let close = graph.add(&FlowBuilder::new().function_name("close").exit(0))?;
    /// assert_eq!(graph.function_named("close"), Some(close));
    /// assert_eq!(graph.function_named("read"), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn function_named(&self, name: &str) -> Option<Function> {
        self.names.by_name.get(name).copied()
    }

    /// Returns the name of a block within its function; `None` if it has no name, and for a block
    /// of another graph. O(log named blocks).
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let graph =
    ///     FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1).block_name(1, "end"))?;
    /// assert_eq!(
    ///     [0, 1].map(|number| graph.block_name(Block::new(number))),
    ///     [None, Some("end")]
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn block_name(&self, block: Block) -> Option<&str> {
        let place = self.names.blocks.binary_search_by_key(&block, |row| row.0).ok()?;
        Some(&self.names.blocks[place].1)
    }

    /// Returns a value that displays a function: its name, or its id if it has no name.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().function_name("find").exit(0))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// let texts: Vec<_> = graph
    ///     .functions()
    ///     .map(|function| graph.show_function(function).to_string())
    ///     .collect();
    /// assert_eq!(texts, ["find", "f1"]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn show_function(&self, function: Function) -> impl Display + Copy + fmt::Debug {
        ShownFunction { graph: self, function }
    }

    /// Returns a value that displays a block: its function, and its name or, without a name, its
    /// number within the function. A block of another graph is shown by its id.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let body = FlowBuilder::new()
    ///     .function_name("find").jump(0, 1).exit(1).block_name(1, "end");
    /// let mut graph = FlowGraph::of(&body)?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// let text = |number| graph.show_block(Block::new(number)).to_string();
    /// assert_eq!(
    ///     [0, 1, 2, 3].map(text),
    ///     ["find: block 0", "find: end", "f1: block 0", "b3"]
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn show_block(&self, block: Block) -> impl Display + Copy + fmt::Debug {
        ShownBlock { graph: self, block, is_local: false }
    }

    /// Returns a value that displays a block without its function, for texts that name the function
    /// already.
    #[must_use]
    pub fn show_local_block(&self, block: Block) -> impl Display + Copy + fmt::Debug {
        ShownBlock { graph: self, block, is_local: true }
    }
}

/// The display of a function.
#[derive(Clone, Copy, Debug)]
struct ShownFunction<'a> {
    graph: &'a FlowGraph,
    function: Function,
}

/// The name, or the id if the function has no name.
impl Display for ShownFunction<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.graph.function_name(self.function) {
            Some(name) => f.pad(&on_one_line(name)),
            None => self.function.fmt(f),
        }
    }
}

/// The display of a block.
#[derive(Clone, Copy, Debug)]
struct ShownBlock<'a> {
    graph: &'a FlowGraph,
    block: Block,
    is_local: bool,
}

/// For example `find: body`, `find: block 2` or `f0: block 2`; without the function `body` or
/// `block 2`.
impl Display for ShownBlock<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { graph, block, is_local } = *self;
        let Some(function) = graph.get_function_of(block) else { return block.fmt(f) };
        if !is_local {
            write!(f, "{}: ", graph.show_function(function))?;
        }
        match graph.block_name(block) {
            Some(name) => f.write_str(&on_one_line(name)),
            None => write!(f, "block {}", block.number() - graph.block_range(function).start),
        }
    }
}

/// Returns a name for a text, with escapes in place of line ends and other control characters.
pub(crate) fn on_one_line(name: &str) -> Cow<'_, str> {
    if !name.contains(char::is_control) {
        return Cow::Borrowed(name);
    }
    let mut shown = String::new();
    for character in name.chars() {
        if character.is_control() {
            shown.extend(character.escape_debug());
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}
