//! Landscapes and boundaries of subjects.

use super::arguments::Landscapes;
use crate::landscape::{
    AdaptiveWalks, BoundarySettings, ComparedFormulas, Formula, GoalLandscape, LandscapeSettings,
    LandscapeSummary, SubjectLandscapes, SurveyProgress, boundary_pairs, landscape_verdicts,
    survey, traits_of_plateaus, verdicts_as_text,
};
use crate::subject::Suite;
use indicatif::{ProgressBar, ProgressStyle};
use sbst::distance::Normaliser;
use sbst::fitness::flag::FlagGradient;
use std::error::Error;
use std::fs;
use std::thread;

/// Names of the formulas of which the claims are about the difference.
const PAIRS: &str = "pairs, no flags";
const FLAGS: &str = "pairs, flags";

/// Returns the formulas that are compared.
fn formulas() -> [Formula; 4] {
    [
        Formula::new(PAIRS),
        Formula::new(FLAGS).with_flags(FlagGradient::new()),
        Formula::new("x/(x+1)")
            .with_flags(FlagGradient::new())
            .with_normaliser(Normaliser::RATIONAL),
        Formula::new("1-1.001^-x")
            .with_flags(FlagGradient::new())
            .with_normaliser(Normaliser::EXPONENTIAL),
    ]
}

/// Measures all subjects under all formulas. Returns medians over the branches of all subjects, and
/// what they say of the claims.
pub(super) fn landscapes(settings: &Landscapes, suite: &Suite) -> Result<String, Box<dyn Error>> {
    let adaptive = AdaptiveWalks { walks: settings.adaptive, ..AdaptiveWalks::default() };
    let walks = LandscapeSettings {
        seed: settings.seed,
        walks: settings.walks,
        steps: settings.steps,
        adaptive,
        ..LandscapeSettings::default()
    };
    let threads =
        settings.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let formulas = formulas();
    let bar = ProgressBar::new(0)
        .with_style(ProgressStyle::with_template("{msg:40!} {bar:30} {pos}/{len}, {eta} left")?);
    let progress = |progress: SurveyProgress<'_>| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(progress.subject.to_owned());
    };
    let survey = survey(suite, &formulas, &walks, threads, progress)?;
    bar.finish_and_clear();
    if let Some(path) = &settings.csv {
        fs::write(path, csv(&survey))?;
    }
    let mut text = header();
    for (at, formula) in formulas.iter().enumerate() {
        let goals = || survey.iter().flat_map(|subject| &subject.landscapes[at].goals);
        type Belongs = fn(&&GoalLandscape) -> bool;
        let groups: [(&str, Belongs); 4] = [
            ("all branches", |_| true),
            ("flags", |goal| goal.features.is_flag),
            ("others", |goal| !goal.features.is_flag),
            ("in loops", |goal| goal.features.is_in_loop),
        ];
        for (group, belongs) in groups {
            text += &row(formula, group, &LandscapeSummary::of(goals().filter(belongs)));
        }
    }
    text += "\nMedians over branches that some walks cover and some do not. Open: of the steps \
        from inputs that do not cover the branch, the\n\
             share that changes nothing. Success: the share of adaptive walks that end at the \
             branch.\n\n";
    let [without_flags, with_flags] = [PAIRS, FLAGS];
    let verdicts = landscape_verdicts(&survey, ComparedFormulas { without_flags, with_flags });
    text += &verdicts_as_text(&verdicts, &traits_of_plateaus(&survey, without_flags));
    Ok(text)
}

/// Returns the rows of all landscapes, by formula, with one header.
fn csv(survey: &[SubjectLandscapes]) -> String {
    let mut csv = String::new();
    let formulas = survey.iter().map(|subject| subject.landscapes.len()).max().unwrap_or(0);
    for at in 0..formulas {
        for subject in survey {
            let rows = subject.landscapes[at].to_csv();
            csv += if csv.is_empty() {
                &rows
            } else {
                rows.split_once('\n').map_or("", |(_, rows)| rows)
            };
        }
    }
    csv
}

fn header() -> String {
    format!(
        "{:16} {:13} {:>8} {:>8} {:>7} {:>6} {:>12} {:>8}\n",
        "formula", "", "branches", "measured", "neutral", "open", "information", "success"
    )
}

fn row(formula: &Formula, group: &str, summary: &LandscapeSummary) -> String {
    let LandscapeSummary {
        goals,
        measured,
        neutrality,
        open_neutrality,
        information_content,
        success,
        ..
    } = summary;
    let number = |number: &Option<f64>| {
        number.map_or_else(|| "-".to_owned(), |number| format!("{number:.2}"))
    };
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
        let pairs = boundary_pairs(subject, &settings)
            .map_err(|error| format!("{}: {error}", subject.name()))?;
        text += &format!("{}: {} decisions with two near inputs\n", subject.name(), pairs.len());
        for pair in pairs {
            text += &format!("  {}\n    {:?}\n    {:?}\n", pair.name, pair.inside, pair.outside);
        }
    }
    Ok(text)
}
