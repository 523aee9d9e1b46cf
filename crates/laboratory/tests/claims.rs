//! The published claims, as an experiment sees them.

#![allow(missing_docs, reason = "a test")]

mod common;

use common::suite;
use sbst_laboratory::claims::{Claim, On, published};
use sbst_laboratory::experiment::{Experiment, Store};
use sbst_laboratory::results::{Outcome, Results};
use sbst_laboratory::subject::{CrashedSubject, Suite};
use sbst_laboratory::technique::{Budget, Technique};
use std::sync::Arc;

/// Returns what the searches of a technique do, except for their durations.
fn outcomes(claim: &Claim, technique: &Arc<dyn Technique>, suite: &Suite) -> Results {
    let experiment =
        Experiment::new().counting(claim.count.clone()).with_shared(Arc::clone(technique));
    let experiment = experiment.with_seeds(1).within(Budget::Executions(2_000));
    let results = experiment.run(suite, &mut Store::in_memory(), |_| {}).expect("outcomes");
    results
        .iter()
        .map(|(search, outcome)| (search.clone(), Outcome { micros: 0, ..outcome.clone() }))
        .collect()
}

/// A store takes the outcomes of one technique for those of another one that has its name, if the
/// same goals count.
#[test]
fn techniques_of_one_name_do_the_same() {
    let subjects = suite();
    let mut crashes = Suite::new();
    let ratio = subjects.shared().find(|subject| subject.name() == "ratio").expect("known");
    for crash in CrashedSubject::of(ratio, 20_000, 10, 3).expect("a search") {
        crashes.add(crash).expect("a name");
    }
    assert!(crashes.iter().count() > 0);
    let claims = published();
    let sides: Vec<(&Claim, &Arc<dyn Technique>)> = claims
        .iter()
        .flat_map(|claim| [(claim, &claim.technique), (claim, &claim.baseline)])
        .collect();
    let mut compared = 0;
    for (at, &(claim, technique)) in sides.iter().enumerate() {
        let is_same = |(other, known): &&(&Claim, &Arc<dyn Technique>)| {
            known.name() == technique.name() && other.count == claim.count && other.on == claim.on
        };
        let Some((other, known)) = sides[..at].iter().find(is_same) else { continue };
        let suite = if claim.on == On::Crashes { &crashes } else { &subjects };
        let names = format!("{} of {} and of {}", technique.name(), claim.name, other.name);
        assert_eq!(outcomes(claim, technique, suite), outcomes(other, known, suite), "{names}");
        compared += 1;
    }
    assert!(compared > 5, "{compared}");
}
