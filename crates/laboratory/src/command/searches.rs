//! Searches for the claims, and what they say.

use super::arguments::{EASY, FEATURES, SEARCHED, Settings};
use super::summary::{Extent, summary};
use crate::claims::{Claim, On, Tested};
use crate::experiment::{Plan, Progress, Store};
use crate::parallel::in_parallel;
use crate::results::Results;
use crate::subject::{CrashedSubject, Features, Subject, Suite, Test};
use indicatif::{ProgressBar, ProgressStyle};
use sbst::campaign::CampaignError;
use sbst::objective::Criterion;
use std::collections::BTreeSet;
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// What the searches are about.
struct Bench<'c> {
    subjects: &'c Suite,
    /// Crashes of the subjects, if a claim is about them.
    crashes: Suite,
    /// The claims, with the names of the subjects on which they can matter.
    applied: Vec<(&'c Claim, BTreeSet<String>)>,
}

impl<'c> Bench<'c> {
    /// Measures the features of the subjects, finds their crashes, and finds on which of them each
    /// claim can matter.
    fn new(
        settings: &Settings,
        subjects: &'c Suite,
        claims: &'c [Claim],
    ) -> Result<Self, Box<dyn Error>> {
        settings.check(subjects)?;
        let wanted: Vec<_> =
            subjects.shared().filter(|subject| settings.wants(subject.name())).collect();
        let finds_crashes = claims.iter().any(|claim| claim.on == On::Crashes);
        let look = |subject: &&Arc<dyn Subject>| {
            let features = Features::of(&***subject, FEATURES, 0)?;
            let crashes = if finds_crashes {
                CrashedSubject::of(subject, SEARCHED, EASY, 0)?
            } else {
                Vec::new()
            };
            Ok::<_, CampaignError>((features, crashes))
        };
        let (mut crashes, mut of_subjects, mut of_crashes) = (Suite::new(), Vec::new(), Vec::new());
        for (subject, found) in wanted.iter().zip(each(&wanted, look)?) {
            let (features, found) =
                found.map_err(|error| format!("{}: {error}", subject.name()))?;
            for crash in found {
                of_crashes.push((crash.name().to_owned(), features.clone()));
                crashes.add(crash)?;
            }
            of_subjects.push((subject.name().to_owned(), features));
        }
        let of_claim = |claim: &'c Claim| {
            let all = if claim.on == On::Crashes { &of_crashes } else { &of_subjects };
            let matters = all.iter().filter(|(_, features)| (claim.matters.holds)(features));
            (claim, matters.map(|(name, _)| name.clone()).collect())
        };
        Ok(Self { subjects, applied: claims.iter().map(of_claim).collect(), crashes })
    }

    /// Returns the experiments of the claims, in their order.
    fn plan(&self, settings: &Settings) -> Plan<'_> {
        self.applied.iter().fold(Plan::new(), |plan, (claim, names)| {
            let suite = if claim.on == On::Crashes { &self.crashes } else { self.subjects };
            plan.with(
                settings.apply(claim.experiment()),
                suite.iter().filter(|subject| names.contains(subject.name())),
            )
        })
    }

    /// Returns the claims with their outcomes, and with the families of the subjects.
    fn tested(&self, results: Vec<Results>) -> Vec<Tested<'c>> {
        let tested = |((claim, _), results): (&(&'c Claim, _), Results)| {
            let suite = if claim.on == On::Crashes { &self.crashes } else { self.subjects };
            Tested::new(claim, results).within(suite)
        };
        self.applied.iter().zip(results).map(tested).collect()
    }
}

/// Returns a list of the panics to reproduce.
pub(super) fn crashes(subjects: &Suite, tests: u32, easy: u32) -> Result<String, Box<dyn Error>> {
    let all: Vec<_> = subjects.shared().collect();
    let found = each(&all, |subject| {
        let crashes = CrashedSubject::of(subject, tests, easy, 0)?;
        let graph =
            subject.campaign()?.criteria([Criterion::Branch]).build::<Test>()?.graph().clone();
        Ok::<_, CampaignError>(
            crashes
                .iter()
                .map(|crash| (crash.name().to_owned(), crash.show(&graph)))
                .collect::<Vec<_>>(),
        )
    })?;
    let (mut text, mut count) = (String::new(), 0);
    for (subject, found) in all.iter().zip(found) {
        for (name, frames) in found.map_err(|error| format!("{}: {error}", subject.name()))? {
            count += 1;
            text += &format!("{name}\n");
            for frame in frames.lines() {
                text += &format!("  {frame}\n");
            }
        }
    }
    text += &format!(
        "\nPanics: {count}. {tests} tests of each subject found them, and {easy} random tests \
         raise them in less than half of ten attempts.\n"
    );
    Ok(text)
}

/// Does the same with each element, on all processors. Returns the results in the order of the
/// elements.
fn each<T: Sync, R: Send>(
    elements: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Result<Vec<R>, Box<dyn Error>> {
    let mut results: Vec<Option<R>> = elements.iter().map(|_| None).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    in_parallel(elements, threads, work, |at, result| {
        results[at] = Some(result);
        ControlFlow::Continue(())
    })?;
    Ok(results.into_iter().flatten().collect())
}

/// Runs the searches, and returns what they say.
pub(super) fn run(
    settings: &Settings,
    subjects: &Suite,
    claims: &[Claim],
) -> Result<String, Box<dyn Error>> {
    settings.check_files()?;
    settings.check(subjects)?;
    settings.check_again(claims)?;
    let mut store = Store::open(&settings.out)?;
    for technique in &settings.again {
        store.forget(technique);
    }
    let bench = Bench::new(settings, subjects, claims)?;
    let plan = bench.plan(settings);
    let (total, known) = plan.size(&store);
    if known > 0 {
        eprintln!("{known} of {total} outcomes are taken from {}", settings.out.display());
    }
    let bar = ProgressBar::new(total as u64)
        .with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} searches, {eta} left")?);
    let (start, mut told) = (Instant::now(), Instant::now());
    let progress = |progress: Progress<'_>| {
        let Progress { done, total, .. } = progress;
        bar.set_position(done as u64);
        if bar.is_hidden() && told.elapsed() >= Duration::from_secs(60) {
            told = Instant::now();
            let left =
                start.elapsed().mul_f64((total - done) as f64 / (done - known).max(1) as f64);
            eprintln!("{done} of {total} searches, {} min left", left.as_secs() / 60);
        }
    };
    let results = plan.run(&mut store, progress)?;
    bar.finish_and_clear();
    summary(settings, &store, &bench.tested(results), extent(&plan, &store))
}

/// Returns what the outcomes of the file say.
pub(super) fn verdicts(
    settings: &Settings,
    subjects: &Suite,
    claims: &[Claim],
) -> Result<String, Box<dyn Error>> {
    settings.check_files()?;
    let path = &settings.out;
    let store = Store::open_to_read(path)?;
    let bench = Bench::new(settings, subjects, claims)?;
    let plan = bench.plan(settings);
    if plan.size(&store).1 == 0 && !store.is_empty() {
        let settings = store.settings().into_iter().collect::<Vec<_>>().join("\n  ");
        return Err(format!(
            "{} has no outcome of these claims and subjects with this budget. It has outcomes \
             of:\n  {settings}",
            path.display()
        )
        .into());
    }
    let results = plan.known(&store);
    summary(settings, &store, &bench.tested(results), extent(&plan, &store))
}

fn extent(plan: &Plan<'_>, store: &Store) -> Extent {
    let (total, known) = plan.size(store);
    Extent { total, known }
}
