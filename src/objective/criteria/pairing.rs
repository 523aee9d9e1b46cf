//! Coverage goals of MC/DC: the vectors that would show one more condition to be independent.

use super::history::{HistoryGoal, Registry, first_vectors, is_branch_goal, vector_goal};
use crate::distance::Distance;
use crate::execution::{Execution, Fact, Facts, On};
use crate::flow::decisions::{CompoundDecision, DecisionCoverage, Independence, Vector};
use crate::flow::{CopiedVector, Edge, GraphMismatch, UnrolledGraph};
use crate::formula::Shared;
use crate::id::{Block, IdMap, IdSet};
use crate::objective::{Criterion, Discovery, Goal, Goals, Reader};
use crate::selection::Pursuit;
use crate::sort::sort;
use alloc::vec::Vec;

/// Pairing of vectors for MC/DC. It makes the goals while a search sees more vectors: for each
/// condition without an independence pair, the vectors that would complete a pair with a vector
/// that was seen.
///
/// MC/DC needs two vectors of a decision for each condition, so no single test covers it. This is
/// how it becomes goals:
///
/// - A vector that was seen is a covered goal, so that its test is kept.
/// - A wanted vector is a goal. Its value is how far the conditions are from the wanted values.
/// - For a decision that was never evaluated, the first vector is wanted.
/// - Vectors that control flow makes impossible are no goals.
/// - A vector that is equivalent to a single branch ([`CopiedVector::sole`]) gets no goal if that
///   branch is a goal. So decisions such as `a && b && c` add nothing to branch goals: branch
///   coverage of their conditions is MC/DC.
///
/// A campaign with [`Criterion::McDc`] does all this. Without a
/// campaign, call [`see`](Discovery::see) after each execution.
///
/// ```
/// use sbst::distance::gt;
/// use sbst::execution::Trace;
/// use sbst::flow::decisions::{CompoundDecision, Independence};
/// use sbst::flow::{FlowBuilder, FlowGraph, UnrolledGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Discovery, Goals, Pairing};
///
/// // if a > 0 && b > 0 { 2 } else { 3 }
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3),
/// )?;
/// let unrolled = UnrolledGraph::builder(&graph)
///     .decisions(CompoundDecision::all(&graph))
///     .build()?;
/// let mut goals = Goals::<Trace>::new();
/// let mut pairing = Pairing::new(&unrolled, Independence::UniqueCause);
/// pairing.begin(&mut goals)?;
///
/// let trace = goals.trace(&graph);
/// let mut run = |a: i32, b: i32| {
///     trace.reset();
///     let f = trace.root().enter(Function::new(0));
///     if f.decide(0, gt(a, 0)) {
///         f.decide(1, gt(b, 0));
///     }
///     drop(f);
///     let before = goals.len();
///     pairing.see(&mut goals, &trace);
///     let covered = pairing.coverage(0).map_or(0, |coverage| coverage.covered());
///     (goals.len() - before, covered)
/// };
/// assert_eq!(run(3, 3), (2, 0)); // TT was seen; TF and F are wanted
/// assert_eq!(run(3, -3), (0, 1)); // the pair TT, TF for b
/// assert_eq!(run(-3, 3), (0, 2)); // the pair TT, F for a
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The copies that tell the vectors of each decision apart.
    unrolled: Shared<UnrolledGraph>,
    /// The definition of an independence pair.
    independence: Independence,
    /// By decision: the vectors that were seen, ascending.
    seen: Vec<Vec<Vector>>,
    /// By decision: the vectors that would complete a pair of a condition that has none, ascending.
    /// Empty before a vector was seen.
    wanted: Vec<Vec<Vector>>,
    /// Decisions of which new vectors were seen since their pursuit was taken.
    changed: IdSet<u32>,
    /// By decision, and then by decision that was left out: whether it counts.
    counts: Vec<bool>,
    /// What it reads of an execution: the copies.
    fact: [Fact; 1],
}

impl Pairing {
    /// Creates a pairing for the decisions of `unrolled` that has seen no vector.
    #[must_use]
    pub fn new(unrolled: &UnrolledGraph, independence: Independence) -> Self {
        let none = alloc::vec![Vec::new(); unrolled.decisions().len()];
        let unrolled = Shared::new(unrolled.clone());
        let counts = alloc::vec![true; none.len() + unrolled.left_out().len()];
        let (seen, wanted, changed) = (none.clone(), none, IdSet::new());
        let fact = [unrolled.fact()];
        Self { unrolled, independence, seen, wanted, changed, counts, fact }
    }

    /// Restricts the pairing to some decisions: of the others no vector is seen or wanted.
    pub(crate) fn only(mut self, is_own: impl Fn(&CompoundDecision) -> bool) -> Self {
        let all = self.unrolled.decisions().iter().chain(self.unrolled.left_out());
        self.counts = all.map(is_own).collect();
        self
    }

    /// Returns one goal for each decision: its first vector.
    fn first(&self, goals: Registry<'_>) -> Vec<HistoryGoal> {
        let counts = |row: &CopiedVector| self.counts[row.decision as usize];
        first_vectors(&self.unrolled, goals)
            .filter(counts)
            .map(|row| vector_goal(&self.unrolled, row))
            .collect()
    }

    /// Takes in the vectors that an execution shows. Returns a goal for each of them, and for each
    /// vector that is wanted now.
    ///
    /// O(v) for all v vectors of the program, and O(v^2) for the vectors of a decision that shows a
    /// new one.
    fn shown(&mut self, goals: Registry<'_>, is_taken: &dyn Fn(Edge) -> bool) -> Vec<HistoryGoal> {
        // A vector was seen if its branch among the copies was taken: the copies tell apart the
        // ways through a decision.
        let mut found = Vec::new();
        for number in 0..self.seen.len() {
            if self.counts[number] {
                let rows = self.unrolled.vectors_of(number as u32).iter();
                let edge = |row: &&CopiedVector| self.unrolled.graph().get_edge(row.branch);
                let shown = rows.filter(|row| edge(row).is_some_and(is_taken));
                let shown = shown.map(|row| row.vector).collect();
                found.extend(self.take_in(goals, number, shown));
            }
        }
        found
    }

    /// Takes in vectors of one decision that were seen. Returns the goals that follow.
    fn take_in(
        &mut self,
        goals: Registry<'_>,
        number: usize,
        mut shown: Vec<Vector>,
    ) -> Vec<HistoryGoal> {
        let seen = &mut self.seen[number];
        // Only new vectors change what is wanted: without one, the quadratic step below is skipped.
        let rows = self.unrolled.vectors_of(number as u32);
        shown.retain(|vector| {
            let is_possible = rows.iter().any(|row| row.vector == *vector);
            is_possible && seen.binary_search(vector).is_err()
        });
        if shown.is_empty() {
            return Vec::new();
        }
        for &vector in &shown {
            if let Err(place) = seen.binary_search(&vector) {
                seen.insert(place, vector);
            }
        }
        let decision = &self.unrolled.decisions()[number];
        // The step from pairs to goals: for each condition that still has no pair, the partners of
        // all vectors that were seen. A fixed choice of pairs could not be covered if control flow,
        // or the search, never reaches one of its vectors; this choice follows what was reached.
        // Vectors that were seen are goals, too, so that their tests are archived.
        let wanted = &mut self.wanted[number];
        wanted.clear();
        for condition in 0..decision.conditions().len() {
            wanted.extend(decision.wanted(condition, seen, self.independence, rows.len()));
        }
        sort(wanted);
        wanted.dedup();
        self.changed.insert(number as u32);
        let are_goals = rows.iter().filter(|row| {
            let is_wanted = wanted.binary_search(&row.vector).is_ok();
            (is_wanted || shown.contains(&row.vector)) && !is_branch_goal(goals, row)
        });
        are_goals.map(|row| vector_goal(&self.unrolled, *row)).collect()
    }

    /// Takes in the goals of another search. Vectors that it has seen are covered there. It may be
    /// near to those that it wanted, which may be wanted here later.
    fn adopted(&mut self, goals: Registry<'_>, found: &[(Goal, bool)]) -> Vec<HistoryGoal> {
        // All vectors of a decision are taken in at once: one by one, some would be wanted only
        // until the next one is taken in.
        let mut shown: IdMap<u32, Vec<Vector>> = IdMap::new();
        let (mut wanted, mut taken) = (Vec::new(), IdSet::new());
        for &(goal, is_covered) in found {
            match goal {
                // A covered branch can show a vector that has no goal of its own, because the
                // branch is equivalent to it.
                Goal::Branch(branch) if is_covered => {
                    taken.insert(branch);
                }
                Goal::Vector(block, vector) => match self.number_of(block) {
                    Some(number) if is_covered => shown.or_default(number).push(vector),
                    Some(number) => wanted.push((number, vector, goals(goal).is_some())),
                    None => {}
                },
                _ => {}
            }
        }
        let told = self.unrolled.vectors().filter(|row| {
            let is_told = row.sole.is_some_and(|branch| taken.contains(branch));
            is_told && self.counts[row.decision as usize]
        });
        for row in told {
            shown.or_default(row.decision).push(row.vector);
        }
        let mut added = Vec::new();
        for (number, vectors) in shown.iter() {
            added.extend(self.take_in(goals, number as usize, vectors.clone()));
        }
        // Of a decision of which no vector was seen, the first vector is wanted here, too.
        wanted.retain(|&(number, ..)| !self.seen[number as usize].is_empty());
        for (number, vector, is_known) in wanted {
            let mut rows = self.unrolled.vectors_of(number).iter();
            if let Some(row) = rows.find(|row| row.vector == vector)
                && !is_branch_goal(goals, row)
            {
                // Unless it is known, or wanted here, too, it is set aside.
                if !is_known {
                    self.changed.insert(number);
                }
                added.push(vector_goal(&self.unrolled, *row));
            }
        }
        added
    }

    /// Returns the goals that a search should pursue, and the goals that it need not pursue now,
    /// for decisions of which new vectors were seen since the last call. Goals of vectors that were
    /// seen are in neither list, and the first vector of a decision that was never evaluated is not
    /// either.
    ///
    /// A goal that is not wanted now may be wanted later, to complete the pair of another
    /// condition. O(v log n) for the v vectors of these decisions and n goals.
    fn pursuit(&mut self, goals: Registry<'_>) -> Pursuit {
        let mut needs = Pursuit::default();
        for number in core::mem::take(&mut self.changed).iter() {
            let rows = self.unrolled.vectors_of(number);
            let number = number as usize;
            let Some(&first) = self.unrolled.decisions()[number].conditions().first() else {
                continue;
            };
            // Wanted, seen, or neither: both lists ascend, and a wanted vector was not seen.
            for row in rows {
                let is_in = |vectors: &[Vector]| vectors.binary_search(&row.vector).is_ok();
                let Some(goal) = goals(Goal::Vector(first, row.vector)) else { continue };
                if is_in(&self.wanted[number]) {
                    needs.take_up.push(goal);
                } else if !is_in(&self.seen[number]) {
                    needs.set_aside.push(goal);
                }
            }
        }
        needs
    }

    /// Returns the number of the decision that begins with a block.
    fn number_of(&self, block: Block) -> Option<u32> {
        let number = self.unrolled.decision_at(block)?;
        self.counts[number as usize].then_some(number)
    }

    /// Returns the coverage of a decision by all vectors that were seen. `decision` is its number
    /// in [`UnrolledGraph::decisions`].
    #[must_use]
    pub fn coverage(&self, decision: u32) -> Option<DecisionCoverage> {
        let found = self.unrolled.decisions().get(decision as usize)?;
        Some(DecisionCoverage::of(found, self.seen.get(decision as usize)?, self.independence))
    }

    /// Returns the decisions that count and were left out of the copies.
    fn left_out(&self) -> impl Iterator<Item = &CompoundDecision> {
        let counts = self.counts[self.seen.len()..].iter();
        let left_out = self.unrolled.left_out().iter().zip(counts);
        left_out.filter(|(_, counts)| **counts).map(|(decision, _)| decision)
    }

    /// Returns the coverage of all decisions that count: first of those that are measured, then of
    /// those that were left out of the copies.
    pub(crate) fn all(&self) -> impl Iterator<Item = DecisionCoverage> + '_ {
        let measured = (0..).map_while(|decision| self.coverage(decision)).zip(&self.counts);
        let measured = measured.filter(|(_, counts)| **counts).map(|(coverage, _)| coverage);
        let left_out = self.left_out();
        measured
            .chain(left_out.map(|decision| DecisionCoverage::left_out(decision, self.independence)))
    }

    /// Returns the copies that tell the vectors apart.
    #[must_use]
    pub fn unrolled(&self) -> &UnrolledGraph {
        &self.unrolled
    }
}

impl<X: Facts + ?Sized> Discovery<X> for Pairing {
    fn reader(&self) -> Reader {
        Criterion::McDc.into()
    }
    fn facts(&self) -> &[Fact] {
        &self.fact
    }
    fn finds(&self, goal: Goal) -> bool {
        matches!(goal, Goal::Vector(..))
    }
    fn begin(&mut self, goals: &mut Goals<X>) -> Result<(), GraphMismatch> {
        goals.unroll_as(&self.unrolled)?;
        goals.extend(self.first(&|goal| goals.find(goal)));
        for decision in self.left_out() {
            goals.leave_out(decision);
        }
        Ok(())
    }
    fn see(&mut self, goals: &mut Goals<X>, run: &X) {
        let on = On(run, self.unrolled.plane());
        let is_taken = |edge| on.branch_distance(edge) == Some(Distance::ZERO);
        goals.extend(self.shown(&|goal| goals.find(goal), &is_taken));
    }
    fn adopt(&mut self, goals: &mut Goals<X>, found: &[(Goal, bool)]) {
        goals.extend(self.adopted(&|goal| goals.find(goal), found));
    }
    fn take_pursuit(&mut self, goals: &Goals<X>) -> Pursuit {
        self.pursuit(&|goal| goals.find(goal))
    }
}
