//! A case and the random choices that made it.

use proptest::prelude::Rng as _;
use proptest::test_runner::TestRng;
use std::rc::Rc;

/// A case of a property: the bytes that the strategy drew for it. A copy shares them.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) bytes: Rc<[u8]>,
    /// Number of cases before this one.
    pub(crate) number: u64,
}

impl Case {
    pub(crate) fn new(number: u64, bytes: &[u8]) -> Self {
        Self { bytes: bytes.into(), number }
    }
}

/// Bytes by which a position is recognised: that many random ones occur only once.
const MARK: usize = 16;

/// Returns the position in these bytes at which the generator that plays them goes on; their end if it has played all.
pub(crate) fn position(bytes: &[u8], generator: &TestRng) -> usize {
    let mut next = [0; MARK];
    generator.clone().fill_bytes(&mut next);
    bytes.windows(MARK).position(|window| window == next).unwrap_or(bytes.len())
}
