//! Searches for the claims, and what they say.

use super::arguments::{FEATURES, Settings};
use super::summary::summary;
use crate::claims::{Claim, On, Tested};
use crate::experiment::{Progress, Store};
use crate::subject::{CrashedSubject, Features, Subject as _, Suite};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

/// The claims with the names of the subjects on which they can matter.
type Applied<'c> = Vec<(&'c Claim, BTreeSet<String>)>;

/// What the searches are about.
struct Bench<'c> {
    subjects: &'c Suite,
    /// Crashes of the subjects, if a claim is about them.
    crashes: Suite,
    applied: Applied<'c>,
}

impl<'c> Bench<'c> {
    /// Measures the features of the subjects, finds their crashes, and finds on which of them each claim can matter.
    fn new(settings: &Settings, subjects: &'c Suite, claims: &'c [Claim]) -> Result<Self, Box<dyn Error>> {
        settings.check(subjects)?;
        let mut features = BTreeMap::new();
        let wanted = || subjects.shared().filter(|subject| settings.wants(subject.name()));
        for subject in wanted() {
            let measured = Features::of(&**subject, FEATURES, 0).map_err(|error| format!("{}: {error}", subject.name()))?;
            features.insert(subject.name(), measured);
        }
        let mut crashes = Suite::new();
        let mut crashed_features = Vec::new();
        if claims.iter().any(|claim| claim.on == On::Crashes) {
            for subject in wanted() {
                for crash in CrashedSubject::of(subject, SEARCHED, EASY, 0)? {
                    crashed_features.push((crash.name().to_owned(), features[subject.name()].clone()));
                    crashes.add(crash)?;
                }
            }
        }
        let of_subjects: Vec<_> = wanted().map(|subject| (subject.name().to_owned(), features[subject.name()].clone())).collect();
        let of_claim = |claim: &'c Claim| {
            let all = if claim.on == On::Crashes { &crashed_features } else { &of_subjects };
            let matters = all.iter().filter(|(_, features)| (claim.matters.holds)(features));
            (claim, matters.map(|(name, _)| name.clone()).collect())
        };
        Ok(Self { subjects, applied: claims.iter().map(of_claim).collect(), crashes })
    }

    /// Returns the subjects of a claim.
    fn suite(&self, claim: &Claim) -> &Suite {
        if claim.on == On::Crashes { &self.crashes } else { self.subjects }
    }
}

/// Number of tests among which crashes are sought, and of random tests that must not raise them.
const SEARCHED: u32 = 20_000;
const EASY: u32 = 200;

/// Runs the searches, and returns what they say.
pub(super) fn run(settings: &Settings, subjects: &Suite, claims: &[Claim]) -> Result<String, Box<dyn Error>> {
    settings.check_files()?;
    let bench = Bench::new(settings, subjects, claims)?;
    let mut store = Store::open(&settings.out)?;
    let mut tested = Vec::new();
    for (claim, names) in &bench.applied {
        let bar = ProgressBar::new(0).with_style(ProgressStyle::with_template("{msg:24!} {bar:30} {pos}/{len}, {eta} left")?);
        bar.set_message(claim.name.clone());
        let progress = |progress: Progress<'_>| {
            bar.set_length(progress.total as u64);
            bar.set_position(progress.done as u64);
        };
        let experiment = settings.apply(claim.experiment());
        let results = experiment.run_on(bench.suite(claim), |name| names.contains(name), &mut store, progress)?;
        tested.push(Tested::new(claim, results).within(bench.suite(claim)));
        bar.finish_and_clear();
    }
    summary(settings, &store, &tested)
}

/// Returns what the outcomes of the file say.
pub(super) fn verdicts(settings: &Settings, subjects: &Suite, claims: &[Claim]) -> Result<String, Box<dyn Error>> {
    settings.check_files()?;
    let store = Store::open_to_read(&settings.out)?;
    let bench = Bench::new(settings, subjects, claims)?;
    let mut tested = Vec::new();
    for (claim, names) in &bench.applied {
        let known = settings.apply(claim.experiment()).known(bench.suite(claim), &store);
        let chosen = known.iter().filter(|(search, _)| names.contains(&search.subject));
        let chosen = chosen.map(|(search, outcome)| (search.clone(), outcome.clone())).collect();
        tested.push(Tested::new(claim, chosen).within(bench.suite(claim)));
    }
    summary(settings, &store, &tested)
}
