//! The transitions of a model that behaviours take.

use super::{config, orders, sequences, trained};
use crate::definitions::seeding::Pairs;
use proptest::prelude::*;
use std::collections::BTreeSet;

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn covered_is_what_some_behaviour_takes(
        sequences in sequences(),
        behaviours in sequences(),
        order in orders(),
    ) {
        let model = trained(order, &sequences);
        let all: BTreeSet<_> = Pairs::of(order, &sequences).seen.into_iter().collect();
        let taken: BTreeSet<_> = Pairs::of(order, &behaviours).seen.into_iter().collect();
        let missing = model.missing(&behaviours);
        let covered = model.transition_count() - missing.len();
        prop_assert_eq!(
            (model.transition_count(), covered),
            (all.len(), all.intersection(&taken).count())
        );
        let missing: Vec<_> = missing
            .into_iter()
            .map(|(state, way)| (state.history().to_vec(), way.action.copied()))
            .collect();
        prop_assert_eq!(missing, all.difference(&taken).cloned().collect::<Vec<_>>());
        let share = if all.is_empty() { 1.0 } else { covered as f64 / all.len() as f64 };
        prop_assert_eq!(model.coverage(&behaviours), share);
        // All that it was trained with is all.
        prop_assert_eq!(model.coverage(&sequences), 1.0);
    }
}
