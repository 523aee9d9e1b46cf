//! A stable sort that ends and does not panic, whatever the order of the elements answers.
//!
//! The sorts of the standard library may panic if an order contradicts itself (`a < b`, `b < c` and
//! `c < a`). Orders come from the user, and the crate promises not to panic. An order that
//! contradicts itself gives some permutation of the elements.
//!
//! Runs of [`RUN`] elements by insertion, then merges of neighbours, which double their length. O(n
//! log n) comparisons, and memory for n numbers.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Length of what is sorted by insertion.
const RUN: usize = 16;

/// Sorts by an order that the user gives.
pub(crate) fn sort_by<T>(elements: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let len = elements.len();
    for start in (0..len).step_by(RUN) {
        for at in start + 1..len.min(start + RUN) {
            let mut place = at;
            while place > start && compare(&elements[place], &elements[place - 1]).is_lt() {
                elements.swap(place, place - 1);
                place -= 1;
            }
        }
    }
    if len <= RUN {
        return;
    }
    let mut order = merged(len, &mut |a, b| compare(&elements[a], &elements[b]).is_lt());
    // Cycle by cycle: each element moves once.
    for start in 0..len {
        let mut at = start;
        while order[at] != start {
            let from = core::mem::replace(&mut order[at], at);
            elements.swap(at, from);
            at = from;
        }
        order[at] = at;
    }
}

/// Returns the merged order of sorted runs. Compiled once.
fn merged(len: usize, is_less: &mut dyn FnMut(usize, usize) -> bool) -> Vec<usize> {
    let (mut order, mut merged): (Vec<usize>, Vec<usize>) =
        ((0..len).collect(), Vec::with_capacity(len));
    let mut width = RUN;
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
