//! A test: an input that is shared by all who keep it.

use std::fmt;
use std::sync::Arc;

/// An input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Test {
    pub(crate) bytes: Arc<[u8]>,
    /// The number of its execution. Of equally long inputs the newest one is kept, so that the
    /// search drifts where no input is nearer than the others.
    pub(crate) number: u64,
    /// Number of words that its execution left in the logs: what it costs to execute it, whatever
    /// else the machine does.
    pub(crate) words: usize,
}

impl Test {
    pub(crate) fn new(bytes: &[u8], number: u64, words: usize) -> Self {
        Self { bytes: bytes.into(), number, words }
    }
}

impl fmt::Debug for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", crate::observe::quoted(&self.bytes))
    }
}
