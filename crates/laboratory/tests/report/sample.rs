//! Results that no search made: a small deterministic generator.

use sbst_laboratory::results::{Covered, Outcome, Results, Search};

/// Names of techniques: the later, the faster they cover goals, on most subjects.
pub(crate) const TECHNIQUES: [&str; 5] =
    ["random", "one goal", "all goals", "all goals, seeded", "archive & <frontier>"];

/// Returns the next of a sequence of numbers within 0..1, which `state` determines (splitmix64).
fn draw(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Returns about 10 to the power of `exponent`, at least 1. It is the same number on every
/// platform: linear between powers of 2.
fn power(exponent: f64) -> u64 {
    let doublings = (exponent * 3.32).clamp(0.0, 40.0);
    let whole = doublings.floor();
    ((1_u64 << whole as u32) as f64 * (1.0 + doublings - whole)) as u64
}

/// Generates outcomes of the first subjects and the first techniques, with seeds from 0 on.
pub(crate) fn results(subjects: usize, techniques: usize, seeds: u64) -> Results {
    let mut results = Results::new();
    let mut state = 7;
    for subject in 0..subjects {
        let goals = 6 + (subject * 7 % 19) as u32;
        let hardness = 2.0 + 4.0 * draw(&mut state);
        let tilt: Vec<f64> = (0..techniques)
            .map(|technique| 0.35 * technique as f64 - 0.9 * draw(&mut state))
            .collect();
        for (technique, tilt) in TECHNIQUES[..techniques].iter().zip(&tilt) {
            for seed in 0..seeds {
                let mut covered: Vec<Covered> = Vec::new();
                for goal in 0..goals {
                    let depth = f64::from(goal) / f64::from(goals) * hardness;
                    let execution = power(depth - tilt + 1.2 * draw(&mut state) - 0.6);
                    if execution <= 10_000 {
                        covered.push(Covered { goal, execution });
                    }
                }
                covered.sort_by_key(|covered| covered.execution);
                let executions = if covered.len() == goals as usize {
                    covered.last().map_or(0, |last| last.execution)
                } else {
                    10_000
                };
                let search = Search {
                    subject: format!("subject_{subject:03}"),
                    technique: (*technique).to_owned(),
                    seed,
                };
                results.add(search, Outcome { goals, covered, executions, ..Outcome::default() });
            }
        }
    }
    results
}
