//! Call trees with one fault each.

use crate::store::{Store, a, b, d, e, f, graph, lawful};
use sbst::execution::{Fact, Facts, Plane};
use sbst_conformance::{Violation, call_tree, complete_call_tree};

/// What the laws of call trees find after one thing was made wrong.
#[track_caller]
fn finds(fault: impl FnOnce(&mut Store), expected: &[Violation]) {
    let mut run = lawful();
    fault(&mut run);
    assert_eq!(&*call_tree(&graph(), &run), expected);
}

fn within(activation: u32, violation: Violation) -> Violation {
    Violation::InActivation { activation: a(activation), violation: Box::new(violation) }
}

#[test]
fn lawful_trees_have_none() {
    finds(|_| (), &[]);
    assert!(complete_call_tree(&graph(), &Store::default()).is_empty());
}

#[test]
fn activations_that_are_not_executions_are_found() {
    finds(
        |run| run.activations[2].distance.set(7, None),
        &[within(2, Violation::PartlyKnown { block: b(6), known: e(8), unknown: e(7) })],
    );
    let incomplete =
        Violation::Incomplete { branch: e(2), source_block: b(1), progress: 0, statements: 1 };
    finds(|run| run.activations[1].progress.set(1, 0), &[within(1, incomplete)]);
    finds(
        |run| run.activations[1] = Default::default(),
        &[within(1, Violation::NothingKnown { function: f(0) })],
    );
    let changed = Violation::ProgressChanged { block: b(1), first: Some(1), second: None };
    finds(|run| run.activations[1].progress.fickle = Some((1, 2, None)), &[within(1, changed)]);
    finds(|run| run.callee.set(2, 3), &[within(2, Violation::NoSuchFunction { function: f(3) })]);
}

#[test]
fn callers_that_come_later_are_found() {
    let later = |activation, caller| Violation::CallerNotBefore {
        activation: a(activation),
        caller: a(caller),
    };
    finds(|run| run.caller.set(2, 2), &[later(2, 2)]);
    finds(|run| run.caller.set(0, u32::MAX), &[later(0, u32::MAX)]);
}

#[test]
fn activations_without_a_function_are_found() {
    finds(|run| run.callee.set(1, None), &[Violation::NoCallee { activation: a(1), count: 3 }]);
    finds(|run| run.callee.set(3, 2), &[Violation::CalleeBeyond { activation: a(3), count: 3 }]);
    finds(
        |run| run.count.set((), u32::MAX),
        &[Violation::NoCallee { activation: a(3), count: u32::MAX }],
    );
}

#[test]
fn activations_that_know_what_they_called_are_found() {
    let knows =
        |activation, block| Violation::OtherFunction { activation: a(activation), block: b(block) };
    finds(|run| run.activations[1].progress.set(6, 1), &[knows(1, 6)]);
    finds(|run| run.activations[1].distance.set(8, 1.0), &[knows(1, 6)]);
    finds(|run| run.activations[2].progress.set(0, 2), &[knows(2, 0)]);
}

#[test]
fn activations_beyond_the_whole_are_found() {
    let within = |number, violation| Violation::InActivation {
        activation: a(number),
        violation: Box::new(violation),
    };
    let nearer = |distance, whole| {
        let parts = Some(d(distance));
        within(0, Violation::DistanceOfWhole { branch: e(4), parts, whole })
    };
    finds(|run| run.activations[0].distance.set(4, 2.0), &[nearer(2.0, Some(d(3.0)))]);
    finds(|run| run.all.distance.set(4, None), &[nearer(3.0, None)]);
    let further = Violation::ProgressOfWhole { block: b(1), parts: Some(1), whole: Some(0) };
    finds(|run| run.all.progress.set(1, 0), &[within(1, further)]);
}

#[test]
fn results_that_no_activation_set_are_found() {
    finds(|run| run.results = vec![(1, 1)], &[]);
    finds(
        |run| run.results = vec![(1, 6)],
        &[Violation::ResultElsewhere { activation: a(1), block: b(6) }],
    );
    finds(
        |run| run.results = vec![(1, 1), (1, 1)],
        &[Violation::ResultTwice { activation: a(1), block: b(1) }],
    );
}

/// As many as there can be, each of them wrong.
#[test]
fn after_very_many_violations_no_more_is_asked() {
    struct Endless;
    impl sbst::execution::Execution for Endless {
        fn branch_distance(&self, _: sbst::flow::Edge) -> Option<sbst::distance::Distance> {
            None
        }
        fn progress(&self, _: sbst::id::Block) -> Option<u32> {
            None
        }
    }
    impl Facts for Endless {
        fn knows(&self, fact: Fact) -> bool {
            matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
        }
        fn activation_count(&self) -> u32 {
            u32::MAX
        }
        fn callee(&self, activation: sbst::id::Activation) -> Option<sbst::id::Function> {
            (activation.number() < u32::MAX).then_some(f(0))
        }
        fn caller(
            &self,
            _: sbst::id::Activation,
        ) -> Option<(sbst::id::Activation, Option<sbst::id::CallSite>)> {
            None
        }
        fn results_in(
            &self,
            _: sbst::id::Activation,
            _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
        ) {
        }
    }
    let found = call_tree(&graph(), &Endless);
    assert!((10_000..10_100).contains(&found.len()));
}

#[test]
fn trees_that_change_are_found() {
    finds(
        |run| run.caller.fickle = Some((2, 2, None)),
        &[Violation::ActivationChanged { activation: a(2) }],
    );
    finds(
        |run| run.callee.fickle = Some((0, 2, Some(1))),
        &[Violation::ActivationChanged { activation: a(0) }],
    );
    finds(
        |run| run.count.fickle = Some(((), 2, Some(2))),
        &[Violation::ActivationCountChanged { before: 3, after: 2 }],
    );
}

#[test]
fn what_no_activation_saw_is_found() {
    let graph = graph();
    let mut run = lawful();
    assert!(complete_call_tree(&graph, &run).is_empty());
    run.all.progress.set(9, 0);
    run.all.distance.set(4, 2.0);
    assert!(call_tree(&graph, &run).is_empty());
    let expected = [
        Violation::ProgressOfWhole { block: b(9), parts: None, whole: Some(0) },
        Violation::DistanceOfWhole { branch: e(4), parts: Some(d(3.0)), whole: Some(d(2.0)) },
    ];
    assert_eq!(&*complete_call_tree(&graph, &run), expected);
}
