//! Parts fold in any order; workers tell what one process tells.

use proptest::prelude::*;
use sbst_distributed::dataflow::{Workers, evaluate};
use sbst_distributed::evaluate::Evaluator;
use sbst_distributed::{Part, alone, population};

fn folded(mut parts: Vec<Part>) -> Part {
    let mut all = parts.pop().expect("there is a part");
    parts.into_iter().for_each(|part| all.merge(part));
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parts_fold_in_any_order(
        size in 1..60_usize,
        batch in 1..9_usize,
        keys in proptest::collection::vec(any::<u32>(), 60),
    ) {
        let tests = population(size);
        let mut evaluator = Evaluator::new().expect("fits");
        let batches = tests.chunks(batch).enumerate();
        let mut parts: Vec<_> = batches
            .map(|(number, tests)| {
                (keys[number], evaluator.evaluate((number * batch) as u64, tests))
            })
            .collect();
        parts.sort_by_key(|part| part.0);
        // Some are folded before others.
        let (mut left, right): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|(key, _)| key % 2 == 0);
        if !right.is_empty() {
            left.push((0, folded(right.into_iter().map(|part| part.1).collect())));
        }
        prop_assert!(
            folded(left.into_iter().map(|part| part.1).collect())
                .agrees_with(&alone(&tests).expect("fits"))
        );
    }
}

#[test]
fn workers_tell_what_one_process_tells() {
    let tests = population(3_000);
    let one = alone(&tests).expect("fits");
    assert!(
        !one.agrees_with(&alone(&tests[1..]).expect("fits")),
        "another population tells something else"
    );
    for count in [1, 3] {
        let many = evaluate(Workers::Threads(count), tests.clone())
            .expect("they talk")
            .expect("the first worker folds");
        assert!(many.agrees_with(&one), "{count} workers");
    }
}
