//! Definitions and uses: the pairs are those that some walk shows, and no others.

mod golden;
mod mistakes;

use crate::effort::config;
use crate::oracle::definitions::{Defined, Facts, Pairs, Used, statements};
use crate::oracle::generate::{any_shape, crowded, named, shape};
use crate::oracle::{Shape, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::FlowGraph;
use sbst::id::{Function, Variable};
use sbst_histories::definitions::{DefinitionPlace, DefinitionUse, Definitions, UsePlace};
use std::collections::BTreeSet;

const FIRST: Function = Function::new(0);

/// A fact as numbers: variable, kind, block, statement or branch.
type Fact = (u8, u8, u8, u8);

fn facts(variables: u8, count: usize) -> impl Strategy<Value = Vec<Fact>> {
    vec((0..variables, 0..10_u8, any::<u8>(), any::<u8>()), 0..count)
}

/// What the numbers say of a function of the graph.
fn facts_of(graph: &FlowGraph, function: Function, shape: &Shape, numbers: &[Fact]) -> Facts {
    let mut facts = Facts::default();
    for &(variable, kind, block, index) in numbers {
        let (variable, block) = (u32::from(variable), usize::from(block) % shape.len());
        let index = u32::from(index) % statements(shape, block);
        let branches: Vec<_> = graph.branches_of(graph.block(function, block as u32)).collect();
        let way = graph.edge(*match branches.get(usize::from(kind) * 31 % branches.len().max(1)) {
            Some(branch) if kind > 7 => branch,
            _ => {
                match kind {
                    0 => facts.definitions.insert((variable, None)),
                    1..=4 => facts.definitions.insert((variable, Some((block, index)))),
                    _ => facts.uses.insert((variable, Used::At(block, index))),
                };
                continue;
            }
        });
        facts.uses.insert((variable, Used::On(block, way.outcome)));
    }
    facts
}

fn defined_at(graph: &FlowGraph, function: Function, place: Defined) -> DefinitionPlace {
    match place {
        None => DefinitionPlace::Entry(function),
        Some((block, index)) => {
            DefinitionPlace::Statement(graph.block(function, block as u32).statement(index))
        }
    }
}

fn used_at(graph: &FlowGraph, function: Function, place: Used) -> UsePlace {
    match place {
        Used::At(block, index) => {
            UsePlace::Statement(graph.block(function, block as u32).statement(index))
        }
        Used::On(block, outcome) => UsePlace::Branch(
            graph.branch(graph.block(function, block as u32), outcome).expect("a branch"),
        ),
    }
}

fn tell(
    graph: &FlowGraph,
    function: Function,
    facts: &Facts,
    mut known: Definitions,
) -> Definitions {
    for &(variable, place) in &facts.definitions {
        let variable = Variable::new(variable);
        known = match defined_at(graph, function, place) {
            DefinitionPlace::Entry(function) => known.parameter(variable, function),
            DefinitionPlace::Statement(statement) => known.define(variable, statement),
        };
    }
    for &(variable, place) in &facts.uses {
        let variable = Variable::new(variable);
        known = match used_at(graph, function, place) {
            UsePlace::Statement(statement) => known.use_at(variable, statement),
            UsePlace::Branch(branch) => known.use_on(variable, branch),
        };
    }
    known
}

fn in_library(graph: &FlowGraph, function: Function, pairs: &Pairs) -> BTreeSet<DefinitionUse> {
    let convert = |&(variable, definition, place): &(u32, Defined, Used)| DefinitionUse {
        variable: Variable::new(variable),
        definition: defined_at(graph, function, definition),
        place: used_at(graph, function, place),
    };
    pairs.iter().map(convert).collect()
}

fn assert_pairs(shapes: &[Shape], numbers: &[Vec<Fact>]) {
    let graph = program(shapes);
    let (mut known, mut expected) = (Definitions::new(), BTreeSet::new());
    for ((function, shape), numbers) in graph.functions().zip(shapes).zip(numbers) {
        let facts = facts_of(&graph, function, shape, numbers);
        known = tell(&graph, function, &facts, known);
        expected.extend(in_library(&graph, function, &facts.pairs(shape)));
    }
    let expected: Vec<_> = expected.into_iter().collect();
    assert_eq!(known.pairs(&graph).as_ref(), Ok(&expected));
}

/// Every kind of fact at every place: everything is defined and used everywhere.
#[test]
fn named_shapes_have_the_pairs_of_the_definition() {
    for (_, shape) in named() {
        let all = (0..shape.len().min(256) as u8)
            .flat_map(|block| (0..10).map(move |kind| (block % 3, kind, block, kind)));
        assert_pairs(std::slice::from_ref(&shape), &[all.collect()]);
    }
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn pairs_are_those_of_the_definition(
        first in any_shape(5),
        second in shape(12),
        a in facts(3, 20),
        b in facts(3, 40),
    ) {
        assert_pairs(&[first, second], &[a, b]);
    }

    #[test]
    fn what_a_walk_shows_is_a_pair(
        shape in shape(8),
        numbers in facts(3, 40),
        choices in vec(any::<u8>(), 0..60),
    ) {
        let graph = shape.graph();
        let facts = facts_of(&graph, FIRST, &shape, &numbers);
        let pairs =
            tell(&graph, FIRST, &facts, Definitions::new()).pairs(&graph).expect("all is there");
        for shown in in_library(&graph, FIRST, &facts.shown(&shape, &choices)) {
            prop_assert!(pairs.binary_search(&shown).is_ok(), "{}", shown);
        }
    }
}

proptest! {
    #![proptest_config(config(128))]

    /// More definitions than a word has bits: of many variables, and of one.
    #[test]
    fn batches_change_nothing(shape in crowded(), many in facts(40, 300), few in facts(2, 400)) {
        assert_pairs(&[shape.clone(), shape], &[many, few]);
    }

    /// Each pair is shown by some walk: enough random walks through small functions find them all.
    #[test]
    fn every_pair_is_shown_by_a_walk(
        shape in any_shape(4),
        numbers in facts(2, 20),
        seed in any::<u64>(),
    ) {
        let graph = shape.graph();
        let facts = facts_of(&graph, FIRST, &shape, &numbers);
        let pairs =
            tell(&graph, FIRST, &facts, Definitions::new()).pairs(&graph).expect("all is there");
        let (mut shown, mut state) = (BTreeSet::new(), seed | 1);
        for _ in 0..3000 {
            let choices: Vec<u8> = (0..24)
                .map(|_| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    (state >> 40) as u8
                })
                .collect();
            shown.extend(in_library(&graph, FIRST, &facts.shown(&shape, &choices)));
            if shown.len() == pairs.len() {
                break;
            }
        }
        prop_assert!(shown.iter().eq(&pairs), "{:?} of {:?}", shown, pairs);
    }
}
