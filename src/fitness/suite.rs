//! The fitness of whole suites, as published: one number, less is better.
//!
//! A suite is one execution: a slice of them, or, cheaper to ask, a [`Trace`](crate::execution::Trace) that merged their records. Its
//! distances are the least over its tests, its evaluations the sum.
//!
//! - [`branches`]: the sum over branches of the least f_bc.
//! - [`lines`]: norm(lines - covered lines).
//! - [`lines_and_branches`]: their sum, which gives lines a gradient.
//!
//! with norm(x) = x / (1 + x). [`objective::suite`](crate::objective::suite) sums the goals of any criterion.
//!
//! Source: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test Generation" (2024), Eq. 7, 8,
//! 9, 11, 13.
//!
//! ```
//! use sbst::distance::lt;
//! use sbst::execution::{Record, Trace};
//! use sbst::fitness::suite::{self, Twice};
//! use sbst::flow::{Body, FlowGraph};
//! use sbst::id::Function;
//!
//! let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).exit(1).exit(2))?;
//! let trace = Trace::new(&graph);
//! let tests: Vec<Record> = [14, 12].map(|x| { trace.reset(); trace.call(Function::new(0)).decide(0, lt(x, 10)); trace.record() }).into();
//! let fitness = |tests: &[Record], rule| suite::branches(&graph, graph.all_branches(), tests, rule);
//! assert_eq!(fitness(&tests, Twice::Suite), 0.75); // 12 is 3 away from < 10; the other branch is covered
//! assert_eq!(fitness(&tests[..1], Twice::Suite), 1.0); // evaluated once only
//! assert_eq!(fitness(&tests[..1], Twice::Off), 5.0 / 6.0);
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```

use crate::distance::Distance;
use crate::execution::{Evaluations, Execution};
use crate::flow::{Edge, FlowGraph, Lines};
use crate::id::Branch;
use alloc::collections::BTreeSet;

/// Whether the distance of a branch counts only if its predicate was evaluated at least twice.
///
/// Of a predicate that was evaluated once, one outcome is covered; a search that follows the distance of the other one flips it, and
/// loses what it had.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::fitness::suite::{Twice, branches};
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// trace.call(Function::new(0)).decide(0, lt(12, 10)); // once
/// let fitness = |rule| branches(&graph, graph.all_branches(), &trace, rule);
/// assert_eq!((fitness(Twice::Suite), fitness(Twice::Off)), (1.0, 0.75));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Twice {
    /// At least twice in the suite, all tests together.
    #[default]
    Suite,
    /// Once is enough.
    Off,
}

/// f_bc: 0 if the branch was taken, norm of the distance if its predicate was evaluated, else 1. In [0, 1].
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::suite::branch;
///
/// assert_eq!([None, Some(Distance::from(3)), Some(Distance::ZERO)].map(branch), [1.0, 0.75, 0.0]);
/// ```
#[must_use]
pub fn branch(distance: Option<Distance>) -> f64 {
    distance.unwrap_or(Distance::INFINITE).norm()
}

/// f_bc with the rule of at least two evaluations: else 1, unless the branch was taken. In [0, 1]. Eq. 7.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::suite::branch_twice;
///
/// let near = Some(Distance::from(3));
/// assert_eq!((branch_twice(near, 1), branch_twice(near, 2)), (1.0, 0.75));
/// assert_eq!(branch_twice(Some(Distance::ZERO), 1), 0.0);
/// ```
#[must_use]
pub fn branch_twice(distance: Option<Distance>, evaluations: u32) -> f64 {
    branch(distance.filter(|&distance| evaluations >= 2 || distance == Distance::ZERO))
}

/// The sum over `branches` of f_bc for a suite: 0 iff all are covered, at most their number. Eq. 8, 9.
///
/// Linear in the branches, times the tests if the suite is a slice. Branches of another graph count 1. Functions without branches are not
/// among them: their [entry goals](crate::objective::EntryGoal) count 1 each that is not covered.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::fitness::suite::{Twice, branches};
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph); // no reset in between: it answers for both tests
/// for x in [14, 12] {
///     trace.call(Function::new(0)).decide(0, lt(x, 10));
/// }
/// assert_eq!(branches(&graph, graph.all_branches(), &trace, Twice::Suite), 0.75); // 3 away, and one covered
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
pub fn branches<X: Execution + Evaluations + ?Sized>(
    graph: &FlowGraph,
    branches: impl IntoIterator<Item = Branch>,
    suite: &X,
    rule: Twice,
) -> f64 {
    sum(graph, branches, |edge| {
        let distance = suite.branch_distance(edge);
        match rule {
            Twice::Suite => branch_twice(distance, suite.evaluations(edge)),
            Twice::Off => branch(distance),
        }
    })
}

/// The same with the rule as it is printed: at least two evaluations within one test; the least over the tests. 1 for each branch if
/// there are none. Eq. 7, 8, 9.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Record, Trace};
/// use sbst::fitness::suite::{self, Twice};
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// let tests: Vec<Record> = [14, 12].map(|x| { trace.reset(); trace.call(Function::new(0)).decide(0, lt(x, 10)); trace.record() }).into();
/// assert_eq!(suite::branches_by_test(&graph, graph.all_branches(), &tests), 1.0); // once in each test
/// assert_eq!(suite::branches(&graph, graph.all_branches(), &tests[..], Twice::Suite), 0.75); // twice together
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
pub fn branches_by_test<X: Execution + Evaluations>(
    graph: &FlowGraph,
    branches: impl IntoIterator<Item = Branch>,
    tests: &[X],
) -> f64 {
    sum(graph, branches, |edge| {
        let values = tests.iter().map(|test| branch_twice(test.branch_distance(edge), test.evaluations(edge)));
        values.fold(1.0, f64::min)
    })
}

/// norm(lines - covered lines): 0 iff all are covered, in [0, 1). If more are covered than there are, 0. Eq. 11.
///
/// ```
/// use sbst::fitness::suite::lines;
///
/// assert_eq!((lines(10, 7), lines(10, 10)), (0.75, 0.0));
/// ```
#[must_use]
pub fn lines(lines: usize, covered: usize) -> f64 {
    Distance::count(lines.saturating_sub(covered)).norm()
}

/// The fitness of lines that has a gradient: [`branches()`] of the branches that the lines depend on, and [`lines()`]. 0 iff all these
/// lines and branches are covered. Eq. 13.
///
/// A line is covered if the first of its statements in some block was reached. Lines of which no block can be reached do not count;
/// implicit branches do, and need an execution that reports them. O(n log n) for n statements and dependences of their blocks.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::fitness::suite::{self, Twice};
/// use sbst::flow::{Body, FlowGraph, Lines};
/// use sbst::id::{Function, Line};
///
/// // Blocks 0, 1 and 2 are on lines 1, 2 and 3; 1 and 2 depend on the two branches of 0.
/// let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let lines = Lines::new((1..).zip(graph.all_blocks()).map(|(line, block)| (block, 0, Line::new(line))));
/// let trace = Trace::new(&graph);
/// trace.call(Function::new(0)).decide(0, lt(12, 10));
/// assert_eq!(suite::lines_and_branches(&graph, &lines, &trace, Twice::Off), 0.75 + 0.5); // 3 away; one line of three
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
pub fn lines_and_branches<X: Execution + Evaluations + ?Sized>(graph: &FlowGraph, lines: &Lines, suite: &X, rule: Twice) -> f64 {
    let (mut blocks, mut total, mut covered) = (BTreeSet::new(), 0, 0);
    for line in lines.lines() {
        let places = || lines.statements_on(line).iter().copied();
        if places().any(|(block, _)| graph.is_reachable(block)) {
            total += 1;
            covered += usize::from(places().any(|(block, k)| suite.progress(block).is_some_and(|progress| progress >= k)));
            blocks.extend(places().map(|(block, _)| block));
        }
    }
    // Blocks hold many statements, and depend on the same branches as others do.
    let controls: BTreeSet<Branch> = blocks.into_iter().flat_map(|block| graph.controls(block)).collect();
    branches(graph, controls, suite, rule) + self::lines(total, covered)
}

fn sum(graph: &FlowGraph, branches: impl IntoIterator<Item = Branch>, value: impl Fn(Edge) -> f64) -> f64 {
    branches.into_iter().map(|branch| graph.get_edge(branch).map_or(1.0, &value)).fold(0.0, |sum, value| sum + value)
}
