//! What mutants changed, and how far the others were from changing an output.

use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::FlowGraph;
use crate::id::{Function, Mutant};
use crate::sort::sort;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Capability: what happened when a test was executed again with a mutant in the place of the original. For strong-mutation goals.
///
/// An executor that runs no mutants answers `None`. To spend less, an executor runs those mutants only whose state was
/// [infected](crate::execution::Infections): the others cannot be killed.
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
    /// Returns the least [`Effect`] of `mutant` over all executions; `None` if it was not run or not compared.
    fn effect(&self, mutant: Mutant) -> Option<Effect>;
}

/// Effect of a mutant on an execution: none, a change of the trace, or a change of an output, which kills the mutant.
///
/// The [distance](Self::distance) is (norm(d) + 1 - s) / 2, for d the distance of the outputs from differing, infinite if it is not known, and s
/// the share of the trace that differs: of the blocks that were entered and the branches that were taken by the original or the mutant, the
/// share that only one of them entered or took ([`between`](Self::between)). It is in \[0, 1\], and 0 iff the mutant is killed, which is d = 0. It never grows if outputs come
/// nearer to differing or if more of the trace differs. The least effect is the best one: effects are ordered by this distance.
///
/// Sources: a mutant is killed strongly iff the output differs: Jia, Harman, "An Analysis and Survey of the Development of Mutation
/// Testing" (2011), section II. The part of the trace that differs is the impact of Fraser, Zeller, "Mutation-Driven Generation of Unit Tests and
/// Oracles" (2012), which counts methods; the share and the formula are ours.
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
    /// In [0, 1].
    differing: f64,
    outputs: Distance,
}

impl Effect {
    /// An output differs: the mutant is killed. For a mutant that ends with another exception or does not end, too, if that counts as an
    /// output.
    pub const KILLED: Self = Self { differing: 1.0, outputs: Distance::ZERO };

    /// Effect of a mutant that changed nothing, of whose outputs nothing is known: the farthest from being killed.
    pub const NONE: Self = Self { differing: 0.0, outputs: Distance::INFINITE };

    /// Creates an effect of which the share of the trace that differs is known, in \[0, 1\]; a number beyond is the nearest of these, and NaN
    /// is 0. For executors that compare traces by themselves.
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
        // Written so that NaN fails.
        let differing = if differing > 0.0 { differing.min(1.0) } else { 0.0 };
        Self { differing, outputs: Distance::INFINITE }
    }

    /// Compares the execution of the original with that of the mutant: of the blocks entered and branches taken by one of them or both, the share that
    /// one of them alone entered or took; 0 if neither entered anything. Linear in the functions that were entered.
    ///
    /// The mutant must have the control-flow graph of the original. Of the outputs nothing is known yet: see
    /// [`with_outputs`](Self::with_outputs).
    #[must_use]
    pub fn between(graph: &FlowGraph, original: &(impl Execution + ?Sized), mutant: &(impl Execution + ?Sized)) -> Self {
        let mut functions: Vec<Function> = Vec::new();
        original.entered(graph, &mut |function| functions.push(function));
        mutant.entered(graph, &mut |function| functions.push(function));
        functions.retain(|function| function.index() < graph.function_count());
        sort(&mut functions);
        functions.dedup();
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

    /// Adds how far an output is from differing between original and mutant, as [`ne`](crate::distance::ne) and its like measure it: 0 if it
    /// differs, which kills the mutant. Of several outputs the nearest counts.
    #[must_use]
    pub fn with_outputs(self, distance: Distance) -> Self {
        let outputs = self.outputs.min(distance);
        // What differs in the trace of a killed mutant does not matter.
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

    /// Returns how far the nearest output is from differing; infinite if it is not known.
    #[must_use]
    pub const fn outputs(self) -> Distance {
        self.outputs
    }

    /// Returns how far the mutant is from being killed, in \[0, 1\]: 0 iff it is killed, 1 if nothing differs and nothing is known of the
    /// outputs.
    #[must_use]
    pub fn distance(self) -> Distance {
        if self.is_killed() {
            return Distance::ZERO;
        }
        Distance::of((self.outputs.norm() + (1.0 - self.differing)) / 2.0).max(Distance::SMALLEST)
    }
}

impl Eq for Effect {}

/// By the distance from being killed, then by that of the outputs, then those first that differ more.
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
