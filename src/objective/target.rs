//! What two executions are compared for, by goal.

use super::Goal;
use crate::fitness::block_coverage::Target;
use crate::flow::Lines;

impl Goal {
    /// What [block coverage](crate::fitness::block_coverage) compares two tests for that are equally near to this goal; `lines` tells
    /// where the statements of lines are (an empty table will do if there are no line goals).
    ///
    /// It was published for lines and branches (BBC, section 3.3.2); targets for blocks and statements are ours. `None` for all other
    /// goals: for them it was not published, or, of a crash, the goal does not know the line: see
    /// [`Crash::target`](crate::fitness::crash::Crash::target). For direct branches it would have to compare what
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
