//! Ranking of tests as the test generator Pynguin 0.48 ranks them.

use super::pair::by_pair;
use numpy::ndarray::{Array2, ArrayView1, ArrayView2};
use numpy::{IntoPyArray, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::cmp::Ordering;

/// Tests by front.
type Fronts = Vec<Vec<usize>>;
/// Tests with their ranks, in the order in which the ranks are set.
type Ranks = Vec<(usize, usize)>;

/// Sorts tests into fronts as Pynguin does, with the same draws, and returns the fronts and the
/// ranks in the order in which Pynguin sets them.
///
/// The first front has, for each goal, the test with the least value, among those the shortest.
/// Between two of the same length, ``draw`` decides. Further fronts hold the tests that no
/// remaining test dominates, until ``population`` tests have a front. Tests with the same number in
/// ``equal`` are equal: the first one leaves when any of them does.
#[pyfunction]
pub(crate) fn rank<'py>(
    values: PyReadonlyArray2<'py, f64>,
    lengths: Vec<u64>,
    equal: Vec<u32>,
    population: usize,
    draw: &Bound<'py, PyAny>,
) -> PyResult<(Fronts, Ranks)> {
    let rows = values.as_array();
    if lengths.len() != rows.nrows() || equal.len() != rows.nrows() {
        return Err(PyValueError::new_err(
            "there must be one length and one class for each row of \
            values",
        ));
    }
    let mut ranks = Vec::new();
    let mut first: Vec<usize> = Vec::new();
    for goal in 0..rows.ncols() {
        let Some(best) = preferred(rows.column(goal), &lengths, draw)? else { continue };
        ranks.push((best, 0));
        if first.iter().all(|&test| equal[test] != equal[best]) {
            first.push(best);
        }
    }
    let mut remaining: Vec<usize> = (0..rows.nrows()).collect();
    leave(&mut remaining, &first, &equal);
    let mut ranked = first.len();
    let mut fronts = vec![first];
    if ranked >= population {
        ranks.extend(remaining.iter().map(|&test| (test, 1)));
        fronts.push(remaining);
        return Ok((fronts, ranks));
    }
    while ranked < population && !remaining.is_empty() {
        let front = non_dominated(rows, &remaining, &equal, fronts.len(), &mut ranks);
        leave(&mut remaining, &front, &equal);
        ranked += front.len();
        fronts.push(front);
    }
    Ok((fronts, ranks))
}

/// Returns the preferred test of one goal; `None` if there are no tests.
fn preferred(
    values: ArrayView1<'_, f64>,
    lengths: &[u64],
    draw: &Bound<'_, PyAny>,
) -> PyResult<Option<usize>> {
    let mut best: Option<usize> = None;
    for (test, value) in values.iter().enumerate() {
        let order = match best {
            None => Ordering::Less,
            Some(best) => compare(*value, values[best]).then(lengths[test].cmp(&lengths[best])),
        };
        if order == Ordering::Less || (order == Ordering::Equal && draw.call0()?.is_truthy()?) {
            best = Some(test);
        }
    }
    Ok(best)
}

/// Removes, for each test that leaves, the first one that is equal.
fn leave(remaining: &mut Vec<usize>, leaving: &[usize], equal: &[u32]) {
    for &test in leaving {
        if let Some(at) = remaining.iter().position(|&other| equal[other] == equal[test]) {
            remaining.remove(at);
        }
    }
}

/// Returns the tests that no other test dominates, in their order.
///
/// A test has the rank of the front as soon as it enters the front, also if a later test drives it
/// out.
fn non_dominated(
    rows: ArrayView2<'_, f64>,
    tests: &[usize],
    equal: &[u32],
    rank: usize,
    ranks: &mut Vec<(usize, usize)>,
) -> Vec<usize> {
    let mut front: Vec<usize> = Vec::new();
    for &test in tests {
        let mut driven_out = Vec::new();
        let mut is_dominated = false;
        for &other in &front {
            match dominance(rows.row(test), rows.row(other)) {
                Ordering::Less => driven_out.push(other),
                Ordering::Equal => {}
                Ordering::Greater => {
                    is_dominated = true;
                    break;
                }
            }
        }
        if is_dominated {
            continue;
        }
        ranks.push((test, rank));
        front.push(test);
        leave(&mut front, &driven_out, equal);
    }
    front
}

/// Compares fitness values; NaN, which Pynguin refuses, equals everything.
fn compare(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

/// Returns `Less` if the first test dominates the second one, `Greater` if the second one
/// dominates, else `Equal`.
fn dominance(a: ArrayView1<'_, f64>, b: ArrayView1<'_, f64>) -> Ordering {
    let mut found = Ordering::Equal;
    for (a, b) in a.iter().zip(b) {
        let order = compare(*a, *b);
        if order == found || order == Ordering::Equal {
            continue;
        }
        if found != Ordering::Equal {
            return Ordering::Equal;
        }
        found = order;
    }
    found
}

/// Returns, for each entry, the number of different pairs in its column that are smaller.
#[pyfunction]
pub(crate) fn order_of_pairs<'py>(
    py: Python<'py>,
    levels: PyReadonlyArray2<'py, u32>,
    distances: PyReadonlyArray2<'py, f64>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (levels, distances) = (levels.as_array(), distances.as_array());
    if levels.dim() != distances.dim() {
        return Err(PyValueError::new_err("levels and distances must have the same shape"));
    }
    let mut orders = Array2::zeros(levels.dim());
    let mut sorted: Vec<(u32, f64, usize)> = Vec::with_capacity(levels.nrows());
    for column in 0..levels.ncols() {
        sorted.clear();
        sorted.extend(
            (0..levels.nrows()).map(|row| (levels[(row, column)], distances[(row, column)], row)),
        );
        sorted.sort_by(|a, b| by_pair((a.0, a.1), (b.0, b.1)));
        let mut order = 0.0;
        for at in 0..sorted.len() {
            let (level, distance, row) = sorted[at];
            if at > 0
                && by_pair((sorted[at - 1].0, sorted[at - 1].1), (level, distance))
                    != Ordering::Equal
            {
                order += 1.0;
            }
            orders[(row, column)] = order;
        }
    }
    Ok(orders.into_pyarray(py))
}
