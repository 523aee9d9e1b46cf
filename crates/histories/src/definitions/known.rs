//! The definitions and uses of variables, as the caller describes them.

use super::data_flow::{Flow, Within};
use super::pair::{DefinitionError, DefinitionPlace, DefinitionUse, UsePlace};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use sbst::flow::FlowGraph;
use sbst::id::{Block, Branch, Function, Statement, Variable};

/// The definitions and uses of variables, in any number of functions. The caller numbers the
/// variables.
///
/// Adding the same definition or use twice changes nothing. A number may stand for different
/// variables in different functions, because pairs are within one function.
///
/// ```
/// use sbst_histories::definitions::Definitions;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Block, Function, Variable};
///
/// // fn f(x) { 0: while x > 0 { 1: x = x - 1 }  2: return x }
/// let body = FlowBuilder::new().branch(0, 1, 2).statements(1, 1).jump(1, 0);
/// let graph = FlowGraph::of(&body.statements(2, 1).exit(2))?;
/// let (x, [b0, b1, b2]) = (Variable::new(0), [0, 1, 2].map(Block::new));
/// let known = Definitions::new()
///     .parameter(x, Function::new(0))
///     .use_in_predicate(&graph, x, b0)
///     .use_at(x, b1.statement(0))
///     .define(x, b1.statement(0))
///     .use_at(x, b2.statement(0));
/// let pairs: Vec<String> =
///     known.pairs(&graph)?.iter().map(|pair| pair.to_string()).collect();
/// assert_eq!(
///     pairs,
///     [
///         "v0 from the entry of f0 to statement 0 of b1",
///         "v0 from the entry of f0 to statement 0 of b2",
///         "v0 from the entry of f0 to branch e0",
///         "v0 from the entry of f0 to branch e1",
///         "v0 from statement 0 of b1 to statement 0 of b1", // in the next iteration
///         "v0 from statement 0 of b1 to statement 0 of b2",
///         "v0 from statement 0 of b1 to branch e0",
///         "v0 from statement 0 of b1 to branch e1",
///     ]
/// );
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Definitions {
    /// The definitions, ascending by variable, then by place.
    definitions: BTreeSet<(Variable, DefinitionPlace)>,
    /// The uses, ascending by variable, then by place.
    uses: BTreeSet<(Variable, UsePlace)>,
}

impl Definitions {
    /// Creates a value without definitions and uses.
    #[must_use]
    pub const fn new() -> Self {
        Self { definitions: BTreeSet::new(), uses: BTreeSet::new() }
    }

    /// Adds a definition at a statement. The variable has its new value after the statement.
    #[must_use]
    pub fn define(mut self, variable: Variable, statement: Statement) -> Self {
        self.definitions.insert((variable, DefinitionPlace::Statement(statement)));
        self
    }

    /// Adds a parameter of a function: a definition at the entry of the function.
    #[must_use]
    pub fn parameter(mut self, variable: Variable, function: Function) -> Self {
        self.definitions.insert((variable, DefinitionPlace::Entry(function)));
        self
    }

    /// Adds a use in a computation (c-use). The statement reads the value that the variable has
    /// before it.
    #[must_use]
    pub fn use_at(mut self, variable: Variable, statement: Statement) -> Self {
        self.uses.insert((variable, UsePlace::Statement(statement)));
        self
    }

    /// Adds a use on a branch (p-use). The predicate reads the value that the variable has after
    /// the statements of the block.
    #[must_use]
    pub fn use_on(mut self, variable: Variable, branch: Branch) -> Self {
        self.uses.insert((variable, UsePlace::Branch(branch)));
        self
    }

    /// Adds a use in the predicate of a block: one use on each branch that the predicate decides.
    /// For a block without decided branches, adds nothing.
    ///
    /// Rapps and Weyuker require each outcome of a predicate to be covered, so each branch is a use
    /// of its own.
    #[must_use]
    pub fn use_in_predicate(mut self, graph: &FlowGraph, variable: Variable, block: Block) -> Self {
        for branch in graph.branches_of(block) {
            if graph.edge(branch).outcome.is_decided() {
                self = self.use_on(variable, branch);
            }
        }
        self
    }

    /// Returns an iterator over all definitions, ascending.
    pub fn definitions(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Variable, DefinitionPlace)> + ExactSizeIterator + Clone + '_
    {
        self.definitions.iter().copied()
    }

    /// Checks that the graph has the place of each definition and of each use. A block without
    /// statements counts as a block with one statement, number 0.
    ///
    /// # Errors
    ///
    /// [`DefinitionError`] for the first definition at an unknown place; if there is none, for the
    /// first such use.
    pub fn check(&self, graph: &FlowGraph) -> Result<(), DefinitionError> {
        // Many front ends describe conditions as blocks without statements; their uses are at
        // statement 0.
        let is_there = |at: Statement| {
            let count = graph.get_function_of(at.block).map(|_| graph.statements(at.block));
            count.is_some_and(|count| at.index < count.max(1))
        };
        for &(variable, place) in &self.definitions {
            match place {
                DefinitionPlace::Entry(function) if graph.get_block(function, 0).is_none() => {
                    return Err(DefinitionError::UnknownFunction { variable, function });
                }
                DefinitionPlace::Statement(statement) if !is_there(statement) => {
                    return Err(DefinitionError::UnknownStatement { variable, statement });
                }
                _ => {}
            }
        }
        for &(variable, place) in &self.uses {
            match place {
                UsePlace::Statement(statement) if !is_there(statement) => {
                    return Err(DefinitionError::UnknownStatement { variable, statement });
                }
                UsePlace::Branch(branch) if graph.get_edge(branch).is_none() => {
                    return Err(DefinitionError::UnknownBranch { variable, branch });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns each definition with each use that it reaches, ascending: the pairs of the criterion
    /// *all-uses*.
    ///
    /// A definition reaches a use if some walk leads from the definition to the use without another
    /// definition of the variable in between. For exception edges, see [the
    /// module](crate::definitions). Definitions and uses in blocks that cannot be reached
    /// have no pairs. A pair may be infeasible: values may exclude every such walk.
    ///
    /// Definitions are followed 64 at a time, and only through blocks from which a use can be
    /// reached. If there are b such blocks, this takes O(b log b) steps for each 64 definitions in
    /// graphs in which few loops are nested; it never takes more than O(d m log m) for d
    /// definitions and m edges.
    ///
    /// # Errors
    ///
    /// [`DefinitionError`] if a definition or a use is at a place that the graph does not have.
    pub fn pairs(&self, graph: &FlowGraph) -> Result<Vec<DefinitionUse>, DefinitionError> {
        self.check(graph)?;
        // By function, then by variable, then by place.
        let of_definition = |(variable, place): (_, DefinitionPlace)| {
            Some((place.function_in(graph)?, variable, place))
        };
        let of_use =
            |&(variable, place): &(_, UsePlace)| Some((place.function_in(graph)?, variable, place));
        let mut definitions: Vec<(Function, Variable, DefinitionPlace)> =
            self.definitions().filter_map(of_definition).collect();
        let mut uses: Vec<(Function, Variable, UsePlace)> =
            self.uses.iter().filter_map(of_use).collect();
        definitions.sort_unstable();
        uses.sort_unstable();

        // A merge of two sorted rows: definitions of one function and variable at a time, with the
        // uses of the same function and variable. Pairs within a block are found by `Within`, pairs
        // between blocks by `Flow`, which gathers definitions of all variables of the function into
        // batches.
        let mut pairs = Vec::new();
        let mut uses = &uses[..];
        for of_function in definitions.chunk_by(|a, b| a.0 == b.0) {
            let function = of_function[0].0;
            let mut variables = Vec::new();
            for of_variable in of_function.chunk_by(|a, b| a.1 == b.1) {
                let key = (function, of_variable[0].1);
                // Uses of variables without a definition in this function are skipped here.
                uses = &uses[uses.partition_point(|row| (row.0, row.1) < key)..];
                let its_uses = &uses[..uses.partition_point(|row| (row.0, row.1) == key)];
                let within = Within::of(
                    graph,
                    key.1,
                    of_variable.iter().map(|row| row.2),
                    its_uses.iter().map(|row| row.2),
                );
                pairs.extend_from_slice(&within.pairs);
                variables.push(within);
            }
            Flow::of(graph, function).add_pairs(&variables, &mut pairs);
        }
        pairs.sort_unstable();
        Ok(pairs)
    }
}
