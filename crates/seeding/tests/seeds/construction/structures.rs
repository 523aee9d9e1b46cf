//! Recursion, linked structures, aliases, calls without code; limits; large programs on a small
//! stack.

use super::{graph, paths, read, sorted_paths};
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role, UnknownInstruction};
use sbst::id::{Instruction, Symbol};
use sbst_oracle::effort::thorough_size;
use sbst_seeding::construction::{ConstructionGraph, MAX_STATEMENTS, PlanStep, UnbuiltReason};
use sbst_seeding::slice::{Cut, Limits, Slice};

const LEFT: Symbol = Symbol::new(0);
const RIGHT: Symbol = Symbol::new(1);
const VALUE: Symbol = Symbol::new(2);

/// `leftmost(t)` returns `t.value` or `leftmost(t.left)`.
fn leftmost() -> Result<(DependenceGraph, Instruction), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let tree = code.add(InstructionKind::Parameter(0), []);
    let value = read(&mut code, VALUE, tree);
    let left = read(&mut code, LEFT, tree);
    let again = code.add(InstructionKind::Call, [(Role::Argument(0), left)]);
    code.control(value, left)?.control(again, left)?; // if (t.left == null)
    code.returns(again, value)?.returns(again, again)?;
    let result = code.add(InstructionKind::Cast, [(Role::Value, value), (Role::Value, again)]);
    Ok((code, result))
}

#[test]
fn recursion_ends_at_the_call_depth() -> Result<(), UnknownInstruction> {
    let (code, result) = leftmost()?;
    for depth in 0..=5 {
        let slice = Slice::of_branch(
            &code,
            [result],
            [],
            Limits { call_depth: depth, ..Limits::PUBLISHED },
        )?;
        let again = Instruction::new(3);
        let cut: Vec<_> =
            slice.cut().map(|((call, calls), cut)| (call, calls.count(), cut)).collect();
        assert_eq!(cut, [(again, depth as usize, Cut::Depth)]);
        let places = sorted_paths(&ConstructionGraph::new(&slice).unrolled(0, 1000));
        let deepest = format!("p0{}.f2", ".f0".repeat(depth as usize));
        assert!(places.contains(&deepest), "{places:?}");
        // p0, and value and left at each depth; the last call is not known, and leads to no
        // attribute.
        assert_eq!(places.len(), 1 + 2 * (depth as usize + 1), "{places:?}");
        let chains = slice.occurrences().map(|(_, calls)| calls.count()).max();
        assert_eq!(chains, Some(depth as usize));
    }
    Ok(())
}

/// A walk through a tree: `t = c ? t.left : t.right` in a loop.
#[test]
fn a_tree_is_unrolled_to_a_depth() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let root = code.add(InstructionKind::Parameter(0), []);
    let t = code.add(InstructionKind::Cast, [(Role::Value, root)]);
    let (left, right) = (read(&mut code, LEFT, t), read(&mut code, RIGHT, t));
    code.operand(t, Role::Value, left)?.operand(t, Role::Value, right)?;
    let value = read(&mut code, VALUE, t);
    let graph = graph(&code, [value]);
    assert_eq!(sorted_paths(&graph.unrolled(0, 1000)), ["p0", "p0.f2"]);
    // The shallow ones first.
    assert_eq!(
        paths(&graph.unrolled(1, 1000)),
        ["p0", "p0.f2", "p0.f0", "p0.f1", "p0.f0.f2", "p0.f1.f2"]
    );
    for depth in 0..8_u32 {
        let places = graph.unrolled(depth, 1000);
        // 2^(depth + 1) - 1 nodes with values; the root is the parameter.
        assert_eq!(
            (places.nodes().len(), places.is_complete()),
            (2 * ((1 << (depth + 1)) - 1), true)
        );
    }
    let some = graph.unrolled(30, 100);
    assert_eq!((some.nodes().len(), some.is_complete()), (100, false));
    let plan = graph.unrolled(30, 10_000).plan(MAX_STATEMENTS, |_| Some(1));
    assert_eq!(plan.steps.len(), MAX_STATEMENTS);
    assert!(plan.unbuilt.iter().all(|unbuilt| matches!(unbuilt.1, UnbuiltReason::Statements)));
    assert_eq!(plan.unbuilt.len(), 10_000 - MAX_STATEMENTS);
    Ok(())
}

/// `i = next[i]`: the index goes round, and the first one is a constant or an input.
#[test]
fn a_list_in_an_array() -> Result<(), UnknownInstruction> {
    for first_is_input in [false, true] {
        let mut code = DependenceGraph::new();
        let next = code.add(InstructionKind::Parameter(0), []);
        let first = code.add(
            if first_is_input { InstructionKind::Parameter(1) } else { InstructionKind::Other },
            [],
        );
        let i = code.add(InstructionKind::Cast, [(Role::Value, first)]);
        let element =
            code.add(InstructionKind::Element, [(Role::Receiver, next), (Role::Index, i)]);
        code.operand(i, Role::Value, element)?;
        let places = paths(&graph(&code, [element]).unrolled(3, 100));
        let expected = match first_is_input {
            false => vec!["p0", "p0[]", "p0[p0[]]", "p0[p0[p0[]]]"],
            true => vec!["p0", "p1", "p0[p1]", "p0[p0[p1]]", "p0[p0[p0[p1]]]"],
        };
        assert_eq!(places, expected);
    }
    Ok(())
}

/// `x.next.previous` is `x`: what is read from it is read from `x`, and it still has to be set.
#[test]
fn aliases_of_receivers() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let x = code.add(InstructionKind::Parameter(0), []);
    let next = read(&mut code, LEFT, x);
    let previous = read(&mut code, RIGHT, next);
    let values = [previous, x].map(|of| read(&mut code, VALUE, of));
    assert_eq!(
        sorted_paths(&graph(&code, values)),
        ["p0", "p0.f0", "p0.f0.f1", "p0.f0.f1.f2", "p0.f2"]
    );
    code.alias(previous, x)?;
    assert_eq!(sorted_paths(&graph(&code, values)), ["p0", "p0.f0", "p0.f0.f1", "p0.f2"]);
    // A circle of aliases is one object, too.
    code.alias(x, next)?.alias(next, previous)?;
    let same = graph(&code, values);
    assert_eq!(
        same.nodes().iter().filter(|node| node.kind == InstructionKind::Field(VALUE)).count(),
        1
    );
    Ok(())
}

/// A parameter is what the call gives, and what is known of one read of it says nothing of the
/// others; what is known in the caller does.
#[test]
fn aliases_of_parameters() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let inner = code.add(InstructionKind::This, []);
    let element = code.add(InstructionKind::Element, [(Role::Receiver, inner)]);
    let again = code.add(InstructionKind::This, []);
    code.alias(again, element)?;
    let array = code.add(InstructionKind::Parameter(0), []);
    let call = code.add(InstructionKind::Call, [(Role::Receiver, array)]);
    code.returns(call, again)?;
    assert_eq!(sorted_paths(&graph(&code, [call])), ["p0", "p0[]"]);

    let mut code = DependenceGraph::new();
    let this = code.add(InstructionKind::This, []);
    let value = read(&mut code, VALUE, this);
    let middle = code.add(InstructionKind::This, []);
    let single = code.add(InstructionKind::StaticField(LEFT), []);
    code.alias(middle, single)?;
    let get = code.add(InstructionKind::Call, [(Role::Receiver, middle)]);
    code.returns(get, value)?;
    let p = code.add(InstructionKind::Parameter(0), []);
    let call = code.add(InstructionKind::Call, [(Role::Receiver, p)]);
    code.returns(call, get)?;
    assert_eq!(sorted_paths(&graph(&code, [call])), ["s0", "s0.f2"]);
    Ok(())
}

#[test]
fn calls_without_code_are_called() -> Result<(), UnknownInstruction> {
    // if (list.get(i).value > list.size()): the size alone is no attribute.
    let mut code = DependenceGraph::new();
    let (list, i) =
        (code.add(InstructionKind::Parameter(0), []), code.add(InstructionKind::Parameter(1), []));
    let get = code.add(InstructionKind::Call, [(Role::Receiver, list), (Role::Argument(0), i)]);
    let value = read(&mut code, VALUE, get);
    let size = code.add(InstructionKind::Call, [(Role::Receiver, list)]);
    let graph = graph(&code, [value, size]);
    let [list, i, get, value] =
        [0, 1, 2, 3].map(|at| graph.nodes().get(at).map(|node| node.variable).expect("four"));
    assert_eq!(graph.nodes().len(), 4);
    assert_eq!(graph.node(get).producers, [(Role::Receiver, list), (Role::Argument(0), i)]);
    let plan = graph.plan(MAX_STATEMENTS, |_| Some(1));
    let input = |variable, slot| PlanStep::Input { variable, slot };
    assert_eq!(
        plan.steps,
        [
            input(list, None),
            input(i, Some(0)),
            PlanStep::Call { variable: get },
            PlanStep::Write { variable: value, slot: 1 }
        ]
    );
    assert_eq!(plan.slots, [i, value]);
    assert_eq!(plan.steps.iter().filter_map(|step| step.slot()).collect::<Vec<_>>(), [0, 1]);
    Ok(())
}

#[test]
fn what_the_program_makes_itself_has_no_receiver() {
    // new int[3][i], and a constant table by a static name
    let mut code = DependenceGraph::new();
    let i = code.add(InstructionKind::Parameter(0), []);
    let own = code.add(InstructionKind::Other, []);
    let table = code.add(InstructionKind::StaticField(VALUE), []);
    let elements = [own, table]
        .map(|of| code.add(InstructionKind::Element, [(Role::Receiver, of), (Role::Index, i)]));
    let graph = graph(&code, elements);
    assert_eq!(paths(&graph), ["p0", "s2", "", "s2[p0]"]);
    let plan = graph.plan(MAX_STATEMENTS, |_| Some(1));
    assert_eq!(
        plan.unbuilt.iter().map(|unbuilt| unbuilt.1).collect::<Vec<_>>(),
        [UnbuiltReason::NoReceiver]
    );
    assert!(matches!(plan.steps[1], PlanStep::Read { .. })); // the table
}

#[test]
fn constants_and_plain_parameters_are_dropped() {
    let mut code = DependenceGraph::new();
    let (x, one) =
        (code.add(InstructionKind::Parameter(0), []), code.add(InstructionKind::Other, []));
    let slice = Slice::of_branch(&code, [x, one], [], Limits::PUBLISHED).expect("known");
    assert_eq!((slice.len(), ConstructionGraph::new(&slice).nodes().is_empty()), (2, true));
    let flag = code.add(InstructionKind::StaticField(VALUE), []);
    let of_constant = read(&mut code, VALUE, one);
    let graph = graph(&code, [x, flag, of_constant]);
    assert_eq!(paths(&graph), ["s2"]); // an input and an attribute
    assert!(matches!(
        graph.plan(MAX_STATEMENTS, |_| Some(1)).steps[..],
        [PlanStep::Write { slot: 0, .. }]
    ));
}

/// `a[0]`, `a[0]` again, and `a[1]`: as many elements as there are constants. `a[i + 1]` is not
/// `a[i]`.
#[test]
fn elements_are_told_apart_by_their_index() {
    let mut code = DependenceGraph::new();
    let (a, i) =
        (code.add(InstructionKind::Parameter(0), []), code.add(InstructionKind::Parameter(1), []));
    let [zero, one] = [(); 2].map(|()| code.add(InstructionKind::Other, []));
    let sum = code.add(InstructionKind::Other, [(Role::Value, i), (Role::Value, one)]);
    let elements = [zero, zero, one, i, sum, i]
        .map(|at| code.add(InstructionKind::Element, [(Role::Receiver, a), (Role::Index, at)]));
    let graph = graph(&code, elements);
    assert_eq!(
        graph.nodes().iter().filter(|node| node.kind == InstructionKind::Element).count(),
        4
    );
    let places = graph.unrolled(0, 100);
    assert_eq!(places, graph);
}

#[test]
fn unknown_instructions_are_named() {
    let mut code = DependenceGraph::new();
    let a = code.add(InstructionKind::Parameter(0), []);
    let far = Instruction::new(u32::MAX);
    let error =
        Slice::of_branch(&code, [far], [], Limits::PUBLISHED).map_err(|error| error.to_string());
    assert_eq!(
        error.err().as_deref(),
        Some("the program has no instruction i4294967295: its length is 1")
    );
    assert!(code.operand(far, Role::Value, a).is_err() && code.control(far, a).is_err());
    assert!(code.returns(far, a).is_err() && code.alias(far, a).is_err());
    let lost = read(&mut code, VALUE, far);
    let error =
        Slice::of_branch(&code, [lost], [], Limits::PUBLISHED).expect_err("nothing to read from");
    assert_eq!((error.instruction, error.named_by, error.count), (far, Some(lost), 2));
    assert_eq!(
        error.to_string(),
        "the program has no instruction i4294967295, which i1 names: its length is 2"
    );
}

/// Each of 20 methods calls the next one twice: 2^20 chains of calls.
#[test]
fn a_slice_ends_at_its_limit() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let this = code.add(InstructionKind::This, []);
    let mut returned = read(&mut code, VALUE, this);
    for _ in 0..20 {
        let this = code.add(InstructionKind::This, []);
        let mut calls = Vec::new();
        for name in [LEFT, RIGHT] {
            let child = read(&mut code, name, this);
            let call = code.add(InstructionKind::Call, [(Role::Receiver, child)]);
            code.returns(call, returned)?;
            calls.push((Role::Value, call));
        }
        returned = code.add(InstructionKind::Other, calls);
    }
    let limits = Limits { call_depth: u32::MAX, occurrences: 1000 };
    let slice = Slice::of_branch(&code, [returned], [], limits)?;
    assert!((1000..1010).contains(&slice.len()), "{}", slice.len());
    assert!(slice.cut().all(|(_, cut)| cut == Cut::Occurrences) && slice.cut().len() > 100);
    let five = Slice::of_branch(&code, [returned], [], Limits::PUBLISHED)?;
    assert_eq!(five.len(), 6 * ((1 << 6) - 1));
    assert_eq!(five.cut().len(), 1 << 6);
    Ok(())
}

/// Runs a test in a thread with 256 KiB of stack.
fn small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(test).expect("a thread");
    thread.join().expect("neither a panic nor an overflow");
}

#[test]
fn many_instructions() {
    small_stack(|| {
        let count = thorough_size(100_000) as usize;
        // A chain of fields, each read under the condition of the one before; a cycle of as many;
        // as many fields of one object.
        let mut chain = DependenceGraph::new();
        let mut last = chain.add(InstructionKind::Parameter(0), []);
        for number in 1..count {
            let next = read(&mut chain, Symbol::new(number as u32), last);
            chain.control(next, last).expect("known");
            last = next;
        }
        let long = graph(&chain, [last]);
        assert_eq!(long.nodes().len(), count);
        assert_eq!(long.nodes().last().map(|node| long.path(node.variable).len()), Some(count));
        assert_eq!(long.plan(usize::MAX, |_| Some(1)).steps.len(), count);
        assert_eq!(long.unrolled(0, usize::MAX), long);

        let entry = chain.add(InstructionKind::Parameter(1), []);
        let n = chain.add(InstructionKind::Cast, [(Role::Value, entry), (Role::Value, last)]);
        chain.operand(Instruction::new(1), Role::Receiver, n).expect("known");
        let cyclic = graph(&chain, [last]);
        // With the two inputs, which nothing needs then.
        assert_eq!(cyclic.plan(usize::MAX, |_| Some(1)).unbuilt.len(), count + 3);
        let places = cyclic.unrolled(10, 100_000);
        assert_eq!((places.nodes().len(), places.is_complete()), (2 + 10 * 2, true));

        let mut star = DependenceGraph::new();
        let root = star.add(InstructionKind::This, []);
        let fields: Vec<Instruction> =
            (1..count).map(|number| read(&mut star, Symbol::new(number as u32), root)).collect();
        assert_eq!(
            graph(&star, fields).plan(MAX_STATEMENTS, |_| Some(1)).slots.len(),
            MAX_STATEMENTS - 1
        );
    });
}

/// A choice is an object if something is read from it, and so is all that it may be; one of the
/// same thing twice is no choice.
#[test]
fn choices_of_objects() {
    let mut code = DependenceGraph::new();
    let [a, b, c] = [0, 1, 2].map(|place| code.add(InstructionKind::Parameter(place), []));
    let lefts = [a, b].map(|of| read(&mut code, LEFT, of));
    let either = code.add(InstructionKind::Cast, lefts.map(|of| (Role::Value, of)));
    let value = read(&mut code, VALUE, either);
    let same = code.add(InstructionKind::Cast, [(Role::Value, c), (Role::Value, c)]);
    let of_same = read(&mut code, VALUE, same);
    let graph = graph(&code, [value, of_same]);
    assert_eq!(graph.nodes().iter().filter(|node| node.kind == InstructionKind::Cast).count(), 1);
    let plan = graph.plan(MAX_STATEMENTS, |_| Some(1));
    let kinds: Vec<char> = plan.steps.iter().map(|step| format!("{step:?}").remove(0)).collect();
    assert_eq!(kinds.iter().collect::<String>(), "IIIRRWW"); // both lefts are objects
    // It has a variable of its own as long as one of its alternatives has.
    let only_b = graph
        .plan(MAX_STATEMENTS, |node| (node.kind != InstructionKind::Parameter(0)).then_some(1));
    assert!(only_b.steps.iter().any(|step| {
        graph
            .node(step.variable())
            .receiver()
            .is_some_and(|of| graph.node(of).kind == InstructionKind::Cast)
    }));
    assert_eq!(
        sorted_paths(&graph.unrolled(0, 100)),
        ["p0", "p0.f0", "p0.f0.f2", "p1", "p1.f0", "p1.f0.f2", "p2", "p2.f2"]
    );
}

/// `a.x = p; if (a.x == a.x) ..`: what was written decides, but is no part of what has to be built
/// first.
#[test]
fn what_was_written_to_a_field_is_sliced() {
    let mut code = DependenceGraph::new();
    let [a, p] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    let source = read(&mut code, LEFT, p);
    let value =
        code.add(InstructionKind::Field(VALUE), [(Role::Receiver, a), (Role::Value, source)]);
    let again = read(&mut code, VALUE, a);
    for operands in [[again, value], [value, again]] {
        let graph = graph(&code, operands);
        assert_eq!(sorted_paths(&graph), ["p0", "p0.f2", "p1", "p1.f0"]);
        let field = graph
            .nodes()
            .iter()
            .find(|node| node.kind == InstructionKind::Field(VALUE))
            .expect("kept");
        assert_eq!((field.producers.len(), field.instruction), (1, value)); // the first of the two
    }
}

/// An iterator's `next` yields something else each time, even by the same instruction of a method
/// that is called twice.
#[test]
fn calls_without_code_are_different_each_time() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let this = code.add(InstructionKind::This, []);
    let iterator = read(&mut code, LEFT, this);
    let next = code.add(InstructionKind::Call, [(Role::Receiver, iterator)]);
    let a = code.add(InstructionKind::Parameter(0), []);
    let mut values = Vec::new();
    for _ in 0..2 {
        let call = code.add(InstructionKind::Call, [(Role::Receiver, a)]);
        code.returns(call, next)?;
        values.push(read(&mut code, VALUE, call));
    }
    let graph = graph(&code, values);
    assert_eq!(
        sorted_paths(&graph),
        ["p0", "p0.f0", "p0.f0()", "p0.f0()", "p0.f0().f2", "p0.f0().f2"]
    );
    assert_eq!(graph.unrolled(0, 100), graph);
    Ok(())
}

/// A parameter that a call does not give is a value that is not known: elements there are not one.
#[test]
fn parameters_that_are_not_given() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let this = code.add(InstructionKind::This, []);
    let first = code.add(InstructionKind::Parameter(0), []);
    let second = code.add(InstructionKind::Parameter(1), []);
    let elements = [first, second]
        .map(|at| code.add(InstructionKind::Element, [(Role::Receiver, this), (Role::Index, at)]));
    let both = code.add(InstructionKind::Other, elements.map(|of| (Role::Value, of)));
    let array = code.add(InstructionKind::Parameter(0), []);
    let call = code.add(InstructionKind::Call, [(Role::Receiver, array)]);
    code.returns(call, both)?;
    assert_eq!(sorted_paths(&graph(&code, [call])), ["p0", "p0[]", "p0[]"]);
    Ok(())
}

/// `a[f(c ? i : 0)]`: if all that an index is made of may be a constant, it may be one.
#[test]
fn an_index_that_may_be_constant() {
    let mut code = DependenceGraph::new();
    let [a, i] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    let zero = code.add(InstructionKind::Other, []);
    let at = code.add(InstructionKind::Call, [(Role::Argument(0), i), (Role::Argument(0), zero)]);
    let element = code.add(InstructionKind::Element, [(Role::Receiver, a), (Role::Index, at)]);
    let graph = graph(&code, [element]);
    let mut places = paths(&graph.unrolled(0, 100));
    places.sort_unstable();
    assert_eq!(places, ["?()", "p0", "p0[?()]", "p0[]", "p1"]);
}

/// A call that is cut is one without code.
#[test]
fn a_cut_call_is_called() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let this = code.add(InstructionKind::This, []);
    let inner = read(&mut code, LEFT, this);
    let a = code.add(InstructionKind::Parameter(0), []);
    let call = code.add(InstructionKind::Call, [(Role::Receiver, a)]);
    code.returns(call, inner)?;
    let value = read(&mut code, VALUE, call);
    let paths_within = |limits| {
        Slice::of_branch(&code, [value], [], limits)
            .map(|slice| sorted_paths(&ConstructionGraph::new(&slice)))
    };
    assert_eq!(paths_within(Limits::PUBLISHED)?, ["p0", "p0.f0", "p0.f0.f2"]);
    assert_eq!(
        paths_within(Limits { occurrences: 0, ..Limits::PUBLISHED })?,
        ["p0", "p0()", "p0().f2"]
    );
    assert_eq!(
        paths_within(Limits { call_depth: 0, ..Limits::PUBLISHED })?,
        ["p0", "p0()", "p0().f2"]
    );
    Ok(())
}
