//! What a ranking answers, and what is done with it.

use alloc::vec::Vec;

/// Fronts, the best first; the rows of each ascending.
///
/// ```
/// use sbst::fitness::Fitness;
/// use sbst::id::GoalId;
/// use sbst::selection::{Fronts, Ranker};
///
/// let row = |a: u32, b: u32| [a, b].map(|distance| Fitness::new(0, distance.into()));
/// let population = [row(1, 5), row(5, 1), row(6, 6)];
/// let mut ranker = Ranker::new();
/// let fronts: Fronts<'_> = ranker.non_dominated_sort(&population, &[0, 1].map(GoalId::new));
/// assert_eq!(fronts.iter().collect::<Vec<_>>(), [&[0, 1][..], &[2]]); // the last one is farther from both goals
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fronts<'r> {
    order: &'r [usize],
    ends: &'r [usize],
}

impl<'r> Fronts<'r> {
    pub(super) const fn new(order: &'r [usize], ends: &'r [usize]) -> Self {
        Self { order, ends }
    }

    /// Returns all fronts, the best first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &'r [usize]> + ExactSizeIterator + Clone + use<'r> {
        let &Self { order, ends } = self;
        (0..ends.len()).map(move |front| &order[if front == 0 { 0 } else { ends[front - 1] }..ends[front]])
    }
}

/// Keeps the chosen tests, in this order, and drops the others: what follows a [selection](super::Ranker::select). Numbers of no test,
/// and those that come again, are skipped. Linear in both; it allocates.
///
/// ```
/// let mut population = vec!["a", "b", "c"];
/// sbst::selection::keep(&mut population, &[2, 0]);
/// assert_eq!(population, ["c", "a"]);
/// ```
pub fn keep<T>(tests: &mut Vec<T>, chosen: &[usize]) {
    let mut all: Vec<_> = tests.drain(..).map(Some).collect();
    tests.extend(chosen.iter().filter_map(|&test| all.get_mut(test)?.take()));
}
