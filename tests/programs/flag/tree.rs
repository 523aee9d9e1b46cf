//! What a trace records of calls and their sites, with and without limits, is what a plain tree
//! holds.

use crate::effort::config;
use crate::oracle::calling::programs;
use crate::oracle::flag::{Activity, Method, Store};
use crate::oracle::values::ways;
use proptest::prelude::*;
use sbst::distance::{flag, lt};
use sbst::execution::{CallTreeLimits, Caller, Execution, Facts, Plane, Trace};
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Activation, CallSite, Function};

/// The calls in their order; those beyond a limit count for one that is there, or for none. By tree
/// depth, the test's own calls are at 0.
pub(super) fn limited(tree: &[Activity], limits: CallTreeLimits) -> Vec<Activity> {
    let (most, depth_limit, per_site) =
        (limits.activations.max(1) as usize, limits.depth.max(1), limits.per_site.max(1) as usize);
    let mut merged: Vec<Activity> = Vec::new();
    let mut stands_for: Vec<Option<usize>> = Vec::new();
    for call in tree {
        let caller = match call.caller.map(|(caller, site)| (stands_for[caller], site)) {
            Some((None, _)) => {
                stands_for.push(None);
                continue;
            }
            caller => caller.and_then(|(caller, site)| Some((caller?, site))),
        };
        let same = |other: &Activity| other.caller == caller && other.function == call.function;
        let siblings: Vec<usize> =
            (0..merged.len()).filter(|&other| same(&merged[other])).collect();
        let around: Vec<usize> = std::iter::successors(caller.map(|caller| caller.0), |&above| {
            merged[above].caller.map(|caller| caller.0)
        })
        .collect();
        let is_full = merged.len() >= most;
        let is_deep = is_full || around.len() as u64 >= u64::from(depth_limit);
        let may_be = |above: &usize| {
            merged[*above].function == call.function && merged[*above].caller.is_some()
        };
        let nearest = around.iter().copied().find(may_be);
        let last = if is_full { siblings.last() } else { siblings.get(per_site - 1) };
        let place = match (last, nearest) {
            (Some(&last), _) => Some(last),
            (None, Some(nearest)) if is_deep => Some(nearest),
            _ if is_full => None,
            _ => {
                merged.push(Activity { caller, ..call.clone() });
                Some(merged.len() - 1)
            }
        };
        if let Some(place) = place {
            merged[place].seen = merged[place].seen.merged(&call.seen);
        }
        stands_for.push(place);
    }
    merged
}

/// Asserts that the trace tells of exactly these activations.
fn agree(
    methods: &[Method],
    graph: &FlowGraph,
    trace: &Trace,
    tree: &[Activity],
) -> Result<(), TestCaseError> {
    let store = Store::new(methods, tree);
    prop_assert_eq!(trace.activation_count() as usize, tree.len());
    for a in (0..=trace.activation_count()).map(Activation::new) {
        prop_assert_eq!(
            (trace.callee(a), trace.caller(a)),
            (store.callee(a), store.caller(a)),
            "callee and caller of {}",
            a
        );
        for (_, branch) in graph.functions().flat_map(|function| ways(graph, function)) {
            let edge = graph.edge(branch);
            prop_assert_eq!(
                trace.branch_distance_on(Plane::Within(a), edge),
                store.branch_distance_on(Plane::Within(a), edge),
                "{:?} in {}",
                edge,
                a
            );
        }
        for block in graph.all_blocks() {
            prop_assert_eq!(
                trace.progress_on(Plane::Within(a), block),
                store.progress_on(Plane::Within(a), block),
                "{} in {}",
                block,
                a
            );
        }
    }
    prop_assert_eq!(trace.check(), Ok(()));
    Ok(())
}

pub(super) fn limits() -> impl Strategy<Value = CallTreeLimits> {
    let limit = || prop_oneof![5 => 0..5_u32, 1 => Just(u32::MAX)];
    let activations = prop_oneof![1 => 0..12_u32, 1 => Just(u32::MAX)];
    (activations, limit(), limit()).prop_map(|(activations, depth, per_site)| CallTreeLimits {
        activations,
        depth,
        per_site,
    })
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn every_call_is_told_with_its_site(program in programs()) {
        let (trace, tree) = program.traced(CallTreeLimits::NONE);
        agree(&program.methods(), &program.graph(), &trace, &tree)?;
    }

    #[test]
    fn calls_beyond_a_limit_count_for_one_that_is_there(program in programs(), limits in limits()) {
        let (trace, tree) = program.traced(limits);
        agree(&program.methods(), &program.graph(), &trace, &limited(&tree, limits))?;
    }

    #[test]
    fn at_a_site_there_are_no_more_than_allowed(program in programs(), per_site in 0..4_u32) {
        let (trace, _) = program.traced(CallTreeLimits { per_site, ..CallTreeLimits::NONE });
        let calls: Vec<_> = (0..trace.activation_count())
            .map(Activation::new)
            .map(|a| (trace.caller(a), trace.callee(a)))
            .collect();
        for call in &calls {
            prop_assert!(
                calls.iter().filter(|other| *other == call).count() <= per_site.max(1) as usize,
                "{call:?}"
            );
        }
    }

    /// Whatever the limits, all activations together are the execution.
    #[test]
    fn limits_change_no_more_than_who_is_told_apart(program in programs(), limits in limits()) {
        let (graph, methods) = (program.graph(), program.methods());
        let (trace, tree) = program.traced(limits);
        let store = Store::new(&methods, &tree);
        for (_, branch) in graph.functions().flat_map(|function| ways(&graph, function)) {
            prop_assert_eq!(
                trace.branch_distance(graph.edge(branch)),
                store.branch_distance(graph.edge(branch))
            );
        }
        for block in graph.all_blocks() {
            prop_assert_eq!(trace.progress(block), store.progress(block));
        }
    }

    #[test]
    fn a_reset_forgets_all_calls(program in programs(), limits in limits()) {
        let (trace, tree) = program.traced(limits);
        trace.reset();
        prop_assert_eq!((trace.activation_count(), trace.callee(Activation::new(0))), (0, None));
        program.run(&trace);
        agree(&program.methods(), &program.graph(), &trace, &limited(&tree, limits))?;
    }
}

const OUTER: Function = Function::new(0);
const INNER: Function = Function::new(1);
const HELPER: Function = Function::new(2);
const A: CallSite = CallSite::new(0);
const B: CallSite = CallSite::new(7);

/// Three functions of one shape. 0: if x < 10 { 1 } 2
fn graph() -> FlowGraph {
    let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    let mut graph = FlowGraph::of(&body).expect("legal");
    graph.add(&body).expect("legal");
    graph.add(&body).expect("legal");
    graph
}

fn trace() -> Trace {
    Trace::new(&graph()).with_call_tree(CallTreeLimits::NONE)
}

/// Caller and site; `None` for the test.
type From = Option<(u32, Option<CallSite>)>;

/// The callee of each activation, and where it was called.
fn calls(trace: &Trace) -> Vec<(Function, From)> {
    let call = |a| {
        (
            trace.callee(a).expect("counted"),
            trace.caller(a).map(|(caller, site)| (caller.number(), site)),
        )
    };
    (0..trace.activation_count()).map(Activation::new).map(call).collect()
}

fn is_less(t: Caller<'_>, function: Function, x: i32) -> bool {
    let f = t.enter(function);
    f.decide(0, lt(x, 10))
}

#[test]
fn calls_in_the_arguments_of_calls_have_their_own_sites() {
    let trace = trace();
    {
        let f = trace.root().enter(OUTER);
        let helped = |t: Caller<'_>, first: bool| is_less(t, HELPER, i32::from(first));
        f.decide(0, flag(helped(f.at(A), is_less(f.at(B), INNER, 3))));
    }
    assert_eq!(
        calls(&trace),
        [(OUTER, None), (INNER, Some((0, Some(B)))), (HELPER, Some((0, Some(A))))]
    );
    assert_eq!(trace.check(), Ok(()));
}

/// The mark of the call around it is not for those that its argument makes.
#[test]
fn a_call_without_a_mark_within_an_argument_is_of_the_argument() {
    let trace = trace();
    {
        let f = trace.root().enter(OUTER);
        let inner = |t: Caller<'_>| {
            let g = t.enter(INNER);
            is_less(g.caller(), HELPER, 4)
        };
        let helper = |t: Caller<'_>, x: bool| is_less(t, HELPER, i32::from(x));
        helper(f.at(A), inner(f.at(B)));
    }
    let expected = [
        (OUTER, None),
        (INNER, Some((0, Some(B)))),
        (HELPER, Some((1, None))),
        (HELPER, Some((0, Some(A)))),
    ];
    assert_eq!(calls(&trace), expected);
}

/// A closure of the outer function, called by the inner one.
#[test]
fn the_activation_that_marks_is_the_caller_whoever_else_is_open() {
    let trace = trace();
    {
        let f = trace.root().enter(OUTER);
        let each = |t: Caller<'_>, visit: &dyn Fn() -> bool| {
            let g = t.enter(INNER);
            let within = visit();
            is_less(g.at(B), HELPER, i32::from(within))
        };
        each(f.at(A), &|| is_less(f.at(B), HELPER, 12));
    }
    let expected = [
        (OUTER, None),
        (INNER, Some((0, Some(A)))),
        (HELPER, Some((0, Some(B)))),
        (HELPER, Some((1, Some(B)))),
    ];
    assert_eq!(calls(&trace), expected);
}

/// A caller that is never used changes nothing, and one may be used twice.
#[test]
fn a_caller_is_a_value() {
    let trace = trace();
    {
        let f = trace.root().enter(OUTER);
        let (unused, twice) = (f.at(A), f.at(B));
        is_less(twice, INNER, 1);
        is_less(f.caller(), HELPER, 2);
        is_less(twice, HELPER, 2);
        assert!(format!("{unused:?}").contains("is_test: false"));
    }
    let expected = [
        (OUTER, None),
        (INNER, Some((0, Some(B)))),
        (HELPER, Some((0, None))),
        (HELPER, Some((0, Some(B)))),
    ];
    assert_eq!(calls(&trace), expected);
}

#[test]
fn a_site_that_an_interpreter_tells_is_of_the_innermost_activation() {
    let trace = trace();
    let outer = trace.innermost(Some(A)).enter(OUTER); // by the test: it has no sites
    let inner = trace.innermost(Some(B)).enter(INNER);
    let helper = trace.innermost(Some(A)).enter(HELPER);
    drop((helper, inner));
    drop(trace.innermost(Some(A)).enter(HELPER));
    drop(outer);
    let expected = [
        (OUTER, None),
        (INNER, Some((0, Some(B)))),
        (HELPER, Some((1, Some(A)))),
        (HELPER, Some((0, Some(A)))),
    ];
    assert_eq!(calls(&trace), expected);
}

#[test]
fn frames_may_be_dropped_in_any_order() {
    let (graph, trace) = (graph(), trace());
    let outer = trace.root().enter(OUTER);
    let inner = outer.at(A).enter(INNER);
    let helper = inner.at(A).enter(HELPER);
    drop(inner);
    helper.decide(0, lt(15, 10)); // still of its own
    let second = helper.at(B).enter(INNER);
    drop(helper);
    drop(second);
    drop(outer.at(B).enter(HELPER));
    drop(outer);
    drop(trace.root().enter(INNER));
    let expected = [
        (OUTER, None),
        (INNER, Some((0, Some(A)))),
        (HELPER, Some((1, Some(A)))),
        (INNER, Some((2, Some(B)))),
        (HELPER, Some((0, Some(B)))),
        (INNER, None),
    ];
    assert_eq!(calls(&trace), expected);
    let less = graph.edge(graph.branch(graph.entry(HELPER), Outcome::True).expect("decides"));
    let distances = [2, 4].map(|call| {
        trace.branch_distance_on(Plane::Within(Activation::new(call)), less).map(|d| d.get())
    });
    assert_eq!(distances, [Some(6.0), None]);
}

#[test]
fn of_frames_from_before_a_reset_nothing_is_told() {
    let trace = trace().with_direct_calls();
    let old = trace.root().enter(OUTER);
    let caller = old.at(A);
    trace.reset();
    is_less(old.at(A), HELPER, 1);
    is_less(old.caller(), HELPER, 1);
    drop(old);
    is_less(caller, HELPER, 1);
    assert_eq!(calls(&trace), [(HELPER, None); 3]); // by nobody that is known
    assert!(!trace.called_by_test(HELPER)); // nor by the test
    is_less(trace.root(), HELPER, 1);
    assert!(trace.called_by_test(HELPER));
}

/// Until a reset, the activation is still there.
#[test]
fn an_activation_that_has_ended_is_still_the_caller() {
    let trace = trace().with_direct_calls();
    let outer = trace.root().enter(OUTER);
    let late = outer.at(A);
    drop(outer);
    is_less(late, HELPER, 1);
    is_less(trace.root(), INNER, 1);
    assert_eq!(calls(&trace), [(OUTER, None), (HELPER, Some((0, Some(A)))), (INNER, None)]);
    assert_eq!(
        [OUTER, HELPER, INNER].map(|function| trace.called_by_test(function)),
        [true, false, true]
    );
    assert_eq!((trace.depth(), trace.check()), (0, Ok(())));
}

/// A callee that is evaluated lazily keeps its frame open while its caller goes on.
#[test]
fn an_open_callee_is_not_the_caller_of_what_its_caller_calls() {
    fn lazy(t: Caller<'_>) -> impl Iterator<Item = bool> {
        let f = t.enter(INNER);
        (0..3).map(move |x| is_less(f.at(A), HELPER, x))
    }
    let trace = trace().with_direct_calls();
    let f = trace.root().enter(OUTER);
    let mut steps = lazy(f.at(A));
    steps.next();
    is_less(f.at(B), HELPER, 7);
    steps.next();
    drop(f);
    is_less(trace.root(), HELPER, 8); // by the test, for all that is open
    drop(steps);
    let from = [
        None,
        Some((0, Some(A))),
        Some((1, Some(A))),
        Some((0, Some(B))),
        Some((1, Some(A))),
        None,
    ];
    let functions = [OUTER, INNER, HELPER, HELPER, HELPER, HELPER];
    assert_eq!(calls(&trace), functions.into_iter().zip(from).collect::<Vec<_>>());
    assert_eq!((trace.called_by_test(HELPER), trace.called_by_test(INNER)), (true, false));
}

#[test]
fn a_clone_has_no_callers() {
    let trace = trace();
    let f = trace.root().enter(OUTER);
    let clone = trace.clone();
    drop(clone.root().enter(INNER));
    drop(clone.innermost(Some(A)).enter(INNER));
    assert_eq!(calls(&clone), [(OUTER, None), (INNER, None), (INNER, None)]);
    drop(f);
}

/// The test has no sites: its calls of one function are those of one place.
#[test]
fn calls_by_the_test_are_limited_wherever_they_are_said_to_be_made() {
    let trace =
        Trace::new(&graph()).with_call_tree(CallTreeLimits { per_site: 3, ..CallTreeLimits::NONE });
    (0..20).for_each(|site| drop(trace.innermost(Some(CallSite::new(site))).enter(INNER)));
    (0..20).for_each(|_| drop(trace.root().enter(OUTER)));
    let count = |function| calls(&trace).iter().filter(|call| **call == (function, None)).count();
    assert_eq!((count(INNER), count(OUTER), trace.activation_count()), (3, 3, 6));
}

/// Of a function that the graph does not have nothing is known, nor of what it calls; its mark is
/// gone.
#[test]
fn what_an_unknown_function_calls_is_nobody_elses() {
    let trace = trace();
    let f = trace.root().enter(OUTER);
    {
        let unknown = f.at(A).enter(Function::new(9));
        is_less(unknown.at(B), INNER, 3);
    }
    is_less(f.caller(), HELPER, 3);
    assert_eq!(calls(&trace), [(OUTER, None), (HELPER, Some((0, None)))]);
}

#[test]
fn recording_calls_has_an_end() {
    fn fibonacci(t: Caller<'_>, n: u32) -> u32 {
        let f = t.enter(INNER);
        if f.decide(0, lt(n, 2)) {
            n
        } else {
            fibonacci(f.at(A), n - 1) + fibonacci(f.at(B), n - 2)
        }
    }
    for (activations, expected) in [(1_000, 1_000), (0, 1), (1, 1)] {
        let trace = Trace::new(&graph())
            .with_call_tree(CallTreeLimits { activations, ..CallTreeLimits::default() });
        fibonacci(trace.root(), 18);
        assert_eq!(trace.activation_count(), expected);
    }
}
