//! AP19: flags that follow from a dependence graph.

use super::as_compiled::Layout;
use super::subjects::{CHECK, MAIN, OTHER, SITE, Subject, guard, guarded};
use sbst::fitness::flag::{Condition, FlagError, Flags, Key};
use sbst::flow::dependences::{Computation, DependenceGraph, InstructionKind, Role};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Branch};

/// AP19: flags derived from the dependence graph equal those that are declared by hand.
#[test]
fn ap19_derived_flags_equal_declared_ones() {
    for layout in [Layout::Exits, Layout::Merged, Layout::LastOperand] {
        let declared = layout.subject();
        let graph = &declared.graph;
        let mut code = DependenceGraph::new();
        let year = code.add(InstructionKind::Parameter(0), []);
        let call = code.add(InstructionKind::Call, [(Role::Argument(0), year)]);
        let cast = code.add(InstructionKind::Cast, [(Role::Value, call)]);
        let not_not = code.compute(Computation::Not, [cast]);
        let not_not = code.compute(Computation::Not, [not_not]);
        let [yes, no] = [1, 0].map(|number| code.compute(Computation::Constant(number), []));
        let last = code.compute(Computation::Comparison, []);
        let check = |local| graph.block(CHECK, local);
        code.called_at(call, SITE)
            .and_then(|code| code.decides(graph.entry(MAIN), not_not))
            .expect("there");
        let sets = if layout == Layout::LastOperand {
            vec![(2, yes), (3, last), (4, no)]
        } else {
            vec![(3, yes), (4, no)]
        };
        for (block, value) in sets {
            code.sets_result(check(block), value).expect("there");
        }
        let derived = Flags::derived(graph, &code).expect("fits");
        assert_same(graph, &derived, &declared.flags);
        let derived = Subject { graph: graph.clone(), flags: derived };
        for year in [1999, 1998, 1900, 1997, 1996] {
            assert_eq!(
                derived.goal(1, |t| guarded(t, |c| layout.is_leap(c, year))),
                layout.goal(year)
            );
        }
    }
}

#[track_caller]
fn assert_same(graph: &FlowGraph, one: &Flags, other: &Flags) {
    for branch in graph.all_branches() {
        assert!(one.needs(branch).eq(other.needs(branch)), "{branch}");
    }
    for function in graph.functions() {
        assert!(one.returns(function).eq(other.returns(function)), "{function}");
    }
}

#[test]
fn ap19_what_predicates_are_made_of() {
    let mut graph = FlowGraph::of(&guard()).expect("legal");
    graph.add(&FlowBuilder::new().case(0, 3, 1).default(0, 2).exit(1).exit(2)).expect("legal");
    let [a, b] = [SITE, OTHER];
    type Make = fn(&mut DependenceGraph, [sbst::id::Instruction; 3]) -> sbst::id::Instruction;
    let cases: [(Make, Option<Condition>); 11] = [
        (|code, [a, ..]| code.compute(Computation::Not, [a]), Some(!Condition::call(a))),
        (
            |code, [a, b, _]| code.compute(Computation::And, [a, b]),
            Some(Condition::call(a) & Condition::call(b)),
        ),
        (
            |code, [a, b, _]| code.compute(Computation::Or, [a, b]),
            Some(Condition::call(a) | Condition::call(b)),
        ),
        (
            |code, [a, b, _]| code.compute(Computation::NotEqual, [a, b]),
            Some(Condition::call(a) ^ Condition::call(b)),
        ),
        (
            |code, [a, _, three]| code.compute(Computation::Equal, [a, three]),
            Some(Condition::result(a, Key::from(3))),
        ),
        (
            |code, [a, _, three]| code.compute(Computation::NotEqual, [three, a]),
            Some(!Condition::result(a, Key::from(3))),
        ),
        (
            |code, [a, ..]| code.compute(Computation::Within { low: 0, high: i128::MAX }, [a]),
            Some(Condition::result(a, 0..=i128::MAX)),
        ),
        (|code, [a, ..]| zero(code, a), Some(!Condition::result(a, 0..=0))),
        (|code, [_, _, three]| three_of(code, three), None),
        (|code, [a, ..]| code.add(InstructionKind::Other, [(Role::Value, a)]), None),
        (
            |code, [a, b, _]| code.add(InstructionKind::Cast, [(Role::Value, a), (Role::Value, b)]),
            None,
        ),
    ];
    for (number, (make, expected)) in cases.into_iter().enumerate() {
        let mut code = DependenceGraph::new();
        let calls = [a, b].map(|site| {
            let call = code.add(InstructionKind::Call, []);
            code.called_at(call, site).expect("there");
            call
        });
        let three = code.compute(Computation::Constant(3), []);
        let predicate = make(&mut code, [calls[0], calls[1], three]);
        code.decides(graph.entry(MAIN), predicate)
            .and_then(|code| code.decides(graph.entry(CHECK), calls[0]))
            .expect("there");
        let mut declared = Flags::new();
        if let Some(expected) = expected {
            declared.function(&graph, MAIN).decides(0, expected).expect("fits");
        }
        declared.function(&graph, CHECK).switches(0, a).expect("fits");
        let derived = Flags::derived(&graph, &code).expect("fits");
        let needs = |flags: &Flags, branch| {
            flags
                .needs(Branch::new(branch))
                .map(|(site, keys)| (site, keys.clone()))
                .collect::<Vec<_>>()
        };
        for branch in 0..4 {
            let (mut found, mut expected) = (needs(&derived, branch), needs(&declared, branch));
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "case {number}, branch {branch}");
        }
    }
    let mut code = DependenceGraph::new();
    let call = code.add(InstructionKind::Call, []);
    code.decides(Block::new(99), call).expect("there");
    assert_eq!(
        Flags::derived(&graph, &code).err(),
        Some(FlagError::NotInGraph { block: Block::new(99) })
    );
}

/// `f(x) != 0`, as compiled code tests whatever is not zero.
fn zero(code: &mut DependenceGraph, call: sbst::id::Instruction) -> sbst::id::Instruction {
    let zero = code.compute(Computation::Constant(0), []);
    code.compute(Computation::NotEqual, [call, zero])
}

fn three_of(code: &mut DependenceGraph, three: sbst::id::Instruction) -> sbst::id::Instruction {
    code.compute(Computation::Equal, [three, three])
}
