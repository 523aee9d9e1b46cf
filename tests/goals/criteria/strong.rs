//! Strong mutation: the stages are ordered, killed mutants and no others are covered, and records
//! keep what traces observe.

use super::config;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::{Distance, lt};
use sbst::execution::{Effect, Fact, Facts, Record, Trace};
use sbst::fitness::Fitness;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Function, Mutant};
use sbst::objective::{Criterion, Goal, Goals, MutantGoal, Program, StrongMutantGoal, Tables};

const MUTANT: Mutant = Mutant::new(0);

/// 0: if x < 10 { 1: the mutant } 2
fn graph() -> FlowGraph {
    FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).statements(1, 2).jump(1, 2).exit(2))
        .expect("a legal function")
}

fn distances() -> impl Strategy<Value = Distance> {
    let values = proptest::sample::select(vec![
        0.0,
        5e-324,
        1e-9,
        0.5,
        1.0,
        3.0,
        1e300,
        f64::MAX,
        f64::INFINITY,
    ]);
    values.prop_map(|value| Distance::new(value).expect("not negative"))
}

fn effects() -> impl Strategy<Value = Effect> {
    let shares = prop_oneof![proptest::sample::select(vec![0.0, 1e-300, 0.5, 1.0]), 0.0..=1.0];
    (shares, distances()).prop_map(|(share, outputs)| Effect::of_trace(share).with_outputs(outputs))
}

/// What is told of one test: an argument, an infection distance, an effect.
type Told = (i32, Option<Distance>, Option<Effect>);

fn told() -> impl Strategy<Value = Told> {
    (0..20_i32, proptest::option::of(distances()), proptest::option::of(effects()))
}

fn run(graph: &FlowGraph, (x, infection, effect): Told) -> Trace {
    let trace = Trace::new(graph).with_mutants(1);
    let f = trace.root().enter(Function::new(0));
    if f.decide(0, lt(x, 10)) {
        infection.into_iter().for_each(|distance| f.infected(MUTANT, distance));
        f.end(1);
    }
    f.end(2);
    drop(f);
    effect.into_iter().for_each(|effect| trace.affected(MUTANT, effect));
    trace
}

/// The values of the weak goal and of the strong one.
fn values(graph: &FlowGraph, trace: &Trace) -> [Fitness; 2] {
    let weak = MutantGoal::new(MUTANT, graph.block(Function::new(0), 1).statement(1));
    let (mut goals, mut row) = (Goals::<Trace>::new(), Vec::new());
    goals.push(weak);
    goals.push(StrongMutantGoal(weak));
    goals.measure(graph, trace, &mut Tables::new(graph), &mut row);
    [row[0], row[1]]
}

/// 0: not reached, 1: reached, 2: infected, 3: killed.
fn stage((x, infection, effect): Told) -> u32 {
    let infected = x < 10 && infection == Some(Distance::ZERO);
    match effect {
        Some(effect) if effect.outputs() == Distance::ZERO => 3,
        Some(effect) if effect.differing() > 0.0 => 2,
        _ if infected => 2,
        _ => u32::from(x < 10 && infection.is_some()),
    }
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn stages_are_ordered(a in told(), b in told()) {
        let graph = graph();
        let [(weak, one), (_, other)] = [a, b].map(|told| {
            let [weak, strong] = values(&graph, &run(&graph, told));
            (weak, strong)
        });
        prop_assert_eq!(one.is_covered(), stage(a) == 3);
        if stage(a) < stage(b) {
            prop_assert!(other < one, "{:?}: {} is not below {:?}: {}", b, other, a, one);
            prop_assert!(other.scalar() <= one.scalar());
        }
        match stage(a) {
            3 => {}
            2 => {
                let range = 0.0 < one.distance.get() && one.distance.get() <= 1.0;
                prop_assert!(one.level == 0 && range, "{}", one);
            }
            // The weak goal, one level up.
            _ => prop_assert_eq!(one, Fitness::new(weak.level + 1, weak.distance)),
        }
    }

    /// Nearer outputs and a greater part of the trace never make a mutant farther; they make it
    /// nearer if both are far apart.
    #[test]
    fn effects_are_monotone(
        shares in [0.0..=1.0_f64, 0.0..=1.0],
        outputs in [distances(), distances()],
    ) {
        let of = |share: f64, outputs| Effect::of_trace(share).with_outputs(outputs).distance();
        let [low, high] = [shares[0].min(shares[1]), shares[0].max(shares[1])];
        let [near, far] = [outputs[0].min(outputs[1]), outputs[0].max(outputs[1])];
        prop_assert!(of(high, near) <= of(low, near) && of(low, near) <= of(low, far));
        prop_assert_eq!(of(low, near) == Distance::ZERO, near == Distance::ZERO);
        if high - low > 1e-9 && near > Distance::ZERO {
            prop_assert!(of(high, near) < of(low, near));
        }
        if far.norm() - near.norm() > 1e-9 {
            prop_assert!(of(low, near) < of(low, far));
        }
    }

    /// A suite, a merged record and a trace that takes in records know the least effect.
    #[test]
    fn suites_keep_the_least_effect(tests in vec(told(), 0..5)) {
        let graph = graph();
        let runs: Vec<Record> = tests.iter().map(|&told| run(&graph, told).record()).collect();
        let least =
            tests.iter().filter_map(|told| told.2).min_by(|a, b| a.distance().cmp(&b.distance()));
        let known = runs[..].effect(MUTANT);
        prop_assert_eq!(known.map(Effect::distance), least.map(Effect::distance));
        let (mut merged, trace) = (Record::default(), Trace::new(&graph).with_mutants(1));
        for run in &runs {
            merged.merge(run).expect("of one graph");
            trace.merge(run).expect("of one graph");
        }
        prop_assert_eq!(merged.effect(MUTANT), known);
        prop_assert_eq!(
            known.map(Effect::is_killed),
            known.map(|effect| effect.distance() == Distance::ZERO)
        );
        prop_assert_eq!(trace.effect(MUTANT), known);
        prop_assert_eq!(trace.record(), merged);
        trace.reset();
        prop_assert_eq!(trace.effect(MUTANT), None);
    }

    /// What is compared: of the blocks and branches that one of two executions reached, those that
    /// the other did not.
    #[test]
    fn executions_differ_where_one_went(a in 0..20_i32, b in 0..20_i32) {
        let graph = graph();
        let [one, other] = [a, b].map(|x| run(&graph, (x, None, None)));
        // Blocks 0 and 2 in both; block 1, its branch 0 -> 1 and its jump in the one, the branch 0
        // -> 2 in the other.
        let expected = if (a < 10) == (b < 10) { 0.0 } else { share(&graph) };
        let found = Effect::between(&graph, &one, &other);
        prop_assert_eq!(found, Effect::between(&graph, &other, &one));
        prop_assert_eq!(found.differing(), expected);
        prop_assert_eq!(found.outputs(), Distance::INFINITE);
        let nothing = Trace::new(&graph);
        prop_assert_eq!(Effect::between(&graph, &one, &nothing).differing(), 1.0);
        prop_assert_eq!(Effect::between(&graph, &nothing, &nothing), Effect::NONE);
    }
}

/// Blocks 0 and 2 are shared; block 1 and the branches by which paths part are not. There are no
/// others.
fn share(graph: &FlowGraph) -> f64 {
    let branches = graph.all_blocks().map(|block| graph.branches_of(block).count()).sum::<usize>();
    (1 + branches) as f64 / (3 + branches) as f64
}

#[test]
fn a_program_makes_a_goal_of_each_mutant() {
    let graph = graph();
    let mutants = [0, 1].map(|number| {
        MutantGoal::new(Mutant::new(number), graph.block(Function::new(0), 1).statement(number))
    });
    let program = Program::new(&graph).with_mutants(&mutants);
    let mut goals = Goals::<Trace>::new();
    assert_eq!(goals.add(Criterion::StrongMutation, &program).len(), 2);
    assert_eq!(goals.of(Criterion::StrongMutation).count(), 2);
    assert!(goals.find(Goal::StrongMutant(Mutant::new(1))).is_some());
    let trace = goals.trace(&graph); // it has room for both
    trace.affected(Mutant::new(1), Effect::KILLED);
    trace.affected(Mutant::new(2), Effect::KILLED); // nobody asks for it
    let mut row = Vec::new();
    goals.measure(&graph, &trace, &mut Tables::new(&graph), &mut row);
    assert_eq!(row.iter().map(|value| value.is_covered()).collect::<Vec<_>>(), [false, true]);
    assert_eq!(trace.check(), Ok(()));
    let record = Record::of(&graph, &trace);
    assert_eq!(
        (record.knows(Fact::Effects), record.effect(Mutant::new(1))),
        (true, Some(Effect::KILLED))
    );
    assert_eq!(trace.effect(Mutant::new(2)), None); // there was no room for it
}

/// An original that throws where the mutant does not: EvoSuite's `StrongMutationTestFitness` sets
/// the flag of timeouts there, and none where the mutant alone throws. Here both are what the
/// executor says of them: outputs that differ.
#[test]
fn who_throws_makes_no_difference() {
    let graph = graph();
    for [original, mutant] in [[true, false], [false, true], [true, true]] {
        let outputs = if original == mutant { Distance::INFINITE } else { Distance::ZERO };
        let effect = Effect::NONE.with_outputs(outputs);
        let [_, strong] = values(&graph, &run(&graph, (4, Some(Distance::ZERO), Some(effect))));
        assert_eq!(strong.is_covered(), original != mutant);
    }
}

#[test]
fn od21_executions_of_another_program_have_no_effect() {
    let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    let [own, other] =
        [&body, &body.clone().statements(1, 1)].map(|body| FlowGraph::of(body).expect("legal"));
    let run = |graph: &FlowGraph, holds| {
        let trace = Trace::new(graph);
        trace.root().enter(Function::new(0)).decide(0, sbst::distance::flag(holds));
        trace
    };
    let (fits, strange) = (run(&own, true), run(&other, false));
    assert_eq!(Effect::between(&own, &fits, &fits), Effect::NONE);
    for (original, mutant) in [(&fits, &strange), (&strange, &fits), (&strange, &strange)] {
        let between = || Effect::between(&own, original, mutant);
        let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(between));
        assert!(refused.is_err(), "{refused:?}");
    }
    // Records, and executions that merge several.
    let records = [fits.record(), strange.record()];
    let between = || Effect::between(&own, &fits, &records[..]);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(between)).is_err());
}
