//! Unrolling: a construction graph without choices and cycles.
//!
//! A *place* is one way in which a variable can be made: `head.value` and `head.next.value` are two
//! places of `n.value`. A *reading* is a pair of a variable and a place that the variable may be.
//! Two variables may have a place in common.
//!
//! The algorithm is this crate's; OBJ treats neither cycles nor choices. It works forward from the
//! inputs, as a worklist algorithm:
//!
//! 1. Inputs and constants are the first places.
//! 2. Each new reading makes new places of its users, in combination with the known places of their
//!    other producers. Hash consing (a map from parts to places) makes equal parts one place.
//! 3. Depth counts *links*, the variables on a cycle by which a place grows with each round. All
//!    readings of one depth come before those of the next.
//! 4. At the end, only attributes and the places of which attributes are made become nodes.
//!
//! Copying the graph along each of its paths would need no map, but would make one place again for
//! each path that leads to it.

use super::graph::ConstructionGraph;
use super::node::{Known, Node};
use super::places::{Place, READINGS, bound, combinations};
use crate::keys::{NumberMap, WordMap, Words, both, in_role, kind_number, pair, role_number};
use crate::search::reached;
use crate::sort::sort_by_key;
use alloc::collections::VecDeque;
use alloc::collections::btree_map::Entry;
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::dependences::{InstructionKind, Role};
use sbst::id::Variable;

impl ConstructionGraph {
    /// Creates the graph of the places of this graph. The result has no choices and no cycles.
    ///
    /// A *place* is one way in which a variable can be made. For example, let `n` be the head of a
    /// list, or the `next` of another `n`. Then `n.value` has the places `head.value`,
    /// `head.next.value`, `head.next.next.value`, and so on.
    ///
    /// # Depth
    ///
    /// `depth` is the greatest number of links in a row of which a place is made. The links are the
    /// attributes, and the calls with unknown code, that lie on cycles. On cycles that have
    /// neither, computations such as `i = i + 1`, and calls with known code, are links. Any other
    /// call with known code adds no depth to the value that it returns. With depth 0, all links are
    /// left out, even the first one of a cycle: in the example, only `head.value` is left.
    ///
    /// # Choices, constants, and calls
    ///
    /// - Choices are resolved independently, even if they always agree: two choices between `x` and
    ///   `y` give four sums.
    /// - A choice between receivers leaves out objects that the program makes itself, because no
    ///   test can set their attributes. If the receiver is no choice, the place stays, and a plan
    ///   reports it.
    /// - An index or an argument may be a constant. The place then has it among its
    ///   [`constants`](Node::constants).
    /// - A call with known code has one place for each place that it returns, with the receiver and
    ///   the arguments of which that place is made. If these cannot be determined, the call is
    ///   replaced by the value that it returns.
    /// - A variable that cannot be made before it is made itself has no place: for example, `i` if
    ///   `i = i + x` is its only definition. Only attributes and places of which attributes are
    ///   made are kept.
    ///
    /// # Limit
    ///
    /// There may be exponentially many places. At most `limit` places are listed, the shallowest
    /// first; places that are dropped in the end count. The number of readings, pairs of a place
    /// and a variable that may be it, is limited to about 64 times `limit`. If a limit is exceeded,
    /// [`is_complete`](Self::is_complete) returns `false`.
    ///
    /// The variables of the result are numbered by depth, then in the order of this graph. With
    /// another limit they have other numbers.
    ///
    /// Time O(r log r) for r readings, times the number of parts of a place. The construction is
    /// this crate's.
    ///
    /// ```
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst::id::Symbol;
    /// use sbst_seeding::construction::ConstructionGraph;
    /// use sbst_seeding::slice::{Limits, Slice};
    ///
    /// // for n in list (by head and next): if n.value == 7 { .. }
    /// let mut code = DependenceGraph::new();
    /// let field = |code: &mut DependenceGraph, name, of| {
    ///     code.add(InstructionKind::Field(Symbol::new(name)), [(Role::Receiver, of)])
    /// };
    /// let list = code.add(InstructionKind::Parameter(0), []);
    /// let head = field(&mut code, 0, list);
    /// let n = code.add(InstructionKind::Cast, [(Role::Value, head)]);
    /// let (next, value) = (field(&mut code, 1, n), field(&mut code, 2, n));
    /// code.operand(n, Role::Value, next)?;
    ///
    /// let graph = ConstructionGraph::new(&Slice::of_branch(
    ///     &code,
    ///     [value],
    ///     [],
    ///     Limits::PUBLISHED,
    /// )?);
    /// let plan = graph.plan(200, |_| Some(1));
    /// // All attributes depend on a cycle, and the plan reports them.
    /// assert_eq!(plan.steps.len(), 0);
    /// assert_eq!(plan.unbuilt.len(), 5);
    ///
    /// let places = graph.unrolled(2, 1000);
    /// let plan = places.plan(200, |_| Some(1));
    /// // list, head, head.value, head.next, head.next.value, head.next.next, and
    /// // head.next.next.value
    /// assert_eq!(plan.steps.len(), 7);
    /// assert!(plan.unbuilt.is_empty() && places.is_complete());
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    #[must_use]
    pub fn unrolled(&self, depth: u32, limit: usize) -> Self {
        let mut work = Work {
            graph: self,
            is_link: self.links(),
            limit,
            // Constants are read before any place is made. Each may need a reading, whatever the
            // limit is.
            most_readings: self.nodes().iter().fold(limit.saturating_mul(READINGS), |sum, node| {
                sum.saturating_add(1 + node.constants.len())
            }),
            places: Vec::new(),
            keys: WordMap::new(),
            constants: NumberMap::new(),
            readings: NumberMap::new(),
            values: vec![Vec::new(); self.nodes().len()],
            shallow: vec![0; self.nodes().len()],
            missing: self.nodes().iter().map(|node| node.producers.len()).collect(),
            waiting: VecDeque::new(),
            is_complete: true,
        };
        work.run(depth);
        work.finish()
    }

    /// Returns, for each variable, `true` if it is a link, which adds 1 to the depth of its places:
    /// attributes and calls with unknown code on cycles, and computations and calls with known code
    /// on cycles that have neither.
    fn links(&self) -> Vec<bool> {
        let components = self.components(|_, _| true);
        // Step 1: attributes and calls with unknown code. A call with known code adds no depth to
        // the value that it returns.
        let is_read = |node: &Node| {
            !matches!(node.kind, InstructionKind::Cast | InstructionKind::Other)
                && node.returned().is_none()
        };
        let mut is_link: Vec<bool> = self
            .nodes()
            .iter()
            .map(|node| is_read(node) && components.is_on_cycle[node.variable.index()])
            .collect();
        // Step 2: cycles that are left when the links of step 1 are cut, such as `i = i + 1`. Each
        // of them needs a link, or it would be unrolled without end. The arguments of a call with
        // known code do not count: it has no more places than the value that it returns.
        let rest = self.components(|node, role| {
            !is_link[node.variable.index()] && (node.returned().is_none() || role == Role::Returned)
        });
        for node in self.nodes() {
            let may_be_left = node.kind == InstructionKind::Other || node.returned().is_some();
            let at = node.variable.index();
            is_link[at] |= may_be_left && rest.is_on_cycle[at];
        }
        is_link
    }
}

/// The state of the worklist algorithm.
///
/// A reading is *published* when its users may combine it. Links combine only readings of smaller
/// depths, and all other variables also combine readings of the current depth. So each variable has
/// two prefixes of published readings, see [`known`](Self::known).
struct Work<'a> {
    /// The graph that is unrolled.
    graph: &'a ConstructionGraph,
    /// For each variable, `true` if it adds 1 to the depth of its places.
    is_link: Vec<bool>,
    /// Greatest number of places that are made.
    limit: usize,
    /// Greatest number of readings.
    most_readings: usize,
    /// The places, in the order in which they are made.
    places: Vec<Place>,
    /// From the parts of a place to its number.
    keys: WordMap,
    /// From the number of a constant in the graph to its place.
    constants: NumberMap,
    /// All readings: for each pair of the numbers of a variable and a place, the place.
    readings: NumberMap,
    /// For each variable, the places of its published readings, those of smaller depths first.
    values: Vec<Vec<u32>>,
    /// For each variable, the number of its published readings of smaller depths.
    shallow: Vec<usize>,
    /// For each variable, the number of its operands without a published reading.
    missing: Vec<usize>,
    /// Readings that are not published yet.
    waiting: VecDeque<(Variable, u32)>,
    /// `false` once a limit is reached.
    is_complete: bool,
}

impl<'a> Work<'a> {
    /// Makes all places up to depth `last`, one depth after the other.
    fn run(&mut self, last: u32) {
        // Step 1: the places that are made of nothing. Only choices read constants; other nodes
        // have them as parts.
        for node in self.graph.nodes() {
            for constant in &node.constants {
                let new = self.places.len() as u32;
                let place = *self.constants.entry(constant.number.into()).or_insert(new);
                if place == new {
                    self.places.push(Place {
                        variable: node.variable,
                        parts: Vec::new(),
                        depth: 0,
                        same: place,
                        instruction: constant.instruction,
                        is_constant: true,
                    });
                }
                if node.kind == InstructionKind::Cast {
                    self.read(node.variable, place);
                }
            }
            if node.producers.is_empty() {
                self.add(node, Vec::new(), 0);
            }
        }
        // Step 2: one depth after the other. A plain worklist could find a reading first at a depth
        // that is not its least: a place that is read both on a cycle and off it would get a depth
        // that depends on the order of work. Here each reading is found at its least depth, and if
        // the limit is reached, the shallowest places are there.
        let mut readings: Vec<(Variable, u32)> = Vec::new();
        for depth in 0..=last {
            // The readings of the depth before are published to links, which makes the first places
            // of this depth. Everything else is made within the depth, until nothing is new.
            for reading in core::mem::take(&mut readings) {
                self.shallow[reading.0.index()] += 1;
                self.use_everywhere(reading, depth, true);
            }
            while let (Some(reading), true) = (self.waiting.pop_front(), self.is_complete) {
                self.values[reading.0.index()].push(reading.1);
                self.use_everywhere(reading, depth, false);
                readings.push(reading);
            }
            if readings.is_empty() || !self.is_complete {
                return;
            }
        }
    }

    /// Makes the places of which the last published reading of a variable is a part: those of links
    /// if `links` is `true`, and those of all other users if it is `false`.
    fn use_everywhere(&mut self, (variable, place): (Variable, u32), depth: u32, links: bool) {
        let graph = self.graph;
        let users = || graph.node(variable).users.iter().map(|&(_, user)| graph.node(user));
        // With its first reading, the variable is missing no longer. All roles are counted before
        // any user is made.
        if self.known(variable, links).len() == 1 {
            for user in users() {
                let at = user.variable.index();
                self.missing[at] -= usize::from(self.is_link[at] == links);
            }
        }
        let mut last = None;
        for user in users() {
            // Users are sorted. One that has the variable in several roles is made once, by
            // `combine`, which looks at all roles.
            let is_again = last.replace(user.variable) == Some(user.variable);
            let at = user.variable.index();
            if is_again
                || self.is_link[at] != links
                || self.missing[at] > 0 && user.kind != InstructionKind::Cast
                || !self.is_complete
            {
                continue;
            }
            if user.kind == InstructionKind::Cast {
                self.read(user.variable, place);
            } else if let Some(returned) = user.returned() {
                self.call(user, returned, variable, depth);
            } else {
                self.combine(user, variable, depth);
            }
        }
    }

    /// Makes the places of a call with known code: one for each place that it returns. `newest` is
    /// the producer with a new reading.
    fn call(&mut self, node: &'a Node, returned: Variable, newest: Variable, depth: u32) {
        let links = self.is_link[node.variable.index()];
        let count = self.known(returned, links).len();
        let from = if newest == returned {
            count.saturating_sub(1) // a new reading of the returned value is the last one
        } else if self.known(newest, links).len() == 1 {
            0 // returned places wait until no operand is missing
        } else {
            return; // a further reading of an argument adds no place
        };
        for at in from..count {
            let place = self.known(returned, links)[at];
            // A returned constant stands for the call. It may be an index, but it is no object
            // whose attributes a test can set.
            let is_constant = self.places[place as usize].is_constant;
            let parts = if is_constant { None } else { self.given(node, returned, place) };
            match parts {
                Some(parts) => self.add(node, parts, depth),
                None => self.read(node.variable, place),
            }
            if !self.is_complete {
                return;
            }
        }
    }

    /// Returns the parts of a call that returns a given place: the receiver and the arguments, each
    /// with its place.
    ///
    /// If an operand has several places, the one of which the returned place is made is taken. For
    /// example, `n` may be the head or any `next` in `n = n.getNext()`. Only the call on the node
    /// before a `next` returns this `next`, so any other combination is wrong. Returns `None` if
    /// the places cannot be determined; then the call stands for the value that it returns.
    fn given(&self, node: &'a Node, returned: Variable, place: u32) -> Option<Vec<(Role, u32)>> {
        let links = self.is_link[node.variable.index()];
        let known = |of: Variable| self.known(of, links);
        let is_definite =
            node.producers.iter().all(|&(role, of)| role == Role::Returned || known(of).len() == 1);
        let bound = if is_definite {
            NumberMap::new()
        } else {
            bound(self.graph, &self.places, &self.readings, node, returned, place)?
        };
        let operand = |&(role, of): &(Role, Variable)| {
            let is_object = |&&part: &&u32| !self.places[part as usize].is_constant;
            let part = match (role, bound.get(&of.number().into())) {
                (Role::Returned, _) => place,
                (_, Some(&part)) => part,
                // The result does not depend on this operand, so any place will do. Prefer a place
                // that is no constant, because a test can make only such places.
                (_, None) => *known(of).iter().find(is_object).or(known(of).first())?,
            };
            Some((role, part))
        };
        node.producers.iter().map(operand).chain(self.constants(node).map(Some)).collect()
    }

    /// Returns the places of the constants of a node, each with its role.
    fn constants(&self, node: &'a Node) -> impl Iterator<Item = (Role, u32)> {
        let constants = node.constants.iter();
        constants.map(|constant| (constant.role, self.constants[&constant.number.into()]))
    }

    /// Returns the places that users of a variable may combine: all published ones, or, for links,
    /// those of smaller depths.
    fn known(&self, variable: Variable, links: bool) -> &[u32] {
        let values = &self.values[variable.index()];
        if links { &values[..self.shallow[variable.index()]] } else { values }
    }

    /// Makes the places of a node of which the last published place of the producer `newest` is a
    /// part, in combination with all published places of the other producers. So each combination
    /// is made once: when the last of its parts is published.
    fn combine(&mut self, node: &'a Node, newest: Variable, depth: u32) {
        let producers = &node.producers;
        let links = self.is_link[node.variable.index()];
        let own: Vec<(Role, u32)> = self.constants(node).collect();
        // If `newest` has several roles, as in `x + x`, each round takes the new place at one of
        // them. To make no combination twice, the roles before it take only older places, and the
        // roles after it take all. This is the rule of semi-naive evaluation.
        for at in (0..producers.len()).filter(|&at| producers[at].1 == newest) {
            let options = |(other, &(role, producer)): (usize, &(Role, Variable))| {
                let known = self.known(producer, links);
                let known = match other {
                    _ if producer != newest || other > at => known,
                    _ if other < at => &known[..known.len() - 1],
                    _ => &known[known.len() - 1..],
                };
                // A constant is no receiver, because no test can set its attributes.
                let fits = |place: &u32| {
                    role != Role::Receiver || !self.places[*place as usize].is_constant
                };
                known.iter().copied().filter(fits).collect()
            };
            let options: Vec<Vec<u32>> = producers.iter().enumerate().map(options).collect();
            for parts in combinations(&options) {
                let parts = producers
                    .iter()
                    .zip(parts)
                    .map(|(&(role, _), place)| (role, place))
                    .chain(own.iter().copied());
                self.add(node, parts.collect(), depth);
                if !self.is_complete {
                    return;
                }
            }
            if self.known(newest, links).len() == 1 {
                return; // no older places: the first round made all combinations
            }
        }
    }

    /// Adds the place of a node that is made of some parts, unless a place with equal parts exists,
    /// and the reading of the node.
    fn add(&mut self, node: &'a Node, parts: Vec<(Role, u32)>, depth: u32) {
        let same = |part: u32| self.places[part as usize].same;
        let returned = node.returned().and_then(|_| in_role(&parts, Role::Returned)).map(same);
        // Hash consing: places with equal keys are one place. In keys, the place that a call
        // returns stands for the call, so that an attribute is one place whether it is read from
        // the call or from the returned object.
        let mut key = Words::from_slice(&match (node.kind, returned) {
            (InstructionKind::Field(_) | InstructionKind::Element, _) => {
                [0, kind_number(node.kind)]
            }
            (_, Some(returned)) => [1, returned.into()],
            _ => [2, node.variable.number().into()],
        });
        if key[0] != 1 {
            for &(role, part) in &parts {
                key.extend_from_slice(&[role_number(role), same(part).into()]);
            }
        }
        let made = self.places.len() - self.constants.len();
        let place = match self.keys.entry(key) {
            Entry::Occupied(known) => {
                let place = *known.get();
                // The first variable in the order of the graph describes the place. A call keeps
                // its variable, because its arguments are those of this variable.
                if returned.is_none() {
                    let first = &mut self.places[place as usize].variable;
                    *first = (*first).min(node.variable);
                }
                place
            }
            Entry::Vacant(_) if made >= self.limit.min(u32::MAX as usize) => {
                self.is_complete = false;
                return;
            }
            Entry::Vacant(new) => {
                let place = self.places.len() as u32;
                let is_constant = !parts.is_empty()
                    && parts.iter().all(|&(_, part)| self.places[part as usize].is_constant);
                new.insert(place);
                let (variable, instruction) = (node.variable, node.instruction);
                let same = returned.unwrap_or(place);
                self.places.push(Place { variable, parts, depth, same, instruction, is_constant });
                place
            }
        };
        self.read(node.variable, place);
    }

    /// Adds a reading, unless it is known. It waits to be published.
    fn read(&mut self, variable: Variable, place: u32) {
        if self.readings.insert(pair(variable.number(), place), place).is_none() {
            self.waiting.push_back((variable, place));
            self.is_complete &= self.readings.len() <= self.most_readings;
        }
    }

    /// Returns the graph of the attributes and of the places of which attributes are made, the
    /// shallow ones first. Constants are no nodes of it.
    fn finish(self) -> ConstructionGraph {
        let place = |at: u32| &self.places[at as usize];
        let node = |at: u32| self.graph.node(place(at).variable);
        // Step 1: backwards from the attributes, as in every construction graph.
        let all = 0..self.places.len() as u32;
        let mut edges = Vec::new();
        for at in all.clone() {
            let parts = place(at).parts.iter().filter(|&&(_, part)| !place(part).is_constant);
            edges.extend(parts.map(|&(_, part)| (at, part)));
        }
        let is_attribute = |at: u32| !place(at).is_constant && node(at).is_state();
        let kept = reached(&edges, &all.clone().map(is_attribute).collect::<Vec<_>>());
        // Step 2: number the places by depth, then in the order of the graph that was unrolled.
        let mut order: Vec<u32> = all.filter(|&at| kept[at as usize]).collect();
        sort_by_key(&mut order, |&at| (place(at).depth, place(at).variable, at));
        // Step 3: make the nodes.
        let known = self.known_of_places(&kept);
        let nodes = order.iter().map(|&at| {
            let Node { kind, instruction, chain, .. } = *node(at);
            Node::new(kind, instruction, chain, known[at as usize].clone())
        });
        ConstructionGraph::of(
            nodes.collect(),
            &order,
            |at| (&place(at).parts, place(at).instruction),
            self.graph.chains.clone(),
            self.graph.is_complete() && self.is_complete,
        )
    }

    /// Returns, for each kept place, the needs, casts and calls of all variables that it may be.
    fn known_of_places(&self, kept: &[bool]) -> Vec<Known> {
        let mut known = vec![Known::NOTHING; self.places.len()];
        for &reading in self.readings.keys() {
            let (variable, place) = both(reading);
            if !kept[place as usize] {
                continue;
            }
            let entry = self.graph.node(Variable::new(variable));
            // The result of a call is the value that it returns, so both have the same needs, casts
            // and calls.
            for at in [place, self.places[place as usize].same] {
                let known = &mut known[at as usize];
                known.need = known.need.min(entry.need);
                known.is_called |= entry.is_called;
                known.casts.extend_from_slice(&entry.casts);
            }
        }
        known
    }
}
