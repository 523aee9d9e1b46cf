//! A frozen execution.

use super::trace::SELECTED;
use super::{Evaluations, Execution, Misuse, Trace};
use crate::distance::Distance;
use crate::flow::{Edge, FlowGraph};
use crate::id::{Block, Branch, Function};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// What a [`Trace`](super::Trace) had recorded when it was asked: plain data, as large as what ran, `Send + Sync`.
///
/// Keep it with a test, send it to another process, merge it with others: [`merge`](Self::merge) is commutative and associative,
/// so a distributed search folds records in any order. A default record is that of an execution in which nothing ran.
///
/// Answers take O(log n) for n blocks entered. To sweep a record often, or many of them, merge them into a trace first.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Execution, Record, Trace};
/// use sbst::flow::{Body, FlowGraph};
///
/// let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// let entry = graph.all_blocks().next().expect("has blocks");
/// let runs: Vec<Record> = [40, 12].map(|x| { trace.reset(); trace.decide(entry, lt(x, 10)); trace.record() }).into();
///
/// let mut both = runs[0].clone();
/// both.merge(&runs[1]);
/// let less = graph.edge(graph.branches_of(entry).next().expect("decides"));
/// assert_eq!(both.branch_distance(less).map(|d| d.get()), Some(3.0));
/// assert_eq!(both.branch_distance(less), runs[..].branch_distance(less)); // a slice of records is a suite
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    // All ascending by id.
    pub(super) functions: Vec<Function>,
    /// Progress and evaluations.
    pub(super) blocks: Vec<(Block, u32, u32)>,
    pub(super) branches: Vec<(Branch, Distance)>,
}

impl Record {
    /// Takes in what `other` observed: the least distances, the most progress, the sum of the evaluations. Linear in both.
    pub fn merge(&mut self, other: &Self) {
        self.functions = union(&self.functions, &other.functions, |f| *f, |f, _| f);
        let blocks = |a: (Block, u32, u32), b: (Block, u32, u32)| (a.0, a.1.max(b.1), a.2.saturating_add(b.2));
        self.blocks = union(&self.blocks, &other.blocks, |row| row.0, blocks);
        self.branches = union(&self.branches, &other.branches, |row| row.0, |a, b| (a.0, a.1.min(b.1)));
    }

    fn block(&self, block: Block) -> Option<(u32, u32)> {
        let place = self.blocks.binary_search_by_key(&block, |row| row.0).ok()?;
        Some((self.blocks[place].1, self.blocks[place].2))
    }
}

impl Trace {
    /// What was recorded since the last reset, frozen. O(n log n) for n blocks entered.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::default();
        self.each_entered(|function| record.functions.push(function));
        record.functions.sort_unstable();
        let mut at = self.last_touched.get();
        while let Some((slot, next)) = self.slots.get(at as usize).zip(self.next.get(at as usize)) {
            record.blocks.push((Block::new(at), slot.progress.get(), slot.evaluations.get()));
            at = next.get();
        }
        record.blocks.sort_unstable();
        for &(block, ..) in &record.blocks {
            for branch in self.branches(block.number()) {
                if let Some(distance) = self.known(branch, block) {
                    record.branches.push((Branch::new(branch as u32), distance));
                }
            }
        }
        record
    }

    /// Takes in what `record` observed, as if its execution had been recorded here, too. O(n log n) for n blocks of the record.
    ///
    /// # Errors
    ///
    /// [`Misuse`] if it names a function, block or branch that the graph does not have; nothing is changed then.
    pub fn merge(&self, record: &Record) -> Result<(), Misuse> {
        if let Some(&function) = record.functions.last().filter(|f| f.index() >= self.entered.len()) {
            return Err(Misuse::NoSuchFunction { function });
        }
        if let Some(&(block, ..)) = record.blocks.last().filter(|row| row.0.index() >= self.function.len()) {
            return Err(Misuse::NoSuchBlock { block });
        }
        if let Some(&(branch, _)) = record.branches.last().filter(|row| row.0.index() >= self.distance.len()) {
            return Err(Misuse::NoSuchBranch { branch });
        }
        for function in &record.functions {
            self.enter_function(function.number());
        }
        for &(block, progress, evaluations) in &record.blocks {
            let slot = &self.slots[block.index()];
            self.enter(block.number());
            slot.progress.set(slot.progress.get().max(progress.min(slot.statements)));
            slot.evaluations.set(slot.evaluations.get().saturating_add(evaluations));
        }
        for &(branch, distance) in &record.branches {
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
        Ok(())
    }
}

/// Both sorted rows as one; what stands in both is joined.
fn union<T: Copy, K: Ord>(a: &[T], b: &[T], key: impl Fn(&T) -> K, join: impl Fn(T, T) -> T) -> Vec<T> {
    let mut all = Vec::with_capacity(a.len().max(b.len()));
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) => match key(x).cmp(&key(y)) {
                Ordering::Less => a.next().copied(),
                Ordering::Greater => b.next().copied(),
                Ordering::Equal => a.next().zip(b.next()).map(|(&x, &y)| join(x, y)),
            },
            (Some(_), None) => a.next().copied(),
            (None, _) => b.next().copied(),
        };
        match next {
            Some(item) => all.push(item),
            None => return all,
        }
    }
}

impl Execution for Record {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        let place = self.branches.binary_search_by_key(&branch.branch, |row| row.0).ok()?;
        Some(self.branches[place].1)
    }

    fn progress(&self, block: Block) -> Option<u32> {
        self.block(block).map(|(progress, _)| progress)
    }

    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.functions.iter().for_each(|&function| visit(function));
    }
}

impl Evaluations for Record {
    fn evaluations(&self, branch: Edge) -> u32 {
        let block = self.block(branch.source).filter(|_| branch.outcome.is_decided());
        block.map_or(0, |(_, evaluations)| evaluations)
    }
}
