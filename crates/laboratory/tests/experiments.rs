//! Experiments from outside: on a function with a text, one with a number, one that panics.

#![allow(missing_docs, reason = "a test")]

mod common;

use common::suite;
use sbst::distance::{Distance, Normaliser, Rules};
use sbst::fitness::block_coverage::Form;
use sbst::objective::Criterion;
use sbst::published::Gate;
use sbst::selection::{Density, Sampling};
use sbst::subsumption::smart::Smart;
use sbst_laboratory::experiment::{Experiment, ExperimentError, Store};
use sbst_laboratory::inputs::{Random, Shape};
use sbst_laboratory::search::{Base, CrashFitness, Engine, Reproduction, Sampler, Seeds, Standard};
use sbst_laboratory::subject::{CrashedSubject, Features, Instrumented, Suite, SuiteError};
use sbst_laboratory::technique::{Budget, Count, Run, SearchError, Technique};
use sbst_seeding::pool::Rates;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

fn techniques() -> Vec<Standard> {
    let new = Standard::new;
    vec![
        new("default"),
        new("mosa").by(Engine::Mosa),
        new("feedback").by(Engine::FEEDBACK),
        new("corpus").by(Engine::CORPUS),
        new("goals").by(Engine::Sampled { sampling: Sampling::MIO, base: Base::Goals }),
        new("suites").by(Engine::WholeSuites),
        new("random").by(Engine::Random),
        new("rules").with_rules(Rules::EVOSUITE).with_normaliser(Normaliser::RATIONAL),
        new("blocks").with_block_coverage(Form::Published, Gate::OPEN),
        new("smart")
            .with_smart(Smart::published())
            .pursuing([Criterion::Line, Criterion::Statement]),
        new("usages").starting_from(Seeds::Usages(Rates::TEST_SEEDING)),
        new("model").starting_from(Seeds::Model(Rates::MODEL_SEEDING)),
        new("no flags").with_flags(None),
        new("crowding").with_density(Density::Crowding),
    ]
}

fn experiment(executions: u64) -> Experiment {
    let experiment = Experiment::new().with_seeds(2).within(Budget::Executions(executions));
    techniques().into_iter().fold(experiment, Experiment::with)
}

/// The store as a text, without the times.
fn text(store: &Store) -> String {
    let csv = store.to_csv().expect("text");
    let lines = csv.lines().map(|line| line.rsplit_once(',').expect("cells").0);
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_results_do_not_depend_on_threads() {
    let [mut one, mut four] = [Store::in_memory(), Store::in_memory()];
    let results = experiment(300).with_threads(1).run(&suite(), &mut one, |_| {}).expect("results");
    experiment(300).with_threads(4).run(&suite(), &mut four, |_| {}).expect("results");
    assert_eq!(text(&one), text(&four));
    assert_eq!(results.len(), 4 * 14 * 2);
    for (search, outcome) in results.iter() {
        let limit = 300.max(outcome.last());
        assert!(outcome.executions <= limit && outcome.count() > 0, "{search:?} {outcome:?}");
        assert_eq!(outcome.is_complete(), outcome.count() == outcome.goals as usize);
        // Children may differ, but the goals that count are the same for all.
        let goals = results.sample(&search.subject, "default")[0].goals;
        assert_eq!(outcome.goals, goals, "{search:?}");
    }
}

#[test]
fn an_interrupted_experiment_goes_on_where_it_was() {
    let folder =
        std::env::temp_dir().join(format!("sbst-laboratory-resumed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("outcomes.csv");
    let mut whole = Store::in_memory();
    let expected = experiment(100).run(&suite(), &mut whole, |_| {}).expect("results");

    experiment(100)
        .with_threads(1)
        .run(
            &suite().only(&["grade".to_owned()]).expect("grade"),
            &mut Store::open(&path).expect("new"),
            |_| {},
        )
        .expect("part");
    let part = std::fs::read_to_string(&path).expect("text");
    std::fs::write(&path, &part[..part.len() - 9]).expect("an incomplete line");
    let mut store = Store::open(&path).expect("old");
    let before = store.len();
    let mut calls = Vec::new();
    let results = experiment(100)
        .run(&suite(), &mut store, |progress| calls.push((progress.done, progress.total)))
        .expect("the rest");
    assert_eq!((before, calls.len(), calls.last()), (27, 112 - 27, Some(&(112, 112))));
    assert_eq!(text(&store), text(&whole));
    assert_eq!(text(&Store::open(&path).expect("all")), text(&whole));
    assert_eq!(results.len(), expected.len());
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_search_goes_where_random_inputs_do_not() {
    let mut store = Store::in_memory();
    let experiment = experiment(4_000).with_seeds(3);
    let results = experiment.run(&suite(), &mut store, |_| {}).expect("results");
    let count = |subject: &str, technique: &str| {
        results.sample(subject, technique).iter().map(|outcome| outcome.count()).sum::<usize>()
    };
    for technique in ["default", "mosa", "feedback", "goals", "suites", "rules", "blocks"] {
        assert!(count("grade", technique) > count("grade", "random"), "{technique}");
    }
    let complete = results.sample("grade", "default");
    assert!(complete.iter().all(|outcome| outcome.is_complete()), "{complete:?}");
    // Seeds contain what is sought.
    assert!(results.sample("command", "usages").iter().all(|outcome| outcome.is_complete()));
    let counts = &results.sample("grade", "blocks")[0].counts;
    assert_eq!(
        counts.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        ["called", "compared", "active", "useful"]
    );
}

#[test]
fn exceptions_count_once_they_are_discovered() {
    let count = Count::of([Criterion::Branch, Criterion::Exception]);
    let experiment = Experiment::new()
        .with(Standard::new("default"))
        .with_seeds(1)
        .counting(count)
        .within(Budget::Executions(2_000));
    let results = experiment.run(&suite(), &mut Store::in_memory(), |_| {}).expect("results");
    let outcome = results.sample("stack", "default")[0];
    let discovered = outcome.covered.iter().filter(|covered| covered.goal >= outcome.goals).count();
    assert_eq!((discovered, outcome.executions), (1, 2_000));
}

/// Fails on its third search.
struct Fails(Arc<AtomicU32>);

impl Technique for Fails {
    fn name(&self) -> &str {
        "fails"
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), SearchError> {
        if self.0.fetch_add(1, Ordering::Relaxed) == 2 {
            return Err(SearchError::Other("no more".into()));
        }
        Standard::new("fails").search(run)
    }
}

#[test]
fn an_error_ends_the_experiment_and_loses_nothing() {
    let mut store = Store::in_memory();
    let experiment = Experiment::new()
        .with(Fails(Arc::default()))
        .with_threads(1)
        .within(Budget::Executions(50));
    let error = experiment.run(&suite(), &mut store, |_| {}).expect_err("the third search");
    assert!(matches!(&error, ExperimentError::Search { search, .. } if search.subject == "stack"));
    assert_eq!(error.to_string(), "technique \"fails\" on subject \"stack\" with seed 0: no more");
    // The thread may have begun another search meanwhile.
    assert!(store.len() >= 2);
}

#[test]
fn subjects_that_are_not_instrumented_are_an_error() {
    let mut suite = Suite::new();
    let error = suite
        .add(Instrumented::new("none", ["no::such"], |_: u8| {}))
        .expect_err("not instrumented")
        .to_string();
    assert!(
        error.contains("\"none\"")
            && error.contains("no::such")
            && error.contains("programs::grade"),
        "{error}"
    );
    let path = module_path!().to_owned() + "::endless";
    let halve = || Instrumented::new("halve", [path.clone()], endless::halve);
    let error = suite
        .add(halve().with_shape(Shape::text("ab", 3)))
        .expect_err("texts are no numbers")
        .to_string();
    assert!(error.contains("cannot read values of its shape, such as Text("), "{error}");
    suite.add(halve()).expect("a name");
    assert_eq!(
        suite.add(halve()).expect_err("the same name"),
        SuiteError::SameName("halve".to_owned())
    );
    assert_eq!(
        suite.only(&["x".to_owned()]).expect_err("no subject"),
        SuiteError::NoSuchSubject("x".to_owned())
    );
}

#[test]
fn features_say_what_there_is() {
    let suite = suite();
    let of = |name: &str| Features::of(suite.get(name).expect("known"), 500, 1).expect("features");
    let (grade, command, stack) = (of("grade"), of("command"), of("stack"));
    assert_eq!((grade.functions, grade.entered, grade.branches, grade.loops), (1, 1, 6, 0));
    assert!(command.has_text && !stack.has_text);
    assert_eq!((command.exceptions, stack.exceptions, stack.thrown_in_blocks), (0, 1, 1));
    assert_eq!((stack.loops, stack.callees, stack.usages, command.usages), (1, 3, 1, 3));
    assert!(grade.covered < grade.branches);
}

#[test]
fn crashes_are_found_and_reproduced() {
    let suite = suite();
    let ratio = suite.shared().find(|subject| subject.name() == "ratio").expect("known");
    let crashes = CrashedSubject::of(ratio, 20_000, 10, 3).expect("a search");
    let graph = sbst::instrument::LinkedProgram::linked().expect("legal").graph();
    let shown: Vec<_> = crashes.iter().map(|crash| crash.show(graph)).collect();
    assert_eq!(shown.len(), 1, "{shown:?}");
    assert!(
        shown[0].starts_with("share at line") && shown[0].contains("\nratio at line"),
        "{shown:?}"
    );

    let mut crashed = Suite::new();
    for crash in crashes {
        crashed.add(crash).expect("a name");
    }
    let new = |name: &str, fitness| Reproduction::new(name, fitness);
    let experiment = Experiment::new()
        .with(new("sum", CrashFitness::WeightedSum))
        .with(new("sum, blocks", CrashFitness::WeightedSum).with_block_coverage())
        .with(new("calls", CrashFitness::StackDistance))
        .with(new("calls, blocks", CrashFitness::StackDistance).with_block_coverage())
        .with_seeds(3)
        .within(Budget::Executions(20_000));
    let results = experiment.run(&crashed, &mut Store::in_memory(), |_| {}).expect("results");
    for (search, outcome) in results.iter() {
        assert!(
            outcome.is_complete() && outcome.executions == outcome.last(),
            "{search:?} {outcome:?}"
        );
    }
    // Other subjects have no crash.
    let error = experiment.run(&suite, &mut Store::in_memory(), |_| {}).expect_err("no crash");
    assert!(error.to_string().contains("no crash to reproduce"));
}

#[sbst::instrument]
mod endless {
    pub(crate) fn halve(mut number: u32) -> u32 {
        let mut steps = 0;
        while number != 1 {
            number /= 2;
            steps += 1;
        }
        steps
    }
}

#[test]
fn subjects_that_never_end_do_not_stop_a_search() {
    let path = module_path!().to_owned() + "::endless";
    let mut suite = Suite::new();
    suite
        .add(Instrumented::new("halve", [path], endless::halve).with_shape(Shape::integers(0..=9)))
        .expect("a name");
    let experiment = Experiment::new()
        .with(Standard::new("default"))
        .with_seeds(1)
        .within(Budget::Executions(40));
    let results = experiment.run(&suite, &mut Store::in_memory(), |_| {}).expect("results");
    let outcome = results.sample("halve", "default")[0];
    assert!(outcome.is_complete(), "{outcome:?}");
    let random = Experiment::new()
        .with(Standard::new("random").by(Engine::Random))
        .with_seeds(1)
        .within(Budget::Executions(40));
    let count = Count::of([Criterion::Branch, Criterion::Exception]);
    let results =
        random.counting(count).run(&suite, &mut Store::in_memory(), |_| {}).expect("results");
    // The end of an endless execution is no exception of the code.
    assert_eq!(results.sample("halve", "random")[0].count(), 2);
}

/// Runs a technique on one subject, and returns the error.
fn error_of(technique: impl Technique + 'static) -> String {
    let experiment = Experiment::new().with(technique).with_seeds(1).within(Budget::Executions(50));
    let suite = suite().only(&["grade".to_owned()]).expect("known");
    experiment.run(&suite, &mut Store::in_memory(), |_| {}).expect_err("a mistake").to_string()
}

#[test]
fn settings_that_do_nothing_or_make_no_sense_are_errors() {
    let new = Standard::new;
    let normaliser = |_: Distance| f64::NAN;
    assert!(error_of(new("strange").with_normaliser(normaliser)).contains("makes NaN of"));
    assert!(
        error_of(new("large").with_normaliser(|distance: Distance| distance.get()))
            .contains("not in [0, 1]")
    );
    assert!(
        error_of(new("a").by(Engine::FEEDBACK).with_normaliser(normaliser))
            .contains("no use for a normaliser")
    );
    let blocks = new("b").by(Engine::WholeSuites).with_block_coverage(Form::Exact, Gate::OPEN);
    assert!(error_of(blocks).contains("no use for a secondary objective"));
    assert!(error_of(new("c").with_gate(Gate::OPEN)).contains("no use for a gate"));
    assert!(
        error_of(new("e").by(Engine::FEEDBACK).with_density(Density::Crowding))
            .contains("no use for a density")
    );
    let schedule = || |_: &mut Sampler, _: &mut Random| None;
    assert!(error_of(new("d").with_scheduler(schedule)).contains("no use for a scheduler"));
}

/// Panics in its search.
struct Panics;

impl Technique for Panics {
    fn name(&self) -> &str {
        "panics"
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), SearchError> {
        panic!("nothing for {}", run.subject().name())
    }
}

#[test]
fn a_technique_that_panics_is_an_error_of_its_search() {
    assert_eq!(
        error_of(Panics),
        "technique \"panics\" on subject \"grade\" with seed 0: it panicked: nothing for grade"
    );
}

#[sbst::instrument]
mod rare {
    pub(crate) fn open(door: u8, key: u32) -> bool {
        if door == 1 { if key == 7 { true } else { key > 1_000 } } else { false }
    }
}

#[test]
fn a_search_whose_first_tests_cover_nothing_goes_on() {
    let path = module_path!().to_owned() + "::rare";
    let mut suite = Suite::new();
    // Most inputs do not enter the function.
    let call = |(door, key): (u8, u32)| door > 200 && rare::open(door - 200, key);
    suite.add(Instrumented::new("rare", [path], call)).expect("a name");
    let experiment = Experiment::new()
        .with(Standard::new("default"))
        .with_seeds(10)
        .within(Budget::Executions(200));
    let results = experiment.run(&suite, &mut Store::in_memory(), |_| {}).expect("results");
    assert!(results.iter().all(
        |(_, outcome)| outcome.executions == 200 || outcome.is_complete() && outcome.goals == 4
    ));
}

#[sbst::instrument]
mod deep {
    pub(crate) fn depth(left: u32) -> u32 {
        if left == 0 { 0 } else { 1 + depth(left - 1) }
    }
}

#[test]
fn deep_recursion_does_not_end_the_process() {
    let path = module_path!().to_owned() + "::deep";
    let mut suite = Suite::new();
    let deep =
        Instrumented::new("deep", [path], deep::depth).with_shape(Shape::integers(0..=30_000));
    suite.add(deep).expect("a name");
    let experiment = Experiment::new()
        .with(Standard::new("default"))
        .with_seeds(1)
        .within(Budget::Executions(50));
    assert_eq!(experiment.run(&suite, &mut Store::in_memory(), |_| {}).expect("results").len(), 1);
}
