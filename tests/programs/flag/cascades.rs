//! Flags of flags: functions that hand on the result of a call, or of its contrary, and functions
//! that call themselves.

use super::subjects::{
    CHECK, MAIN, OTHER, OUTER, SITE, Subject, answer, answered, assert_close, assert_fitness,
    guard, guarded, is_below, is_hundred,
};
use sbst::distance::{Aggregation, Distance, Rules};
use sbst::execution::{CallTreeLimits, Caller, Facts, Trace};
use sbst::fitness::Fitness;
use sbst::fitness::flag::{AggregationOrder, Condition, FlagGradient, Returns};
use sbst::flow::{FlowBuilder, Outcome};
use sbst::id::Function;

/// `0: if ask() { 1: return true } 2: return false`
fn cascade(t: Caller<'_>, function: Function, ask: impl FnOnce(Caller<'_>) -> bool) -> bool {
    let f = t.enter(function);
    f.decide(0, t.rules().flag(ask(f.at(SITE))))
}

#[test]
fn each_function_between_normalises_once_more() {
    let middle = Function::new(3);
    let subject = Subject::new(&[guard(), answer(), answer(), answer()], |graph, flags| {
        for function in [MAIN, OUTER, middle] {
            flags.function(graph, function).decides(0, SITE)?;
        }
        for function in [CHECK, OUTER, middle] {
            flags.function(graph, function).returns(1, true)?.returns(2, false)?;
        }
        Ok(())
    });
    // 41 away: 41/42 in `is_hundred`, 41/83 in whoever asks it, 41/124 in whoever asks that.
    let one = subject.goal(1, |t| guarded(t, |t| is_hundred(t, 60)));
    assert_fitness(one, 0, 41.0 / 42.0);
    let two = subject.goal(1, |t| guarded(t, |t| cascade(t, OUTER, |t| is_hundred(t, 60))));
    assert_fitness(two, 0, 41.0 / 83.0);
    assert_close(two.scalar(), 41.0 / 124.0);
    let three = |x| {
        subject.goal(1, |t| {
            guarded(t, |t| cascade(t, OUTER, |t| cascade(t, middle, |t| is_hundred(t, x))));
        })
    };
    assert_fitness(three(60), 0, 41.0 / 124.0);
    assert_close(three(60).scalar(), 41.0 / 165.0);
    assert!(three(99) < three(98) && three(101) < three(60) && three(100).is_covered());
}

/// ```text
/// 0: if gate > 0 { 1: if is_hundred(x) { 2: if x % 2 == 1 { 3: return true } } } 4: return false
/// ```
fn gated(t: Caller<'_>, gate: i32, x: i32, odd: i32) -> bool {
    let (f, rules) = (t.enter(OUTER), t.rules());
    f.decide(0, rules.gt(gate, 0))
        && f.decide(1, rules.flag(is_hundred(f.at(OTHER), x)))
        && f.decide(2, rules.eq(odd % 2, 1))
}

#[test]
fn the_part_of_a_cell_is_measured_where_its_level_is() {
    let body = FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 4).branch(2, 3, 4).exit(3).exit(4);
    let subject = Subject::new(&[guard(), answer(), body], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, OUTER).decides(1, OTHER)?.returns(3, true)?.returns(4, false)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    let goal = |gate, x, odd| subject.goal(1, |t| guarded(t, |t| gated(t, gate, x, odd)));
    // -4 > 0 is 5 away, and two decisions follow: 2 + 5/6.
    let closed = goal(-4, 60, 4);
    assert_fitness(closed, 0, 17.0 / 6.0);
    // The flag is 41/42 away, which is not a distance like any other: its norm is the part, and one
    // decision follows: 1 + 41/83.
    let flag = goal(1, 60, 4);
    assert_fitness(flag, 0, 124.0 / 83.0);
    // 0 == 1 is 2 away: 2/3.
    let last = goal(1, 100, 4);
    assert_fitness(last, 0, 2.0 / 3.0);
    assert!(goal(1, 100, 3).is_covered() && last < flag && flag < closed);
    assert!(goal(1, 99, 4) < flag && goal(0, 60, 4) < closed);
}

#[test]
fn negated_flags_lead_to_the_contrary() {
    // 0: if !is_below(x) { 1 } 2
    let subject = Subject::new(&[guard(), answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, !Condition::call(SITE))?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    let goal = |x| subject.goal(1, |t| guarded(t, |t| !is_below(t, x)));
    assert_fitness(goal(90), 0, 11.0 / 12.0); // 90 >= 100 is 11 away
    assert_fitness(goal(99), 0, 2.0 / 3.0);
    assert!(goal(100).is_covered());
    // The other side, from 103: 103 < 100 is 4 away.
    let trace = subject.ran(|t| guarded(t, |t| !is_below(t, 103)));
    let other = subject.graph.branches_of(subject.graph.entry(MAIN)).nth(1).expect("two sides");
    assert_fitness(subject.refined(FlagGradient::new(), &trace).branch(other), 0, 4.0 / 5.0);
}

#[test]
fn returning_the_contrary_of_a_call_asks_for_the_contrary() {
    // not_below: 0: return !is_below(x)
    let subject = Subject::new(&[guard(), answer(), FlowBuilder::new().exit(0)], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, OUTER).returns(0, Returns::negated(OTHER))?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    let not_below = |t: Caller<'_>, x| {
        let f = t.enter(OUTER);
        !is_below(f.at(OTHER), x)
    };
    let goal = |x| subject.goal(1, |t| guarded(t, |t| not_below(t, x)));
    // 90 >= 100 is 11 away: 11/12 for its caller, and handed on the norm of that, 11/23.
    assert_fitness(goal(90), 0, 11.0 / 23.0);
    assert_close(goal(90).scalar(), 11.0 / 34.0);
    assert!(goal(99) < goal(98) && goal(100).is_covered());
}

/// `0: if ready > 0 { 1: return is_hundred(x) } 2: return false`
fn ready(t: Caller<'_>, ready: i32, x: i32) -> bool {
    let f = t.enter(OUTER);
    f.decide(0, t.rules().gt(ready, 0)) && is_hundred(f.at(OTHER), x)
}

#[test]
fn an_exit_that_hands_on_a_call_is_nearer_once_it_is_reached() {
    let subject = |negated| {
        Subject::new(&[guard(), answer(), answer()], |graph, flags| {
            let mut main = flags.function(graph, MAIN);
            if negated {
                main.decides(0, !Condition::call(SITE))?
            } else {
                main.decides(0, SITE)?
            };
            flags.function(graph, OUTER).returns(1, OTHER)?.returns(2, false)?;
            flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
            Ok(())
        })
    };
    let goal = |gate, x| subject(false).goal(1, |t| guarded(t, |t| ready(t, gate, x)));
    // Not entered: one level above -3 > 0, which is 4 away: 1 + 4/5.
    assert_fitness(goal(-3, 60), 0, 9.0 / 5.0);
    assert_close(goal(-3, 60).scalar(), 9.0 / 14.0);
    assert_fitness(goal(0, 100), 0, 3.0 / 2.0); // 1 away
    // Entered: the norm of the flag's own 41/42.
    assert_fitness(goal(1, 60), 0, 41.0 / 83.0);
    assert!(goal(1, -2_000_000_000) < goal(0, 100));
    assert!(goal(1, 100).is_covered());

    // To be false after it was true: 5 <= 0 is 6 away, 6/7; or 100 != 100, which is 1 away: 1/2
    // there, the norm of 1/2 here.
    for (aggregation, expected) in [
        (Aggregation::Harmonic, 12.0 / 25.0), // 2 / (7/6 + 3)
        (Aggregation::Min, 1.0 / 3.0),
        (Aggregation::Mean, 25.0 / 42.0),
    ] {
        for order in [AggregationOrder::ActivationsFirst, AggregationOrder::RequiredFirst] {
            let gradient = FlagGradient::new().over_required(aggregation).in_order(order);
            let value = subject(true).goal_by(gradient, 1, |t| guarded(t, |t| !ready(t, 5, 100)));
            assert_fitness(value, 0, expected);
        }
    }
}

const EVEN: Function = CHECK;
const ODD: Function = OUTER;

/// `0: if n == 0 { 1: return true } 2: return is_odd(n - 1)`
fn is_even(t: Caller<'_>, n: u32) -> bool {
    let f = t.enter(EVEN);
    f.decide(0, t.rules().eq(n, 0)) || is_odd(f.at(SITE), n - 1)
}

/// `0: if n == 0 { 1: return false } 2: return is_even(n - 1)`
fn is_odd(t: Caller<'_>, n: u32) -> bool {
    let f = t.enter(ODD);
    !f.decide(0, t.rules().eq(n, 0)) && is_even(f.at(SITE), n - 1)
}

#[test]
fn functions_that_call_each_other_are_followed_call_by_call() {
    let subject = Subject::new(&[guard(), answer(), answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, EVEN).returns(1, true)?.returns(2, SITE)?;
        flags.function(graph, ODD).returns(1, false)?.returns(2, SITE)?;
        Ok(())
    });
    let goal = |n| subject.goal(1, |t| guarded(t, |t| is_even(t, n)));
    // is_odd(0) can be true only where it calls on: one level above 0 != 0, which is 1 away: 3/2.
    // is_even(1) is true if 1 == 0, 2 away, 2/3; or by that call, norm(3/2) = 3/5.
    assert_fitness(goal(1), 0, 12.0 / 19.0); // 2 / (3/2 + 5/3)
    // is_odd(2): norm(12/19) = 12/31. is_even(3): 3 == 0, 4/5; or norm(12/31) = 12/43.
    assert_fitness(goal(3), 0, 12.0 / 29.0); // 2 / (5/4 + 43/12)
    assert_close(goal(3).scalar(), 12.0 / 41.0);
    assert!([0, 2, 4].map(goal).iter().all(|value| value.is_covered()));
    // 200 levels of it end, too; beyond the limits of the tree calls merge.
    assert!(
        [201, 1001].map(goal).iter().all(|value| value.level == 0
            && value.distance.get().is_finite()
            && !value.is_covered())
    );
}

/// A node of a tree.
struct Node {
    key: i32,
    children: Vec<Node>,
}

/// ```text
/// 0: if key == wanted { 1: return true }  2: while more children { 3: if search(child) { 4: return true } }  5: return false
/// ```
fn search(t: Caller<'_>, node: &Node, wanted: i32) -> bool {
    let (f, rules) = (t.enter(CHECK), t.rules());
    if f.decide(0, rules.eq(node.key, wanted)) {
        return true;
    }
    let mut children = node.children.iter();
    while f.decide(2, rules.flag(children.len() > 0)) {
        let child = children.next().expect("one more");
        if f.decide(3, rules.flag(search(f.at(SITE), child, wanted))) {
            return true;
        }
    }
    false
}

#[test]
fn a_search_in_a_tree_is_as_near_as_its_nodes_let_it_be() {
    let body =
        FlowBuilder::new().branch(0, 1, 2).exit(1).branch(2, 3, 5).branch(3, 4, 2).exit(4).exit(5);
    let subject = Subject::new(&[guard(), body], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags
            .function(graph, CHECK)
            .decides(3, SITE)?
            .returns(1, true)?
            .returns(4, true)?
            .returns(5, false)?;
        Ok(())
    });
    let leaf = |key| Node { key, children: vec![] };
    let found = |tree: &Node, wanted| subject.goal(1, |t| guarded(t, |t| search(t, tree, wanted)));
    // A leaf with key 4 is 2 away from 5: 2/3; and one level above having a child: 3/2.
    assert_fitness(found(&leaf(4), 5), 0, 12.0 / 13.0); // 2 / (3/2 + 2/3)
    // Leaves 4 and 7. The keys: 2/3 and 3/4, 2 / (3/2 + 4/3) = 12/17. Their children: 3/2. Together
    // 2 / (17/12 + 2/3) = 24/25. The root with key 10 is 6 away: 6/7. Its children: norm(24/25) =
    // 24/49.
    let tree = Node { key: 10, children: vec![leaf(4), leaf(7)] };
    assert_fitness(found(&tree, 5), 0, 48.0 / 77.0); // 2 / (7/6 + 49/24)
    assert!(
        [10, 4, 7]
            .map(|wanted| found(&tree, wanted))
            .iter()
            .all(|value| *value == Fitness::COVERED)
    );
    // A nearer leaf is a nearer tree.
    let nearer = Node { key: 10, children: vec![leaf(4), leaf(6)] };
    assert!(found(&nearer, 5) < found(&tree, 5));
}

#[test]
fn beyond_the_depth_of_the_tree_a_function_that_calls_itself_is_one_call() {
    let body =
        FlowBuilder::new().branch(0, 1, 2).exit(1).branch(2, 3, 5).branch(3, 4, 2).exit(4).exit(5);
    let subject = Subject::new(&[guard(), body], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags
            .function(graph, CHECK)
            .decides(3, SITE)?
            .returns(1, true)?
            .returns(4, true)?
            .returns(5, false)?;
        Ok(())
    });
    let trace = Trace::new(&subject.graph).with_rules(Rules::TRACEY);
    let trace = trace.with_call_tree(CallTreeLimits { depth: 1, ..CallTreeLimits::NONE });
    let tree = Node { key: 10, children: [4, 7].map(|key| Node { key, children: vec![] }).into() };
    guarded(trace.root(), |t| search(t, &tree, 5));
    assert_eq!(trace.activation_count(), 2);
    // The nearest key is 2 away, 2/3. Of its own calls nothing is known: the norm of K, 1/2. 2 /
    // (3/2 + 2).
    let table = subject.refined(FlagGradient::new(), &trace);
    assert_fitness(table.block(subject.graph.block(MAIN, 1)), 0, 4.0 / 7.0);
}

#[test]
fn a_site_that_calls_different_functions_asks_each_for_its_own_branches() {
    // The interface of `is_hundred` has another implementation: 0: if x == 1 { 1: return true } 2:
    // return false
    let subject = Subject::new(&[guard(), answer(), answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        for function in [CHECK, OUTER] {
            flags.function(graph, function).returns(1, true)?.returns(2, false)?;
        }
        Ok(())
    });
    let goal = |gradient| {
        subject.goal_by(gradient, 1, |t| {
            let f = t.enter(MAIN);
            assert!(!is_hundred(f.at(SITE), 99)); // 2 away: 2/3
            assert!(!answered(f.at(SITE), OUTER, t.rules().eq(4, 1))); // 4 away: 4/5
            assert!(!is_hundred(f.at(SITE), 98)); // 3 away: 3/4
            f.decide(0, t.rules().flag(false));
        })
    };
    let of = |order| FlagGradient::new().in_order(order);
    // The harmonic mean of 2/3 and 3/4 is 12/17, and that of 12/17 and 4/5 is 2 / (17/12 + 5/4).
    assert_fitness(goal(of(AggregationOrder::ActivationsFirst)), 0, 3.0 / 4.0);
    // Each has one branch: 3 / (3/2 + 5/4 + 4/3).
    assert_fitness(goal(of(AggregationOrder::RequiredFirst)), 0, 36.0 / 49.0);
    // The mean of 2/3 and 3/4 is less than 4/5; or the mean of all three.
    let of = |order| of(order).over_activations(Aggregation::Mean).over_required(Aggregation::Min);
    assert_fitness(goal(of(AggregationOrder::ActivationsFirst)), 0, 17.0 / 24.0);
    assert_fitness(goal(of(AggregationOrder::RequiredFirst)), 0, 133.0 / 180.0);
}

#[test]
fn a_selection_by_the_result_of_a_call_is_a_flag_branch_by_branch() {
    // 0: match is_hundred(x) { true => 1, _ => 2 }
    let body = FlowBuilder::new().case(0, 1, 1).default(0, 2).exit(1).exit(2);
    let subject = Subject::new(&[body, answer()], |graph, flags| {
        let mut main = flags.function(graph, MAIN);
        main.branch(0, Outcome::Case(1), SITE, true)?.branch(0, Outcome::Default, SITE, false)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    let goal = |block, x| {
        subject.goal(block, |t| {
            let f = t.enter(MAIN);
            f.switch(0, i64::from(is_hundred(f.at(SITE), x)));
        })
    };
    assert_fitness(goal(1, 60), 0, 41.0 / 42.0);
    assert!(goal(2, 60).is_covered() && goal(1, 100).is_covered());
    assert_fitness(goal(2, 100), 0, 1.0 / 2.0); // 100 != 100 is 1 away
}

#[test]
fn what_no_branch_decides_is_as_far_as_was_observed() {
    // 0: return true, in a function that is to return false; and one of which the other exit is not
    // known.
    for known in [0, 1] {
        let bodies = [guard(), if known == 0 { FlowBuilder::new().exit(0) } else { answer() }];
        let subject = Subject::new(&bodies, |graph, flags| {
            flags.function(graph, MAIN).decides(0, !Condition::call(SITE))?;
            let mut check = flags.function(graph, CHECK);
            check.returns(known, true)?;
            if known == 1 {
                check.returns(2, Returns::Unknown)?;
            }
            Ok(())
        });
        let goal = subject.goal(1, |t| {
            guarded(t, |t| {
                let f = t.enter(CHECK);
                if known == 1 {
                    f.decide(0, t.rules().flag(true));
                }
                false
            });
        });
        assert_eq!(goal, Fitness::new(0, Distance::from(1))); // K
    }
}

#[test]
fn an_exit_that_an_exception_keeps_from_being_reached_is_between_both_sides() {
    // 0: if ready > 0 { 1: may throw; 2: return is_hundred(x) } 3: return false
    let body = FlowBuilder::new().branch(0, 1, 3).statements(1, 1).jump(1, 2).exit(2).exit(3);
    let subject = Subject::new(&[guard(), answer(), body], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, OUTER).returns(2, OTHER)?.returns(3, false)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    let goal = |ready: i32, step: Result<(), ()>, x: i32| {
        subject.goal(1, |t| {
            guarded(t, |t| {
                let f = t.enter(OUTER);
                f.decide(0, t.rules().gt(ready, 0))
                    && f.tried(1, step).is_ok()
                    && is_hundred(f.at(OTHER), x)
            });
        })
    };
    let thrown = goal(1, Err(()), 100);
    assert_fitness(thrown, 0, 1.0); // one level above a block of which the decision was right
    assert!(goal(1, Ok(()), i32::MIN) < thrown && thrown < goal(0, Ok(()), 100));
    assert!(goal(1, Ok(()), 100).is_covered());
}
