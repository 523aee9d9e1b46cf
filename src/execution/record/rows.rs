//! Rows: the tables of a recorder as sorted lists.
//!
//! The tables have a cell for each block and branch of the program. Rows keep only what was
//! executed, so a record is small, and two records can be merged in one pass over both (see
//! [`union`]).

use crate::distance::Distance;
use crate::execution::Misuse;
use crate::execution::recorder::view::{Recorder, SELECTED};
use crate::flow::Edge;
use crate::id::{Block, Branch, Function};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Functions, blocks and branches of an execution. Each list ascends by id, and has each id once.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::execution) struct Rows {
    /// Functions that were entered.
    pub functions: Vec<Function>,
    /// Blocks that were entered, each with its progress and its number of evaluations.
    pub blocks: Vec<(Block, u32, u32)>,
    /// Branches that were evaluated, each with its least distance.
    pub branches: Vec<(Branch, Distance)>,
}

impl Rows {
    /// Merges other rows into these: the greatest progress, the sum of the evaluations, the least
    /// distance. Linear in both.
    pub(super) fn merge(&mut self, other: &Self) {
        self.functions = union_of_sets(&self.functions, &other.functions);
        // Rows with one key are joined: by the maximum and minimum, and counts by a sum that
        // saturates, as in a trace.
        let blocks = |a: (Block, u32, u32), b: (Block, u32, u32)| {
            (a.0, a.1.max(b.1), a.2.saturating_add(b.2))
        };
        self.blocks = union(&self.blocks, &other.blocks, |row| row.0, blocks);
        self.branches =
            union(&self.branches, &other.branches, |row| row.0, |a, b| (a.0, a.1.min(b.1)));
    }

    /// Returns the progress and the number of evaluations of a block; `None` if it was not entered.
    pub(super) fn block(&self, block: Block) -> Option<(u32, u32)> {
        let place = self.blocks.binary_search_by_key(&block, |row| row.0).ok()?;
        Some((self.blocks[place].1, self.blocks[place].2))
    }

    /// Returns the number of evaluations of the predicate that decides a branch; 0 for an implicit
    /// branch.
    pub(super) fn evaluations(&self, branch: Edge) -> u32 {
        // An implicit branch has no predicate: the evaluations of its block belong to other
        // branches.
        if !branch.outcome.is_decided() {
            return 0;
        }
        self.block(branch.source).map_or(0, |(_, evaluations)| evaluations)
    }

    /// Returns the least distance of a branch; `None` if it was never evaluated.
    pub(super) fn distance(&self, branch: Branch) -> Option<Distance> {
        find(&self.branches, branch).copied()
    }
}

impl Recorder {
    /// Returns the tables as rows. O(n log n), where n is the number of entered blocks and their
    /// branches.
    pub(super) fn freeze(&self) -> Rows {
        let functions = self.functions.sorted().into_iter().map(Function::new).collect();
        let (mut blocks, mut branches) = (Vec::new(), Vec::new());
        for block in self.blocks.sorted() {
            let slot = &self.slots[block as usize];
            blocks.push((Block::new(block), slot.progress.get(), slot.evaluations.get()));
            // Branches are numbered in the order of their blocks, so they ascend without being
            // sorted.
            for branch in self.branches(block) {
                if let Some(distance) = self.known(branch, Block::new(block)) {
                    branches.push((Branch::new(branch as u32), distance));
                }
            }
        }
        Rows { functions, blocks, branches }
    }

    /// Checks that rows can be merged into the tables: they name only functions, blocks, statements
    /// and branches that the graph has, and each block and branch with an answer was entered.
    /// Linear in the rows.
    ///
    /// # Errors
    ///
    /// The first [`Misuse`] that is found.
    pub(super) fn admits(&self, rows: &Rows) -> Result<(), Misuse> {
        // Lists ascend, so the last entry of a list decides whether all its ids are in range.
        if let Some(&function) = rows.functions.last()
            && function.index() >= self.functions.len()
        {
            return Err(Misuse::NoSuchFunction { function });
        }
        if let Some(&(block, ..)) = rows.blocks.last()
            && block.index() >= self.function.len()
        {
            return Err(Misuse::NoSuchBlock { block });
        }
        // Progress does not ascend, so it is compared for every block.
        let beyond = |&&(block, progress, _): &&(Block, u32, u32)| {
            progress > self.slots[block.index()].statements
        };
        if let Some(&(block, done, _)) = rows.blocks.iter().find(beyond) {
            let statements = self.slots[block.index()].statements;
            let (function, block) = self.local(block);
            return Err(Misuse::NoSuchStatement { function, block, done, statements });
        }
        if let Some(&(branch, _)) = rows.branches.last()
            && branch.index() >= self.distance.len()
        {
            return Err(Misuse::NoSuchBranch { branch });
        }
        self.are_entered(rows)
    }

    /// Checks that the function of each block is among the entered functions, and the block of each
    /// branch among the entered blocks. All ids must be in range.
    ///
    /// A reset visits only what was entered, so the data of other rows would stay for ever. All
    /// lists ascend, so one pass over them suffices.
    ///
    /// # Errors
    ///
    /// [`Misuse::NotEntered`] with the first block that was not entered.
    fn are_entered(&self, rows: &Rows) -> Result<(), Misuse> {
        // Blocks are numbered in the order of functions. So the functions are passed in step with
        // the blocks, and the head of the list is the only function that the current block can
        // have.
        let mut functions = rows.functions.iter().peekable();
        for &(block, ..) in &rows.blocks {
            let function = self.function[block.index()];
            while functions.next_if(|entered| entered.number() < function).is_some() {}
            if functions.peek().is_none_or(|entered| entered.number() > function) {
                return Err(Misuse::NotEntered { block });
            }
        }
        // In the same way, each branch must lie in the range of branches of an entered block.
        let mut blocks = rows.blocks.iter().map(|row| self.branches(row.0.number())).peekable();
        for &(branch, _) in &rows.branches {
            while blocks.next_if(|branches| branches.end <= branch.index()).is_some() {}
            if !blocks.peek().is_some_and(|branches| branches.contains(&branch.index())) {
                // The block of the branch is the last one whose range begins at or before it.
                let after = self.slots.partition_point(|slot| slot.first_branch <= branch.number());
                return Err(Misuse::NotEntered {
                    block: Block::new(after.saturating_sub(1) as u32),
                });
            }
        }
        Ok(())
    }

    /// Merges rows into the tables. [`admits`](Self::admits) must have accepted them. Linear in the
    /// rows, except for a search for each arm of a selection.
    pub(super) fn merge(&self, rows: &Rows) {
        for function in &rows.functions {
            self.functions.add(function.number());
        }
        for &(block, progress, evaluations) in &rows.blocks {
            // The block is entered first: a reset visits only the blocks in `self.blocks`.
            let slot = &self.slots[block.index()];
            self.enter(block.number());
            slot.progress.set(slot.progress.get().max(progress));
            slot.evaluations.set(slot.evaluations.get().saturating_add(evaluations));
        }
        for &(branch, distance) in &rows.branches {
            let cell = &self.distance[branch.index()];
            // The distance of an arm belongs to the selection of its block. Selections ascend by
            // their first branches, so the selection is the last one that begins at or before the
            // branch.
            if cell.get() != SELECTED {
                // `min` ignores the NaN of a branch that was never evaluated.
                cell.set(cell.get().min(distance.get()));
            } else {
                let after = self.switches.partition_point(|switch| switch.first <= branch.number());
                if let Some(switch) = after.checked_sub(1).and_then(|at| self.switches.get(at)) {
                    switch.merge(branch.number(), distance);
                }
            }
        }
    }
}

/// Returns the value of a key in a list that ascends by key. O(log n).
pub(super) fn find<K: Ord + Copy, V>(rows: &[(K, V)], key: K) -> Option<&V> {
    let place = rows.binary_search_by_key(&key, |row| row.0).ok()?;
    Some(&rows[place].1)
}

/// Returns the union of two sets, each an ascending list without duplicates. Linear in both.
pub(super) fn union_of_sets<T: Copy + Ord>(a: &[T], b: &[T]) -> Vec<T> {
    union(a, b, |item| *item, |item, _| item)
}

/// Returns the union of two lists, each ascending by key, with each key once. The result ascends,
/// too. Two entries with one key become one entry, which `join` makes. Linear in both.
pub(super) fn union<T: Clone, K: Ord>(
    a: &[T],
    b: &[T],
    key: impl Fn(&T) -> K,
    join: impl Fn(T, T) -> T,
) -> Vec<T> {
    let mut all = Vec::with_capacity(a.len().max(b.len()));
    let (mut left, mut right) = (a, b);
    // The entry with the lesser key goes to the result. If the keys are equal, the joined entry
    // goes there, and both lists move on. A map would need more memory, and a sort more time.
    while let ([x, others @ ..], [y, rest @ ..]) = (left, right) {
        let order = key(x).cmp(&key(y));
        all.push(match order {
            Ordering::Less => x.clone(),
            Ordering::Equal => join(x.clone(), y.clone()),
            Ordering::Greater => y.clone(),
        });
        if order.is_le() {
            left = others;
        }
        if order.is_ge() {
            right = rest;
        }
    }
    // At most one of the two lists has entries left, and all of them are greater than those in the
    // result.
    all.extend_from_slice(left);
    all.extend_from_slice(right);
    all
}
