//! Flags: very many calls, beside and within each other.

use super::{FIRST, on_a_small_stack};
use sbst::distance::{Distance, eq, flag};
use sbst::execution::{CallTreeLimits, Execution, Facts, Trace};
use sbst::fitness::flag::{FlagGradient, Flags};
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Activation, CallSite, Function};

const CALLS: u32 = 100_000;
const SITE: CallSite = CallSite::new(0);
const CHECK: Function = Function::new(1);

#[test]
fn a_flag_that_hands_on_what_it_is_told_by_itself_very_often() {
    on_a_small_stack(|| {
        // check(n): 0: if n == 0 { 1: return true }  2: return check(n - 1)
        let mut graph =
            FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
        graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
        let mut flags = Flags::new();
        flags.function(&graph, FIRST).decides(0, SITE).expect("fits");
        flags
            .function(&graph, CHECK)
            .returns(1, true)
            .and_then(|check| check.returns(2, SITE))
            .expect("fits");
        let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
        let mut frames = vec![trace.root().enter(FIRST)];
        for n in (1..=CALLS).rev() {
            let frame = frames.last().expect("open").at(SITE).enter(CHECK);
            frame.decide(0, eq(n, 0));
            frame.end(2);
            frames.push(frame);
        }
        frames[0].decide(0, flag(false)); // as if the last one had thrown
        while frames.pop().is_some() {} // the innermost first

        let mut gradient = FlagGradient::new();
        let refined = gradient.refine(&graph, &flags, &trace).expect("calls are recorded");
        let taken = graph.branch(graph.entry(FIRST), Outcome::True).expect("decides");
        // From the innermost call on: x' = H((n + 1) / (n + 2), x / (x + 1)), where the first x is
        // infinite.
        let norm = |x: f64| if x == f64::INFINITY { 1.0 } else { x / (1.0 + x) };
        let expected = (1..=CALLS)
            .fold(f64::INFINITY, |x, n| 2.0 / (1.0 / norm(f64::from(n) + 1.0) + 1.0 / norm(x)));
        let distance = refined.branch_distance(graph.edge(taken)).expect("evaluated").get();
        assert!((distance - expected).abs() < 1e-12, "{distance} {expected}");
        assert_eq!(
            refined.distance_in(Activation::new(0), taken).map(Distance::get),
            Some(distance)
        );

        // As many frames that are open; far fewer activations.
        let limited = Trace::new(&graph).with_call_tree(CallTreeLimits {
            depth: 100,
            per_site: 100,
            ..CallTreeLimits::NONE
        });
        let frames: Vec<_> =
            (0..CALLS).map(|_| limited.innermost(Some(SITE)).enter(CHECK)).collect();
        assert_eq!(limited.activation_count(), 100);
        drop(frames);
    });
}

#[test]
fn a_flag_that_is_called_very_often() {
    on_a_small_stack(|| {
        // 0: if check(n) { 1 }, again and again
        let mut graph =
            FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).branch(2, 0, 3).exit(3))
                .expect("legal");
        graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
        let mut flags = Flags::new();
        flags.function(&graph, FIRST).decides(0, SITE).expect("fits");
        flags
            .function(&graph, CHECK)
            .returns(1, true)
            .and_then(|check| check.returns(2, false))
            .expect("fits");
        let taken = graph.edge(graph.branch(graph.entry(FIRST), Outcome::True).expect("decides"));
        let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
        let f = trace.root().enter(FIRST);
        for _ in 0..10 * CALLS {
            let called = f.at(SITE).enter(CHECK);
            called.decide(0, eq(1, 2));
            drop(called);
            f.decide(0, flag(false));
        }
        drop(f);
        let mut gradient = FlagGradient::new();
        let refined = gradient.refine(&graph, &flags, &trace).expect("calls are recorded");
        assert_eq!(refined.branch_distance(taken).map(Distance::get), Some(2.0 / 3.0));

        // A caller of very many functions, each of which is called twice, and counts once.
        for _ in 0..CALLS {
            graph.add(&FlowBuilder::new().exit(0)).expect("legal");
        }
        let limited = Trace::new(&graph)
            .with_call_tree(CallTreeLimits { per_site: 1, ..CallTreeLimits::NONE });
        for _ in 0..2 {
            let f = limited.root().enter(FIRST);
            graph.functions().skip(2).for_each(|function| drop(f.at(SITE).enter(function)));
        }
        assert_eq!(limited.activation_count(), 1 + CALLS);
    });
}

/// Very many conditions lead to a selection with as many arms, each of which returns true.
#[test]
fn a_function_of_which_very_much_is_required() {
    const ARMS: u32 = 20_000;
    on_a_small_stack(|| {
        let mut graph =
            FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
        let (select, no) = (ARMS + 1, 2 * ARMS + 2);
        let next = |block| if block < ARMS { block + 1 } else { no };
        let conditions = (0..=ARMS)
            .fold(FlowBuilder::new(), |body, block| body.branch(block, select, next(block)));
        let arms = (0..ARMS).fold(conditions, |body, arm| {
            body.case(select, i128::from(arm), select + 1 + arm).exit(select + 1 + arm)
        });
        graph.add(&arms.default(select, no).exit(no)).expect("legal");
        let mut flags = Flags::new();
        flags.function(&graph, FIRST).decides(0, SITE).expect("fits");
        let mut check = flags.function(&graph, CHECK);
        for arm in (0..ARMS).rev() {
            check.returns(select + 1 + arm, true).expect("fits");
        }
        let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
        let f = trace.root().enter(FIRST);
        for at in 0..10 {
            let called = f.at(SITE).enter(CHECK);
            called.decide(at, eq(at, ARMS)); // then it throws
        }
        f.decide(0, flag(false));
        drop(f);
        let mut gradient = FlagGradient::new();
        let refined = gradient.refine(&graph, &flags, &trace).expect("calls are recorded");
        // One level above what the first decision of a call came to: the sooner the farther.
        let taken = graph.branch(graph.entry(FIRST), Outcome::True).expect("decides");
        let cells = (0..10).map(|at| 1.0 + f64::from(ARMS - at + 1) / f64::from(ARMS - at + 2));
        let mean = 10.0 / cells.map(|cell| 1.0 / cell).sum::<f64>();
        let distance = refined.branch_distance(graph.edge(taken)).expect("evaluated").get();
        assert!((distance - mean).abs() < 1e-12, "{distance} {mean}");
    });
}
