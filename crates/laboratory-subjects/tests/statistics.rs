//! The statistics of the library's examples, which cannot depend on the laboratory, agree with
//! those of the laboratory: p values are near those that it counts out, and all else is equal.

#[path = "../../../examples/experiment/statistics.rs"]
mod examples;

use sbst_laboratory::inputs::Random;
use sbst_laboratory::results::{Covered, Outcome};
use sbst_laboratory::statistics::{Effect, Verdict, verdicts};
use std::cmp::Reverse;

/// Number of goals of a search.
const GOALS: usize = 3;

/// Returns a sample of searches for the examples, and the same sample for the laboratory. The later
/// ones are worse in tendency.
fn sample(
    size: usize,
    shift: usize,
    random: &mut Random,
) -> (Vec<examples::Outcome>, Vec<Outcome>) {
    let (mut of_examples, mut of_laboratory) = (Vec::new(), Vec::new());
    for _ in 0..size {
        // Few different values, so that there are ties.
        let covered = GOALS - random.below(3).min(random.below(3));
        let newest = if covered == 0 { 0 } else { 1 + random.below(30) + shift };
        let spent = if covered == GOALS { newest } else { 1_000 };
        of_examples.push(examples::Outcome {
            covered,
            goals: GOALS,
            newest: newest as u32,
            spent: spent as u32,
        });
        let covered =
            (0..covered as u32).map(|goal| Covered { goal, execution: newest as u64 }).collect();
        of_laboratory.push(Outcome {
            goals: GOALS as u32,
            covered,
            executions: spent as u64,
            ..Outcome::default()
        });
    }
    (of_examples, of_laboratory)
}

/// Returns what the examples compare searches by: more goals are better, then fewer executions
/// until the last of them was covered.
fn key(outcome: &Outcome) -> (usize, Reverse<u64>) {
    (outcome.count(), Reverse(outcome.last()))
}

#[test]
fn examples_and_laboratory_agree() {
    let mut random = Random::new(1);
    let (mut of_examples, mut of_laboratory) = (Vec::new(), Vec::new());
    for number in 0..300 {
        let sizes = [11 + random.below(30), 11 + random.below(30)];
        let (first, technique) = sample(sizes[0], 0, &mut random);
        let (second, baseline) = sample(sizes[1], number % 40, &mut random);
        let found = examples::Effect::of(&first, &second);
        let keys = |sample: &[Outcome]| sample.iter().map(key).collect::<Vec<_>>();
        let expected = Effect::of(&keys(&technique), &keys(&baseline));
        assert!(
            // The laboratory counts the p value out, and the examples approximate it.
            (found.a12 - expected.a12).abs() < 1e-12 && (found.p - expected.p).abs() < 0.01,
            "{found:?} {expected:?}"
        );
        assert_eq!(found.magnitude(), expected.magnitude().name());
        of_examples.push(found);
        // The verdicts are those by the p values of the examples.
        of_laboratory.push(Effect { p: found.p, ..expected });
        let complete = technique.iter().filter(|outcome| outcome.is_complete()).count();
        assert_eq!(examples::success_rate(&first), 100 * complete / sizes[0]);
        let mut spent: Vec<u64> = technique.iter().map(|outcome| outcome.executions).collect();
        spent.sort_unstable();
        assert_eq!(u64::from(examples::median(&first)), spent[sizes[0] / 2]);
    }
    let agree = |(found, expected): (&examples::Verdict, &Verdict)| match expected {
        Verdict::Better => *found == examples::Verdict::Better,
        Verdict::Worse => *found == examples::Verdict::Worse,
        Verdict::NoDifference | Verdict::NotShown => *found == examples::Verdict::NotShown,
    };
    let found = examples::verdicts(&of_examples);
    assert!(found.iter().zip(&verdicts(&of_laboratory, 0.05)).all(agree));
    assert!(
        found.contains(&examples::Verdict::Better) && found.contains(&examples::Verdict::NotShown)
    );
}
