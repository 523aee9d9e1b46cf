//! Subsumption by tests: goals that were covered together.

use super::Subsumption;
use super::bits::{Bits, count, ones};
use super::reason::ImplicationReason;
use crate::id::GoalId;
use crate::sort::{sort_by, sort_by_key};
use alloc::vec;
use alloc::vec::Vec;

/// Bit matrix that says which test covers which goal: a row for each goal, a column for each test.
///
/// - [`relate`](Self::relate) finds the goals that subsume others, as far as the tests show it.
/// - [`diagnosability`](Self::diagnosability) measures how well the tests tell goals apart. It has
///   the density of the matrix.
///
/// The matrix also finds the minimal mutants of operators that this crate does not know. Take a
/// goal for each mutant and a test for each choice of operands; a bit is set if the result of the
/// mutant differs from the result of the original.
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::subsumption::{CoverageError, CoverageMatrix};
///
/// // Five mutants replace `a && b` by `a == b`, `a`, `b`, true, false.
/// let mutants: [fn(bool, bool) -> bool; 5] =
///     [|a, b| a == b, |a, _| a, |_, b| b, |_, _| true, |_, _| false];
/// let mut coverage = CoverageMatrix::new(mutants.len());
/// for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
///     let differs = |&place: &usize| mutants[place](a, b) != (a && b);
///     coverage.add(
///         (0..mutants.len()).filter(differs).map(|place| GoalId::new(place as u32)),
///     )?;
/// }
/// assert!(coverage.is_covered_by(GoalId::new(3), 0)); // `true` differs in the first test
/// let graph = coverage.relate().collapse((0..5).map(GoalId::new));
/// // Operands that infect one of the first three infect `true`, too.
/// assert_eq!(graph.minimal(), [0, 1, 2, 4].map(GoalId::new));
/// # Ok::<(), CoverageError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CoverageMatrix {
    /// For each goal, the bits of the tests that cover it. A row may end early; the missing words
    /// are zeros.
    pub(in crate::subsumption) rows: Vec<Vec<u64>>,
    /// The number of tests, at least the number of bits up to the last one that is set in a row.
    pub(in crate::subsumption) tests: usize,
}

/// Error of [`CoverageMatrix::add`]: a test covers a goal that the matrix does not have.
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::subsumption::CoverageError;
///
/// let error = CoverageError { test: 2, goal: GoalId::new(9), goals: 4 };
/// assert_eq!(
///     error.to_string(),
///     "test 2 covers g9, but the matrix has 4 goals: create it larger, or call `fit`"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "test {test} covers {goal}, but the matrix has {goals} goals: create it larger, or call `fit`"
)]
pub struct CoverageError {
    /// The number of the test, counted from 0.
    pub test: usize,
    /// The goal that the matrix does not have.
    pub goal: GoalId,
    /// The number of goals of the matrix.
    pub goals: usize,
}

impl CoverageMatrix {
    /// Creates a matrix for `goals` goals, without tests.
    #[must_use]
    pub fn new(goals: usize) -> Self {
        Self { rows: vec![Vec::new(); goals], tests: 0 }
    }

    /// Creates a matrix from bit rows, one for each goal. Bit t % 64 of word t / 64 is set if test
    /// t covers the goal.
    ///
    /// Rows may have different lengths; missing words are zeros. The matrix has as many tests as
    /// the longest row has bits, including bits that are set in no row.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::CoverageMatrix;
    ///
    /// let graph = CoverageMatrix::from_rows([[0b011_u64], [0b111], [0b100]])
    ///     .relate()
    ///     .collapse([]);
    /// assert_eq!(graph.minimal(), [0, 2].map(GoalId::new));
    /// ```
    #[must_use]
    pub fn from_rows(rows: impl IntoIterator<Item = impl AsRef<[u64]>>) -> Self {
        let rows: Vec<Vec<u64>> = rows.into_iter().map(|row| row.as_ref().to_vec()).collect();
        let tests = rows.iter().map(|row| row.len() * 64).max().unwrap_or(0);
        Self { rows, tests }
    }

    /// Adds a test with the goals that it covers, and returns the number of the test, counted
    /// from 0.
    ///
    /// [`covered`](crate::objective::covered) lists the goals that a row of values covers. Constant
    /// time for each goal, apart from memory: the row of a goal has a word for every 64 tests up to
    /// the last test that covers it.
    ///
    /// # Errors
    ///
    /// [`CoverageError`] if the matrix does not have one of the goals. Then nothing is added.
    pub fn add(
        &mut self,
        covered: impl IntoIterator<Item = GoalId>,
    ) -> Result<usize, CoverageError> {
        let covered: Vec<GoalId> = covered.into_iter().collect();
        let (test, goals) = (self.tests, self.rows.len());
        if let Some(&goal) = covered.iter().find(|goal| goal.index() >= goals) {
            return Err(CoverageError { test, goal, goals });
        }
        for goal in covered {
            let row = &mut self.rows[goal.index()];
            if row.len() <= test / 64 {
                row.resize(test / 64 + 1, 0);
            }
            row[test / 64] |= 1 << (test % 64);
        }
        self.tests += 1;
        Ok(test)
    }

    /// Grows the matrix to `goals` goals, for goals that were found later. The tests so far do not
    /// cover the new goals. If the matrix has at least `goals` goals, nothing changes.
    pub fn fit(&mut self, goals: usize) {
        if goals > self.rows.len() {
            self.rows.resize(goals, Vec::new());
        }
    }

    /// Returns the number of goals.
    #[must_use]
    pub const fn goals(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of tests. For a matrix from bit rows, it is the number of bits of the
    /// longest row.
    #[must_use]
    pub const fn tests(&self) -> usize {
        self.tests
    }

    /// Returns `true` if the test covers the goal; `false` if the matrix does not have the goal or
    /// the test.
    #[must_use]
    pub fn is_covered_by(&self, goal: GoalId, test: usize) -> bool {
        let word = self.rows.get(goal.index()).and_then(|row| row.get(test / 64));
        word.is_some_and(|word| word >> (test % 64) & 1 == 1)
    }

    /// Returns the words of the row of a goal, without the words 0 at its end, so that equal sets
    /// of tests are equal slices.
    pub(in crate::subsumption) fn row(&self, goal: u32) -> &[u64] {
        let row = &self.rows[goal as usize][..];
        &row[..row.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1)]
    }

    /// Returns the subsumption relation of the goals, as far as these tests show it.
    ///
    /// A goal A subsumes a goal B if some test covers A, and every test that covers A covers B.
    /// Another test may refute this. A goal that no test covers neither subsumes nor is subsumed.
    /// The relation has only the pairs from which the others follow, so nested rows do not take
    /// quadratic space.
    ///
    /// For n goals and m tests: O(n (n + m)) steps on words of 64 bits if the rarest tests of the
    /// rows tell most rows apart, O(n^2 m / 64) at worst. Space: n m / 32 words for rows and
    /// columns as long as the longest row, n^2 / 128 words for the sets of rows that contain a row,
    /// and the pairs. There can be n^2 / 4 pairs, if each row of one half lies in each row of the
    /// other half.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::CoverageMatrix;
    ///
    /// // Bit t of a row is set if test t covers the goal.
    /// let relation = CoverageMatrix::from_rows([[0b001_u64], [0b011], [0b111]]).relate();
    /// assert_eq!(relation.pair_count(), 2); // the third pair follows from these
    /// let [first, last] = [0, 2].map(GoalId::new);
    /// assert!(relation.collapse([]).subsumes(first, last));
    /// # Ok::<(), sbst::subsumption::CoverageError>(())
    /// ```
    #[must_use]
    pub fn relate(&self) -> Subsumption {
        // In terms of bits: A subsumes B if the row of A is not empty and lies in the row of B.
        let row = |goal: u32| self.row(goal);
        let mut order: Vec<(u32, u32)> =
            (0..self.rows.len() as u32).map(|goal| (count(row(goal)), goal)).collect();
        order.retain(|&(tests, _)| tests > 0);
        // Step 1: sort by the number of tests, so that a row can lie only in later rows. Equal rows
        // come side by side, the least goal first.
        sort_by(&mut order, |a, b| {
            a.0.cmp(&b.0).then_with(|| row(a.1).cmp(row(b.1))).then(a.1.cmp(&b.1))
        });
        let mut relation = Subsumption::default();
        let mut say = |one: u32, other: u32, tests| {
            relation.pair_of_goals(
                GoalId::new(one),
                GoalId::new(other),
                ImplicationReason::Tests(tests),
            );
        };
        // Step 2: goals with equal rows are equivalent. Each is linked to the first one in both
        // directions, which is linear in the goals, where all pairs would be quadratic. Only the
        // first one takes part in step 3.
        let mut distinct: Vec<(u32, u32)> = Vec::new();
        for same in order.chunk_by(|a, b| a.0 == b.0 && row(a.1) == row(b.1)) {
            let (tests, first) = same[0];
            for &(_, equal) in &same[1..] {
                say(first, equal, tests);
                say(equal, first, tests);
            }
            distinct.push((tests, first));
        }
        // Step 3: rows that lie in others.
        let rows: Vec<&[u64]> = distinct.iter().map(|&(_, goal)| row(goal)).collect();
        each_cover(Bits::new(&rows, self.tests), |inner, outer| {
            say(distinct[inner].1, distinct[outer].1, distinct[inner].0);
        });
        relation
    }
}

/// Number of the rarest tests of a row by which candidates are sorted out before whole rows are
/// compared.
const PROBES: usize = 128;

/// Calls `tell(inner, outer)` for each row that lies in another row with no third row in between:
/// the transitive reduction of inclusion.
///
/// The rows are not empty and differ from one another, and rows with fewer bits come first.
///
/// Comparing all pairs of rows takes n^2 m / 64 steps. Here, the columns of the rarest tests of a
/// row give its candidates, 64 rows in one step, and only the candidates that remain are compared
/// with it.
fn each_cover(rows: Bits, mut tell: impl FnMut(usize, usize)) {
    // Step 1: put the tests in another order, the rarest first. They tell most rows apart, and now
    // they are the first bits of each row.
    let (count_rows, columns) = (rows.rows, rows.transposed());
    drop(rows);
    let counts: Vec<u32> = (0..columns.rows).map(|test| count(columns.row(test))).collect();
    let mut order: Vec<usize> = (0..counts.len()).filter(|&test| counts[test] > 0).collect();
    sort_by_key(&mut order, |&test| counts[test]);
    let columns = columns.in_order(&order);
    let (count, rows) = (count_rows, columns.transposed());
    // For each row, the bits of all rows that it lies in, from the word of its own bit on; empty if
    // there are none. Filled from the last row down, so that it is known for all rows that can
    // contain `inner`.
    let mut outers: Vec<Vec<u64>> = vec![Vec::new(); count];
    for inner in (0..count).rev() {
        // Step 2: the candidates are the later rows that have all of the rarest tests of `inner`.
        // The unused bits of the last word vanish with the first column: a row has at least one
        // test.
        let first = inner / 64;
        let mut candidates: Vec<u64> = vec![u64::MAX; columns.stride - first];
        candidates[0] &= u64::MAX.checked_shl(inner as u32 % 64 + 1).unwrap_or(0);
        for test in ones(rows.row(inner)).take(PROBES) {
            let mut left = 0;
            for (candidate, column) in candidates.iter_mut().zip(&columns.row(test)[first..]) {
                *candidate &= column;
                left |= *candidate;
            }
            if left == 0 {
                break;
            }
        }
        // Step 3: compare the candidates, those with the fewest bits first.
        let mut found = Vec::new();
        for word in 0..candidates.len() {
            while candidates[word] != 0 {
                let bit = candidates[word].trailing_zeros() as usize;
                candidates[word] &= candidates[word] - 1;
                let outer = (first + word) * 64 + bit;
                if !lies_in(rows.row(inner), rows.row(outer)) {
                    continue;
                }
                tell(inner, outer);
                // Step 4: rows that contain `outer` contain `inner` by way of it, so they are no
                // candidates any more. Nothing lies between `inner` and `outer`: it would have
                // fewer bits than `outer`, would have come first, and would have struck `outer`
                // out.
                found.resize(candidates.len(), 0);
                found[word] |= 1 << bit;
                for (at, beyond) in (outer / 64 - first..).zip(&outers[outer]) {
                    found[at] |= beyond;
                    candidates[at] &= !beyond;
                }
            }
        }
        outers[inner] = found;
    }
}

/// Returns `true` if all bits of `inner` are set in `outer`.
fn lies_in(inner: &[u64], outer: &[u64]) -> bool {
    inner.iter().zip(outer).all(|(inner, outer)| inner & !outer == 0)
}
