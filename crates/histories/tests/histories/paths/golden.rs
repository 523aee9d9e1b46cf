//! The worked example of Ammann and Offutt, "Introduction to Software Testing", second edition,
//! figure 7.10.

use super::{FIRST, numbers};
use sbst::flow::FlowBuilder;
use sbst::flow::FlowGraph;
use sbst_histories::paths::{prime_paths, sequence_count};

/// Seven nodes and nine edges, with a loop and an edge from node 5 to itself: 32 simple paths,
/// eight of them prime. Node n is block n - 1.
#[test]
fn figure_7_10_has_eight_prime_paths() {
    let body = FlowBuilder::new()
        .branch(0, 1, 4)
        .branch(1, 2, 5)
        .jump(2, 3)
        .jump(3, 1)
        .branch(4, 4, 6)
        .jump(5, 6)
        .exit(6);
    let graph = FlowGraph::of(&body).expect("a graph");
    assert_eq!(sequence_count(&graph, FIRST, 2), 9);
    let paths = numbers(&graph, &prime_paths(&graph, FIRST, 100).expect("eight"));
    let nodes: Vec<Vec<usize>> =
        paths.into_iter().map(|path| path.into_iter().map(|block| block + 1).collect()).collect();
    let expected: [&[usize]; 8] = [
        &[1, 2, 3, 4],
        &[1, 2, 6, 7],
        &[1, 5, 7],
        &[2, 3, 4, 2],
        &[3, 4, 2, 3],
        &[3, 4, 2, 6, 7],
        &[4, 2, 3, 4],
        &[5, 5],
    ];
    assert_eq!(nodes, expected);
}
