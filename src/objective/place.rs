//! Where a goal lies.

use super::Goal;
use crate::fitness::block_coverage::Target;
use crate::flow::{Edge, FlowGraph, Lines};
use crate::id::{Block, Branch, Function, Statement};
use core::fmt::{self, Display, Formatter};

/// Where a goal lies in the control flow: what must be reached before it can be covered.
///
/// ```
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{Goal, Place};
///
/// assert_eq!(Goal::DirectBranch(Branch::new(3)).place(), Some(Place::Branch(Branch::new(3))));
/// assert_eq!(Goal::Entry(Function::new(1)).place(), Some(Place::Function(Function::new(1))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Place {
    /// In a function as a whole: as its entry.
    Function(Function),
    /// In a block.
    Block(Block),
    /// On a branch: its source must be reached first.
    Branch(Branch),
}

impl Place {
    /// Returns the place in the words of the graph: functions and blocks by their names, or else blocks by their numbers within their
    /// function; a branch by the blocks at its ends. What the graph does not have is told by its id.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Branch;
    /// use sbst::objective::Place;
    ///
    /// let mut order = FlowBuilder::new().function_name("order");
    /// let [check, accept, reject] = order.named_blocks(["check", "accept", "reject"]);
    /// let graph = FlowGraph::of(&order.branch(check, accept, reject).exit(accept).exit(reject))?;
    /// let place = Place::Branch(Branch::new(0));
    /// assert_eq!(place.in_graph(&graph).to_string(), "order: check -> accept on true");
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn in_graph(self, graph: &FlowGraph) -> impl Display {
        InGraph { place: self, graph }
    }
}

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
                    write!(f, "{} -> {} on {outcome}", graph.show_block(source), graph.show_local_block(target))
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

impl Goal {
    /// Where the identity says that the goal lies; `None` where it does not say it: of lines, of mutants, of crashes, and of
    /// goals of the caller. The objective knows: [`Objective::needs`](super::Objective::needs).
    ///
    /// ```
    /// use sbst::id::{Block, Function, Mutant};
    /// use sbst::objective::{Goal, Place};
    ///
    /// assert_eq!(Goal::Statement(Block::new(3).statement(1)).place(), Some(Place::Block(Block::new(3))));
    /// assert_eq!(Goal::Method(Function::new(0)).place(), Some(Place::Function(Function::new(0))));
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
            Self::Line(_) | Self::Mutant(_) | Self::Crash(..) | Self::Custom(_) => return None,
        })
    }

    /// What [block coverage](crate::fitness::block_coverage) compares two tests for that are equally near to this goal; `lines` tells
    /// where the statements of lines are (an empty table will do if there are no line goals).
    ///
    /// It was published for lines and branches (BBC, section 3.3.2); targets for blocks and statements are ours. `None` for all other
    /// goals: for them it was not published, or, of a crash, the goal does not know the line: see
    /// [`Crash::statements`](crate::fitness::crash::Crash::statements). For direct branches it would have to compare what
    /// happened in direct calls: make [`Target::Branch`], and summaries of [`Direct`](crate::execution::Direct) runs. A branch that is
    /// taken by an exception has a target, for which neither test is nearer.
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
    /// assert_eq!(Goal::Branch(Branch::new(7)).target(&lines), Some(Target::Branch(Branch::new(7))));
    /// assert_eq!(Goal::Line(Line::new(10)).target(&lines), Some(Target::Line(&on_line_10)));
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
