//! Distances of flags, and tables of refined executions, are what the definition says.

use super::tree::{limited, limits};
use crate::effort::config;
use crate::oracle::calling::programs;
use crate::oracle::flag::{Activity, Choice, Definition, Event, Method, Returned};
use crate::oracle::flag_worlds::{World, choice, gradient, invented, ran, suites};
use crate::oracle::reached::{BOTH, DECIDED, FUNCTIONS, Reached, THROWN, flow, reached_within};
use crate::oracle::run::Seen;
use crate::oracle::values::{Pair, ways};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Aggregation;
use sbst::execution::{Execution, Facts, On, Plane};
use sbst::fitness::flag::Keys;
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::Outcome;
use sbst::id::{Activation, Function};
use std::collections::{BTreeMap, BTreeSet};

/// The least of some numbers is one of them, whatever their order.
fn is_least(choice: Choice) -> bool {
    let is_end = |how| {
        how == Aggregation::Min
            || how == Aggregation::power_mean(f64::NEG_INFINITY).expect("a number")
    };
    is_end(choice.over_activations) && is_end(choice.over_required)
}

/// Equal but for the order in which numbers were added; for the least ones, but for how F4 rounds a
/// level with its part, downwards from the next level. Zeros and infinities are equal only to
/// themselves.
pub(super) fn agree(choice: Choice, found: Option<f64>, expected: Option<f64>) -> bool {
    let tolerance = if is_least(choice) { 2e-15 } else { 1e-9 };
    match (found, expected) {
        (Some(found), Some(expected))
            if found > 0.0 && expected > 0.0 && found.is_finite() && expected.is_finite() =>
        {
            // Numbers this small have no more digits than that.
            (found - expected).abs() <= (tolerance * found.max(expected)).max(64.0 * 5e-324)
        }
        _ => found == expected,
    }
}

fn check<X: Facts + ?Sized>(world: &World, choice: Choice, run: &X) -> Result<(), TestCaseError> {
    check_by(&Definition::new(&world.methods, &world.tree, choice), world, choice, run)
}

fn check_by<X: Facts + ?Sized>(
    definition: &Definition<'_>,
    world: &World,
    choice: Choice,
    run: &X,
) -> Result<(), TestCaseError> {
    let World { methods, graph, flags, .. } = world;
    let mut gradient = gradient(choice);
    let refined = gradient.refine(graph, flags, run).expect("it tells of its calls");
    let mut reach = FitnessTable::new(graph);
    reach.sweep(graph, &refined);
    for (number, method) in methods.iter().enumerate() {
        let function = Function::new(number as u32);
        let (seen, table) = (definition.seen(number), definition.table(number));
        for (way, branch) in ways(graph, function) {
            let needs = flags
                .needs(branch)
                .map(|(site, keys)| (site.number(), *keys == Keys::from(true)))
                .next();
            prop_assert_eq!(needs, method.flags.get(&way).copied());
            for (a, activity) in definition.tree().iter().enumerate() {
                let found = refined.distance_in(Activation::new(a as u32), branch).map(|d| d.get());
                let expected =
                    if activity.function == number { definition.flag(a, way) } else { None };
                prop_assert!(
                    agree(choice, found, expected),
                    "F of {number} {way:?} in {a}: {found:?}, not {expected:?}"
                );
            }
            let found = refined.branch_distance(graph.edge(branch)).map(|d| d.get());
            let expected = seen.distance.get(&way).copied();
            prop_assert!(
                agree(choice, found, expected),
                "distance of {number} {way:?}: {found:?}, not {expected:?}"
            );
        }
        let same = |found: Fitness, expected: Pair| {
            found.level == expected.0 && agree(choice, Some(found.distance.get()), Some(expected.1))
        };
        for (way, branch) in ways(graph, function) {
            prop_assert!(
                same(reach.branch(branch), table.d[&way]),
                "D of {number} {way:?}: {:?}",
                reach.branch(branch)
            );
        }
        for (local, block) in graph.blocks_of(function).enumerate() {
            prop_assert!(
                same(reach.dependence(block), table.a[local]),
                "A of {number} {local}: {:?}",
                reach.dependence(block)
            );
            prop_assert!(
                same(reach.block(block), table.block_goal(local)),
                "goal of {number} {local}: {:?}",
                reach.block(block)
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(640))]

    #[test]
    fn of_a_program_that_reports_to_a_trace(world in ran(), choice in choice()) {
        check(&world, choice, world.trace.as_ref().expect("it ran"))?;
    }

    #[test]
    fn of_a_program_kept_in_an_own_store(world in ran(), choice in choice()) {
        check(&world, choice, &world.store)?;
    }

    #[test]
    fn of_calls_that_no_program_makes(world in invented(), choice in choice()) {
        check(&world, choice, &world.store)?;
    }

    #[test]
    fn required_are_the_branches_that_constants_depend_on(world in prop_oneof![ran(), invented()]) {
        for (number, method) in world.methods.iter().enumerate() {
            let function = Function::new(number as u32);
            for value in [false, true] {
                let constants = method
                    .returns
                    .iter()
                    .filter(|(_, returned)| **returned == Returned::Constant(value));
                let expected: BTreeSet<_> = constants
                    .flat_map(|(&block, _)| {
                        world.graph.controls(world.graph.block(function, block as u32))
                    })
                    .collect();
                prop_assert!(
                    world.flags.required(function, value).eq(expected),
                    "for {value} from {number}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(config(128))]

    /// Calls beyond a limit count for one that is there; where none is, the whole run knows of what
    /// no call tells.
    #[test]
    fn of_a_program_whose_calls_are_limited(
        program in programs(),
        limits in limits(),
        choice in choice(),
    ) {
        let (trace, tree) = program.traced(limits);
        let (world, told) = (World::of(&program), limited(&tree, limits));
        let definition = Definition::new(&world.methods, &told, choice).with(&tree);
        check_by(&definition, &world, choice, &trace)?;
    }

    /// A record tells of no calls.
    #[test]
    fn of_a_program_after_which_another_run_was_merged(
        [world, other, _] in suites(),
        choice in choice(),
    ) {
        let trace = world.trace.as_ref().expect("it ran");
        prop_assert_eq!(trace.merge(&other.trace.as_ref().expect("it ran").record()), Ok(()));
        let definition = Definition::new(&world.methods, &world.tree, choice).with(&other.tree);
        check_by(&definition, &world, choice, trace)?;
    }

    /// The calls that the test makes itself are an execution of their own, with the calls in them.
    #[test]
    fn of_the_calls_that_the_test_makes_itself(
        program in programs(),
        arguments in vec(-3..9_i32, 5),
        choice in choice(),
    ) {
        let world = World::of(&program.calling_each(&arguments));
        let World { methods, graph, flags, tree, trace, .. } = &world;
        let definition = Definition::new(methods, tree, choice);
        let mut gradient = gradient(choice);
        let refined = gradient
            .refine(graph, flags, trace.as_ref().expect("it ran"))
            .expect("it tells of its calls");
        for number in 0..methods.len() {
            let function = Function::new(number as u32);
            let (found, expected) =
                (Seen::told(graph, function, &On(&refined, Plane::Direct)), definition.seen_directly(number));
            prop_assert_eq!(
                (found.entered, &found.progress),
                (expected.entered, &expected.progress)
            );
            for (way, _) in ways(graph, function) {
                let [found, expected] =
                    [&found, &expected].map(|seen| seen.distance.get(&way).copied());
                prop_assert!(
                    agree(choice, found, expected),
                    "distance of {number} {way:?}: {found:?}, not {expected:?}"
                );
            }
        }
    }
}

const DEFAULT: Choice = Choice {
    over_activations: Aggregation::Harmonic,
    over_required: Aggregation::Harmonic,
    activations_first: true,
    pooled_iterations: false,
    pooled_targets: false,
    required_only: false,
};

/// What happened in a tree, as far as it can be seen without computing anything.
fn structure(methods: &[Method], tree: &[Activity]) -> BTreeSet<&'static str> {
    let mut all = BTreeSet::new();
    let mut at_site: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for activity in tree {
        if let Some((caller, Some(site))) = activity.caller {
            at_site.entry((caller, site)).or_default().push(activity.function);
        }
        let mut callers =
            std::iter::successors(activity.caller, |&(caller, _)| tree[caller].caller);
        if callers.any(|(caller, _)| tree[caller].function == activity.function) {
            all.insert("recursion");
        }
    }
    let is_asked = |(caller, site): &(usize, u32)| {
        let Activity { function, seen, .. } = &tree[*caller];
        let mut flags = methods[*function].flags.iter();
        flags.any(|(way, flag)| {
            flag.0 == *site && seen.distance.get(way).is_some_and(|&distance| distance > 0.0)
        })
    };
    for (place, callees) in at_site.iter().filter(|(place, _)| is_asked(place)) {
        if callees.len() >= 2 {
            all.insert("two activations");
        }
        if callees.iter().any(|callee| *callee != callees[0]) {
            all.insert("two functions");
        }
        if at_site.keys().any(|other| other.0 == place.0 && other.1 != place.1 && is_asked(other)) {
            all.insert("two sites");
        }
        if methods[tree[place.0].function]
            .flags
            .iter()
            .any(|(way, flag)| flag.0 == place.1 && way.1.holds() == Some(!flag.1))
        {
            all.insert("negated flag");
        }
        let negates =
            |returned: &Returned| matches!(returned, Returned::Call { negated: true, .. });
        if callees.iter().any(|&callee| methods[callee].returns.values().any(negates)) {
            all.insert("negated exit");
        }
    }
    all
}

/// What the whole run tells: blocks that decide or throw, and flags of them that are refined.
fn told(world: &World, definition: &Definition<'_>) -> Reached {
    let seen: Vec<Seen> = (0..world.methods.len()).map(|number| definition.seen(number)).collect();
    let mut all = flow(world.methods.iter().map(|method| &method.shape).zip(&seen));
    for (number, (method, seen)) in world.methods.iter().zip(&seen).enumerate() {
        let observed = Seen::told(&world.graph, Function::new(number as u32), &world.store);
        for way in method.flags.keys() {
            let [refined, plain] = [seen, &observed].map(|seen| seen.distance.get(way).copied());
            if refined.is_none_or(|far| far == 0.0 || far == f64::INFINITY) || refined == plain {
                continue;
            }
            let is_thrown = |edge: &&(Outcome, usize)| matches!(edge.0, Outcome::Exception(_));
            let mut thrown = method.shape.0[way.0].edges.iter().filter(is_thrown).peekable();
            all.extend(thrown.peek().is_some().then_some("flag beside an exception"));
            let was_taken = thrown.any(|edge| seen.distance.get(&(way.0, edge.0)) == Some(&0.0));
            all.extend(was_taken.then_some("flag beside an exception that was thrown"));
        }
    }
    all
}

/// Asserts for each pair that what it names happens in at least that many of 600 worlds.
fn assert_reached(
    worlds: impl Strategy<Value = World>,
    shapes: &[(&str, usize)],
    events: &[(Event, usize)],
) {
    let events = events.iter().map(|&(event, least)| (format!("{event:?}"), least));
    let least: BTreeMap<String, usize> =
        shapes.iter().map(|&(name, least)| (name.to_owned(), least)).chain(events).collect();
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    let is_enough = reached_within(worlds, 600, |world| {
        let definition = Definition::new(&world.methods, &world.tree, DEFAULT);
        let mut all: BTreeSet<String> =
            structure(&world.methods, &world.tree).into_iter().map(str::to_owned).collect();
        for (a, activity) in world.tree.iter().enumerate() {
            let mut flags = world.methods[activity.function]
                .flags
                .keys()
                .filter_map(|way| definition.flag(a, *way));
            all.extend(flags.any(|far| far > 0.0 && far.is_finite()).then(|| "finite".to_owned()));
            flags.for_each(|far| assert!(far >= 0.0));
        }
        all.extend(told(&world, &definition).into_iter().map(str::to_owned));
        all.extend(definition.events().into_iter().map(|event| format!("{event:?}")));
        all.into_iter().for_each(|name| *count.entry(name).or_default() += 1);
        least.iter().all(|(name, least)| count.get(name).is_some_and(|found| found >= least))
    });
    assert!(is_enough, "{count:?}");
}

/// A generator that does not reach what is defined tests nothing.
#[test]
fn generated_programs_reach_everything_that_is_defined() {
    let structure = [
        ("finite", 180),
        ("recursion", 100),
        ("two activations", 80),
        ("two functions", 30),
        ("two sites", 30),
        ("negated flag", 180),
        ("negated exit", 22),
        (THROWN, 60),
        (DECIDED, 200),
        (BOTH, 10),
        (FUNCTIONS, 300),
        ("flag beside an exception", 40),
        ("flag beside an exception that was thrown", 4),
    ];
    let events = [
        (Event::NestedFlag, 40),
        (Event::NestedFlagAbove, 10),
        (Event::ExitEntered, 45),
        (Event::ExitMissed, 45),
        (Event::Level, 70),
        (Event::Tie, 3),
        (Event::NothingKnown, 150),
    ];
    assert_reached(ran(), &structure, &events);
}

#[test]
fn invented_calls_reach_everything_that_is_defined() {
    let structure = [
        ("finite", 110),
        ("two activations", 70),
        ("two functions", 25),
        ("two sites", 22),
        (THROWN, 7),
        (DECIDED, 100),
        (BOTH, 100),
        (FUNCTIONS, 220),
        ("flag beside an exception", 6),
        ("flag beside an exception that was thrown", 3),
    ];
    let events = [
        (Event::NestedFlag, 28),
        (Event::NestedFlagAbove, 6),
        (Event::ExitEntered, 40),
        (Event::ExitMissed, 50),
        (Event::Level, 60),
        (Event::Tie, 18),
        (Event::NothingKnown, 300),
    ];
    assert_reached(invented(), &structure, &events);
}
