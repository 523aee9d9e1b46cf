//! Executions whose flags have a gradient.

use super::flags::Flags;
use super::source::FlagError;
use super::tree::Tree;
use crate::distance::{Decision, Distance};
use crate::execution::{
    Effect, Execution, Fact, Facts, NearestOperands, Partition, Plane, Thrown, facts_of,
};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Activation, Block, Branch, CallSite, Function, Mutant};

/// An execution whose flags have refined distances in place of the observed ones.
/// [`FlagGradient::refine`](super::FlagGradient::refine) returns it. Sweep it in place of the
/// original execution; goals are measured as usual.
///
/// A flag that was taken has the distance 0, and a flag that was never evaluated has none, as in
/// the original execution. Any other flag has the least F over the activations that evaluated it,
/// or the one F of all of them ([`TargetCalls`](super::TargetCalls)), which is not 0. If nothing is
/// known about the calls, the flag keeps the observed distance.
///
/// For a suite, take the pointwise least of the tables of its tests
/// ([`FitnessTable::merge`](crate::fitness::FitnessTable::merge)). A slice of refined executions,
/// each made by its own gradient, gives equal values. Do not merge executions before they are
/// refined, because they would share their calls.
///
/// ```
/// use sbst::distance::{eq, flag};
/// use sbst::execution::{CallTreeLimits, Execution, Trace};
/// use sbst::fitness::flag::{FlagGradient, Flags, Refined};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, CallSite, Function};
///
/// // main: 0: if check(x) { 1 } 2
/// // check: 0: if x == 9 { 1: return true } 2: return false
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let check = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let (main, site) = (Function::new(0), CallSite::new(0));
/// let mut flags = Flags::new();
/// flags.function(&graph, main).decides(0, site)?;
/// flags.function(&graph, check).returns(1, true)?.returns(2, false)?;
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
/// let f = trace.root().enter(main);
/// f.decide(0, flag(f.at(site).enter(check).decide(0, eq(7, 9))));
///
/// let mut gradient = FlagGradient::new();
/// let refined: Refined<'_, Trace> = gradient.refine(&graph, &flags, &trace)?;
/// let to_true = graph.edge(Branch::new(0));
/// // as observed: false
/// assert_eq!(refined.run().branch_distance(to_true).map(|d| d.get()), Some(1.0));
/// // 7 is 3 away from 9
/// assert_eq!(refined.branch_distance(to_true).map(|d| d.get()), Some(3.0 / 4.0));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Refined<'a, X: ?Sized> {
    run: &'a X,
    flags: &'a Flags,
    tree: &'a Tree,
}

impl<'a, X: ?Sized> Refined<'a, X> {
    /// Creates the refined view of an execution.
    pub(super) const fn new(run: &'a X, flags: &'a Flags, tree: &'a Tree) -> Self {
        Self { run, flags, tree }
    }

    /// Returns the execution as it was observed.
    #[must_use]
    pub const fn run(&self) -> &'a X {
        self.run
    }

    /// Returns the refined execution for another type of the original one, such as `dyn`
    /// [`Facts`]. `run` must be the original execution.
    ///
    /// ```
    /// use sbst::distance::{eq, flag};
    /// use sbst::execution::{CallTreeLimits, Execution, Facts, Trace};
    /// use sbst::fitness::flag::{FlagGradient, Flags, Refined};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, CallSite, Function};
    ///
    /// // main: 0: if check(x) { 1 } 2
    /// // check: 0: if x == 9 { 1: return true } 2: return false
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let check = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let (main, site) = (Function::new(0), CallSite::new(0));
    /// let mut flags = Flags::new();
    /// flags.function(&graph, main).decides(0, site)?;
    /// flags.function(&graph, check).returns(1, true)?.returns(2, false)?;
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    /// let f = trace.root().enter(main);
    /// f.decide(0, flag(f.at(site).enter(check).decide(0, eq(7, 9))));
    ///
    /// let mut gradient = FlagGradient::new();
    /// let refined = gradient.refine(&graph, &flags, &trace)?;
    /// // as `Goals<dyn Facts>` takes it
    /// let for_goals: Refined<'_, dyn Facts> = refined.known_as(&trace);
    /// assert_eq!(
    ///     for_goals.branch_distance(graph.edge(Branch::new(0))).map(|d| d.get()),
    ///     Some(3.0 / 4.0)
    /// );
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn known_as<Y: ?Sized>(&self, run: &'a Y) -> Refined<'a, Y> {
        Refined { run, flags: self.flags, tree: self.tree }
    }

    /// Returns F of a flag in one activation: the distance of the calls at its site from the value
    /// that it needs. It is 0 iff the flag was taken there. `None` if the flag was not evaluated
    /// there, or the branch is not a flag. With
    /// [`FlagGradient::published`](super::FlagGradient::published), [`Distance::norm`] of it is the
    /// result of Algorithm 1 of Lin et al. (2020), line 12, in [0, 1].
    ///
    /// With [`TargetCalls::Pooled`](super::TargetCalls::Pooled), all activations that did not take
    /// the flag share the one pooled F.
    ///
    /// ```
    /// use sbst::distance::{eq, flag};
    /// use sbst::execution::{CallTreeLimits, Trace};
    /// use sbst::fitness::flag::{FlagGradient, Flags};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Activation, Branch, CallSite, Function};
    ///
    /// // main: 0: if check(x) { 1 } 2
    /// // check: 0: if x == 9 { 1: return true } 2: return false
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let check = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let (main, site) = (Function::new(0), CallSite::new(0));
    /// let mut flags = Flags::new();
    /// flags.function(&graph, main).decides(0, site)?;
    /// flags.function(&graph, check).returns(1, true)?.returns(2, false)?;
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    /// for x in [7, 8] {
    ///     let f = trace.root().enter(main);
    ///     f.decide(0, flag(f.at(site).enter(check).decide(0, eq(x, 9))));
    /// }
    ///
    /// let mut gradient = FlagGradient::new();
    /// let refined = gradient.refine(&graph, &flags, &trace)?;
    /// let of_call = |number| {
    ///     refined.distance_in(Activation::new(number), Branch::new(0)).map(|d| d.get())
    /// };
    /// // The calls of main are activations 0 and 2: 7 is 3 away, 8 is 2 away. Activation
    /// // 1, of check, decides no flag.
    /// assert_eq!([0, 1, 2].map(of_call), [Some(3.0 / 4.0), None, Some(2.0 / 3.0)]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance_in(&self, activation: Activation, flag: Branch) -> Option<Distance> {
        self.tree.distance_in(self.flags, activation, self.flags.number_of(flag)?)
    }

    /// Checks that the declarations and the reports of the subject agree, as far as this execution
    /// shows it. It is meant for tests of an instrumentation: it finds a call site that is not
    /// marked, an exit that is not declared or has the wrong value, and a forgotten negation.
    /// Linear in the activations and the flags of their functions.
    ///
    /// # Errors
    ///
    /// The first error from the last activation to the first, because a mistake in a call spreads
    /// to its callers:
    ///
    /// - [`FlagError::NothingKnown`] if nothing says how a call could return what a flag that was
    ///   not taken needs, or what is handed on. That is no mistake for calls whose decisions are
    ///   not recorded, and for calls beyond the [limits](crate::execution::CallTreeLimits) of a
    ///   trace.
    /// - [`FlagError::Contradiction`] if a flag that was not taken has the least possible distance:
    ///   a call did everything that was declared. That is no mistake if the call threw after that,
    ///   or if its result was not tested. With several calls, sums and arithmetic means show it
    ///   only if it holds for all of them.
    ///
    /// ```
    /// use sbst::distance::{eq, flag};
    /// use sbst::execution::{CallTreeLimits, Caller, Trace};
    /// use sbst::fitness::flag::{FlagError, FlagGradient, Flags};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    ///
    /// const RUN: Function = Function::new(0);
    /// const CHECK: Function = Function::new(1);
    /// const SITE: CallSite = CallSite::new(0);
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let check = |c: Caller<'_>, x| c.enter(CHECK).decide(0, eq(x, 100));
    /// let mut flags = Flags::new();
    /// flags.function(&graph, RUN).decides(0, SITE)?;
    ///
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::default());
    /// let f = trace.root().enter(RUN);
    /// f.decide(0, flag(check(f.at(SITE), 7)));
    /// let mut gradient = FlagGradient::new();
    /// let told = gradient.refine(&graph, &flags, &trace)?.check();
    /// // what does `check` return?
    /// assert!(matches!(told, Err(FlagError::NothingKnown { .. })));
    /// // the wrong way round
    /// flags.function(&graph, CHECK).returns(1, false)?.returns(2, true)?;
    /// let told = gradient.refine(&graph, &flags, &trace)?.check();
    /// assert!(matches!(told, Err(FlagError::Contradiction { .. })));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<(), FlagError> {
        self.tree.check(self.flags)
    }

    /// Returns the refined distance of a branch.
    fn refine(&self, branch: Edge, observed: Distance, least: &[Distance]) -> Distance {
        match self.flags.number_of(branch.branch) {
            Some(number) if observed > Distance::ZERO => {
                match least.get(number as usize).copied() {
                    // Never 0: a flag that was not taken is not covered, even if the calls did
                    // everything that was declared.
                    Some(least) if least < Distance::INFINITE => least.max(Distance::SMALLEST),
                    _ => observed, // it was evaluated outside of every activation
                }
            }
            _ => observed,
        }
    }
}

impl<X: Execution + ?Sized> Execution for Refined<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.run
            .branch_distance(branch)
            .map(|observed| self.refine(branch, observed, &self.tree.least))
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.run.progress(block)
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.run.entered(graph, visit);
    }
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.run.fits(graph)
    }
}

/// Flags in the calls that the test makes itself are refined by the calls nested in them. All other
/// answers are those of the execution.
impl<X: Facts + ?Sized> Facts for Refined<'_, X> {
    facts_of! { |it| it.run }

    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        let observed = self.run.branch_distance_on(plane, branch)?;
        let is_direct = plane == Plane::Direct;
        let refined = || self.refine(branch, observed, &self.tree.least_direct);
        Some(if is_direct { refined() } else { observed })
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        self.run.progress_on(plane, block)
    }
    fn entered_on(&self, plane: Plane, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.run.entered_on(plane, graph, visit);
    }
}

// Derived, these would demand that X is Copy.
impl<X: ?Sized> Clone for Refined<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Refined<'_, X> {}
