//! Programs, from which criteria make goals.

use crate::execution::Domain;
use crate::flow::{FlowGraph, Lines, Spot};
use crate::id::{Function, IdSet, Line, Mutant, Statement};
use crate::objective::{Forms, Goal, Goals, MutantGoal, Needs};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// A function that tests can call, with the domains of its arguments and of its result.
///
/// ```
/// use sbst::execution::Domain;
/// use sbst::id::Function;
/// use sbst::objective::Method;
///
/// // fn find(text: &str, wanted: char) -> Option<usize>
/// let find = Method::new(Function::new(3))
///     .taking([Domain::COLLECTION, Domain::CHAR])
///     .returning(Domain::UNSIGNED.or_null());
/// assert_eq!(find.returns, Domain::UNSIGNED.or_null());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Method {
    /// The function.
    pub function: Function,
    /// Partitions of the returned values.
    pub returns: Domain,
    /// Partitions of each argument.
    pub takes: Vec<Domain>,
}

impl Method {
    /// Creates a method whose outputs and inputs are no goals.
    #[must_use]
    pub const fn new(function: Function) -> Self {
        Self { function, returns: Domain::of(&[]), takes: Vec::new() }
    }

    /// Sets the partitions of the returned values, which become output goals.
    #[must_use]
    pub fn returning(self, returns: Domain) -> Self {
        Self { returns, ..self }
    }

    /// Sets the partitions of each argument, which become input goals: one domain for each
    /// argument.
    #[must_use]
    pub fn taking(self, takes: impl IntoIterator<Item = Domain>) -> Self {
        Self { takes: takes.into_iter().collect(), ..self }
    }
}

/// Program from which criteria make goals: a graph, and the methods, lines and mutants in it.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
/// use sbst::id::{Block, Function, Line};
/// use sbst::objective::{Criterion, Goals, Method, Program};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0))?;
/// let (lines, methods) = (
///     Lines::new([(Block::new(0).statement(0), Line::new(12))]),
///     [Method::new(Function::new(0))],
/// );
/// let program = Program::new(&graph).with_lines(&lines).with_methods(&methods);
/// let mut goals = Goals::<Trace>::new();
/// let added = [Criterion::Line, Criterion::Method, Criterion::Branch]
///     .map(|criterion| goals.add(criterion, &program).len());
/// assert_eq!(added, [1, 1, 1]); // no branch, so the goal is to enter the function
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    pub(super) graph: &'a FlowGraph,
    pub(super) methods: &'a [Method],
    pub(super) lines: Option<&'a Lines>,
    pub(super) mutants: &'a [MutantGoal],
    pub(super) forms: Forms,
    pub(super) only: Option<&'a BTreeSet<Function>>,
}

impl<'a> Program<'a> {
    /// Creates a program without methods, lines or mutants.
    #[must_use]
    pub const fn new(graph: &'a FlowGraph) -> Self {
        Self { graph, methods: &[], lines: None, mutants: &[], forms: Forms::LEVELS, only: None }
    }

    /// Sets the functions that tests can call. Only these functions have method goals, and only
    /// their branches are restricted to direct calls.
    #[must_use]
    pub const fn with_methods(self, methods: &'a [Method]) -> Self {
        Self { methods, ..self }
    }

    /// Sets the lines.
    #[must_use]
    pub const fn with_lines(self, lines: &'a Lines) -> Self {
        Self { lines: Some(lines), ..self }
    }

    /// Sets the mutants.
    #[must_use]
    pub const fn with_mutants(self, mutants: &'a [MutantGoal]) -> Self {
        Self { mutants, ..self }
    }

    /// Sets the forms in which goals are measured.
    #[must_use]
    pub const fn in_forms(self, forms: Forms) -> Self {
        Self { forms, ..self }
    }

    /// Restricts the goals to these functions. Goals that lie in several functions, such as lines,
    /// need one of them.
    #[must_use]
    pub const fn only(self, functions: &'a BTreeSet<Function>) -> Self {
        Self { only: Some(functions), ..self }
    }

    /// Returns `true` if goals in all functions are made.
    pub(in crate::objective) const fn includes_all(&self) -> bool {
        self.only.is_none()
    }

    /// Returns `true` if a goal that needs these places lies in the functions that the program is
    /// [restricted](Self::only) to, or lies nowhere. Finders of goals ask for it.
    #[must_use]
    pub fn includes(&self, needs: &Needs) -> bool {
        let Some(only) = self.only else { return true };
        let is_in = |spot: &Spot| match *spot {
            Spot::Function(function) => only.contains(&function),
            spot => spot.function_in(self.graph).is_some_and(|function| only.contains(&function)),
        };
        // A goal without a place belongs to no function, and is made.
        needs.spots.is_empty() || needs.spots.iter().any(is_in)
    }

    /// Returns the control flow.
    #[must_use]
    pub const fn graph(&self) -> &'a FlowGraph {
        self.graph
    }

    /// Returns the methods that tests can call.
    #[must_use]
    pub const fn methods(&self) -> &'a [Method] {
        self.methods
    }

    /// Returns the lines, if they were set.
    #[must_use]
    pub const fn lines(&self) -> Option<&'a Lines> {
        self.lines
    }

    /// Returns the mutants.
    #[must_use]
    pub const fn mutants(&self) -> &'a [MutantGoal] {
        self.mutants
    }

    /// Checks that all methods, lines and mutants are in the graph, and that no two mutants have
    /// the same number. O(n log n).
    ///
    /// An item that is not in the graph makes a goal that can never be covered; of several mutants
    /// with one number, only the first becomes a goal. The check does not find out if mutants are
    /// numbered densely, as [`Goals::fit`] requires.
    ///
    /// # Errors
    ///
    /// The first [`ProgramError`] that is found.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Function, Mutant};
    /// use sbst::objective::{MutantGoal, Program};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 2).exit(0))?;
    /// let entry = graph.entry(Function::new(0));
    /// let [inside, outside] =
    ///     [1, 2].map(|index| [MutantGoal::new(Mutant::new(7), entry.statement(index))]);
    /// assert_eq!(Program::new(&graph).with_mutants(&inside).check(), Ok(()));
    /// let error = Program::new(&graph)
    ///     .with_mutants(&outside)
    ///     .check()
    ///     .expect_err("counted from 0");
    /// assert_eq!(
    ///     error.to_string(),
    ///     "m7 is in statement 2 of b0, which is beyond the end of its block \
    ///      (statements: 2, counted from 0)"
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn check(&self) -> Result<(), ProgramError> {
        // Returns the number of statements of a block that does not have this statement. The first
        // statement of an empty block stands for the block.
        let lacks = |at: Statement| match self.graph.get_statements(at.block) {
            Some(statements) if at.index < statements.max(1) => None,
            statements => Some(statements.unwrap_or(0)),
        };
        for method in self.methods {
            let function = method.function;
            self.graph.get_block(function, 0).ok_or(ProgramError::NoSuchFunction { function })?;
        }
        if let Some(lines) = self.lines {
            for line in lines.lines() {
                for &statement in lines.statements_on(line) {
                    if let Some(statements) = lacks(statement) {
                        return Err(ProgramError::NoStatementOfLine {
                            line,
                            statement,
                            statements,
                        });
                    }
                }
            }
        }
        let mut mutants = IdSet::new();
        for mutant in self.mutants {
            let (mutant, statement) = (mutant.mutant, mutant.statement);
            if !mutants.insert(mutant) {
                return Err(ProgramError::SameMutant { mutant });
            }
            if let Some(statements) = lacks(statement) {
                return Err(ProgramError::NoStatementOfMutant { mutant, statement, statements });
            }
        }
        Ok(())
    }
}

impl<X: ?Sized> Goals<X> {
    /// Checks that every goal lies in blocks, branches and functions of the graph. Other goals can
    /// never be covered.
    ///
    /// # Errors
    ///
    /// [`ProgramError::NoSuchPlace`] for the first goal with a place that the graph does not have.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Branch;
    /// use sbst::objective::{CoverageGoal, Goals};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::<Trace>::for_graph(&graph);
    /// goals.push(CoverageGoal::new(Branch::new(50)));
    /// assert_eq!(
    ///     goals.check(&graph).unwrap_err().to_string(),
    ///     "the graph has no place for this goal, so it can never be covered: branch e50"
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn check(&self, graph: &FlowGraph) -> Result<(), ProgramError> {
        let is_lost = |spot: &Spot| spot.function_in(graph).is_none();
        let mut lost = self
            .ids()
            .filter(|&id| self.needs(id).is_some_and(|needs| needs.spots.iter().any(is_lost)));
        lost.next().map_or(Ok(()), |id| Err(ProgramError::NoSuchPlace { goal: self.goal(id) }))
    }
}

/// Error for a program, or a goal, that names an item that its graph does not have.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Method, Program, ProgramError};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let methods = [Method::new(Function::new(7))];
/// let checked = Program::new(&graph).with_methods(&methods).check();
/// assert_eq!(
///     checked,
///     Err(ProgramError::NoSuchFunction { function: Function::new(7) })
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// A method is a function that the graph does not have.
    #[error("a method is {function}, which the graph does not have")]
    NoSuchFunction {
        /// The function.
        function: Function,
    },
    /// A line holds a statement that its block does not have.
    #[error(
        "{line} holds {statement}, which is beyond the end of its block (statements: \
         {statements}, counted from 0)"
    )]
    NoStatementOfLine {
        /// The line.
        line: Line,
        /// The statement.
        statement: Statement,
        /// The number of statements of its block; 0 if the graph has no such block.
        statements: u32,
    },
    /// Two mutants have the same number.
    #[error("two mutants have the number {mutant}: give each a number of its own")]
    SameMutant {
        /// The number.
        mutant: Mutant,
    },
    /// A mutant changes a statement that its block does not have.
    #[error(
        "{mutant} is in {statement}, which is beyond the end of its block (statements: \
         {statements}, counted from 0)"
    )]
    NoStatementOfMutant {
        /// The mutant.
        mutant: Mutant,
        /// The statement.
        statement: Statement,
        /// The number of statements of its block; 0 if the graph has no such block.
        statements: u32,
    },
    /// A goal has a place that the graph does not have.
    #[error("the graph has no place for this goal, so it can never be covered: {goal}")]
    NoSuchPlace {
        /// The goal.
        goal: Goal,
    },
}
