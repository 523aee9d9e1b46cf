//! Texts in drawings.

use alloc::string::String;

/// Returns a text, escaped for a quoted Graphviz string.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "")
}
