//! Blocks that no input can or should cover.

use super::graph::Program;
use super::native::Callee;
use super::symbols::{Symbols, is_library};
use sbst::id::{Block, Function};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A reason why a block is set apart in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Mark {
    /// No path leads from the entry of the function to the block.
    Unreachable,
    /// Every path from the block ends in a call of a function that panics or aborts, such as the check of an index.
    Panics,
    /// The function of the block is part of Rust's standard library, or of the harness.
    Library,
    /// No chain of direct calls leads to the function of the block from a function that was entered.
    NotCalled,
}

impl Program {
    /// Returns the marks of all blocks, of several the first one that applies. `symbols` names functions; `entered` says which functions
    /// some input entered.
    pub(crate) fn marks(&self, symbols: &Symbols, entered: impl Fn(u32) -> bool) -> Vec<Option<Mark>> {
        let (panics, called) = (self.panics(|address| symbols.function(address)), self.called(entered));
        let library: Vec<bool> = self
            .graph()
            .functions()
            .map(|function| {
                let entry = self.blocks[self.graph().entry(function).index()].address;
                symbols.outer_file(entry).is_some_and(|file| is_library(&file))
            })
            .collect();
        let mark = |block: usize| {
            if !self.graph().is_reachable(Block::new(block as u32)) {
                Some(Mark::Unreachable)
            } else if panics[block] {
                Some(Mark::Panics)
            } else if library[self.function_of(block as u32) as usize] {
                Some(Mark::Library)
            } else if !called[self.function_of(block as u32) as usize] {
                Some(Mark::NotCalled)
            } else {
                None
            }
        };
        (0..self.blocks.len()).map(mark).collect()
    }

    /// Returns for each block whether every path from it ends in a panic.
    ///
    /// The greatest set that is closed under two rules would contain endless loops; so this is the least one: a block is in it if it calls
    /// a function that panics, or if it has successors and all of them are in it. A function panics if its entry does.
    fn panics(&self, name: impl Fn(usize) -> Option<String>) -> Vec<bool> {
        let count = self.blocks.len();
        let mut predecessors = vec![Vec::new(); count];
        // By function: the blocks that call it.
        let mut callers = vec![Vec::new(); self.graph().functions().len()];
        let mut foreign: HashMap<usize, bool> = HashMap::new();
        let (mut panics, mut found) = (vec![false; count], Vec::new());
        for (number, block) in self.blocks.iter().enumerate() {
            for &next in &block.successors {
                predecessors[next as usize].push(number);
            }
            for callee in &block.callees {
                let Callee::At(address) = *callee else { continue };
                match self.function_with_entry(address) {
                    Some(function) => callers[function as usize].push(number),
                    None => {
                        let ends = *foreign.entry(address).or_insert_with(|| name(address).is_some_and(|name| is_panic(&name)));
                        // A call that comes back, such as `catch_unwind`, is followed by something.
                        if ends && block.successors.is_empty() && !std::mem::replace(&mut panics[number], true) {
                            found.push(number);
                        }
                    }
                }
            }
        }
        let mut waiting: Vec<usize> = self.blocks.iter().map(|block| block.successors.len()).collect();
        while let Some(block) = found.pop() {
            let mut next: Vec<usize> = Vec::new();
            for &before in &predecessors[block] {
                waiting[before] -= 1;
                if waiting[before] == 0 {
                    next.push(before);
                }
            }
            if self.blocks[block].is_entry {
                // A caller that is at an end after the call.
                let callers = &callers[self.function_of(block as u32) as usize];
                next.extend(callers.iter().copied().filter(|&caller| self.blocks[caller].successors.is_empty()));
            }
            for block in next {
                if !std::mem::replace(&mut panics[block], true) {
                    found.push(block);
                }
            }
        }
        panics
    }

    /// Returns for each function whether it was entered, or a chain of direct calls leads to it from one that was.
    fn called(&self, entered: impl Fn(u32) -> bool) -> Vec<bool> {
        let graph = self.graph();
        let mut called: Vec<bool> = (0..graph.functions().len() as u32).map(entered).collect();
        let mut found: Vec<usize> = (0..called.len()).filter(|&function| called[function]).collect();
        while let Some(function) = found.pop() {
            for call in graph.calls_in(Function::new(function as u32)) {
                for callee in call.callees {
                    if !std::mem::replace(&mut called[callee.index()], true) {
                        found.push(callee.index());
                    }
                }
            }
        }
        called
    }

    /// Returns the function whose entry has this address.
    fn function_with_entry(&self, address: usize) -> Option<u32> {
        let function = self.function_at(address)?;
        let entry = self.graph().entry(Function::new(function));
        (self.blocks[entry.index()].address == address).then_some(function)
    }
}

/// Returns `true` if a function of this name ends the program or unwinds.
fn is_panic(name: &str) -> bool {
    const BEGINNINGS: [&str; 8] = [
        "core::panicking::",
        "std::panicking::",
        "std::process::abort",
        "core::slice::index::slice_",
        "core::str::slice_error_fail",
        "alloc::alloc::handle_alloc_error",
        "alloc::raw_vec::handle_error",
        "alloc::raw_vec::capacity_overflow",
    ];
    const NAMES: [&str; 12] = [
        "core::option::unwrap_failed",
        "core::option::expect_failed",
        "core::result::unwrap_failed",
        "core::cell::panic_already_borrowed",
        "core::cell::panic_already_mutably_borrowed",
        "core::slice::copy_from_slice_impl::len_mismatch_fail",
        "abort",
        "__assert_fail",
        "__stack_chk_fail",
        "__cxa_throw",
        "__cxa_rethrow",
        "std::terminate",
    ];
    // Hints of the compiler, in front of or behind the name.
    let name = name.trim_end_matches("@plt");
    let is_failure =
        name.starts_with("core::") && (name.ends_with("_fail") || name.ends_with("_failed") || name.ends_with("do_panic::runtime"));
    is_failure || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning)) || NAMES.contains(&name)
}
