//! A stable sort that ends and does not panic, whatever the order of the elements answers.
//!
//! The sorts of the standard library may panic if an order contradicts itself (`a < b`, `b < c` and
//! `c < a`). Orders come from the user, and the crate promises not to panic. An order that
//! contradicts itself gives some permutation of the elements.
//!
//! Merges of neighbours, which double their length. O(n log n) comparisons, and memory for 2 n
//! numbers unless the elements are sorted already.
//!
//! The search for the order is compiled once: it asks for the order of two places. The sorts of the
//! standard library are 2 500 to 4 000 lines of LLVM for each type of elements and each order; code
//! on a hot path uses these for numbers and for goals.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Sorts by an order that the user gives.
pub(crate) fn sort_by<T>(elements: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    // The elements stay where they are until their order is known.
    let mut order =
        sorted_places(elements.len(), &mut |a, b| compare(&elements[a], &elements[b]).is_lt());
    // Cycle by cycle: each element moves once.
    for start in 0..order.len() {
        let mut at = start;
        while order[at] != start {
            let from = core::mem::replace(&mut order[at], at);
            elements.swap(at, from);
            at = from;
        }
        order[at] = at;
    }
}

/// Returns the places of `len` elements in the order of the elements, or no place if the elements
/// are sorted. `is_less` tells if the element at its first place must stand before the other one.
fn sorted_places(len: usize, is_less: &mut dyn FnMut(usize, usize) -> bool) -> Vec<usize> {
    if (1..len).all(|at| !is_less(at, at - 1)) {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..len).collect();
    let (mut merged, mut width) = (Vec::with_capacity(len), 1);
    while width < len {
        merged.clear();
        for pair in order.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let (Some((&a, others)), Some((&b, rest))) =
                (left.split_first(), right.split_first())
            {
                if is_less(b, a) {
                    merged.push(b);
                    right = rest;
                } else {
                    merged.push(a);
                    left = others;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        core::mem::swap(&mut order, &mut merged);
        width = width.saturating_mul(2);
    }
    order
}

/// Sorts by a key.
pub(crate) fn sort_by_key<T, K: Ord>(elements: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(elements, |a, b| key(a).cmp(&key(b)));
}

/// Sorts by the order of the elements.
pub(crate) fn sort<T: Ord>(elements: &mut [T]) {
    sort_by(elements, T::cmp);
}

#[cfg(test)]
mod tests {
    use super::sort_by;
    use alloc::vec::Vec;
    use core::cmp::Ordering;

    fn numbers(len: usize) -> impl Iterator<Item = u32> {
        (0..len as u32).map(|n| n.wrapping_mul(2_654_435_761) >> 24)
    }

    #[test]
    fn it_is_a_stable_sort() {
        for len in [0, 1, 2, 15, 16, 17, 31, 32, 33, 100, 1_000] {
            let mut found: Vec<(u32, usize)> = numbers(len).zip(0..).collect();
            let mut expected = found.clone();
            sort_by(&mut found, |a, b| a.0.cmp(&b.0));
            expected.sort_by_key(|element| element.0);
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn od5_an_order_that_contradicts_itself_gives_a_permutation() {
        for len in [3, 17, 100, 1_000] {
            for seed in 0..50_u32 {
                let mut found: Vec<u32> = (0..len).collect();
                let mut state = seed;
                sort_by(&mut found, |_, _| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    [Ordering::Less, Ordering::Equal, Ordering::Greater][(state >> 16) as usize % 3]
                });
                found.sort_unstable();
                assert!(found.into_iter().eq(0..len));
            }
        }
    }
}
