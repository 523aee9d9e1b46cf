//! What counts in a run, and experiments that are done together.

#![allow(missing_docs, reason = "a test")]

mod common;

use common::suite;
use sbst::Campaign;
use sbst::instrument::LinkedProgram;
use sbst::objective::{Criterion, Goal, Goals};
use sbst_laboratory::experiment::{Experiment, Plan, Store};
use sbst_laboratory::inputs::Value;
use sbst_laboratory::results::{Measure, Outcome};
use sbst_laboratory::search::{Engine, Standard};
use sbst_laboratory::subject::{Suite, Test};
use sbst_laboratory::technique::{Budget, Count, Run};
use std::collections::BTreeSet;
use std::sync::Arc;

fn list(numbers: [i32; 3]) -> Test {
    Arc::new(numbers.into_iter().map(|number| Value::Integer(number.into())).collect())
}

/// Runs tests on the subject `ratio`, in a campaign for each of `campaigns`.
fn run(budget: u64, count: Count, campaigns: &[&[Test]]) -> Outcome {
    let suite = suite();
    let subject = suite.get("ratio").expect("known");
    let mut run = Run::new(subject, 0, Budget::Executions(budget), count);
    for tests in campaigns {
        let mut campaign: Campaign<Test> = run.campaign().expect("legal").build().expect("goals");
        for test in *tests {
            run.execute(&mut campaign, test).expect("it fits");
        }
    }
    run.finish()
}

#[test]
fn executions_after_the_end_count_for_nothing() {
    let tests = [list([0, 0, 0]), Arc::new(Value::List(Vec::new()))];
    let within = run(2, Count::default(), &[&tests]);
    assert_eq!((within.executions, within.count()), (2, 3));
    let after = run(1, Count::default(), &[&tests]);
    assert_eq!((after.executions, after.count()), (1, 2));
    // Everything is covered, which ends the search, too.
    let [first, second] = tests;
    let complete = run(9, Count::default(), &[&[first, second.clone(), second]]);
    assert_eq!((complete.executions, complete.is_complete()), (2, true));
}

#[test]
fn discovered_goals_count_once() {
    let count = Count::of([Criterion::Branch, Criterion::Exception]);
    let panics = [list([1, 77, 1]), list([1, 77, 1])];
    let one = run(9, count.clone(), &[&panics]);
    let discovered = Measure::Discoveries.of(&one, 9);
    assert!(discovered > 0.0 && one.parts == [3, 0], "{one:?}");
    let two = run(9, count, &[&panics, &panics]);
    assert_eq!((two.executions, &two.covered), (4, &one.covered));
}

#[test]
fn implicit_exceptions_count_by_method() {
    let count = Count::default().and_implicit_exceptions();
    let outcome = run(9, count, &[&[list([1, 2, 1]), list([1, 77, 1]), list([1, 1, 77])]]);
    // `share` threw, too, but the inputs call `ratio`.
    assert_eq!(
        outcome.covered.iter().map(|covered| (covered.goal, covered.execution)).collect::<Vec<_>>(),
        [(1, 1), (2, 1), (3, 2)]
    );
    assert_eq!(Measure::Discoveries.of(&outcome, 9), 1.0);
}

#[test]
fn methods_are_what_inputs_call() {
    let suite = suite();
    let builder = suite.get("ratio").expect("known").campaign().expect("legal");
    let campaign = builder.criteria([Criterion::Method]).build::<Test>().expect("goals");
    let program = LinkedProgram::linked().expect("legal");
    let names = campaign.goals().ids().map(|id| match campaign.goals().goal(id) {
        Goal::Method(function) => program.path(function),
        other => panic!("{other:?}"),
    });
    let names = names.collect::<Vec<_>>();
    assert!(names.len() == 1 && names[0].ends_with("programs::ratio"), "{names:?}");
}

#[test]
fn only_generated_tests_count() {
    let suite = suite();
    let covered = |technique: Standard| {
        let experiment =
            Experiment::new().with(technique).with_seeds(1).within(Budget::Executions(300));
        let results = experiment.run(&suite, &mut Store::in_memory(), |_| {}).expect("done");
        results.sample("ratio", "x")[0]
            .covered
            .iter()
            .map(|covered| covered.goal)
            .collect::<BTreeSet<_>>()
    };
    for engine in [Engine::DynaMosa, Engine::Mosa, Engine::WholeSuites] {
        let pursues = |pursued: &'static [usize]| {
            let left = move |goals: &Goals<_>| {
                goals.ids().filter(|goal| !pursued.contains(&goal.index())).collect()
            };
            Standard::new("x").by(engine).without(move |_, goals| left(goals))
        };
        // All goals, nothing left out.
        assert_eq!(covered(pursues(&[0, 1, 2])), BTreeSet::from([0, 1, 2]), "{engine:?}");
        // Whatever was covered, no test is kept for it.
        assert_eq!(covered(pursues(&[])), BTreeSet::new(), "{engine:?}");
        // Goal 1 is the branch to the calls of `share`, and a test for it covers the entry of
        // `share`, too.
        assert_eq!(covered(pursues(&[1])), BTreeSet::from([1, 2]), "{engine:?}");
        assert_eq!(covered(pursues(&[0])), BTreeSet::from([0]), "{engine:?}");
    }
}

#[test]
fn campaigns_of_others_are_refused() {
    let suite = suite();
    let subject = suite.get("grade").expect("known");
    let mut run = Run::new(subject, 0, Budget::Executions(9), Count::default());
    let test = Arc::new(Value::Integer(7));
    let mut other: Campaign<Test> =
        subject.campaign().expect("legal").criteria([Criterion::Branch]).build().expect("goals");
    let error = run.execute(&mut other, &test).map(drop).expect_err("a mistake");
    assert!(error.to_string().contains("not one that the run has created"), "{error}");
}

#[test]
fn experiments_that_are_done_together_share_searches() {
    let suite = suite();
    let experiment = |techniques: &[(&str, Engine)], seeds| {
        let experiment = Experiment::new().with_seeds(seeds).within(Budget::Executions(100));
        techniques.iter().fold(experiment, |experiment, &(name, engine)| {
            experiment.with(Standard::new(name).by(engine))
        })
    };
    let [first, second] = [
        experiment(&[("default", Engine::DynaMosa), ("mosa", Engine::Mosa)], 2),
        experiment(&[("random", Engine::Random), ("default", Engine::DynaMosa)], 3),
    ];
    let plan =
        || Plan::new().with(first.clone(), suite.iter()).with(second.clone(), suite.iter().take(2));
    let mut store = Store::in_memory();
    assert_eq!(plan().size(&store), (24, 0));
    let mut seen = Vec::new();
    let results = plan()
        .run(&mut store, |progress| {
            seen.push((progress.search.clone(), progress.done, progress.total));
        })
        .expect("done");
    assert_eq!(seen.len(), 24);
    assert_eq!(seen.iter().map(|(search, ..)| search).collect::<BTreeSet<_>>().len(), 24);
    assert_eq!(
        seen.iter().map(|&(_, done, total)| (done, total)).collect::<Vec<_>>(),
        (1..=24).map(|done| (done, 24)).collect::<Vec<_>>()
    );
    assert_eq!(plan().size(&store), (24, 24));
    // The outcomes are those of the experiments alone.
    let few: Vec<String> = suite.iter().take(2).map(|subject| subject.name().to_owned()).collect();
    let few = few.iter().fold(Suite::new(), |mut few, name| {
        let shared = suite.shared().find(|subject| subject.name() == name).expect("known");
        few.add_shared(Arc::clone(shared)).expect("a name");
        few
    });
    let alone = [
        first.run(&suite, &mut Store::in_memory(), |_| {}),
        second.run(&few, &mut Store::in_memory(), |_| {}),
    ];
    for (together, alone) in results.iter().zip(alone) {
        let alone = alone.expect("done");
        let key = |outcome: &Outcome| (outcome.covered.clone(), outcome.executions);
        assert_eq!(together.len(), alone.len());
        for (search, outcome) in alone.iter() {
            assert_eq!(together.get(search).map(key), Some(key(outcome)), "{search:?}");
        }
    }
    // What is forgotten is done again, and nothing else.
    store.forget("mosa");
    assert_eq!(plan().size(&store), (24, 16));
    let again = plan()
        .run(&mut store, |progress| assert_eq!(progress.search.technique, "mosa"))
        .expect("done");
    assert_eq!(again[0].len(), results[0].len());
}
