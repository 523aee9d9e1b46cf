//! What users do with stack traces: chains of causes, traces without lines, filters that keep state, executors behind pointers.

use super::goals::{
    CART_TOTAL, Class, Error, Frame, ITEM_PRICE, Method, Own, ShopCrash, Thrown, Traced, assert_all_close, crash, goals_of, locate,
    own, price_at, report, scalars, shop, total_at, traced,
};
use sbst::execution::{CallTree, Execution, StackTraces, WithStackTraces};
use sbst::fitness::crash::Crash;
use sbst::objective::Goals;
use sbst::objective::crash::{CrashGoal, StackGoal, crash_goals};
use std::collections::BTreeSet;

#[test]
fn each_link_of_a_chain_of_causes_is_a_trace_of_its_own() {
    let graph = shop();
    let goals = goals_of::<Traced>(&crash(&graph));
    let wrapper = Thrown::new(Error::Wrapped, [total_at(33)]);
    let cause = Thrown::new(Error::TextIndex, [price_at(12), total_at(31)]);
    let values = |chain: &[&Thrown]| {
        let mut run = traced(&graph, 1, 0);
        run.stack_traces.extend(chain.iter().copied().cloned());
        scalars(&goals, &graph, &run)
    };
    assert_eq!(values(&[&wrapper, &cause]), [0.0; 4]);
    assert_eq!(values(&[&cause, &wrapper]), [0.0; 4]);
    // The effect alone: another type. Price left out and total 2 lines off: norm(1 + 2/5) = 7/12.
    assert_all_close(&values(&[&wrapper]), &[0.0, 1.0, 7.0 / 12.0, 3.0]);
    // Who wants the effect finds it, too.
    let effect: ShopCrash = Crash::new(wrapper.clone(), |_| [(graph.block(CART_TOTAL, 1), 0)]).expect("in the shop");
    let mut run = traced(&graph, 1, 0);
    run.stack_traces = vec![wrapper, cause];
    assert_eq!(scalars(&goals_of(&effect), &graph, &run), [0.0; 4]);
}

#[test]
fn without_lines_a_crash_is_reproduced_from_the_entry_of_the_method() {
    let graph = shop();
    let stripped = [price_at(12), total_at(31)].map(|frame| Frame { line: None, ..frame });
    let entry = |frame: &Frame| [(graph.entry(if frame.class == Class::Cart { CART_TOTAL } else { ITEM_PRICE }), 0)];
    let crash = Crash::new(Thrown::new(Error::Index, stripped), entry).expect("in the shop");
    let mut goals = goals_of::<Own>(&crash);
    goals.push(StackGoal::new(7, crash));
    // The line is reached as soon as the method is called; the second call as soon as there is an item.
    assert_all_close(&scalars(&goals, &graph, &own(&graph, 0, 0)), &[0.0, 1.0, 1.0, 3.0, 2.0 - 1.0 - 1.0 / 3.0 + 1.0]);
    assert_eq!(scalars(&goals, &graph, &own(&graph, 1, 0)), [0.0, 1.0, 1.0, 3.0, 1.0]);
    assert_eq!(scalars(&goals, &graph, &own(&graph, 1, 3)), [0.0; 5]); // thrown at lines, which do not count

    // The other way around: lines are wanted, and those that were thrown have none: 1/2 each, norm(1).
    let mut run = traced(&graph, 1, 0);
    run.stack_traces.push(Thrown::new(Error::Index, stripped));
    assert_eq!(scalars(&goals_of(&super::goals::crash(&graph)), &graph, &run), [0.0, 0.0, 0.5, 0.5]);
}

#[test]
fn filters_may_keep_state() {
    let graph = shop();
    let hidden = BTreeSet::from([Class::Platform(62), Class::Platform(5)]);
    let mut removed = Vec::new();
    let kept = report().without(|frame| {
        let hide = hidden.contains(&frame.class);
        if hide {
            removed.push(frame.class);
        }
        hide
    });
    assert_eq!(removed, [Class::Platform(62), Class::Platform(5)]); // the innermost first
    assert_eq!(kept.frames, [price_at(12), total_at(31)]);
    // Only the second call on a line, and only where it was called.
    let mut seen = 0;
    let second = |_: &Frame| {
        seen += 1;
        seen == 2
    };
    assert_eq!(Thrown::new(Error::Index, [1, 2, 3].map(total_at)).without(second).frames, [1, 3].map(total_at));
    // So may whoever locates frames: each is asked once, the innermost first.
    let mut asked = Vec::new();
    let crash = Crash::new(kept.clone(), |frame| {
        asked.push(*frame);
        locate(&graph, frame)
    });
    assert_eq!(asked, kept.frames);
    assert_eq!(crash.map(|crash| crash.wanted().clone()), Ok(kept));
}

/// What the harness of this user needs of any executor.
trait Harness: Execution + CallTree + StackTraces<Error, Class, Method> {}
impl<X: Execution + CallTree + StackTraces<Error, Class, Method> + ?Sized> Harness for X {}

#[test]
fn executors_of_any_type_can_be_measured_behind_a_pointer() {
    let graph = shop();
    let crash = crash(&graph);
    let mut goals = Goals::<dyn Harness>::new();
    goals.extend(crash_goals(7, &crash));
    goals.push(CrashGoal::weighted_sum(7, crash.clone()));
    goals.push(StackGoal::new(7, crash.clone()));
    // The exceptions of an executor that keeps none itself lie beside it.
    let beside = vec![Thrown::new(Error::NullPointer, [price_at(12)])];
    let runs: [Box<dyn Harness>; 3] = [
        Box::new(own(&graph, 1, 0)),
        Box::new(own(&graph, 1, 3)),
        Box::new(WithStackTraces { stack_traces: beside, execution: own(&graph, 1, 3) }),
    ];
    let values: Vec<_> = runs.iter().map(|run| scalars(&goals, &graph, &**run)).collect();
    // 0 >= 3 is 4 away: norm(1 + 4/5) = 9/14.
    assert_all_close(&values[0], &[0.0, 1.0, 1.0, 3.0, 2.0 - 1.0 - 5.0 / 14.0 + 1.0]);
    assert_eq!(values[1], [0.0; 5]);
    // What lies beside counts, not what the executor has itself: another type, and total left out: norm(1).
    assert_eq!(values[2], [0.0, 1.0, 0.5, 3.0, 1.0]);

    let only_traces: &dyn StackTraces<Error, Class, Method> = &own(&graph, 1, 3);
    assert!(crash.has_thrown(only_traces) && crash.least_cost(only_traces).is_some_and(|cost| cost.get() == 0.0));
    let shared = std::rc::Rc::new(own(&graph, 0, 3));
    assert_eq!((crash.has_thrown(&shared), crash.least_cost(&shared)), (false, None));
}
