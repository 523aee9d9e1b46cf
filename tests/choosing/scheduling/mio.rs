//! MIO's parameters over the budget.

use super::*;
use sbst::selection::Mio;

/// The end points are the parameters; between them, each is linear, rounded down in steps.
#[test]
fn the_published_parameters() {
    for (progress, random, tests, mutations, is_focused) in [
        (0.0, 0.5, 10, 1, false),
        (0.05, 0.45, 10, 1, false),
        (0.1, 0.4, 9, 2, false),
        (0.25, 0.25, 6, 5, false),
        (0.49, 0.01, 2, 9, false),
        (0.5, 0.0, 1, 10, true),
        (1.0, 0.0, 1, 10, true),
        (7.0, 0.0, 1, 10, true),
        (-1.0, 0.5, 10, 1, false),
        (f64::NAN, 0.5, 10, 1, false),
    ] {
        let phase = Mio::PUBLISHED.at(progress);
        assert!((phase.random - random).abs() < 1e-12, "{progress}: {phase:?}");
        assert_eq!(
            (phase.tests, phase.mutations, phase.is_focused),
            (tests, mutations, is_focused),
            "{progress}"
        );
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn the_search_only_narrows(
        random in prop_oneof![0.0..=1.0, select(vec![f64::NAN, -1.0, 3.0, f64::INFINITY])],
        tests in prop_oneof![0..20_usize, Just(usize::MAX)],
        mutations in prop_oneof![0..20_u32, Just(u32::MAX)],
        focus in prop_oneof![0.0..=1.0, select(vec![f64::NAN, -1.0, 3.0, 5e-324])],
        [one, other] in [draw(), draw()],
    ) {
        let mio = Mio { random, tests, mutations, focus };
        let early = |a: f64, b: f64| if a.max(0.0) <= b.max(0.0) { (a, b) } else { (b, a) };
        let (one, other) = early(one, other);
        let (before, after) = (mio.at(one), mio.at(other));
        prop_assert!(
            before.random >= after.random
                && before.tests >= after.tests
                && before.mutations <= after.mutations
        );
        prop_assert!(!before.is_focused || after.is_focused);
        for phase in [before, after] {
            prop_assert!(
                (0.0..=1.0).contains(&phase.random)
                    && phase.tests >= tests.min(1)
                    && phase.tests <= tests
            );
            prop_assert!(phase.mutations >= 1 && phase.mutations <= mutations.max(1));
            if phase.is_focused {
                prop_assert_eq!(
                    (phase.random, phase.tests, phase.mutations),
                    (0.0, tests.min(1), mutations.max(1))
                );
            }
        }
        prop_assert!(mio.at(1.0).is_focused);
    }
}
