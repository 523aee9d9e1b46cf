//! Lists of items, grouped by a number.

use alloc::vec;
use alloc::vec::Vec;

/// Lists of items, one for each state (or set), in one array.
#[derive(Clone, Debug)]
pub(super) struct Rows<T> {
    /// List i is `items[first[i]..first[i + 1]]`.
    first: Vec<usize>,
    /// All items, list after list.
    items: Vec<T>,
}

impl<T: Copy + Default> Rows<T> {
    /// Groups pairs of a list's number and an item. Items keep their order. O(lists + pairs).
    pub(super) fn new(lists: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        // Counting sort: count, add up, place. The offset of 2 leaves room for the running
        // positions, so that `first` needs no copy.
        let mut first = vec![0; lists + 2];
        for (list, _) in pairs.clone() {
            first[list as usize + 2] += 1;
        }
        for list in 0..lists {
            first[list + 2] += first[list + 1];
        }
        let mut items = vec![T::default(); first[lists + 1]];
        for (list, item) in pairs {
            let next = &mut first[list as usize + 1];
            items[*next] = item;
            *next += 1;
        }
        first.pop();
        Self { first, items }
    }

    /// Returns the number of lists.
    pub(super) fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns the items of all lists, one list after the other.
    pub(super) fn items(&self) -> &[T] {
        &self.items
    }

    /// Returns a list.
    #[inline]
    pub(super) fn of(&self, list: u32) -> &[T] {
        &self.items[self.first[list as usize]..self.first[list as usize + 1]]
    }
}
