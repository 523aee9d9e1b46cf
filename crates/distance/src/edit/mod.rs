//! The edit distance: the least number of insertions, deletions and substitutions of one element
//! that turn one sequence into another.
//!
//! It is the branch distance of string equality, and of any comparison of sequences whose elements
//! are only equal or not. For sequences a and b of lengths m and n, the least entry D(m, n) of the
//! matrix with D(i, 0) = i, D(0, j) = j and
//!
//! D(i, j) = min { D(i - 1, j) + 1, D(i, j - 1) + 1, D(i - 1, j - 1) + \[a_i ≠ b_j\] }
//!
//! (Levenshtein, "Binary Codes Capable of Correcting Deletions, Insertions, and Reversals", 1966;
//! the matrix is Wagner and Fischer's, 1974). It is a metric: 0 only between equal sequences,
//! symmetric, with the triangle inequality. The matrix is never stored:
//!
//! - A common prefix and a common suffix change nothing and are cut off.
//! - Up to 64 elements, one column of the matrix fits a machine word, one bit for each difference
//!   of neighbours, and a new column takes a dozen instructions (Myers, "A Fast Bit-Vector
//!   Algorithm for Approximate String Matching Based on Dynamic Programming", 1999; in the form of
//!   Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", 2003).
//!   Nothing is allocated, unless your own equality allocates.
//! - Longer sequences that are nearly equal: the furthest cell on each diagonal that d edits reach,
//!   for d = 0, 1, ... (Ukkonen, "Algorithms for Approximate String Matching", 1985). O(n + d²)
//!   expected. It has a budget, and gives up when the budget is spent.
//! - Otherwise bit vectors of several words, over a band of the matrix that is widened until it
//!   must hold the shortest path. O(n · d / 64), at most O(m · n / 64).
//!
//! Memory is linear in every case.
//!
//! ```
//! use sbst_distance::edit;
//!
//! assert_eq!(edit::of_str("kitten", "sitting"), 3);
//! assert_eq!(edit::of_str("größe", "grosse"), 3); // by characters
//! assert_eq!(edit::of_bytes("größe".as_bytes(), "grosse".as_bytes()), 4);
//! assert_eq!(edit::distance(&[1, 2, 3], &[2, 3, 4]), 2);
//! ```

mod alphabet;
mod diagonals;
mod strips;
mod word;

use alloc::vec::Vec;
use alphabet::Classes;
use word::WORD;

/// Returns the edit distance of two sequences of any elements.
///
/// At least the difference of the lengths, at most the greater length; the length of the other
/// sequence if one is empty.
///
/// Without order and hash, an element is looked up among the distinct elements of the shorter
/// sequence one after the other: beside the O(m · n / 64) of the bit vectors, that takes O((m + n)
/// · s) comparisons if s of them are distinct. Memory is linear. Sources in the [module](self)'s
/// text.
///
/// ```
/// use sbst_distance::edit;
///
/// assert_eq!(
///     edit::distance(
///         &["open", "read", "close"],
///         &["open", "write", "flush", "close"]
///     ),
///     2
/// );
/// assert_eq!(edit::distance::<u32>(&[], &[7, 8]), 2);
/// ```
#[must_use]
pub fn distance<T: Eq>(a: &[T], b: &[T]) -> usize {
    let run = |a: &[T], b: &[T]| diagonals::common(a.iter(), b.iter());
    let (long, short) = longer_first(diagonals::trimmed(a, b, run));
    if short.is_empty() {
        long.len()
    } else if long.len() <= WORD {
        word::of_elements(long, short)
    } else {
        // Numbering elements that know equality only takes long: diagonals are worth more edits.
        let most = 2 * diagonals::most_edits(long.len());
        diagonals::distance(long, short, most, run)
            .unwrap_or_else(|| strips::distance(&Classes::of_elements(long, short)))
    }
}

/// Returns the edit distance of two byte strings.
///
/// At least the difference of the lengths, at most the greater length; the length of the other
/// string if one is empty. O(m · n / 64) at most and O(n + d²) or O(n · d / 64) for distances d
/// that are small; up to 64 bytes nothing is allocated, beyond that memory is linear. Sources in
/// the [module](self)'s text.
///
/// ```
/// use sbst_distance::edit;
///
/// assert_eq!(edit::of_bytes(b"GET /", b"PUT /a"), 3);
/// assert_eq!(edit::of_bytes(b"", b"\xff"), 1);
/// ```
#[must_use]
pub fn of_bytes(a: &[u8], b: &[u8]) -> usize {
    let (long, short) = longer_first(diagonals::trimmed(a, b, diagonals::of_bytes));
    if short.is_empty() { long.len() } else { of_differing::<256>(long, short) }
}

/// Returns the edit distance of two strings, by Unicode scalar values.
///
/// At least the difference of the numbers of [`char`]s, at most the greater of them; the number of
/// `char`s of the other string if one is empty. Nothing is normalised: `é` in one `char` and `e`
/// with a combining accent are 2 apart. O(m · n / 64) at most and O(n + d²) or O(n · d / 64) for
/// distances d that are small; up to 64 `char`s nothing is allocated, beyond that memory is linear.
/// Sources in the [module](self)'s text.
///
/// ```
/// use sbst_distance::edit;
///
/// assert_eq!(edit::of_str("straße", "strasse"), 2);
/// assert_eq!(edit::of_str("日本", ""), 2);
/// ```
#[must_use]
pub fn of_str(a: &str, b: &str) -> usize {
    let (a, b) = diagonals::trimmed_str(a, b);
    if a.is_ascii() && b.is_ascii() {
        let (long, short) = longer_first((a.as_bytes(), b.as_bytes()));
        return if short.is_empty() { long.len() } else { of_differing::<128>(long, short) };
    }
    let (of_a, of_b) = (a.chars().count(), b.chars().count());
    let (long, short) = if of_a >= of_b { (a, b) } else { (b, a) };
    let (rows, columns) = (of_a.max(of_b), of_a.min(of_b));
    if columns == 0 {
        rows
    } else if rows <= WORD {
        word::of_characters(long, short)
    } else {
        let [long, short] = [long, short].map(|text| text.chars().collect::<Vec<_>>());
        let most = diagonals::most_edits(long.len());
        diagonals::distance(&long, &short, most, |a, b| diagonals::common(a.iter(), b.iter()))
            .unwrap_or_else(|| strips::distance(&Classes::of_characters(&long, &short)))
    }
}

/// Computes the edit distance of bytes below `VALUES` without a common affix, none of them empty.
fn of_differing<const VALUES: usize>(long: &[u8], short: &[u8]) -> usize {
    if long.len() <= WORD {
        word::of_bytes::<VALUES>(long, short)
    } else {
        let most = diagonals::most_edits(long.len());
        diagonals::distance(long, short, most, diagonals::of_bytes)
            .unwrap_or_else(|| strips::distance(&Classes::of_bytes(long, short)))
    }
}

/// Computes the edit distance with the longer sequence as the pattern, one bit for each element:
/// words are filled better, and there are fewer columns to sweep.
fn longer_first<'a, T>((a, b): (&'a [T], &'a [T])) -> (&'a [T], &'a [T]) {
    if a.len() >= b.len() { (a, b) } else { (b, a) }
}
