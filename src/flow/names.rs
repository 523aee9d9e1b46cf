//! Names of functions and blocks, as the caller wrote them.

use crate::id::{Block, Function};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

/// The names in one function. Blocks are numbered within the function.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct FunctionNames {
    /// The name of the function.
    pub(super) function: Option<Box<str>>,
    /// The names of blocks, ascending by block. If a block is named several times, its last name
    /// counts.
    pub(super) blocks: Vec<(u32, Box<str>)>,
}

impl FunctionNames {
    /// Returns `true` if neither the function nor a block has a name.
    pub(super) fn is_empty(&self) -> bool {
        self.function.is_none() && self.blocks.is_empty()
    }

    /// Names a block. Blocks are read in ascending order, so the block is the last one that was
    /// named, or comes after it.
    pub(super) fn name_block(&mut self, block: u32, name: &str) {
        match self.blocks.last_mut() {
            Some(last) if last.0 == block => last.1 = name.into(),
            _ => self.blocks.push((block, name.into())),
        }
    }

    /// Returns the name of a block. Relies on the order in which blocks are read.
    pub(super) fn block(&self, block: u32) -> Option<&str> {
        let place = self.blocks.binary_search_by_key(&block, |row| row.0).ok()?;
        Some(&self.blocks[place].1)
    }
}

/// The names in a graph. Functions and blocks without a name take no memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// The names of functions, ascending by function.
    pub(super) functions: Vec<(Function, Box<str>)>,
    /// The first function with each name.
    pub(super) by_name: BTreeMap<Box<str>, Function>,
    /// The names of blocks, ascending by block.
    pub(super) blocks: Vec<(Block, Box<str>)>,
}

impl Names {
    /// Moves the names of the next function into the graph. The blocks of the function begin at
    /// `base`.
    #[cold]
    pub(super) fn append(&mut self, function: Function, base: u32, names: &mut FunctionNames) {
        if let Some(name) = names.function.take() {
            self.by_name.entry(name.clone()).or_insert(function);
            self.functions.push((function, name));
        }
        self.blocks
            .extend(names.blocks.drain(..).map(|(block, name)| (Block::new(base + block), name)));
    }
}

// Lists of blocks in texts.

/// Several blocks, and the text between them.
pub(super) struct Joined<'a>(pub(super) &'a [Block], pub(super) &'static str);

impl Display for Joined<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (place, block) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str(self.1)?;
            }
            Display::fmt(block, f)?;
        }
        Ok(())
    }
}
