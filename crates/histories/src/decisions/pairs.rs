//! Independence pairs: two vectors that show the effect of one condition.

use super::vector::Vector;
use super::vectors::{Possible, Vectors};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use sbst::flow::decisions::Next;

/// The rule by which two vectors show that a condition affects the outcome of its decision.
///
/// In both rules, the condition is evaluated in both vectors, with different values, and the
/// outcomes differ. The rules treat the other conditions differently. In `(a && b) || c`, the
/// vectors `F-F` and `TFT` are a pair of `c` by masking, but not by unique cause, because `a`
/// changes as well. Every pair by unique cause is a pair by masking.
///
/// Sources:
///
/// - Unique cause: Chilenski and Miller, "Applicability of modified condition/decision coverage to
///   software testing" (1994).
/// - Masking: Chilenski, "An Investigation of Three Forms of the Modified Condition Decision
///   Coverage (MCDC) Criterion" (DOT/FAA/AR-01/18, 2001), and Hayhurst, Veerhusen, Chilenski and
///   Rierson, "A Practical Tutorial on Modified Condition/Decision Coverage" (NASA/TM-2001-210876).
/// - Unique cause with conditions that were not evaluated: Clang, "Source-based Code Coverage",
///   section on MC/DC.
///
/// ```
/// use sbst::Campaign;
/// use sbst::distance::flag;
/// use sbst::flow::FlowBuilder;
/// use sbst::id::Function;
/// use sbst_histories::Pairing;
/// use sbst_histories::decisions::Independence;
///
/// // if (a && b) || c { 3 } else { 4 }
/// let body = FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).branch(2, 3, 4);
/// let body = body.exit(3).exit(4);
/// for rule in [Independence::UniqueCause, Independence::Masking] {
///     let mut campaign = Campaign::builder()
///         .function(&body)?
///         .discover(move |program| Ok(Pairing::of(program, rule)?))
///         .build()?;
///     for test in [[false, false, false], [true, false, true]] {
///         campaign.run(&test, |caller, &[a, b, c]| {
///             let f = caller.enter(Function::new(0));
///             let both = f.decide(0, flag(a)) && f.decide(1, flag(b));
///             both || f.decide(2, flag(c))
///         })?;
///     }
///     let pairing = campaign.discovery().finder::<Pairing>().expect("it was given");
///     let decision = pairing.coverage().next().expect("there is one");
///     // Masking allows a to change with c.
///     assert_eq!(decision.covered() == 1, rule == Independence::Masking);
/// }
/// # Ok::<(), sbst::campaign::CampaignError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Independence {
    /// Each other condition has the same value in both vectors, or is not evaluated in at least one
    /// of them. This is the rule of Clang.
    #[default]
    UniqueCause,
    /// The condition determines the outcome in each of the two vectors: if this condition alone had
    /// the other value, the decision could have the other outcome. Evaluated conditions keep their
    /// values; conditions that were not evaluated may have any value. Other conditions may differ
    /// between the two vectors.
    Masking,
}

impl Vectors<'_> {
    /// Returns the possible vectors that would complete an independence pair of a condition
    /// together with a vector that was seen, ascending.
    ///
    /// Empty if two of the seen vectors are already a pair, if no possible vector was seen, or if
    /// there is no such condition. Seen vectors that are impossible are ignored.
    ///
    /// Returns at most `most` vectors, and all such vectors if `most` is at least
    /// [`count`](Self::count). If it is less, at most `most` candidates are
    /// considered for each seen vector. By unique cause, every candidate is returned. By masking,
    /// the candidates are the vectors with the opposite value of the condition and the opposite
    /// outcome, so seen vectors with the same value and outcome have the same candidates.
    /// O(conditions) for each candidate; by unique cause, also O(v²) for v seen vectors.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst_histories::decisions::{CompoundDecision, Independence, Vector, Vectors};
    ///
    /// // if (a && b) || c { 3 } else { 4 }
    /// let or = FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).branch(2, 3, 4);
    /// let graph = FlowGraph::of(&or.exit(3).exit(4))?;
    /// for decision in CompoundDecision::all(&graph) {
    ///     let wanted = |condition, rule| {
    ///         let seen = ["F-F".parse()?];
    ///         let found = Vectors::of(&decision).wanted(condition, &seen, rule, 100);
    ///         let texts: Vec<_> = found.iter().map(Vector::to_string).collect();
    ///         Ok::<_, Box<dyn core::error::Error>>(texts)
    ///     };
    ///     assert_eq!(wanted(0, Independence::UniqueCause)?, ["TT"]);
    ///     assert_eq!(wanted(1, Independence::UniqueCause)?, [""; 0]); // b was skipped
    ///     assert_eq!(wanted(2, Independence::UniqueCause)?, ["F-T"]);
    ///     assert_eq!(wanted(2, Independence::Masking)?, ["TFT", "F-T"]);
    /// }
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn wanted(
        &self,
        condition: usize,
        seen: &[Vector],
        independence: Independence,
        most: usize,
    ) -> Vec<Vector> {
        if condition >= self.conditions() || self.has_pair(condition, seen, independence) {
            return Vec::new();
        }
        let mut wanted = Vec::new();
        // A pair of a seen vector has the opposite value of the condition, and the opposite
        // outcome.
        let contrary =
            |vector: Vector| Some((!vector.get(condition as u32)?, !self.outcome(vector)?));
        let candidates = |may, outcome| {
            let (through, outcome) = (Some(condition), Some(outcome));
            Possible { decision: self.decision, may, through, outcome }.first(most)
        };
        match independence {
            Independence::UniqueCause => {
                for vector in seen {
                    let Some((value, outcome)) = contrary(*vector) else { continue };
                    // The rule of unique cause as masks: evaluated conditions keep their values,
                    // the condition itself changes, and conditions that were not evaluated may have
                    // any value. `Possible` then enumerates without backtracking.
                    let bit = 1_u64 << condition;
                    let only = |value: bool| if value { vector.values } else { !vector.values };
                    let may = [true, false].map(|holds| {
                        let may = !vector.evaluated | only(holds);
                        if value == holds { may | bit } else { may & !bit }
                    });
                    wanted.extend(candidates(may, outcome));
                }
            }
            Independence::Masking => {
                // Vectors with the same value and outcome have the same candidates, so at most four
                // enumerations are needed.
                let asking = seen.iter().filter(|vector| self.determines(condition, **vector));
                let contraries: BTreeSet<_> =
                    asking.filter_map(|vector| contrary(*vector)).collect();
                for (value, outcome) in contraries {
                    let may = [true, false]
                        .map(|holds| if value == holds { u64::MAX } else { !(1 << condition) });
                    let found = candidates(may, outcome).into_iter();
                    wanted.extend(found.filter(|&vector| self.determines(condition, vector)));
                }
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        wanted.truncate(most);
        wanted
    }

    /// Returns `true` if two of the vectors are a pair of a condition.
    fn has_pair(&self, condition: usize, seen: &[Vector], independence: Independence) -> bool {
        let rows = self.rows(seen);
        match independence {
            Independence::UniqueCause => {
                let with = |value| {
                    rows.iter().filter(move |row| row.0.get(condition as u32) == Some(value))
                };
                let is_pair = |one: &(Vector, bool), other: &(Vector, bool)| {
                    one.1 != other.1 && one.0.differences(other.0) == 1 << condition
                };
                with(true).any(|one| with(false).any(|other| is_pair(one, other)))
            }
            Independence::Masking => self.first_masking_pair(condition, &rows).is_some(),
        }
    }

    /// Returns the least pair of each condition among some [`rows`](Self::rows), its lesser vector
    /// first.
    ///
    /// O(v · c²) for all pairs by masking of v vectors and c conditions, O(v · c + v²) for those by
    /// unique cause.
    pub(super) fn first_pairs(
        &self,
        rows: &[(Vector, bool)],
        independence: Independence,
    ) -> Vec<Option<[Vector; 2]>> {
        let conditions = 0..self.conditions();
        match independence {
            Independence::UniqueCause => {
                let mut pairs: Vec<Option<[Vector; 2]>> = conditions.map(|_| None).collect();
                // Two vectors that differ in exactly one condition are a pair of that condition,
                // and of no other. The loops run over pairs in ascending order, so the first pair
                // found is the least.
                for (place, &(one, outcome)) in rows.iter().enumerate() {
                    for &(other, _) in rows[place + 1..].iter().filter(|row| row.1 != outcome) {
                        let differences = one.differences(other);
                        if differences.is_power_of_two() {
                            pairs[differences.trailing_zeros() as usize]
                                .get_or_insert([one, other]);
                        }
                    }
                }
                pairs
            }
            Independence::Masking => {
                conditions.map(|condition| self.first_masking_pair(condition, rows)).collect()
            }
        }
    }

    /// Returns the possible vectors with their outcomes, ascending, each once.
    pub(super) fn rows(&self, seen: &[Vector]) -> Vec<(Vector, bool)> {
        let mut rows: Vec<(Vector, bool)> =
            seen.iter().filter_map(|vector| Some((*vector, self.outcome(*vector)?))).collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// Returns the least pair of a condition by masking.
    fn first_masking_pair(&self, condition: usize, rows: &[(Vector, bool)]) -> Option<[Vector; 2]> {
        // The first vector with each value and outcome that the condition determines. By masking,
        // any two such vectors with opposite values and outcomes are a pair, so the first ones
        // suffice: comparing all pairs would be quadratic.
        let mut firsts = [[None; 2]; 2];
        for &(vector, outcome) in rows {
            let Some(value) = vector.get(condition as u32) else { continue };
            let first = &mut firsts[usize::from(value)][usize::from(outcome)];
            if first.is_none() && self.determines(condition, vector) {
                *first = Some(vector);
            }
        }
        let pair = |outcome: usize| {
            let (one, other): (Vector, Vector) = (firsts[1][outcome]?, firsts[0][1 - outcome]?);
            Some([one.min(other), one.max(other)])
        };
        [pair(1), pair(0)].into_iter().flatten().min()
    }

    /// Returns `true` if the decision could have the other outcome if one condition alone had the
    /// other value. Evaluated conditions keep their values; the others may have any value. Returns
    /// `false` if the condition was not evaluated, or if the vector is impossible.
    fn determines(&self, condition: usize, vector: Vector) -> bool {
        let (Some(value), Some(outcome)) = (vector.get(condition as u32), self.outcome(vector))
        else {
            return false;
        };
        // The conditions that can be reached with the other value. Conditions are in the order of
        // evaluation, so one pass visits each condition after those that lead to it. Each is
        // evaluated at most once, so an unknown value may be chosen freely where it is met: no
        // choice is made twice.
        let mut reached = 1_u64 << condition;
        for at in condition..self.conditions() {
            if reached >> at & 1 == 0 {
                continue;
            }
            let known = if at == condition { Some(!value) } else { vector.get(at as u32) };
            for way in
                [true, false].into_iter().filter(|&way| known.is_none_or(|known| known == way))
            {
                match self.decision.next(at, way) {
                    Some(Next::Condition(next)) => reached |= 1 << next,
                    Some(Next::End(end)) if end != outcome => return true,
                    _ => {}
                }
            }
        }
        false
    }
}
