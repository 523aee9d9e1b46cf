//! A definition and a use that it reaches.

use core::fmt;
use sbst::flow::FlowGraph;
use sbst::id::{Branch, Function, Statement, Variable};

/// The place of a definition. Entries of functions are ordered before statements.
///
/// ```
/// use sbst_histories::definitions::DefinitionPlace;
/// use sbst::id::{Block, Function};
///
/// let [parameter, assignment] = [
///     DefinitionPlace::Entry(Function::new(1)),
///     DefinitionPlace::Statement(Block::new(4).statement(0)),
/// ];
/// assert_eq!(parameter.to_string(), "the entry of f1");
/// assert_eq!(assignment.to_string(), "statement 0 of b4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum DefinitionPlace {
    /// The entry of this function: the definition of a parameter.
    Entry(Function),
    /// A statement. The variable has its new value after the statement.
    Statement(Statement),
}

impl fmt::Display for DefinitionPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry(function) => f.pad(&alloc::format!("the entry of {function}")),
            Self::Statement(statement) => statement.fmt(f),
        }
    }
}

/// The place of a use. Statements are ordered before branches.
///
/// ```
/// use sbst_histories::definitions::UsePlace;
/// use sbst::id::{Block, Branch};
///
/// let [computation, predicate] = [
///     UsePlace::Statement(Block::new(4).statement(0)),
///     UsePlace::Branch(Branch::new(3)),
/// ];
/// assert_eq!(computation.to_string(), "statement 0 of b4");
/// assert_eq!(predicate.to_string(), "branch e3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum UsePlace {
    /// A statement that computes with the variable (c-use). It reads the value before the
    /// statement.
    Statement(Statement),
    /// A branch whose predicate reads the variable (p-use), after all statements of its block.
    Branch(Branch),
}

impl DefinitionPlace {
    /// Returns the function of the place; `None` if the graph does not have it.
    pub(crate) fn function_in(self, graph: &FlowGraph) -> Option<Function> {
        match self {
            Self::Entry(function) => graph.get_block(function, 0).map(|_| function),
            Self::Statement(statement) => graph.get_function_of(statement.block),
        }
    }
}

impl UsePlace {
    /// Returns the function of the place; `None` if the graph does not have it.
    pub(crate) fn function_in(self, graph: &FlowGraph) -> Option<Function> {
        graph.get_function_of(match self {
            Self::Statement(statement) => statement.block,
            Self::Branch(branch) => graph.get_edge(branch)?.source,
        })
    }
}

impl fmt::Display for UsePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Statement(statement) => statement.fmt(f),
            Self::Branch(branch) => f.pad(&alloc::format!("branch {branch}")),
        }
    }
}

/// A definition of a variable, and a use that it reaches. Pairs are ordered by variable, then by
/// definition, then by use.
///
/// ```
/// use sbst_histories::definitions::{DefinitionPlace, DefinitionUse, UsePlace};
/// use sbst::id::{Block, Branch, Function, Variable};
///
/// let pair = DefinitionUse {
///     variable: Variable::new(2),
///     definition: DefinitionPlace::Entry(Function::new(0)),
///     place: UsePlace::Branch(Branch::new(3)),
/// };
/// assert_eq!(pair.to_string(), "v2 from the entry of f0 to branch e3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DefinitionUse {
    /// The variable.
    pub variable: Variable,
    /// The place of the definition.
    pub definition: DefinitionPlace,
    /// The place of the use.
    pub place: UsePlace,
}

/// For example `v2 from statement 0 of b1 to branch e3`.
impl fmt::Display for DefinitionUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&alloc::format!("{} from {} to {}", self.variable, self.definition, self.place))
    }
}

// The error of definitions and uses at unknown places.

/// The error of a definition or a use at a place that the graph does not have.
///
/// ```
/// use sbst_histories::definitions::{DefinitionError, Definitions};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Block, Variable};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 2).exit(0))?;
/// let (variable, statement) = (Variable::new(0), Block::new(0).statement(2));
/// let error = Definitions::new().use_at(variable, statement).check(&graph);
/// // It has 0 and 1.
/// assert_eq!(error, Err(DefinitionError::UnknownStatement { variable, statement }));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DefinitionError {
    /// The graph does not have the block of a statement, or the block has fewer statements.
    #[error("the definition or use of {variable} is at {statement}, which the graph does not have")]
    UnknownStatement {
        /// The variable.
        variable: Variable,
        /// The statement.
        statement: Statement,
    },
    /// The graph does not have a branch.
    #[error("the use of {variable} is on branch {branch}, which the graph does not have")]
    UnknownBranch {
        /// The variable.
        variable: Variable,
        /// The branch.
        branch: Branch,
    },
    /// The graph does not have a function.
    #[error(
        "the definition of {variable} is at the entry of {function}, which the graph does not have"
    )]
    UnknownFunction {
        /// The variable.
        variable: Variable,
        /// The function.
        function: Function,
    },
}
