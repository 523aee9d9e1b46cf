//! Places of goals in the control flow.

use super::Goal;
use crate::fitness::block_coverage::Target;
use crate::flow::{Edge, FlowGraph, Lines, Spot};
use crate::id::{Block, Branch, Function, Statement};
use core::fmt::{self, Display, Formatter};

/// Place of a goal in the control flow: it must be reached before the goal can be covered.
///
/// ```
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{Goal, Place};
///
/// assert_eq!(
///     Goal::DirectBranch(Branch::new(3)).place(),
///     Some(Place::Branch(Branch::new(3)))
/// );
/// assert_eq!(
///     Goal::Entry(Function::new(1)).place(),
///     Some(Place::Function(Function::new(1)))
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Place {
    /// A function as a whole. It is reached when its entry is.
    Function(Function),
    /// A block.
    Block(Block),
    /// A branch. Its source block must be reached first.
    Branch(Branch),
}

impl Place {
    /// Returns the place in the names of the graph, for display. Functions and blocks appear with
    /// their names; a block without a name appears with its number within the function, and a
    /// branch with the blocks at its ends. An id that the graph does not have appears as it is.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Branch;
    /// use sbst::objective::Place;
    ///
    /// let mut order = FlowBuilder::new().function_name("order");
    /// let [check, accept, reject] = order.named_blocks(["check", "accept", "reject"]);
    /// let graph =
    ///     FlowGraph::of(&order.branch(check, accept, reject).exit(accept).exit(reject))?;
    /// let place = Place::Branch(Branch::new(0));
    /// assert_eq!(place.in_graph(&graph).to_string(), "order: check -> accept on true");
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn in_graph(self, graph: &FlowGraph) -> impl Display {
        InGraph { place: self, graph }
    }
}

/// A place together with the graph that names it.
struct InGraph<'a> {
    place: Place,
    graph: &'a FlowGraph,
}

impl Display for InGraph<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let graph = self.graph;
        match self.place {
            Place::Function(function) => graph.show_function(function).fmt(f),
            Place::Block(block) => graph.show_block(block).fmt(f),
            Place::Branch(branch) => match graph.get_edge(branch) {
                Some(Edge { source, target, outcome, .. }) => {
                    let (source, target) =
                        (graph.show_block(source), graph.show_local_block(target));
                    write!(f, "{source} -> {target} on {outcome}")
                }
                None => branch.fmt(f),
            },
        }
    }
}

impl From<Function> for Place {
    fn from(function: Function) -> Self {
        Self::Function(function)
    }
}

impl From<Block> for Place {
    fn from(block: Block) -> Self {
        Self::Block(block)
    }
}

impl From<Branch> for Place {
    fn from(branch: Branch) -> Self {
        Self::Branch(branch)
    }
}

impl From<Place> for Spot {
    fn from(place: Place) -> Self {
        match place {
            Place::Function(function) => Self::Function(function),
            Place::Block(block) => Self::Block(block),
            Place::Branch(branch) => Self::Branch(branch),
        }
    }
}

/// The place of a statement is its block.
impl From<Spot> for Place {
    fn from(spot: Spot) -> Self {
        match spot {
            Spot::Function(function) => Self::Function(function),
            Spot::Block(block) | Spot::Statement(Statement { block, .. }) => Self::Block(block),
            Spot::Branch(branch) => Self::Branch(branch),
        }
    }
}

impl Goal {
    /// Returns the place of the goal, if the identity determines it; `None` for lines, mutants,
    /// crashes, and goals of the caller. For these goals,
    /// [`Objective::needs`](super::Objective::needs) has the places.
    ///
    /// ```
    /// use sbst::id::{Block, Function, Mutant};
    /// use sbst::objective::{Goal, Place};
    ///
    /// assert_eq!(
    ///     Goal::Statement(Block::new(3).statement(1)).place(),
    ///     Some(Place::Block(Block::new(3)))
    /// );
    /// assert_eq!(
    ///     Goal::Method(Function::new(0)).place(),
    ///     Some(Place::Function(Function::new(0)))
    /// );
    /// assert_eq!(Goal::Mutant(Mutant::new(0)).place(), None);
    /// ```
    #[must_use]
    pub const fn place(&self) -> Option<Place> {
        Some(match *self {
            Self::Branch(branch) | Self::DirectBranch(branch) => Place::Branch(branch),
            Self::Block(block) | Self::Statement(Statement { block, .. }) => Place::Block(block),
            Self::Entry(function)
            | Self::DirectEntry(function)
            | Self::Method(function)
            | Self::MethodNoException(function)
            | Self::MethodEntry(function)
            | Self::Output(function, _)
            | Self::Input(function, ..) => Place::Function(function),
            Self::Exception(thrown) => Place::Function(thrown.function),
            Self::Line(_)
            | Self::Mutant(_)
            | Self::StrongMutant(_)
            | Self::Crash(..)
            | Self::Of(..) => {
                return None;
            }
        })
    }

    /// Returns the target for which [block coverage](crate::fitness::block_coverage) compares two
    /// tests that are equally near to this goal; `None` if it cannot compare them. `lines` contains
    /// the statements of each line; without line goals an empty table is enough.
    ///
    /// Targets for lines and branches are published (BBC, section 3.3.2); targets for blocks and
    /// statements are ours. For other goals nothing is published. A crash goal has no target,
    /// because its identity does not contain the line: see
    /// [`Crash::statements`](crate::fitness::crash::Crash::statements). A direct branch has none,
    /// because the comparison would have to be restricted to direct calls: pass [`Target::Branch`]
    /// and summaries of runs [`On`](crate::execution::On) the plane of direct calls. A branch that
    /// is taken by an exception has a target, but neither of two tests is nearer to it.
    ///
    /// ```
    /// use sbst::fitness::block_coverage::Target;
    /// use sbst::flow::Lines;
    /// use sbst::id::{Block, Branch, Line, Mutant};
    /// use sbst::objective::Goal;
    ///
    /// let [a, b] = [3, 4].map(Block::new);
    /// let on_line_10 = [a.statement(0), a.statement(1), b.statement(0)];
    /// let lines = Lines::new(on_line_10.map(|statement| (statement, Line::new(10))));
    /// assert_eq!(
    ///     Goal::Branch(Branch::new(7)).target(&lines),
    ///     Some(Target::Branch(Branch::new(7)))
    /// );
    /// assert_eq!(
    ///     Goal::Line(Line::new(10)).target(&lines),
    ///     Some(Target::Line(&on_line_10))
    /// );
    /// assert_eq!(Goal::Mutant(Mutant::new(0)).target(&lines), None);
    /// ```
    #[must_use]
    pub fn target<'a>(&self, lines: &'a Lines) -> Option<Target<'a>> {
        Some(match *self {
            Self::Block(block) => Target::Block(block),
            Self::Statement(statement) => Target::Statement(statement),
            Self::Branch(branch) => Target::Branch(branch),
            Self::Line(line) => Target::Line(lines.statements_on(line)),
            _ => return None,
        })
    }
}
