//! What a ranking answers, and what is done with it.

use alloc::vec::Vec;
use core::iter::FusedIterator;

/// Fronts, the best first; the rows of each ascending. An iterator, and a copy of it begins where it stands.
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
/// assert_eq!(fronts.collect::<Vec<_>>(), [&[0, 1][..], &[2]]); // the last one is farther from both goals
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fronts<'r> {
    order: &'r [usize],
    /// Where the first front begins.
    start: usize,
    /// Where each front ends.
    ends: &'r [usize],
}

impl<'r> Fronts<'r> {
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
