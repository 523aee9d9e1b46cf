//! What is done with a selection.

use alloc::vec::Vec;

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
