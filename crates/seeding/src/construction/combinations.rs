//! Combinations of the elements of several lists.

use alloc::vec;
use alloc::vec::Vec;

/// Returns an iterator over all combinations of one element from each list, in lexicographic order
/// of the positions.
///
/// There is one empty combination if there are no lists, and no combination if a list is empty.
pub(super) fn combinations<T: Copy>(options: &[Vec<T>]) -> impl Iterator<Item = Vec<T>> {
    // The position in each list of the next combination; `None` after the last combination.
    let mut next =
        options.iter().all(|options| !options.is_empty()).then(|| vec![0; options.len()]);
    core::iter::from_fn(move || {
        let at = next.as_mut()?;
        let taken = options.iter().zip(at.iter()).map(|(options, &at)| options[at]).collect();
        // Count as an odometer does: the last position that is not at its end moves on, and all
        // positions after it start again.
        match (0..at.len()).rev().find(|&place| at[place] + 1 < options[place].len()) {
            Some(place) => {
                at[place] += 1;
                at[place + 1..].fill(0);
            }
            None => next = None,
        }
        Some(taken)
    })
}
