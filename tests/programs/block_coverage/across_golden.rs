//! Worked examples of comparisons across calls, one for each point of the definition.

use sbst::distance::{Distance, flag};
use sbst::execution::{CallTreeLimits, Caller, Execution, Fact, Facts, Frame, Plane, Trace};
use sbst::fitness::block_coverage::across::{CallRule, CallSummary, DecidingCall, WithinCalls};
use sbst::fitness::block_coverage::{BlockCoverage, Form, Nearer, Rule, Target};
use sbst::flow::{Edge, FlowBuilder, FlowGraph};
use sbst::id::{Activation, Block, CallSite, Function};

const MAIN: Function = Function::new(0);
const INNER: Function = Function::new(1);
const OTHER: Function = Function::new(2);
const A: CallSite = CallSite::new(0);
const B: CallSite = CallSite::new(1);

/// main: 0: two statements, the second calls at A and at B 1: the end. inner, other: a line of
/// three blocks with four statements each.
fn graph() -> FlowGraph {
    let mut graph =
        FlowGraph::of(&FlowBuilder::new().statements(0, 2).jump(0, 1).exit(1)).expect("legal");
    for _ in [INNER, OTHER] {
        let line = (0..3).fold(FlowBuilder::new(), |body, block| body.statements(block, 4));
        graph.add(&line.jump(0, 1).jump(1, 2).exit(2)).expect("legal");
    }
    for site in [A, B] {
        graph.add_call(Block::new(0), 1, site, [INNER]).expect("a block");
    }
    graph
}

const END: Target<'static> = Target::Block(Block::new(1));

fn recorded(
    graph: &FlowGraph,
    limits: CallTreeLimits,
    test: impl FnOnce(Caller<'_>),
) -> CallSummary {
    let trace = Trace::new(graph).with_call_tree(limits);
    test(trace.root());
    CallSummary::of(graph, &trace)
}

/// main is called, completes its first statement, makes these calls in its second, and throws.
fn stuck(graph: &FlowGraph, calls: impl FnOnce(&Frame<'_>)) -> CallSummary {
    recorded(graph, CallTreeLimits::NONE, |root| {
        let main = root.enter(MAIN);
        main.done(0, 1);
        calls(&main);
    })
}

/// A call that comes so far.
fn call(main: &Frame<'_>, site: CallSite, callee: Function, full: u32, statements: u32) {
    let frame = main.at(site).enter(callee);
    (0..full).for_each(|block| frame.end(block));
    if full < 3 {
        frame.done(full, statements);
    }
}

fn found(
    graph: &FlowGraph,
    first: &CallSummary,
    second: &CallSummary,
) -> (Nearer, Option<DecidingCall>) {
    let plain = BlockCoverage::new().compare(graph, END, first.blocks(), second.blocks());
    assert_eq!(plain, Nearer::Neither, "within one function there is no answer");
    let mut across = WithinCalls::new();
    let verdict = across.verdict(graph, END, first, second);
    let reversed = across.verdict(graph, END, second, first);
    assert_eq!(reversed, verdict.reversed());
    (verdict.verdict.nearer, verdict.decided)
}

/// The answer, and the rule and the depth that gave it.
fn by(
    graph: &FlowGraph,
    first: &CallSummary,
    second: &CallSummary,
) -> (Nearer, Option<(CallRule, u32)>) {
    let (nearer, call) = found(graph, first, second);
    (nearer, call.map(|call| (call.rule, call.depth)))
}

#[test]
fn the_called_function_tells_by_statements_and_by_blocks() {
    let graph = graph();
    let [start, middle, late] = [(0, 1), (0, 3), (2, 0)]
        .map(|(full, done)| stuck(&graph, |main| call(main, A, INNER, full, done)));
    let progress = CallRule::Within(Rule::Progress);
    assert_eq!(by(&graph, &start, &middle), (Nearer::Second(2), Some((progress, 1))));
    assert_eq!(
        by(&graph, &middle, &late),
        (Nearer::Second(2), Some((CallRule::Within(Rule::Blocks), 1)))
    );
    let (_, decided) = found(&graph, &start, &middle);
    let decided = decided.expect("by the call");
    assert_eq!((decided.statement, decided.site), (Block::new(0).statement(1), A));
    assert_eq!(decided.callee, Some(INNER));
}

#[test]
fn a_call_that_was_made_is_nearer_than_none_and_one_that_returned_nearest() {
    let graph = graph();
    let none = stuck(&graph, |_| {});
    let made = stuck(&graph, |main| call(main, A, INNER, 0, 0));
    let returned = stuck(&graph, |main| call(main, A, INNER, 3, 0));
    assert_eq!(by(&graph, &none, &made), (Nearer::Second(1), Some((CallRule::Called, 1))));
    assert_eq!(by(&graph, &none, &returned), (Nearer::Second(1), Some((CallRule::Called, 1))));
    assert_eq!(by(&graph, &made, &returned), (Nearer::Second(1), Some((CallRule::Returned, 1))));
    assert_eq!(by(&graph, &returned, &returned), (Nearer::Neither, None));
    // Once it returned, other calls at the site do not matter.
    let again = stuck(&graph, |main| {
        call(main, A, INNER, 3, 0);
        call(main, A, INNER, 1, 2);
    });
    assert_eq!(by(&graph, &returned, &again), (Nearer::Neither, None));
}

#[test]
fn sites_that_contradict_each_other_tell_nothing() {
    let graph = graph();
    let first = stuck(&graph, |main| {
        call(main, A, INNER, 2, 0);
        call(main, B, INNER, 0, 1);
    });
    let second = stuck(&graph, |main| {
        call(main, A, INNER, 1, 0);
        call(main, B, INNER, 0, 3);
    });
    assert_eq!(by(&graph, &first, &second), (Nearer::Neither, None));
    // If they agree, the larger number counts.
    let third = stuck(&graph, |main| {
        call(main, A, INNER, 2, 1);
        call(main, B, INNER, 0, 4);
    });
    assert_eq!(
        by(&graph, &first, &third),
        (Nearer::Second(1), Some((CallRule::Within(Rule::Progress), 1)))
    );
    assert_eq!(found(&graph, &second, &third).1.map(|call| call.site), Some(A));
}

#[test]
fn each_in_a_function_of_its_own_tells_nothing() {
    let graph = graph();
    let [inner, other] =
        [INNER, OTHER].map(|callee| stuck(&graph, |main| call(main, A, callee, 1, 1)));
    assert_eq!(by(&graph, &inner, &other), (Nearer::Neither, None));
    // One that called both came farther, unless it came less far in the one.
    let [both, less] = [1, 0].map(|full| {
        stuck(&graph, |main| {
            call(main, A, INNER, full, 1);
            call(main, A, OTHER, 0, 0);
        })
    });
    let (nearer, decided) = found(&graph, &inner, &both);
    assert_eq!((nearer, decided.and_then(|call| call.callee)), (Nearer::Second(1), Some(OTHER)));
    assert_eq!(by(&graph, &inner, &less), (Nearer::Neither, None));
}

#[test]
fn several_calls_at_a_site_count_together() {
    let graph = graph();
    let twice = stuck(&graph, |main| {
        call(main, A, INNER, 1, 2);
        call(main, A, INNER, 0, 1);
    });
    let once = stuck(&graph, |main| call(main, A, INNER, 1, 3));
    assert_eq!(
        by(&graph, &twice, &once),
        (Nearer::Second(1), Some((CallRule::Within(Rule::Progress), 1)))
    );
}

#[test]
fn calls_elsewhere_do_not_count() {
    let graph = graph();
    // The second calls the function by itself, and at a site that the statement does not name.
    let first = stuck(&graph, |main| call(main, A, INNER, 0, 1));
    let second = recorded(&graph, CallTreeLimits::NONE, |root| {
        (0..3).for_each(|block| root.enter(INNER).end(block));
        let main = root.enter(MAIN);
        main.done(0, 1);
        call(&main, A, INNER, 0, 0);
        call(&main, CallSite::new(9), INNER, 2, 3);
        drop(main.caller().enter(INNER)); // at no site
    });
    assert_eq!(
        by(&graph, &first, &second),
        (Nearer::First(1), Some((CallRule::Within(Rule::Progress), 1)))
    );
    // An activation of main that came less far is no place, whatever it called.
    let third = recorded(&graph, CallTreeLimits::NONE, |root| {
        let main = root.enter(MAIN);
        main.done(0, 0);
        call(&main, A, INNER, 2, 3);
        drop(main);
        let main = root.enter(MAIN);
        main.done(0, 1);
        call(&main, A, INNER, 0, 0);
    });
    assert_eq!(
        by(&graph, &first, &third),
        (Nearer::First(1), Some((CallRule::Within(Rule::Progress), 1)))
    );
}

/// f: 0: three statements, the second calls f  1: the end
fn recursive() -> FlowGraph {
    let mut graph =
        FlowGraph::of(&FlowBuilder::new().statements(0, 3).jump(0, 1).exit(1)).expect("legal");
    graph.add_call(Block::new(0), 1, A, [MAIN]).expect("a block");
    graph
}

/// f calls itself so often; the last call completes so many statements.
fn nested(graph: &FlowGraph, limits: CallTreeLimits, depth: usize, last: u32) -> CallSummary {
    recorded(graph, limits, |root| {
        let mut frames = vec![root.enter(MAIN)];
        for _ in 0..depth {
            let frame = frames.last().expect("open");
            frame.done(0, 1);
            let inner = frame.at(A).enter(MAIN);
            frames.push(inner);
        }
        frames.last().expect("open").done(0, last);
        while frames.pop().is_some() {}
    })
}

#[test]
fn recursion_is_followed_call_by_call() {
    let graph = recursive();
    let all = CallTreeLimits::NONE;
    let runs = [(3, 0), (3, 1), (5, 1)].map(|(depth, last)| nested(&graph, all, depth, last));
    // Of all activations together: one statement of block 0. The calls of all that came so far
    // count, the last one does not.
    assert_eq!(by(&graph, &runs[1], &runs[1]), (Nearer::Neither, None));
    let (nearer, decided) = found(&graph, &runs[1], &runs[2]);
    assert_eq!(nearer, Nearer::Second(1));
    assert_eq!(decided.map(|call| (call.rule, call.depth)), Some((CallRule::Called, 4)));
    // A bound that ends before it.
    let mut bounded = WithinCalls::new().to_depth(3);
    assert_eq!(bounded.compare(&graph, END, &runs[1], &runs[2]), Nearer::Neither);
    // Beyond the limits both look alike.
    let limits = CallTreeLimits { depth: 3, ..all };
    let [near, far] = [5, 7].map(|depth| nested(&graph, limits, depth, 1));
    assert_eq!(by(&graph, &near, &far), (Nearer::Neither, None));
}

#[test]
fn exits_that_throw_are_no_ways_to_the_end() {
    // main calls inner: 0: if .. { 1: throw } 2: if .. { 3: return } 4: throw, each throw a
    // statement
    let mut graph =
        FlowGraph::of(&FlowBuilder::new().statements(0, 2).jump(0, 1).exit(1)).expect("legal");
    let body = FlowBuilder::new()
        .branch(0, 1, 2)
        .statements(1, 1)
        .exit(1)
        .branch(2, 3, 4)
        .exit(3)
        .statements(4, 1)
        .exit(4);
    let inner = graph.add(&body).expect("legal");
    graph.add_call(Block::new(0), 1, A, [inner]).expect("a block");
    let [early, late] = [true, false].map(|first| {
        stuck(&graph, |main| {
            let f = main.at(A).enter(inner);
            if f.decide(0, flag(first)) {
                f.done(1, 0);
            } else {
                f.decide(2, flag(false));
                f.done(4, 0);
            }
        })
    });
    // Each got stuck in a block of its own, from where the function might be left.
    assert_eq!(by(&graph, &early, &late), (Nearer::Neither, None));
    let throwing = [1, 4].map(|local| graph.block(inner, local));
    let answer = |throwing: &[Block]| {
        WithinCalls::new().throwing(throwing.iter().copied()).compare(&graph, END, &early, &late)
    };
    assert_eq!(answer(&throwing), Nearer::Second(1));
    assert_eq!(answer(&throwing[..1]), Nearer::Second(1)); // block 2; one that got stuck in no block on the way
    assert_eq!(answer(&throwing[1..]), Nearer::Neither);
    // One that returned by an exit that throws did not return.
    let thrown = stuck(&graph, |main| {
        let f = main.at(A).enter(inner);
        f.decide(0, flag(false));
        f.decide(2, flag(false));
        f.end(4);
    });
    let mut across = WithinCalls::new();
    assert_eq!(
        across.verdict(&graph, END, &late, &thrown).decided.map(|call| call.rule),
        Some(CallRule::Returned)
    );
    let mut across = across.throwing(throwing);
    assert_eq!(across.compare(&graph, END, &late, &thrown), Nearer::Neither);
}

/// The end depends on the decision that may throw, so what lies before it does not count.
#[test]
fn a_decision_that_may_throw_is_a_start_of_the_ways_to_the_end() {
    // main calls inner: 0: if .. { 1 } 2: if .. { 3: throw } 4: return
    let mut graph =
        FlowGraph::of(&FlowBuilder::new().statements(0, 2).jump(0, 1).exit(1)).expect("legal");
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).branch(2, 3, 4).statements(3, 1);
    let inner = graph.add(&body.exit(3).exit(4)).expect("legal");
    graph.add_call(Block::new(0), 1, A, [inner]).expect("a block");
    let [straight, around, before] = [(false, true), (true, true), (false, false)].map(|way| {
        stuck(&graph, |main| {
            let f = main.at(A).enter(inner);
            if f.decide(0, flag(way.0)) {
                f.end(1);
            }
            if way.1 {
                f.decide(2, flag(true));
            }
        })
    });
    let mut across = WithinCalls::new().throwing([graph.block(inner, 3)]);
    assert_eq!(across.compare(&graph, END, &straight, &around), Nearer::Neither);
    // Where one did not evaluate it, the entry is the start, and block 1 counts.
    assert_eq!(across.compare(&graph, END, &before, &around), Nearer::Second(1));
}

#[test]
fn the_published_form_has_no_place_at_the_last_line() {
    let graph = graph();
    let [near, far] = [2, 0].map(|done| stuck(&graph, |main| call(main, A, INNER, 0, done)));
    // The call is in the last statement of block 0, whose line is covered: neither is stuck there.
    let mut published = WithinCalls::new().in_form(Form::Published);
    assert_eq!(published.verdict(&graph, END, &near, &far).verdict.rule, Rule::Blocks);
    assert_eq!(published.compare(&graph, END, &near, &far), Nearer::Neither);
    assert_eq!(WithinCalls::new().compare(&graph, END, &near, &far), Nearer::First(2));
}

#[test]
#[should_panic(expected = "graph")]
fn summaries_of_another_graph_are_refused() {
    let graph = graph();
    let other = recursive();
    let run = nested(&other, CallTreeLimits::NONE, 2, 1);
    let own = stuck(&graph, |_| {});
    let _ = WithinCalls::new().compare(&graph, END, &own, &run);
}

/// A store whose callers, sites and functions are wrong.
struct Wrong(u32);

impl Execution for Wrong {
    fn branch_distance(&self, _: Edge) -> Option<Distance> {
        None
    }
    fn progress(&self, block: Block) -> Option<u32> {
        (block.number() == 0).then_some(1)
    }
}

impl Facts for Wrong {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
    }
    fn branch_distance_on(&self, plane: Plane, _: Edge) -> Option<Distance> {
        match plane {
            Plane::Within(_) => Some(Distance::ZERO),
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Within(a) => {
                Some([1, 0, u32::MAX][(a.number() + block.number() + self.0) as usize % 3])
            }
            _ => None,
        }
    }
    fn activation_count(&self) -> u32 {
        u32::MAX
    }
    fn callee(&self, a: Activation) -> Option<Function> {
        (a.number() < 40)
            .then(|| Function::new(if a.number() % 7 == 6 { 99 } else { a.number() % 3 }))
    }
    fn caller(&self, a: Activation) -> Option<(Activation, Option<CallSite>)> {
        // Itself, a later one, one that there is not.
        let caller = [a.number(), a.number() + 1, u32::MAX, a.number() / 2]
            [(a.number() + self.0) as usize % 4];
        Some((
            Activation::new(caller),
            [Some(A), None, Some(CallSite::new(u32::MAX))][a.index() % 3],
        ))
    }
    fn results_in(
        &self,
        _: sbst::id::Activation,
        _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
    ) {
    }
}

#[test]
fn wrong_numbers_do_no_harm() {
    let graph = graph();
    let runs: Vec<CallSummary> = (0..6).map(|seed| CallSummary::of(&graph, &Wrong(seed))).collect();
    let mut across = WithinCalls::new();
    for first in &runs {
        for second in &runs {
            for block in graph.all_blocks().chain([Block::new(u32::MAX)]) {
                let answer = across.compare(&graph, Target::Block(block), first, second);
                assert_eq!(
                    across.compare(&graph, Target::Block(block), second, first),
                    answer.reversed()
                );
            }
        }
    }
}

#[test]
fn of_activations_that_are_nested_in_each_other_the_outermost_count() {
    // f calls itself three deep and gets stuck there; the other one is stuck two deep, and then
    // called again by the test.
    let graph = recursive();
    let deep = nested(&graph, CallTreeLimits::NONE, 3, 1);
    let twice = recorded(&graph, CallTreeLimits::NONE, |root| {
        let f = root.enter(MAIN);
        f.done(0, 1);
        let inner = f.at(A).enter(MAIN);
        inner.done(0, 1);
        inner.at(A).enter(MAIN).done(0, 1);
        drop(inner);
        drop(f);
        root.enter(MAIN).done(0, 1);
    });
    assert_eq!(by(&graph, &deep, &twice), (Nearer::First(1), Some((CallRule::Called, 3))));
}
