//! Refined executions: their tables are what F7 says of what they tell, one goal alone and merged,
//! too.

use super::goals::assert_goals;
use super::{config, tables::contents};
use crate::oracle::flag_worlds::{World, any_world, choice, gradient, suites};
use crate::oracle::run::Seen;
use crate::oracle::values::Values;
use proptest::prelude::*;
use sbst::execution::Execution;
use sbst::fitness::FitnessTable;
use sbst::fitness::flag::Refined;
use sbst::flow::FlowGraph;

fn swept(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> FitnessTable {
    let mut table = FitnessTable::new(graph);
    table.sweep(graph, run);
    table
}

/// Whatever it tells of the functions of a program.
fn assert_as_told(world: &World, run: &(impl Execution + ?Sized)) {
    let (graph, table) = (&world.graph, swept(&world.graph, run));
    for (function, method) in graph.functions().zip(&world.methods) {
        let seen = Seen::told(graph, function, run);
        let values = Values::of(&method.shape, &seen);
        values.assert_table(graph, function, &seen, &table);
        values.assert_single(graph, function, run);
    }
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn every_goal_is_as_defined(world in any_world(), choice in choice()) {
        let mut gradient = gradient(choice);
        let refined = world.refined(&mut gradient);
        assert_as_told(&world, &refined);
        let shapes: Vec<_> = world.methods.iter().map(|method| method.shape.clone()).collect();
        let seen: Vec<Seen> = world
            .graph
            .functions()
            .map(|function| Seen::told(&world.graph, function, &refined))
            .collect();
        assert_goals(&world.graph, &shapes, &seen, &refined)?;
    }

    /// A suite of them is an execution, and its table is that of all their tables merged.
    #[test]
    fn every_goal_of_a_suite_is_as_defined(worlds in suites(), choice in choice()) {
        let graph = &worlds[0].graph;
        let mut gradients = worlds.each_ref().map(|_| gradient(choice));
        let suite: Vec<Refined<'_, _>> = gradients
            .iter_mut()
            .zip(&worlds)
            .map(|(gradient, world)| world.refined(gradient))
            .collect();
        assert_as_told(&worlds[0], &suite[..]);
        let mut merged = FitnessTable::new(graph);
        suite
            .iter()
            .for_each(|refined| merged.merge(graph, &swept(graph, refined)).expect("of the same graph"));
        prop_assert_eq!(contents(graph, &merged), contents(graph, &swept(graph, &suite[..])));
    }
}
