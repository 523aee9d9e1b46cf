//! A branch in a calling context is covered iff an activation with this context took it.

use crate::add;
use crate::effort::config;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::gt;
use sbst::execution::{Caller, Trace};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Branch, CallSite, Function};
use sbst::objective::{Goal, Goals, Tables};
use sbst_histories::{CONTEXT, HistoryCriterion, UnrolledError, UnrolledGraph};

/// By function: the callees of its sites.
type CallLists = Vec<Vec<u32>>;

/// The sites that lead to an activation, the first one first; `None` if one of them is not known.
type Sites = Option<Vec<(Function, CallSite)>>;

/// A call that is made: its site, whether the function takes its first branch, and the calls that
/// it makes.
#[derive(Clone, Debug)]
struct Call {
    site: Option<u32>,
    callee: u32,
    taken: bool,
    within: Vec<Call>,
}

/// Each function decides in its first block, where it makes its calls.
fn graph(program: &CallLists) -> FlowGraph {
    let mut graph = FlowGraph::new();
    for callees in program {
        let mut body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
        for (site, &callee) in (0..).zip(callees) {
            body = body.call(
                0,
                0,
                CallSite::new(site),
                [Function::new(callee % program.len() as u32)],
            );
        }
        graph.add(&body).expect("legal");
    }
    graph
}

/// Makes a tree of calls of draws, at most five deep. Now and then a call has no site.
fn call(
    program: &CallLists,
    site: Option<u32>,
    callee: u32,
    draws: &mut std::slice::Iter<'_, u8>,
    depth: u32,
) -> Call {
    let taken = draws.next().is_some_and(|draw| draw % 2 == 0);
    let mut within = Vec::new();
    let callees = &program[callee as usize];
    for _ in 0..draws.next().map_or(0, |draw| if depth < 5 { draw % 4 } else { 0 }) {
        let Some(&draw) = draws.next().filter(|_| !callees.is_empty()) else { break };
        let site = u32::from(draw) % callees.len() as u32;
        let next = callees[site as usize] % program.len() as u32;
        within.push(call(program, Some(site).filter(|_| draw < 230), next, draws, depth + 1));
    }
    Call { site, callee, taken, within }
}

impl Call {
    fn report(&self, caller: Caller<'_>) {
        let f = caller.enter(Function::new(self.callee));
        for call in &self.within {
            match call.site {
                Some(site) => call.report(f.at(CallSite::new(site))),
                None => call.report(f.caller()),
            }
        }
        f.returns(if f.decide(0, gt(i32::from(self.taken), 0)) { 1 } else { 2 }, ());
    }

    /// All activations with the sites that lead to them.
    fn each(&self, sites: Sites, found: &mut Vec<(Sites, u32, bool)>) {
        for call in &self.within {
            let site = call.site.map(|site| (Function::new(self.callee), CallSite::new(site)));
            let within = sites.clone().zip(site).map(|(sites, site)| [sites, vec![site]].concat());
            call.each(within, found);
        }
        found.push((sites, self.callee, self.taken));
    }
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn contexts_are_covered_iff_an_activation_has_them(
        program in vec(vec(0..4_u32, 0..4), 1..5),
        tests in vec((any::<u8>(), vec(any::<u8>(), 0..60)), 0..4),
        depth in 1..4_usize,
        roots in 1..5_u32,
    ) {
        let graph = graph(&program);
        let functions = program.len() as u32;
        let roots: Vec<_> = (0..roots.min(functions)).map(Function::new).collect();
        let unrolled = UnrolledGraph::builder(&graph)
            .contexts(depth, roots.iter().copied())
            .build()
            .expect("small");
        let contexts = unrolled.contexts().to_vec();
        let mut goals = Goals::<Trace>::new();
        add(&mut goals, &graph, &unrolled, HistoryCriterion::Context);
        prop_assert_eq!(goals.len(), 2 * contexts.len());

        let trace = goals.trace(&graph);
        let mut activations = Vec::new();
        for (first, draws) in &tests {
            let call = call(&program, None, u32::from(*first) % functions, &mut draws.iter(), 0);
            call.report(trace.root());
            // A call by the test of what is no root is in no context.
            call.each(
                Some(Vec::new()).filter(|_| roots.contains(&Function::new(call.callee))),
                &mut activations,
            );
        }
        prop_assert_eq!(trace.check(), Ok(()));
        let (mut tables, mut row) = (Tables::new(&graph), Vec::new());
        goals.measure(&graph, &trace, &mut tables, &mut row);
        for (id, value) in goals.ids().zip(&row) {
            let Goal::Of(CONTEXT, [number, branch, ..]) = goals.goal(id) else {
                panic!("{}", goals.goal(id))
            };
            let context = &contexts[number as usize];
            let is_shown = activations.iter().any(|(sites, callee, taken)| {
                let last = sites.as_ref().map(|sites| &sites[sites.len().saturating_sub(depth)..]);
                let first = graph.branches_of(graph.entry(context.callee)).next();
                let side: Option<Branch> =
                    first.map(|first| Branch::new(first.number() + u32::from(!taken)));
                Function::new(*callee) == context.callee
                    && last == Some(&context.sites[..])
                    && side == Some(Branch::new(branch))
            });
            prop_assert_eq!(
                value.is_covered(),
                is_shown,
                "{} of {:?} in {:?}",
                context,
                program,
                activations
            );
        }
    }
}

#[test]
fn contexts_without_end_are_an_error() {
    // Each function calls itself at two sites, and the other one.
    let [one, other] = [0, 1].map(Function::new);
    let body = |callee| {
        let body = FlowBuilder::new().exit(0).call(0, 0, CallSite::new(0), [callee]).call(
            0,
            0,
            CallSite::new(1),
            [callee],
        );
        body.call(0, 0, CallSite::new(2), [one, other])
    };
    let mut graph = FlowGraph::of(&body(one)).expect("legal");
    graph.add(&body(other)).expect("legal");
    for depth in [19, 1_000, usize::MAX] {
        let error =
            UnrolledGraph::builder(&graph).contexts(depth, [one]).build().expect_err("too many");
        assert!(
            matches!(error, UnrolledError::TooManyContexts { most } if most == 1 << 20),
            "{error}"
        );
    }
    // A single chain of calls grows longer and longer.
    let chain = FlowGraph::of(&FlowBuilder::new().exit(0).call(0, 0, CallSite::new(0), [one]))
        .expect("legal");
    let error =
        UnrolledGraph::builder(&chain).contexts(usize::MAX, [one]).build().expect_err("too long");
    assert!(matches!(error, UnrolledError::TooManyContexts { .. }), "{error}");
    let few = UnrolledGraph::builder(&chain)
        .contexts(1_000, [one, other])
        .build()
        .expect("a thousand and one");
    assert_eq!(few.contexts().len(), 1_001); // the other one is not there
}
