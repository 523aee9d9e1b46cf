//! Crash reproduction: very many calls, and long stack traces.

use super::{FIRST, on_a_small_stack};
use sbst::distance::{Distance, eq};
use sbst::execution::{CallTreeLimits, Facts, StackFrame, StackTrace, Trace, WithStackTraces};
use sbst::fitness::crash::{Crash, Similarity};
use sbst::flow::{FlowBuilder, FlowGraph};

const CALLS: u32 = 100_000;

#[test]
fn a_recursion_that_is_very_deep() {
    on_a_small_stack(|| {
        // 0: if n == 0 { 1: throws }  2: itself, with n - 1
        let graph = FlowGraph::of(
            &FlowBuilder::new().branch(0, 1, 2).statements(1, 1).exit(1).statements(2, 1).exit(2),
        )
        .expect("legal");
        let line =
            |frame: &StackFrame<u32>| [graph.block(FIRST, frame.line.expect("known")).statement(0)];
        let frame = |line| StackFrame::new(0, 0).at(line);
        let mut run = WithStackTraces::new(Trace::new(&graph).with_call_tree(CallTreeLimits::NONE));
        let frames: Vec<_> =
            (1..CALLS).rev().map(|n| (n, run.execution.innermost(None).enter(FIRST))).collect();
        frames.iter().for_each(|(n, frame)| assert!(!frame.decide(0, eq(*n, 0))));
        drop(frames);
        assert_eq!(run.activation_count(), CALLS - 1);

        // As deep as the run, and two calls deeper: in the last ones, one comparison failed by 1.
        let wanted = |calls: u32| {
            StackTrace::new(7, (0..calls).map(|call| frame(if call == 0 { 1 } else { 2 })))
        };
        let as_deep = Crash::new(wanted(CALLS), line).expect("located").st_distance(&graph, &run);
        assert_eq!((as_deep.covered(), as_deep.frames()), (CALLS - 1, CALLS));
        assert_eq!(as_deep.value(), 1.75); // never called at that depth: (1, infinite), so 3/4 of 1 + 2
        let deeper =
            Crash::new(wanted(CALLS + 2), line).expect("located").st_distance(&graph, &run);
        assert_eq!(deeper.value(), 3.75);
        let all = Crash::new(StackTrace::new(7, vec![frame(2); CALLS as usize - 1]), line)
            .expect("located");
        assert_eq!(all.st_distance(&graph, &run).value(), 1.0);
        run.extra.push(StackTrace::new(7, [frame(2)]));
        assert_eq!(all.st_distance(&graph, &run).value(), 0.0);
    });
}

#[test]
fn stack_traces_that_are_very_long() {
    on_a_small_stack(|| {
        let wanted: Vec<_> =
            (0..CALLS).map(|call| StackFrame::new(call % 3, call % 3).at(call)).collect();
        let cost = |thrown: &[_]| Similarity::Ordered.cost(&wanted, thrown);
        assert_eq!(cost(&wanted), Distance::ZERO);
        assert_eq!(cost(&wanted[..CALLS as usize - 8]), Distance::from(8));
        let mut thrown = wanted.clone();
        thrown.insert(0, StackFrame::new(9, 9));
        thrown.extend_from_within(..);
        assert_eq!(cost(&thrown), Distance::from(1));
        assert_eq!(cost(&wanted[1..]), Distance::from(1));
        assert_eq!(cost(&[]), Distance::from(CALLS));
    });
}
