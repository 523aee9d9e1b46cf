//! Who watches what a recorder records.

/// Who is told what a hook of control flow records: an activation, or nobody.
pub(super) trait Witness {
    /// Whether it is worth telling.
    fn listens(&self) -> bool;
    /// A block was entered, and so many of its statements ran to their end.
    fn ran(&self, block: u32, statements: u32);
    /// A branch was that far from being taken.
    fn came_near(&self, branch: u32, distance: f64);
    /// A branch was taken, as far as is known without a distance.
    fn took(&self, branch: u32);
}

impl Witness for () {
    #[inline]
    fn listens(&self) -> bool {
        false
    }
    #[inline]
    fn ran(&self, _: u32, _: u32) {}
    #[inline]
    fn came_near(&self, _: u32, _: f64) {}
    #[inline]
    fn took(&self, _: u32) {}
}
