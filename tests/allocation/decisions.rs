//! Work that is counted by the memory that it asks for: whoever reads a function again asks for a
//! byte, or more, for each of its blocks.

use super::REQUESTED_BYTES;
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst_histories::UnrolledGraph;

/// `a || b` again and again, in one function; the graph may say that these are decisions.
fn row(decisions: u32, says: bool) -> FlowGraph {
    let mut body = FlowBuilder::new();
    for number in 0..decisions {
        let first = 3 * number;
        body = body
            .branch(first, first + 2, first + 1)
            .branch(first + 1, first + 2, first + 3)
            .statements(first + 2, 1)
            .jump(first + 2, first + 3);
        if says {
            body = body.decision([first, first + 1]);
        }
    }
    let mut graph = FlowGraph::new();
    graph.add(&body.exit(3 * decisions)).expect("a legal function");
    graph
}

fn requested_bytes(graph: &FlowGraph) -> u64 {
    let decisions: Vec<_> = CompoundDecision::all(graph).collect();
    let count = decisions.len();
    let before = REQUESTED_BYTES.get();
    let unrolled = UnrolledGraph::builder(graph).decisions(decisions).build().expect("few copies");
    let bytes = REQUESTED_BYTES.get() - before;
    assert_eq!(unrolled.vectors().len(), 3 * count);
    bytes
}

#[test]
fn od65_decisions_of_a_function_do_not_read_it_again() {
    for says in [false, true] {
        let [few, many] = [250, 4_000].map(|count| requested_bytes(&row(count, says)));
        // Vectors and maps double, so the last step may be twice what is needed.
        assert!(many <= 2 * 16 * few, "{few} bytes for 250 decisions, {many} for 4 000");
    }
}
