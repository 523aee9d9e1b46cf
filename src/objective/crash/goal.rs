//! A crash, or one of its parts, as a goal.

use super::CrashPart;
use crate::distance::Distance;
use crate::execution::{Fact, Facts, StackTraces};
use crate::fitness::Fitness;
use crate::fitness::crash::{Crash, STDistance, WeightedSum};
use crate::formula::computed;
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{Goal, Needs, Objective, Observed, Scalar};

/// A goal to reproduce a crash, or one part of the crash.
///
/// | part | value while not covered, and its scalar |
/// |---|---|
/// | [`Line`](CrashPart::Line) | flat value of the line; d_l of [`WeightedSum`], \[1/2, 1), 1 if the graph has none of its blocks |
/// | [`Type`](CrashPart::Type) | (0, infinite); 1 |
/// | [`Trace`](CrashPart::Trace) | (0, least cost of any exception); x / (1 + x) of it, (0, 1\], 1 if none was thrown |
/// | [`WeightedSum`](CrashPart::WeightedSum) | [`WeightedSum::fitness`]; [`WeightedSum::value`], (0, 6\] |
/// | [`PublishedWeightedSum`](CrashPart::PublishedWeightedSum) | (0, [`WeightedSum::published_value`]); the value, (0, 6\] |
/// | [`Stack`](CrashPart::Stack) | [`STDistance::fitness`]; [`STDistance::value`] |
/// | [`PublishedStack`](CrashPart::PublishedStack) | (0, [`STDistance::published_value`]); the value |
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
/// use sbst::objective::crash::{CrashGoal, CrashPart, crash_goals};
///
/// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
/// // the statements of line 12
/// let crash = Crash::new(wanted, |_| [Block::new(1).statement(0)])?;
/// let mut goals = Goals::<WithStackTraces<Trace, &str>>::new();
/// goals.extend(crash_goals(7, &crash)); // the three parts
/// goals.push(CrashGoal::new(7, CrashPart::WeightedSum, crash)); // 0 if reproduced
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
    part: CrashPart,
}

impl<E, C, M> CrashGoal<E, C, M> {
    /// Creates the goal. `id` is the caller's number of the crash.
    #[must_use]
    pub const fn new(id: u32, part: CrashPart, crash: Crash<E, C, M>) -> Self {
        Self { id, crash, part }
    }

    /// Returns the worst distance of calls: that of an execution which covers no frame.
    fn of_nothing(&self) -> STDistance {
        STDistance::new(self.crash.located_frames(), 0, Fitness::NEVER, false)
    }
}

/// Creates the goals of the three parts of a crash, for a multi-objective search: line, exception
/// type, stack trace.
///
/// ```
/// use sbst::execution::{StackFrame, StackTrace};
/// use sbst::fitness::crash::Crash;
/// use sbst::id::Block;
/// use sbst::objective::crash::{CrashGoal, CrashPart, crash_goals};
///
/// let wanted = StackTrace::new("Overflow", [StackFrame::new("List", "get").at(12)]);
/// let crash = Crash::new(wanted, |_| [Block::new(4).statement(2)])?;
/// let parts = [CrashPart::Line, CrashPart::Type, CrashPart::Trace];
/// assert_eq!(
///     crash_goals(7, &crash),
///     parts.map(|part| CrashGoal::new(7, part, crash.clone()))
/// );
/// # Ok::<(), sbst::fitness::crash::CrashError>(())
/// ```
#[must_use]
pub fn crash_goals<E: Clone, C: Clone, M: Clone>(
    id: u32,
    crash: &Crash<E, C, M>,
) -> [CrashGoal<E, C, M>; 3] {
    [CrashPart::Line, CrashPart::Type, CrashPart::Trace]
        .map(|part| CrashGoal::new(id, part, crash.clone()))
}

impl<X, E, C, M> Objective<X> for CrashGoal<E, C, M>
where
    X: Facts + StackTraces<E, C, M> + ?Sized,
    E: PartialEq,
    C: Ord,
    M: Ord,
{
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let Self { crash, part, .. } = self;
        let calls = || match seen.executed() {
            Some(run) => crash.st_distance(seen.graph, run),
            None => self.of_nothing(),
        };
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
            CrashPart::WeightedSum => crash.weighted_sum(seen.table, seen.run).fitness(),
            CrashPart::Stack => calls().fitness(),
            CrashPart::PublishedStack => computed(calls().published_value()).into(),
        }
    }
    fn goal(&self) -> Goal {
        Goal::Crash(self.id, self.part)
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
            CrashPart::WeightedSum => line().with_scalar(Scalar::WEIGHTED_SUM),
            CrashPart::Stack => {
                let most = f64::from(self.crash.located_frames()) + 1.0;
                line().reading(Fact::Calls).with_scalar(Scalar::at_most(most))
            }
            CrashPart::PublishedStack => line()
                .reading(Fact::Calls)
                .with_scalar(Scalar::distance(self.of_nothing().published_value())),
        };
        needs.reading_executed()
    }
}
