//! The recorder: hooks that a program calls while it runs.

use crate::decision::Decision;
use crate::error;
use crate::execution::Execution;
use crate::given;
use crate::graph::{self, FlowGraph, Snapshot};
use crate::key;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sbst::execution::Trace;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Recorder of one run at a time, with hooks that the instrumented program calls.
///
/// Each hook takes a lock, so that threads may share a recorder. It then records one run of all of
/// them, in which the calls of one thread look like calls by another. For separate runs, make a
/// recorder for each thread.
#[pyclass(frozen, module = "sbst")]
pub(crate) struct Recorder {
    graph: Snapshot,
    trace: Mutex<Trace>,
}

impl Recorder {
    /// Returns the trace. No hook calls Python while it has the trace, so that no thread waits for
    /// itself.
    fn trace(&self) -> MutexGuard<'_, Trace> {
        self.trace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Recorder {
    /// Creates a recorder for a graph as it is now.
    ///
    /// With ``check_paths``, ``check`` also finds decisions that do not follow one another in the
    /// graph.
    #[new]
    #[pyo3(signature = (graph, *, check_paths=false))]
    fn new(py: Python<'_>, graph: &FlowGraph, check_paths: bool) -> PyResult<Self> {
        let graph = graph.snapshot(py)?;
        let trace = Trace::new(&graph.inner);
        let trace = Mutex::new(if check_paths { trace.with_path_check() } else { trace });
        Ok(Self { trace, graph })
    }

    /// Returns a context manager for one call of a function.
    ///
    /// ``with recorder.call(f) as call:`` stands around the body of the function. An exception that
    /// leaves the body ends the call, too.
    #[pyo3(signature = (function=0))]
    fn call(
        this: Bound<'_, Self>,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<Call> {
        let function = graph::function(&this.get().graph.inner, function)?;
        Ok(Call { recorder: this.unbind(), function: function.number(), depth: OnceLock::new() })
    }

    /// Records a decision of a function, and returns its outcome.
    ///
    /// Raises ``IndexError`` for a block that the function does not have.
    #[pyo3(signature = (block, decision, function=0))]
    fn decide(
        &self,
        #[pyo3(from_py_with = given::block)] block: u32,
        decision: Decision,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<bool> {
        Ok(self.trace().decide(graph::block(&self.graph.inner, function, block)?, decision.inner))
    }

    /// Records the value by which a switch of a function selects, and returns it.
    ///
    /// The value may be any integer. More than 128 bits count as the nearest value that is no case.
    #[pyo3(signature = (block, value, function=0))]
    fn switch<'py>(
        &self,
        #[pyo3(from_py_with = given::block)] block: u32,
        value: Bound<'py, PyAny>,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let block = graph::block(&self.graph.inner, function, block)?;
        let key = key::selecting(&value, self.graph.inner.arms(block))?;
        self.trace().switch(block, key);
        Ok(value)
    }

    /// Records that the first statements of a block have completed. The execution stays in the
    /// block.
    #[pyo3(signature = (block, statements, function=0))]
    fn done(
        &self,
        #[pyo3(from_py_with = given::block)] block: u32,
        #[pyo3(from_py_with = given::statements)] statements: u32,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<()> {
        self.trace().done(graph::block(&self.graph.inner, function, block)?, statements);
        Ok(())
    }

    /// Records that a block has completed: it goes on by the edge that no predicate decides, or
    /// ends the function.
    #[pyo3(signature = (block, function=0))]
    fn end(
        &self,
        #[pyo3(from_py_with = given::block)] block: u32,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<()> {
        self.trace().end(graph::block(&self.graph.inner, function, block)?);
        Ok(())
    }

    /// Returns what was recorded since the last reset, as an execution that does not change any
    /// more.
    ///
    /// Values by which switches selected are not part of it.
    fn execution(&self, py: Python<'_>) -> Execution {
        Execution::of(self.graph.clone_ref(py), &*self.trace())
    }

    /// Forgets the run, for the next one, but not the first misuse.
    fn reset(&self) {
        self.trace().reset();
    }

    /// Raises ``MisuseError`` if a hook did not fit the graph since the recorder was made.
    fn check(&self) -> PyResult<()> {
        self.trace().check().map_err(|misuse| error::misuse(misuse.in_graph(&self.graph.inner)))
    }

    fn __repr__(&self) -> String {
        format!("<Recorder of {} functions>", self.graph.inner.functions().len())
    }
}

/// One call of a function, as a context manager with the hooks of its blocks.
#[pyclass(frozen, module = "sbst")]
pub(crate) struct Call {
    recorder: Py<Recorder>,
    function: u32,
    /// Number of calls that were open before this one; nothing before it began.
    depth: OnceLock<u32>,
}

#[pymethods]
impl Call {
    fn __enter__(this: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        let call = this.get();
        let recorder = call.recorder.get();
        let function = graph::function(&recorder.graph.inner, call.function)?;
        let trace = recorder.trace();
        if call.depth.set(trace.depth()).is_err() {
            return Err(PyRuntimeError::new_err(
                "this call has begun already: make another one for \
                each call",
            ));
        }
        trace.enter(function);
        drop(trace);
        Ok(this)
    }

    #[pyo3(signature = (exception_type=None, exception=None, traceback=None))]
    fn __exit__(
        &self,
        exception_type: Option<&Bound<'_, PyAny>>,
        exception: Option<&Bound<'_, PyAny>>,
        traceback: Option<&Bound<'_, PyAny>>,
    ) -> bool {
        let _ = (exception, traceback);
        if let Some(&depth) = self.depth.get() {
            let trace = self.recorder.get().trace();
            // Calls that were left open inside are closed with it.
            if exception_type.is_some() || trace.depth() != depth + 1 {
                trace.unwound(depth);
            } else {
                trace.leave();
            }
        }
        false
    }

    /// Records a decision of this function, and returns its outcome.
    fn decide(
        &self,
        #[pyo3(from_py_with = given::block)] block: u32,
        decision: Decision,
    ) -> PyResult<bool> {
        self.recorder.get().decide(block, decision, self.function)
    }

    /// Records the value by which a switch selects, and returns it.
    fn switch<'py>(
        &self,
        #[pyo3(from_py_with = given::block)] block: u32,
        value: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.recorder.get().switch(block, value, self.function)
    }

    /// Records that the first statements of a block have completed. The execution stays in the
    /// block.
    fn done(
        &self,
        #[pyo3(from_py_with = given::block)] block: u32,
        #[pyo3(from_py_with = given::statements)] statements: u32,
    ) -> PyResult<()> {
        self.recorder.get().done(block, statements, self.function)
    }

    /// Records that a block has completed: it goes on by the edge that no predicate decides, or
    /// ends the function.
    fn end(&self, #[pyo3(from_py_with = given::block)] block: u32) -> PyResult<()> {
        self.recorder.get().end(block, self.function)
    }
}
