//! An execution whose flags have a gradient.

use super::error::FlagError;
use super::flags::Flags;
use super::tree::Tree;
use crate::distance::Distance;
use crate::execution::{DirectCalls, Execution};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Activation, Block, Branch, Function};

/// An execution that tells how far its flags are from being taken, instead of what was observed where they are decided; made by
/// [`FlagGradient::refine`](super::FlagGradient::refine). It is swept instead of the execution, and then no goal knows the difference.
///
/// A flag that was taken has the distance 0, one that was never evaluated has none, as in the execution itself. Any other has the least F
/// over the activations that evaluated it, or the one F of all ([`TargetCalls`](super::TargetCalls)), which is not 0. Where nothing is known
/// of the calls, it keeps the distance that was observed.
///
/// Suites: the pointwise least of the tables of their tests ([`FitnessTable::merge`](crate::fitness::FitnessTable::merge)). A slice of refined
/// executions, each made by a gradient of its own, gives the same. Merged before they are refined, executions would share their calls.
///
/// ```
/// use sbst::distance::{eq, flag};
/// use sbst::execution::{CallTreeLimits, Execution, Trace};
/// use sbst::fitness::flag::{FlagGradient, Flags, Refined};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, CallSite, Function};
///
/// // main: 0: if check(x) { 1 } 2     check: 0: if x == 9 { 1: return true } 2: return false
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
/// assert_eq!(refined.run().branch_distance(to_true).map(|d| d.get()), Some(1.0)); // as observed: false
/// assert_eq!(refined.branch_distance(to_true).map(|d| d.get()), Some(3.0 / 4.0)); // 7 is 3 away from 9
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Refined<'a, X: ?Sized> {
    run: &'a X,
    flags: &'a Flags,
    tree: &'a Tree,
}

impl<'a, X: ?Sized> Refined<'a, X> {
    pub(super) const fn new(run: &'a X, flags: &'a Flags, tree: &'a Tree) -> Self {
        Self { run, flags, tree }
    }

    /// The execution as it was observed.
    #[must_use]
    pub const fn run(&self) -> &'a X {
        self.run
    }

    /// The same where the execution is known by another type, such as `dyn` [`AllCriteria`](crate::execution::AllCriteria): `run` is that
    /// same execution.
    ///
    /// ```
    /// use sbst::distance::{eq, flag};
    /// use sbst::execution::{AllCriteria, CallTreeLimits, Execution, Trace};
    /// use sbst::fitness::flag::{FlagGradient, Flags, Refined};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, CallSite, Function};
    ///
    /// // main: 0: if check(x) { 1 } 2     check: 0: if x == 9 { 1: return true } 2: return false
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
    /// let for_goals: Refined<'_, dyn AllCriteria> = refined.known_as(&trace); // as `Goals<dyn AllCriteria>` takes it
    /// assert_eq!(for_goals.branch_distance(graph.edge(Branch::new(0))).map(|d| d.get()), Some(3.0 / 4.0));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn known_as<Y: ?Sized>(&self, run: &'a Y) -> Refined<'a, Y> {
        Refined { run, flags: self.flags, tree: self.tree }
    }

    /// F of a flag in one activation: how far the calls at its site were from the value that it needs; 0 iff it was taken there, `None` if
    /// it was not evaluated there, and for a branch that is no flag. [`Distance::norm`] of it is what Algorithm 1 of Lin et al. (2020) returns
    /// (line 12), in [0, 1], if the gradient is [`FlagGradient::published`](super::FlagGradient::published).
    ///
    /// With [`TargetCalls::Pooled`](super::TargetCalls::Pooled) all activations that did not take the flag have the one pooled F.
    ///
    /// ```
    /// use sbst::distance::{eq, flag};
    /// use sbst::execution::{CallTreeLimits, Trace};
    /// use sbst::fitness::flag::{FlagGradient, Flags};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Activation, Branch, CallSite, Function};
    ///
    /// // main: 0: if check(x) { 1 } 2     check: 0: if x == 9 { 1: return true } 2: return false
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
    /// let of_call = |number| refined.distance_in(Activation::new(number), Branch::new(0)).map(|d| d.get());
    /// // The calls of main are activations 0 and 2: 7 is 3 away, 8 is 2 away. Those of check decide no flag.
    /// assert_eq!([0, 1, 2].map(of_call), [Some(3.0 / 4.0), None, Some(2.0 / 3.0)]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance_in(&self, activation: Activation, flag: Branch) -> Option<Distance> {
        self.tree.distance_in(self.flags, activation, self.flags.number_of(flag)?)
    }

    /// Whether what was declared and what the subject reports agree, as far as this execution shows. For tests of an instrumentation: it
    /// finds a site that is not marked, an exit that is not declared or has the wrong value, a negation that was forgotten. Linear in the
    /// activations and the flags of their functions.
    ///
    /// # Errors
    ///
    /// The first one from the last activation to the first, for what is wrong in a call spreads to its callers:
    ///
    /// - [`FlagError::NothingKnown`] if nothing is known of how a call could return what a flag needs that was not taken, or what is
    ///   handed on. That is all right where calls decide of which nobody knows, and for calls beyond the
    ///   [limits](crate::execution::CallTreeLimits) of a trace.
    /// - [`FlagError::Contradiction`] if a flag that was not taken is as near as can be: a call did all that was declared. That is all
    ///   right if the call threw after that, or if its result was not tested. Of several calls, sums and arithmetic means show it only if
    ///   it holds for all.
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
    /// assert!(matches!(told, Err(FlagError::NothingKnown { .. }))); // what does `check` return?
    /// flags.function(&graph, CHECK).returns(1, false)?.returns(2, true)?; // the wrong way round
    /// let told = gradient.refine(&graph, &flags, &trace)?.check();
    /// assert!(matches!(told, Err(FlagError::Contradiction { .. })));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<(), FlagError> {
        self.tree.check(self.flags)
    }

    fn refine(&self, branch: Edge, observed: Distance, least: &[Distance]) -> Distance {
        match self.flags.number_of(branch.branch) {
            Some(number) if observed > Distance::ZERO => match least.get(number as usize).copied() {
                Some(least) if least < Distance::INFINITE => least.max(Distance::SMALLEST),
                _ => observed, // it was evaluated where no activation is known
            },
            _ => observed,
        }
    }
}

impl<X: Execution + ?Sized> Execution for Refined<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.run.branch_distance(branch).map(|observed| self.refine(branch, observed, &self.tree.least))
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

/// The calls that the test makes itself, their flags refined by what those call in turn.
impl<X: DirectCalls + ?Sized> DirectCalls for Refined<'_, X> {
    fn direct_branch_distance(&self, branch: Edge) -> Option<Distance> {
        let observed = self.run.direct_branch_distance(branch)?;
        Some(self.refine(branch, observed, &self.tree.least_direct))
    }
    fn direct_progress(&self, block: Block) -> Option<u32> {
        self.run.direct_progress(block)
    }
}

// Derived, these would demand that X is Copy.
impl<X: ?Sized> Clone for Refined<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Refined<'_, X> {}
