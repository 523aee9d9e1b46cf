//! Explanations of the value of a goal, with the reasons why it is not covered.
//!
//! The objective names the places of the goal ([`Objective::needs`]). The table of the sweep has
//! the [`Chain`] of dependences to the nearest of these places. If the execution came to the place,
//! control flow is not what is missing, but what the goal itself measures: a partition, an
//! infection, an exception, or the value of a closure.

use crate::distance::Distance;
use crate::execution::{Fact, Facts, Plane};
use crate::fitness::{CallStep, Chain, Divergence, Fitness};
use crate::flow::{Edge, FlowGraph, History, Spot};
use crate::id::{Block, Statement};
use crate::objective::{Goal, Needs, Observed, Place};
#[cfg(doc)]
use crate::objective::{Goals, Objective};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Explanation of the value of a goal. [`Goals::explain`] makes it, and `Display` prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Explanation {
    /// The goal.
    pub goal: Goal,
    /// The measured value of the goal.
    pub fitness: Fitness,
    /// Place of the goal: of several places the nearest one, of equally near places the least.
    /// `None` if the goal has no place in the control flow.
    pub place: Option<Place>,
    /// The words for its place that the goal [brings](crate::objective::Needs::in_words), if it
    /// brings some.
    pub words: Option<Box<str>>,
    /// The reason for the value.
    pub why: Cause,
    /// The operands of the nearest evaluation of the predicate that was missed, as text, if they
    /// are known: see [`with_operands`](Self::with_operands).
    pub operands: Option<Box<str>>,
    /// `true` if only executions in calls by the test itself count.
    pub in_direct_calls: bool,
    /// `true` if only executions in one calling context count.
    pub in_context: bool,
}

/// The reason why a goal is not covered.
///
/// ```
/// use sbst::distance::eq;
/// use sbst::execution::Trace;
/// use sbst::fitness::Divergence;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Cause, Goals, Tables, statement_goals};
///
/// // 0: if key == 7 { 1: three statements }  2: return
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 2).statements(1, 3).jump(1, 2).exit(2),
/// )?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(statement_goals(&graph));
/// let third = goals.ids().nth(2).expect("three");
/// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
/// let f = trace.root().enter(Function::new(0));
///
/// f.decide(0, eq(9, 7));
/// let why = goals.explain(third, &goals.observe(&graph, &trace, &mut tables)).why;
/// let Cause::Away(chain) = why else { panic!("block 1 was not entered") };
/// assert!(matches!(chain.divergence, Divergence::Missed(..)));
///
/// f.decide(0, eq(7, 7));
/// f.done(1, 1); // the second statement throws
/// let why = goals.explain(third, &goals.observe(&graph, &trace, &mut tables)).why;
/// assert_eq!(
///     why,
///     Cause::Stopped { block: graph.block(Function::new(0), 1), ran: 1, wanted: 2 }
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Cause {
    /// The goal is covered.
    Covered,
    /// The place of the goal was not reached. The chain has the nearest observation, and the
    /// decisions that must follow it.
    ///
    /// For goals of branches and blocks in the form with levels, the fitness is the
    /// [value](Chain::value) of the chain; for blocks it is at least (0,
    /// [`SMALLEST`](Distance::SMALLEST)). For statements and lines the fitness is one level more,
    /// for mutants two.
    Away(Chain),
    /// The block of the goal was entered, but not all statements before the goal's own ran to their
    /// end.
    Stopped {
        /// The block.
        block: Block,
        /// Number of statements that ran to their end: the maximum over all visits.
        ran: u32,
        /// Number of statements that must run to their end.
        wanted: u32,
    },
    /// The place of the goal was reached, or the goal has none. Control flow is not what is
    /// missing, but what the goal itself measures.
    Own,
    /// The goal lies in a place that the graph does not have.
    NoSuchPlace,
}

impl Explanation {
    /// Returns the divergence, at which the execution took a wrong turn; `None` if control flow is
    /// not what is missing.
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
    /// // covered
    /// assert!(goals.ids().all(|id| goals.explain(id, &seen).divergence().is_none()));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn divergence(&self) -> Option<Divergence> {
        match &self.why {
            Cause::Away(chain) => Some(chain.divergence),
            _ => None,
        }
    }

    /// Sets the operands of the divergence from `run`, the execution that was observed, if it has
    /// them ([`Trace::with_operands`](crate::execution::Trace::with_operands)).
    ///
    /// Only operands of an evaluation with exactly the distance of the divergence are taken. Goals
    /// in calls by the test itself get none, because the operands may belong to another call.
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
    /// let (trace, mut tables) =
    ///     (goals.trace(&graph).with_operands(), Tables::new(&graph));
    /// let x = 14;
    /// trace.root().enter(Function::new(0)).decide_with(
    ///     0,
    ///     lt(x, 10),
    ///     format_args!("{x} < 10"),
    /// );
    ///
    /// let seen = goals.observe(&graph, &trace, &mut tables);
    /// let then = goals.ids().nth(1).expect("three blocks");
    /// let explanation = goals.explain(then, &seen).with_operands(&trace);
    /// assert_eq!(
    ///     explanation.to_string(),
    ///     "block b1: level 0, distance 5\n  \
    ///      nearest: e0 (b0 -> b1 on true) was missed by 5: 14 < 10"
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn with_operands(mut self, run: &(impl Facts + ?Sized)) -> Self {
        self.operands = match self.divergence() {
            Some(Divergence::Missed(edge, distance)) if !self.in_direct_calls => {
                run.operands(edge).filter(|row| row.distance == distance).map(|row| row.text)
            }
            _ => None,
        };
        self
    }
}

// The reasons why goals are not covered, in the program or in the copies of a history.

/// Explains the value of a goal. Linear in the function of the goal, and in the number of its
/// places.
#[must_use]
pub(in crate::objective) fn explain(
    goal: Goal,
    fitness: Fitness,
    needs: &Needs,
    seen: &Observed<'_, ()>,
) -> Explanation {
    let in_direct_calls = needs.reads(Fact::On(Plane::Direct));
    let table = seen.direct().filter(|_| in_direct_calls).unwrap_or(seen.table);
    // The place that explains the value is the nearest one, by the same values that the objective
    // took its least from.
    let measured = Observed::swept(seen.graph, seen.run, table);
    let nearest = needs.spots.iter().map(|&spot| (measured.at(spot), spot)).min();
    // A mutant that was evaluated was reached, whatever the executor reports about its statement.
    // As a strong goal its value is one level up.
    let is_reached = match goal {
        Goal::StrongMutant(_) => fitness < Fitness::new(1, Distance::INFINITE),
        Goal::Mutant(_) => fitness < Fitness::new(0, Distance::INFINITE),
        _ => needs.tells_reached && fitness < Fitness::new(0, Distance::INFINITE),
    };
    let why = match nearest {
        _ if fitness.is_covered() => Cause::Covered,
        None => Cause::Own,
        Some((value, _)) if is_reached || value.is_covered() => Cause::Own,
        Some((_, spot)) => missing(spot, &measured),
    };
    let place = nearest.map(|(_, spot)| spot.into());
    // Goals of histories are explained in the copies. If that fails, the reason in the program
    // stays.
    let copy = nearest_copy(needs, seen);
    let in_copies = copy.as_ref().filter(|_| !fitness.is_covered()).and_then(|row| {
        let (history, nearest, copies) = row;
        in_program(seen.graph, history, missing(*nearest, copies))
    });
    let why = in_copies.unwrap_or(why);
    let in_context = copy.is_some_and(|(history, nearest, _)| {
        nearest.function_in(history.graph()).is_some_and(|copy| history.is_context(copy))
    });
    let words = needs.words().map(Into::into);
    Explanation { goal, fitness, place, words, why, operands: None, in_direct_calls, in_context }
}

/// Returns the reason if a spot was not reached.
fn missing(spot: Spot, seen: &Observed<'_, ()>) -> Cause {
    let Observed { graph, table, .. } = *seen;
    let to_block = |block| table.chain_to_block(graph, block);
    let chain = match spot {
        Spot::Statement(Statement { block, index: wanted }) => match table.progress(block) {
            Some(ran) => return Cause::Stopped { block, ran, wanted },
            None => to_block(block),
        },
        Spot::Block(block) => to_block(block),
        Spot::Branch(branch) => table.chain_to_branch(graph, branch),
        Spot::Function(function) => graph.get_block(function, 0).and_then(to_block),
    };
    chain.map_or(Cause::NoSuchPlace, Cause::Away)
}

/// Returns the place among the copies that is nearest to covering a goal, and an observation of the
/// copies alone; `None` if there are no such places, or no table of the copies.
fn nearest_copy<'a>(
    needs: &Needs,
    seen: &Observed<'a, ()>,
) -> Option<(&'a History, Spot, Observed<'a, ()>)> {
    // Within an entered function, the chain of the copies alone is exact. Chains across calls matter
    // only if the function was not entered, and only contexts have calls among the copies.
    let copies = seen.history(needs.history?)?;
    let &nearest = needs.copies.iter().min_by_key(|&&copy| seen.on_copy(copies, copy))?;
    Some((&copies.history, nearest, seen.in_copies(copies, nearest)))
}

/// Returns a reason among the copies in terms of the program; `None` for a place that the copies do
/// not have.
fn in_program(graph: &FlowGraph, history: &History, why: Cause) -> Option<Cause> {
    let map = Map { graph, history };
    match why {
        Cause::Stopped { block, ran, wanted } => {
            Some(Cause::Stopped { block: history.block_of(block)?, ran, wanted })
        }
        Cause::Away(chain) => map.chain(chain).map(Cause::Away),
        _ => None,
    }
}

/// Map from copies to the items of the program that they are copies of.
struct Map<'a> {
    /// The graph of the program.
    graph: &'a FlowGraph,
    history: &'a History,
}

impl Map<'_> {
    /// Returns the edge of the program.
    fn edge(&self, copy: Edge) -> Option<Edge> {
        self.graph.get_edge(self.history.branch_of(self.graph, copy.branch)?)
    }

    /// Returns the branches of the program. In an endless loop, a branch of the copies may be a
    /// jump of the program: it is left out, because no decision of the program takes it.
    fn edges(&self, copies: &[Edge]) -> Vec<Edge> {
        copies.iter().filter_map(|&copy| self.edge(copy)).collect()
    }

    /// Returns a divergence at a branch of the copies. If the branch is a jump of the program, the
    /// divergence is that its source block was entered.
    fn at(&self, copy: Edge, divergence: impl FnOnce(Edge) -> Divergence) -> Option<Divergence> {
        match self.edge(copy) {
            Some(edge) => Some(divergence(edge)),
            None => self.history.block_of(copy.source).map(Divergence::Entered),
        }
    }

    /// Returns a chain in terms of the program.
    fn chain(&self, chain: Chain) -> Option<Chain> {
        let history = self.history;
        let divergence = match chain.divergence {
            Divergence::Missed(edge, distance) => {
                self.at(edge, |edge| Divergence::Missed(edge, distance))?
            }
            Divergence::Taken(edge) => self.at(edge, Divergence::Taken)?,
            Divergence::Entered(copy) => Divergence::Entered(history.block_of(copy)?),
            Divergence::Left(edge) => self.at(edge, Divergence::Left)?,
            Divergence::Started(copy) => Divergence::Started(history.function_of(copy)?),
            Divergence::NotEntered(copy) => Divergence::NotEntered(history.function_of(copy)?),
            Divergence::OutOfReach => Divergence::OutOfReach,
        };
        let calls: Option<Vec<CallStep>> = chain.calls.iter().map(|call| self.call(call)).collect();
        Some(Chain { divergence, branches: self.edges(&chain.branches), calls: calls? })
    }

    /// Returns a call step in terms of the program.
    fn call(&self, call: &CallStep) -> Option<CallStep> {
        let function = self.history.function_of(call.function)?;
        let block = self.history.block_of(call.block)?;
        Some(CallStep { function, block, branches: self.edges(&call.branches), ..*call })
    }
}
