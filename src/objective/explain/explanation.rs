//! Explanations of the value of a goal.
//!
//! The objective names the places of the goal ([`Objective::needs`]). The table of the sweep has
//! the [`Chain`] of dependences to the nearest of these places. If the execution came to the place,
//! control flow is not what is missing, but what the goal itself measures: a partition, an
//! infection, an exception, or the value of a closure.

#[cfg(doc)]
use crate::distance::Distance;
use crate::execution::Facts;
use crate::fitness::{Chain, Divergence, Fitness};
use crate::id::Block;
use crate::objective::{Goal, Place};
#[cfg(doc)]
use crate::objective::{Goals, Objective};
use alloc::boxed::Box;

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
