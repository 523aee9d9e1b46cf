//! Lists of blocks in texts.

use crate::id::Block;
use core::fmt::{self, Display, Formatter};

/// Several blocks, and the text between them.
pub(super) struct Joined<'a>(pub(super) &'a [Block], pub(super) &'static str);

impl Display for Joined<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (place, block) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str(self.1)?;
            }
            Display::fmt(block, f)?;
        }
        Ok(())
    }
}
