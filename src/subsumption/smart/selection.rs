//! Result of smart selection: kept goals, and dropped goals with the reasons.

use super::Group;
use crate::id::GoalId;
use crate::objective::{Criterion, Goal};
use crate::sort::sort;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Goals to pursue, and dropped goals with the reason why they are not pursued.
///
/// [`Smart::select`](super::Smart::select) creates it. `Display` shows a report: a line for each
/// criterion, and a line for each [lost](Self::lost) goal.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
/// use sbst::id::{Block, Line};
/// use sbst::objective::{Criterion, Goals, Program};
/// use sbst::subsumption::smart::{DropReason, Selection, Smart};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
/// let lines =
///     Lines::new((0..3).map(|k| (Block::new(0).statement(k), Line::new(10 + k))));
/// let program = Program::new(&graph).with_lines(&lines);
/// let mut goals = Goals::<Trace>::new();
/// goals.add(Criterion::Branch, &program);
/// goals.add(Criterion::Line, &program);
/// let selection: Selection = Smart::default().select(&goals, &program, &[]);
/// let why: Vec<DropReason> =
///     selection.dropped().iter().map(|dropped| dropped.why).collect();
/// assert_eq!(
///     why,
///     [DropReason::NotLast, DropReason::NotLast, DropReason::FewLines(3)]
/// );
/// assert!(selection.dropped().iter().all(|dropped| !selection.is_kept(dropped.goal)));
/// let lines = selection.by_criterion()[1]; // after the branches
/// assert_eq!(
///     (lines.criterion, lines.kept, lines.dropped, lines.lost),
///     (Some(Criterion::Line), 0, 3, 2)
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The kept goals, ascending by number.
    pub(super) kept: Vec<(GoalId, Goal)>,
    /// The dropped goals, ascending by number.
    pub(super) dropped: Vec<Dropped>,
    /// The groups of criteria, in the order of their representatives.
    pub(super) groups: Vec<Group>,
}

/// Goal that is not pursued, with the reason.
///
/// ```
/// use sbst::id::{GoalId, Line};
/// use sbst::objective::Goal;
/// use sbst::subsumption::smart::{DropReason, Dropped};
///
/// let (goal, identity) = (GoalId::new(4), Goal::Line(Line::new(11)));
/// let dropped = Dropped {
///     goal,
///     identity,
///     why: DropReason::NotLast,
///     covered_by: Some(GoalId::new(6)),
/// };
/// assert_eq!(
///     dropped.to_string(),
///     "line l11: not the last line of a block, covered with g6"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Dropped {
    /// The number of the goal in its registry.
    pub goal: GoalId,
    /// The identity of the goal: its kind and its place.
    pub identity: Goal,
    /// The reason why the goal is not pursued.
    pub why: DropReason,
    /// A kept goal that subsumes the dropped goal; `None` if none is known.
    pub covered_by: Option<GoalId>,
}

/// Reason why a goal is not pursued.
///
/// ```
/// use sbst::objective::Criterion;
/// use sbst::subsumption::smart::DropReason;
///
/// assert_eq!(DropReason::FewLines(3).to_string(), "in a block of 3 lines");
/// assert_eq!(
///     DropReason::Correlated(Criterion::DirectBranch).to_string(),
///     "correlated with direct branch goals"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum DropReason {
    /// This criterion represents the criterion of the goal.
    Correlated(Criterion),
    /// The line is not the last one of a block.
    NotLast,
    /// The line is the last one only of blocks with too few lines. The number is the greatest
    /// number of lines of these blocks.
    FewLines(usize),
    /// The mutant is not made by a key operator.
    OtherOperator,
    /// Every evaluation infects the mutant.
    AlwaysInfected,
    /// The mutant inserts a unary operator (UOI).
    /// [`MutantRule::Published`](super::MutantRule::Published) drops all such mutants.
    EqualToLine,
    /// Nothing infects the mutant.
    Equivalent,
    /// Other mutants of the expression subsume the mutant, or the branches that the expression
    /// decides do.
    Subsumed,
    /// The published table does not have the mutant.
    NotInTable,
    /// Other kept goals subsume the goal, see
    /// [`Smart::drops_implied`](super::Smart::drops_implied).
    Implied,
}

/// Shows the reason in a few words.
impl fmt::Display for DropReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Correlated(criterion) => write!(f, "correlated with {criterion} goals"),
            Self::NotLast => f.pad("not the last line of a block"),
            Self::FewLines(1) => f.pad("in a block of 1 line"),
            Self::FewLines(lines) => write!(f, "in a block of {lines} lines"),
            Self::OtherOperator => f.pad("made by no key operator"),
            Self::AlwaysInfected => f.pad("infected by every evaluation"),
            Self::EqualToLine => f.pad("made by an equal-to-line operator"),
            Self::Equivalent => f.pad("infected by nothing"),
            Self::Subsumed => f.pad("covered with others of its expression"),
            Self::Implied => f.pad("implied by other goals"),
            Self::NotInTable => f.pad("not in the published table"),
        }
    }
}

/// Shows the goal, the reason why it is not pursued, and the kept goal that covers it.
impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.identity, self.why)?;
        match (self.covered_by, self.why) {
            (Some(goal), _) => write!(f, ", covered with {goal}"),
            (None, DropReason::Equivalent) => Ok(()),
            (None, _) => f.write_str(", no goal that is kept implies it"),
        }
    }
}

/// Counts of the kept, dropped and lost goals of a criterion.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{Criterion, Goals, Program};
/// use sbst::subsumption::smart::{Smart, Tally};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.add(Criterion::Branch, &Program::new(&graph));
/// // Direct branches represent branches.
/// goals.add(Criterion::DirectBranch, &Program::new(&graph));
/// let tallies: Vec<Tally> =
///     Smart::default().select(&goals, &Program::new(&graph), &[]).by_criterion();
/// let [branch, direct] = tallies[..] else { panic!("two criteria") };
/// // Branches are covered along with direct branches: none is lost.
/// assert_eq!((branch.kept, branch.dropped, branch.lost), (0, 2, 0));
/// assert_eq!((direct.kept, direct.dropped), (2, 0));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// The criterion; `None` for goals that belong to no criterion.
    pub criterion: Option<Criterion>,
    /// The number of goals that are pursued.
    pub kept: usize,
    /// The number of goals that are not pursued, including lost goals.
    pub dropped: usize,
    /// The number of dropped goals that may stay uncovered when all kept goals are covered.
    pub lost: usize,
}

impl Selection {
    /// Returns an iterator over the goals to pursue, ascending.
    pub fn kept(&self) -> impl DoubleEndedIterator<Item = GoalId> + ExactSizeIterator + Clone {
        self.kept.iter().map(|kept| kept.0)
    }

    /// Returns the goals that are not pursued, ascending, with the reasons.
    #[must_use]
    pub fn dropped(&self) -> &[Dropped] {
        &self.dropped
    }

    /// Returns the groups of the criteria that the goals have, in the order of their
    /// representatives.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Returns an iterator over the numbers of the goals that are not pursued, ascending. Pass it
    /// to [`GoalGraph::without`](crate::objective::GoalGraph::without).
    pub fn dropped_goals(
        &self,
    ) -> impl DoubleEndedIterator<Item = GoalId> + ExactSizeIterator + Clone {
        self.dropped.iter().map(|dropped| dropped.goal)
    }

    /// Returns `true` if a goal is not dropped. A goal that was added to the registry after the
    /// selection is not dropped.
    #[must_use]
    pub fn is_kept(&self, goal: GoalId) -> bool {
        self.dropped.binary_search_by_key(&goal, |dropped| dropped.goal).is_err()
    }

    /// Returns an iterator over the lost goals, ascending: dropped goals that no kept goal is known
    /// to subsume.
    ///
    /// They may stay uncovered when all kept goals are covered: the correlation, the line
    /// threshold, or the rule for mutants puts them at risk. Mutants that nothing infects are not
    /// lost.
    pub fn lost(&self) -> impl DoubleEndedIterator<Item = &Dropped> + Clone {
        self.dropped.iter().filter(|dropped| dropped.is_lost())
    }

    /// Returns the counts of each criterion, in the order of [`Criterion`]. Goals without a
    /// criterion come first.
    #[must_use]
    pub fn by_criterion(&self) -> Vec<Tally> {
        let kept = || self.kept.iter().map(|kept| kept.1.criterion());
        let dropped = || self.dropped.iter().map(|dropped| dropped.identity.criterion());
        let lost = || self.lost().map(|lost| lost.identity.criterion());
        let mut criteria: Vec<Option<Criterion>> = kept().chain(dropped()).collect();
        sort(&mut criteria);
        criteria.dedup();
        let tally = |criterion| Tally {
            criterion,
            kept: kept().filter(|&other| other == criterion).count(),
            dropped: dropped().filter(|&other| other == criterion).count(),
            lost: lost().filter(|&other| other == criterion).count(),
        };
        criteria.into_iter().map(tally).collect()
    }
}

impl Dropped {
    /// Returns `true` if the goal can be covered, and no kept goal is known to subsume it.
    fn is_lost(&self) -> bool {
        self.covered_by.is_none() && self.why != DropReason::Equivalent
    }
}

/// Shows a line for each criterion, and a line for each lost goal.
impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Tally { criterion, kept, dropped, lost } in self.by_criterion() {
            let name = criterion.map_or(String::from("other"), |criterion| format!("{criterion}"));
            writeln!(f, "{name}: {kept} of {} kept, {lost} lost", kept + dropped)?;
        }
        self.lost().try_for_each(|dropped| writeln!(f, "lost: {dropped}"))
    }
}
