//! From a list of goals to those that are pursued.

use super::mutants::MutantRule;
use super::{Correlation, Dropped, Selection};
use crate::objective::{Goals, Program};
#[cfg(doc)]
use crate::subsumption::Structure;
use crate::subsumption::Subsumption;
use crate::subsumption::mutants::Mutation;
use alloc::vec::Vec;

/// Smart selection of goals, with its settings.
///
/// The defaults are those of Zhou et al. 2024, except for mutants: of those, the minimal sets that hold are kept. [`published`](Self::published)
/// is the paper's selection.
///
/// What is said of dropping is about criteria that another one represents; one that stands alone keeps all its goals.
///
/// | setting | default | in the paper | otherwise |
/// |---|---|---|---|
/// | correlation | [published](Correlation::published) | 3.2 | [`with_correlation`](Self::with_correlation) |
/// | branch goals in a group that direct branches represent | dropped | 3.4 | kept: [`for_dynamosa`](Self::for_dynamosa), 4.4 |
/// | lines in a block of which the last one is kept | 8 or more | 3.4 | [`with_line_threshold`](Self::with_line_threshold) |
/// | mutants of key operators | minimal sets that hold | UOI dropped, the others by a table, 3.4 | [`with_mutants`](Self::with_mutants) |
/// | mutants of other operators | dropped | 3.4 | kept: [`keeping_other_operators`](Self::keeping_other_operators) |
/// | lines and mutants that these rules keep | kept | 3.4 | dropped: [`representatives_only`](Self::representatives_only), 4.7 |
/// | goals that nothing kept implies | lost, and reported | not considered | kept: [`losing_nothing`](Self::losing_nothing) |
/// | goals to be kept that others of these imply | kept | not considered | dropped: [`dropping_implied`](Self::dropping_implied) |
///
/// What implies what is read off the program and the mutations; more is told by [`with_subsumption`](Self::with_subsumption),
/// [`with_normal_termination`](Self::with_normal_termination) and [`with_exact_recording`](Self::with_exact_recording). It decides which
/// goals count as lost or implied, nothing else.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
/// use sbst::id::{Block, Function, Line};
/// use sbst::objective::{Criterion, GoalGraph, Goals, Method, Program};
/// use sbst::subsumption::smart::Smart;
/// use sbst::selection::Frontier;
///
/// // 0: if x < 10 { 1: lines 2 to 9 }  2: lines 10 and 11
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).statements(1, 8).jump(1, 2).statements(2, 2).exit(2))?;
/// let of_block = |block, count, first| (0..count).map(move |k| (Block::new(block).statement(k), Line::new(first + k)));
/// let lines = Lines::new(of_block(1, 8, 2).chain(of_block(2, 2, 10)));
/// let methods = [Method::new(Function::new(0))];
/// let program = Program::new(&graph).with_lines(&lines).with_methods(&methods);
/// let mut goals = Goals::<Trace>::new();
/// Criterion::SMART.map(|criterion| goals.add(criterion, &program));
///
/// let selection = Smart::new().select(&goals, &program, &[]);
/// // Both direct branches, the last line of the long block, one method; two branches, nine lines and a method are not pursued.
/// assert_eq!((selection.kept().len(), selection.dropped().len()), (4, 12));
/// let lost: Vec<String> = selection.lost().map(|lost| lost.to_string()).collect();
/// assert_eq!(lost, ["line l11: in a block of 2 lines, no goal that is kept implies it"]);
/// // Unless exceptions intervene, both branches lead there.
/// assert_eq!(Smart::new().with_normal_termination().select(&goals, &program, &[]).lost().count(), 0);
///
/// let selection = Smart::new().for_dynamosa().select(&goals, &program, &[]);
/// let goal_graph = GoalGraph::new(&goals, &graph).without(selection.dropped_goals());
/// assert_eq!((selection.kept().len(), Frontier::of(&goal_graph).active().len()), (6, 5)); // the line lies behind a branch
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Smart {
    pub(super) correlation: Correlation,
    pub(super) keeps_branches: bool,
    pub(super) at_least: usize,
    pub(super) rule: MutantRule,
    pub(super) keeps_others: bool,
    pub(super) representatives_only: bool,
    pub(super) loses_nothing: bool,
    pub(super) drops_implied: bool,
    pub(super) known: Subsumption,
    pub(super) normal: bool,
    pub(super) exact: bool,
}

impl Default for Smart {
    fn default() -> Self {
        Self::new()
    }
}

impl Smart {
    /// Creates the default selection: that of [`published`](Self::published), except that of key operators the minimal sets that hold are kept.
    #[must_use]
    pub fn new() -> Self {
        Self {
            correlation: Correlation::published(),
            keeps_branches: false,
            at_least: 8,
            rule: MutantRule::Minimal,
            keeps_others: false,
            representatives_only: false,
            loses_nothing: false,
            drops_implied: false,
            known: Subsumption::new(),
            normal: false,
            exact: false,
        }
    }

    /// Creates the selection of Zhou et al. 2024, sections 3.2 to 3.4: representatives, last lines of blocks with 8 or more lines, and mutants
    /// by [`MutantRule::Published`], of which none inserts an operator (UOI).
    ///
    /// With DynaMOSA the paper keeps branch goals, too (section 4.4): [`for_dynamosa`](Self::for_dynamosa).
    ///
    /// ```
    /// use sbst::subsumption::smart::{MutantRule, Smart};
    ///
    /// assert_eq!(Smart::published(), Smart::new().with_mutants(MutantRule::Published));
    /// ```
    #[must_use]
    pub fn published() -> Self {
        Self { rule: MutantRule::Published, ..Self::new() }
    }

    /// Sets which criteria are correlated.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
    /// use sbst::id::{Block, Line};
    /// use sbst::objective::{Criterion, Goals, Program};
    /// use sbst::subsumption::smart::{Correlation, Smart};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
    /// let lines = Lines::new((0..3).map(|k| (Block::new(0).statement(k), Line::new(10 + k))));
    /// let program = Program::new(&graph).with_lines(&lines);
    /// let mut goals = Goals::<Trace>::new();
    /// goals.add(Criterion::Branch, &program);
    /// goals.add(Criterion::Line, &program);
    /// let kept = |correlation| Smart::new().with_correlation(correlation).select(&goals, &program, &[]).kept().len();
    /// assert_eq!((kept(Correlation::published()), kept(Correlation::none())), (1, 4)); // without it, lines are pursued, too
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn with_correlation(self, correlation: Correlation) -> Self {
        Self { correlation, ..self }
    }

    /// Keeps branch goals, also if direct branches represent them: DynaMOSA finds by branch goals which goals to open next.
    ///
    /// Source: Zhou et al. 2024, section 4.4.
    #[must_use]
    pub fn for_dynamosa(self) -> Self {
        Self { keeps_branches: true, ..self }
    }

    /// Sets the number of different lines from which on the last line of a block is kept: the `lineThreshold`, 8 by default.
    ///
    /// Source: Zhou et al. 2024, section 3.4.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
    /// use sbst::id::{Block, Line};
    /// use sbst::objective::{Criterion, Goals, Program};
    /// use sbst::subsumption::smart::Smart;
    ///
    /// // One block of three lines.
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
    /// let lines = Lines::new((0..3).map(|k| (Block::new(0).statement(k), Line::new(10 + k))));
    /// let program = Program::new(&graph).with_lines(&lines);
    /// let mut goals = Goals::<Trace>::new();
    /// goals.add(Criterion::Branch, &program);
    /// goals.add(Criterion::Line, &program);
    /// let kept = |at_least| {
    ///     let selection = Smart::new().with_line_threshold(at_least).select(&goals, &program, &[]);
    ///     selection.kept().map(|goal| goals.goal(goal).to_string()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(kept(3), ["entry of f0", "line l12"]);
    /// assert_eq!(kept(4), ["entry of f0"]); // too few lines
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn with_line_threshold(self, at_least: usize) -> Self {
        Self { at_least, ..self }
    }

    /// Sets the rule by which mutants of key operators are kept.
    #[must_use]
    pub fn with_mutants(self, rule: MutantRule) -> Self {
        Self { rule, ..self }
    }

    /// Drops all goals of criteria that another one represents: smart selection without the subsumption strategy.
    ///
    /// Of all eight criteria it leaves direct branches, no-exception methods, exceptions and outputs. Branch goals that are kept
    /// [for DynaMOSA](Self::for_dynamosa) stay. What is lost is reported, and [`losing_nothing`](Self::losing_nothing) keeps it.
    ///
    /// Source: Zhou et al. 2024, sections 4.7 and 4.9 (SSWS).
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
    /// use sbst::id::{Block, Line};
    /// use sbst::objective::{Criterion, Goals, Program};
    /// use sbst::subsumption::smart::Smart;
    ///
    /// // One block of eight lines.
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 8).exit(0))?;
    /// let lines = Lines::new((0..8).map(|k| (Block::new(0).statement(k), Line::new(10 + k))));
    /// let program = Program::new(&graph).with_lines(&lines);
    /// let mut goals = Goals::<Trace>::new();
    /// goals.add(Criterion::Branch, &program);
    /// goals.add(Criterion::Line, &program);
    /// let kept = |smart: Smart| smart.select(&goals, &program, &[]).kept().len();
    /// assert_eq!((kept(Smart::new()), kept(Smart::new().representatives_only())), (2, 1));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn representatives_only(self) -> Self {
        Self { representatives_only: true, ..self }
    }

    /// Keeps mutants of other than key operators, too.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Mutant};
    /// use sbst::objective::{Criterion, Goals, MutantGoal, Program};
    /// use sbst::subsumption::mutants::{Change, Mutation};
    /// use sbst::subsumption::smart::Smart;
    ///
    /// // A constant was replaced.
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0))?;
    /// let mutants = [MutantGoal::new(Mutant::new(0), Block::new(0).statement(0))];
    /// let program = Program::new(&graph).with_mutants(&mutants);
    /// let mut goals = Goals::<Trace>::new();
    /// goals.add(Criterion::Branch, &program); // which represents mutants: without it, all of these are kept
    /// goals.add(Criterion::WeakMutation, &program);
    /// let mutations = [Mutation::new(Mutant::new(0), 0, Change::Other)];
    /// let kept = |smart: Smart| smart.select(&goals, &program, &mutations).kept().len();
    /// assert_eq!((kept(Smart::new()), kept(Smart::new().keeping_other_operators())), (1, 2));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn keeping_other_operators(self) -> Self {
        Self { keeps_others: true, ..self }
    }

    /// Keeps goals that no kept goal implies, too; of those that imply one another, the strongest. Covering the kept goals then covers all
    /// goals.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
    /// use sbst::id::{Block, Line};
    /// use sbst::objective::{Criterion, Goals, Program};
    /// use sbst::subsumption::smart::Smart;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
    /// let lines = Lines::new((0..3).map(|k| (Block::new(0).statement(k), Line::new(10 + k))));
    /// let program = Program::new(&graph).with_lines(&lines);
    /// let mut goals = Goals::<Trace>::new();
    /// goals.add(Criterion::Branch, &program);
    /// goals.add(Criterion::Line, &program);
    /// let lost = |smart: Smart| smart.select(&goals, &program, &[]).lost().count();
    /// assert_eq!((lost(Smart::new()), lost(Smart::new().losing_nothing())), (2, 0)); // an exception may come before them
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn losing_nothing(self) -> Self {
        Self { loses_nothing: true, ..self }
    }

    /// Drops those of the kept goals that other kept goals imply: covering the rest covers them. Branch goals that are kept
    /// [for DynaMOSA](Self::for_dynamosa) stay.
    #[must_use]
    pub fn dropping_implied(self) -> Self {
        Self { drops_implied: true, ..self }
    }

    /// Adds pairs of goals of which one implies the other, beside those that are read off the program: for example mutants of other than
    /// key operators, found by tests. A second call adds to the first.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, GoalId, Mutant};
    /// use sbst::objective::{Goals, MutantGoal, Program};
    /// use sbst::subsumption::smart::Smart;
    /// use sbst::subsumption::{CoverageError, CoverageMatrix};
    ///
    /// // `a && b` replaced by `a == b`, `a`, `b`, true, false: four of them imply the other one.
    /// let to: [fn(bool, bool) -> bool; 5] = [|a, b| a == b, |a, _| a, |_, b| b, |_, _| true, |_, _| false];
    /// let mut matrix = CoverageMatrix::new(to.len());
    /// for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
    ///     matrix.add((0..5).filter(|&place| to[place as usize](a, b) != (a && b)).map(GoalId::new))?;
    /// }
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("legal");
    /// let mutants = [0, 1, 2, 3, 4].map(|number| MutantGoal::new(Mutant::new(number), Block::new(0).statement(0)));
    /// let mut goals = Goals::<Trace>::new();
    /// let numbers: Vec<GoalId> = mutants.map(|mutant| goals.push(mutant).id()).into();
    /// let known = matrix.relate().renumbered(|row| numbers[row.index()]);
    /// let smart = Smart::new().with_subsumption(known).dropping_implied();
    /// let selection = smart.select(&goals, &Program::new(&graph).with_mutants(&mutants), &[]);
    /// assert_eq!(selection.dropped()[0].to_string(), "mutant m3: implied by other goals, covered with g0");
    /// # Ok::<(), CoverageError>(())
    /// ```
    #[must_use]
    pub fn with_subsumption(mut self, known: Subsumption) -> Self {
        self.known.unite(known);
        self
    }

    /// Assumes normal termination when it decides which goals imply which: see [`Structure::with_normal_termination`].
    #[must_use]
    pub fn with_normal_termination(self) -> Self {
        Self { normal: true, ..self }
    }

    /// Assumes exact recording when it decides which goals imply which: see [`Structure::with_exact_recording`].
    #[must_use]
    pub fn with_exact_recording(self) -> Self {
        Self { exact: true, ..self }
    }

    /// Selects among all goals of the registry. Lines and mutants are those of the program; `mutations` says what mutants change: those of
    /// which it says nothing are kept, and so are line goals if the program has no lines.
    ///
    /// O(n log n) for n goals, mutants, statements on lines, blocks and branches.
    ///
    /// # Panics
    ///
    /// If the goals [belong](Goals::made_for) to another graph than the program's, which `program.graph().check(goals.made_for())` tells.
    #[must_use]
    #[track_caller]
    pub fn select<X: ?Sized>(&self, goals: &Goals<X>, program: &Program<'_>, mutations: &[Mutation]) -> Selection {
        goals.belong_to(program.graph());
        let groups = self.correlation.groups(goals.ids().filter_map(|id| goals.goal(id).criterion()));
        let why = self.why(goals, program, mutations, &groups);
        let mut selection = Selection { kept: Vec::new(), dropped: Vec::new(), groups };
        for goal in goals.ids() {
            let identity = goals.goal(goal);
            match why[goal.index()] {
                None => selection.kept.push((goal, identity)),
                Some(why) => selection.dropped.push(Dropped { goal, identity, why, covered_by: None }),
            }
        }
        self.find_covering(&mut selection, &self.subsumption(goals, program, mutations));
        selection
    }
}
