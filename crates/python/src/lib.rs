//! Python bindings of `sbst`.

mod compare;
mod error;
mod execution;
mod goals;
mod graph;
mod key;
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
    compare::register(module)?;
    module.add_class::<graph::FlowGraph>()?;
    module.add_class::<execution::Execution>()?;
    module.add_class::<recorder::Recorder>()?;
    module.add_class::<recorder::Call>()?;
    module.add_class::<goals::Goals>()?;
    module.add_class::<goals::Goal>()?;
    module.add_class::<goals::Fitness>()?;
    selection::register(module)?;
    pynguin::register(module)
}
