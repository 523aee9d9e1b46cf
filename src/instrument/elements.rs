//! Hooks before a pattern is matched: `if let Some(rest) = text.strip_prefix("x")`, and the next
//! element of a `for` loop.

use super::active::Active;
use super::foreseen::Foreseen;
use super::iterators::is_of_std;
use crate::distance::Decision;
use core::any::type_name;

impl<'r> Active<'r> {
    /// Says what is known of the pattern at the end of a block, and returns the value that is
    /// matched.
    #[inline]
    pub fn foresee<T>(&self, block: u32, asked: Option<Decision>, value: T) -> T {
        self.ahead(block, asked.map(Foreseen::Asked));
        value
    }

    /// Returns the elements of a `for` loop, whose head is this block.
    #[inline]
    #[track_caller]
    pub fn elements<I: IntoIterator>(
        &self,
        block: u32,
        elements: I,
    ) -> Elements<'_, 'r, I::IntoIter> {
        let is_known = self.is_recorded() && is_of_std(type_name::<I::IntoIter>());
        Elements { frame: self, block, elements: elements.into_iter(), is_known }
    }
}

/// The elements of a `for` loop. Before each of them, the frame learns how many are left, unless
/// code of the program would have to say so.
#[derive(Debug)]
pub struct Elements<'f, 'r, I> {
    frame: &'f Active<'r>,
    block: u32,
    elements: I,
    is_known: bool,
}

impl<I: Iterator> Iterator for Elements<'_, '_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if !self.is_known || !self.frame.is_recorded() {
            return self.elements.next();
        }
        let left = u32::try_from(self.elements.size_hint().0).unwrap_or(u32::MAX);
        let element = self.elements.next();
        // Only now: the iterator may have run code of this function.
        self.frame.ahead(self.block, Some(Foreseen::Left(left)));
        element
    }
}
