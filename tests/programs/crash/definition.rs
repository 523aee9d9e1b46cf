//! Every cost and both measures are what F10 says.

use super::worlds::{Tree, World, config, frame, is_near, long_traces, tree, world};
use crate::oracle::crash::{
    Frame, NEVER, NOWHERE, Stack, Thrown, alignments, frame_distance, free, is_wanted, normalised,
    ordered_by_enumeration, ordered_by_prefixes, weighted_sum,
};
use crate::oracle::reached::{
    BOTH, DECIDED, FUNCTIONS, Reached, THROWN, assert_reached, flow, reached_within,
};
use crate::oracle::values::fitness;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::execution::StackFrame;
use sbst::fitness::crash::{self, CrashError, STDistance, Similarity};
use std::collections::BTreeSet;

fn ordered(wanted: &[Frame], thrown: &[Frame]) -> f64 {
    Similarity::Ordered.cost(wanted, thrown).get()
}

proptest! {
    #![proptest_config(config(2048))]

    #[test]
    fn short_traces_cost_what_their_cheapest_alignment_costs(
        wanted in vec(frame(), 0..=5),
        thrown in vec(frame(), 0..=6),
    ) {
        let expected = ordered_by_enumeration(&wanted, &thrown);
        prop_assert!(
            is_near(ordered(&wanted, &thrown), expected),
            "{} for {expected}",
            ordered(&wanted, &thrown)
        );
        prop_assert!(
            is_near(ordered_by_prefixes(&wanted, &thrown), expected),
            "the oracles disagree"
        );
        prop_assert!(is_near(
            Similarity::Free.cost(&wanted, &thrown).get(),
            free(&wanted, &thrown)
        ));
    }

    #[test]
    fn frames_are_apart_by_class_then_method_then_line(
        wanted in frame(),
        thrown in frame(),
        lines in proptest::option::of((any::<u32>(), any::<u32>())),
    ) {
        let mut pair = [wanted, thrown];
        if let Some((wanted, thrown)) = lines {
            pair = [pair[0].at(wanted), pair[1].at(thrown)];
        }
        let distance = crash::frame_distance(&pair[0], &pair[1]).get();
        prop_assert!(is_near(distance, frame_distance(&pair[0], &pair[1])));
        prop_assert_eq!(distance == 0.0, frame_distance(&pair[0], &pair[1]) == 0.0);
    }
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn long_traces_cost_what_all_prefixes_say([wanted, thrown] in long_traces()) {
        for [wanted, thrown] in [[&wanted, &thrown], [&thrown, &wanted]] {
            let expected = ordered_by_prefixes(wanted, thrown);
            prop_assert!(
                is_near(ordered(wanted, thrown), expected),
                "{} for {expected}",
                ordered(wanted, thrown)
            );
            prop_assert!(is_near(
                Similarity::Free.cost(wanted, thrown).get(),
                free(wanted, thrown)
            ));
        }
    }
}

/// As many as there are ways to choose equally many frames of both.
#[test]
fn the_oracle_writes_down_every_alignment_once() {
    let choose =
        |of: usize, count: usize| (0..count).fold(1, |product, at| product * (of - at) / (at + 1));
    for (wanted, thrown) in (0..6).flat_map(|wanted| (0..7).map(move |thrown| (wanted, thrown))) {
        let expected: usize = (0..=wanted.min(thrown))
            .map(|count| choose(wanted, count) * choose(thrown, count))
            .sum();
        let all = alignments(wanted, thrown);
        assert_eq!(
            (all.len(), all.into_iter().collect::<BTreeSet<_>>().len()),
            (expected, expected)
        );
    }
}

#[test]
fn generated_long_traces_cost_anything_from_nothing_to_all() {
    let (mut bands, mut all) = (BTreeSet::new(), 0);
    let is_enough = reached_within(long_traces(), 600, |[wanted, thrown]| {
        let cost = ordered_by_prefixes(&wanted, &thrown);
        all += u32::from(cost > 0.9 * wanted.len() as f64 && wanted.len() > 8);
        bands.insert(
            [0.0, 0.5, 7.5, 8.5, 15.5, 16.5, 31.5, 32.5, 63.5]
                .into_iter()
                .filter(|&least| cost > least)
                .count(),
        );
        bands.len() == 10 && all > 0
    });
    assert!(is_enough, "{bands:?} {all}");
}

/// Strangers before, within and behind, or missing calls: the cost is their number, unless leaving
/// out all is cheaper.
#[test]
fn costs_are_exact_on_both_sides_of_every_width() {
    let known =
        |count: u8| -> Vec<Frame> { (0..count).map(|method| StackFrame::new(0, method)).collect() };
    let strangers = |count: usize| vec![StackFrame::new(1, 200); count];
    for count in [1, 7, 8, 9, 16, 17, 63, 64, 65, 80, 127, 128, 130] {
        let wanted = known(count);
        for change in (0..=wanted.len()).chain([wanted.len() + 70]) {
            let half = wanted.len() / 2;
            let before = [strangers(change), wanted.clone()].concat();
            let within = [&wanted[..half], &strangers(change), &wanted[half..]].concat();
            let behind = [wanted.clone(), strangers(change)].concat();
            assert_eq!(ordered(&wanted, &behind), 0.0);
            for thrown in [&before, &within] {
                assert!(
                    is_near(ordered(&wanted, thrown), ordered_by_prefixes(&wanted, thrown)),
                    "{change} of {count}"
                );
            }
            assert!(
                3 * change > 2 * (count as usize - half)
                    || is_near(ordered(&wanted, &within), change as f64),
                "{change} of {count}"
            );
            if let Some(kept) = wanted.get(change..) {
                assert!(
                    is_near(ordered(&wanted, kept), change as f64),
                    "{change} of {count} missing"
                );
                let moved = [kept, &wanted[..change]].concat();
                assert!(
                    is_near(ordered(&wanted, &moved), ordered_by_prefixes(&wanted, &moved)),
                    "{change} of {count} moved"
                );
            }
        }
    }
}

/// So long that a second band comes between the first one and the whole.
#[test]
fn costs_are_exact_on_both_sides_of_the_wide_band() {
    for count in [143, 144, 300, 400_usize] {
        let wanted: Vec<Frame> = (0..count)
            .map(|call| StackFrame::new((call / 200) as u8, (call % 200) as u8))
            .collect();
        for change in [8, 9, 60, 63, 64, 65, 66, 100, 150] {
            let strangers = vec![StackFrame::new(9, 200); change];
            for thrown in [[&strangers[..], &wanted].concat(), wanted[change.min(count)..].to_vec()]
            {
                let expected = ordered_by_prefixes(&wanted, &thrown);
                assert!(
                    is_near(ordered(&wanted, &thrown), expected),
                    "{change} of {count}: {expected}"
                );
            }
        }
    }
}

fn assert_target(
    crash: &Result<crash::Crash<u8>, CrashError>,
    wanted: &Thrown,
    has_statements: bool,
) {
    match crash {
        Ok(crash) => assert!(has_statements && crash.wanted() == wanted),
        Err(error) => {
            assert!(!has_statements);
            assert_eq!(*error, CrashError::NoStatement { frame: wanted.frames.len() - 1 });
        }
    }
}

fn assert_weighted_sum(world: &World, run: usize) {
    assert_target(&world.crash, &world.wanted, !world.target().is_empty());
    let Ok(crash) = &world.crash else { return };
    let line = world.subject.line(world.target(), &world.seen(run));
    let line = if line == NEVER { NOWHERE } else { line };
    let run = &world.runs[run];
    let costs = [ordered_by_prefixes, free].map(|cost| {
        let of_type = run.extra.iter().filter(|thrown| thrown.exception == world.wanted.exception);
        of_type.map(|thrown| cost(&world.wanted.frames, &thrown.frames)).collect::<Vec<_>>()
    });
    for (similarity, costs) in [Similarity::Ordered, Similarity::Free].into_iter().zip(costs) {
        let sum = world.measure(&crash.clone().with_similarity(similarity), run);
        let expected = weighted_sum(line, &costs);
        assert!(is_near(sum.value(), expected), "{similarity:?}: {} for {expected}", sum.value());
        assert_eq!(sum.value() == 0.0, expected == 0.0, "{similarity:?}");
        if similarity == Similarity::Ordered {
            let matches = |thrown: &Thrown| {
                thrown.exception == world.wanted.exception
                    && is_wanted(&world.wanted.frames, &thrown.frames)
            };
            assert_eq!(sum.value() == 0.0, line == (0, 0.0) && run.extra.iter().any(matches));
        }
        let is_thrown = line == (0, 0.0) && !costs.is_empty();
        let to_line = if line == (0, 0.0) { 0.0 } else { normalised(line) };
        let parts =
            [to_line, f64::from(u8::from(!is_thrown)), if is_thrown { expected } else { 1.0 }];
        let found = [sum.line_distance(), sum.type_distance(), sum.trace_distance()];
        assert!(
            found.into_iter().zip(parts).all(|(found, part)| is_near(found, part)),
            "{found:?} for {parts:?}"
        );
    }
}

fn assert_stack(tree: &Tree) -> Option<Stack> {
    let last = tree.wanted.frames.last().expect("a target frame");
    assert_target(&tree.crash, &tree.wanted, !tree.subject.sites(last).is_empty());
    let crash = tree.crash.as_ref().ok()?;
    let expected = Stack::of(&tree.subject, &tree.wanted, &tree.calls);
    let found = crash.st_distance(&tree.subject.graph, &tree.calls);
    assert!(
        is_near(found.value(), expected.value()),
        "{} for {}: {expected:?}",
        found.value(),
        expected.value()
    );
    assert_eq!(
        (found.frames() as usize, found.covered() as usize),
        (expected.frames, expected.covered)
    );
    assert_eq!(found.is_reproduced(), expected.next.is_none() && expected.is_thrown);
    assert_eq!(found.next_distance().is_some(), expected.next.is_some());
    let next = expected.next.map_or(sbst::fitness::Fitness::COVERED, fitness);
    assert_eq!(found, STDistance::new(found.frames(), found.covered(), next, expected.is_thrown));
    Some(expected)
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn the_weighted_sum_is_as_defined(world in world(3, 1)) {
        assert_weighted_sum(&world, 0);
    }

    #[test]
    fn the_distance_by_calls_is_as_defined(tree in tree()) {
        assert_stack(&tree);
    }
}

#[test]
fn generated_executions_meet_every_stage_but_that_of_no_test() {
    let mut kinds = BTreeSet::new();
    let is_enough = reached_within(world(3, 1), 1500, |world| {
        if let Ok(crash) = &world.crash {
            kinds.insert(world.measure(crash, &world.runs[0]).stage());
        }
        kinds.len() == 4
    });
    assert!(is_enough, "{kinds:?}");
}

#[test]
fn generated_calls_cover_chains_of_every_length() {
    let (mut kinds, mut gradients) = (BTreeSet::new(), [0; 3]);
    let expected: BTreeSet<_> = (1..=4)
        .flat_map(|frames| (0..=frames).map(move |covered| (frames, covered, false)))
        .chain((1..=3).map(|frames| (frames, frames, true)))
        .collect();
    let is_enough = reached_within(tree(), 1500, |tree| {
        if let Some(stack) = assert_stack(&tree) {
            kinds.insert((stack.frames, stack.covered, stack.next.is_none() && stack.is_thrown));
            match stack.next {
                Some((_, f64::INFINITY)) => gradients[0] += usize::from(stack.covered > 0),
                Some((0, _)) => gradients[1] += usize::from(stack.covered > 0),
                Some(_) => gradients[2] += usize::from(stack.covered > 0),
                None => {}
            }
        }
        kinds.is_superset(&expected) && gradients.iter().all(|&count| count > 10)
    });
    assert!(is_enough, "{kinds:?} {gradients:?}");
}

/// Several functions, executions merged into one, and blocks that decide or throw.
#[test]
fn generated_executions_throw_beside_decisions() {
    assert_reached(
        world(3, 1),
        |world| {
            let seen = world.seen(0);
            flow(world.subject.shapes.iter().zip(&seen))
        },
        &[(THROWN, 3), (DECIDED, 15), (BOTH, 5), (FUNCTIONS, 120)],
    );
    assert_reached(
        tree(),
        |tree| {
            let calls = &tree.calls.calls;
            let mut reached: Reached = calls
                .iter()
                .flat_map(|call| flow([(&tree.subject.shapes[call.function], &call.seen)]))
                .collect();
            reached.extend(
                calls.iter().any(|call| call.function != calls[0].function).then_some(FUNCTIONS),
            );
            reached
        },
        &[(THROWN, 9), (DECIDED, 30), (BOTH, 12), (FUNCTIONS, 80)],
    );
}
