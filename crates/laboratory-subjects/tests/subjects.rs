//! What the README promises of the subjects.

use sbst_laboratory::subject::{Subject, Suite};
use sbst_laboratory_subjects::audit::{Audit, audit, hash};
use sbst_laboratory_subjects::{packages, suite};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Random executions of each subject.
const EXECUTIONS: u32 = 300;

fn subjects() -> &'static Suite {
    static SUITE: OnceLock<Suite> = OnceLock::new();
    SUITE.get_or_init(|| suite().expect("names differ"))
}

/// Audits of all subjects, in their order.
fn audits() -> &'static [Audit] {
    static AUDITS: OnceLock<Vec<Audit>> = OnceLock::new();
    AUDITS.get_or_init(|| {
        let audit = |subject: &dyn Subject| {
            audit(subject, EXECUTIONS, 7)
                .unwrap_or_else(|error| panic!("{}: {error}", subject.name()))
        };
        subjects().iter().map(audit).collect()
    })
}

/// Returns the names of the subjects whose audit is so.
fn names(is: impl Fn(&Audit) -> bool) -> Vec<&'static str> {
    let rows = subjects().iter().zip(audits());
    rows.filter(|(_, audit)| is(audit)).map(|(subject, _)| subject.name()).collect()
}

#[test]
fn usages_fit_their_shapes() {
    for subject in subjects().iter() {
        let odd: Vec<_> =
            subject.usages().iter().filter(|usage| !subject.shape().fits(usage)).collect();
        assert!(odd.is_empty(), "{}: {odd:?}", subject.name());
        assert!(
            (4..=12).contains(&subject.usages().len()),
            "{} has {} usages",
            subject.name(),
            subject.usages().len()
        );
    }
}

#[test]
fn executions_are_the_same_when_they_are_repeated() {
    for (subject, first) in subjects().iter().zip(audits()) {
        let again = hash(subject, EXECUTIONS, 7).expect("executed before");
        assert_eq!(first.hash, again, "{}", subject.name());
    }
}

#[test]
fn no_subject_is_trivial() {
    assert_eq!(names(|audit| audit.branches < 8), Vec::<&str>::new());
    assert_eq!(names(|audit| audit.covered_early == audit.branches), Vec::<&str>::new());
    assert_eq!(names(|audit| audit.entered.is_empty()), Vec::<&str>::new());
}

#[test]
fn there_are_as_many_subjects_and_crates_as_promised() {
    assert!(subjects().len() >= 90);
    let used: BTreeSet<_> =
        subjects().iter().filter_map(|subject| subject.name().split("::").next()).collect();
    let listed: BTreeSet<_> = packages().map(|package| package.name.replace('-', "_")).collect();
    assert!(used.iter().eq(&listed), "{used:?} {listed:?}");
    assert!(listed.len() >= 45);
}

#[test]
fn there_are_as_many_of_each_kind_as_promised() {
    let shapes = || subjects().iter().map(Subject::shape);
    assert!(shapes().filter(|shape| shape.callees().is_some()).count() >= 17);
    assert!(shapes().filter(|shape| shape.callees().is_none() && shape.has_text()).count() >= 45);
    assert!(names(|audit| audit.explicit + audit.implicit > 0).len() >= 20);
    assert!(names(|audit| audit.straight > 0).len() >= 12);
    assert!(names(|audit| audit.flags > 0).len() >= 60);
    assert!(names(|audit| audit.nested > 0).len() >= 50);
}
