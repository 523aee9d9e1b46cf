//! Subsumption by control flow: dominators, branches, statements, lines.

use super::Subsumption;
use super::draft::Draft;
use crate::id::{GoalId, Mutant};
use crate::objective::{Goals, Program};
use alloc::vec::Vec;

/// Subsumption of goals by the control flow of a program, with the assumptions that may be made.
///
/// [`relate`](Self::relate) computes this relation:
///
/// | goal | subsumes |
/// |---|---|
/// | branch | the block that it leaves, the block that it leads to, and the dominators of both |
/// | block | its dominators; an entry block and the entry of its function or method subsume one another |
/// | statement | the earlier statements of its block, and its block |
/// | line in one block | its first statement in the block; this statement subsumes the line, too |
/// | line in several blocks of a function | their common dominators; each statement on the line subsumes the line |
/// | direct branch, direct entry | its branch or the entry of its function; the method, if the program lists it |
/// | mutant | its statement |
/// | no-exception method | its method |
/// | vector of a decision | the branches of its conditions; its last branch subsumes it, if no other vector ends there |
/// | definition with a use | the definition; the statement or the branch of the use |
/// | definition | its statement, or the entry for a parameter |
/// | path | its blocks, and its branches where only one edge leads to the next block |
/// | branch or entry in a calling context | the branch, or the entry of the function |
/// | goal of another crate | what it [says](crate::objective::Needs::entailing), and its block if that is its only place |
///
/// Chains between goals may pass events that are no goals, so not all goals of a criterion need be
/// registered. A statement in a block that cannot be reached from the entry does not count for its
/// line.
///
/// By default, the relation holds for every execution, provided that the executor sees every block:
/// it must record each block that was entered, even if nothing is decided in it, and the target of
/// each branch that was taken. The two settings add pairs that hold under more assumptions.
///
/// No pairs are added among direct branches and direct entries. Goals of other kinds, and goals at
/// places that the graph does not have, neither subsume other goals nor are subsumed.
///
/// Sources: Zhou et al. 2024, section 3.4, for subsumption of goals; Agrawal, "Dominators, Super
/// Blocks, and Program Coverage" (1994), for dominators.
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
/// // the last statement of each block
/// assert_eq!(minimal(default), 2);
/// // the last statement of the function
/// assert_eq!(minimal(Structure { exact_recording: true, ..default }), 1);
/// // the first statement: all are equivalent
/// assert_eq!(minimal(Structure { normal_termination: true, ..default }), 1);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Structure {
    /// If `true`, the relation assumes that no execution ends abnormally: every execution that
    /// enters a function comes to one of its exits.
    ///
    /// Then a block that can reach an exit subsumes its post-dominators. A statement subsumes the
    /// later statements of its block if the block can only be left at its end: it has no exception
    /// edge, and it is not an exit with other edges.
    pub normal_termination: bool,
    /// If `true`, the relation assumes that the executor records each statement that ran to its
    /// end, and each decided branch that was taken.
    ///
    /// Then every execution that leaves a block, except by an exception, has completed the block.
    /// Every execution that enters a block with a single way in has taken that branch; ways in from
    /// blocks that this block dominates, the ends of loops, are not counted. So an inner branch
    /// subsumes the branches around it. Implicit branches get no such pairs, because few executors
    /// record them.
    pub exact_recording: bool,
}

impl Structure {
    /// Returns the subsumption relation of the goals.
    ///
    /// Lines, mutants and methods are those of the program. The mutants in `always_infected` are
    /// infected whenever their statement ran to its end; the statement after it then subsumes them.
    /// O(n log n) for n goals, blocks, branches and statements on lines.
    ///
    /// # Panics
    ///
    /// If the goals [belong](Goals::made_for) to a graph that is not the graph of the program.
    /// `graph.check(goals.made_for())` returns an error in this case.
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
    pub fn relate<X: ?Sized>(
        self,
        goals: &Goals<X>,
        program: &Program<'_>,
        always_infected: &[Mutant],
    ) -> Subsumption {
        let graph = program.graph();
        goals.belong_to(graph);
        // Step 1: link goals and events. Steps 2 and 3: link events within each function. Step 4:
        // statements in a row, after all events about statements are known.
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

    /// Returns a function that lists the goals outside the minimal set of a program, ascending.
    ///
    /// Pass it to [`CampaignBuilder::without`](crate::campaign::CampaignBuilder::without): the
    /// campaign then leaves these goals out of the search. The function panics if the goals belong
    /// to another graph.
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
        move |program, goals| {
            self.relate(goals, program, &[]).collapse(goals.ids()).subsumed().collect()
        }
    }
}
