//! Hook that records the effects of mutants.

use crate::execution::{Effect, Trace};
use crate::id::Mutant;

impl Trace {
    /// Records the effect of a mutant: the change of the trace and of the outputs when the test
    /// runs with the mutant in place of the original program.
    ///
    /// Call this after the execution of the original, before the trace is reset. Record the
    /// execution of the mutant on another trace, and compare the two by [`Effect::between`]. Of
    /// several effects of a mutant, the least one counts: it is the nearest to killing the mutant.
    ///
    /// An effect of a mutant for which the trace has no room is ignored (see
    /// [`with_mutants`](Self::with_mutants)). For n mutants with effects, this takes O(log n) if
    /// mutants come in ascending order, and else O(n).
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::execution::{Effect, Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Mutant;
    ///
    /// let trace =
    ///     Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?).with_mutants(1);
    /// let mutant = Mutant::new(0);
    /// let near = Effect::of_trace(0.5).with_outputs(Distance::from(1));
    /// for effect in [Effect::NONE, near, Effect::of_trace(0.25)] {
    ///     trace.affected(mutant, effect);
    /// }
    /// assert_eq!(trace.effect(mutant), Some(near));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn affected(&self, mutant: Mutant, effect: Effect) {
        // Infections and effects share one bound, although the table of effects needs none: a
        // mutant is known to both or to neither.
        if mutant.number() < self.observations.mutants.count() {
            self.observations.effects.see(mutant, effect);
        }
    }
}
