//! Graphs written by hand: handles and names, mistakes that are told all at once, edges in both
//! directions.

use super::config;
use crate::oracle::Shape;
use crate::oracle::generate::{any_shape, named};
use crate::oracle::picture::with_exit;
use crate::oracle::program;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::lt;
use sbst::execution::Trace;
use sbst::fitness::{FitnessTable, draw};
use sbst::flow::{
    BlockSketch, ControlFlow, Dot, FlowBuilder, FlowErrorKind, FlowGraph, UndescribedBlock,
    Unreachable,
};
use sbst::id::{Block, Function};
use sbst::objective::{Goals, Tables, block_goals};

/// `while i < n { if a[i] == x { return true } }  return false`
fn find() -> FlowBuilder {
    let mut find = FlowBuilder::new().function_name("find");
    let [head, body, found, after] = find.named_blocks(["head", "body", "found", "after"]);
    find.branch(head, body, after).branch(body, found, head).exit(found).exit(after)
}

#[track_caller]
fn refused(body: &impl ControlFlow, text: &str) -> FlowErrorKind {
    let mut graph =
        FlowGraph::of(&FlowBuilder::new().function_name("before").exit(0)).expect("legal");
    let error = graph.add_with(body, Unreachable::Reject).expect_err("refused");
    assert_eq!(error.to_string(), text);
    assert_eq!(
        (graph.functions().len(), graph.function_named("find"), graph.block_name(Block::new(1))),
        (1, None, None)
    );
    error.kind
}

/// Block 2 was forgotten, and became an exit.
#[test]
fn od12_a_block_that_nobody_described_is_no_exit() {
    let kind = refused(
        &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(3),
        "neither an edge nor an exit was given for block 2 (block 1 leads to it)",
    );
    let missing = UndescribedBlock { block: 2, from: Some(1) };
    assert_eq!(kind, FlowErrorKind::Undescribed { blocks: [missing].into(), count: 4 });
}

#[test]
fn od12_all_gaps_are_told_at_once() {
    refused(
        &FlowBuilder::new().branch(0, 2, 9).branch(8, 1, 12).exit(8).jump(3, 20),
        "neither an edge nor an exit was given for block 1 (block 8 leads to it), block 2 (block \
         0 leads to it), \
         blocks 4 to 7 (no edge leads there), block 9 (block 0 leads to it), block 12 (block 8 \
         leads to it), \
         block 20 (block 3 leads to it); the last block of the function is block 8",
    );
    refused(
        &FlowBuilder::new().exit(0).exit(1).jump(3, 3).jump(4, 5).exit(5).exit(2),
        "blocks 1 to 5 cannot be reached from the entry",
    );
}

#[test]
fn od12_statements_do_not_describe_a_block() {
    let body = FlowBuilder::new().jump(0, 1).statements(1, 3);
    refused(&body, "neither an edge nor an exit was given for block 1 (block 0 leads to it)");
    assert!(
        FlowGraph::new().add_with(&body, Unreachable::Keep).is_err(),
        "a mistake in dead code, too"
    );
    assert!(FlowGraph::of(&body.exit(1)).is_ok());
}

/// An implementor who says nothing of a block, or counts one too few.
#[test]
fn od12_empty_descriptions_of_ones_own_are_mistakes() {
    struct Own(usize);
    impl ControlFlow for Own {
        fn block_count(&self) -> usize {
            self.0
        }
        fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
            match block {
                0 => out.function_name("own").block_name("start").branch(1, 2),
                1 => out.exit(),
                _ => out,
            };
        }
    }
    refused(&Own(3), "own: neither an edge nor an exit was given for block 2 (start leads to it)");
    refused(
        &Own(1),
        "own: neither an edge nor an exit was given for block 1 (start leads to it), block 2 \
         (start leads to it); \
         the last block of the function is start",
    );
}

#[test]
fn od12_wrong_numbers_take_no_memory() {
    let body = FlowBuilder::new().jump(0, u32::MAX);
    refused(
        &body,
        "neither an edge nor an exit was given for block 4294967295 (block 0 leads to it); the \
         last block of the function is block 0",
    );
    let mut body = body.exit(1);
    let [one, other] = body.blocks();
    assert_eq!([one, other], [u32::MAX; 2], "there are no more numbers");
    let text = "there are more blocks than a graph can number, or their numbers have gaps that \
        are too large";
    assert!(matches!(refused(&body, text), FlowErrorKind::TooMany { .. }));
    let mut many = FlowBuilder::new();
    let _: [u32; 100_000] = many.blocks();
    assert!(FlowGraph::of(&many).is_err());
}

#[test]
fn handles_are_new_numbers() {
    let mut b = FlowBuilder::new();
    assert_eq!(b.blocks(), [0, 1]);
    assert_eq!(b.blocks(), [0_u32; 0]);
    let mut b = b.jump(1, 7);
    assert_eq!(b.blocks(), [8], "7 is somebody else's, who mentioned it");
    let mut b = b.arm(0, [1..=2], 30).exception(20, 40).statements(41, 0);
    assert_eq!(b.named_blocks(["a", "b"]), [42, 43]);
    // A handle that is not used is a block all the same.
    let mut b = FlowBuilder::new().function_name("two").exit(0);
    let [_] = b.named_blocks(["spare"]);
    refused(&b, "two: neither an edge nor an exit was given for spare (no edge leads there)");
    let _: [u32; 1] = b.blocks();
    refused(
        &b,
        "two: neither an edge nor an exit was given for spare (no edge leads there), block 2 (no \
         edge leads there)",
    );
}

#[test]
fn od14_errors_speak_in_names() {
    let [head, body] = [0, 1];
    refused(&find().branch(body, 3, 3), "find: body declares the outcome true twice");
    refused(
        &find().arm(head, [4..=9], 1).case(head, 7, 1),
        "find: head lists the value 7 on two arms",
    );
    refused(
        &find().exit(4).exit(5).exit(6).block_name(5, "dead"),
        "find: block 4, dead, block 6 cannot be reached from the entry",
    );
    refused(
        &FlowBuilder::new().function_name("find"),
        "find: neither an edge nor an exit was given for block 0 (no edge leads there)",
    );
    refused(&FlowBuilder::new(), "the function has no block");
}

#[test]
fn od14_drawings_speak_in_names() {
    let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("legal");
    let function = graph
        .add(&find().block_name(3, "say \"no\"").function_name("find\n\"it\""))
        .expect("legal");
    let expected = r#"digraph f1 {
  label="find\n\"it\""
  node [shape=box]
  b1 [label="head"]
  b2 [label="body"]
  b3 [label="found", peripheries=2]
  b4 [label="say \"no\"", peripheries=2]
  b1 -> b2 [label="true"]
  b1 -> b4 [label="false"]
  b2 -> b3 [label="true"]
  b2 -> b1 [label="false"]
}
"#;
    assert_eq!(Dot::new(&graph, function).to_string(), expected);
    let trace = Trace::new(&graph);
    trace.root().enter(function).decide(0, lt(9, 5));
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &trace);
    let text = draw(&graph, function, &table).to_string();
    assert!(
        text.contains(r#"b1 [label="head", style"#)
            && text.contains(r#"b2 [label="body\n(0, 5)"]"#),
        "{text}"
    );
}

#[test]
fn od14_explanations_speak_in_names() {
    let mut graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    let function = graph.add(&find()).expect("legal");
    let mut goals = Goals::<Trace>::new();
    goals.extend(block_goals(&graph));
    let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    trace.root().enter(function).decide(0, lt(9, 5));
    let seen = goals.observe(&graph, &trace, &mut tables);
    let texts: Vec<String> =
        goals.ids().map(|id| goals.explain(id, &seen).in_graph(&graph).to_string()).collect();
    let expected = [
        "block b0 (f0: block 0): level 0, distance inf\n  nearest: f0 was never entered",
        "block b1 (f0: block 1): level 1, distance inf\n  nearest: f0 was never entered\n  then: \
         f0: block 0 -> block 1 on true",
        "block b2 (f0: block 2): level 1, distance inf\n  nearest: f0 was never entered\n  then: \
         f0: block 0 -> block 2 on false",
        "block b3 (find: head): covered",
        "block b4 (find: body): level 0, distance 5\n  nearest: find: head -> body on true was \
         missed by 5",
        "block b5 (find: found): level 1, distance 5\n  nearest: find: head -> body on true was \
         missed by 5\n  \
         then: find: body -> found on true",
        "block b6 (find: after): covered",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn od14_misuses_speak_in_names() {
    let mut graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1)).expect("legal");
    let function = graph.add(&find().statements(1, 2)).expect("legal");
    let text = |function, hook: &dyn Fn(&sbst::execution::Frame<'_>)| {
        let trace = Trace::new(&graph).with_path_check();
        let frame = trace.root().enter(function);
        hook(&frame);
        trace.check().expect_err("a wrong hook").in_graph(&graph).to_string()
    };
    let off = text(function, &|f| _ = f.decide(1, lt(1, 2)));
    assert_eq!(
        off,
        "a hook names find: body, but the execution is in head: a hook before is missing or wrong"
    );
    let off = text(Function::new(0), &|f| f.done(1, 0));
    assert_eq!(
        off,
        "a hook names f0: block 1, but the execution is in block 0: a hook before is missing or wrong"
    );
    assert_eq!(
        text(function, &|f| f.done(7, 0)),
        "find has no block 7: correct the hook, or describe the block"
    );
    assert_eq!(
        text(function, &|f| {
            f.decide(0, lt(1, 2));
            f.done(1, 5);
        }),
        "find: body has 2 statements, but 5 were done: correct the hook, or the number in the graph"
    );
}

/// Names are no part of what ids mean, and an earlier function keeps its name.
#[test]
fn names_do_not_count() {
    let plain = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 0).exit(2).exit(3);
    assert_eq!(FlowGraph::of(&find()), FlowGraph::of(&plain));
    let mut graph = FlowGraph::of(&find()).expect("legal");
    for _ in 0..3 {
        let _ = graph.add(&find().exit(9)).expect_err("a gap");
    }
    let [second, third] = [find(), plain].map(|body| graph.add(&body).expect("legal"));
    assert_eq!(graph.function_named("find"), Some(Function::new(0)), "the first of them");
    let texts =
        [second, third].map(|function| graph.show_block(graph.block(function, 1)).to_string());
    assert_eq!(texts, ["find: body", "f2: block 1"]);
    assert_eq!(graph.function_name(Function::new(9)).or(graph.block_name(Block::new(99))), None);
    assert_eq!(graph.show_function(Function::new(9)).to_string(), "f9");
    // The last name counts.
    let twice = FlowBuilder::new()
        .function_name("a")
        .block_name(0, "b")
        .exit(0)
        .block_name(0, "c")
        .function_name("d");
    let graph = FlowGraph::of(&twice).expect("legal");
    assert_eq!(graph.show_block(Block::new(0)).to_string(), "d: c");
}

#[test]
fn iterators_go_both_ways_and_again() {
    for (name, shape) in named() {
        let graph = program(&[shape.clone(), shape]);
        fn both_ways<T: PartialEq + std::fmt::Debug>(
            name: &str,
            items: impl DoubleEndedIterator<Item = T> + Clone,
        ) {
            let mut back: Vec<T> = items.clone().rev().collect();
            back.reverse();
            assert!(items.clone().eq(back), "{name}");
            let (mut ends, mut count) = (items.clone(), 0);
            while ends.next().is_some() {
                count += 1 + usize::from(ends.next_back().is_some());
            }
            assert_eq!(count, items.count(), "{name}");
        }
        both_ways(name, graph.functions());
        both_ways(name, graph.all_blocks());
        both_ways(name, graph.all_branches());
        for function in graph.functions() {
            both_ways(name, graph.blocks_of(function));
            both_ways(name, graph.branches_in(function));
            both_ways(name, graph.virtual_exits(function));
            for block in graph.blocks_of(function) {
                both_ways(name, graph.branches_of(block));
                both_ways(name, graph.successors(block));
                assert_eq!(graph.successors(block).len(), graph.successors(block).count());
            }
        }
    }
}

/// What a shape says of all blocks but some, and a description that says no more.
struct Gaps<'a>(&'a Shape, &'a [bool]);

impl Gaps<'_> {
    fn is_gap(&self, block: usize) -> bool {
        *self.1.get(block).unwrap_or(&false)
    }
}

impl ControlFlow for Gaps<'_> {
    fn block_count(&self) -> usize {
        self.0.len()
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        let node = &self.0.0[block as usize];
        out.statements(node.statements).block_name(&format!("n{block}"));
        if !self.is_gap(block as usize) {
            for &(outcome, to) in &node.edges {
                out.edge(outcome, to as u32);
            }
            if node.leaves || node.edges.is_empty() {
                out.exit();
            }
        }
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn od12_gaps_are_as_defined(shape in any_shape(9), gaps in vec(prop::bool::weighted(0.3), 9)) {
        let body = Gaps(&shape, &gaps);
        let from = |to: usize| {
            (0..shape.len()).find(|&from| {
                !body.is_gap(from) && shape.0[from].edges.iter().any(|edge| edge.1 == to)
            })
        };
        let missing = |block: usize| UndescribedBlock {
            block: block as u32,
            from: from(block).map(|from| from as u32),
        };
        let blocks: Box<[_]> =
            (0..shape.len()).filter(|&block| body.is_gap(block)).map(missing).collect();
        let added = FlowGraph::new().add_with(&body, Unreachable::Keep).map_err(|error| error.kind);
        if blocks.is_empty() {
            prop_assert_eq!(added, Ok(Function::new(0)));
        } else {
            prop_assert_eq!(
                added,
                Err(FlowErrorKind::Undescribed { blocks, count: shape.len() as u32 })
            );
        }
    }

    #[test]
    fn names_stay_with_their_blocks(shapes in vec(any_shape(6), 1..4)) {
        let mut graph = FlowGraph::new();
        for shape in &shapes {
            graph.add_with(&Gaps(shape, &[]), Unreachable::Keep).expect("legal");
        }
        prop_assert_eq!(&graph, &program(&shapes));
        for block in graph.all_blocks() {
            prop_assert_eq!(graph.block_name(block), Some(&*format!("n{}", graph.local(block))));
        }
    }

    #[test]
    fn predecessors_and_successors_are_inverse(shapes in vec(any_shape(9), 1..4)) {
        let graph = program(&shapes);
        for function in graph.functions() {
            let predecessors = graph.predecessors(function);
            let mut forth = Vec::new();
            let mut back = Vec::new();
            for block in graph.blocks_of(function) {
                forth.extend(graph.successors(block).map(|(outcome, to)| (block, outcome, to)));
                let into = &predecessors[graph.local(block) as usize];
                back.extend(into.iter().map(|&(outcome, from)| (from, outcome, block)));
                prop_assert!(into.is_sorted_by_key(|&(outcome, from)| (from, outcome)));
            }
            forth.sort();
            back.sort();
            prop_assert_eq!(forth, back);
            prop_assert_eq!(predecessors.len(), graph.blocks_of(function).len());
        }
        prop_assert!(graph.predecessors(Function::new(99)).is_empty());
    }

    #[test]
    fn branches_and_virtual_exits_of_functions_are_as_defined(shapes in vec(any_shape(9), 1..4)) {
        let graph = program(&shapes);
        for (function, shape) in graph.functions().zip(&shapes) {
            let branches = graph.blocks_of(function).flat_map(|block| graph.branches_of(block));
            prop_assert!(graph.branches_in(function).eq(branches));
            let endless =
                with_exit(shape).1.into_iter().map(|block| graph.block(function, block as u32));
            prop_assert!(graph.virtual_exits(function).eq(endless));
        }
        prop_assert!(
            graph
                .functions()
                .flat_map(|function| graph.branches_in(function))
                .eq(graph.all_branches())
        );
        prop_assert_eq!(
            graph.branches_in(Function::new(99)).len()
                + graph.virtual_exits(Function::new(99)).count(),
            0
        );
    }
}
