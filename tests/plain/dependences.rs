//! Dependence graphs.

use super::{comes_back, read};
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
use sbst::id::{Instruction, Symbol};

#[test]
fn kinds_and_roles_come_back() {
    comes_back((
        InstructionKind::This,
        InstructionKind::Parameter(3),
        InstructionKind::StaticField(Symbol::new(1)),
        InstructionKind::Field(Symbol::new(2)),
    ));
    comes_back((
        InstructionKind::Element,
        InstructionKind::Call,
        InstructionKind::Cast,
        InstructionKind::Other,
    ));
    comes_back((
        Role::Receiver,
        Role::Argument(u32::MAX),
        Role::Index,
        Role::Value,
        Role::Returned,
    ));
}

#[test]
fn a_graph_is_a_list_of_rows_of_which_some_name_instructions_that_never_come() {
    let rows = r#"[{"kind":"Call","alias":9,"operands":[["Receiver",7]],"controls":[4294967295],"returns":[0,5]}]"#;
    let results = r#"{"computations":{"0":"Not","99":{"Constant":-3}},"sites":{"99":5},"predicates":{"7":99},"results":{"8":0}}"#;
    let text = &format!(r#"{{"instructions":{rows},"results":{results}}}"#);
    let code: DependenceGraph = read(text);
    assert_eq!(read::<DependenceGraph>(&format!(r#"{{"instructions":{rows}}}"#)).len(), 1);
    let (call, lost) = (Instruction::new(0), Instruction::new(7));
    assert!(code.operands(call).eq([(Role::Receiver, lost)]));
    assert!(code.check(lost, Some(call)).is_err());
    assert_eq!(serde_json::to_string(&code).expect("can be written"), *text);
    comes_back(code);
}
