//! Sorted rows: the tables of a recorder as plain data.

use crate::distance::Distance;
use crate::execution::Misuse;
use crate::execution::recorder::view::{Recorder, SELECTED};
use crate::flow::Edge;
use crate::id::{Block, Branch, Function};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Functions, blocks and branches of an execution, each ascending by id.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "RowsForm"))]
pub(in crate::execution) struct Rows {
    /// Functions that were entered.
    pub functions: Vec<Function>,
    /// Blocks that were entered, with progress and number of evaluations.
    pub blocks: Vec<(Block, u32, u32)>,
    /// Branches that were evaluated, with their least distance.
    pub branches: Vec<(Branch, Distance)>,
}

impl Rows {
    /// Merges other rows into these. Linear in both.
    pub(in crate::execution) fn merge(&mut self, other: &Self) {
        self.functions = union_of_sets(&self.functions, &other.functions);
        let blocks = |a: (Block, u32, u32), b: (Block, u32, u32)| (a.0, a.1.max(b.1), a.2.saturating_add(b.2));
        self.blocks = union(&self.blocks, &other.blocks, |row| row.0, blocks);
        self.branches = union(&self.branches, &other.branches, |row| row.0, |a, b| (a.0, a.1.min(b.1)));
    }

    /// Returns the progress and the number of evaluations of a block; `None` if it was not entered.
    pub(in crate::execution) fn block(&self, block: Block) -> Option<(u32, u32)> {
        let place = self.blocks.binary_search_by_key(&block, |row| row.0).ok()?;
        Some((self.blocks[place].1, self.blocks[place].2))
    }

    /// Returns the number of evaluations of the decision that a branch belongs to.
    pub(in crate::execution) fn evaluations(&self, branch: Edge) -> u32 {
        // An implicit branch has no predicate, so its block's evaluations are not its own.
        let block = self.block(branch.source).filter(|_| branch.outcome.is_decided());
        block.map_or(0, |(_, evaluations)| evaluations)
    }

    /// Returns the least distance of an edge that is a branch.
    pub(in crate::execution) fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.distance(branch.branch)
    }

    /// Returns the least distance of a branch; `None` if it was never evaluated.
    pub(in crate::execution) fn distance(&self, branch: Branch) -> Option<Distance> {
        let place = self.branches.binary_search_by_key(&branch, |row| row.0).ok()?;
        Some(self.branches[place].1)
    }
}

impl Recorder {
    /// Returns the tables as sorted rows. O(n log n) for n entered blocks.
    pub(in crate::execution) fn freeze(&self) -> Rows {
        let functions = self.functions.sorted().into_iter().map(Function::new).collect();
        let (mut blocks, mut branches) = (Vec::new(), Vec::new());
        for block in self.blocks.sorted() {
            let slot = &self.slots[block as usize];
            blocks.push((Block::new(block), slot.progress.get(), slot.evaluations.get()));
            for branch in self.branches(block) {
                if let Some(distance) = self.known(branch, Block::new(block)) {
                    branches.push((Branch::new(branch as u32), distance));
                }
            }
        }
        Rows { functions, blocks, branches }
    }

    /// Checks that rows name only functions, blocks, statements and branches that the graph has, and that they contradict nothing.
    pub(in crate::execution) fn admits(&self, rows: &Rows) -> Result<(), Misuse> {
        if let Some(&function) = rows.functions.last().filter(|f| f.index() >= self.functions.len()) {
            return Err(Misuse::NoSuchFunction { function });
        }
        if let Some(&(block, ..)) = rows.blocks.last().filter(|row| row.0.index() >= self.function.len()) {
            return Err(Misuse::NoSuchBlock { block });
        }
        // Progress is not bounded by the list, so every block is compared.
        let beyond = |&&(block, progress, _): &&(Block, u32, u32)| progress > self.slots[block.index()].statements;
        if let Some(&(block, done, _)) = rows.blocks.iter().find(beyond) {
            let statements = self.slots[block.index()].statements;
            let (function, block) = self.local(block);
            return Err(Misuse::NoSuchStatement { function, block, done, statements });
        }
        if let Some(&(branch, _)) = rows.branches.last().filter(|row| row.0.index() >= self.distance.len()) {
            return Err(Misuse::NoSuchBranch { branch });
        }
        self.are_entered(rows)
    }

    /// Checks that the function of each block, and the block of each branch, are among the entered ones.
    ///
    /// A reset finds only what was entered, so other rows would stay for ever. Since all rows ascend, one pass over them suffices.
    fn are_entered(&self, rows: &Rows) -> Result<(), Misuse> {
        let mut functions = rows.functions.iter().peekable();
        for &(block, ..) in &rows.blocks {
            let function = self.function[block.index()];
            while functions.next_if(|entered| entered.number() < function).is_some() {}
            if functions.peek().is_none_or(|entered| entered.number() > function) {
                return Err(Misuse::NotEntered { block });
            }
        }
        // Now the branches: each must lie in the range of an entered block.
        let mut blocks = rows.blocks.iter().map(|row| self.branches(row.0.number())).peekable();
        for &(branch, _) in &rows.branches {
            while blocks.next_if(|branches| branches.end <= branch.index()).is_some() {}
            if !blocks.peek().is_some_and(|branches| branches.contains(&branch.index())) {
                let after = self.slots.partition_point(|slot| slot.first_branch <= branch.number());
                return Err(Misuse::NotEntered { block: Block::new(after.saturating_sub(1) as u32) });
            }
        }
        Ok(())
    }

    /// Merges rows into the tables, after [`admits`](Self::admits) accepted them.
    pub(in crate::execution) fn merge(&self, rows: &Rows) {
        for function in &rows.functions {
            self.functions.add(function.number());
        }
        for &(block, progress, evaluations) in &rows.blocks {
            let slot = &self.slots[block.index()];
            self.enter(block.number());
            slot.progress.set(slot.progress.get().max(progress));
            slot.evaluations.set(slot.evaluations.get().saturating_add(evaluations));
        }
        for &(branch, distance) in &rows.branches {
            let cell = &self.distance[branch.index()];
            // The distances of arms belong to the selection of their block, which is found by its first branch.
            if cell.get() != SELECTED {
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

/// Returns the union of two sorted sets.
pub(in crate::execution) fn union_of_sets<T: Copy + Ord>(a: &[T], b: &[T]) -> Vec<T> {
    union(a, b, |item| *item, |item, _| item)
}

/// Returns the union of two sorted lists. Entries with the same key are joined. Linear in both.
pub(in crate::execution) fn union<T: Clone, K: Ord>(a: &[T], b: &[T], key: impl Fn(&T) -> K, join: impl Fn(T, T) -> T) -> Vec<T> {
    let mut all = Vec::with_capacity(a.len().max(b.len()));
    let (mut left, mut right) = (a, b);
    // The lesser head is moved to the result; equal heads are joined and both moved.
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
    all.extend_from_slice(left);
    all.extend_from_slice(right);
    all
}

/// Rows that are being read, not yet checked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Rows")]
struct RowsForm {
    functions: Vec<Function>,
    blocks: Vec<(Block, u32, u32)>,
    branches: Vec<(Branch, Distance)>,
}

#[cfg(feature = "serde")]
impl TryFrom<RowsForm> for Rows {
    type Error = crate::plain::Invalid;
    fn try_from(RowsForm { functions, blocks, branches }: RowsForm) -> Result<Self, Self::Error> {
        use crate::plain::ascend;
        let ascending = ascend(&functions) && ascend(blocks.iter().map(|row| row.0)) && ascend(branches.iter().map(|row| row.0));
        if ascending {
            Ok(Self { functions, blocks, branches })
        } else {
            Err(crate::plain::Invalid("the rows of a record must ascend, each key once"))
        }
    }
}
