//! Records of yesterday on disk, the program of today.

use super::{again, comes_back, read, refused};
use sbst::distance::lt;
use sbst::execution::{Execution, Record, Trace};
use sbst::fitness::FitnessTable;
use sbst::fitness::block_coverage::BlockSummary;
use sbst::flow::{FlowBuilder, FlowGraph, GraphIdentity};
use sbst::id::Function;

fn program(statements: u32) -> FlowGraph {
    FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).statements(1, statements).exit(1).exit(2))
        .expect("legal")
}

fn ran(graph: &FlowGraph) -> Trace {
    let trace = Trace::new(graph);
    trace.root().enter(Function::new(0)).decide(0, lt(14, 10));
    trace
}

#[test]
fn identities_come_back() {
    let graph = program(3);
    comes_back(graph.identity());
    comes_back(GraphIdentity::default());
    assert_eq!(again(&graph).map(|read| read.identity()), [graph.identity(); 2]);
    let text = serde_json::to_string(&graph.identity()).expect("can be written");
    assert_eq!(text, format!("\"1-{:032x}\"", graph.identity().hash()));
    for wrong in
        ["\"\"", "\"1\"", "\"1-\"", "\"0-1\"", "\"1-0\"", "\"-1-7\"", "\"1-g\"", "\"4294967296-7\""]
    {
        assert!(refused::<GraphIdentity>(wrong).contains("graph"), "{wrong}");
    }
}

#[test]
fn od8_records_from_disk_fit_the_program_that_they_were_recorded_for() {
    let yesterday = program(3);
    let kept = serde_json::to_string(&ran(&yesterday).record()).expect("can be written");
    let record: Record = read(&kept);
    // The same program, made anew; the same with a function more; a changed one.
    let (same, changed) = (program(3), program(4));
    let mut grown = program(3);
    grown.add(&FlowBuilder::new().exit(0)).expect("legal");
    assert_eq!((record.fits(&same), record.fits(&grown)), (Ok(()), Ok(())));
    assert!(record.fits(&changed).is_err());
    assert_eq!(ran(&grown).merge(&record), Ok(()));
    assert!(ran(&changed).merge(&record).is_err());
    assert!(FitnessTable::new(&changed).try_sweep(&changed, &record).is_err());
}

#[test]
fn a_record_names_a_graph_that_has_its_functions() {
    let graph = program(3);
    let text = |value: serde_json::Value| value.to_string();
    let with = |graph: GraphIdentity, mut value: serde_json::Value| {
        value["graph"] = serde_json::to_value(graph).expect("can be written");
        text(value)
    };
    let record = serde_json::to_value(ran(&graph).record()).expect("can be written");
    let summary =
        serde_json::to_value(BlockSummary::of(&graph, &ran(&graph))).expect("can be written");
    assert!(
        refused::<Record>(&with(GraphIdentity::default(), record))
            .contains("its graph does not have")
    );
    assert!(
        refused::<BlockSummary>(&with(GraphIdentity::default(), summary))
            .contains("its graph does not have")
    );
    // One of nothing fits every graph, whatever it names.
    let nothing = serde_json::to_value(Record::default()).expect("can be written");
    assert_eq!(read::<Record>(&with(graph.identity(), nothing)), Record::default());
}
