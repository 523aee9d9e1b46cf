//! What goals ask beyond control flow, of nested calls at random: a trace, its record, a suite and
//! the store give the same answers.

use super::log::{Listing, graph_of, programs};
use super::store::{Event, KINDS, MUTANTS, Store, events, run, without_resets};
use proptest::prelude::*;
use proptest::sample::select;
use sbst::distance::{Distance, Rules};
use sbst::execution::{Execution, Facts, On, Partition, Plane, Record, Thrown, Trace};
use sbst::flow::FlowGraph;
use sbst::id::{Function, Mutant, Symbol};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Every question of all facts but for evaluations, which alone change when something is
/// merged twice.
fn observed<A, B>(run: &A, store: &B, graph: &FlowGraph) -> Result<(), TestCaseError>
where
    A: Facts + ?Sized,
    B: Facts + ?Sized,
{
    for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
        prop_assert_eq!(run.branch_distance(edge), store.branch_distance(edge), "{:?}", edge);
        prop_assert_eq!(
            run.branch_distance_on(Plane::Direct, edge),
            store.branch_distance_on(Plane::Direct, edge),
            "direct {:?}",
            edge
        );
    }
    for block in graph.all_blocks() {
        prop_assert_eq!(run.progress(block), store.progress(block), "{}", block);
        prop_assert_eq!(
            run.progress_on(Plane::Direct, block),
            store.progress_on(Plane::Direct, block),
            "direct {}",
            block
        );
    }
    prop_assert_eq!(entered(run, graph), entered(store, graph));
    for function in (0..=graph.functions().len() as u32).map(Function::new) {
        prop_assert_eq!(
            run.called_by_test(function),
            store.called_by_test(function),
            "call of {}",
            function
        );
        prop_assert_eq!(
            run.returned_to_test(function),
            store.returned_to_test(function),
            "return of {}",
            function
        );
        for partition in Partition::ALL {
            let output = store.output_distance(function, partition);
            prop_assert_eq!(
                run.output_distance(function, partition),
                output,
                "output of {}: {}",
                function,
                partition
            );
            for argument in [0, 1, 2, u32::MAX] {
                let input = store.input_distance(function, argument, partition);
                let found = run.input_distance(function, argument, partition);
                prop_assert_eq!(
                    found,
                    input,
                    "argument {} of {}: {}",
                    argument,
                    function,
                    partition
                );
            }
        }
        for (exception, kind) in
            (0..3).flat_map(|symbol| KINDS.map(|kind| (Symbol::new(symbol), kind)))
        {
            let thrown = Thrown::new(function, exception, kind);
            prop_assert_eq!(run.has_thrown(thrown), store.has_thrown(thrown), "{}", thrown);
        }
    }
    let (mut some, mut all) = (BTreeSet::new(), BTreeSet::new());
    run.each_thrown(&mut |thrown| {
        some.insert(thrown);
    });
    store.each_thrown(&mut |thrown| {
        all.insert(thrown);
    });
    prop_assert_eq!(some, all);
    for mutant in (0..MUTANTS).map(Mutant::new) {
        prop_assert_eq!(run.infection(mutant), store.infection(mutant), "{}", mutant);
    }
    Ok(())
}

fn agree<A: Facts + ?Sized>(
    run: &A,
    store: &Store,
    graph: &FlowGraph,
) -> Result<(), TestCaseError> {
    for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
        prop_assert_eq!(
            run.evaluations(edge),
            store.evaluations(edge),
            "evaluations of {:?}",
            edge
        );
        prop_assert_eq!(
            On(run, Plane::Direct).evaluations(edge),
            store.evaluations_on(Plane::Direct, edge),
            "in direct calls, of {:?}",
            edge
        );
    }
    prop_assert_eq!(entered(&On(run, Plane::Direct), graph), entered(&store.direct, graph));
    observed(run, store, graph)
}

fn entered(run: &(impl Execution + ?Sized), graph: &FlowGraph) -> BTreeSet<Function> {
    let mut functions = BTreeSet::new();
    run.entered(graph, &mut |function| {
        functions.insert(function);
    });
    functions
}

/// One or two functions; another one or two that are added later.
fn program() -> impl Strategy<Value = (FlowGraph, FlowGraph)> {
    let few =
        || programs().prop_map(|program| program.into_iter().take(2).collect::<Vec<Listing>>());
    (few(), few()).prop_map(|(early, late)| (graph_of(&early), graph_of(&[early, late].concat())))
}

fn rules() -> impl Strategy<Value = Rules> {
    select(vec![Rules::DEFAULT, Rules::KOREL, Rules::EVOSUITE])
}

fn recorder(graph: &FlowGraph, rules: Rules) -> Trace {
    Trace::new(graph).with_rules(rules).with_direct_calls().with_mutants(MUTANTS)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn a_trace_and_its_record_know_what_goals_ask(
        (_, graph) in program(),
        first in events(),
        second in events(),
        rules in rules(),
    ) {
        let trace = Trace::new(&graph).with_mutants(MUTANTS).with_direct_calls().with_rules(rules);
        let mut store = Store::new(&graph, rules);
        // Without a reset executions add up, though answers were given in between.
        for events in [&first, &second] {
            run(&trace, &mut store, &graph, events);
            agree(&trace, &store, &graph)?;
            agree(&trace.record(), &store, &graph)?;
            prop_assert_eq!(
                (trace.check(), trace.evaluated(), trace.depth()),
                (store.all.check(), store.all.evaluated(), 0)
            );
        }
        let erased: Rc<Box<&dyn Facts>> = Rc::new(Box::new(&trace));
        observed(&trace, &erased, &graph)?;

        trace.reset();
        agree(&trace, &Store::new(&graph, rules), &graph)?;
        prop_assert_eq!(trace.record(), Record::default());
        let mut store = Store::new(&graph, rules);
        run(&trace, &mut store, &graph, &second);
        agree(&trace, &store, &graph)?;
        agree(&trace.record(), &store, &graph)?;
    }

    #[test]
    fn to_merge_is_to_have_recorded_both(
        (_, graph) in program(),
        runs in [(); 3].map(|()| without_resets()),
        rules in rules(),
    ) {
        let after = |runs: &[&[Event]]| {
            let (trace, mut store) = (recorder(&graph, rules), Store::new(&graph, rules));
            runs.iter().for_each(|events| run(&trace, &mut store, &graph, events));
            (trace, store)
        };
        let [a, b, c] = [0, 1, 2].map(|at| after(&[&runs[at]]).0.record());
        let (both, store) = after(&[&runs[0], &runs[1]]);
        let merged = |a: &Record, b: &Record| {
            let mut merged = a.clone();
            merged.merge(b).expect("of the same graph");
            merged
        };
        prop_assert_eq!(merged(&a, &b), both.record());
        prop_assert_eq!(merged(&a, &b), merged(&b, &a));
        prop_assert_eq!(merged(&merged(&a, &b), &c), merged(&a, &merged(&b, &c)));
        prop_assert_eq!(merged(&a, &Record::default()), a.clone());
        observed(&merged(&a, &a), &a, &graph)?;
        agree(&merged(&a, &b), &store, &graph)?;
        agree(&[a.clone(), b.clone()][..], &store, &graph)?;
        agree(&[&b, &a][..], &store, &graph)?;
        let none: [Record; 0] = [];
        agree(&none[..], &Store::new(&graph, rules), &graph)?;

        let (trace, _) = after(&[&runs[0]]);
        prop_assert_eq!(trace.merge(&b), Ok(()));
        agree(&trace, &store, &graph)?;
        prop_assert_eq!(trace.record(), both.record());
        let new = recorder(&graph, rules);
        prop_assert_eq!(new.merge(&b).and_then(|()| new.merge(&a)), Ok(()));
        prop_assert_eq!(new.record(), both.record());
        new.reset();
        agree(&new, &Store::new(&graph, rules), &graph)?;
    }

    #[test]
    fn to_grow_keeps_what_was_noted(
        (early, graph) in program(),
        first in events(),
        second in events(),
        rules in rules(),
    ) {
        let mut store = Store::new(&graph, rules);
        let mut trace = recorder(&early, rules).with_mutants(0);
        run(&trace, &mut store, &early, &first);
        let mut before = trace.record();
        trace.fit(&graph).expect("it has grown");
        before.fit(&graph).expect("it has grown");
        trace = trace.with_mutants(MUTANTS + 1);
        prop_assert_eq!(trace.record(), before);
        run(&trace, &mut store, &graph, &second);
        agree(&trace, &store, &graph)?;
        trace.infected(Mutant::new(MUTANTS), Distance::from(6));
        prop_assert_eq!(trace.infection(Mutant::new(MUTANTS)), Some(Distance::from(6)));
        trace.reset();
        prop_assert_eq!(trace.record(), Record::default());
    }
}
