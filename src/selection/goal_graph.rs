//! Which goals lie behind which, by control dependence.

use super::Frontier;
use super::frontier::Opened;
use super::gates::{NO_GATE, Path};
use crate::flow::FlowGraph;
use crate::id::{Block, Branch, Function, GoalId};
use crate::objective::{Goal, Goals, Place};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use smallvec::SmallVec;

/// When goals become active that depend on the entry of their function only.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::objective::{BlockGoal, Goals, branch_goals};
/// use sbst::selection::{Frontier, GoalGraph, Roots};
///
/// let mut graph = FlowGraph::new();
/// for _ in 0..1000 {
///     graph.add(&Body::new().branch(0, 1, 2).exit(1).exit(2))?;
/// }
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(branch_goals(&graph));
/// goals.extend(graph.functions().map(|function| BlockGoal(graph.entry(function)))); // what the branches wait for
/// let mut frontier = Frontier::of(&GoalGraph::new(&goals, &graph).with_roots(Roots::BehindEntry));
/// assert_eq!(frontier.active().len(), 1000);
/// let entered = frontier.active()[0];
/// assert_eq!(frontier.cover([entered]).len(), 2);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Roots {
    /// From the start.
    #[default]
    Active,
    /// Once their function was entered, for programs of many functions: they lie behind the goal that says so, which is the first of
    /// [`Goal::Entry`], [`Goal::Block`] of the entry block, [`Goal::Statement`] 0 of it that the registry has. Where it has none, they
    /// are active from the start. That goal itself is, too, and so are [`Goal::Method`] and the direct ways in.
    BehindEntry,
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
/// Direct-branch goals depend on the direct-branch goals of these branches; where there is none, on their branch goals.
///
/// It borrows registry and graph and computes on demand; [`Frontier::of`] turns it into what a search asks.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::GoalId;
/// use sbst::objective::{Goals, branch_goals};
/// use sbst::selection::{Frontier, GoalGraph};
///
/// // 0: if a { 1: if b { 2 } }  3
/// let graph = FlowGraph::of(&Body::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3))?;
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
    goals: &'a Goals<X>,
    flow: &'a FlowGraph,
    roots: Roots,
    dropped: BTreeSet<GoalId>,
}

/// Where the gates of a function begin in a frontier: one for each block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planes {
    /// For all goals but direct-branch goals.
    all: u32,
    /// For direct-branch goals, if there are any.
    direct: Option<u32>,
}

/// Which branches of the flow graph are goals.
struct BranchGoals {
    /// By branch.
    all: Vec<Option<GoalId>>,
    direct: Vec<Option<GoalId>>,
}

impl<'a, X: ?Sized> GoalGraph<'a, X> {
    /// Of all goals of the registry.
    #[must_use]
    pub const fn new(goals: &'a Goals<X>, flow: &'a FlowGraph) -> Self {
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

    /// The goals of which one must be covered before this one is pursued, ascending; none if it is a root, was dropped, or is not in the
    /// registry.
    ///
    /// As long as it takes to follow the dependences; they can be as many as the branches of a function.
    #[must_use]
    pub fn parents(&self, goal: GoalId) -> Vec<GoalId> {
        let Some(identity) = self.pursued(goal) else { return Vec::new() };
        let direct = matches!(identity, Goal::DirectBranch(_));
        let mut parents = BTreeSet::new();
        let (mut seen, mut waiting) = (BTreeSet::new(), Vec::new());
        self.goals.places(goal, |place| waiting.extend(self.block_of(place)));
        while let Some(block) = waiting.pop() {
            if !seen.insert(block) {
                continue;
            }
            if self.flow.depends_on_entry(block) {
                match self.entry_goal(self.flow.function_of(block)) {
                    Some(entry) if !self.is_entry(goal, identity) => drop(parents.insert(entry)),
                    _ => return Vec::new(),
                }
            }
            for branch in self.flow.controls(block) {
                match self.goal_of(branch, direct) {
                    Some(parent) if parent == goal => {}
                    Some(parent) => drop(parents.insert(parent)),
                    None => waiting.push(self.flow.source(branch)),
                }
            }
        }
        parents.into_iter().collect()
    }

    /// The identity of a goal that is in the registry and was not dropped.
    fn pursued(&self, goal: GoalId) -> Option<Goal> {
        self.goals.get(goal).filter(|_| !self.dropped.contains(&goal))
    }

    /// The goal with this identity, if it is pursued.
    fn find(&self, identity: Goal) -> Option<GoalId> {
        self.goals.find(identity).filter(|goal| !self.dropped.contains(goal))
    }

    /// The goal that a branch stands for.
    fn goal_of(&self, branch: Branch, direct: bool) -> Option<GoalId> {
        let goal = if direct { self.find(Goal::DirectBranch(branch)) } else { None };
        goal.or_else(|| self.find(Goal::Branch(branch)))
    }

    /// The block whose dependences are those of what lies there, if the graph has it.
    fn block_of(&self, place: Place) -> Option<Block> {
        match place {
            Place::Function(function) => self.flow.get_block(function, 0),
            Place::Block(block) => self.flow.get_function_of(block).map(|_| block),
            Place::Branch(branch) => self.flow.get_edge(branch).map(|edge| edge.source),
        }
    }

    /// The goal that a function's roots lie behind.
    fn entry_goal(&self, function: Function) -> Option<GoalId> {
        let entry = self.flow.entry(function);
        let goals = [Goal::Entry(function), Goal::Block(entry), Goal::Statement(entry, 0)];
        goals.into_iter().filter(|_| self.roots == Roots::BehindEntry).find_map(|goal| self.find(goal))
    }

    /// Whether the goal is to enter its function: behind the entry goal it would wait for itself.
    fn is_entry(&self, goal: GoalId, identity: Goal) -> bool {
        match identity {
            Goal::Entry(_) | Goal::DirectEntry(_) | Goal::Method(_) => true,
            Goal::Block(block) | Goal::Statement(block, 0) => {
                self.flow.get_function_of(block).is_some_and(|function| self.entry_goal(function) == Some(goal))
            }
            _ => false,
        }
    }

    fn branch_goals(&self) -> BranchGoals {
        let mut found = BranchGoals { all: vec![None; self.flow.branch_count()], direct: vec![None; self.flow.branch_count()] };
        for goal in self.goals.ids() {
            let (table, branch) = match self.pursued(goal) {
                Some(Goal::Branch(branch)) => (&mut found.all, branch),
                Some(Goal::DirectBranch(branch)) => (&mut found.direct, branch),
                _ => continue,
            };
            if let Some(place) = table.get_mut(branch.index()) {
                *place = Some(goal);
            }
        }
        found
    }
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

impl Frontier {
    /// Takes in the goals that the registry has got since the last time, and the functions that the graph has got; returns what became
    /// active by it, ascending. The graph has to be made as the one before: with the same rule for roots.
    ///
    /// In a search that finds goals, the order after each execution is [`Goals::discover`], `fit`, [`Goals::measure`],
    /// [`cover`](Self::cover): so the frontier knows what it is told, and a goal that the execution both found and covered is not lost.
    ///
    /// What is active stays active: a branch that becomes a goal after its function was taken in is pursued, but nothing goes back to
    /// waiting for it; nor for an entry goal that comes late. (Goals that are found while searching, as exceptions, and functions that
    /// come with all their goals are not concerned.) Make a new frontier where that matters. A goal that was dropped stays dropped.
    ///
    /// Linear in the new goals; if there are new functions, nearly linear in everything.
    ///
    /// # Panics
    ///
    /// If there are more than 2^32 - 4 goals.
    ///
    /// ```
    /// use sbst::execution::{Kind, Thrown, Trace};
    /// use sbst::flow::FlowGraph;
    /// use sbst::id::{Function, Symbol};
    /// use sbst::objective::{ExceptionGoal, Goals};
    /// use sbst::selection::{Frontier, GoalGraph};
    ///
    /// let (graph, mut goals) = (FlowGraph::new(), Goals::<Trace>::new());
    /// let mut frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
    /// let thrown = Thrown::new(Function::new(0), Symbol::new(0), Kind::Implicit);
    /// let found = goals.push(ExceptionGoal(thrown)).id();
    /// assert_eq!(frontier.fit(&GoalGraph::new(&goals, &graph)), [found]);
    /// frontier.cover([found]);
    /// ```
    pub fn fit<X: ?Sized>(&mut self, graph: &GoalGraph<'_, X>) -> &[GoalId] {
        let (active, old_goals, old_functions) = (self.active().len(), self.len(), self.functions.len());
        for goal in (old_goals as u32..graph.goals.len() as u32).map(GoalId::new) {
            self.next_goal(graph.pursued(goal).is_some());
        }
        let functions = old_functions as u32..graph.flow.function_count() as u32;
        if !functions.is_empty() {
            let branch_goals = graph.branch_goals();
            functions.map(Function::new).for_each(|function| self.make_gates(graph, function, &branch_goals));
            // A line may be in new functions, too.
            for goal in (0..old_goals as u32).map(GoalId::new) {
                if self.is_waiting(goal) {
                    self.hold(goal, self.gates_of(graph, goal, old_functions));
                }
            }
        }
        for goal in (old_goals as u32..self.len() as u32).map(GoalId::new) {
            if let Some(identity) = graph.pursued(goal) {
                let enters = graph.roots == Roots::BehindEntry && graph.is_entry(goal, identity);
                let gates = if enters { SmallVec::new() } else { self.gates_of(graph, goal, 0) };
                self.put_behind(goal, gates);
            }
        }
        for function in (old_functions as u32..self.functions.len() as u32).map(Function::new) {
            self.open_entry(graph, function);
        }
        self.sorted_from(active)
    }

    /// The gates that a goal lies behind, as far as they are in functions from this one on.
    fn gates_of<X: ?Sized>(&self, graph: &GoalGraph<'_, X>, goal: GoalId, function: usize) -> SmallVec<[u32; 2]> {
        let direct = matches!(graph.goals.get(goal), Some(Goal::DirectBranch(_)));
        let mut gates = SmallVec::new();
        graph.goals.places(goal, |place| {
            let Some(block) = graph.block_of(place).filter(|&block| graph.flow.is_reachable(block)) else { return };
            let own = graph.flow.function_of(block).index();
            if let Some(planes) = self.functions.get(own).filter(|_| own >= function) {
                gates.push(planes.direct.filter(|_| direct).unwrap_or(planes.all) + graph.flow.local(block));
            }
        });
        gates
    }

    /// Makes a gate for each block of a function, and says what opens which.
    fn make_gates<X: ?Sized>(&mut self, graph: &GoalGraph<'_, X>, function: Function, goals: &BranchGoals) {
        let flow = graph.flow;
        let branches = || flow.blocks_of(function).flat_map(|block| flow.branches_of(block));
        let mut plane = || {
            let first = self.gates.len();
            for block in flow.blocks_of(function) {
                let above = flow.immediate_post_dominator(block);
                self.gates.add(above.map_or(NO_GATE, |above| first + flow.local(above)));
            }
            first
        };
        let all = plane();
        let direct = branches().any(|branch| goals.direct[branch.index()].is_some()).then(plane);
        self.functions.push(Planes { all, direct });

        for branch in branches() {
            let Some(start) = flow.dependents(branch).next() else { continue };
            let (source, stop) = (flow.source(branch), flow.immediate_post_dominator(flow.source(branch)));
            let [of_all, of_direct] = [goals.all[branch.index()], goals.direct[branch.index()]];
            for (first, goal) in [(Some(all), of_all), (direct, of_direct.or(of_all))] {
                let Some(first) = first else { continue };
                let gate = |block| first + flow.local(block);
                let path = Path { start: gate(start), stop: stop.map_or(NO_GATE, gate) };
                match goal {
                    Some(goal) => self.open_when_covered(goal, Opened::Path(path)),
                    None => self.gates.pass(gate(source), path),
                }
            }
        }
    }

    /// Opens what depends on the entry of a function, or lets its entry goal do so.
    fn open_entry<X: ?Sized>(&mut self, graph: &GoalGraph<'_, X>, function: Function) {
        let Planes { all, direct } = self.functions[function.index()];
        for first in core::iter::once(all).chain(direct) {
            // The entry is block 0 of its function, and all that post-dominates it is above it.
            let path = Path { start: first, stop: NO_GATE };
            match graph.entry_goal(function) {
                Some(goal) => self.open_when_covered(goal, Opened::Path(path)),
                None => self.open(Opened::Path(path)),
            }
        }
    }
}
