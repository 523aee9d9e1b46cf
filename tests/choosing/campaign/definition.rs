//! Executions of an own store, one after the other, against the definition.

use super::worlds::plans;
use crate::effort::config;
use crate::oracle::campaign::Stands;
use crate::oracle::reached::assert_reached;
use proptest::prelude::*;

proptest! {
    #![proptest_config(config(384))]

    #[test]
    fn every_step_is_what_the_definition_says(plans in plans(9)) {
        let mut both = plans.both();
        both.assert_state();
        for (notes, cost) in &plans.tests {
            both.offer(notes, *cost);
        }
    }
}

/// Goals of every standing, tests that are replaced by cheaper ones, and goals that came from
/// exceptions.
#[test]
fn generated_campaigns_reach_everything() {
    assert_reached(
        plans(9),
        |plans| {
            let mut both = plans.both();
            let (mut reached, first) =
                (crate::oracle::reached::Reached::new(), both.campaign.goals().len());
            let mut tests = std::collections::BTreeMap::new();
            for (notes, cost) in &plans.tests {
                both.offer(notes, *cost);
                for (goal, run) in both.slow.summary(&both.world.graph).covered {
                    reached.extend(
                        (*tests.entry(goal).or_insert(run) != run).then_some("a cheaper test"),
                    );
                }
            }
            reached.extend(
                (both.campaign.goals().len() > first).then_some("an exception became a goal"),
            );
            for stands in both.slow.standings(&both.world.graph) {
                reached.insert(match stands {
                    Stands::Covered(_) => "covered",
                    Stands::Near(_, value, _) if value.distance.get().is_finite() => "near",
                    Stands::Near(..) => "near at an infinite distance",
                    Stands::Far => "far",
                    Stands::Waiting(_) => "waiting",
                    Stands::LeftOut => "left out",
                });
            }
            reached
        },
        &[
            ("covered", 100),
            ("near", 100),
            ("near at an infinite distance", 10),
            ("far", 50),
            ("waiting", 20),
            ("left out", 50),
            ("a cheaper test", 50),
            ("an exception became a goal", 50),
        ],
    );
}
