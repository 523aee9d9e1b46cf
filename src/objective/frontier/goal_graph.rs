//! The goal graph: for each goal, the goals of which one must be covered first.

use crate::execution::{Fact, Plane};
use crate::flow::FlowGraph;
use crate::id::{Block, Branch, Function, GoalId, Statement};
use crate::objective::{Goal, Goals, Needs, Place};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

/// Rule for root goals, which depend on no decision but the entry of their function: when they
/// become active.
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
/// // the branches wait for these
/// goals.extend(
///     graph.functions().map(|function| CoverageGoal::new(graph.entry(function))),
/// );
/// let mut frontier =
///     Frontier::of(&GoalGraph::new(&goals, &graph).with_roots(Roots::BehindEntry));
/// assert_eq!(frontier.active().len(), 1000);
/// let entered = frontier.active()[0];
/// assert_eq!(frontier.cover([entered]).len(), 2);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Roots {
    /// Root goals are active from the start.
    #[default]
    Active,
    /// Root goals become active once their function was entered. This suits programs of many
    /// functions.
    ///
    /// Root goals wait for the goal that covers the entry: the first of [`Goal::Entry`],
    /// [`Goal::Block`] of the entry block, and [`Goal::Statement`] 0 of the entry block that the
    /// registry has. If it has none of them, root goals are active from the start. The goal of the
    /// entry itself, [`Goal::Method`] and the direct entry goals are active from the start, too.
    BehindEntry,
    /// All goals are active from the start, root or not, as MOSA and whole-suite searches pursue
    /// them.
    All,
}

/// Goal graph of a registry, by control dependence: for each goal, its *parents*, of which one must
/// be covered before the goal is within reach.
///
/// - A branch goal depends on the branches that its source block depends on. Every other goal
///   depends on the branches that its block depends on; a goal with several blocks, such as a line
///   goal, depends on the branches of all its blocks. One of these branches is enough. Only the
///   side of a decision that leads to the goal is a parent; a goal is never its own parent.
/// - A branch without a goal (an implicit branch, or one whose goal was dropped) is replaced by the
///   branches that its source depends on, and so on.
/// - A goal that reaches the entry of a function this way is a *root*. A goal without a place is a
///   root, too, and so is a goal whose blocks are all unreachable.
/// - Direct-branch goals, and goals that read direct calls, depend on the direct-branch goals of
///   these branches; for a branch without a direct-branch goal, on its branch goal.
///
/// Register goals only for branches that your executor reports. If a branch goal is never covered,
/// the goals that depend on it wait for ever.
///
/// The graph borrows registry and flow graph, and computes parents on demand.
/// [`Frontier::of`](crate::selection::Frontier::of) makes the frontier of a search from it.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::GoalId;
/// use sbst::objective::{GoalGraph, Goals, branch_goals};
/// use sbst::selection::Frontier;
///
/// // 0: if a { 1: if b { 2 } }  3
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3),
/// )?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(branch_goals(&graph));
/// let [a, not_a, b, not_b] = [0, 1, 2, 3].map(GoalId::new);
///
/// let goal_graph = GoalGraph::new(&goals, &graph);
/// assert_eq!(goal_graph.parents(b), [a]);
/// assert!(goal_graph.parents(a).is_empty()); // a root
/// let mut frontier = Frontier::of(&goal_graph);
/// assert_eq!(frontier.active(), [a, not_a]);
/// assert_eq!(frontier.cover([not_a]), []); // no goal depends on this side
/// assert_eq!(frontier.cover([a]), [b, not_b]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[doc(alias = "control dependency graph")]
pub struct GoalGraph<'a, X: ?Sized> {
    /// The registry.
    pub(super) goals: &'a Goals<X>,
    /// The flow graph.
    pub(super) flow: &'a FlowGraph,
    /// The rule for root goals.
    pub(super) roots: Roots,
    /// Goals that are neither pursued nor parents.
    dropped: BTreeSet<GoalId>,
}

impl<'a, X: ?Sized> GoalGraph<'a, X> {
    /// Creates the graph of all goals of the registry.
    ///
    /// # Panics
    ///
    /// If the goals [belong](Goals::made_for) to another flow graph. Use
    /// `flow.check(goals.made_for())` to find out.
    #[must_use]
    #[track_caller]
    pub fn new(goals: &'a Goals<X>, flow: &'a FlowGraph) -> Self {
        goals.belong_to(flow);
        Self { goals, flow, roots: Roots::Active, dropped: BTreeSet::new() }
    }

    /// Sets the rule for root goals.
    #[must_use]
    pub fn with_roots(self, roots: Roots) -> Self {
        Self { roots, ..self }
    }

    /// Drops some of the goals: they are neither pursued nor parents of other goals. Their numbers
    /// stay the same.
    ///
    /// Dropped goals are still measured, and an archive takes tests that cover them. You may also
    /// leave unwanted goals out of the registry; goals that depend on them are then attached to the
    /// next enclosing goal, as here.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::GoalId;
    /// use sbst::objective::{GoalGraph, Goals, branch_goals};
    /// use sbst::selection::Frontier;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::<Trace>::for_graph(&graph);
    /// goals.extend(branch_goals(&graph));
    /// let [first, second] = [0, 1].map(GoalId::new);
    /// let frontier = Frontier::of(&GoalGraph::new(&goals, &graph).without([second]));
    /// assert!(frontier.is_dropped(second));
    /// assert_eq!(frontier.active(), [first]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
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

    /// Returns the parents of a goal, ascending: one of them must be covered before the goal is
    /// pursued. Empty if the goal is a root, was dropped, or is not in the registry.
    ///
    /// The time is linear in the dependences that it follows, which can be as many as the branches
    /// of a function.
    #[must_use]
    pub fn parents(&self, goal: GoalId) -> Vec<GoalId> {
        let Some(identity) = self.pursued(goal) else { return Vec::new() };
        if self.is_entry(goal, identity, self.roots, |_| true) {
            return Vec::new();
        }
        let needs = self.goals.needs(goal);
        let direct = asks_for_direct_calls(identity, needs.as_ref());
        let mut parents = BTreeSet::new();
        // A search upwards from the blocks of the goal. `waiting` holds blocks whose dependences
        // are still to be followed; `seen` ends the search in loops, where a block depends on
        // branches of its own.
        let (mut seen, mut waiting) = (BTreeSet::new(), Vec::new());
        for place in needs.iter().flat_map(Needs::places) {
            waiting.extend(self.block_of(place));
        }
        while let Some(block) = waiting.pop() {
            if !seen.insert(block) {
                continue;
            }
            // One way up without a goal on it makes the whole goal a root: parents are
            // alternatives, so further parents would not restrict it.
            if self.flow.depends_on_entry(block) {
                let entry = self.entry_goal(self.flow.function_of(block), self.roots, |_| true);
                let Some(entry) = entry else { return Vec::new() };
                parents.insert(entry);
            }
            for branch in self.flow.controls(block) {
                match self.goal_of(branch, direct) {
                    // In a loop, the source of a branch can depend on this branch: a goal does not
                    // wait for itself.
                    Some(parent) if parent == goal => {}
                    Some(parent) => {
                        parents.insert(parent);
                    }
                    // A branch without a goal is never observed as covered. Its source block stands
                    // for it.
                    None => waiting.push(self.flow.edge(branch).source),
                }
            }
        }
        parents.into_iter().collect()
    }

    /// Returns the identity of a goal that is in the registry and was not dropped.
    pub(super) fn pursued(&self, goal: GoalId) -> Option<Goal> {
        if self.dropped.contains(&goal) { None } else { self.goals.get(goal) }
    }

    /// Returns the goal with this identity, if it is pursued.
    pub(super) fn find(&self, identity: Goal) -> Option<GoalId> {
        self.goals.find(identity).filter(|goal| !self.dropped.contains(goal))
    }

    /// Returns the goal to take a branch: with `direct`, its direct-branch goal if there is one;
    /// else its branch goal.
    fn goal_of(&self, branch: Branch, direct: bool) -> Option<GoalId> {
        if direct && let Some(goal) = self.find(Goal::DirectBranch(branch)) {
            return Some(goal);
        }
        self.find(Goal::Branch(branch))
    }

    /// Returns the block whose dependences are the dependences of a place; `None` if the graph does
    /// not have the place.
    pub(super) fn block_of(&self, place: Place) -> Option<Block> {
        match place {
            Place::Function(function) => self.flow.get_block(function, 0),
            Place::Block(block) => self.flow.get_function_of(block).map(|_| block),
            Place::Branch(branch) => self.flow.get_edge(branch).map(|edge| edge.source),
        }
    }

    /// Returns the goal that the root goals of a function wait for, if they wait and one is
    /// pursued.
    pub(super) fn entry_goal(
        &self,
        function: Function,
        roots: Roots,
        pursued: impl Fn(GoalId) -> bool,
    ) -> Option<GoalId> {
        if roots != Roots::BehindEntry {
            return None;
        }
        let entry = self.flow.entry(function);
        let goals =
            [Goal::Entry(function), Goal::Block(entry), Goal::Statement(entry.statement(0))];
        goals.into_iter().find_map(|goal| self.find(goal).filter(|&goal| pursued(goal)))
    }

    /// Returns `true` if the rule for roots makes a goal active from the start: with [`Roots::All`]
    /// every goal; with [`Roots::BehindEntry`] a goal that is covered by entering a function, which
    /// would otherwise wait for itself.
    pub(super) fn is_entry(
        &self,
        goal: GoalId,
        identity: Goal,
        roots: Roots,
        pursued: impl Fn(GoalId) -> bool,
    ) -> bool {
        match identity {
            _ if roots == Roots::Active => false,
            _ if roots == Roots::All => true, // nothing is waited for
            Goal::Entry(_) | Goal::DirectEntry(_) | Goal::Method(_) | Goal::MethodEntry(_) => true,
            // Blocks and statements enter a function only if root goals wait for this very goal.
            Goal::Block(block) | Goal::Statement(Statement { block, index: 0 }) => self
                .flow
                .get_function_of(block)
                .is_some_and(|function| self.entry_goal(function, roots, pursued) == Some(goal)),
            _ => false,
        }
    }
}

/// Returns `true` if a goal waits for the direct-branch goals of the branches that it depends on: a
/// direct-branch goal, or a goal that reads direct calls.
pub(super) fn asks_for_direct_calls(identity: Goal, needs: Option<&Needs>) -> bool {
    matches!(identity, Goal::DirectBranch(_))
        || needs.is_some_and(|it| it.reads(Fact::On(Plane::Direct)))
}

impl<X: ?Sized> Clone for GoalGraph<'_, X> {
    fn clone(&self) -> Self {
        Self { dropped: self.dropped.clone(), ..*self }
    }
}

/// Shows a map from each pursued goal to its parents.
impl<X: ?Sized> fmt::Debug for GoalGraph<'_, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goals = self.goals.ids().filter_map(|goal| Some((self.pursued(goal)?, goal)));
        f.debug_map().entries(goals.map(|(identity, goal)| (identity, self.parents(goal)))).finish()
    }
}
