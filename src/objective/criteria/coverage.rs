//! The goal to cover one item: a branch, a block, a statement, the entry of a function without
//! branches, an exception, a partition; and the forms in which goals are measured.

#[cfg(doc)]
use crate::execution::{Partition, Thrown};
#[cfg(doc)]
use crate::id::{Block, Branch, Function, Statement};
#[cfg(doc)]
use crate::objective::{
    DirectGoal, Goal, LineGoal, MethodEntryGoal, MethodGoal, MutantGoal, Objective, Scalar,
    entry_goals, method_entry_goals,
};

/// Formula for the value of a goal that is not covered.
///
/// `in_form` sets the form of one goal; [`Forms`] has the rule of two evaluations beside it, and
/// sets the forms of all goals of a program.
///
/// | goal | `Levels` | `Flat` | `Definition` | `Augmented` |
/// |---|---|---|---|---|
/// | branch, direct branch | approach level and branch distance | as `Levels` | f_bc | f_bc |
/// | statement | value of the block goal, with progress | value of the block goal, without progress | as `Flat` | as `Flat` |
/// | line | least value of its statements | least flat value of its statements | 1 | 1 + least f_bc of the branches that it depends on |
/// | mutant, not evaluated | value of its statement, one level up | as `Levels` | 1 | 1 + least f_bc of the branches that it depends on |
/// | output, input | distance to the partition | as `Levels` | 1 | 1 |
///
/// f_bc is the branch distance alone: x / (1 + x) if the predicate was evaluated, else 1.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function, Mutant};
/// use sbst::objective::{CoverageGoal, GoalForm, Goals, MutantGoal, Tables};
///
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 2).exit(1).statements(2, 1).exit(2),
/// )?;
/// let (branch, last) = (Branch::new(0), graph.block(Function::new(0), 2));
/// let never_run = |form| {
///     let mut goals = Goals::<Trace>::new();
///     goals.push(CoverageGoal::new(branch).in_form(form));
///     goals.push(MutantGoal::new(Mutant::new(0), last.statement(0)).in_form(form));
///     let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
///     let seen = goals.observe(&graph, &trace, &mut tables);
///     goals
///         .ids()
///         .map(|id| goals.scalar(id, goals.fitness_of(id, &seen)))
///         .collect::<Vec<_>>()
/// };
/// // levels and distances on the way count
/// assert!(never_run(GoalForm::Levels).iter().all(|scalar| *scalar > 1.0));
/// assert_eq!(never_run(GoalForm::Definition), [1.0, 1.0]);
/// assert_eq!(never_run(GoalForm::Augmented), [1.0, 2.0]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum GoalForm {
    /// The form with levels, which keeps every gradient. This is the default.
    ///
    /// - Branches: the pair D(branch), see [`fitness`](crate::fitness).
    /// - Statements: (0, statements still to go) if the block was entered, else the value of the
    ///   block goal, one level up. Lines: the least value over the first statement of the line in
    ///   each block.
    /// - Mutants: (0, infection distance) if the mutant was evaluated, else the value of its
    ///   statement goal, one level up.
    /// - Outputs and inputs: the least [`Partition::distance`] over all observed values; infinite
    ///   if there was none.
    #[default]
    Levels,
    /// The form without progress within blocks, for statements and lines: (0,
    /// [`Distance::SMALLEST`](crate::distance::Distance::SMALLEST)) if the block was entered, else
    /// the value of the block goal.
    ///
    /// It has approach level and branch distance only, as in section 2.1 of Derakhshanfar, Devroey,
    /// Zaidman 2022. The smallest distance and the scalar, [`Scalar::FLAT`], are ours.
    Flat,
    /// The form by the definition of each criterion.
    ///
    /// - Lines: the scalar is 0 if covered, else 1. Zhou et al. 2024, Eq. 10. Outputs and inputs:
    ///   the scalar is 0 if covered, else 1.
    /// - Mutants: the scalar is 0 if infected, x / (1 + x) of the infection distance if the mutant
    ///   was evaluated, else
    ///   1. Eq. 14.
    /// - Branches: f_bc, Eq. 7, except that one evaluation is enough; [`Evaluated::Twice`] has it
    ///   as printed.
    Definition,
    /// The form by definition, augmented by the branches that a goal depends on. Linear in these
    /// branches, which can be very many.
    ///
    /// - Lines: the scalar is 0 if covered, else 1 + the least f_bc of these branches. For a line
    ///   that depends on no branch it is 1 if its function was entered, else 2. Zhou et al. 2024,
    ///   Eq. 12, except that one evaluation of a predicate is enough; [`Evaluated::Twice`] has it
    ///   as printed.
    /// - Mutants: as [`Definition`](Self::Definition) if evaluated; 1 if reached but not evaluated;
    ///   else as lines, in \[1, 2\]. Section 3.3 says, without an equation, that mutants are
    ///   augmented in the same way as lines, and that a mutant is reached if its line is covered.
    Augmented,
}

impl GoalForm {
    /// Returns the form with the rule of [two evaluations](Evaluated::Twice).
    #[must_use]
    pub const fn twice(self) -> Forms {
        Forms { form: self, evaluated: Evaluated::Twice }
    }
}

/// Number of evaluations of a predicate from which on the distance of its branches counts.
///
/// It applies to formulas with f_bc: branches and direct branches in all forms, and lines and
/// mutants in [`GoalForm::Augmented`]. Other forms ignore it: lines, mutants and statements with
/// levels count distances from the first evaluation on.
///
/// ```
/// use sbst::objective::{Evaluated, Forms};
///
/// let once = Forms { evaluated: Evaluated::Once, ..Forms::PUBLISHED };
/// assert_eq!(Forms::PUBLISHED.evaluated, Evaluated::Twice);
/// assert_ne!(once, Forms::PUBLISHED);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Evaluated {
    /// Distances count from the first evaluation on. Not published.
    #[default]
    Once,
    /// Distances count from the second evaluation in the test on, as Zhou et al. print it.
    ///
    /// The fitness of a branch b in a test t, f_bc(b, t), is 0 if the branch was taken; norm(d) of
    /// its distance d if its predicate was evaluated at least twice in the test; else 1. norm(x) =
    /// x / (1 + x). The reason for the rule: a search that follows the distance of a predicate that
    /// was evaluated once flips its only outcome, and loses the branch that it covers.
    ///
    /// | goal | scalar | source |
    /// |---|---|---|
    /// | [`CoverageGoal`] of a branch | f_bc | Eq. 7 |
    /// | [`DirectGoal`] of a branch | f_bc over the calls that the test makes itself; 1 if it makes none | 3.3, in words |
    /// | a branch in [`GoalForm::Levels`] or `Flat` | approach level + f_bc | 3.3, in words |
    /// | [`LineGoal`] in [`GoalForm::Augmented`] | 0 if covered, else 1 + the least f_bc of the branches that the line depends on | Eq. 12 |
    /// | [`MutantGoal`] in [`GoalForm::Augmented`] | norm of the infection distance if the mutant was reached, else 1 + the least f_bc of the branches that it depends on | Eq. 14, augmented |
    ///
    /// - For direct branches section 3.3 prints no equation: if the method is called directly, the
    ///   fitness function is the one of branch coverage. Section 2.1 requires that a direct call
    ///   covers the branch. We read this so that only executions in direct calls count; by the
    ///   letter of 3.3, all executions would count once the method is called directly.
    /// - For mutants section 3.3 prints Eq. 14, which is 1 if the mutant was not reached
    ///   ([`GoalForm::Definition`]), and says that it is augmented in the same way as lines,
    ///   without an equation. A mutant is reached if its line is covered: if it was evaluated, or
    ///   if its statement began to run. A mutant that was reached but not evaluated has the value
    ///   1.
    /// - The equations leave out the approach level; section 3.3 says that many previous studies
    ///   add it. In [`GoalForm::Levels`], a branch whose predicate was not evaluated has 1 more
    ///   than the level: the distance of the predicate at which the execution left the way does not
    ///   count, because f_bc uses only the goal's own predicate.
    /// - For goals that depend on no branch nothing is printed. Here the entry of the function
    ///   decides: 1 if the function was entered, else 2.
    ///
    /// A slice of executions, or a trace that is not reset between tests, is measured as one test,
    /// whose evaluations count together: this is
    /// [`Twice::Suite`](crate::published::whole_suite::Twice). For Eq. 8 and 9, measure each test on
    /// its own, and let [`SuiteRow`](crate::objective::suite::SuiteRow) keep the least values.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    /// use sbst::objective::{CoverageGoal, Forms, GoalForm, Goals, Tables};
    ///
    /// // 0: if x < 10 { 1: if x < 5 { 2: ... } }  3: return
    /// let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3);
    /// let graph = FlowGraph::of(&body)?;
    /// let mut goals = Goals::<Trace>::new();
    /// let [outer, inner] = [0, 2].map(|branch| CoverageGoal::new(Branch::new(branch)));
    /// goals.push(outer.in_form(Forms::PUBLISHED)); // f_bc
    /// goals.push(inner.in_form(GoalForm::Levels.twice())); // level + f_bc
    /// let (trace, mut tables, mut row) =
    ///     (goals.trace(&graph), Tables::new(&graph), Vec::new());
    /// let mut scalars = |test: &[i32]| {
    ///     trace.reset();
    ///     for &x in test {
    ///         trace.root().enter(Function::new(0)).decide(0, lt(x, 10));
    ///     }
    ///     goals.measure(&graph, &trace, &mut tables, &mut row);
    ///     [row[0].scalar(), row[1].scalar()]
    /// };
    /// assert_eq!(scalars(&[12]), [1.0, 2.0]); // evaluated once
    /// assert_eq!(scalars(&[12, 17]), [0.75, 2.0]); // evaluated twice, 3 away
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    ///
    /// Constant time for branches; linear in the branches that a line or a mutant depends on.
    ///
    /// Source: Zhou et al. 2024, section 3.3.
    Twice,
}

/// Form of a goal, or of all goals of a program: a formula, and the rule of two evaluations.
///
/// To mix forms, add each criterion with the program in the forms of that criterion.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
/// use sbst::objective::{Criterion, Forms, GoalForm, Goals, Program};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let program = Program::new(&graph);
/// let mut goals = Goals::<Trace>::new();
/// goals.add(Criterion::Branch, &program.in_forms(Forms::PUBLISHED));
/// goals.add(
///     Criterion::Statement,
///     &program.in_forms(Forms { form: GoalForm::Flat, ..Forms::LEVELS }),
/// );
/// assert_eq!(Forms::default(), Forms::LEVELS);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Forms {
    /// Formula of goals that are not covered.
    pub form: GoalForm,
    /// Number of evaluations from which on the distance of a branch counts: for branches in all
    /// forms, and for [`GoalForm::Augmented`].
    pub evaluated: Evaluated,
}

impl Forms {
    /// Forms that keep every gradient. This is the default.
    pub const LEVELS: Self = Self { form: GoalForm::Levels, evaluated: Evaluated::Once };

    /// Augmented fitness functions of Zhou et al. 2024, section 3.3, as printed: f_bc for branches
    /// (Eq. 7), Eq. 12 for lines, Eq. 14 augmented in the same way for mutants, with the rule of
    /// two evaluations in all of them ([`Evaluated::Twice`]).
    ///
    /// [`SuiteRow`](crate::objective::suite::SuiteRow) computes Eq. 8, 9 and 13 from them. The
    /// paper leaves some goals open, for which we chose: outputs and inputs are binary, because
    /// section 2.1 prints no fitness of output goals; statements, which the paper does not have,
    /// are flat. There is no approach level, as in section 3.3.
    pub const PUBLISHED: Self = GoalForm::Augmented.twice();

    /// Definition-based fitness functions of Zhou et al. 2024, section 3.3: Eq. 10 for lines, Eq.
    /// 14 without augmentation for mutants. All other criteria are as in
    /// [`PUBLISHED`](Self::PUBLISHED).
    pub const DEFINITION: Self = GoalForm::Definition.twice();
}

impl From<GoalForm> for Forms {
    fn from(form: GoalForm) -> Self {
        Self { form, evaluated: Evaluated::Once }
    }
}

/// The goal to cover one item, which its [`Goal`] names.
///
/// | target | covered if | reads |
/// |---|---|---|
/// | [`Branch`] | the branch was taken | [`Execution`](crate::execution::Execution) |
/// | [`Block`] | the block was entered | |
/// | [`Statement`] | the statement began to run | |
/// | [`Function`] | the function was entered: the entry goal, which replaces the branch goals of a function without branches | |
/// | [`Thrown`] | an exception of this type and kind left this function | [`Exceptions`](crate::execution::Fact::Exceptions) |
/// | `(Function, Partition)` | the function returned a value of the [`Partition`] | [`Outputs`](crate::execution::Fact::Outputs) |
/// | `(Function, u32, Partition)` | the argument with this number, from 0, had a value of the [`Partition`] | [`Inputs`](crate::execution::Fact::Inputs) |
///
/// A [`Function`] makes the *entry goal*, [`Goal::Entry`]. It counts for branch coverage, so use it
/// only for functions without branches, as [`entry_goals`] does. Method coverage is another
/// criterion; its goals are [`method_entry_goals`], or [`MethodEntryGoal`] for one method.
///
/// The implementations of [`Objective`] below define the value of each goal. Goals that need more
/// than one id have types of their own: [`LineGoal`], [`MutantGoal`], [`MethodGoal`], and
/// [`DirectGoal`] for calls by the test itself.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::id::{Block, Branch};
/// use sbst::objective::{CoverageGoal, Goal, GoalForm, Goals};
///
/// let mut goals = Goals::<Trace>::new();
/// goals.push(CoverageGoal::new(Branch::new(3)));
/// goals.push(CoverageGoal::new(Block::new(7).statement(2)).in_form(GoalForm::Flat));
/// let names: Vec<String> = goals.ids().map(|id| goals.goal(id).to_string()).collect();
/// assert_eq!(names, ["branch e3", "statement 2 of b7"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct CoverageGoal<T> {
    /// The item to cover.
    pub target: T,
    /// Formula of the value. Blocks, functions and exceptions have the same value in all forms.
    pub form: Forms,
}

impl<T> CoverageGoal<T> {
    /// Creates the goal to cover `target`, in the default form.
    ///
    /// For a function it is the entry goal, which replaces the branch goals of functions that have
    /// none. For function coverage use [`method_entry_goals`], or [`MethodEntryGoal`] for one
    /// function:
    ///
    /// ```
    /// use sbst::execution::Record;
    /// use sbst::id::Function;
    /// use sbst::objective::{CoverageGoal, Criterion, MethodEntryGoal, Objective};
    ///
    /// let function = Function::new(0);
    /// let entry = Objective::<Record>::goal(&CoverageGoal::new(function));
    /// let method = Objective::<Record>::goal(&MethodEntryGoal(function));
    /// assert_eq!(
    ///     [entry, method].map(|goal| goal.to_string()),
    ///     ["entry of f0", "method f0"]
    /// );
    /// assert_eq!(
    ///     [entry, method].map(|goal| goal.criterion()),
    ///     [Some(Criterion::Branch), Some(Criterion::MethodEntry)]
    /// );
    /// ```
    #[must_use]
    pub const fn new(target: T) -> Self {
        Self { target, form: Forms::LEVELS }
    }

    /// Sets the form in which the goal is measured. The form is not part of the identity.
    #[must_use]
    pub fn in_form(self, form: impl Into<Forms>) -> Self {
        Self { form: form.into(), ..self }
    }
}
