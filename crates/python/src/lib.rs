//! Python bindings of `sbst`.

mod compare;
mod decision;
mod error;
mod execution;
mod given;
mod goals;
mod graph;
mod key;
mod membership;
mod number;
mod operand;
mod outcome;
mod pynguin;
mod recorder;
mod selection;

use pyo3::prelude::*;

/// Fitness primitives of search-based software testing: distances of an execution from its coverage
/// goals.
#[pymodule]
fn _sbst(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    error::register(module)?;
    decision::register(module)?;
    compare::register(module)?;
    membership::register(module)?;
    module.add_class::<graph::FlowGraph>()?;
    execution::register(module)?;
    module.add_class::<recorder::Recorder>()?;
    module.add_class::<recorder::Call>()?;
    goals::register(module)?;
    selection::register(module)?;
    pynguin::register(module)
}
