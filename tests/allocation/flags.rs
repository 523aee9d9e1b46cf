//! Refining executions whose flags are known.

use super::allocations;
use sbst::distance::{eq, flag, lt};
use sbst::execution::{CallTreeLimits, Caller, Facts, Trace};
use sbst::fitness::flag::{FlagGradient, Flags};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{CallSite, Function};
use sbst::objective::{Goals, Tables, block_goals, branch_goals, direct_branch_goals};

const RUN: Function = Function::new(0);
const CHECK: Function = Function::new(1);
const SITES: [CallSite; 2] = [CallSite::new(0), CallSite::new(1)];

#[test]
fn refining_and_measuring_allocate_nothing_once_they_are_warm() {
    let mut graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 0).jump(2, 0).exit(3))
            .expect("legal");
    graph
        .add(&FlowBuilder::new().branch(0, 1, 2).exit(1).branch(2, 3, 4).exit(3).exit(4))
        .expect("legal");
    let mut flags = Flags::new();
    flags.function(&graph, RUN).decides(1, SITES[0]).expect("fits");
    let mut check = flags.function(&graph, CHECK);
    check
        .returns(1, true)
        .expect("fits")
        .returns(3, SITES[1])
        .expect("fits")
        .returns(4, false)
        .expect("fits");
    let mut goals = Goals::<Trace>::new();
    goals.extend(branch_goals(&graph));
    goals.extend(block_goals(&graph));
    goals.extend(direct_branch_goals(&graph, [RUN]));
    let limits = CallTreeLimits { activations: 20, depth: 4, per_site: 3 };
    let forms = [FlagGradient::new(), FlagGradient::published()];
    for (limits, form) in [CallTreeLimits::NONE, limits]
        .into_iter()
        .flat_map(|limits| forms.iter().map(move |form| (limits, form)))
    {
        let trace = goals.trace(&graph).with_call_tree(limits);
        let (mut gradient, mut tables, mut row) = (form.clone(), Tables::new(&graph), Vec::new());
        let (mut calls, mut rows) = (0, Vec::with_capacity(10_000));
        let mut round = || {
            for seed in 0..20 {
                trace.reset();
                run(trace.root(), seed);
                calls += trace.activation_count();
                let refined = gradient.refine(&graph, &flags, &trace).expect("calls are recorded");
                goals.measure(&graph, &refined, &mut tables, &mut row);
                rows.extend_from_slice(&row);
            }
        };
        round();
        assert_eq!(allocations(&mut round), 0);
        assert!(calls > 150, "{calls}");
        let (first, second) = rows.split_at(rows.len() / 2);
        assert_eq!(first, second);
        assert_eq!(trace.check(), Ok(()));
    }
}

fn run(t: Caller<'_>, seed: u32) {
    let f = t.enter(RUN);
    let mut at = 0;
    while f.decide(0, lt(at, seed % 7 + 1)) {
        if f.decide(1, flag(check(f.at(SITES[0]), seed * at))) {
            f.end(2);
        }
        at += 1;
    }
}

fn check(t: Caller<'_>, n: u32) -> bool {
    let f = t.enter(CHECK);
    f.sets(0, lt(n, 7));
    f.decide(0, eq(n, 30)) || (f.decide(2, lt(30, n)) && check(f.at(SITES[1]), n - 4))
}
