//! The coverage of one decision: MC/DC, condition coverage and decision coverage.

use super::pairs::Independence;
use super::vector::Vector;
use super::vectors::Vectors;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};
use sbst::flow::FlowGraph;
use sbst::flow::decisions::CompoundDecision;
use sbst::id::Block;

/// The coverage of one decision by the vectors that were seen.
///
/// - *MC/DC* (modified condition/decision coverage): each condition has an independence pair, which
///   is two vectors that show that the condition affects the outcome by itself. See
///   [`Independence`].
/// - *Condition coverage*: each condition was true in some vector, and false in some vector.
/// - *Decision coverage*: the decision was true in some vector, and false in some vector.
///
/// Complete MC/DC implies the other two. Vectors that control flow makes impossible are ignored.
///
/// ```
/// use sbst_histories::decisions::{
///     CompoundDecision, DecisionCoverage, Independence, Vector,
/// };
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// // if (a && b) || c { 3 } else { 4 }
/// let or = FlowBuilder::new().function_name("f").branch(0, 1, 2).branch(1, 3, 2);
/// let or = or.branch(2, 3, 4).exit(3).exit(4);
/// let or = or.block_name(0, "a").block_name(1, "b").block_name(2, "c");
/// let graph = FlowGraph::of(&or)?;
/// let seen: [Vector; 3] = ["F-F".parse()?, "TFT".parse()?, "TT".parse()?];
/// for decision in CompoundDecision::all(&graph) {
///     let by = |rule| DecisionCoverage::of(&decision, &seen, rule);
///     let (strict, masking) =
///         (by(Independence::UniqueCause), by(Independence::Masking));
///     assert_eq!((strict.covered(), masking.covered()), (1, 2));
///     assert!(strict.covers_decision());
///     assert!(strict.covers_conditions());
///     let lines = [
///         "f: 2 of 3 conditions independent (masking), 3 vectors",
///         "a  TT- F-F",
///         "b  no pair",
///         "c  TFT F-F",
///     ];
///     assert!(masking.show(&graph).to_string().lines().eq(lines));
/// }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecisionCoverage {
    /// The conditions of the decision.
    conditions: Vec<Block>,
    /// By condition: its first independence pair.
    pairs: Vec<Option<[Vector; 2]>>,
    /// The conditions that were true, and the conditions that were false, one bit for each.
    values: [u64; 2],
    /// Whether the decision was true, and whether it was false.
    outcomes: [bool; 2],
    /// Number of different possible vectors that were seen.
    vectors: usize,
    /// The rule by which pairs were found.
    independence: Independence,
    /// `true` if the decision has no goals.
    left_out: bool,
}

impl DecisionCoverage {
    /// Computes the coverage of a decision by vectors, which may be in any order and may repeat.
    ///
    /// O(v · c² + v log v) for v vectors and c conditions with [`Independence::Masking`], O(v · c +
    /// v²) with [`Independence::UniqueCause`].
    #[must_use]
    pub fn of(decision: &CompoundDecision, seen: &[Vector], independence: Independence) -> Self {
        let possible = Vectors::of(decision);
        let rows = possible.rows(seen);
        let (mut values, mut outcomes) = ([0, 0], [false; 2]);
        for &(vector, outcome) in &rows {
            values[0] |= vector.values;
            values[1] |= vector.evaluated & !vector.values;
            outcomes[usize::from(!outcome)] = true;
        }
        Self {
            conditions: decision.conditions().to_vec(),
            pairs: possible.first_pairs(&rows, independence),
            values,
            outcomes,
            vectors: rows.len(),
            independence,
            left_out: !possible.exist(),
        }
    }

    /// Creates the coverage of a decision that is [left out](crate::UnrolledGraph::left_out):
    /// no vector of it is told apart, and no condition is covered.
    #[must_use]
    pub(crate) fn left_out(decision: &CompoundDecision, independence: Independence) -> Self {
        Self { left_out: true, ..Self::of(decision, &[], independence) }
    }

    /// Returns `true` if the decision was left out, because it has more than 64 conditions, or more
    /// vectors than were allowed. No condition is covered then.
    ///
    /// ```
    /// use sbst_histories::decisions::{CompoundDecision, DecisionCoverage, Independence};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// // 65 conditions joined by `||`
    /// let or = (0..65).fold(FlowBuilder::new(), |or, at| or.branch(at, 66, at + 1));
    /// let graph = FlowGraph::of(&or.exit(65).exit(66))?;
    /// let decision = CompoundDecision::all(&graph).next().expect("one decision");
    /// let coverage = DecisionCoverage::of(&decision, &[], Independence::Masking);
    /// assert!(coverage.is_left_out() && !coverage.is_complete());
    /// let shown = coverage.show(&graph).to_string();
    /// assert_eq!(shown, "f0: 0 of 65 conditions independent (masking), left out");
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub const fn is_left_out(&self) -> bool {
        self.left_out
    }

    /// Returns the first independence pair of a condition, its lesser vector first. `None` if no
    /// pair was seen, or if there is no such condition.
    ///
    /// Of all pairs that were seen, the first one has the least first vector and, among those, the
    /// least second vector. Vectors are compared condition by condition: `T` is less than `F`, and
    /// `F` is less than a condition that was not evaluated.
    #[must_use]
    pub fn pair(&self, condition: usize) -> Option<[Vector; 2]> {
        self.pairs.get(condition).copied().flatten()
    }

    /// Returns the number of conditions with an independence pair, from 0 to the number of
    /// conditions.
    #[must_use]
    pub fn covered(&self) -> usize {
        self.pairs.iter().flatten().count()
    }

    /// Returns `true` if every condition has an independence pair.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.pairs.iter().all(Option::is_some)
    }

    /// Returns whether a condition was true, and whether it was false. Both are `false` if there is
    /// no such condition.
    #[must_use]
    pub fn values(&self, condition: usize) -> [bool; 2] {
        let has = |mask: u64| mask.checked_shr(condition as u32).is_some_and(|mask| mask & 1 == 1);
        self.values.map(|mask| condition < self.conditions.len() && has(mask))
    }

    /// Returns `true` if each condition was true in some vector and false in some vector: condition
    /// coverage.
    #[must_use]
    pub fn covers_conditions(&self) -> bool {
        (0..self.conditions.len()).all(|condition| self.values(condition) == [true; 2])
    }

    /// Returns `true` if the decision was true in some vector and false in some vector: decision
    /// coverage.
    #[must_use]
    pub fn covers_decision(&self) -> bool {
        self.outcomes == [true; 2]
    }

    /// Returns a value that displays a table for a report: one line for the decision, and one for
    /// each condition with its name and its pair. A decision that was left out has the first line
    /// only.
    ///
    /// Names come from `graph`, which should be the graph of the decision. Ids stand for blocks
    /// that `graph` does not have.
    #[must_use]
    pub fn show<'a>(&'a self, graph: &'a FlowGraph) -> impl Display + fmt::Debug {
        Shown { coverage: self, graph }
    }
}

/// The display of the coverage of a decision.
#[derive(Debug)]
struct Shown<'a> {
    coverage: &'a DecisionCoverage,
    graph: &'a FlowGraph,
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { coverage, graph } = *self;
        let count = coverage.conditions.len();
        if let Some(function) =
            coverage.conditions.first().and_then(|&block| graph.get_function_of(block))
        {
            write!(f, "{}: ", graph.show_function(function))?;
        }
        let rule = match coverage.independence {
            Independence::UniqueCause => "unique cause",
            Independence::Masking => "masking",
        };
        let covered = coverage.covered();
        write!(f, "{covered} of {} independent ({rule}), ", counted(count, "condition"))?;
        if coverage.left_out {
            return f.write_str("left out");
        }
        f.write_str(&counted(coverage.vectors, "vector"))?;
        let names: Vec<String> = coverage
            .conditions
            .iter()
            .map(|&block| graph.show_local_block(block).to_string())
            .collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        for (name, pair) in names.iter().zip(&coverage.pairs) {
            match pair {
                Some([one, other]) => write!(f, "\n{name:width$}  {one:count$} {other:count$}")?,
                None => write!(f, "\n{name:width$}  no pair")?,
            }
        }
        Ok(())
    }
}

/// Returns a count with its noun in singular or plural.
fn counted(count: usize, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {what}{ending}")
}
