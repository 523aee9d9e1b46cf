//! Values: the classes of occurrences in a slice that are the same value.
//!
//! Casts and bound parameters are what they take, and calls with known code are what they return, or one of several values: a *choice*.
//! Choices that only take each other and the same things are one. Everything else is the same if it is made of the same: a field of the
//! same name of the same receiver, an element of the same array at the same index, the same computation of the same operands. On a cycle,
//! each instruction is a value of its own.
//!
//! A call whose result is a receiver is a value of its own (OBJ, Figure 4), which *stands for* what it returns: a field of the one is a
//! field of the other. All calls that return one value are one.

use super::need::{Need, needs};
use super::terms::{NONE, Operands, Term, terms};
use crate::flow::dependences::{InstructionKind, Role, Slice};
use crate::id::Instruction;
use crate::numbers::{NumberTable, WordMap, Words};
use crate::seeding::components::Components;
use crate::sort::{sort, sort_by_key};
use alloc::collections::btree_map::Entry;
use alloc::vec;
use alloc::vec::Vec;

/// A value, made of others; choices have the kind [`InstructionKind::Cast`].
pub(super) struct Value {
    pub(super) kind: InstructionKind,
    /// The first place where it occurs: chain of calls and instruction.
    pub(super) place: (u32, Instruction),
    /// Others that it is made of, by number; ordered.
    pub(super) producers: Operands,
    /// The value that a call with known code stands for; any other value stands for itself.
    same: u32,
    /// Whether a method with unknown code is called on it.
    pub(super) is_called: bool,
    pub(super) need: Need,
    /// The casts that take it, ascending.
    pub(super) casts: Vec<Instruction>,
}

impl Value {
    /// Returns the value that a call with known code returns.
    pub(super) fn returned(&self) -> Option<u32> {
        let returned = |&&(role, _): &&(Role, u32)| role == Role::Returned && self.kind == InstructionKind::Call;
        self.producers.iter().find(returned).map(|&(_, of)| of)
    }

    fn receiver(&self) -> Option<u32> {
        receiver(&self.producers)
    }
}

fn receiver(producers: &[(Role, u32)]) -> Option<u32> {
    producers.iter().find(|(role, _)| *role == Role::Receiver).map(|&(_, of)| of)
}

pub(super) fn values(slice: &Slice) -> Vec<Value> {
    let terms = terms(slice);
    // Choices that take each other are one, with all that enters it.
    let is_choice = |term: u32| terms[term as usize].kind == InstructionKind::Cast;
    let mut uses: Vec<(u32, u32)> = Vec::new();
    for (user, term) in terms.iter().enumerate() {
        uses.extend(term.operands.iter().map(|&(_, producer)| (user as u32, producer)));
    }
    let between_choices: Vec<_> = uses.iter().copied().filter(|&(user, producer)| is_choice(user) && is_choice(producer)).collect();
    let classes = Components::new(terms.len(), &between_choices);
    for (user, producer) in &mut uses {
        (*user, *producer) = (classes.of[*user as usize], classes.of[*producer as usize]);
    }
    // Components come in an order in which every producer is before its users, except on cycles.
    let components = Components::new(classes.members.len(), &uses);
    let mut work = Work {
        slice,
        terms: &terms,
        classes: &classes,
        values: Vec::new(),
        value_of: vec![NONE; classes.members.len()],
        keys: WordMap::new(),
        by_calls: NumberTable::new(),
    };
    let mut unfilled = Vec::new();
    for members in &components.members {
        if !components.on_cycle(members[0]) {
            work.number(members[0]);
            continue;
        }
        // On a cycle, values cannot be compared by their producers, because these are not known yet. So each instruction becomes a
        // value of its own first. Then the choices are compared by these values.
        let (choices, others): (Vec<u32>, Vec<u32>) =
            members.iter().partition(|&&class| is_choice(classes.members[class as usize][0]));
        for &class in &others {
            unfilled.push((class, work.values.len()));
            work.value_of[class as usize] = work.push(class, Operands::new());
        }
        // Classes of choices have greater numbers than the classes that they take, so their producers are known.
        for class in choices {
            work.number(class);
        }
    }
    for (class, value) in unfilled {
        work.values[value].producers = work.producers(class);
    }
    work.prefer_calls();
    work.describe();
    work.values
}

struct Work<'a> {
    slice: &'a Slice,
    terms: &'a [Term],
    /// The classes of terms: choices that are one, and each other term alone.
    classes: &'a Components,
    values: Vec<Value>,
    /// Of each class.
    value_of: Vec<u32>,
    /// By what tells a value from all others.
    keys: WordMap,
    /// Attributes that are read directly first, and elsewhere from the result of a call: what they are made of there.
    by_calls: NumberTable<Operands>,
}

impl Work<'_> {
    fn term(&self, class: u32) -> &Term {
        &self.terms[self.classes.members[class as usize][0] as usize]
    }

    fn push(&mut self, class: u32, producers: Operands) -> u32 {
        let (kind, place, next) = (self.term(class).kind, self.place(class), self.values.len() as u32);
        let (is_called, need, casts) = (false, Need::Control(u32::MAX), Vec::new());
        let mut value = Value { kind, place, producers, same: next, is_called, need, casts };
        if let Some(returned) = value.returned() {
            value.same = self.same(returned);
        }
        self.values.push(value);
        next
    }

    fn same(&self, value: u32) -> u32 {
        self.values[value as usize].same
    }

    /// Gives a class its value, all of whose producers have theirs.
    fn number(&mut self, class: u32) {
        let producers = self.producers(class);
        let term = self.term(class);
        let (kind, instruction) = (term.kind, self.slice.instruction(term.occurrence as usize));
        // In comparisons, a call stands for the value that it returns.
        let in_role = |role| producers.iter().find(|(other, _)| *other == role).map_or(NONE, |&(_, value)| self.same(value));
        let same = |first: u64| {
            let mut key = Words::from_slice(&[kind.number(), first]);
            for &(role, value) in &producers {
                key.extend_from_slice(&[role.number(), self.same(value).into()]);
            }
            key
        };
        let words = |words: &[u64]| Some(Words::from_slice(words));
        let key = match kind {
            InstructionKind::This | InstructionKind::Parameter(_) | InstructionKind::StaticField(_) => words(&[kind.number()]),
            InstructionKind::Field(_) => words(&[kind.number(), in_role(Role::Receiver).into()]),
            InstructionKind::Element => words(&[kind.number(), in_role(Role::Receiver).into(), in_role(Role::Index).into()]),
            InstructionKind::Call => match in_role(Role::Returned) {
                NONE => None, // two calls of unknown code may return different values
                returned => words(&[kind.number(), returned.into()]),
            },
            InstructionKind::Other => Some(same(instruction.number().into())),
            InstructionKind::Cast => match producers[..] {
                [(_, only)] => {
                    self.value_of[class as usize] = only;
                    return;
                }
                // A parameter that this call does not give: as a computation of nothing.
                [] => words(&[InstructionKind::Other.number(), instruction.number().into()]),
                _ => Some(same(0)),
            },
        };
        let next = self.values.len() as u32;
        // Value numbering: an equal key is an equal value.
        let value = match key.map(|key| self.keys.entry(key)) {
            Some(Entry::Occupied(known)) => *known.get(),
            Some(Entry::Vacant(new)) => *new.insert(next),
            None => next,
        };
        if value == next {
            self.push(class, producers);
        } else {
            let place = self.place(class);
            let known = &mut self.values[value as usize];
            known.place = place.min(known.place);
            if matches!(kind, InstructionKind::Field(_) | InstructionKind::Element) && self.is_by_call(&producers) {
                self.by_calls.get_or_insert_with(value, || producers);
            }
        }
        self.value_of[class as usize] = value;
    }

    /// Returns the producers of a class; of a choice each value once, by way of a call if there is one.
    fn producers(&self, class: u32) -> Operands {
        let value = |term: u32| self.value_of[self.classes.of[term as usize] as usize];
        if self.term(class).kind != InstructionKind::Cast {
            return self.term(class).operands.iter().map(|&(role, term)| (role, value(term))).collect();
        }
        let members = self.classes.members[class as usize].iter();
        let taken = members.flat_map(|&term| self.terms[term as usize].operands.iter().map(|&(_, producer)| producer));
        let others = taken.filter(|&producer| self.classes.of[producer as usize] != class);
        let mut producers: Operands = others.map(|producer| (Role::Value, value(producer))).collect();
        sort_by_key(&mut producers, |&(_, value)| (self.same(value), self.same(value) == value, value));
        producers.dedup_by_key(|&mut (_, value)| self.same(value));
        producers
    }

    fn is_by_call(&self, producers: &[(Role, u32)]) -> bool {
        receiver(producers).is_some_and(|of| self.same(of) != of)
    }

    /// Lets attributes that are read both ways hang on the call, as the field that it returns may be private.
    ///
    /// A call may need an attribute of what it returns, as in `a.find(a.last.key)`: where going by the call would close a cycle, the
    /// attribute is read directly, as it was numbered first.
    fn prefer_calls(&mut self) {
        let mut changed = Vec::new();
        for (value, producers) in core::mem::take(&mut self.by_calls).iter() {
            let known = &mut self.values[value as usize];
            let is_direct = known.receiver().is_some_and(|of| self.values[of as usize].same == of);
            if is_direct {
                let known = &mut self.values[value as usize];
                changed.push((value, core::mem::replace(&mut known.producers, producers.clone())));
            }
        }
        if changed.is_empty() {
            return;
        }
        let mut uses = Vec::new();
        for (user, value) in self.values.iter().enumerate() {
            uses.extend(value.producers.iter().map(|&(_, of)| (user as u32, of)));
        }
        let components = Components::new(self.values.len(), &uses);
        for (value, direct) in changed {
            if components.on_cycle(value) {
                self.values[value as usize].producers = direct;
            }
        }
    }

    /// Tells each value what is known of its occurrences.
    fn describe(&mut self) {
        let needs = needs(self.slice);
        // Choices between the operands of an occurrence in one role are no operands of the branch.
        for term in needs.len()..self.terms.len() {
            let need = needs[self.terms[term].occurrence as usize].max(Need::Data);
            let value = self.value(term as u32);
            let value = &mut self.values[value as usize];
            value.need = value.need.min(need);
        }
        for (term, &need) in needs.iter().enumerate() {
            let value = self.value(term as u32);
            // What a call returns is needed as the call is.
            let is_cast = self.slice.kind(term) == InstructionKind::Cast;
            for at in [value, self.same(value)] {
                let value = &mut self.values[at as usize];
                value.need = value.need.min(need);
                if is_cast {
                    value.casts.push(self.slice.instruction(term));
                }
            }
            if self.slice.kind(term) == InstructionKind::Call
                && self.slice.returned(term).is_none()
                && let Some(receiver) = receiver(&self.terms[term].operands)
            {
                let called = self.value(receiver);
                self.values[called as usize].is_called = true;
            }
        }
        for value in &mut self.values {
            sort(&mut value.casts);
            value.casts.dedup();
        }
    }

    fn value(&self, term: u32) -> u32 {
        self.value_of[self.classes.of[term as usize] as usize]
    }

    fn place(&self, class: u32) -> (u32, Instruction) {
        let place = |term: &u32| {
            let occurrence = self.terms[*term as usize].occurrence as usize;
            (self.slice.occurrences[occurrence].context, self.slice.instruction(occurrence))
        };
        self.classes.members[class as usize].iter().map(place).min().unwrap_or((0, Instruction::new(0)))
    }
}
