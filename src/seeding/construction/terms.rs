//! Terms: the occurrences in a slice, each with the other terms that determine which value it is.

use crate::flow::Lists;
use crate::flow::dependences::{InstructionKind, Role, Slice};
use crate::sort::sort_by_key;
use alloc::vec;
use alloc::vec::Vec;
use smallvec::SmallVec;

pub(super) const NONE: u32 = u32::MAX;

/// Operands of a value or a term, each with its role.
pub(super) type Operands = SmallVec<[(Role, u32); 2]>;

/// An occurrence, or a choice between several operands in the same role.
pub(super) struct Term {
    pub(super) occurrence: u32,
    /// [`InstructionKind::Cast`] for all choices. [`InstructionKind::Call`] for calls that are variables: of those with known code, only the calls whose result
    /// is a receiver; all others are what they return.
    pub(super) kind: InstructionKind,
    /// Other terms.
    pub(super) operands: Operands,
}

/// Returns the occurrences, followed by choices for operands in the same role.
pub(super) fn terms(slice: &Slice) -> Vec<Term> {
    let count = slice.len();
    let same = same_objects(slice);
    // Step 1: one term for each occurrence. A call with known code is a choice among the values that it returns; a bound parameter is
    // its argument.
    let mut terms: Vec<Term> = (0..count)
        .map(|number| {
            let kind = slice.kind(number);
            let (kind, operands) = match (kind, slice.returned(number)) {
                (InstructionKind::Call, Some(returned)) => {
                    (InstructionKind::Cast, returned.iter().map(|&returned| (Role::Value, returned)).collect())
                }
                _ if slice.is_bound(number) => (InstructionKind::Cast, slice.operands(number).into()),
                _ => (kind, slice.operands(number).into()),
            };
            Term { occurrence: number as u32, kind, operands }
        })
        .collect();
    for (number, term) in terms.iter_mut().enumerate() {
        let kind = term.kind;
        term.operands.retain(|&mut (role, _)| says_which(kind, role));
        // Step 2: keep the operands that determine the value, and replace aliases by one representative. A parameter that was read before
        // in this method refers to that occurrence itself, so that both stay one value.
        let is_again =
            |of: u32| slice.is_bound(number) && slice.is_bound(of as usize) && slice.is_in_one_method(number, of as usize);
        for (_, of) in &mut term.operands {
            if !is_again(*of) {
                *of = same[*of as usize];
            }
        }
    }
    // Step 3: a call whose result is a receiver becomes a variable of its own.
    let receivers = receivers(slice, &terms, &same);
    for number in 0..count {
        if receivers[number] && slice.returned(number).is_some() {
            // OBJ, Figure 4: a test gets such an object by a statement with the call, whether or not its code is known.
            let returned = core::mem::take(&mut terms[number].operands);
            let given = slice.operands(number).iter().map(|&(role, of)| (role, same[of as usize]));
            let mut operands: Operands = given.filter(|&(role, _)| says_which(InstructionKind::Call, role)).collect();
            operands.extend(returned.into_iter().map(|(_, of)| (Role::Returned, of)));
            terms[number].operands = operands;
            terms[number].kind = InstructionKind::Call;
        }
        if matches!(terms[number].kind, InstructionKind::Field(_) | InstructionKind::Element | InstructionKind::Call) {
            let operands = core::mem::take(&mut terms[number].operands);
            terms[number].operands = one_for_each_role(operands, number as u32, &mut terms);
        }
    }
    terms
}

/// Returns, for each term, `true` if something is read from it, or a method of it is called.
///
/// A call whose code is known and whose result is a receiver becomes a variable, so that its own receiver is one, too.
fn receivers(slice: &Slice, terms: &[Term], same: &[u32]) -> Vec<bool> {
    let mut marked = vec![false; terms.len()];
    let mut edges = Vec::new();
    for (number, term) in terms.iter().enumerate() {
        for &(role, of) in &term.operands {
            marked[of as usize] |= role == Role::Receiver;
            if term.kind == InstructionKind::Cast {
                edges.push((number as u32, of));
            }
        }
        if slice.returned(number).is_some() {
            let receivers = slice.operands(number).iter().filter(|(role, _)| *role == Role::Receiver);
            edges.extend(receivers.map(|&(_, of)| (number as u32, same[of as usize])));
        }
    }
    Lists::of_edges(terms.len(), &edges).reached(marked)
}

/// Returns `true` if an operand in this role is a part of something: what was written to a field before is not.
const fn says_which(kind: InstructionKind, role: Role) -> bool {
    match kind {
        InstructionKind::Field(_) => matches!(role, Role::Receiver),
        InstructionKind::Element => matches!(role, Role::Receiver | Role::Index),
        InstructionKind::Call => !matches!(role, Role::Value | Role::Returned),
        _ => true,
    }
}

/// Returns the operands of an occurrence by role; those in the same role become a choice.
fn one_for_each_role(mut operands: Operands, occurrence: u32, terms: &mut Vec<Term>) -> Operands {
    sort_by_key(&mut operands, |&(role, _)| role);
    let by_role = operands.chunk_by(|(one, _), (other, _)| one == other);
    by_role
        .map(|group| match *group {
            [only] => only,
            _ => {
                let alternatives = group.iter().map(|&(_, producer)| (Role::Value, producer)).collect();
                terms.push(Term { occurrence, kind: InstructionKind::Cast, operands: alternatives });
                (group[0].0, terms.len() as u32 - 1)
            }
        })
        .collect()
}

/// Returns the occurrence that stands for each one in what is made of it: the end of its chain of aliases; of a circle, the first
/// instruction.
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
