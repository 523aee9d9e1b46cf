//! The distance of each flag, from the last activation to the first.

use super::error::FlagError;
use super::flags::Flags;
use super::forms::{InnerFlags, Iterations, Order, RequiredBranches, TargetCalls};
use super::refined::Refined;
use super::space::{Forms, Job, Space};
use super::tree::Tree;
#[cfg(doc)]
use crate::distance::Distance;
use crate::distance::{Aggregate, Combination, Normalisation, Normalise};
use crate::execution::{CallTree, Execution};
use crate::flow::FlowGraph;
use crate::id::Function;

/// Calculator of the distances of flags, for one execution after the other.
///
/// Every choice has a method. [`new`](Self::new) is the default, [`published`](Self::published) the form of the paper. One gradient serves
/// any number of graphs, sets of flags and executions, one at a time; it keeps the space that it works on.
///
/// ```
/// use sbst::distance::{eq, flag};
/// use sbst::execution::{CallTreeLimits, Caller, Trace};
/// use sbst::fitness::FitnessTable;
/// use sbst::fitness::flag::{FlagError, FlagGradient, Flags};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// const RUN: Function = Function::new(0);
/// const CHECK: Function = Function::new(1);
/// const SITE: CallSite = CallSite::new(0);
///
/// /// 0: if check(x) { 1: ... } 2
/// fn run(c: Caller<'_>, x: i32) {
///     let f = c.enter(RUN);
///     if f.decide(0, flag(check(f.at(SITE), x))) {
///         f.end(1);
///     }
///     f.returns(2, ())
/// }
/// /// 0: if x == 100 { 1: return true } 2: return false
/// fn check(c: Caller<'_>, x: i32) -> bool {
///     let f = c.enter(CHECK);
///     if f.decide(0, eq(x, 100)) { f.returns(1, true) } else { f.returns(2, false) }
/// }
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
/// graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let mut flags = Flags::new();
/// flags.function(&graph, RUN).decides(0, SITE)?;
/// flags.function(&graph, CHECK).returns(1, true)?.returns(2, false)?;
///
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::default());
/// let (mut gradient, mut table) = (FlagGradient::new(), FitnessTable::new(&graph));
/// let goal = graph.block(RUN, 1);
/// let mut measure = |x| {
///     trace.reset();
///     run(trace.root(), x);
///     table.sweep(&graph, &trace);
///     let plain = table.block(goal);
///     table.sweep(&graph, &gradient.refine(&graph, &flags, &trace)?);
///     Ok::<_, FlagError>((plain, table.block(goal)))
/// };
/// let (far, near) = (measure(4)?, measure(91)?);
/// assert_eq!(far.0, near.0); // true is 1 away from false, whatever happened
/// assert!(near.1 < far.1); // but 91 is nearer to 100
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlagGradient {
    forms: Forms,
    target_calls: TargetCalls,
    tree: Tree,
    space: Space,
}

impl FlagGradient {
    /// Creates a calculator of the default form: harmonic means, first over the activations ([`Order::ActivationsFirst`]), each activation
    /// by itself ([`Iterations::Nested`], [`TargetCalls::Least`]), with F wherever a cell is measured at a flag ([`InnerFlags::Nearest`]).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a calculator of the published form: harmonic means, first over the activations, over all iterations that were recorded under
    /// a call context ([`Iterations::Pooled`], [`TargetCalls::Pooled`]), with F only for required branches that are flags
    /// ([`InnerFlags::Required`]), and with the last branch of each way to a return as a required branch ([`RequiredBranches::Last`]).
    ///
    /// Algorithm 1 collects distances into sets (lines 3 and 8), and Eq. 3 divides by their number k, the number of iterations (3.5): equal
    /// distances count one by one here, as in Eq. 3.
    ///
    /// The paper's value is [`Distance::norm`] of [`Refined::distance_in`]. Where the paper has 0 for a branch that was not taken, because
    /// an iteration did all that is required, F is [`Distance::SMALLEST`]: 0 means covered. The distances of conditions are those of the
    /// execution; [`Rules::TRACEY`](crate::distance::Rules::TRACEY) are the paper's (3.3).
    ///
    /// Source: Lin et al. (2020), 3.1, Algorithms 1 and 2, Eq. 1 and 3.
    ///
    /// ```
    /// use sbst::fitness::flag::{FlagGradient, InnerFlags, Iterations};
    /// use sbst::fitness::flag::{RequiredBranches, TargetCalls};
    ///
    /// let by_choice = FlagGradient::new()
    ///     .over_iterations(Iterations::Pooled)
    ///     .over_target_calls(TargetCalls::Pooled)
    ///     .with_inner_flags(InnerFlags::Required)
    ///     .with_required(RequiredBranches::Last);
    /// assert_eq!(format!("{by_choice:?}"), format!("{:?}", FlagGradient::published()));
    /// ```
    #[must_use]
    pub fn published() -> Self {
        Self::new()
            .over_iterations(Iterations::Pooled)
            .over_target_calls(TargetCalls::Pooled)
            .with_inner_flags(InnerFlags::Required)
            .with_required(RequiredBranches::Last)
    }

    /// Sets the aggregation over the activations of a site; the harmonic mean unless it is set.
    ///
    /// ```
    /// use sbst::distance::{Aggregation, Distance};
    /// use sbst::fitness::flag::FlagGradient;
    ///
    /// let least = FlagGradient::new().over_activations(Aggregation::Min);
    /// let median = FlagGradient::new().over_activations(|distances: &[Distance]| {
    ///     let mut sorted = distances.to_vec();
    ///     sorted.sort();
    ///     sorted[sorted.len() / 2]
    /// });
    /// ```
    #[must_use]
    pub fn over_activations(mut self, aggregation: impl Aggregate + Send + Sync + 'static) -> Self {
        self.forms.over_activations = Combination::of(aggregation);
        self
    }

    /// Sets the aggregation over what is required: branches, and exits that return the result of a call. The harmonic mean unless it is
    /// set.
    #[must_use]
    pub fn over_required(mut self, aggregation: impl Aggregate + Send + Sync + 'static) -> Self {
        self.forms.over_required = Combination::of(aggregation);
        self
    }

    /// Sets the normalisation of the part of a cell; x / (1 + x) unless it is set.
    #[must_use]
    pub fn with_normaliser(mut self, normaliser: impl Normalise + Send + Sync + 'static) -> Self {
        self.forms.normaliser = Normalisation::of(normaliser);
        self
    }

    /// Sets the order of the two aggregations.
    #[must_use]
    pub const fn in_order(mut self, order: Order) -> Self {
        self.forms.order = order;
        self
    }

    /// Sets the calls that count for a flag within a called function.
    #[must_use]
    pub const fn over_iterations(mut self, iterations: Iterations) -> Self {
        self.forms.iterations = iterations;
        self
    }

    /// Sets the calls that count for a flag whose own function was called several times.
    #[must_use]
    pub const fn over_target_calls(mut self, calls: TargetCalls) -> Self {
        self.target_calls = calls;
        self
    }

    /// Sets where F takes the place of the observed distance within called functions.
    #[must_use]
    pub const fn with_inner_flags(mut self, inner_flags: InnerFlags) -> Self {
        self.forms.inner_flags = inner_flags;
        self
    }

    /// Sets the branches that are required where a constant is returned.
    #[must_use]
    pub const fn with_required(mut self, required: RequiredBranches) -> Self {
        self.forms.required = required;
        self
    }

    /// Returns an execution with the distances of its flags instead of those that were observed: to be swept instead of it.
    ///
    /// One pass over the activations, from the last to the first: linear in them, in the flags that were declared of their functions and
    /// what is required there, and, where an activation did not come within one level of that, in its function. Calls of several sites that
    /// alternate are sorted. [`Iterations::Pooled`] and [`TargetCalls::Pooled`] look at a call once for each call that it is nested in, at
    /// most: linear in the sum of the depths of the activations, hence quadratic in the depth of a recursion, with about a microsecond for each
    /// pair of nested calls. [`CallTreeLimits`](crate::execution::CallTreeLimits) bound that. In the steady state it allocates nothing.
    ///
    /// # Errors
    ///
    /// [`FlagError::OtherGraph`] if the flags or the execution do not fit the graph. [`FlagError::NoActivations`] if something was entered, and no activation is known at all.
    pub fn refine<'a, X: Execution + CallTree + ?Sized>(
        &'a mut self,
        graph: &FlowGraph,
        flags: &'a Flags,
        run: &'a X,
    ) -> Result<Refined<'a, X>, FlagError> {
        graph.check(flags.made_for()).and_then(|()| run.fits(graph)).map_err(FlagError::OtherGraph)?;
        let Self { forms, target_calls, tree, space } = self;
        tree.read(flags, run);
        if tree.calls.is_empty() {
            let mut entered = None;
            run.entered(graph, &mut |function| entered = Some(entered.map_or(function, |least: Function| least.min(function))));
            if let Some(function) = entered {
                return Err(FlagError::NoActivations { function });
            }
        }
        let job = Job { graph, flags, run, forms };
        for activation in (0..tree.calls.len()).rev() {
            space.settle(&job, tree, activation);
            if *target_calls == TargetCalls::Least {
                tree.take_in(flags, activation);
            }
        }
        if *target_calls == TargetCalls::Pooled {
            space.pool(&job, tree);
        }
        Ok(Refined::new(run, flags, tree))
    }
}
