//! Goals of blocks and of their statements.

use crate::fitness::Fitness;
use crate::flow::FlowGraph;
use crate::id::{Block, Statement};
use crate::objective::{CoverageGoal, Goal, GoalForm, Needs, Objective, Observed, Scalar};

/// The goal to reach a statement of a block, counted from 0: the statement began to run, and may
/// have thrown. Line coverage counts statements this way, and crash reproduction needs it.
///
/// In the default form, values are ordered as follows, least first: covered, more progress in the
/// block, less progress, controlling branch taken, controlling branch missed, function not entered.
/// Compare values of statement goals only with each other: if the block was not entered, they are
/// one level higher than values of branch and block goals.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::execution::Trace;
/// use sbst::fitness::{Fitness, FitnessTable};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{CoverageGoal, GoalForm, Objective, Observed};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 5).exit(0))?;
/// let block = graph.entry(Function::new(0));
/// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
/// trace.done(block, 1); // the second statement threw
/// table.sweep(&graph, &trace);
/// let seen = Observed::new(&graph, &trace, &table);
///
/// let value = |k| CoverageGoal::new(block.statement(k)).fitness(&seen);
/// assert_eq!(value(1), Fitness::COVERED);
/// assert_eq!(value(4), Fitness::from(Distance::from(3)));
/// let flat =
///     CoverageGoal::new(block.statement(4)).in_form(GoalForm::Flat).fitness(&seen);
/// assert_eq!(flat, Fitness::from(Distance::SMALLEST));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
impl<X: ?Sized> Objective<X> for CoverageGoal<Statement> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        match self.form.form {
            GoalForm::Levels => seen.statement(self.target),
            GoalForm::Flat | GoalForm::Definition | GoalForm::Augmented => {
                seen.flat_statement(self.target)
            }
        }
    }
    fn goal(&self) -> Goal {
        Goal::from(*self)
    }
    fn needs(&self) -> Needs {
        Needs::at_statements([self.target]).local().with_scalar(match self.form.form {
            GoalForm::Levels => Scalar::LEVELS,
            GoalForm::Flat | GoalForm::Definition | GoalForm::Augmented => Scalar::FLAT,
        })
    }
}

/// Returns the statement goals of a graph, in the default form: one for every statement of every
/// reachable block.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{Goal, statement_goals};
///
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().statements(0, 2).jump(0, 1).statements(1, 1).exit(1),
/// )?;
/// let names: Vec<String> =
///     statement_goals(&graph).map(|goal| Goal::from(goal).to_string()).collect();
/// assert_eq!(names, ["statement 0 of b0", "statement 1 of b0", "statement 0 of b1"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn statement_goals(graph: &FlowGraph) -> impl Iterator<Item = CoverageGoal<Statement>> {
    let blocks = graph.all_blocks().filter(|&block| graph.is_reachable(block));
    blocks.flat_map(|block| {
        (0..graph.statements(block)).map(move |index| CoverageGoal::new(block.statement(index)))
    })
}

/// The goal to enter a block. Its value is (0, 0) iff the block was entered, else A(block) as
/// defined in [`fitness`](crate::fitness), at least (0,
/// [`SMALLEST`](crate::distance::Distance::SMALLEST)).
///
/// ```
/// use sbst::id::Block;
/// use sbst::objective::{CoverageGoal, Goal};
///
/// assert_eq!(Goal::from(CoverageGoal::new(Block::new(7))).to_string(), "block b7");
/// ```
impl<X: ?Sized> Objective<X> for CoverageGoal<Block> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        seen.block(self.target)
    }
    fn goal(&self) -> Goal {
        Goal::from(*self)
    }
    fn needs(&self) -> Needs {
        Needs::at([self.target]).local()
    }
}

/// Returns the block goals of a graph: one for every reachable block.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Unreachable};
/// use sbst::objective::block_goals;
///
/// let mut graph = FlowGraph::new();
/// // block 1 is dead code
/// graph.add_with(&FlowBuilder::new().exit(0).exit(1), Unreachable::Keep)?;
/// assert_eq!(block_goals(&graph).count(), 1);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn block_goals(graph: &FlowGraph) -> impl Iterator<Item = CoverageGoal<Block>> {
    graph.all_blocks().filter(|&block| graph.is_reachable(block)).map(CoverageGoal::new)
}
