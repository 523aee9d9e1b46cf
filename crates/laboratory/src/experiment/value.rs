//! The description of an experiment.

use crate::technique::{Budget, Count, Technique};
use std::fmt;
use std::sync::Arc;

/// An experiment: techniques that are run on all subjects of a suite, with the same seeds and the
/// same budget.
///
/// Without settings it has 30 seeds and 5 000 executions for each search, and branches count.
#[derive(Clone)]
pub struct Experiment {
    pub(super) techniques: Vec<Arc<dyn Technique>>,
    pub(super) seeds: u64,
    pub(super) budget: Budget,
    pub(super) count: Count,
    pub(super) threads: usize,
}

impl Experiment {
    /// Creates an experiment without techniques.
    #[must_use]
    pub fn new() -> Self {
        let (budget, threads) = (
            Budget::Executions(5_000),
            std::thread::available_parallelism().map_or(1, usize::from),
        );
        Self { techniques: Vec::new(), seeds: 30, budget, count: Count::default(), threads }
    }

    /// Adds a technique. It replaces one of the same name.
    #[must_use]
    pub fn with(self, technique: impl Technique + 'static) -> Self {
        self.with_shared(Arc::new(technique))
    }

    /// Adds a technique that several experiments share. It replaces one of the same name.
    #[must_use]
    pub fn with_shared(mut self, technique: Arc<dyn Technique>) -> Self {
        self.techniques.retain(|known| known.name() != technique.name());
        self.techniques.push(technique);
        self
    }

    /// Sets the number of seeds: the searches of each technique on each subject. Seeds are 0, 1,
    /// and so on.
    #[must_use]
    pub fn with_seeds(self, seeds: u64) -> Self {
        Self { seeds, ..self }
    }

    /// Sets the budget of each search.
    #[must_use]
    pub fn within(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Sets the goals that count.
    #[must_use]
    pub fn counting(self, count: Count) -> Self {
        Self { count, ..self }
    }

    /// Sets the number of threads, at least 1. The default is the number of processors. Unless the
    /// budget is a time, the results do not depend on it.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Returns the techniques, in the order in which they were added.
    pub fn techniques(
        &self,
    ) -> impl DoubleEndedIterator<Item = &dyn Technique> + ExactSizeIterator {
        self.techniques.iter().map(|technique| &**technique)
    }

    /// Returns the text that tells searches apart which have the same subject, technique and seed:
    /// the budget, and the goals that count.
    pub(super) fn setting(&self) -> String {
        let mut criteria: Vec<_> =
            self.count.criteria().iter().map(|criterion| criterion.name()).collect();
        if self.count.has_implicit_exceptions() {
            criteria.push("implicit exceptions");
        }
        format!("{}; {}; searches {SEARCHES}", self.budget, criteria.join(" "))
    }
}

/// Number of the way in which this package searches. Outcomes of other numbers are not taken for
/// those of this one: it grows with every change after which a search may have another outcome.
const SEARCHES: u32 = 1;

impl Default for Experiment {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Experiment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.techniques().map(Technique::name).collect();
        let mut text = formatter.debug_struct("Experiment");
        text.field("techniques", &names)
            .field("seeds", &self.seeds)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}
