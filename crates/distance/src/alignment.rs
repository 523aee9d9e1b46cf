//! Sequences side by side: what text and slices share.
//!
//! Two elements at the same position count x / (1 + x) of the distance between them, an element
//! without a partner counts 1.

use super::compare::Wanted;
use super::integer::Gap;
use super::{Distance, OperandKind, OrderDistance, Rules};

/// Returns the sum over all positions. O(length).
pub(super) fn aligned<T>(
    a: impl IntoIterator<Item = T>,
    b: impl IntoIterator<Item = T>,
    gap: impl Fn(T, T) -> Distance,
) -> Distance {
    let (mut a, mut b) = (a.into_iter(), b.into_iter());
    let mut sum = 0.0;
    loop {
        match (a.next(), b.next()) {
            (Some(x), Some(y)) => sum += gap(x, y).norm(),
            (None, None) => return Distance::of(sum),
            _ => return Distance::of(sum + 1.0 + a.count() as f64 + b.count() as f64),
        }
    }
}

/// Returns the number of elements in which the beginning of `a` differs from `affix`; elements of
/// `a` after that do not count. O(length of the affix).
pub(super) fn beginning<T>(
    a: impl IntoIterator<Item = T>,
    affix: impl IntoIterator<Item = T>,
    gap: impl Fn(T, T) -> Distance,
) -> Distance {
    Distance::of(bounded(a.into_iter(), affix.into_iter(), &gap, f64::INFINITY))
}

/// Returns the least number of elements in which a window of `text` differs from `part`: the least
/// over all windows; for a shorter text, over all places inside the part. Windows are left as soon
/// as they are no nearer than the best one, so O(length of the text) where mismatches are early, at
/// most O(product).
pub(super) fn window<T>(
    text: impl Iterator<Item = T> + Clone,
    part: impl Iterator<Item = T> + Clone,
    gap: impl Fn(T, T) -> Distance,
) -> Distance {
    let (text_length, part_length) = (text.clone().count(), part.clone().count());
    let mut least = f64::INFINITY;
    if text_length >= part_length {
        let mut rest = text;
        for _ in 0..=text_length - part_length {
            least = least.min(bounded(rest.clone(), part.clone(), &gap, least));
            rest.next();
        }
    } else {
        let mut rest = part;
        let gap = |y, x| gap(x, y); // a closure of the caller is asked (text, part), always
        for _ in 0..=part_length - text_length {
            least = least.min(bounded(rest.clone(), text.clone(), &gap, least));
            rest.next();
        }
        least += (part_length - text_length) as f64;
    }
    Distance::of(least)
}

/// Returns the sum over the positions of `part`; what `text` lacks counts 1 for each. Given up once
/// it reaches the bound: infinite.
fn bounded<T>(
    mut text: impl Iterator<Item = T>,
    mut part: impl Iterator<Item = T>,
    gap: &impl Fn(T, T) -> Distance,
    bound: f64,
) -> f64 {
    let mut sum = 0.0;
    while sum < bound {
        match (part.next(), text.next()) {
            (Some(y), Some(x)) => sum += gap(x, y).norm(),
            (Some(_), None) => return sum + 1.0 + part.count() as f64,
            (None, _) => return sum,
        }
    }
    f64::INFINITY
}

/// Returns the distance of an order relation between two sequences from holding: by the first
/// elements that differ; if one sequence is the beginning of the other, by the difference of the
/// lengths, and K for a strict relation.
pub(super) fn first_difference<T: OrderDistance>(
    a: impl Iterator<Item = T> + Clone,
    b: impl Iterator<Item = T> + Clone,
    rules: &Rules,
    wanted: Wanted,
) -> Distance {
    match a.clone().zip(b.clone()).find(|(x, y)| x != y) {
        Some((x, y)) => {
            // Only the relation that does not hold may be asked.
            let (x, y) = if x < y { (y, x) } else { (x, y) };
            match wanted {
                Wanted::Strict => x.to_less(&y, rules),
                Wanted::Loose | Wanted::Equal => x.to_at_most(&y, rules),
            }
        }
        None => {
            let lengths = Gap::Whole(a.count().abs_diff(b.count()) as u128);
            rules.of_gap(OperandKind::Structure, wanted, lengths)
        }
    }
}
