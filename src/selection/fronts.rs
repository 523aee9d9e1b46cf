//! The result of a ranking, and a function that applies it to the tests.

use alloc::vec::Vec;
use core::iter::FusedIterator;

/// Iterator over the fronts of a ranking, the best front first; the rows of each front are
/// ascending. A copy begins at the front where the original stands.
///
/// ```
/// use sbst::fitness::Fitness;
/// use sbst::id::GoalId;
/// use sbst::selection::{Fronts, Ranker};
///
/// fn first(mut fronts: Fronts<'_>) -> &[usize] {
///     fronts.next().unwrap_or_default()
/// }
///
/// let row = |a: u32, b: u32| [a, b].map(|distance| Fitness::new(0, distance.into()));
/// let population = [row(1, 5), row(5, 1), row(6, 6)];
/// let mut ranker = Ranker::new();
/// let fronts = ranker.non_dominated_sort(&population, &[0, 1].map(GoalId::new));
/// assert_eq!((first(fronts), fronts.len()), (&[0, 1][..], 2));
/// // the last one is farther from both goals
/// assert_eq!(fronts.collect::<Vec<_>>(), [&[0, 1][..], &[2]]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fronts<'r> {
    /// The rows of all fronts.
    order: &'r [usize],
    /// Start of the first front in `order`.
    start: usize,
    /// End of each front in `order`.
    ends: &'r [usize],
}

impl<'r> Fronts<'r> {
    /// Creates the iterator from the rows of all fronts, and the end of each front.
    pub(super) const fn new(order: &'r [usize], ends: &'r [usize]) -> Self {
        Self { order, start: 0, ends }
    }
}

impl<'r> Iterator for Fronts<'r> {
    type Item = &'r [usize];

    fn next(&mut self) -> Option<&'r [usize]> {
        let (&end, others) = self.ends.split_first()?;
        let front = &self.order[self.start..end];
        (self.start, self.ends) = (end, others);
        Some(front)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.ends.len(), Some(self.ends.len()))
    }
}

impl DoubleEndedIterator for Fronts<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (&end, others) = self.ends.split_last()?;
        self.ends = others;
        Some(&self.order[others.last().copied().unwrap_or(self.start)..end])
    }
}

impl ExactSizeIterator for Fronts<'_> {}
impl FusedIterator for Fronts<'_> {}

/// Keeps the chosen tests, in the given order, and drops the others.
///
/// It applies a [selection](super::Ranker::select) to the tests. Numbers without a test, and
/// numbers that were already used, are skipped. Linear in both lists; it allocates.
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
