//! Coverage goals of MC/DC: the vectors that would show one more condition to be independent.

use super::unrolled::{first_vectors, vector_goal};
use crate::distance::Distance;
use crate::execution::{Execution, Fact, Facts, On};
use crate::flow::decisions::{CompoundDecision, DecisionCoverage, Independence, Vector};
use crate::flow::{CopiedVector, GraphMismatch, UnrolledGraph};
use crate::formula::Shared;
use crate::id::{Block, Branch, GoalId};
use crate::objective::{Added, Criterion, Discovery, Goal, Goals, Reader};
use crate::selection::Pursuit;
use alloc::collections::{BTreeMap, BTreeSet};
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
/// A campaign with [`Criterion::McDc`](crate::objective::Criterion::McDc) does all this. Without a
/// campaign, call [`see`](Self::see) after each execution.
///
/// ```
/// use sbst::distance::gt;
/// use sbst::execution::Trace;
/// use sbst::flow::decisions::{CompoundDecision, Independence};
/// use sbst::flow::{FlowBuilder, FlowGraph, UnrolledGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goals, Pairing};
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
/// pairing.begin(&mut goals);
/// goals.unroll(unrolled)?;
///
/// let trace = goals.trace(&graph);
/// let mut run = |a: i32, b: i32| {
///     trace.reset();
///     let f = trace.root().enter(Function::new(0));
///     if f.decide(0, gt(a, 0)) {
///         f.decide(1, gt(b, 0));
///     }
///     drop(f);
///     let new = pairing.see(&mut goals, &trace);
///     let covered = pairing.coverage(0).map_or(0, |coverage| coverage.covered());
///     (new.len(), covered)
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
    /// Decisions of which new vectors were seen since [`take_needs`](Self::take_needs) was called.
    changed: BTreeSet<usize>,
    /// By decision, and then by decision that was left out: whether it counts.
    counts: Vec<bool>,
}

impl Pairing {
    /// Creates a pairing for the decisions of `unrolled` that has seen no vector.
    #[must_use]
    pub fn new(unrolled: &UnrolledGraph, independence: Independence) -> Self {
        let none = alloc::vec![Vec::new(); unrolled.decisions().len()];
        let unrolled = Shared::new(unrolled.clone());
        let counts = alloc::vec![true; none.len() + unrolled.left_out().len()];
        let (seen, wanted, changed) = (none.clone(), none, BTreeSet::new());
        Self { unrolled, independence, seen, wanted, changed, counts }
    }

    /// Restricts the pairing to some decisions: of the others no vector is seen or wanted.
    pub(crate) fn only(mut self, is_own: impl Fn(&CompoundDecision) -> bool) -> Self {
        let all = self.unrolled.decisions().iter().chain(self.unrolled.left_out());
        self.counts = all.map(is_own).collect();
        self
    }

    /// Adds one goal for each decision: its first vector. Returns the new goals.
    pub fn begin<X: Facts + ?Sized>(&self, goals: &mut Goals<X>) -> Vec<GoalId> {
        let before = goals.len();
        for row in first_vectors(&self.unrolled) {
            if self.counts[row.decision as usize] && !is_branch_goal(goals, row) {
                goals.push(vector_goal(&self.unrolled, row));
            }
        }
        goals.ids().skip(before).collect()
    }

    /// Adds the vectors that an execution shows: a goal for each of them, and a goal for each
    /// vector that is wanted now. Returns the new goals.
    ///
    /// O(v) for all v vectors of the program, and O(v^2) for the vectors of a decision that shows a
    /// new one.
    pub fn see<X: Facts + ?Sized>(&mut self, goals: &mut Goals<X>, run: &X) -> Vec<GoalId> {
        // A vector was seen if its branch among the copies was taken: the copies tell apart the
        // ways through a decision.
        let before = goals.len();
        let on = On(run, self.unrolled.plane());
        for number in 0..self.seen.len() {
            if !self.counts[number] {
                continue;
            }
            let mut shown = Vec::new();
            for row in self.unrolled.vectors_of(number as u32) {
                let edge = self.unrolled.graph().get_edge(row.branch);
                if edge.and_then(|edge| on.branch_distance(edge)) == Some(Distance::ZERO) {
                    shown.push(row.vector);
                }
            }
            self.take_in(goals, number, shown);
        }
        goals.ids().skip(before).collect()
    }

    /// Returns the vectors that are equivalent to one of the taken branches, each with the first
    /// condition of its decision.
    fn told_by(&self, taken: &BTreeSet<Branch>) -> Vec<(Block, Vector)> {
        let mut told = Vec::new();
        for row in self
            .unrolled
            .vectors()
            .filter(|row| row.sole.is_some_and(|branch| taken.contains(&branch)))
        {
            let decision = self.unrolled.decisions().get(row.decision as usize);
            if let Some(&first) = decision.and_then(|decision| decision.conditions().first()) {
                told.push((first, row.vector));
            }
        }
        told
    }

    /// Adds vectors of one decision that were seen, and the goals that follow.
    fn take_in<X: Facts + ?Sized>(
        &mut self,
        goals: &mut Goals<X>,
        number: usize,
        mut shown: Vec<Vector>,
    ) {
        let seen = &mut self.seen[number];
        // Only new vectors change what is wanted: without one, the quadratic step below is skipped.
        let rows = self.unrolled.vectors_of(number as u32);
        shown.retain(|vector| {
            let is_possible = rows.iter().any(|row| row.vector == *vector);
            is_possible && seen.binary_search(vector).is_err()
        });
        if shown.is_empty() {
            return;
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
        let mut wanted = BTreeSet::new();
        for condition in 0..decision.conditions().len() {
            wanted.extend(decision.wanted(condition, seen, self.independence, rows.len()));
        }
        for row in
            rows.iter().filter(|row| wanted.contains(&row.vector) || shown.contains(&row.vector))
        {
            if !is_branch_goal(goals, *row) {
                goals.push(vector_goal(&self.unrolled, *row));
            }
        }
        self.wanted[number] = wanted.into_iter().collect();
        self.changed.insert(number);
    }

    /// Returns the goals that a search should pursue, and the goals that it need not pursue now,
    /// for decisions of which new vectors were seen since the last call. Goals of vectors that were
    /// seen are in neither list, and the first vector of a decision that was never evaluated is not
    /// either.
    ///
    /// A goal that is not wanted now may be wanted later, to complete the pair of another
    /// condition. O(v log n) for the v vectors of these decisions and n goals.
    pub fn take_needs<X: ?Sized>(&mut self, goals: &Goals<X>) -> Pursuit {
        let mut needs = Pursuit::default();
        for number in core::mem::take(&mut self.changed) {
            let Some(&first) = self.unrolled.decisions()[number].conditions().first() else {
                continue;
            };
            // Wanted, seen, or neither: both lists ascend, and a wanted vector was not seen.
            for row in self.unrolled.vectors_of(number as u32) {
                let is_in = |vectors: &[Vector]| vectors.binary_search(&row.vector).is_ok();
                let Some(goal) = goals.find(Goal::Vector(first, row.vector)) else { continue };
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
    fn number_of(&self, block: Block) -> Option<usize> {
        let number = self.unrolled.decision_at(block)? as usize;
        self.counts[number].then_some(number)
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
    fn each_fact(&self, read: &mut dyn FnMut(Fact)) {
        read(self.unrolled.fact());
    }
    fn finds(&self, goal: Goal) -> bool {
        matches!(goal, Goal::Vector(..))
    }
    fn begin(&mut self, goals: &mut Goals<X>) -> Result<(), GraphMismatch> {
        goals.unroll_as(&self.unrolled)?;
        Self::begin(self, goals);
        for decision in self.left_out() {
            goals.leave_out(decision);
        }
        Ok(())
    }
    fn see(&mut self, goals: &mut Goals<X>, run: &X) {
        Self::see(self, goals, run);
    }

    /// Vectors that another search has seen are covered there. It may be near to those that it
    /// wanted, which may be wanted here later.
    fn adopt(&mut self, goals: &mut Goals<X>, found: &[(Goal, bool)]) {
        let (mut shown, mut wanted, mut taken) = (Vec::new(), Vec::new(), BTreeSet::new());
        for &(goal, is_covered) in found {
            match goal {
                // A covered branch can show a vector that has no goal of its own, because the
                // branch is equivalent to it.
                Goal::Branch(branch) if is_covered => {
                    taken.insert(branch);
                }
                Goal::Vector(block, vector) if is_covered => shown.push((block, vector)),
                Goal::Vector(block, vector) => wanted.push((block, vector)),
                _ => {}
            }
        }
        shown.extend(self.told_by(&taken));
        // All vectors of a decision are added at once: one by one, some vectors would be wanted
        // only until the next one is added.
        let mut by_decision: BTreeMap<usize, Vec<Vector>> = BTreeMap::new();
        for (block, vector) in shown {
            if let Some(number) = self.number_of(block) {
                by_decision.entry(number).or_default().push(vector);
            }
        }
        for (number, vectors) in by_decision {
            self.take_in(goals, number, vectors);
        }
        for (block, vector) in wanted {
            // Of a decision of which no vector was seen, the first vector is wanted here, too.
            let Some(number) = self.number_of(block) else { continue };
            if self.seen[number].is_empty() {
                continue;
            }
            let rows = self.unrolled.vectors_of(number as u32);
            if let Some(row) = rows.iter().find(|row| row.vector == vector)
                && !is_branch_goal(goals, *row)
            {
                let added = goals.push(vector_goal(&self.unrolled, *row));
                // Unless it is wanted here, too, it is set aside.
                if matches!(added, Added::New(_)) {
                    self.changed.insert(number);
                }
            }
        }
    }
    fn take_pursuit(&mut self, goals: &Goals<X>) -> Pursuit {
        self.take_needs(goals)
    }
}

/// Returns `true` if the vector is equivalent to a branch that is a goal: a second goal would take
/// part of the budget for nothing.
pub(in crate::objective) fn is_branch_goal<X: ?Sized>(goals: &Goals<X>, row: CopiedVector) -> bool {
    row.sole.is_some_and(|branch| goals.find(Goal::Branch(branch)).is_some())
}
