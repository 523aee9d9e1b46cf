//! Computation of the distances of flags, from the last activation to the first.

use super::contexts::{Space, Work};
use super::flags::Flags;
use super::forms::{
    AggregationOrder, Forms, InnerFlags, Iterations, Job, RequiredBranches, TargetCalls,
};
use super::refined::Refined;
use super::source::FlagError;
use super::tree::Tree;
#[cfg(doc)]
use crate::distance::Distance;
use crate::distance::{Aggregate, Normalise};
use crate::execution::Facts;
use crate::flow::FlowGraph;
use crate::formula::{Combination, Normalisation};
use crate::id::Function;

/// Calculator of the distances of flags, for one execution after another.
///
/// Every choice has a method. [`new`](Self::new) creates the default form, and
/// [`published`](Self::published) the form of the paper. One gradient serves any number of graphs,
/// sets of flags and executions, one at a time, and keeps its scratch space.
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
/// let mut graph =
///     FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
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
/// assert_eq!(far.0, near.0); // observed: true is 1 away from false, in both
/// assert!(near.1 < far.1); // but 91 is nearer to 100
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlagGradient {
    /// The choices of the form.
    forms: Forms,
    /// Activations of the last execution.
    tree: Tree,
    /// Scratch space.
    space: Space,
}

impl FlagGradient {
    /// Creates a calculator of the default form. It uses harmonic means, first over the activations
    /// ([`AggregationOrder::ActivationsFirst`]), with each activation on its own ([`Iterations::Nested`],
    /// [`TargetCalls::Least`]), and F wherever a cell is measured at a flag
    /// ([`InnerFlags::Nearest`]).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a calculator of the published form. It uses harmonic means, first over the
    /// activations, over all iterations that were recorded under a call context
    /// ([`Iterations::Pooled`], [`TargetCalls::Pooled`]), with F only for required branches that
    /// are flags ([`InnerFlags::Required`]), and with the last branch of each way to a return as a
    /// required branch ([`RequiredBranches::Last`]).
    ///
    /// Algorithm 1 collects distances into sets (lines 3 and 8), but Eq. 3 divides by their number
    /// k, the number of iterations (3.5). Here equal distances count one by one, as in Eq. 3.
    ///
    /// The paper's value is [`Distance::norm`] of [`Refined::distance_in`]. The paper has 0 for a
    /// branch that was not taken if an iteration did everything that is required. Here F is then
    /// [`Distance::SMALLEST`], because 0 means covered. The distances of conditions are those of
    /// the execution; [`Rules::TRACEY`](crate::distance::Rules::TRACEY) are the rules of the paper
    /// (3.3).
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

    /// Sets the aggregation over the activations of a site. The default is the harmonic mean.
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

    /// Sets the aggregation over the requirements: branches, and exits that return the result of a
    /// call. The default is the harmonic mean.
    ///
    /// ```
    /// use sbst::distance::{Aggregate, Aggregation};
    /// use sbst::fitness::flag::FlagGradient;
    ///
    /// /// Combines activations and requirements by one formula.
    /// fn by(formula: impl Aggregate + Clone + Send + Sync + 'static) -> FlagGradient {
    ///     FlagGradient::new().over_activations(formula.clone()).over_required(formula)
    /// }
    /// let least = by(Aggregation::Min);
    /// ```
    #[must_use]
    pub fn over_required(mut self, aggregation: impl Aggregate + Send + Sync + 'static) -> Self {
        self.forms.over_required = Combination::of(aggregation);
        self
    }

    /// Sets the normalisation of the part of a cell. The default is x / (1 + x).
    #[must_use]
    pub fn with_normaliser(mut self, normaliser: impl Normalise + Send + Sync + 'static) -> Self {
        self.forms.normaliser = Normalisation::of(normaliser);
        self
    }

    /// Sets the order of the two aggregations.
    #[must_use]
    pub const fn in_order(mut self, order: AggregationOrder) -> Self {
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
        self.forms.target_calls = calls;
        self
    }

    /// Sets the choice where F takes the place of the observed distance within called functions.
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

    /// Returns an execution with refined distances of its flags. Sweep it in place of the original
    /// execution.
    ///
    /// The computation is one pass over the activations, from the last to the first. Its time is
    /// linear in the activations, in the flags that were declared for their functions and in their
    /// requirements. An activation that did not come within one level of a requirement adds the
    /// size of its function. Calls of several sites that alternate are sorted. In the steady state
    /// it allocates nothing.
    ///
    /// With [`Iterations::Pooled`] and [`TargetCalls::Pooled`], a call is visited at most once for
    /// each call that it is nested in. Time is then linear in the sum of the depths of the
    /// activations, hence quadratic in the depth of a recursion, with about a microsecond for each
    /// pair of nested calls. [`CallTreeLimits`](crate::execution::CallTreeLimits) bound that.
    ///
    /// # Errors
    ///
    /// [`FlagError::OtherGraph`] if the flags or the execution do not fit the graph.
    /// [`FlagError::NoActivations`] if a function was entered, and the execution has no
    /// activations.
    pub fn refine<'a, X: Facts + ?Sized>(
        &'a mut self,
        graph: &FlowGraph,
        flags: &'a Flags,
        run: &'a X,
    ) -> Result<Refined<'a, X>, FlagError> {
        // Ids of another program could be in range, so the identity is checked, and not the
        // numbers.
        graph
            .check(flags.made_for())
            .and_then(|()| run.fits(graph))
            .map_err(FlagError::OtherGraph)?;
        let Self { forms, tree, space } = self;
        tree.read(flags, run);
        // Without activations every flag would silently keep its observed distance, so this is an
        // error.
        if tree.calls.is_empty() {
            let mut entered = None;
            run.entered(graph, &mut |function| {
                entered = Some(entered.map_or(function, |least: Function| least.min(function)));
            });
            if let Some(function) = entered {
                return Err(FlagError::NoActivations { function });
            }
        }
        // From the last activation to the first: a callee comes after its caller, so its answers
        // are known when the caller asks. This is the recursion of Algorithms 1 and 2 without a
        // stack.
        let mut work = Work { job: Job { graph, flags, run, forms }, tree, space };
        for activation in (0..work.tree.calls.len()).rev() {
            work.settle(activation);
        }
        // Pooling needs the observed distances and the answers of all activations, so it follows
        // the pass.
        if forms.target_calls == TargetCalls::Pooled {
            work.pool();
        }
        Ok(Refined::new(run, flags, tree))
    }
}
