//! Goals, and their values for an execution.

use crate::error;
use crate::execution::{Execution, Run};
use crate::graph::FlowGraph;
use numpy::{IntoPyArray, PyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sbst::fitness;
use sbst::flow;
use sbst::id::GoalId;
use sbst::objective::{
    self, GoalGraph, Tables, block_goals, branch_goals, entry_goals, method_entry_goals,
    statement_goals,
};
use std::sync::{Arc, Mutex, PoisonError};

/// Goals of a program, in a fixed order, and what measures them.
///
/// Goals may be used by several threads. Each measurement takes a lock.
#[pyclass(frozen, module = "sbst")]
pub(crate) struct Goals {
    graph: Arc<flow::FlowGraph>,
    inner: objective::Goals<Run>,
    scratch: Mutex<(Tables, Vec<fitness::Fitness>)>,
}

/// A goal: its criterion, and its place.
#[pyclass(frozen, get_all, eq, module = "sbst")]
#[derive(PartialEq)]
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
impl Goals {
    /// Creates the goals of a graph as it is now.
    ///
    /// ``"branch"`` are all branches that a predicate or a switch decides, and the entries of
    /// functions without any, ``"block"`` all blocks, ``"statement"`` all statements, and
    /// ``"method"`` the entries of all functions. The goals of each criterion follow those of the
    /// one before. Raises ``ValueError`` for other criteria.
    #[new]
    #[pyo3(signature = (graph, criteria=None))]
    fn new(graph: &FlowGraph, criteria: Option<Vec<String>>) -> PyResult<Self> {
        let graph = graph.snapshot();
        let mut inner = objective::Goals::new();
        for criterion in criteria.unwrap_or_else(|| vec!["branch".to_owned()]) {
            match criterion.as_str() {
                "branch" => {
                    inner.extend(branch_goals(&graph));
                    inner.extend(entry_goals(&graph));
                }
                "block" => inner.extend(block_goals(&graph)),
                "statement" => inner.extend(statement_goals(&graph)),
                "method" => inner.extend(method_entry_goals(&graph)),
                other => {
                    return Err(PyValueError::new_err(format!(
                        "there is no criterion {other:?}: the criteria are branch, block, \
                         statement and method"
                    )));
                }
            }
        }
        inner.bind(&graph).map_err(error::mismatch)?;
        let scratch = Mutex::new((Tables::new(&graph), Vec::new()));
        Ok(Self { graph, inner, scratch })
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Goal> {
        let count = self.inner.len() as isize;
        let from_start = if index < 0 { index + count } else { index };
        let id = u32::try_from(from_start)
            .map_err(|_| error::out_of_range("goal", index, self.inner.len()))?;
        self.describe(self.id(id)?)
    }

    /// Measures all goals for an execution.
    ///
    /// Raises ``MismatchError`` if the execution was made for another graph.
    fn measure(&self, py: Python<'_>, execution: &Execution) -> PyResult<Fitness> {
        let run = execution.run();
        let (levels, distances, scalars, covered) = py.detach(|| {
            let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
            let (tables, row) = &mut *scratch;
            self.inner.try_measure(&self.graph, run, tables, row).map_err(error::mismatch)?;
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
        mut out: PyReadwriteArray1<'_, f64>,
    ) -> PyResult<()> {
        let mut out = out.as_array_mut();
        if out.len() != self.inner.len() {
            return Err(PyValueError::new_err(format!(
                "the array has {} elements for {} goals",
                out.len(),
                self.inner.len()
            )));
        }
        let run = execution.run();
        py.detach(|| {
            let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
            let (tables, row) = &mut *scratch;
            self.inner.try_measure(&self.graph, run, tables, row).map_err(error::mismatch)?;
            for ((id, &value), out) in self.inner.ids().zip(&*row).zip(&mut out) {
                *out = self.inner.scalar(id, value);
            }
            Ok(())
        })
    }

    /// Explains why an execution does not cover a goal: the decision that went wrong, by how much,
    /// and those after it.
    fn explain(&self, goal: u32, execution: &Execution) -> PyResult<String> {
        let id = self.id(goal)?;
        let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let run = execution.run();
        let seen =
            self.inner.try_observe(&self.graph, run, &mut scratch.0).map_err(error::mismatch)?;
        Ok(self.inner.explain(id, &seen).in_graph(&self.graph).to_string())
    }

    /// Returns the goals of the branches on which a goal depends. Without any, the goal is a root.
    fn parents(&self, goal: u32) -> PyResult<Vec<u32>> {
        let id = self.id(goal)?;
        Ok(self.goal_graph().parents(id).into_iter().map(GoalId::number).collect())
    }

    fn __repr__(&self) -> String {
        format!("<{} goals>", self.inner.len())
    }
}

impl Goals {
    /// Returns the dependences between the goals.
    pub(crate) fn goal_graph(&self) -> GoalGraph<'_, Run> {
        GoalGraph::new(&self.inner, &self.graph)
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
            Err(error::out_of_range("goal", number, self.inner.len()))
        }
    }

    fn describe(&self, id: GoalId) -> PyResult<Goal> {
        let goal = self.inner.goal(id);
        let graph = &self.graph;
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
