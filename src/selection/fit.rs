//! Frontiers of a registry's goals, which follow as goals and functions come.

use super::frontier::{Frontier, Opened, Planes};
use super::gates::{NO_GATE, Path};
use super::goal_graph::{BranchGoals, GoalGraph, Roots};
use crate::id::{Function, GoalId};
use crate::objective::Goal;
use smallvec::SmallVec;

#[cfg(doc)]
use crate::objective::Goals;

impl Frontier {
    /// Of the goals of a registry, by control dependence. Nearly linear in goals, blocks and branches.
    ///
    /// # Panics
    ///
    /// If there are more than 2^32 - 4 goals.
    #[must_use]
    pub fn of<X: ?Sized>(graph: &GoalGraph<'_, X>) -> Self {
        let mut frontier = Self::default();
        frontier.fit(graph);
        frontier
    }

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
