//! Diagnosis: measures of how well tests tell where a fault is.
//!
//! A spectrum-based diagnosis ranks components by the tests that covered them. It cannot tell
//! components apart that the same tests cover. They form an ambiguity group. [`Diagnosability`]
//! lists the groups and computes the published measures of a suite: its density, its diversity, its
//! uniqueness and its ambiguity.

use super::CoverageMatrix;
use super::bits::{Bits, count};
use crate::id::GoalId;
use crate::sort::{sort_by, sort_by_key};
use alloc::vec::Vec;

/// Ambiguity groups of a suite, and measures of how well the suite tells where a fault is.
///
/// [`CoverageMatrix::diagnosability`] creates it. An *ambiguity group* is a set of goals that the
/// same tests cover: if a test fails, these goals are equally suspicious. The components of the
/// publications are the goals of the matrix: blocks, lines, methods. Every measure is finite for
/// every matrix.
///
/// | measure | range | better |
/// |---|---|---|
/// | [`density`](Self::density) | [0, 1] | near 1/2 |
/// | [`normalised_density`](Self::normalised_density) | [0, 1] | greater |
/// | [`diversity`](Self::diversity) | [0, 1] | greater |
/// | [`uniqueness`](Self::uniqueness) | [0, 1] | greater |
/// | [`ddu`](Self::ddu), the product of the last three | [0, 1] | greater |
/// | [`ambiguity`](Self::ambiguity) | [0, (n - 1) / 2] for n goals | less |
/// | [`expected_inspections`](Self::expected_inspections) | [1, (n + 1) / 2] for n goals | less |
/// | [`rho_fitness`](Self::rho_fitness) | [0, 1/2], or 1 | less |
///
/// Density here is the density of a coverage matrix. The density of tests in a front is another
/// measure: [`selection::Density`](crate::selection::Density).
///
/// Sources:
///
/// - Density, diversity, uniqueness and DDU: Perez, Abreu, van Deursen, "A Test-suite
///   Diagnosability Metric for Spectrum-based Fault Localization Approaches" (ICSE 2017).
/// - Density as an objective of test generation: Campos, Abreu, Fraser, d'Amorim, "Entropy-Based
///   Test Generation for Improved Fault Localization" (ASE 2013).
/// - Ambiguity groups: González-Sánchez, Abreu, Gross, van Gemund, "Prioritizing Tests for Fault
///   Localization through Ambiguity Group Reduction" (ASE 2011).
/// - Criteria of EvoSuite: its classes `RhoCoverageSuiteFitness` and `AmbiguityCoverageFactory`.
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::subsumption::CoverageMatrix;
///
/// // Four goals and three tests: bit t of a row is set if test t covers the goal. The
/// // last two goals are covered by test 2 only.
/// let mut suite = CoverageMatrix::new(4);
/// for test in [vec![0, 1], vec![1], vec![1, 2, 3]] {
///     suite.add(test.into_iter().map(GoalId::new))?;
/// }
/// let diagnosis = suite.diagnosability();
/// let groups: Vec<Vec<u32>> = diagnosis
///     .groups()
///     .map(|group| group.iter().map(|goal| goal.number()).collect())
///     .collect();
/// assert_eq!(groups, [vec![0], vec![1], vec![2, 3]]);
/// assert_eq!(diagnosis.density(), 0.5); // 6 bits of 12 are set
/// assert_eq!(diagnosis.normalised_density(), 1.0);
/// assert_eq!(diagnosis.diversity(), 1.0); // no two tests cover the same goals
/// assert_eq!(diagnosis.uniqueness(), 0.75); // 3 groups of 4 goals
/// assert_eq!(diagnosis.ddu(), 0.75);
/// // half of the goals have one other goal in their group
/// assert_eq!(diagnosis.ambiguity(), 0.25);
/// assert_eq!(diagnosis.expected_inspections(), 1.25);
/// # Ok::<(), sbst::subsumption::CoverageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosability {
    /// The number of tests.
    tests: usize,
    /// The number of pairs of a test and a goal that it covers.
    covered: u64,
    /// The number of ordered pairs of different tests that cover the same goals.
    equal_tests: u64,
    /// The goals, group by group, ascending within a group.
    members: Vec<GoalId>,
    /// For each group, the index in `members` after its last goal. Groups ascend by their first
    /// goals.
    ends: Vec<usize>,
}

impl CoverageMatrix {
    /// Computes the ambiguity groups, and measures of how well the tests tell goals apart.
    ///
    /// Goals that no test covers form one group. Tests that cover no goal count as tests. O(n m /
    /// 64 (log n + log m)) steps on words for n goals and m tests; space for two copies of the
    /// matrix.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::{CoverageMatrix, Diagnosability};
    ///
    /// /// Returns `true` if a suite leaves less code to look at than another one.
    /// fn is_better(suite: &Diagnosability, than: &Diagnosability) -> bool {
    ///     suite.expected_inspections() < than.expected_inspections()
    /// }
    ///
    /// let [a, b] = [0, 1].map(GoalId::new);
    /// let (mut together, mut apart) = (CoverageMatrix::new(2), CoverageMatrix::new(2));
    /// together.add([a, b])?;
    /// apart.add([a])?;
    /// apart.add([b])?;
    /// assert!(is_better(&apart.diagnosability(), &together.diagnosability()));
    /// # Ok::<(), sbst::subsumption::CoverageError>(())
    /// ```
    #[must_use]
    pub fn diagnosability(&self) -> Diagnosability {
        // Step 1: goals with equal rows are one ambiguity group. Rows may end early, so that equal
        // rows may have different lengths: `row` cuts off the zeros. Sorting finds equal rows in n
        // log n comparisons instead of n^2.
        let mut order: Vec<u32> = (0..self.rows.len() as u32).collect();
        sort_by(&mut order, |&a, &b| self.row(a).cmp(self.row(b)));
        let mut groups: Vec<&[u32]> = order.chunk_by(|&a, &b| self.row(a) == self.row(b)).collect();
        // Step 2: groups by their least goal. Each begins with it, because the sort broke ties by
        // number.
        sort_by_key(&mut groups, |group| group[0]);
        let (mut members, mut ends) =
            (Vec::with_capacity(order.len()), Vec::with_capacity(groups.len()));
        for group in groups {
            members.extend(group.iter().map(|&goal| GoalId::new(goal)));
            ends.push(members.len());
        }
        let covered = self.rows.iter().map(|row| u64::from(count(row))).sum();
        Diagnosability {
            tests: self.tests,
            covered,
            equal_tests: self.equal_tests(),
            members,
            ends,
        }
    }

    /// Returns the number of ordered pairs of different tests that cover the same goals.
    fn equal_tests(&self) -> u64 {
        let rows: Vec<&[u64]> = (0..self.rows.len() as u32).map(|goal| self.row(goal)).collect();
        let columns = Bits::new(&rows, self.tests).transposed();
        // The transposed matrix also has a row for each unused bit of the last word: only the first
        // `tests` rows are tests. Without goals these rows have no words, and all tests are equal.
        let column = |test: usize| columns.row(test);
        let mut order: Vec<usize> = (0..self.tests).collect();
        sort_by(&mut order, |&a, &b| column(a).cmp(column(b)));
        order
            .chunk_by(|&a, &b| column(a) == column(b))
            .map(|same| same.len() as u64 * (same.len() as u64 - 1))
            .sum()
    }
}

impl Diagnosability {
    /// Returns an iterator over the ambiguity groups, ascending by their first goals. Goals within
    /// a group ascend.
    ///
    /// The goals of a group are covered by the same tests. Goals that no test covers form one
    /// group.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &[GoalId]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.members[core::mem::replace(&mut start, end)..end])
    }

    /// Returns the density of the coverage matrix, rho: the share of its bits that are set, in [0,
    /// 1].
    ///
    /// A bit is a pair of a test and a goal, and is set if the test covers the goal. The density is
    /// 0 without tests or without goals. Of tests that cover goals at random, those with a density
    /// of 1/2 tell most about a fault.
    ///
    /// This is not the density of tests in a front: see
    /// [`selection::Density`](crate::selection::Density).
    #[must_use]
    pub fn density(&self) -> f64 {
        share(self.covered as f64, self.tests as f64 * self.members.len() as f64)
    }

    /// Returns the normalised density of the coverage matrix, 1 - |1 - 2 rho| for the
    /// [density](Self::density) rho, in [0, 1].
    ///
    /// It is 1 for a density of 1/2, and 0 for a density of 0 or 1.
    #[must_use]
    pub fn normalised_density(&self) -> f64 {
        1.0 - (1.0 - 2.0 * self.density()).abs()
    }

    /// Returns the diversity of the tests, in [0, 1]: the probability that two different tests,
    /// drawn at random, cover different goals.
    ///
    /// This is the Gini-Simpson index, drawn without replacement. It is 0 for fewer than two tests.
    #[must_use]
    pub fn diversity(&self) -> f64 {
        let pairs = self.tests as f64 * (self.tests as f64 - 1.0);
        if pairs > 0.0 { (1.0 - self.equal_tests as f64 / pairs).max(0.0) } else { 0.0 }
    }

    /// Returns the uniqueness, in [0, 1]: the number of ambiguity groups divided by the number of
    /// goals.
    ///
    /// It is 1 exactly if the tests tell all goals apart, and 0 without goals. Goals that no test
    /// covers form one group, so a single uncovered goal counts as told apart.
    #[must_use]
    pub fn uniqueness(&self) -> f64 {
        share(self.ends.len() as f64, self.members.len() as f64)
    }

    /// Returns DDU, in [0, 1]: [normalised density](Self::normalised_density) times
    /// [diversity](Self::diversity) times [uniqueness](Self::uniqueness). Greater is better.
    #[must_use]
    pub fn ddu(&self) -> f64 {
        self.normalised_density() * self.diversity() * self.uniqueness()
    }

    /// Returns the ambiguity score of EvoSuite, in [0, (n - 1) / 2] for n goals: the mean number of
    /// goals that are inspected in vain. Less is better.
    ///
    /// It assumes that every goal is equally likely to be faulty, that the diagnosis finds the
    /// group of the faulty goal, and that the goals of this group are inspected in random order. It
    /// is 0 exactly if every goal is alone in its group, which includes a matrix without goals.
    #[must_use]
    pub fn ambiguity(&self) -> f64 {
        // In a group of k goals, (k - 1) / 2 others come before the faulty one on average, and k of
        // n faults lie in the group. The sum of n (n - 1) / 2 fits: there are fewer than 2^32
        // goals.
        let in_vain: u64 =
            self.groups().map(|group| group.len() as u64 * (group.len() as u64 - 1) / 2).sum();
        share(in_vain as f64, self.members.len() as f64)
    }

    /// Returns the mean number of goals that are inspected until the faulty goal is found, in [1,
    /// (n + 1) / 2] for n goals; 0 without goals.
    ///
    /// The assumptions are those of [`ambiguity`](Self::ambiguity). The result is the ambiguity
    /// plus 1, because the faulty goal is inspected, too.
    #[must_use]
    pub fn expected_inspections(&self) -> f64 {
        if self.members.is_empty() { 0.0 } else { 1.0 + self.ambiguity() }
    }

    /// Returns the fitness of EvoSuite's criterion `RHO`: |1/2 - rho| for the
    /// [density](Self::density) rho, in [0, 1/2], or 1 without tests. Less is better.
    ///
    /// The fitness is also 1 with tests and without goals, where EvoSuite divides 0 by 0.
    ///
    /// ```
    /// use sbst::subsumption::CoverageMatrix;
    ///
    /// let rho = |rows: &[[u64; 1]]| {
    ///     CoverageMatrix::from_rows(rows).diagnosability().rho_fitness()
    /// };
    /// assert_eq!(rho(&[]), 1.0);
    /// assert_eq!(rho(&[[u64::MAX]]), 0.5); // every test covers every goal
    /// assert_eq!(rho(&[[u64::MAX], [0]]), 0.0);
    /// ```
    #[must_use]
    pub fn rho_fitness(&self) -> f64 {
        if self.tests == 0 || self.members.is_empty() { 1.0 } else { (0.5 - self.density()).abs() }
    }
}

/// Returns `part / whole`; 0 if the whole is 0.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
