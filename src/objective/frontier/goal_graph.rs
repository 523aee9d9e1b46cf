//! Which goals lie behind which, by control dependence.

use crate::flow::FlowGraph;
use crate::id::{Block, Branch, Function, GoalId, Statement};
use crate::objective::{Goal, Goals, Needs, Place};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

/// When goals become active that depend on the entry of their function only.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{CoverageGoal, GoalGraph, Goals, Roots, branch_goals};
/// use sbst::selection::Frontier;
///
/// let mut graph = FlowGraph::new();
/// for _ in 0..1000 {
///     graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// }
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(branch_goals(&graph));
/// goals.extend(graph.functions().map(|function| CoverageGoal::new(graph.entry(function)))); // what the branches wait for
/// let mut frontier = Frontier::of(&GoalGraph::new(&goals, &graph).with_roots(Roots::BehindEntry));
/// assert_eq!(frontier.active().len(), 1000);
/// let entered = frontier.active()[0];
/// assert_eq!(frontier.cover([entered]).len(), 2);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Roots {
    /// From the start.
    #[default]
    Active,
    /// Once their function was entered, for programs of many functions: they lie behind the goal that says so, which is the first of
    /// [`Goal::Entry`], [`Goal::Block`] of the entry block, [`Goal::Statement`] 0 of it that the registry has. Where it has none, they
    /// are active from the start. That goal itself is, too, and so are [`Goal::Method`] and the direct ways in.
    BehindEntry,
    /// From the start, and so is every other goal, whatever it depends on: as MOSA and whole suites pursue them.
    All,
}

/// The goal graph of a registry: what lies behind what, by control dependence.
///
/// A branch goal depends on the branches that its source block depends on, other goals on those of their block: any one of them, the
/// right side only, and never the goal's own branch. A goal with several blocks, as a line goal, depends on those of all. A branch that
/// is no goal (an implicit one, or one that was dropped) is replaced by the branches that its own source depends on, and so on. A goal
/// that reaches the entry of a function this way is a root, and so is one that lies nowhere, or only in blocks that cannot be reached.
///
/// So make goals only of branches that your executor reports: what lies behind one that is never covered waits for ever.
///
/// Direct-branch goals, and goals that read direct calls, depend on the direct-branch goals of these branches; where there is none, on
/// their branch goals.
///
/// It borrows registry and graph and computes on demand; [`Frontier::of`](crate::selection::Frontier::of) turns it into what a search asks.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::GoalId;
/// use sbst::objective::{GoalGraph, Goals, branch_goals};
/// use sbst::selection::Frontier;
///
/// // 0: if a { 1: if b { 2 } }  3
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(branch_goals(&graph));
/// let [a, not_a, b, not_b] = [0, 1, 2, 3].map(GoalId::new);
///
/// let goal_graph = GoalGraph::new(&goals, &graph);
/// assert_eq!(goal_graph.parents(b), [a]);
/// assert!(goal_graph.parents(a).is_empty()); // a root
/// let mut frontier = Frontier::of(&goal_graph);
/// assert_eq!(frontier.active(), [a, not_a]);
/// assert_eq!(frontier.cover([not_a]), []); // the wrong side opens nothing
/// assert_eq!(frontier.cover([a]), [b, not_b]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[doc(alias = "control dependency graph")]
pub struct GoalGraph<'a, X: ?Sized> {
    pub(super) goals: &'a Goals<X>,
    pub(super) flow: &'a FlowGraph,
    pub(super) roots: Roots,
    dropped: BTreeSet<GoalId>,
}

impl<'a, X: ?Sized> GoalGraph<'a, X> {
    /// Creates the graph of all goals of the registry.
    ///
    /// # Panics
    ///
    /// If the goals [belong](Goals::made_for) to another flow graph, which `flow.check(goals.made_for())` tells.
    #[must_use]
    #[track_caller]
    pub fn new(goals: &'a Goals<X>, flow: &'a FlowGraph) -> Self {
        goals.belong_to(flow);
        Self { goals, flow, roots: Roots::Active, dropped: BTreeSet::new() }
    }

    /// The same with another rule for roots.
    #[must_use]
    pub fn with_roots(self, roots: Roots) -> Self {
        Self { roots, ..self }
    }

    /// The same without some of the goals: they are neither pursued nor anybody's parents, and keep their numbers.
    ///
    /// They are measured still, and an archive takes them if they are offered. Goals that nobody wants need not be in the registry at
    /// all; what lies behind them is found in the same way.
    #[must_use]
    pub fn without(mut self, dropped: impl IntoIterator<Item = GoalId>) -> Self {
        self.dropped.extend(dropped);
        self
    }

    /// Returns the registry.
    #[must_use]
    pub const fn goals(&self) -> &'a Goals<X> {
        self.goals
    }

    /// Returns the flow graph.
    #[must_use]
    pub const fn flow(&self) -> &'a FlowGraph {
        self.flow
    }

    /// The goals of which one must be covered before this one is pursued, ascending; none if it is a root, was dropped, or is not in the
    /// registry.
    ///
    /// As long as it takes to follow the dependences; they can be as many as the branches of a function.
    #[must_use]
    pub fn parents(&self, goal: GoalId) -> Vec<GoalId> {
        let Some(identity) = self.pursued(goal) else { return Vec::new() };
        if self.is_entry(goal, identity, self.roots, |_| true) {
            return Vec::new();
        }
        let needs = self.goals.needs(goal);
        let direct = asks_for_direct_calls(identity, needs.as_ref());
        let mut parents = BTreeSet::new();
        let (mut seen, mut waiting) = (BTreeSet::new(), Vec::new());
        for place in needs.iter().flat_map(Needs::places) {
            waiting.extend(self.block_of(place));
        }
        while let Some(block) = waiting.pop() {
            if !seen.insert(block) {
                continue;
            }
            if self.flow.depends_on_entry(block) {
                match self.entry_goal(self.flow.function_of(block), self.roots, |_| true) {
                    Some(entry) => drop(parents.insert(entry)),
                    None => return Vec::new(),
                }
            }
            for branch in self.flow.controls(block) {
                match self.goal_of(branch, direct) {
                    Some(parent) if parent == goal => {}
                    Some(parent) => drop(parents.insert(parent)),
                    None => waiting.push(self.flow.edge(branch).source),
                }
            }
        }
        parents.into_iter().collect()
    }

    /// The identity of a goal that is in the registry and was not dropped.
    pub(super) fn pursued(&self, goal: GoalId) -> Option<Goal> {
        self.goals.get(goal).filter(|_| !self.dropped.contains(&goal))
    }

    /// The goal with this identity, if it is pursued.
    fn find(&self, identity: Goal) -> Option<GoalId> {
        self.goals.find(identity).filter(|goal| !self.dropped.contains(goal))
    }

    /// The goal of a branch: of direct calls, if such are asked for and there is one; else of all calls.
    fn goal_of(&self, branch: Branch, direct: bool) -> Option<GoalId> {
        self.direct_goal(branch).filter(|_| direct).or_else(|| self.branch_goal(branch))
    }

    pub(super) fn branch_goal(&self, branch: Branch) -> Option<GoalId> {
        self.find(Goal::Branch(branch))
    }

    pub(super) fn direct_goal(&self, branch: Branch) -> Option<GoalId> {
        self.find(Goal::DirectBranch(branch))
    }

    /// The block whose dependences are those of what lies there, if the graph has it.
    pub(super) fn block_of(&self, place: Place) -> Option<Block> {
        match place {
            Place::Function(function) => self.flow.get_block(function, 0),
            Place::Block(block) => self.flow.get_function_of(block).map(|_| block),
            Place::Branch(branch) => self.flow.get_edge(branch).map(|edge| edge.source),
        }
    }

    /// Whether a goal lies in something that the flow graph does not have.
    pub(super) fn is_unplaced(&self, goal: GoalId) -> bool {
        self.goals.needs(goal).is_some_and(|needs| needs.places().any(|place| self.block_of(place).is_none()))
    }

    /// The goal that a function's roots lie behind, of those that are pursued.
    pub(super) fn entry_goal(&self, function: Function, roots: Roots, pursued: impl Fn(GoalId) -> bool) -> Option<GoalId> {
        let entry = self.flow.entry(function);
        let goals = [Goal::Entry(function), Goal::Block(entry), Goal::Statement(entry.statement(0))];
        goals.into_iter().filter(|_| roots == Roots::BehindEntry).find_map(|goal| self.find(goal).filter(|&goal| pursued(goal)))
    }

    /// Returns `true` if the rule for roots makes a goal active from the start: every goal, or one that enters a function, which would
    /// otherwise wait for itself.
    pub(super) fn is_entry(&self, goal: GoalId, identity: Goal, roots: Roots, pursued: impl Fn(GoalId) -> bool) -> bool {
        match identity {
            _ if roots == Roots::Active => false,
            _ if roots == Roots::All => true, // nothing is waited for
            Goal::Entry(_) | Goal::DirectEntry(_) | Goal::Method(_) | Goal::MethodEntry(_) => true,
            Goal::Block(block) | Goal::Statement(Statement { block, index: 0 }) => {
                self.flow.get_function_of(block).is_some_and(|function| self.entry_goal(function, roots, pursued) == Some(goal))
            }
            _ => false,
        }
    }
}

/// Returns `true` if a goal waits for the direct-branch goals of the branches that it depends on: it is one, or it reads direct calls.
pub(super) fn asks_for_direct_calls<X: ?Sized>(identity: Goal, needs: Option<&Needs<X>>) -> bool {
    matches!(identity, Goal::DirectBranch(_)) || needs.is_some_and(Needs::reads_direct_calls)
}

impl<X: ?Sized> Clone for GoalGraph<'_, X> {
    fn clone(&self) -> Self {
        Self { dropped: self.dropped.clone(), ..*self }
    }
}

/// The goals with their parents.
impl<X: ?Sized> fmt::Debug for GoalGraph<'_, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goals = self.goals.ids().filter_map(|goal| Some((self.pursued(goal)?, goal)));
        f.debug_map().entries(goals.map(|(identity, goal)| (identity, self.parents(goal)))).finish()
    }
}
