//! Nested and pooled iterations of inner flags, least and pooled calls of the target method, worked
//! by hand.

use super::subjects::{CHECK, MAIN, OTHER, OUTER, SITE, Subject, answer, assert_close};
use sbst::distance::{Distance, Rules, flag};
use sbst::execution::{CallTreeLimits, Caller, Execution, On, Plane, Trace};
use sbst::fitness::flag::{FlagGradient, InnerFlags, Iterations, TargetCalls};
use sbst::flow::{FlowBuilder, Outcome};
use sbst::id::Function;

/// `MAIN` asks `OUTER` in a loop, and `OUTER` asks `CHECK` in a loop; each returns true in block 2
/// or 1 as soon as one call does.
fn cascade() -> Subject {
    // 0: while more { 1: if call() { 2: return true } } 3: return false
    let loops = || FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 0).exit(2).exit(3);
    Subject::new(&[loops(), answer(), loops()], |graph, flags| {
        flags.function(graph, MAIN).decides(1, SITE)?;
        flags.function(graph, OUTER).decides(1, OTHER)?.returns(2, true)?.returns(3, false)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    })
}

/// The target method: one outer iteration for each slice, one inner iteration for each number in
/// it, which is asked to be 0.
fn target(t: Caller<'_>, iterations: &[&[i32]]) {
    let main = t.enter(MAIN);
    for inner in iterations {
        main.decide(0, flag(true));
        {
            let outer = main.at(SITE).enter(OUTER);
            for &x in *inner {
                outer.decide(0, flag(true));
                outer.at(OTHER).enter(CHECK).decide(0, t.rules().eq(x, 0));
                outer.decide(1, flag(false));
            }
            outer.decide(0, flag(false));
        }
        main.decide(1, flag(false));
    }
    main.decide(0, flag(false));
}

fn distance(gradient: FlagGradient, rules: Rules, targets: &[&[&[i32]]]) -> f64 {
    let subject = cascade();
    let trace = subject.trace().with_rules(rules);
    for iterations in targets {
        target(trace.root(), iterations);
    }
    assert_eq!(trace.check(), Ok(()));
    let table = subject.refined(gradient, &trace);
    let taken = subject.graph.branch(subject.graph.block(MAIN, 1), Outcome::True).expect("a flag");
    assert_eq!(table.branch(taken).level, 0);
    table.branch(taken).distance.get()
}

/// H of Eq. 3.
fn mean<const N: usize>(distances: [f64; N]) -> f64 {
    N as f64 / distances.map(|d| 1.0 / d).iter().sum::<f64>()
}

fn norm(x: f64) -> f64 {
    x / (1.0 + x)
}

/// Two outer iterations, the first with two inner ones, the second with three.
const ITERATIONS: &[&[i32]] = &[&[1, 3], &[1, 2, 9]];

#[test]
fn ap17_a_cascade_of_two_flags_with_two_and_three_inner_iterations() {
    // Gap + K (3.3): the inner calls are 2 and 4 away, and 2, 3 and 10. Algorithm 2, line 9 (Eq. 1
    // at level 0): 2/3 and 4/5, and 2/3, 3/4 and 10/11.
    let (first, second) = ([2.0 / 3.0, 4.0 / 5.0], [2.0 / 3.0, 3.0 / 4.0, 10.0 / 11.0]);

    // Nested, each outer iteration by itself: Eq. 3 over its own inner iterations, and line 12 of
    // Algorithm 1. first: 2 / (3/2 + 5/4) = 8/11, norm = 8/19 second: 3 / (3/2 + 4/3 + 11/10) =
    // 90/118 = 45/59, norm = 45/104 Eq. 3 over the two: 2 / (19/8 + 104/45) = 720/1687.
    assert_close(mean(first), 8.0 / 11.0);
    assert_close(mean(second), 45.0 / 59.0);
    let nested = 720.0 / 1687.0;
    assert_close(mean([norm(mean(first)), norm(mean(second))]), nested);

    // Pooled: lines 3 and 6 of Algorithm 2 know the call context and not the iteration, so both
    // outer iterations get one value. 5 / (3/2 + 5/4 + 3/2 + 4/3 + 11/10) = 5 / (401/60) = 300/401,
    // norm = 300/701 Eq. 3 over two equal values: 300/701.
    let pooled = 300.0 / 701.0;
    assert_close(norm(mean([2.0 / 3.0, 4.0 / 5.0, 2.0 / 3.0, 3.0 / 4.0, 10.0 / 11.0])), pooled);

    let of = |gradient| distance(gradient, Rules::TRACEY, &[ITERATIONS]);
    let by = |iterations| FlagGradient::new().over_iterations(iterations);
    assert_close(of(FlagGradient::new()), nested);
    assert_close(of(by(Iterations::Nested)), nested);
    assert_close(of(by(Iterations::Pooled)), pooled);
    assert_close(of(FlagGradient::published()), pooled);
    assert_close(of(FlagGradient::published().over_iterations(Iterations::Nested)), nested);
    // The paper's value of the flag branch is that of line 12: the norm once more.
    let value = Distance::new(of(FlagGradient::published())).expect("a number").norm();
    assert_close(value, 300.0 / 1001.0);
}

#[test]
fn ap17_several_calls_of_the_target_method_count_by_their_least_or_together() {
    // The first call as above: nested 720/1687, pooled 300/701. The second has one outer iteration
    // with one inner one, 4 away: 4/5, and its norm is 4/9.
    let targets: [&[&[i32]]; 2] = [ITERATIONS, &[&[3]]];
    let of = |iterations, calls| {
        let gradient = FlagGradient::new().over_iterations(iterations).over_target_calls(calls);
        distance(gradient, Rules::TRACEY, &targets)
    };
    // Least: 720/1687 = .4268 and 300/701 = .4280 against 4/9 = .4444.
    assert_close(of(Iterations::Nested, TargetCalls::Least), 720.0 / 1687.0);
    assert_close(of(Iterations::Pooled, TargetCalls::Least), 300.0 / 701.0);
    // Together: three outer iterations, 8/19, 45/104 and 4/9. 3 / (19/8 + 104/45 + 9/4) =
    // 1080/2497.
    assert_close(of(Iterations::Nested, TargetCalls::Pooled), 1080.0 / 2497.0);
    // Six inner iterations: 6 / (401/60 + 5/4) = 90/119, and its norm is 90/209, for all three
    // outer ones.
    assert_close(of(Iterations::Pooled, TargetCalls::Pooled), 90.0 / 209.0);
    assert_close(distance(FlagGradient::published(), Rules::TRACEY, &targets), 90.0 / 209.0);
}

#[test]
fn ap17_calls_that_the_test_makes_itself_are_pooled_among_themselves() {
    let mut subject = cascade();
    let wrapper = subject.graph.add(&FlowBuilder::new().exit(0)).expect("legal");
    let trace = Trace::new(&subject.graph)
        .with_rules(Rules::TRACEY)
        .with_direct_calls()
        .with_call_tree(CallTreeLimits::NONE);
    target(trace.root(), &[&[3]]);
    target(trace.root(), &[&[1]]);
    let calls = trace.root().enter(wrapper);
    target(calls.caller(), &[&[32_767]]);
    drop(calls);
    let taken = subject
        .graph
        .edge(subject.graph.branch(subject.graph.block(MAIN, 1), Outcome::True).expect("a flag"));
    let mut gradient = FlagGradient::published();
    let refined = gradient.refine(&subject.graph, &subject.flags, &trace).expect("a tree");
    // 4/5 and 2/3: 2 / (5/4 + 3/2) = 8/11, norm 8/19. With the third, 32768/32769: 3 / (5/4 + 3/2 +
    // 32769/32768).
    assert_close(
        On(&refined, Plane::Direct).branch_distance(taken).expect("evaluated").get(),
        8.0 / 19.0,
    );
    let all = norm(3.0 / (5.0 / 4.0 + 3.0 / 2.0 + 32769.0 / 32768.0));
    assert_close(refined.branch_distance(taken).expect("evaluated").get(), all);
}

/// Figure 3 and Table 1 with the numbers of 3.5: cells 0.99 (100/101) and 1.5. No flag within the
/// flag: all forms agree.
#[test]
fn the_example_of_3_5_is_the_same_in_every_form() {
    // Of several inner calls, one activation of `MAIN`: nothing is left to be pooled.
    for gradient in [FlagGradient::new(), FlagGradient::published()] {
        assert_close(super::golden::of_keys(Rules::EVOSUITE, gradient), 600.0 / 503.0);
    }
}

#[test]
fn published_a_flag_at_a_higher_level_counts_as_observed() {
    // OUTER: 0: if check(x) { 1: if y == 0 { 2: return true } } 3: return false
    let outer = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
    let subject = Subject::new(&[answer(), answer(), outer], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, OUTER).decides(0, OTHER)?.returns(2, true)?.returns(3, false)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    let of = |inner_flags: InnerFlags| {
        let gradient = FlagGradient::new().with_inner_flags(inner_flags);
        let goal = subject.goal_by(gradient, 1, |t| {
            let main = t.enter(MAIN);
            let outer = main.at(SITE).enter(OUTER);
            outer.at(OTHER).enter(CHECK).decide(0, t.rules().eq(5, 0));
            outer.decide(0, flag(false));
            drop(outer);
            main.decide(0, flag(false));
        });
        goal.distance.get()
    };
    // y == 0 is required, one level above the flag: K is 1, norm 1/2; F is 6/7, norm 6/13.
    assert_close(of(InnerFlags::Required), 3.0 / 2.0);
    assert_close(of(InnerFlags::Nearest), 19.0 / 13.0);
}

/// Each call makes two, and only one of those goes on: contexts of two members at every depth.
#[test]
fn pooling_has_an_end_however_deep_calls_are_nested() {
    let subject = Subject::new(&[answer(), answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).decides(0, SITE)?.returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    let trace = Trace::new(&subject.graph).with_call_tree(CallTreeLimits::NONE);
    let mut frames = vec![trace.root().enter(MAIN)];
    for _ in 0..300 {
        trace.innermost(Some(SITE)).enter(CHECK).decide(0, flag(false));
        frames.push(trace.innermost(Some(SITE)).enter(CHECK));
    }
    while let Some(frame) = frames.pop() {
        frame.decide(0, flag(false));
    }
    let taken = subject.graph.edge(
        subject
            .graph
            .branch(subject.graph.entry(Function::new(0)), Outcome::True)
            .expect("decides"),
    );
    for gradient in
        [FlagGradient::published(), FlagGradient::new().over_iterations(Iterations::Pooled)]
    {
        let mut gradient = gradient;
        let refined = gradient.refine(&subject.graph, &subject.flags, &trace).expect("a tree");
        assert!(refined.branch_distance(taken).is_some_and(|distance| distance > Distance::ZERO));
    }
}

/// What holds in each call of the target method does not depend on whether calls are pooled.
#[test]
fn a_check_of_correct_declarations_passes_where_calls_are_pooled() {
    let subject = cascade();
    let taken = |t: Caller<'_>, x: i32| {
        let main = t.enter(MAIN);
        main.decide(0, flag(true));
        let found = {
            let outer = main.at(SITE).enter(OUTER);
            outer.decide(0, flag(true));
            let found = outer.at(OTHER).enter(CHECK).decide(0, t.rules().eq(x, 0));
            if !outer.decide(1, flag(found)) {
                outer.decide(0, flag(false));
            }
            found
        };
        if !main.decide(1, flag(found)) {
            main.decide(0, flag(false));
        }
    };
    for order in [[0, 5], [5, 0]] {
        let trace = subject.trace();
        for x in order {
            taken(trace.root(), x);
        }
        assert_eq!(trace.check(), Ok(()));
        for mut gradient in [FlagGradient::new(), FlagGradient::published()] {
            let refined = gradient.refine(&subject.graph, &subject.flags, &trace).expect("a tree");
            assert_eq!(refined.check(), Ok(()), "{order:?}");
        }
    }
}

/// Listing 5: the first site needs `x < 1`, the second `2^x < 1`. At x = 0 the first one has it,
/// and the second is not 0 for that.
#[test]
fn listing_5_keeps_sites_of_one_method_apart() {
    // 0: if is_flag(x) { 1 } 2: if is_flag(2^x) { 3 } 4
    let example = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).branch(2, 3, 4).jump(3, 4).exit(4);
    let subject = Subject::new(&[example, answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?.decides(2, OTHER)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    let trace = subject.trace().with_rules(Rules::TRACEY);
    let f = trace.root().enter(MAIN);
    {
        let first = f.at(SITE).enter(CHECK).decide(0, trace.rules().lt(0, 1));
        assert!(f.decide(0, flag(first)));
    }
    f.end(1);
    let second = f.at(OTHER).enter(CHECK).decide(0, trace.rules().lt(1, 1));
    assert!(!f.decide(2, flag(second)));
    drop(f);
    for mut gradient in [FlagGradient::new(), FlagGradient::published()] {
        let refined = gradient.refine(&subject.graph, &subject.flags, &trace).expect("a tree");
        let of = |block| {
            let edge = subject.graph.edge(
                subject
                    .graph
                    .branch(subject.graph.block(MAIN, block), Outcome::True)
                    .expect("a flag"),
            );
            refined.branch_distance(edge).expect("evaluated")
        };
        assert_eq!(of(0), Distance::ZERO);
        // 1 < 1 is 0 + K = 1 away; Eq. 1 makes 1/2 of it, and line 12 of Algorithm 1 1/3.
        assert_close(of(2).get(), 0.5);
        assert_close(of(2).norm(), 1.0 / 3.0);
    }
}
