//! The oracle of F11: laws of its definition, and what its generators make.

use crate::effort::config;
use crate::oracle::flag::Choice;
use crate::oracle::flag_worlds::choice;
use crate::oracle::flags::definition::{Definition, Event};
use crate::oracle::flags::keys::{Key, Keys};
use crate::oracle::flags::worlds::{World, any_world, flags_of, walked};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;

fn definition(world: &World, choice: Choice) -> Definition<'_> {
    Definition::new(&world.methods, &world.callees, &world.tree, choice)
}

/// All values of all flags, which the oracle checks against the equations of F7 on its way.
fn all_flags(world: &World, definition: &Definition<'_>) -> Vec<(f64, Option<f64>)> {
    let of = |(a, activity): (usize, &crate::oracle::flags::Activity)| {
        let observed = |way| Some((*activity.seen.distance.get(&way)?, definition.flag(a, way)));
        flags_of(&world.methods[activity.function]).into_iter().filter_map(observed).collect::<Vec<_>>()
    };
    world.tree.iter().enumerate().flat_map(of).collect()
}

proptest! {
    #![proptest_config(config(384))]

    #[test]
    fn a_flag_is_at_zero_iff_taken_and_never_infinite_where_it_was_finite(world in any_world(), choice in choice()) {
        let definition = definition(&world, choice);
        for (observed, flag) in all_flags(&world, &definition) {
            let flag = flag.expect("it is a flag and was evaluated");
            prop_assert_eq!(flag == 0.0, observed == 0.0);
            prop_assert!(observed == f64::INFINITY || flag < f64::INFINITY, "{flag} for {observed}");
        }
        for function in 0..world.methods.len() {
            definition.table(function);
        }
    }

    #[test]
    fn what_is_known_of_a_result_is_what_was_returned(world in walked(), choice in choice()) {
        let definition = definition(&world, choice);
        for (c, result) in world.results.iter().enumerate() {
            let Some(key) = *result else { continue };
            for wanted in [Key::Bool(true), Key::Bool(false), Key::Variant(0), Key::Integer(5)] {
                for keys in [Keys::of([wanted]), Keys::all_but([wanted])] {
                    let known = definition.result_in(c, &keys);
                    prop_assert!(known.is_none_or(|known| known == keys.contains(key)), "{c} returned {key:?}, not {known:?}");
                }
            }
        }
    }
}

#[test]
fn the_generators_reach_what_f11_speaks_of() {
    let (mut runner, mut count) = (TestRunner::deterministic(), BTreeMap::<Event, usize>::new());
    let (mut known, mut returned) = (0, 0);
    for _ in 0..900 {
        let world = any_world().new_tree(&mut runner).expect("nothing is rejected").current();
        let choice = choice().new_tree(&mut runner).expect("nothing is rejected").current();
        let definition = definition(&world, choice);
        all_flags(&world, &definition);
        definition.events().into_iter().for_each(|event| *count.entry(event).or_default() += 1);
        let keys = Keys::of([Key::Bool(true)]);
        returned += world.results.iter().filter(|result| result.is_some()).count();
        known +=
            (0..world.results.len()).filter(|&c| world.results[c].is_some() && definition.result_in(c, &keys).is_some()).count();
    }
    let all = [
        Event::NestedFlag,
        Event::NestedFlagAbove,
        Event::Level,
        Event::Tie,
        Event::DelegationEntered,
        Event::DelegationMissed,
        Event::DecisionRecorded,
        Event::DecisionMissed,
        Event::DecisionUndeclared,
        Event::EdgeTaken,
        Event::EdgeMissed,
        Event::Returned,
        Event::NotKnown,
        Event::CalleesOnly,
        Event::NothingKnown,
    ];
    for event in all {
        assert!(count.get(&event).is_some_and(|&found| found >= 6), "{event:?} is rare: {count:?}");
    }
    assert!(known > returned / 4 && known < returned, "{known} of {returned} results are known");
}
