//! Frontiers of a registry, which follow as goals and functions are added.

use super::goal_graph::{GoalGraph, Roots, asks_for_direct_calls};
use crate::flow::GraphIdentity;
use crate::id::{Block, Branch, Function, GoalId};
use crate::objective::Goal;
use crate::selection::{Frontier, NO_GATE, Opened, Path, Planes};
use alloc::vec;
use alloc::vec::Vec;
use smallvec::SmallVec;

#[cfg(doc)]
use crate::objective::Goals;

impl Frontier {
    /// Creates the frontier of the goals of a registry, by control dependence. Nearly linear in
    /// goals, blocks and branches.
    ///
    /// # Panics
    ///
    /// If there are more than 2^32 - 4 goals, or 2^31 blocks.
    #[must_use]
    pub fn of<X: ?Sized>(graph: &GoalGraph<'_, X>) -> Self {
        let mut frontier = Self::default();
        frontier.fit(graph);
        frontier
    }

    /// Adds the goals that the registry got since the last call, and the functions that the graph
    /// got. Returns the goals that became active, ascending. The rule for roots stays the rule of
    /// the first call.
    ///
    /// In a search that finds goals, call [`Goals::discover`], `fit`, [`Goals::measure`] and
    /// [`cover`](Self::cover) in this order after each execution. Then the frontier has every goal
    /// that `cover` names, and a goal that one execution both found and covered is not lost.
    ///
    /// A function may be added together with all its goals, and goals that are found during the
    /// search (exceptions) at any time: then the frontier is equal to a new one. In other cases,
    /// active goals stay active: a branch goal, direct-branch goal or entry goal that is added
    /// after its function is pursued, but no goal waits for it. Make a new frontier if that
    /// matters.
    ///
    /// A goal that was dropped when it was added stays dropped; dropping a goal later has no
    /// effect. Use one registry only: with another one the results mean nothing.
    ///
    /// Nearly linear in the new goals, in the blocks and branches of the new functions, in the
    /// goals replaced since the last call (if there are any, in all goals that were ever replaced),
    /// and in waiting goals with places in functions that were not there.
    ///
    /// # Panics
    ///
    /// If the flow graph is neither the graph of the last call nor grown from it:
    /// `graph.check(frontier.made_for())` finds out. If there are more than 2^32 - 4 goals, or 2^31
    /// blocks.
    ///
    /// ```
    /// use sbst::execution::{ExceptionKind, Thrown, Trace};
    /// use sbst::flow::FlowGraph;
    /// use sbst::id::{Function, Symbol};
    /// use sbst::objective::{CoverageGoal, GoalGraph, Goals};
    /// use sbst::selection::Frontier;
    ///
    /// let (graph, mut goals) = (FlowGraph::new(), Goals::<Trace>::new());
    /// let mut frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
    /// let thrown = Thrown::new(Function::new(0), Symbol::new(0), ExceptionKind::Implicit);
    /// let found = goals.push(CoverageGoal::new(thrown)).id();
    /// assert_eq!(frontier.fit(&GoalGraph::new(&goals, &graph)), [found]);
    /// frontier.cover([found]);
    /// ```
    #[track_caller]
    pub fn fit<X: ?Sized>(&mut self, graph: &GoalGraph<'_, X>) -> &[GoalId] {
        graph.flow.check(self.fitted.graph).unwrap_or_else(|mismatch| mismatch.raise());
        self.fitted.graph = graph.flow.identity();
        let (active, old_goals, old_functions) =
            (self.active().len(), self.len(), self.fitted.functions.len());
        let waits = (graph.roots != Roots::All, graph.roots == Roots::BehindEntry);
        let roots = match *self.fitted.waits.get_or_insert(waits) {
            (false, _) => Roots::All,
            (true, true) => Roots::BehindEntry,
            (true, false) => Roots::Active,
        };
        // Step 1: number the new goals, so that the goal numbers of frontier and registry agree.
        // They wait for nothing yet.
        for goal in (old_goals as u32..graph.goals.len() as u32).map(GoalId::new) {
            self.number_goal(graph.pursued(goal).is_some());
        }
        let functions =
            (old_functions as u32..graph.flow.function_count() as u32).map(Function::new);
        let branches = BranchGoals::new(graph, old_goals, functions.clone().next());
        // Step 2: gates for the blocks of new functions. All of them come before any goal is held
        // or any path is opened, since a line goal can have blocks in several functions.
        for function in functions.clone() {
            self.make_gates(graph, function, &branches);
        }
        // Step 3: older goals that also lie in these functions. `old_functions` limits their gates
        // to the new ones: they are held by the others already.
        if functions.len() > 0 {
            self.hold_unplaced(graph, old_functions);
        }
        // Step 4: an objective that replaced another one may have other places, such as a line that
        // got another block. It is held by all its gates again: to hold a goal twice does no harm.
        for goal in graph.goals.replaced_since(self.fitted.replacements) {
            if goal.index() < old_goals && self.is_waiting(goal) {
                let (gates, is_unplaced) = self.gates_of(graph, goal, 0);
                self.hold(goal, gates);
                if is_unplaced {
                    self.fitted.unplaced.push(goal);
                }
            }
        }
        self.fitted.replacements = graph.goals.replacements();
        // Step 5: the new goals are held by the gates of their blocks. A goal that enters a
        // function has no gate under these rules for roots.
        // The last one first: a gate activates those that it holds in the opposite order, which is
        // then ascending.
        for goal in (old_goals as u32..self.len() as u32).rev().map(GoalId::new) {
            let Some(identity) = graph.pursued(goal) else { continue };
            let enters = graph.is_entry(goal, identity, roots, |goal| !self.is_dropped(goal));
            let (gates, is_unplaced) = self.gates_of(graph, goal, 0);
            self.put_behind(goal, if enters { SmallVec::new() } else { gates });
            if is_unplaced {
                self.fitted.unplaced.push(goal);
            }
        }
        // Step 6: say what opens the gates, then open the entries. Not earlier: a gate that is open
        // already registers no more paths.
        for function in functions {
            self.open_paths(graph, function, &branches);
            self.open_entry(graph, function, roots);
        }
        self.sorted_from(active)
    }

    /// Returns the identity of the flow graph whose functions the frontier has. For a frontier that
    /// was made from lists it is the identity of a graph without functions.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.fitted.graph
    }

    /// Adds the gates of new functions to the waiting goals that had places in unknown functions.
    fn hold_unplaced<X: ?Sized>(&mut self, graph: &GoalGraph<'_, X>, old_functions: usize) {
        let mut unplaced = core::mem::take(&mut self.fitted.unplaced);
        unplaced.retain(|&goal| self.is_waiting(goal));
        unplaced.retain(|&goal| {
            let (gates, is_unplaced) = self.gates_of(graph, goal, old_functions);
            self.hold(goal, gates);
            is_unplaced
        });
        self.fitted.unplaced = unplaced;
    }

    /// Returns the gates of a goal's blocks, for functions from number `function` on.
    fn gates_of<X: ?Sized>(
        &self,
        graph: &GoalGraph<'_, X>,
        goal: GoalId,
        function: usize,
    ) -> (SmallVec<[u32; 2]>, bool) {
        let (mut gates, mut is_unplaced) = (SmallVec::new(), false);
        let (Some(identity), Some(needs)) = (graph.goals.get(goal), graph.goals.needs(goal)) else {
            return (gates, is_unplaced);
        };
        let direct = asks_for_direct_calls(identity, Some(&needs));
        // Unreachable blocks have no gate here: they would never open. A goal whose blocks are all
        // unreachable is a root, as in `GoalGraph::parents`.
        for place in needs.places() {
            let block = graph.block_of(place);
            is_unplaced |= block.is_none();
            let Some(block) = block.filter(|&block| graph.flow.is_reachable(block)) else {
                continue;
            };
            let own = graph.flow.function_of(block);
            if own.index() < function {
                continue;
            }
            if let Some(planes) = self.fitted.functions.get(own.index()) {
                let first = match planes.direct {
                    Some(first) if direct => first,
                    _ => planes.all,
                };
                gates.push(first + block.number() - graph.flow.entry(own).number());
            }
        }
        (gates, is_unplaced)
    }

    /// Adds a gate for each block of a function, and a second one if the function has direct-branch
    /// goals.
    fn make_gates<X: ?Sized>(
        &mut self,
        graph: &GoalGraph<'_, X>,
        function: Function,
        goals: &BranchGoals,
    ) {
        let (flow, entry) = (graph.flow, graph.flow.entry(function).number());
        // The forest of gates is the post-dominator tree of the function: a path upwards is the set
        // of blocks that depend on one branch. A second plane keeps "reached in a direct call"
        // apart from "reached in any call".
        let mut plane = || {
            let first = self.gates.len();
            for block in flow.blocks_of(function) {
                let above = flow.immediate_post_dominator(block);
                self.gates.add(above.map_or(NO_GATE, |above| first + above.number() - entry));
            }
            first
        };
        let all = plane();
        let mut branches = flow.blocks_of(function).flat_map(|block| flow.branches_of(block));
        let direct = branches.any(|branch| goals.of(graph, branch, true).is_some()).then(plane);
        self.fitted.functions.push(Planes { all, direct });
    }

    /// Registers which goal opens which path of a function. Paths of goals that are covered already
    /// are opened at once.
    fn open_paths<X: ?Sized>(
        &mut self,
        graph: &GoalGraph<'_, X>,
        function: Function,
        goals: &BranchGoals,
    ) {
        let (flow, entry) = (graph.flow, graph.flow.entry(function).number());
        let Planes { all, direct } = self.fitted.functions[function.index()];
        let mut covered = Vec::new();
        for branch in flow.blocks_of(function).flat_map(|block| flow.branches_of(block)) {
            // The blocks that depend on a branch are the path from its target up to the immediate
            // post-dominator of its source; without dependents there is nothing to open.
            let Some(start) = flow.dependents(branch).next() else { continue };
            let (source, stop) =
                (flow.edge(branch).source, flow.immediate_post_dominator(flow.edge(branch).source));
            // Goals that were dropped at an earlier call may not be dropped in this graph.
            let pursued = |goal: &GoalId| !self.is_dropped(*goal);
            let of_all = goals.of(graph, branch, false).filter(pursued);
            let of_direct =
                direct.and_then(|_| goals.of(graph, branch, true)).filter(pursued).or(of_all);
            // With a goal, the path opens when the goal is covered. Without one, nothing reports
            // that the branch was taken: the path opens with its source, as if the decision did not
            // exist. This is the transitive step of `GoalGraph::parents`, made once for each branch
            // and not once for each goal.
            for (first, goal) in [(Some(all), of_all), (direct, of_direct)] {
                let Some(first) = first else { continue };
                let gate = |block: Block| first + block.number() - entry;
                let path = Path { start: gate(start), stop: stop.map_or(NO_GATE, gate) };
                match goal {
                    Some(goal) if self.is_covered(goal) => covered.push(Opened::Path(path)),
                    Some(goal) => self.open_when_covered(goal, Opened::Path(path)),
                    None => self.gates.pass(gate(source), path),
                }
            }
        }
        // After the loop: an open gate no longer registers paths, so opening one in the loop would
        // lose those registered later.
        for path in covered {
            self.open(path);
        }
    }

    /// Opens the blocks that depend on the entry of a function, or registers its entry goal to open
    /// them.
    fn open_entry<X: ?Sized>(
        &mut self,
        graph: &GoalGraph<'_, X>,
        function: Function,
        roots: Roots,
    ) {
        let Planes { all, direct } = self.fitted.functions[function.index()];
        for first in core::iter::once(all).chain(direct) {
            // The entry is block 0 of its function, and the blocks above it post-dominate it: they
            // are the blocks that depend on the entry.
            let path = Path { start: first, stop: NO_GATE };
            match graph.entry_goal(function, roots, |goal| !self.is_dropped(goal)) {
                Some(goal) => self.open_when_covered(goal, Opened::Path(path)),
                None => self.open(Opened::Path(path)),
            }
        }
    }
}

/// Branch goals of new functions. The new goals are in a table by branch, because looking one up in
/// the registry takes longer.
struct BranchGoals {
    /// First branch of the new functions.
    first: usize,
    /// By branch: its new branch goal and its new direct-branch goal.
    fresh: Vec<[Option<GoalId>; 2]>,
    /// `true` if the registry had goals before, which may belong to these branches, too.
    has_older: bool,
}

impl BranchGoals {
    /// Builds the table. Linear in the new goals, and in the blocks and branches of the new
    /// functions.
    fn new<X: ?Sized>(
        graph: &GoalGraph<'_, X>,
        old_goals: usize,
        function: Option<Function>,
    ) -> Self {
        let flow = graph.flow;
        let Some(function) = function else {
            return Self { first: 0, fresh: Vec::new(), has_older: true };
        };
        // Blocks and branches are numbered function by function.
        let blocks = flow.entry(function).number()..flow.block_count() as u32;
        let first = blocks.map(Block::new).find_map(|block| flow.branches_of(block).next());
        let first = first.map_or(flow.branch_count(), |branch| branch.index());
        let mut fresh = vec![[None; 2]; flow.branch_count() - first];
        for goal in (old_goals as u32..graph.goals.len() as u32).map(GoalId::new) {
            let (branch, kind) = match graph.pursued(goal) {
                Some(Goal::Branch(branch)) => (branch, 0),
                Some(Goal::DirectBranch(branch)) => (branch, 1),
                _ => continue,
            };
            let place = branch.index().checked_sub(first);
            if let Some(goals) = place.and_then(|place| fresh.get_mut(place)) {
                goals[kind] = Some(goal);
            }
        }
        Self { first, fresh, has_older: old_goals > 0 }
    }

    /// Returns the branch goal of a branch, or its direct-branch goal.
    fn of<X: ?Sized>(
        &self,
        graph: &GoalGraph<'_, X>,
        branch: Branch,
        direct: bool,
    ) -> Option<GoalId> {
        let identity = if direct { Goal::DirectBranch(branch) } else { Goal::Branch(branch) };
        let fresh = self.fresh[branch.index() - self.first][usize::from(direct)];
        fresh.or_else(|| if self.has_older { graph.find(identity) } else { None })
    }
}
