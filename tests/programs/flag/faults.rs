//! Known faults of existing tools, by their ids, as cases that must come out right.

use super::subjects::{
    CHECK, MAIN, OTHER, OUTER, SITE, Subject, answer, assert_close, assert_fitness, guard, guarded,
    is_hundred,
};
use sbst::distance::{Aggregation, Distance};
use sbst::execution::Caller;
use sbst::fitness::Fitness;
use sbst::fitness::flag::{AggregationOrder, FlagGradient};
use sbst::flow::FlowBuilder;
use sbst::id::Function;

/// `0: return is_hundred(x)`
fn hands_on(t: Caller<'_>, x: i32) -> bool {
    let f = t.enter(OUTER);
    is_hundred(f.at(OTHER), x)
}

fn hands_on_subject() -> Subject {
    Subject::new(&[guard(), answer(), FlowBuilder::new().exit(0)], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, OUTER).returns(0, OTHER)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    })
}

#[test]
fn h2_a_function_that_returns_what_another_one_returns_has_a_gradient() {
    let subject = hands_on_subject();
    let goal = |x| subject.goal(1, |t| guarded(t, |t| hands_on(t, x)));
    // 41 away: 41/42 for the call, the norm of that for whoever returns it.
    assert_fitness(goal(60), 0, 41.0 / 83.0);
    assert_fitness(goal(99), 0, 2.0 / 5.0);
    let approaching = [-1000, 0, 60, 90, 98, 99, 100].map(goal);
    assert!(approaching.windows(2).all(|pair| pair[1] < pair[0]), "{approaching:?}");
    assert!(approaching[6].is_covered());
    let plain = [-1000, 60, 99].map(|x| {
        let trace = subject.ran(|t| guarded(t, |t| hands_on(t, x)));
        subject.plain(&trace).block(subject.graph.block(MAIN, 1))
    });
    assert_eq!(plain, [Fitness::new(0, Distance::from(1)); 3]); // a plateau
}

#[test]
fn h2_what_is_handed_on_ten_times_still_has_a_gradient() {
    let links = 2..12;
    let mut bodies = vec![guard(), answer()];
    bodies.extend(links.clone().map(|_| FlowBuilder::new().exit(0)));
    let subject = Subject::new(&bodies, |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        for link in links.clone() {
            flags.function(graph, Function::new(link)).returns(0, OTHER)?;
        }
        Ok(())
    });
    fn chain(t: Caller<'_>, link: u32, x: i32) -> bool {
        if link == 12 {
            return is_hundred(t, x);
        }
        let f = t.enter(Function::new(link));
        chain(f.at(OTHER), link + 1, x)
    }
    let goal = |x| subject.goal(1, |t| guarded(t, |t| chain(t, 2, x)));
    // 41 / (41 + 1) for the call, and each link adds another 41 below.
    assert_fitness(goal(60), 0, 41.0 / (42.0 + 10.0 * 41.0));
    assert!(goal(99) < goal(98) && goal(98) < goal(60) && goal(100).is_covered());
}

/// A caller whose call is not made, or not known: with an infinite flag.
fn unknown() -> [Fitness; 4] {
    let subject = Subject::guard_and_check();
    [
        // The result is known from elsewhere: no call at all.
        subject.goal(1, |t| guarded(t, |_| false)),
        // The call is made at a site that has another name, or none.
        subject.goal(1, |t| {
            let f = t.enter(MAIN);
            f.decide(0, t.rules().flag(is_hundred(f.at(OTHER), 99)));
        }),
        subject.goal(1, |t| {
            let f = t.enter(MAIN);
            f.decide(0, t.rules().flag(is_hundred(f.caller(), 99)));
        }),
        // A function of which nothing is known is called.
        Subject::new(&[guard(), answer()], |graph, flags| {
            flags.function(graph, MAIN).decides(0, SITE).map(drop)
        })
        .goal(1, |t| guarded(t, |t| is_hundred(t, 99))),
    ]
}

#[test]
fn h3_never_entered_is_worse_than_any_number_of_levels_away() {
    // Of functions of which nothing is known, a flag keeps what was observed: K.
    assert_eq!(unknown(), [Fitness::new(0, Distance::from(1)); 4]);
    // The way to `return true` is this long: if .. { if .. { if .. { return true } } } return false
    for depth in [1, 2, 3, 50] {
        let body = (0..depth).fold(FlowBuilder::new().exit(depth).exit(depth + 1), |body, at| {
            body.branch(at, at + 1, depth + 1)
        });
        let subject = Subject::new(&[guard().call(0, 0, SITE, [CHECK]), body], |graph, flags| {
            flags.function(graph, MAIN).decides(0, SITE)?;
            flags.function(graph, CHECK).returns(depth, true)?.returns(depth + 1, false)?;
            Ok(())
        });
        let goal = subject.goal(1, |t| {
            guarded(t, |t| t.enter(CHECK).decide(0, t.rules().eq(i64::MIN, i64::MAX)));
        });
        // So far that the norm is all but 1.
        let expected = f64::from(depth - 1) + 1.0;
        assert!(
            goal.distance.get() <= expected && goal.distance.get() > expected - 1e-12,
            "{goal}"
        );
        // A call that is not made is as far as one that ended at its entry.
        let never = subject.goal(1, |t| guarded(t, |_| false));
        assert_eq!(never, Fitness::new(0, Distance::from(depth)));
        assert!(goal < never && goal.scalar() <= never.scalar());
    }
}

#[test]
fn h3_a_goal_that_is_one_level_away_is_not_nearer_than_before_if_a_call_is_never_entered() {
    // check: 0: if x == 100 { 1: if false { 2: return true } } 3: return false
    let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
    let subject = Subject::new(&[guard().call(0, 0, SITE, [CHECK]), body], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(2, true)?.returns(3, false)?;
        Ok(())
    });
    let asked =
        subject.goal(1, |t| guarded(t, |t| t.enter(CHECK).decide(0, t.rules().eq(99, 100))));
    assert_fitness(asked, 0, 5.0 / 3.0); // one level above 2 away
    let never = subject.goal(1, |t| guarded(t, |_| false));
    assert_eq!(never.distance, Distance::from(2)); // `if false` is one level above the entry's decision
    assert!(asked < never);
    // But still on this side of a goal that lies behind another decision.
    assert!(never < Fitness::new(1, Distance::ZERO));
}

#[test]
fn h4_of_what_is_unknown_an_infinite_part_counts_as_one_in_a_harmonic_mean_and_nothing_in_its_sum()
{
    let near = Distance::new(2.0 / 3.0).expect("positive");
    let harmonic = |unknown: usize| {
        let others = std::iter::repeat_n(Distance::INFINITE, unknown);
        Aggregation::Harmonic
            .of([near].into_iter().chain(others))
            .map(Distance::get)
            .expect("of some")
    };
    for unknown in 0..20 {
        assert_close(harmonic(unknown), (unknown as f64 + 1.0) * 2.0 / 3.0); // k / (3/2)
    }
    assert_eq!(Aggregation::Harmonic.of([Distance::INFINITE; 3]), Some(Distance::INFINITE));
    assert_eq!(Aggregation::Mean.of([near, Distance::INFINITE]), Some(Distance::INFINITE));
    assert_eq!(Aggregation::Min.of([near, Distance::INFINITE]), Some(near));
}

/// `0: if check(x), for each of these { 1 } 2`: whether one of them is 0.5.
fn halves(t: Caller<'_>, inputs: &[f64]) {
    let f = t.enter(MAIN);
    let mut any = false;
    for &x in inputs {
        any |= f.at(SITE).enter(CHECK).decide(0, t.rules().eq(x, 0.5));
    }
    f.decide(0, t.rules().flag(any));
}

#[test]
fn h4_a_call_that_is_infinitely_far_is_a_norm_of_one_and_no_sentinel() {
    let subject = Subject::guard_and_check();
    for order in [AggregationOrder::ActivationsFirst, AggregationOrder::RequiredFirst] {
        let of = |aggregation, inputs: &[f64]| {
            let gradient = FlagGradient::new().in_order(order).over_activations(aggregation);
            subject.goal_by(gradient, 1, |t| halves(t, inputs))
        };
        // 1.5 is 2 away, 2/3. What is not a number, and what is infinite, is infinitely far: the
        // norm is 1.
        for far in [f64::NAN, f64::INFINITY] {
            assert_fitness(of(Aggregation::Harmonic, &[1.5, far]), 0, 4.0 / 5.0); // 2 / (3/2 + 1)
            assert_fitness(of(Aggregation::Harmonic, &[far, 1.5, far, far]), 0, 8.0 / 9.0); // 4 / (3/2 + 3)
            assert_fitness(of(Aggregation::Mean, &[1.5, far]), 0, 5.0 / 6.0);
            assert_fitness(of(Aggregation::Sum, &[1.5, far]), 0, 5.0 / 3.0);
            assert_fitness(of(Aggregation::Harmonic, &[far]), 0, 1.0);
            assert_fitness(of(Aggregation::Min, &[far, 1.5]), 0, 2.0 / 3.0);
        }
        // As far as finite numbers go is hardly nearer.
        assert!(of(Aggregation::Harmonic, &[f64::MAX]) <= of(Aggregation::Harmonic, &[f64::NAN]));
    }
}

#[test]
fn h4_what_hands_on_an_unknown_call_is_as_far_as_a_plain_flag() {
    let subject = Subject::new(&[guard(), answer(), answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        // 0: if x == 1 { 1: return true } 2: return unknown()
        flags.function(graph, OUTER).returns(1, true)?.returns(2, OTHER)?;
        Ok(())
    });
    let outer = |t: Caller<'_>, x: i32| t.enter(OUTER).decide(0, t.rules().eq(x, 1));
    // The comparison is 3 away, 3/4; the norm of K is 1/2: 2 / (4/3 + 2).
    let goal = |aggregation| {
        let gradient = FlagGradient::new().over_required(aggregation);
        subject.goal_by(gradient, 1, |t| guarded(t, |t| outer(t, 3)))
    };
    assert_fitness(goal(Aggregation::Harmonic), 0, 3.0 / 5.0);
    assert_fitness(goal(Aggregation::Mean), 0, 5.0 / 8.0);
    assert_fitness(goal(Aggregation::Sum), 0, 5.0 / 4.0);
    assert_fitness(goal(Aggregation::Min), 0, 1.0 / 2.0);
}

#[test]
fn h4_a_call_of_a_function_of_which_nothing_is_known_changes_nothing_beside_one_that_is() {
    let subject = Subject::new(&[guard(), answer(), answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    for aggregation in
        [Aggregation::Harmonic, Aggregation::Mean, Aggregation::Sum, Aggregation::Min]
    {
        for order in [AggregationOrder::ActivationsFirst, AggregationOrder::RequiredFirst] {
            let gradient = FlagGradient::new()
                .over_activations(aggregation)
                .over_required(aggregation)
                .in_order(order);
            let goal = subject.goal_by(gradient, 1, |t| {
                let f = t.enter(MAIN);
                let other = f.at(SITE).enter(OUTER).decide(0, t.rules().eq(7, 8));
                f.decide(0, t.rules().flag(is_hundred(f.at(SITE), 97) || other));
            });
            assert_fitness(goal, 0, 4.0 / 5.0);
        }
    }
}
