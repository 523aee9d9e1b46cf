//! What two sequences have in common at their ends: it does not count towards the distance and is
//! cut off.
//!
//! An optimal alignment may always match equal first elements with each other, and equal last ones.
//! Linear time, no memory.

/// Returns the number of first elements that agree.
#[inline]
pub(super) fn common<T: Eq>(a: impl Iterator<Item = T>, b: impl Iterator<Item = T>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

/// Returns the number of first bytes that agree: eight at a time, since nearly equal strings spend
/// most of their time here.
#[inline]
pub(super) fn of_bytes(a: &[u8], b: &[u8]) -> usize {
    let (wide_a, wide_b) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    for (index, (a, b)) in wide_a.iter().zip(wide_b).enumerate() {
        let differing = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if differing != 0 {
            return 8 * index + differing.trailing_zeros() as usize / 8;
        }
    }
    let done = 8 * wide_a.len().min(wide_b.len());
    done + common(a[done..].iter(), b[done..].iter())
}

/// Both without their common prefix and suffix; `run` counts how many of the first elements agree.
#[inline]
pub(super) fn trimmed<'a, T: Eq>(
    a: &'a [T],
    b: &'a [T],
    run: impl Fn(&[T], &[T]) -> usize,
) -> (&'a [T], &'a [T]) {
    let prefix = run(a, b);
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let suffix = common(a.iter().rev(), b.iter().rev());
    (&a[..a.len() - suffix], &b[..b.len() - suffix])
}

/// Both without the `char`s that they have in common at their ends.
#[inline]
pub(super) fn trimmed_str<'a>(a: &'a str, b: &'a str) -> (&'a str, &'a str) {
    // Bytes are faster to compare. UTF-8 synchronises itself: where one string is amid a character
    // after equal bytes, so is the other.
    let mut prefix = of_bytes(a.as_bytes(), b.as_bytes());
    while !a.is_char_boundary(prefix) {
        prefix -= 1;
    }
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let mut suffix = common(a.bytes().rev(), b.bytes().rev());
    while !a.is_char_boundary(a.len() - suffix) {
        suffix -= 1;
    }
    (&a[..a.len() - suffix], &b[..b.len() - suffix])
}
