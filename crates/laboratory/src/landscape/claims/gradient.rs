//! The claims that distances within called functions remove plateaus and guide searches.

use super::{BySubject, FamilyTest, LandscapeVerdict, Measured, open};
use crate::landscape::{GoalLandscape, Landscape};
use crate::statistics::Rounded;

/// Pairs of one flag under two formulas.
#[derive(Default)]
struct Paired<'s> {
    /// For each subject the mean of the improvements of its flags.
    subjects: BySubject<'s>,
    /// Improvements of all flags: negative where the distances within called functions make it
    /// worse.
    improvements: Vec<f64>,
    /// Sums of the measure without the distances within called functions, and with them.
    sums: [f64; 2],
}

impl<'s> Paired<'s> {
    /// Takes in the flags of a subject, without and with distances within called functions. `sign`
    /// is -1 if less is better.
    fn add(
        &mut self,
        family: &'s str,
        flags: &[(&GoalLandscape, &GoalLandscape)],
        sign: f64,
        of: fn(&GoalLandscape) -> Option<f64>,
    ) {
        let pairs: Vec<(f64, f64)> =
            flags.iter().filter_map(|(without, with)| Some((of(without)?, of(with)?))).collect();
        let improvement = |&(without, with): &(f64, f64)| {
            let difference = Rounded::difference(with, without);
            if difference.is_zero() { 0.0 } else { sign * difference.value }
        };
        let improvements: Vec<f64> = pairs.iter().map(improvement).collect();
        if improvements.is_empty() {
            return;
        }
        self.subjects.add(family, improvements.iter().sum::<f64>() / improvements.len() as f64);
        self.improvements.extend(improvements);
        for (without, with) in pairs {
            self.sums[0] += without;
            self.sums[1] += with;
        }
    }

    fn verdict(self, texts: [&'static str; 3], differing: usize) -> LandscapeVerdict {
        let tested = FamilyTest::of(&self.subjects.by_family(), 0.0, [-1.0, 1.0]);
        let count = |belongs: fn(&&f64) -> bool| self.improvements.iter().filter(belongs).count();
        let [without, with] = self.sums.map(|sum| sum / self.improvements.len().max(1) as f64);
        let words = format!(
            "The mean is {without:.3} without and {with:.3} with them; {} flags do better with \
             them, {} worse.",
            count(|&&improvement| improvement > 0.0),
            count(|&&improvement| improvement < 0.0)
        );
        tested.verdict(texts, self.improvements.len(), differing, words)
    }
}

/// Tests whether distances within called functions make flags less neutral, and whether adaptive
/// walks then end at them more often.
///
/// The claims can matter on a subject if any of its flags has another landscape with these
/// distances.
pub(super) fn verdicts(pairs: &[(Measured<'_>, &Landscape)]) -> [LandscapeVerdict; 2] {
    let (mut neutrality, mut success, mut differing) = (Paired::default(), Paired::default(), 0);
    for (without, with) in pairs {
        let flags = flags(without.landscape, with);
        let family = &without.subject.family;
        neutrality.add(family, &flags, -1.0, open);
        success.add(family, &flags, 1.0, |goal| goal.adaptive.success());
        differing += usize::from(flags.iter().any(|(without, with)| without != with));
    }
    [
        neutrality.verdict(
            [
                "distances within calls remove plateaus",
                "With distances within called functions, flags have fewer neutral steps.",
                "mean decrease of the share of neutral steps",
            ],
            differing,
        ),
        success.verdict(
            [
                "distances within calls guide",
                "With distances within called functions, more adaptive walks end at their flag.",
                "mean increase of the share of walks that succeed",
            ],
            differing,
        ),
    ]
}

/// Returns the flags that both landscapes have. Both are in the order of the goals.
fn flags<'l>(
    without: &'l Landscape,
    with: &'l Landscape,
) -> Vec<(&'l GoalLandscape, &'l GoalLandscape)> {
    let mut pairs = Vec::new();
    for goal in without.goals.iter().filter(|goal| goal.features.is_flag) {
        if let Ok(at) = with.goals.binary_search_by_key(&goal.goal, |other| other.goal) {
            pairs.push((goal, &with.goals[at]));
        }
    }
    pairs
}
