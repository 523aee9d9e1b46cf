//! Coverage goals that become known only when an execution shows them.

use crate::execution::{Capability, Copies, Exceptions, Execution, NotRecorded, Thrown};
use crate::flow::decisions::{DecisionCoverage, Independence, Vector};
use crate::flow::{FlowGraph, GraphMismatch, UnrolledError};
use crate::id::Block;
use crate::objective::{CoverageGoal, Criterion, Goal, Goals, ObserveError, Pairing, ProgramParts};
use crate::selection::Pursuit;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

/// Finder of goals that become known only during a search: exceptions, and the vectors of MC/DC.
///
/// ```
/// use sbst::execution::{ExceptionKind, Trace, Thrown};
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
pub struct Discovery<X: ?Sized> {
    /// Functions that find exceptions, if exceptions are found.
    exceptions: Option<SeeThrown<X>>,
    /// Functions that find vectors, if vectors are found.
    vectors: Option<SeeVectors<X>>,
    /// The vectors that were seen, once their decisions are known.
    pairing: Option<Pairing>,
    /// A criterion that needs copies which the caller must make.
    needs_copies: Option<Criterion>,
    /// Whether a criterion needs the vectors of decisions.
    needs_decisions: bool,
}

/// Functions that find exceptions in executions of type `X`. As function pointers they keep the
/// capability of `X` out of the type [`Discovery`].
struct SeeThrown<X: ?Sized> {
    /// Adds the exceptions of an execution as goals.
    discover: fn(&mut Goals<X>, &X),
    /// Adds exceptions that another search found.
    adopt: fn(&mut Goals<X>, Vec<Thrown>),
}

/// Vector of a decision that was seen, with the first condition of the decision.
type Shown = (Block, Vector);

/// Functions that find vectors in executions of type `X`.
struct SeeVectors<X: ?Sized> {
    /// Checks that the copies of an execution are those of the pairing.
    fits: fn(&Pairing, &X) -> Result<(), GraphMismatch>,
    /// Adds the goals that follow from the vectors of an execution.
    see: fn(&mut Pairing, &mut Goals<X>, &X),
    /// Adds the first vector of each decision.
    begin: fn(&Pairing, &mut Goals<X>),
    /// Adds the goals that follow from vectors that another search has seen, and those that it
    /// wanted.
    adopt: fn(&mut Pairing, &mut Goals<X>, Vec<Shown>, Vec<Shown>),
}

impl<X: ?Sized> Discovery<X> {
    /// Creates a value that finds nothing.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            exceptions: None,
            vectors: None,
            pairing: None,
            needs_copies: None,
            needs_decisions: false,
        }
    }

    /// Starts to find exceptions: each exception that leaves a function becomes a goal when it is
    /// first seen.
    pub fn exceptions(&mut self)
    where
        X: Exceptions,
    {
        self.exceptions = Some(SeeThrown {
            discover: |goals, run| {
                goals.discover(run);
            },
            adopt: |goals, thrown| goals.extend(thrown.into_iter().map(CoverageGoal::new)),
        });
    }

    /// Starts to find vectors: vectors that are seen or wanted become goals, once
    /// [`pair`](Self::pair) has set the decisions.
    pub fn vectors(&mut self)
    where
        X: Copies,
    {
        self.vectors = Some(SeeVectors {
            fits: |pairing, run| run.fits_copies(pairing.unrolled().graph()),
            see: |pairing, goals, run| {
                pairing.see(goals, run);
            },
            begin: |pairing, goals| {
                pairing.begin(goals);
            },
            adopt: |pairing, goals, shown, wanted| pairing.adopt(goals, shown, wanted),
        });
    }

    /// Starts to find the goals of those criteria whose goals only executions show:
    /// [`Exception`](Criterion::Exception) and [`McDc`](Criterion::McDc). Other criteria are
    /// skipped.
    pub fn find(&mut self, criteria: &[Criterion])
    where
        X: Exceptions + Copies,
    {
        if criteria.contains(&Criterion::Exception) {
            self.exceptions();
        }
        if criteria.contains(&Criterion::McDc) {
            self.vectors();
        }
        for &criterion in criteria {
            match criterion {
                Criterion::DefinitionUse
                | Criterion::Definition
                | Criterion::Path
                | Criterion::Context => {
                    self.needs_copies = Some(criterion);
                }
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
        if self.vectors.is_some() {
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
    pub fn begin(&self, goals: &mut Goals<X>) -> Result<(), GraphMismatch> {
        if let (Some(vectors), Some(pairing)) = (&self.vectors, &self.pairing) {
            goals.unroll_as(pairing.unrolled())?;
            (vectors.begin)(pairing, goals);
            for decision in pairing.left_out() {
                goals.leave_out(decision);
            }
        }
        Ok(())
    }

    /// Sets the pairing: the decisions whose vectors are found, and the vectors that were seen
    /// already.
    pub fn pair(&mut self, pairing: Pairing) {
        self.pairing = Some(pairing);
    }

    /// Returns `true` if no kind of goals is found.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.exceptions.is_none() && self.vectors.is_none()
    }

    /// Adds the goals that an execution shows. Returns `true` if there were any.
    ///
    /// # Errors
    ///
    /// As for [`Goals::try_observe`], and if the execution did not record the exceptions or the
    /// copies in which goals are found. No goal is added then, and afterwards the goals can be
    /// measured on the execution.
    pub fn discover(
        &mut self,
        goals: &mut Goals<X>,
        graph: &FlowGraph,
        run: &X,
    ) -> Result<bool, ObserveError>
    where
        X: Execution,
    {
        if self.is_none() {
            return Ok(false);
        }
        // An execution of another graph, or in other copies, would add goals at places that have
        // another meaning here. So everything is checked before the first goal is added.
        goals.check_run(graph, run)?;
        let reads = [
            (self.exceptions.is_some(), Capability::Exceptions),
            (self.vectors.is_some(), Capability::Copies),
        ];
        for (finds, capability) in reads {
            if finds && !run.knows(capability) {
                return Err(NotRecorded { capability }.into());
            }
        }
        if let (Some(vectors), Some(pairing)) = (&self.vectors, &self.pairing) {
            (vectors.fits)(pairing, run)?;
        }
        let before = goals.len();
        if let Some(exceptions) = &self.exceptions {
            (exceptions.discover)(goals, run);
        }
        if let (Some(vectors), Some(pairing)) = (&self.vectors, &mut self.pairing) {
            (vectors.see)(pairing, goals, run);
        }
        Ok(goals.len() > before)
    }

    /// Returns `true` if goals of this kind are found.
    const fn finds(&self, goal: Goal) -> bool {
        match goal {
            Goal::Exception(_) => self.exceptions.is_some(),
            Goal::Vector(..) => self.vectors.is_some(),
            _ => false,
        }
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
        if let Some(exceptions) = &self.exceptions {
            (exceptions.adopt)(goals, thrown);
        }
        if let (Some(vectors), Some(pairing)) = (&self.vectors, &mut self.pairing) {
            // All vectors of a decision are adopted at once: one by one, a vector could ask for a
            // partner that comes next.
            shown.extend(pairing.told_by(&taken));
            (vectors.adopt)(pairing, goals, shown, wanted);
        }
        Ok(())
    }

    /// Returns the vector goals that a search should pursue from now on, and those that it should
    /// not, as far as that changed since the last call: [`Pairing::take_needs`].
    pub fn take_needs(&mut self, goals: &Goals<X>) -> Pursuit {
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

impl<X: ?Sized> Default for Discovery<X> {
    fn default() -> Self {
        Self::none()
    }
}

impl<X: ?Sized> fmt::Debug for Discovery<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (exceptions, vectors) = (self.exceptions.is_some(), self.vectors.is_some());
        f.debug_struct("Discovery")
            .field("exceptions", &exceptions)
            .field("vectors", &vectors)
            .finish()
    }
}
