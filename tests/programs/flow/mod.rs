//! Control flow: dominance, dependence, branches and exits of every graph are what F6 says.

mod additions;
mod by_hand;
mod calls;
mod dependences;
mod errors;
mod foreign;
mod identity;
mod text;
mod vectors;

use crate::effort::config;
use crate::oracle::generate::{any_shape, crowded, named, shape};
use crate::oracle::picture::Picture;
use crate::oracle::{Shape, permutation, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::{FlowErrorKind, FlowGraph, Outcome, Unreachable, from_petgraph};
use sbst::id::Function;

const FIRST: Function = Function::new(0);

/// Everything about the only function of a graph.
fn picture(graph: &FlowGraph) -> Picture {
    Picture::of(graph, FIRST)
}

#[test]
fn named_shapes_are_as_defined() {
    for (name, shape) in named() {
        assert_eq!(picture(&shape.graph()), Picture::by_definition(&shape), "{name}");
    }
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn everything_is_as_defined(shape in shape(12)) {
        let graph = FlowGraph::of(&shape.body()).expect("all of it can be reached");
        prop_assert_eq!(picture(&graph), Picture::by_definition(&shape));
    }

    #[test]
    fn what_can_not_be_reached_is_refused_or_kept_without_dependences(shape in any_shape(12)) {
        let expected = Picture::by_definition(&shape);
        let mut graph = FlowGraph::new();
        let blocks: Box<[u32]> =
            (0..).zip(&expected.is_reachable).filter(|row| !*row.1).map(|row| row.0).collect();
        if blocks.is_empty() {
            prop_assert!(graph.clone().add(&shape.body()).is_ok());
        } else {
            prop_assert_eq!(
                graph.add(&shape.body()),
                Err(FlowErrorKind::Unreachable { blocks }.into())
            );
        }
        graph.add_with(&shape.body(), Unreachable::Keep).expect("kept on request");
        prop_assert_eq!(picture(&graph), expected);
    }

    /// Keeping them changes nothing about the others.
    #[test]
    fn what_can_not_be_reached_has_no_influence(shape in any_shape(12)) {
        let (with, without) = (picture(&shape.graph()), picture(&shape.reachable_only().graph()));
        let kept: Vec<usize> = (0..shape.len()).filter(|&block| with.is_reachable[block]).collect();
        for (number, &block) in kept.iter().enumerate() {
            let moved: Vec<_> =
                without.controls[number].iter().map(|way| (kept[way.0], way.1)).collect();
            prop_assert_eq!(&with.controls[block], &moved);
            prop_assert_eq!(with.on_entry[block], without.on_entry[number]);
        }
    }

    #[test]
    fn controls_and_dependents_are_inverse_and_name_each_pair_once(shape in any_shape(14)) {
        let graph = shape.graph();
        let mut forth: Vec<_> =
            graph.all_blocks().flat_map(|y| graph.controls(y).map(move |x| (x, y))).collect();
        let mut back: Vec<_> =
            graph.all_branches().flat_map(|x| graph.dependents(x).map(move |y| (x, y))).collect();
        forth.sort_unstable();
        back.sort_unstable();
        prop_assert_eq!(&forth, &back);
        back.dedup();
        prop_assert_eq!(forth, back);
    }

    /// From the target upwards in the post-dominator tree, and no further than the source's parent.
    #[test]
    fn dependents_are_a_path_upwards(shape in shape(12)) {
        let graph = shape.graph();
        for branch in graph.all_branches() {
            let edge = graph.edge(branch);
            let mut at = Some(edge.target)
                .filter(|_| graph.immediate_post_dominator(edge.source) != Some(edge.target));
            for block in graph.dependents(branch) {
                prop_assert_eq!(Some(block), at);
                at = graph
                    .immediate_post_dominator(block)
                    .filter(|&up| graph.immediate_post_dominator(edge.source) != Some(up));
            }
            prop_assert_eq!(at, None);
        }
    }

    #[test]
    fn branches_are_numbered_by_block_and_name(shapes in vec(any_shape(8), 1..4)) {
        let graph = program(&shapes);
        let names: Vec<_> =
            graph.all_branches().map(|b| (graph.edge(b).source, graph.edge(b).outcome)).collect();
        prop_assert!(names.is_sorted_by(|a, b| a < b));
        for branch in graph.all_branches() {
            let edge = graph.edge(branch);
            prop_assert_eq!(edge.branch, branch);
            prop_assert_eq!(graph.branch(edge.source, edge.outcome), Some(branch));
            prop_assert!(graph.branches_of(edge.source).any(|b| b == branch));
            prop_assert_eq!(graph.function_of(edge.source), graph.function_of(edge.target));
        }
        for block in graph.all_blocks() {
            for name in [
                Outcome::True,
                Outcome::False,
                Outcome::Case(77),
                Outcome::Default,
                Outcome::Next,
                Outcome::Exception(9),
            ] {
                let own = graph.branches_of(block).find(|&b| graph.edge(b).outcome == name);
                prop_assert_eq!(graph.branch(block, name), own);
            }
        }
    }

    #[test]
    fn order_of_declarations_does_not_matter(shape in shape(10), keys in vec(any::<u8>(), 1..20)) {
        let shuffled = FlowGraph::of(&shape.shuffled_body(&keys)).expect("the same body");
        prop_assert_eq!(picture(&shuffled), picture(&shape.graph()));
    }

    #[test]
    fn order_of_blocks_does_not_matter_but_where_an_endless_loop_ends(
        shape in shape(10),
        keys in vec(any::<u8>(), 1..12),
    ) {
        let to = permutation(shape.len(), &keys);
        let moved = shape.renumbered(&to);
        let (here, there) = (picture(&shape.graph()), picture(&moved.graph()));
        let ends = |shape: &Shape| crate::oracle::picture::with_exit(shape).1;
        let mut ends_moved: Vec<usize> = ends(&shape).iter().map(|&block| to[block]).collect();
        ends_moved.sort_unstable();
        prop_assume!(ends_moved == ends(&moved)); // ties between blocks at the same distance go by number
        for x in 0..shape.len() {
            for y in 0..shape.len() {
                prop_assert_eq!(here.post_dominates[y][x], there.post_dominates[to[y]][to[x]]);
                prop_assert_eq!(here.dominates[y][x], there.dominates[to[y]][to[x]]);
            }
            prop_assert_eq!(here.on_entry[x], there.on_entry[to[x]]);
            let mut controls: Vec<_> =
                here.controls[x].iter().map(|way| (to[way.0], way.1)).collect();
            controls.sort_unstable();
            prop_assert_eq!(&controls, &there.controls[to[x]]);
        }
    }

    #[test]
    fn a_function_is_the_same_whatever_stands_beside_it(shapes in vec(any_shape(8), 1..5)) {
        let mut graph = FlowGraph::new();
        let mut before: Vec<(Vec<_>, Picture)> = Vec::new();
        for shape in &shapes {
            let function = graph.add_with(&shape.body(), Unreachable::Keep).expect("legal");
            prop_assert_eq!(function.index(), before.len());
            for (function, (blocks, picture)) in graph.functions().zip(&before) {
                prop_assert!(graph.blocks_of(function).eq(blocks.iter().copied()));
                prop_assert_eq!(&Picture::of(&graph, function), picture);
            }
            prop_assert_eq!(&Picture::of(&graph, function), &picture(&shape.graph()));
            before.push((graph.blocks_of(function).collect(), Picture::of(&graph, function)));
        }
        prop_assert_eq!(graph.functions().len(), shapes.len());
        prop_assert_eq!(graph.all_blocks().len(), shapes.iter().map(Shape::len).sum::<usize>());
        prop_assert!(graph.functions().flat_map(|f| graph.blocks_of(f)).eq(graph.all_blocks()));
    }

    #[test]
    fn there_and_back_through_petgraph(shapes in vec(shape(8), 1..4)) {
        let graph = program(&shapes);
        for (function, shape) in graph.functions().zip(&shapes) {
            let cfg = graph.to_petgraph(function);
            prop_assert_eq!(cfg.node_count(), shape.len());
            prop_assert_eq!(
                cfg.edge_count(),
                shape.0.iter().map(|node| node.edges.len()).sum::<usize>()
            );
            let entry = cfg.node_indices().next().expect("an entry");
            let (body, _) = from_petgraph(
                &cfg,
                entry,
                |edge| *edge.weight(),
                |node| shape.0[node.index()].leaves,
            );
            let mut expected = picture(&shape.graph());
            expected.statements.fill(0); // petgraph has no place for them
            prop_assert_eq!(picture(&FlowGraph::of(&body).expect("legal")), expected);
        }
    }
}

proptest! {
    #![proptest_config(config(8))]

    #[test]
    fn quadratically_many_dependences_are_as_defined(shape in crowded()) {
        prop_assert_eq!(picture(&shape.graph()), Picture::by_definition(&shape));
    }
}
