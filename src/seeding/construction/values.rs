//! Which occurrences in a slice are the same value.
//!
//! Casts, bound parameters and entered calls are what they take, or one of several values: a *choice*. Choices that only take each other
//! and the same things are one. Everything else is the same if it is made of the same: a field of the same name of the same receiver, an
//! element of the same array at the same index, the same computation of the same operands. On a cycle, each instruction is for itself.

use super::dense::Components;
use super::dependences::{Kind, Role};
use super::slice::Slice;
use crate::id::{Instruction, Symbol};
use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec;
use alloc::vec::Vec;
use smallvec::SmallVec;

const NONE: u32 = u32::MAX;

/// What something is made of, and in which role: other values, or other terms.
pub(super) type Operands = SmallVec<[(Role, u32); 2]>;

/// A value, made of others; choices have the kind [`Kind::Cast`].
pub(super) struct Value {
    pub(super) kind: Kind,
    /// The first place where it occurs: chain of calls and instruction.
    pub(super) place: (u32, Instruction),
    /// Others that it is made of, by number; ordered.
    pub(super) producers: Operands,
}

/// An occurrence, or a choice between several operands in the same role.
struct Term {
    occurrence: u32,
    /// [`Kind::Cast`] for all choices.
    kind: Kind,
    /// Other terms.
    operands: Operands,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Leaf(Kind),
    Field(Symbol, u32),
    Element(u32, u32),
    Computed(Instruction, Operands),
    Choice(Operands),
}

pub(super) fn values(slice: &Slice) -> Vec<Value> {
    let terms = terms(slice);
    // Choices that take each other are one, with all that enters it.
    let is_choice = |term: u32| terms[term as usize].kind == Kind::Cast;
    let between_choices = uses(&terms).filter(|&(user, producer)| is_choice(user) && is_choice(producer));
    let classes = Components::new(terms.len(), between_choices);
    let class_uses = uses(&terms).map(|(user, producer)| (classes.of[user as usize], classes.of[producer as usize]));
    let components = Components::new(classes.members.len(), class_uses);
    let mut work = Work {
        slice,
        terms: &terms,
        classes: &classes,
        values: Vec::new(),
        value_of: vec![NONE; classes.members.len()],
        keys: BTreeMap::new(),
    };
    let mut unfilled = Vec::new();
    for members in &components.members {
        if !components.on_cycle(members[0]) {
            work.number(members[0]);
            continue;
        }
        // All but the choices are there first, as they cannot be compared by what they are made of; then the choices, which are.
        let (choices, others): (Vec<u32>, Vec<u32>) =
            members.iter().partition(|&&class| is_choice(classes.members[class as usize][0]));
        for &class in &others {
            work.value_of[class as usize] = work.values.len() as u32;
            unfilled.push((class, work.values.len()));
            work.values.push(Value { kind: work.term(class).kind, place: work.place(class), producers: Operands::new() });
        }
        choices.into_iter().for_each(|class| work.number(class)); // classes of choices are numbered behind what they take
    }
    for (class, value) in unfilled {
        work.values[value].producers = work.producers(class);
    }
    work.values
}

/// (user, producer), among terms.
fn uses(terms: &[Term]) -> impl Iterator<Item = (u32, u32)> {
    terms.iter().enumerate().flat_map(|(user, term)| term.operands.iter().map(move |&(_, producer)| (user as u32, producer)))
}

/// The occurrences, and behind them choices for operands in the same role.
fn terms(slice: &Slice) -> Vec<Term> {
    let count = slice.len();
    let mut terms: Vec<Term> = (0..count)
        .map(|number| {
            let kind = slice.kind(number);
            let (kind, operands) = match (kind, slice.returned(number)) {
                (Kind::Call, Some(returned)) => (Kind::Cast, returned.iter().map(|&returned| (Role::Value, returned)).collect()),
                _ if is_bound(slice, number) => (Kind::Cast, slice.operands(number).into()),
                _ => (kind, slice.operands(number).into()),
            };
            Term { occurrence: number as u32, kind, operands }
        })
        .collect();
    let same = same_objects(slice);
    for number in 0..count {
        let mut operands = core::mem::take(&mut terms[number].operands);
        let kind = terms[number].kind;
        operands.retain(|&mut (role, _)| says_which(kind, role));
        // A parameter that was read before in this method is what it was then, whatever that is known to be the same as.
        let is_again =
            |of: u32| is_bound(slice, number) && is_bound(slice, of as usize) && slice.is_in_one_method(number, of as usize);
        operands.iter_mut().filter(|(_, of)| !is_again(*of)).for_each(|(_, of)| *of = same[*of as usize]);
        if matches!(kind, Kind::Field(_) | Kind::Element | Kind::Call) {
            operands = one_for_each_role(operands, number as u32, &mut terms);
        }
        terms[number].operands = operands;
    }
    terms
}

/// Whether an operand in this role is a part of something: what was written to a field before is not.
const fn says_which(kind: Kind, role: Role) -> bool {
    match kind {
        Kind::Field(_) => matches!(role, Role::Receiver),
        Kind::Element => matches!(role, Role::Receiver | Role::Index),
        Kind::Call => !matches!(role, Role::Value),
        _ => true,
    }
}

/// The operands of an occurrence by role; those in the same role become a choice.
fn one_for_each_role(mut operands: Operands, occurrence: u32, terms: &mut Vec<Term>) -> Operands {
    operands.sort_by_key(|&(role, _)| role);
    let by_role = operands.chunk_by(|(one, _), (other, _)| one == other);
    by_role
        .map(|group| match *group {
            [only] => only,
            _ => {
                let alternatives = group.iter().map(|&(_, producer)| (Role::Value, producer)).collect();
                terms.push(Term { occurrence, kind: Kind::Cast, operands: alternatives });
                (group[0].0, terms.len() as u32 - 1)
            }
        })
        .collect()
}

/// Whether it is a parameter, or this, of a method that is called.
fn is_bound(slice: &Slice, number: usize) -> bool {
    matches!(slice.kind(number), Kind::This | Kind::Parameter(_)) && !slice.is_outermost(number)
}

/// The occurrence that stands for each one in what is made of it: the end of its chain of aliases; of a circle, the first instruction.
fn same_objects(slice: &Slice) -> Vec<u32> {
    let mut same: Vec<u32> = vec![NONE; slice.len()];
    let mut chain = Vec::new();
    for number in 0..slice.len() as u32 {
        let mut at = number;
        while same[at as usize] == NONE {
            chain.push(at);
            same[at as usize] = at; // for now: where a circle closes
            at = slice.occurrences[at as usize].alias.unwrap_or(at);
        }
        let end = match chain.iter().position(|&passed| passed == at) {
            Some(closes) => chain[closes..].iter().copied().min_by_key(|&passed| slice.instruction(passed as usize)).unwrap_or(at),
            None => same[at as usize],
        };
        chain.drain(..).for_each(|passed| same[passed as usize] = end);
    }
    same
}

struct Work<'a> {
    slice: &'a Slice,
    terms: &'a [Term],
    /// Of terms: choices that are one, and everything else for itself.
    classes: &'a Components,
    values: Vec<Value>,
    /// Of each class.
    value_of: Vec<u32>,
    keys: BTreeMap<Key, u32>,
}

impl Work<'_> {
    fn term(&self, class: u32) -> &Term {
        &self.terms[self.classes.members[class as usize][0] as usize]
    }

    /// Gives a class its value, all of whose producers have theirs.
    fn number(&mut self, class: u32) {
        let producers = self.producers(class);
        let term = self.term(class);
        let (kind, instruction) = (term.kind, self.slice.instruction(term.occurrence as usize));
        let in_role = |role| producers.iter().find(|(other, _)| *other == role).map_or(NONE, |&(_, value)| value);
        let key = match kind {
            Kind::This | Kind::Parameter(_) | Kind::StaticField(_) => Some(Key::Leaf(kind)),
            Kind::Field(name) => Some(Key::Field(name, in_role(Role::Receiver))),
            Kind::Element => Some(Key::Element(in_role(Role::Receiver), in_role(Role::Index))),
            Kind::Call => None, // each call may return something else
            Kind::Other => Some(Key::Computed(instruction, producers.clone())),
            Kind::Cast => match producers[..] {
                [(_, only)] => {
                    self.value_of[class as usize] = only;
                    return;
                }
                [] => Some(Key::Computed(instruction, Operands::new())), // a parameter that this call does not give
                _ => Some(Key::Choice(producers.clone())),
            },
        };
        let (place, next) = (self.place(class), self.values.len() as u32);
        let value = match key.map(|key| self.keys.entry(key)) {
            Some(Entry::Occupied(known)) => {
                let value = *known.get();
                let known = &mut self.values[value as usize].place;
                *known = place.min(*known);
                value
            }
            Some(Entry::Vacant(new)) => *new.insert(next),
            None => next,
        };
        if value == next {
            self.values.push(Value { kind, place, producers });
        }
        self.value_of[class as usize] = value;
    }

    /// What a class is made of; of a choice each value once.
    fn producers(&self, class: u32) -> Operands {
        let value = |term: u32| self.value_of[self.classes.of[term as usize] as usize];
        if self.term(class).kind != Kind::Cast {
            return self.term(class).operands.iter().map(|&(role, term)| (role, value(term))).collect();
        }
        let members = self.classes.members[class as usize].iter();
        let taken = members.flat_map(|&term| self.terms[term as usize].operands.iter().map(|&(_, producer)| producer));
        let others = taken.filter(|&producer| self.classes.of[producer as usize] != class);
        let mut producers: Operands = others.map(|producer| (Role::Value, value(producer))).collect();
        producers.sort_unstable();
        producers.dedup();
        producers
    }

    fn place(&self, class: u32) -> (u32, Instruction) {
        let place = |term: &u32| {
            let occurrence = self.terms[*term as usize].occurrence as usize;
            (self.slice.occurrences[occurrence].context, self.slice.instruction(occurrence))
        };
        self.classes.members[class as usize].iter().map(place).min().unwrap_or((0, Instruction::new(0)))
    }
}
