//! Techniques of your own: a normaliser, an aggregation for flags, a secondary objective, a
//! scheduler, each against the default.
//!
//! `cargo run --release -p sbst-laboratory --example own`

use sbst::distance::Distance;
use sbst::fitness::flag::FlagGradient;
use sbst::selection::Sampling;
use sbst_laboratory::experiment::{Experiment, Store};
use sbst_laboratory::inputs::{Random, Shape};
use sbst_laboratory::results::Measure;
use sbst_laboratory::search::{Base, Engine, Sampler, Standard, Tie};
use sbst_laboratory::statistics::Effect;
use sbst_laboratory::subject::{Instrumented, Suite};
use sbst_laboratory::technique::Budget;
use std::error::Error;

/// A function to generate tests for: two dates in the right order, in one year.
#[sbst::instrument]
mod dates {
    pub(crate) fn days_between(from: (i32, i32, i32), to: (i32, i32, i32)) -> Option<i32> {
        if !is_date(from) || !is_date(to) || from.0 != to.0 {
            return None;
        }
        if from > to { None } else { Some((to.1 - from.1) * 30 + to.2 - from.2) }
    }

    fn is_date((year, month, day): (i32, i32, i32)) -> bool {
        if !(1..=12).contains(&month) || day < 1 {
            return false;
        }
        day <= if month == 2 { 28 + i32::from(year % 4 == 0) } else { 31 }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let date = || {
        Shape::tuple([
            Shape::integers(1900..=2100),
            Shape::integers(-100..=100),
            Shape::integers(-100..=100),
        ])
    };
    let mut subjects = Suite::new();
    let days = Instrumented::new("days between", ["own::dates"], |(from, to)| {
        dates::days_between(from, to)
    });
    subjects.add(days.with_shape(Shape::tuple([date(), date()])))?;

    // A normaliser is a closure from distances to [0, 1].
    let square_root = |distance: Distance| {
        let root = distance.get().sqrt();
        if root.is_finite() { root / (1.0 + root) } else { 1.0 }
    };
    // An aggregation makes one distance of those of several calls.
    let greatest = |distances: &[Distance]| distances.iter().copied().max().unwrap_or_default();
    // A secondary objective compares two tests that are equally near to a goal.
    let shorter = || |tie: &Tie<'_>| tie.first.test.size().cmp(&tie.second.test.size());
    // A scheduler chooses the goal whose nearest test is changed next: here the one that is nearest
    // to being covered.
    let nearest_first = || {
        |campaign: &mut Sampler, _: &mut Random| {
            let goals = campaign.frontier().active().iter().copied();
            goals.min_by_key(|&goal| campaign.tests().fitness(goal))
        }
    };
    let sampled = Engine::Sampled { sampling: Sampling::UNIFORM, base: Base::Goals };
    let techniques = [
        Standard::new("default"),
        Standard::new("square root").with_normaliser(square_root),
        Standard::new("greatest").with_flags(Some(FlagGradient::new().over_activations(greatest))),
        Standard::new("shorter").with_secondary(shorter),
        Standard::new("nearest first").by(sampled).with_scheduler(nearest_first),
    ];
    let experiment = techniques
        .into_iter()
        .fold(Experiment::new(), Experiment::with)
        .within(Budget::Executions(3_000));
    let results = experiment.run(&subjects, &mut Store::in_memory(), |_| {})?;
    for technique in ["square root", "greatest", "shorter", "nearest first"] {
        let sample = |technique: &str| results.sample("days between", technique);
        let Effect { a12, p, .. } =
            Effect::by(Measure::Effort, &sample(technique), &sample("default"));
        println!("{technique:15} A12 {a12:.2}, p {p:.3}");
    }
    Ok(())
}
