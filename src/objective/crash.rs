//! Goals of crash reproduction.
//!
//! A [`CrashGoal`] is the [`WeightedSum`] of a crash, or one of its three parts: [`crash_goals`] gives these to a search that takes them as
//! objectives of their own. A [`StackGoal`] is the [`STDistance`](crate::fitness::crash::STDistance).
//!
//! ```
//! use sbst::distance::eq;
//! use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
//! use sbst::fitness::crash::Crash;
//! use sbst::flow::{Body, FlowGraph};
//! use sbst::id::{Function, Symbol};
//! use sbst::objective::crash::{CrashGoal, crash_goals};
//! use sbst::objective::{Goals, Tables};
//!
//! // The caller's numbers for classes, methods and exceptions.
//! const LIST: Symbol = Symbol::new(0);
//! const GET: Symbol = Symbol::new(1);
//! const OUT_OF_BOUNDS: Symbol = Symbol::new(2);
//!
//! // 0: if index == 3 { 1: (line 12) throws }  2: return
//! let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).statements(1, 1).exit(1).exit(2))?;
//! let (get, throws) = (Function::new(0), graph.block(Function::new(0), 1));
//! let wanted = StackTrace::new(OUT_OF_BOUNDS, [StackFrame::new(LIST, GET).at(12)]);
//! let crash = Crash::new(wanted.clone(), |_| [(throws, 0)])?;
//!
//! let mut goals = Goals::<WithStackTraces<Trace, Symbol>>::new();
//! goals.extend(crash_goals(0, &crash));
//! goals.push(CrashGoal::weighted_sum(0, crash));
//!
//! let (mut run, mut tables, mut row) = (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph), Vec::new());
//! run.execution.call(get).decide(0, eq(5, 3)); // 3 away: gap 2, and K = 1
//! goals.measure(&graph, &run, &mut tables, &mut row);
//! let scalars: Vec<f64> = goals.ids().map(|goal| goals.scalar(goal, row[goal.index()])).collect();
//! assert_eq!(scalars, [7.0 / 11.0, 1.0, 1.0, 3.0 * 7.0 / 11.0 + 3.0]); // x / (1 + x) of 1 + 3/4
//!
//! run.execution.call(get).decide(0, eq(3, 3));
//! run.stack_traces.push(wanted);
//! goals.measure(&graph, &run, &mut tables, &mut row);
//! assert!(row.iter().all(|fitness| fitness.is_covered()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Goal, NO_GRADIENT, Objective, Observed, Place, without_level};
use crate::distance::Distance;
use crate::execution::{CallTree, StackTraces};
use crate::fitness::Fitness;
use crate::fitness::crash::{Crash, WeightedSum};
use crate::id::Block;

/// What of a crash a goal asks for.
///
/// ```
/// use sbst::objective::Goal;
/// use sbst::objective::crash::CrashPart;
///
/// assert_eq!(Goal::Crash(7, CrashPart::Type).to_string(), "exception type of crash 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CrashPart {
    /// Reach the line of the target frame.
    Line,
    /// Throw an exception of the wanted type, wherever.
    Type,
    /// Throw an exception, of whatever type, whose stack trace is the wanted one.
    Trace,
    /// Reproduce the crash: the sum of all three, each of which counts only if those before it are satisfied.
    WeightedSum,
    /// Make the calls that lead to the crash, and throw the exception in the innermost one.
    Stack,
}

/// `line`, `exception type`, `stack trace`, `weighted sum`, `stack`.
impl core::fmt::Display for CrashPart {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(match self {
            Self::Line => "line",
            Self::Type => "exception type",
            Self::Trace => "stack trace",
            Self::WeightedSum => "weighted sum",
            Self::Stack => "stack",
        })
    }
}

/// Reproduce a crash, or one part of that.
///
/// | goal | value while not covered, and its scalar |
/// |---|---|
/// | [`line`](Self::line) | that of the line in the flat form; d_l of [`WeightedSum`], \[1/2, 1), 1 if the graph has none of its blocks |
/// | [`exception_type`](Self::exception_type) | (0, infinite); 1 |
/// | [`stack_trace`](Self::stack_trace) | (0, least cost of any exception); x / (1 + x) of it, (0, 1\], 1 if none was thrown |
/// | [`weighted_sum`](Self::weighted_sum) | [`WeightedSum::fitness`]; [`WeightedSum::value`], (0, 6\] |
///
/// The three parts are independent of each other, as published: different exceptions may cover the last two, and neither needs the line.
/// So a test that covers all three need not reproduce the crash; whether it does, the sum tells: register it, too, and the search knows
/// when to stop. Rank by all goals, not by those of a [`Frontier`](crate::selection::Frontier) only: it drops a part that some test
/// covers, and the crash may be far yet.
///
/// `id` is the caller's number for the crash. It is all of its identity: of two crashes with one number, or one crash compared in two
/// ways, a registry keeps the first.
///
/// Measure one execution at a time: the sum over a merged one may take the line from one of them, and the exception from another.
///
/// Source: Soltani et al., "Single-objective Versus Multi-objectivized Optimization for Evolutionary Crash Reproduction" (2018).
///
/// ```
/// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
/// use sbst::fitness::crash::Crash;
/// use sbst::id::Block;
/// use sbst::objective::Goals;
/// use sbst::objective::crash::{CrashGoal, crash_goals};
///
/// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
/// let crash = Crash::new(wanted, |_| [(Block::new(1), 0)])?; // what lies on line 12
/// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
/// goals.extend(crash_goals(7, &crash)); // the parts, for a gradient in each
/// goals.push(CrashGoal::weighted_sum(7, crash)); // and whether it was reproduced
/// let names: Vec<_> = goals.ids().map(|id| goals.goal(id).to_string()).collect();
/// assert_eq!(names, ["line of crash 7", "exception type of crash 7", "stack trace of crash 7", "weighted sum of crash 7"]);
/// # Ok::<(), sbst::fitness::crash::CrashError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CrashGoal<E, C = E, M = C> {
    pub(super) id: u32,
    pub(super) crash: Crash<E, C, M>,
    /// Never [`CrashPart::Stack`].
    pub(super) part: CrashPart,
}

impl<E, C, M> CrashGoal<E, C, M> {
    /// Reach the line of the target frame. `id` is the caller's number for the crash.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{Body, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::CrashGoal;
    /// use sbst::objective::{Goals, Tables};
    ///
    /// // Line 12 has the second of three statements.
    /// let graph = FlowGraph::of(&Body::new().statements(0, 3).exit(0))?;
    /// let get = Function::new(0);
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let line = goals.push(CrashGoal::line(0, Crash::new(wanted, |_| [(graph.entry(get), 1)])?)).id();
    ///
    /// let (run, mut tables) = (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// let mut is_covered = || goals.fitness_of(line, &goals.observe(&graph, &run, &mut tables)).is_covered();
    /// assert!(!is_covered()); // nothing ran
    /// run.execution.call(get).done(0, 1);
    /// assert!(is_covered()); // the first statement is done, so the second was reached
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn line(id: u32, crash: Crash<E, C, M>) -> Self {
        Self { id, crash, part: CrashPart::Line }
    }

    /// Throw an exception of the wanted type.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{Body, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::CrashGoal;
    /// use sbst::objective::{Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&Body::new().exit(0))?;
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let goal = goals.push(CrashGoal::exception_type(0, Crash::new(wanted, |_| [(graph.entry(Function::new(0)), 0)])?)).id();
    ///
    /// let (mut run, mut tables) = (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// run.stack_traces.push(StackTrace::new("Overflow", [StackFrame::new("Map", "put").at(3)])); // elsewhere
    /// assert!(goals.fitness_of(goal, &goals.observe(&graph, &run, &mut tables)).is_covered());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn exception_type(id: u32, crash: Crash<E, C, M>) -> Self {
        Self { id, crash, part: CrashPart::Type }
    }

    /// Throw an exception with the wanted stack trace.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{Body, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::CrashGoal;
    /// use sbst::objective::{Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&Body::new().exit(0))?;
    /// let frames = [StackFrame::new("List", "get").at(12), StackFrame::new("Main", "main").at(3)];
    /// let crash = Crash::new(StackTrace::new("Overflow", frames), |_| [(graph.entry(Function::new(0)), 0)])?;
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let goal = goals.push(CrashGoal::stack_trace(0, crash)).id();
    ///
    /// let (mut run, mut tables) = (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// run.stack_traces.push(StackTrace::new("Timeout", [frames[1]])); // the type does not matter, a missing frame does
    /// let fitness = goals.fitness_of(goal, &goals.observe(&graph, &run, &mut tables));
    /// assert_eq!((fitness.distance.get(), goals.scalar(goal, fitness)), (1.0, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn stack_trace(id: u32, crash: Crash<E, C, M>) -> Self {
        Self { id, crash, part: CrashPart::Trace }
    }

    /// Reproduce the crash.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{Body, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::crash::CrashGoal;
    /// use sbst::objective::{Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&Body::new().statements(0, 1).exit(0))?;
    /// let get = Function::new(0);
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let crash = Crash::new(wanted.clone(), |_| [(graph.entry(get), 0)])?;
    /// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
    /// let goal = goals.push(CrashGoal::weighted_sum(0, crash)).id();
    ///
    /// let (mut run, mut tables) = (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
    /// let value = |run: &WithStackTraces<Trace, &'static str>, tables: &mut Tables| {
    ///     goals.scalar(goal, goals.fitness_of(goal, &goals.observe(&graph, run, tables)))
    /// };
    /// drop(run.execution.call(get));
    /// assert_eq!(value(&run, &mut tables), 3.0); // the line is reached; the type counts 2, the stack trace 1
    /// run.stack_traces.push(wanted);
    /// assert_eq!(value(&run, &mut tables), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn weighted_sum(id: u32, crash: Crash<E, C, M>) -> Self {
        Self { id, crash, part: CrashPart::WeightedSum }
    }

    /// The crash.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::id::Block;
    /// use sbst::objective::crash::CrashGoal;
    ///
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let goal = CrashGoal::line(0, Crash::new(wanted, |_| [(Block::new(4), 2)])?);
    /// assert_eq!(goal.crash().statements(), [(Block::new(4), 2)]); // what is to be reached
    /// # Ok::<(), sbst::fitness::crash::CrashError>(())
    /// ```
    #[must_use]
    pub const fn crash(&self) -> &Crash<E, C, M> {
        &self.crash
    }

    /// Its identity.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::id::Block;
    /// use sbst::objective::Goal;
    /// use sbst::objective::crash::{CrashGoal, CrashPart};
    ///
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let goal = CrashGoal::line(7, Crash::new(wanted, |_| [(Block::new(4), 2)])?);
    /// assert_eq!(goal.goal(), Goal::Crash(7, CrashPart::Line));
    /// # Ok::<(), sbst::fitness::crash::CrashError>(())
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Goal {
        Goal::Crash(self.id, self.part)
    }
}

/// The three parts of a crash as goals of a multi-objective search: line, exception type, stack trace.
///
/// ```
/// use sbst::execution::{StackFrame, StackTrace};
/// use sbst::fitness::crash::Crash;
/// use sbst::id::Block;
/// use sbst::objective::Goal;
/// use sbst::objective::crash::{CrashPart, crash_goals};
///
/// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
/// let crash = Crash::new(wanted, |_| [(Block::new(4), 2)])?;
/// let parts = [CrashPart::Line, CrashPart::Type, CrashPart::Trace];
/// assert_eq!(crash_goals(7, &crash).map(|goal| goal.goal()), parts.map(|part| Goal::Crash(7, part)));
/// # Ok::<(), sbst::fitness::crash::CrashError>(())
/// ```
#[must_use]
pub fn crash_goals<E: Clone, C: Clone, M: Clone>(id: u32, crash: &Crash<E, C, M>) -> [CrashGoal<E, C, M>; 3] {
    [CrashGoal::line, CrashGoal::exception_type, CrashGoal::stack_trace].map(|goal| goal(id, crash.clone()))
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
            CrashPart::Line => crash.line(seen.reach),
            CrashPart::Type if crash.has_thrown(seen.run) => Fitness::COVERED,
            CrashPart::Type => NO_GRADIENT,
            CrashPart::Trace => crash.least_cost(seen.run).unwrap_or(Distance::INFINITE).into(),
            CrashPart::WeightedSum | CrashPart::Stack => crash.weighted_sum(seen.reach, seen.run).fitness(),
        }
    }
    fn goal(&self) -> Goal {
        self.goal()
    }
    fn scalar(&self, fitness: Fitness) -> f64 {
        match self.part {
            CrashPart::Line => WeightedSum::new(fitness, None).line_distance(),
            CrashPart::Type | CrashPart::Trace => without_level(fitness),
            CrashPart::WeightedSum | CrashPart::Stack => WeightedSum::from(fitness).value(),
        }
    }
    /// The blocks of the target frame's line, but for the parts that do without it.
    fn places(&self, visit: &mut dyn FnMut(Place)) {
        if !matches!(self.part, CrashPart::Type | CrashPart::Trace) {
            self.crash.statements().iter().for_each(|&(block, _)| visit(Place::Block(block)));
        }
    }
    fn statements(&self, visit: &mut dyn FnMut(Block, u32)) {
        if !matches!(self.part, CrashPart::Type | CrashPart::Trace) {
            self.crash.statements().iter().for_each(|&(block, statement)| visit(block, statement));
        }
    }
}

/// Make the calls that lead to a crash, one within the other, and throw the exception in the innermost one.
///
/// The value is [`STDistance::fitness`](crate::fitness::crash::STDistance::fitness): (0, 0) iff that happened, (0, infinite) if only the
/// exception is missing, else (frames to go, at least 1). The scalar is
/// [`STDistance::value`](crate::fitness::crash::STDistance::value): 0, 1, or in [3/2, |R| + 1).
///
/// It asks for the calls one by one ([`CallTree`]): a [`Trace`](crate::execution::Trace) records them if
/// [`Goals::trace`](super::Goals::trace) makes it for such a goal.
///
/// ```
/// use sbst::distance::gt;
/// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
/// use sbst::fitness::crash::Crash;
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::crash::StackGoal;
/// use sbst::objective::{Goals, Tables};
///
/// // outer: 0: (line 3) calls inner.  inner: 0: if x > 7 { 1: (line 12) throws }  2: return
/// let mut graph = FlowGraph::new();
/// let outer = graph.add(&Body::new().statements(0, 1).exit(0))?;
/// let inner = graph.add(&Body::new().branch(0, 1, 2).statements(1, 1).exit(1).exit(2))?;
/// let wanted = StackTrace::new("Overflow", [StackFrame::new("M", "inner").at(12), StackFrame::new("M", "outer").at(3)]);
/// let crash = Crash::new(wanted, |frame| [if frame.method == "inner" { (graph.block(inner, 1), 0) } else { (graph.entry(outer), 0) }])?;
///
/// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
/// let goal = goals.push(StackGoal::new(0, crash)).id();
/// let (run, mut tables) = (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
/// let value = |tables: &mut Tables| goals.scalar(goal, goals.fitness_of(goal, &goals.observe(&graph, &run, tables)));
/// assert_eq!(value(&mut tables), 2.0 + 2.0 / 3.0); // two frames to go; not entered, (0, infinite): x / (1 + x) of 1 + 1
/// let frame = run.execution.call(outer);
/// run.execution.call(inner).decide(0, gt(6, 7)); // 2 away
/// assert_eq!(value(&mut tables), 1.0 + 5.0 / 8.0); // one frame to go; x / (1 + x) of 1 + 2/3
/// drop(frame);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StackGoal<E, C = E, M = C> {
    id: u32,
    crash: Crash<E, C, M>,
}

impl<E, C, M> StackGoal<E, C, M> {
    /// Reproduce the crash, for which `id` is the caller's number.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::id::Block;
    /// use sbst::objective::crash::StackGoal;
    /// use sbst::objective::Objective;
    ///
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let goal = StackGoal::new(0, Crash::new(wanted, |_| [(Block::new(4), 2)])?);
    /// assert!(Objective::<WithStackTraces<Trace, &str>>::reads_calls(&goal)); // `Goals::trace` records them
    /// # Ok::<(), sbst::fitness::crash::CrashError>(())
    /// ```
    #[must_use]
    pub const fn new(id: u32, crash: Crash<E, C, M>) -> Self {
        Self { id, crash }
    }

    /// The crash.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::id::Block;
    /// use sbst::objective::crash::StackGoal;
    ///
    /// let frames = [StackFrame::new("List", "get").at(12), StackFrame::new("Main", "main").at(3)];
    /// let crash = Crash::new(StackTrace::new("Overflow", frames), |frame| frame.line.map(|line| (Block::new(line), 0)))?;
    /// assert_eq!(StackGoal::new(0, crash).crash().located_frames(), 2); // calls to make
    /// # Ok::<(), sbst::fitness::crash::CrashError>(())
    /// ```
    #[must_use]
    pub const fn crash(&self) -> &Crash<E, C, M> {
        &self.crash
    }

    /// Its identity.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::id::Block;
    /// use sbst::objective::Goal;
    /// use sbst::objective::crash::{CrashPart, StackGoal};
    ///
    /// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
    /// let goal = StackGoal::new(7, Crash::new(wanted, |_| [(Block::new(4), 2)])?);
    /// assert_eq!(goal.goal(), Goal::Crash(7, CrashPart::Stack));
    /// # Ok::<(), sbst::fitness::crash::CrashError>(())
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Goal {
        Goal::Crash(self.id, CrashPart::Stack)
    }
}

impl<X, E, C, M> Objective<X> for StackGoal<E, C, M>
where
    X: CallTree + StackTraces<E, C, M> + ?Sized,
    E: PartialEq,
    C: Ord,
    M: Ord,
{
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        self.crash.st_distance(seen.graph, seen.run).fitness()
    }
    fn goal(&self) -> Goal {
        self.goal()
    }
    /// [`Fitness::NEVER`], which stands for goals that were not measured, gives |R| + 1.
    fn scalar(&self, fitness: Fitness) -> f64 {
        fitness.scalar().min(f64::from(self.crash.located_frames()) + 1.0)
    }
    fn reads_calls(&self) -> bool {
        true
    }
    /// The blocks of the target frame's line.
    fn places(&self, visit: &mut dyn FnMut(Place)) {
        self.crash.statements().iter().for_each(|&(block, _)| visit(Place::Block(block)));
    }
    fn statements(&self, visit: &mut dyn FnMut(Block, u32)) {
        self.crash.statements().iter().for_each(|&(block, statement)| visit(block, statement));
    }
}
