//! Parts of a crash.

/// Part of a crash, or a measure of the whole crash, that a goal pursues.
///
/// ```
/// use sbst::objective::Goal;
/// use sbst::objective::crash::CrashPart;
///
/// assert_eq!(
///     Goal::Crash(7, CrashPart::Type).to_string(),
///     "exception type of crash 7"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CrashPart {
    /// Reach the line of the target frame.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::{CrashGoal, CrashPart};
    /// use sbst::objective::{Goals, Tables};
    ///
    /// // Line 12 has the second of three statements.
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
    /// let get = Function::new(0);
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let line = goals
    ///     .push(CrashGoal::new(
    ///         0, CrashPart::Line,
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
    Line,
    /// Throw an exception of the wanted type anywhere.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::{CrashGoal, CrashPart};
    /// use sbst::objective::{Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let goal = goals
    ///     .push(CrashGoal::new(
    ///         0, CrashPart::Type,
    ///         Crash::new(wanted, |_| [graph.entry(Function::new(0)).statement(0)])?,
    ///     ))
    ///     .id();
    ///
    /// let (mut run, mut tables) =
    ///     (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// // in another method
    /// run.extra
    ///     .push(StackTrace::new("Overflow", [StackFrame::new("Map", "put").at(3)]));
    /// assert!(
    ///     goals.fitness_of(goal, &goals.observe(&graph, &run, &mut tables)).is_covered()
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Type,
    /// Throw an exception of any type with the wanted stack trace.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::{CrashGoal, CrashPart};
    /// use sbst::objective::{Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let frames =
    ///     [StackFrame::new("List", "get").at(12), StackFrame::new("Main", "main").at(3)];
    /// let crash = Crash::new(StackTrace::new("Overflow", frames), |_| {
    ///     [graph.entry(Function::new(0)).statement(0)]
    /// })?;
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let goal = goals.push(CrashGoal::new(0, CrashPart::Trace, crash)).id();
    ///
    /// let (mut run, mut tables) =
    ///     (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// // the type does not matter, a missing frame does
    /// run.extra.push(StackTrace::new("Timeout", [frames[1]]));
    /// let fitness = goals.fitness_of(goal, &goals.observe(&graph, &run, &mut tables));
    /// assert_eq!((fitness.distance.get(), goals.scalar(goal, fitness)), (1.0, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Trace,
    /// Reproduce the crash, measured by the default form of
    /// [`WeightedSum`](crate::fitness::crash::WeightedSum).
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::{CrashGoal, CrashPart};
    /// use sbst::objective::{Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0))?;
    /// let get = Function::new(0);
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let crash = Crash::new(wanted.clone(), |_| [graph.entry(get).statement(0)])?;
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let goal = goals.push(CrashGoal::new(0, CrashPart::WeightedSum, crash)).id();
    ///
    /// let (mut run, mut tables) =
    ///     (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// let value = |run: &WithStackTraces<Trace, &'static str>, tables: &mut Tables| {
    ///     goals.scalar(goal, goals.fitness_of(goal, &goals.observe(&graph, run, tables)))
    /// };
    /// drop(run.execution.root().enter(get));
    /// // the line is reached; the type counts 2, the stack trace 1
    /// assert_eq!(value(&run, &mut tables), 3.0);
    /// run.extra.push(wanted);
    /// assert_eq!(value(&run, &mut tables), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    WeightedSum,
    /// Make the calls that lead to the crash, one within the other, and throw the exception in the
    /// innermost call.
    ///
    /// The value is [`STDistance::fitness`](crate::fitness::crash::STDistance::fitness): (0, 0) iff
    /// the execution did both, (0, infinite) if only the exception is missing, else (frames to go,
    /// at least 1). The scalar is [`STDistance::value`](crate::fitness::crash::STDistance::value):
    /// 0, 1, or in \[3/2, |R| + 1). For the published distance, see
    /// [`PublishedStack`](Self::PublishedStack).
    /// [`Crash::compare_stacks`](crate::fitness::crash::Crash::compare_stacks) breaks ties of the
    /// value; compare by the order of the distance first to break ties of the published distance.
    ///
    /// The goal reads calls one by one ([`Fact::Calls`](crate::execution::Fact::Calls)). A
    /// [`Trace`](crate::execution::Trace) records them if
    /// [`Goals::trace`](crate::objective::Goals::trace) made it for a registry with such a goal.
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::{CrashGoal, CrashPart};
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
    /// let goal = goals.push(CrashGoal::new(0, CrashPart::Stack, crash)).id();
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
    Stack,
    /// Reproduce the crash, measured by the published fitness
    /// ([`WeightedSum::published_value`](crate::fitness::crash::WeightedSum::published_value)).
    ///
    /// Values are numbers without a level. They tie wherever the published formula ties: a test
    /// that throws before the line, after the right decisions, and a test that reaches the line
    /// both have the value 3. The similarity of stack traces is the one set in the crash, by
    /// default the ordered one; for the similarity of EvoCrash, which Definition 1 cites, set
    /// [`Similarity::Free`](crate::fitness::crash::Similarity::Free). The identity differs from the
    /// identity of [`WeightedSum`](Self::WeightedSum), so a registry may hold both.
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
    /// use sbst::objective::crash::{CrashGoal, CrashPart};
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
    /// goals.push(CrashGoal::new(0, CrashPart::PublishedWeightedSum, crash.clone()));
    /// goals.push(CrashGoal::new(0, CrashPart::WeightedSum, crash));
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
    PublishedWeightedSum,
    /// Make the calls that lead to the crash, measured by the published distance
    /// ([`STDistance::published_value`](crate::fitness::crash::STDistance::published_value)).
    ///
    /// Values are numbers without a level: 0 or at least 1, without an upper bound. They tie
    /// wherever the published formula ties, even if the distances differ:
    /// [`Crash::compare_stacks`](crate::fitness::crash::Crash::compare_stacks) explains how to
    /// break such ties. The identity differs from the identity of [`Stack`](Self::Stack), so a
    /// registry may hold both.
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
    /// use sbst::objective::crash::{CrashGoal, CrashPart};
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
    /// let goal = goals.push(CrashGoal::new(0, CrashPart::PublishedStack, crash)).id();
    ///
    /// let (run, mut tables) =
    ///     (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// run.execution.root().enter(get).decide(0, gt(5, 7)); // 3 away: gap 2, and K = 1
    /// let fitness = goals.fitness_of(goal, &goals.observe(&graph, &run, &mut tables));
    /// assert_eq!(goals.scalar(goal, fitness), 1.75); // 1 - 0 - (1 - 3/4) + 1
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    PublishedStack,
}

/// Shows the name of the part: `line`, `exception type`, `stack trace`, `weighted sum`, `stack`,
/// `published weighted sum`, `published stack`.
impl core::fmt::Display for CrashPart {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(match self {
            Self::Line => "line",
            Self::Type => "exception type",
            Self::Trace => "stack trace",
            Self::WeightedSum => "weighted sum",
            Self::Stack => "stack",
            Self::PublishedWeightedSum => "published weighted sum",
            Self::PublishedStack => "published stack",
        })
    }
}
