//! Names of functions and blocks, as their author wrote them.

use crate::id::{Block, Function};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The names in one function, with local numbers.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct FunctionNames {
    pub(super) function: Option<Box<str>>,
    /// In the order in which they were given, by block ascending; the last name of a block counts.
    pub(super) blocks: Vec<(u32, Box<str>)>,
}

impl FunctionNames {
    pub(super) fn is_empty(&self) -> bool {
        self.function.is_none() && self.blocks.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.function = None;
        self.blocks.clear();
    }

    pub(super) fn name_block(&mut self, block: u32, name: &str) {
        match self.blocks.last_mut() {
            Some(last) if last.0 == block => last.1 = name.into(),
            _ => self.blocks.push((block, name.into())),
        }
    }

    /// Blocks are read in ascending order.
    pub(super) fn block(&self, block: u32) -> Option<&str> {
        let place = self.blocks.binary_search_by_key(&block, |row| row.0).ok()?;
        Some(&self.blocks[place].1)
    }
}

/// The names in a graph; nothing is stored for what has none.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) functions: Vec<(Function, Box<str>)>,
    /// The first function of each name.
    pub(super) by_name: BTreeMap<Box<str>, Function>,
    pub(super) blocks: Vec<(Block, Box<str>)>,
}

impl Names {
    /// Takes the names of the next function, whose blocks begin at `base`.
    #[cold]
    pub(super) fn append(&mut self, function: Function, base: u32, names: &mut FunctionNames) {
        if let Some(name) = names.function.take() {
            self.by_name.entry(name.clone()).or_insert(function);
            self.functions.push((function, name));
        }
        self.blocks.extend(names.blocks.drain(..).map(|(block, name)| (Block::new(base + block), name)));
    }
}
