//! A definition and a use that it reaches.

use crate::id::map::Key;
use crate::id::{Block, Branch, Function, Statement, Variable};
use core::fmt;

/// The place of a definition. Entries of functions are ordered before statements.
///
/// ```
/// use sbst::flow::definitions::DefinitionPlace;
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
/// use sbst::flow::definitions::UsePlace;
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

/// Ordered by variable, then by kind of place, then by block or function, then by statement.
impl Key for (Variable, DefinitionPlace) {
    type Number = u128;

    fn number(self) -> u128 {
        match self.1 {
            DefinitionPlace::Entry(function) => of_parts(self.0, false, (function, 0)),
            DefinitionPlace::Statement(at) => of_parts(self.0, true, (at.block, at.index)),
        }
    }

    fn of(number: u128) -> Self {
        let (variable, is_statement, id, index) = parts(number);
        let statement = Block::new(id).statement(index);
        let entry = DefinitionPlace::Entry(Function::new(id));
        (variable, if is_statement { DefinitionPlace::Statement(statement) } else { entry })
    }
}

/// Ordered by variable, then by kind of place, then by block or branch, then by statement.
impl Key for (Variable, UsePlace) {
    type Number = u128;

    fn number(self) -> u128 {
        match self.1 {
            UsePlace::Statement(at) => of_parts(self.0, false, (at.block, at.index)),
            UsePlace::Branch(branch) => of_parts(self.0, true, (branch, 0)),
        }
    }

    fn of(number: u128) -> Self {
        let (variable, is_branch, id, index) = parts(number);
        let statement = Block::new(id).statement(index);
        let branch = UsePlace::Branch(Branch::new(id));
        (variable, if is_branch { branch } else { UsePlace::Statement(statement) })
    }
}

/// Returns the number of a key that consists of a variable, a kind of place and a place.
fn of_parts(variable: Variable, kind: bool, place: impl Key<Number = u64>) -> u128 {
    u128::from((variable, kind).number()) << 64 | u128::from(place.number())
}

/// Returns the variable, the kind of place, the id and the statement of a number.
fn parts(number: u128) -> (Variable, bool, u32, u32) {
    let (variable, kind) = Key::of((number >> 64) as u64);
    let (id, index) = Key::of(number as u64);
    (variable, kind, id, index)
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
/// use sbst::flow::definitions::{DefinitionPlace, DefinitionUse, UsePlace};
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

/// Groups ascending pairs by definition. The criterion *all-definitions* requires at least one pair
/// of each group to be covered.
///
/// A definition that reaches no use has no group.
///
/// ```
/// use sbst::flow::definitions::{Definitions, by_definition};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Block, Function, Variable};
///
/// // 0: x is a parameter; if a { 1: use x } else { 2: use x }
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let x = Variable::new(0);
/// let known = Definitions::new().parameter(x, Function::new(0));
/// let known = known
///     .use_at(x, Block::new(1).statement(0))
///     .use_at(x, Block::new(2).statement(0));
/// let pairs = known.pairs(&graph)?;
/// let sizes: Vec<usize> = by_definition(&pairs).map(|group| group.len()).collect();
/// assert_eq!(sizes, [2]); // one definition; either use is enough
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn by_definition(pairs: &[DefinitionUse]) -> impl Iterator<Item = &[DefinitionUse]> {
    pairs.chunk_by(|a, b| (a.variable, a.definition) == (b.variable, b.definition))
}

// The error of definitions and uses at unknown places.

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
