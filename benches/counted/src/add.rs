//! Adding functions to a graph, with reverse postorder, post-dominators and control dependence.

use crate::shapes::{Listing, structured};
use crate::steady;
use sbst::flow::FlowGraph;
use sbst::id::Branch;

/// Adds twenty functions of about 100 blocks each to an empty graph.
pub(crate) fn functions() {
    let listings: Vec<Listing> = (90..110).map(structured).collect();
    let graph = steady(|| {
        let mut graph = FlowGraph::new();
        for listing in &listings {
            graph.add(listing).expect("a legal function");
        }
        graph
    });

    for (function, listing) in graph.functions().zip(&listings).step_by(5) {
        let always = inevitable(listing);
        for (local, block) in graph.blocks_of(function).enumerate() {
            let mut controls: Vec<Branch> = graph.controls(block).collect();
            controls.sort();
            let decides = |&branch: &Branch| {
                let edge = graph.edge(branch);
                let [source, target] = [edge.source, edge.target].map(|end| graph.local(end));
                always[target as usize][local]
                    && (source as usize == local || !always[source as usize][local])
            };
            let expected: Vec<Branch> = graph.branches_in(function).filter(decides).collect();
            assert_eq!(controls, expected);
        }
    }
}

/// Returns for each block which blocks post-dominate it: without such a block, it reaches no exit.
fn inevitable(listing: &Listing) -> Vec<Vec<bool>> {
    let blocks = listing.0.len();
    let mut always = vec![vec![false; blocks]; blocks];
    for without in 0..blocks {
        let mut reaches = vec![false; blocks];
        loop {
            let is_new = |block: &usize| {
                let targets = listing.targets(*block);
                *block != without
                    && !reaches[*block]
                    && (targets.is_empty() || targets.iter().any(|&target| reaches[target]))
            };
            let new: Vec<usize> = (0..blocks).filter(is_new).collect();
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|block| reaches[block] = true);
        }
        for (row, reaches) in always.iter_mut().zip(reaches) {
            row[without] = !reaches;
        }
    }
    always
}
