//! What a swept table says of branches, blocks and statements.

use super::row::{BlockRow, flat};
use super::{Fitness, FitnessTable};
use crate::distance::Distance;
#[cfg(doc)]
use crate::execution::Execution;
use crate::id::{Block, Branch, Statement};

impl FitnessTable {
    /// D(branch): covered iff the branch was taken. For an implicit branch see [`Execution::branch_distance`].
    ///
    /// # Panics
    ///
    /// If the table has no such branch: see [`get_branch`](Self::get_branch).
    #[must_use]
    #[track_caller]
    pub fn branch(&self, branch: Branch) -> Fitness {
        let Some(found) = self.get_branch(branch) else { panic!("the table has no branch {branch}") };
        found
    }

    /// D(branch), if the table has the branch.
    #[must_use]
    #[inline]
    pub fn get_branch(&self, branch: Branch) -> Option<Fitness> {
        self.branches.get(branch.index()).copied()
    }

    /// The value of the goal to enter a block: covered iff it was entered; (0, [`Distance::SMALLEST`]) at least if not.
    ///
    /// # Panics
    ///
    /// If the table has no such block: see [`get_block`](Self::get_block).
    #[must_use]
    #[track_caller]
    pub fn block(&self, block: Block) -> Fitness {
        let Some(found) = self.get_block(block) else { panic!("the table has no block {block}") };
        found
    }

    /// The value of the goal to enter a block, if the table has the block.
    ///
    /// ```
    /// use sbst::fitness::{Fitness, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let table = FitnessTable::new(&graph);
    /// assert!(table.get_block(Block::new(0)).is_some_and(|fitness| !fitness.is_covered()));
    /// assert_eq!(table.get_block(Block::new(1)), None); // of another graph
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn get_block(&self, block: Block) -> Option<Fitness> {
        self.blocks.get(block.index()).map(BlockRow::goal)
    }

    /// A(block): (0, 0) if the block was entered or a branch was taken that it depends on.
    ///
    /// # Panics
    ///
    /// If the table has no such block: see [`get_dependence`](Self::get_dependence).
    ///
    /// ```
    /// use sbst::distance::{Distance, flag};
    /// use sbst::execution::Trace;
    /// use sbst::fitness::{Fitness, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // 0: if a { 1: what may fail; 2: .. } 3
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).jump(1, 2).jump(2, 3).exit(3))?;
    /// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    /// let f = trace.root().enter(Function::new(0));
    /// f.decide(0, flag(true));
    /// assert!(f.tried(1, Err::<(), _>("failed")).is_err());
    /// table.sweep(&graph, &trace);
    /// let after = graph.block(Function::new(0), 2);
    /// assert_eq!(table.dependence(after), Fitness::COVERED); // all decisions went right
    /// assert_eq!(table.block(after), Fitness::from(Distance::SMALLEST)); // and still it was not entered
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn dependence(&self, block: Block) -> Fitness {
        let Some(found) = self.get_dependence(block) else { panic!("the table has no block {block}") };
        found
    }

    /// A(block), if the table has the block.
    ///
    /// ```
    /// use sbst::fitness::{Fitness, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let table = FitnessTable::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?);
    /// assert_eq!(table.get_dependence(Block::new(0)).map(|fitness| fitness.to_string()), Some("(0, inf)".into())); // not entered
    /// assert_eq!(table.get_dependence(Block::new(1)), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn get_dependence(&self, block: Block) -> Option<Fitness> {
        self.blocks.get(block.index()).map(BlockRow::value)
    }

    /// The distance that the execution observed for a branch; `None` if its predicate was never evaluated, and for a branch of
    /// another graph.
    #[must_use]
    pub fn evaluated(&self, branch: Branch) -> Option<Distance> {
        // A branch that was not observed is at least one level away.
        self.get_branch(branch).filter(|fitness| fitness.level == 0).map(|fitness| fitness.distance)
    }

    /// How many statements of a block ran to their end, the most over all visits; `None` if it was not entered, and for a block of
    /// another graph.
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

    /// Returns the value of the goal to reach a statement in the default form, see
    /// [statement goals](crate::objective::statement_goals); [`Fitness::NEVER`] for a block of another graph.
    #[must_use]
    #[inline]
    pub fn statement(&self, statement: Statement) -> Fitness {
        self.blocks.get(statement.block.index()).map_or(Fitness::NEVER, |row| row.statement(statement.index))
    }

    /// Returns the value of the goal to reach a statement in the flat form: approach level and branch distance only (BBC, section
    /// 2.1). (0, 0) if it was reached, (0, [`Distance::SMALLEST`]) if the block was entered, but not that far, else the value of the block
    /// goal. [`Fitness::NEVER`] for a block of another graph. The smallest distance is ours: the paper has 0 there.
    ///
    /// BBC is Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing and Crash Reproduction" (2022).
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::execution::Trace;
    /// use sbst::fitness::{Fitness, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 5).exit(0))?;
    /// let (trace, mut table, entry) = (Trace::new(&graph), FitnessTable::new(&graph), graph.entry(Function::new(0)));
    /// trace.root().enter(Function::new(0)).done(0, 2); // statement 2 threw
    /// table.sweep(&graph, &trace);
    /// assert!(table.flat_statement(entry.statement(2)).is_covered());
    /// assert_eq!(table.flat_statement(entry.statement(3)), Fitness::from(Distance::SMALLEST));
    /// assert_eq!(table.flat_statement(entry.statement(4)), table.flat_statement(entry.statement(3))); // the default form tells them apart
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
