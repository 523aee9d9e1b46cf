//! Texts in drawings.

use core::fmt::{self, Display, Write as _};

/// A text, escaped for a quoted Graphviz string.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                '\r' => {}
                _ => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
