//! What the control flow says: dominators, branches, statements, lines.

use super::Subsumption;
use super::draft::Draft;
use crate::id::Mutant;
use crate::objective::{Goals, Program};

/// The subsumption of goals by the control flow of a program.
///
/// | goal | subsumes |
/// |---|---|
/// | branch | the block that it leaves, the one that it leads to, and their dominators |
/// | block | its dominators; the entry block: the entry of the function or method, and the other way round |
/// | statement | the statements before it in its block, its block |
/// | line in one block | its first statement there, and the other way round |
/// | line in several blocks | the dominators that these have in common; each statement on a line subsumes it |
/// | direct branch, direct entry | its branch, the entry; the method, if it is one of the program |
/// | mutant | its statement |
/// | no-exception method | its method |
/// | goal of the caller in a block | the block |
///
/// Chains between goals pass facts that are no goals themselves, so that all goals of a criterion need not be there. Two assumptions say
/// more, where they hold: [`with_normal_termination`](Self::with_normal_termination) and
/// [`with_exact_recording`](Self::with_exact_recording).
///
/// Of direct goals it is not told which of them imply one another. Goals of all other kinds, and goals that lie in nothing that the graph has, neither subsume nor are subsumed.
///
/// Source: Zhou et al. 2024, section 3.4, for subsumption of goals; dominators: Agrawal, "Dominators, Super Blocks, and Program Coverage" (1994).
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{Goals, Program, statement_goals};
/// use sbst::subsumption::Structure;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).jump(0, 1).statements(1, 2).exit(1))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(statement_goals(&graph));
/// let program = Program::new(&graph);
/// let minimal = |structure: Structure| structure.relate(&goals).collapse(goals.ids()).minimal().len();
/// assert_eq!(minimal(Structure::new(&program)), 2); // the last statement of each block
/// assert_eq!(minimal(Structure::new(&program).with_exact_recording()), 1); // the last one of all
/// assert_eq!(minimal(Structure::new(&program).with_normal_termination()), 1); // the first one: all are equivalent
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Structure<'a> {
    program: Program<'a>,
    always_infected: &'a [Mutant],
    normal: bool,
    exact: bool,
}

impl<'a> Structure<'a> {
    /// What holds for every execution, as far as the executor sees every block: one that is entered counts as entered, also where nothing
    /// is decided in it, and so does the target of a branch that is taken. Lines and mutants are those of the program.
    #[must_use]
    pub const fn new(program: &Program<'a>) -> Self {
        Self { program: *program, always_infected: &[], normal: false, exact: false }
    }

    /// Also what holds if no execution ends abnormally: whoever enters a function comes to one of its exits. Then a block that can reach
    /// one subsumes its post-dominators, and a statement those behind it, in blocks that can only be left at their end: that have no
    /// exception edge, and are no exit beside other edges.
    #[must_use]
    pub const fn with_normal_termination(self) -> Self {
        Self { normal: true, ..self }
    }

    /// Also what holds if the executor records each statement that ran to its end and each decided branch that was taken. Then whoever
    /// leaves a block, but by an exception, has completed it; and whoever enters a block that has but one way in, not counting those out of
    /// loops around it, has taken that branch. So nested branches subsume the outer ones. (Implicit branches are not told: few executors
    /// record them.)
    #[must_use]
    pub const fn with_exact_recording(self) -> Self {
        Self { exact: true, ..self }
    }

    /// Also that these mutants are infected whenever their statement ran to its end.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Mutant};
    /// use sbst::objective::{CoverageGoal, Goals, MutantGoal, Program};
    /// use sbst::subsumption::Structure;
    ///
    /// // Mutant 0 negates a Boolean in the first of two statements.
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 2).exit(0))?;
    /// let (block, mutant) = (Block::new(0), Mutant::new(0));
    /// let mutants = [MutantGoal::new(mutant, block.statement(0))];
    /// let program = Program::new(&graph).with_mutants(&mutants);
    /// let mut goals = Goals::<Trace>::new();
    /// let second = goals.push(CoverageGoal::new(block.statement(1))).id();
    /// let infected = goals.push(mutants[0]).id();
    /// let relation = Structure::new(&program).with_always_infected(&[mutant]).relate(&goals);
    /// assert!(relation.collapse(goals.ids()).subsumes(second, infected)); // who reaches the second has done the first
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub const fn with_always_infected(self, always_infected: &'a [Mutant]) -> Self {
        Self { always_infected, ..self }
    }

    /// Returns which of the goals subsume which. Nearly linear in the goals and the graph: O(n log n).
    ///
    /// # Panics
    ///
    /// If the goals [belong](Goals::made_for) to another graph than the program's, which `graph.check(goals.made_for())` tells.
    #[must_use]
    #[track_caller]
    pub fn relate<X: ?Sized>(&self, goals: &Goals<X>) -> Subsumption {
        let graph = self.program.graph();
        goals.belong_to(graph);
        let mut draft = Draft::new(graph);
        draft.place(goals, &self.program, self.always_infected);
        for function in graph.functions() {
            if self.normal {
                draft.terminate(function);
            }
            draft.dominate(function, self.exact);
        }
        draft.order_statements()
    }
}
