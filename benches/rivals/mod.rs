//! Published non-dominated sorts, written as their papers describe them, on rows of `f64`.

use std::cmp::Ordering;

/// Fast non-dominated sort (Deb, Pratap, Agarwal, Meyarivan 2002), which compares each pair once
/// and leaves off as soon as the two are seen to be incomparable.
pub(crate) fn textbook(rows: &[Vec<f64>]) -> Vec<Vec<usize>> {
    let n = rows.len();
    let (mut dominated, mut dominators) = (vec![Vec::new(); n], vec![0; n]);
    for a in 0..n {
        for b in a + 1..n {
            match dominance(&rows[a], &rows[b]) {
                Some(Ordering::Less) => {
                    dominated[a].push(b);
                    dominators[b] += 1;
                }
                Some(Ordering::Greater) => {
                    dominated[b].push(a);
                    dominators[a] += 1;
                }
                _ => {}
            }
        }
    }
    let mut fronts = Vec::new();
    let mut front: Vec<usize> = (0..n).filter(|&row| dominators[row] == 0).collect();
    while !front.is_empty() {
        let mut next = Vec::new();
        for &row in &front {
            for &other in &dominated[row] {
                dominators[other] -= 1;
                if dominators[other] == 0 {
                    next.push(other);
                }
            }
        }
        next.sort_unstable();
        fronts.push(std::mem::replace(&mut front, next));
    }
    fronts
}

fn dominance(a: &[f64], b: &[f64]) -> Option<Ordering> {
    let mut seen = Ordering::Equal;
    for (x, y) in a.iter().zip(b) {
        if x < y {
            if seen == Ordering::Greater {
                return None;
            }
            seen = Ordering::Less;
        } else if y < x {
            if seen == Ordering::Less {
                return None;
            }
            seen = Ordering::Greater;
        }
    }
    Some(seen)
}

/// Efficient non-dominated sort with binary search, ENS-BS (Zhang, Tian, Cheng, Jin, "An Efficient
/// Approach to Nondominated Sorting for Evolutionary Multiobjective Optimization", 2015): rows in
/// lexicographic order, each into the first front of which no member dominates it, members asked
/// from the last one back.
pub(crate) fn ens_bs(rows: &[Vec<f64>]) -> Vec<Vec<usize>> {
    ens(rows, |fronts, dominated| {
        let (mut low, mut high) = (0, fronts.len());
        while low < high {
            let middle = (low + high) / 2;
            if dominated(&fronts[middle]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    })
}

/// The same with sequential search, ENS-SS.
pub(crate) fn ens_ss(rows: &[Vec<f64>]) -> Vec<Vec<usize>> {
    ens(rows, |fronts, dominated| {
        fronts.iter().position(|front| !dominated(front)).unwrap_or(fronts.len())
    })
}

fn ens(
    rows: &[Vec<f64>],
    find: impl Fn(&[Vec<usize>], &dyn Fn(&[usize]) -> bool) -> usize,
) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_unstable_by(|&a, &b| rows[a].partial_cmp(&rows[b]).expect("no NaN"));
    let mut fronts: Vec<Vec<usize>> = Vec::new();
    for row in order {
        // No later row dominates an earlier one, so "nowhere worse, and not equal" is what is left
        // to ask.
        let dominates = |&other: &usize| {
            rows[other].iter().zip(&rows[row]).all(|(x, y)| x <= y) && rows[other] != rows[row]
        };
        let dominated = |front: &[usize]| front.iter().rev().any(dominates);
        let front = find(&fronts, &dominated);
        if front == fronts.len() {
            fronts.push(Vec::new());
        }
        fronts[front].push(row);
    }
    fronts.iter_mut().for_each(|front| front.sort_unstable());
    fronts
}
