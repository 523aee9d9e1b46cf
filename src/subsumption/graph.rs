//! Condensed graph of a relation: classes of equivalent goals, the minimal set, and
//! representatives.

use super::reason::{Event, ImplicationReason};
use super::relation::{Node, Subsumption};
use crate::id::GoalId;
use alloc::vec;
use alloc::vec::Vec;
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};

/// Chooses one of the goals of a class, or none. The second parameter is the least goal that was
/// chosen for the classes from which edges lead to this class.
type Choose<'a> = dyn Fn(&[GoalId], Option<GoalId>) -> Option<GoalId> + 'a;

/// Everything that follows from a relation: classes of equivalent goals, the minimal set, and the
/// goal that represents each goal.
///
/// [`Subsumption::collapse`] creates it.
///
/// - Goals that subsume one another are *equivalent*. The *representative* of a class of equivalent
///   goals is the goal with the lowest number. So if goals of several criteria are equivalent, a
///   search pursues the goal that was added to the registry first.
/// - A class is *minimal* if no other class subsumes it. The *minimal set* holds the
///   representatives of the minimal classes. Covering it covers all goals, and as far as the
///   relation tells, none of its goals can be left out.
/// - A goal that the graph does not know is equivalent to itself only, and counts as minimal.
///
/// In mutation testing, this is the subsumption graph of mutants, and the minimal set holds the
/// dominator mutants. Sources: Ammann, Delamaro, Offutt, "Establishing Theoretical Minimal Sets of
/// Mutants" (2014); Zhou et al. 2024, section 3.4.
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
/// let why = subsumption.explain(a, inner).expect("a subsumes the inner block");
/// assert_eq!(why[1].to_string(), "takes e0, so enters b1: the target of the branch");
///
/// let goal_graph = GoalGraph::new(&goals, &graph).without(subsumption.subsumed());
/// let frontier = Frontier::of(&goal_graph); // pursues the minimal goals only
/// assert_eq!(frontier.active(), &subsumption.minimal()[..2]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SubsumptionGraph {
    /// The goals, ascending. Goals are the first nodes of the graph.
    ids: Vec<GoalId>,
    /// The events. They are the nodes after the goals.
    pub(super) events: Vec<Event>,
    /// The pairs as edges, from the stronger to the weaker node.
    pub(super) graph: DiGraph<(), ImplicationReason>,
    /// For each node, its class. If an edge leads from one class to another one, the other class
    /// has the lower number.
    pub(super) class: Vec<u32>,
    /// For each class, the index of its first goal in `members`. One more entry marks the end.
    first: Vec<u32>,
    /// The goals, class by class, ascending within a class. A class of events only has none.
    members: Vec<GoalId>,
    /// The minimal set, ascending.
    minimal: Vec<GoalId>,
    /// For each class, the least goal of the minimal set that subsumes it; `None` for a class of
    /// events that no goal implies.
    best: Vec<Option<GoalId>>,
}

impl Subsumption {
    /// Derives everything that follows from the pairs: classes of equivalent goals, the minimal
    /// set, and representatives.
    ///
    /// The graph has `goals`, in any order, and the goals that the pairs name. Pass all goals of
    /// the registry ([`Goals::ids`](crate::objective::Goals::ids)): a goal that no pair names is in
    /// the minimal set only if you pass it.
    ///
    /// O(n + m) for n goals and events and m pairs; O((n + m) log (n + m)) if `goals` are not the
    /// numbers from 0 on, ascending.
    ///
    /// # Panics
    ///
    /// If goals and events together, or pairs, number 2^32 - 1 or more.
    #[must_use]
    pub fn collapse(&self, goals: impl IntoIterator<Item = GoalId>) -> SubsumptionGraph {
        let mut ids: Vec<GoalId> = goals.into_iter().collect();
        let goal_of = |node| match node {
            Node::Goal(goal) => Some(goal),
            Node::Event(_) => None,
        };
        let named = || self.pairs.iter().flat_map(|pair| [pair.from, pair.to]).filter_map(goal_of);
        // The goals of a registry are all numbers from 0 on: there is nothing to sort.
        let is_dense = ids.iter().enumerate().all(|(place, id)| id.index() == place);
        if !is_dense || named().any(|goal| goal.index() >= ids.len()) {
            ids.extend(named());
            ids.sort_unstable();
            ids.dedup();
        }
        let nodes = ids.len() + self.events.len();
        let mut all = SubsumptionGraph {
            events: self.events.clone(),
            graph: DiGraph::with_capacity(nodes, self.pairs.len()),
            class: vec![0; nodes],
            ids,
            first: Vec::new(),
            members: Vec::new(),
            minimal: Vec::new(),
            best: Vec::new(),
        };
        all.link(self);
        all.classify();
        all
    }
}

impl SubsumptionGraph {
    /// Adds the nodes, and the pairs as edges.
    fn link(&mut self, relation: &Subsumption) {
        for _ in 0..self.class.len() {
            self.graph.add_node(());
        }
        for pair in &relation.pairs {
            let of = |node| match node {
                Node::Goal(goal) => self.node(goal).expect("goals that pairs name were added"),
                Node::Event(place) => NodeIndex::new(self.ids.len() + place as usize),
            };
            let (from, to) = (of(pair.from), of(pair.to));
            self.graph.add_edge(from, to, pair.reason);
        }
    }

    /// Finds the classes, the minimal set, and the representative of each goal.
    fn classify(&mut self) {
        // Step 1: classes of equivalent nodes are strongly connected components. They come in
        // reverse topological order: a class that leads to others comes after them, so the
        // strongest classes have the highest numbers.
        let classes = petgraph::algo::kosaraju_scc(&self.graph);
        self.first.push(0);
        for (number, class) in (0..).zip(&classes) {
            let before = self.members.len();
            for node in class {
                self.class[node.index()] = number;
                if let Some(&goal) = self.ids.get(node.index()) {
                    self.members.push(goal);
                }
            }
            self.members[before..].sort_unstable();
            self.first.push(self.members.len() as u32);
        }
        // Step 2: a class with goals is minimal if no goal is above it. Events may be above it: an
        // event that no goal asks for covers nothing that a search could pursue instead.
        self.best = self.spread(&classes, &|members, above| above.or(members.first().copied()));
        let is_minimal = |goal: &GoalId| self.represented_by(*goal) == *goal;
        self.minimal = self.ids.iter().copied().filter(is_minimal).collect();
    }

    /// Returns for each class the goal that `choose` returns for it, from the strongest class down.
    ///
    /// `choose` takes the goals of the class, and the least goal that was chosen for the classes
    /// with an edge to this one.
    fn spread(&self, classes: &[Vec<NodeIndex>], choose: &Choose<'_>) -> Vec<Option<GoalId>> {
        let mut chosen = vec![None; classes.len()];
        // Highest number first: all classes above a class are done before it. One pass, O(n + m),
        // instead of a search from each goal.
        for (number, nodes) in classes.iter().enumerate().rev() {
            let mut above: Option<GoalId> = None;
            for &node in nodes {
                for neighbor in self.graph.neighbors_directed(node, Direction::Incoming) {
                    let class = self.class[neighbor.index()] as usize;
                    if class != number
                        && let Some(goal) = chosen[class]
                    {
                        above = Some(above.map_or(goal, |least| least.min(goal)));
                    }
                }
            }
            chosen[number] = choose(self.members(number as u32), above);
        }
        chosen
    }

    /// Returns the node of a goal; `None` if the graph does not know the goal.
    pub(super) fn node(&self, goal: GoalId) -> Option<NodeIndex> {
        // If no number is missing, a goal stands at its own number, and the search is not needed.
        let at = goal.index();
        let place = if self.ids.get(at) == Some(&goal) {
            Some(at)
        } else {
            self.ids.binary_search(&goal).ok()
        };
        place.map(NodeIndex::new)
    }

    /// Returns the event that a node stands for. The event of a goal is that it is covered.
    pub(super) fn event_of(&self, node: NodeIndex) -> Event {
        match self.ids.get(node.index()) {
            Some(&goal) => Event::Covers(goal),
            None => self.events[node.index() - self.ids.len()],
        }
    }

    /// Returns the class of a goal; `None` if the graph does not know the goal.
    fn class_of(&self, goal: GoalId) -> Option<u32> {
        self.node(goal).map(|node| self.class[node.index()])
    }

    /// Returns the goals of a class, ascending; none for a class of events.
    pub(super) fn members(&self, class: u32) -> &[GoalId] {
        let first = &self.first[class as usize..class as usize + 2];
        &self.members[first[0] as usize..first[1] as usize]
    }

    /// Returns the number of classes, including classes of events.
    pub(super) fn class_count(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    /// Returns the nodes of each class, ascending.
    pub(super) fn nodes_by_class(&self) -> Vec<Vec<NodeIndex>> {
        let mut classes = vec![Vec::new(); self.class_count() as usize];
        for node in self.graph.node_indices() {
            classes[self.class[node.index()] as usize].push(node);
        }
        classes
    }

    /// Returns all goals, ascending.
    #[must_use]
    pub fn goals(&self) -> &[GoalId] {
        &self.ids
    }

    /// Returns the minimal set, ascending: the representative of each class that no other class
    /// subsumes. Covering these goals covers all goals.
    #[must_use]
    pub fn minimal(&self) -> &[GoalId] {
        &self.minimal
    }

    /// Returns the goals outside the minimal set, ascending. Pass them to
    /// [`GoalGraph::without`](crate::objective::GoalGraph::without) to leave them out of a search.
    pub fn subsumed(&self) -> impl DoubleEndedIterator<Item = GoalId> + Clone {
        self.ids.iter().copied().filter(|&goal| self.represented_by(goal) != goal)
    }

    /// Returns the goals that are equivalent to a goal, ascending, with the goal itself. The first
    /// one is their representative. The slice is empty if the graph does not know the goal.
    #[must_use]
    pub fn equivalents(&self, goal: GoalId) -> &[GoalId] {
        self.class_of(goal).map_or(&[], |class| self.members(class))
    }

    /// Returns the goal of the minimal set that subsumes a goal: covering it covers the goal.
    ///
    /// If several do, it is the one with the lowest number. A goal of the minimal set represents
    /// itself, and so does a goal that the graph does not know. O(1) if no number is missing among
    /// the goals of the graph, O(log n) otherwise.
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

    /// Returns the goals that are covered if the goals in `kept` are covered, ascending, each with
    /// a kept goal that subsumes it.
    ///
    /// A kept goal stands with itself. Another goal stands with the kept goal of its own class that
    /// has the lowest number, or else with the lowest number among the kept goals that are nearest
    /// above it, one for each chain. A goal that is missing in the result is lost: no kept goal
    /// subsumes it. Goals that the graph does not know are left out. The minimal set has no
    /// influence. O(n + m).
    ///
    /// If `kept` are all goals that a test covers, each goal of the result that is not among them
    /// refutes the relation: the test should have covered it.
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
        for node in kept.into_iter().filter_map(|goal| self.node(goal)) {
            is_kept[node.index()] = true;
        }
        let is_kept = |goal: GoalId| self.node(goal).is_some_and(|node| is_kept[node.index()]);
        // A kept goal of the class itself is nearer than all goals above it.
        let covering = self.spread(&self.nodes_by_class(), &|members, above| {
            members.iter().copied().find(|&goal| is_kept(goal)).or(above)
        });
        let by = |&goal: &GoalId| {
            let covering =
                if is_kept(goal) { Some(goal) } else { covering[self.class_of(goal)? as usize] };
            Some((goal, covering?))
        };
        self.ids.iter().filter_map(by).collect()
    }

    /// Returns those of `goals` that no other one of `goals` subsumes, ascending. Covering them
    /// covers all of `goals`.
    ///
    /// Of equivalent goals, the one with the lowest number is in the result. Goals that the graph
    /// does not know are in it, too. O(n + m).
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

    /// Does what [`minimal_of`](Self::minimal_of) does, compiled once for all iterators.
    fn minimal_of_list(&self, mut goals: Vec<GoalId>) -> Vec<GoalId> {
        goals.sort_unstable();
        goals.dedup();
        // From the strongest class down: the first goal on each chain is minimal, and hides those
        // below it.
        let is_given = |goal: &GoalId| goals.binary_search(goal).is_ok();
        let best = self.spread(&self.nodes_by_class(), &|members, above| {
            above.or_else(|| members.iter().copied().find(is_given))
        });
        let is_minimal =
            |goal| self.class_of(goal).is_none_or(|at| best[at as usize] == Some(goal));
        goals.iter().copied().filter(|&goal| is_minimal(goal)).collect()
    }
}
