//! Values of branches, blocks and statements in a swept table.

use super::row::{BlockRow, flat};
use super::{Fitness, FitnessTable};
use crate::distance::Distance;
#[cfg(doc)]
use crate::execution::Execution;
use crate::id::{Block, Branch, Statement};

impl FitnessTable {
    /// Returns D(branch), the value of the goal to take a branch. It is [`Fitness::COVERED`] iff
    /// the branch was taken. For an implicit branch see [`Execution::branch_distance`].
    ///
    /// # Panics
    ///
    /// If the table has no such branch. [`get_branch`](Self::get_branch) returns `None` instead.
    #[must_use]
    #[track_caller]
    pub fn branch(&self, branch: Branch) -> Fitness {
        let Some(found) = self.get_branch(branch) else {
            panic!("the table has no branch {branch}")
        };
        found
    }

    /// Returns D(branch), or `None` if the table does not have the branch.
    #[must_use]
    #[inline]
    pub fn get_branch(&self, branch: Branch) -> Option<Fitness> {
        self.branches.get(branch.index()).copied()
    }

    /// Returns the value of the goal to enter a block. It is [`Fitness::COVERED`] iff the block was
    /// entered, and otherwise at least (0, [`Distance::SMALLEST`]).
    ///
    /// # Panics
    ///
    /// If the table has no such block. [`get_block`](Self::get_block) returns `None` instead.
    #[must_use]
    #[track_caller]
    pub fn block(&self, block: Block) -> Fitness {
        let Some(found) = self.get_block(block) else { panic!("the table has no block {block}") };
        found
    }

    /// Returns the value of the goal to enter a block, or `None` if the table does not have the
    /// block.
    ///
    /// ```
    /// use sbst::fitness::{Fitness, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let table = FitnessTable::new(&graph);
    /// assert!(
    ///     table.get_block(Block::new(0)).is_some_and(|fitness| !fitness.is_covered())
    /// );
    /// assert_eq!(table.get_block(Block::new(1)), None); // of another graph
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn get_block(&self, block: Block) -> Option<Fitness> {
        self.blocks.get(block.index()).map(BlockRow::goal)
    }

    /// Returns A(block), the value of the nearest branch or entry that the block depends on. It is
    /// (0, 0) if the block was entered, or a branch that it depends on was taken.
    ///
    /// # Panics
    ///
    /// If the table has no such block. [`get_dependence`](Self::get_dependence) returns `None`
    /// instead.
    ///
    /// ```
    /// use sbst::distance::{Distance, flag};
    /// use sbst::execution::Trace;
    /// use sbst::fitness::{Fitness, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // 0: if a { 1: may fail; 2: .. } 3
    /// let graph = FlowGraph::of(
    ///     &FlowBuilder::new().branch(0, 1, 3).jump(1, 2).jump(2, 3).exit(3),
    /// )?;
    /// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    /// let f = trace.root().enter(Function::new(0));
    /// f.decide(0, flag(true));
    /// assert!(f.tried(1, Err::<(), _>("failed")).is_err());
    /// table.sweep(&graph, &trace);
    /// let after = graph.block(Function::new(0), 2);
    /// assert_eq!(table.dependence(after), Fitness::COVERED); // all decisions went right
    /// // and still it was not entered
    /// assert_eq!(table.block(after), Fitness::from(Distance::SMALLEST));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn dependence(&self, block: Block) -> Fitness {
        let Some(found) = self.get_dependence(block) else {
            panic!("the table has no block {block}")
        };
        found
    }

    /// Returns A(block), or `None` if the table does not have the block.
    ///
    /// ```
    /// use sbst::fitness::{Fitness, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let table = FitnessTable::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?);
    /// // not entered
    /// assert_eq!(
    ///     table.get_dependence(Block::new(0)).map(|fitness| fitness.to_string()),
    ///     Some("(0, inf)".into())
    /// );
    /// assert_eq!(table.get_dependence(Block::new(1)), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn get_dependence(&self, block: Block) -> Option<Fitness> {
        self.blocks.get(block.index()).map(BlockRow::value)
    }

    /// Returns the distance that the execution observed for a branch. `None` if the predicate was
    /// never evaluated, or the branch belongs to another graph.
    #[must_use]
    pub fn evaluated(&self, branch: Branch) -> Option<Distance> {
        // A branch that was not observed is at least one level away.
        self.get_branch(branch).filter(|fitness| fitness.level == 0).map(|fitness| fitness.distance)
    }

    /// Returns the number of statements of a block that ran to their end, the greatest over all
    /// visits. `None` if the block was not entered, or belongs to another graph.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 5).exit(0))?;
    /// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    /// trace.root().enter(Function::new(0)).done(0, 3);
    /// table.sweep(&graph, &trace);
    /// assert_eq!(table.progress(graph.entry(Function::new(0))), Some(3));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn progress(&self, block: Block) -> Option<u32> {
        self.blocks.get(block.index())?.progress()
    }

    /// Returns the value of the goal to reach a statement in the default form, which [statement
    /// goals](crate::objective::statement_goals) defines. It is [`Fitness::NEVER`] for a block of
    /// another graph.
    #[must_use]
    #[inline]
    pub fn statement(&self, statement: Statement) -> Fitness {
        self.blocks
            .get(statement.block.index())
            .map_or(Fitness::NEVER, |row| row.statement(statement.index))
    }

    /// Returns the value of the goal to reach a statement in the flat form, which consists of
    /// approach level and branch distance only (BBC, section 2.1).
    ///
    /// The value is (0, 0) if the statement was reached, (0, [`Distance::SMALLEST`]) if the block
    /// was entered but the statement was not reached, and otherwise the value of the block goal. It
    /// is [`Fitness::NEVER`] for a block of another graph. The paper has distance 0 instead of the
    /// smallest distance.
    ///
    /// Source: BBC is Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit
    /// Testing and Crash Reproduction" (2022).
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::execution::Trace;
    /// use sbst::fitness::{Fitness, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 5).exit(0))?;
    /// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    /// trace.root().enter(Function::new(0)).done(0, 2); // statement 2 threw
    /// table.sweep(&graph, &trace);
    /// let entry = graph.entry(Function::new(0));
    /// let flat = |index| table.flat_statement(entry.statement(index));
    /// assert!(flat(2).is_covered());
    /// assert_eq!(flat(3), Fitness::from(Distance::SMALLEST));
    /// assert_eq!(flat(4), flat(3)); // the default form tells them apart
    /// assert!(table.statement(entry.statement(4)) > table.statement(entry.statement(3)));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn flat_statement(&self, statement: Statement) -> Fitness {
        match self.progress(statement.block) {
            Some(progress) => flat(progress, statement.index),
            None => self.get_block(statement.block).unwrap_or(Fitness::NEVER),
        }
    }
}
