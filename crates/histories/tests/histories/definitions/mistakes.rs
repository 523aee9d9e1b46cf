//! Places that the graph does not have.

use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Branch, Function, Variable};
use sbst_histories::definitions::{DefinitionError, DefinitionPlace, Definitions};

const V: Variable = Variable::new(u32::MAX);

#[test]
fn places_of_another_graph_are_refused() {
    let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 2).branch(0, 1, 2).exit(1).exit(2))
        .expect("a graph");
    let none = Definitions::new;
    for statement in [
        Block::new(0).statement(2),
        Block::new(1).statement(1),
        Block::new(3).statement(0),
        Block::new(u32::MAX).statement(u32::MAX),
    ] {
        let error = Err(DefinitionError::UnknownStatement { variable: V, statement });
        assert_eq!(none().define(V, statement).check(&graph), error);
        assert_eq!(none().use_at(V, statement).pairs(&graph).map(drop), error);
    }
    for function in [1, u32::MAX].map(Function::new) {
        let error = Err(DefinitionError::UnknownFunction { variable: V, function });
        assert_eq!(none().parameter(V, function).pairs(&graph).map(drop), error);
    }
    for branch in [2, u32::MAX].map(Branch::new) {
        let error = Err(DefinitionError::UnknownBranch { variable: V, branch });
        assert_eq!(none().use_on(V, branch).pairs(&graph).map(drop), error);
    }
    // A block without statements has statement 0; no branch is decided in a block of another graph,
    // nor in one that only goes on.
    assert_eq!(none().define(V, Block::new(1).statement(0)).check(&graph), Ok(()));
    assert_eq!(none().use_in_predicate(&graph, V, Block::new(9)), none());
    assert_eq!(none().use_in_predicate(&graph, V, Block::new(1)), none());
}

#[test]
fn definitions_of_a_variable_ascend_whatever_the_order_in_which_they_came() {
    let at = |block: u32, index| Block::new(block).statement(index);
    let known = Definitions::new()
        .define(V, at(3, 1))
        .define(V, at(0, 1))
        .parameter(V, Function::new(2))
        .define(V, at(3, 0));
    let places: Vec<DefinitionPlace> = known.definitions().map(|(_, place)| place).collect();
    let expected = [
        DefinitionPlace::Entry(Function::new(2)),
        DefinitionPlace::Statement(at(0, 1)),
        DefinitionPlace::Statement(at(3, 0)),
        DefinitionPlace::Statement(at(3, 1)),
    ];
    assert_eq!(places, expected);
    assert!(known.definitions().all(|(variable, _)| variable == V));
}
