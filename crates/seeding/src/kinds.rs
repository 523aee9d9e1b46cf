//! Kinds and roles of instructions, and their numbers as parts of keys.

use crate::numbers::pair;
use sbst::flow::dependences::{InstructionKind, Role};
use smallvec::SmallVec;

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
