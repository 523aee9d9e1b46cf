//! Smart selection with its settings.

use super::rules::MutantRule;
use super::{Correlation, Dropped, Selection};
use crate::id::GoalId;
use crate::objective::{Goals, Program};
use crate::subsumption::mutants::Mutation;
use crate::subsumption::{Structure, Subsumption};
use alloc::vec::Vec;

/// Smart selection of goals, with its settings.
///
/// The defaults are those of Zhou et al. 2024, except that mutants are kept by verified [minimal
/// sets](MutantRule::Minimal). [`published`](Self::published) is the selection of the paper.
///
/// Goals are only dropped from criteria that another criterion represents, except by
/// [`drops_implied`](Self::drops_implied). A criterion that stands alone keeps all its goals.
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
/// for criterion in Criterion::SMART {
///     goals.add(criterion, &program);
/// }
///
/// let selection = Smart::default().select(&goals, &program, &[]);
/// // Kept: both direct branches, the last line of the long block, one method.
/// // Dropped: two branches, nine lines, one method.
/// assert_eq!((selection.kept().len(), selection.dropped().len()), (4, 12));
/// let lost: Vec<String> = selection.lost().map(|lost| lost.to_string()).collect();
/// assert_eq!(
///     lost,
///     ["line l11: in a block of 2 lines, no goal that is kept implies it"]
/// );
/// // If no exception comes first, both branches lead to this line.
/// let structure = Structure { normal_termination: true, ..Structure::default() };
/// let smart = Smart { structure, ..Smart::default() };
/// assert_eq!(smart.select(&goals, &program, &[]).lost().count(), 0);
///
/// let smart = Smart { keeps_branches: true, ..Smart::default() };
/// let selection = smart.select(&goals, &program, &[]);
/// let goal_graph = GoalGraph::new(&goals, &graph).without(selection.dropped_goals());
/// // The line waits for a branch; the other kept goals are active from the start.
/// assert_eq!(
///     (selection.kept().len(), Frontier::of(&goal_graph).active().len()),
///     (6, 5)
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Smart {
    /// The correlation by which criteria are grouped. The default is the
    /// [published](Correlation::published) one (3.2).
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
    /// // Without a correlation, lines are pursued, too.
    /// assert_eq!((kept(Correlation::published()), kept(Correlation::default())), (1, 4));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub correlation: Correlation,
    /// If `true`, branch goals are kept even if direct branches represent them. The default is
    /// `false` (3.4).
    ///
    /// DynaMOSA needs branch goals, because covering them opens other goals. Source: Zhou et al.
    /// 2024, section 4.4.
    pub keeps_branches: bool,
    /// The least number of different lines of a block whose last line is kept. The default is 8.
    ///
    /// Source: Zhou et al. 2024, section 3.4, `lineThreshold`.
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
    ///     let smart = Smart { line_threshold: at_least, ..Smart::default() };
    ///     let selection = smart.select(&goals, &program, &[]);
    ///     selection.kept().map(|goal| goals.goal(goal).to_string()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(kept(3), ["entry of f0", "line l12"]);
    /// assert_eq!(kept(4), ["entry of f0"]); // too few lines
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub line_threshold: usize,
    /// The rule that says which mutants of key operators are kept. The default is
    /// [`MutantRule::Minimal`].
    pub mutants: MutantRule,
    /// If `true`, mutants of operators that are no key operators
    /// ([`Change::Other`](crate::subsumption::mutants::Change::Other)) are kept, too. The default
    /// is `false` (3.4).
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Mutant};
    /// use sbst::objective::{Criterion, Goals, MutantGoal, Program};
    /// use sbst::subsumption::mutants::{Change, Mutation};
    /// use sbst::subsumption::smart::Smart;
    ///
    /// // The only mutant replaces a constant.
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0))?;
    /// let mutants = [MutantGoal::new(Mutant::new(0), Block::new(0).statement(0))];
    /// let program = Program::new(&graph).with_mutants(&mutants);
    /// let mut goals = Goals::<Trace>::new();
    /// // Branches represent mutants. Without branch goals, all mutants are kept.
    /// goals.add(Criterion::Branch, &program);
    /// goals.add(Criterion::WeakMutation, &program);
    /// let mutations = [Mutation {
    ///     mutant: Mutant::new(0),
    ///     expression: 0,
    ///     change: Change::Other,
    ///     decides: None,
    /// }];
    /// let kept = |smart: Smart| smart.select(&goals, &program, &mutations).kept().len();
    /// assert_eq!(kept(Smart::default()), 1);
    /// assert_eq!(kept(Smart { keeps_other_operators: true, ..Smart::default() }), 2);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub keeps_other_operators: bool,
    /// If `true`, all goals of represented criteria are dropped: smart selection without the
    /// subsumption strategy. The default is `false`: lines and mutants are kept by their rules
    /// (3.4).
    ///
    /// Of all eight criteria, direct branches, no-exception methods, exceptions and outputs are
    /// left. Branch goals that [`keeps_branches`](Self::keeps_branches) keeps are kept. Lost goals
    /// are reported, and [`loses_nothing`](Self::loses_nothing) keeps the strongest of them.
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
    /// assert_eq!(kept(Smart::default()), 2);
    /// assert_eq!(kept(Smart { representatives_only: true, ..Smart::default() }), 1);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub representatives_only: bool,
    /// If `true`, the strongest of the goals that no kept goal implies are kept, too, so that
    /// covering the kept goals covers all goals. The default is `false`: these goals are lost, and
    /// reported.
    ///
    /// The setting is not in the paper. Mutants that nothing infects are dropped in either case.
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
    /// // An exception may come before the second and the third line.
    /// assert_eq!(lost(Smart::default()), 2);
    /// assert_eq!(lost(Smart { loses_nothing: true, ..Smart::default() }), 0);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub loses_nothing: bool,
    /// If `true`, kept goals that other kept goals imply are dropped, because covering the others
    /// covers them. The default is `false`.
    ///
    /// Branch goals are kept in either case if [`keeps_branches`](Self::keeps_branches) is `true`.
    /// The setting is not in the paper.
    pub drops_implied: bool,
    /// Subsumption that the caller knows, in addition to the pairs that follow from the program.
    /// The default is empty.
    ///
    /// Such pairs are, for example, found by tests for mutants that no key operator makes. Like
    /// [`structure`](Self::structure), they decide only which goals count as lost or implied.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, GoalId, Mutant};
    /// use sbst::objective::{Goals, MutantGoal, Program};
    /// use sbst::subsumption::smart::Smart;
    /// use sbst::subsumption::{CoverageError, CoverageMatrix};
    ///
    /// // Five mutants replace `a && b` by `a == b`, `a`, `b`, true, false. The first
    /// // three imply `true`.
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
    /// The assumptions under which the control flow says which goals imply which. The default makes
    /// none.
    pub structure: Structure,
}

impl Default for Smart {
    /// Returns the settings of [`published`](Self::published), except that the rule for mutants is
    /// [`MutantRule::Minimal`].
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
    /// Returns the settings of Zhou et al. 2024, sections 3.2 to 3.4.
    ///
    /// They keep all goals of representatives, the last lines of blocks with at least 8 different
    /// lines, and mutants by [`MutantRule::Published`], none of which inserts an operator (UOI).
    /// For DynaMOSA, the paper also sets [`keeps_branches`](Self::keeps_branches) (section 4.4).
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

    /// Selects the goals to pursue among all goals of the registry.
    ///
    /// Lines and mutants are those of the program, and `mutations` describes the changes of the
    /// mutants. A mutant without a description is kept, and so are line goals if the program has no
    /// lines, unless [`representatives_only`](Self::representatives_only) drops them. O(n log n)
    /// for n goals, mutants, statements on lines, blocks and branches.
    ///
    /// # Panics
    ///
    /// If the goals [belong](Goals::made_for) to a graph that is not the graph of the program.
    /// `program.graph().check(goals.made_for())` returns an error in this case.
    #[must_use]
    #[track_caller]
    pub fn select<X: ?Sized>(
        &self,
        goals: &Goals<X>,
        program: &Program<'_>,
        mutations: &[Mutation],
    ) -> Selection {
        goals.belong_to(program.graph());
        // Sections 3.2 and 3.3: groups and representatives, of the criteria that the registry has.
        let groups =
            self.correlation.groups(goals.ids().filter_map(|id| goals.goal(id).criterion()));
        // Section 3.4: a subset of the goals of each other criterion.
        let why = self.why(goals, program, mutations, &groups);
        let mut selection = Selection { kept: Vec::new(), dropped: Vec::new(), groups };
        // In the order of the registry, so that both lists ascend.
        for goal in goals.ids() {
            let identity = goals.goal(goal);
            match why[goal.index()] {
                None => selection.kept.push((goal, identity)),
                Some(why) => {
                    selection.dropped.push(Dropped { goal, identity, why, covered_by: None });
                }
            }
        }
        // Not in the paper: the dropped goals that the kept ones do not cover.
        self.find_covering(&mut selection, &self.subsumption(goals, program, mutations));
        selection
    }

    /// Returns a function that lists the goals of a program that smart selection drops, ascending.
    ///
    /// Pass it to [`CampaignBuilder::without`](crate::campaign::CampaignBuilder::without): the
    /// campaign then leaves these goals out of the search. `mutations` describes the changes of the
    /// mutants; it is empty for a program without mutants. The function panics if the goals belong
    /// to another graph.
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
