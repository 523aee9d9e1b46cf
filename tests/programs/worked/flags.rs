//! The oracle of F11: laws of its definition, and what its generators make.

use crate::effort::config;
use crate::oracle::Way;
use crate::oracle::flag::{self as former, Choice};
use crate::oracle::flag_worlds::{self as former_worlds, choice};
use crate::oracle::flags::definition::{Definition, Event};
use crate::oracle::flags::keys::{Key, Keys};
use crate::oracle::flags::sets::{Place, finals};
use crate::oracle::flags::worlds::{World, any_world, flags_of, walked};
use crate::oracle::flags::{Activity, Callees, Method, Returned};
use crate::oracle::reached::reached_within;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn definition(world: &World, choice: Choice) -> Definition<'_> {
    Definition::new(&world.methods, &world.callees, &world.tree, choice)
}

/// All values of all flags, which the oracle checks against the equations of F7 on its way.
fn all_flags(world: &World, definition: &Definition<'_>) -> Vec<(f64, Option<f64>)> {
    let of = |(a, activity): (usize, &Activity)| {
        let observed = |way| Some((*activity.seen.distance.get(&way)?, definition.flag(a, way)));
        flags_of(&world.methods[activity.function])
            .into_iter()
            .filter_map(observed)
            .collect::<Vec<_>>()
    };
    world.tree.iter().enumerate().flat_map(of).collect()
}

proptest! {
    #![proptest_config(config(384))]

    #[test]
    fn a_flag_is_at_zero_iff_taken_and_never_infinite_where_it_was_finite(
        world in any_world(),
        choice in choice(),
    ) {
        let definition = definition(&world, choice);
        for (observed, flag) in all_flags(&world, &definition) {
            let flag = flag.expect("it is a flag and was evaluated");
            prop_assert_eq!(flag == 0.0, observed == 0.0);
            prop_assert!(
                observed == f64::INFINITY || flag < f64::INFINITY,
                "{flag} for {observed}"
            );
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
                    prop_assert!(
                        known.is_none_or(|known| known == keys.contains(key)),
                        "{c} returned {key:?}, not {known:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_generators_reach_what_f11_speaks_of() {
    let (mut count, mut known, mut returned) = (BTreeMap::<Event, usize>::new(), 0, 0);
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
        Event::Beside,
        Event::BesideUnknown,
        Event::NestedBeside,
    ];
    let is_enough = reached_within((any_world(), choice()), 900, |(world, choice)| {
        let definition = definition(&world, choice);
        all_flags(&world, &definition);
        definition.events().into_iter().for_each(|event| *count.entry(event).or_default() += 1);
        let keys = Keys::of([Key::Bool(true)]);
        returned += world.results.iter().filter(|result| result.is_some()).count();
        known += (0..world.results.len())
            .filter(|&c| world.results[c].is_some() && definition.result_in(c, &keys).is_some())
            .count();
        all.iter().all(|event| count.get(event).is_some_and(|&found| found >= 6))
            && known > returned / 4
            && known < returned
    });
    assert!(is_enough, "{count:?}, {known} of {returned} results are known");
}

/// What was declared before results could be set anywhere.
fn as_it_was(world: &former_worlds::World) -> (Vec<Method>, Vec<Activity>) {
    let method = |former: &former::Method| {
        let returned = |returned| match returned {
            former::Returned::Constant(value) => Returned::Constant(Key::Bool(value)),
            former::Returned::Call { site, negated } => Returned::Call { site, negated },
            former::Returned::Unknown => Returned::Unknown,
        };
        let needs = |(site, value)| (site, Keys::of([Key::Bool(value)]));
        Method {
            shape: former.shape.clone(),
            branches: former.flags.iter().map(|(&way, &flag)| (way, needs(flag))).collect(),
            returns: former.returns.iter().map(|(&block, &what)| (block, returned(what))).collect(),
            ..Method::default()
        }
    };
    let activity = |former: &former::Activity| {
        let former::Activity { function, caller, seen } = former.clone();
        Activity { function, caller, seen, decisions: BTreeMap::new() }
    };
    (world.methods.iter().map(method).collect(), world.tree.iter().map(activity).collect())
}

/// Whether all sets stay with their blocks.
fn stays(method: &Method) -> bool {
    let reachable = method.shape.reachable();
    let sets = method.returns.keys().filter(|&&block| reachable[block]);
    finals(method).iter().map(|all| all.place).eq(sets.map(|&block| Place::Block(block)))
}

proptest! {
    #![proptest_config(config(384))]

    /// Where nothing that is new comes in, F is what it was.
    #[test]
    fn bools_set_at_exits_are_as_they_were(
        world in former_worlds::any_world(),
        choice in choice(),
    ) {
        let (methods, tree) = as_it_was(&world);
        prop_assume!(methods.iter().all(stays));
        let callees = Callees::new();
        let (now, was) = (
            Definition::new(&methods, &callees, &tree, choice),
            former::Definition::new(&world.methods, &world.tree, choice),
        );
        for (a, activity) in tree.iter().enumerate() {
            for way in flags_of(&methods[activity.function]) {
                let (now, was) = (now.flag(a, way), was.flag(a, way));
                let nothing_known = now != was && world_knows_nothing(&world, choice, a, way);
                prop_assert!(now == was || nothing_known, "{a} {way:?}: {now:?}, was {was:?}");
            }
        }
    }
}

/// Whether F of this flag asked for something of which nothing is known: that counted as infinite.
fn world_knows_nothing(world: &former_worlds::World, choice: Choice, a: usize, way: Way) -> bool {
    let alone = former::Definition::new(&world.methods, &world.tree, choice);
    alone.flag(a, way);
    alone.events().contains(&former::Event::NothingKnown)
}
