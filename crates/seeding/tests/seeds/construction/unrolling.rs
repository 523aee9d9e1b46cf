//! Cycles, choices and constants in places; how far unrolling goes, and what it costs.

use super::{graph, paths, read, sorted_paths};
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role, UnknownInstruction};
use sbst::id::{Instruction, Symbol};
use sbst_seeding::construction::{ConstructionGraph, MAX_STATEMENTS, UnbuiltReason};

const NEXT: Symbol = Symbol::new(0);
const VALUE: Symbol = Symbol::new(1);

fn count(graph: &ConstructionGraph, kind: InstructionKind) -> usize {
    graph.nodes().iter().filter(|node| node.kind == kind).count()
}

/// `i = p1; n = p2; loop { a[i]; n.value; i = i + 1; n = n.next }`: a counter counts, and leaves
/// room for the list.
#[test]
fn counters_are_unrolled_as_links_are() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let [a, first, head] = [0, 1, 2].map(|place| code.add(InstructionKind::Parameter(place), []));
    let one = code.add(InstructionKind::Other, []);
    let i = code.add(InstructionKind::Cast, [(Role::Value, first)]);
    let following = code.add(InstructionKind::Other, [(Role::Value, i), (Role::Value, one)]);
    code.operand(i, Role::Value, following)?;
    let element = code.add(InstructionKind::Element, [(Role::Receiver, a), (Role::Index, i)]);
    let n = code.add(InstructionKind::Cast, [(Role::Value, head)]);
    let (next, value) = (read(&mut code, NEXT, n), read(&mut code, VALUE, n));
    code.operand(n, Role::Value, next)?;
    let graph = graph(&code, [element, value]);
    for depth in 0..5 {
        let places = graph.unrolled(depth, usize::MAX);
        assert!(places.is_complete());
        let counts = [
            InstructionKind::Other,
            InstructionKind::Element,
            InstructionKind::Field(NEXT),
            InstructionKind::Field(VALUE),
        ]
        .map(|kind| count(&places, kind));
        let depth = depth as usize;
        assert_eq!(counts, [depth, depth + 1, depth, depth + 1]);
    }
    Ok(())
}

/// `total += n.value` while the list is walked, and `a[total]`: as many totals as there are values,
/// one way or the other.
#[test]
fn totals_do_not_use_up_the_limit() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let [a, head, zero] =
        [InstructionKind::Parameter(0), InstructionKind::Parameter(1), InstructionKind::Other]
            .map(|kind| code.add(kind, []));
    let n = code.add(InstructionKind::Cast, [(Role::Value, head)]);
    let (next, value) = (read(&mut code, NEXT, n), read(&mut code, VALUE, n));
    code.operand(n, Role::Value, next)?;
    let total = code.add(InstructionKind::Cast, [(Role::Value, zero)]);
    let sum = code.add(InstructionKind::Other, [(Role::Value, total), (Role::Value, value)]);
    code.operand(total, Role::Value, sum)?;
    let element = code.add(InstructionKind::Element, [(Role::Receiver, a), (Role::Index, total)]);
    let places = graph(&code, [element]).unrolled(2, 1000);
    assert!(places.is_complete());
    assert_eq!(
        [InstructionKind::Field(NEXT), InstructionKind::Field(VALUE)]
            .map(|kind| count(&places, kind)),
        [2, 3]
    );
    Ok(())
}

/// `i = next[i] + 1`: one element is one round.
#[test]
fn a_round_counts_its_attributes_only() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let [next, first, one] =
        [InstructionKind::Parameter(0), InstructionKind::Parameter(1), InstructionKind::Other]
            .map(|kind| code.add(kind, []));
    let i = code.add(InstructionKind::Cast, [(Role::Value, first)]);
    let element = code.add(InstructionKind::Element, [(Role::Receiver, next), (Role::Index, i)]);
    let sum = code.add(InstructionKind::Other, [(Role::Value, element), (Role::Value, one)]);
    code.operand(i, Role::Value, sum)?;
    let graph = graph(&code, [element]);
    for depth in 0..5 {
        assert_eq!(
            count(&graph.unrolled(depth, usize::MAX), InstructionKind::Element),
            depth as usize
        );
    }
    Ok(())
}

/// `f(0, x)` is not `f(x, 1)`.
#[test]
fn constants_keep_their_place() {
    let mut code = DependenceGraph::new();
    let [a, x] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    let constants = [(); 2].map(|()| code.add(InstructionKind::Other, []));
    let choices = constants.map(|constant| {
        code.add(InstructionKind::Cast, [(Role::Value, constant), (Role::Value, x)])
    });
    let both = code.add(InstructionKind::Other, choices.map(|choice| (Role::Value, choice)));
    let element = code.add(InstructionKind::Element, [(Role::Receiver, a), (Role::Index, both)]);
    let places = graph(&code, [element]).unrolled(0, 100);
    // f(x, x), f(0, x), f(x, 1); and f(0, 1), which is a constant.
    assert_eq!(
        [InstructionKind::Other, InstructionKind::Element].map(|kind| count(&places, kind)),
        [3, 4]
    );
    let constants: Vec<usize> = places
        .nodes()
        .iter()
        .filter(|node| node.kind == InstructionKind::Other)
        .map(|node| node.constants().len())
        .collect();
    assert_eq!(constants.iter().sum::<usize>(), 2);
}

/// `a[c ? 0 : i]` and `a[0]`: one element at 0, of which the constant is known.
#[test]
fn elements_at_constants_are_told_apart() {
    let mut code = DependenceGraph::new();
    let [a, i] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    let [zero, one] = [(); 2].map(|()| code.add(InstructionKind::Other, []));
    let choice = code.add(InstructionKind::Cast, [(Role::Value, zero), (Role::Value, i)]);
    let elements = [choice, zero, one]
        .map(|at| code.add(InstructionKind::Element, [(Role::Receiver, a), (Role::Index, at)]));
    let graph = graph(&code, elements);
    let places = graph.unrolled(0, 100);
    let found = places
        .nodes()
        .iter()
        .filter(|node| node.kind == InstructionKind::Element && node.index().is_none());
    let mut found: Vec<Vec<(Role, Instruction)>> =
        found.map(|node| node.constants().collect()).collect();
    found.sort_unstable();
    assert_eq!(found, [[(Role::Index, zero)], [(Role::Index, one)]]);
    assert_eq!(sorted_paths(&places), ["p0", "p0[]", "p0[]", "p0[p1]", "p1"]);
    assert_eq!(places.unrolled(0, 100), places);
}

/// `new Table().find(i).value`: no test can make what the program makes itself.
#[test]
fn a_method_of_an_own_object_has_no_receiver() {
    let mut code = DependenceGraph::new();
    let (i, own) =
        (code.add(InstructionKind::Parameter(0), []), code.add(InstructionKind::Other, []));
    let find = code.add(InstructionKind::Call, [(Role::Receiver, own), (Role::Argument(0), i)]);
    let fixed = code.add(InstructionKind::Call, [(Role::Argument(0), i)]); // static
    let values = [find, fixed].map(|of| read(&mut code, VALUE, of));
    let graph = graph(&code, values);
    let plan = graph.plan(MAX_STATEMENTS, |_| Some(1));
    let own_call =
        graph.nodes().iter().find(|node| node.instruction == find).map(|node| node.variable);
    let reasons: Vec<UnbuiltReason> = plan.unbuilt.iter().map(|unbuilt| unbuilt.1).collect();
    assert_eq!(
        Some(reasons),
        own_call.map(|call| vec![UnbuiltReason::NoReceiver, UnbuiltReason::Parent(call)])
    );
    assert_eq!(plan.steps.len(), 3); // the argument, the static call, its value
}

/// What would take exponential or quadratic time, were it not bounded or shared.
#[test]
fn wide_and_deep_choices_end() -> Result<(), UnknownInstruction> {
    // Forty operands, each a constant or x: 2^40 computations.
    let mut code = DependenceGraph::new();
    let [a, x] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    let mut operands = Vec::new();
    for _ in 0..40 {
        let constant = code.add(InstructionKind::Other, []);
        operands.push((
            Role::Value,
            code.add(InstructionKind::Cast, [(Role::Value, constant), (Role::Value, x)]),
        ));
    }
    let sum = code.add(InstructionKind::Other, operands);
    let element = code.add(InstructionKind::Element, [(Role::Receiver, a), (Role::Index, sum)]);
    let places = graph(&code, [element]).unrolled(0, 1000);
    assert!(!places.is_complete() && places.nodes().len() <= 1000);

    // A computation of 10^4 operands; a parameter with 2 000 values that is read 2 000 times.
    let mut code = DependenceGraph::new();
    let a = code.add(InstructionKind::Parameter(0), []);
    let fields: Vec<Instruction> =
        (0..10_000).map(|name| read(&mut code, Symbol::new(name), a)).collect();
    let sum =
        code.add(InstructionKind::Other, fields.into_iter().map(|field| (Role::Value, field)));
    let element = code.add(InstructionKind::Element, [(Role::Receiver, a), (Role::Index, sum)]);
    let wide = graph(&code, [element]);
    assert_eq!(wide.unrolled(0, usize::MAX), wide);

    // The same operand as often; on a cycle.
    let mut code = DependenceGraph::new();
    let [a, x] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    let many = |operand| (0..10_000).map(move |_| (Role::Value, operand));
    let sum = code.add(InstructionKind::Other, many(x));
    let h = code.add(InstructionKind::Cast, [(Role::Value, x)]);
    let again = code.add(InstructionKind::Other, many(sum).chain([(Role::Value, h)]));
    code.operand(h, Role::Value, again)?;
    let elements = [sum, h]
        .map(|at| code.add(InstructionKind::Element, [(Role::Receiver, a), (Role::Index, at)]));
    let repeated = graph(&code, elements).unrolled(3, usize::MAX);
    assert_eq!(
        (count(&repeated, InstructionKind::Other), count(&repeated, InstructionKind::Element)),
        (1 + 3, 1 + 1 + 3)
    );

    let mut code = DependenceGraph::new();
    let reads: Vec<(Role, Instruction)> = (0..2_000)
        .map(|name| {
            let this = code.add(InstructionKind::This, []);
            (Role::Value, read(&mut code, Symbol::new(name), this))
        })
        .collect();
    let returned = code.add(InstructionKind::Cast, reads);
    let objects = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    let receivers: Vec<(Role, Instruction)> =
        (0..2_000).map(|at| (Role::Receiver, objects[at % 2])).collect();
    let call = code.add(InstructionKind::Call, receivers);
    code.returns(call, returned)?;
    let bound = graph(&code, [call]);
    assert_eq!(paths(&bound.unrolled(0, usize::MAX)).len(), 2 + 2 * 2_000);
    Ok(())
}

/// Many choices that may be the same few places: as many ways to read them as the limit allows.
#[test]
fn readings_are_bounded() {
    let mut code = DependenceGraph::new();
    let a = code.add(InstructionKind::Parameter(0), []);
    let fields: Vec<Instruction> =
        (0..20).map(|name| read(&mut code, Symbol::new(name), a)).collect();
    let mut choice = fields[0];
    for at in 1..400 {
        choice = code
            .add(InstructionKind::Cast, [(Role::Value, choice), (Role::Value, fields[at % 20])]);
    }
    let element = code.add(InstructionKind::Element, [(Role::Receiver, a), (Role::Index, choice)]);
    let graph = graph(&code, [element]);
    let (few, all) = (graph.unrolled(0, 50), graph.unrolled(u32::MAX, 1000));
    assert_eq!(
        (few.is_complete(), all.is_complete(), all.nodes().len()),
        (false, true, 1 + 20 + 20)
    );
    assert!(!few.unrolled(0, 1000).is_complete());
    assert!(graph.unrolled(0, 0).nodes().is_empty() && !graph.unrolled(0, 0).is_complete());
}

/// Objects that the program makes itself are no receivers, however many there are beside the one
/// that a test can make.
#[test]
fn own_objects_use_up_no_limit() {
    let mut code = DependenceGraph::new();
    let a = code.add(InstructionKind::Parameter(0), []);
    let own: Vec<Instruction> = (0..2_000).map(|_| code.add(InstructionKind::Other, [])).collect();
    let choice =
        code.add(InstructionKind::Cast, own.into_iter().chain([a]).map(|of| (Role::Value, of)));
    let value = read(&mut code, VALUE, choice);
    let places = graph(&code, [value]).unrolled(0, 2);
    assert_eq!(
        (paths(&places), places.is_complete()),
        (vec!["p0".to_owned(), "p0.f1".to_owned()], true)
    );
}
