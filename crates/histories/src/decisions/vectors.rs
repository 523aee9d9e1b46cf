//! The vectors that control flow makes possible: all of them, or those with certain properties.

use super::vector::Vector;
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::decisions::{CompoundDecision, Next};

/// The vectors of a decision: which of them control flow makes possible, and which are pairs.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst_histories::decisions::{CompoundDecision, Vector, Vectors};
///
/// // if (a && b) || c { 3 } else { 4 }
/// let or = FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).branch(2, 3, 4);
/// let graph = FlowGraph::of(&or.exit(3).exit(4))?;
/// let decision = CompoundDecision::all(&graph).next().expect("one decision");
/// let vectors = Vectors::of(&decision);
///
/// // Control flow makes five of 27 vectors possible.
/// let texts: Vec<_> = vectors.all(100)?.iter().map(Vector::to_string).collect();
/// assert_eq!(texts, ["TT", "TFT", "TFF", "F-T", "F-F"]);
/// assert_eq!(vectors.outcome("F-T".parse()?), Some(true));
/// assert_eq!(vectors.outcome("FTT".parse()?), None); // b is skipped if a is false
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Vectors<'a> {
    pub(super) decision: &'a CompoundDecision,
}

impl<'a> Vectors<'a> {
    /// Returns the vectors of a decision.
    #[must_use]
    pub const fn of(decision: &'a CompoundDecision) -> Self {
        Self { decision }
    }

    /// Returns the number of conditions.
    pub(super) fn conditions(&self) -> usize {
        self.decision.conditions().len()
    }

    /// Returns `true` if vectors of the decision can be written: it has at most 64 conditions.
    pub(super) fn exist(&self) -> bool {
        self.conditions() <= Vector::MOST
    }

    /// Returns the number of vectors that control flow makes possible. `u64::MAX` stands for this
    /// number and all greater ones, and for a decision with more than 64 conditions.
    ///
    /// A decision of n conditions joined by `&&` has n + 1 possible vectors. O(conditions).
    #[must_use]
    pub fn count(&self) -> u64 {
        if self.exist() { Possible::all(self.decision).ahead()[0][0] } else { u64::MAX }
    }

    /// Returns all vectors that control flow makes possible, ascending. O(vectors · conditions).
    ///
    /// # Errors
    ///
    /// [`TooManyVectors`] if there are more than `most`, or if the decision has more than 64
    /// conditions. The number of vectors may be exponential in the number of conditions.
    pub fn all(&self, most: usize) -> Result<Vec<Vector>, TooManyVectors> {
        let count = self.count();
        if count > most as u64 || !self.exist() {
            return Err(TooManyVectors { count, most });
        }
        Ok(Possible::all(self.decision).first(most))
    }

    /// Returns the outcome of the decision with a vector; `None` if control flow makes the vector
    /// impossible.
    ///
    /// A vector is impossible if it lacks a condition that would be evaluated, or has one that
    /// would not be evaluated. O(conditions).
    #[must_use]
    pub fn outcome(&self, vector: Vector) -> Option<bool> {
        if !self.exist() {
            return None;
        }
        let (mut at, mut evaluated) = (0, 0_u64);
        loop {
            let value = vector.get(at as u32)?;
            evaluated |= 1 << at;
            match self.decision.next(at, value)? {
                Next::Condition(next) => at = next,
                Next::End(outcome) => return (evaluated == vector.evaluated).then_some(outcome),
            }
        }
    }
}

/// The error of a decision with more possible vectors than the caller allowed.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst_histories::decisions::{CompoundDecision, TooManyVectors, Vectors};
///
/// let and = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
/// let graph = FlowGraph::of(&and)?;
/// for decision in CompoundDecision::all(&graph) {
///     let found = Vectors::of(&decision).all(2);
///     assert_eq!(found, Err(TooManyVectors { count: 3, most: 2 }));
/// }
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the decision has {count} possible vectors, at most {most} were allowed")]
pub struct TooManyVectors {
    /// The number of possible vectors; `u64::MAX` stands for this number and all greater ones.
    pub count: u64,
    /// The maximum number that the caller gave.
    pub most: usize,
}

/// The possible vectors of a decision that have certain properties.
///
/// A possible vector is a path from the first condition to an end. Before any path is walked, the
/// number of suitable paths from each condition is computed, from the last condition to the first.
/// So no path is entered that cannot become suitable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Possible<'a> {
    pub(super) decision: &'a CompoundDecision,
    /// The conditions that may be true, and the conditions that may be false, one bit for each.
    pub(super) may: [u64; 2],
    /// A condition that must be evaluated.
    pub(super) through: Option<usize>,
    /// The outcome that the decision must have.
    pub(super) outcome: Option<bool>,
}

impl<'a> Possible<'a> {
    /// Creates the set of all possible vectors.
    pub(super) const fn all(decision: &'a CompoundDecision) -> Self {
        Self { decision, may: [u64::MAX; 2], through: None, outcome: None }
    }

    /// Returns the first `most` of these vectors, ascending. O(conditions) for each of them.
    pub(super) fn first(&self, most: usize) -> Vec<Vector> {
        // Depth-first over paths. A walk without `ahead` could visit exponentially many paths that
        // end wrongly before it finds the first suitable one.
        let ahead = self.ahead();
        let mut found = Vec::new();
        let mut waiting = Vec::new();
        // `owes` is 1 while the condition `through` must still be evaluated, and selects the count
        // in `ahead`.
        let owes = usize::from(self.through.is_some());
        if ahead[0][owes] > 0 {
            waiting.push((Next::Condition(0), owes, Vector::EMPTY));
        }
        while let Some((at, owes, vector)) = waiting.pop() {
            if found.len() >= most {
                break;
            }
            let Next::Condition(condition) = at else {
                found.push(vector);
                continue;
            };
            let owes = if self.through == Some(condition) { 0 } else { owes };
            // `true` is pushed last, so it is taken first. Two paths differ first in a condition
            // that both evaluate, and conditions are numbered in the order of evaluation, so paths
            // are found in the order of vectors.
            for value in [false, true] {
                let Some(next) = self.step(condition, value) else { continue };
                if self.lies_ahead(&ahead, next)[owes] > 0 {
                    waiting.push((next, owes, vector.with(condition as u32, value)));
                }
            }
        }
        found
    }

    /// Returns, for each condition, the number of suitable paths from it to an end, and the number
    /// of those that evaluate the condition `through`.
    fn ahead(&self) -> Vec<[u64; 2]> {
        let count = self.decision.conditions().len();
        let mut ahead = vec![[0_u64; 2]; count];
        // Dynamic programming: all targets of a condition have greater numbers, so their counts are
        // known.
        for condition in (0..count).rev() {
            let mut here = [0_u64; 2];
            for next in [true, false].into_iter().filter_map(|value| self.step(condition, value)) {
                let [any, through] = self.lies_ahead(&ahead, next);
                here = [here[0].saturating_add(any), here[1].saturating_add(through)];
            }
            if self.through == Some(condition) {
                here[1] = here[0];
            }
            ahead[condition] = here;
        }
        ahead
    }

    /// Returns the counts of paths from the target of a value.
    fn lies_ahead(&self, ahead: &[[u64; 2]], next: Next) -> [u64; 2] {
        match next {
            Next::Condition(condition) => ahead[condition],
            Next::End(outcome) => {
                [u64::from(self.outcome.is_none_or(|wanted| wanted == outcome)), 0]
            }
        }
    }

    /// Returns the target of a value of a condition, if the condition may have this value.
    fn step(&self, condition: usize, value: bool) -> Option<Next> {
        let is_allowed = self.may[usize::from(!value)] >> condition & 1 == 1;
        if is_allowed { self.decision.next(condition, value) } else { None }
    }
}
