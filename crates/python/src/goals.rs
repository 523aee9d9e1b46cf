//! Goals, and their values for an execution.

use crate::error;
use crate::execution::{Execution, Run};
use crate::given::{self, Items};
use crate::graph::{FlowGraph, Snapshot};
use numpy::{IntoPyArray, PyArray1, PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString, PyType};
use sbst::fitness;
use sbst::id::GoalId;
use sbst::objective::{
    self, GoalGraph, Tables, block_goals, branch_goals, entry_goals, method_entry_goals,
    statement_goals,
};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// Greatest number of statements for which there are goals. They take some 100 bytes each.
const MOST_STATEMENTS: u64 = 1 << 24;

/// Goals of a program, in a fixed order, and what measures them.
///
/// Goals may be used by several threads. Each measurement takes a lock.
#[pyclass(frozen, module = "sbst")]
pub(crate) struct Goals {
    graph: Snapshot,
    criteria: Vec<String>,
    inner: objective::Goals<Run>,
    scratch: Mutex<(Tables, Vec<fitness::Fitness>)>,
}

/// A goal: its criterion, and its place.
#[pyclass(frozen, get_all, eq, module = "sbst")]
#[derive(Clone, PartialEq)]
pub(crate) struct Goal {
    /// Criterion to which the goal belongs: ``"branch"``, ``"entry"``, ``"block"``, ``"statement"``
    /// or ``"method"``.
    criterion: String,
    /// Number of the function.
    function: u32,
    /// Number of the block within the function; for a branch, the block of the predicate.
    block: u32,
    /// Outcome of a branch that a predicate decides; ``None`` for other goals.
    outcome: Option<bool>,
    /// Text: the branch of a switch, such as ``"case 7"`` and ``"default"``, or the number of a
    /// statement; ``None`` for other goals.
    detail: Option<String>,
    /// Text with the names of function and block.
    text: String,
}

#[pymethods]
impl Goal {
    fn __str__(&self) -> String {
        self.text.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Goal: {}>", self.text)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.criterion, self.function, self.block, self.outcome, &self.detail).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Fields)> {
        let make = py.import("sbst._sbst")?.getattr("_goal")?;
        let Self { criterion, function, block, outcome, detail, text } = self.clone();
        Ok((make, (criterion, function, block, outcome, detail, text)))
    }
}

/// Values of all goals for one execution, as arrays in the order of the goals.
#[pyclass(frozen, get_all, module = "sbst")]
pub(crate) struct Fitness {
    /// Approach level: the number of decisions that must still be taken after the wrong one.
    /// ``uint32``.
    ///
    /// It is 2^32 - 1 if the goal cannot be reached at all.
    approach_level: Py<PyArray1<u32>>,
    /// Branch distance at the wrong decision. ``float64``, infinite if it is not known.
    branch_distance: Py<PyArray1<f64>>,
    /// Level + x / (1 + x) for distance x. ``float64``, 0 if and only if the goal is covered.
    scalar: Py<PyArray1<f64>>,
    /// ``True`` if the goal is covered. ``bool``.
    covered: Py<PyArray1<bool>>,
}

#[pymethods]
impl Fitness {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let covered: usize = self.covered.call_method0(py, "sum")?.extract(py)?;
        Ok(format!("<Fitness of {} goals, {covered} covered>", self.scalar.bind(py).len()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Arrays)> {
        let make = py.import("sbst._sbst")?.getattr("_fitness")?;
        let levels = self.approach_level.clone_ref(py);
        let distances = self.branch_distance.clone_ref(py);
        Ok((make, (levels, distances, self.scalar.clone_ref(py), self.covered.clone_ref(py))))
    }
}

/// Values of a goal, in their order.
type Fields = (String, u32, u32, Option<bool>, Option<String>, String);
/// Arrays of a fitness, in their order.
type Arrays = (Py<PyArray1<u32>>, Py<PyArray1<f64>>, Py<PyArray1<f64>>, Py<PyArray1<bool>>);

/// Recreates a pickled goal.
#[pyfunction]
fn _goal(
    criterion: String,
    function: u32,
    block: u32,
    outcome: Option<bool>,
    detail: Option<String>,
    text: String,
) -> Goal {
    Goal { criterion, function, block, outcome, detail, text }
}

/// Recreates a pickled fitness.
#[pyfunction]
fn _fitness(
    approach_level: Py<PyArray1<u32>>,
    branch_distance: Py<PyArray1<f64>>,
    scalar: Py<PyArray1<f64>>,
    covered: Py<PyArray1<bool>>,
) -> Fitness {
    Fitness { approach_level, branch_distance, scalar, covered }
}

/// Adds the classes of this module, and what makes them again from pickles.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Goals>()?;
    module.add_class::<Goal>()?;
    module.add_class::<Fitness>()?;
    module.add_function(wrap_pyfunction!(_goal, module)?)?;
    module.add_function(wrap_pyfunction!(_fitness, module)?)
}

#[pymethods]
impl Goals {
    /// Creates the goals of a graph as it is now.
    ///
    /// ``"branch"`` are all branches that a predicate or a switch decides, and the entries of
    /// functions without any, ``"block"`` all blocks, ``"statement"`` all statements, and
    /// ``"method"`` the entries of all functions. The goals of each criterion follow those of the
    /// one before. A text is one criterion. Raises ``ValueError`` for other criteria.
    #[new]
    #[pyo3(signature = (graph, criteria=None))]
    fn new(
        py: Python<'_>,
        graph: &FlowGraph,
        criteria: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let graph = graph.snapshot(py)?;
        let criteria = match criteria {
            None => vec![PyString::new(py, "branch")],
            Some(one) if one.is_instance_of::<PyString>() => vec![one.clone().cast_into()?],
            Some(several) => given::read::<Items<Bound<'_, PyString>>>(several, "criteria")?.0,
        };
        let criteria = criteria.iter().map(|name| name.to_string_lossy().into_owned());
        let criteria: Vec<String> = criteria.collect();
        let mut inner = objective::Goals::new();
        let flow = &graph.inner;
        for criterion in &criteria {
            match criterion.as_str() {
                "branch" => {
                    inner.extend(branch_goals(flow));
                    inner.extend(entry_goals(flow));
                }
                "block" => inner.extend(block_goals(flow)),
                "statement" => {
                    let count: u64 =
                        flow.all_blocks().map(|at| u64::from(flow.statements(at))).sum();
                    if count > MOST_STATEMENTS {
                        return Err(PyValueError::new_err(format!(
                            "criteria: the graph has {count} statements, and goals for at most \
                             {MOST_STATEMENTS}"
                        )));
                    }
                    inner.extend(statement_goals(flow));
                }
                "method" => inner.extend(method_entry_goals(flow)),
                other => {
                    let shown = given::shown(&PyString::new(py, other));
                    return Err(PyValueError::new_err(format!(
                        "criteria: there is no criterion {shown}: the criteria are 'branch', \
                         'block', 'statement' and 'method'"
                    )));
                }
            }
        }
        inner.bind(flow).map_err(error::mismatch)?;
        let scratch = Mutex::new((Tables::new(flow), Vec::new()));
        Ok(Self { graph, criteria, inner, scratch })
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<Goal> {
        let count = self.inner.len();
        // A negative number counts from the end.
        let number: i64 = given::integer(index)?.extract().unwrap_or(i64::MIN);
        let from_start = if number < 0 { number.saturating_add(count as i64) } else { number };
        let id = u32::try_from(from_start).ok().filter(|&id| (id as usize) < count);
        let id =
            id.ok_or_else(|| error::out_of_range("there is no goal", given::shown(index), count))?;
        self.describe(GoalId::new(id))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.iterate(py, self.inner.ids())
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.iterate(py, self.inner.ids().rev())
    }

    /// Measures all goals for an execution.
    ///
    /// Raises ``MismatchError`` if the execution was made for another graph.
    fn measure(&self, py: Python<'_>, execution: &Execution) -> PyResult<Fitness> {
        let run = execution.run();
        let (levels, distances, scalars, covered) = py.detach(|| {
            let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
            let (tables, row) = &mut *scratch;
            self.inner.try_measure(&self.graph.inner, run, tables, row).map_err(error::mismatch)?;
            let levels: Vec<u32> = row.iter().map(|value| value.level).collect();
            let distances: Vec<f64> = row.iter().map(|value| value.distance.get()).collect();
            let scalars: Vec<f64> = self
                .inner
                .ids()
                .zip(&*row)
                .map(|(id, &value)| self.inner.scalar(id, value))
                .collect();
            let covered: Vec<bool> = row.iter().map(|value| value.is_covered()).collect();
            PyResult::Ok((levels, distances, scalars, covered))
        })?;
        Ok(Fitness {
            approach_level: levels.into_pyarray(py).unbind(),
            branch_distance: distances.into_pyarray(py).unbind(),
            scalar: scalars.into_pyarray(py).unbind(),
            covered: covered.into_pyarray(py).unbind(),
        })
    }

    /// Measures all goals for an execution and writes their scalars into an array of ``float64``.
    ///
    /// Raises ``MismatchError`` if the execution was made for another graph, and ``ValueError`` if
    /// the array does not have one element for each goal.
    fn measure_into(
        &self,
        py: Python<'_>,
        execution: &Execution,
        out: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let mut out = out.extract::<PyReadwriteArray1<'_, f64>>().map_err(|_| {
            PyTypeError::new_err(
                "out: an array of float64 with one dimension is needed, which may be written to \
                 and which no other thread writes to",
            )
        })?;
        let mut out = out.as_array_mut();
        if out.len() != self.inner.len() {
            return Err(PyValueError::new_err(format!(
                "out: the array has {} elements for {} goals",
                out.len(),
                self.inner.len()
            )));
        }
        let run = execution.run();
        py.detach(|| {
            let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
            let (tables, row) = &mut *scratch;
            self.inner.try_measure(&self.graph.inner, run, tables, row).map_err(error::mismatch)?;
            for ((id, &value), out) in self.inner.ids().zip(&*row).zip(&mut out) {
                *out = self.inner.scalar(id, value);
            }
            Ok(())
        })
    }

    /// Explains why an execution does not cover a goal: the decision that went wrong, by how much,
    /// and those after it.
    fn explain(
        &self,
        #[pyo3(from_py_with = given::goal)] goal: u32,
        execution: &Execution,
    ) -> PyResult<String> {
        let id = self.id(goal)?;
        let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let run = execution.run();
        let seen = self
            .inner
            .try_observe(&self.graph.inner, run, &mut scratch.0)
            .map_err(error::mismatch)?;
        Ok(self.inner.explain(id, &seen).in_graph(&self.graph.inner).to_string())
    }

    /// Returns the goals of the branches on which a goal depends. Without any, the goal is a root.
    fn parents(&self, #[pyo3(from_py_with = given::goal)] goal: u32) -> PyResult<Vec<u32>> {
        let id = self.id(goal)?;
        Ok(self.goal_graph().parents(id).into_iter().map(GoalId::number).collect())
    }

    fn __repr__(&self) -> String {
        format!("<{} goals>", self.inner.len())
    }

    fn __reduce__<'py>(
        this: Bound<'py, Self>,
    ) -> (Bound<'py, PyType>, (Py<FlowGraph>, Vec<String>)) {
        let goals = this.get();
        (this.get_type(), (goals.graph.object.clone_ref(this.py()), goals.criteria.clone()))
    }
}

impl Goals {
    /// Returns the dependences between the goals.
    pub(crate) fn goal_graph(&self) -> GoalGraph<'_, Run> {
        GoalGraph::new(&self.inner, &self.graph.inner)
    }

    fn iterate<'py>(
        &self,
        py: Python<'py>,
        ids: impl Iterator<Item = GoalId>,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let goals = ids.map(|id| self.describe(id)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, goals)?.try_iter()
    }

    /// Returns the number of goals.
    pub(crate) fn count(&self) -> usize {
        self.inner.len()
    }

    fn id(&self, number: u32) -> PyResult<GoalId> {
        let id = GoalId::new(number);
        if self.inner.get(id).is_some() {
            Ok(id)
        } else {
            Err(error::out_of_range("there is no goal", number, self.inner.len()))
        }
    }

    fn describe(&self, id: GoalId) -> PyResult<Goal> {
        let goal = self.inner.goal(id);
        let graph = &self.graph.inner;
        let entry = |function| graph.block(function, 0);
        let (criterion, block, edge, detail) = match goal {
            objective::Goal::Branch(branch) => {
                let edge = graph.edge(branch);
                let detail = edge.outcome.holds().is_none().then(|| edge.outcome.to_string());
                ("branch", edge.source, Some(edge), detail)
            }
            objective::Goal::Entry(function) => ("entry", entry(function), None, None),
            objective::Goal::MethodEntry(function) => ("method", entry(function), None, None),
            objective::Goal::Block(block) => ("block", block, None, None),
            objective::Goal::Statement(statement) => {
                ("statement", statement.block, None, Some(statement.index.to_string()))
            }
            other => return Err(PyValueError::new_err(format!("{other} has no place"))),
        };
        let function = graph.function_of(block);
        let text = match edge {
            Some(edge) => format!("{}, {}", graph.show_block(block), edge.outcome),
            None if criterion == "statement" => format!("{}, {goal}", graph.show_block(block)),
            None if criterion == "block" => format!("{}", graph.show_block(block)),
            None => format!("entry of {}", graph.show_function(function)),
        };
        Ok(Goal {
            criterion: criterion.to_owned(),
            function: function.number(),
            block: graph.local(block),
            outcome: edge.and_then(|edge| edge.outcome.holds()),
            detail,
            text,
        })
    }
}
