//! The recorder: hooks that a program calls while it runs.

use crate::compare::Decision;
use crate::error;
use crate::execution::Execution;
use crate::graph::{self, FlowGraph};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sbst::execution::Trace;
use sbst::flow;
use std::sync::Arc;

/// Recorder of one run at a time, with hooks that the instrumented program calls.
///
/// A recorder belongs to the thread that made it. Another thread that uses it gets an exception, and needs a recorder of its
/// own.
#[pyclass(unsendable, module = "sbst")]
pub(crate) struct Recorder {
    graph: Arc<flow::FlowGraph>,
    trace: Trace,
}

#[pymethods]
impl Recorder {
    /// Creates a recorder for a graph as it is now.
    ///
    /// With ``check_paths``, ``check`` also finds decisions that do not follow one another in the graph.
    #[new]
    #[pyo3(signature = (graph, *, check_paths=false))]
    fn new(graph: &FlowGraph, check_paths: bool) -> Self {
        let graph = graph.snapshot();
        let trace = Trace::new(&graph);
        Self { trace: if check_paths { trace.with_path_check() } else { trace }, graph }
    }

    /// Returns a context manager for one call of a function.
    ///
    /// ``with recorder.call(f) as call:`` stands around the body of the function. An exception that leaves the body ends the
    /// call, too.
    #[pyo3(signature = (function=0))]
    fn call(this: Bound<'_, Self>, function: u32) -> PyResult<Call> {
        let graph = Arc::clone(&this.borrow().graph);
        let function = graph::function(&graph, function)?;
        Ok(Call { recorder: this.unbind(), function: function.number(), depth: None })
    }

    /// Records a decision of a function, and returns its outcome.
    ///
    /// Raises ``IndexError`` for a block that the function does not have.
    #[pyo3(signature = (block, decision, function=0))]
    fn decide(&self, block: u32, decision: Decision, function: u32) -> PyResult<bool> {
        Ok(self.trace.decide(graph::block(&self.graph, function, block)?, decision.inner))
    }

    /// Records the value by which a switch of a function selects, and returns it.
    #[pyo3(signature = (block, value, function=0))]
    fn switch(&self, block: u32, value: i64, function: u32) -> PyResult<i64> {
        Ok(self.trace.switch(graph::block(&self.graph, function, block)?, value))
    }

    /// Records that the first statements of a block have completed. The execution stays in the block.
    #[pyo3(signature = (block, statements, function=0))]
    fn done(&self, block: u32, statements: u32, function: u32) -> PyResult<()> {
        self.trace.done(graph::block(&self.graph, function, block)?, statements);
        Ok(())
    }

    /// Records that a block has completed: it goes on by the edge that no predicate decides, or ends the function.
    #[pyo3(signature = (block, function=0))]
    fn end(&self, block: u32, function: u32) -> PyResult<()> {
        self.trace.end(graph::block(&self.graph, function, block)?);
        Ok(())
    }

    /// Returns what was recorded since the last reset, as an execution that does not change any more.
    ///
    /// Values by which switches selected are not part of it.
    fn execution(&self) -> Execution {
        Execution::of(&self.graph, &self.trace)
    }

    /// Forgets the run, for the next one, but not the first misuse.
    fn reset(&self) {
        self.trace.reset();
    }

    /// Raises ``MisuseError`` if a hook did not fit the graph since the recorder was made.
    fn check(&self) -> PyResult<()> {
        self.trace.check().map_err(|misuse| error::misuse(misuse.in_graph(&self.graph)))
    }

    fn __repr__(&self) -> String {
        format!("<Recorder of {} functions>", self.graph.functions().len())
    }
}

/// One call of a function, as a context manager with the hooks of its blocks.
#[pyclass(unsendable, module = "sbst")]
pub(crate) struct Call {
    recorder: Py<Recorder>,
    function: u32,
    /// Number of calls that were open before this one; `None` before it began.
    depth: Option<u32>,
}

#[pymethods]
impl Call {
    fn __enter__(mut this: PyRefMut<'_, Self>) -> PyResult<PyRefMut<'_, Self>> {
        let py = this.py();
        if this.depth.is_some() {
            return Err(PyRuntimeError::new_err("this call has begun already: make another one for each call"));
        }
        let recorder = this.recorder.clone_ref(py);
        let recorder = recorder.borrow(py);
        this.depth = Some(recorder.trace.depth());
        recorder.trace.enter(graph::function(&recorder.graph, this.function)?);
        Ok(this)
    }

    #[pyo3(signature = (exception_type=None, exception=None, traceback=None))]
    fn __exit__(
        &self,
        py: Python<'_>,
        exception_type: Option<&Bound<'_, PyAny>>,
        exception: Option<&Bound<'_, PyAny>>,
        traceback: Option<&Bound<'_, PyAny>>,
    ) -> bool {
        let _ = (exception, traceback);
        if let Some(depth) = self.depth {
            let recorder = self.recorder.borrow(py);
            if exception_type.is_some() || recorder.trace.depth() != depth + 1 {
                recorder.trace.unwound(depth);
            } else {
                recorder.trace.leave();
            }
        }
        false
    }

    /// Records a decision of this function, and returns its outcome.
    fn decide(&self, py: Python<'_>, block: u32, decision: Decision) -> PyResult<bool> {
        self.recorder.borrow(py).decide(block, decision, self.function)
    }

    /// Records the value by which a switch selects, and returns it.
    fn switch(&self, py: Python<'_>, block: u32, value: i64) -> PyResult<i64> {
        self.recorder.borrow(py).switch(block, value, self.function)
    }

    /// Records that the first statements of a block have completed. The execution stays in the block.
    fn done(&self, py: Python<'_>, block: u32, statements: u32) -> PyResult<()> {
        self.recorder.borrow(py).done(block, statements, self.function)
    }

    /// Records that a block has completed: it goes on by the edge that no predicate decides, or ends the function.
    fn end(&self, py: Python<'_>, block: u32) -> PyResult<()> {
        self.recorder.borrow(py).end(block, self.function)
    }
}
