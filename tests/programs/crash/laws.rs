//! What holds of costs and measures for all traces, executions and calls.

use super::worlds::{Tree, World, config, frame, is_near, long_traces, tree, world};
use crate::oracle::crash::{Call, Calls, Frame, Thrown, is_wanted};
use crate::oracle::run::Seen;
use crate::oracle::values::Pair;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::StackTrace;
use sbst::fitness::Fitness;
use sbst::fitness::crash::{STDistance, Similarity, Stage, WeightedSum};

fn ordered(wanted: &[Frame], thrown: &[Frame]) -> f64 {
    Similarity::Ordered.cost(wanted, thrown).get()
}

fn short_or_long() -> impl Strategy<Value = [Vec<Frame>; 2]> {
    let short =
        (vec(frame(), 0..=6), vec(frame(), 0..=8)).prop_map(|(wanted, thrown)| [wanted, thrown]);
    prop_oneof![3 => short, 1 => long_traces()]
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn a_cost_is_zero_iff_the_innermost_thrown_frames_are_the_wanted_ones(
        [wanted, thrown] in short_or_long(),
    ) {
        prop_assert_eq!(ordered(&wanted, &thrown) == 0.0, is_wanted(&wanted, &thrown));
        prop_assert_eq!(ordered(&wanted, &wanted), 0.0);
    }

    #[test]
    fn a_cost_is_at_most_the_wanted_frames_and_at_least_the_free_one(
        [wanted, thrown] in short_or_long(),
    ) {
        let (cost, free) =
            (ordered(&wanted, &thrown), Similarity::Free.cost(&wanted, &thrown).get());
        prop_assert!(
            cost <= wanted.len() as f64 && free <= cost + 1e-12 * (1.0 + cost),
            "{cost}, {free}"
        );
        prop_assert_eq!(ordered(&wanted, &[]), wanted.len() as f64);
    }

    #[test]
    fn the_same_calls_farther_in_change_no_cost(
        [wanted, thrown] in short_or_long(),
        more in vec(frame(), 1..4),
    ) {
        let cost = ordered(&wanted, &thrown);
        prop_assert!(is_near(
            ordered(&[&more[..], &wanted].concat(), &[&more[..], &thrown].concat()),
            cost
        ));
    }

    #[test]
    fn more_calls_farther_out_cost_nothing(
        [wanted, thrown] in short_or_long(),
        more in vec(frame(), 1..4),
    ) {
        prop_assert!(
            ordered(&wanted, &[&thrown[..], &more].concat()) <= ordered(&wanted, &thrown) + 1e-12
        );
    }

    #[test]
    fn one_call_more_changes_a_cost_by_at_most_one(
        [wanted, thrown] in short_or_long(),
        at in any::<usize>(),
        frame in frame(),
    ) {
        let cost = ordered(&wanted, &thrown);
        let with = |frames: &[Frame]| {
            let at = at % (frames.len() + 1);
            [&frames[..at], &[frame], &frames[at..]].concat()
        };
        prop_assert!((ordered(&with(&wanted), &thrown) - cost).abs() <= 1.0 + 1e-9);
        prop_assert!((ordered(&wanted, &with(&thrown)) - cost).abs() <= 1.0 + 1e-9);
    }
}

/// From reproduced to not entered.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Rank {
    Reproduced,
    TypeRight(f64),
    LineReached,
    DependenceSatisfied,
    WrongSide(u32, f64),
    NotEntered,
}

/// For a program of one function; `None` if no test can reach the line.
fn rank(world: &World, run: usize) -> Option<Rank> {
    let (seen, thrown) = (world.seen(run), &world.runs[run].extra);
    let of_type = || thrown.iter().filter(|thrown| thrown.exception == world.wanted.exception);
    let least =
        of_type().map(|thrown| ordered(&world.wanted.frames, &thrown.frames)).reduce(f64::min);
    let line: Pair = world.subject.line(world.target(), &seen);
    match least {
        _ if line.0 == u32::MAX => None,
        _ if !seen[0].entered => Some(Rank::NotEntered),
        _ if line == (0, 5e-324) => Some(Rank::DependenceSatisfied),
        _ if line != (0, 0.0) => Some(Rank::WrongSide(line.0, line.1)),
        None => Some(Rank::LineReached),
        Some(_) if of_type().any(|thrown| is_wanted(&world.wanted.frames, &thrown.frames)) => {
            Some(Rank::Reproduced)
        }
        Some(cost) => Some(Rank::TypeRight(cost)),
    }
}

/// Lines, costs, and none of the two.
fn sums() -> impl Strategy<Value = WeightedSum> {
    let far = || {
        prop_oneof![
            Just(0.0),
            Just(5e-324),
            Just(1.0),
            0.0..20.0,
            Just(1e16),
            Just(1e300),
            Just(f64::MAX),
            Just(f64::INFINITY)
        ]
        .prop_map(|far| Distance::new(far).expect("a distance"))
    };
    let level = prop_oneof![4 => 0..4_u32, 1 => Just(u32::MAX - 3), 1 => any::<u32>().prop_map(|level| level / 2)];
    let line = prop_oneof![2 => Just(Fitness::COVERED), 4 => (level, far()).prop_map(|(level, far)| Fitness::new(level, far))];
    prop_oneof![
        1 => Just(WeightedSum::NO_TEST),
        9 => (line, proptest::option::of(far())).prop_map(|(line, thrown)| WeightedSum::new(line, thrown)),
    ]
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn who_comes_farther_is_nearer(world in world(1, 6)) {
        let Ok(crash) = &world.crash else { return Ok(()) };
        let sums: Vec<_> = world.runs.iter().map(|run| world.measure(crash, run)).collect();
        for (a, b) in (0..sums.len()).flat_map(|a| (0..sums.len()).map(move |b| (a, b))) {
            let (Some(one), Some(other)) = (rank(&world, a), rank(&world, b)) else { continue };
            if one < other {
                prop_assert!(sums[a] < sums[b], "{one:?} before {other:?}");
                prop_assert!(sums[a].fitness() < sums[b].fitness());
                let is_tie = match (one, other) {
                    (Rank::DependenceSatisfied, Rank::WrongSide(level, far)) => {
                        level == 0 && far < 1e-12
                    }
                    (Rank::TypeRight(nearer), Rank::TypeRight(farther)) => is_near(nearer, farther),
                    pair => matches!(pair, (Rank::WrongSide(..), Rank::WrongSide(..))),
                };
                let [nearer, farther] = [a, b].map(|run| sums[run].value());
                prop_assert!(nearer < farther || is_tie && nearer == farther, "{one:?}, {other:?}");
            }
        }
    }

    #[test]
    fn the_order_of_exceptions_does_not_matter(world in world(2, 1), keys in vec(any::<u8>(), 4)) {
        let Ok(crash) = &world.crash else { return Ok(()) };
        let mut shuffled = world.runs[0].clone();
        let mut order: Vec<usize> = (0..shuffled.extra.len()).collect();
        order.sort_by_key(|&at| keys[at]);
        shuffled.extra =
            order.into_iter().map(|at| world.runs[0].extra[at].clone()).collect();
        prop_assert_eq!(world.measure(crash, &world.runs[0]), world.measure(crash, &shuffled));
        shuffled.extra.reverse();
        prop_assert_eq!(world.measure(crash, &world.runs[0]), world.measure(crash, &shuffled));
    }

    #[test]
    fn an_exception_more_is_never_worse(world in world(2, 2)) {
        let Ok(crash) = &world.crash else { return Ok(()) };
        let mut run = world.runs[0].clone();
        for thrown in &world.runs[1].extra {
            let before = world.measure(crash, &run);
            run.extra.push(thrown.clone());
            let after = world.measure(crash, &run);
            prop_assert!(after <= before && after.value() <= before.value());
            prop_assert!(
                thrown.exception == world.wanted.exception || after == before,
                "another type counts"
            );
        }
        let own = world.measure(crash, &world.runs[0]);
        run.extra.push(world.wanted.clone());
        prop_assert_eq!(
            world.measure(crash, &run).stage() == Stage::Reproduced,
            own.type_distance() == 0.0 || own.value() == 3.0
        );
    }

    #[test]
    fn a_sum_is_its_pair_in_the_same_order(a in sums(), b in sums()) {
        prop_assert_eq!(WeightedSum::from(a.fitness()), a);
        prop_assert_eq!(a.cmp(&b), a.fitness().cmp(&b.fitness()));
        prop_assert_eq!(a == b, a.fitness() == b.fitness());
        prop_assert_eq!(a.partial_cmp(&b), Some(a.cmp(&b)));
        prop_assert!(a > b || a.value() <= b.value(), "{a:?} {b:?}");
        prop_assert!(a <= WeightedSum::NO_TEST);
    }

    #[test]
    fn stages_are_ranges_of_the_value(a in sums(), b in sums()) {
        let value = a.value();
        prop_assert!(
            match a.stage() {
                Stage::NotStarted => value == 6.0 && a == WeightedSum::NO_TEST,
                Stage::LineNotReached => (4.5..6.0).contains(&value),
                Stage::LineReached => value == 3.0,
                Stage::ExceptionThrown =>
                    value > 0.0
                        && (value < 1.0
                            || value == 1.0 && a.fitness().distance == Distance::INFINITE),
                Stage::Reproduced => value == 0.0,
            },
            "{a:?} {value}"
        );
        prop_assert_eq!(a.stage() == Stage::Reproduced, a.fitness().is_covered());
        prop_assert!(a > b || a.stage() >= b.stage());
        let parts = 3.0 * a.line_distance() + 2.0 * a.type_distance() + a.trace_distance();
        prop_assert!(is_near(value, parts), "{value} for {parts}");
    }
}

/// The same with one activation more within every call: each call is made by that, of a function
/// that the graph does not have.
fn with_strangers(tree: &Tree) -> Calls {
    let stranger = tree.subject.shapes.len() + 7;
    let calls = tree.calls.calls.iter().enumerate().flat_map(|(at, call)| {
        let between = Call {
            function: stranger,
            caller: call.caller.map(|caller| 2 * caller + 1),
            seen: Seen::default(),
        };
        [between, Call { caller: Some(2 * at), ..call.clone() }]
    });
    Calls::new(&tree.subject, calls.collect(), tree.calls.thrown.clone())
}

fn nexts() -> impl Strategy<Value = STDistance> {
    let far = prop_oneof![Just(0.0), Just(5e-324), 0.0..9.0, Just(1e300), Just(f64::INFINITY)];
    (0..6_u32, 0..6_u32, 0..4_u32, far, any::<bool>()).prop_map(
        |(frames, covered, level, far, thrown)| {
            let next = Fitness::new(level, Distance::new(far).expect("a distance"));
            STDistance::new(frames, covered.min(frames), next, thrown)
        },
    )
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn calls_between_the_wanted_frames_do_not_count(tree in tree()) {
        let Ok(crash) = &tree.crash else { return Ok(()) };
        let graph = &tree.subject.graph;
        prop_assert_eq!(
            crash.st_distance(graph, &with_strangers(&tree)),
            crash.st_distance(graph, &tree.calls)
        );
    }

    #[test]
    fn a_call_or_an_exception_more_is_never_farther(tree in tree()) {
        let Ok(crash) = &tree.crash else { return Ok(()) };
        let (calls, thrown) = (&tree.calls.calls, &tree.calls.thrown);
        let measured = |calls: &[Call], thrown: &[Thrown]| {
            crash.st_distance(
                &tree.subject.graph,
                &Calls::new(&tree.subject, calls.to_vec(), thrown.to_vec()),
            )
        };
        let mut before = measured(&[], &[]);
        for count in 1..=calls.len() {
            let after = measured(&calls[..count], &[]);
            prop_assert!(
                after <= before && after.value() <= before.value(),
                "{before:?}, {after:?}"
            );
            before = after;
        }
        for count in 1..=thrown.len() {
            let after = measured(calls, &thrown[..count]);
            prop_assert!(after <= before && after.value() <= before.value());
            before = after;
        }
        let (innermost, mut own) = (tree.wanted.frames[0], thrown.clone());
        own.push(StackTrace::new(tree.wanted.exception, [innermost]));
        let (after, reaches_all) = (measured(calls, &own), before.covered() == before.frames());
        prop_assert_eq!((after.is_reproduced(), after.value() == 0.0), (reaches_all, reaches_all));
    }

    #[test]
    fn the_distance_by_calls_follows_its_parts(a in nexts(), b in nexts()) {
        let value = a.value();
        let to_go = f64::from(a.frames() - a.covered());
        match a.next_distance() {
            None => prop_assert_eq!(value, f64::from(u8::from(!a.is_reproduced()))),
            Some(next) => {
                prop_assert!((0.5..1.0).contains(&next) && is_near(value, to_go + next));
                prop_assert!((1.5..f64::from(a.frames() + 1)).contains(&value), "{value}");
            }
        }
        prop_assert_eq!(a.next_distance().is_none(), to_go == 0.0);
        prop_assert!(is_near(a.fitness().scalar(), value));
        prop_assert_eq!(a.fitness().is_covered(), a.is_reproduced());
        prop_assert!(a > b || a.value() <= b.value() && a.fitness() <= b.fitness(), "{a:?} {b:?}");
        prop_assert_eq!(a.partial_cmp(&b), Some(a.cmp(&b)));
        prop_assert_eq!(a.is_reproduced(), value == 0.0);
    }
}

#[test]
fn the_farthest_line_of_an_executed_test_is_nearer_than_no_test() {
    for line in
        [Fitness::new(u32::MAX, Distance::ZERO), Fitness::new(u32::MAX - 1, Distance::INFINITE)]
    {
        let sum = WeightedSum::new(line, None);
        assert!(
            sum < WeightedSum::NO_TEST && sum.value() < 6.0 && sum.stage() == Stage::LineNotReached
        );
        assert_eq!(WeightedSum::from(sum.fitness()), sum);
    }
}
