//! Places: choices resolved, and cycles unrolled.

use super::combinations::Combinations;
use super::graph::ConstructionGraph;
use super::need::Need;
use super::node::{Constant, Node};
use super::places::{Known, Place, READINGS, bound};
use crate::flow::Lists;
use crate::flow::dependences::{InstructionKind, Role};
use crate::id::Variable;
use crate::numbers::{NumberMap, NumberSet, WordMap, Words, both, pair};
use crate::sort::{sort, sort_by_key};
use alloc::collections::VecDeque;
use alloc::collections::btree_map::Entry;
use alloc::vec;
use alloc::vec::Vec;

impl ConstructionGraph {
    /// Creates the graph of its places: each variable once for everything that it may be made of, with all choices resolved. `n.value`,
    /// where `n` is the head of a list or the `next` of another `n`, becomes `head.value`, `head.next.value`, `head.next.next.value`, and
    /// so on.
    ///
    /// `depth` bounds the number of attributes and of calls with unknown code on cycles that a place is made by, one of another.
    /// Computations count on cycles that have neither, such as `i = i + 1`; a call with known code is no step away from what it returns.
    /// 0 leaves out all variables on cycles, even where the cycle begins, so that only `head.value` is left. The result has no cycles and
    /// no choices. A variable that can only be reached by going round for ever has no place, and a place that leads to no attribute is
    /// dropped as in every graph.
    ///
    /// An index or an argument may be a constant, too: then the place has it among its [`constants`](Node::constants). A choice between
    /// receivers leaves out what the program makes itself, as no test can set its attributes; where there is no choice, the place stays,
    /// for a plan to report. Choices are resolved one by one, even if they always agree: two choices between `x` and `y` give four sums. A
    /// call with known code has one place for each place that it returns, with the receiver and the arguments of which that is made; if
    /// these cannot be told, what it returns takes its place.
    ///
    /// There may be exponentially many places. After `limit` of them, those counted that are dropped in the end, no more are listed; the
    /// shallowest are found first. The same holds once 64 times as many variables may be them; [`is_complete`](Self::is_complete) tells.
    /// Time O(r log r) for r readings, pairs of a place and a variable that may be it, times what a place is made of. The variables are
    /// those of this graph, by depth: with another limit they have other numbers.
    ///
    /// ```
    /// use sbst::flow::dependences::{
    ///     DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    /// use sbst::id::Symbol;
    /// use sbst::seeding::construction::ConstructionGraph;
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
    /// // all attributes depend on a cycle, which is reported
    /// assert_eq!(plan.steps.len(), 0);
    /// assert_eq!(plan.unbuilt.len(), 5);
    ///
    /// let places = graph.unrolled(2, 1000);
    /// let plan = places.plan(200, |_| Some(1));
    /// // and head.value, head.next, head.next.value, head.next.next, head.next.next.value
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
            // Constants of choices are there from the start.
            most_readings: self
                .nodes()
                .iter()
                .fold(limit.saturating_mul(READINGS), |sum, node| sum.saturating_add(1 + node.constants.len())),
            places: Vec::new(),
            made: 0,
            keys: WordMap::new(),
            constants: NumberMap::new(),
            readings: NumberSet::new(),
            values: vec![Vec::new(); self.nodes().len()],
            shallow: vec![0; self.nodes().len()],
            missing: self.nodes().iter().map(|node| node.producers.len()).collect(),
            waiting: VecDeque::new(),
            is_complete: true,
        };
        work.run(depth);
        work.finish()
    }

    /// Returns, for each variable, `true` if visiting it increases the depth: attributes and calls with unknown code on cycles;
    /// computations and calls with known code on cycles that have neither.
    fn links(&self) -> Vec<bool> {
        let components = self.components(|_, _| true);
        // A call with known code is no step away from what it returns.
        let is_read =
            |node: &Node| !matches!(node.kind, InstructionKind::Cast | InstructionKind::Other) && node.returned().is_none();
        let mut is_link: Vec<bool> =
            self.nodes().iter().map(|node| is_read(node) && components.on_cycle(node.variable.number())).collect();
        // Of a call with known code, what it returns counts: there are no more of its places than of those.
        let rest =
            self.components(|node, role| !is_link[node.variable.index()] && (node.returned().is_none() || role == Role::Returned));
        for node in self.nodes().iter().filter(|node| node.kind == InstructionKind::Other || node.returned().is_some()) {
            is_link[node.variable.index()] |= rest.on_cycle(node.variable.number());
        }
        is_link
    }
}

struct Work<'a> {
    graph: &'a ConstructionGraph,
    /// Of each variable: whether it counts for the depth.
    is_link: Vec<bool>,
    limit: usize,
    most_readings: usize,
    places: Vec<Place>,
    /// How many of them are made of others or inputs.
    made: usize,
    /// By what tells a place from all others.
    keys: WordMap,
    /// By number.
    constants: NumberMap,
    /// Which variables may be which places: pairs of their numbers.
    readings: NumberSet,
    /// The places that each variable may be, as far as its users know; those above this depth first.
    values: Vec<Vec<u32>>,
    /// How many of them are above this depth, as far as links know.
    shallow: Vec<usize>,
    /// How many operands of each variable have no value yet that it knows.
    missing: Vec<usize>,
    /// Readings whose users do not know yet.
    waiting: VecDeque<(Variable, u32)>,
    is_complete: bool,
}

impl<'a> Work<'a> {
    /// Reads one depth after the other, so that each reading is known at the least depth at which it can be made: one place may be read on
    /// a cycle and off it.
    fn run(&mut self, last: u32) {
        for node in self.graph.nodes() {
            for constant in &node.constants {
                let place = *self.constants.entry(constant.number.into()).or_insert_with(|| {
                    let instruction = Some(constant.instruction);
                    let same = self.places.len() as u32;
                    self.places.push(Place { variable: None, parts: Vec::new(), depth: 0, same, constant: instruction });
                    same
                });
                if node.kind == InstructionKind::Cast {
                    self.read(node.variable, place);
                }
            }
            if node.producers.is_empty() {
                self.add(node, Vec::new(), 0);
            }
        }
        let mut readings: Vec<(Variable, u32)> = Vec::new();
        for depth in 0..=last {
            // Links are made of what is above this depth, everything else of what is at it.
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

    /// Makes what a reading is a part of: links, or everything else.
    fn use_everywhere(&mut self, (variable, place): (Variable, u32), depth: u32, links: bool) {
        let is_first = self.known(variable, links).len() == 1;
        let graph = self.graph;
        let users = || graph.node(variable).users.iter().map(|&(_, user)| graph.node(user));
        for user in users().filter(|_| is_first) {
            let at = user.variable.index();
            self.missing[at] -= usize::from(self.is_link[at] == links);
        }
        let mut last = None;
        for user in users() {
            let is_again = last.replace(user.variable) == Some(user.variable); // in several roles
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

    /// Makes the places of a call with known code: one for each place that it returns. `newest` is the producer that has a new value.
    fn call(&mut self, node: &'a Node, returned: Variable, newest: Variable, depth: u32) {
        let links = self.is_link[node.variable.index()];
        let from = match self.known(returned, links).len() {
            0 => return,
            // Values of arguments add no place, except for the first ones, which others may have waited for.
            _ if newest != returned && self.known(newest, links).len() > 1 => return,
            _ if newest != returned => 0,
            count => count - 1,
        };
        for at in from..self.known(returned, links).len() {
            let place = self.known(returned, links)[at];
            // A constant that is returned is what it is: as an index, say, but no object whose attributes a test can set.
            let is_constant = self.places[place as usize].constant.is_some();
            let parts = if is_constant { None } else { self.given(node, returned, place, links) };
            match parts {
                Some(parts) => self.add(node, parts, depth),
                None => self.read(node.variable, place),
            }
            if !self.is_complete {
                return;
            }
        }
    }

    /// Returns the receiver and the arguments of a call that returns a place. If they may be several values each, those of which the place
    /// is made: in `n = n.getNext()`, where `n` may be the head or any `next`, only the call of the node before returns a `next`. `None` if
    /// that cannot be told: then the call stands for what it returns.
    fn given(&self, node: &'a Node, returned: Variable, place: u32, links: bool) -> Option<Vec<(Role, u32)>> {
        let known = |of: Variable| self.known(of, links);
        let is_definite = node.producers.iter().all(|&(role, of)| role == Role::Returned || known(of).len() == 1);
        let bound =
            if is_definite { NumberMap::new() } else { bound(self.graph, &self.places, &self.readings, node, returned, place)? };
        let operand = |&(role, of): &(Role, Variable)| {
            let is_object = |&&part: &&u32| self.places[part as usize].constant.is_none();
            let part = match (role, bound.get(&of.number().into())) {
                (Role::Returned, _) => place,
                (_, Some(&part)) => part,
                // It says nothing of the result: any one will do that a test can make.
                (_, None) => *known(of).iter().find(is_object).or(known(of).first())?,
            };
            Some((role, part))
        };
        let own = node.constants.iter();
        let own = own.map(|constant| Some((constant.role, self.constants[&constant.number.into()])));
        node.producers.iter().map(operand).chain(own).collect()
    }

    /// Returns the values of a variable that its users know: links those above this depth.
    fn known(&self, variable: Variable, links: bool) -> &[u32] {
        let values = &self.values[variable.index()];
        if links { &values[..self.shallow[variable.index()]] } else { values }
    }

    /// Makes the places of a node that the last value of one of its producers is a part of, with all values of the others that are known
    /// by now. So each combination is made once: when the last of its parts is known.
    fn combine(&mut self, node: &'a Node, newest: Variable, depth: u32) {
        let producers = &node.producers;
        let links = self.is_link[node.variable.index()];
        let own = node.constants.iter();
        let own: Vec<(Role, u32)> = own.map(|constant| (constant.role, self.constants[&constant.number.into()])).collect();
        for at in (0..producers.len()).filter(|&at| producers[at].1 == newest) {
            let options = |(other, &(role, producer)): (usize, &(Role, Variable))| {
                let known = self.known(producer, links);
                let known = match other {
                    _ if producer != newest || other > at => known,
                    // The first operand that is the newest: those before it are older.
                    _ if other < at => &known[..known.len() - 1],
                    _ => &known[known.len() - 1..],
                };
                // Constants are no receivers: no test can set their attributes.
                let fits = |place: &u32| role != Role::Receiver || self.places[*place as usize].constant.is_none();
                known.iter().copied().filter(fits).collect()
            };
            let options: Vec<Vec<u32>> = producers.iter().enumerate().map(options).collect();
            for parts in Combinations::new(&options) {
                let parts = producers.iter().zip(parts).map(|(&(role, _), place)| (role, place)).chain(own.iter().copied());
                self.add(node, parts.collect(), depth);
                if !self.is_complete {
                    return;
                }
            }
            if self.known(newest, links).len() == 1 {
                return; // nothing is older
            }
        }
    }

    fn add(&mut self, node: &'a Node, parts: Vec<(Role, u32)>, depth: u32) {
        let same = |part: u32| self.places[part as usize].same;
        let returned = node.returned().and_then(|_| parts.iter().find(|(role, _)| *role == Role::Returned));
        let returned = returned.map(|&(_, part)| same(part));
        // What calls return stands for them, so that an attribute is one place, whichever way it is accessed.
        let mut key = Words::from_slice(&match (node.kind, returned) {
            (InstructionKind::Field(_) | InstructionKind::Element, _) => [0, node.kind.number()],
            (_, Some(returned)) => [1, returned.into()],
            _ => [2, node.variable.number().into()],
        });
        if key[0] != 1 {
            for &(role, part) in &parts {
                key.extend_from_slice(&[role.number(), same(part).into()]);
            }
        }
        let place = match self.keys.entry(key) {
            Entry::Occupied(known) => {
                let place = *known.get();
                // The first one that yields it tells it. A call is told with its own arguments.
                if returned.is_none() {
                    let first = &mut self.places[place as usize].variable;
                    *first = (*first).min(Some(node.variable));
                }
                place
            }
            Entry::Vacant(_) if self.made >= self.limit.min(u32::MAX as usize) => {
                self.is_complete = false;
                return;
            }
            Entry::Vacant(new) => {
                let place = self.places.len() as u32;
                let is_constant = !parts.is_empty() && parts.iter().all(|&(_, part)| self.places[part as usize].constant.is_some());
                let constant = is_constant.then_some(node.instruction);
                new.insert(place);
                let same = returned.unwrap_or(place);
                self.places.push(Place { variable: Some(node.variable), parts, depth, same, constant });
                self.made += 1;
                place
            }
        };
        self.read(node.variable, place);
    }

    fn read(&mut self, variable: Variable, place: u32) {
        if self.readings.insert(pair(variable.number(), place)) {
            self.waiting.push_back((variable, place));
            self.is_complete &= self.readings.len() <= self.most_readings;
        }
    }

    /// Returns the places that lead to an attribute, the shallow ones first; without constants.
    fn finish(self) -> ConstructionGraph {
        let is_kept = |place: &Place| place.constant.is_none() && place.variable.is_some_and(|of| self.graph.node(of).is_state());
        let is_made = |place: u32| self.places[place as usize].constant.is_none();
        let mut edges = Vec::new();
        for (number, place) in self.places.iter().enumerate() {
            let parts = place.parts.iter().filter(|&&(_, part)| is_made(part));
            edges.extend(parts.map(|&(_, part)| (number as u32, part)));
        }
        let kept = Lists::of_edges(self.places.len(), &edges).reached(self.places.iter().map(is_kept).collect());
        let mut order: Vec<usize> = (0..self.places.len()).filter(|&place| kept[place]).collect();
        sort_by_key(&mut order, |&place| (self.places[place].depth, self.places[place].variable, place));
        let mut number = vec![Variable::new(0); self.places.len()];
        order.iter().enumerate().for_each(|(at, &place)| number[place] = Variable::new(at as u32));
        let known = self.known_of_places(&kept);
        let mut nodes = Vec::with_capacity(order.len());
        for &place in &order {
            let Place { variable: Some(variable), parts, .. } = &self.places[place] else { continue };
            let first = self.graph.node(*variable);
            let mut node = Node::new(first.kind, first.instruction, first.chain);
            Known { need: node.need, casts: node.casts, is_called: node.is_called } = known[place].clone();
            for &(role, part) in parts {
                match self.places[part as usize].constant {
                    Some(instruction) => node.constants.push(Constant { role, number: part, instruction }),
                    None => node.producers.push((role, number[part as usize])),
                }
            }
            nodes.push(node);
        }
        ConstructionGraph::of(nodes, self.graph.chains.clone(), self.graph.is_complete() && self.is_complete)
    }

    /// Returns the knowledge about all variables that each place may be.
    fn known_of_places(&self, kept: &[bool]) -> Vec<Known> {
        let none = Known { need: Need::Control(u32::MAX), casts: Vec::new(), is_called: false };
        let mut known = vec![none; self.places.len()];
        for reading in self.readings.iter() {
            let (variable, place) = both(reading);
            if !kept[place as usize] {
                continue;
            }
            let entry = self.graph.node(Variable::new(variable));
            // What is known of the result of a call is known of the value that it returns.
            for at in [place, self.places[place as usize].same] {
                let known = &mut known[at as usize];
                known.need = known.need.min(entry.need);
                known.is_called |= entry.is_called;
                known.casts.extend_from_slice(&entry.casts);
            }
        }
        for known in &mut known {
            sort(&mut known.casts);
            known.casts.dedup();
        }
        known
    }
}
