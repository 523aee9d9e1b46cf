//! The fitness of whole suites as Zhou et al. print it: one number, where less is better.
//!
//! A suite is a slice of tests, each of them one execution.
//!
//! - [`branch()`]: f_bc, the fitness of one branch in one test (Eq. 7).
//! - [`branches`]: the sum over branches of the least f_bc of the tests (Eq. 8 and 9).
//! - [`lines`]: norm(lines - covered lines) (Eq. 11).
//! - [`lines_and_branches`]: the sum of both over all branches, which gives lines a gradient (Eq.
//!   13).
//!
//! Here norm(x) = x / (1 + x). [`Twice`] selects where the rule of two evaluations applies: within
//! each test, as printed, or by one of two alternatives.
//! [`objective::suite`](crate::objective::suite) sums the goals of any criterion.
//!
//! Source: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based
//! Unit Test Generation" (2024), section 3.3.
//!
//! ```
//! use sbst::distance::lt;
//! use sbst::execution::{Record, Trace};
//! use sbst::published::whole_suite::{self, Twice};
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::Function;
//! use sbst::objective::{CoverageGoal, branch_goals};
//!
//! let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
//! let trace = Trace::new(&graph);
//! let test = |x| {
//!     trace.reset();
//!     trace.root().enter(Function::new(0)).decide(0, lt(x, 10));
//!     trace.record()
//! };
//! let tests: Vec<Record> = vec![test(14), test(12)];
//! let branches = || branch_goals(&graph).map(|goal| goal.target);
//! let fitness =
//!     |tests: &[Record], rule| whole_suite::branches(&graph, branches(), tests, rule);
//! // evaluated once in each test; the other branch is covered
//! assert_eq!(fitness(&tests, Twice::Test), 1.0);
//! // twice in both together, and 12 is 3 away from < 10
//! assert_eq!(fitness(&tests, Twice::Suite), 0.75);
//! assert_eq!(fitness(&tests[..1], Twice::Off), 5.0 / 6.0);
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```

use crate::distance::Distance;
use crate::execution::{Execution, Facts};
use crate::flow::{Edge, FlowGraph, Lines};
use crate::id::{Branch, Statement};

/// The rule of two evaluations: where a predicate must have been evaluated at least twice for the
/// distance of its branch to count.
///
/// If a predicate was evaluated once, one of its outcomes is covered. A search that follows the
/// distance of the other outcome flips the predicate, and loses the branch that is covered now.
///
/// ```
/// use core::slice::from_ref;
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::published::whole_suite::{Twice, branches};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{CoverageGoal, branch_goals};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// trace.root().enter(Function::new(0)).decide(0, lt(12, 10)); // once
/// let all = || branch_goals(&graph).map(|goal| goal.target);
/// let fitness = |rule| branches(&graph, all(), from_ref(&trace), rule);
/// assert_eq!([Twice::Test, Twice::Suite, Twice::Off].map(fitness), [1.0, 1.0, 0.75]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Twice {
    /// The predicate must be evaluated at least twice within one test, as in Eq. 7.
    #[default]
    Test,
    /// The predicate must be evaluated at least twice in all tests of the suite together. Not in
    /// the paper.
    Suite,
    /// One evaluation is enough. Not in the paper.
    Off,
}

/// Returns f_bc of one branch in one test, in [0, 1]. It is 0 if the branch was taken, the norm of
/// its distance if its predicate was evaluated at least twice, and otherwise 1.
///
/// Source: Zhou et al. 2024, Eq. 7.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::published::whole_suite::branch;
///
/// let near = Some(Distance::from(3));
/// assert_eq!((branch(near, 1), branch(near, 2)), (1.0, 0.75));
/// assert_eq!((branch(Some(Distance::ZERO), 1), branch(None, 0)), (0.0, 1.0));
/// ```
#[must_use]
pub fn branch(distance: Option<Distance>, evaluations: u32) -> f64 {
    branch_once(distance.filter(|&distance| evaluations >= 2 || distance == Distance::ZERO))
}

/// Returns the value of one branch, in [0, 1], if one evaluation is enough: 0 if the branch was
/// taken, the norm of the distance if its predicate was evaluated, and otherwise 1.
fn branch_once(distance: Option<Distance>) -> f64 {
    distance.unwrap_or(Distance::INFINITE).norm()
}

/// Returns the sum over `branches` of the least value in any test. It is 0 iff all of them are
/// covered, and at most their number. Without tests each branch counts 1.
///
/// With [`Twice::Test`] the sum is f_BC as printed if `branches` are all branches of the class
/// under test: the branches of conditional statements (section 2.1), which
/// [`branch_goals`](crate::objective::branch_goals) returns. [`FlowGraph::all_branches`] also
/// contains implicit branches. An execution that does not report them never covers them, so that
/// each of them adds 1. With the other two rules the sum is not as printed, because they count
/// distances of predicates that no test evaluates twice.
///
/// A trace that was not reset between tests can be given as one test, by [`core::slice::from_ref`].
/// Its evaluations then count together, as with [`Twice::Suite`].
///
/// The cost is linear in the branches, times the tests. A branch of another graph counts 1.
/// Functions without branches do not take part; the [entry goals](crate::objective::entry_goals) of
/// such functions, which the paper does not have, can be added by the caller, 1 for each that is
/// not covered.
///
/// Source: Zhou et al. 2024, Eq. 8 and 9.
///
/// # Panics
///
/// If a test belongs to another graph. Check with [`Execution::fits`] of the slice.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Record, Trace};
/// use sbst::published::whole_suite::{Twice, branches};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{CoverageGoal, branch_goals};
///
/// // 0: while x < 10 {}  1: return
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 0, 1).exit(1))?;
/// let trace = Trace::new(&graph);
/// let test = |values: &[i32]| {
///     trace.reset();
///     let f = trace.root().enter(Function::new(0));
///     for &x in values {
///         f.decide(0, lt(x, 10));
///     }
///     trace.record()
/// };
/// // Neither test takes the first branch; the second one evaluates its predicate
/// // twice, and comes as near as 3.
/// let tests: Vec<Record> = vec![test(&[10]), test(&[14, 12])];
/// let all = branch_goals(&graph).map(|goal| goal.target);
/// assert_eq!(branches(&graph, all, &tests, Twice::Test), 0.75);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
#[track_caller]
pub fn branches<X: Facts>(
    graph: &FlowGraph,
    branches: impl IntoIterator<Item = Branch>,
    tests: &[X],
    rule: Twice,
) -> f64 {
    tests.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
    let mut sum = 0.0;
    for branch in branches {
        sum += graph.get_edge(branch).map_or(1.0, |edge| least(edge, tests, rule));
    }
    sum
}

/// Returns d_1 of Eq. 8, or its alternative by the other two rules.
fn least<X: Facts>(edge: Edge, tests: &[X], rule: Twice) -> f64 {
    match rule {
        Twice::Test => {
            let values =
                tests.iter().map(|test| branch(test.branch_distance(edge), test.evaluations(edge)));
            values.fold(1.0, f64::min)
        }
        Twice::Suite => branch(tests.branch_distance(edge), tests.evaluations(edge)),
        Twice::Off => branch_once(tests.branch_distance(edge)),
    }
}

/// Returns norm(lines - covered lines), in [0, 1). It is 0 iff all lines are covered, and also if
/// `covered` is greater than `lines`.
///
/// Source: Zhou et al. 2024, Eq. 11.
///
/// ```
/// use sbst::published::whole_suite::lines;
///
/// assert_eq!((lines(10, 7), lines(10, 10)), (0.75, 0.0));
/// ```
#[must_use]
pub fn lines(lines: usize, covered: usize) -> f64 {
    Distance::count(lines.saturating_sub(covered)).norm()
}

/// Returns the fitness of lines with a gradient: the sum of [`lines`] over all lines and
/// [`branches()`] over all branches, including branches on which no line depends. It is 0 iff all
/// lines and branches are covered.
///
/// A line is covered if the first of its statements in some block was reached. A line does not
/// count if none of its blocks can be reached. The branches are those of
/// [`branch_goals`](crate::objective::branch_goals): every decided branch of the graph that can be
/// reached. The paper does not leave out lines and branches that cannot be reached; this crate
/// does. For a part of the graph add [`lines`] and [`branches()`] of that part.
///
/// With [`Twice::Test`] the result is Eq. 13 as printed, over these lines and branches. Time O(n
/// log n) for n statements, and linear in the branches, times the tests.
///
/// Source: Zhou et al. 2024, Eq. 13.
///
/// # Panics
///
/// If a test belongs to another graph. Check with [`Execution::fits`] of the slice.
///
/// ```
/// use core::slice::from_ref;
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::published::whole_suite::{self, Twice};
/// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
/// use sbst::id::{Function, Line};
///
/// // Lines 1, 2, 3 are in blocks 0, 1, 2. No line depends on the branch that skips
/// // block 1.
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
/// let lines = Lines::new(
///     (1..)
///         .zip(graph.all_blocks())
///         .map(|(line, block)| (block.statement(0), Line::new(line))),
/// );
/// let trace = Trace::new(&graph);
/// for x in [1, 3] {
///     let f = trace.root().enter(Function::new(0));
///     f.decide(0, lt(x, 10));
///     f.end(1); // and on to block 2: all lines are covered
/// }
/// let fitness =
///     whole_suite::lines_and_branches(&graph, &lines, from_ref(&trace), Twice::Test);
/// assert_eq!(fitness, 8.0 / 9.0); // 3 is 8 away from >= 10
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
#[track_caller]
pub fn lines_and_branches<X: Facts>(
    graph: &FlowGraph,
    lines: &Lines,
    tests: &[X],
    rule: Twice,
) -> f64 {
    tests.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
    let is_reached =
        |at: Statement| tests.progress(at.block).is_some_and(|progress| progress >= at.index);
    let (mut total, mut covered) = (0, 0);
    for line in lines.lines() {
        let places = || lines.statements_on(line).iter().copied();
        if places().any(|statement| graph.is_reachable(statement.block)) {
            total += 1;
            covered += usize::from(places().any(is_reached));
        }
    }
    let all = graph
        .all_branches()
        .filter_map(|branch| graph.get_edge(branch))
        .filter(|edge| is_goal(graph, edge));
    branches(graph, all.map(|edge| edge.branch), tests, rule) + self::lines(total, covered)
}

/// Returns `true` if the branch belongs to a conditional statement and can be reached.
fn is_goal(graph: &FlowGraph, edge: &Edge) -> bool {
    edge.outcome.is_decided() && graph.is_reachable(edge.source) && !graph.is_endless(edge.branch)
}
