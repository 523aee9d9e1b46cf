//! What a glance asks for: which blocks and comparisons hooks must record, and which they may leave
//! out.

/// A change of what hooks must record while a log is only glanced at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attention {
    /// Of these blocks, from the first one on, every one; and no comparison.
    Blocks(u32),
    /// A block must be recorded, or may be left out.
    Block(u32, bool),
    /// The comparison or the switch at a place must be recorded, or may be left out. As often as
    /// the former was said, the latter takes it back.
    Place(u32, bool),
}
