//! The matrix of techniques and subjects, and which of its cells are compared.

use super::statistics::{Effect, Outcome};
use crate::subjects::evolution::Evolution;
use std::collections::BTreeMap;
use std::error::Error;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A search with a seed and a budget.
pub(super) type Search = Box<dyn Fn(u64, u32) -> Result<Outcome, Box<dyn Error>> + Send + Sync>;

/// Two techniques, and the subjects on which they are compared.
pub(crate) struct Comparison {
    pub(crate) technique: &'static str,
    pub(crate) baseline: &'static str,
    pub(crate) claim: Claim,
    pub(super) pairs: Vec<Pair>,
}

/// What a publication says of the technique.
#[derive(Clone, Copy)]
pub(crate) enum Claim {
    /// That it is better than the baseline.
    Better(&'static str),
    /// It takes it, among other choices.
    Chosen(&'static str),
    /// That it is about as good as the baseline.
    Close(&'static str),
    /// Nothing that we know of.
    None,
}

/// The cells of one subject.
pub(super) struct Pair {
    pub(super) subject: &'static str,
    pub(super) technique: usize,
    pub(super) baseline: usize,
}

/// What to run, and what to compare.
#[derive(Default)]
pub(crate) struct Matrix {
    pub(crate) comparisons: Vec<Comparison>,
    cells: Vec<Search>,
    /// By kind of search, subject and technique.
    known: BTreeMap<[&'static str; 3], usize>,
}

impl Matrix {
    /// The cell of a technique on a subject. It is searched once, however many comparisons need it.
    pub(super) fn cell(&mut self, key: [&'static str; 3], search: impl FnOnce() -> Search) -> usize {
        *self.known.entry(key).or_insert_with(|| {
            self.cells.push(search());
            self.cells.len() - 1
        })
    }

    /// Keeps the comparisons of which a technique has this in its name.
    ///
    /// # Errors
    ///
    /// If there are none.
    pub(crate) fn only(&mut self, part: &str) -> Result<(), String> {
        self.comparisons.retain(|comparison| comparison.technique.contains(part) || comparison.baseline.contains(part));
        if self.comparisons.is_empty() { Err(format!("no technique has {part:?} in its name")) } else { Ok(()) }
    }

    /// Searches with the seeds from 0 on, in as many threads as there are processors. The result does not depend on these.
    pub(crate) fn run(&self, seeds: u64, budget: u32) -> Result<Results, String> {
        let needed =
            self.comparisons.iter().flat_map(|comparison| &comparison.pairs).flat_map(|pair| [pair.technique, pair.baseline]);
        let needed: std::collections::BTreeSet<usize> = needed.collect();
        let jobs: Vec<(usize, u64)> = needed.into_iter().flat_map(|cell| (0..seeds).map(move |seed| (cell, seed))).collect();
        let outcomes = Mutex::new(vec![BTreeMap::new(); self.cells.len()]);
        let next = AtomicUsize::new(0);
        let failed = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
                scope.spawn(|| {
                    while let Some(&(cell, seed)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        match (self.cells[cell])(seed, budget) {
                            Ok(outcome) => drop(lock(&outcomes)[cell].insert(seed, outcome)),
                            Err(error) => {
                                *lock(&failed) = Some(error.to_string());
                                next.store(jobs.len(), Ordering::Relaxed);
                            }
                        }
                    }
                });
            }
        });
        if let Some(error) = lock(&failed).take() {
            return Err(error);
        }
        let by_cell = lock(&outcomes).iter().map(|by_seed| by_seed.values().copied().collect()).collect();
        Ok(Results { by_cell })
    }
}

/// What was found: by cell, the searches in the order of their seeds.
pub(crate) struct Results {
    by_cell: Vec<Vec<Outcome>>,
}

impl Results {
    pub(super) fn of(&self, cell: usize) -> &[Outcome] {
        &self.by_cell[cell]
    }

    /// By subject, how much better the technique does.
    pub(super) fn effects(&self, comparison: &Comparison) -> Vec<Effect> {
        comparison.pairs.iter().map(|pair| Effect::of(self.of(pair.technique), self.of(pair.baseline))).collect()
    }
}

/// What a search came to.
pub(super) fn outcome<T: Clone>(search: &Evolution<T>) -> Outcome {
    Outcome { covered: search.covered_count(), goals: search.goal_count(), newest: search.newest, spent: search.executions() }
}

/// A thread that panicked has ended the program.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
