//! Patterns made of bytes: pieces of the syntax in any order, and how large they are written out.

use arbitrary::{Result, Unstructured};

/// Pieces that mean something together; the last ones are refused, or explode.
const PIECES: [&str; 40] = [
    "a",
    "b",
    "c",
    "ab",
    ".",
    "[ab]",
    "[^a]",
    "[b-z]",
    "(",
    ")",
    "(?:",
    "|",
    "*",
    "+",
    "?",
    "*?",
    "{2}",
    "{0}",
    "{0,2}",
    "{1,}",
    "{3}?",
    "^",
    "$",
    r"\A",
    r"\z",
    r"\d",
    "(?i)",
    "(?i:b)",
    "[a&&b]",
    "[[:alpha:]]",
    "é",
    "(?-u:a)",
    "(?s:.)",
    "(?x)a b",
    r"\xff",
    r"\u{D7FF}",
    r"\b",
    "(?m)^",
    "{300}",
    r"\pL",
];

/// A pattern: pieces, or whatever text the bytes are.
pub fn read(u: &mut Unstructured<'_>) -> Result<String> {
    let first: u8 = u.arbitrary()?;
    let count = usize::from(first) % 16;
    if first >= 240 {
        let bytes = u.bytes(count.min(u.len()))?;
        return Ok(String::from_utf8_lossy(bytes).into_owned());
    }
    let mut pattern = String::new();
    for _ in 0..count {
        let byte: u8 = u.arbitrary()?;
        // The last ones are seldom: they cost much, or make the rest of the pattern void.
        let pieces = if byte >= 240 { PIECES.len() } else { PIECES.len() - 8 };
        pattern.push_str(PIECES[usize::from(byte) % pieces]);
    }
    Ok(pattern)
}

/// At least how many times as large the pattern is when its repetitions are written out, were all
/// of them nested.
pub fn growth(pattern: &str) -> u64 {
    let counts = pattern.split('{').skip(1).filter_map(|rest| {
        let inside = rest.split('}').next().unwrap_or_default();
        inside.split(',').filter_map(|count| count.trim().parse::<u64>().ok()).max()
    });
    counts.fold(1, |product, count| product.saturating_mul(count.max(1)))
}
