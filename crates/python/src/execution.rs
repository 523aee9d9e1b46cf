//! Executions as plain data.

use crate::error;
use crate::given::{self, Index, Items, Pair, Pairs};
use crate::graph::{self, FlowGraph, Snapshot};
use crate::key;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sbst::distance::{Distance, Rules, SeenValues};
use sbst::fitness::FitnessTable;
use sbst::flow::{self, Edge, GraphIdentity, GraphMismatch};
use sbst::id::{Block, Function};
use std::sync::Arc;

/// Observations of one run: sorted lists, in which a search finds a block.
#[derive(Debug)]
pub(crate) struct Run {
    graph: Arc<flow::FlowGraph>,
    made_for: GraphIdentity,
    /// Entered blocks, each with the number of statements that completed.
    entered: Vec<(Block, u32)>,
    /// Evaluated predicates, each with the distances to true and to false.
    decided: Vec<(Block, [Distance; 2])>,
    /// Blocks of switches, each with the values that were seen.
    selected: Vec<(Block, Seen)>,
}

/// Values that a switch has seen.
#[derive(Debug)]
struct Seen {
    keys: Vec<i128>,
    stretches: SeenValues,
}

/// Returns the entry of a block in a list that is sorted by block.
fn find<T>(list: &[(Block, T)], block: Block) -> Option<&T> {
    let index = list.binary_search_by_key(&block, |entry| entry.0).ok()?;
    list.get(index).map(|entry| &entry.1)
}

impl sbst::execution::Facts for Run {}

impl sbst::execution::Execution for Run {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        if let Some(holds) = branch.outcome.holds() {
            return find(&self.decided, branch.source).map(|sides| sides[usize::from(!holds)]);
        }
        if branch.outcome.is_decided() {
            let seen = &find(&self.selected, branch.source)?.stretches;
            let id =
                self.graph.branches_of(branch.source).find(|&id| self.graph.edge(id) == branch)?;
            return self.graph.arm_distance(id, seen, &Rules::DEFAULT);
        }
        None
    }

    fn progress(&self, block: Block) -> Option<u32> {
        find(&self.entered, block).copied()
    }

    fn entered(&self, graph: &flow::FlowGraph, visit: &mut dyn FnMut(Function)) {
        let mut last = None;
        for &(block, _) in &self.entered {
            let function = graph.get_function_of(block);
            if function != last {
                last = function;
                if let Some(function) = function {
                    visit(function);
                }
            }
        }
    }

    fn fits(&self, graph: &flow::FlowGraph) -> Result<(), GraphMismatch> {
        graph.check(self.made_for)
    }
}

/// Observations of one run: the blocks that it entered, and the distances of the decisions that it
/// made.
///
/// An execution does not change, and fits the graph that it was made for, also after functions were
/// added to that graph.
#[pyclass(frozen, module = "sbst")]
pub(crate) struct Execution {
    run: Run,
    graph: Py<FlowGraph>,
}

impl Execution {
    /// Returns the observations.
    pub(crate) const fn run(&self) -> &Run {
        &self.run
    }
}

/// The block of a function, by their numbers.
type Place = Pair<Index, Index>;
/// The values by which switches selected.
type Selections<'py> = Pairs<Place, Items<Bound<'py, PyAny>>>;
/// Blocks with their progress, their distances, and their keys, as they are pickled.
type State = (Vec<(u32, u32)>, Vec<(u32, f64, f64)>, Vec<(u32, Vec<i128>)>);

/// What recreates a pickled execution: a call, and its arguments.
type Made<'py> = (Bound<'py, PyAny>, (Py<FlowGraph>, State));

#[pymethods]
impl Execution {
    /// Creates an execution from dictionaries whose keys are ``(function, block)``.
    ///
    /// ``decisions`` has the least distance to true and to false of each evaluated predicate, over
    /// all its evaluations. One of the two is 0: the one that was observed; both are if both
    /// outcomes were. ``selections`` has the values that each switch has seen, integers of any size.
    /// ``entered`` names blocks without a decision that were entered. ``progress`` has the number of
    /// completed statements of blocks in which an exception was raised; of other blocks all
    /// statements count as completed.
    ///
    /// Raises ``IndexError`` for a block that the graph does not have, ``DistanceError`` for a
    /// negative distance or NaN, and ``Error`` for a decision of which no outcome was observed.
    #[new]
    #[pyo3(signature = (graph, *, entered=None, decisions=None, selections=None, progress=None))]
    fn new(
        py: Python<'_>,
        graph: &FlowGraph,
        #[pyo3(from_py_with = read::entered)] entered: Option<Items<Place>>,
        #[pyo3(from_py_with = read::decisions)] decisions: Option<Pairs<Place, Pair<f64, f64>>>,
        #[pyo3(from_py_with = read::selections)] selections: Option<Selections<'_>>,
        #[pyo3(from_py_with = read::progress)] progress: Option<Pairs<Place, Index>>,
    ) -> PyResult<Self> {
        let mut parts = Parts::of(graph.snapshot(py)?);
        for (place, Pair(to_true, to_false)) in decisions.iter().flat_map(|pairs| &pairs.0) {
            parts.decided(parts.block(place, "decisions")?, *to_true, *to_false)?;
        }
        for (place, values) in selections.iter().flat_map(|pairs| &pairs.0) {
            let block = parts.block(place, "selections")?;
            let arms = parts.graph.inner.arms(block);
            let keys = values.0.iter().map(|value| key::selecting(value, arms));
            let keys = keys.collect::<PyResult<_>>()?;
            parts.selected(block, keys)?;
        }
        for place in entered.iter().flat_map(|items| &items.0) {
            parts.entered(parts.block(place, "entered")?, None);
        }
        for (place, completed) in progress.iter().flat_map(|pairs| &pairs.0) {
            let completed = completed.count("progress")?;
            parts.entered(parts.block(place, "progress")?, Some(completed));
        }
        Ok(parts.execution())
    }

    /// Creates an execution from arrays, in which blocks have their numbers throughout the program:
    /// see ``FlowGraph.block_ids``. Any sequences of numbers will do.
    ///
    /// ``decided`` are the blocks of evaluated predicates, and ``to_true`` and ``to_false`` their
    /// least distances, in the same order. ``entered`` are blocks that were entered; those in
    /// ``decided`` may be left out. A block that is there twice has the least of its distances.
    ///
    /// Raises ``IndexError``, ``DistanceError`` and ``Error`` as the constructor does, and
    /// ``ValueError`` for different lengths.
    #[staticmethod]
    #[pyo3(signature = (graph, *, entered, decided, to_true, to_false))]
    fn from_arrays(
        py: Python<'_>,
        graph: &FlowGraph,
        entered: &Bound<'_, PyAny>,
        decided: &Bound<'_, PyAny>,
        to_true: &Bound<'_, PyAny>,
        to_false: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let mut parts = Parts::of(graph.snapshot(py)?);
        let count = parts.graph.inner.all_blocks().len();
        let entered = given::numbers(entered, "entered", "block", count)?;
        let decided = given::numbers(decided, "decided", "block", count)?;
        let nan = error::DistanceError::new_err;
        let to_true = given::floats_unless(to_true, "to_true", nan)?;
        let to_false = given::floats_unless(to_false, "to_false", nan)?;
        if decided.len() != to_true.len() || decided.len() != to_false.len() {
            return Err(PyValueError::new_err(format!(
                "decided, to_true and to_false must have the same length, not {}, {} and {}",
                decided.len(),
                to_true.len(),
                to_false.len()
            )));
        }
        for ((block, to_true), to_false) in decided.into_iter().zip(to_true).zip(to_false) {
            parts.decided(Block::new(block), to_true, to_false)?;
        }
        for block in entered {
            parts.entered(Block::new(block), None);
        }
        Ok(parts.execution())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Made<'py>> {
        let run = &self.run;
        let entered = run.entered.iter().map(|&(block, done)| (block.number(), done)).collect();
        let decided = run.decided.iter();
        let decided = decided.map(|(block, [t, f])| (block.number(), t.get(), f.get())).collect();
        let selected = run.selected.iter();
        let selected = selected.map(|(block, seen)| (block.number(), seen.keys.clone())).collect();
        let make = py.import("sbst._sbst")?.getattr("_execution")?;
        Ok((make, (self.graph.clone_ref(py), (entered, decided, selected))))
    }

    /// Returns the distances to true and to false of the predicate of a block, or ``None`` if it
    /// was not evaluated.
    #[pyo3(signature = (block, function=0))]
    fn decision(
        &self,
        #[pyo3(from_py_with = given::block)] block: u32,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<Option<(f64, f64)>> {
        let block = graph::block(&self.run.graph, function, block)?;
        Ok(find(&self.run.decided, block).map(|sides| (sides[0].get(), sides[1].get())))
    }

    /// Returns ``True`` if a block was entered.
    #[pyo3(signature = (block, function=0))]
    fn entered(
        &self,
        #[pyo3(from_py_with = given::block)] block: u32,
        #[pyo3(from_py_with = given::function)] function: u32,
    ) -> PyResult<bool> {
        Ok(find(&self.run.entered, graph::block(&self.run.graph, function, block)?).is_some())
    }

    /// Returns the graph in the language of Graphviz, with the colours of what ran, one drawing for
    /// each function.
    fn dot(&self) -> PyResult<String> {
        let graph = &self.run.graph;
        let mut table = FitnessTable::new(graph);
        table.try_sweep(graph, &self.run).map_err(error::mismatch)?;
        let draw = |function| sbst::fitness::draw(graph, function, &table).to_string();
        Ok(graph.functions().map(draw).collect::<Vec<_>>().join("\n"))
    }

    fn __repr__(&self) -> String {
        let (entered, decided) = (self.run.entered.len(), self.run.decided.len());
        format!("<Execution with {entered} entered blocks and {decided} decisions>")
    }
}

impl Execution {
    /// Creates an execution with the answers of another store about a graph.
    pub(crate) fn of(snapshot: Snapshot, store: &impl sbst::execution::Execution) -> Self {
        let graph = Arc::clone(&snapshot.inner);
        let mut parts = Parts::of(snapshot);
        store.entered(&graph, &mut |function| {
            for block in graph.blocks_of(function) {
                if let Some(progress) = store.progress(block) {
                    parts.blocks.push((block, progress));
                }
                let mut found = [None; 2];
                for branch in graph.branches_of(block) {
                    let edge = graph.edge(branch);
                    if let Some(holds) = edge.outcome.holds() {
                        found[usize::from(!holds)] = store.branch_distance(edge);
                    }
                }
                if let [Some(to_true), Some(to_false)] = found {
                    parts.decisions.push((block, [to_true, to_false]));
                }
            }
        });
        parts.execution()
    }
}

/// Arguments of the constructor.
mod read {
    use super::*;
    given::readers! {
        entered -> Option<Items<Place>>;
        decisions -> Option<Pairs<Place, Pair<f64, f64>>>;
        selections -> Option<Selections<'py>>;
        progress -> Option<Pairs<Place, Index>>;
    }
}

/// What an execution is made of, in any order.
struct Parts {
    graph: Snapshot,
    blocks: Vec<(Block, u32)>,
    decisions: Vec<(Block, [Distance; 2])>,
    selections: Vec<(Block, Seen)>,
}

impl Parts {
    fn of(graph: Snapshot) -> Self {
        Self { graph, blocks: Vec::new(), decisions: Vec::new(), selections: Vec::new() }
    }

    /// Returns a block of the graph.
    fn block(&self, Pair(function, block): &Place, argument: &str) -> PyResult<Block> {
        graph::block(&self.graph.inner, function.any(argument)?, block.any(argument)?)
    }

    /// Adds a block, with its number of completed statements, or all.
    fn entered(&mut self, block: Block, completed: Option<u32>) {
        let completed = completed.unwrap_or_else(|| self.graph.inner.statements(block));
        self.blocks.push((block, completed));
    }

    /// Adds an evaluated predicate with its distances.
    fn decided(&mut self, block: Block, to_true: f64, to_false: f64) -> PyResult<()> {
        let sides = [error::distance(to_true)?, error::distance(to_false)?];
        if sides.iter().all(|&side| side > Distance::ZERO) {
            return Err(error::Error::new_err(format!(
                "the decision of {} has no outcome: a predicate that was evaluated has distance 0 \
                 to what it was",
                self.graph.inner.show_block(block)
            )));
        }
        self.decisions.push((block, sides));
        self.entered(block, None);
        Ok(())
    }

    /// Adds the keys that a switch has seen.
    fn selected(&mut self, block: Block, mut keys: Vec<i128>) -> PyResult<()> {
        keys.sort_unstable();
        keys.dedup();
        let graph = &self.graph.inner;
        let Some(arms) = graph.arms(block) else {
            return Err(error::graph(format!("{} is no switch", graph.show_block(block))));
        };
        let mut stretches = SeenValues::new(arms);
        for &key in &keys {
            stretches.see(arms, key);
        }
        self.selections.push((block, Seen { keys, stretches }));
        self.entered(block, None);
        Ok(())
    }

    /// Sorts everything. Of a block that is there twice, the last progress counts, and the least
    /// distances.
    fn execution(mut self) -> Execution {
        self.blocks.reverse();
        self.blocks.sort_by_key(|entry| entry.0);
        self.blocks.dedup_by_key(|entry| entry.0);
        self.decisions.sort_by_key(|entry| entry.0);
        self.decisions.dedup_by(|later, first| {
            let same = later.0 == first.0;
            if same {
                first.1 = [first.1[0].min(later.1[0]), first.1[1].min(later.1[1])];
            }
            same
        });
        self.selections.sort_by_key(|entry| entry.0);
        let run = Run {
            made_for: self.graph.inner.identity(),
            graph: self.graph.inner,
            entered: self.blocks,
            decided: self.decisions,
            selected: self.selections,
        };
        Execution { run, graph: self.graph.object }
    }
}

/// Recreates a pickled execution.
#[pyfunction]
fn _execution(py: Python<'_>, graph: &FlowGraph, state: State) -> PyResult<Execution> {
    let mut parts = Parts::of(graph.snapshot(py)?);
    let count = parts.graph.inner.all_blocks().len();
    let block = |number: u32| match (number as usize) < count {
        true => Ok(Block::new(number)),
        false => Err(error::out_of_range("there is no block", number, count)),
    };
    let (entered, decided, selected) = state;
    for (number, to_true, to_false) in decided {
        parts.decided(block(number)?, to_true, to_false)?;
    }
    for (number, keys) in selected {
        parts.selected(block(number)?, keys)?;
    }
    for (number, completed) in entered {
        parts.entered(block(number)?, Some(completed));
    }
    Ok(parts.execution())
}

/// Adds the class of this module, and what makes it again from pickles.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Execution>()?;
    module.add_function(wrap_pyfunction!(_execution, module)?)
}
