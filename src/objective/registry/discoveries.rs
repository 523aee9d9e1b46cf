//! All goals of a search that become known only when an execution shows them.

use super::discovery::Discovery;
use crate::execution::Facts;
use crate::flow::GraphMismatch;
use crate::objective::{Goal, Goals, Observed, ThrownExceptions};
use crate::selection::Pursuit;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

/// A finder whose type can be asked for.
trait Finder<X: ?Sized>: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn as_discovery(&mut self) -> &mut dyn Discovery<X>;
}

impl<X: ?Sized, D: Discovery<X> + Send + Sync + 'static> Finder<X> for D {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn as_discovery(&mut self) -> &mut dyn Discovery<X> {
        self
    }
}

/// All finders of goals that become known only during a search: of exceptions, and of
/// [kinds](Discovery) that other crates bring.
///
/// ```
/// use sbst::execution::{ExceptionKind, Thrown, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, Symbol};
/// use sbst::objective::{Discoveries, Goal, Goals, Tables};
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
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Discoveries<X: ?Sized> {
    finders: Vec<Box<dyn Finder<X>>>,
}

impl<X: ?Sized> Discoveries<X> {
    /// Creates a value that finds nothing.
    #[must_use]
    pub fn none() -> Self {
        Self { finders: Vec::new() }
    }

    /// Starts to find goals of another kind. The finders are asked in the order in which they were
    /// added.
    pub fn also(&mut self, found: impl Discovery<X> + Send + Sync + 'static) {
        self.finders.push(Box::new(found));
    }

    /// Returns `true` if no kind of goals is found.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.finders.is_empty()
    }

    /// Returns the first finder of a type, to read what it knows; `None` if there is none.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::objective::{Discoveries, Discovery};
    ///
    /// fn knows<D: Discovery<Trace> + 'static>(all: &Discoveries<Trace>) -> bool {
    ///     all.finder::<D>().is_some()
    /// }
    /// # fn never<D: Discovery<Trace> + 'static>() -> bool { knows::<D>(&Discoveries::none()) }
    /// ```
    #[must_use]
    pub fn finder<D: 'static>(&self) -> Option<&D> {
        self.finders.iter().find_map(|finder| (**finder).as_any().downcast_ref())
    }
}

impl<X: Facts + ?Sized> Discoveries<X> {
    /// Starts to find exceptions: each exception that leaves a function becomes a goal when it is
    /// first seen.
    pub fn exceptions(&mut self) {
        if self.finder::<ThrownExceptions>().is_none() {
            self.also(ThrownExceptions);
        }
    }

    /// Returns all finders.
    fn all(&mut self) -> impl Iterator<Item = &mut dyn Discovery<X>> {
        self.finders.iter_mut().map(|finder| (**finder).as_discovery())
    }

    /// Adds the goals to pursue before the first execution, and lets traces record, and executions be asked for, what the finders read. Call it
    /// when all finders and all other goals are there: a finder may make no goal of what another
    /// goal asks for already. After an error no fact is asked for.
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
        f.debug_struct("Discoveries").field("finders", &self.finders.len()).finish_non_exhaustive()
    }
}

impl<X: ?Sized> Default for Discoveries<X> {
    fn default() -> Self {
        Self::none()
    }
}
