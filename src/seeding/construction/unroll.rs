//! Places: choices resolved, and cycles unrolled.

use super::dependences::{Kind, Role};
use super::graph::{ConstructionGraph, Entry, Node};
use crate::id::Variable;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec;
use alloc::vec::Vec;

impl ConstructionGraph {
    /// Its places: each variable once for everything that it may be made of, with all choices resolved. `n.value`, where `n` is the head of
    /// a list or the `next` of another `n`, becomes `head.value`, `head.next.value`, `head.next.next.value`, and so on.
    ///
    /// `depth` says how far to go: how many variables on cycles a place may be made by, one of another, not counting choices and
    /// computations. 0 leaves them out, so that only `head.value` is left. The result has no cycles and no choices. What can only be
    /// reached by going round for ever has no place, and what leads to no attribute is dropped as in every graph.
    ///
    /// Of an index or an argument that may also be a constant there is a place without it; of a receiver not, as no test can set the
    /// attributes of what the program makes itself.
    ///
    /// There may be exponentially many places; after `limit` of them, those counted that are dropped in the end, no more are listed,
    /// the shallowest being first, and [`is_complete`](Self::is_complete) tells. Time O(r log r) for r readings: pairs of a place and a
    /// variable that may be it.
    ///
    /// ```
    /// use sbst::id::Symbol;
    /// use sbst::seeding::construction::{ConstructionGraph, DependenceGraph, Kind, Limits, Role, Slice};
    ///
    /// // for n in list (by head and next): if n.value == 7 { .. }
    /// let mut code = DependenceGraph::new();
    /// let field = |code: &mut DependenceGraph, name, of| code.add(Kind::Field(Symbol::new(name)), [(Role::Receiver, of)]);
    /// let list = code.add(Kind::Parameter(0), []);
    /// let head = field(&mut code, 0, list);
    /// let n = code.add(Kind::Cast, [(Role::Value, head)]);
    /// let (next, value) = (field(&mut code, 1, n), field(&mut code, 2, n));
    /// code.operand(n, Role::Value, next)?;
    ///
    /// let graph = ConstructionGraph::new(&Slice::new(&code, [value], Limits::PUBLISHED)?);
    /// let plan = graph.plan(200, |_| true);
    /// assert_eq!(plan.steps().len(), 2); // list and head: the rest is a cycle, which is reported
    /// assert_eq!(plan.unbuilt().len(), 3);
    ///
    /// let places = graph.unrolled(2, 1000);
    /// let plan = places.plan(200, |_| true);
    /// assert_eq!(plan.steps().len(), 7); // and head.value, head.next, head.next.value, head.next.next, head.next.next.value
    /// assert!(plan.unbuilt().is_empty() && places.is_complete());
    /// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
    /// ```
    #[must_use]
    pub fn unrolled(&self, depth: u32, limit: usize) -> Self {
        let components = self.components();
        let is_link =
            |node: Node<'_>| !matches!(node.kind(), Kind::Cast | Kind::Other) && components.on_cycle(node.variable().number());
        let mut work = Work {
            graph: self,
            is_link: self.nodes().map(is_link).collect(),
            may_be_constant: self.may_be_constant(),
            limit,
            places: Vec::new(),
            known: BTreeMap::new(),
            readings: BTreeSet::new(),
            values: vec![Vec::new(); self.len()],
            waiting: VecDeque::new(),
            is_complete: true,
        };
        work.run(depth);
        work.finish()
    }

    /// Of each variable: whether it may be something that was dropped: a choice if some alternative may, everything else if all
    /// that it is made of may.
    fn may_be_constant(&self) -> Vec<bool> {
        let mut may_be: Vec<bool> = self.entries().iter().map(|entry| entry.may_be_constant).collect();
        let mut work: Vec<Node<'_>> = self.nodes().filter(|node| may_be[node.variable().index()]).collect();
        while let Some(node) = work.pop() {
            for user in node.users().iter().map(|&(_, user)| self.node(user)) {
                let is_made_of_constants = user.producers().iter().all(|&(role, of)| role != Role::Receiver && may_be[of.index()]);
                let is_too = user.kind() == Kind::Cast || is_made_of_constants;
                if is_too && !core::mem::replace(&mut may_be[user.variable().index()], true) {
                    work.push(user);
                }
            }
        }
        may_be
    }
}

struct Place {
    variable: Variable,
    producers: Vec<(Role, u32)>,
    depth: u32,
}

/// What tells a place from all others.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// Of what is read: the attribute, and of what.
    Attribute(Kind, Vec<(Role, u32)>),
    /// Of everything else: its variable.
    Other(Variable, Vec<(Role, u32)>),
}

struct Work<'a> {
    graph: &'a ConstructionGraph,
    /// Of each variable: whether it counts for the depth.
    is_link: Vec<bool>,
    may_be_constant: Vec<bool>,
    limit: usize,
    places: Vec<Place>,
    known: BTreeMap<Key, u32>,
    /// Which variables may be which places.
    readings: BTreeSet<(Variable, u32)>,
    /// The places that each variable may be, as far as its users know.
    values: Vec<Vec<u32>>,
    /// Readings whose users do not know yet.
    waiting: VecDeque<(Variable, u32)>,
    is_complete: bool,
}

impl<'a> Work<'a> {
    /// One depth after the other, so that each reading is known at the least depth at which it can be made: one place may be read on a
    /// cycle and off it.
    fn run(&mut self, last: u32) {
        for node in self.graph.nodes().filter(|node| node.producers().is_empty()) {
            self.add(node, Vec::new(), 0);
        }
        let mut readings: Vec<(Variable, u32)> = Vec::new();
        for depth in 0..=last {
            // Links are made of what is above this depth, everything else of what is at it.
            for reading in core::mem::take(&mut readings) {
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
        let mut last = None;
        for user in self.graph.node(variable).users().iter().map(|&(_, user)| self.graph.node(user)) {
            let is_again = last.replace(user.variable()) == Some(user.variable()); // in several roles
            if is_again || self.is_link[user.variable().index()] != links || !self.is_complete {
                continue;
            }
            if user.kind() == Kind::Cast {
                self.read(user.variable(), place);
            } else {
                self.combine(user, (variable, place), depth);
            }
        }
    }

    /// Makes the places of a node that a reading of one of its producers is a part of, with all readings of the others that are known by
    /// now. So each combination is made at the latest when the last of its parts is known.
    fn combine(&mut self, node: Node<'a>, (variable, place): (Variable, u32), depth: u32) {
        let producers = node.producers();
        for at in (0..producers.len()).filter(|&at| producers[at].1 == variable) {
            let choices = producers.iter().enumerate().map(|(other, &(role, producer))| {
                if other == at {
                    return vec![Some(place)];
                }
                let constant = self.may_be_constant[producer.index()] && role != Role::Receiver;
                let known = self.values[producer.index()].iter().copied().map(Some);
                constant.then_some(None).into_iter().chain(known).collect()
            });
            for choice in Combinations::new(&choices.collect::<Vec<_>>()) {
                let made_of = producers.iter().zip(choice).filter_map(|(&(role, _), place)| Some((role, place?))).collect();
                self.add(node, made_of, depth);
                if !self.is_complete {
                    return;
                }
            }
        }
    }

    fn add(&mut self, node: Node<'a>, producers: Vec<(Role, u32)>, depth: u32) {
        // Elements at different constants differ, and so do those of different arrays of the program's own.
        let has = |role| producers.iter().any(|&(other, _)| other == role);
        let says_where = match node.kind() {
            Kind::Element => has(Role::Receiver) && has(Role::Index),
            Kind::Field(_) => true,
            _ => false,
        };
        let key = match says_where {
            true => Key::Attribute(node.kind(), producers.clone()),
            false => Key::Other(node.variable(), producers.clone()),
        };
        let place = match self.known.get(&key) {
            Some(&place) => place,
            None if self.places.len() >= self.limit.min(u32::MAX as usize) => {
                self.is_complete = false;
                return;
            }
            None => {
                let place = self.places.len() as u32;
                self.known.insert(key, place);
                self.places.push(Place { variable: node.variable(), producers, depth });
                place
            }
        };
        self.read(node.variable(), place);
    }

    fn read(&mut self, variable: Variable, place: u32) {
        if self.readings.insert((variable, place)) {
            self.waiting.push_back((variable, place));
        }
    }

    /// The places that lead to an attribute, the shallow ones first.
    fn finish(self) -> ConstructionGraph {
        let mut kept: Vec<bool> = self.places.iter().map(|place| self.graph.node(place.variable).is_state()).collect();
        let mut work: Vec<usize> = (0..self.places.len()).filter(|&place| kept[place]).collect();
        while let Some(place) = work.pop() {
            let producers = self.places[place].producers.iter().map(|&(_, producer)| producer as usize);
            work.extend(producers.filter(|&producer| !core::mem::replace(&mut kept[producer], true)));
        }
        let mut order: Vec<usize> = (0..self.places.len()).filter(|&place| kept[place]).collect();
        order.sort_by_key(|&place| (self.places[place].depth, self.places[place].variable, place));
        let mut number = vec![Variable::new(0); self.places.len()];
        order.iter().enumerate().for_each(|(at, &place)| number[place] = Variable::new(at as u32));
        let entry = |&place: &usize| {
            let place = &self.places[place];
            let node = self.graph.node(place.variable);
            let producers = place.producers.iter().map(|&(role, producer)| (role, number[producer as usize])).collect();
            Entry::new(node.kind(), node.instruction(), producers)
        };
        ConstructionGraph::of(order.iter().map(entry).collect(), self.graph.is_complete() && self.is_complete)
    }
}

/// All ways to take one of each.
struct Combinations<'a, T> {
    options: &'a [Vec<T>],
    /// Which one of each is next; `None` if none is left.
    next: Option<Vec<usize>>,
}

impl<'a, T: Copy> Combinations<'a, T> {
    fn new(options: &'a [Vec<T>]) -> Self {
        let next = options.iter().all(|options| !options.is_empty()).then(|| vec![0; options.len()]);
        Self { options, next }
    }
}

impl<T: Copy> Iterator for Combinations<'_, T> {
    type Item = Vec<T>;

    fn next(&mut self) -> Option<Vec<T>> {
        let next = self.next.as_mut()?;
        let taken = self.options.iter().zip(next.iter()).map(|(options, &at)| options[at]).collect();
        // The last one counts fastest.
        let turn = (0..next.len()).rev().find(|&place| next[place] + 1 < self.options[place].len());
        match turn {
            Some(place) => {
                next[place] += 1;
                next[place + 1..].fill(0);
            }
            None => self.next = None,
        }
        Some(taken)
    }
}
