//! Chooses the method by which a test sets a private field, and says what a slice and a plan leave
//! out.
//!
//! `cargo run --features all --example setters`

use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Symbol;
use sbst_seeding::construction::{
    AccessPaths, ConstructionGraph, Counted, Leading, MAX_STATEMENTS, Need, PathLimits, Sampling,
    Site, UnbuiltReason,
};
use sbst_seeding::slice::{Cut, Limits, Slice};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let (paths, sampling) = setters()?;
    for (start, probability) in paths.starts.iter().zip(sampling.probabilities()) {
        println!("{start} sets the level with probability {probability}");
    }
    plan_without_setter()
}

/// Two methods that set a level: `set(level) { if level > 0 { store(level) } }`, where the private
/// `store(level)` writes it, and `reset()`, which writes 0.
fn setters() -> Result<(AccessPaths, Sampling), Box<dyn Error>> {
    let (mut flow, mut code) = (FlowGraph::new(), DependenceGraph::new());
    let set = flow.add(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    let [store, reset] =
        [flow.add(&FlowBuilder::new().exit(0))?, flow.add(&FlowBuilder::new().exit(0))?];
    let [given, level] = [(); 2].map(|()| code.add(InstructionKind::Parameter(0), []));
    let zero = code.add(InstructionKind::Other, []);
    let call = code.add(InstructionKind::Call, [(Role::Argument(0), given)]);
    let calls = [(Site { method: set, block: flow.block(set, 1), instruction: call }, store)];
    let writes = [(store, level), (reset, zero)].map(|(method, value)| Site {
        method,
        block: flow.entry(method),
        instruction: value,
    });

    let half = Leading::of(&flow, &[flow.block(set, 1)], Counted::PUBLISHED);
    assert_eq!(half, Some(Leading { leading: 1, branches: 2 }));
    let paths = AccessPaths::of(&calls, [set, reset], writes, PathLimits::default());
    let scores = paths.scores(&code, &flow, Counted::PUBLISHED)?;
    assert_eq!(scores, [2.0 * (0.5 + 1.0) / 2.0, 1.0]); // with any value, but only through one of two branches
    let sampling = paths.sampling(&scores);
    Ok((paths, sampling))
}

/// `if order.is_open() { if order.age < 18 { .. } }`, where no method sets an age, and the code of
/// `is_open` is not entered.
fn plan_without_setter() -> Result<(), Box<dyn Error>> {
    let mut code = DependenceGraph::new();
    let field = |name| InstructionKind::Field(Symbol::new(name));
    let this = code.add(InstructionKind::This, []);
    let open = code.add(field(0), [(Role::Receiver, this)]);
    let order = code.add(InstructionKind::Parameter(0), []);
    let is_open = code.add(InstructionKind::Call, [(Role::Receiver, order)]);
    code.returns(is_open, open)?;
    let age = code.add(field(1), [(Role::Receiver, order)]);

    let slice =
        Slice::of_branch(&code, [age], [is_open], Limits { call_depth: 0, ..Limits::PUBLISHED })?;
    for ((call, _), cut) in slice.cut() {
        println!(
            "call {call} is not entered: {}",
            if cut == Cut::Depth { "too deep" } else { "the slice is too large" }
        );
    }
    let graph = ConstructionGraph::new(&slice);
    let plan = graph.plan(MAX_STATEMENTS, |node| (node.instruction != age).then_some(1));
    for &(variable, reason) in &plan.unbuilt {
        let needed = if graph.node(variable).need == Need::Operand {
            ", an operand of the branch"
        } else {
            ""
        };
        match reason {
            UnbuiltReason::Refused => println!("{variable}{needed}: nothing sets it"),
            reason => println!("{variable}{needed}: {reason:?}"),
        }
    }
    Ok(())
}
