//! Executions of real and synthetic functions against the values of an independent reference
//! program: `tests/data/exec.jsonl`.

use super::FIRST;
use crate::oracle::run::{Run, Seen};
use crate::oracle::values::{Pair, fitness};
use crate::oracle::vectors::{Case, Graph, executions, graphs};
use sbst::distance::Distance;
use sbst::fitness::{Fitness, FitnessTable, fitness_of_block, fitness_of_branch};
use sbst::flow::{FlowGraph, Outcome};

/// A graph of the files, its executions, and a table that serves them all.
fn for_each_graph(check: impl Fn(&Graph, &FlowGraph, &[Case], &mut FitnessTable)) {
    let executions = executions();
    let graphs = graphs();
    assert!(
        graphs.iter().any(|graph| executions.get(&graph.id).is_some_and(|cases| !cases.is_empty()))
    );
    for reference in &graphs {
        let graph = FlowGraph::of(&reference.shape.body()).expect("legal");
        let cases = executions.get(&reference.id).map_or(&[][..], |cases| cases);
        check(reference, &graph, cases, &mut FitnessTable::new(&graph));
    }
}

fn run(reference: &Graph, seen: &Seen) -> Run {
    Run::new(std::slice::from_ref(&reference.shape), [seen.clone()])
}

/// A branch of the files, its value, and the value of its block goal, in the order of `preds`.
fn assert_values(
    reference: &Graph,
    graph: &FlowGraph,
    table: &FitnessTable,
    br: &[[Pair; 2]],
    blk: &[Option<Pair>],
) {
    let id = &reference.id;
    assert_eq!((br.len(), blk.len()), (reference.preds.len(), graph.all_blocks().len()), "{id}");
    for (&pred, values) in reference.preds.iter().zip(br) {
        for (outcome, &value) in [Outcome::True, Outcome::False].into_iter().zip(values) {
            let branch = graph
                .branch(graph.block(FIRST, pred as u32), outcome)
                .expect("a predicate has two sides");
            assert_eq!(table.branch(branch), fitness(value), "{id}: {outcome} of {pred}");
        }
    }
    for (block, &value) in graph.all_blocks().zip(blk) {
        let a = value.map_or(Fitness::COVERED, fitness);
        assert_eq!(table.dependence(block), a, "{id}: A of {block}");
        let goal = if value.is_none() { a } else { a.max(Distance::SMALLEST.into()) };
        assert_eq!(table.block(block), goal, "{id}: goal of {block}");
    }
}

#[test]
fn every_execution_has_the_reference_values() {
    for_each_graph(|reference, graph, cases, table| {
        for case in cases {
            table.sweep(graph, &run(reference, &case.seen));
            assert_values(reference, graph, table, &case.br, &case.blk);
        }
    });
}

/// One goal alone, for some goals of every execution: all of them where the graph is small.
#[test]
fn goals_alone_have_the_reference_values() {
    for_each_graph(|reference, graph, cases, _| {
        for (number, case) in cases.iter().enumerate() {
            let run = run(reference, &case.seen);
            let stride = 1 + reference.shape.len() / 40;
            for (&pred, values) in
                reference.preds.iter().zip(&case.br).skip(number % stride).step_by(stride)
            {
                for (outcome, &value) in [Outcome::True, Outcome::False].into_iter().zip(values) {
                    let branch = graph
                        .branch(graph.block(FIRST, pred as u32), outcome)
                        .expect("a predicate has two sides");
                    assert_eq!(
                        fitness_of_branch(graph, &run, branch),
                        fitness(value),
                        "{}: {outcome} of {pred}",
                        reference.id
                    );
                }
            }
            for (block, &value) in
                graph.all_blocks().zip(&case.blk).skip(number % stride).step_by(stride)
            {
                let goal =
                    value.map_or(Fitness::COVERED, |a| fitness(a).max(Distance::SMALLEST.into()));
                assert_eq!(
                    fitness_of_block(graph, &run, block),
                    goal,
                    "{}: goal of {block}",
                    reference.id
                );
            }
        }
    });
}

fn nearer(a: Pair, b: Pair) -> Pair {
    if fitness(a) <= fitness(b) { a } else { b }
}

fn least_of(cases: &[Case]) -> (Vec<[Pair; 2]>, Vec<Option<Pair>>) {
    let mut cases = cases.iter();
    let first = cases.next().expect("not empty");
    let (mut br, mut blk) = (first.br.clone(), first.blk.clone());
    for case in cases {
        br.iter_mut()
            .zip(&case.br)
            .for_each(|(all, one)| *all = [nearer(all[0], one[0]), nearer(all[1], one[1])]);
        blk.iter_mut()
            .zip(&case.blk)
            .for_each(|(all, one)| *all = all.zip(*one).map(|(a, b)| nearer(a, b)));
    }
    (br, blk)
}

/// Slices of all lengths from both ends, and the tables of single executions merged.
#[test]
fn suites_have_the_least_reference_values() {
    for_each_graph(|reference, graph, cases, table| {
        let runs: Vec<Run> = cases.iter().map(|case| run(reference, &case.seen)).collect();
        let mut merged = FitnessTable::new(graph);
        let mut single = FitnessTable::new(graph);
        for length in 1..=cases.len() {
            let start = cases.len() - length;
            for range in [0..length, start..cases.len()] {
                let (br, blk) = least_of(&cases[range.clone()]);
                table.sweep(graph, &runs[range]);
                assert_values(reference, graph, table, &br, &blk);
            }
            single.sweep(graph, &runs[start]);
            merged.merge(graph, &single).expect("of the same graph");
            let (br, blk) = least_of(&cases[start..]);
            assert_values(reference, graph, &merged, &br, &blk);
        }
    });
}
