//! Call edges: both ends tell the same, in whatever order they were named; they are no part of the graph's identity.

use super::config;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::{FlowBuilder, FlowError, FlowErrorKind, FlowGraph};
use sbst::id::{Block, CallSite, Function};
use std::collections::{BTreeMap, BTreeSet};

/// 0: if .. { 1 } 2: return, with so many statements each.
fn body(statements: u32) -> FlowBuilder {
    (0..3).fold(FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2), |body, block| body.statements(block, statements))
}

/// (function, local block, statement, site, callees), of four functions with two statements in each of three blocks.
type Named = (u32, u32, u32, u32, Vec<u32>);

fn calls() -> impl Strategy<Value = Vec<Named>> {
    vec((0..4_u32, 0..3_u32, 0..3_u32, 0..3_u32, vec(0..6_u32, 0..4)), 0..12)
}

fn functions(numbers: &[u32]) -> impl Iterator<Item = Function> + '_ {
    numbers.iter().copied().map(Function::new)
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn both_ends_tell_what_was_named(named in calls(), later in calls()) {
        let (mut graph, plain) = (FlowGraph::new(), &mut FlowGraph::new());
        for function in 0..4 {
            let own = named.iter().filter(|call| call.0 == function);
            let described = own.fold(body(2), |body, (_, block, statement, site, callees)| {
                body.call(*block, *statement, CallSite::new(*site), functions(callees))
            });
            graph.add(&described).expect("legal");
            plain.add(&body(2)).expect("legal");
        }
        for (function, block, statement, site, callees) in &later {
            let block = graph.block(Function::new(*function), *block);
            prop_assert_eq!(graph.add_call(block, *statement, CallSite::new(*site), functions(callees)), Ok(()));
        }
        // By the definition: one set of callees for each block, statement and site.
        let mut expected = BTreeMap::<_, BTreeSet<Function>>::new();
        for (function, block, statement, site, callees) in named.iter().chain(&later) {
            let block = graph.block(Function::new(*function), *block);
            expected.entry((block, *statement, CallSite::new(*site))).or_default().extend(functions(callees));
        }
        let mut found = BTreeMap::new();
        for call in graph.all_blocks().flat_map(|block| graph.calls_of(block)) {
            prop_assert!(call.callees.is_sorted_by(|a, b| a < b));
            prop_assert!(found.insert((call.block, call.statement, call.site), call.callees.iter().copied().collect()).is_none());
        }
        prop_assert_eq!(&found, &expected);
        for function in (0..7).map(Function::new) {
            let callers: Vec<_> = graph.callers(function).map(|call| (call.block, call.statement, call.site)).collect();
            let back: Vec<_> = expected.iter().filter(|row| row.1.contains(&function)).map(|row| *row.0).collect();
            prop_assert_eq!(callers, back);
            for site in (0..3).map(CallSite::new) {
                let own = |block: Block| graph.get_function_of(block) == Some(function);
                let at_site = expected.iter().filter(|row| own(row.0.0) && row.0.2 == site);
                let callees: BTreeSet<_> = at_site.flat_map(|row| row.1.iter().copied()).collect();
                prop_assert!(graph.callees(function, site).eq(callees));
            }
        }
        prop_assert_eq!(graph.identity(), plain.identity());
        prop_assert_eq!(&graph, &*plain);
    }
}

#[test]
fn a_call_is_in_a_statement_or_in_the_condition_behind_them() {
    let site = CallSite::new(9);
    assert!(FlowGraph::of(&body(2).call(1, 2, site, [])).is_ok());
    let named = body(2).function_name("read").block_name(1, "then");
    let error = FlowGraph::of(&named.call(1, 3, site, [])).expect_err("there are two statements");
    assert_eq!(error.kind, FlowErrorKind::CallBeyond { block: 1, site, statement: 3, count: 2 });
    assert_eq!(error.to_string(), "read: the call at site s9 is in statement 3 of then, which has 2 statements");
}

#[test]
fn a_refused_function_leaves_no_calls_behind() {
    let (site, f) = (CallSite::new(0), Function::new(0));
    let mut graph = FlowGraph::of(&body(1)).expect("legal");
    let error = graph.add(&body(1).call(1, 0, site, [f]).call(2, 7, site, [f])).expect_err("no statement 7");
    assert_eq!(error.to_string(), "the call at site s0 is in statement 7 of block 2, which has 1 statements");
    assert!(graph.add(&body(1).call(1, 0, site, [f]).exit(9)).is_err());
    graph.add(&body(1)).expect("legal");
    assert_eq!(graph.callers(f).count(), 0);
}

#[test]
fn calls_are_added_later_to_blocks_that_there_are() {
    let (site, f) = (CallSite::new(2), Function::new(0));
    let mut graph = FlowGraph::of(&body(2).function_name("read")).expect("legal");
    let beyond = graph.add_call(Block::new(1), 3, site, [f]).expect_err("there are two statements");
    assert_eq!(beyond.to_string(), "read: the call at site s2 is in statement 3 of block 1, which has 2 statements");
    let error: FlowError = graph.add_call(Block::new(3), 0, site, [f]).expect_err("of another graph");
    assert_eq!(error.kind, FlowErrorKind::NoBlock { block: Block::new(3), site });
    assert_eq!(error.to_string(), "the call at site s2 is in block b3, which the graph does not have");
    assert_eq!(graph.callers(f).count(), 0);
    assert_eq!((graph.calls_of(Block::new(77)).count(), graph.callees(Function::new(7), site).count()), (0, 0));
}
