//! What a trace records of mutants that were run.

use crate::execution::{Effect, Effects, Misuse, Trace};
use crate::id::Mutant;

impl Trace {
    /// Records that the test was executed with a mutant in the place of the original, and what that changed. Of several effects of a
    /// mutant the least counts. Call it after the execution of the original, before the trace is reset; record the execution of the mutant
    /// on another trace.
    ///
    /// Nothing is recorded of a mutant for which the trace was not made (see [`with_mutants`](Self::with_mutants)), as with
    /// [`infected`](Self::infected). O(log n) for n mutants that were run if they come in their order, O(n) otherwise.
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::execution::{Effect, Effects, Trace};
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
        if mutant.number() < self.observations.mutants.count() {
            self.observations.effects.see(mutant, effect);
        }
    }
}

/// Needs [`Trace::with_mutants`]: of other mutants nothing is known, and [`Trace::check`] tells that they were asked for.
impl Effects for Trace {
    fn effect(&self, mutant: Mutant) -> Option<Effect> {
        let mutants = self.observations.mutants.count();
        if mutant.number() >= mutants {
            self.note(Misuse::NoSuchMutant { mutant, mutants });
        }
        self.observations.effects.get(mutant)
    }
}
