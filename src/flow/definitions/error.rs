//! The error of definitions and uses at unknown places.

use crate::id::{Branch, Function, Statement, Variable};

/// The error of a definition or a use at a place that the graph does not have.
///
/// ```
/// use sbst::flow::definitions::{DefinitionError, Definitions};
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
