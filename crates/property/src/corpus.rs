//! Cases that did something rare.

use crate::case::Case;
use crate::random::Random;
use sbst::execution::{Facts as _, Trace, taken};
use sbst::flow::FlowGraph;
use std::collections::BTreeMap;

/// Something that a case did: the number of a branch that it took, and how often it evaluated the
/// condition, as a power of two.
type Feature = (u32, u32);

/// A case for each feature that a case had, and how many cases had it.
#[derive(Debug, Default)]
pub(crate) struct Corpus {
    /// By feature: the place of its case.
    places: BTreeMap<Feature, usize>,
    kept: Vec<(Case, u64)>,
}

impl Corpus {
    /// Features of which the rarest is chosen.
    const DRAWN: usize = 4;

    /// Notes what a case did. Returns `true` if no case did something of it before.
    pub(crate) fn note(
        &mut self,
        case: &Case,
        graph: &FlowGraph,
        run: &Trace,
        random: &mut Random,
    ) -> bool {
        let mut is_new = false;
        for branch in taken(graph, run) {
            let times = run.evaluations(graph.edge(branch)).max(1).ilog2();
            let place = *self.places.entry((branch.number(), times)).or_insert(self.kept.len());
            match self.kept.get_mut(place) {
                Some((kept, count)) => {
                    *count += 1;
                    // Each of the cases with the feature is as likely to be the one that stands for
                    // it.
                    if random.below(*count as usize) == 0 {
                        *kept = case.clone();
                    }
                }
                None => {
                    is_new = true;
                    self.kept.push((case.clone(), 1));
                }
            }
        }
        is_new
    }

    /// Chooses a case, one with a rare feature rather than others.
    pub(crate) fn choose(&self, random: &mut Random) -> Option<&Case> {
        let drawn = (0..Self::DRAWN).filter_map(|_| self.kept.get(random.below(self.kept.len())));
        drawn.min_by_key(|(_, count)| *count).map(|(case, _)| case)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst::distance::lt;
    use sbst::flow::FlowBuilder;
    use sbst::id::Function;

    /// Executes the loop `while i < n {}`.
    fn turn(trace: &Trace, n: u32) {
        trace.reset();
        let frame = trace.root().enter(Function::new(0));
        for i in 0..=n {
            frame.decide(0, lt(i, n));
        }
        frame.end(1);
    }

    #[test]
    fn rare_cases_are_chosen() {
        let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 0, 1).exit(1)).expect("a graph");
        let (trace, mut corpus, mut random) =
            (Trace::new(&graph), Corpus::default(), Random::new(1));
        assert!(corpus.choose(&mut random).is_none());
        let mut note = |number, n, corpus: &mut Corpus| {
            turn(&trace, n);
            corpus.note(&Case::new(number, &[]), &graph, &trace, &mut random)
        };
        assert!(note(0, 0, &mut corpus), "the loop is left");
        assert!(note(1, 1, &mut corpus), "the loop is entered");
        assert!(!note(2, 0, &mut corpus));
        assert!(note(3, 9, &mut corpus), "the loop takes many turns");
        for number in 4..1_000 {
            assert!(!note(number, 1, &mut corpus));
        }
        let chosen = |number| {
            (0..400)
                .filter(|_| corpus.choose(&mut random).is_some_and(|case| case.number == number))
                .count()
        };
        let [many] = [3].map(chosen);
        assert!(many > 200, "{many} of 400");
    }
}
