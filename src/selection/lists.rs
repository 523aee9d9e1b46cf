//! Lists that grow.

use alloc::vec::Vec;

/// Lists by dense key, all in one allocation. A list returns the item that was added last first.
#[derive(Clone, Debug)]
pub(super) struct Lists<T> {
    /// By key: the position in `links` of the item that was added last, or [`NONE`].
    heads: Vec<u32>,
    /// Every item, with the position of the item that was added before it under the same key.
    links: Vec<(T, u32)>,
}

/// Marks the end of a list.
const NONE: u32 = u32::MAX;

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { heads: Vec::new(), links: Vec::new() }
    }
}

impl<T: Copy> Lists<T> {
    /// Adds an item to the list of a key. At most 2^32 - 1 items fit.
    pub(super) fn push(&mut self, key: u32, item: T) {
        let key = key as usize;
        if self.heads.len() <= key {
            self.heads.resize(key + 1, NONE);
        }
        let number = u32::try_from(self.links.len()).ok().filter(|&number| number < NONE);
        let before =
            core::mem::replace(&mut self.heads[key], number.expect("fewer than 2^32 items"));
        self.links.push((item, before));
    }

    /// Returns an iterator over the items of a key, the item added last first.
    #[inline]
    pub(super) fn of(&self, key: u32) -> impl Iterator<Item = T> {
        let mut at = self.heads.get(key as usize).copied().unwrap_or(NONE);
        core::iter::from_fn(move || {
            let &(item, before) = self.links.get(at as usize)?;
            at = before;
            Some(item)
        })
    }
}
