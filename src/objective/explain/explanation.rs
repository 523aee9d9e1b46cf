//! Why a goal has its value.
//!
//! An objective says where it lies ([`Objective::needs`]), and the table of the sweep says which [`Chain`] of
//! dependences leads to the nearest of these places. If the execution came there, what is missing is the goal's own: a partition, an
//! infection, an exception, or whatever a closure measures.

#[cfg(doc)]
use crate::distance::Distance;
use crate::execution::Operands;
use crate::fitness::{Chain, Divergence, Fitness};
use crate::id::Block;
use crate::objective::{Goal, Place};
#[cfg(doc)]
use crate::objective::{Goals, Objective};
use alloc::boxed::Box;

/// Why a goal has its value: made by [`Goals::explain`], printed by `Display`.
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
