//! What a recorder held, frozen: sorted rows.

use crate::distance::Distance;
use crate::execution::Misuse;
use crate::execution::recorder::view::{Recorder, SELECTED};
use crate::flow::Edge;
use crate::id::{Block, Branch, Function};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Rows of functions, blocks and branches, each ascending by id.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "RowsForm"))]
pub(in crate::execution) struct Rows {
    pub functions: Vec<Function>,
    /// Progress and evaluations.
    pub blocks: Vec<(Block, u32, u32)>,
    pub branches: Vec<(Branch, Distance)>,
}

impl Rows {
    pub(in crate::execution) fn merge(&mut self, other: &Self) {
        self.functions = union_of_sets(&self.functions, &other.functions);
        let blocks = |a: (Block, u32, u32), b: (Block, u32, u32)| (a.0, a.1.max(b.1), a.2.saturating_add(b.2));
        self.blocks = union(&self.blocks, &other.blocks, |row| row.0, blocks);
        self.branches = union(&self.branches, &other.branches, |row| row.0, |a, b| (a.0, a.1.min(b.1)));
    }

    /// Progress and evaluations of a block that was entered.
    pub(in crate::execution) fn block(&self, block: Block) -> Option<(u32, u32)> {
        let place = self.blocks.binary_search_by_key(&block, |row| row.0).ok()?;
        Some((self.blocks[place].1, self.blocks[place].2))
    }

    pub(in crate::execution) fn evaluations(&self, branch: Edge) -> u32 {
        let block = self.block(branch.source).filter(|_| branch.outcome.is_decided());
        block.map_or(0, |(_, evaluations)| evaluations)
    }

    pub(in crate::execution) fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.distance(branch.branch)
    }

    pub(in crate::execution) fn distance(&self, branch: Branch) -> Option<Distance> {
        let place = self.branches.binary_search_by_key(&branch, |row| row.0).ok()?;
        Some(self.branches[place].1)
    }
}

impl Recorder {
    /// O(n log n) for n blocks entered.
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

    /// Checks that rows name only functions, blocks and branches of the graph.
    pub(in crate::execution) fn admits(&self, rows: &Rows) -> Result<(), Misuse> {
        if let Some(&function) = rows.functions.last().filter(|f| f.index() >= self.functions.len()) {
            return Err(Misuse::NoSuchFunction { function });
        }
        if let Some(&(block, ..)) = rows.blocks.last().filter(|row| row.0.index() >= self.function.len()) {
            return Err(Misuse::NoSuchBlock { block });
        }
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

    /// Checks that all blocks of the rows, and their functions, were entered: a reset would not find others, and a sweep would treat the
    /// trace and the rows differently. All rows ascend.
    fn are_entered(&self, rows: &Rows) -> Result<(), Misuse> {
        let mut functions = rows.functions.iter().peekable();
        for &(block, ..) in &rows.blocks {
            let function = self.function[block.index()];
            while functions.next_if(|entered| entered.number() < function).is_some() {}
            if functions.peek().is_none_or(|entered| entered.number() > function) {
                return Err(Misuse::NotEntered { block });
            }
        }
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

    /// Takes in rows that it admits.
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

/// Both sorted sets as one.
pub(in crate::execution) fn union_of_sets<T: Copy + Ord>(a: &[T], b: &[T]) -> Vec<T> {
    union(a, b, |item| *item, |item, _| item)
}

/// Both sorted rows as one; what stands in both is joined.
pub(in crate::execution) fn union<T: Clone, K: Ord>(a: &[T], b: &[T], key: impl Fn(&T) -> K, join: impl Fn(T, T) -> T) -> Vec<T> {
    let mut all = Vec::with_capacity(a.len().max(b.len()));
    let (mut left, mut right) = (a, b);
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
            Err(crate::plain::Invalid("the rows of a record ascend, each key once"))
        }
    }
}
