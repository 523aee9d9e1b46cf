//! Random programs and actions: a trace, its record and the log give the same answers.

use super::log::{Action, Log, actions, graph_of, programs};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sbst::distance::Rules;
use sbst::execution::{Execution, Facts, Record, Trace, taken};
use sbst::fitness::{FitnessTable, fitness_of_block, fitness_of_branch};
use sbst::flow::{Edge, FlowGraph, Outcome};
use sbst::id::Function;
use std::collections::{BTreeMap, BTreeSet};

fn rules() -> impl Strategy<Value = Rules> {
    let k = prop::sample::select(vec![1.0, 0.5, 4.0]);
    let rules = prop::sample::select(vec![Rules::DEFAULT, Rules::KOREL, Rules::EVOSUITE]);
    (rules, k).prop_map(|(rules, k)| rules.with_k(k).expect("positive and finite"))
}

fn entered(run: &impl Execution, graph: &FlowGraph) -> BTreeSet<Function> {
    let mut functions = BTreeSet::new();
    run.entered(graph, &mut |function| {
        functions.insert(function);
    });
    functions
}

fn answers(run: &impl Facts, graph: &FlowGraph, log: &Log<'_>) -> Result<(), TestCaseError> {
    prop_assert_eq!(graph.all_branches().len(), log.branches(graph).len());
    for edge in log.branches(graph) {
        prop_assert_eq!(graph.edge(edge.branch), edge);
        prop_assert_eq!(
            run.branch_distance(edge),
            log.branch_distance(edge),
            "distance of {:?}",
            edge
        );
        prop_assert_eq!(run.evaluations(edge), log.evaluations(edge), "evaluations of {:?}", edge);
    }
    for block in graph.all_blocks() {
        prop_assert_eq!(run.progress(block), log.progress(block), "progress of {}", block);
    }
    prop_assert_eq!(entered(run, graph), log.functions());
    Ok(())
}

fn run(trace: &Trace, log: &mut Log<'_>, actions: &[Action]) {
    actions.iter().for_each(|action| log.act(trace, action));
}

proptest! {
    #[test]
    fn a_trace_and_its_record_know_what_happened(
        program in programs(),
        first in actions(),
        second in actions(),
        rules in rules(),
    ) {
        let graph = graph_of(&program);
        let trace = Trace::new(&graph).with_rules(rules);
        let mut log = Log::new(&program, rules);
        run(&trace, &mut log, &first);
        answers(&trace, &graph, &log)?;
        answers(&trace.record(), &graph, &log)?;
        prop_assert_eq!(trace.evaluated(), log.evaluated_in_all());

        // Without a reset executions add up, though answers were given in between.
        run(&trace, &mut log, &second);
        answers(&trace, &graph, &log)?;
        prop_assert_eq!(trace.check(), Ok(()));

        trace.reset();
        log.clear();
        answers(&trace, &graph, &log)?;
        prop_assert_eq!(trace.record(), Record::default());
        run(&trace, &mut log, &second);
        answers(&trace, &graph, &log)?;
        answers(&trace.record(), &graph, &log)?;
        prop_assert_eq!(trace.evaluated(), log.evaluated_in_all());
    }

    #[test]
    fn merging_is_having_recorded_both(
        program in programs(),
        runs in prop::collection::vec(actions(), 3),
        rules in rules(),
    ) {
        let graph = graph_of(&program);
        let alone = |actions: &[Action]| {
            let trace = Trace::new(&graph).with_rules(rules);
            run(&trace, &mut Log::new(&program, rules), actions);
            trace
        };
        let both = alone(&runs[0]);
        let mut log = Log::new(&program, rules);
        run(&Trace::new(&graph), &mut log, &runs[0]);
        run(&both, &mut log, &runs[1]);

        let [a, b, c] = [0, 1, 2].map(|at| alone(&runs[at]).record());
        let merged = |a: &Record, b: &Record| {
            let mut merged = a.clone();
            merged.merge(b).expect("of the same graph");
            merged
        };
        prop_assert_eq!(merged(&a, &b), both.record());
        prop_assert_eq!(merged(&a, &b), merged(&b, &a));
        prop_assert_eq!(merged(&merged(&a, &b), &c), merged(&a, &merged(&b, &c)));
        prop_assert_eq!(merged(&a, &Record::default()), a.clone());

        let trace = alone(&runs[0]);
        prop_assert_eq!(trace.merge(&b), Ok(()));
        answers(&trace, &graph, &log)?;
        prop_assert_eq!(trace.record(), both.record());
        let empty = Trace::new(&graph).with_rules(rules);
        prop_assert_eq!(empty.merge(&a).and_then(|()| empty.merge(&b)), Ok(()));
        prop_assert_eq!(empty.record(), both.record());
        empty.reset();
        prop_assert_eq!(empty.record(), Record::default());

        // A suite answers pointwise; its evaluations are summed.
        let suite = [a, b];
        answers_as_suite(&suite, &both, &graph)?;
        let (mut one, mut other) = (FitnessTable::new(&graph), FitnessTable::new(&graph));
        one.sweep(&graph, &suite[..]);
        other.sweep(&graph, &both);
        // And so does one goal alone, whoever was merged with whom.
        let [records, merged] = [&suite[..], &[merged(&suite[0], &suite[1])]];
        for branch in graph.all_branches() {
            prop_assert_eq!(one.branch(branch), other.branch(branch));
            prop_assert_eq!(
                [records, merged].map(|runs| fitness_of_branch(&graph, runs, branch)),
                [one.branch(branch); 2]
            );
            prop_assert_eq!(fitness_of_branch(&graph, &trace, branch), one.branch(branch));
        }
        for block in graph.all_blocks() {
            prop_assert_eq!(one.block(block), other.block(block));
            prop_assert_eq!(
                [records, merged].map(|runs| fitness_of_block(&graph, runs, block)),
                [one.block(block); 2]
            );
            prop_assert_eq!(fitness_of_block(&graph, &trace, block), one.block(block));
        }
    }

    #[test]
    fn growing_keeps_what_was_recorded(
        program in programs(),
        before in actions(),
        after in actions(),
    ) {
        let (early, rules) = (program.len().div_ceil(2), Rules::DEFAULT);
        let mut trace = Trace::new(&graph_of(&program[..early]));
        let mut log = Log::new(&program[..early], rules);
        run(&trace, &mut log, &before);
        let recorded = trace.record();

        let graph = graph_of(&program);
        trace.fit(&graph).expect("it has grown");
        let mut fitted = recorded;
        fitted.fit(&graph).expect("it has grown");
        prop_assert_eq!(trace.record(), fitted);
        let mut grown = Log::new(&program, rules);
        run(&Trace::new(&graph), &mut grown, &after);
        run(&trace, &mut Log::new(&program, rules), &after);
        for edge in grown.branches(&graph) {
            let least = [log.branch_distance(edge), grown.branch_distance(edge)]
                .into_iter()
                .flatten()
                .min();
            prop_assert_eq!(trace.branch_distance(edge), least);
            prop_assert_eq!(
                trace.evaluations(edge),
                log.evaluations(edge) + grown.evaluations(edge)
            );
        }
        trace.reset();
        prop_assert_eq!(trace.record(), Record::default());
        prop_assert_eq!(trace.check(), Ok(()));
    }
}

fn answers_as_suite(
    suite: &[Record],
    both: &Trace,
    graph: &FlowGraph,
) -> Result<(), TestCaseError> {
    for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
        prop_assert_eq!(suite.branch_distance(edge), both.branch_distance(edge));
        prop_assert_eq!(suite.evaluations(edge), both.evaluations(edge));
        prop_assert_eq!(edge.outcome == Outcome::Next && suite.evaluations(edge) > 0, false);
    }
    for block in graph.all_blocks() {
        prop_assert_eq!(suite.progress(block), both.progress(block));
    }
    let mut functions = BTreeSet::new();
    suite.entered(graph, &mut |function| {
        functions.insert(function);
    });
    prop_assert_eq!(functions, entered(both, graph));
    Ok(())
}

/// What was taken of a two-way block that may throw, one of two runs or both merged: a property
/// says little of what is never generated.
#[test]
fn generated_actions_throw_beside_decisions() {
    const SAMPLES: usize = 300;
    let (mut runner, mut count) = (TestRunner::deterministic(), BTreeMap::<_, u32>::new());
    for _ in 0..SAMPLES {
        let (program, runs) = (programs(), [actions(), actions()])
            .new_tree(&mut runner)
            .expect("nothing is rejected")
            .current();
        let graph = graph_of(&program);
        let records = runs.map(|actions| {
            let trace = Trace::new(&graph);
            run(&trace, &mut Log::new(&program, Rules::DEFAULT), &actions);
            trace.record()
        });
        let mut reached: BTreeSet<_> = (entered(&records[0], &graph).len() > 1)
            .then_some((false, "functions"))
            .into_iter()
            .collect();
        for (is_merged, suite) in [(false, &records[..1]), (true, &records)] {
            let taken = taken(&graph, suite);
            for block in graph.all_blocks() {
                let branches: Vec<Edge> =
                    graph.branches_of(block).map(|branch| graph.edge(branch)).collect();
                let throws = |edge: &Edge| matches!(edge.outcome, Outcome::Exception(_));
                if branches.iter().any(|edge| edge.outcome == Outcome::True)
                    && branches.iter().any(throws)
                {
                    let was_taken = branches.iter().filter(|edge| taken.contains(&edge.branch));
                    let thrown: BTreeSet<bool> = was_taken.map(throws).collect();
                    reached.extend(match (thrown.contains(&false), thrown.contains(&true)) {
                        (true, true) => Some((is_merged, "both")),
                        (true, false) => Some((is_merged, "decided")),
                        (false, true) => Some((is_merged, "thrown")),
                        (false, false) => None,
                    });
                }
            }
        }
        reached.into_iter().for_each(|what| *count.entry(what).or_default() += 1);
    }
    let in_one = [("functions", 120), ("thrown", 60), ("decided", 40), ("both", 50)]
        .map(|(what, least)| ((false, what), least));
    let merged =
        [("thrown", 60), ("decided", 35), ("both", 90)].map(|(what, least)| ((true, what), least));
    for (what, least) in in_one.into_iter().chain(merged) {
        assert!(
            count.get(&what).is_some_and(|&found| found >= least),
            "{what:?}: not in {least} of {SAMPLES}, all: {count:?}"
        );
    }
}
