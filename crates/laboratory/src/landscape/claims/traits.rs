//! Traits of branches that go with plateaus.

use super::flags::Contrast;
use super::{Measured, of_formula, open};
use crate::landscape::{GoalLandscape, SubjectLandscapes};
use crate::statistics::{Interval, a12, a12_interval, by_place, holm, median, rank_sum};
use std::collections::BTreeMap;

/// A trait of branches, and how neutral branches with it are in comparison with branches without
/// it.
#[derive(Clone, Debug, PartialEq)]
pub struct TraitOfPlateaus {
    /// The trait, in comparison with its contrary.
    pub name: &'static str,
    /// Number of branches with the trait, and without it.
    pub branches: [usize; 2],
    /// Median share of neutral steps of the branches with the trait, and without it. `None` if
    /// there are none.
    pub neutrality: [Option<f64>; 2],
    /// Number of families.
    pub families: usize,
    /// Probability that a branch with the trait has more neutral steps than one of the same subject
    /// without it: the median over families. Of a trait of subjects, the probability that a family
    /// with the trait has more.
    pub a12: f64,
    /// Confidence interval of `a12` at 95 %.
    pub interval: Interval,
    /// The p value of the signed-rank test over families, corrected for the number of traits by
    /// [`holm`]. Of a trait of subjects, that of the rank-sum test.
    pub p: f64,
}

/// A branch in its subject.
struct Place<'s> {
    goal: &'s GoalLandscape,
    /// Branches of the same decision, this one included.
    decision: &'s [&'s GoalLandscape],
}

/// A trait: `Some(true)` if a branch has it, `Some(false)` if it has the contrary, `None` if it is
/// not known.
type Has = fn(&Place<'_>) -> Option<bool>;

/// Traits of branches that are compared within subjects.
const TRAITS: [(&str, Has); 7] = [
    ("flag / other", |place| Some(place.goal.features.is_flag)),
    ("in a loop / not", |place| Some(place.goal.features.is_in_loop)),
    ("nested / evaluated by every call", |place| Some(place.goal.features.nesting > 0)),
    ("nested twice or deeper / once", |place| match place.goal.features.nesting {
        0 => None,
        nesting => Some(nesting > 1),
    }),
    ("evaluated by less than half of the inputs / more", |place| Some(place.goal.measured < 0.5)),
    ("one distance at its decision / several", |place| {
        place.goal.is_graded.map(|is_graded| !is_graded)
    }),
    ("equality / order", is_equality),
];

/// Returns `true` for the side of an equality with several distances, and `false` for a side of a
/// comparison by order.
///
/// The relation of a decision is not recorded. It follows from the distances that were seen: on
/// both sides of a comparison by order there are several, and on one side of an equality.
fn is_equality(place: &Place<'_>) -> Option<bool> {
    let [one, other] = place.decision else { return None };
    let other = if one.goal == place.goal.goal { other } else { one };
    match (place.goal.is_graded?, other.is_graded?) {
        (true, is_order) => Some(!is_order),
        (false, _) => None,
    }
}

/// Returns the traits of branches that may go with plateaus, under a formula. Traits are compared
/// within subjects, except for texts among the inputs, which subjects have as a whole.
///
/// Subjects with fewer than three branches with the trait, or without it, are left out. What goes
/// with plateaus need not cause them.
#[must_use]
pub fn traits_of_plateaus(survey: &[SubjectLandscapes], formula: &str) -> Vec<TraitOfPlateaus> {
    let measured = of_formula(survey, formula);
    let mut contrasts: Vec<Contrast<'_>> = TRAITS.iter().map(|_| Contrast::default()).collect();
    for one in &measured {
        let mut decisions: BTreeMap<u32, Vec<&GoalLandscape>> = BTreeMap::new();
        for goal in &one.landscape.goals {
            decisions.entry(goal.decision).or_default().push(goal);
        }
        for ((_, has), contrast) in TRAITS.iter().zip(&mut contrasts) {
            let [mut with, mut without] = [Vec::new(), Vec::new()];
            for goal in &one.landscape.goals {
                let Some(share) = open(goal) else { continue };
                match has(&Place { goal, decision: &decisions[&goal.decision] }) {
                    Some(true) => with.push(share),
                    Some(false) => without.push(share),
                    None => {}
                }
            }
            contrast.add(&one.subject.family, [with, without]);
        }
    }
    let of_branches = |((name, _), contrast): (&(&'static str, Has), Contrast<'_>)| {
        let tested = contrast.test();
        TraitOfPlateaus {
            name,
            branches: contrast.shares.each_ref().map(Vec::len),
            neutrality: contrast.shares.each_ref().map(|shares| median(shares)),
            families: tested.families,
            a12: tested.estimate,
            interval: tested.interval,
            p: tested.p,
        }
    };
    let mut traits: Vec<_> = TRAITS.iter().zip(contrasts).map(of_branches).collect();
    traits.push(texts(&measured));
    let corrected = holm(&traits.iter().map(|one| one.p).collect::<Vec<_>>());
    for (one, p) in traits.iter_mut().zip(corrected) {
        one.p = p;
    }
    traits
}

/// Compares families whose inputs contain texts with others. A family with subjects of both kinds
/// has a number in either sample.
fn texts(measured: &[Measured<'_>]) -> TraitOfPlateaus {
    let mut branches = [Vec::new(), Vec::new()];
    let mut families = [BTreeMap::<&str, Vec<f64>>::new(), BTreeMap::new()];
    for one in measured {
        let at = usize::from(!one.subject.has_text);
        let shares: Vec<f64> = one.landscape.goals.iter().filter_map(open).collect();
        if let Some(median) = median(&shares) {
            families[at].entry(&one.subject.family).or_default().push(median);
        }
        branches[at].extend(shares);
    }
    let numbers = |families: &BTreeMap<&str, Vec<f64>>| {
        families.values().filter_map(|of| median(of)).collect::<Vec<_>>()
    };
    let numbers = families.each_ref().map(numbers);
    let [with, without] = by_place(numbers.each_ref().map(Vec::as_slice));
    let a12 = a12(&with, &without);
    TraitOfPlateaus {
        name: "inputs with texts / without",
        branches: branches.each_ref().map(Vec::len),
        neutrality: branches.each_ref().map(|shares| median(shares)),
        families: with.len() + without.len(),
        a12,
        interval: a12_interval(a12, [with.len(), without.len()], 0.95),
        p: rank_sum(&with, &without),
    }
}
