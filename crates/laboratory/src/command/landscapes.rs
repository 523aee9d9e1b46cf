//! Landscapes and boundaries of subjects.

use super::arguments::Landscapes;
use crate::landscape::{
    AdaptiveWalks, BoundarySettings, Formula, GoalLandscape, Landscape, LandscapeSettings, Summary, boundary_pairs,
};
use crate::subject::Suite;
use sbst::distance::Normaliser;
use sbst::fitness::flag::FlagGradient;
use std::error::Error;
use std::fs;

/// Returns the formulas that are compared.
fn formulas() -> [Formula; 4] {
    [
        Formula::new("pairs, no flags"),
        Formula::new("pairs, flags").with_flags(FlagGradient::new()),
        Formula::new("x/(x+1)").with_flags(FlagGradient::new()).with_normaliser(Normaliser::RATIONAL),
        Formula::new("1-1.001^-x").with_flags(FlagGradient::new()).with_normaliser(Normaliser::EXPONENTIAL),
    ]
}

/// Measures all subjects under all formulas. Returns medians over the branches of all subjects.
pub(super) fn landscapes(settings: &Landscapes, suite: &Suite) -> Result<String, Box<dyn Error>> {
    let adaptive = AdaptiveWalks { walks: settings.adaptive, ..AdaptiveWalks::default() };
    let walks = LandscapeSettings {
        seed: settings.seed,
        walks: settings.walks,
        steps: settings.steps,
        adaptive,
        ..LandscapeSettings::default()
    };
    let (mut text, mut csv) = (header(), String::new());
    for formula in formulas() {
        let mut goals = Vec::new();
        for subject in suite.iter() {
            let landscape = Landscape::of(subject, &formula, &walks).map_err(|error| format!("{}: {error}", subject.name()))?;
            let rows = landscape.to_csv();
            // One header for all.
            csv += if csv.is_empty() { &rows } else { rows.split_once('\n').map_or("", |(_, rows)| rows) };
            goals.extend(landscape.goals);
        }
        type Belongs = fn(&&GoalLandscape) -> bool;
        let groups: [(&str, Belongs); 4] = [
            ("all branches", |_| true),
            ("flags", |goal| goal.features.is_flag),
            ("others", |goal| !goal.features.is_flag),
            ("in loops", |goal| goal.features.is_in_loop),
        ];
        for (group, belongs) in groups {
            text += &row(&formula, group, &Summary::of(goals.iter().filter(belongs)));
        }
    }
    if let Some(path) = &settings.csv {
        fs::write(path, csv)?;
    }
    text += "\nMedians over branches that some walks cover and some do not. Open: of the steps from inputs that do not cover the branch, the\n\
             share that changes nothing. Success: the share of adaptive walks that end at the branch.\n";
    Ok(text)
}

fn header() -> String {
    format!(
        "{:16} {:13} {:>8} {:>8} {:>7} {:>6} {:>12} {:>8}\n",
        "formula", "", "branches", "measured", "neutral", "open", "information", "success"
    )
}

fn row(formula: &Formula, group: &str, summary: &Summary) -> String {
    let Summary { goals, measured, neutrality, open_neutrality, information_content, success, .. } = summary;
    let number = |number: &Option<f64>| number.map_or_else(|| "-".to_owned(), |number| format!("{number:.2}"));
    format!(
        "{:16} {group:13} {goals:8} {measured:8} {:>7} {:>6} {:>12} {:>8}\n",
        formula.name(),
        number(neutrality),
        number(open_neutrality),
        number(information_content),
        number(success)
    )
}

/// Returns the boundary pairs of all subjects.
pub(super) fn boundaries(suite: &Suite, seed: u64) -> Result<String, Box<dyn Error>> {
    let settings = BoundarySettings { seed, ..BoundarySettings::default() };
    let mut text = String::new();
    for subject in suite.iter() {
        let pairs = boundary_pairs(subject, &settings).map_err(|error| format!("{}: {error}", subject.name()))?;
        text += &format!("{}: {} decisions with two near inputs\n", subject.name(), pairs.len());
        for pair in pairs {
            text += &format!("  {}\n    {:?}\n    {:?}\n", pair.name, pair.inside, pair.outside);
        }
    }
    Ok(text)
}
