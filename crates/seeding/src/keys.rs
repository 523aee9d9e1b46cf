//! Keys of maps: kinds and roles of instructions as numbers, and maps and sets of numbers.
//!
//! Each pair of a key and a value makes the compiler translate `BTreeMap` again: about 6 000 lines
//! of LLVM. So the crate maps numbers to numbers, and everything else by its number.

use alloc::collections::BTreeMap;
use sbst::flow::dependences::{InstructionKind, Role};
use smallvec::SmallVec;

/// A map from numbers to numbers.
pub(crate) type NumberMap = BTreeMap<u64, u32>;

/// Several numbers, such as everything that distinguishes a value from others.
pub(crate) type Words = SmallVec<[u64; 6]>;

/// A map from several numbers to one.
pub(crate) type WordMap = BTreeMap<Words, u32>;

/// Returns the number of a pair of numbers: pairs have the order of their numbers.
pub(crate) const fn pair(first: u32, second: u32) -> u64 {
    (first as u64) << 32 | second as u64
}

/// Returns the numbers of a pair.
pub(crate) const fn both(pair: u64) -> (u32, u32) {
    ((pair >> 32) as u32, pair as u32)
}

// Kinds and roles of instructions.

/// Returns `true` for an attribute: a static field, a field or an element.
pub(crate) const fn is_state(kind: InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::StaticField(_) | InstructionKind::Field(_) | InstructionKind::Element
    )
}

/// Returns `true` for an input of a method, which exists without reading an object: the object
/// itself, a parameter, a static field.
pub(crate) const fn is_input(kind: InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::This | InstructionKind::Parameter(_) | InstructionKind::StaticField(_)
    )
}

/// Returns the number of a kind of instructions, in the order of kinds.
pub(crate) const fn kind_number(kind: InstructionKind) -> u64 {
    match kind {
        InstructionKind::This => 0,
        InstructionKind::Parameter(place) => pair(1, place),
        InstructionKind::StaticField(name) => pair(2, name.number()),
        InstructionKind::Field(name) => pair(3, name.number()),
        InstructionKind::Element => pair(4, 0),
        InstructionKind::Call => pair(5, 0),
        InstructionKind::Cast => pair(6, 0),
        InstructionKind::Other => pair(7, 0),
    }
}

/// Returns the number of a role, in the order of roles.
pub(crate) const fn role_number(role: Role) -> u64 {
    match role {
        Role::Receiver => 0,
        Role::Argument(place) => pair(1, place),
        Role::Index => pair(2, 0),
        Role::Value => pair(3, 0),
        Role::Returned => pair(4, 0),
        // No role of the required version of `sbst`.
        _ => pair(5, 0),
    }
}

/// Operands with their roles.
pub(crate) type Operands = SmallVec<[(Role, u32); 2]>;

/// Returns the first of some operands with a given role.
pub(crate) fn in_role<T: Copy>(operands: &[(Role, T)], role: Role) -> Option<T> {
    operands.iter().find(|(other, _)| *other == role).map(|&(_, operand)| operand)
}
