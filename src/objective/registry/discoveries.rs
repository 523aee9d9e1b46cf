//! All goals of a search that become known only when an execution shows them.

use super::discovery::Discovery;
use crate::execution::Facts;
use crate::flow::decisions::{DecisionCoverage, Independence};
use crate::flow::{GraphMismatch, UnrolledError};
use crate::objective::{Criterion, Goal, Goals, Observed, Pairing, ProgramParts, ThrownExceptions};
use crate::selection::Pursuit;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// All finders of goals that become known only during a search: of exceptions, of the vectors of
/// MC/DC, and of [kinds](Discovery) that other crates bring.
///
/// ```
/// use sbst::execution::{ExceptionKind, Thrown, Trace};
/// use sbst::flow::decisions::{CompoundDecision, Independence};
/// use sbst::flow::{FlowBuilder, FlowGraph, UnrolledGraph};
/// use sbst::id::{Function, Symbol};
/// use sbst::objective::{Discoveries, Goal, Goals, Pairing, Tables};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let (mut goals, mut discovery) = (Goals::<Trace>::new(), Discoveries::none());
/// discovery.exceptions();
/// let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
/// discovery.begin(&mut goals)?;
/// let thrown = Thrown::new(Function::new(0), Symbol::new(7), ExceptionKind::Implicit);
/// trace.threw(thrown);
/// let seen = goals.try_observe(&graph, &trace, &mut tables)?; // nothing is refused after this
/// assert!(discovery.discover(&mut goals, &seen));
/// assert!(goals.find(Goal::Exception(thrown)).is_some());
///
/// // Vectors of decisions of your own; a campaign does the like for `Criterion::McDc`.
/// let unrolled = UnrolledGraph::builder(&graph)
///     .decisions(CompoundDecision::all(&graph))
///     .build()?;
/// discovery.also(Pairing::new(&unrolled, Independence::UniqueCause));
/// discovery.begin(&mut goals)?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Discoveries<X: ?Sized> {
    /// The criteria whose goals are found, and others that need copies.
    criteria: Vec<Criterion>,
    /// The vectors that were seen, once their decisions are known.
    pairing: Option<Pairing>,
    /// All other finders.
    others: Vec<Box<dyn Discovery<X> + Send + Sync>>,
}

impl<X: ?Sized> Discoveries<X> {
    /// Creates a value that finds nothing.
    #[must_use]
    pub fn none() -> Self {
        Self { criteria: Vec::new(), pairing: None, others: Vec::new() }
    }

    /// Starts to find goals of another kind. The finders are asked in the order in which they were
    /// added, and that of MC/DC is the last.
    pub fn also(&mut self, found: impl Discovery<X> + Send + Sync + 'static) {
        self.others.push(Box::new(found));
    }

    /// Unrolls all decisions if one of the [criteria](Self::find) needs their vectors, and pairs
    /// vectors from now on if one of them is MC/DC.
    ///
    /// # Errors
    ///
    /// [`UnrolledError::NotGiven`] if a criterion needs other copies, and the program has none.
    /// Otherwise fails like [`ProgramParts::unroll_decisions`].
    pub fn unroll(
        &mut self,
        parts: &mut ProgramParts,
        independence: Independence,
    ) -> Result<(), UnrolledError> {
        // Paths, contexts and uses depend on choices (bounds, variables, sites) that only the
        // caller can make.
        let makes_no_copies = |criterion: &&Criterion| {
            use Criterion::{Context, Definition, DefinitionUse, Path};
            matches!(criterion, DefinitionUse | Definition | Path | Context)
        };
        if let (Some(criterion), None) =
            (self.criteria.iter().rfind(makes_no_copies), &parts.unrolled)
        {
            return Err(UnrolledError::NotGiven { criterion: criterion.name() });
        }
        // Decisions are found in the graph. Unrolling twice changes nothing, so both criteria may
        // ask for it.
        if self.criteria.contains(&Criterion::MultipleCondition) {
            parts.unroll_decisions()?;
        }
        if self.criteria.contains(&Criterion::McDc) {
            let pairing = Pairing::new(parts.unroll_decisions()?, independence);
            self.pairing = Some(pairing.only(|decision| parts.includes(decision)));
        }
        Ok(())
    }

    /// Returns `true` if no kind of goals is found.
    #[must_use]
    pub fn is_none(&self) -> bool {
        !self.criteria.contains(&Criterion::McDc) && self.others.is_empty()
    }

    /// Returns the MC/DC coverage of each decision by the vectors that were seen, in the order of
    /// [`UnrolledGraph::decisions`](crate::flow::UnrolledGraph::decisions), and then of those that
    /// were [left out](Goals::left_out), which is never complete. A campaign that is restricted to
    /// some functions lists only their decisions. Empty without
    /// the criterion MC/DC: a pairing that was [added](Self::also) is not asked.
    pub fn mcdc(&self) -> impl Iterator<Item = DecisionCoverage> + '_ {
        self.pairing.iter().flat_map(Pairing::all)
    }
}

impl<X: Facts + ?Sized> Discoveries<X> {
    /// Starts to find exceptions: each exception that leaves a function becomes a goal when it is
    /// first seen.
    pub fn exceptions(&mut self) {
        if !self.criteria.contains(&Criterion::Exception) {
            self.criteria.push(Criterion::Exception);
            self.also(ThrownExceptions);
        }
    }

    /// Starts to find the goals of those criteria whose goals only executions show:
    /// [`Exception`](Criterion::Exception) and [`McDc`](Criterion::McDc). Other criteria are
    /// skipped.
    pub fn find(&mut self, criteria: &[Criterion]) {
        for &criterion in criteria {
            match criterion {
                Criterion::Exception => self.exceptions(),
                other => self.criteria.push(other),
            }
        }
    }

    /// Returns all finders.
    fn all(&mut self) -> impl Iterator<Item = &mut dyn Discovery<X>> {
        let pairing = self.pairing.as_mut().map(|pairing| -> &mut dyn Discovery<X> { pairing });
        let others = self.others.iter_mut().map(|other| -> &mut dyn Discovery<X> { &mut **other });
        // Last, because a vector that is equivalent to a branch goal gets no goal of its own.
        others.chain(pairing)
    }

    /// Adds the goals to pursue before the first execution, of MC/DC the first vector of each
    /// decision, and lets traces record, and executions be asked for, what the finders read. Call it
    /// when all finders are there, and after adding the branch goals, because a vector that is
    /// equivalent to a branch goal gets no goal of its own. After an error no fact is asked for.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the registry has goals of another graph, or in other copies of blocks.
    pub fn begin(&mut self, goals: &mut Goals<X>) -> Result<(), GraphMismatch> {
        self.all().try_for_each(|found| found.begin(goals))?;
        self.announce(goals);
        Ok(())
    }

    /// Tells the registry what the finders read.
    fn announce(&mut self, goals: &mut Goals<X>) {
        self.all().for_each(|found| goals.announce(found.reader(), found.facts()));
    }

    /// Adds the goals that an execution shows, which was observed with the goals that are known: so
    /// it is of their graph, and knows what the finders read if they have [begun](Self::begin). What
    /// finders read that have not begun is recorded, and asked for, from the next execution on.
    /// Returns `true` if there were any goals.
    ///
    /// # Panics
    ///
    /// If the goals belong to another graph than the observation.
    #[track_caller]
    pub fn discover(&mut self, goals: &mut Goals<X>, seen: &Observed<'_, X>) -> bool {
        goals.belong_to(seen.graph);
        self.announce(goals);
        let before = goals.len();
        self.all().for_each(|found| found.see(goals, seen.run));
        goals.len() > before
    }

    /// Adds the goals of another search that are unknown here. Each comes with `true` if it is
    /// covered there.
    ///
    /// # Errors
    ///
    /// The first goal that is unknown and not of a kind that is found. No goal is added then.
    pub fn adopt(
        &mut self,
        goals: &mut Goals<X>,
        found: impl IntoIterator<Item = (Goal, bool)>,
    ) -> Result<(), Goal> {
        // First all goals are checked, then the first one is added: an error must leave the
        // registry unchanged.
        let found: Vec<_> = found.into_iter().collect();
        for &(goal, _) in &found {
            if goals.find(goal).is_none() && !self.all().any(|kind| kind.finds(goal)) {
                return Err(goal);
            }
        }
        self.all().for_each(|kind| kind.adopt(goals, &found));
        Ok(())
    }

    /// Returns the goals that a search should pursue from now on, and those that it should not, as
    /// far as that changed since the last call: [`Discovery::take_pursuit`].
    pub fn take_pursuit(&mut self, goals: &Goals<X>) -> Pursuit {
        let mut all = Pursuit::default();
        for Pursuit { take_up, set_aside } in self.all().map(|kind| kind.take_pursuit(goals)) {
            all.take_up.extend(take_up);
            all.set_aside.extend(set_aside);
        }
        all
    }
}

impl<X: ?Sized> fmt::Debug for Discoveries<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Discoveries")
            .field("pairing", &self.pairing)
            .field("others", &self.others.len())
            .finish_non_exhaustive()
    }
}

impl<X: ?Sized> Default for Discoveries<X> {
    fn default() -> Self {
        Self::none()
    }
}
