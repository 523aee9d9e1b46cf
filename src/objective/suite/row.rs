//! Sums and coverage of a suite.

use super::coverage::Coverage;
use super::least::SuiteRow;
use crate::distance::Distance;
use crate::id::GoalId;
use crate::objective::{Criterion, Goal, Goals};

/// Formula for the line goals of a suite: the term f_LC in the sum over all criteria.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::Lines;
/// use sbst::id::{Block, Branch, Line};
/// use sbst::objective::suite::{LinesOfSuite, SuiteRow};
/// use sbst::objective::{CoverageGoal, Goals, Forms, LineGoal};
///
/// let lines = Lines::new([(Block::new(0).statement(0), Line::new(7))]);
/// let mut goals = Goals::<Trace>::new();
/// goals.push(LineGoal::new(Line::new(7), &lines));
/// goals.push(CoverageGoal::new(Branch::new(0)).in_form(Forms::PUBLISHED));
/// let mut suite = SuiteRow::new();
/// suite.add(&[Fitness::NEVER, Fitness::new(0, 3.into())]);
/// let combined = |lines| suite.combined(&goals, goals.ids(), lines);
/// assert_eq!(combined(LinesOfSuite::Definition), 0.75 + 0.5); // norm(1)
/// // f_BC a second time
/// assert_eq!(combined(LinesOfSuite::Augmented), 0.75 + (0.5 + 0.75));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum LinesOfSuite {
    /// Eq. 11 of Zhou et al. 2024: norm(lines - covered lines).
    Definition,
    /// Eq. 13 of Zhou et al. 2024: norm(lines - covered lines) + f_BC, over all branch goals of the
    /// registry. It is as printed if the branch goals are in
    /// [`Forms::PUBLISHED`](crate::objective::Forms::PUBLISHED). Goals with levels add their
    /// levels, too: about 2^32 each, if there is no test.
    Augmented,
}

impl SuiteRow {
    /// Returns the sum of the least values of the given goals, each as its
    /// [scalar](crate::objective::Scalar): 0 iff all of them are covered.
    ///
    /// A goal that is given twice counts twice. In the published forms the sum is at most the
    /// number of goals; augmented lines and mutants count at most 2 each. Over
    /// [`goals.of(Criterion::Branch)`](Goals::of) the sum is f_BC (Eq. 8 and 9) plus the [entry
    /// goals](crate::objective::entry_goals), which are ours: [`branches`](Self::branches) leaves
    /// them out. Linear in the given goals.
    ///
    /// For a sum with a normalisation of your own, use `ids.map(|id|
    /// suite.fitness(id).scalar_by(normaliser)).sum()`. For one goal,
    /// [`Scalar::with_normaliser`](crate::objective::Scalar::with_normaliser) sets the
    /// normalisation.
    ///
    /// Source: Zhou et al. 2024, section 2.2, for the sum over all goals. Section 2.2 sums the
    /// goals' fitness functions, but 3.3 takes Eq. 11 or 13 for the lines of a suite. `sum` follows
    /// 2.2; [`combined`](Self::combined) follows 3.3.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{Criterion, Goals, Program};
    /// use sbst::subsumption::smart::Smart;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let (mut goals, program) = (Goals::<Trace>::new(), Program::new(&graph));
    /// goals.add(Criterion::Branch, &program);
    /// goals.add(Criterion::DirectBranch, &program); // these represent branches
    /// let selection = Smart::default().select(&goals, &program, &[]);
    ///
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::new(0, 3.into()); 4]);
    /// assert_eq!(suite.sum(&goals, goals.ids()), 4.0 * 0.75);
    /// assert_eq!(suite.sum(&goals, selection.kept()), 2.0 * 0.75);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn sum<X: ?Sized>(&self, goals: &Goals<X>, ids: impl IntoIterator<Item = GoalId>) -> f64 {
        let mut sum = 0.0;
        for id in ids {
            sum += goals.scalar(id, self.fitness(id));
        }
        sum
    }

    /// Returns the fitness of a suite that is evolved for several criteria: the sum over the given
    /// goals as in [`sum`](Self::sum), except that all lines together count by Eq. 11 or 13.
    ///
    /// If no line goal is given, lines add nothing. By Eq. 13, all branch goals of the registry
    /// count with the lines, given or not: f_BC in that equation is over all branches of the class
    /// under test. So branch goals that are given count a second time, and the sum is 0 iff all
    /// given goals and all branches are covered. By Eq. 11 the sum is 0 iff all given goals are
    /// covered.
    ///
    /// The sum is f_BC + ... + f_OC as printed in two cases: with the goals in
    /// [`Forms::PUBLISHED`](crate::objective::Forms::PUBLISHED) and [`LinesOfSuite::Augmented`], or
    /// in [`Forms::DEFINITION`](crate::objective::Forms::DEFINITION) and
    /// [`LinesOfSuite::Definition`]. Where the paper prints nothing, the sum is ours: mutants count
    /// one by one, and entry goals count if they are given. Linear in the given goals and in the
    /// goals of the registry. `examples/whole_suites.rs` evolves suites by it, over all goals and
    /// over the goals that smart selection keeps.
    ///
    /// Source: Zhou et al. 2024, section 2.3, and Eq. 8, 9, 11 and 13 of section 3.3.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
    /// use sbst::id::{Block, Line};
    /// use sbst::objective::suite::{LinesOfSuite, SuiteRow};
    /// use sbst::objective::{Criterion, Forms, Goals, Program};
    /// use sbst::subsumption::smart::Smart;
    ///
    /// // One long block after a branch: its last line is kept.
    /// let body = FlowBuilder::new().branch(0, 1, 2).statements(1, 8).exit(1).exit(2);
    /// let graph = FlowGraph::of(&body)?;
    /// let lines = Lines::new((0..8).map(|k| (Block::new(1).statement(k), Line::new(k))));
    /// let combined = |forms, lines_of_suite| {
    ///     let program = Program::new(&graph).with_lines(&lines).in_forms(forms);
    ///     let mut goals = Goals::<Trace>::new();
    ///     for criterion in [Criterion::Branch, Criterion::DirectBranch, Criterion::Line] {
    ///         goals.add(criterion, &program);
    ///     }
    ///     let selection = Smart::published().select(&goals, &program, &[]);
    ///     let suite = SuiteRow::new(); // no test: each branch counts 1
    ///     suite.combined(&goals, selection.kept(), lines_of_suite)
    /// };
    /// // direct branches, norm(1)
    /// assert_eq!(combined(Forms::DEFINITION, LinesOfSuite::Definition), 2.0 + 0.5);
    /// assert_eq!(combined(Forms::PUBLISHED, LinesOfSuite::Augmented), 2.0 + (0.5 + 2.0));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn combined<X: ?Sized>(
        &self,
        goals: &Goals<X>,
        ids: impl IntoIterator<Item = GoalId>,
        lines: LinesOfSuite,
    ) -> f64 {
        // Section 3.3: f_BC + f_LC + .., where f_LC is not a sum over lines but one number for all
        // of them.
        let (mut sum, mut given, mut missed) = (0.0, 0_usize, 0_usize);
        for id in ids {
            if matches!(goals.get(id), Some(Goal::Line(_))) {
                given += 1;
                missed += usize::from(!self.fitness(id).is_covered());
            } else {
                sum += goals.scalar(id, self.fitness(id));
            }
        }
        if given > 0 {
            // Eq. 11, norm(|L| - |covered|), for the given lines. Eq. 13 adds f_BC over all
            // branches of the registry: the paper's sum is over the class under test, whatever
            // goals smart selection has kept.
            sum += Distance::count(missed).norm();
            if lines == LinesOfSuite::Augmented {
                sum += self.branches(goals);
            }
        }
        sum
    }

    /// Returns f_BC: the sum of the least values of all branch goals, without [entry
    /// goals](crate::objective::entry_goals), which are ours.
    ///
    /// In the published forms it is at most the number of branches; it is 0 iff all branches are
    /// covered. Implicit branches count if they are goals; the branches of the paper are those of
    /// conditional statements (2.1). Linear in the goals.
    ///
    /// Source: Zhou et al. 2024, Eq. 8 and 9, with branch goals in
    /// [`Forms::PUBLISHED`](crate::objective::Forms::PUBLISHED).
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{Criterion, Forms, Goals, Program};
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// graph.add(&FlowBuilder::new().exit(0))?; // nothing to decide: an entry goal
    /// let mut goals = Goals::<Trace>::new();
    /// goals.add(Criterion::Branch, &Program::new(&graph).in_forms(Forms::PUBLISHED));
    /// let suite = SuiteRow::new();
    /// assert_eq!(
    ///     (suite.branches(&goals), suite.sum(&goals, goals.of(Criterion::Branch))),
    ///     (2.0, 3.0)
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn branches<X: ?Sized>(&self, goals: &Goals<X>) -> f64 {
        let branches = goals.ids().filter(|&id| matches!(goals.get(id), Some(Goal::Branch(_))));
        self.sum(goals, branches)
    }

    /// Returns norm(lines - covered lines) over all line goals, in [0, 1): 0 iff all lines are
    /// covered. Linear in the goals.
    ///
    /// Source: Zhou et al. 2024, Eq. 11.
    ///
    /// This f_LC has no gradient. The one with a gradient is [`branches`](Self::branches) +
    /// `lines`, over all branch goals, including branches on which no line depends: Eq. 13 as
    /// printed if the branch goals are in [`Forms::PUBLISHED`](crate::objective::Forms::PUBLISHED).
    /// [`published::whole_suite::lines_and_branches`](crate::published::whole_suite::lines_and_branches)
    /// computes it without a registry.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::flow::Lines;
    /// use sbst::id::{Block, Line};
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{Goals, LineGoal};
    ///
    /// let lines =
    ///     Lines::new([0, 1, 2].map(|k| (Block::new(0).statement(k), Line::new(k))));
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(lines.lines().map(|line| LineGoal::new(line, &lines)));
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::COVERED, Fitness::NEVER, Fitness::NEVER]);
    /// assert_eq!(suite.lines(&goals), 2.0 / 3.0);
    /// ```
    #[must_use]
    pub fn lines<X: ?Sized>(&self, goals: &Goals<X>) -> f64 {
        let missed = goals.of(Criterion::Line).filter(|&id| !self.fitness(id).is_covered()).count();
        Distance::count(missed).norm()
    }

    /// Returns the number of covered goals of a criterion, and the number of all its goals. Linear
    /// in the goals.
    ///
    /// For [`Criterion::Exception`] the total is unknown, because more exceptions may be found.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::id::Branch;
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{CoverageGoal, Criterion, Goals};
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend([0, 1, 2].map(|branch| CoverageGoal::new(Branch::new(branch))));
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::COVERED, Fitness::NEVER, Fitness::COVERED]);
    /// assert_eq!(suite.coverage(&goals, Criterion::Branch).to_string(), "2 of 3");
    /// ```
    #[must_use]
    pub fn coverage<X: ?Sized>(&self, goals: &Goals<X>, criterion: Criterion) -> Coverage {
        let covered = goals.of(criterion).filter(|&id| self.fitness(id).is_covered()).count();
        // An open set has no total: a ratio to the goals that were found so far would say nothing.
        let total = (criterion != Criterion::Exception).then(|| goals.of(criterion).count());
        Coverage { covered, total }
    }
}
