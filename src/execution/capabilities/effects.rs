//! Effects of mutants: how much of the trace and of the outputs they change.

use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::FlowGraph;
use crate::id::{Function, Mutant};
use crate::sort::sort;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Capability: the effect of each mutant when the test is executed again with the mutant instead of the original. Goals of strong mutation
/// need it.
///
/// An executor that runs no mutants answers `None`. To save time, run only the mutants that [infected](crate::execution::Infections) the
/// state: other mutants cannot be killed.
///
/// ```
/// use sbst::distance::ne;
/// use sbst::execution::{Effect, Effects, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Mutant;
///
/// let trace =
///     Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?).with_mutants(2);
/// let [original, mutant] = [7, 5]; // what the test returned
/// trace.affected(
///     Mutant::new(0),
///     Effect::NONE.with_outputs(ne(original, mutant).to_true()),
/// );
/// assert!(trace.effect(Mutant::new(0)).is_some_and(|effect| effect.is_killed()));
/// assert_eq!(trace.effect(Mutant::new(1)), None); // was not run
///
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Effects {
    /// Returns the least [`Effect`] of `mutant` over all executions; `None` if the mutant was not executed.
    fn effect(&self, mutant: Mutant) -> Option<Effect>;
}

/// Effect of a mutant on an execution: none, a change of the trace, or a change of an output, which kills the mutant.
///
/// The [distance](Self::distance) from being killed is (norm(d) + 1 - s) / 2, in \[0, 1\].
///
/// - d is the least distance of an output from differing; infinite if it is unknown.
/// - s is the share of the trace that differs. Of the blocks entered and branches taken by the original or the mutant, it is the share
///   that only one of the two entered or took ([`between`](Self::between)).
///
/// The distance is 0 if and only if the mutant is killed, that is, d = 0. It never grows if an output comes nearer to differing, or if more
/// of the trace differs. Effects are ordered by this distance, so the least effect is the one nearest to killing the mutant.
///
/// Sources: a mutant is strongly killed if and only if the output differs: Jia, Harman, "An Analysis and Survey of the Development of
/// Mutation Testing" (2011), section II. The part of the trace that differs is the impact of Fraser, Zeller, "Mutation-Driven Generation of
/// Unit Tests and Oracles" (2012), which counts methods. The share and the formula are this crate's.
///
/// ```
/// use sbst::distance::{Distance, lt};
/// use sbst::execution::{Effect, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // 0: if x < limit { 1 } 2: the mutant has another limit.
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
/// // Blocks 0 and 2 are reached by both, block 1 and the branch to it by the
/// // original, the other branch by the mutant.
/// assert_eq!(effect.differing(), 0.6);
/// assert_eq!(effect.distance().get(), 0.7); // of the outputs nothing is known
/// assert_eq!(effect.with_outputs(Distance::from(1)).distance().get(), 0.45);
/// assert_eq!(effect.with_outputs(Distance::ZERO), Effect::KILLED);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Share of the trace that differs, in [0, 1].
    differing: f64,
    /// Least distance of an output from differing.
    outputs: Distance,
}

impl Effect {
    /// Effect of a killed mutant: an output differs. Use it also for a mutant that ends with another exception or does not end, if that counts
    /// as an output.
    pub const KILLED: Self = Self { differing: 1.0, outputs: Distance::ZERO };

    /// Effect of a mutant that changed nothing, and whose outputs are unknown: the farthest from being killed.
    pub const NONE: Self = Self { differing: 0.0, outputs: Distance::INFINITE };

    /// Creates an effect from the share of the trace that differs, for executors that compare traces themselves.
    ///
    /// The share is in \[0, 1\]: numbers outside are clamped, and NaN counts as 0. The outputs are unknown: see
    /// [`with_outputs`](Self::with_outputs).
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
        // NaN fails the comparison.
        let differing = if differing > 0.0 { differing.min(1.0) } else { 0.0 };
        Self { differing, outputs: Distance::INFINITE }
    }

    /// Creates an effect by comparing the execution of the original with that of the mutant.
    ///
    /// The share of the trace that differs is the number of blocks and branches that only one of the two entered or took, divided by the
    /// number that at least one of them entered or took; 0 if neither entered anything. The mutant must have the control-flow graph of the
    /// original. The outputs are unknown: see [`with_outputs`](Self::with_outputs). Linear in the size of the entered functions.
    #[must_use]
    pub fn between(graph: &FlowGraph, original: &(impl Execution + ?Sized), mutant: &(impl Execution + ?Sized)) -> Self {
        let mut functions: Vec<Function> = Vec::new();
        original.entered(graph, &mut |function| functions.push(function));
        mutant.entered(graph, &mut |function| functions.push(function));
        functions.retain(|function| function.index() < graph.function_count());
        sort(&mut functions);
        functions.dedup();
        // Blocks and branches count alike: a branch between entered blocks may be the only difference.
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

    /// Adds the distance of an output from differing between the original and the mutant, as [`ne`](crate::distance::ne) measures it. The
    /// distance 0 kills the mutant. Of several outputs, the least distance counts.
    #[must_use]
    pub fn with_outputs(self, distance: Distance) -> Self {
        let outputs = self.outputs.min(distance);
        // The trace of a killed mutant does not matter, so that all killed mutants have the same effect.
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

    /// Returns the distance of the mutant from being killed, in \[0, 1\]: 0 if and only if it is killed, 1 if nothing differs and the outputs
    /// are unknown.
    #[must_use]
    pub fn distance(self) -> Distance {
        if self.is_killed() {
            return Distance::ZERO;
        }
        Distance::of((self.outputs.norm() + (1.0 - self.differing)) / 2.0).max(Distance::SMALLEST)
    }
}

impl Eq for Effect {}

/// Orders effects by their distance, then by the distance of the outputs, then those with more difference in the trace first.
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
