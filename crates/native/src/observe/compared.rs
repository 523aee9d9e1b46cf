//! One comparison of an execution.

use super::event::Width;

/// Two words that were compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compared {
    pub(crate) site: u32,
    /// The block that compared, or the one that called the function that did.
    pub(crate) block: u32,
    pub(crate) width: Width,
    pub(crate) a: u64,
    pub(crate) b: u64,
    /// What the words are the result of: a comparison of bytes, by its index in the list of these.
    pub(crate) bytes: Option<usize>,
}
