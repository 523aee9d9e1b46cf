//! Plans with fewer statements than a graph needs: what comes first, by id.

use super::printed::{CheckRules, TARGET, check_rules, find, place_of};
use super::{graph, read};
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role, UnknownInstruction};
use sbst::id::{Instruction, Symbol, Variable};
use sbst_seeding::construction::{
    ConstructionGraph, MAX_STATEMENTS, Need, Node, PlanStep, UnbuiltReason,
};

/// A binary tree of 255 variables, in which the branch compares the last leaf, and all other leaves
/// decide whether it is reached.
fn tree() -> Result<(ConstructionGraph, Instruction), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let mut all = vec![code.add(InstructionKind::Parameter(0), [])];
    for at in 1..255 {
        let of = all[(at - 1) / 2];
        all.push(read(&mut code, Symbol::new(at as u32 % 2), of));
    }
    let operand = all[254];
    for &other in &all[127..254] {
        code.control(operand, other)?;
    }
    Ok((graph(&code, [operand]), operand))
}

#[test]
fn ap23_what_the_operands_need_comes_first() -> Result<(), UnknownInstruction> {
    let (graph, operand) = tree()?;
    assert_eq!(graph.nodes().len(), 255);
    let operand = find(&graph, |node| node.instruction == operand);
    assert_eq!((graph.node(operand).need, graph.leaves()[0]), (Need::Operand, operand));
    let plan = graph.plan(MAX_STATEMENTS, |_| Some(1));
    assert_eq!(plan.steps.len(), MAX_STATEMENTS);
    assert!(place_of(&plan, operand).is_some());
    // The path to the operand alone: eight statements are enough.
    let alone = graph.plan(8, |_| Some(1));
    assert_eq!((&alone.slots[..], alone.steps.len()), (&[operand][..], 8));
    assert!(
        graph
            .plan(7, |_| Some(1))
            .unbuilt
            .iter()
            .any(|at| at.0 == operand && at.1 == UnbuiltReason::Statements)
    );
    Ok(())
}

/// Data before control: of two leaves that are no operands, the one that the operand is computed
/// from.
#[test]
fn ap23_data_comes_before_control() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let p = code.add(InstructionKind::Parameter(0), []);
    let [guard, deeper, data] = [0, 1, 2].map(|name| read(&mut code, Symbol::new(name), p));
    let sum = code.add(InstructionKind::Other, [(Role::Value, data)]);
    code.control(sum, guard)?.control(guard, deeper)?;
    let graph = graph(&code, [sum]);
    let order: Vec<Instruction> =
        graph.leaves().into_iter().map(|leaf| graph.node(leaf).instruction).collect();
    assert_eq!(order, [data, guard, deeper]);
    let needs: Vec<Need> = graph.leaves().into_iter().map(|leaf| graph.node(leaf).need).collect();
    assert_eq!(needs, [Need::Data, Need::Control(1), Need::Control(2)]);
    for (statements, built) in [(2, 1), (3, 2), (4, 3)] {
        assert_eq!(graph.plan(statements, |_| Some(1)).slots.len(), built);
    }
    Ok(())
}

/// One input, eight objects with an attribute, and seven whose attribute has no setter: 17 steps,
/// where 24 were made.
#[test]
fn ap23_nothing_is_read_that_no_slot_needs() {
    let mut code = DependenceGraph::new();
    let p = code.add(InstructionKind::Parameter(0), []);
    let mut leaves = Vec::new();
    for name in 0..15 {
        let object = read(&mut code, Symbol::new(name), p);
        leaves.push(read(&mut code, Symbol::new(100 + name), object));
    }
    let graph = graph(&code, leaves);
    let has_setter =
        |node: &Node| !matches!(node.kind, InstructionKind::Field(name) if name.number() >= 108);
    let plan = graph.plan(MAX_STATEMENTS, |node| has_setter(node).then_some(1));
    let reads = plan.steps.iter().filter(|step| matches!(step, PlanStep::Read { .. })).count();
    assert_eq!((plan.steps.len(), reads, plan.slots.len()), (17, 8, 8));
    let unneeded =
        plan.unbuilt.iter().filter(|unbuilt| unbuilt.1 == UnbuiltReason::Unneeded).count();
    assert_eq!((unneeded, plan.unbuilt.len()), (7, 14));
}

/// 5.2: 128 nodes made more than 700 statements; 200 are the limit.
#[test]
fn ap23_the_limit_is_in_statements() {
    let mut code = DependenceGraph::new();
    let p = code.add(InstructionKind::Parameter(0), []);
    let fields: Vec<Instruction> =
        (0..127).map(|name| read(&mut code, Symbol::new(name), p)).collect();
    let graph = graph(&code, fields);
    assert_eq!(graph.nodes().len(), 128);
    // A setter with parameters to prepare: 5 or 6 statements each, 700 in all.
    let cost = |node: &Node| if node.variable.index() < 68 { 5 } else { 6 };
    assert_eq!(graph.nodes().iter().map(cost).sum::<usize>(), 700);
    let plan = graph.plan(MAX_STATEMENTS, |node| Some(cost(node)));
    let made: usize = plan.steps.iter().map(|step| cost(graph.node(step.variable()))).sum();
    assert_eq!((made, plan.steps.len()), (200, 40));
    assert!(plan.unbuilt.iter().all(|unbuilt| unbuilt.1 == UnbuiltReason::Statements));
    assert_eq!(graph.plan(700, |node| Some(cost(node))).steps.len(), 128);
    // A leaf that is too expensive is left out, and cheaper ones are built.
    let plan = graph.plan(3, |node| Some(if node.variable.index() == 1 { usize::MAX } else { 1 }));
    assert_eq!(plan.slots, [2, 3].map(Variable::new));
}

#[test]
fn ap23_plans_towards_chosen_leaves() -> Result<(), UnknownInstruction> {
    let CheckRules { code, branch, .. } = check_rules()?;
    let graph = graph(&code, branch).unrolled(0, 100);
    let target = find(&graph, |node| node.kind == InstructionKind::Field(TARGET));
    let plan =
        graph.plan_towards([target, target, Variable::new(u32::MAX)], MAX_STATEMENTS, |_| Some(1));
    assert_eq!((&plan.slots[..], plan.steps.len()), (&[target][..], 2)); // the action, and its target
    assert!(plan.unbuilt.iter().all(|unbuilt| unbuilt.1 == UnbuiltReason::Unneeded));
    assert_eq!(plan.unbuilt.len() + 2, graph.nodes().len());
    let nothing = graph.plan_towards([], MAX_STATEMENTS, |_| Some(1));
    assert!(nothing.steps.is_empty() && nothing.unbuilt.len() == graph.nodes().len());
    Ok(())
}
