//! All ways to take one of each of several lists.

use alloc::vec;
use alloc::vec::Vec;

/// Iterator over all ways to take one element of each list.
pub(super) struct Combinations<'a, T> {
    options: &'a [Vec<T>],
    /// Which one of each is next; `None` if none is left.
    next: Option<Vec<usize>>,
}

impl<'a, T: Copy> Combinations<'a, T> {
    pub(super) fn new(options: &'a [Vec<T>]) -> Self {
        let next = options.iter().all(|options| !options.is_empty()).then(|| vec![0; options.len()]);
        Self { options, next }
    }
}

impl<T: Copy> Iterator for Combinations<'_, T> {
    type Item = Vec<T>;

    fn next(&mut self) -> Option<Vec<T>> {
        let next = self.next.as_mut()?;
        let taken = self.options.iter().zip(next.iter()).map(|(options, &at)| options[at]).collect();
        // The last one counts fastest.
        let turn = (0..next.len()).rev().find(|&place| next[place] + 1 < self.options[place].len());
        match turn {
            Some(place) => {
                next[place] += 1;
                next[place + 1..].fill(0);
            }
            None => self.next = None,
        }
        Some(taken)
    }
}
