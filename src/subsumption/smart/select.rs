//! From a list of goals to those that are pursued.

use super::mutants::MutantRule;
use super::{Correlation, Dropped, Selection};
use crate::id::GoalId;
use crate::objective::{Goals, Program};
use crate::subsumption::mutants::Mutation;
use crate::subsumption::{Structure, Subsumption};
use alloc::vec::Vec;

/// Smart selection of goals, with its settings.
///
/// The defaults are those of Zhou et al. 2024, except for mutants: of those, the minimal sets that hold are kept. [`published`](Self::published)
/// is the paper's selection.
///
/// What is said of dropping is about criteria that another one represents; one that stands alone keeps all its goals.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
/// use sbst::id::{Block, Function, Line};
/// use sbst::objective::{Criterion, GoalGraph, Goals, Method, Program};
/// use sbst::selection::Frontier;
/// use sbst::subsumption::Structure;
/// use sbst::subsumption::smart::Smart;
///
/// // 0: if x < 10 { 1: lines 2 to 9 }  2: lines 10 and 11
/// let graph = FlowGraph::of(
///     &FlowBuilder::new()
///         .branch(0, 1, 2)
///         .statements(1, 8)
///         .jump(1, 2)
///         .statements(2, 2)
///         .exit(2),
/// )?;
/// let of_block = |block, count, first| {
///     (0..count).map(move |k| (Block::new(block).statement(k), Line::new(first + k)))
/// };
/// let lines = Lines::new(of_block(1, 8, 2).chain(of_block(2, 2, 10)));
/// let methods = [Method::new(Function::new(0))];
/// let program = Program::new(&graph).with_lines(&lines).with_methods(&methods);
/// let mut goals = Goals::<Trace>::new();
/// Criterion::SMART.map(|criterion| goals.add(criterion, &program));
///
/// let selection = Smart::default().select(&goals, &program, &[]);
/// // Both direct branches, the last line of the long block, one method; two branches,
/// // nine lines and a method are not pursued.
/// assert_eq!((selection.kept().len(), selection.dropped().len()), (4, 12));
/// let lost: Vec<String> = selection.lost().map(|lost| lost.to_string()).collect();
/// assert_eq!(
///     lost,
///     ["line l11: in a block of 2 lines, no goal that is kept implies it"]
/// );
/// // Unless exceptions intervene, both branches lead there.
/// let structure = Structure { normal_termination: true, ..Structure::default() };
/// let smart = Smart { structure, ..Smart::default() };
/// assert_eq!(smart.select(&goals, &program, &[]).lost().count(), 0);
///
/// let selection = Smart { keeps_branches: true, ..Smart::default() }.select(
///     &goals,
///     &program,
///     &[],
/// );
/// let goal_graph = GoalGraph::new(&goals, &graph).without(selection.dropped_goals());
/// assert_eq!(
///     (selection.kept().len(), Frontier::of(&goal_graph).active().len()),
///     (6, 5)
/// ); // the line lies behind a branch
///
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Smart {
    /// Which criteria are correlated; by default the [published](Correlation::published) correlation (3.2).
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
    /// use sbst::id::{Block, Line};
    /// use sbst::objective::{Criterion, Goals, Program};
    /// use sbst::subsumption::smart::{Correlation, Smart};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
    /// let lines =
    ///     Lines::new((0..3).map(|k| (Block::new(0).statement(k), Line::new(10 + k))));
    /// let program = Program::new(&graph).with_lines(&lines);
    /// let mut goals = Goals::<Trace>::new();
    /// goals.add(Criterion::Branch, &program);
    /// goals.add(Criterion::Line, &program);
    /// let kept = |correlation| {
    ///     Smart { correlation, ..Smart::default() }
    ///         .select(&goals, &program, &[])
    ///         .kept()
    ///         .len()
    /// };
    /// // without it, lines are pursued, too
    /// assert_eq!((kept(Correlation::published()), kept(Correlation::default())), (1, 4));
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub correlation: Correlation,
    /// Whether branch goals are kept, also if direct branches represent them: DynaMOSA finds by branch goals which goals to open next. By
    /// default they are dropped (3.4).
    ///
    /// Source: Zhou et al. 2024, section 4.4.
    pub keeps_branches: bool,
    /// Number of different lines from which on the last line of a block is kept: the `lineThreshold`, 8 by default.
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
    /// let lines =
    ///     Lines::new((0..3).map(|k| (Block::new(0).statement(k), Line::new(10 + k))));
    /// let program = Program::new(&graph).with_lines(&lines);
    /// let mut goals = Goals::<Trace>::new();
    /// goals.add(Criterion::Branch, &program);
    /// goals.add(Criterion::Line, &program);
    /// let kept = |at_least| {
    ///     let selection = Smart { line_threshold: at_least, ..Smart::default() }.select(
    ///         &goals,
    ///         &program,
    ///         &[],
    ///     );
    ///     selection.kept().map(|goal| goals.goal(goal).to_string()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(kept(3), ["entry of f0", "line l12"]);
    /// assert_eq!(kept(4), ["entry of f0"]); // too few lines
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub line_threshold: usize,
    /// The rule by which mutants of key operators are kept; by default, the minimal sets that hold are kept.
    pub mutants: MutantRule,
    /// Whether mutants of other than key operators are kept, too. By default they are dropped (3.4).
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
    /// // which represents mutants: without it, all of these are kept
    /// goals.add(Criterion::Branch, &program);
    /// goals.add(Criterion::WeakMutation, &program);
    /// let mutations = [Mutation {
    ///     mutant: Mutant::new(0),
    ///     expression: 0,
    ///     change: Change::Other,
    ///     decides: None,
    /// }];
    /// let kept = |smart: Smart| smart.select(&goals, &program, &mutations).kept().len();
    /// assert_eq!(
    ///     (
    ///         kept(Smart::default()),
    ///         kept(Smart { keeps_other_operators: true, ..Smart::default() })
    ///     ),
    ///     (1, 2)
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub keeps_other_operators: bool,
    /// Whether all goals are dropped whose criterion another one represents: smart selection without the subsumption strategy. By default,
    /// lines and mutants that the rules keep are kept (3.4).
    ///
    /// Of all eight criteria it leaves direct branches, no-exception methods, exceptions and outputs. Branch goals that
    /// [`keeps_branches`](Self::keeps_branches) keeps stay. What is lost is reported, and [`loses_nothing`](Self::loses_nothing) keeps it.
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
    /// let lines =
    ///     Lines::new((0..8).map(|k| (Block::new(0).statement(k), Line::new(10 + k))));
    /// let program = Program::new(&graph).with_lines(&lines);
    /// let mut goals = Goals::<Trace>::new();
    /// goals.add(Criterion::Branch, &program);
    /// goals.add(Criterion::Line, &program);
    /// let kept = |smart: Smart| smart.select(&goals, &program, &[]).kept().len();
    /// assert_eq!(
    ///     (
    ///         kept(Smart::default()),
    ///         kept(Smart { representatives_only: true, ..Smart::default() })
    ///     ),
    ///     (2, 1)
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub representatives_only: bool,
    /// Whether goals that no kept goal implies are kept, too; of those that imply one another, the strongest. Covering the kept goals then
    /// covers all goals. By default these goals are lost, and reported; the paper does not consider it.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
    /// use sbst::id::{Block, Line};
    /// use sbst::objective::{Criterion, Goals, Program};
    /// use sbst::subsumption::smart::Smart;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
    /// let lines =
    ///     Lines::new((0..3).map(|k| (Block::new(0).statement(k), Line::new(10 + k))));
    /// let program = Program::new(&graph).with_lines(&lines);
    /// let mut goals = Goals::<Trace>::new();
    /// goals.add(Criterion::Branch, &program);
    /// goals.add(Criterion::Line, &program);
    /// let lost = |smart: Smart| smart.select(&goals, &program, &[]).lost().count();
    /// assert_eq!(
    ///     (
    ///         lost(Smart::default()),
    ///         lost(Smart { loses_nothing: true, ..Smart::default() })
    ///     ),
    ///     (2, 0)
    /// ); // an exception may come before them
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub loses_nothing: bool,
    /// Whether those of the kept goals are dropped that other kept goals imply: covering the rest covers them. Branch goals that
    /// [`keeps_branches`](Self::keeps_branches) keeps stay. By default all of these are kept; the paper does not consider it.
    pub drops_implied: bool,
    /// Pairs of goals of which one implies the other, beside those that are read off the program: for example mutants of other than key
    /// operators, found by tests. Like [`structure`](Self::structure), it decides which goals count as lost or implied, nothing else.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, GoalId, Mutant};
    /// use sbst::objective::{Goals, MutantGoal, Program};
    /// use sbst::subsumption::smart::Smart;
    /// use sbst::subsumption::{CoverageError, CoverageMatrix};
    ///
    /// // `a && b` replaced by `a == b`, `a`, `b`, true, false: four of them imply the
    /// // other one.
    /// let to: [fn(bool, bool) -> bool; 5] =
    ///     [|a, b| a == b, |a, _| a, |_, b| b, |_, _| true, |_, _| false];
    /// let mut matrix = CoverageMatrix::new(to.len());
    /// for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
    ///     matrix.add(
    ///         (0..5)
    ///             .filter(|&place| to[place as usize](a, b) != (a && b))
    ///             .map(GoalId::new),
    ///     )?;
    /// }
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("legal");
    /// let mutants = [0, 1, 2, 3, 4]
    ///     .map(|number| MutantGoal::new(Mutant::new(number), Block::new(0).statement(0)));
    /// let mut goals = Goals::<Trace>::new();
    /// let numbers: Vec<GoalId> = mutants.map(|mutant| goals.push(mutant).id()).into();
    /// let known = matrix.relate().renumbered(|row| numbers[row.index()]);
    /// let smart = Smart { known, drops_implied: true, ..Smart::default() };
    /// let selection =
    ///     smart.select(&goals, &Program::new(&graph).with_mutants(&mutants), &[]);
    /// assert_eq!(
    ///     selection.dropped()[0].to_string(),
    ///     "mutant m3: implied by other goals, covered with g0"
    /// );
    /// # Ok::<(), CoverageError>(())
    /// ```
    pub known: Subsumption,
    /// The assumptions by which the control flow says which goals imply which; by default none.
    pub structure: Structure,
}

impl Default for Smart {
    /// Returns the selection of [`published`](Self::published), except that of key operators the minimal sets that hold are kept.
    fn default() -> Self {
        Self {
            correlation: Correlation::published(),
            keeps_branches: false,
            line_threshold: 8,
            mutants: MutantRule::Minimal,
            keeps_other_operators: false,
            representatives_only: false,
            loses_nothing: false,
            drops_implied: false,
            known: Subsumption::default(),
            structure: Structure::default(),
        }
    }
}

impl Smart {
    /// Creates the selection of Zhou et al. 2024, sections 3.2 to 3.4: representatives, last lines of blocks with 8 or more lines, and mutants
    /// by [`MutantRule::Published`], of which none inserts an operator (UOI).
    ///
    /// With DynaMOSA the paper keeps branch goals, too (section 4.4): [`keeps_branches`](Self::keeps_branches).
    ///
    /// ```
    /// use sbst::subsumption::smart::{MutantRule, Smart};
    ///
    /// let published = Smart { mutants: MutantRule::Published, ..Smart::default() };
    /// assert_eq!(Smart::published(), published);
    /// ```
    #[must_use]
    pub fn published() -> Self {
        Self { mutants: MutantRule::Published, ..Self::default() }
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

    /// Returns a function that chooses the goals of a program that smart selection drops: a setting of a campaign
    /// ([`CampaignBuilder::without`](crate::campaign::CampaignBuilder::without)).
    ///
    /// `mutations` tells the operator of each mutant; none are needed without mutants.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Criterion, Goals, Method, Program};
    /// use sbst::subsumption::smart::Smart;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let methods = [Method::new(Function::new(0))];
    /// let program = Program::new(&graph).with_methods(&methods);
    /// let mut goals = Goals::<Trace>::new();
    /// for criterion in Criterion::SMART {
    ///     goals.add(criterion, &program);
    /// }
    /// let dropped = Smart::default().dropped([]);
    /// assert!(!dropped(&program, &goals).is_empty());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn dropped<X: ?Sized>(
        self,
        mutations: impl IntoIterator<Item = Mutation>,
    ) -> impl Fn(&Program<'_>, &Goals<X>) -> Vec<GoalId> {
        let mutations: Vec<Mutation> = mutations.into_iter().collect();
        move |program, goals| self.select(goals, program, &mutations).dropped_goals().collect()
    }
}
