//! Terms: the occurrences of a slice in the form that value numbering needs, each with the operands
//! that determine its value.
//!
//! Value numbering (see `values`) compares terms by their operands. So a term has only operands
//! that determine its value, aliases of one object are replaced by one representative, and
//! attributes and calls have at most one operand in each role.

use crate::keys::Operands;
use crate::search::{Components, reached};
use crate::slice::Slice;
use crate::sort::sort_by_key;
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::dependences::{InstructionKind, Role};

/// Number that stands for no term and no value.
pub(super) const NONE: u32 = u32::MAX;

/// An occurrence, or a choice between several operands in the same role.
pub(super) struct Term {
    /// The occurrence, or for a choice of operands the occurrence that has them.
    pub(super) occurrence: u32,
    /// The kind of the instruction, with three exceptions. A bound parameter, a choice of operands,
    /// and a call with known code whose result is no receiver have the kind
    /// [`InstructionKind::Cast`], because they are equal to one of their operands.
    pub(super) kind: InstructionKind,
    /// The terms that determine the value, each with its role.
    pub(super) operands: Operands,
}

/// Returns the terms of the occurrences, by the number of the occurrence, followed by the choices
/// for operands in the same role. Time O(n log n) for n operands.
pub(super) fn terms(slice: &Slice) -> Vec<Term> {
    let same = same_objects(slice);
    let mut terms: Vec<Term> = Vec::with_capacity(slice.len());
    for (number, occurrence) in (0..).zip(&slice.occurrences) {
        // Step 1: one term for each occurrence. A call with known code is a choice among the values
        // that it returns. A bound parameter is its argument: OBJ (3.1.2, distilling) removes it,
        // because its flow is already there.
        let (kind, mut operands) = match &occurrence.returned {
            Some(returned) => {
                let returned = returned.iter().map(|&returned| (Role::Value, returned));
                (InstructionKind::Cast, returned.collect())
            }
            None if occurrence.is_bound() => (InstructionKind::Cast, occurrence.operands.clone()),
            None => (occurrence.kind, occurrence.operands.clone()),
        };
        // Step 2: keep the operands that determine the value, and replace aliases by one
        // representative. A later read of a parameter of a callee refers to the first read itself,
        // not to the representative of the argument, so that both reads stay one value.
        operands.retain(|&mut (role, _)| says_which(kind, role));
        for (_, of) in &mut operands {
            let first = &slice.occurrences[*of as usize];
            let is_again =
                occurrence.is_bound() && first.is_bound() && occurrence.context == first.context;
            if !is_again {
                *of = same[*of as usize];
            }
        }
        terms.push(Term { occurrence: number, kind, operands });
    }
    // Step 3: a call with known code whose result is a receiver becomes a variable of its own. Its
    // operands in one role become a choice.
    let receivers = receivers(slice, &terms, &same);
    for (number, occurrence) in slice.occurrences.iter().enumerate() {
        if receivers[number] && occurrence.returned.is_some() {
            // OBJ, Figure 4: a test gets such an object from a statement with the call, even if the
            // code of the call is known.
            let returned = core::mem::take(&mut terms[number].operands);
            let given = occurrence.operands.iter().map(|&(role, of)| (role, same[of as usize]));
            let given = given.filter(|&(role, _)| says_which(InstructionKind::Call, role));
            let returned = returned.into_iter().map(|(_, of)| (Role::Returned, of));
            terms[number].operands = given.chain(returned).collect();
            terms[number].kind = InstructionKind::Call;
        }
        if matches!(
            terms[number].kind,
            InstructionKind::Field(_) | InstructionKind::Element | InstructionKind::Call
        ) {
            let operands = core::mem::take(&mut terms[number].operands);
            terms[number].operands = one_for_each_role(operands, number as u32, &mut terms);
        }
    }
    terms
}

/// Returns, for each term, `true` if it is a receiver: an attribute is read from it, or a method
/// with unknown code is called on it.
///
/// Being a receiver spreads backwards. A value that a choice may take is a receiver if the choice
/// is. A call with known code whose result is a receiver becomes a variable, which a test calls, so
/// the receiver of the call is a receiver, too.
fn receivers(slice: &Slice, terms: &[Term], same: &[u32]) -> Vec<bool> {
    let mut marked = vec![false; terms.len()];
    let mut edges = Vec::new();
    for ((number, term), occurrence) in (0..).zip(terms).zip(&slice.occurrences) {
        for &(role, of) in &term.operands {
            marked[of as usize] |= role == Role::Receiver;
            if term.kind == InstructionKind::Cast {
                edges.push((number, of));
            }
        }
        if occurrence.returned.is_some() {
            let operands = occurrence.operands.iter();
            let receivers = operands.filter(|(role, _)| *role == Role::Receiver);
            edges.extend(receivers.map(|&(_, of)| (number, same[of as usize])));
        }
    }
    reached(&edges, &marked)
}

/// Returns `true` if an operand in this role determines the value of an instruction of this kind.
/// For example, the value that was written to a field does not: all reads of one field of one
/// receiver are one variable.
const fn says_which(kind: InstructionKind, role: Role) -> bool {
    match kind {
        InstructionKind::Field(_) => matches!(role, Role::Receiver),
        InstructionKind::Element => matches!(role, Role::Receiver | Role::Index),
        InstructionKind::Call => !matches!(role, Role::Value | Role::Returned),
        _ => true,
    }
}

/// Returns the operands of an occurrence, ordered by role. If several operands have the same role,
/// they are replaced by a new term, a choice between them.
fn one_for_each_role(mut operands: Operands, occurrence: u32, terms: &mut Vec<Term>) -> Operands {
    sort_by_key(&mut operands, |&(role, _)| role);
    // `sort_by_key` is stable, so alternatives keep their order.
    let by_role = operands.chunk_by(|(one, _), (other, _)| one == other);
    by_role
        .map(|group| match *group {
            [only] => only,
            _ => {
                let kind = InstructionKind::Cast;
                let operands = group.iter().map(|&(_, of)| (Role::Value, of)).collect();
                terms.push(Term { occurrence, kind, operands });
                (group[0].0, terms.len() as u32 - 1)
            }
        })
        .collect()
}

/// Returns, for each occurrence, the occurrence that represents its object: the end of its chain of
/// aliases. If the chain ends in a circle, the representative is the occurrence with the smallest
/// instruction on the circle.
fn same_objects(slice: &Slice) -> Vec<u32> {
    let alias = |at: u32| slice.occurrences[at as usize].alias;
    let count = slice.len();
    let aliases: Vec<(u32, u32)> =
        (0..count as u32).filter_map(|at| Some((at, alias(at)?))).collect();
    let components = Components::new(count, &aliases);
    let mut same: Vec<u32> = (0..count as u32).collect();
    // Each occurrence is alone or on one circle. The occurrence that it is an alias of comes first.
    for members in &components.members {
        let smallest = members.iter().min_by_key(|&&at| slice.occurrences[at as usize].instruction);
        for &at in members {
            same[at as usize] = match alias(at) {
                Some(of) if !components.is_on_cycle[at as usize] => same[of as usize],
                _ => smallest.copied().unwrap_or(at),
            };
        }
    }
    same
}
