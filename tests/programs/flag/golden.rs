//! The worked example of F11, and other cases by hand, of which the reasoning stands beside them.

use super::subjects::{
    CHECK, MAIN, OTHER, SITE, Subject, answer, assert_close, assert_fitness, guard, guarded,
    is_below, is_hundred,
};
use sbst::distance::{Aggregation, Distance, Rules};
use sbst::execution::{CallTreeLimits, Caller, Facts, Trace};
use sbst::fitness::flag::{AggregationOrder, FlagGradient};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, Outcome};
use sbst::id::{Activation, CallSite, Function};
use sbst::objective::{CoverageGoal, DirectGoal, Goals, Tables};

/// After Listings 2 to 4 of the publication.
///
/// ```text
/// 0: if keys[i] == 0 -> 2 else 1    1: if v >= 2^i + 100 -> 2 else 4
/// 2: if keys[i] == hash(v) { 3: return true }    4: return false
/// ```
fn accepts(t: Caller<'_>, v: i32, i: u32) -> bool {
    let (f, rules, key) = (t.enter(CHECK), t.rules(), [0, 1][i as usize]);
    if f.decide(0, rules.eq(key, 0)) || f.decide(1, rules.ge(v, 2_i32.pow(i) + 100)) {
        let hash = v + 100;
        if f.decide(2, rules.eq(key, hash)) {
            return true;
        }
    }
    false
}

/// `for i in 0..2 { 1: if accepts(v, i) { 2 } } 3`, the loop of which is block 0.
fn each_key(t: Caller<'_>, v: i32) {
    let f = t.enter(MAIN);
    let mut i = 0;
    while f.decide(0, t.rules().lt(i, 2)) {
        if f.decide(1, t.rules().flag(accepts(f.at(SITE), v, i))) {
            f.end(2);
        }
        i += 1;
    }
}

fn keys() -> Subject {
    let loops = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 0).jump(2, 0).exit(3);
    let accepts =
        FlowBuilder::new().branch(0, 2, 1).branch(1, 2, 4).branch(2, 3, 4).exit(3).exit(4);
    Subject::new(&[loops, accepts], |graph, flags| {
        flags.function(graph, MAIN).decides(1, SITE)?;
        flags.function(graph, CHECK).returns(3, true)?.returns(4, false)?;
        Ok(())
    })
}

/// F of the flag for v = 0.
pub(super) fn of_keys(rules: Rules, gradient: FlagGradient) -> f64 {
    let subject = keys();
    let trace = subject.trace().with_rules(rules);
    each_key(trace.root(), 0);
    assert_eq!((trace.check(), trace.activation_count()), (Ok(()), 3));
    let table = subject.refined(gradient, &trace);
    let flag = subject.graph.branch(subject.graph.block(MAIN, 1), Outcome::True).expect("a flag");
    let goal = subject.graph.block(MAIN, 2);
    assert_eq!(table.branch(flag), table.block(goal));
    assert_eq!(table.block(goal).level, 0);
    table.block(goal).distance.get()
}

#[test]
fn the_worked_example_has_the_published_values() {
    // i = 0: the key 0 is 100 away from hash(0): 100/101. i = 1: one level above the key 1, which
    // is 1 away from 0: 3/2.
    for rules in [Rules::EVOSUITE, Rules::KOREL] {
        let value = of_keys(rules, FlagGradient::new());
        assert_close(value, 600.0 / 503.0); // 2 / (101/100 + 2/3)
        let norm = Distance::new(value).expect("a distance").norm();
        assert!((norm - 0.543971).abs() < 5e-7, "{norm}");
    }
    // One farther each: 101/102, and 1 + 2/3.
    for rules in [Rules::TRACEY, Rules::DEFAULT] {
        let value = of_keys(rules, FlagGradient::new());
        assert_close(value, 1010.0 / 813.0); // 2 / (102/101 + 3/5)
        let norm = Distance::new(value).expect("a distance").norm();
        assert!((norm - 0.554032).abs() < 5e-7, "{norm}");
    }
}

#[test]
fn the_worked_example_by_other_aggregations() {
    for (aggregation, korel, tracey) in [
        (Aggregation::Min, 100.0 / 101.0, 101.0 / 102.0),
        (Aggregation::Mean, 503.0 / 404.0, 271.0 / 204.0), // (100/101 + 3/2) / 2, (101/102 + 5/3) / 2
        (Aggregation::Sum, 503.0 / 202.0, 271.0 / 102.0),
    ] {
        // One branch is required: over the branches nothing is to be aggregated, in whatever order.
        for order in [AggregationOrder::ActivationsFirst, AggregationOrder::RequiredFirst] {
            let gradient = FlagGradient::new().over_activations(aggregation).in_order(order);
            assert_close(of_keys(Rules::KOREL, gradient.clone()), korel);
            assert_close(
                of_keys(Rules::TRACEY, gradient.clone().over_required(Aggregation::Sum)),
                tracey,
            );
        }
    }
}

/// `0: if a == 10 { 1: return true }  2: if b == 20 { 3: return true }  4: return false`
fn either(t: Caller<'_>, [a, b]: [i32; 2]) -> bool {
    let (f, rules) = (t.enter(CHECK), t.rules());
    f.decide(0, rules.eq(a, 10)) || f.decide(2, rules.eq(b, 20))
}

#[test]
fn the_order_of_two_different_aggregations_counts() {
    let either_body = FlowBuilder::new().branch(0, 1, 2).exit(1).branch(2, 3, 4).exit(3).exit(4);
    let loops = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 0).jump(2, 0).exit(3);
    let subject = Subject::new(&[loops, either_body], |graph, flags| {
        flags.function(graph, MAIN).decides(1, SITE)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(3, true)?.returns(4, false)?;
        Ok(())
    });
    let values = |gradient: FlagGradient, inputs: &[[i32; 2]]| {
        let goal = subject.goal_by(gradient, 2, |t| {
            let (f, mut inputs) = (t.enter(MAIN), inputs.iter());
            while f.decide(0, t.rules().flag(inputs.len() > 0)) {
                let input = *inputs.next().expect("one more");
                assert!(!f.decide(1, t.rules().flag(either(f.at(SITE), input))));
            }
        });
        assert_eq!(goal.level, 0);
        goal.distance.get()
    };
    let orders = [AggregationOrder::ActivationsFirst, AggregationOrder::RequiredFirst]
        .map(|order| FlagGradient::new().in_order(order));
    // The two cells of the first activation are 2/3 and 4/5, those of the second one 4/5 and 2/3.
    let crossed = [[9, 17], [7, 19]];
    let [first, second] = orders.clone().map(|gradient| values(gradient, &crossed));
    assert_close(first, 8.0 / 11.0); // 4 / (3/2 + 5/4 + 5/4 + 3/2)
    assert_close(second, 8.0 / 11.0);
    // The least of each branch, and their mean; or the mean of each activation, and the least of
    // those.
    let of = |gradient: FlagGradient| {
        gradient.over_activations(Aggregation::Min).over_required(Aggregation::Mean)
    };
    let [first, second] = orders.clone().map(|gradient| values(of(gradient), &crossed));
    assert_close(first, 2.0 / 3.0);
    assert_close(second, 11.0 / 15.0);
    // The mean of each branch, and the least of those; or the least of each activation, and their
    // mean.
    let of = |gradient: FlagGradient| {
        gradient.over_activations(Aggregation::Mean).over_required(Aggregation::Min)
    };
    let [first, second] = orders.clone().map(|gradient| values(of(gradient), &crossed));
    assert_close(first, 11.0 / 15.0);
    assert_close(second, 2.0 / 3.0);
    // Of one activation both are the same, with several `return true` each at its cell.
    for gradient in orders {
        assert_close(values(gradient.clone(), &[[9, 17]]), 8.0 / 11.0);
        assert_close(values(gradient.over_required(Aggregation::Min), &[[9, 17]]), 2.0 / 3.0);
    }
}

#[test]
fn calls_in_a_loop_all_count_however_many_there_are() {
    let subject = Subject::new(
        &[FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 0).jump(2, 0).exit(3), answer()],
        |graph, flags| {
            flags.function(graph, MAIN).decides(1, SITE)?;
            flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
            Ok(())
        },
    );
    let of = |inputs: &[i32]| {
        subject.goal(2, |t| {
            let (f, mut inputs) = (t.enter(MAIN), inputs.iter());
            while f.decide(0, t.rules().flag(inputs.len() > 0)) {
                let x = *inputs.next().expect("one more");
                if f.decide(1, t.rules().flag(is_hundred(f.at(SITE), x))) {
                    f.end(2);
                }
            }
        })
    };
    // 2, 3 and 4 away: 3 / (3/2 + 4/3 + 5/4).
    assert_fitness(of(&[99, 98, 97]), 0, 36.0 / 49.0);
    assert_fitness(of(&[98, 97, 99]), 0, 36.0 / 49.0);
    // Any number of equal calls is worth one of them, beyond the limits of the tree, too.
    for count in [1, 2, 7, 256, 257, 2000] {
        assert_fitness(of(&vec![97; count]), 0, 4.0 / 5.0);
    }
    assert!(of(&[3, 100, 4]).is_covered());
    // No call: one level above the loop, which had nothing to go through.
    assert_fitness(of(&[]), 1, 1.0);
}

#[test]
fn calls_beyond_the_limits_merge_by_their_least_distance() {
    let subject = Subject::new(
        &[FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 0).jump(2, 0).exit(3), answer()],
        |graph, flags| {
            flags.function(graph, MAIN).decides(1, SITE)?;
            flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
            Ok(())
        },
    );
    let trace = Trace::new(&subject.graph).with_rules(Rules::TRACEY);
    let trace = trace.with_call_tree(CallTreeLimits { per_site: 2, ..CallTreeLimits::NONE });
    let f = trace.root().enter(MAIN);
    for x in [99, 90, 98, 10] {
        f.decide(0, trace.rules().flag(true));
        f.decide(1, trace.rules().flag(is_hundred(f.at(SITE), x)));
    }
    f.decide(0, trace.rules().flag(false));
    drop(f);
    // 2 away; and the others, 3 away at least: 2 / (3/2 + 4/3).
    let table = subject.refined(FlagGradient::new(), &trace);
    assert_fitness(table.block(subject.graph.block(MAIN, 2)), 0, 12.0 / 17.0);
}

/// `0: if check(a) { 1 }  2: if check(b) { 3 }  4`, the calls of which are made at these sites.
fn two(t: Caller<'_>, inputs: [i32; 2], sites: [CallSite; 2]) {
    let f = t.enter(MAIN);
    for (at, x) in inputs.into_iter().enumerate() {
        if f.decide(2 * at as u32, t.rules().flag(is_hundred(f.at(sites[at]), x))) {
            f.end(2 * at as u32 + 1);
        }
    }
}

/// After Listing 5 of the publication.
#[test]
fn two_sites_of_one_function_are_kept_apart() {
    let subject_at = |sites: [CallSite; 2]| {
        let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).branch(2, 3, 4).jump(3, 4).exit(4);
        Subject::new(&[body, answer()], |graph, flags| {
            flags.function(graph, MAIN).decides(0, sites[0])?.decides(2, sites[1])?;
            flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
            Ok(())
        })
    };
    let least =
        || FlagGradient::new().over_activations(Aggregation::Min).over_required(Aggregation::Min);
    let apart = subject_at([SITE, OTHER]);
    for gradient in [FlagGradient::new(), least()] {
        // 51 away: 51/52, however near the first call comes.
        for a in [-7, 50, 98, 99, 100] {
            assert_fitness(
                apart.goal_by(gradient.clone(), 3, |t| two(t, [a, 50], [SITE, OTHER])),
                0,
                51.0 / 52.0,
            );
        }
        assert_fitness(
            apart.goal_by(gradient.clone(), 1, |t| two(t, [98, 50], [SITE, OTHER])),
            0,
            3.0 / 4.0,
        );
        // And the first one is not nearer by the second.
        assert_fitness(
            apart.goal_by(gradient, 1, |t| two(t, [50, 98], [SITE, OTHER])),
            0,
            51.0 / 52.0,
        );
    }
    // Under one name for both sites, the second goal would be as near as the first call: a gradient
    // that leads nowhere.
    let mixed = subject_at([SITE, SITE]);
    assert_fitness(mixed.goal_by(least(), 3, |t| two(t, [98, 50], [SITE, SITE])), 0, 3.0 / 4.0);
    let first_holds = mixed.goal_by(least(), 3, |t| two(t, [100, 50], [SITE, SITE]));
    assert_eq!(first_holds, Fitness::new(0, Distance::SMALLEST));
    // A call that took the branch is the smallest positive, not 0: the harmonic mean is twice that
    // over 1 and next to nothing.
    let first_holds = mixed.goal(3, |t| two(t, [100, 50], [SITE, SITE]));
    assert_eq!(first_holds.distance.get(), 2.0 * Distance::SMALLEST.get());
    // 2 / (4/3 + 52/51)
    assert_fitness(
        mixed.goal(3, |t| two(t, [98, 50], [SITE, SITE])),
        0,
        2.0 / (4.0 / 3.0 + 52.0 / 51.0),
    );
}

/// A call in the arguments of a call, within which there are others.
#[test]
fn a_site_is_for_the_call_that_it_was_named_for() {
    let mut subject = Subject::guard_and_check();
    let helper = subject.graph.add(&FlowBuilder::new().exit(0)).expect("legal");
    let plus_one = |t: Caller<'_>, x: i32| {
        let _f = t.enter(helper);
        assert!(!is_hundred(_f.caller(), 99)); // named for nobody
        x + 1
    };
    let goal = subject.goal(1, |t| {
        let f = t.enter(MAIN);
        let to = f.at(SITE);
        assert!(!f.decide(0, t.rules().flag(is_hundred(to, plus_one(f.at(OTHER), 59)))));
    });
    assert_fitness(goal, 0, 41.0 / 42.0); // 60, not 99
    // A site that is named by itself when the call is opened.
    let goal = subject.goal(1, |t| {
        let f = t.enter(MAIN);
        let x = plus_one(f.at(OTHER), 59);
        drop(f.at(OTHER).enter(helper));
        let check = f.at(SITE).enter(CHECK);
        let result = check.decide(0, t.rules().eq(x, 100));
        drop(check);
        f.decide(0, t.rules().flag(result));
    });
    assert_fitness(goal, 0, 41.0 / 42.0);
}

#[test]
fn a_flag_that_is_to_be_false_leads_to_false() {
    // 0: if check(x) { 1: return }  2: the goal
    let subject = Subject::new(&[answer(), answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    let goal = |x| subject.goal(2, |t| guarded_without_end(t, |t| is_below(t, x)));
    // 90 must grow by 10, and 1 more: 11/12.
    assert_fitness(goal(90), 0, 11.0 / 12.0);
    assert_fitness(goal(99), 0, 2.0 / 3.0);
    assert!(goal(100).is_covered());
}

fn guarded_without_end(t: Caller<'_>, ask: impl FnOnce(Caller<'_>) -> bool) {
    let f = t.enter(MAIN);
    f.decide(0, t.rules().flag(ask(f.at(SITE))));
}

#[test]
fn goals_behind_a_flag_have_its_value_at_a_higher_level_and_those_in_the_function_keep_theirs() {
    // 0: if check(x) { 1: if y > 0 { 2: if z > 0 { 3 } } } 4
    let body =
        FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 4).branch(2, 3, 4).jump(3, 4).exit(4);
    let subject = Subject::new(&[body, answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    let trace = subject.ran(|t| guarded_without_end(t, |t| is_hundred(t, 60)));
    let (plain, refined) = (subject.plain(&trace), subject.refined(FlagGradient::new(), &trace));
    for level in 0..3 {
        let block = subject.graph.block(MAIN, level + 1);
        assert_eq!(plain.block(block), Fitness::new(level, Distance::from(1)));
        assert_fitness(refined.block(block), level, 41.0 / 42.0); // 41 away
        assert_close(refined.block(block).scalar(), f64::from(level) + 41.0 / 83.0);
    }
    for block in subject.graph.blocks_of(CHECK) {
        assert_eq!(refined.block(block), plain.block(block));
        for branch in subject.graph.branches_of(block) {
            assert_eq!(refined.branch(branch), plain.branch(branch));
        }
    }
    // The other side of the flag was taken, and stays covered.
    let other = subject.graph.branch(subject.graph.entry(MAIN), Outcome::False).expect("decides");
    assert!(
        refined.branch(other).is_covered()
            && refined.block(subject.graph.block(MAIN, 4)).is_covered()
    );
    // The least over all activations of the caller: 90 is 11 away, 60 is 41.
    let again = subject.ran(|t| {
        [60, 90, 3].into_iter().for_each(|x| guarded_without_end(t, |t| is_hundred(t, x)));
    });
    let refined = subject.refined(FlagGradient::new(), &again);
    assert_fitness(refined.block(subject.graph.block(MAIN, 2)), 1, 11.0 / 12.0);
    // And each by itself.
    let mut gradient = FlagGradient::new();
    let flag = subject.graph.branch(subject.graph.entry(MAIN), Outcome::True).expect("decides");
    let each = gradient.refine(&subject.graph, &subject.flags, &again).expect("a tree");
    let values = [0, 1, 2, 3, 4, 5, 6]
        .map(|call| each.distance_in(Activation::new(call), flag).map(Distance::get));
    assert_eq!([values[1], values[3], values[5], values[6]], [None; 4]); // of the function that was asked, and of nobody
    for (call, value) in [(0, 41.0 / 42.0), (2, 11.0 / 12.0), (4, 98.0 / 99.0)] {
        assert_close(values[call].expect("decided"), value);
    }
}

/// Calls [`guarded`] in turn.
const WRAPPER: Function = Function::new(2);

#[test]
fn for_goals_of_direct_calls_only_those_of_the_test_count() {
    let mut subject = Subject::guard_and_check();
    subject.graph.add(&FlowBuilder::new().exit(0)).expect("legal");
    let flag = subject.graph.branch(subject.graph.entry(MAIN), Outcome::True).expect("decides");
    let inside = subject.graph.branch(subject.graph.entry(CHECK), Outcome::True).expect("decides");
    let mut goals = Goals::<Trace>::new();
    goals.extend([flag, inside].map(CoverageGoal::new));
    goals.extend([flag, inside].map(DirectGoal::new));
    let trace = goals.trace(&subject.graph).with_call_tree(CallTreeLimits::default());
    guarded(trace.root(), |t| is_hundred(t, 60));
    let wrapper = trace.root().enter(WRAPPER);
    guarded(wrapper.caller(), |t| is_hundred(t, 98));
    drop(wrapper);

    let (mut gradient, mut row) = (FlagGradient::new(), Vec::new());
    let refined = gradient.refine(&subject.graph, &subject.flags, &trace).expect("a tree");
    goals.measure(&subject.graph, &refined, &mut Tables::new(&subject.graph), &mut row);
    assert_fitness(row[0], 0, 3.0 / 4.0); // 98, whoever called
    assert_eq!(row[1], Fitness::new(0, Distance::from(3)));
    assert_fitness(row[2], 0, 41.0 / 42.0); // 60, by the test, though it does not call `is_hundred` itself
    assert_eq!(row[3], Fitness::new(1, Distance::INFINITE)); // nobody calls that directly
    assert_eq!(trace.check(), Ok(()));
}

#[test]
fn a_suite_of_refined_executions_has_the_least_of_their_values() {
    let subject = Subject::guard_and_check();
    let traces = [60, 97, 12].map(|x| subject.ran(|t| guarded(t, |t| is_hundred(t, x))));
    let mut gradients = vec![FlagGradient::new(); 3];
    let mut merged = FitnessTable::new(&subject.graph);
    let refined: Vec<_> = gradients
        .iter_mut()
        .zip(&traces)
        .map(|(gradient, trace)| {
            gradient.refine(&subject.graph, &subject.flags, trace).expect("a tree")
        })
        .collect();
    let mut suite = FitnessTable::new(&subject.graph);
    suite.sweep(&subject.graph, &refined[..]);
    for (at, run) in refined.iter().enumerate() {
        let mut table = FitnessTable::new(&subject.graph);
        table.sweep(&subject.graph, run);
        if at == 0 {
            merged = table;
        } else {
            merged.merge(&subject.graph, &table).expect("of the same graph");
        }
    }
    assert!(subject.graph.all_blocks().all(|block| suite.block(block) == merged.block(block)));
    assert!(
        subject.graph.all_branches().all(|branch| suite.branch(branch) == merged.branch(branch))
    );
    assert_fitness(suite.block(subject.graph.block(MAIN, 1)), 0, 4.0 / 5.0); // 97 is 4 away
}

#[test]
fn branches_that_were_not_declared_are_as_they_were_observed() {
    // Declared of nothing: the value is the plain one.
    let subject = Subject::new(&[guard(), answer()], |_, _| Ok(()));
    let trace = subject.ran(|t| guarded(t, |t| is_hundred(t, 60)));
    let (plain, refined) = (subject.plain(&trace), subject.refined(FlagGradient::new(), &trace));
    assert!(subject.graph.all_blocks().all(|block| plain.block(block) == refined.block(block)));
    assert_eq!(refined.block(subject.graph.block(MAIN, 1)), Fitness::new(0, Distance::from(1)));
}
