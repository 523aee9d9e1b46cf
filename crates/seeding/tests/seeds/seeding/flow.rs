//! Models of a control flow have the transitions of all its walks, each once.

use super::collect::{calls, of_block};
use super::config;
use crate::definitions::seeding::{Step, flow_steps};
use proptest::prelude::*;
use sbst::flow::Outcome::{False, Next, True};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use sbst_oracle::generate::{any_shape, shape};
use sbst_seeding::usage::{MAX_ORDER, UsageError, UsageModel, models, sequences};
use std::collections::BTreeSet;

const FIRST: Function = Function::new(0);

/// The transitions of a model, of which each must have been counted once.
fn steps_of(object: u8, model: &UsageModel<u8>) -> BTreeSet<Step> {
    let mut steps = BTreeSet::new();
    for state in model.states() {
        for way in state.transitions() {
            assert_eq!(way.count, 1, "{state:?}");
            assert!(
                way.action.is_none_or(|action| model
                    .state(&[state.history(), &[*action]].concat())
                    .is_some()),
                "{state:?} {way:?}"
            );
            steps.insert((object, state.history().to_vec(), way.action.copied()));
        }
    }
    steps
}

proptest! {
    #![proptest_config(config(384))]

    #[test]
    fn the_model_of_a_flow_has_the_transitions_of_all_walks(
        shape in prop_oneof![any_shape(7), shape(7)],
        calls in calls(),
        order in prop_oneof![1..5_usize],
    ) {
        let graph = shape.graph();
        let found =
            models(&graph, FIRST, order, |block| of_block(&calls, graph.local(block) as usize))
                .expect("small");
        let on = |block| of_block(&calls, block);
        let expected: Vec<(u8, BTreeSet<Step>)> = (0..3)
            .map(|object| (object, flow_steps(&shape, order, object, &on)))
            .filter(|(_, steps)| !steps.is_empty())
            .collect();
        let learned: Vec<(u8, BTreeSet<Step>)> =
            found.iter().map(|(object, model)| (*object, steps_of(*object, model))).collect();
        prop_assert_eq!(learned, expected);
        prop_assert!(
            found.iter().all(|(_, model)| model.order() == order && model.sequences() == 1)
        );
    }

    #[test]
    fn the_model_of_a_flow_accepts_the_sequences_of_its_paths(
        shape in any_shape(7),
        calls in calls(),
        order in 1..4_usize,
    ) {
        let graph = shape.graph();
        let on = |block| of_block(&calls, graph.local(block) as usize);
        let found = models(&graph, FIRST, order, on).expect("small");
        for (object, actions) in sequences(&graph, FIRST, 60, order, on).expect("small").found {
            let (_, model) =
                found.iter().find(|(other, _)| *other == object).expect("a model for each object");
            prop_assert!(model.accepts(&actions), "{:?}", actions);
        }
    }
}

#[test]
fn a_loop_may_go_round_again_in_the_model_of_its_flow() {
    // while .. { if .. { add } else { remove } }
    let body = FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 3).jump(2, 0).jump(3, 0).exit(4);
    let graph = FlowGraph::of(&body).expect("legal");
    let names = [None, None, Some("add"), Some("remove"), None];
    let found =
        models(&graph, FIRST, 2, |block| names[graph.local(block) as usize].map(|name| ((), name)))
            .expect("n = 2");
    let [((), model)] = &found[..] else { panic!("one object") };
    // The start, add and remove lead to both; add and remove to the end.
    assert_eq!((model.states().count(), model.transition_count()), (3, 8));
    assert!(model.accepts(&["add", "add", "remove", "add"]) && !model.accepts(&[]));
}

#[test]
fn endless_loops_end_at_their_virtual_exit() {
    // 0: start; loop { 1: poll; 2: wait }
    let shape = sbst_oracle::Shape::new(&[(0, Next, 1), (1, Next, 2), (2, Next, 1)], &[]);
    let graph = shape.graph();
    let found = models(&graph, FIRST, 2, |block| [((), graph.local(block))]).expect("n = 2");
    let model = &found[0].1;
    assert!(model.accepts(&[0, 1]) && model.accepts(&[0, 1, 2, 1]) && !model.accepts(&[0, 1, 2]));
}

#[test]
fn blocks_out_of_reach_teach_nothing() {
    let shape = sbst_oracle::Shape::new(&[(0, True, 2), (0, False, 2), (1, Next, 2)], &[2]);
    let graph = shape.graph();
    let asked = |block| {
        assert_ne!(graph.local(block), 1, "nobody comes there");
        [((), graph.local(block))]
    };
    assert_eq!(models(&graph, FIRST, 2, asked).expect("n = 2")[0].1.transition_count(), 3);
    assert_eq!(sequences(&graph, FIRST, 9, 2, asked).expect("n = 2").found.len(), 2);
}

#[test]
fn histories_that_grow_without_bound_are_refused() {
    // A loop with two calls: 2^18 histories of 18 actions.
    let body = FlowBuilder::new().branch(0, 1, 2).branch(1, 0, 3).branch(2, 0, 3).exit(3);
    let graph = FlowGraph::of(&body).expect("legal");
    let calls = |block| Some(((), graph.local(block))).filter(|&((), name)| name == 1 || name == 2);
    let error = UsageError::TooManyHistories { order: 19 };
    assert_eq!(models(&graph, FIRST, 19, calls).err(), Some(error));
    assert_eq!(sequences(&graph, FIRST, 1, 19, calls).err(), Some(error));
    assert_eq!(
        models(&graph, FIRST, 5, calls).expect("16 histories of 4 actions")[0].1.states().count(),
        1 + 2 + 4 + 8 + 16
    );
    for (order, error) in [
        (0, UsageError::NoOrder),
        (MAX_ORDER + 1, UsageError::OrderTooLarge { order: MAX_ORDER + 1 }),
    ] {
        assert_eq!(models(&graph, FIRST, order, calls), Err(error));
    }
    assert_eq!(models(&graph, Function::new(7), 2, calls), Ok(vec![]));
}
