//! Searches for the claims, and what they say.

use super::arguments::{FEATURES, Settings};
use crate::claims::{Claim, Evidence};
use crate::experiment::{Progress, Store};
use crate::results::Results;
use crate::statistics::Verdict;
use crate::subject::{Features, Suite};
use indicatif::{ProgressBar, ProgressStyle};
use std::error::Error;
use std::fs;

/// The claims with the names of the subjects on which they can matter.
type Applied<'c> = Vec<(&'c Claim, Vec<String>)>;

/// Runs the searches, and returns what they say.
pub(super) fn run(settings: &Settings, subjects: &Suite, claims: &[Claim]) -> Result<String, Box<dyn Error>> {
    settings.check(subjects)?;
    let mut store = Store::open(&settings.out)?;
    let applied = apply(settings, subjects, claims)?;
    let mut all = Vec::new();
    for (claim, names) in &applied {
        let bar = ProgressBar::new(0).with_style(ProgressStyle::with_template("{msg:30!} {bar:30} {pos}/{len}, {eta} left")?);
        bar.set_message(claim.name.clone());
        let progress = |progress: Progress<'_>| {
            bar.set_length(progress.total as u64);
            bar.set_position(progress.done as u64);
        };
        let experiment = settings.apply(claim.experiment());
        all.push(experiment.run_on(subjects, |name| names.iter().any(|known| known == name), &mut store, progress)?);
        bar.finish_and_clear();
    }
    summary(settings, &store, &applied, &all)
}

/// Returns what the outcomes of the file say.
pub(super) fn verdicts(settings: &Settings, subjects: &Suite, claims: &[Claim]) -> Result<String, Box<dyn Error>> {
    settings.check(subjects)?;
    let store = Store::open_to_read(&settings.out)?;
    let applied = apply(settings, subjects, claims)?;
    let known = |claim: &Claim| settings.apply(claim.experiment()).known(subjects, &store);
    let all: Vec<_> = applied.iter().map(|(claim, _)| known(claim)).collect();
    summary(settings, &store, &applied, &all)
}

/// Measures the features of the subjects, and finds on which of them each claim can matter.
fn apply<'c>(settings: &Settings, subjects: &Suite, claims: &'c [Claim]) -> Result<Applied<'c>, Box<dyn Error>> {
    let mut features = Vec::new();
    for subject in subjects.iter().filter(|subject| settings.wants(subject.name())) {
        let measured = Features::of(subject, FEATURES, 0).map_err(|error| format!("{}: {error}", subject.name()))?;
        features.push((subject.name(), measured));
    }
    let of_claim = |claim: &'c Claim| {
        let matters = features.iter().filter(|(_, features)| (claim.matters.holds)(features));
        (claim, matters.map(|(name, _)| (*name).to_owned()).collect())
    };
    Ok(claims.iter().map(of_claim).collect())
}

/// Returns the verdicts as text, and writes the files that were asked for.
fn summary(settings: &Settings, store: &Store, applied: &Applied<'_>, all: &[Results]) -> Result<String, Box<dyn Error>> {
    let mut text = format!(
        "{:24} {:>8} {:>6} {:>5} {:>5}   {:20} {:>7}   {}\n",
        "claim", "subjects", "better", "worse", "A12", "(95 %)", "p", "finding"
    );
    for ((claim, names), results) in applied.iter().zip(all) {
        let evidence = Evidence::of(claim, results, names.iter().map(String::as_str));
        let [better, worse] = [Verdict::Better, Verdict::Worse].map(|verdict| evidence.count(verdict));
        let p = if evidence.p < 0.001 { "< .001".to_owned() } else { format!("{:.3}", evidence.p) };
        let interval = format!("{:.2} to {:.2}", evidence.interval.low, evidence.interval.high);
        text += &format!(
            "{:24} {:8} {better:6} {worse:5} {:5.2}   {interval:20} {p:>7}   {}\n",
            claim.name,
            evidence.subjects.len(),
            evidence.a12,
            evidence.finding
        );
    }
    if let Some(path) = &settings.json {
        fs::write(path, serde_json::to_string_pretty(&store.to_json())?)?;
    }
    Ok(text)
}
