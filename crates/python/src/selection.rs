//! Which goals to pursue, which tests to keep.

use crate::error;
use crate::given::{self, Index, Items};
use crate::goals::Goals;
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pyo3::{PyTraverseError, PyVisit};
use sbst::id::GoalId;
use sbst::selection::{self, Ranker};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Goals within reach: those that are not covered, and that depend on no branch or on a branch that
/// is covered.
#[pyclass(frozen, module = "sbst")]
pub(crate) struct Frontier {
    /// Nothing of Python runs while it is locked.
    inner: Mutex<selection::Frontier>,
    of: Of,
}

/// What a frontier was made of.
enum Of {
    Goals(Py<Goals>),
    Parents(Vec<Vec<u32>>),
}

#[pymethods]
impl Frontier {
    /// Creates the frontier of goals of which none is covered.
    #[new]
    fn new(goals: Bound<'_, Goals>) -> Self {
        let inner = selection::Frontier::of(&goals.get().goal_graph());
        Self { inner: Mutex::new(inner), of: Of::Goals(goals.unbind()) }
    }

    /// Creates a frontier from the parents of each goal.
    ///
    /// Raises ``IndexError`` for a parent that is no goal.
    #[staticmethod]
    fn from_parents(
        #[pyo3(from_py_with = read::parents)] parents: Items<Items<Index>>,
    ) -> PyResult<Self> {
        let count = parents.0.len();
        let row = |row: &Items<Index>| {
            let each = row.0.iter().map(|number| number.of("parents", "goal", count));
            each.collect::<PyResult<Vec<u32>>>()
        };
        let parents = parents.0.iter().map(row).collect::<PyResult<Vec<_>>>()?;
        let ids = parents.iter().map(|row| row.iter().copied().map(GoalId::new));
        let inner = Mutex::new(selection::Frontier::new(ids));
        Ok(Self { inner, of: Of::Parents(parents) })
    }

    /// Notes that goals were covered, and returns the goals that came within reach.
    ///
    /// ``covered`` is an array of ``bool`` with an element for each goal, such as
    /// ``Fitness.covered``, or a sequence of numbers. Raises ``IndexError`` for a number that is no
    /// goal, ``TypeError`` for what is no number, and ``ValueError`` for an array of another
    /// length; the frontier is then as it was.
    fn cover(&self, covered: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        let count = lock(&self.inner).len();
        let ids = goal_ids(covered, count)?;
        Ok(lock(&self.inner).cover(ids).iter().map(|id| id.number()).collect())
    }

    /// Goals within reach, ascending.
    #[getter]
    fn active(&self) -> Vec<u32> {
        let frontier = lock(&self.inner);
        let mut active: Vec<u32> = frontier.active().iter().map(|id| id.number()).collect();
        active.sort_unstable();
        active
    }

    fn __repr__(&self) -> String {
        let frontier = lock(&self.inner);
        let (active, count) = (frontier.active().len(), frontier.len());
        format!("<Frontier: {active} of {count} goals within reach>")
    }

    fn __reduce__<'py>(this: Bound<'py, Self>) -> PyResult<Made<'py>> {
        let (py, me, class) = (this.py(), this.get(), this.get_type());
        let (make, arguments) = match &me.of {
            Of::Goals(goals) => (class.into_any(), (goals,).into_pyobject(py)?),
            Of::Parents(parents) => (class.getattr("from_parents")?, (parents,).into_pyobject(py)?),
        };
        let covered: Vec<u32> = {
            let frontier = lock(&me.inner);
            let ids = (0..frontier.len() as u32).map(GoalId::new);
            ids.filter(|&id| frontier.is_covered(id)).map(GoalId::number).collect()
        };
        Ok((make, arguments, covered.into_pyobject(py)?))
    }

    fn __setstate__(&self, covered: &Bound<'_, PyAny>) -> PyResult<()> {
        self.cover(covered).map(|_| ())
    }
}

/// Arguments.
mod read {
    use super::*;
    given::readers! {
        parents -> Items<Items<Index>>;
        size -> Index;
        rows -> Items<(Index, Items<f64>, Py<PyAny>)>;
    }
}

/// Returns what a lock protects.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What recreates a pickled object: a call, its arguments, and a state.
type Made<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>, Bound<'py, PyAny>);

/// Reads goals: an array of ``bool`` with an element for each goal, or numbers.
fn goal_ids(covered: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<GoalId>> {
    let Ok(flags) = covered.extract::<PyReadonlyArray1<'_, bool>>() else {
        let numbers = given::numbers(covered, "covered", "goal", count)?;
        return Ok(numbers.into_iter().map(GoalId::new).collect());
    };
    let flags = flags.as_array();
    if flags.len() != count {
        return Err(PyValueError::new_err(format!(
            "covered: the array has {} elements for {count} goals",
            flags.len()
        )));
    }
    let covered = (0..).zip(flags).filter(|&(_, &covered)| covered);
    Ok(covered.map(|(number, _)| GoalId::new(number)).collect())
}

/// Archive of the cheapest test that covers each goal.
#[pyclass(frozen, module = "sbst")]
pub(crate) struct Archive {
    /// Nothing of Python runs while it is locked: what is replaced is dropped afterwards.
    inner: Mutex<Kept>,
    count: usize,
}

/// The tests of an archive.
type Kept = selection::Archive<Py<PyAny>, Cost>;

/// The cost of a test: a list of numbers, in their order. None is NaN.
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
    /// Creates an empty archive for goals, or for a number of goals.
    #[new]
    fn new(goals: &Bound<'_, PyAny>) -> PyResult<Self> {
        let count = match goals.cast::<Goals>() {
            Ok(goals) => goals.get().count(),
            Err(_) => given::read::<Index>(goals, "goals")?.count("goals")? as usize,
        };
        Ok(Self { inner: Mutex::new(Kept::new()), count })
    }

    /// Offers a test with the goals that it covers, and returns the goals for which the archive
    /// keeps it.
    ///
    /// It keeps a test for a goal that was not covered, or was covered by a test of greater cost.
    /// ``covered`` is what ``Frontier.cover`` takes. ``cost`` is a number, or a sequence of numbers
    /// that are compared from left to right. Raises the errors of ``Frontier.cover``, and
    /// ``ValueError`` for NaN; the archive is then as it was.
    #[pyo3(signature = (test, covered, cost=None))]
    fn offer(
        &self,
        test: &Bound<'_, PyAny>,
        covered: &Bound<'_, PyAny>,
        cost: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<u32>> {
        let cost =
            cost.map_or_else(|| Ok(Vec::new()), |cost| given::number_or_floats(cost, "cost"));
        let (cost, ids) = (Cost(cost?), goal_ids(covered, self.count)?);
        let (mut kept, mut replaced) = (Vec::new(), Vec::new());
        let mut archive = lock(&self.inner);
        for id in ids {
            let former = archive.get(id).map(|(_, test)| test.clone_ref(covered.py()));
            if archive.offer(id, cost.clone(), || test.clone().unbind()) {
                kept.push(id.number());
                replaced.extend(former);
            }
        }
        drop(archive);
        Ok(kept)
    }

    /// Returns the test of a goal, or ``None`` if the goal is not covered.
    ///
    /// Raises ``IndexError`` for a number that is no goal.
    fn get(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = given::goal)] goal: u32,
    ) -> PyResult<Option<Py<PyAny>>> {
        if goal as usize >= self.count {
            return Err(error::out_of_range("goal: there is no goal", goal, self.count));
        }
        Ok(lock(&self.inner).get(GoalId::new(goal)).map(|(_, test)| test.clone_ref(py)))
    }

    /// Covered goals, ascending.
    #[getter]
    fn covered(&self) -> Vec<u32> {
        lock(&self.inner).goals().map(GoalId::number).collect()
    }

    /// Returns the different tests, in the order of the goals that they cover.
    fn tests(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        let (mut known, archive) = (HashSet::new(), lock(&self.inner));
        let tests = archive.iter().map(|(_, _, test)| test);
        tests.filter(|test| known.insert(test.as_ptr())).map(|test| test.clone_ref(py)).collect()
    }

    fn __len__(&self) -> usize {
        lock(&self.inner).len()
    }

    fn __repr__(&self) -> String {
        format!("<Archive: {} of {} goals covered>", lock(&self.inner).len(), self.count)
    }

    fn __reduce__<'py>(this: Bound<'py, Self>) -> PyResult<Made<'py>> {
        let (py, me) = (this.py(), this.get());
        let rows: Vec<_> = (lock(&me.inner).iter())
            .map(|(id, cost, test)| (id.number(), cost.0.clone(), test.clone_ref(py)))
            .collect();
        let arguments = (me.count,).into_pyobject(py)?;
        Ok((this.get_type().into_any(), arguments, rows.into_pyobject(py)?))
    }

    fn __setstate__(
        &self,
        #[pyo3(from_py_with = read::rows)] rows: Items<(Index, Items<f64>, Py<PyAny>)>,
    ) -> PyResult<()> {
        let mut read = Kept::new();
        for (id, Items(cost), test) in rows.0 {
            let id = GoalId::new(id.of("rows", "goal", self.count)?);
            if cost.iter().any(|number| number.is_nan()) {
                return Err(PyValueError::new_err("rows: a cost is NaN"));
            }
            read.offer(id, Cost(cost), || test);
        }
        let former = std::mem::replace(&mut *lock(&self.inner), read);
        drop(former);
        Ok(())
    }

    // A test may know the archive.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // The collector runs where objects are made, and none is made while it is locked.
        let Ok(archive) = self.inner.try_lock() else { return Ok(()) };
        archive.iter().try_for_each(|(_, _, test)| visit.call(test))
    }

    fn __clear__(&self) {
        let former = std::mem::take(&mut *lock(&self.inner));
        drop(former);
    }
}

/// A table: its values row by row, its number of rows, and its columns as goals.
struct Table {
    values: Vec<f64>,
    rows: usize,
    goals: Vec<GoalId>,
}

impl Table {
    /// Copies a table.
    fn of(table: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (values, rows, columns) = given::table(table, "values")?;
        Ok(Self { values, rows, goals: goals(columns) })
    }

    /// Returns the rows, also those of a table without columns.
    fn rows(&self) -> Vec<&[f64]> {
        let columns = self.goals.len();
        (0..self.rows).map(|row| &self.values[row * columns..(row + 1) * columns]).collect()
    }

    /// Reads a cost for each row.
    fn costs(&self, costs: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<f64>> {
        let Some(costs) = costs else { return Ok(vec![0.0; self.rows]) };
        let costs = given::floats(costs, "costs")?;
        if costs.len() == self.rows {
            return Ok(costs);
        }
        let what = format!("costs: there are {} costs for {} rows", costs.len(), self.rows);
        Err(PyValueError::new_err(what))
    }
}

/// Returns a number of columns as goals.
fn goals(columns: usize) -> Vec<GoalId> {
    (0..columns as u32).map(GoalId::new).collect()
}

/// Returns ``True`` if the first row is nowhere greater than the second one, and smaller somewhere.
///
/// Raises ``ValueError`` for rows of different lengths, and for NaN.
#[pyfunction]
fn dominates(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<bool> {
    let (a, b) = (given::floats(a, "a")?, given::floats(b, "b")?);
    if a.len() != b.len() {
        let what = format!("a has {} values, and b has {}", a.len(), b.len());
        return Err(PyValueError::new_err(what));
    }
    Ok(selection::dominates(&a, &b, goals(a.len())))
}

/// Sorts tests into fronts: lists of rows that no row of the same or of a later front dominates.
///
/// ``values`` has a row for each test and a column for each goal; less is better. Raises
/// ``ValueError`` for NaN.
#[pyfunction]
fn non_dominated_fronts(py: Python<'_>, values: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<usize>>> {
    let values = Table::of(values)?;
    Ok(py.detach(|| {
        let mut ranker = Ranker::new();
        let fronts = ranker.non_dominated_sort(values.rows().as_slice(), &values.goals);
        fronts.map(<[usize]>::to_vec).collect()
    }))
}

/// Sorts tests as MOSA does: first those that are nearest to some goal, then the non-dominated
/// fronts of the others.
///
/// Of tests that are equally near to a goal, the one with the least cost is preferred, then the
/// first one. Raises ``ValueError`` for NaN, or if the number of costs is not the number of rows.
#[pyfunction]
#[pyo3(signature = (values, costs=None))]
fn preference_fronts(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    costs: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Vec<usize>>> {
    let values = Table::of(values)?;
    let costs = values.costs(costs)?;
    Ok(py.detach(|| {
        let mut ranker = Ranker::new();
        let fronts =
            ranker.preference_sort(values.rows().as_slice(), &values.goals, prefer(&costs));
        fronts.map(<[usize]>::to_vec).collect()
    }))
}

/// Selects the best tests, the best first: front by front, and within a front those that are good
/// at something rare.
///
/// ``size`` is the number of tests to keep. The order within a front is that of sub-vector
/// dominance, as in MOSA. Raises ``ValueError`` as ``preference_fronts`` does.
#[pyfunction]
#[pyo3(signature = (values, size, costs=None))]
fn select(
    py: Python<'_>,
    values: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = read::size)] size: Index,
    costs: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<usize>> {
    let values = Table::of(values)?;
    let (size, costs) = (size.count("size")? as usize, values.costs(costs)?);
    Ok(py.detach(|| {
        let mut ranker = Ranker::new();
        ranker.select(values.rows().as_slice(), &values.goals, size, prefer(&costs)).to_vec()
    }))
}

/// Returns the crowding distance of each row, as in NSGA-II.
///
/// It is infinite for the two ends of each column in which values differ, and for a row that is
/// alone. Raises ``ValueError`` for NaN.
#[pyfunction]
fn crowding_distances(py: Python<'_>, values: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let values = Table::of(values)?;
    if values.rows == 1 {
        return Ok(vec![f64::INFINITY]);
    }
    let rows: Vec<usize> = (0..values.rows).collect();
    Ok(py.detach(|| {
        Ranker::new().crowding_distances(values.rows().as_slice(), &values.goals, &rows).to_vec()
    }))
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
