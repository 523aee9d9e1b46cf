//! Frames and activations without frames side by side, in unusual orders.

use proptest::prelude::*;
use sbst::distance::{flag, gt};
use sbst::execution::{CallTreeLimits, DirectCalls, Frame, MethodCalls, Trace};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Function};

const F: Function = Function::new(0);
const G: Function = Function::new(1);

/// Twice `0: if .. { 1: return } 2: return`.
fn graph() -> FlowGraph {
    let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    let mut graph = FlowGraph::of(&body).expect("legal");
    graph.add(&body).expect("legal");
    graph
}

fn direct(trace: &Trace, graph: &FlowGraph, block: Block) -> Option<f64> {
    graph.branches_of(block).next().and_then(|branch| trace.direct_branch_distance(graph.edge(branch))).map(|d| d.get())
}

#[test]
fn a_call_from_the_root_that_ends_does_not_end_the_direct_call_around_it() {
    let graph = graph();
    let trace = Trace::new(&graph).with_direct_calls();
    trace.enter(F);
    trace.root().enter(G).returns(1, ());
    trace.decide(graph.entry(F), gt(3, 7));
    trace.returned(F, 5);
    trace.leave();
    assert_eq!(direct(&trace, &graph, graph.entry(F)), Some(5.0));
    assert!(trace.returned_to_test(F) && trace.returned_to_test(G));
    // While it is open, the activation around it is not the only one.
    trace.reset();
    trace.enter(F);
    let g = trace.root().enter(G);
    trace.decide(graph.entry(F), flag(true));
    assert_eq!(direct(&trace, &graph, graph.entry(F)), None);
    drop(g);
    trace.leave();
    // Nor does an activation that was called by one that has ended count for it.
    trace.reset();
    let f = trace.root().enter(F);
    let late = f.caller();
    drop(f);
    let g = late.enter(G);
    trace.decide(graph.entry(F), flag(true));
    trace.returned(F, 5);
    drop(g);
    assert_eq!((direct(&trace, &graph, graph.entry(F)), trace.returned_to_test(F)), (None, false));
}

#[test]
fn a_frame_that_was_unwound_closes_no_other_activation() {
    let graph = graph();
    for trace in [Trace::new(&graph), Trace::new(&graph).with_call_tree(CallTreeLimits::NONE).with_path_check()] {
        let old = trace.root().enter(F);
        trace.unwound(0);
        let new = trace.root().enter(G);
        drop(old);
        assert_eq!(trace.depth(), 1);
        trace.enter(F); // called by G
        trace.decide(graph.entry(F), flag(true));
        trace.leave();
        new.decide(0, flag(true));
        new.returns(1, ());
        drop(new);
        assert_eq!((trace.depth(), trace.check()), (0, Ok(())));
    }
}

#[test]
fn what_is_entered_while_an_unwound_frame_is_dropped_is_no_direct_call() {
    let graph = graph();
    let trace = Trace::new(&graph);
    let old = trace.root().enter(G);
    trace.unwound(0);
    trace.reset();
    trace.enter(G);
    drop(old);
    trace.enter(F);
    assert_eq!((trace.depth(), trace.called_by_test(G), trace.called_by_test(F)), (2, true, false));
}

proptest! {
    /// A stack of activations, with frames and without, of which frames may outlive the exceptions that close them.
    #[test]
    fn the_depth_is_that_of_a_stack(actions in prop::collection::vec((0..6_u8, 0..5_u32, any::<prop::sample::Index>()), 0..60)) {
        let graph = graph();
        let trace = Trace::new(&graph);
        // `Some` for those that have frames: the number of the frame.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut frames: Vec<Option<Frame<'_>>> = Vec::new();
        for (action, depth, any) in actions {
            match (action, open.last()) {
                (0 | 1, _) => {
                    open.push(Some(frames.len()));
                    frames.push(Some(trace.innermost(None).enter(F)));
                }
                (2, _) => {
                    open.push(None);
                    trace.enter(G);
                }
                (3, Some(&Some(frame))) => {
                    frames[frame] = None;
                    open.pop();
                }
                (3, Some(None)) => {
                    trace.leave();
                    open.pop();
                }
                (4, _) => {
                    open.truncate(depth as usize);
                    trace.unwound(depth);
                }
                // The frame of an activation that is closed.
                (5, _) if !frames.is_empty() => {
                    let frame = any.index(frames.len());
                    if !open.contains(&Some(frame)) {
                        frames[frame] = None;
                    }
                }
                _ => {}
            }
            prop_assert_eq!(trace.depth() as usize, open.len());
        }
    }
}
