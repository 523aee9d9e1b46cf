//! Blocks that no input can or should cover.

use super::graph::Program;
use super::native::Callee;
use super::pads::Pads;
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
    /// Every path from the block leaves its function by unwinding, or ends the program: it ends in
    /// a call of a function that panics, throws or aborts, such as the check of an index, or it
    /// cleans up after a call that unwound. C++ programs reach the latter by exceptions that they
    /// catch, Rust programs hardly ever: a panic is a failure, and with `libfuzzer-sys` it ends the
    /// program at once.
    Panics,
    /// The function of the block is part of Rust's standard library, or of the harness.
    Library,
    /// No chain of direct calls leads to the function of the block from a function that was
    /// entered.
    NotCalled,
}

impl Program {
    /// Returns the marks of all blocks, of several the first one that applies. `symbols` names
    /// functions; `entered` says which functions some input entered.
    pub(crate) fn marks(
        &self,
        symbols: &Symbols,
        entered: impl Fn(u32) -> bool,
    ) -> Vec<Option<Mark>> {
        let images = symbols
            .images()
            .filter(|image| self.blocks.iter().any(|block| image.range.contains(&block.address)));
        let pads = Pads::of(images);
        let (panics, called) =
            (self.panics(|address| symbols.function(address), &pads), self.called(entered));
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
    /// The greatest set that is closed under these rules would contain endless loops; so this is
    /// the least one: a block is in it if it calls a function that panics, if a landing pad that
    /// cleans up leads to it, or if it has successors and all of them are in it. A function panics
    /// if its entry does.
    fn panics(&self, name: impl Fn(usize) -> Option<String>, pads: &Pads) -> Vec<bool> {
        let count = self.blocks.len();
        let mut predecessors = vec![Vec::new(); count];
        // By function: the blocks that call it.
        let mut callers = vec![Vec::new(); self.graph().functions().len()];
        let mut foreign: HashMap<usize, bool> = HashMap::new();
        let mut panics = self.cleans_up(pads);
        let mut found: Vec<usize> = (0..count).filter(|&block| panics[block]).collect();
        for (number, block) in self.blocks.iter().enumerate() {
            for &next in &block.successors {
                predecessors[next as usize].push(number);
            }
            for callee in &block.callees {
                let Callee::At(address) = *callee else { continue };
                match self.function_with_entry(address) {
                    Some(function) => callers[function as usize].push(number),
                    None => {
                        let ends = *foreign
                            .entry(address)
                            .or_insert_with(|| name(address).is_some_and(|name| is_panic(&name)));
                        // A call that comes back, such as `catch_unwind`, is followed by something.
                        if ends
                            && block.successors.is_empty()
                            && !std::mem::replace(&mut panics[number], true)
                        {
                            found.push(number);
                        }
                    }
                }
            }
        }
        let mut waiting: Vec<usize> =
            self.blocks.iter().map(|block| block.successors.len()).collect();
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
                next.extend(
                    callers
                        .iter()
                        .copied()
                        .filter(|&caller| self.blocks[caller].successors.is_empty()),
                );
            }
            for block in next {
                if !std::mem::replace(&mut panics[block], true) {
                    found.push(block);
                }
            }
        }
        panics
    }

    /// Returns for each block whether it is a landing pad that cleans up, or one leads to it. The
    /// tables do not have the instruction with which cleaning up ends, but every path ends in it:
    /// what a path catches on its way was thrown by the cleaning up itself.
    fn cleans_up(&self, pads: &Pads) -> Vec<bool> {
        let mut cleans_up: Vec<bool> = self
            .blocks
            .iter()
            .map(|block| !block.is_entry && pads.is_cleanup(block.address))
            .collect();
        let mut found: Vec<usize> =
            (0..cleans_up.len()).filter(|&block| cleans_up[block]).collect();
        while let Some(block) = found.pop() {
            for &next in &self.blocks[block].successors {
                if !std::mem::replace(&mut cleans_up[next as usize], true) {
                    found.push(next as usize);
                }
            }
        }
        cleans_up
    }

    /// Returns for each function whether it was entered, or a chain of direct calls leads to it
    /// from one that was.
    fn called(&self, entered: impl Fn(u32) -> bool) -> Vec<bool> {
        let graph = self.graph();
        let mut called: Vec<bool> = (0..graph.functions().len() as u32).map(entered).collect();
        let mut found: Vec<usize> =
            (0..called.len()).filter(|&function| called[function]).collect();
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
    const BEGINNINGS: [&str; 9] = [
        "core::panicking::",
        "std::panicking::",
        "std::process::abort",
        "core::slice::index::slice_",
        "core::str::slice_error_fail",
        "alloc::alloc::handle_alloc_error",
        "alloc::raw_vec::handle_error",
        "alloc::raw_vec::capacity_overflow",
        "std::__throw_",
    ];
    const NAMES: [&str; 13] = [
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
        "std::terminate()",
        "__clang_call_terminate",
    ];
    // Hints of the compiler, in front of or behind the name.
    let name = name.trim_end_matches("@plt");
    let is_failure = name.starts_with("core::")
        && (name.ends_with("_fail")
            || name.ends_with("_failed")
            || name.ends_with("do_panic::runtime"));
    is_failure
        || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
        || NAMES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::super::native::NativeBlock;
    use super::*;

    /// Creates a function at 100 with a block every 10 bytes, with these successors and callees.
    fn function(blocks: &[(&[u32], &[usize])]) -> Program {
        let block = |(number, &(successors, callees)): (usize, &(&[u32], &[usize]))| NativeBlock {
            address: 100 + 10 * number,
            is_entry: number == 0,
            successors: successors.to_vec(),
            callees: callees.iter().map(|&address| Callee::At(address)).collect(),
        };
        Program::new(blocks.iter().enumerate().map(block).collect(), |_| None, |_| None)
            .expect("a program")
    }

    fn name(address: usize) -> Option<String> {
        (address == 900).then(|| "core::panicking::panic".to_owned())
    }

    #[test]
    fn cleaning_up_after_a_call_ends_in_a_panic() {
        // 0 calls; 2 is its landing pad, which drops something in a loop of 3 and ends in 4.
        let blocks: [(&[u32], &[usize]); 5] =
            [(&[1, 2], &[500]), (&[], &[]), (&[3], &[]), (&[3, 4], &[500]), (&[], &[])];
        let program = function(&blocks);
        assert_eq!(program.panics(name, &Pads::cleanups(&[120])), [false, false, true, true, true]);
        // A landing pad that may catch, or none at all.
        assert_eq!(program.panics(name, &Pads::default()), [false; 5]);
    }

    #[test]
    fn a_panic_that_is_cleaned_up_after_is_one() {
        // 1 panics, and 2 is its landing pad.
        let blocks: [(&[u32], &[usize]); 4] =
            [(&[1, 3], &[]), (&[2], &[900]), (&[], &[]), (&[], &[])];
        let program = function(&blocks);
        assert_eq!(program.panics(name, &Pads::cleanups(&[124])), [false, true, true, false]);
        assert_eq!(program.panics(name, &Pads::default()), [false; 4]);
    }
}
