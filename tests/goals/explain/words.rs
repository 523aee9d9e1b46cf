//! What explanations say, pinned.

use sbst::distance::{Distance, flag, lt};
use sbst::execution::{Caller, On, Partition, Plane, Trace};
use sbst::fitness::Fitness;
use sbst::flow::{FlowBuilder, FlowGraph, Lines, Unreachable};
use sbst::id::{Block, Branch, Function, Line, Mutant};
use sbst::objective::{
    CoverageGoal, DirectGoal, Goals, Kind, LineGoal, MethodGoal, MutantGoal, Needs, Objective,
    Place, StrongMutantGoal, Tables, from_fn,
};

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

const FIRST: Function = Function::new(0);

/// ```text
/// 0: if { 1: two statements; if { 2 } else { 3 } }  4: four statements; if { 5 }  6
/// ```
fn graph() -> FlowGraph {
    let body = FlowBuilder::new()
        .branch(0, 1, 4)
        .statements(1, 2)
        .branch(1, 2, 3)
        .jump(2, 4)
        .jump(3, 4)
        .statements(4, 4);
    FlowGraph::of(&body.branch(4, 5, 6).jump(5, 6).exit(6)).expect("a legal function")
}

fn said(goal: impl Objective<Trace> + Send + Sync + 'static, run: impl Fn(Caller<'_>)) -> String {
    let graph = graph();
    let mut goals = Goals::<Trace>::new();
    let id = goals.push(goal).id();
    let (trace, mut tables) = (goals.trace(&graph).with_operands(), Tables::new(&graph));
    run(trace.root());
    goals.explain(id, &goals.observe(&graph, &trace, &mut tables)).with_operands(&trace).to_string()
}

#[test]
fn a_block_that_was_left_by_another_way() {
    let body = FlowBuilder::new().statements(0, 1).jump(0, 1).exception(0, 2).exit(1).exit(2);
    let graph = FlowGraph::of(&body).expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    let ids = [0, 1].map(|branch| goals.push(CoverageGoal::new(Branch::new(branch))).id());
    let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    let _ = trace.root().enter(FIRST).tried(0, Err::<(), ()>(()));
    let seen = goals.observe(&graph, &trace, &mut tables);
    assert_eq!(
        ids.map(|id| goals.explain(id, &seen).to_string()),
        [
            "branch e0: level 1, distance 0\n  nearest: b0 was left by e1 (b0 -> b2 on exception \
             0), but never by the branch that is needed\n  then: e0 (b0 -> b1 on next)",
            "branch e1: covered",
        ]
    );
}

#[test]
fn control_flow() {
    let (inner, last) = (CoverageGoal::new(Branch::new(2)), CoverageGoal::new(Block::new(2)));
    let missed = |t: Caller<'_>| _ = t.enter(FIRST).decide_with(0, lt(9, 5), "9 < 5");
    assert_eq!(
        said(inner, missed),
        "branch e2: level 1, distance 5\n  nearest: e0 (b0 -> b1 on true) was missed by 5: 9 < \
         5\n  then: e2 (b1 -> b2 on true)"
    );
    assert_eq!(said(CoverageGoal::new(Branch::new(1)), missed), "branch e1: covered");
    let lost = |t: Caller<'_>| _ = t.enter(FIRST).decide_with(0, lt(f64::NAN, 5.0), "NaN < 5");
    assert_eq!(
        said(CoverageGoal::new(Block::new(1)), lost),
        "block b1: level 0, distance inf\n  nearest: e0 (b0 -> b1 on true) was missed, by an \
         unknown distance: NaN < 5"
    );
    assert_eq!(
        said(last, |_| ()),
        "block b2: level 2, distance inf\n  nearest: f0 was never entered\n  then: e0 (b0 -> b1 \
         on true), e2 (b1 -> b2 on true)"
    );
    let stopped = |t: Caller<'_>| {
        let f = t.enter(FIRST);
        f.decide(0, flag(true));
        f.done(1, 1);
    };
    assert_eq!(
        said(last, stopped),
        "block b2: level 1, distance 0\n  nearest: b1 was entered, but the branch that it took is \
         unknown\n  then: e2 (b1 -> b2 on true)"
    );
    assert_eq!(
        said(CoverageGoal::new(Block::new(4)), |t| _ = t.enter(FIRST)),
        "block b4: level 0, distance 5e-324\n  nearest: f0 was entered, but b4, which depends on \
         it, was not entered"
    );
}

/// Recorded by hooks, a branch that is taken enters its target; what else depends on it may be
/// missing.
#[test]
fn taken_but_not_reached() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).jump(1, 2).exit(2).exit(3))
        .expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    let id = goals.push(CoverageGoal::new(Block::new(2))).id();
    let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
    trace.root().enter(FIRST).decide(0, flag(true));
    assert_eq!(
        goals.explain(id, &goals.observe(&graph, &trace, &mut tables)).to_string(),
        "block b2: level 0, distance 5e-324\n  nearest: e0 (b0 -> b1 on true) was taken, but b2, \
         which depends on it, was not entered"
    );
}

#[test]
fn statements_lines_and_mutants() {
    let stopped = |t: Caller<'_>| {
        let f = t.enter(FIRST);
        f.decide(0, flag(false));
        f.done(4, 1);
    };
    assert_eq!(
        said(CoverageGoal::new(Block::new(4).statement(3)), stopped),
        "statement 3 of b4: level 0, distance 2\n  b4 was entered; 1 of its statements ran to the \
         end, 3 are needed"
    );
    let lines = Lines::new([
        (Block::new(1).statement(1), Line::new(12)),
        (Block::new(4).statement(2), Line::new(12)),
    ]);
    assert_eq!(
        said(LineGoal::new(Line::new(12), &lines), stopped),
        "line l12: level 0, distance 1\n  b4 was entered; 1 of its statements ran to the end, 2 \
         are needed"
    );
    let entered = |t: Caller<'_>| _ = t.enter(FIRST).decide(0, flag(true));
    assert_eq!(
        said(LineGoal::new(Line::new(12), &lines), entered),
        "line l12: level 0, distance 1\n  b1 was entered; 0 of its statements ran to the end, 1 \
         are needed"
    );
    assert_eq!(
        said(LineGoal::new(Line::new(99), &lines), entered),
        "line l99: out of reach\n  it has no place in the control flow; its own condition is not met"
    );
    let mutant = MutantGoal::new(Mutant::new(0), Block::new(1).statement(0));
    assert_eq!(
        said(mutant, stopped),
        "mutant m0: level 2, distance 1\n  nearest: e0 (b0 -> b1 on true) was missed by 1"
    );
    let evaluated = |t: Caller<'_>| {
        entered(t);
        t.enter(Function::new(0)).infected(Mutant::new(0), Distance::from(3));
    };
    assert_eq!(
        said(mutant, evaluated),
        "mutant m0: level 0, distance 3\n  it was reached, but the state was not infected"
    );
    let strong = StrongMutantGoal(mutant);
    assert_eq!(
        said(strong, stopped),
        "strong mutant m0: level 3, distance 1\n  nearest: e0 (b0 -> b1 on true) was missed by 1"
    );
    assert_eq!(
        said(strong, evaluated),
        "strong mutant m0: level 1, distance 3\n  it was reached, but the state was not infected, \
         and no output differs"
    );
    let infected = |t: Caller<'_>| t.enter(FIRST).infected(Mutant::new(0), Distance::ZERO);
    assert_eq!(
        said(strong, infected),
        "strong mutant m0: level 0, distance 1\n  the state was infected, but no output differs"
    );
}

#[test]
fn what_is_missing_is_the_goals_own() {
    let positive = CoverageGoal::new((FIRST, Partition::Positive));
    assert_eq!(
        said(positive, |t| _ = t.enter(FIRST).returns(6, -4)),
        "f0 returns positive: level 0, distance 5\n  f0 was entered, but the goal's own condition \
         is not met"
    );
    assert_eq!(
        said(positive, |_| ()),
        "f0 returns positive: level 0, distance inf\n  nearest: f0 was never entered"
    );
    assert_eq!(
        said(CoverageGoal::new(FIRST), |_| ()),
        "entry of f0: level 0, distance inf\n  nearest: f0 was never entered"
    );
    let normally = MethodGoal::new(FIRST).without_exception();
    assert_eq!(
        said(normally, |t| drop(t.enter(FIRST))),
        "call of f0 without exception: level 0, distance inf\n  no call of f0 by the test itself \
         returned normally"
    );
    let anywhere = from_fn(OWN.goal([4]), Needs::nowhere(), |_| Fitness::from(Distance::from(2)));
    assert_eq!(
        said(anywhere, |_| ()),
        "own 4: level 0, distance 2\n  it has no place in the control flow; its own condition is \
         not met"
    );
    let somewhere =
        || from_fn(OWN.goal([4]), Needs::at([Block::new(5)]), |_| Fitness::from(Distance::from(2)));
    assert_eq!(
        said(somewhere(), |t| _ = t.enter(FIRST).decide(4, flag(true))),
        "own 4: level 0, distance 2\n  b5 was entered, but the goal's own condition is not met"
    );
    let missed = |t: Caller<'_>| _ = t.enter(FIRST).decide(4, lt(5, 5));
    assert_eq!(
        said(somewhere(), missed),
        "own 4: level 0, distance 2\n  nearest: e4 (b4 -> b5 on true) was missed by 1"
    );
}

/// What others call does not count, and the operands may be those of others.
#[test]
fn direct_calls() {
    let mut graph = graph();
    let outer = graph.add(&FlowBuilder::new().exit(0)).expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    let id = goals.push(DirectGoal::new(Branch::new(0))).id();
    let (trace, mut tables) = (goals.trace(&graph).with_operands(), Tables::new(&graph));
    let caller = trace.root().enter(outer);
    caller.caller().enter(FIRST).decide_with(0, lt(6, 5), "6 < 5");
    drop(caller);
    let text = |tables: &mut Tables| {
        let seen = goals.observe(&graph, &trace, tables);
        goals.explain(id, &seen).with_operands(&trace).to_string()
    };
    assert_eq!(
        text(&mut tables),
        "direct branch e0: level 1, distance inf, in calls by the test itself\n  nearest: f0 was \
         never entered\n  then: e0 (b0 -> b1 on true)"
    );
    trace.root().enter(FIRST).decide_with(0, lt(6, 5), "6 < 5");
    assert_eq!(
        text(&mut tables),
        "direct branch e0: level 0, distance 2, in calls by the test itself\n  nearest: e0 (b0 -> \
         b1 on true) was missed by 2"
    );
    let _: On<'_, Trace> = On(&trace, Plane::Direct);
}

#[test]
fn long_chains_are_cut_and_names_are_used() {
    let body = (0..20).fold(FlowBuilder::new(), |body, block| body.branch(block, block + 1, 20));
    let mut graph = FlowGraph::new();
    graph.add_with(&body.exit(20).jump(21, 20), Unreachable::Keep).expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    let ids = [CoverageGoal::new(Block::new(12)), CoverageGoal::new(Block::new(21))]
        .map(|goal| goals.push(goal).id());
    let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
    let seen = goals.observe(&graph, &trace, &mut tables);
    let [long, lost] = ids.map(|id| goals.explain(id, &seen));
    let names = |place| match place {
        Place::Function(_) => Some("main".to_string()),
        Place::Branch(branch) => Some(format!("step {}", branch.number() / 2)),
        _ => None,
    };
    assert_eq!(
        long.with_names(names).to_string(),
        "block b12: level 12, distance inf\n  nearest: main was never entered\n  then: step 0, \
         step 1, step 2, step 3, step 4, step 5, step 6, step 7 and 4 more"
    );
    assert_eq!(lost.to_string(), "block b21: out of reach\n  nearest: nothing, it is out of reach");
}
