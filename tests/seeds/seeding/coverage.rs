//! The transitions of a model that behaviours take.

use super::{config, orders, sequences, trained};
use crate::oracle::seeding::Pairs;
use proptest::prelude::*;
use std::collections::BTreeSet;

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn covered_is_what_some_behaviour_takes(sequences in sequences(), behaviours in sequences(), order in orders()) {
        let model = trained(order, &sequences);
        let all: BTreeSet<_> = Pairs::of(order, &sequences).seen.into_iter().collect();
        let taken: BTreeSet<_> = Pairs::of(order, &behaviours).seen.into_iter().collect();
        let coverage = model.coverage(&behaviours);
        prop_assert_eq!((coverage.total(), coverage.total()), (all.len(), model.transition_count()));
        prop_assert_eq!(coverage.covered(), all.intersection(&taken).count());
        let missing: Vec<_> = coverage.missing().map(|(state, way)| (state.history().to_vec(), way.action.copied())).collect();
        prop_assert_eq!(missing, all.difference(&taken).cloned().collect::<Vec<_>>());
        prop_assert_eq!(coverage.transitions().filter(|(.., covered)| *covered).count(), coverage.covered());
        let share = if all.is_empty() { 1.0 } else { coverage.covered() as f64 / all.len() as f64 };
        prop_assert_eq!(coverage.share(), share);
        // All that it was trained with is all.
        prop_assert_eq!(model.coverage(&sequences).share(), 1.0);
        // One after another.
        let mut grown = model.coverage([[]; 0]);
        let new: usize = behaviours.iter().map(|behaviour| grown.see(behaviour)).sum();
        prop_assert_eq!((new, grown.covered()), (coverage.covered(), coverage.covered()));
    }
}
