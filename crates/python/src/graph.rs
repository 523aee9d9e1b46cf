//! Control-flow graphs.

use crate::error;
use crate::given::{self, Index, Items, Pairs, shown};
use crate::outcome::{self, Given};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyRange, PyType};
use sbst::flow::{self, Dot, FlowBuilder, Outcome, Unreachable};
use sbst::id::{Block, Function};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Control-flow graph of a program: the functions, their blocks, and the edges between them.
///
/// Functions are numbered from 0 in the order in which they were added. The blocks of a function
/// are numbered from 0, which is its entry.
#[pyclass(frozen, module = "sbst")]
pub(crate) struct FlowGraph {
    state: Mutex<State>,
}

/// A graph as it is now. Nothing of Python runs while it is locked.
struct State {
    inner: Arc<flow::FlowGraph>,
    /// The same graph as an object that does not grow, once somebody wants to keep it.
    kept: Option<Py<FlowGraph>>,
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
        Self { state: Mutex::new(State { inner, kept: None }) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the graph as it is now.
    fn now(&self) -> Arc<flow::FlowGraph> {
        Arc::clone(&self.lock().inner)
    }

    /// Returns the graph as it is now, to keep.
    pub(crate) fn snapshot(&self, py: Python<'_>) -> PyResult<Snapshot> {
        let state = self.lock();
        let inner = Arc::clone(&state.inner);
        let kept = state.kept.as_ref().map(|kept| kept.clone_ref(py));
        drop(state);
        let object = match kept {
            Some(kept) => kept,
            None => Py::new(py, Self::of(Arc::clone(&inner)))?,
        };
        let mut state = self.lock();
        // Another thread may have added a function.
        if Arc::ptr_eq(&state.inner, &inner) && state.kept.is_none() {
            state.kept = Some(object.clone_ref(py));
        }
        drop(state);
        Ok(Snapshot { inner, object })
    }
}

/// Returns, for each block of a function, a block that a closure finds.
fn map_blocks(
    graph: &flow::FlowGraph,
    of: Function,
    find: impl Fn(Block) -> Option<Block>,
) -> Vec<Option<u32>> {
    graph.blocks_of(of).map(|block| find(block).map(|found| graph.local(found))).collect()
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
        &self,
        #[pyo3(from_py_with = read::edges)] edges: Items<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = read::exits)] exits: Option<Items<Index>>,
        name: Option<&str>,
        #[pyo3(from_py_with = read::statements)] statements: Option<Pairs<Index, Index>>,
        #[pyo3(from_py_with = read::block_names)] block_names: Option<Pairs<Index, String>>,
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
        let mut state = self.lock();
        // What is kept would be copied, whether or not anybody still has it.
        let kept = state.kept.take();
        drop(state);
        drop(kept);
        let added = Arc::make_mut(&mut self.lock().inner).add_with(&builder, unreachable);
        Ok(added.map_err(error::graph)?.number())
    }

    /// Number of functions.
    #[getter]
    fn function_count(&self) -> usize {
        self.now().functions().len()
    }

    /// Returns the number of blocks of a function.
    #[pyo3(signature = (function=0))]
    fn block_count(
        &self,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<usize> {
        let graph = self.now();
        Ok(graph.blocks_of(self::function(&graph, function)?).len())
    }

    /// Returns the numbers of the blocks of a function throughout the program, which arrays use.
    #[pyo3(signature = (function=0))]
    fn block_ids<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<Bound<'py, PyRange>> {
        let graph = self.now();
        let blocks = graph.blocks_of(self::function(&graph, function)?);
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
        let graph = self.now();
        let branches = graph.branches_in(self::function(&graph, function)?);
        let edges = branches.map(|branch| graph.edge(branch));
        edges
            .map(|edge| {
                let (source, target) = (graph.local(edge.source), graph.local(edge.target));
                Ok((source, target, outcome::of(py, edge.outcome)?))
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
        let (mut found, graph) = (Vec::new(), self.now());
        for block in graph.blocks_of(self::function(&graph, function)?) {
            for branch in graph.controls(block) {
                let edge = graph.edge(branch);
                let (block, source) = (graph.local(block), graph.local(edge.source));
                found.push((block, source, outcome::of(py, edge.outcome)?));
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
        let graph = self.now();
        let of = self::function(&graph, function)?;
        let dominators = py.detach(|| graph.dominators(of));
        Ok(map_blocks(&graph, of, |block| dominators.immediate(block)))
    }

    /// Returns the nearest other block that post-dominates each block of a function; ``None`` if
    /// that is the end of the function, and for blocks that cannot be reached.
    #[pyo3(signature = (function=0))]
    fn immediate_post_dominators(
        &self,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<Vec<Option<u32>>> {
        let graph = self.now();
        let of = self::function(&graph, function)?;
        Ok(map_blocks(&graph, of, |block| graph.immediate_post_dominator(block)))
    }

    /// Returns the graph in the language of Graphviz, one drawing for each function. See also
    /// ``Execution.dot``.
    fn dot(&self) -> String {
        let graph = self.now();
        let draw = |function| Dot::new(&graph, function).to_string();
        graph.functions().map(draw).collect::<Vec<_>>().join("\n")
    }

    /// Hash of the functions with their blocks and edges, as a text. Names do not count.
    #[getter]
    fn identity(&self) -> String {
        self.now().identity().to_string()
    }

    fn __len__(&self) -> usize {
        self.now().functions().len()
    }

    fn __repr__(&self) -> String {
        let graph = self.now();
        let (functions, blocks) = (graph.functions().len(), graph.all_blocks().len());
        format!("<FlowGraph with {functions} functions and {blocks} blocks>")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let identity = self.now().identity();
        other.cast::<Self>().is_ok_and(|other| other.get().now().identity() == identity)
    }

    fn __reduce__<'py>(
        this: Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, (), Bound<'py, PyBytes>)> {
        let bytes = postcard::to_allocvec(&*this.get().now()).map_err(error::graph)?;
        Ok((this.get_type(), (), PyBytes::new(this.py(), &bytes)))
    }

    fn __setstate__(&self, state: &[u8]) -> PyResult<()> {
        let inner = postcard::from_bytes(state);
        let inner = inner.map_err(|_| error::graph("the bytes are no pickled graph"))?;
        let former =
            std::mem::replace(&mut *self.lock(), State { inner: Arc::new(inner), kept: None });
        drop(former);
        Ok(())
    }
}

/// Arguments of `FlowGraph.add`.
mod read {
    use super::*;
    given::readers! {
        edges -> Items<Bound<'py, PyAny>>;
        exits -> Option<Items<Index>>;
        statements -> Option<Pairs<Index, Index>>;
        block_names -> Option<Pairs<Index, String>>;
    }
}

/// Reads an edge.
fn read_edge(edge: &Bound<'_, PyAny>) -> PyResult<(u32, u32, Given)> {
    let refused = || {
        PyTypeError::new_err(format!(
            "edges: an edge is (source, target) or (source, target, outcome), not {}",
            shown(edge)
        ))
    };
    let block = |part: &Bound<'_, PyAny>| given::read::<Index>(part, "edges")?.any("edges");
    match given::parts(edge, refused)?.as_slice() {
        [source, target] => Ok((block(source)?, block(target)?, Given::Nothing)),
        [source, target, outcome] => Ok((block(source)?, block(target)?, Given::read(outcome)?)),
        _ => Err(refused()),
    }
}
