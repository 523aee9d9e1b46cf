//! What executions observed.

use super::log::{Log, actions, graph_of, programs};
use super::{again, comes_back, config, read, refused};
use proptest::prelude::*;
use sbst::distance::{Distance, Rules, lt};
use sbst::execution::{
    CallTreeLimits, Domain, Effect, ExceptionKind, Execution, Facts, Misuse, NearestValues,
    Partition, Record, StackFrame, StackTrace, Thrown, Trace, Value, WithStackTraces,
};
use sbst::fitness::FitnessTable;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Branch, Function, Mutant, Symbol};

/// A record with something of everything.
fn full() -> (FlowGraph, Record) {
    let mut graph =
        FlowGraph::of(&FlowBuilder::new().statements(0, 3).branch(0, 1, 2).exit(1).exit(2))
            .expect("legal");
    let other =
        graph.add(&FlowBuilder::new().case(0, 1, 1).default(0, 2).exit(1).exit(2)).expect("legal");
    let trace = Trace::new(&graph).with_direct_calls().with_mutants(4).with_operands();
    let f = trace.root().enter(Function::new(0));
    f.decide_with(0, lt(40, 10), "40 < 10");
    f.caller().enter(other).switch(0, 9);
    trace.infected(Mutant::new(3), Distance::from(2));
    trace.affected(Mutant::new(1), Effect::KILLED);
    trace.affected(Mutant::new(3), Effect::of_trace(0.3).with_outputs(Distance::from(2)));
    trace.threw(Thrown::new(other, Symbol::new(1), ExceptionKind::Implicit));
    f.threw(Symbol::new(2), ExceptionKind::Implicit);
    trace.returned(Function::new(0), -3.5);
    trace.argument(other, 1, "abc");
    drop(f);
    (graph, trace.record())
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn records_come_back(program in programs(), actions in actions()) {
        let graph = graph_of(&program);
        let trace = Trace::new(&graph).with_direct_calls();
        let mut log = Log::new(&program, Rules::DEFAULT);
        actions.iter().for_each(|action| log.act(&trace, action));
        comes_back(trace.record());
    }

    /// Whatever a record says, it can be swept, merged and forgotten.
    #[test]
    fn hostile_records_are_harmless(
        functions in proptest::collection::btree_set(0..4_u32, 0..3),
        blocks in proptest::collection::btree_map(0..9_u32, (prop_oneof![0..4_u32, any::<u32>()], any::<u32>()), 0..5),
        branches in proptest::collection::btree_map(0..9_u32, prop_oneof![Just(0.0), 0.0..9.0], 0..5),
    ) {
        let blocks: Vec<_> = blocks
            .into_iter()
            .map(|(block, (progress, evaluations))| (block, progress, evaluations))
            .collect();
        let branches: Vec<_> = branches.into_iter().collect();
        let rows =
            serde_json::json!({ "functions": functions, "blocks": blocks, "branches": branches });
        let none: [u32; 0] = [];
        let planes = if functions.is_empty() { vec![] } else { vec![("Direct", &rows)] };
        // A graph of more functions than the one below, or that one: then only its ids are strange.
        let (graph, full) = full();
        let of_graph = functions.iter().all(|&function| function < 2);
        let made_for = if of_graph {
            serde_json::to_value(graph.identity()).expect("can be written")
        } else {
            "9-7".into()
        };
        let record: Record = read(&serde_json::json!({
            "form": 2, "graph": made_for, "unknown": none, "all": rows, "planes": planes, "called": functions, "returned": none, "implicit": none, "thrown": none, "values": none, "mutants": none, "effects": none, "operands": none,
        }).to_string());
        comes_back(record.clone());

        let mut table = FitnessTable::new(&graph);
        prop_assert_eq!(table.try_sweep(&graph, &record).is_ok(), of_graph);
        prop_assert_eq!(full.clone().merge(&record).is_ok(), of_graph);
        let trace = Trace::new(&graph).with_direct_calls();
        if trace.merge(&record).is_ok() {
            table.sweep(&graph, &trace);
            for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
                prop_assert!(
                    trace.branch_distance(edge).is_none() || trace.progress(edge.source).is_some(),
                    "{edge:?}"
                );
            }
            for block in graph.all_blocks() {
                let progress = trace.progress(block).unwrap_or(0);
                prop_assert!(progress <= graph.statements(block), "{block}");
            }
        }
        trace.reset();
        prop_assert_eq!(trace.record(), Record::default());
        for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
            prop_assert_eq!((trace.branch_distance(edge), trace.evaluations(edge)), (None, 0));
        }
    }
}

#[test]
fn everything_in_a_record_comes_back() {
    let (graph, record) = full();
    comes_back(record.clone());
    comes_back(Record::default());
    for back in again(&record) {
        let trace = Trace::new(&graph).with_direct_calls().with_mutants(4).with_operands();
        trace.merge(&back).expect("of this graph");
        assert_eq!(trace.record(), record);
    }
}

#[test]
fn effects_come_back() {
    let near = Effect::of_trace(0.1).with_outputs(Distance::SMALLEST);
    [Effect::NONE, Effect::KILLED, Effect::of_trace(1.0), near].into_iter().for_each(comes_back);
    for share in ["-0.0", "-0.1", "1.5"] {
        refused::<Effect>(&format!("{{\"differing\":{share},\"outputs\":1.0}}"));
    }
    refused::<Effect>("{\"differing\":0.5,\"outputs\":0.0}"); // a mutant that is killed has one form
}

#[test]
fn values_come_back() {
    let values = [
        Value::Nothing,
        Value::Bool(true),
        Value::Char('ß'),
        Value::from(i128::MIN),
        Value::from(0.1),
        Value::Size(3),
    ];
    values
        .into_iter()
        .chain([
            Value::from(u128::MAX),
            Value::Null,
            Value::Object,
            Value::Float(f64::NEG_INFINITY),
        ])
        .for_each(comes_back);
    assert!(
        again(&Value::Float(f64::NAN))
            .iter()
            .all(|value| matches!(value, Value::Float(x) if x.is_nan()))
    );

    let mut nearest = NearestValues::default();
    comes_back(nearest);
    nearest.see(Value::from(7));
    comes_back(nearest);
    [Domain::default(), Domain::SIGNED.or_null(), Domain::of(&Partition::ALL)]
        .into_iter()
        .for_each(comes_back);
    Partition::ALL.into_iter().for_each(comes_back);
    comes_back(Thrown::new(Function::new(1), Symbol::new(2), ExceptionKind::Declared));
    comes_back(CallTreeLimits::NONE);

    let frame = StackFrame::new("Parser".to_owned(), "next".to_owned()).at(7);
    let thrown = StackTrace::new(
        "Eof".to_owned(),
        [frame.clone(), StackFrame::new("Main".to_owned(), "run".to_owned())],
    );
    comes_back(thrown.clone());
    let mut run: WithStackTraces<Record, String> = WithStackTraces::new(full().1);
    run.extra.push(thrown);
    comes_back(run);
}

#[test]
fn rows_out_of_order_are_refused() {
    let text = serde_json::to_string(&full().1).expect("can be written");
    let swapped = |row: &str| {
        let mut record: serde_json::Value = read(&text);
        let rows = record.pointer_mut(row).and_then(serde_json::Value::as_array_mut).expect("rows");
        let again = rows[0].clone();
        rows.push(again);
        record.to_string()
    };
    let parts = [
        "/all/functions",
        "/all/blocks",
        "/all/branches",
        "/planes/0/1/blocks",
        "/called",
        "/returned",
        "/implicit",
        "/thrown",
        "/values",
        "/mutants",
        "/effects",
        "/operands",
    ];
    for part in parts {
        assert!(refused::<Record>(&swapped(part)).contains("ascend"), "{part}");
    }
    assert!(refused::<Record>(&text.replace("31.0", "-31.0")).contains("at least 0"));
    assert!(
        refused::<Record>(&text.replacen("31.0", "30.0", 1))
            .contains("least distance of their branch")
    );
    assert!(refused::<NearestValues>(r#"[["Zero",3.0]]"#).contains("each partition"));
}

#[test]
fn other_forms_are_refused_by_their_number() {
    let text = serde_json::to_string(&full().1).expect("can be written");
    let message = |text: &str| refused::<Record>(text);
    let number = "\"form\":2";
    assert!(text.contains(number));
    let without = text.replacen("\"form\":2,", "", 1);
    for (text, form) in [(without, 1), (text.replacen(number, "\"form\":3", 1), 3)] {
        let message = message(&text);
        assert!(message.contains(&format!("in form {form}, and")), "{message}");
    }
    let facts = text.replacen("\"unknown\":[", "\"unknown\":[\"Calls\"", 1);
    assert!(message(&facts).contains("calls one by one"), "{facts}");
}

#[test]
fn what_nobody_entered_is_refused() {
    let (graph, _) = full();
    let trace = Trace::new(&graph);
    let merged = |rows: &str| {
        let made_for = serde_json::to_string(&graph.identity()).expect("can be written");
        let record = format!(
            r#"{{"form":2,"graph":{made_for},"unknown":[],"all":{rows},"planes":[],"called":[],"returned":[],"implicit":[],"thrown":[],"values":[],"mutants":[],"effects":[],"operands":[]}}"#
        );
        let merged = trace.merge(&read::<Record>(&record));
        assert_eq!(trace.record(), Record::default(), "nothing is changed");
        merged
    };
    let block = |number| Err(Misuse::NotEntered { block: Block::new(number) });
    assert_eq!(merged(r#"{"functions":[],"blocks":[],"branches":[[1,2.0]]}"#), block(0));
    assert_eq!(merged(r#"{"functions":[0],"blocks":[[1,0,0]],"branches":[[1,2.0]]}"#), block(0));
    assert_eq!(merged(r#"{"functions":[0],"blocks":[[0,3,1],[3,0,0]],"branches":[]}"#), block(3));
    let last = Block::new(graph.all_blocks().len() as u32 - 1);
    let (block_beyond, branch_beyond) =
        (Block::new(last.number() + 1), Branch::new(graph.all_branches().len() as u32));
    let rows = format!(
        r#"{{"functions":[0],"blocks":[[0,0,0],[{},0,0]],"branches":[]}}"#,
        block_beyond.number()
    );
    assert_eq!(merged(&rows), Err(Misuse::NoSuchBlock { block: block_beyond }));
    let rows = format!(
        r#"{{"functions":[0],"blocks":[[0,0,0]],"branches":[[{},0.0]]}}"#,
        branch_beyond.number()
    );
    assert_eq!(merged(&rows), Err(Misuse::NoSuchBranch { branch: branch_beyond }));
    let beyond =
        Misuse::NoSuchStatement { function: Function::new(0), block: 0, done: 4, statements: 3 };
    assert_eq!(merged(r#"{"functions":[0],"blocks":[[0,4,1]],"branches":[]}"#), Err(beyond));
}

#[test]
fn what_contradicts_itself_is_refused() {
    let text = serde_json::to_string(&full().1).expect("can be written");
    let start = text.find("\"planes\"").expect("has direct calls");
    let direct =
        |from: &str, to: &str| format!("{}{}", &text[..start], text[start..].replacen(from, to, 1));
    for (from, to) in [
        ("[0,31.0]", "[0,30.0]"),
        ("[0,3,1]", "[0,3,2]"),
        ("\"functions\":[0]", "\"functions\":[5]"),
        ("\"called\":[0]", "\"called\":[]"),
    ] {
        assert!(refused::<Record>(&direct(from, to)).contains("a part of all calls"), "{from}");
    }
    let value = serde_json::to_string(&{
        let mut seen = NearestValues::default();
        seen.see(Value::from(7));
        seen
    });
    let value = value.expect("can be written");
    assert!(
        refused::<NearestValues>(&value.replace("[\"Positive\",0.0]", "[\"Positive\",4.0]"))
            .contains("contradict each other")
    );
}
