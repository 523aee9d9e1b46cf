//! Coverage goals that become known only when an execution shows them.

use crate::execution::{Fact, Facts};
use crate::flow::decisions::{DecisionCoverage, Independence};
use crate::flow::{FlowGraph, GraphMismatch, UnrolledError};
use crate::objective::{
    CoverageGoal, Criterion, Goal, Goals, NotRecorded, ObserveError, Pairing, ProgramParts, Reader,
};
use crate::selection::Pursuit;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Finder of goals that become known only during a search: exceptions, and the vectors of MC/DC.
///
/// ```
/// use sbst::execution::{ExceptionKind, Thrown, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, Symbol};
/// use sbst::objective::{Discovery, Goal, Goals};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let (mut goals, mut discovery) = (Goals::<Trace>::new(), Discovery::none());
/// discovery.exceptions();
/// let trace = Trace::new(&graph);
/// let thrown = Thrown::new(Function::new(0), Symbol::new(7), ExceptionKind::Implicit);
/// trace.threw(thrown);
/// assert!(discovery.discover(&mut goals, &graph, &trace)?);
/// assert!(goals.find(Goal::Exception(thrown)).is_some());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Discovery {
    /// Whether exceptions are found.
    exceptions: bool,
    /// Whether vectors are found.
    vectors: bool,
    /// The vectors that were seen, once their decisions are known.
    pairing: Option<Pairing>,
    /// A criterion that needs copies which the caller must make.
    needs_copies: Option<Criterion>,
    /// Whether a criterion needs the vectors of decisions.
    needs_decisions: bool,
}

impl Discovery {
    /// Creates a value that finds nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Starts to find exceptions: each exception that leaves a function becomes a goal when it is
    /// first seen.
    pub const fn exceptions(&mut self) {
        self.exceptions = true;
    }

    /// Starts to find vectors: vectors that are seen or wanted become goals, once
    /// [`pair`](Self::pair) has set the decisions.
    pub const fn vectors(&mut self) {
        self.vectors = true;
    }

    /// Starts to find the goals of those criteria whose goals only executions show:
    /// [`Exception`](Criterion::Exception) and [`McDc`](Criterion::McDc). Other criteria are
    /// skipped.
    pub fn find(&mut self, criteria: &[Criterion]) {
        for &criterion in criteria {
            match criterion {
                Criterion::Exception => self.exceptions = true,
                Criterion::McDc => self.vectors = true,
                Criterion::DefinitionUse
                | Criterion::Definition
                | Criterion::Path
                | Criterion::Context => self.needs_copies = Some(criterion),
                Criterion::MultipleCondition => self.needs_decisions = true,
                _ => {}
            }
        }
    }

    /// Unrolls all decisions if a criterion needs their vectors, and pairs the vectors from now on
    /// if vectors are [found](Self::vectors).
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
        if let (Some(criterion), None) = (self.needs_copies, &parts.unrolled) {
            return Err(UnrolledError::NotGiven { criterion: criterion.name() });
        }
        // Decisions are found in the graph. Unrolling twice changes nothing, so both criteria may
        // ask for it.
        if self.needs_decisions {
            parts.unroll_decisions()?;
        }
        if self.vectors {
            let pairing = Pairing::new(parts.unroll_decisions()?, independence);
            self.pair(pairing.only(|decision| parts.includes(decision)));
        }
        Ok(())
    }

    /// Adds the goals to pursue before the first execution: the first vector of each decision. Call
    /// it after adding the branch goals, because a vector that is equivalent to a branch goal gets
    /// no goal of its own.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the registry has goals of another graph, or in other copies of blocks.
    /// No goal is added then.
    pub fn begin<X: Facts + ?Sized>(&self, goals: &mut Goals<X>) -> Result<(), GraphMismatch> {
        if let Some(pairing) = &self.pairing {
            goals.unroll_as(pairing.unrolled())?;
            pairing.begin(goals);
            for decision in pairing.left_out() {
                goals.leave_out(decision);
            }
        }
        Ok(())
    }

    /// Sets the pairing: the decisions whose vectors are found from now on, and the vectors that were
    /// seen already.
    pub fn pair(&mut self, pairing: Pairing) {
        self.vectors = true;
        self.pairing = Some(pairing);
    }

    /// Returns `true` if no kind of goals is found.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        !self.exceptions && !self.vectors
    }

    /// Adds the goals that an execution shows. Returns `true` if there were any.
    ///
    /// # Errors
    ///
    /// As for [`Goals::try_observe`], and if the execution does not know the exceptions or the
    /// copies in which goals are found. No goal is added then, and afterwards the goals can be
    /// measured on the execution.
    pub fn discover<X: Facts + ?Sized>(
        &mut self,
        goals: &mut Goals<X>,
        graph: &FlowGraph,
        run: &X,
    ) -> Result<bool, ObserveError> {
        if self.is_none() {
            return Ok(false);
        }
        // An execution of another graph, or in other copies, would add goals at places that have
        // another meaning here. So everything is checked before the first goal is added.
        graph.check(goals.made_for())?;
        run.fits(graph)?;
        let exceptions = self.exceptions.then_some((Criterion::Exception, Fact::Exceptions));
        let copies = self.pairing.as_ref().map(|pairing| pairing.unrolled().fact());
        let vectors = copies.map(|fact| (Criterion::McDc, fact));
        for (criterion, fact) in exceptions.into_iter().chain(vectors) {
            if !run.knows(fact) {
                return Err(NotRecorded { reader: Reader::Criterion(criterion), fact }.into());
            }
        }
        goals.check_run(graph, run)?;
        let before = goals.len();
        if self.exceptions {
            goals.discover(run);
        }
        if let Some(pairing) = &mut self.pairing {
            pairing.see(goals, run);
        }
        Ok(goals.len() > before)
    }

    /// Returns `true` if goals of this kind are found.
    const fn finds(&self, goal: Goal) -> bool {
        match goal {
            Goal::Exception(_) => self.exceptions,
            Goal::Vector(..) => self.vectors,
            _ => false,
        }
    }

    /// Adds the goals of another search that are unknown here. Each comes with `true` if it is
    /// covered there.
    ///
    /// # Errors
    ///
    /// The first goal that is unknown and not of a kind that is found. No goal is added then.
    pub fn adopt<X: Facts + ?Sized>(
        &mut self,
        goals: &mut Goals<X>,
        found: impl IntoIterator<Item = (Goal, bool)>,
    ) -> Result<(), Goal> {
        // First all goals are checked, then the first one is added: an error must leave the
        // registry unchanged.
        let (mut thrown, mut shown, mut wanted) = (Vec::new(), Vec::new(), Vec::new());
        let mut taken = BTreeSet::new();
        for (goal, is_covered) in found {
            match goal {
                goal if !self.finds(goal) && goals.find(goal).is_none() => return Err(goal),
                // A covered branch can show a vector that has no goal of its own, because the
                // branch is equivalent to it.
                Goal::Branch(branch) if is_covered => {
                    taken.insert(branch);
                }
                goal if !self.finds(goal) => {}
                Goal::Exception(exception) => thrown.push(exception),
                Goal::Vector(block, vector) if is_covered => shown.push((block, vector)),
                // It may be wanted here later, and the other search may be near to it.
                Goal::Vector(block, vector) => wanted.push((block, vector)),
                _ => {}
            }
        }
        goals.extend(thrown.into_iter().map(CoverageGoal::new));
        if let Some(pairing) = &mut self.pairing {
            // All vectors of a decision are adopted at once: one by one, a vector could ask for a
            // partner that comes next.
            shown.extend(pairing.told_by(&taken));
            pairing.adopt(goals, shown, wanted);
        }
        Ok(())
    }

    /// Returns the vector goals that a search should pursue from now on, and those that it should
    /// not, as far as that changed since the last call: [`Pairing::take_needs`].
    pub fn take_needs<X: ?Sized>(&mut self, goals: &Goals<X>) -> Pursuit {
        self.pairing.as_mut().map(|pairing| pairing.take_needs(goals)).unwrap_or_default()
    }

    /// Returns the MC/DC coverage of each decision by the vectors that were seen, in the order of
    /// [`UnrolledGraph::decisions`](crate::flow::UnrolledGraph::decisions), and then of those that
    /// were [left out](Goals::left_out), which is never complete. A campaign that is restricted to
    /// some functions lists only their decisions. Empty if vectors are not found.
    pub fn mcdc(&self) -> impl Iterator<Item = DecisionCoverage> + '_ {
        self.pairing.iter().flat_map(Pairing::all)
    }
}
