//! Coverage goals of MC/DC: the vectors that would show one more condition to be independent.

use crate::criterion::{follow, leave_out, own_decisions};
use crate::decisions::{DecisionCoverage, Independence, Vector, Vectors};
use crate::goals::VECTOR;
use crate::{CopiedVector, UnrolledError, UnrolledGraph};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use sbst::distance::Distance;
use sbst::execution::{Execution, Fact, Facts, On};
use sbst::flow::{Edge, GraphMismatch};
use sbst::id::{Block, GoalId};
use sbst::objective::{Discovery, Goal, Goals, HistoryGoal, Program, Reader};
use sbst::selection::Pursuit;

/// The goals that a registry has.
type Registry<'a> = &'a dyn Fn(Goal) -> Option<GoalId>;

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
/// Give it to a campaign by
/// [`CampaignBuilder::discover`](sbst::campaign::CampaignBuilder::discover), with [`of`](Self::of).
/// Without a campaign, a list of finders asks it after each execution.
///
/// ```
/// use sbst::distance::gt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Discoveries, Goals, Tables};
/// use sbst_histories::decisions::{CompoundDecision, Independence};
/// use sbst_histories::{Pairing, UnrolledGraph};
///
/// // if a > 0 && b > 0 { 2 } else { 3 }
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3),
/// )?;
/// let unrolled = UnrolledGraph::builder(&graph)
///     .decisions(CompoundDecision::all(&graph))
///     .build()?;
/// let mut goals = Goals::<Trace>::new();
/// let mut finders = Discoveries::none();
/// finders.also(Pairing::new(&unrolled, Independence::UniqueCause));
/// finders.begin(&mut goals)?;
///
/// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
/// let mut run = |a: i32, b: i32| {
///     trace.reset();
///     let f = trace.root().enter(Function::new(0));
///     if f.decide(0, gt(a, 0)) {
///         f.decide(1, gt(b, 0));
///     }
///     drop(f);
///     let before = goals.len();
///     let seen = goals.observe(&graph, &trace, &mut tables);
///     finders.discover(&mut goals, &seen);
///     let pairing = finders.finder::<Pairing>().expect("it was given");
///     let covered = pairing.coverage().next().map_or(0, |coverage| coverage.covered());
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
    unrolled: UnrolledGraph,
    /// The definition of an independence pair.
    independence: Independence,
    /// By decision: the vectors that were seen, ascending.
    seen: Vec<Vec<Vector>>,
    /// By decision: the vectors that would complete a pair of a condition that has none, ascending.
    /// Empty before a vector was seen.
    wanted: Vec<Vec<Vector>>,
    /// Decisions of which new vectors were seen since their pursuit was taken.
    changed: BTreeSet<u32>,
    /// What it reads of an execution: the copies.
    fact: [Fact; 1],
}

impl Pairing {
    /// Creates a pairing for the decisions of `unrolled` that has seen no vector.
    #[must_use]
    pub fn new(unrolled: &UnrolledGraph, independence: Independence) -> Self {
        let none = alloc::vec![Vec::new(); unrolled.decisions().len()];
        let (seen, wanted, changed) = (none.clone(), none, BTreeSet::new());
        let (unrolled, fact) = (unrolled.clone(), [unrolled.history().fact()]);
        Self { unrolled, independence, seen, wanted, changed, fact }
    }

    /// Creates a pairing for all decisions of a program, in the functions that its goals are
    /// [restricted](Program::only) to.
    ///
    /// # Errors
    ///
    /// [`UnrolledError`] if there would be too many copies of blocks.
    pub fn of(program: &Program<'_>, independence: Independence) -> Result<Self, UnrolledError> {
        let decisions = own_decisions(program);
        let unrolled = UnrolledGraph::builder(program.graph()).decisions(decisions).build()?;
        Ok(Self::new(&unrolled, independence))
    }

    /// Returns one goal for each decision: its first vector.
    fn first(&self, goals: Registry<'_>) -> Vec<HistoryGoal> {
        let firsts = (0..self.unrolled.decisions().len() as u32)
            .filter_map(|number| self.unrolled.vectors_of(number).first().copied());
        firsts
            .filter(|row| !is_branch_goal(goals, row))
            .map(|row| self.unrolled.vector_goal(row))
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
            let rows = self.unrolled.vectors_of(number as u32).iter();
            let edge = |row: &&CopiedVector| self.unrolled.graph().get_edge(row.branch);
            let shown = rows.filter(|row| edge(row).is_some_and(is_taken));
            let shown = shown.map(|row| row.vector).collect();
            found.extend(self.take_in(goals, number, shown));
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
            let vectors = Vectors::of(decision);
            wanted.extend(vectors.wanted(condition, seen, self.independence, rows.len()));
        }
        wanted.sort_unstable();
        wanted.dedup();
        self.changed.insert(number as u32);
        let are_goals = rows.iter().filter(|row| {
            let is_wanted = wanted.binary_search(&row.vector).is_ok();
            (is_wanted || shown.contains(&row.vector)) && !is_branch_goal(goals, row)
        });
        are_goals.map(|row| self.unrolled.vector_goal(*row)).collect()
    }

    /// Takes in the goals of another search. Vectors that it has seen are covered there. It may be
    /// near to those that it wanted, which may be wanted here later.
    fn adopted(&mut self, goals: Registry<'_>, found: &[(Goal, bool)]) -> Vec<HistoryGoal> {
        // All vectors of a decision are taken in at once: one by one, some would be wanted only
        // until the next one is taken in.
        let mut shown: BTreeMap<u32, Vec<Vector>> = BTreeMap::new();
        let (mut wanted, mut taken) = (Vec::new(), BTreeSet::new());
        for &(goal, is_covered) in found {
            match goal {
                // A covered branch can show a vector that has no goal of its own, because the
                // branch is equivalent to it.
                Goal::Branch(branch) if is_covered => {
                    taken.insert(branch);
                }
                Goal::Of(VECTOR, numbers) => match self.row_of(numbers) {
                    Some(row) if is_covered => {
                        shown.entry(row.decision).or_default().push(row.vector);
                    }
                    Some(row) => wanted.push((row, goals(goal).is_some())),
                    None => {}
                },
                _ => {}
            }
        }
        let is_told = |row: &CopiedVector| row.sole.is_some_and(|branch| taken.contains(&branch));
        for row in self.unrolled.vectors().filter(is_told) {
            shown.entry(row.decision).or_default().push(row.vector);
        }
        let mut added = Vec::new();
        for (number, vectors) in shown {
            added.extend(self.take_in(goals, number as usize, vectors));
        }
        // Of a decision of which no vector was seen, the first vector is wanted here, too.
        wanted.retain(|(row, _)| !self.seen[row.decision as usize].is_empty());
        for (row, is_known) in wanted {
            if !is_branch_goal(goals, &row) {
                // Unless it is known, or wanted here, too, it is set aside.
                if !is_known {
                    self.changed.insert(row.decision);
                }
                added.push(self.unrolled.vector_goal(row));
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
        for number in core::mem::take(&mut self.changed) {
            let rows = self.unrolled.vectors_of(number);
            let number = number as usize;
            // Wanted, seen, or neither: both lists ascend, and a wanted vector was not seen.
            for row in rows {
                let is_in = |vectors: &[Vector]| vectors.binary_search(&row.vector).is_ok();
                let Some(goal) = goals(self.unrolled.vector(row)) else { continue };
                if is_in(&self.wanted[number]) {
                    needs.take_up.push(goal);
                } else if !is_in(&self.seen[number]) {
                    needs.set_aside.push(goal);
                }
            }
        }
        needs
    }

    /// Returns the vector of a goal, by its numbers.
    fn row_of(&self, [first, place, ..]: [u32; 4]) -> Option<CopiedVector> {
        let decision = self.unrolled.decision_at(Block::new(first))?;
        self.unrolled.vectors_of(decision).get(place as usize).copied()
    }

    /// Returns the coverage of each decision by all vectors that were seen: first of those of
    /// [`UnrolledGraph::decisions`], then of those that were left out of the copies, which is never
    /// complete.
    pub fn coverage(&self) -> impl Iterator<Item = DecisionCoverage> + '_ {
        let measured = self.unrolled.decisions().iter().zip(&self.seen);
        let left_out = self.unrolled.left_out().iter();
        measured
            .map(|(decision, seen)| DecisionCoverage::of(decision, seen, self.independence))
            .chain(left_out.map(|it| DecisionCoverage::left_out(it, self.independence)))
    }

    /// Returns the copies that tell the vectors apart.
    #[must_use]
    pub fn unrolled(&self) -> &UnrolledGraph {
        &self.unrolled
    }
}

/// Returns `true` if the vector is equivalent to a branch that is a goal: a second goal would take
/// part of the budget for nothing.
fn is_branch_goal(goals: Registry<'_>, row: &CopiedVector) -> bool {
    row.sole.is_some_and(|branch| goals(Goal::Branch(branch)).is_some())
}

impl<X: Facts + ?Sized> Discovery<X> for Pairing {
    fn reader(&self) -> Reader {
        Reader::Kind(VECTOR)
    }
    fn facts(&self) -> &[Fact] {
        &self.fact
    }
    fn finds(&self, goal: Goal) -> bool {
        matches!(goal, Goal::Of(VECTOR, _))
    }
    fn begin(&mut self, goals: &mut Goals<X>) -> Result<(), GraphMismatch> {
        let all = self.unrolled.vectors().map(|row| self.unrolled.vector(&row));
        follow(&self.unrolled, all, goals)?;
        goals.extend(self.first(&|goal| goals.find(goal)));
        for decision in self.unrolled.left_out() {
            if let Some(&first) = decision.conditions().first() {
                leave_out(goals, first, decision.conditions().len());
            }
        }
        Ok(())
    }
    fn see(&mut self, goals: &mut Goals<X>, run: &X) {
        let on = On(run, self.unrolled.history().plane());
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
