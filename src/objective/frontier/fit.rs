//! Frontiers of a registry's goals, which follow as goals and functions come.

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
    /// Of the goals of a registry, by control dependence. Nearly linear in goals, blocks and branches.
    ///
    /// # Panics
    ///
    /// If there are more than 2^32 - 3 goals, or 2^31 blocks.
    #[must_use]
    pub fn of<X: ?Sized>(graph: &GoalGraph<'_, X>) -> Self {
        let mut frontier = Self::default();
        frontier.fit(graph);
        frontier
    }

    /// Takes in the goals that the registry has got since the last time, and the functions that the graph has got; returns what became
    /// active by it, ascending. The rule for roots is that of the first time.
    ///
    /// In a search that finds goals, the order after each execution is [`Goals::discover`], `fit`, [`Goals::measure`],
    /// [`cover`](Self::cover): so the frontier knows what it is told, and a goal that the execution both found and covered is not lost.
    ///
    /// Functions may come with all their goals, goals that are found while searching (exceptions) at any time: then the frontier is what it
    /// would be if it were made anew. Else what is active stays active: a branch goal, a direct-branch goal or an entry goal that comes
    /// after its function is pursued, but nothing waits for it. Make a new frontier where that matters.
    ///
    /// A goal that was dropped when it came stays dropped; to drop one later has no effect. For another registry the answers mean
    /// nothing.
    ///
    /// Nearly linear in the new goals, in the blocks and branches of the new functions, in the goals replaced since the last time (if there
    /// are any, in all that ever were), and in waiting goals that lie in functions to come.
    ///
    /// # Panics
    ///
    /// If the flow graph is not the one of the last time, possibly grown since, which `graph.check(frontier.made_for())` tells. If there are more than
    /// 2^32 - 3 goals, or 2^31 blocks.
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
        if let Err(mismatch) = graph.flow.check(self.fitted.graph) {
            mismatch.raise();
        }
        self.fitted.graph = graph.flow.identity();
        let (active, old_goals, old_functions) = (self.active().len(), self.len(), self.fitted.functions.len());
        let waits = *self.fitted.waits.get_or_insert((graph.roots != Roots::All, graph.roots == Roots::BehindEntry));
        let roots = match waits {
            (false, _) => Roots::All,
            (true, true) => Roots::BehindEntry,
            (true, false) => Roots::Active,
        };
        for goal in (old_goals as u32..graph.goals.len() as u32).map(GoalId::new) {
            self.next_goal(graph.pursued(goal).is_some());
        }
        let functions = (old_functions as u32..graph.flow.function_count() as u32).map(Function::new);
        let branches = BranchGoals::new(graph, old_goals, functions.clone().next());
        functions.clone().for_each(|function| self.make_gates(graph, function, &branches));
        if functions.len() > 0 {
            let mut unplaced = core::mem::take(&mut self.fitted.unplaced);
            unplaced.retain(|&goal| self.is_waiting(goal));
            unplaced.iter().for_each(|&goal| self.hold(goal, self.gates_of(graph, goal, old_functions)));
            unplaced.retain(|&goal| graph.is_unplaced(goal));
            self.fitted.unplaced = unplaced;
        }
        // An objective that took the place of another one may lie elsewhere: a line that got another block.
        for goal in graph.goals.replaced_since(self.fitted.replacements).filter(|goal| goal.index() < old_goals) {
            if self.is_waiting(goal) {
                self.hold(goal, self.gates_of(graph, goal, 0));
                self.fitted.unplaced.extend(Some(goal).filter(|&goal| graph.is_unplaced(goal)));
            }
        }
        self.fitted.replacements = graph.goals.replacements();
        for goal in (old_goals as u32..self.len() as u32).map(GoalId::new) {
            let Some(identity) = graph.pursued(goal) else { continue };
            let enters = graph.is_entry(goal, identity, roots, |goal| !self.is_dropped(goal));
            let gates = if enters { SmallVec::new() } else { self.gates_of(graph, goal, 0) };
            self.put_behind(goal, gates);
            self.fitted.unplaced.extend(Some(goal).filter(|&goal| graph.is_unplaced(goal)));
        }
        for function in functions {
            self.open_paths(graph, function, &branches);
            self.open_entry(graph, function, roots);
        }
        self.sorted_from(active)
    }

    /// Returns the identity of the flow graph whose functions the frontier has; that of a graph without functions if it was made from
    /// lists.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.fitted.graph
    }

    /// The gates that a goal lies behind, as far as they are in functions from this one on.
    fn gates_of<X: ?Sized>(&self, graph: &GoalGraph<'_, X>, goal: GoalId, function: usize) -> SmallVec<[u32; 2]> {
        let mut gates = SmallVec::new();
        let (Some(identity), Some(needs)) = (graph.goals.get(goal), graph.goals.needs(goal)) else { return gates };
        let direct = asks_for_direct_calls(identity, Some(&needs));
        for place in needs.places() {
            let Some(block) = graph.block_of(place).filter(|&block| graph.flow.is_reachable(block)) else { continue };
            let own = graph.flow.function_of(block).index();
            if let Some(planes) = self.fitted.functions.get(own).filter(|_| own >= function) {
                gates.push(planes.direct.filter(|_| direct).unwrap_or(planes.all) + graph.flow.local(block));
            }
        }
        gates
    }

    /// Makes a gate for each block of a function, once more for direct calls if they are asked for.
    fn make_gates<X: ?Sized>(&mut self, graph: &GoalGraph<'_, X>, function: Function, goals: &BranchGoals) {
        let flow = graph.flow;
        let mut plane = || {
            let first = self.gates.len();
            for block in flow.blocks_of(function) {
                let above = flow.immediate_post_dominator(block);
                self.gates.add(above.map_or(NO_GATE, |above| first + flow.local(above)));
            }
            first
        };
        let all = plane();
        let mut branches = flow.blocks_of(function).flat_map(|block| flow.branches_of(block));
        let direct = branches.any(|branch| goals.direct(graph, branch).is_some()).then(plane);
        self.fitted.functions.push(Planes { all, direct });
    }

    /// Says what opens which path of a function; what was covered before opens it at once.
    fn open_paths<X: ?Sized>(&mut self, graph: &GoalGraph<'_, X>, function: Function, goals: &BranchGoals) {
        let flow = graph.flow;
        let Planes { all, direct } = self.fitted.functions[function.index()];
        let mut covered = Vec::new();
        for branch in flow.blocks_of(function).flat_map(|block| flow.branches_of(block)) {
            let Some(start) = flow.dependents(branch).next() else { continue };
            let (source, stop) = (flow.edge(branch).source, flow.immediate_post_dominator(flow.edge(branch).source));
            // The graph may not know what was dropped before.
            let pursued = |goal: &GoalId| !self.is_dropped(*goal);
            let of_all = goals.all(graph, branch).filter(pursued);
            let of_direct = direct.and_then(|_| goals.direct(graph, branch)).filter(pursued).or(of_all);
            for (first, goal) in [(Some(all), of_all), (direct, of_direct)] {
                let Some(first) = first else { continue };
                let gate = |block| first + flow.local(block);
                let path = Path { start: gate(start), stop: stop.map_or(NO_GATE, gate) };
                match goal {
                    Some(goal) if self.is_covered(goal) => covered.push(Opened::Path(path)),
                    Some(goal) => self.open_when_covered(goal, Opened::Path(path)),
                    None => self.gates.pass(gate(source), path),
                }
            }
        }
        // Not before all is said: a gate that is open lets nothing more pass.
        covered.into_iter().for_each(|path| self.open(path));
    }

    /// Opens what depends on the entry of a function, or lets its entry goal do so.
    fn open_entry<X: ?Sized>(&mut self, graph: &GoalGraph<'_, X>, function: Function, roots: Roots) {
        let Planes { all, direct } = self.fitted.functions[function.index()];
        for first in core::iter::once(all).chain(direct) {
            // The entry is block 0 of its function, and all that post-dominates it is above it.
            let path = Path { start: first, stop: NO_GATE };
            match graph.entry_goal(function, roots, |goal| !self.is_dropped(goal)) {
                Some(goal) => self.open_when_covered(goal, Opened::Path(path)),
                None => self.open(Opened::Path(path)),
            }
        }
    }
}

/// The goals of branches of new functions: a table of those that are new, too, because to find each takes longer.
struct BranchGoals {
    /// The first branch of the new functions.
    first: usize,
    /// By branch: its branch goal, its direct-branch goal.
    fresh: Vec<[Option<GoalId>; 2]>,
    /// Whether there were goals before, which may be theirs.
    has_older: bool,
}

impl BranchGoals {
    fn new<X: ?Sized>(graph: &GoalGraph<'_, X>, old_goals: usize, function: Option<Function>) -> Self {
        let flow = graph.flow;
        let Some(function) = function else { return Self { first: 0, fresh: Vec::new(), has_older: true } };
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
            if let Some(goals) = branch.index().checked_sub(first).and_then(|place| fresh.get_mut(place)) {
                goals[kind] = Some(goal);
            }
        }
        Self { first, fresh, has_older: old_goals > 0 }
    }

    fn all<X: ?Sized>(&self, graph: &GoalGraph<'_, X>, branch: Branch) -> Option<GoalId> {
        self.fresh[branch.index() - self.first][0].or_else(|| if self.has_older { graph.branch_goal(branch) } else { None })
    }

    fn direct<X: ?Sized>(&self, graph: &GoalGraph<'_, X>, branch: Branch) -> Option<GoalId> {
        self.fresh[branch.index() - self.first][1].or_else(|| if self.has_older { graph.direct_goal(branch) } else { None })
    }
}
