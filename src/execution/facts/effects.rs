//! Effects of mutants: the share of the trace that they change, and the distance of the outputs
//! from changing.

use super::execution::sorted;
use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::FlowGraph;
use crate::formula::computed;
use crate::id::Function;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Effect of a mutant on an execution: the share of the trace that it changed, and the distance of
/// an output from changing. A changed output kills the mutant.
///
/// The [distance](Self::distance) of the mutant from being killed is (norm(d) + 1 - s) / 2, in \[0,
/// 1\], where
///
/// - norm(x) = x / (x + 1), with norm(infinity) = 1;
/// - d is the least distance of an output from differing between the original and the mutant;
///   infinite if it is unknown;
/// - s is the share of the trace that differs: of the blocks that the original or the mutant
///   entered, and the branches that it took, the share that only one of the two entered or took
///   (see [`between`](Self::between)).
///
/// The distance is 0 if and only if the mutant is killed, that is, if d = 0. It never grows if an
/// output comes nearer to differing, or if more of the trace differs. Effects are ordered by this
/// distance. The least effect is therefore the one nearest to killing the mutant.
///
/// Sources:
///
/// - A mutant is strongly killed if and only if the output differs: Jia, Harman, "An Analysis and
///   Survey of the Development of Mutation Testing" (2011), section II.
/// - The part of the trace that differs is the impact of Fraser, Zeller, "Mutation-Driven
///   Generation of Unit Tests and Oracles" (2012), which counts methods.
/// - The share and the formula are this crate's.
///
/// ```
/// use sbst::distance::{Distance, lt};
/// use sbst::execution::{Effect, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // 0: if x < limit { 1 }  2: return. The mutant has another limit.
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
/// let run = |limit: i32| {
///     let trace = Trace::new(&graph);
///     let f = trace.root().enter(Function::new(0));
///     if f.decide(0, lt(7, limit)) {
///         f.end(1);
///     }
///     f.end(2);
///     drop(f);
///     trace
/// };
/// let effect = Effect::between(&graph, &run(8), &run(7));
/// // Both enter blocks 0 and 2. Only the original enters block 1 and takes the branch
/// // to it. Only the mutant takes the other branch. So 3 of 5 differ.
/// assert_eq!(effect.differing(), 0.6);
/// assert_eq!(effect.distance().get(), 0.7); // the outputs are unknown
/// assert_eq!(effect.with_outputs(Distance::from(1)).distance().get(), 0.45);
/// assert_eq!(effect.with_outputs(Distance::ZERO), Effect::KILLED);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Share of the trace that differs, in [0, 1]; 1 if the mutant is killed.
    differing: f64,
    /// Least distance of an output from differing; infinite if it is unknown.
    outputs: Distance,
}

impl Effect {
    /// Effect of a killed mutant: an output differs. Use it also for a mutant that ends with
    /// another exception, or that does not end, if you count these as outputs.
    pub const KILLED: Self = Self { differing: 1.0, outputs: Distance::ZERO };

    /// Effect of a mutant that changed nothing in the trace, and whose outputs are unknown. It is
    /// the greatest effect, at distance 1.
    pub const NONE: Self = Self { differing: 0.0, outputs: Distance::INFINITE };

    /// Creates an effect from the share of the trace that differs, for executors that compare
    /// traces themselves. The outputs are unknown: see [`with_outputs`](Self::with_outputs).
    ///
    /// The share must be in \[0, 1\]. A number outside is clamped, and NaN counts as 0.
    ///
    /// ```
    /// use sbst::execution::Effect;
    ///
    /// assert_eq!(
    ///     [0.25, 7.0, f64::NAN].map(|share| Effect::of_trace(share).differing()),
    ///     [0.25, 1.0, 0.0]
    /// );
    /// ```
    #[must_use]
    pub fn of_trace(differing: f64) -> Self {
        // NaN fails the comparison, and negative zero becomes zero.
        let differing = if differing > 0.0 { differing.min(1.0) } else { 0.0 };
        Self { differing, outputs: Distance::INFINITE }
    }

    /// Creates an effect by comparing the execution of the original with the execution of the
    /// mutant. The outputs are unknown: see [`with_outputs`](Self::with_outputs).
    ///
    /// The share of the trace that differs is a / b. Here a is the number of blocks and branches
    /// that exactly one of the two entered or took, and b is the number that at least one of the
    /// two entered or took. The share is 0 if b is 0. The mutant must have the control-flow graph
    /// of the original. Linear in the size of the entered functions.
    ///
    /// # Panics
    ///
    /// If one of the executions belongs to another graph. Check with [`Execution::fits`].
    #[must_use]
    #[track_caller]
    pub fn between(
        graph: &FlowGraph,
        original: &(impl Execution + ?Sized),
        mutant: &(impl Execution + ?Sized),
    ) -> Self {
        let fits = original.fits(graph).and_then(|()| mutant.fits(graph));
        fits.unwrap_or_else(|mismatch| mismatch.raise());
        // A function that neither entered has no difference. Stores may visit a function that is
        // not in the graph.
        let mut functions: Vec<Function> = sorted(|visit| {
            original.entered(graph, visit);
            mutant.entered(graph, visit);
        });
        functions.retain(|function| function.index() < graph.function_count());
        // Blocks and branches count alike. Blocks alone would miss a difference: both may enter the
        // same blocks by different branches.
        let (mut reached, mut differ) = (0_u64, 0_u64);
        let mut count = |a: bool, b: bool| {
            reached += u64::from(a || b);
            differ += u64::from(a != b);
        };
        for block in functions.iter().flat_map(|&function| graph.blocks_of(function)) {
            count(original.progress(block).is_some(), mutant.progress(block).is_some());
            for edge in graph.branches_of(block).filter_map(|branch| graph.get_edge(branch)) {
                let takes = |distance: Option<Distance>| distance == Some(Distance::ZERO);
                count(takes(original.branch_distance(edge)), takes(mutant.branch_distance(edge)));
            }
        }
        Self::of_trace(if reached == 0 { 0.0 } else { differ as f64 / reached as f64 })
    }

    /// Adds the distance of an output from differing between the original and the mutant.
    /// [`ne`](crate::distance::ne) measures it: `ne(original, mutant).to_true()`.
    ///
    /// The distance 0 kills the mutant. If there are several outputs, call this method for each of
    /// them: the least distance counts.
    #[must_use]
    pub fn with_outputs(self, distance: Distance) -> Self {
        let outputs = self.outputs.min(distance);
        // All killed mutants have one effect: the trace of a killed mutant does not matter, and
        // must not break ties.
        if outputs == Distance::ZERO { Self::KILLED } else { Self { outputs, ..self } }
    }

    /// Returns `true` if an output differs.
    #[must_use]
    pub fn is_killed(self) -> bool {
        self.outputs == Distance::ZERO
    }

    /// Returns the share of the trace that differs, in \[0, 1\]; 1 if the mutant is killed.
    #[must_use]
    pub const fn differing(self) -> f64 {
        self.differing
    }

    /// Returns the least distance of an output from differing; infinite if it is unknown.
    #[must_use]
    pub const fn outputs(self) -> Distance {
        self.outputs
    }

    /// Returns the distance of the mutant from being killed, in \[0, 1\]. It is 0 if and only if
    /// the mutant is killed, and 1 if nothing differs in the trace and the outputs are unknown.
    #[must_use]
    pub fn distance(self) -> Distance {
        if self.is_killed() {
            return Distance::ZERO;
        }
        // The sum may round to 0 although no output differs. Only a killed mutant may have the
        // distance 0.
        computed((self.outputs.norm() + (1.0 - self.differing)) / 2.0).max(Distance::SMALLEST)
    }
}

// The share is never NaN, so equality is reflexive.
impl Eq for Effect {}

/// Orders effects by their distance from killing the mutant. Ties are broken by the distance of the
/// outputs, and then by the share of the trace that differs: a greater share comes first.
impl Ord for Effect {
    fn cmp(&self, other: &Self) -> Ordering {
        let keys = self.distance().cmp(&other.distance()).then(self.outputs.cmp(&other.outputs));
        keys.then_with(|| other.differing.total_cmp(&self.differing))
    }
}

impl PartialOrd for Effect {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
