//! Control-flow graphs.

use crate::error;
use crate::given::{self, Index, Items, Pairs, shown};
use crate::outcome::{self, Given};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyRange};
use sbst::flow::{self, Dot, FlowBuilder, Outcome, Unreachable};
use sbst::id::{Block, Function};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Control-flow graph of a program: the functions, their blocks, and the edges between them.
///
/// Functions are numbered from 0 in the order in which they were added. The blocks of a function
/// are numbered from 0, which is its entry.
#[pyclass(module = "sbst")]
pub(crate) struct FlowGraph {
    inner: Arc<flow::FlowGraph>,
    /// The graph as it is now, once somebody wants to keep it.
    kept: PyOnceLock<Py<Self>>,
}

/// A graph as it was when something was made for it.
pub(crate) struct Snapshot {
    pub(crate) inner: Arc<flow::FlowGraph>,
    /// One object for all that was made for this graph, so that a pickle has the graph once.
    pub(crate) object: Py<FlowGraph>,
}

impl Snapshot {
    pub(crate) fn clone_ref(&self, py: Python<'_>) -> Self {
        Self { inner: Arc::clone(&self.inner), object: self.object.clone_ref(py) }
    }
}

impl FlowGraph {
    fn of(inner: Arc<flow::FlowGraph>) -> Self {
        Self { inner, kept: PyOnceLock::new() }
    }

    /// Returns the graph as it is now.
    pub(crate) fn snapshot(&self, py: Python<'_>) -> PyResult<Snapshot> {
        let copy = || Py::new(py, Self::of(Arc::clone(&self.inner)));
        let object = self.kept.get_or_try_init(py, copy)?.clone_ref(py);
        Ok(Snapshot { inner: Arc::clone(&self.inner), object })
    }

    /// Returns a function of the graph.
    fn function(&self, number: u32) -> PyResult<Function> {
        function(&self.inner, number)
    }

    /// Returns, for each block of a function, a block that a closure finds.
    fn map_blocks(
        &self,
        number: u32,
        find: impl Fn(Block) -> Option<Block>,
    ) -> PyResult<Vec<Option<u32>>> {
        let function = self.function(number)?;
        Ok(self
            .inner
            .blocks_of(function)
            .map(|block| find(block).map(|found| self.inner.local(found)))
            .collect())
    }
}

/// Returns a function by its number.
pub(crate) fn function(graph: &flow::FlowGraph, number: u32) -> PyResult<Function> {
    let count = graph.functions().len();
    if (number as usize) < count {
        Ok(Function::new(number))
    } else {
        Err(error::out_of_range("there is no function", number, count))
    }
}

/// Returns a block by the numbers of its function and of itself.
pub(crate) fn block(graph: &flow::FlowGraph, of: u32, number: u32) -> PyResult<Block> {
    let owner = function(graph, of)?;
    graph.get_block(owner, number).ok_or_else(|| {
        error::out_of_range(
            &format!("there is no block of {}", graph.show_function(owner)),
            number,
            graph.blocks_of(owner).len(),
        )
    })
}

#[pymethods]
impl FlowGraph {
    /// Creates a graph without functions.
    #[new]
    fn new() -> Self {
        Self::of(Arc::default())
    }

    /// Adds a function and returns its number.
    ///
    /// Each edge is ``(source, target)`` or ``(source, target, outcome)``. The outcome is ``True``
    /// or ``False`` for the branches of a predicate, an integer or ``"default"`` for those of a
    /// switch, and ``"exception"`` for a handler. ``None`` stands for an edge that no predicate
    /// decides: the first one of a block is the ordinary way on, others are like exceptions.
    ///
    /// ``exits`` are the blocks in which the function may end. ``statements`` maps blocks to their
    /// numbers of statements, and ``block_names`` to their names in messages and drawings.
    ///
    /// Raises ``GraphError`` if a block has neither an edge nor an exit, if an outcome is there
    /// twice, if a block cannot be reached from the entry and ``keep_unreachable`` is not set, and
    /// for other descriptions that no function can have. The graph is then as it was.
    #[pyo3(signature = (edges, *, exits=None, name=None, statements=None, block_names=None, keep_unreachable=false))]
    #[allow(clippy::too_many_arguments)] // all but one have names at the call
    fn add(
        &mut self,
        edges: Items<Bound<'_, PyAny>>,
        exits: Option<Items<Index>>,
        name: Option<&str>,
        statements: Option<Pairs<Index, Index>>,
        block_names: Option<Pairs<Index, String>>,
        keep_unreachable: bool,
    ) -> PyResult<u32> {
        let mut builder = FlowBuilder::new();
        if let Some(name) = name {
            builder = builder.function_name(name);
        }
        for (block, count) in statements.iter().flat_map(|pairs| &pairs.0) {
            builder = builder.statements(block.any("statements")?, count.count("statements")?);
        }
        for (block, name) in block_names.iter().flat_map(|pairs| &pairs.0) {
            builder = builder.block_name(block.any("block_names")?, name);
        }
        let mut goes_on = BTreeSet::new();
        for edge in &edges.0 {
            let (source, target, given) = read_edge(edge)?;
            builder = match given {
                Given::Named(outcome) => builder.edge(source, outcome, target),
                Given::Exception => builder.exception(source, target),
                Given::Nothing if goes_on.insert(source) => {
                    builder.edge(source, Outcome::Next, target)
                }
                Given::Nothing => builder.exception(source, target),
            };
        }
        for block in exits.iter().flat_map(|items| &items.0) {
            builder = builder.exit(block.any("exits")?);
        }
        let unreachable = if keep_unreachable { Unreachable::Keep } else { Unreachable::Reject };
        let function =
            Arc::make_mut(&mut self.inner).add_with(&builder, unreachable).map_err(error::graph)?;
        self.kept = PyOnceLock::new();
        Ok(function.number())
    }

    /// Number of functions.
    #[getter]
    fn function_count(&self) -> usize {
        self.inner.functions().len()
    }

    /// Returns the number of blocks of a function.
    #[pyo3(signature = (function=0))]
    fn block_count(
        &self,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<usize> {
        Ok(self.inner.blocks_of(self.function(function)?).len())
    }

    /// Returns the numbers of the blocks of a function throughout the program, which arrays use.
    #[pyo3(signature = (function=0))]
    fn block_ids<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<Bound<'py, PyRange>> {
        let blocks = self.inner.blocks_of(self.function(function)?);
        let count = blocks.len() as isize;
        let first = blocks.into_iter().next().map_or(0, |block| block.index() as isize);
        PyRange::new(py, first, first + count)
    }

    /// Returns the branches of a function as tuples ``(source, target, outcome)``.
    ///
    /// A branch is an edge that decides something: its block has other ways on.
    #[pyo3(signature = (function=0))]
    fn branches<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<Vec<(u32, u32, Bound<'py, PyAny>)>> {
        let branches = self.inner.branches_in(self.function(function)?);
        let edges = branches.map(|branch| self.inner.edge(branch));
        edges
            .map(|edge| {
                Ok((
                    self.inner.local(edge.source),
                    self.inner.local(edge.target),
                    outcome::shown(py, edge.outcome)?,
                ))
            })
            .collect()
    }

    /// Returns the control dependences of a function as tuples ``(block, source, outcome)``,
    /// ordered by block.
    ///
    /// A block depends on a branch if it runs whenever the branch is taken, but not whenever the
    /// source of the branch runs (Ferrante, Ottenstein and Warren 1987). Blocks that cannot be
    /// reached depend on nothing.
    #[pyo3(signature = (function=0))]
    fn control_dependences<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<Vec<(u32, u32, Bound<'py, PyAny>)>> {
        let mut found = Vec::new();
        for block in self.inner.blocks_of(self.function(function)?) {
            for branch in self.inner.controls(block) {
                let edge = self.inner.edge(branch);
                found.push((
                    self.inner.local(block),
                    self.inner.local(edge.source),
                    outcome::shown(py, edge.outcome)?,
                ));
            }
        }
        Ok(found)
    }

    /// Returns the immediate dominator of each block of a function; ``None`` for the entry and for
    /// blocks that cannot be reached.
    #[pyo3(signature = (function=0))]
    fn immediate_dominators(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<Vec<Option<u32>>> {
        let of = self.function(function)?;
        let dominators = py.detach(|| self.inner.dominators(of));
        self.map_blocks(function, |block| dominators.immediate(block))
    }

    /// Returns the nearest other block that post-dominates each block of a function; ``None`` if
    /// that is the end of the function, and for blocks that cannot be reached.
    #[pyo3(signature = (function=0))]
    fn immediate_post_dominators(
        &self,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<Vec<Option<u32>>> {
        self.map_blocks(function, |block| self.inner.immediate_post_dominator(block))
    }

    /// Returns the graph in the language of Graphviz, one drawing for each function. See also
    /// ``Execution.dot``.
    fn dot(&self) -> String {
        let draw = |function| Dot::new(&self.inner, function).to_string();
        self.inner.functions().map(draw).collect::<Vec<_>>().join("\n")
    }

    /// Hash of the functions with their blocks and edges, as a text. Names do not count.
    #[getter]
    fn identity(&self) -> String {
        self.inner.identity().to_string()
    }

    fn __len__(&self) -> usize {
        self.inner.functions().len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<FlowGraph with {} functions and {} \
            blocks>",
            self.inner.functions().len(),
            self.inner.all_blocks().len()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.borrow().inner.identity() == self.inner.identity())
    }

    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = postcard::to_allocvec(&*self.inner).map_err(error::graph)?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __setstate__(&mut self, state: &[u8]) -> PyResult<()> {
        *self = Self::of(Arc::new(postcard::from_bytes(state).map_err(error::graph)?));
        Ok(())
    }
}

/// Reads an edge.
fn read_edge(edge: &Bound<'_, PyAny>) -> PyResult<(u32, u32, Given)> {
    let parts =
        edge.extract::<Items<Bound<'_, PyAny>>>().map_or_else(|_| Vec::new(), |parts| parts.0);
    let block = |part: &Bound<'_, PyAny>| part.extract::<Index>()?.any("edges");
    match parts.as_slice() {
        [source, target] => Ok((block(source)?, block(target)?, Given::Nothing)),
        [source, target, outcome] => Ok((block(source)?, block(target)?, Given::read(outcome)?)),
        _ => Err(PyTypeError::new_err(format!(
            "edges: an edge is (source, target) or (source, target, outcome), not {}",
            shown(edge)?
        ))),
    }
}
