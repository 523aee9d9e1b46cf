//! What tests say: goals that were covered together.

use super::Subsumption;
use super::bits::{Bits, count, ones};
use super::reason::ImplicationReason;
use crate::id::GoalId;
use alloc::vec;
use alloc::vec::Vec;

/// Matrix of tests and the goals that they cover, as bits: a row for each goal, a column for each test.
///
/// [`relate`](Self::relate) says which goals subsume which as far as these tests show it: A subsumes B if some test covers A, and every
/// test that covers A covers B. Other tests may show otherwise. Goals that no test covers neither subsume nor are subsumed.
///
/// It is also how to find the minimal mutants of operators that this crate does not know: a goal for each mutant, a test for each choice of
/// operands, and bits where the mutant's result differs from the original's.
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::subsumption::{CoverageError, CoverageMatrix};
///
/// // `a && b` replaced by `a == b`, `a`, `b`, true, false: all operands.
/// let mutants: [fn(bool, bool) -> bool; 5] =
///     [|a, b| a == b, |a, _| a, |_, b| b, |_, _| true, |_, _| false];
/// let mut coverage = CoverageMatrix::new(mutants.len());
/// for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
///     let differs = |&place: &usize| mutants[place](a, b) != (a && b);
///     coverage.add(
///         (0..mutants.len()).filter(differs).map(|place| GoalId::new(place as u32)),
///     )?;
/// }
/// let graph = coverage.relate().collapse((0..5).map(GoalId::new));
/// // `true` is infected with any of the first three
/// assert_eq!(graph.minimal(), [0, 1, 2, 4].map(GoalId::new));
///
/// # Ok::<(), CoverageError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CoverageMatrix {
    /// By goal.
    pub(in crate::subsumption) rows: Vec<Vec<u64>>,
    pub(in crate::subsumption) tests: usize,
}

/// A test covers what is no goal.
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::subsumption::CoverageError;
///
/// let error = CoverageError { test: 2, goal: GoalId::new(9), goals: 4 };
/// assert_eq!(error.to_string(), "test 2 covers g9, but there are 4 goals");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("test {test} covers {goal}, but there are {goals} goals")]
pub struct CoverageError {
    /// The test, counted from 0.
    pub test: usize,
    /// What it covers.
    pub goal: GoalId,
    /// How many goals there are.
    pub goals: usize,
}

impl CoverageMatrix {
    /// Creates an empty matrix for `goals` goals.
    #[must_use]
    pub fn new(goals: usize) -> Self {
        Self { rows: vec![Vec::new(); goals], tests: 0 }
    }

    /// From bit rows: one for each goal, with bit t % 64 of word t / 64 set if test t covers it. A row that is shorter than others ends in
    /// zeros.
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

    /// Adds a test with the goals that it covers, as [`covered`](crate::objective::covered) lists them, and returns its number. Constant
    /// time for each goal.
    ///
    /// # Errors
    ///
    /// [`CoverageError`] for a goal beyond those that there are; then nothing is added.
    pub fn add(&mut self, covered: impl IntoIterator<Item = GoalId>) -> Result<usize, CoverageError> {
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

    /// Makes room for goals that came later: so many there are now. Tests so far do not cover them. Fewer than there are change nothing.
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

    /// Returns the number of tests; of bit rows, as many as the longest has bits.
    #[must_use]
    pub const fn tests(&self) -> usize {
        self.tests
    }

    /// Returns `true` if a test covers a goal; `false` if there is no such goal, or no such test.
    #[must_use]
    pub fn is_covered_by(&self, goal: GoalId, test: usize) -> bool {
        let word = self.rows.get(goal.index()).and_then(|row| row.get(test / 64));
        word.is_some_and(|word| word >> (test % 64) & 1 == 1)
    }

    /// Returns the subsumption of goals, as far as these tests show it: the pairs from which all others follow, so that nested rows do not
    /// take quadratic space.
    ///
    /// Only rows that have the rarest tests of a row in common with it are compared with it. For n goals and m tests O(n (n + m)) steps on
    /// words of 64 bits where these tests tell most rows apart, O(n^2 m / 64) at worst. Space: n m / 32 words for rows and columns as long as
    /// the longest row, n^2 / 128 for what lies in what, and the pairs, which can be n^2 / 4 (each of one half lies in each of the other).
    #[must_use]
    pub fn relate(&self) -> Subsumption {
        let row = |goal: u32| {
            let row = &self.rows[goal as usize][..];
            &row[..row.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1)]
        };
        let mut order: Vec<(u32, u32)> = (0..self.rows.len() as u32).map(|goal| (count(row(goal)), goal)).collect();
        order.retain(|&(tests, _)| tests > 0);
        // Fewest tests first: a row lies in rows behind it only. Equal rows side by side, each group by its least goal.
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| row(a.1).cmp(row(b.1))).then(a.1.cmp(&b.1)));
        let mut relation = Subsumption::default();
        let mut say = |one: u32, other: u32, tests| {
            relation.pair_of_goals(GoalId::new(one), GoalId::new(other), ImplicationReason::Tests(tests));
        };
        let mut distinct: Vec<(u32, u32)> = Vec::new();
        for same in order.chunk_by(|a, b| a.0 == b.0 && row(a.1) == row(b.1)) {
            let (tests, first) = same[0];
            for &(_, equal) in &same[1..] {
                say(first, equal, tests);
                say(equal, first, tests);
            }
            distinct.push((tests, first));
        }
        let rows: Vec<&[u64]> = distinct.iter().map(|&(_, goal)| row(goal)).collect();
        each_cover(Bits::new(&rows, self.tests), |inner, outer| say(distinct[inner].1, distinct[outer].1, distinct[inner].0));
        relation
    }
}

/// As many of the rarest tests of a row are looked at before rows are compared.
const PROBES: usize = 128;

/// Tells of each row that lies in another one, with nothing in between. Rows are different, and those with fewer bits come first.
fn each_cover(rows: Bits, mut tell: impl FnMut(usize, usize)) {
    // The rarest tests first: they tell most rows apart.
    let (count_rows, columns) = (rows.rows(), rows.transposed());
    drop(rows);
    let counts: Vec<u32> = (0..columns.rows()).map(|test| count(columns.row(test))).collect();
    let mut order: Vec<usize> = (0..counts.len()).filter(|&test| counts[test] > 0).collect();
    order.sort_unstable_by_key(|&test| (counts[test], test));
    let columns = columns.in_order(&order);
    let (count, rows) = (count_rows, columns.transposed());
    // By row: the rows that it lies in, in words from its own on; none of those that lie in no other.
    let mut outers: Vec<Vec<u64>> = vec![Vec::new(); count];
    for inner in (0..count).rev() {
        let first = inner / 64;
        let mut candidates: Vec<u64> = vec![u64::MAX; columns.stride() - first];
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
                // All that the outer one lies in, the inner one lies in by way of it.
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

/// Returns `true` if all bits of one row are set in another one.
fn lies_in(inner: &[u64], outer: &[u64]) -> bool {
    inner.iter().zip(outer).all(|(inner, outer)| inner & !outer == 0)
}
