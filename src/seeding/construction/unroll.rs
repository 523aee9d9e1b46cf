//! Places: choices resolved, and cycles unrolled.

use super::dependences::{Kind, Role};
use super::graph::{ConstructionGraph, Entry};
use crate::id::Variable;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec;
use alloc::vec::Vec;

impl ConstructionGraph {
    /// Its places: each variable once for everything that it may be made of, with all choices resolved. `n.value`, where `n` is the head of
    /// a list or the `next` of another `n`, becomes `head.value`, `head.next.value`, `head.next.next.value`, and so on.
    ///
    /// `depth` says how far to go: how many fields, elements and calls on cycles may follow one another, in all. 0 leaves them out,
    /// so that only `head.value` is left. The result has no cycles and no choices. What can only be reached by going round for ever has
    /// no place.
    ///
    /// Of an index or an argument that may also be a constant there is a place without it; of a receiver not, as no test can set the
    /// attributes of what the program makes itself.
    ///
    /// There may be exponentially many places; after `limit` of them no more are listed, the shallowest being first, and
    /// [`is_complete`](Self::is_complete) tells. Time O(p log p) for p places, times the variables that read the same.
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
        let uses_itself =
            |variable: &usize| self.entries()[*variable].producers.iter().any(|(_, producer)| producer.index() == *variable);
        let links = |variable: usize| {
            let is_link = !matches!(self.entries()[variable].kind, Kind::Cast | Kind::Other);
            is_link && components.on_cycle(variable as u32, uses_itself(&variable))
        };
        let mut work = Work {
            graph: self,
            is_link: (0..self.len()).map(links).collect(),
            may_be_constant: self.may_be_constant(),
            depth,
            limit,
            places: Vec::new(),
            known: BTreeMap::new(),
            read_as: BTreeSet::new(),
            values: vec![Vec::new(); self.len()],
            waiting: VecDeque::new(),
            is_complete: true,
        };
        work.run();
        work.finish()
    }

    /// Of each choice: whether it may be something that was dropped, by other choices, too.
    fn may_be_constant(&self) -> Vec<bool> {
        let mut may_be: Vec<bool> = self.entries().iter().map(|entry| entry.may_be_constant).collect();
        let mut work: Vec<usize> = (0..self.len()).filter(|&variable| may_be[variable]).collect();
        while let Some(variable) = work.pop() {
            for (_, user) in self.nodes().nth(variable).into_iter().flat_map(|node| node.users()) {
                if self.entries()[user.index()].kind == Kind::Cast && !core::mem::replace(&mut may_be[user.index()], true) {
                    work.push(user.index());
                }
            }
        }
        may_be
    }
}

struct Place {
    variable: usize,
    producers: Vec<(Role, u32)>,
    links: u32,
}

/// What tells a place from all others.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// Of what is read: the attribute, and of what.
    Attribute(Kind, Vec<(Role, u32)>),
    /// Of everything else: its variable.
    Other(usize, Vec<(Role, u32)>),
}

struct Work<'a> {
    graph: &'a ConstructionGraph,
    /// Of each variable: whether it counts for the depth.
    is_link: Vec<bool>,
    may_be_constant: Vec<bool>,
    depth: u32,
    limit: usize,
    places: Vec<Place>,
    known: BTreeMap<Key, u32>,
    /// Which variables are which places, as far as they wait or waited.
    read_as: BTreeSet<(Variable, u32)>,
    /// The places that each variable may be and that its users know.
    values: Vec<Vec<u32>>,
    /// Places, and variables that may be them, whose users do not know yet.
    waiting: VecDeque<(u32, Variable)>,
    is_complete: bool,
}

impl Work<'_> {
    fn run(&mut self) {
        for (variable, entry) in self.graph.entries().iter().enumerate() {
            if entry.producers.is_empty() {
                self.add(variable, Vec::new());
            }
        }
        while let (Some((place, variable)), true) = (self.waiting.pop_front(), self.is_complete) {
            self.values[variable.index()].push(place);
            let mut users: Vec<Variable> = self.graph.node(variable).users().map(|(_, user)| user).collect();
            users.dedup();
            for user in users {
                if self.graph.entries()[user.index()].kind != Kind::Cast {
                    self.combine(user.index(), variable);
                } else if self.read_as.insert((user, place)) {
                    self.waiting.push_back((place, user));
                }
            }
        }
    }

    /// Makes the places of a variable that the newest value of one of its producers is a part of, with all values of the others that are
    /// known by now. So each combination is made once: when the last of its parts is known.
    fn combine(&mut self, variable: usize, newest: Variable) {
        let producers = &self.graph.entries()[variable].producers;
        let too_deep = |place: u32| self.is_link[variable] && self.places[place as usize].links >= self.depth;
        let options = producers.iter().map(|&(role, producer)| {
            let known = self.values[producer.index()].iter().copied().filter(|&place| !too_deep(place)).map(Some);
            let constant = (self.may_be_constant[producer.index()] && role != Role::Receiver).then_some(None);
            constant.into_iter().chain(known).collect()
        });
        let options: Vec<Vec<Option<u32>>> = options.collect();
        let Some(&newest_place) = self.values[newest.index()].last() else {
            return;
        };
        if too_deep(newest_place) {
            return;
        }
        for (at, _) in producers.iter().enumerate().filter(|(_, (_, producer))| *producer == newest) {
            // The first operand that is the newest: those before it are older.
            let mut choices = options.clone();
            choices[at] = vec![Some(newest_place)];
            for (choices, (_, producer)) in choices.iter_mut().zip(&producers[..at]) {
                choices.retain(|&choice| *producer != newest || choice != Some(newest_place));
            }
            for choice in Combinations::new(&choices) {
                let made_of = producers.iter().zip(choice).filter_map(|(&(role, _), place)| Some((role, place?))).collect();
                self.add(variable, made_of);
                if !self.is_complete {
                    return;
                }
            }
        }
    }

    fn add(&mut self, variable: usize, producers: Vec<(Role, u32)>) {
        let kind = self.graph.entries()[variable].kind;
        let says_where = match kind {
            // Elements at different constants differ.
            Kind::Element => producers.iter().any(|&(role, _)| role == Role::Index),
            Kind::Field(_) => true,
            _ => false,
        };
        let key = if says_where { Key::Attribute(kind, producers.clone()) } else { Key::Other(variable, producers.clone()) };
        if let Some(&place) = self.known.get(&key) {
            // Another variable that reads the same: its users read on from here.
            let variable = Variable::new(variable as u32);
            if self.read_as.insert((variable, place)) {
                self.waiting.push_back((place, variable));
            }
            return;
        }
        if self.places.len() >= self.limit.min(u32::MAX as usize) {
            self.is_complete = false;
            return;
        }
        let place = self.places.len() as u32;
        self.known.insert(key, place);
        let before = producers.iter().map(|&(_, producer)| self.places[producer as usize].links).max().unwrap_or(0);
        self.places.push(Place { variable, producers, links: before + u32::from(self.is_link[variable]) });
        let variable = Variable::new(variable as u32);
        self.read_as.insert((variable, place));
        self.waiting.push_back((place, variable));
    }

    fn finish(self) -> ConstructionGraph {
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_by_key(|&place| (self.places[place].links, self.places[place].variable, place));
        let mut number = vec![Variable::new(0); self.places.len()];
        order.iter().enumerate().for_each(|(at, &place)| number[place] = Variable::new(at as u32));
        let entry = |&place: &usize| {
            let place = &self.places[place];
            let original = &self.graph.entries()[place.variable];
            let producers = place.producers.iter().map(|&(role, producer)| (role, number[producer as usize])).collect();
            Entry::new(original.kind, original.instruction, producers)
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
