//! Why a goal has its value.
//!
//! An objective says where it lies ([`Objective::needs`]), and the table of the sweep says which [`Chain`] of
//! dependences leads to the nearest of these places. If the execution came there, what is missing is the goal's own: a partition, an
//! infection, an exception, or whatever a closure measures.

use super::needs::Spot;
use super::observe::Source;
use super::{Goal, Goals, Objective, Observed, Place};
use crate::distance::Distance;
use crate::execution::Operands;
use crate::fitness::{Chain, Divergence, Fitness, FitnessTable};
use crate::flow::FlowGraph;
use crate::id::{Block, GoalId, Statement};
use alloc::boxed::Box;

/// Why a goal has its value: made by [`Goals::explain`] and [`explain`](explain()), printed by `Display`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Explanation {
    /// The goal.
    pub goal: Goal,
    /// Its value, as it is measured.
    pub fitness: Fitness,
    /// Where the goal lies; of several places the nearest one, of equally near ones the least. `None` if it lies nowhere.
    pub place: Option<Place>,
    /// Why it has this value.
    pub why: Cause,
    /// What was compared in the nearest evaluation of the predicate that was missed, if it is known: see
    /// [`with_operands`](Self::with_operands).
    pub operands: Option<Box<str>>,
    /// Whether only what happened in calls by the test itself counts.
    pub in_direct_calls: bool,
}

/// What a goal lacks.
///
/// ```
/// use sbst::distance::eq;
/// use sbst::execution::Trace;
/// use sbst::fitness::Divergence;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goals, Tables, Cause, statement_goals};
///
/// // 0: if key == 7 { 1: three statements }  2: return
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).statements(1, 3).jump(1, 2).exit(2))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(statement_goals(&graph));
/// let third = goals.ids().nth(2).expect("three");
/// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
/// let f = trace.root().enter(Function::new(0));
///
/// f.decide(0, eq(9, 7));
/// let why = goals.explain(third, &goals.observe(&graph, &trace, &mut tables)).why;
/// assert!(matches!(why, Cause::Away(chain) if matches!(chain.divergence, Divergence::Missed(..))));
///
/// f.decide(0, eq(7, 7));
/// f.done(1, 1); // the second statement throws
/// let why = goals.explain(third, &goals.observe(&graph, &trace, &mut tables)).why;
/// assert_eq!(why, Cause::Stopped { block: graph.block(Function::new(0), 1), ran: 1, wanted: 2 });
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Cause {
    /// Nothing: it is covered.
    Covered,
    /// Its place was not reached: this is what was observed nearest to it, and the decisions that follow.
    ///
    /// Of goals that are branches or blocks, in the form with levels, the fitness is the [value](Chain::value) of the chain, of a block
    /// at least (0, [`SMALLEST`](Distance::SMALLEST)). Of statements and lines it is one level more, of mutants two.
    Away(Chain),
    /// Its block was entered, but not all statements before its own ran to their end.
    Stopped {
        /// The block.
        block: Block,
        /// How many statements ran to their end, the most over all visits.
        ran: u32,
        /// How many must.
        wanted: u32,
    },
    /// Its place was reached, or it lies nowhere: what is missing is not control flow, but what the goal itself measures.
    Own,
    /// It lies in a place that the graph does not have.
    NoSuchPlace,
}

impl Explanation {
    /// Where the value was observed, if control flow is what is missing.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::objective::{Goals, Tables, block_goals};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(block_goals(&graph));
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// trace.root().enter(graph.functions().next().expect("one"));
    /// let seen = goals.observe(&graph, &trace, &mut tables);
    /// assert!(goals.ids().all(|id| goals.explain(id, &seen).divergence().is_none())); // covered
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn divergence(&self) -> Option<Divergence> {
        match &self.why {
            Cause::Away(chain) => Some(chain.divergence),
            _ => None,
        }
    }

    /// The same with the operands of the divergence, if `run`, the execution that was observed, knows them
    /// ([`Trace::with_operands`](crate::execution::Trace::with_operands)): only those of an evaluation with exactly this distance. Of
    /// goals in calls by the test itself nothing is said, since the operands may be those of another call.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Goals, Tables, block_goals};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(block_goals(&graph));
    /// let (trace, mut tables) = (goals.trace(&graph).with_operands(), Tables::new(&graph));
    /// let x = 14;
    /// trace.root().enter(Function::new(0)).decide_with(0, lt(x, 10), format_args!("{x} < 10"));
    ///
    /// let seen = goals.observe(&graph, &trace, &mut tables);
    /// let then = goals.ids().nth(1).expect("three blocks");
    /// let explanation = goals.explain(then, &seen).with_operands(&trace);
    /// assert_eq!(
    ///     explanation.to_string(),
    ///     "block b1: level 0, distance 5\n  nearest: e0 (b0 -> b1 on true) was missed by 5: 14 < 10"
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn with_operands(mut self, run: &(impl Operands + ?Sized)) -> Self {
        self.operands = match self.divergence().filter(|_| !self.in_direct_calls) {
            Some(Divergence::Missed(edge, distance)) => {
                run.operands(edge).filter(|row| row.distance == distance).map(|row| row.text)
            }
            _ => None,
        };
        self
    }
}

/// Why a goal has its value, for an objective that is in no registry.
///
/// Linear in the function where the goal lies, and in its places. A goal that reads [`Observed::direct`], of which there is no table,
/// costs a sweep.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::{Divergence, FitnessTable};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Block, Function};
/// use sbst::objective::{BlockGoal, Observed, explain};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
/// table.sweep(&graph, &trace);
/// let explanation = explain(&BlockGoal(Block::new(0)), &Observed::new(&graph, &trace, &table));
/// assert_eq!(explanation.divergence(), Some(Divergence::NotEntered(Function::new(0))));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
pub fn explain<X: ?Sized>(objective: &(impl Objective<X> + ?Sized), seen: &Observed<'_, X>) -> Explanation {
    let (goal, fitness, needs) = (objective.goal(), objective.fitness(seen), objective.needs());
    let mut own_table = FitnessTable::default();
    let table = match (needs.direct(), seen.direct()) {
        (None, _) => seen.table,
        (Some(_), Some(direct)) => direct,
        (Some(sweep), None) => {
            sweep.sweep(Source::Observed(seen.run), seen.graph, seen.table, &mut own_table);
            &own_table
        }
    };
    let nearest = needs.spots().iter().map(|&spot| (spot.value(seen.graph, table), spot)).min();
    let why = match nearest {
        _ if fitness.is_covered() => Cause::Covered,
        None => Cause::Own,
        // One that was evaluated was reached, whatever the executor says about its statement.
        Some(_) if (needs.tells_reached() || matches!(goal, Goal::Mutant(_))) && fitness < Fitness::from(Distance::INFINITE) => {
            Cause::Own
        }
        Some((value, _)) if value.is_covered() => Cause::Own,
        Some((_, spot)) => spot.missing(seen.graph, table),
    };
    let place = nearest.map(|(_, spot)| spot.place());
    Explanation { goal, fitness, place, why, operands: None, in_direct_calls: needs.reads_direct_calls() }
}

impl<X: ?Sized> Goals<X> {
    /// Why a goal has its value for an execution that was [observed](Self::observe), with or without refined flags.
    ///
    /// One observation serves values and explanations: [`fitness`](Self::fitness) fills a row from it. A trace that is not reset between
    /// tests, or a suite, explains what all of them together lack.
    ///
    /// # Panics
    ///
    /// If the registry has no such goal: see [`get_explanation`](Self::get_explanation).
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    /// use sbst::objective::{Goal, Goals, Tables, branch_goals};
    ///
    /// // 0: if a > 9 { 1: if b > 9 { 2: ... } }  3: return
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(branch_goals(&graph));
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// trace.root().enter(Function::new(0)).decide(0, gt(7, 9));
    ///
    /// let seen = goals.observe(&graph, &trace, &mut tables);
    /// let inner = goals.find(Goal::Branch(Branch::new(2))).expect("a goal");
    /// assert_eq!(
    ///     goals.explain(inner, &seen).to_string(),
    ///     "branch e2: level 1, distance 3
    ///   nearest: e0 (b0 -> b1 on true) was missed by 3
    ///   then: e2 (b1 -> b2 on true)"
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn explain(&self, id: GoalId, seen: &Observed<'_, X>) -> Explanation {
        let Some(found) = self.get_explanation(id, seen) else { panic!("the registry has no goal {id}") };
        found
    }

    /// Why a goal has its value, if the registry has it.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::GoalId;
    /// use sbst::objective::{Goals, Tables};
    ///
    /// let (graph, goals) = (FlowGraph::of(&FlowBuilder::new().exit(0))?, Goals::<Trace>::new());
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// assert_eq!(goals.get_explanation(GoalId::new(0), &goals.observe(&graph, &trace, &mut tables)), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the goals [belong](Self::made_for) to another graph than `seen.graph`, which [`FlowGraph::check`] tells.
    #[must_use]
    #[track_caller]
    pub fn get_explanation(&self, id: GoalId, seen: &Observed<'_, X>) -> Option<Explanation> {
        self.belong_to(seen.graph);
        self.slot(id).map(|(batch, index)| batch.explain(index, seen))
    }
}

impl Spot {
    fn value(self, graph: &FlowGraph, table: &FitnessTable) -> Fitness {
        let value = match self {
            Self::Statement(statement) => Some(table.statement(statement)),
            Self::Place(Place::Block(block)) => table.get_block(block),
            Self::Place(Place::Branch(branch)) => table.get_branch(branch),
            Self::Place(Place::Function(function)) => graph.get_block(function, 0).and_then(|entry| table.get_dependence(entry)),
        };
        value.unwrap_or(Fitness::NEVER)
    }

    /// What it lacks, if it was not reached.
    fn missing(self, graph: &FlowGraph, table: &FitnessTable) -> Cause {
        if let Self::Statement(Statement { block, index: wanted }) = self
            && let Some(ran) = table.progress(block)
        {
            return Cause::Stopped { block, ran, wanted };
        }
        let chain = match self.place() {
            Place::Block(block) => table.chain_to_block(graph, block),
            Place::Branch(branch) => table.chain_to_branch(graph, branch),
            Place::Function(function) => graph.get_block(function, 0).and_then(|entry| table.chain_to_block(graph, entry)),
        };
        chain.map_or(Cause::NoSuchPlace, Cause::Away)
    }
}
