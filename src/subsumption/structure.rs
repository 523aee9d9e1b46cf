//! What the control flow says: dominators, branches, statements, lines.

use super::Subsumption;
use super::draft::Draft;
use crate::id::{GoalId, Mutant};
use crate::objective::{Goals, Program};
use alloc::vec::Vec;

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
/// Chains between goals pass facts that are no goals themselves, so that all goals of a criterion need not be there. By default, the relation
/// holds for every execution, as far as the executor sees every block: a block that is entered counts as entered, also where nothing is
/// decided in it, and so does the target of a branch that is taken. The two settings say more, where they hold.
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
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().statements(0, 3).jump(0, 1).statements(1, 2).exit(1),
/// )?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(statement_goals(&graph));
/// let program = Program::new(&graph);
/// let minimal = |structure: Structure| {
///     structure.relate(&goals, &program, &[]).collapse(goals.ids()).minimal().len()
/// };
/// let default = Structure::default();
/// assert_eq!(minimal(default), 2); // the last statement of each block
/// // the last one of all
/// assert_eq!(minimal(Structure { exact_recording: true, ..default }), 1);
/// // the first one: all are equivalent
/// assert_eq!(minimal(Structure { normal_termination: true, ..default }), 1);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Structure {
    /// Adds what holds if no execution ends abnormally: every execution that enters a function comes to one of its exits. Then a block that
    /// can reach an exit subsumes its post-dominators, and a statement those after it, in blocks that can only be left at their end: that
    /// have no exception edge, and are no exit beside other edges.
    pub normal_termination: bool,
    /// Adds what holds if the executor records each statement that ran to its end and each decided branch that was taken. Then every
    /// execution that leaves a block, except by an exception, has completed it; and every execution that enters a block that has but one
    /// way in, not counting those out of loops around it, has taken that branch. So nested branches subsume the outer ones. (Implicit
    /// branches are not told: few executors record them.)
    pub exact_recording: bool,
}

impl Structure {
    /// Returns which of the goals subsume which. Lines and mutants are those of the program; the mutants in `always_infected` are infected
    /// whenever their statement ran to its end. Nearly linear in the goals and the graph: O(n log n).
    ///
    /// # Panics
    ///
    /// If the goals [belong](Goals::made_for) to another graph than the program's, which `graph.check(goals.made_for())` tells.
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
    /// let relation = Structure::default().relate(&goals, &program, &[mutant]);
    /// // An execution that reaches the second statement has done the first one.
    /// assert!(relation.collapse(goals.ids()).subsumes(second, infected));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn relate<X: ?Sized>(self, goals: &Goals<X>, program: &Program<'_>, always_infected: &[Mutant]) -> Subsumption {
        let graph = program.graph();
        goals.belong_to(graph);
        let mut draft = Draft::new(graph);
        draft.place(goals, program, always_infected);
        for function in graph.functions() {
            if self.normal_termination {
                draft.terminate(function);
            }
            draft.dominate(function, self.exact_recording);
        }
        draft.order_statements()
    }

    /// Returns a function that chooses the goals of a program that others subsume: a setting of a campaign
    /// ([`CampaignBuilder::without`](crate::campaign::CampaignBuilder::without)).
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::objective::{Criterion, Goals, Program};
    /// use sbst::subsumption::Structure;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let program = Program::new(&graph);
    /// let mut goals = Goals::<Trace>::new();
    /// goals.add(Criterion::Branch, &program);
    /// goals.add(Criterion::Block, &program);
    /// let subsumed = Structure::default().subsumed();
    /// assert_eq!(subsumed(&program, &goals).len(), 3); // the blocks
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn subsumed<X: ?Sized>(self) -> impl Fn(&Program<'_>, &Goals<X>) -> Vec<GoalId> {
        move |program, goals| self.relate(goals, program, &[]).collapse(goals.ids()).subsumed().collect()
    }
}
