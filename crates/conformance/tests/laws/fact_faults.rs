//! Facts with one fault each.

use crate::store::{Store, b, d, e, f, graph, lawful, thrown};
use sbst::execution::{ExceptionKind, Facts, Partition, Thrown};
use sbst::id::Symbol;
use sbst_conformance::{
    ValuePlace, Violation, direct_calls, effects, exceptions, facts, infections, inputs,
    method_calls, outputs,
};

/// What the law of one fact finds after one thing was made wrong, and the door to all of
/// them, too.
#[track_caller]
fn finds(
    law: fn(&Store) -> sbst_conformance::Violations,
    fault: impl Fn(&mut Store),
    expected: &[Violation],
) {
    let run = || {
        let mut run = lawful();
        fault(&mut run);
        run
    };
    assert_eq!(&*law(&run()), expected);
    let all = facts(&graph(), &run() as &dyn Facts);
    assert_eq!(&*all, expected, "of all criteria");
}

#[test]
fn lawful_runs_have_none() {
    finds(|run| facts(&graph(), run), |_| (), &[]);
    assert!(facts(&graph(), &Store::default()).is_empty());
}

#[test]
fn direct_calls_beyond_all_calls_are_found() {
    let law = |run: &Store| direct_calls(&graph(), run);
    let within = |violation| Violation::InDirectCalls(Box::new(violation));
    let nearer = |branch, direct, whole| {
        let parts = Some(d(direct));
        within(Violation::DistanceOfWhole { branch: e(branch), parts, whole })
    };
    finds(law, |run| run.direct.distance.set(5, 6.0), &[nearer(5, 6.0, Some(d(7.0)))]);
    finds(law, |run| run.direct.distance.set(5, 9.0), &[]);
    finds(law, |run| run.direct.distance.set(3, 0.0), &[nearer(3, 0.0, None)]);
    let unknown = within(Violation::ProgressOfWhole { block: b(4), parts: Some(0), whole: None });
    // Only an exception leads to block 4, and the direct calls do not tell that it was taken.
    let no_way = within(Violation::NoWayIn { block: b(4) });
    finds(law, |run| run.direct.progress.set(4, 0), &[no_way, unknown]);
}

#[test]
fn direct_calls_are_an_execution() {
    let law = |run: &Store| direct_calls(&graph(), run);
    let within = |violation| Violation::InDirectCalls(Box::new(violation));
    let incomplete =
        Violation::Incomplete { branch: e(0), source_block: b(0), progress: 1, statements: 2 };
    finds(law, |run| run.direct.progress.set(0, 1), &[within(incomplete)]);
    finds(
        law,
        |run| run.direct.distance.set(6, 1.0),
        &[within(Violation::NothingTaken { block: b(2) })],
    );
}

#[test]
fn direct_evaluations_beyond_all_evaluations_are_found() {
    let law = |run: &Store| direct_calls(&graph(), run);
    fn both(run: &mut Store, count: u32) {
        for branch in [0, 1] {
            run.direct_evaluations.set(branch, count);
        }
    }
    let oftener = [0, 1].map(|branch| {
        let more = Violation::EvaluationsOfWhole { branch: e(branch), parts: 3, whole: 2 };
        Violation::InDirectCalls(Box::new(more))
    });
    finds(law, |run| both(run, 3), &oftener);
    // Both sides were taken: twice at least.
    let once = Violation::SeveralTaken { block: b(0), taken: 2 };
    finds(law, |run| both(run, 1), &[Violation::InDirectCalls(Box::new(once))]);
}

#[test]
fn calls_that_returned_but_were_not_made_are_found() {
    let law = |run: &Store| method_calls(&graph(), run);
    finds(law, |run| run.returned.set(2, ()), &[Violation::ReturnedNotCalled { function: f(2) }]);
    finds(law, |run| run.returned.set(0, None), &[]);
    finds(
        law,
        |run| run.called.fickle = Some((0, 2, None)),
        &[Violation::MethodCallsChanged { function: f(0) }],
    );
    finds(
        law,
        |run| run.returned.fickle = Some((0, 2, None)),
        &[Violation::MethodCallsChanged { function: f(0) }],
    );
}

#[test]
fn exceptions_that_do_not_agree_are_found() {
    let law = |run: &Store| exceptions(&graph(), run);
    let (named, other) = (thrown(1, ExceptionKind::Declared), thrown(1, ExceptionKind::Implicit));
    finds(law, |run| run.thrown.set(named, None), &[Violation::NotThrown { thrown: named }]);
    finds(law, |run| run.thrown.set(other, ()), &[Violation::NotNamedThrown { thrown: other }]);
    for near in [Thrown { exception: Symbol::new(1), ..named }, Thrown { function: f(2), ..named }]
    {
        finds(law, |run| run.thrown.set(near, ()), &[Violation::NotNamedThrown { thrown: near }]);
    }
    finds(
        law,
        |run| run.thrown.fickle = Some((named, 2, None)),
        &[Violation::ThrownChanged { thrown: named }],
    );
    finds(
        law,
        |run| run.named.fickle = Some((named, 2, None)),
        &[Violation::ThrownChanged { thrown: named }],
    );
    let outside = |run: &mut Store| {
        run.named.set(thrown(3, ExceptionKind::Explicit), ());
        run.thrown.set(thrown(3, ExceptionKind::Explicit), ());
    };
    finds(law, outside, &[Violation::NoSuchFunction { function: f(3) }]);
}

#[test]
fn values_that_no_function_returned_are_found() {
    let law = |run: &Store| outputs(&graph(), run);
    let place = ValuePlace::Output(f(1));
    let unknown = |known, unknown| Violation::ValuePartlyKnown { place, known, unknown };
    finds(
        law,
        |run| run.outputs.set((1, Partition::Zero), None),
        &[unknown(Partition::True, Partition::Zero)],
    );
    let nowhere = Violation::ValueNowhere { place, partition: Partition::Negative };
    finds(law, |run| run.outputs.set((1, Partition::Positive), 1.0), &[nowhere]);
    let changed = Violation::ValueChanged { place, partition: Partition::Zero };
    finds(law, |run| run.outputs.fickle = Some(((1, Partition::Zero), 2, None)), &[changed]);
    finds(law, |run| run.outputs.fickle = Some(((1, Partition::Zero), 2, Some(7.0))), &[]);
}

#[test]
fn values_that_no_argument_had_are_found() {
    let law = |run: &Store| inputs(&graph(), run);
    let place = ValuePlace::Input(f(0), 1);
    let nowhere = Violation::ValueNowhere { place, partition: Partition::Empty };
    finds(law, |run| run.inputs.set((0, 1, Partition::NonEmpty), 1.0), &[nowhere]);
    let partly = Violation::ValuePartlyKnown {
        place: ValuePlace::Input(f(0), 2),
        known: Partition::NonEmpty,
        unknown: Partition::True,
    };
    finds(law, |run| run.inputs.set((0, 2, Partition::NonEmpty), 1.0), &[partly]);
}

#[test]
fn arguments_and_mutants_that_are_not_listed_are_found() {
    let mut run = lawful();
    run.is_unlisted = true;
    let unlisted = Violation::ArgumentNotListed { function: f(0), argument: 1 };
    assert_eq!(&*facts(&graph(), &run), [unlisted]);
    // Mutants below a listed one.
    let mut run = lawful();
    run.infections.fickle = Some((1, 0, Some(3.0)));
    let unlisted = Violation::MutantNotListed { mutant: sbst::id::Mutant::new(1) };
    assert_eq!(&*infections(&run), [unlisted]);
}

#[test]
fn effects_that_change_are_found() {
    let law = |run: &Store| effects(run);
    let changed = Violation::EffectChanged { mutant: sbst::id::Mutant::new(2) };
    finds(law, |run| run.effects.fickle = Some((2, 2, Some(0.25))), &[changed]);
}

#[test]
fn infections_that_change_are_found() {
    let law = |run: &Store| infections(run);
    let changed = Violation::InfectionChanged { mutant: sbst::id::Mutant::new(2) };
    finds(law, |run| run.infections.fickle = Some((2, 2, Some(3.0))), &[changed]);
}
