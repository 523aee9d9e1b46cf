//! Searches that differ in which goal they sample next, and in whether they keep a corpus beside
//! the goals.
//!
//! A test is a change of the test nearest to the goal that the campaign chose, or of any test of
//! the corpus: all tests that covered something new. Everything else is the same in all of them.

use super::statistics::{Effect, Outcome, Verdict, verdicts};
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::execution::Trace;
use sbst::selection::Sampling;
use std::cmp::Reverse;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What tests are changes of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// Tests nearest to goals.
    Goals,
    /// Half of the time these, half of the time tests of the corpus.
    Both,
    /// Tests of the corpus: the rival, without any goal to pursue.
    Corpus,
}

/// A way to search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variant {
    pub(crate) name: &'static str,
    pub(crate) sampling: Sampling,
    pub(crate) base: Base,
    /// Whether every decision is 1 away from its other side, for executors that can say so.
    pub(crate) flat: bool,
}

impl Variant {
    pub(crate) const CORPUS: Self =
        Self { name: "corpus", sampling: Sampling::UNIFORM, base: Base::Corpus, flat: false };
}

/// The samplings that are compared, by name.
pub(crate) fn samplings() -> [(&'static str, Sampling); 11] {
    let patient = |patience, sampling| Sampling { patience: NonZero::new(patience), ..sampling };
    let reached = |sampling| Sampling { unreached: Some(0.0), ..sampling };
    [
        ("uniform", Sampling::UNIFORM),
        ("uniform, reached", reached(Sampling::UNIFORM)),
        ("round robin", Sampling::ROUND_ROBIN),
        ("newest", Sampling::NEWEST_FIRST),
        ("newest, patience 20", patient(20, Sampling::NEWEST_FIRST)),
        ("feedback", Sampling::FEEDBACK),
        ("feedback, reached", reached(Sampling::FEEDBACK)),
        ("feedback, unreached 1/10", Sampling { unreached: Some(0.1), ..Sampling::FEEDBACK }),
        ("feedback, patience 20", patient(20, Sampling::FEEDBACK)),
        ("feedback, patience 200", patient(200, Sampling::FEEDBACK)),
        ("feedback, reached, patience 200", patient(200, reached(Sampling::FEEDBACK))),
    ]
}

/// The corpus, then each sampling alone, then each beside the corpus.
pub(crate) fn variants() -> Vec<Variant> {
    let with =
        |base| samplings().map(|(name, sampling)| Variant { name, sampling, base, flat: false });
    [vec![Variant::CORPUS], with(Base::Goals).to_vec(), with(Base::Both).to_vec()].concat()
}

/// A test and its number: of tests that are equally near to a goal the newest one is kept, so that
/// searches drift over plateaus.
#[derive(Clone, Debug)]
pub(crate) struct Tried<T> {
    number: u64,
    pub(crate) test: T,
}

impl<T> Tried<T> {
    /// What such a test costs.
    pub(crate) fn newest_first(&self) -> Reverse<u64> {
        Reverse(self.number)
    }
}

impl<T, I: ?Sized> AsRef<I> for Tried<T>
where
    T: AsRef<I>,
{
    fn as_ref(&self) -> &I {
        self.test.as_ref()
    }
}

/// A campaign that keeps the newest of equal tests.
pub(crate) type Newest<T> = Campaign<Tried<T>, Trace, Reverse<u64>>;

/// Searches until all goals are covered, or the budget is spent.
///
/// `fresh` is the part of tests that are new and no changes. `make` makes a new test, or changes
/// one; `execute` gives a test to the campaign and returns whether it covered something new; `draw`
/// draws from [0, 1).
pub(crate) fn search<T: Clone>(
    campaign: &mut Newest<T>,
    variant: Variant,
    (budget, fresh): (u64, f64),
    mut draw: impl FnMut() -> f64,
    mut make: impl FnMut(Option<&T>) -> T,
    mut execute: impl FnMut(&mut Newest<T>, &Tried<T>) -> Result<bool, CampaignError>,
) -> Result<Outcome, CampaignError> {
    let (mut corpus, mut newest): (Vec<Tried<T>>, u64) = (Vec::new(), 0);
    while campaign.runs() < budget && !campaign.frontier().active().is_empty() {
        let by_corpus = match variant.base {
            Base::Goals => false,
            Base::Both => draw() < 0.5,
            Base::Corpus => true,
        };
        let parent = if draw() < fresh {
            None
        } else if by_corpus {
            corpus.get((draw() * corpus.len() as f64) as usize)
        } else {
            // None is left where all goals were given up: then a test is new, or comes from the
            // corpus.
            match campaign.next_goal(draw()) {
                Some(goal) => campaign.nearest(goal),
                None if variant.base == Base::Both => {
                    corpus.get((draw() * corpus.len() as f64) as usize)
                }
                None => None,
            }
        };
        let test = Tried { test: make(parent.map(|parent| &parent.test)), number: campaign.runs() };
        if execute(campaign, &test)? {
            newest = campaign.runs();
            corpus.push(test);
        }
    }
    let (covered, goals) = (campaign.tests().covered_count(), campaign.goals().len());
    Ok(Outcome { covered, goals, newest: newest as u32, spent: campaign.runs() as u32 })
}

/// By subject and variant, what each search came to. `one` makes a search: of a subject, by a
/// variant, with a seed; all searches share the processors.
pub(crate) fn measure<E: Send>(
    subjects: usize,
    variants: &[Variant],
    seeds: u64,
    one: impl Fn(usize, Variant, u64) -> Result<Outcome, E> + Sync,
) -> Result<Vec<Vec<Vec<Outcome>>>, E> {
    let (cells, next) = (subjects * variants.len(), AtomicUsize::new(0));
    let found = Mutex::new(vec![None; cells * seeds as usize]);
    thread::scope(|scope| {
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let (cell, seed) = (at / seeds as usize, at as u64 % seeds);
                if cell >= cells {
                    return Ok(());
                }
                let outcome = one(cell / variants.len(), variants[cell % variants.len()], seed)?;
                found.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(outcome);
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })?;
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut samples =
        found.chunks(seeds as usize).map(|sample| sample.iter().flatten().copied().collect());
    Ok((0..subjects).map(|_| samples.by_ref().take(variants.len()).collect()).collect())
}

impl Variant {
    fn title(&self) -> String {
        match self.base {
            Base::Both => {
                format!("{} + corpus{}", self.name, if self.flat { ", flat" } else { "" })
            }
            Base::Goals | Base::Corpus => self.name.to_owned(),
        }
    }
}

fn middle(sample: &[Outcome], of: fn(&Outcome) -> usize) -> usize {
    let mut values: Vec<usize> = sample.iter().map(of).collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or(0)
}

/// The place of uniform sampling without a corpus, or of the first variant.
fn uniform(variants: &[Variant]) -> usize {
    variants.iter().position(|variant| variant.name == "uniform").unwrap_or(0)
}

/// The rows of one subject: medians of the goals covered and of the execution that covered the last
/// of them; and A12 and p, compared with the corpus and with uniform sampling.
#[allow(dead_code, reason = "for few subjects")]
pub(crate) fn of_subject(variants: &[Variant], samples: &[Vec<Outcome>]) -> String {
    let mut text = format!(
        "{:<40}{:>6}{:>9}{:>26}{:>26}\n",
        "", "goals", "last at", "against corpus", "against uniform"
    );
    for (variant, sample) in variants.iter().zip(samples) {
        let [covered, newest] =
            [|outcome: &Outcome| outcome.covered, |outcome: &Outcome| outcome.newest as usize];
        text += &format!(
            "{:<40}{:>6}{:>9}",
            variant.title(),
            middle(sample, covered),
            middle(sample, newest)
        );
        for baseline in [0, uniform(variants)] {
            text += &format!("    {}", Effect::of(sample, &samples[baseline]));
        }
        text += "\n";
    }
    text
}

/// The rows of many subjects: the sum of the medians of goals covered; and, compared with the
/// corpus and with uniform sampling, the mean of A12 and on how many subjects it is better and
/// worse.
#[allow(dead_code, reason = "for many subjects")]
pub(crate) fn of_subjects(variants: &[Variant], samples: &[Vec<Vec<Outcome>>]) -> String {
    let mut text =
        format!("{:<40}{:>6}{:>24}{:>24}\n", "", "goals", "against corpus", "against uniform");
    for (at, variant) in variants.iter().enumerate() {
        let goals: usize =
            samples.iter().map(|samples| middle(&samples[at], |outcome| outcome.covered)).sum();
        text += &format!("{:<40}{goals:>6}", variant.title());
        for baseline in [0, uniform(variants)] {
            let effects: Vec<Effect> = samples
                .iter()
                .map(|samples| Effect::of(&samples[at], &samples[baseline]))
                .collect();
            let mean = effects.iter().map(|effect| effect.a12).sum::<f64>() / effects.len() as f64;
            let count =
                |verdict| verdicts(&effects).into_iter().filter(|found| *found == verdict).count();
            text += &format!(
                "{mean:>10.2}{:>7} +{:>3} -",
                count(Verdict::Better),
                count(Verdict::Worse)
            );
        }
        text += "\n";
    }
    text
}
