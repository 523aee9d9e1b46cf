//! The control flow: what it says is true of every honest execution, and is what F12 asks for, no
//! less and no more.

use super::{assert_same, config, covered_with};
use crate::oracle::closure::Closed;
use crate::oracle::criteria::{Form, MADE};
use crate::oracle::generate::named;
use crate::oracle::observation::Observation;
use crate::oracle::reached::{BOTH, DECIDED, FUNCTIONS, THROWN, assert_reached, flow};
use crate::oracle::subject::{Subject, World, subject};
use crate::oracle::subsumption::{Assumed, Honest, honest};
use crate::oracle::{Shape, custom_in};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use sbst::fitness::Fitness;
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Block, Branch, Function, GoalId};
use sbst::objective::{
    CoverageGoal, Criterion, DirectGoal, Goal, Goals, Kind, Method, MethodGoal, Needs, Observed,
    Program, Tables, from_fn, implicit_branch_goals,
};
use sbst::subsumption::{Event, Structure, SubsumptionGraph};
use std::collections::BTreeSet;

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

/// A registry before it is known of which program.
#[derive(Clone, Debug)]
struct Plan {
    criteria: Vec<Criterion>,
    implicit: bool,
    form: Form,
    /// Goals of the caller: in these blocks, of which some are none; and in none.
    custom: Vec<u8>,
}

fn plan() -> impl Strategy<Value = Plan> {
    let some = proptest::sample::subsequence(MADE.to_vec(), 0..=MADE.len());
    let criteria = prop_oneof![1 => Just(MADE.to_vec()), 1 => some].prop_shuffle();
    let form = proptest::sample::select(Form::ALL.to_vec());
    (criteria, any::<bool>(), form, vec(any::<u8>(), 0..4))
        .prop_map(|(criteria, implicit, form, custom)| Plan { criteria, implicit, form, custom })
}

/// Covered once the block was entered, or, for every second one, once all of it ran.
fn custom(goals: &mut Goals<Observation>, world: &World, pick: u8) {
    let block = Block::new(u32::from(pick) % (world.graph.all_blocks().len() as u32 + 2));
    let (all, id) = (pick >= 128, goals.len() as u32);
    let run_of = move |seen: &Observed<'_, Observation>| {
        let (first, own) =
            seen.run.run.functions.iter().rev().find(|(first, _)| *first <= block.index())?;
        own.progress.get(&(block.index() - first)).copied()
    };
    goals.push(from_fn(
        custom_in(block, id),
        Needs::at([block]),
        move |seen: &Observed<'_, Observation>| {
            if run_of(seen).is_some_and(|progress| progress > 0 || !all) {
                Fitness::COVERED
            } else {
                Fitness::NEVER
            }
        },
    ));
}

fn registry(world: &World, plan: &Plan) -> Goals<Observation> {
    let mut goals = Goals::new();
    let (before, after) = plan.custom.split_at(plan.custom.len() / 2);
    before.iter().for_each(|&pick| custom(&mut goals, world, pick));
    for &criterion in &plan.criteria {
        goals.add(criterion, &world.program(plan.form.library()));
    }
    if plan.implicit {
        goals.extend(implicit_branch_goals(&world.graph));
    }
    after.iter().for_each(|&pick| custom(&mut goals, world, pick));
    goals.push(from_fn(OWN.goal([0xFFFF]), Needs::nowhere(), |_: &Observed<'_, Observation>| {
        Fitness::NEVER
    }));
    goals
}

/// Goals of blocks that are out of reach or that there are not, and of statements behind the last
/// one.
fn add_strays(goals: &mut Goals<Observation>, world: &World) {
    for block in (0..world.graph.all_blocks().len() as u32 + 2).map(Block::new) {
        goals.push(CoverageGoal::new(block));
        goals.extend((0..5).map(|k| CoverageGoal::new(block.statement(k))));
    }
}

fn collapsed(world: &World, goals: &Goals<Observation>, assumed: Assumed) -> SubsumptionGraph {
    let program = world.program(Form::Levels.library());
    let structure =
        Structure { normal_termination: assumed.normal, exact_recording: assumed.exact };
    structure.relate(goals, &program, &[]).collapse(goals.ids())
}

fn with_names(goals: &Goals<Observation>) -> Vec<(GoalId, Goal)> {
    goals.ids().map(|id| (id, goals.goal(id))).collect()
}

/// Which goals F12 says are covered with each goal.
fn expected(world: &World, goals: &Goals<Observation>, assumed: Assumed) -> Closed<Event> {
    let named = with_names(goals);
    let mut pairs = world.pairs(&named, assumed.normal);
    if assumed.exact {
        pairs.extend(world.pairs_of_exact_recording());
    }
    Closed::new(named.iter().map(|&(id, _)| Event::Covers(id)), &pairs)
}

fn goals_of(facts: Vec<Event>) -> Vec<GoalId> {
    let goal = |fact| if let Event::Covers(goal) = fact { Some(goal) } else { None };
    facts.into_iter().filter_map(goal).collect()
}

/// An execution, and the goals that it covers.
struct Seen {
    observation: Observation,
    row: Vec<Fitness>,
}

fn measured(
    world: &World,
    goals: &Goals<Observation>,
    plans: &[Honest],
    assumed: Assumed,
) -> Vec<Seen> {
    let measured = |plan: &Honest| {
        let observation = plan.on(world, assumed);
        let mut row = Vec::new();
        goals.measure(&world.graph, &observation, &mut Tables::new(&world.graph), &mut row);
        Seen { observation, row }
    };
    plans.iter().map(measured).collect()
}

fn why(graph: &SubsumptionGraph, goals: &Goals<Observation>, a: GoalId, b: GoalId) -> String {
    let steps = graph.explain(a, b).unwrap_or_default();
    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
    format!("{} ({a}) and {} ({b}): {steps:#?}", goals.goal(a), goals.goal(b))
}

/// Asserts that whoever covers a goal covers all that it subsumes, and that each step of the
/// explanations holds.
fn assert_true(world: &World, goals: &Goals<Observation>, plans: &[Honest], assumed: Assumed) {
    let graph = collapsed(world, goals, assumed);
    let seen = measured(world, goals, plans, assumed);
    let mut steps = BTreeSet::new();
    for a in goals.ids() {
        let with = covered_with(&graph, [a]);
        for Seen { row, .. } in seen.iter().filter(|seen| seen.row[a.index()].is_covered()) {
            for &b in &with {
                assert!(row[b.index()].is_covered(), "{}", why(&graph, goals, a, b));
            }
        }
        // All explanations of a goal are paths from it.
        for &b in with.iter().step_by(5) {
            let explained = graph.explain(a, b).expect("covered with it");
            let mut at = Event::Covers(a);
            for step in &explained {
                assert_eq!(step.from, at, "{}", why(&graph, goals, a, b));
                at = step.to;
            }
            assert_eq!(at, Event::Covers(b));
            steps.extend(explained.iter().map(|step| (step.from, step.to, step.to_string())));
        }
    }
    for Seen { observation, row } in &seen {
        for (from, to, text) in &steps {
            let [from, to] = [from, to].map(|&fact| world.holds(observation, row, fact));
            assert!(!from || to, "{text}");
        }
    }
    // What a suite covers.
    let suite: Vec<GoalId> = goals
        .ids()
        .filter(|goal| seen.iter().any(|seen| seen.row[goal.index()].is_covered()))
        .collect();
    assert_eq!(covered_with(&graph, suite.iter().copied()), suite);
}

fn program() -> impl Strategy<Value = World> {
    subject(2, 8).prop_map(World::new)
}

proptest! {
    #![proptest_config(config(700))]

    #[test]
    fn whatever_runs_covers_what_its_goals_subsume(
        world in program(),
        plan in plan(),
        runs in vec(honest(), 1..6),
    ) {
        let mut goals = registry(&world, &plan);
        add_strays(&mut goals, &world);
        assert_true(&world, &goals, &runs, Assumed::NOTHING);
    }

    #[test]
    fn whatever_is_recorded_exactly_covers_what_its_goals_subsume(
        world in program(),
        plan in plan(),
        runs in vec(honest(), 1..6),
    ) {
        let mut goals = registry(&world, &plan);
        add_strays(&mut goals, &world);
        assert_true(&world, &goals, &runs, Assumed { normal: false, exact: true });
    }

    #[test]
    fn whatever_ends_normally_covers_what_its_goals_subsume(
        world in program(),
        plan in plan(),
        runs in vec(honest(), 1..6),
    ) {
        let mut goals = registry(&world, &plan);
        add_strays(&mut goals, &world);
        assert_true(&world, &goals, &runs, Assumed { normal: true, exact: false });
        assert_true(&world, &goals, &runs, Assumed { normal: true, exact: true });
    }
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn by_default_a_goal_subsumes_what_the_definition_says_and_no_more(
        world in program(),
        plan in plan(),
    ) {
        let goals = registry(&world, &plan);
        let graph = collapsed(&world, &goals, Assumed::NOTHING);
        let closed = expected(&world, &goals, Assumed::NOTHING);
        let mut pairs = Vec::new();
        for a in goals.ids() {
            let with = goals_of(closed.covered_with(&[Event::Covers(a)]));
            let found = covered_with(&graph, [a]);
            for &b in with.iter().chain(&found) {
                prop_assert!(
                    with.contains(&b),
                    "subsumed beyond the definition: {}",
                    why(&graph, &goals, a, b)
                );
                prop_assert!(found.contains(&b), "missed: {}", why(&graph, &goals, a, b));
            }
            pairs.extend(with.into_iter().map(|b| (a, b)));
        }
        prop_assert_eq!(graph.minimal(), Closed::new(goals.ids(), &pairs).minimal());
    }

    #[test]
    fn with_assumptions_a_goal_subsumes_what_the_definition_says_and_no_more(
        world in program(),
        plan in plan(),
    ) {
        for assumed in Assumed::ALL {
            let mut goals = registry(&world, &plan);
            if assumed.exact {
                goals.add(Criterion::Branch, &world.program(plan.form.library()));
            }
            let (graph, closed) =
                (collapsed(&world, &goals, assumed), expected(&world, &goals, assumed));
            for a in goals.ids() {
                let with = goals_of(closed.covered_with(&[Event::Covers(a)]));
                let found = covered_with(&graph, [a]);
                for &b in with.iter().chain(&found) {
                    prop_assert!(
                        with.contains(&b),
                        "beyond the definition with {:?}: {}",
                        assumed,
                        why(&graph, &goals, a, b)
                    );
                    prop_assert!(
                        found.contains(&b),
                        "missed with {:?}: {}",
                        assumed,
                        why(&graph, &goals, a, b)
                    );
                }
            }
        }
    }

    /// Each assumption says more, and both together say what either says.
    #[test]
    fn assumptions_add_to_each_other(world in program(), plan in plan()) {
        let goals = registry(&world, &plan);
        let [none, exact, normal, both] =
            Assumed::ALL.map(|assumed| collapsed(&world, &goals, assumed));
        for a in goals.ids() {
            let within = |less: &SubsumptionGraph, more: &SubsumptionGraph| {
                let more = covered_with(more, [a]);
                covered_with(less, [a]).iter().all(|goal| more.contains(goal))
            };
            prop_assert!(
                within(&none, &exact)
                    && within(&none, &normal)
                    && within(&exact, &both)
                    && within(&normal, &both)
            );
        }
    }
}

proptest! {
    #![proptest_config(config(96))]

    /// What lies between goals is no goal: the order of goals is as if it were not there.
    #[test]
    fn facts_between_goals_leave_no_trace(
        subject in subject(2, 4),
        plan in plan(),
        assumed in 0..4_usize,
        kept in vec(any::<u8>(), 0..6),
    ) {
        let world = World::new(subject);
        let goals = registry(&world, &plan);
        let graph = collapsed(&world, &goals, Assumed::ALL[assumed]);
        let found: Vec<(GoalId, GoalId)> = goals
            .ids()
            .flat_map(|a| covered_with(&graph, [a]).into_iter().map(move |b| (a, b)))
            .collect();
        let closed = Closed::new(goals.ids(), &found);
        assert_same(&graph, &closed);
        let kept: Vec<GoalId> = kept
            .into_iter()
            .map(|pick| GoalId::new(u32::from(pick) % goals.len() as u32))
            .collect();
        let covered = graph.covered_by(kept.iter().copied());
        let names: Vec<GoalId> = covered.iter().map(|pair| pair.0).collect();
        prop_assert_eq!(names, closed.covered_with(&kept));
        for (goal, by) in covered {
            prop_assert!(kept.contains(&by) && closed.implies(by, goal));
        }
    }
}

/// 0: a; b, of which either may fail; if c { 1 } else { 2 }  3: what is done on a failure
#[test]
fn the_only_way_into_a_block_completes_the_one_before_whether_or_not_branches_are_goals() {
    let shape = Shape::new(
        &[(0, Outcome::True, 1), (0, Outcome::False, 2), (0, Outcome::Exception(0), 3)],
        &[],
    )
    .with_statements(2);
    let world = World::new(Subject {
        shapes: vec![shape],
        lines: Vec::new(),
        mutants: Vec::new(),
        methods: Vec::new(),
    });
    for criteria in [
        vec![Criterion::Block, Criterion::Statement, Criterion::Branch],
        vec![Criterion::Block, Criterion::Statement],
    ] {
        let goals = registry(
            &world,
            &Plan { criteria, implicit: false, form: Form::Levels, custom: Vec::new() },
        );
        let graph = collapsed(&world, &goals, Assumed { normal: false, exact: true });
        let find = |goal| goals.find(goal).expect("a goal");
        let inside = find(Goal::Block(Block::new(1)));
        assert!(
            graph.subsumes(inside, find(Goal::Statement(Block::new(0).statement(1)))),
            "{} goals",
            goals.len()
        );
        // The handler is entered from anywhere within.
        assert!(!graph.subsumes(
            find(Goal::Block(Block::new(3))),
            find(Goal::Statement(Block::new(0).statement(1)))
        ));
    }
}

/// The direct goals of a function that tests cannot call count any call.
#[test]
fn a_direct_goal_calls_its_method_if_tests_can() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    let methods = [Method::new(Function::new(0))];
    let mut goals = Goals::<Observation>::new();
    let method = goals.push(MethodGoal::new(Function::new(0))).id();
    let branch = goals.push(DirectGoal::new(Branch::new(0))).id();
    for (program, calls) in
        [(Program::new(&graph), false), (Program::new(&graph).with_methods(&methods), true)]
    {
        assert_eq!(
            Structure::default()
                .relate(&goals, &program, &[])
                .collapse(goals.ids())
                .subsumes(branch, method),
            calls
        );
    }
}

/// All goals of the shapes that every algorithm over graphs should have met, on many executions.
#[test]
fn named_shapes_keep_to_the_definition() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for (name, shape) in named() {
        let rows = (0..shape.len()).flat_map(|block| [(block, 0, 0), (block, 1, block as u32 / 2)]);
        let (lines, mutants) =
            (rows.collect(), (0..shape.len()).map(|block| (block as u32, block, 1)).collect());
        let world = World::new(Subject {
            shapes: vec![shape.clone()],
            lines,
            mutants,
            methods: Vec::new(),
        });
        let plan = Plan {
            criteria: MADE.to_vec(),
            implicit: true,
            form: Form::Levels,
            custom: vec![0, 129],
        };
        let goals = registry(&world, &plan);
        for assumed in Assumed::ALL {
            let plans =
                vec(honest(), 40).new_tree(&mut runner).expect("nothing is rejected").current();
            assert_true(&world, &goals, &plans, assumed);
            let graph = collapsed(&world, &goals, assumed);
            let closed = expected(&world, &goals, assumed);
            for a in goals.ids() {
                let (found, with) =
                    (covered_with(&graph, [a]), goals_of(closed.covered_with(&[Event::Covers(a)])));
                assert_eq!(found, with, "{name}, {}", goals.goal(a));
            }
        }
    }
}

/// Several functions, and blocks that decide or throw, whatever is assumed: else the properties
/// above say little.
#[test]
fn generated_executions_throw_beside_decisions() {
    for assumed in Assumed::ALL {
        assert_reached(
            (program(), vec(honest(), 1..6)),
            |(world, runs)| {
                let reached = runs.iter().map(|honest| honest.on(&world, assumed).run);
                reached
                    .flat_map(|run| {
                        flow(
                            world
                                .subject
                                .shapes
                                .iter()
                                .zip(run.functions.iter().map(|function| &function.1)),
                        )
                    })
                    .collect()
            },
            &[(THROWN, 6), (DECIDED, 20), (BOTH, 20), (FUNCTIONS, 15)],
        );
    }
}
