//! The fitness functions and filters of smart selection, written slowly from the text of the paper
//! alone.
//!
//! Source: Z. Zhou, Y. Zhou, C. Fang, Z. Chen, X. Luo, J. He, Y. Tang, "Coverage Goal Selector for
//! Combining Multiple Criteria in Search-Based Unit Test Generation". Items that this file renders:
//!
//! * 2.2 and 2.3: the whole-suite search adds up the fitness of all goals, and of all criteria.
//! * 2.1: which test covers a method for TMC and NTMC.
//! * 3.3, Eq. 7 to 9: branch coverage of a test, of a goal in a suite, and of a suite.
//! * 3.3, Eq. 10 and 11: line coverage by definition; Eq. 12 and 13: line coverage augmented with
//!   branch coverage.
//! * 3.3, Eq. 14: weak mutation by definition; "the same way to augment" in words only.
//! * 3.3, BC vs. DBC: direct branch coverage, in words only.
//! * 3.3 and 3.4: the representative criteria, and the goals that are kept of the other criteria.
//!
//! Eq. 1 to 6 (3.2) argue that line and branch coverage correlate; they define no fitness. EC and
//! OC have no formula at all.
//!
//! Open points. An item is named where there is a choice; the first variant of an enum is what
//! stands after "here":
//!
//! * silent: the normalisation ("e.g."); here: `x / (x + 1)`, and 1 at infinity ([`nu`]).
//! * silent: whether the two executions that Eq. 7 asks for may come from several tests of a suite;
//!   here: as printed, Eq. 7 is a function of one test, and Eq. 8 takes the minimum of it. Two
//!   tests with one execution each give 1.
//! * silent: the minimum over an empty suite in Eq. 8; here: the value of a test that executes
//!   nothing ([`IDLE`]).
//! * silent: the approach level is left out of Eq. 7 and "plus the approach level" in the final
//!   function; here: a plain sum, where a predicate that was not executed contributes its 1
//!   ([`with_approach_level`]). "Its usage is the same in different criteria".
//! * silent: Eq. 12 for a line that depends on no branch, where the minimum is over an empty set;
//!   here: nothing is added, which leaves the 1 of Eq. 10. [`NoDependency`].
//! * silent: whether the branches that a line depends on are the direct ones only; here: the caller
//!   lists them.
//! * contradictory: the whole-suite fitness is the sum of the fitness of all goals (2.2, and Eq.
//!   9), but Eq. 11 and 13 take `nu` of a number of lines instead; here: as printed.
//! * silent: a criterion augmented by Eq. 13 adds all of branch coverage; combined with BC,
//!   branches count twice; here: yes.
//! * silent: weak mutation of a suite. Eq. 14 is for one test; here: the sum of minima, as Eq. 8
//!   and 9. [`MutantSuite`].
//! * silent: how weak mutation is augmented "in the same way"; here: the 1 of "not reached" becomes
//!   1 plus the minimum over the branches, and a reached mutant keeps `nu(id)`, which is at most 1.
//!   The suite adds `f_BC`, as Eq. 13.
//! * silent: direct branch coverage if the public method was invoked directly and indirectly:
//!   "Otherwise, the fitness function is the same as branch coverage's one" can mean all executions
//!   in the test, but 2.1 says that a test "must directly invoke a public method to cover its
//!   branches"; here: only the executions in direct calls. [`DirectExecutions`].
//! * silent: direct branch coverage in methods that are not public; here: as branch coverage
//!   ("treats others just as BC", 2.1).
//! * silent: lines and mutants are augmented with BC or, after smart selection, with DBC; here: BC,
//!   as printed.
//! * silent: TMC of methods that are not public; here: any call covers them.
//! * silent: NTMC with several calls, of which some end with an exception; here: one call without
//!   suffices. [`SomeExceptions`].
//! * contradictory: 3.3, 4.6 and 4.9 have DBC, NTMC, EC and OC; 4.4 writes LC, and the related work
//!   (6) TMC, in the place of NTMC; here: 3.3.
//! * silent: the lines of a basic block if a source line belongs to several blocks; here: the
//!   caller numbers them.
//! * contradictory: Table II has four key operators, and the text then speaks of three; here: four,
//!   of which UOI is equal-to-line.
//! * silent: which mutants of the kept operators are subsuming (results of a prover in another
//!   paper); here: the caller says.
//! * silent: two goals that subsume each other. "Not subsumed by others" drops both, and then
//!   covering the subset does not cover all; here: the first of them stays ([`MutualSubsumption`]).
/// The number of executions from which on Eq. 7 trusts a branch distance.
pub const EXECUTIONS_FOR_DISTANCE: usize = 2;

/// `lineThreshold` of 3.4.
pub const LINE_THRESHOLD: usize = 8;

/// The executions of the predicate of one branch in one test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Executions {
    /// Whether the branch was taken.
    pub covered: bool,
    /// How often the predicate was evaluated.
    pub evaluations: usize,
    /// The minimal branch distance. It is not used if the predicate was not evaluated.
    pub distance: f64,
}

/// The executions of a branch in a test that does not evaluate its predicate.
pub const IDLE: Executions = Executions { covered: false, evaluations: 0, distance: f64::INFINITY };

/// One branch of the class under test.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    /// For each test: all executions.
    pub executions: Vec<Executions>,
    /// For each test: the executions in direct calls of the method; `None` if the test does not
    /// call the method directly.
    pub direct: Vec<Option<Executions>>,
    /// Whether the method of the branch is public.
    pub public: bool,
}

/// One line of the class under test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// For each test: whether it covers the line.
    pub covered: Vec<bool>,
    /// Numbers of the branches that the line depends on.
    pub depends_on: Vec<usize>,
}

/// One mutant of the class under test.
#[derive(Debug, Clone, PartialEq)]
pub struct Mutant {
    /// For each test: the infection distance, or `None` if the mutant was not reached.
    pub infection: Vec<Option<f64>>,
    /// Numbers of the branches that the mutant depends on.
    pub depends_on: Vec<usize>,
}

/// The calls of one method in one test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calls {
    /// Whether the method is public.
    pub public: bool,
    /// Direct calls that returned, and that ended with an exception.
    pub direct: Ends,
    /// All calls that returned, and that ended with an exception.
    pub all: Ends,
}

/// Numbers of calls by how they ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ends {
    pub normal: usize,
    pub exceptional: usize,
}

/// What Eq. 12 adds for a line that depends on no branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NoDependency {
    /// 0, so that the value is the 1 of Eq. 10.
    #[default]
    AddsNothing,
    /// 1, the worst value of Eq. 7.
    AddsTheWorst,
}

/// Weak mutation of a suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MutantSuite {
    /// The sum over the mutants of the minimum over the tests of Eq. 14, as Eq. 8 and 9.
    #[default]
    SumOfMinima,
    /// `nu` of the number of mutants that are not killed, as Eq. 11.
    NormalisedCount,
}

/// The executions that direct branch coverage looks at after a direct call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DirectExecutions {
    /// Those in direct calls.
    #[default]
    InDirectCalls,
    /// All executions in the test.
    All,
}

/// Whether NTMC covers a method with some calls that ended with an exception and some that did not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SomeExceptions {
    /// Yes: it was invoked without triggering exceptions.
    #[default]
    Covered,
    /// No: it exited with an exception.
    NotCovered,
}

/// What remains of goals that subsume each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MutualSubsumption {
    /// The first of them.
    #[default]
    KeepsTheFirst,
    /// None, as printed.
    KeepsNone,
}

/// The normalisation `x / (x + 1)`, and its limit 1 at infinity.
///
/// # Panics
///
/// Panics if `x` is negative or NaN.
pub fn nu(x: f64) -> f64 {
    assert!(x >= 0.0, "a distance is a number of at least 0, and not {x}");
    if x == f64::INFINITY { 1.0 } else { x / (x + 1.0) }
}

/// Returns the smallest of `values`, or `otherwise` if there is none.
fn minimum(values: impl Iterator<Item = f64>, otherwise: f64) -> f64 {
    let mut least: Option<f64> = None;
    for value in values {
        if least.is_none_or(|least| value < least) {
            least = Some(value);
        }
    }
    least.unwrap_or(otherwise)
}

/// 2.3: the fitness of a suite for several criteria is the sum of the fitness for each.
pub fn combined(criteria: &[f64]) -> f64 {
    criteria.iter().sum()
}

/// The fitness of a goal with the approach level, which 3.3 leaves out of all its formulas.
pub fn with_approach_level(fitness: f64, approach_level: f64) -> f64 {
    fitness + approach_level
}

/// Eq. 7: `f_bc(b, t)`, in [0, 1].
pub fn branch_of_test(executions: Executions) -> f64 {
    if executions.covered {
        0.0
    } else if executions.evaluations >= EXECUTIONS_FOR_DISTANCE {
        nu(executions.distance)
    } else {
        1.0
    }
}

/// Eq. 8: `d_1(b, T)`, the minimum over the tests.
pub fn branch_of_suite(branch: &Branch) -> f64 {
    minimum(
        branch.executions.iter().map(|&executions| branch_of_test(executions)),
        branch_of_test(IDLE),
    )
}

/// Eq. 9: `f_BC(T)`, the sum over all branches.
pub fn branch_coverage(branches: &[Branch]) -> f64 {
    branches.iter().map(branch_of_suite).sum()
}

/// Eq. 10: `f_lc(l, t)` by definition, 0 or 1.
pub fn line_of_test(covered: bool) -> f64 {
    if covered { 0.0 } else { 1.0 }
}

/// Returns `|L| - |CL|`, the number of lines that no test covers.
pub fn uncovered_lines(lines: &[Line]) -> usize {
    lines.iter().filter(|line| !line.covered.contains(&true)).count()
}

/// Eq. 11: `f_LC(T)` by definition.
pub fn line_coverage(lines: &[Line]) -> f64 {
    nu(uncovered_lines(lines) as f64)
}

/// The second summand of "1 + min" in Eq. 12, for the executions of the branches in `B`.
fn least_branch(dependencies: &[Executions], no_dependency: NoDependency) -> f64 {
    let of_none = match no_dependency {
        NoDependency::AddsNothing => 0.0,
        NoDependency::AddsTheWorst => branch_of_test(IDLE),
    };
    minimum(dependencies.iter().map(|&executions| branch_of_test(executions)), of_none)
}

/// Eq. 12: `f_lc(l, B, t)`, augmented: 0, or in [1, 2]. `dependencies` are the executions in the
/// test of the branches in `B`.
pub fn augmented_line_of_test(
    covered: bool,
    dependencies: &[Executions],
    no_dependency: NoDependency,
) -> f64 {
    if covered { 0.0 } else { 1.0 + least_branch(dependencies, no_dependency) }
}

/// Eq. 13: `f_LC(T)`, augmented: Eq. 11 plus Eq. 9 over all branches of the class.
pub fn augmented_line_coverage(lines: &[Line], branches: &[Branch]) -> f64 {
    line_coverage(lines) + branch_coverage(branches)
}

/// Eq. 14: `f_wm(mu, t)` by definition, in [0, 1]. `infection` is `None` if the mutant was not
/// reached.
pub fn mutant_of_test(infection: Option<f64>) -> f64 {
    match infection {
        None => 1.0,
        Some(distance) => nu(distance),
    }
}

/// Returns the number of mutants that no test kills. A test kills a mutant that it reaches with
/// infection distance 0.
pub fn unkilled_mutants(mutants: &[Mutant]) -> usize {
    mutants.iter().filter(|mutant| !mutant.infection.contains(&Some(0.0))).count()
}

/// Weak mutation of a suite by definition.
pub fn weak_mutation(mutants: &[Mutant], reading: MutantSuite) -> f64 {
    let of_suite = |mutant: &Mutant| {
        minimum(
            mutant.infection.iter().map(|&infection| mutant_of_test(infection)),
            mutant_of_test(None),
        )
    };
    match reading {
        MutantSuite::SumOfMinima => mutants.iter().map(of_suite).sum(),
        MutantSuite::NormalisedCount => nu(unkilled_mutants(mutants) as f64),
    }
}

/// Eq. 14 augmented as Eq. 12: `nu(id)` of a reached mutant, in [0, 1]; otherwise in [1, 2].
pub fn augmented_mutant_of_test(
    infection: Option<f64>,
    dependencies: &[Executions],
    no_dependency: NoDependency,
) -> f64 {
    match infection {
        None => mutant_of_test(None) + least_branch(dependencies, no_dependency),
        Some(distance) => mutant_of_test(Some(distance)),
    }
}

/// Weak mutation of a suite augmented as Eq. 13: plus Eq. 9 over all branches of the class.
pub fn augmented_weak_mutation(
    mutants: &[Mutant],
    branches: &[Branch],
    reading: MutantSuite,
) -> f64 {
    weak_mutation(mutants, reading) + branch_coverage(branches)
}

/// BC vs. DBC: direct branch coverage of a test, in [0, 1].
pub fn direct_branch_of_test(branch: &Branch, test: usize, reading: DirectExecutions) -> f64 {
    if !branch.public {
        return branch_of_test(branch.executions[test]);
    }
    match (branch.direct[test], reading) {
        (None, _) => 1.0,
        (Some(direct), DirectExecutions::InDirectCalls) => branch_of_test(direct),
        (Some(_), DirectExecutions::All) => branch_of_test(branch.executions[test]),
    }
}

/// Direct branch coverage of a suite: the sum over the branches of the minimum over the tests, as
/// Eq. 8 and 9.
pub fn direct_branch_coverage(branches: &[Branch], reading: DirectExecutions) -> f64 {
    let of_suite = |branch: &Branch| {
        let of_tests =
            (0..branch.executions.len()).map(|test| direct_branch_of_test(branch, test, reading));
        minimum(of_tests, branch_of_test(IDLE))
    };
    branches.iter().map(of_suite).sum()
}

/// Returns Eq. 12 of line `line` in test `test` of a suite.
pub fn augmented_line(
    lines: &[Line],
    branches: &[Branch],
    line: usize,
    test: usize,
    no_dependency: NoDependency,
) -> f64 {
    augmented_line_of_test(
        lines[line].covered[test],
        &executions_of(branches, &lines[line].depends_on, test),
        no_dependency,
    )
}

/// Returns the augmented fitness of mutant `mutant` in test `test` of a suite.
pub fn augmented_mutant(
    mutants: &[Mutant],
    branches: &[Branch],
    mutant: usize,
    test: usize,
    no_dependency: NoDependency,
) -> f64 {
    let dependencies = executions_of(branches, &mutants[mutant].depends_on, test);
    augmented_mutant_of_test(mutants[mutant].infection[test], &dependencies, no_dependency)
}

/// Returns the executions in `test` of the branches with the numbers `depends_on`.
fn executions_of(branches: &[Branch], depends_on: &[usize], test: usize) -> Vec<Executions> {
    depends_on.iter().map(|&branch| branches[branch].executions[test]).collect()
}

/// TMC of a test (2.1): 0 if the method is covered, 1 otherwise.
pub fn top_level_method_of_test(calls: Calls) -> f64 {
    let counted = counted_calls(calls);
    line_of_test(counted.normal + counted.exceptional > 0)
}

/// NTMC of a test (2.1): 0 if the method is covered without an exception, 1 otherwise.
pub fn no_exception_top_level_method_of_test(calls: Calls, reading: SomeExceptions) -> f64 {
    let counted = counted_calls(calls);
    let no_exception = match reading {
        SomeExceptions::Covered => true,
        SomeExceptions::NotCovered => counted.exceptional == 0,
    };
    line_of_test(counted.normal > 0 && no_exception)
}

/// Only direct calls count for a public method.
fn counted_calls(calls: Calls) -> Ends {
    if calls.public { calls.direct } else { calls.all }
}

/// The eight criteria of 2.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Criterion {
    Branch,
    DirectBranch,
    Line,
    WeakMutation,
    TopLevelMethod,
    NoExceptionTopLevelMethod,
    Exception,
    Output,
}

/// The goals of a criterion that smart selection keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// All of them: the criterion represents its group.
    All,
    /// The lines for which [`keeps_line`] is true.
    LastLines,
    /// The mutants for which [`keeps_mutant`] is true.
    SubsumingMutants,
    /// None of them.
    Nothing,
}

/// 3.3 and 3.4: which goals of a criterion are kept.
pub fn kept(criterion: Criterion) -> Kept {
    match criterion {
        Criterion::DirectBranch
        | Criterion::NoExceptionTopLevelMethod
        | Criterion::Exception
        | Criterion::Output => Kept::All,
        Criterion::Line => Kept::LastLines,
        Criterion::WeakMutation => Kept::SubsumingMutants,
        Criterion::Branch | Criterion::TopLevelMethod => Kept::Nothing,
    }
}

/// 3.4, LC: returns `true` if line number `line` (from 0) of a basic block of `block_lines` lines
/// is kept: it is the last line, and the lines of the block are not less than the threshold.
pub fn keeps_line(line: usize, block_lines: usize, line_threshold: usize) -> bool {
    let is_last = line + 1 == block_lines;
    let skipped = block_lines < line_threshold;
    is_last && !skipped
}

/// The mutation operators of Table I.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// Replace a constant value.
    Rc,
    /// Replace a variable.
    Rv,
    /// Replace a bitwise operator.
    Bor,
    /// Insert unary operator.
    Uoi,
    /// Replace an arithmetic operator.
    Aor,
    /// Replace a comparison operator.
    Ror,
}

/// 3.4, WM, step 1: the key operators of Table II.
pub fn is_key_operator(operator: Operator) -> bool {
    matches!(operator, Operator::Bor | Operator::Uoi | Operator::Aor | Operator::Ror)
}

/// 3.4, WM, step 2: the infection distance of an equal-to-line operator is always 0. Among the key
/// operators, only UOI is one; the paper says nothing of RC and RV, which step 1 has dropped.
pub fn is_equal_to_line_operator(operator: Operator) -> bool {
    operator == Operator::Uoi
}

/// 3.4, WM: returns `true` if mutants of the operator remain for step 3.
pub fn keeps_operator(operator: Operator) -> bool {
    is_key_operator(operator) && !is_equal_to_line_operator(operator)
}

/// 3.4, WM, step 3: returns `true` if the mutant is kept.
pub fn keeps_mutant(operator: Operator, subsuming: bool) -> bool {
    keeps_operator(operator) && subsuming
}

/// 3.4: returns the numbers of the goals that no other goal subsumes. `subsumes[a][b]` is `true` if
/// every suite that covers `a` covers `b`.
pub fn not_subsumed(subsumes: &[Vec<bool>], reading: MutualSubsumption) -> Vec<usize> {
    let dropped_by = |goal: usize, other: usize| {
        let mutual = subsumes[goal][other];
        match reading {
            MutualSubsumption::KeepsNone => subsumes[other][goal],
            MutualSubsumption::KeepsTheFirst => subsumes[other][goal] && (!mutual || other < goal),
        }
    };
    let goals = subsumes.len();
    (0..goals)
        .filter(|&goal| !(0..goals).any(|other| other != goal && dropped_by(goal, other)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The branch `x == 10` of 2.1, whose distance is `|x - 10|`, for the values of `x` in one
    /// test.
    fn x_is_ten(values: &[i32]) -> Executions {
        let distance =
            values.iter().map(|x| f64::from((x - 10).abs())).fold(f64::INFINITY, f64::min);
        Executions { covered: values.contains(&10), evaluations: values.len(), distance }
    }

    fn branch(executions: &[Executions]) -> Branch {
        Branch {
            executions: executions.to_vec(),
            direct: executions.iter().map(|&e| Some(e)).collect(),
            public: true,
        }
    }

    #[test]
    fn equation_7() {
        assert_eq!(branch_of_test(x_is_ten(&[])), 1.0);
        assert_eq!(branch_of_test(x_is_ten(&[9])), 1.0);
        assert_eq!(branch_of_test(x_is_ten(&[9, 7])), 0.5);
        assert_eq!(branch_of_test(x_is_ten(&[7, 13])), 0.75);
        assert_eq!(branch_of_test(x_is_ten(&[10])), 0.0);
        assert_eq!(branch_of_test(IDLE), 1.0);
        assert_eq!(with_approach_level(branch_of_test(x_is_ten(&[9, 7])), 2.0), 2.5);
    }

    #[test]
    fn equations_8_and_9() {
        let first = branch(&[x_is_ten(&[9]), x_is_ten(&[7, 7])]);
        let second = branch(&[x_is_ten(&[10]), x_is_ten(&[])]);
        assert_eq!(branch_of_suite(&first), 0.75);
        assert_eq!(branch_of_suite(&second), 0.0);
        assert_eq!(branch_coverage(&[first, second]), 0.75);
    }

    #[test]
    fn equation_8_counts_executions_per_test() {
        assert_eq!(branch_of_suite(&branch(&[x_is_ten(&[9]), x_is_ten(&[9])])), 1.0);
        assert_eq!(branch_of_suite(&branch(&[x_is_ten(&[9, 9])])), 0.5);
        assert_eq!(branch_of_suite(&branch(&[])), 1.0);
    }

    #[test]
    fn equations_10_and_11() {
        assert_eq!(line_of_test(true), 0.0);
        assert_eq!(line_of_test(false), 1.0);
        let line = |covered: &[bool]| Line { covered: covered.to_vec(), depends_on: vec![] };
        let lines = [line(&[true, false]), line(&[false, true]), line(&[false, false])];
        assert_eq!(line_coverage(&lines[..2]), 0.0);
        assert_eq!(line_coverage(&lines), 0.5);
    }

    #[test]
    fn equations_12_and_13() {
        let near = x_is_ten(&[9, 9]);
        let far = x_is_ten(&[7, 7]);
        let none = NoDependency::default();
        assert_eq!(augmented_line_of_test(true, &[far], none), 0.0);
        assert_eq!(augmented_line_of_test(false, &[far, near], none), 1.5);
        // The branch was covered, and an exception came before the line.
        assert_eq!(augmented_line_of_test(false, &[x_is_ten(&[10])], none), 1.0);
        assert_eq!(augmented_line_of_test(false, &[IDLE], none), 2.0);
        assert_eq!(augmented_line_of_test(false, &[], NoDependency::AddsNothing), 1.0);
        assert_eq!(augmented_line_of_test(false, &[], NoDependency::AddsTheWorst), 2.0);

        let branches = [branch(&[far]), branch(&[near])];
        let lines = [
            Line { covered: vec![false], depends_on: vec![0, 1] },
            Line { covered: vec![true], depends_on: vec![0] },
        ];
        assert_eq!(augmented_line(&lines, &branches, 0, 0, none), 1.5);
        assert_eq!(augmented_line(&lines, &branches, 1, 0, none), 0.0);
        assert_eq!(augmented_line_coverage(&lines, &branches), 0.5 + 0.75 + 0.5);
    }

    #[test]
    fn equation_14_and_its_augmented_form() {
        assert_eq!(mutant_of_test(None), 1.0);
        assert_eq!(mutant_of_test(Some(3.0)), 0.75);
        assert_eq!(mutant_of_test(Some(0.0)), 0.0);
        assert_eq!(
            augmented_mutant_of_test(None, &[x_is_ten(&[9, 9])], NoDependency::default()),
            1.5
        );
        assert_eq!(
            augmented_mutant_of_test(Some(3.0), &[x_is_ten(&[9, 9])], NoDependency::default()),
            0.75
        );

        let branches = [branch(&[x_is_ten(&[9, 9]), IDLE])];
        let mutants = [
            Mutant { infection: vec![None, None], depends_on: vec![0] },
            Mutant { infection: vec![Some(3.0), Some(1.0)], depends_on: vec![] },
            Mutant { infection: vec![Some(0.0), None], depends_on: vec![0] },
        ];
        assert_eq!(augmented_mutant(&mutants, &branches, 0, 0, NoDependency::default()), 1.5);
        assert_eq!(augmented_mutant(&mutants, &branches, 0, 1, NoDependency::default()), 2.0);
        assert_eq!(weak_mutation(&mutants, MutantSuite::SumOfMinima), 1.5);
        assert_eq!(weak_mutation(&mutants, MutantSuite::NormalisedCount), 2.0 / 3.0);
        assert_eq!(
            augmented_weak_mutation(&mutants, &branches, MutantSuite::SumOfMinima),
            1.5 + 0.5
        );
    }

    #[test]
    fn direct_branches() {
        // Called directly with 9 and 7, and with 10 from another method.
        let mixed = Branch {
            executions: vec![x_is_ten(&[9, 7, 10])],
            direct: vec![Some(x_is_ten(&[9, 7]))],
            public: true,
        };
        assert_eq!(direct_branch_of_test(&mixed, 0, DirectExecutions::InDirectCalls), 0.5);
        assert_eq!(direct_branch_of_test(&mixed, 0, DirectExecutions::All), 0.0);
        let indirect =
            Branch { executions: vec![x_is_ten(&[10])], direct: vec![None], public: true };
        assert_eq!(direct_branch_of_test(&indirect, 0, DirectExecutions::default()), 1.0);
        let private = Branch { public: false, ..indirect.clone() };
        assert_eq!(direct_branch_of_test(&private, 0, DirectExecutions::default()), 0.0);
        assert_eq!(
            direct_branch_coverage(&[mixed, indirect, private], DirectExecutions::default()),
            1.5
        );
    }

    #[test]
    fn methods() {
        let none = Ends { normal: 0, exceptional: 0 };
        let one = Ends { normal: 1, exceptional: 0 };
        let thrown = Ends { normal: 0, exceptional: 1 };
        let both = Ends { normal: 1, exceptional: 1 };
        let public = |direct, all| Calls { public: true, direct, all };
        assert_eq!(top_level_method_of_test(public(none, one)), 1.0);
        assert_eq!(top_level_method_of_test(public(thrown, thrown)), 0.0);
        assert_eq!(top_level_method_of_test(Calls { public: false, direct: none, all: one }), 0.0);
        let ntmc = no_exception_top_level_method_of_test;
        assert_eq!(ntmc(public(one, one), SomeExceptions::default()), 0.0);
        assert_eq!(ntmc(public(thrown, both), SomeExceptions::default()), 1.0);
        assert_eq!(ntmc(public(both, both), SomeExceptions::Covered), 0.0);
        assert_eq!(ntmc(public(both, both), SomeExceptions::NotCovered), 1.0);
    }

    #[test]
    fn section_3_4_lines() {
        assert!(keeps_line(7, 8, LINE_THRESHOLD));
        assert!(!keeps_line(6, 8, LINE_THRESHOLD));
        assert!(!keeps_line(6, 7, LINE_THRESHOLD));
        assert!(keeps_line(0, 1, 0));
        // A last line subsumes the others of its block.
        let subsumes: Vec<Vec<bool>> = (0..8).map(|a| (0..8).map(|b| b <= a).collect()).collect();
        assert_eq!(not_subsumed(&subsumes, MutualSubsumption::KeepsNone), [7]);
        assert_eq!(
            (0..8).filter(|&line| keeps_line(line, 8, LINE_THRESHOLD)).collect::<Vec<_>>(),
            [7]
        );
    }

    #[test]
    fn section_3_4_operators() {
        let all = [
            Operator::Rc,
            Operator::Rv,
            Operator::Bor,
            Operator::Uoi,
            Operator::Aor,
            Operator::Ror,
        ];
        let kept: Vec<Operator> =
            all.into_iter().filter(|&operator| keeps_operator(operator)).collect();
        assert_eq!(kept, [Operator::Bor, Operator::Aor, Operator::Ror]);
        assert!(keeps_mutant(Operator::Ror, true));
        assert!(!keeps_mutant(Operator::Ror, false));
        assert!(!keeps_mutant(Operator::Uoi, true));
    }

    #[test]
    fn section_3_4_mutual_subsumption() {
        let subsumes = [vec![true, true, false], vec![true, true, false], vec![false, false, true]];
        assert_eq!(not_subsumed(&subsumes, MutualSubsumption::KeepsTheFirst), [0, 2]);
        assert_eq!(not_subsumed(&subsumes, MutualSubsumption::KeepsNone), [2]);
    }

    #[test]
    fn section_3_3_representatives() {
        assert_eq!(kept(Criterion::DirectBranch), Kept::All);
        assert_eq!(kept(Criterion::NoExceptionTopLevelMethod), Kept::All);
        assert_eq!(kept(Criterion::Exception), Kept::All);
        assert_eq!(kept(Criterion::Output), Kept::All);
        assert_eq!(kept(Criterion::Branch), Kept::Nothing);
        assert_eq!(kept(Criterion::TopLevelMethod), Kept::Nothing);
    }

    #[test]
    fn section_2_3_sum_of_criteria() {
        assert_eq!(combined(&[0.5, 1.25, 0.0]), 1.75);
    }
}
