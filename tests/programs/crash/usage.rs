//! What users do with stack traces: chains of causes, traces without lines, filters that keep
//! state, executors behind pointers.

use super::goals::{
    CART_TOTAL, Class, Error, Frame, ITEM_PRICE, Method, Own, ShopCrash, Thrown, Traced,
    assert_all_close, crash, goals_of, locate, own, price_at, report, scalars, shop, total_at,
    traced,
};
use sbst::execution::{
    Execution, Facts, On, Record, StackFrame, StackTrace, StackTraces, Trace, WithStackTraces,
};
use sbst::fitness::Fitness;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer, Target};
use sbst::fitness::crash::{
    Crash, CrashError, STDistance, Similarity, StackSummary, Stage, WeightedSum,
};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::objective::crash::{CrashGoal, CrashPart, crash_goals};
use sbst::objective::{Goal, Goals, Needs, Observed, from_fn};
use std::collections::BTreeSet;

#[test]
fn each_link_of_a_chain_of_causes_is_a_trace_of_its_own() {
    let graph = shop();
    let goals = goals_of::<Traced>(&crash(&graph));
    let wrapper = Thrown::new(Error::Wrapped, [total_at(33)]);
    let cause = Thrown::new(Error::TextIndex, [price_at(12), total_at(31)]);
    let values = |chain: &[&Thrown]| {
        let mut run = traced(&graph, 1, 0);
        run.extra.extend(chain.iter().copied().cloned());
        scalars(&goals, &graph, &run)
    };
    assert_eq!(values(&[&wrapper, &cause]), [0.0; 4]);
    assert_eq!(values(&[&cause, &wrapper]), [0.0; 4]);
    // The effect alone: another type. Price left out and total 2 lines off: norm(1 + 2/5) = 7/12.
    assert_all_close(&values(&[&wrapper]), &[0.0, 1.0, 7.0 / 12.0, 3.0]);
    // Whoever wants the effect finds it, too.
    let effect: ShopCrash =
        Crash::new(wrapper.clone(), |_| [graph.block(CART_TOTAL, 1).statement(0)])
            .expect("in the shop");
    let mut run = traced(&graph, 1, 0);
    run.extra = vec![wrapper, cause];
    assert_eq!(scalars(&goals_of(&effect), &graph, &run), [0.0; 4]);
}

#[test]
fn without_lines_a_crash_is_reproduced_from_the_entry_of_the_method() {
    let graph = shop();
    let stripped = [price_at(12), total_at(31)].map(|frame| Frame { line: None, ..frame });
    let entry = |frame: &Frame| {
        [graph.entry(if frame.class == Class::Cart { CART_TOTAL } else { ITEM_PRICE }).statement(0)]
    };
    let crash = Crash::new(Thrown::new(Error::Index, stripped), entry).expect("in the shop");
    let mut goals = goals_of::<Own>(&crash);
    goals.push(CrashGoal::new(7, CrashPart::Stack, crash));
    // The line is reached as soon as the method is called; the second call as soon as there is an
    // item.
    assert_all_close(
        &scalars(&goals, &graph, &own(&graph, 0, 0)),
        &[0.0, 1.0, 1.0, 3.0, 2.0 - 1.0 - 1.0 / 3.0 + 1.0],
    );
    assert_eq!(scalars(&goals, &graph, &own(&graph, 1, 0)), [0.0, 1.0, 1.0, 3.0, 1.0]);
    assert_eq!(scalars(&goals, &graph, &own(&graph, 1, 3)), [0.0; 5]); // thrown at lines, which do not count

    // The other way around: lines are wanted, and those that were thrown have none: 1/2 each,
    // norm(1).
    let mut run = traced(&graph, 1, 0);
    run.extra.push(Thrown::new(Error::Index, stripped));
    assert_eq!(
        scalars(&goals_of(&super::goals::crash(&graph)), &graph, &run),
        [0.0, 0.0, 0.5, 0.5]
    );
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
    assert_eq!(
        Thrown::new(Error::Index, [1, 2, 3].map(total_at)).without(second).frames,
        [1, 3].map(total_at)
    );
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
trait Harness: Facts + StackTraces<Error, Class, Method> {}
impl<X: Facts + StackTraces<Error, Class, Method> + ?Sized> Harness for X {}

#[test]
fn executors_of_any_type_can_be_measured_behind_a_pointer() {
    let graph = shop();
    let crash = crash(&graph);
    let mut goals = Goals::<dyn Harness>::new();
    goals.extend(crash_goals(7, &crash));
    goals.push(CrashGoal::new(7, CrashPart::WeightedSum, crash.clone()));
    goals.push(CrashGoal::new(7, CrashPart::Stack, crash.clone()));
    // The exceptions of an executor that keeps none itself lie beside it.
    let beside = vec![Thrown::new(Error::NullPointer, [price_at(12)])];
    let runs: [Box<dyn Harness>; 3] = [
        Box::new(own(&graph, 1, 0)),
        Box::new(own(&graph, 1, 3)),
        Box::new(WithStackTraces { extra: beside, execution: own(&graph, 1, 3) }),
    ];
    let values: Vec<_> = runs.iter().map(|run| scalars(&goals, &graph, &**run)).collect();
    // 0 >= 3 is 4 away: norm(1 + 4/5) = 9/14.
    assert_all_close(&values[0], &[0.0, 1.0, 1.0, 3.0, 2.0 - 1.0 - 5.0 / 14.0 + 1.0]);
    assert_eq!(values[1], [0.0; 5]);
    // What lies beside counts, not what the executor has itself: another type, and total left out:
    // norm(1).
    assert_eq!(values[2], [0.0, 1.0, 0.5, 3.0, 1.0]);

    let only_traces: &dyn StackTraces<Error, Class, Method> = &own(&graph, 1, 3);
    assert!(
        crash.has_thrown(only_traces)
            && crash.least_cost(only_traces).is_some_and(|cost| cost.get() == 0.0)
    );
    let shared = std::rc::Rc::new(own(&graph, 0, 3));
    assert_eq!((crash.has_thrown(&shared), crash.least_cost(&shared)), (false, None));
}

#[test]
fn a_recorder_that_goals_make_records_calls_one_by_one_iff_one_of_them_asks() {
    let graph = shop();
    let counts = |goals: &Goals<Traced>| {
        let trace = goals.trace(&graph);
        drop(trace.root().enter(CART_TOTAL));
        let (count, check) = (trace.activation_count(), trace.check());
        (count, check.is_ok())
    };
    let mut goals = Goals::<Traced>::new();
    goals.extend(crash_goals(0, &crash(&graph)));
    assert_eq!(counts(&goals), (0, false));
    let stack = goals.push(Box::new(CrashGoal::new(0, CrashPart::Stack, crash(&graph)))).id();
    assert_eq!(counts(&goals), (1, true));
    assert_eq!(goals.scalar(stack, Fitness::NEVER), 3.0); // not measured: as far as it goes, with two frames
    goals.replace(CrashGoal::new(0, CrashPart::Stack, crash(&graph)));
    assert_eq!(counts(&goals), (1, true));
    let silent =
        from_fn(Goal::Crash(0, CrashPart::Stack), Needs::nowhere(), |_: &Observed<'_, Traced>| {
            Fitness::COVERED
        });
    goals.replace(silent);
    assert_eq!(counts(&goals), (0, false));
    let mut late = Trace::new(&graph);
    goals.replace(CrashGoal::new(0, CrashPart::Stack, crash(&graph)));
    goals.fit(&mut late, &graph).expect("it has grown");
    drop(late.root().enter(CART_TOTAL));
    assert_eq!((late.activation_count(), late.check()), (1, Ok(())));
}

#[test]
fn a_reset_forgets_what_ran_and_what_was_thrown() {
    let graph = shop();
    let mut run = traced(&graph, 1, 7);
    assert!(!run.extra.is_empty() && run.progress(graph.entry(CART_TOTAL)).is_some());
    run.reset();
    assert!(run.extra.is_empty() && run.progress(graph.entry(CART_TOTAL)).is_none());
}

/// A line with three statements in one block, each of which may throw.
#[test]
fn block_coverage_breaks_ties_for_all_statements_of_the_line() {
    let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 4).exit(0)).expect("legal");
    let entry = graph.entry(CART_TOTAL);
    let wanted = Thrown::new(Error::Index, [total_at(31)]);
    let crash: ShopCrash =
        Crash::new(wanted, |_| [entry.statement(2), entry.statement(3)]).expect("located");
    let came = |statements| {
        let trace = Trace::new(&graph);
        trace.root().enter(CART_TOTAL).done(0, statements);
        BlockSummary::of(&graph, &trace)
    };
    let mut coverage = BlockCoverage::new();
    let mut nearer =
        |a, b| coverage.compare(&graph, Target::Line(crash.statements()), &came(a), &came(b));
    assert_eq!(nearer(0, 1), Nearer::Second(1));
    assert_eq!(nearer(2, 0), Nearer::First(2));
    assert_eq!(nearer(2, 3), Nearer::Neither); // both reach the line
}

#[test]
fn traces_become_those_of_other_identifiers() {
    let text = String::from("Bug at Cart.total");
    let (bug, class) = (&text[..3], &text[7..11]);
    let read =
        StackTrace::new(bug, [StackFrame::new(class, 1_u8).at(3), StackFrame::new(class, 2)]);
    let owned = read
        .map(str::to_owned, |frame| StackFrame::new(frame.class.len(), u64::from(frame.method)));
    drop(text);
    assert_eq!(
        owned,
        StackTrace::new("Bug".to_owned(), [StackFrame::new(4, 1), StackFrame::new(4, 2)])
    );
}

#[test]
fn everything_goes_anywhere() {
    fn shared<T: Send + Sync + Clone + std::fmt::Debug + 'static>() {}
    shared::<(ShopCrash, CrashGoal<Error, Class, Method>, CrashGoal<Error, Class, Method>)>();
    shared::<(Thrown, WithStackTraces<Record, &'static str>, Crash<String>, CrashError)>();
    shared::<(WeightedSum, STDistance, StackSummary, Stage, Similarity, CrashPart, On<'static, str>)>(
    );
    fn error<T: std::error::Error>(_: T) {}
    error(CrashError::NoFrames);
}
