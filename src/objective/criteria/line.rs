//! Line goals.

use super::branch::f_bc;
use crate::distance::Distance;
use crate::execution::Facts;
use crate::fitness::{Fitness, FitnessTable};
use crate::flow::{FlowGraph, Lines};
use crate::id::{Block, Line, Statement};
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{
    CoverageGoal, Evaluated, Forms, Goal, GoalForm, Needs, Objective, Observed, Scalar,
};
use smallvec::SmallVec;

/// The goal to reach a line: in some block, the first statement of the line began to run.
///
/// A line may hold statements of several blocks; then the nearest block counts. A block may hold
/// statements of several lines. In [`Forms::PUBLISHED`], the goal is measured as Zhou et al. print
/// it in Eq. 12.
///
/// Source: line coverage in Zhou et al. 2024, sections 2.1 and 3.3.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::fitness::FitnessTable;
/// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
/// use sbst::id::{Function, Line};
/// use sbst::objective::{GoalForm, LineGoal, Objective, Observed};
///
/// // 0 (line 1): if x < 10 { 1: line 2; line 3 }  2: line 4
/// let graph = FlowGraph::of(
///     &FlowBuilder::new()
///         .statements(0, 1)
///         .branch(0, 1, 2)
///         .statements(1, 2)
///         .jump(1, 2)
///         .statements(2, 1)
///         .exit(2),
/// )?;
/// let [b0, b1, b2] = [0, 1, 2].map(|local| graph.block(Function::new(0), local));
/// let lines = Lines::new([
///     (b0.statement(0), Line::new(1)),
///     (b1.statement(0), Line::new(2)),
///     (b1.statement(1), Line::new(3)),
///     (b2.statement(0), Line::new(4)),
/// ]);
///
/// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
/// trace.root().enter(Function::new(0)).decide(0, lt(14, 10)); // 5 away
/// table.sweep(&graph, &trace);
/// let seen = Observed::new(&graph, &trace, &table);
/// let scalar = |goal: LineGoal| goal.fitness(&seen).scalar();
/// let goal = LineGoal::new(Line::new(3), &lines);
/// assert_eq!(scalar(goal.clone()), 1.0 + 5.0 / 6.0);
/// assert_eq!(scalar(goal.clone().in_form(GoalForm::Augmented)), 1.0 + 5.0 / 6.0);
/// assert_eq!(scalar(goal.in_form(GoalForm::Definition)), 1.0);
/// assert_eq!(scalar(LineGoal::new(Line::new(4), &lines)), 0.0);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LineGoal {
    pub(in crate::objective) line: Line,
    /// First statement of the line in each block, ascending.
    pub(in crate::objective) statements: SmallVec<[Statement; 2]>,
    pub(in crate::objective) form: Forms,
}

impl LineGoal {
    /// Creates the goal to reach `line`. A line without a statement can never be reached. O(log n)
    /// for n statements, and linear in the statements of the line.
    #[must_use]
    pub fn new(line: Line, lines: &Lines) -> Self {
        // Statements on a line are sorted: those of one block are neighbours, its first one in
        // front. The line is reached in a block when that one begins to run; the others follow.
        let in_each_block = lines.statements_on(line).chunk_by(|a, b| a.block == b.block);
        let statements = in_each_block.filter_map(|same| same.first().copied()).collect();
        Self { line, statements, form: Forms::LEVELS }
    }

    /// Sets the form in which the goal is measured.
    #[must_use]
    pub fn in_form(self, form: impl Into<Forms>) -> Self {
        Self { form: form.into(), ..self }
    }

    /// Returns the least value over the blocks of the line.
    #[inline]
    fn least(&self, value: impl Fn(Statement) -> Fitness) -> Fitness {
        match self.statements[..] {
            [statement] => value(statement), // nearly always
            _ => self
                .statements
                .iter()
                .map(|&statement| value(statement))
                .min()
                .unwrap_or(Fitness::NEVER),
        }
    }

    /// Adds the statements of another goal for the same line, and keeps the earliest of each block;
    /// returns `true` if the goal changed.
    pub(in crate::objective) fn grow(&mut self, other: &Self) -> bool {
        let mut has_grown = false;
        for &statement in &other.statements {
            // Invariant: one statement for each block, by ascending block.
            match self.statements.binary_search_by_key(&statement.block, |known| known.block) {
                Ok(known) if self.statements[known] <= statement => {}
                Ok(known) => {
                    self.statements[known] = statement;
                    has_grown = true;
                }
                Err(place) => {
                    self.statements.insert(place, statement);
                    has_grown = true;
                }
            }
        }
        has_grown
    }

    /// Returns `true` if the line was reached.
    #[inline]
    pub(in crate::objective) fn is_covered(&self, table: &FitnessTable) -> bool {
        self.least(|statement| table.flat_statement(statement)).is_covered()
    }
}

impl<X: Facts + ?Sized> Objective<X> for LineGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        match self.form.form {
            GoalForm::Levels => self.least(|statement| seen.table.statement(statement)),
            GoalForm::Flat => self.least(|statement| seen.table.flat_statement(statement)),
            _ if self.is_covered(seen.table) => Fitness::COVERED,
            GoalForm::Definition => NO_GRADIENT,
            GoalForm::Augmented => augmented(&self.statements, self.form.evaluated, seen),
        }
    }
    fn goal(&self) -> Goal {
        Goal::Line(self.line)
    }
    fn needs(&self) -> Needs {
        let needs = Needs::at_statements(self.statements.iter().copied()).local();
        match self.form.form {
            GoalForm::Levels => needs.with_scalar(Scalar::LEVELS),
            GoalForm::Flat => needs.with_scalar(Scalar::FLAT),
            GoalForm::Definition => needs.with_scalar(Scalar::WITHOUT_LEVELS),
            GoalForm::Augmented => self.form.counting(needs.with_scalar(Scalar::AUGMENTED)),
        }
    }
}

/// Returns 1 + the least f_bc of the branches that control these statements, as a pair: Eq. 12.
pub(in crate::objective) fn augmented<X: Facts + ?Sized>(
    statements: &[Statement],
    evaluated: Evaluated,
    seen: &Observed<'_, X>,
) -> Fitness {
    // The branches that control the line, over all its blocks.
    let branches = statements.iter().flat_map(|statement| seen.graph.controls(statement.block));
    let least = match evaluated {
        Evaluated::Once => {
            branches.map(|branch| seen.table.evaluated(branch).unwrap_or(Distance::INFINITE)).min()
        }
        Evaluated::Twice => branches.map(|branch| f_bc(branch, seen).distance).min(),
    };
    // No branch controls the line: it runs whenever its function is entered.
    let is_entered =
        |at: &Statement| seen.table.get_dependence(at.block).is_some_and(Fitness::is_covered);
    let otherwise = || match statements.iter().any(is_entered) {
        true => Distance::ZERO,
        false => Distance::INFINITE,
    };
    Fitness::new(1, least.unwrap_or_else(otherwise))
}

/// Returns the line goals of a graph: one for every line that holds a statement of a reachable
/// block.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
/// use sbst::id::{Block, Line};
/// use sbst::objective::{Objective, line_goals};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
/// let lines = Lines::new(
///     [10, 10, 11]
///         .into_iter()
///         .zip(0..)
///         .map(|(line, k)| (Block::new(0).statement(k), Line::new(line))),
/// );
/// let names: Vec<String> =
///     line_goals(&graph, &lines)
///         .map(|goal| Objective::<Trace>::goal(&goal).to_string())
///         .collect();
/// // two statements on one line are one goal
/// assert_eq!(names, ["line l10", "line l11"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn line_goals<'a>(
    graph: &'a FlowGraph,
    lines: &'a Lines,
) -> impl Iterator<Item = LineGoal> + 'a {
    let reachable = |line: &Line| {
        lines.statements_on(*line).iter().any(|statement| graph.is_reachable(statement.block))
    };
    lines.lines().filter(reachable).map(|line| LineGoal::new(line, lines))
}

// Goals of blocks and of their statements.

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
            GoalForm::Levels => seen.table.statement(self.target),
            GoalForm::Flat | GoalForm::Definition | GoalForm::Augmented => {
                seen.table.flat_statement(self.target)
            }
        }
    }
    fn goal(&self) -> Goal {
        Goal::Statement(self.target)
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
///     statement_goals(&graph).map(|goal| Goal::Statement(goal.target).to_string()).collect();
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
/// use sbst::execution::Trace;
/// use sbst::id::Block;
/// use sbst::objective::{CoverageGoal, Objective};
///
/// let goal = Objective::<Trace>::goal(&CoverageGoal::new(Block::new(7)));
/// assert_eq!(goal.to_string(), "block b7");
/// ```
impl<X: ?Sized> Objective<X> for CoverageGoal<Block> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        seen.block(self.target)
    }
    fn goal(&self) -> Goal {
        Goal::Block(self.target)
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
