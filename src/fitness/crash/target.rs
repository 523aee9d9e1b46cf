//! The crash that a search has to reproduce.

use super::nested::Nested;
use super::{STDistance, Similarity, WeightedSum, frame_distance};
use crate::distance::Distance;
use crate::execution::{Facts, StackFrame, StackTrace, StackTraces};
use crate::fitness::{Fitness, FitnessTable};
use crate::flow::FlowGraph;
use crate::id::Statement;
use crate::sort::sort;
use alloc::vec::Vec;
use core::borrow::Borrow;

/// The crash that a search has to reproduce: a stack trace up to the *target frame*, the call from
/// which a test shall reproduce it, and the positions of its frames in the program.
///
/// ```
/// use sbst::distance::eq;
/// use sbst::execution::{Caller, StackFrame, StackTrace, Trace, WithStackTraces};
/// use sbst::fitness::FitnessTable;
/// use sbst::fitness::crash::{Crash, Stage};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// const SHARE: Function = Function::new(0);
///
/// /// 0: (line 3) if people == 0 { 1: (line 4) panic }  2: (line 6) the share
/// fn share(
///     c: Caller<'_>,
///     sum: u32,
///     people: u32,
/// ) -> Result<u32, StackTrace<&'static str>> {
///     let f = c.enter(SHARE);
///     if f.decide(0, eq(people, 0)) {
///         return Err(StackTrace::new(
///             "DivisionByZero",
///             [StackFrame::new("bill", "share").at(4)],
///         ));
///     }
///     Ok(sum / people)
/// }
///
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 2).statements(1, 1).exit(1).exit(2),
/// )?;
/// let wanted = StackTrace::new(
///     "DivisionByZero",
///     [
///         StackFrame::new("bill", "share").at(4),
///         StackFrame::new("main", "main").at(90),
///     ],
/// );
/// let crash = Crash::new(wanted.up_to(1), |frame| match frame.line {
///     Some(4) => vec![graph.block(SHARE, 1).statement(0)],
///     Some(_) => vec![],
///     None => vec![graph.entry(SHARE).statement(0)],
/// })?;
///
/// let (mut run, mut table) =
///     (WithStackTraces::new(Trace::new(&graph)), FitnessTable::new(&graph));
/// let mut measure = |people| {
///     run.reset();
///     let result = share(run.execution.root(), 600, people);
///     run.extra.extend(result.err());
///     table.sweep(&graph, &run);
///     crash.weighted_sum(&table, &run)
/// };
/// assert!(measure(9) > measure(1)); // nearer to the line
/// assert_eq!(measure(0).stage(), Stage::Reproduced);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "CrashForm<E, C, M>")
)]
pub struct Crash<E, C = E, M = C> {
    /// The wanted stack trace.
    pub(super) wanted: StackTrace<E, C, M>,
    /// By frame that lies in the graph, the innermost first: the statements of its line.
    pub(super) places: Vec<Vec<Statement>>,
    /// The comparison of stack traces.
    pub(super) similarity: Similarity,
}

/// The reason why a stack trace cannot be used as a crash to reproduce.
///
/// ```
/// use sbst::execution::{StackFrame, StackTrace};
/// use sbst::fitness::crash::{Crash, CrashError};
///
/// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
/// // the line is not in the graph
/// let nowhere = Crash::new(wanted, |_| [sbst::id::Block::new(0).statement(0); 0]);
/// assert_eq!(nowhere.err(), Some(CrashError::NoStatement { frame: 0 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CrashError {
    /// The stack trace has no frames, or all of them were removed.
    #[error("the stack trace has no frames: give at least the target frame")]
    NoFrames,
    /// No statement was given for the target frame, so there is no line to reach.
    #[error(
        "no statement was given for frame {frame}, the target frame: choose a target frame whose \
         line is in the graph"
    )]
    NoStatement {
        /// Number of the target frame, from 0: the last one.
        frame: usize,
    },
}

impl<E, C, M> Crash<E, C, M> {
    /// Creates a crash from a stack trace whose last frame is the target frame.
    /// [`StackTrace::up_to`] and [`StackTrace::without`] cut a stack trace to it.
    ///
    /// `locate` returns the statements on the line of a frame, in any order: those of
    /// [`Lines::statements_on`](crate::flow::Lines::statements_on), or the entry of the method if
    /// the line is not known. The line of a frame is a number within its file; if
    /// [`Lines`](crate::flow::Lines) holds several files, `locate` must translate it. A line is
    /// reached when its first statement in any block is reached. Frames without statements lie
    /// outside of the graph: [`STDistance`] leaves them out, and the comparison of stack traces
    /// does not.
    ///
    /// If you leave out frames of the platform or of the test harness here, leave them out of every
    /// thrown stack trace as well.
    ///
    /// # Errors
    ///
    /// [`CrashError`] if there is no frame, or `locate` returns no statement for the target frame.
    pub fn new<S>(
        wanted: StackTrace<E, C, M>,
        mut locate: impl FnMut(&StackFrame<C, M>) -> S,
    ) -> Result<Self, CrashError>
    where
        S: IntoIterator<Item: Borrow<Statement>>,
    {
        // The target frame is the outermost one: the search calls its method, and covers the frames
        // from there inwards.
        let target = wanted.frames.len().checked_sub(1).ok_or(CrashError::NoFrames)?;
        let mut places = Vec::new();
        for (number, frame) in wanted.frames.iter().enumerate() {
            // A line that the search can reach needs a statement in the graph. Frames without one
            // are no part of R in Definition 2, because nothing can cover them; they stay part of
            // the stack trace.
            let mut place: Vec<Statement> =
                locate(frame).into_iter().map(|statement| *statement.borrow()).collect();
            sort(&mut place);
            place.dedup();
            if !place.is_empty() {
                places.push(place);
            } else if number == target {
                return Err(CrashError::NoStatement { frame: target });
            }
        }
        Ok(Self { wanted, places, similarity: Similarity::Ordered })
    }

    /// Sets the comparison of stack traces; [`Similarity::Ordered`] is the default.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace};
    /// use sbst::fitness::crash::{Crash, Similarity};
    /// use sbst::id::Block;
    ///
    /// let f = StackFrame::new("Tree", "insert");
    /// let crash = Crash::new(StackTrace::new("Overflow", [f, f]), |_| {
    ///     [Block::new(0).statement(0)]
    /// })?;
    /// assert_eq!(crash.cost(&[f]).get(), 1.0); // two calls are wanted, and there was one
    /// // the number of calls does not count
    /// assert_eq!(crash.with_similarity(Similarity::Free).cost(&[f]).get(), 0.0);
    /// # Ok::<(), sbst::fitness::crash::CrashError>(())
    /// ```
    #[must_use]
    pub fn with_similarity(self, similarity: Similarity) -> Self {
        Self { similarity, ..self }
    }

    /// Returns the wanted stack trace.
    #[must_use]
    pub const fn wanted(&self) -> &StackTrace<E, C, M> {
        &self.wanted
    }

    /// Returns |R|, the number of wanted frames that have statements. Only these count for
    /// [`STDistance`].
    pub(crate) fn located_frames(&self) -> u32 {
        self.places.len() as u32
    }

    /// Returns the statements of the target frame's line, ascending.
    #[must_use]
    pub fn statements(&self) -> &[Statement] {
        self.places.last().map_or(&[], |place| place)
    }

    /// Returns the value of the goal to reach the target frame's line, in its flat form: the least
    /// value over its statements. `table` must have been swept for the execution. The result is
    /// [`Fitness::NEVER`] if the table has none of these blocks.
    #[must_use]
    pub fn line(&self, table: &FitnessTable) -> Fitness {
        let values = self.statements().iter().map(|&statement| table.flat_statement(statement));
        values.min().unwrap_or(Fitness::NEVER)
    }
}

impl<E: PartialEq, C, M> Crash<E, C, M> {
    /// Returns `true` if an exception whose type is `==` the wanted one was thrown anywhere.
    #[must_use]
    pub fn has_thrown(&self, run: &(impl StackTraces<E, C, M> + ?Sized)) -> bool {
        let mut has = false;
        run.each_stack_trace(&mut |thrown| has |= self.is_wanted(thrown));
        has
    }

    /// Returns `true` if an exception has the wanted type.
    fn is_wanted(&self, thrown: &StackTrace<E, C, M>) -> bool {
        thrown.exception == self.wanted.exception
    }
}

impl<E: PartialEq, C: Ord, M: Ord> Crash<E, C, M> {
    /// Returns the cost of a thrown stack trace compared with the wanted one, from 0 to the number
    /// of wanted frames. The type of the exception is not compared.
    #[must_use]
    pub fn cost(&self, thrown: &[StackFrame<C, M>]) -> Distance {
        self.similarity.cost(&self.wanted.frames, thrown)
    }

    /// Returns the least [`cost`](Self::cost) over all exceptions that were thrown, of any type;
    /// `None` if none was thrown.
    ///
    /// ```
    /// use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let frames =
    ///     [StackFrame::new("List", "get").at(12), StackFrame::new("Main", "main").at(3)];
    /// let crash = Crash::new(StackTrace::new("Overflow", frames), |_| {
    ///     [Block::new(0).statement(0)]
    /// })?;
    /// let mut run =
    ///     WithStackTraces::new(Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?));
    /// assert_eq!(crash.least_cost(&run), None); // nothing was thrown
    /// run.extra.push(StackTrace::new("Timeout", [])); // both frames are missing
    /// // one frame is missing
    /// run.extra.push(StackTrace::new("Timeout", [frames[0]]));
    /// assert_eq!(crash.least_cost(&run).map(|d| d.get()), Some(1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn least_cost(&self, run: &(impl StackTraces<E, C, M> + ?Sized)) -> Option<Distance> {
        self.least_cost_of(run, |_| true)
    }

    /// Returns the least cost over the thrown exceptions that count.
    fn least_cost_of(
        &self,
        run: &(impl StackTraces<E, C, M> + ?Sized),
        counts: impl Fn(&StackTrace<E, C, M>) -> bool,
    ) -> Option<Distance> {
        // The definition has one exception. If there are several, the nearest one counts, so that
        // their order has no influence.
        let mut least: Option<Distance> = None;
        run.each_stack_trace(&mut |thrown| {
            if counts(thrown) {
                let cost = self.cost(&thrown.frames);
                least = Some(least.map_or(cost, |least| least.min(cost)));
            }
        });
        least
    }

    /// Returns the distance between an execution and the crash by line, exception type and stack
    /// trace. `table` must have been swept for the execution.
    ///
    /// Measure the executions of a suite one by one, and take the least value. In a merged
    /// execution the line may come from one execution, and the exception from another.
    #[must_use]
    pub fn weighted_sum(
        &self,
        table: &FitnessTable,
        run: &(impl StackTraces<E, C, M> + ?Sized),
    ) -> WeightedSum {
        // NEVER would say that there was no test at all, but there was one.
        let line = self.line(table).min(WeightedSum::NOWHERE);
        // Definition 1: the exception counts only once the line is reached.
        let counts = |thrown: &_| line.is_covered() && self.is_wanted(thrown);
        WeightedSum::new(line, self.least_cost_of(run, counts))
    }

    /// Returns the distance between an execution and the crash by the calls that lead to it.
    ///
    /// A frame is never covered if all its statements lie in functions that the graph does not
    /// have. The cost is one pass over the activations, times the statements of a line, and one
    /// search as by [`fitness_of_block`](crate::fitness::fitness_of_block) for each activation in
    /// which the next frame's line may lie. To break ties between equal distances, see
    /// [`stack_summary`](Self::stack_summary).
    ///
    /// # Panics
    ///
    /// If the execution belongs to another graph. Check with
    /// [`Execution::fits`](crate::execution::Execution::fits).
    ///
    /// ```
    /// use sbst::execution::{
    ///     CallTreeLimits, StackFrame, StackTrace, Trace, WithStackTraces,
    /// };
    /// use sbst::fitness::crash::Crash;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// // outer: 0: (line 3) calls inner.  inner: 0: (line 12) throws
    /// let mut graph = FlowGraph::new();
    /// let [outer, inner] =
    ///     [(); 2].map(|()| graph.add(&FlowBuilder::new().statements(0, 1).exit(0)));
    /// let (outer, inner) = (outer?, inner?);
    /// let wanted = StackTrace::new(
    ///     "Overflow",
    ///     [StackFrame::new("M", "inner").at(12), StackFrame::new("M", "outer").at(3)],
    /// );
    /// let crash = Crash::new(wanted, |frame| {
    ///     [graph.entry(if frame.method == "inner" { inner } else { outer }).statement(0)]
    /// })?;
    ///
    /// let run =
    ///     WithStackTraces::new(Trace::new(&graph).with_call_tree(CallTreeLimits::NONE));
    /// let frame = run.execution.root().enter(outer);
    /// assert_eq!(crash.st_distance(&graph, &run).covered(), 1);
    /// drop(frame.caller().enter(inner));
    /// drop(frame);
    /// // only the exception is missing
    /// assert_eq!(crash.st_distance(&graph, &run).value(), 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn st_distance<X: Facts + StackTraces<E, C, M> + ?Sized>(
        &self,
        graph: &FlowGraph,
        run: &X,
    ) -> STDistance {
        run.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
        self.distance_of(&Nested::new(graph, run, &self.places), run)
    }

    /// Returns the distance of an execution whose calls are measured.
    pub(super) fn distance_of<X>(&self, calls: &Nested<'_, X>, run: &X) -> STDistance
    where
        X: Facts + StackTraces<E, C, M> + ?Sized,
    {
        // ExceptionPenalty: the type alone would also accept an exception from another place, so
        // the innermost thrown frame must be the innermost wanted one.
        let mut thrown = false;
        run.each_stack_trace(&mut |trace| {
            let ends = self.wanted.frames.first().zip(trace.frames.first());
            let in_place = ends
                .is_some_and(|(wanted, thrown)| frame_distance(wanted, thrown) == Distance::ZERO);
            thrown |= in_place && self.is_wanted(trace);
        });
        STDistance::new(self.located_frames(), calls.covered, calls.next(), thrown)
    }
}

/// Serialized form of a [`Crash`]. The places belong to the frames that have any, in their order;
/// the last one belongs to the target frame.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Crash")]
struct CrashForm<E, C, M> {
    wanted: StackTrace<E, C, M>,
    places: Vec<Vec<Statement>>,
    similarity: Similarity,
}

#[cfg(feature = "serde")]
impl<E, C, M> TryFrom<CrashForm<E, C, M>> for Crash<E, C, M> {
    type Error = alloc::string::String;
    fn try_from(form: CrashForm<E, C, M>) -> Result<Self, Self::Error> {
        use alloc::string::ToString;
        let CrashForm { wanted, places, similarity } = form;
        let Some(target) = wanted.frames.len().checked_sub(1) else {
            return Err(CrashError::NoFrames.to_string());
        };
        if places.is_empty() {
            return Err(CrashError::NoStatement { frame: target }.to_string());
        }
        let is_sound = |place: &Vec<Statement>| !place.is_empty() && crate::plain::ascend(place);
        if places.len() > wanted.frames.len() || !places.iter().all(is_sound) {
            return Err("the places of a crash must ascend, and belong to its frames".into());
        }
        Ok(Self { wanted, places, similarity })
    }
}
