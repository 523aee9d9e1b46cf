//! Numbers as the test generator Pynguin 0.48 computes them, for the package that runs Pynguin on
//! this crate.
//!
//! Where they differ from the definitions, the classes of the other modules return what is defined.

mod distances;
mod observation;
mod pair;
mod paths;
mod ranking;
mod suite;

use pyo3::prelude::*;
use pyo3::types::PyList;

/// Adds the functions and classes of this module.
pub(crate) fn register(parent: &Bound<'_, PyModule>) -> PyResult<()> {
    let module = PyModule::new(parent.py(), "pynguin")?;
    module.add_class::<distances::Distances>()?;
    module.add_class::<observation::Observation>()?;
    module.add_function(wrap_pyfunction!(ranking::rank, &module)?)?;
    module.add_function(wrap_pyfunction!(ranking::order_of_pairs, &module)?)?;
    module.add(
        "__all__",
        PyList::new(parent.py(), ["Distances", "Observation", "order_of_pairs", "rank"])?,
    )?;
    parent.add("pynguin", module)
}
