//! A test: an input that is shared by all who keep it.

use std::fmt;
use std::sync::Arc;

/// An input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Test {
    pub(crate) bytes: Arc<[u8]>,
    /// The number of its execution. Of equally long inputs the newest one is kept, so that the search drifts where no input is nearer than
    /// the others.
    pub(crate) number: u64,
}

impl Test {
    pub(crate) fn new(bytes: &[u8], number: u64) -> Self {
        Self { bytes: bytes.into(), number }
    }
}

impl fmt::Debug for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", crate::observe::quoted(&self.bytes))
    }
}
