//! Words: the edit distance of at most 64 elements. A column of the matrix is one word, and nothing
//! is allocated.
//!
//! Neighbours in a column differ by -1, 0 or +1: bit i of `plus` says that D(i, j) - D(i - 1, j) =
//! +1, bit i of `minus` that it is -1. The next column follows from these two and from the mask of
//! the pattern's positions that match the column's element. The distance is D(0, n) = n plus all
//! differences of the last column, so no cell is followed while the columns pass.
//!
//! - [`of_bytes`]: masks in a table by value.
//! - [`of_characters`]: masks in a small hash table on the stack.
//! - [`of_elements`]: masks in a list of the distinct elements, searched linearly.
//!
//! O(n) for n columns, with at most 64 comparisons for each where the mask must be searched for.

/// Number of elements in a word.
pub(super) const WORD: usize = 64;

/// Computes the edit distance of a pattern of at most [`WORD`] bytes, all below `VALUES`, and a
/// text of such bytes.
#[inline]
pub(super) fn of_bytes<const VALUES: usize>(pattern: &[u8], text: &[u8]) -> usize {
    let mut masks = [0; VALUES];
    for (index, &byte) in pattern.iter().enumerate() {
        masks[usize::from(byte) % VALUES] |= 1 << index;
    }
    sweep(pattern.len(), text.iter().map(|&byte| masks[usize::from(byte) % VALUES]))
}

/// Computes the edit distance of a pattern of at most [`WORD`] `char`s and a text.
pub(super) fn of_characters(pattern: &str, text: &str) -> usize {
    let mut masks = Masks { characters: ['\0'; Masks::SLOTS], masks: [0; Masks::SLOTS] };
    let mut rows = 0;
    for character in pattern.chars() {
        let slot = masks.slot(character);
        masks.characters[slot] = character;
        masks.masks[slot] |= 1 << rows;
        rows += 1;
    }
    sweep(rows, text.chars().map(|character| masks.masks[masks.slot(character)]))
}

/// Computes the edit distance of a pattern of at most [`WORD`] elements and a text of elements of
/// the same type.
pub(super) fn of_elements<T: Eq>(pattern: &[T], text: &[T]) -> usize {
    let mut distinct = [None; WORD];
    let mut masks = [0; WORD];
    let mut count = 0;
    let find = |distinct: &[Option<&T>], element: &T| {
        distinct.iter().position(|known| *known == Some(element))
    };
    for (index, element) in pattern.iter().enumerate().take(WORD) {
        let class = find(&distinct[..count], element).unwrap_or(count);
        if class == count {
            distinct[class] = Some(element);
            count += 1;
        }
        masks[class] |= 1 << index;
    }
    let mask = |element: &T| find(&distinct[..count], element).map_or(0, |class| masks[class]);
    sweep(pattern.len(), text.iter().map(mask))
}

/// Hash table of masks by character, with open addressing. It is at most half full. An empty mask
/// marks a free slot.
struct Masks {
    /// Character of each slot.
    characters: [char; Self::SLOTS],
    /// Mask of each slot.
    masks: [u64; Self::SLOTS],
}

impl Masks {
    /// Number of slots.
    const SLOTS: usize = 2 * WORD;

    /// Returns the slot of `character`, or the free slot where it would be.
    ///
    /// The low bits are hash enough: letters of one script are neighbours and do not collide.
    #[inline]
    fn slot(&self, character: char) -> usize {
        let mut slot = character as usize % Self::SLOTS;
        while self.masks[slot] != 0 && self.characters[slot] != character {
            slot = (slot + 1) % Self::SLOTS;
        }
        slot
    }
}

/// Returns the edit distance of a pattern of `rows` elements and a text. The masks say, for each
/// element of the text, which elements of the pattern equal it.
#[inline]
fn sweep(rows: usize, columns: impl Iterator<Item = u64>) -> usize {
    // Column 0 is 0, 1, 2, ..: every vertical difference is +1.
    let (mut plus, mut minus) = (u64::MAX, 0);
    let mut distance = 0;
    for mask in columns {
        // One column, as in Hyyrö 2003. The addition carries a match along a run of +1, which is
        // what makes the step constant. The horizontal differences are kept complemented, and the
        // carry is not reduced to the diagonal differences first: three instructions less in the
        // chain from column to column than in the published order.
        let matched = mask & plus;
        let sum = matched.wrapping_add(plus);
        let not_right = ((sum | plus | mask) & !minus) << 1;
        let left = (((sum ^ plus) & plus) | matched) << 1;
        let no_change = !(mask | minus);
        plus = left | (no_change & not_right);
        minus = !(no_change | not_right);
        distance += 1;
    }
    // D(m, n) is D(0, n) = n plus the vertical differences of the last column.
    let used = u64::MAX >> (WORD - rows.clamp(1, WORD));
    distance + (plus & used).count_ones() as usize - (minus & used).count_ones() as usize
}
