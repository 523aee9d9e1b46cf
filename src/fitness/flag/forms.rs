//! Choices for the computation of the distance of a flag.

use super::flags::Flags;
use crate::flow::FlowGraph;
use crate::formula::{Combination, Normalisation};

/// Order of the two aggregations.
///
/// ```
/// use sbst::distance::{Aggregation, eq, flag};
/// use sbst::execution::{CallTreeLimits, Trace};
/// use sbst::fitness::fitness_of_block;
/// use sbst::fitness::flag::{FlagGradient, Flags, AggregationOrder};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// // main:  0: if some call of check returned true { 1 } 2
/// // check: 0: if a == 9 { 1: true }  2: if b == 9 { 3: true }  4: false
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let check =
///     FlowBuilder::new().branch(0, 1, 2).exit(1).branch(2, 3, 4).exit(3).exit(4);
/// let check = graph.add(&check)?;
/// let (main, site) = (Function::new(0), CallSite::new(0));
/// let mut flags = Flags::new();
/// flags.function(&graph, main).decides(0, site)?;
/// flags
///     .function(&graph, check)
///     .returns(1, true)?
///     .returns(3, true)?
///     .returns(4, false)?;
///
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
/// let f = trace.root().enter(main);
/// for (a, b) in [(8, 0), (0, 8)] {
///     let check = f.at(site).enter(check);
///     check.decide(0, eq(a, 9));
///     check.decide(2, eq(b, 9));
/// }
/// f.decide(0, flag(false));
///
/// let then = graph.block(main, 1);
/// let gradient = FlagGradient::new()
///     .over_activations(Aggregation::Min)
///     .over_required(Aggregation::Sum);
/// let distance = |order| {
///     let mut gradient = gradient.clone().in_order(order);
///     let refined = gradient.refine(&graph, &flags, &trace);
///     refined.map(|refined| fitness_of_block(&graph, &refined, then).distance.get())
/// };
/// // For each branch, the nearest call:
/// assert_eq!(distance(AggregationOrder::ActivationsFirst)?, 2.0 / 3.0 + 2.0 / 3.0);
/// // Both branches, in one call:
/// assert_eq!(distance(AggregationOrder::RequiredFirst)?, 2.0 / 3.0 + 10.0 / 11.0);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AggregationOrder {
    /// First over the activations at the site, for each required branch; then over the branches
    /// (Lin et al. 2020, Algorithm 1, lines 4 to 11).
    #[default]
    ActivationsFirst,
    /// First over the required branches, in each activation; then over the activations. Not in the
    /// paper.
    RequiredFirst,
}

/// Choice of the calls that count for a flag within a called function.
///
/// For example, a flag in `main` depends on several activations of `outer`, and a flag in `outer`
/// depends on the calls that `outer` makes. The two choices differ only if the site in `main` makes
/// more than one call.
///
/// ```
/// use sbst::distance::{eq, flag};
/// use sbst::execution::{CallTreeLimits, Trace};
/// use sbst::fitness::fitness_of_block;
/// use sbst::fitness::flag::{FlagGradient, Flags, Iterations};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// // main:  0: if outer(..) for any of them { 1 } 2
/// // outer: 0: if inner(..) for any of them { 1: true } 2: false
/// // inner: 0: if x == 9 { 1: true } 2: false
/// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
/// let mut graph = FlowGraph::of(&body)?;
/// let (outer, inner) = (graph.add(&body)?, graph.add(&body)?);
/// let (main, site) = (Function::new(0), CallSite::new(0));
/// let mut flags = Flags::new();
/// for function in [main, outer] {
///     flags.function(&graph, function).decides(0, site)?;
/// }
/// for function in [outer, inner] {
///     flags.function(&graph, function).returns(1, true)?.returns(2, false)?;
/// }
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
/// let f = trace.root().enter(main);
/// for inputs in [&[9 - 1][..], &[9 - 2, 9 - 3]] {
///     let g = f.at(site).enter(outer);
///     for &x in inputs {
///         g.at(site).enter(inner).decide(0, eq(x, 9));
///     }
///     g.decide(0, flag(false));
/// }
/// f.decide(0, flag(false));
///
/// let distance = |iterations| {
///     let mut gradient = FlagGradient::new().over_iterations(iterations);
///     let refined = gradient.refine(&graph, &flags, &trace);
///     refined.map(|refined| {
///         fitness_of_block(&graph, &refined, graph.block(main, 1)).distance.get()
///     })
/// };
/// // The inner calls are 2, 3 and 4 away: 2/3, 3/4 and 4/5, and H is the harmonic
/// // mean.
/// // H(2/3) = 2/3, H(3/4, 4/5) = 24/31; their norms are 2/5 and 24/55.
/// assert!(
///     (distance(Iterations::Nested)? - 2.0 / (5.0 / 2.0 + 55.0 / 24.0)).abs() < 1e-15
/// );
/// // H(2/3, 3/4, 4/5) = 36/49, and its norm is 36/85.
/// assert!((distance(Iterations::Pooled)? - 36.0 / 85.0).abs() < 1e-15);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Iterations {
    /// Only the calls of the same activation count: each activation has its own distance, and these
    /// distances are aggregated. Not in the paper.
    #[default]
    Nested,
    /// The calls of all activations that were called at the same sites count together: the flag has
    /// one distance for all of them.
    ///
    /// Source: Lin et al. (2020), Algorithm 2, lines 3 and 6. The recursive call takes the walking
    /// call context, which holds call sites, and not the iteration, so that Algorithm 1, line 2,
    /// finds the iterations of all activations.
    Pooled,
}

/// Choice of the calls that count for a flag if its own function was called several times.
///
/// ```
/// use sbst::distance::{eq, flag};
/// use sbst::execution::{CallTreeLimits, Trace};
/// use sbst::fitness::fitness_of_block;
/// use sbst::fitness::flag::{FlagGradient, Flags, TargetCalls};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// // main: 0: if check(x) { 1 } 2     check: 0: if x == 9 { 1: true } 2: false
/// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
/// let mut graph = FlowGraph::of(&body)?;
/// let (main, check, site) = (Function::new(0), graph.add(&body)?, CallSite::new(0));
/// let mut flags = Flags::new();
/// flags.function(&graph, main).decides(0, site)?;
/// flags.function(&graph, check).returns(1, true)?.returns(2, false)?;
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
/// for x in [7, 5] {
///     let f = trace.root().enter(main);
///     f.decide(0, flag(f.at(site).enter(check).decide(0, eq(x, 9))));
/// }
///
/// let distance = |calls| {
///     let mut gradient = FlagGradient::new().over_target_calls(calls);
///     let refined = gradient.refine(&graph, &flags, &trace);
///     refined.map(|refined| {
///         fitness_of_block(&graph, &refined, graph.block(main, 1)).distance.get()
///     })
/// };
/// // 7 is 3 away from 9, and 5 is 5 away: 3/4 and 5/6.
/// assert_eq!(distance(TargetCalls::Least)?, 3.0 / 4.0);
/// assert!(
///     (distance(TargetCalls::Pooled)? - 2.0 / (4.0 / 3.0 + 6.0 / 5.0)).abs() < 1e-15
/// );
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum TargetCalls {
    /// The calls of one activation count, and the flag has the least distance over the activations
    /// of its function. Not in the paper. With this choice, as for all other goals, the value of
    /// several calls is the least value of one of them.
    #[default]
    Least,
    /// The calls of all activations of the function count together, for one distance.
    ///
    /// For goals of direct calls, these are all activations that the test called itself.
    ///
    /// Source: this crate's reading of Lin et al. (2020), Algorithm 1, line 2. The walking call
    /// context begins with the target method, so all iterations are found that were recorded under
    /// it. The paper does not say how several calls of the target method count.
    Pooled,
}

/// Choice where F takes the place of the observed distance within called functions.
///
/// A cell is level + part. The part is measured at the decision where the activation went wrong,
/// which need not be the required branch.
///
/// ```
/// use sbst::distance::{eq, flag};
/// use sbst::execution::{CallTreeLimits, Trace};
/// use sbst::fitness::fitness_of_block;
/// use sbst::fitness::flag::{FlagGradient, Flags, InnerFlags};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// // main:  0: if outer(x) { 1 } 2
/// // outer: 0: if inner(x) { 1: if x == 0 { 2: true } } 3: false
/// // inner: 0: if x == 9 { 1: true } 2: false
/// let answer = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
/// let mut graph = FlowGraph::of(&answer)?;
/// let outer = graph
///     .add(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3))?;
/// let inner = graph.add(&answer)?;
/// let (main, site) = (Function::new(0), CallSite::new(0));
/// let mut flags = Flags::new();
/// flags.function(&graph, main).decides(0, site)?;
/// flags
///     .function(&graph, outer)
///     .decides(0, site)?
///     .returns(2, true)?
///     .returns(3, false)?;
/// flags.function(&graph, inner).returns(1, true)?.returns(2, false)?;
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
/// let f = trace.root().enter(main);
/// let g = f.at(site).enter(outer);
/// g.decide(0, flag(g.at(site).enter(inner).decide(0, eq(7, 9))));
/// drop(g);
/// f.decide(0, flag(false));
///
/// let distance = |inner_flags| {
///     let mut gradient = FlagGradient::new().with_inner_flags(inner_flags);
///     let refined = gradient.refine(&graph, &flags, &trace);
///     refined.map(|refined| {
///         fitness_of_block(&graph, &refined, graph.block(main, 1)).distance.get()
///     })
/// };
/// // `x == 0` is required. The call went wrong one decision before it, at the flag,
/// // which is 3/4 away, because 7 is 3 away from 9. So the level is 1.
/// assert!((distance(InnerFlags::Nearest)? - (1.0 + 3.0 / 7.0)).abs() < 1e-15);
/// assert_eq!(distance(InnerFlags::Required)?, 1.0 + 1.0 / 2.0); // norm(K)
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum InnerFlags {
    /// F counts wherever a cell is measured at a flag, at any level. Not in the paper. Without F, a
    /// required branch after a flag would leave the search on a plateau.
    #[default]
    Nearest,
    /// F counts only if the required branch itself is a flag. Its cell is then norm(F), without a
    /// level, also in an activation that did not evaluate it. In an activation that took it, the
    /// cell is norm(F) of the contrary. Any other cell is the normalised branch distance, Eq. 1, of
    /// what was observed: a flag at a higher level counts norm(K).
    ///
    /// Eq. 1 is also used if there is no F, because no call is known or nothing is required of it:
    /// Eq. 3 is not defined for no distances.
    ///
    /// Source: Lin et al. (2020), Algorithm 2: lines 1 to 3, 4 to 6 and 7 to 9.
    Required,
}

/// Choice of the branches that a function must take to return a constant.
///
/// ```
/// use sbst::distance::{eq, flag};
/// use sbst::execution::{CallTreeLimits, Trace};
/// use sbst::fitness::fitness_of_block;
/// use sbst::fitness::flag::{FlagGradient, Flags, RequiredBranches};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// // main:  0: if check(x) { 1 } 2
/// // check: 0: if x == 9 { 1: if verbose { 2: log } 3: return true } 4: return false
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let check =
///     FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 3).jump(2, 3).exit(3).exit(4);
/// let check = graph.add(&check)?;
/// let (main, site) = (Function::new(0), CallSite::new(0));
/// let mut flags = Flags::new();
/// flags.function(&graph, main).decides(0, site)?;
/// flags.function(&graph, check).returns(3, true)?.returns(4, false)?;
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
/// let f = trace.root().enter(main);
/// f.decide(0, flag(f.at(site).enter(check).decide(0, eq(7, 9))));
///
/// let distance = |required| {
///     let mut gradient = FlagGradient::new().with_required(required);
///     let refined = gradient.refine(&graph, &flags, &trace);
///     refined.map(|refined| {
///         fitness_of_block(&graph, &refined, graph.block(main, 1)).distance.get()
///     })
/// };
/// // 7 is 3 away from 9. The call went wrong at the required branch itself (level 0),
/// // or one decision before both of the last branches (level 1).
/// assert_eq!(distance(RequiredBranches::Controls)?, 3.0 / 4.0);
/// assert_eq!(distance(RequiredBranches::Last)?, 1.0 + 3.0 / 4.0);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum RequiredBranches {
    /// The branches that the exit depends on: one of them must be taken to reach the exit. Not in
    /// the paper. If several ways meet before the exit, the last branch of a way decides nothing.
    #[default]
    Controls,
    /// The last branch of each way to the exit: the branches from which the function goes there
    /// without another branch.
    ///
    /// Source: Lin et al. (2020), 3.1.
    Last,
}

/// All choices for the computation of the distance of a flag.
#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    /// Normalisation of the part of a cell.
    pub normaliser: Normalisation,
    /// Aggregation over activations.
    pub over_activations: Combination,
    /// Aggregation over requirements.
    pub over_required: Combination,
    pub order: AggregationOrder,
    pub iterations: Iterations,
    pub target_calls: TargetCalls,
    pub inner_flags: InnerFlags,
    pub required: RequiredBranches,
}

/// One computation: the graph, the flags, the execution and the choices.
pub(super) struct Job<'a, X: ?Sized> {
    pub graph: &'a FlowGraph,
    pub flags: &'a Flags,
    pub run: &'a X,
    pub forms: &'a Forms,
}
