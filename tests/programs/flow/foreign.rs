//! Ids of another graph: methods with a value panic and have a checked twin, methods that iterate
//! yield nothing.

use super::FIRST;
use crate::oracle::generate::named;
use sbst::flow::{Dot, FlowBuilder, FlowGraph, Outcome, from_petgraph};
use sbst::id::{Block, Branch, Function};

fn graph() -> FlowGraph {
    FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2)).expect("a loop")
}

/// Just beyond the graph, and as far as numbers go.
fn blocks() -> [Block; 3] {
    [3, 4, u32::MAX].map(Block::new)
}

fn functions() -> [Function; 3] {
    [1, 2, u32::MAX].map(Function::new)
}

fn branches() -> [Branch; 3] {
    [2, 3, u32::MAX].map(Branch::new)
}

#[test]
fn checked_twins_say_none() {
    let graph = graph();
    for function in functions() {
        assert_eq!(graph.get_block(function, 0), None);
    }
    for local in [3, u32::MAX] {
        assert_eq!(graph.get_block(FIRST, local), None);
    }
    for block in blocks() {
        assert_eq!(graph.get_function_of(block), None);
        assert_eq!(graph.immediate_post_dominator(block), None);
        assert_eq!(graph.branch(block, Outcome::True), None);
        assert!(graph.arms(block).is_none());
    }
    for branch in branches() {
        assert_eq!(graph.get_edge(branch), None);
    }
}

#[test]
fn checked_twins_agree_with_the_others() {
    for (_, shape) in named() {
        let graph = shape.graph();
        for (local, block) in graph.all_blocks().enumerate() {
            assert_eq!(
                graph.get_block(FIRST, local as u32),
                Some(graph.block(FIRST, local as u32))
            );
            assert_eq!(graph.get_function_of(block), Some(graph.function_of(block)));
        }
        for branch in graph.all_branches() {
            assert_eq!(graph.get_edge(branch), Some(graph.edge(branch)));
            assert_eq!(graph.edge(branch).source, graph.edge(branch).source);
        }
        assert_eq!(graph.entry(FIRST), graph.block(FIRST, 0));
    }
}

#[test]
fn iterators_yield_nothing_and_relations_do_not_hold() {
    let graph = graph();
    let own = graph.entry(FIRST);
    let (dominators, post) = (graph.dominators(FIRST), graph.post_dominators(FIRST));
    for block in blocks() {
        assert_eq!(graph.branches_of(block).len(), 0);
        assert_eq!(graph.successors(block).count(), 0);
        assert_eq!(graph.controls(block).count(), 0);
        assert!(
            !graph.depends_on_entry(block) && !graph.is_exit(block) && !graph.is_reachable(block)
        );
        assert!(
            !post.dominates(block, own)
                && !post.dominates(own, block)
                && !post.dominates(block, block)
        );
        assert!(
            !dominators.dominates(block, own)
                && !dominators.dominates(own, block)
                && !dominators.dominates(block, block)
        );
        assert_eq!((dominators.immediate(block), dominators.of(block).count()), (None, 0));
    }
    for branch in branches() {
        assert_eq!(graph.dependents(branch).count(), 0);
        assert!(!graph.is_endless(branch));
    }
    for function in functions() {
        assert_eq!(graph.blocks_of(function).len(), 0);
        assert_eq!(graph.to_petgraph(function).node_count(), 0);
        assert_eq!(graph.dominators(function).of(own).count(), 0);
        assert!(!Dot::new(&graph, function).to_string().contains("label"));
    }
}

#[test]
fn blocks_of_two_functions_have_nothing_to_do_with_each_other() {
    let mut graph = graph();
    let second = graph.add(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2)).expect("a loop");
    let [here, there] = [FIRST, second].map(|function| graph.dominators(function));
    let post = [FIRST, second].map(|function| graph.post_dominators(function));
    for x in graph.blocks_of(FIRST) {
        for y in graph.blocks_of(second) {
            assert!(post.iter().all(|post| !post.dominates(x, y) && !post.dominates(y, x)));
            assert!(!here.dominates(x, y) && !there.dominates(x, y) && !here.dominates(y, y));
        }
    }
}

#[test]
fn an_empty_graph_answers() {
    let graph = FlowGraph::default();
    assert_eq!(
        (graph.functions().len(), graph.all_blocks().len(), graph.all_branches().len()),
        (0, 0, 0)
    );
    assert_eq!(
        (graph.functions().len(), graph.all_blocks().len(), graph.all_branches().len()),
        (0, 0, 0)
    );
    assert_eq!(graph.get_block(FIRST, 0), None);
    assert_eq!(graph.get_function_of(Block::new(0)), None);
    assert_eq!(graph.controls(Block::new(0)).count(), 0);
    assert_eq!(graph.dependents(Branch::new(0)).count(), 0);
}

#[test]
#[should_panic(expected = "no block 3 of f0")]
fn block_panics() {
    let _ = graph().block(FIRST, 3);
}

#[test]
#[should_panic(expected = "no block 0 of f1")]
fn entry_panics() {
    let _ = graph().entry(Function::new(1));
}

#[test]
#[should_panic(expected = "no block b3")]
fn function_of_panics() {
    let _ = graph().function_of(Block::new(3));
}

#[test]
#[should_panic(expected = "no block b3")]
fn statements_panics() {
    let _ = graph().statements(Block::new(3));
}

#[test]
#[should_panic(expected = "no branch e2")]
fn edge_panics() {
    let _ = graph().edge(Branch::new(2));
}

#[test]
#[should_panic(expected = "no branch e4294967295")]
fn source_panics() {
    let _ = graph().edge(Branch::new(u32::MAX)).source;
}

/// Nodes may have holes in their numbers; the entry may be any of them; an entry that is no node
/// gives an empty body.
#[test]
fn petgraph_nodes_keep_their_way_back() {
    let mut cfg = petgraph::graph::DiGraph::<(), Outcome>::new();
    let nodes: Vec<_> = (0..5).map(|_| cfg.add_node(())).collect();
    cfg.extend_with_edges([
        (nodes[3], nodes[0], Outcome::True),
        (nodes[3], nodes[4], Outcome::False),
        (nodes[0], nodes[2], Outcome::Next),
    ]);
    let hole = nodes[1];
    let cfg = petgraph::visit::NodeFiltered::from_fn(&cfg, |node| node != hole);
    let (body, blocks) =
        from_petgraph(&cfg, nodes[3], |edge| *edge.weight(), |node| node == nodes[0]);
    assert_eq!(blocks, [Some(1), None, Some(2), Some(0), Some(3)]);
    let graph = FlowGraph::of(&body).expect("legal");
    assert_eq!(graph.all_blocks().len(), 4);
    assert!(
        graph.is_exit(Block::new(1))
            && graph.is_exit(Block::new(2))
            && !graph.is_exit(Block::new(0))
    );
    assert_eq!(graph.all_branches().len(), 3, "the edge of block 1 stands beside an exit");

    let (none, _) = from_petgraph(&cfg, hole, |edge| *edge.weight(), |_| false);
    assert_eq!(FlowGraph::of(&none).expect_err("no entry").kind, sbst::flow::FlowErrorKind::Empty);
}
