//! Executions as plain data.

use crate::error;
use crate::graph::{self, FlowGraph};
use crate::key;
use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sbst::distance::{Distance, Rules, SeenValues};
use sbst::fitness::FitnessTable;
use sbst::flow::{self, Edge, GraphIdentity, GraphMismatch};
use sbst::id::{Block, Function};
use std::collections::BTreeMap;
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
    selected: Vec<(Block, SeenValues)>,
}

/// Returns the entry of a block in a list that is sorted by block.
fn find<T>(list: &[(Block, T)], block: Block) -> Option<&T> {
    let index = list.binary_search_by_key(&block, |entry| entry.0).ok()?;
    list.get(index).map(|entry| &entry.1)
}

impl sbst::execution::Execution for Run {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        if let Some(holds) = branch.outcome.holds() {
            return find(&self.decided, branch.source).map(|sides| sides[usize::from(!holds)]);
        }
        if branch.outcome.is_decided() {
            let seen = find(&self.selected, branch.source)?;
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
}

impl Execution {
    /// Returns the observations.
    pub(crate) const fn run(&self) -> &Run {
        &self.run
    }
}

/// Blocks by function and number within it, with a value for each.
type ByBlock<T> = BTreeMap<(u32, u32), T>;

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
        graph: &FlowGraph,
        entered: Option<Vec<(u32, u32)>>,
        decisions: Option<ByBlock<(f64, f64)>>,
        selections: Option<ByBlock<Vec<Bound<'_, PyAny>>>>,
        progress: Option<ByBlock<u32>>,
    ) -> PyResult<Self> {
        let graph = graph.snapshot();
        let block = |(function, number): (u32, u32)| graph::block(&graph, function, number);
        let mut blocks: BTreeMap<Block, u32> = BTreeMap::new();
        let mut decided = Vec::new();
        for (place, (to_true, to_false)) in decisions.unwrap_or_default() {
            decided.push((
                block(place)?,
                sides(to_true, to_false, || {
                    format!(
                        "block {} of \
                function {}",
                        place.1, place.0
                    )
                })?,
            ));
        }
        let mut selected = Vec::new();
        for (place, values) in selections.unwrap_or_default() {
            let block = block(place)?;
            let Some(arms) = graph.arms(block) else {
                return Err(error::graph(format!("{} is no switch", graph.show_block(block))));
            };
            let mut seen = SeenValues::new(arms);
            for value in values {
                seen.see(arms, key::selecting(&value, Some(arms))?);
            }
            selected.push((block, seen));
        }
        for &(block, _) in &decided {
            blocks.insert(block, graph.statements(block));
        }
        for (block, _) in &selected {
            blocks.insert(*block, graph.statements(*block));
        }
        for place in entered.unwrap_or_default() {
            let block = block(place)?;
            blocks.insert(block, graph.statements(block));
        }
        for (place, completed) in progress.unwrap_or_default() {
            blocks.insert(block(place)?, completed);
        }
        decided.sort_by_key(|entry| entry.0);
        selected.sort_by_key(|entry| entry.0);
        let made_for = graph.identity();
        Ok(Self {
            run: Run { made_for, entered: blocks.into_iter().collect(), decided, selected, graph },
        })
    }

    /// Creates an execution from arrays, in which blocks have their numbers throughout the program:
    /// see ``FlowGraph.block_ids``.
    ///
    /// ``decided`` are the blocks of evaluated predicates, and ``to_true`` and ``to_false`` their
    /// least distances, in the same order. ``entered`` are blocks that were entered; those in
    /// ``decided`` may be left out. A block that is there twice has the least of its distances.
    ///
    /// Raises ``IndexError``, ``DistanceError`` and ``Error`` as the constructor does.
    #[staticmethod]
    #[pyo3(signature = (graph, *, entered, decided, to_true, to_false))]
    fn from_arrays(
        graph: &FlowGraph,
        entered: PyReadonlyArray1<'_, u32>,
        decided: PyReadonlyArray1<'_, u32>,
        to_true: PyReadonlyArray1<'_, f64>,
        to_false: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<Self> {
        if decided.len() != to_true.len() || decided.len() != to_false.len() {
            return Err(PyValueError::new_err(
                "decided, to_true and to_false must have the same \
                length",
            ));
        }
        let graph = graph.snapshot();
        let count = graph.all_blocks().len();
        let block = |number: u32| {
            if (number as usize) < count {
                Ok(Block::new(number))
            } else {
                Err(error::out_of_range("block", number, count))
            }
        };
        let (entered, decided) = (entered.as_array(), decided.as_array());
        let mut blocks = Vec::with_capacity(entered.len() + decided.len());
        let mut decisions = Vec::with_capacity(decided.len());
        for ((&number, &to_true), &to_false) in
            decided.iter().zip(to_true.as_array()).zip(to_false.as_array())
        {
            let block = block(number)?;
            decisions.push((block, sides(to_true, to_false, || format!("block {number}"))?));
            blocks.push((block, graph.statements(block)));
        }
        for &number in entered {
            let block = block(number)?;
            blocks.push((block, graph.statements(block)));
        }
        blocks.sort_unstable_by_key(|entry| entry.0);
        blocks.dedup_by_key(|entry| entry.0);
        decisions.sort_by_key(|entry| entry.0);
        decisions.dedup_by(|later, first| {
            let same = later.0 == first.0;
            if same {
                first.1 = [first.1[0].min(later.1[0]), first.1[1].min(later.1[1])];
            }
            same
        });
        let made_for = graph.identity();
        Ok(Self {
            run: Run { made_for, entered: blocks, decided: decisions, selected: Vec::new(), graph },
        })
    }

    /// Returns the distances to true and to false of the predicate of a block, or ``None`` if it
    /// was not evaluated.
    #[pyo3(signature = (block, function=0))]
    fn decision(&self, block: u32, function: u32) -> PyResult<Option<(f64, f64)>> {
        let block = graph::block(&self.run.graph, function, block)?;
        Ok(find(&self.run.decided, block).map(|sides| (sides[0].get(), sides[1].get())))
    }

    /// Returns ``True`` if a block was entered.
    #[pyo3(signature = (block, function=0))]
    fn entered(&self, block: u32, function: u32) -> PyResult<bool> {
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
        format!(
            "<Execution with {} entered blocks and {} \
            decisions>",
            self.run.entered.len(),
            self.run.decided.len()
        )
    }
}

impl Execution {
    /// Creates an execution with the answers of another store about a graph.
    pub(crate) fn of(
        graph: &Arc<flow::FlowGraph>,
        store: &impl sbst::execution::Execution,
    ) -> Self {
        let (mut entered, mut decided) = (Vec::new(), Vec::new());
        store.entered(graph, &mut |function| {
            for block in graph.blocks_of(function) {
                if let Some(progress) = store.progress(block) {
                    entered.push((block, progress));
                }
                let mut found = [None; 2];
                for branch in graph.branches_of(block) {
                    let edge = graph.edge(branch);
                    if let Some(holds) = edge.outcome.holds() {
                        found[usize::from(!holds)] = store.branch_distance(edge);
                    }
                }
                if let [Some(to_true), Some(to_false)] = found {
                    decided.push((block, [to_true, to_false]));
                }
            }
        });
        entered.sort_unstable_by_key(|entry| entry.0);
        entered.dedup_by_key(|entry| entry.0);
        decided.sort_by_key(|entry| entry.0);
        decided.dedup_by_key(|entry| entry.0);
        let graph = Arc::clone(graph);
        Self {
            run: Run { made_for: graph.identity(), entered, decided, selected: Vec::new(), graph },
        }
    }
}

/// Checks the distances of a predicate.
fn sides(to_true: f64, to_false: f64, place: impl Fn() -> String) -> PyResult<[Distance; 2]> {
    let [to_true, to_false] = [to_true, to_false].map(Distance::new);
    let sides = [to_true.map_err(error::distance)?, to_false.map_err(error::distance)?];
    if sides.iter().all(|&side| side > Distance::ZERO) {
        return Err(error::Error::new_err(format!(
            "the decision of {} has no outcome: a predicate that was evaluated has distance 0 to \
             what it was",
            place()
        )));
    }
    Ok(sides)
}
