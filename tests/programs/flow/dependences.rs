//! A dependence graph tells what it was told.

use super::config;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
use sbst::id::Instruction;

proptest! {
    #![proptest_config(config(192))]

    /// Some of the named instructions never come.
    #[test]
    fn instructions_are_read_as_they_were_described(
        rows in vec((vec(0..9_u32, 0..4), vec(0..9_u32, 0..3), vec(0..9_u32, 0..3), option::of(0..9_u32)), 0..7),
    ) {
        let mut code = DependenceGraph::new();
        let calls: Vec<Instruction> =
            rows.iter().map(|_| code.add(InstructionKind::Call, [])).collect();
        for (&call, (operands, controls, returned, alias)) in calls.iter().zip(&rows) {
            for (place, &operand) in (0..).zip(operands) {
                code.operand(call, Role::Argument(place), Instruction::new(operand)).expect("known");
            }
            for &control in controls {
                code.control(call, Instruction::new(control)).expect("known");
            }
            for &value in returned {
                code.returns(call, Instruction::new(value)).expect("known");
            }
            if let Some(same) = *alias {
                code.alias(call, Instruction::new(same)).expect("known");
            }
        }
        for (&call, (operands, controls, returned, alias)) in calls.iter().zip(&rows) {
            let numbered = (0..).map(Role::Argument).zip(operands.iter().copied().map(Instruction::new));
            prop_assert!(code.operands(call).eq(numbered));
            prop_assert!(code.controls(call).eq(controls.iter().copied().map(Instruction::new)));
            prop_assert!(code.returned(call).eq(returned.iter().copied().map(Instruction::new)));
            prop_assert_eq!(code.alias_of(call), alias.map(Instruction::new));
            for (_, operand) in code.operands(call) {
                let checked = code.check(operand, Some(call));
                prop_assert_eq!(checked.ok(), code.kind(operand));
                prop_assert_eq!(checked.is_ok(), operand.index() < rows.len());
                if let Err(error) = checked {
                    let named = (error.instruction, error.named_by, error.count);
                    prop_assert_eq!(named, (operand, Some(call), rows.len()));
                }
            }
        }
    }
}

#[test]
fn nothing_is_told_of_an_unknown_instruction() {
    let (code, none) = (DependenceGraph::new(), Instruction::new(u32::MAX));
    assert_eq!((code.kind(none), code.alias_of(none)), (None, None));
    assert_eq!((code.operands(none).len(), code.controls(none).len()), (0, 0));
    assert_eq!(code.returned(none).len(), 0);
    assert_eq!(code.check(none, None).map_err(|error| error.named_by), Err(None));
}
