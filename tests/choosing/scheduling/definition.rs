//! Against the definition.

use super::*;

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn each_answer_is_that_of_the_definition(sampling in sampling(), steps in steps()) {
        let (mut ours, mut slow) = (frontier(sampling), SlowScheduler::new(sampling));
        for step in &steps {
            assert_eq!(happen(&mut ours, step), happen_slowly(&mut slow, step), "{step:?}");
            assert_same(&ours, &slow);
        }
    }

    #[test]
    fn so_it_is_after_workers_merged(
        sampling in sampling(),
        workers in vec(steps(), 1..4),
        then in steps(),
    ) {
        let (mut ours, mut slow) = (frontier(sampling), SlowScheduler::new(sampling));
        for steps in &workers {
            let mut worker = SlowScheduler::new(sampling);
            for step in steps {
                happen_slowly(&mut worker, step);
            }
            slow.merge(&worker);
            ours.merge(&after(sampling, steps));
            assert_same(&ours, &slow);
        }
        for step in &then {
            assert_eq!(happen(&mut ours, step), happen_slowly(&mut slow, step), "{step:?}");
            assert_same(&ours, &slow);
        }
    }
}

/// The generator reaches what the definition tells apart.
#[test]
fn what_is_generated_reaches_every_case() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let [mut given_up, mut came_back, mut nothing, mut reached] = [0; 4];
    for _ in 0..300 {
        let (sampling, steps) =
            (sampling(), steps()).new_tree(&mut runner).expect("values").current();
        let mut ours = frontier(sampling);
        for step in &steps {
            let before = given_up_count(&ours);
            let sampled = happen(&mut ours, step);
            given_up += usize::from(given_up_count(&ours) > before);
            came_back += usize::from(given_up_count(&ours) < before);
            nothing +=
                usize::from(matches!(step, Step::Sample(_)) && sampled.is_none() && before > 0);
            reached += usize::from(
                matches!(step, Step::Improve(goals) if goals.iter().any(|&goal| ours.is_active(goal))),
            );
        }
    }
    assert!(
        [given_up, came_back, nothing, reached].into_iter().all(|count| count > 50),
        "{given_up} {came_back} {nothing} {reached}"
    );
}
