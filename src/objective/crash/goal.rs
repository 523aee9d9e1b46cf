//! A crash, or one of its parts, as a goal.

use super::CrashPart;
use crate::distance::Distance;
use crate::execution::StackTraces;
use crate::fitness::Fitness;
use crate::fitness::crash::{Crash, WeightedSum};
use crate::formula::computed;
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{Goal, Needs, Objective, Observed, Scalar};

/// A goal to reproduce a crash, or one part of the crash.
///
/// | goal | value while not covered, and its scalar |
/// |---|---|
/// | [`line`](Self::line) | flat value of the line; d_l of [`WeightedSum`], \[1/2, 1), 1 if the graph has none of its blocks |
/// | [`exception_type`](Self::exception_type) | (0, infinite); 1 |
/// | [`stack_trace`](Self::stack_trace) | (0, least cost of any exception); x / (1 + x) of it, (0, 1\], 1 if none was thrown |
/// | [`weighted_sum`](Self::weighted_sum) | [`WeightedSum::fitness`]; [`WeightedSum::value`], (0, 6\] |
/// | [`published_weighted_sum`](Self::published_weighted_sum) | (0, [`WeightedSum::published_value`]); the value, (0, 6\] |
///
/// The three parts are independent of each other: different exceptions may cover the last two
/// parts, and neither part needs the line. So a test that covers all three parts need not reproduce
/// the crash. The weighted sum is 0 only if one does: register it, too, to know when to stop. Rank
/// tests by all goals, not only by the goals of a [`Frontier`](crate::selection::Frontier): a
/// frontier drops a part as soon as some test covers it.
///
/// `id` is the caller's number of the crash. The identity of the goal consists of `id` and the
/// part: of two crashes with one number, or of one crash with two comparisons of stack traces, a
/// registry keeps the first.
///
/// Measure each execution on its own: in a merged execution, the sum may take the line from one
/// execution and the exception from another.
///
/// Source of the three parts as goals: Soltani et al., "Single-objective Versus Multi-objectivized
/// Optimization for Evolutionary Crash Reproduction" (2018).
///
/// ```
/// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
/// use sbst::fitness::crash::Crash;
/// use sbst::id::Block;
/// use sbst::objective::Goals;
/// use sbst::objective::crash::{CrashGoal, crash_goals};
///
/// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
/// // the statements of line 12
/// let crash = Crash::new(wanted, |_| [Block::new(1).statement(0)])?;
/// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
/// goals.extend(crash_goals(7, &crash)); // the three parts
/// goals.push(CrashGoal::weighted_sum(7, crash)); // 0 if reproduced
/// let names: Vec<_> = goals.ids().map(|id| goals.goal(id).to_string()).collect();
/// assert_eq!(
///     names,
///     [
///         "line of crash 7",
///         "exception type of crash 7",
///         "stack trace of crash 7",
///         "weighted sum of crash 7"
///     ]
/// );
/// # Ok::<(), sbst::fitness::crash::CrashError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CrashGoal<E, C = E, M = C> {
    /// The caller's number of the crash.
    id: u32,
    crash: Crash<E, C, M>,
    /// Never the part of a [`StackGoal`](super::StackGoal).
    #[cfg_attr(
        feature = "serde",
        serde(deserialize_with = "crate::objective::plain::part_of_goal")
    )]
    part: CrashPart,
}

impl<E, C, M> CrashGoal<E, C, M> {
    /// Creates the goal to reach the line of the target frame. `id` is the caller's number of the
    /// crash.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::CrashGoal;
    /// use sbst::objective::{Goals, Tables};
    ///
    /// // Line 12 has the second of three statements.
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
    /// let get = Function::new(0);
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let line = goals
    ///     .push(CrashGoal::line(
    ///         0,
    ///         Crash::new(wanted, |_| [graph.entry(get).statement(1)])?,
    ///     ))
    ///     .id();
    ///
    /// let (run, mut tables) =
    ///     (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// let mut is_covered = || {
    ///     goals.fitness_of(line, &goals.observe(&graph, &run, &mut tables)).is_covered()
    /// };
    /// assert!(!is_covered()); // nothing ran
    /// run.execution.root().enter(get).done(0, 1);
    /// assert!(is_covered()); // the first statement is done, so the second was reached
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn line(id: u32, crash: Crash<E, C, M>) -> Self {
        Self { id, crash, part: CrashPart::Line }
    }

    /// Creates the goal to throw an exception of the wanted type anywhere.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::CrashGoal;
    /// use sbst::objective::{Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let goal = goals
    ///     .push(CrashGoal::exception_type(
    ///         0,
    ///         Crash::new(wanted, |_| [graph.entry(Function::new(0)).statement(0)])?,
    ///     ))
    ///     .id();
    ///
    /// let (mut run, mut tables) =
    ///     (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// // in another method
    /// run.stack_traces
    ///     .push(StackTrace::new("Overflow", [StackFrame::new("Map", "put").at(3)]));
    /// assert!(
    ///     goals.fitness_of(goal, &goals.observe(&graph, &run, &mut tables)).is_covered()
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn exception_type(id: u32, crash: Crash<E, C, M>) -> Self {
        Self { id, crash, part: CrashPart::Type }
    }

    /// Creates the goal to throw an exception of any type with the wanted stack trace.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::CrashGoal;
    /// use sbst::objective::{Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let frames =
    ///     [StackFrame::new("List", "get").at(12), StackFrame::new("Main", "main").at(3)];
    /// let crash = Crash::new(StackTrace::new("Overflow", frames), |_| {
    ///     [graph.entry(Function::new(0)).statement(0)]
    /// })?;
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let goal = goals.push(CrashGoal::stack_trace(0, crash)).id();
    ///
    /// let (mut run, mut tables) =
    ///     (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// // the type does not matter, a missing frame does
    /// run.stack_traces.push(StackTrace::new("Timeout", [frames[1]]));
    /// let fitness = goals.fitness_of(goal, &goals.observe(&graph, &run, &mut tables));
    /// assert_eq!((fitness.distance.get(), goals.scalar(goal, fitness)), (1.0, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn stack_trace(id: u32, crash: Crash<E, C, M>) -> Self {
        Self { id, crash, part: CrashPart::Trace }
    }

    /// Creates the goal to reproduce the crash, measured by the default form of [`WeightedSum`].
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::CrashGoal;
    /// use sbst::objective::{Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0))?;
    /// let get = Function::new(0);
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let crash = Crash::new(wanted.clone(), |_| [graph.entry(get).statement(0)])?;
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let goal = goals.push(CrashGoal::weighted_sum(0, crash)).id();
    ///
    /// let (mut run, mut tables) =
    ///     (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// let value = |run: &WithStackTraces<Trace, &'static str>, tables: &mut Tables| {
    ///     goals.scalar(goal, goals.fitness_of(goal, &goals.observe(&graph, run, tables)))
    /// };
    /// drop(run.execution.root().enter(get));
    /// // the line is reached; the type counts 2, the stack trace 1
    /// assert_eq!(value(&run, &mut tables), 3.0);
    /// run.stack_traces.push(wanted);
    /// assert_eq!(value(&run, &mut tables), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn weighted_sum(id: u32, crash: Crash<E, C, M>) -> Self {
        Self { id, crash, part: CrashPart::WeightedSum }
    }

    /// Creates the goal to reproduce the crash, measured by the published fitness
    /// ([`WeightedSum::published_value`]).
    ///
    /// Values are numbers without a level. They tie wherever the published formula ties: a test
    /// that throws before the line, after the right decisions, and a test that reaches the line
    /// both have the value 3. The similarity of stack traces is the one set in the crash, by
    /// default the ordered one; for the similarity of EvoCrash, which Definition 1 cites, set
    /// [`Similarity::Free`](crate::fitness::crash::Similarity::Free). The identity differs from the
    /// identity of [`weighted_sum`](Self::weighted_sum), so a registry may hold both.
    ///
    /// Source: Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing
    /// and Crash Reproduction" (2022), section 2.3, Definition 1.
    ///
    /// ```
    /// use sbst::distance::eq;
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::CrashGoal;
    /// use sbst::objective::{Goals, Tables};
    ///
    /// // 0: if index == 3 { 1: (line 12) throws }  2: return
    /// let graph = FlowGraph::of(
    ///     &FlowBuilder::new().branch(0, 1, 2).statements(1, 1).exit(1).exit(2),
    /// )?;
    /// let get = Function::new(0);
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let crash = Crash::new(wanted, |_| [graph.block(get, 1).statement(0)])?;
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// goals.push(CrashGoal::published_weighted_sum(0, crash.clone()));
    /// goals.push(CrashGoal::weighted_sum(0, crash));
    ///
    /// let (run, mut tables, mut row) =
    ///     (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph), Vec::new());
    /// run.execution.root().enter(get).decide(0, eq(5, 3)); // 3 away: gap 2, and K = 1
    /// goals.measure(&graph, &run, &mut tables, &mut row);
    /// let scalars: Vec<f64> =
    ///     goals.ids().map(|goal| goals.scalar(goal, row[goal.index()])).collect();
    /// // norm(3/4), and norm(1 + 3/4)
    /// assert_eq!(scalars, [3.0 * 3.0 / 7.0 + 3.0, 3.0 * 7.0 / 11.0 + 3.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn published_weighted_sum(id: u32, crash: Crash<E, C, M>) -> Self {
        Self { id, crash, part: CrashPart::PublishedWeightedSum }
    }
}

/// Converts the goal into its identity.
///
/// ```
/// use sbst::execution::{StackFrame, StackTrace};
/// use sbst::fitness::crash::Crash;
/// use sbst::id::Block;
/// use sbst::objective::Goal;
/// use sbst::objective::crash::{CrashGoal, CrashPart};
///
/// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
/// let goal =
///     CrashGoal::line(7, Crash::new(wanted, |_| [Block::new(4).statement(2)])?);
/// assert_eq!(Goal::from(&goal), Goal::Crash(7, CrashPart::Line));
/// # Ok::<(), sbst::fitness::crash::CrashError>(())
/// ```
impl<E, C, M> From<&CrashGoal<E, C, M>> for Goal {
    fn from(goal: &CrashGoal<E, C, M>) -> Self {
        Self::Crash(goal.id, goal.part)
    }
}

/// Creates the goals of the three parts of a crash, for a multi-objective search: line, exception
/// type, stack trace.
///
/// ```
/// use sbst::execution::{StackFrame, StackTrace};
/// use sbst::fitness::crash::Crash;
/// use sbst::id::Block;
/// use sbst::objective::Goal;
/// use sbst::objective::crash::{CrashPart, crash_goals};
///
/// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
/// let crash = Crash::new(wanted, |_| [Block::new(4).statement(2)])?;
/// let parts = [CrashPart::Line, CrashPart::Type, CrashPart::Trace];
/// assert_eq!(
///     crash_goals(7, &crash).map(|goal| Goal::from(&goal)),
///     parts.map(|part| Goal::Crash(7, part))
/// );
/// # Ok::<(), sbst::fitness::crash::CrashError>(())
/// ```
#[must_use]
pub fn crash_goals<E: Clone, C: Clone, M: Clone>(
    id: u32,
    crash: &Crash<E, C, M>,
) -> [CrashGoal<E, C, M>; 3] {
    [CrashGoal::line, CrashGoal::exception_type, CrashGoal::stack_trace]
        .map(|goal| goal(id, crash.clone()))
}

impl<X, E, C, M> Objective<X> for CrashGoal<E, C, M>
where
    X: StackTraces<E, C, M> + ?Sized,
    E: PartialEq,
    C: Ord,
    M: Ord,
{
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let Self { crash, part, .. } = self;
        match part {
            CrashPart::Line => crash.line(seen.table),
            CrashPart::Type => match seen.executed() {
                Some(run) if crash.has_thrown(run) => Fitness::COVERED,
                _ => NO_GRADIENT,
            },
            CrashPart::Trace => {
                let cost = seen.executed().and_then(|run| crash.least_cost(run));
                cost.unwrap_or(Distance::INFINITE).into()
            }
            // The run is read only once the line is reached, which it never is by nothing.
            CrashPart::PublishedWeightedSum => {
                computed(crash.weighted_sum(seen.table, seen.run).published_value()).into()
            }
            CrashPart::WeightedSum | CrashPart::Stack | CrashPart::PublishedStack => {
                crash.weighted_sum(seen.table, seen.run).fitness()
            }
        }
    }
    fn goal(&self) -> Goal {
        self.into()
    }
    /// Returns the statements of the target frame's line; the parts that do not need the line have
    /// no place.
    fn needs(&self) -> Needs {
        let line = || Needs::at_statements(self.crash.statements().iter().copied());
        let needs = match self.part {
            CrashPart::Type | CrashPart::Trace => {
                Needs::nowhere().with_scalar(Scalar::WITHOUT_LEVELS)
            }
            CrashPart::Line => line().with_scalar(Scalar::CRASH_LINE),
            // `Fitness::NEVER` stands for goals that were not measured. It gets the number of an
            // empty suite.
            CrashPart::PublishedWeightedSum => {
                line().with_scalar(Scalar::distance(WeightedSum::NO_TEST.published_value()))
            }
            CrashPart::WeightedSum | CrashPart::Stack | CrashPart::PublishedStack => {
                line().with_scalar(Scalar::WEIGHTED_SUM)
            }
        };
        needs.reading_executed()
    }
}
