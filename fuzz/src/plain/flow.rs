//! Control flow and what was observed in it.

use super::read;
use crate::picture::Picture;
use sbst::execution::{
    Execution, Fact, Facts, NearestValues, Partition, Plane, Record, StackTrace, Trace, Value,
    WithStackTraces,
};
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Form, Target};
use sbst::fitness::crash::{Crash, STDistance, WeightedSum};
use sbst::fitness::{Fitness, FitnessTable, fitness_of_block};
use sbst::flow::{FlowBuilder, FlowGraph, Lines, Unreachable};
use sbst::id::{Block, GoalId, Line};
use sbst::objective::{Goals, LineGoal, Tables, branch_goals, statement_goals};
use sbst::published::{Gate, Signals, Timing, Timings};
use std::time::Duration;

/// What the kind says, read and used.
pub fn any(kind: u8, bytes: &[u8]) {
    match kind % 12 {
        0 | 1 => drop(read::<FlowGraph>(bytes).map(graph)),
        2 => drop(read::<FlowBuilder>(bytes).map(|body| {
            let mut graph = FlowGraph::new();
            let _ = graph.add_with(&body, Unreachable::Keep);
        })),
        3 => drop(read::<Lines>(bytes).map(|lines| {
            assert!(lines.lines().all(|line| !lines.statements_on(line).is_empty()));
            let _ = lines.progress(Block::new(0), |line| line == Line::new(1));
        })),
        4..=7 => drop(read::<(Record, Record)>(bytes).map(records)),
        8 => drop(read::<(BlockSummary, BlockSummary)>(bytes).map(summaries)),
        9 => drop(read::<(Crash<u8>, WithStackTraces<Record, u8>)>(bytes).map(crash)),
        10 => drop(read::<(WeightedSum, STDistance, NearestValues)>(bytes).map(
            |(sum, distance, mut values)| {
                assert!((0.0..=6.0).contains(&sum.value()) && distance.value() >= 0.0);
                assert!(distance.covered() <= distance.frames());
                let _ = (sum.fitness(), sum.stage(), distance.fitness(), distance.next_distance());
                values.see(Value::from(3));
                assert_eq!(
                    values.distance(Partition::Positive),
                    Some(sbst::distance::Distance::ZERO)
                );
            },
        )),
        _ => drop(read::<(Gate, Timing, Timings, LineGoal)>(bytes).map(others)),
    }
}

fn graph(mut graph: FlowGraph) {
    let before = Picture::of(&graph);
    let record = Record::default();
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &record);
    assert!(
        graph
            .all_blocks()
            .all(|block| table.block(block) == fitness_of_block(&graph, &record, block))
    );
    assert!(graph.add(&FlowBuilder::new().branch(0, 1, 1).jump(1, 7)).is_err());
    assert_eq!(Picture::of(&graph), before);
}

/// Blocks 0 to 4 of one function, 5 to 7 of another: two-way, with an exception, many-way.
fn known() -> FlowGraph {
    let mut graph = FlowGraph::new();
    let body = FlowBuilder::new()
        .statements(0, 2)
        .branch(0, 1, 2)
        .exception(0, 3)
        .branch(1, 2, 4)
        .exit(2)
        .exit(3)
        .exit(4);
    graph.add(&body).expect("legal");
    graph.add(&FlowBuilder::new().case(0, 3, 1).default(0, 2).jump(1, 2).exit(2)).expect("legal");
    graph
}

fn records((one, other): (Record, Record)) {
    let graph = known();
    let mut forth = one.clone();
    let merged = forth.merge(&other);
    let mut back = other.clone();
    assert_eq!(back.merge(&one).is_ok(), merged.is_ok());
    if merged.is_err() {
        assert_eq!((&forth, &back), (&one, &other), "nothing is changed then");
        return;
    }
    assert_eq!(forth, back, "in any order");
    let direct = one.knows(Fact::On(Plane::Direct));
    let mut trace = Trace::new(&graph).with_mutants(9).with_operands();
    if direct {
        trace = trace.with_direct_calls();
    }
    let mut goals = Goals::<Trace>::new();
    goals.extend(branch_goals(&graph));
    goals.extend(statement_goals(&graph));
    let (mut tables, mut row) = (Tables::new(&graph), Vec::new());
    for record in [&one, &other, &forth] {
        let before = trace.record();
        if trace.merge(record).is_err() {
            assert_eq!(trace.record(), before, "nothing is changed then");
        }
        if record.fits(&graph).is_err() {
            continue;
        }
        goals.measure(&graph, &trace, &mut tables, &mut row);
        let seen = goals.observe(&graph, &trace, &mut tables);
        assert!(goals.ids().all(|id| goals.explain(id, &seen).with_operands(&trace).fitness == row[id.index()]));
        let mut table = FitnessTable::new(&graph);
        table.sweep(&graph, record);
        assert!(
            graph
                .all_blocks()
                .all(|block| table.block(block) == fitness_of_block(&graph, record, block))
        );
    }
    assert_eq!(trace.check(), Ok(()));
    trace.reset();
    assert_eq!(trace.record(), Record::default());
    for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
        assert_eq!((trace.branch_distance(edge), trace.evaluations(edge)), (None, 0), "forgotten");
    }
}

fn summaries((one, other): (BlockSummary, BlockSummary)) {
    let graph = known();
    for form in [Form::Exact, Form::Published, Form::Literal] {
        let mut coverage = BlockCoverage::new().in_form(form);
        for block in graph.all_blocks() {
            let forth =
                coverage.verdict(&graph, Target::Statement(block.statement(1)), &one, &other);
            let back =
                coverage.verdict(&graph, Target::Statement(block.statement(1)), &other, &one);
            assert_eq!(forth, back.reversed());
            let _ = (
                one.has_entered(block),
                one.has_completed(block),
                one.has_covered(block),
                one.has_evaluated(block),
            );
        }
    }
}

fn crash((crash, run): (Crash<u8>, WithStackTraces<Record, u8>)) {
    let graph = known();
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &run);
    let line = crash.line(&table);
    let cost = crash.least_cost(&run);
    let sum = WeightedSum::new(line, cost);
    assert!((0.0..=6.0).contains(&sum.value()));
    let _ = (crash.statements(), crash.has_thrown(&run));
    let _: &Vec<StackTrace<u8>> = &run.extra;
}

fn others((gate, history, mut histories, line): (Gate, Timing, Timings, LineGoal)) {
    for now in [Duration::ZERO, Duration::from_secs(90), Duration::MAX] {
        assert!((0.0..=1.0).contains(&gate.usage(&history, Signals::NONE, now)));
        let _ = gate.is_open(&histories.of(GoalId::new(0), now), Signals::NONE, now, 0.4);
        histories.see(&[GoalId::new(1)], &[Fitness::NEVER; 2], now);
    }
    let graph = known();
    let mut goals = Goals::<Record>::new();
    goals.push(line);
    let mut row = Vec::new();
    goals.measure(&graph, &Record::default(), &mut Tables::new(&graph), &mut row);
    assert!(!row[0].distance.get().is_nan());
}
