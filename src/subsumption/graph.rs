//! What follows from a relation: classes of equivalent goals, the minimal set, who represents whom.

use super::reason::{Fact, ImplicationReason};
use super::relation::{Node, Subsumption};
use crate::id::GoalId;
use alloc::vec;
use alloc::vec::Vec;
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};

/// The order of goals by subsumption, equivalent ones as one: made by [`Subsumption::collapse`].
///
/// Goals that subsume one another are *equivalent*; each class of them has the one with the lowest number as its *representative*. A class
/// is *minimal* if no other class subsumes it; the representatives of these are the minimal set: covering it covers all goals, and each of
/// them is needed as far as the relation knows. Goals that the graph does not know are equivalent to themselves only, and minimal. Where
/// goals of several criteria are equivalent, those that were added to the registry first are pursued.
///
/// Mutation testing knows it as the subsumption graph of mutants, and its minimal set as the dominator mutants. Source: Ammann,
/// Delamaro, Offutt, "Establishing Theoretical Minimal Sets of Mutants" (2014); Zhou et al. 2024, section 3.4.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{GoalGraph, Goals, Program, block_goals, branch_goals};
/// use sbst::selection::Frontier;
/// use sbst::subsumption::Structure;
///
/// // 0: if a { 1: if b { 2 } }  3
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3),
/// )?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(block_goals(&graph)); // g0 to g3
/// goals.extend(branch_goals(&graph)); // g4 to g7
///
/// let relation = Structure::default().relate(&goals, &Program::new(&graph), &[]);
/// let subsumption = relation.collapse(goals.ids());
/// assert_eq!(subsumption.minimal().len(), 4); // the branches
/// let [a, inner] = [goals.ids().nth(4), goals.ids().nth(1)]
///     .map(|goal| goal.expect("one of eight"));
/// assert_eq!(subsumption.represented_by(inner), a);
/// let why = subsumption.explain(a, inner).expect("it does");
/// assert_eq!(why[1].to_string(), "takes e0, so enters b1: the target of the branch");
///
/// let goal_graph = GoalGraph::new(&goals, &graph).without(subsumption.subsumed());
/// let frontier = Frontier::of(&goal_graph); // pursues the minimal goals only
/// assert_eq!(frontier.active(), &subsumption.minimal()[..2]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SubsumptionGraph {
    /// Ascending. They are the first nodes, facts are those behind.
    ids: Vec<GoalId>,
    pub(super) facts: Vec<Fact>,
    pub(super) graph: DiGraph<(), ImplicationReason>,
    /// By node. Where one class leads to another one, that has the lesser number.
    pub(super) class: Vec<u32>,
    /// By class, and one more: where its goals begin.
    first: Vec<u32>,
    /// By class, each ascending; a class of facts has none.
    members: Vec<GoalId>,
    minimal: Vec<GoalId>,
    /// By class: the least of the minimal goals that subsume it.
    best: Vec<Option<GoalId>>,
}

impl Subsumption {
    /// Derives everything that follows from the pairs: equivalent goals as one, the minimal set, who represents whom. All of `goals` are in
    /// it, and those that the pairs name; so give all goals of the registry ([`Goals::ids`](crate::objective::Goals::ids)).
    ///
    /// O(n + m) for n goals and m pairs; O((n + m) log (n + m)) if numbers are missing among the goals.
    ///
    /// # Panics
    ///
    /// If there are 2^32 - 1 goals and facts, or as many pairs.
    #[must_use]
    pub fn collapse(&self, goals: impl IntoIterator<Item = GoalId>) -> SubsumptionGraph {
        SubsumptionGraph::of(self, goals)
    }
}

impl SubsumptionGraph {
    fn of(relation: &Subsumption, goals: impl IntoIterator<Item = GoalId>) -> Self {
        let mut ids: Vec<GoalId> = goals.into_iter().collect();
        let goal_of = |node| match node {
            Node::Goal(goal) => Some(goal),
            Node::Fact(_) => None,
        };
        let named = || relation.pairs.iter().flat_map(|pair| [pair.from, pair.to]).filter_map(goal_of);
        // A registry gives all numbers from 0: there is nothing to sort.
        if !is_dense(&ids) || named().any(|goal| goal.index() >= ids.len()) {
            ids.extend(named());
            ids.sort_unstable();
            ids.dedup();
        }
        let mut all = Self {
            facts: relation.facts.clone(),
            graph: DiGraph::with_capacity(ids.len() + relation.facts.len(), relation.pairs.len()),
            class: vec![0; ids.len() + relation.facts.len()],
            ids,
            first: Vec::new(),
            members: Vec::new(),
            minimal: Vec::new(),
            best: Vec::new(),
        };
        all.link(relation);
        all.classify();
        all
    }

    fn link(&mut self, relation: &Subsumption) {
        for _ in 0..self.class.len() {
            self.graph.add_node(());
        }
        for pair in &relation.pairs {
            let [from, to] = [pair.from, pair.to].map(|node| match node {
                Node::Goal(goal) => self.node(goal).expect("all that are named are there"),
                Node::Fact(place) => NodeIndex::new(self.ids.len() + place as usize),
            });
            self.graph.add_edge(from, to, pair.reason);
        }
    }

    fn classify(&mut self) {
        let classes = petgraph::algo::kosaraju_scc(&self.graph);
        self.first.push(0);
        for (number, class) in (0..).zip(&classes) {
            let before = self.members.len();
            for node in class {
                self.class[node.index()] = number;
                self.members.extend(self.ids.get(node.index()));
            }
            self.members[before..].sort_unstable();
            self.first.push(self.members.len() as u32);
        }
        let mut minimal = Vec::new();
        self.best = self.spread(&classes, |members, above| match (above, members) {
            (None, &[representative, ..]) => {
                minimal.push(representative);
                Some(representative)
            }
            _ => above,
        });
        minimal.sort_unstable();
        self.minimal = minimal;
    }

    /// Returns, for each class what `choose` makes of its goals and of the least that was chosen for the classes right above it, from the
    /// strongest down.
    fn spread(
        &self,
        classes: &[Vec<NodeIndex>],
        mut choose: impl FnMut(&[GoalId], Option<GoalId>) -> Option<GoalId>,
    ) -> Vec<Option<GoalId>> {
        let mut chosen = vec![None; classes.len()];
        for (number, nodes) in classes.iter().enumerate().rev() {
            let above = nodes.iter().flat_map(|&node| self.graph.neighbors_directed(node, Direction::Incoming));
            let above = above.map(|node| self.class[node.index()] as usize).filter(|&class| class != number);
            let above = above.filter_map(|class| chosen[class]).min();
            chosen[number] = choose(self.members(number as u32), above);
        }
        chosen
    }

    pub(super) fn node(&self, goal: GoalId) -> Option<NodeIndex> {
        let at = goal.index();
        let place = if self.ids.get(at) == Some(&goal) { Some(at) } else { self.ids.binary_search(&goal).ok() };
        place.map(NodeIndex::new)
    }

    pub(super) fn fact_of(&self, node: NodeIndex) -> Fact {
        match self.ids.get(node.index()) {
            Some(&goal) => Fact::Covers(goal),
            None => self.facts[node.index() - self.ids.len()],
        }
    }

    fn class_of(&self, goal: GoalId) -> Option<u32> {
        self.node(goal).map(|node| self.class[node.index()])
    }

    pub(super) fn members(&self, class: u32) -> &[GoalId] {
        let first = &self.first[class as usize..class as usize + 2];
        &self.members[first[0] as usize..first[1] as usize]
    }

    pub(super) fn class_count(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    pub(super) fn nodes_by_class(&self) -> Vec<Vec<NodeIndex>> {
        let mut classes = vec![Vec::new(); self.class_count() as usize];
        self.graph.node_indices().for_each(|node| classes[self.class[node.index()] as usize].push(node));
        classes
    }

    /// Returns all goals, ascending.
    #[must_use]
    pub fn goals(&self) -> &[GoalId] {
        &self.ids
    }

    /// Returns the minimal set, ascending: one goal of each class that no other class subsumes. Covering these covers all.
    #[must_use]
    pub fn minimal(&self) -> &[GoalId] {
        &self.minimal
    }

    /// Returns the goals outside the minimal set, ascending: those that a frontier may do [without](crate::objective::GoalGraph::without).
    pub fn subsumed(&self) -> impl DoubleEndedIterator<Item = GoalId> + Clone {
        self.ids.iter().copied().filter(|&goal| self.represented_by(goal) != goal)
    }

    /// Returns the goals that are equivalent to a goal, itself among them, ascending: the first one is their representative. None if the
    /// goal is not known.
    #[must_use]
    pub fn equivalents(&self, goal: GoalId) -> &[GoalId] {
        self.class_of(goal).map_or(&[], |class| self.members(class))
    }

    /// Returns the goal of the minimal set that covers this one when it is covered: itself if it is one of them, or if it is not known,
    /// else the one with the lowest number. O(1).
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::Subsumption;
    ///
    /// let [a, b, c] = [0, 1, 2].map(GoalId::new);
    /// let graph = Subsumption::from_iter([(a, b)]).collapse([a, b, c]);
    /// assert_eq!([a, b, c].map(|goal| graph.represented_by(goal)), [a, a, c]);
    /// ```
    #[must_use]
    pub fn represented_by(&self, goal: GoalId) -> GoalId {
        self.class_of(goal).and_then(|class| self.best[class as usize]).unwrap_or(goal)
    }

    /// Returns the kept goal that covers each goal, if these goals are kept, whatever the minimal set: each goal with the kept goal that
    /// covers it when it is covered, ascending. For a kept one it is itself; else the one with the lowest number among the nearest of each
    /// chain. Goals that are missing are those that nothing kept subsumes. Goals that the graph does not know are left out. O(n + m).
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::Subsumption;
    ///
    /// let [a, b, c, d] = [0, 1, 2, 3].map(GoalId::new);
    /// let graph = Subsumption::from_iter([(a, b), (b, c)]).collapse([a, b, c, d]);
    /// assert_eq!(graph.covered_by([b]), [(b, b), (c, b)]); // a and d are lost
    /// ```
    #[must_use]
    pub fn covered_by(&self, kept: impl IntoIterator<Item = GoalId>) -> Vec<(GoalId, GoalId)> {
        let mut is_kept = vec![false; self.ids.len()];
        kept.into_iter().filter_map(|goal| self.node(goal)).for_each(|node| is_kept[node.index()] = true);
        let is_kept = |goal: GoalId| self.node(goal).is_some_and(|node| is_kept[node.index()]);
        let covering =
            self.spread(&self.nodes_by_class(), |members, above| members.iter().copied().find(|&goal| is_kept(goal)).or(above));
        let by = |&goal: &GoalId| {
            let covering = if is_kept(goal) { Some(goal) } else { covering[self.class_of(goal)? as usize] };
            Some((goal, covering?))
        };
        self.ids.iter().filter_map(by).collect()
    }

    /// Returns the goals among some goals that no other one of them subsumes, ascending; of equivalent ones the one with the lowest number.
    /// Covering these covers all of them. Goals that the graph does not know are among them. O(n + m).
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::Subsumption;
    ///
    /// let [a, b, c, d] = [0, 1, 2, 3].map(GoalId::new);
    /// let graph = Subsumption::from_iter([(a, b), (b, c)]).collapse([a, b, c, d]);
    /// assert_eq!(graph.minimal_of([b, c, d]), [b, d]);
    /// ```
    #[must_use]
    pub fn minimal_of(&self, goals: impl IntoIterator<Item = GoalId>) -> Vec<GoalId> {
        self.minimal_of_list(goals.into_iter().collect())
    }

    fn minimal_of_list(&self, mut goals: Vec<GoalId>) -> Vec<GoalId> {
        goals.sort_unstable();
        goals.dedup();
        let mut minimal: Vec<GoalId> = goals.iter().copied().filter(|&goal| self.node(goal).is_none()).collect();
        self.spread(&self.nodes_by_class(), |members, above| {
            above.or_else(|| {
                let first = members.iter().copied().find(|goal| goals.binary_search(goal).is_ok());
                minimal.extend(first);
                first
            })
        });
        minimal.sort_unstable();
        minimal
    }

    /// Returns the pairs that a test refutes which covers these goals, and no others: each goal that it covers with each that it should
    /// have covered by that, with nothing but facts in between, in order. [`explain`](Self::explain) says where they came from. O(n + m)
    /// for each goal that is covered.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::CoverageMatrix;
    ///
    /// let [a, b] = [0, 1].map(GoalId::new);
    /// let graph = CoverageMatrix::from_rows([[0b011_u64], [0b111]]).relate().collapse([]);
    /// assert_eq!(graph.refuted_by([a]), [(a, b)]);
    /// assert_eq!(graph.refuted_by([b]), []);
    /// ```
    #[must_use]
    pub fn refuted_by(&self, covered: impl IntoIterator<Item = GoalId>) -> Vec<(GoalId, GoalId)> {
        self.refuted_by_list(covered.into_iter().collect())
    }

    fn refuted_by_list(&self, mut covered: Vec<GoalId>) -> Vec<(GoalId, GoalId)> {
        covered.sort_unstable();
        covered.dedup();
        let mut refuted = Vec::new();
        // By node: the last of the covered goals from which it was seen.
        let mut seen_from = vec![None; self.class.len()];
        for &goal in &covered {
            let mut waiting: Vec<NodeIndex> = self.node(goal).into_iter().collect();
            while let Some(node) = waiting.pop() {
                for below in self.graph.neighbors(node) {
                    if seen_from[below.index()].replace(goal) == Some(goal) {
                        continue;
                    }
                    match self.ids.get(below.index()) {
                        Some(&other) if covered.binary_search(&other).is_err() => refuted.push((goal, other)),
                        Some(_) => {}
                        None => waiting.push(below),
                    }
                }
            }
        }
        refuted.sort_unstable();
        refuted
    }
}

/// Returns `true` if these are all numbers from 0 on.
fn is_dense(ids: &[GoalId]) -> bool {
    ids.iter().enumerate().all(|(place, id)| id.index() == place)
}
