//! The tables of SanitizerCoverage as blocks.

use super::symbols::Symbols;
use crate::runtime::{self, TableWords};
use std::collections::HashMap;

/// A block of compiled code. Its number is the number of its guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NativeBlock {
    pub(crate) address: usize,
    /// Whether a function begins here.
    pub(crate) is_entry: bool,
    /// Numbers of the blocks that may come next, without repetition, in the order of the table.
    pub(crate) successors: Vec<u32>,
    /// The functions that it calls.
    pub(crate) callees: Vec<Callee>,
}

/// A function that a block calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Callee {
    /// The function at this address.
    At(usize),
    /// Known only when the block runs.
    Indirect,
}

/// Functions without control flow. LLVM describes every block that has a guard, so some object was
/// compiled without it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "instrumented functions without a table of their control flow: {lacking} of {functions}, such \
     as {name}; compile all objects with `control-flow`, which \
     clang has from version 16 on"
)]
pub(crate) struct NoFlow {
    /// Number of functions that have a block without a row in the table of control flow.
    lacking: usize,
    /// Number of all functions.
    functions: usize,
    /// The first one that has none, for people.
    name: String,
}

/// Reads the tables of all objects into one list. Functions are contiguous, each with its entry
/// first.
///
/// # Errors
///
/// [`NoFlow`] if a block has no control flow. Objects that are linked together share one table,
/// which is there if one of them has it.
pub(crate) fn read(objects: &[TableWords]) -> Result<Vec<NativeBlock>, NoFlow> {
    let (mut blocks, mut functions) = (Vec::new(), 0);
    // Entries of functions.
    let mut lacking: Vec<usize> = Vec::new();
    for object in objects {
        let rows = rows(object.flow);
        let pairs: Vec<(usize, bool)> =
            object.blocks.chunks_exact(2).map(|pair| (pair[0], pair[1] & 1 == 1)).collect();
        for body in pairs.chunk_by(|_, next| !next.1) {
            let first = blocks.len() as u32;
            // An empty unreachable block has no guard, and the address of the code after it: often
            // the next function. So addresses mean something within a function only, and of several
            // blocks at one address the last one has the code.
            let number: HashMap<usize, u32> =
                (first..).zip(body).map(|(number, block)| (block.0, number)).collect();
            functions += 1;
            if body.iter().any(|block| !rows.contains_key(&block.0)) {
                lacking.push(body[0].0);
            }
            for &(address, is_entry) in body {
                let (mut successors, mut callees) = (Vec::new(), Vec::new());
                if let Some(row) = rows.get(&address) {
                    for next in
                        row.successors.iter().filter_map(|address| number.get(address).copied())
                    {
                        if !successors.contains(&next) {
                            successors.push(next);
                        }
                    }
                    callees.extend(row.callees.iter().map(|&word| {
                        if word == usize::MAX { Callee::Indirect } else { Callee::At(word) }
                    }));
                    callees.dedup();
                }
                blocks.push(NativeBlock { address, is_entry, successors, callees });
            }
        }
    }
    match lacking.first() {
        None => Ok(blocks),
        Some(&first) => {
            let name = Symbols::of(runtime::images()).function(first);
            let name =
                name.map_or_else(|| format!("the one at {first:#x}"), |name| format!("`{name}`"));
            Err(NoFlow { lacking: lacking.len(), functions, name })
        }
    }
}

/// A row of the table of control flow.
struct Row<'a> {
    successors: &'a [usize],
    callees: &'a [usize],
}

/// Returns the rows by the address of their block; of several at one address the last one.
fn rows(words: &[usize]) -> HashMap<usize, Row<'_>> {
    let mut rows = HashMap::new();
    let mut rest = words;
    while let Some((&address, more)) = rest.split_first() {
        let (successors, more) = until_zero(more);
        let (callees, more) = until_zero(more);
        rest = more;
        rows.insert(address, Row { successors, callees });
    }
    rows
}

/// Splits a list after its first 0, which belongs to neither part.
fn until_zero(words: &[usize]) -> (&[usize], &[usize]) {
    let end = words.iter().position(|&word| word == 0).unwrap_or(words.len());
    (&words[..end], words.get(end + 1..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_block_at_the_address_of_the_next_function_is_no_part_of_it() {
        // A function at 100 with blocks at 100 and 110 and an empty one at 120; a function at 120.
        let blocks = [100, 1, 110, 0, 120, 1];
        let flow = [100, 110, 120, 0, 500, usize::MAX, 0, 110, 0, 0, 120, 0, 0, 120, 0, 100, 0];
        let object =
            TableWords { blocks: Box::leak(Box::new(blocks)), flow: Box::leak(Box::new(flow)) };
        let read = read(&[object]).expect("control flow");
        assert_eq!(read[0].successors, [1]);
        assert_eq!(read[0].callees, [Callee::At(500), Callee::Indirect]);
        assert_eq!((read[1].successors.len(), read[1].is_entry), (0, false));
        assert_eq!((read[2].is_entry, &read[2].callees[..]), (true, &[Callee::At(100)][..]));
    }

    #[test]
    fn functions_without_control_flow_are_refused() {
        // Of three functions, the second one and a block of the third one have no row.
        let blocks = [100, 1, 120, 1, 130, 0, 140, 1, 150, 0];
        let flow = [100, 0, 0, 140, 150, 0, 0];
        let object =
            TableWords { blocks: Box::leak(Box::new(blocks)), flow: Box::leak(Box::new(flow)) };
        let error = read(&[object]).expect_err("no control flow").to_string();
        assert!(error.contains(": 2 of 3, such as the one at 0x78; "), "{error}");
    }
}
