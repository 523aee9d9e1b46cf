//! Real and synthetic control-flow graphs against the answers of an independent reference program:
//! `tests/data/cfg.jsonl`.

use super::FIRST;
use crate::oracle::vectors::{graphs, label};
use sbst::flow::{FlowGraph, Outcome};
use std::collections::BTreeSet;

#[test]
fn reference_graphs_have_the_reference_answers() {
    for reference in graphs() {
        let id = &reference.id;
        let graph = FlowGraph::of(&reference.shape.body()).expect("all blocks can be reached");
        let blocks: Vec<_> = graph.blocks_of(FIRST).collect();
        assert_eq!(blocks.len(), reference.shape.len(), "{id}");
        let dominators = graph.dominators(FIRST);

        let mut dependences = BTreeSet::new();
        for &block in &blocks {
            let local = block.index();
            let number = |b: sbst::id::Block| b.index();
            assert_eq!(
                dominators.immediate(block).map(number),
                reference.idom[local],
                "{id}: dominator of {local}"
            );
            assert_eq!(
                graph.immediate_post_dominator(block).map(number),
                reference.ipdom[local],
                "{id}: post-dominator of {local}"
            );

            let node = &reference.shape.0[local];
            let marked = reference.exits.contains(&local);
            assert_eq!(graph.is_exit(block), marked || node.edges.is_empty(), "{id}: exit {local}");
            let two_way = [Outcome::True, Outcome::False]
                .iter()
                .all(|&side| graph.branch(block, side).is_some());
            assert_eq!(two_way, reference.preds.contains(&local), "{id}: predicate {local}");

            let ways_on = node.edges.len()
                + usize::from(marked)
                + usize::from(reference.pseudo.contains(&local));
            let branches = graph.branches_of(block).len();
            assert_eq!(
                branches,
                if ways_on > 1 { node.edges.len() } else { 0 },
                "{id}: branches of {local}"
            );
            let endless = graph.branches_of(block).any(|branch| graph.is_endless(branch));
            assert_eq!(
                endless,
                reference.pseudo.contains(&local) && node.edges.len() == 1,
                "{id}: endless {local}"
            );

            let to = local as i64;
            if graph.depends_on_entry(block) {
                dependences.insert((-1, -1, to));
            }
            let edges = graph.controls(block).map(|branch| graph.edge(branch));
            dependences
                .extend(edges.map(|edge| (edge.source.index() as i64, label(edge.outcome), to)));
        }
        assert!(
            dependences == reference.cdg,
            "{id}: {:?}",
            dependences.symmetric_difference(&reference.cdg).collect::<Vec<_>>()
        );
    }
}

/// The forward view, over the same files.
#[test]
fn dependents_of_reference_graphs_are_the_reference_dependences() {
    for reference in graphs() {
        let graph = FlowGraph::of(&reference.shape.body()).expect("all blocks can be reached");
        let mut dependences: BTreeSet<(i64, i64, i64)> =
            reference.cdg.iter().copied().filter(|row| row.0 == -1).collect();
        for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
            let row = |y: sbst::id::Block| {
                (edge.source.index() as i64, label(edge.outcome), y.index() as i64)
            };
            dependences.extend(graph.dependents(edge.branch).map(row));
        }
        assert!(dependences == reference.cdg, "{}", reference.id);
    }
}
