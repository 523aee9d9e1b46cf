//! Which goals to pursue, which tests to keep.

use crate::error;
use crate::goals::Goals;
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sbst::id::GoalId;
use sbst::selection::{self, Ranker};
use std::cmp::Ordering;

/// Goals within reach: those that are not covered, and that depend on no branch or on a branch that
/// is covered.
#[pyclass(module = "sbst")]
pub(crate) struct Frontier {
    inner: selection::Frontier,
    count: usize,
}

#[pymethods]
impl Frontier {
    /// Creates the frontier of goals of which none is covered.
    #[new]
    fn new(goals: &Goals) -> Self {
        Self { inner: selection::Frontier::of(&goals.goal_graph()), count: goals.count() }
    }

    /// Creates a frontier from the parents of each goal.
    ///
    /// Raises ``IndexError`` for a parent that is no goal.
    #[staticmethod]
    fn from_parents(parents: Vec<Vec<u32>>) -> PyResult<Self> {
        let count = parents.len();
        for &parent in parents.iter().flatten() {
            if parent as usize >= count {
                return Err(error::out_of_range("goal", parent, count));
            }
        }
        let parents = parents
            .into_iter()
            .map(|parents| parents.into_iter().map(GoalId::new).collect::<Vec<_>>());
        Ok(Self { inner: selection::Frontier::new(parents), count })
    }

    /// Notes that goals were covered, and returns the goals that came within reach.
    ///
    /// ``covered`` is an array of ``bool`` with an element for each goal, such as
    /// ``Fitness.covered``, or an iterable of numbers. Raises ``IndexError`` for a number that is
    /// no goal.
    fn cover(&mut self, covered: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        let ids = goal_ids(covered, self.count)?;
        Ok(self.inner.cover(ids).iter().map(|id| id.number()).collect())
    }

    /// Goals within reach.
    #[getter]
    fn active(&self) -> Vec<u32> {
        self.inner.active().iter().map(|id| id.number()).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Frontier: {} of {} goals within reach>", self.inner.active().len(), self.count)
    }
}

/// Reads goals: an array of ``bool``, or numbers.
fn goal_ids(covered: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<GoalId>> {
    if let Ok(flags) = covered.extract::<PyReadonlyArray1<'_, bool>>() {
        if flags.len() != count {
            return Err(PyValueError::new_err(format!(
                "the array has {} elements for {count} goals",
                flags.len()
            )));
        }
        let flags = flags.as_array();
        return Ok((0..)
            .zip(flags)
            .filter(|&(_, &covered)| covered)
            .map(|(number, _)| GoalId::new(number))
            .collect());
    }
    let mut ids = Vec::new();
    for number in covered.try_iter()? {
        let number: u32 = number?.extract()?;
        if number as usize >= count {
            return Err(error::out_of_range("goal", number, count));
        }
        ids.push(GoalId::new(number));
    }
    Ok(ids)
}

/// Archive of the cheapest test that covers each goal.
#[pyclass(module = "sbst")]
pub(crate) struct Archive {
    inner: selection::Archive<Py<PyAny>, Cost>,
    count: usize,
}

/// The cost of a test: a list of numbers, in the order of floats.
#[derive(Clone, PartialEq)]
struct Cost(Vec<f64>);

impl Eq for Cost {}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> Ordering {
        let unequal =
            self.0.iter().zip(&other.0).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
        unequal.unwrap_or_else(|| self.0.len().cmp(&other.0.len()))
    }
}

#[pymethods]
impl Archive {
    /// Creates an empty archive for a number of goals.
    #[new]
    fn new(goals: &Bound<'_, PyAny>) -> PyResult<Self> {
        let count = match goals.cast::<Goals>() {
            Ok(goals) => goals.get().count(),
            Err(_) => goals.extract()?,
        };
        Ok(Self { inner: selection::Archive::new(), count })
    }

    /// Offers a test with the goals that it covers, and returns the goals for which the archive
    /// keeps it.
    ///
    /// It keeps a test for a goal that was not covered, or was covered by a test of greater cost.
    /// ``cost`` is a number, or a tuple of numbers that are compared from left to right.
    #[pyo3(signature = (test, covered, cost=None))]
    fn offer(
        &mut self,
        test: &Bound<'_, PyAny>,
        covered: &Bound<'_, PyAny>,
        cost: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<u32>> {
        let cost = match cost {
            None => Vec::new(),
            Some(cost) => match cost.extract::<f64>() {
                Ok(number) => vec![number],
                Err(_) => cost.extract()?,
            },
        };
        if cost.iter().any(|number| number.is_nan()) {
            return Err(PyValueError::new_err("a cost is not NaN"));
        }
        let cost = Cost(cost);
        let mut kept = Vec::new();
        for id in goal_ids(covered, self.count)? {
            if self.inner.offer(id, cost.clone(), || test.clone().unbind()) {
                kept.push(id.number());
            }
        }
        Ok(kept)
    }

    /// Returns the test of a goal, or ``None`` if the goal is not covered.
    fn get(&self, py: Python<'_>, goal: u32) -> Option<Py<PyAny>> {
        self.inner.get(GoalId::new(goal)).map(|(_, test)| test.clone_ref(py))
    }

    /// Covered goals, ascending.
    #[getter]
    fn covered(&self) -> Vec<u32> {
        self.inner.goals().map(GoalId::number).collect()
    }

    /// Returns the different tests, in the order of the goals that they cover.
    fn tests(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        let mut tests: Vec<Py<PyAny>> = Vec::new();
        for (_, _, test) in self.inner.iter() {
            if tests.iter().all(|known| !known.is(test)) {
                tests.push(test.clone_ref(py));
            }
        }
        tests
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __repr__(&self) -> String {
        format!("<Archive: {} of {} goals covered>", self.inner.len(), self.count)
    }
}

/// The values of a table, row by row.
struct Values {
    values: Vec<f64>,
    rows: usize,
    columns: usize,
}

impl Values {
    /// Copies a table.
    fn of(table: &PyReadonlyArray2<'_, f64>) -> Self {
        let array = table.as_array();
        Self {
            values: array.iter().copied().collect(),
            rows: array.nrows(),
            columns: array.ncols(),
        }
    }

    /// Returns the rows, also those of a table without columns.
    fn rows(&self) -> Vec<&[f64]> {
        let row = |number: usize| &self.values[number * self.columns..(number + 1) * self.columns];
        (0..self.rows).map(row).collect()
    }

    /// Returns all columns as goals.
    fn goals(&self) -> Vec<GoalId> {
        columns(self.columns)
    }
}

/// Returns all columns as goals.
fn columns(count: usize) -> Vec<GoalId> {
    (0..count as u32).map(GoalId::new).collect()
}

/// Returns ``True`` if the first row is nowhere greater than the second one, and smaller somewhere.
#[pyfunction]
fn dominates(a: PyReadonlyArray1<'_, f64>, b: PyReadonlyArray1<'_, f64>) -> bool {
    let (a, b) = (a.as_array().to_vec(), b.as_array().to_vec());
    selection::dominates(&a, &b, columns(a.len().max(b.len())))
}

/// Sorts tests into fronts: lists of rows that no row of the same or of a later front dominates.
///
/// ``values`` has a row for each test and a column for each goal; less is better.
#[pyfunction]
fn non_dominated_fronts(py: Python<'_>, values: PyReadonlyArray2<'_, f64>) -> Vec<Vec<usize>> {
    let values = Values::of(&values);
    py.detach(|| {
        let mut ranker = Ranker::new();
        ranker
            .non_dominated_sort(values.rows().as_slice(), &values.goals())
            .map(<[usize]>::to_vec)
            .collect()
    })
}

/// Sorts tests as MOSA does: first those that are nearest to some goal, then the non-dominated
/// fronts of the others.
///
/// Of tests that are equally near to a goal, the one with the least cost is preferred, then the
/// first one.
#[pyfunction]
#[pyo3(signature = (values, costs=None))]
fn preference_fronts(
    py: Python<'_>,
    values: PyReadonlyArray2<'_, f64>,
    costs: Option<PyReadonlyArray1<'_, f64>>,
) -> PyResult<Vec<Vec<usize>>> {
    let costs = costs_of(&values, costs)?;
    let values = Values::of(&values);
    Ok(py.detach(|| {
        let mut ranker = Ranker::new();
        let fronts =
            ranker.preference_sort(values.rows().as_slice(), &values.goals(), prefer(&costs));
        fronts.map(<[usize]>::to_vec).collect()
    }))
}

/// Selects the best tests, the best first: front by front, and within a front those that are good
/// at something rare.
///
/// ``size`` is the number of tests to keep. The order within a front is that of sub-vector
/// dominance, as in MOSA.
#[pyfunction]
#[pyo3(signature = (values, size, costs=None))]
fn select(
    py: Python<'_>,
    values: PyReadonlyArray2<'_, f64>,
    size: usize,
    costs: Option<PyReadonlyArray1<'_, f64>>,
) -> PyResult<Vec<usize>> {
    let costs = costs_of(&values, costs)?;
    let values = Values::of(&values);
    Ok(py.detach(|| {
        let mut ranker = Ranker::new();
        ranker.select(values.rows().as_slice(), &values.goals(), size, prefer(&costs)).to_vec()
    }))
}

/// Returns the crowding distance of each row, as in NSGA-II. Infinite for the ends of each column.
#[pyfunction]
fn crowding_distances(py: Python<'_>, values: PyReadonlyArray2<'_, f64>) -> Vec<f64> {
    let rows: Vec<usize> = (0..values.shape()[0]).collect();
    let values = Values::of(&values);
    py.detach(|| {
        Ranker::new().crowding_distances(values.rows().as_slice(), &values.goals(), &rows).to_vec()
    })
}

/// Checks that there is a cost for each row.
fn costs_of(
    values: &PyReadonlyArray2<'_, f64>,
    costs: Option<PyReadonlyArray1<'_, f64>>,
) -> PyResult<Vec<f64>> {
    let rows = values.shape()[0];
    let costs = costs.map_or_else(|| vec![0.0; rows], |costs| costs.as_array().to_vec());
    if costs.len() == rows {
        Ok(costs)
    } else {
        Err(PyValueError::new_err(format!("there are {} costs for {rows} rows", costs.len())))
    }
}

/// Prefers the row of less cost.
fn prefer(costs: &[f64]) -> impl FnMut(GoalId, usize, usize) -> Ordering {
    |_, a, b| costs[a].total_cmp(&costs[b])
}

/// Adds the classes and functions of this module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Frontier>()?;
    module.add_class::<Archive>()?;
    module.add_function(wrap_pyfunction!(dominates, module)?)?;
    module.add_function(wrap_pyfunction!(non_dominated_fronts, module)?)?;
    module.add_function(wrap_pyfunction!(preference_fronts, module)?)?;
    module.add_function(wrap_pyfunction!(select, module)?)?;
    module.add_function(wrap_pyfunction!(crowding_distances, module)?)
}
