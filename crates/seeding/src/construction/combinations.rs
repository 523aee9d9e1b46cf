//! Combinations of the elements of several lists.

use alloc::vec;
use alloc::vec::Vec;

/// Iterator over all combinations of one element from each list, in lexicographic order of the
/// positions.
///
/// There is one empty combination if there are no lists, and no combination if a list is empty.
pub(super) struct Combinations<'a, T> {
    /// The lists.
    options: &'a [Vec<T>],
    /// The position in each list of the next combination; `None` after the last combination.
    next: Option<Vec<usize>>,
}

impl<'a, T: Copy> Combinations<'a, T> {
    /// Creates an iterator over the combinations of these lists.
    pub(super) fn new(options: &'a [Vec<T>]) -> Self {
        let next =
            options.iter().all(|options| !options.is_empty()).then(|| vec![0; options.len()]);
        Self { options, next }
    }
}

impl<T: Copy> Iterator for Combinations<'_, T> {
    type Item = Vec<T>;

    fn next(&mut self) -> Option<Vec<T>> {
        let next = self.next.as_mut()?;
        let taken =
            self.options.iter().zip(next.iter()).map(|(options, &at)| options[at]).collect();
        // Count as an odometer does: the last position that is not at its end moves on, and all
        // positions after it start again.
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
