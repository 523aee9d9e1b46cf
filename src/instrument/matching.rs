//! What a `match` looks at: numbers and texts.

use crate::distance::{Decision, Rules};
use core::cell::RefCell;
use smallvec::SmallVec;

/// Knowledge about a block that a `match` may come to after a guard.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seen {
    /// The number that the block selects by.
    Number(i128),
    /// The comparison that the block decides.
    Comparison(Decision),
}

/// Values that a `match` saw before its guards, by block. The guards may contain a `match` of their
/// own, which has other blocks.
#[derive(Debug, Default)]
pub(super) struct Looked(RefCell<SmallVec<[(u32, Seen); 2]>>);

impl Looked {
    /// Remembers what was seen of a block, in place of what was seen before.
    pub(super) fn remember(&self, block: u32, seen: Seen) {
        let mut blocks = self.0.borrow_mut();
        match blocks.iter_mut().find(|known| known.0 == block) {
            Some(known) => known.1 = seen,
            None => blocks.push((block, seen)),
        }
    }

    /// Returns what was seen of a block, and forgets it.
    pub(super) fn take(&self, block: u32) -> Option<Seen> {
        let mut blocks = self.0.borrow_mut();
        let place = blocks.iter().position(|known| known.0 == block)?;
        Some(blocks.swap_remove(place).1)
    }
}

/// A text, or bytes, that a `match` compares with literals.
pub trait Text {
    /// Returns the bytes.
    fn bytes(&self) -> &[u8];

    /// Returns the comparison with a literal.
    fn equals(&self, literal: &[u8], rules: &Rules) -> Decision {
        rules.eq(self.bytes(), literal)
    }
}

impl Text for str {
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn equals(&self, literal: &[u8], rules: &Rules) -> Decision {
        match core::str::from_utf8(literal) {
            Ok(literal) => rules.eq(self, literal),
            Err(_) => rules.flag(false),
        }
    }
}

impl Text for [u8] {
    fn bytes(&self) -> &[u8] {
        self
    }
}

impl<const N: usize> Text for [u8; N] {
    fn bytes(&self) -> &[u8] {
        self
    }
}

impl<T: Text + ?Sized> Text for &T {
    fn bytes(&self) -> &[u8] {
        (**self).bytes()
    }
    fn equals(&self, literal: &[u8], rules: &Rules) -> Decision {
        (**self).equals(literal, rules)
    }
}

impl<T: Text + ?Sized> Text for &mut T {
    fn bytes(&self) -> &[u8] {
        (**self).bytes()
    }
    fn equals(&self, literal: &[u8], rules: &Rules) -> Decision {
        (**self).equals(literal, rules)
    }
}
