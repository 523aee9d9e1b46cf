//! Value numbering: groups the occurrences of a slice into classes of equal value.
//!
//! - A cast or a bound parameter is equal to the value that it takes. A call with known code is
//!   equal to the value that it returns. If there are several such values, it is a *choice* between
//!   them.
//! - Choices that take one another and the same other values are one choice.
//! - All other instructions are equal if they are made of equal operands: a field of the same name
//!   of the same receiver, an element of the same array at the same index, the same computation of
//!   the same operands.
//! - On a cycle, each instruction is a value of its own.
//! - A call with known code whose result is a receiver is a value of its own (OBJ, Figure 4). It
//!   *stands for* the returned value: a field of the call is the field of the returned value. All
//!   calls that return one value are one value.
//!
//! The classes are this crate's: OBJ makes a node of each instruction.

use super::node::Known;
use super::step::{Need, needs};
use super::terms::{NONE, Term, terms};
use crate::keys::{Operands, WordMap, Words, in_role, kind_number, role_number};
use crate::search::Components;
use crate::slice::{Occurrence, Slice};
use crate::sort::sort_by_key;
use alloc::collections::btree_map::Entry;
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::dependences::{InstructionKind, Role};
use sbst::id::Instruction;

/// A class of occurrences with equal value.
pub(super) struct Value {
    /// The kind of its instructions; [`InstructionKind::Cast`] for a choice.
    pub(super) kind: InstructionKind,
    /// The first place where it occurs: the context in the slice, and the instruction.
    pub(super) place: (u32, Instruction),
    /// The numbers of the values that it is made of, each with its role.
    pub(super) producers: Operands,
    /// For a call with known code, the value that it stands for; for any other value, its own
    /// number.
    same: u32,
    /// What its occurrences say of it.
    pub(super) known: Known,
}

impl Value {
    /// Returns the value that a call with known code returns; `None` for any other value.
    pub(super) fn returned(&self) -> Option<u32> {
        match self.kind {
            InstructionKind::Call => in_role(&self.producers, Role::Returned),
            _ => None,
        }
    }
}

/// Returns the values of a slice. Time O(n log n), space O(n) for n operands.
///
/// Value numbering works from producers to users. It must not meet a cycle, so the graph is
/// condensed twice: first cycles of choices only, which are one choice, then all other cycles,
/// whose instructions are not compared.
pub(super) fn values(slice: &Slice) -> Vec<Value> {
    let terms = terms(slice);
    // Step 1: choices that take one another, such as two loop variables that are assigned to each
    // other, are one choice. It takes all values that any of them takes.
    let is_choice = |term: u32| terms[term as usize].kind == InstructionKind::Cast;
    let mut uses: Vec<(u32, u32)> = Vec::new();
    for (user, term) in terms.iter().enumerate() {
        uses.extend(term.operands.iter().map(|&(_, producer)| (user as u32, producer)));
    }
    let between_choices: Vec<_> = uses
        .iter()
        .copied()
        .filter(|&(user, producer)| is_choice(user) && is_choice(producer))
        .collect();
    let classes = Components::new(terms.len(), &between_choices);
    for (user, producer) in &mut uses {
        (*user, *producer) = (classes.of[*user as usize], classes.of[*producer as usize]);
    }
    // Step 2: find the remaining cycles. Every producer is in an earlier component than its users,
    // or in the same one.
    let components = Components::new(classes.members.len(), &uses);
    let mut work = Work {
        slice,
        terms: &terms,
        classes: &classes,
        values: Vec::new(),
        value_of: vec![NONE; classes.members.len()],
        keys: WordMap::new(),
        changed: Vec::new(),
    };
    // Step 3: give each class a value, producers first.
    let mut unfilled = Vec::new();
    for members in &components.members {
        if !components.is_on_cycle[members[0] as usize] {
            work.number(members[0]);
            continue;
        }
        // On a cycle, values cannot be compared by their producers, because these have no values
        // yet. So each instruction becomes a value of its own first. Then the choices can be
        // compared by these values.
        let (choices, others): (Vec<u32>, Vec<u32>) =
            members.iter().partition(|&&class| is_choice(classes.members[class as usize][0]));
        for &class in &others {
            unfilled.push((class, work.values.len()));
            work.value_of[class as usize] = work.push(class, Operands::new());
        }
        // A class of choices has a greater number than the choices that it takes, so its producers
        // are known.
        for class in choices {
            work.number(class);
        }
    }
    // Step 4: now all producers of values on cycles are known.
    for (class, value) in unfilled {
        work.values[value].producers = work.producers(class);
    }
    work.break_cycles();
    work.describe();
    work.values
}

/// The state of value numbering.
struct Work<'a> {
    /// The slice.
    slice: &'a Slice,
    /// The terms of the slice.
    terms: &'a [Term],
    /// The classes of terms: choices that take one another are one class, and each other term is a
    /// class.
    classes: &'a Components,
    /// The values found so far.
    values: Vec<Value>,
    /// For each class, the number of its value, or [`NONE`].
    value_of: Vec<u32>,
    /// From the key of a value to its number. Equal keys mean equal values.
    keys: WordMap,
    /// The attributes that were read directly first and from the result of a call later, with their
    /// producers in the first read.
    changed: Vec<(u32, Operands)>,
}

impl Work<'_> {
    /// Returns the first term of a class.
    fn term(&self, class: u32) -> &Term {
        &self.terms[self.classes.members[class as usize][0] as usize]
    }

    /// Adds a new value for a class, and returns its number.
    fn push(&mut self, class: u32, producers: Operands) -> u32 {
        let (kind, place, next) =
            (self.term(class).kind, self.place(class), self.values.len() as u32);
        let known = Known::NOTHING;
        let mut value = Value { kind, place, producers, same: next, known };
        if let Some(returned) = value.returned() {
            value.same = self.same(returned);
        }
        self.values.push(value);
        next
    }

    /// Returns the value that a value stands for.
    fn same(&self, value: u32) -> u32 {
        self.values[value as usize].same
    }

    /// Gives a class its value: a known value with an equal key, or a new one. All producers of the
    /// class must have values.
    fn number(&mut self, class: u32) {
        let producers = self.producers(class);
        let kind = self.term(class).kind;
        if let (InstructionKind::Cast, [(_, only)]) = (kind, &producers[..]) {
            // No choice: the class is its only producer.
            self.value_of[class as usize] = *only;
            return;
        }
        let next = self.values.len() as u32;
        let value = match self.key(class, &producers).map(|key| self.keys.entry(key)) {
            Some(Entry::Occupied(known)) => *known.get(),
            Some(Entry::Vacant(new)) => *new.insert(next),
            None => next,
        };
        if value == next {
            self.push(class, producers);
        } else {
            // The value is known. It keeps its producers, unless it is an attribute that is read
            // from a call for the first time: the field that the call returns may be private.
            let is_state = matches!(kind, InstructionKind::Field(_) | InstructionKind::Element);
            let is_changed = is_state
                && self.is_by_call(&producers)
                && !self.is_by_call(&self.values[value as usize].producers);
            let place = self.place(class);
            let known = &mut self.values[value as usize];
            known.place = place.min(known.place);
            if is_changed {
                let direct = core::mem::replace(&mut known.producers, producers);
                self.changed.push((value, direct));
            }
        }
        self.value_of[class as usize] = value;
    }

    /// Returns the key of a class with these producers, or `None` if it equals no other class.
    fn key(&self, class: u32, producers: &Operands) -> Option<Words> {
        // Keys contain the value that a call stands for, so that `x.player().action` and
        // `x.players[i].action` are one attribute.
        let Term { kind, occurrence, .. } = *self.term(class);
        if kind == InstructionKind::Call {
            // Two calls of unknown code may return different values.
            let returned = in_role(producers, Role::Returned)?;
            return Some(Words::from_slice(&[kind_number(kind), self.same(returned).into()]));
        }
        // A parameter for which the call has no argument counts as a constant.
        let is_constant = kind == InstructionKind::Cast && producers.is_empty();
        let mut key = if is_constant || kind == InstructionKind::Other {
            let instruction = self.slice.occurrences[occurrence as usize].instruction;
            Words::from_slice(&[kind_number(InstructionKind::Other), instruction.number().into()])
        } else {
            Words::from_slice(&[kind_number(kind), 0])
        };
        for &(role, value) in producers {
            key.extend_from_slice(&[role_number(role), self.same(value).into()]);
        }
        Some(key)
    }

    /// Returns the producers of a class. A choice takes each value once: if it takes both a value
    /// and a call that stands for it, only the call is a producer.
    fn producers(&self, class: u32) -> Operands {
        let Term { kind, operands, .. } = self.term(class);
        if *kind != InstructionKind::Cast {
            return operands.iter().map(|&(role, term)| (role, self.value(term))).collect();
        }
        // A choice: everything that its members take, except one another.
        let members = self.classes.members[class as usize].iter();
        let taken = members.flat_map(|&term| {
            self.terms[term as usize].operands.iter().map(|&(_, producer)| producer)
        });
        let others = taken.filter(|&producer| self.classes.of[producer as usize] != class);
        let mut producers: Operands =
            others.map(|producer| (Role::Value, self.value(producer))).collect();
        // In the order of the values that they stand for; calls come before the value itself
        // (`false` before `true`), and `dedup` keeps the first of equal ones.
        sort_by_key(&mut producers, |&(_, value)| {
            (self.same(value), self.same(value) == value, value)
        });
        producers.dedup_by_key(|&mut (_, value)| self.same(value));
        producers
    }

    /// Returns `true` if the receiver among some producers is a call that stands for another value.
    fn is_by_call(&self, producers: &[(Role, u32)]) -> bool {
        in_role(producers, Role::Receiver).is_some_and(|of| self.same(of) != of)
    }

    /// Gives attributes that are read both directly and from a call their direct receivers back, if
    /// they are on a cycle now.
    ///
    /// A call may need an attribute of the object that it returns, as in `a.find(a.last.key)`.
    /// Cycles may arise from several attributes together, so all of them are changed before.
    fn break_cycles(&mut self) {
        if self.changed.is_empty() {
            return;
        }
        let mut uses = Vec::new();
        for (user, value) in self.values.iter().enumerate() {
            uses.extend(value.producers.iter().map(|&(_, of)| (user as u32, of)));
        }
        let components = Components::new(self.values.len(), &uses);
        for (value, direct) in core::mem::take(&mut self.changed) {
            if components.is_on_cycle[value as usize] {
                self.values[value as usize].producers = direct;
            }
        }
    }

    /// Sets the needs, casts and calls of each value, from those of its occurrences.
    fn describe(&mut self) {
        let needs = needs(self.slice);
        for (number, term) in self.terms.iter().enumerate() {
            let occurrence = &self.slice.occurrences[term.occurrence as usize];
            let mut need = needs[term.occurrence as usize];
            // The terms after those of the occurrences are choices between operands of one
            // occurrence. They are no operands of the branch.
            if number >= needs.len() {
                need = need.max(Need::Data);
            }
            let value = self.value(number as u32);
            // The value that a call stands for has the needs and the casts of the call.
            for at in [value, self.same(value)] {
                let known = &mut self.values[at as usize].known;
                known.need = known.need.min(need);
                if occurrence.kind == InstructionKind::Cast {
                    known.casts.push(occurrence.instruction);
                }
            }
            if occurrence.kind == InstructionKind::Call
                && occurrence.returned.is_none()
                && let Some(receiver) = in_role(&term.operands, Role::Receiver)
            {
                let called = self.value(receiver);
                self.values[called as usize].known.is_called = true;
            }
        }
    }

    /// Returns the value of a term.
    fn value(&self, term: u32) -> u32 {
        self.value_of[self.classes.of[term as usize] as usize]
    }

    /// Returns the first place where a class occurs: the context in the slice, and the instruction.
    fn place(&self, class: u32) -> (u32, Instruction) {
        let places = self.classes.members[class as usize].iter().map(|&term| {
            let occurrence = self.terms[term as usize].occurrence as usize;
            let Occurrence { context, instruction, .. } = self.slice.occurrences[occurrence];
            (context, instruction)
        });
        places.min().unwrap_or((0, Instruction::new(0)))
    }
}
