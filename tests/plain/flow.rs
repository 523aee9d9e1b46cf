//! Control flow.

use super::oracle::generate::{any_shape, crowded};
use super::oracle::{Shape, program};
use super::{again, comes_back, config, read, refused};
use proptest::prelude::*;
use sbst::fitness::flag::Key;
use sbst::flow::dependences::Computation;
use sbst::flow::{Edge, FlowBuilder, FlowGraph, Lines, Outcome, Unreachable, from_petgraph};
use sbst::id::{Block, Branch, CallSite, Function, Line};

/// All that a graph says, but for what follows from it.
fn described(graph: &FlowGraph) -> String {
    let mut text = String::new();
    for function in graph.functions() {
        for block in graph.blocks_of(function) {
            let edges: Vec<_> = graph.branches_of(block).map(|branch| graph.edge(branch)).collect();
            let arms = graph.arms(block);
            let marks =
                (graph.is_exit(block), graph.is_reachable(block), graph.depends_on_entry(block));
            let controls: Vec<Branch> = graph.controls(block).collect();
            let endless: Vec<_> =
                graph.branches_of(block).filter(|&branch| graph.is_endless(branch)).collect();
            let to: Vec<_> = graph.successors(block).collect();
            let statements = graph.statements(block);
            text += &format!(
                "{function} {block} {statements} {edges:?} {to:?} {arms:?} {marks:?} {controls:?} \
                 {endless:?}\n"
            );
        }
    }
    text
}

fn graph_comes_back(graph: &FlowGraph) {
    for mut back in again(graph) {
        assert_eq!(described(&back), described(graph));
        assert_eq!(back, *graph);
        // It grows as the other would.
        let more = FlowBuilder::new()
            .case(0, 3, 1)
            .arm(0, [5..=7, 9..=9], 2)
            .default(0, 1)
            .jump(1, 1)
            .exit(2);
        let mut on = graph.clone();
        assert_eq!(back.add(&more), on.add(&more));
        assert!(back == on && back != *graph);
        assert_eq!(described(&back), described(&on));
    }
}

/// Arms with several ranges among cases, exceptions beside a predicate, an endless loop, an only
/// edge with a name of its own.
fn manifold() -> FlowGraph {
    let mut graph = FlowGraph::new();
    let many = FlowBuilder::new()
        .arm(0, [1..=3, 8..=8], 1)
        .case(0, 5, 2)
        .arm(0, [i128::MIN..=-7], 3)
        .exception(0, 4)
        .exit(0)
        .exception(0, 1);
    let rest = many
        .jump(1, 1)
        .statements(2, 7)
        .branch(2, 3, 4)
        .exception(2, 3)
        .exit(3)
        .default(4, 3)
        .jump(5, 0);
    graph.add_with(&rest, Unreachable::Keep).expect("legal");
    graph.add(&FlowBuilder::new().branch(0, 0, 1).edge(1, Outcome::Arm(7), 0)).expect("legal");
    graph
        .add(
            &FlowBuilder::new()
                .edge(0, Outcome::Arm(9), 1)
                .edge(0, Outcome::Arm(4), 1)
                .default(0, 1)
                .exit(1),
        )
        .expect("legal");
    graph
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn graphs_come_back(shapes in proptest::collection::vec(any_shape(12), 0..4)) {
        graph_comes_back(&program(&shapes));
    }

    #[test]
    fn bodies_come_back(shape in any_shape(12), gap in 0..5_000_u32) {
        let body = shape.body().statements(gap, 2).jump(gap, 0);
        let of = |body: &FlowBuilder| {
            FlowGraph::new().add_with(body, Unreachable::Keep).is_ok().then(|| {
                let mut graph = FlowGraph::new();
                graph.add_with(body, Unreachable::Keep).expect("legal");
                described(&graph)
            })
        };
        for back in again(&body) {
            prop_assert_eq!(of(&back), of(&body));
        }
    }

}

#[test]
fn graphs_of_all_kinds_come_back() {
    graph_comes_back(&FlowGraph::new());
    graph_comes_back(&manifold());
    for (name, shape) in super::oracle::generate::named() {
        println!("{name}");
        graph_comes_back(&program(&[shape.clone(), shape]));
    }
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let crowd: Shape = proptest::strategy::ValueTree::current(
        &crowded().new_tree(&mut runner).expect("generated"),
    );
    graph_comes_back(&program(&[crowd]));
}

#[test]
fn parts_come_back() {
    let graph = manifold();
    graph.all_branches().map(|branch| graph.edge(branch)).for_each(comes_back::<Edge>);
    comes_back((Block::new(3), Line::new(u32::MAX), Unreachable::Keep));
    comes_back(Lines::new([
        (Block::new(1).statement(2), Line::new(7)),
        (Block::new(0).statement(0), Line::new(9)),
        (Block::new(1).statement(0), Line::new(7)),
    ]));
    comes_back(Lines::default());
    comes_back(Lines::default().with_files([(0, "a.rs"), (100, "b.rs")]));
    let mut cfg = petgraph::graph::DiGraph::<(), ()>::new();
    let entry = cfg.add_node(());
    let imported = from_petgraph(&cfg, entry, |_| Outcome::Next, |_| true);
    assert!(again(&imported).iter().all(|back| back.1 == [Some(0)]));
}

#[test]
fn names_and_handles_come_back() {
    let mut find = FlowBuilder::new().function_name("find");
    let [head, body, _] = find.named_blocks(["head", "body", "spare"]);
    for back in again(&find) {
        let [mut back, mut there] = [back, find.clone()];
        assert_eq!(back.blocks(), [there.blocks::<1>()[0]]);
        assert_eq!(
            FlowGraph::of(&back),
            FlowGraph::of(&there),
            "the blocks handed out are missing"
        );
    }
    let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("legal");
    graph
        .add(&find.jump(head, body).exit(body).exit(2).jump(body, 2).block_name(2, "end"))
        .expect("legal");
    for back in again(&graph) {
        assert_eq!(back.function_named("find"), Some(Function::new(1)));
        let names: Vec<_> = back.all_blocks().map(|block| back.block_name(block)).collect();
        assert_eq!(names, [None, Some("head"), Some("body"), Some("end")]);
    }
}

#[test]
fn a_block_described_from_afar_comes_back() {
    let far = FlowBuilder::new().exit(70_000).jump(0, 70_000).statements(70_000, 3);
    for back in again(&far) {
        assert_eq!(format!("{back:?}"), format!("{far:?}"));
    }
}

#[test]
fn graphs_are_equal_if_they_were_described_alike() {
    let of = |body: FlowBuilder| FlowGraph::of(&body).expect("legal");
    let end = |body: FlowBuilder| body.default(0, 3).exit(1).exit(2).exit(3);
    let one = of(end(FlowBuilder::new().case(0, 5, 1).case(0, 3, 2)));
    assert_eq!(
        one,
        of(end(FlowBuilder::new().case(0, 3, 2).case(0, 5, 1))),
        "the order of declarations does not matter"
    );
    graph_comes_back(&one);
    let others = [
        end(FlowBuilder::new().case(0, 5, 2).case(0, 3, 1)),
        end(FlowBuilder::new().case(0, 5, 1).case(0, 4, 2)),
        end(FlowBuilder::new().case(0, 5, 1).arm(0, [3..=3], 2)),
        end(FlowBuilder::new().case(0, 5, 1).case(0, 3, 2).statements(2, 1)),
        end(FlowBuilder::new().case(0, 5, 1).case(0, 3, 2).exit(0)),
        end(FlowBuilder::new().case(0, 5, 1).case(0, 3, 2)).jump(2, 3),
    ];
    others.into_iter().for_each(|other| assert_ne!(one, of(other)));
    let mut refused = one.clone();
    assert!(refused.add(&FlowBuilder::new().case(0, 9, 0).case(0, 9, 0)).is_err());
    assert_eq!(refused, one);
}

/// Numbers that double from block to block: what is far is kept apart, and refused as a whole.
#[test]
fn few_blocks_with_great_numbers_take_little_memory() {
    let body =
        (0..22).fold(FlowBuilder::new(), |body, doublings| body.exit((1024 << doublings) - 1));
    assert!(format!("{body:?}").len() < 100_000);
    assert!(FlowGraph::of(&body).is_err_and(|error| error.to_string().contains("more blocks")));
}

#[test]
fn a_graph_is_a_list_of_functions() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).statements(1, 2).exit(1).exit(2))
        .expect("legal");
    let text = concat!(
        r#"[{"name":null,"blocks":[{"statements":0,"exit":false,"edges":[{"on":"True","to":1,"values":[]},{"on":"False","to":2,"values":[]}]},"#,
        r#"{"statements":2,"exit":true,"edges":[]},{"statements":0,"exit":true,"edges":[]}],"block_names":[],"calls":[],"conditions":[]}]"#
    );
    assert_eq!(serde_json::to_string(&graph).expect("can be written"), text);
    assert_eq!(described(&read::<FlowGraph>(text)), described(&graph));
    // Graphs that were written before say nothing of decisions.
    let before = text.replace(r#","conditions":[]"#, "");
    assert_eq!(described(&read::<FlowGraph>(&before)), described(&graph));
    // What is said of decisions is read again, and checked.
    let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
    let said = FlowGraph::of(&body.statements(1, 1).decision([0, 1])).expect("legal");
    let text = serde_json::to_string(&said).expect("can be written");
    assert!(text.ends_with(r#""conditions":[[0,0,0],[1,0,1]]}]"#), "{text}");
    assert!(read::<FlowGraph>(&text) == said);
    for wrong in ["[[1,0,1],[0,0,0]]", "[[0,0,0],[7,0,1]]", "[[0,0,1],[1,0,0]]"] {
        let text = text.replace("[[0,0,0],[1,0,1]]", wrong);
        assert!(serde_json::from_str::<FlowGraph>(&text).is_err(), "{wrong}");
    }
}

#[test]
fn what_nobody_can_describe_is_refused() {
    let edge =
        |on: &str, to: u32, values: &str| format!(r#"{{"on":{on},"to":{to},"values":[{values}]}}"#);
    let graph = |edges: &[String]| {
        format!(
            r#"[{{"name":null,"blocks":[{{"statements":0,"exit":true,"edges":[{}]}}],"block_names":[]}}]"#,
            edges.join(",")
        )
    };
    let bare = |name: &str, names: &str| {
        format!(
            r#"[{{"name":{name},"blocks":[{{"statements":0,"exit":false,"edges":[]}}],"block_names":[{names}]}}]"#
        )
    };
    assert!(
        refused::<FlowGraph>(r#"[{"name":null,"blocks":[],"block_names":[]}]"#)
            .contains("function 0: the function has no block")
    );
    assert!(
        refused::<FlowGraph>(&bare("\"find\"", "[0,\"end\"]"))
            .contains("function 0: find: neither an edge nor an exit was given for end")
    );
    assert!(refused::<FlowGraph>(&bare("null", "[1,\"end\"]")).contains("names of blocks"));
    assert!(
        refused::<FlowGraph>(&bare("null", "[0,\"end\"],[0,\"end\"]")).contains("names of blocks")
    );
    assert!(
        refused::<FlowGraph>(&graph(&[edge("\"True\"", 1, "")]))
            .contains("block 1 (block 0 leads to it)")
    );
    assert!(
        refused::<FlowGraph>(&graph(&[edge("\"Next\"", 0, ""), edge("\"Next\"", 0, "")]))
            .contains("twice")
    );
    assert!(
        refused::<FlowGraph>(&graph(&[
            edge(r#"{"Case":4}"#, 0, ""),
            edge(r#"{"Arm":0}"#, 0, "[1,9]")
        ]))
        .contains("the value 4")
    );
    assert!(
        refused::<FlowGraph>(&graph(&[edge(r#"{"Arm":4294967295}"#, 0, "")]))
            .contains("more edges")
    );
    assert!(
        refused::<FlowGraph>(&graph(&[edge("\"Perhaps\"", 0, "")])).contains("unknown variant")
    );
}

#[test]
fn calls_come_back_with_their_graph() {
    let log = Function::new(1);
    let body = FlowBuilder::new()
        .branch(0, 1, 2)
        .exit(1)
        .exit(2)
        .call(1, 4, CallSite::new(9), [log])
        .call(0, 0, CallSite::new(2), []);
    let mut graph = FlowGraph::of(&body).expect("legal");
    graph.add(&FlowBuilder::new().exit(0)).expect("legal");
    let text = serde_json::to_string(&graph).expect("can be written");
    assert!(text.contains(r#""calls":[[0,0,2,[]],[1,4,9,[1]]]"#), "{text}");
    let back: FlowGraph = read(&text);
    assert_eq!(serde_json::to_string(&back).expect("can be written"), text);
    assert!(back.callers(log).eq(graph.callers(log)));
    // Calls of blocks that are not there are refused, and so are those out of order.
    for wrong in ["[3,0,2,[]]", "[1,0,2,[]],[0,0,2,[]]"] {
        let text = text.replace("[0,0,2,[]],[1,4,9,[1]]", wrong);
        assert!(refused::<FlowGraph>(&text).contains("calls out of order"));
    }
}

#[test]
fn od83_keys_beyond_64_bits_come_back() {
    let (beyond, far) = (1_i128 << 64, i128::MAX);
    let body = FlowBuilder::new()
        .case(0, beyond, 1)
        .case(0, u64::MAX.into(), 2)
        .case(0, -4, 2)
        .arm(0, [i128::MIN..=-9, far - 1..=far], 3)
        .default(0, 1);
    let body = (1..4).fold(body, FlowBuilder::exit);
    let graph = FlowGraph::of(&body).expect("legal");
    graph_comes_back(&graph);
    let text = serde_json::to_string(&graph).expect("can be written");
    for part in [
        r#"{"on":{"Case":-4},"to":2,"values":[]}"#,
        r#"{"on":{"Case":18446744073709551615},"to":2,"values":[]}"#,
        r#"{"on":{"Case":"18446744073709551616"},"to":1,"values":[]}"#,
        r#"["-170141183460469231731687303715884105728",-9]"#,
    ] {
        assert!(text.contains(part), "{text}");
    }
    for back in again(&body) {
        assert_eq!(FlowGraph::of(&back), Ok(graph.clone()));
    }
    assert!(
        refused::<Outcome>(r#"{"Case":"170141183460469231731687303715884105728"}"#)
            .contains("range")
    );
    comes_back(Key::from(beyond));
    comes_back(Computation::Within { low: i128::MIN, high: beyond });
    // What 64 bits hold is written as it was when there was nothing else.
    let bytes = postcard::to_allocvec(&Outcome::Case(-300)).expect("can be written");
    assert_eq!(bytes, postcard::to_allocvec(&(2_u8, -300_i64)).expect("can be written"));
}
