//! Wrong answers of existing tools, by id.

use super::{graph, read, sorted_paths};
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role, UnknownInstruction};
use sbst::id::Symbol;
use sbst_seeding::construction::{PlanStep, UnbuiltReason};

const NAME: Symbol = Symbol::new(0);
const NEXT: Symbol = Symbol::new(1);

#[test]
fn u3_fields_of_different_receivers_are_different_variables() {
    let mut code = DependenceGraph::new();
    let (a, b) =
        (code.add(InstructionKind::Parameter(0), []), code.add(InstructionKind::Parameter(1), []));
    let names = [a, b, a].map(|of| read(&mut code, NAME, of));
    let graph = graph(&code, names);
    assert_eq!(sorted_paths(&graph), ["p0", "p0.f0", "p1", "p1.f0"]); // and twice the same of one is one
}

#[test]
fn u3_fields_of_different_receivers_are_different_in_one_getter() -> Result<(), UnknownInstruction>
{
    let mut code = DependenceGraph::new();
    let this = code.add(InstructionKind::This, []);
    let name = read(&mut code, NAME, this);
    let [a, b] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    let next = read(&mut code, NEXT, a);
    let mut calls = Vec::new();
    for receiver in [a, b, next] {
        let call = code.add(InstructionKind::Call, [(Role::Receiver, receiver)]);
        code.returns(call, name)?;
        calls.push(call);
    }
    assert_eq!(
        sorted_paths(&graph(&code, calls)),
        ["p0", "p0.f0", "p0.f1", "p0.f1.f0", "p1", "p1.f0"]
    );
    Ok(())
}

#[test]
fn u3_nodes_on_cycles_are_reported() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let list = code.add(InstructionKind::Parameter(0), []);
    let n = code.add(InstructionKind::Cast, [(Role::Value, list)]);
    let (next, name) = (read(&mut code, NEXT, n), read(&mut code, NAME, n));
    code.operand(n, Role::Value, next)?;
    let graph = graph(&code, [name]);
    let plan = graph.plan(200, |_| Some(1));
    let reason = |kind| {
        let variable =
            graph.nodes().iter().find(|node| node.kind == kind).map(|node| node.variable);
        plan.unbuilt.iter().find(|unbuilt| Some(unbuilt.0) == variable).map(|unbuilt| unbuilt.1)
    };
    assert_eq!(plan.steps, []); // no attribute can be built, so that nothing needs the list
    assert_eq!(reason(InstructionKind::Parameter(0)), Some(UnbuiltReason::Unneeded));
    assert_eq!(
        (reason(InstructionKind::Cast), reason(InstructionKind::Field(NEXT))),
        (Some(UnbuiltReason::Cycle), Some(UnbuiltReason::Cycle))
    );
    let n = graph
        .nodes()
        .iter()
        .find(|node| node.kind == InstructionKind::Cast)
        .map(|node| node.variable);
    assert_eq!(reason(InstructionKind::Field(NAME)), n.map(UnbuiltReason::Parent)); // behind it
    Ok(())
}

#[test]
fn u3_what_hangs_on_something_that_cannot_be_built_is_reported_once() {
    let mut code = DependenceGraph::new();
    let a = code.add(InstructionKind::Parameter(0), []);
    let next = read(&mut code, NEXT, a);
    let behind = read(&mut code, NEXT, next);
    let names = [a, next, behind].map(|of| read(&mut code, NAME, of));
    let graph = graph(&code, names);
    let [a, next, behind] =
        [0, 1, 2].map(|at| graph.nodes().get(at).map(|node| node.variable).expect("in order"));
    let mut asked = Vec::new();
    let plan = graph.plan(200, |node| {
        asked.push(node.variable);
        (node.variable != next).then_some(1)
    });
    let names: Vec<_> = graph
        .nodes()
        .iter()
        .filter(|node| node.kind == InstructionKind::Field(NAME))
        .map(|node| node.variable)
        .collect();
    assert_eq!(
        plan.steps,
        [
            PlanStep::Input { variable: a, slot: None },
            PlanStep::Write { variable: names[0], slot: 0 }
        ]
    );
    let expected = [
        (next, UnbuiltReason::Refused),
        (behind, UnbuiltReason::Parent(next)),
        (names[1], UnbuiltReason::Parent(next)),
        (names[2], UnbuiltReason::Parent(behind)),
    ];
    assert_eq!(plan.unbuilt, expected.map(|(variable, reason)| (variable, reason)));
    assert_eq!(asked, [a, next, names[0]]); // nothing behind it, and nothing twice
}
