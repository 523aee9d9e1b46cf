//! A goal to make the calls that lead to a crash.

use super::CrashPart;
use crate::execution::{Fact, Facts, StackTraces};
use crate::fitness::Fitness;
use crate::fitness::crash::{Crash, STDistance};
use crate::formula::computed;
use crate::objective::{Goal, Needs, Objective, Observed, Scalar};

/// A goal to make the calls that lead to a crash, one within the other, and to throw the exception
/// in the innermost call.
///
/// The value is [`STDistance::fitness`](crate::fitness::crash::STDistance::fitness): (0, 0) iff the
/// execution did both, (0, infinite) if only the exception is missing, else (frames to go, at least
/// 1). The scalar is [`STDistance::value`](crate::fitness::crash::STDistance::value): 0, 1, or in
/// \[3/2, |R| + 1). For the published distance, see [`published`](Self::published).
/// [`Crash::compare_stacks`] breaks ties of the value; compare by the order of [`STDistance`] first
/// to break ties of the published distance.
///
/// The goal reads calls one by one ([`Fact::Calls`]). A [`Trace`](crate::execution::Trace) records
/// them if [`Goals::trace`](crate::objective::Goals::trace) made it for a registry with such a
/// goal.
///
/// ```
/// use sbst::distance::gt;
/// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
/// use sbst::fitness::crash::Crash;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::crash::StackGoal;
/// use sbst::objective::{Goals, Tables};
///
/// // outer: 0: (line 3) calls inner
/// // inner: 0: if x > 7 { 1: (line 12) throws }  2: return
/// let mut graph = FlowGraph::new();
/// let outer = graph.add(&FlowBuilder::new().statements(0, 1).exit(0))?;
/// let inner = graph
///     .add(&FlowBuilder::new().branch(0, 1, 2).statements(1, 1).exit(1).exit(2))?;
/// let wanted = StackTrace::new(
///     "Overflow",
///     [StackFrame::new("M", "inner").at(12), StackFrame::new("M", "outer").at(3)],
/// );
/// let crash = Crash::new(wanted, |frame| {
///     [if frame.method == "inner" {
///         graph.block(inner, 1).statement(0)
///     } else {
///         graph.entry(outer).statement(0)
///     }]
/// })?;
///
/// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
/// let goal = goals.push(StackGoal::new(0, crash)).id();
/// let (run, mut tables) =
///     (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
/// let value = |tables: &mut Tables| {
///     goals.scalar(goal, goals.fitness_of(goal, &goals.observe(&graph, &run, tables)))
/// };
/// // two frames to go; not entered, (0, infinite): x / (1 + x) of 1 + 1
/// assert_eq!(value(&mut tables), 2.0 + 2.0 / 3.0);
/// let frame = run.execution.root().enter(outer);
/// frame.caller().enter(inner).decide(0, gt(6, 7)); // 2 away
/// // one frame to go; x / (1 + x) of 1 + 2/3
/// assert_eq!(value(&mut tables), 1.0 + 5.0 / 8.0);
/// drop(frame);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StackGoal<E, C = E, M = C> {
    /// The caller's number of the crash.
    id: u32,
    crash: Crash<E, C, M>,
    /// The formula of the value.
    form: Form,
}

/// The formula of a [`StackGoal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Form {
    /// [`STDistance::fitness`](crate::fitness::crash::STDistance::fitness).
    Default,
    /// [`STDistance::published_value`](crate::fitness::crash::STDistance::published_value).
    Published,
}

impl<E, C, M> StackGoal<E, C, M> {
    /// Creates the goal to reproduce the crash, measured by the default form of [`STDistance`].
    /// `id` is the caller's number of the crash.
    ///
    /// ```
    /// use sbst::execution::{Fact, StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::id::Block;
    /// use sbst::objective::Objective;
    /// use sbst::objective::crash::StackGoal;
    ///
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let goal = StackGoal::new(0, Crash::new(wanted, |_| [Block::new(4).statement(2)])?);
    /// // so `Goals::trace` records calls
    /// assert!(Objective::<WithStackTraces<Trace, &str>>::needs(&goal).reads(Fact::Calls));
    /// # Ok::<(), sbst::fitness::crash::CrashError>(())
    /// ```
    #[must_use]
    pub const fn new(id: u32, crash: Crash<E, C, M>) -> Self {
        Self { id, crash, form: Form::Default }
    }

    /// Creates the goal to reproduce the crash, measured by the published distance
    /// ([`STDistance::published_value`](crate::fitness::crash::STDistance::published_value)).
    ///
    /// Values are numbers without a level: 0 or at least 1, without an upper bound. They tie
    /// wherever the published formula ties, even if the distances differ: [`Crash::compare_stacks`]
    /// explains how to break such ties. The identity differs from the identity of
    /// [`new`](Self::new), so a registry may hold both.
    ///
    /// Source: Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing
    /// and Crash Reproduction" (2022), section 2.3: Definition 2 and the ExceptionPenalty.
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::StackGoal;
    /// use sbst::objective::{Goals, Tables};
    ///
    /// // 0: if x > 7 { 1: (line 12) throws }  2: return
    /// let graph = FlowGraph::of(
    ///     &FlowBuilder::new().branch(0, 1, 2).statements(1, 1).exit(1).exit(2),
    /// )?;
    /// let get = Function::new(0);
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let crash = Crash::new(wanted, |_| [graph.block(get, 1).statement(0)])?;
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let goal = goals.push(StackGoal::published(0, crash)).id();
    ///
    /// let (run, mut tables) =
    ///     (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// run.execution.root().enter(get).decide(0, gt(5, 7)); // 3 away: gap 2, and K = 1
    /// let fitness = goals.fitness_of(goal, &goals.observe(&graph, &run, &mut tables));
    /// assert_eq!(goals.scalar(goal, fitness), 1.75); // 1 - 0 - (1 - 3/4) + 1
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn published(id: u32, crash: Crash<E, C, M>) -> Self {
        Self { id, crash, form: Form::Published }
    }

    /// Returns the worst distance: that of an execution which covers no frame.
    fn of_nothing(&self) -> STDistance {
        STDistance::new(self.crash.located_frames(), 0, Fitness::NEVER, false)
    }
}

/// Converts the goal into its identity.
///
/// ```
/// use sbst::execution::{StackFrame, StackTrace};
/// use sbst::fitness::crash::Crash;
/// use sbst::id::Block;
/// use sbst::objective::Goal;
/// use sbst::objective::crash::{CrashPart, StackGoal};
///
/// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
/// let goal = StackGoal::new(7, Crash::new(wanted, |_| [Block::new(4).statement(2)])?);
/// assert_eq!(Goal::from(&goal), Goal::Crash(7, CrashPart::Stack));
/// # Ok::<(), sbst::fitness::crash::CrashError>(())
/// ```
impl<E, C, M> From<&StackGoal<E, C, M>> for Goal {
    fn from(goal: &StackGoal<E, C, M>) -> Self {
        match goal.form {
            Form::Default => Self::Crash(goal.id, CrashPart::Stack),
            Form::Published => Self::Crash(goal.id, CrashPart::PublishedStack),
        }
    }
}

impl<X, E, C, M> Objective<X> for StackGoal<E, C, M>
where
    X: Facts + StackTraces<E, C, M> + ?Sized,
    E: PartialEq,
    C: Ord,
    M: Ord,
{
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let distance = match seen.executed() {
            Some(run) => self.crash.st_distance(seen.graph, run),
            None => self.of_nothing(),
        };
        match self.form {
            Form::Default => distance.fitness(),
            Form::Published => computed(distance.published_value()).into(),
        }
    }
    fn goal(&self) -> Goal {
        self.into()
    }
    /// Returns the statements of the target frame's line. The scalar of [`Fitness::NEVER`], which
    /// stands for goals that were not measured, is the worst value: |R| + 1, or the published value
    /// of an execution that covers no frame and is at the greatest distance from the target frame's
    /// line.
    fn needs(&self) -> Needs {
        let frames = self.crash.located_frames();
        let scalar = match self.form {
            Form::Default => Scalar::at_most(f64::from(frames) + 1.0),
            Form::Published => Scalar::distance(self.of_nothing().published_value()),
        };
        Needs::at_statements(self.crash.statements().iter().copied())
            .reading(Fact::Calls)
            .reading_executed()
            .with_scalar(scalar)
    }
}
