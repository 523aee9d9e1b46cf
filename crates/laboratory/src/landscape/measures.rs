//! Measures of a goal, as means over walks.

use super::{Formula, Series, neutral_areas, neutrality, neutrality_distance};
use sbst::fitness::Fitness;

/// Measures of the landscape of a goal on random walks: means over the walks that measured the
/// goal.
///
/// Neutrality compares the values as the [`Formula`] does. All other measures are those of
/// [`Series`] on its [numbers](Formula::number), with the resolution ε = 0 unless they choose it.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Measures {
    /// Share of steps that do not change the value, from 0 to 1: see [`neutrality`]. 1 for walks
    /// without steps.
    pub neutrality: f64,
    /// Share of steps that do not change the value, among the steps from inputs that do not cover
    /// the goal, from 0 to 1. The mean is over the walks with such steps; `None` if there are none.
    ///
    /// [`neutrality`](Self::neutrality) is high for a branch that nearly every input takes,
    /// although no search needs guidance there. This measure counts only the plateaus on which a
    /// search for the goal would stand. It is ours.
    pub open_neutrality: Option<f64>,
    /// Steps until the value of a walk changes, at least 1; a lower bound for walks without a
    /// change: see [`neutrality_distance`].
    pub neutrality_distance: f64,
    /// Neutral areas of a walk, at least 1: see [`neutral_areas`].
    pub neutral_areas: f64,
    /// Information content, from 0 to 1: see [`Series::information_content`].
    pub information_content: f64,
    /// Greatest information content at several resolutions, from 0 to 1: see
    /// [`Series::ruggedness`].
    pub ruggedness: f64,
    /// Partial information content, from 0 to 1: see [`Series::partial_information_content`].
    pub partial_information_content: f64,
    /// Density-basin information, from 0 to 1: see [`Series::density_basin_information`].
    pub density_basin_information: f64,
    /// Information stability, at least 0 and finite: see [`Series::information_stability`].
    pub information_stability: f64,
    /// Autocorrelation at the lags 1, 2, and so on: see [`Series::autocorrelation`]. The mean is
    /// over the walks on which it is defined; `None` if there is none, as on a plateau.
    pub autocorrelation: Vec<Option<f64>>,
    /// Correlation length in steps: see [`Series::correlation_length`]. The mean is over the walks
    /// on which it is defined; `None` if there is none.
    pub correlation_length: Option<f64>,
}

impl Measures {
    /// Measures one walk of at least one value.
    pub(super) fn of(values: &[Fitness], formula: &Formula, lags: u32) -> Self {
        let numbers: Vec<f64> = values.iter().map(|&value| formula.number(value)).collect();
        // Numbers of a formula are at least 0 and at most u32::MAX + 1, so they are finite.
        let series =
            Series::new(numbers).unwrap_or_else(|| unreachable!("numbers of a formula are finite"));
        let (neutrality, distance, areas) =
            if formula.is_exact() { neutral(values) } else { neutral(series.numbers()) };
        Self {
            neutrality,
            open_neutrality: open_neutrality(values, formula),
            neutrality_distance: distance,
            neutral_areas: areas,
            information_content: series.information_content(0.0),
            ruggedness: series.ruggedness(),
            partial_information_content: series.partial_information_content(0.0),
            density_basin_information: series.density_basin_information(0.0),
            information_stability: series.information_stability(),
            autocorrelation: (1..=lags as usize).map(|lag| series.autocorrelation(lag)).collect(),
            correlation_length: series.correlation_length(),
        }
    }

    /// Returns the means over walks. Returns `None` without walks.
    pub(super) fn mean(walks: &[Self]) -> Option<Self> {
        let first = walks.first()?;
        let mean =
            |read: fn(&Self) -> f64| walks.iter().map(read).sum::<f64>() / walks.len() as f64;
        let lags = first.autocorrelation.len();
        Some(Self {
            neutrality: mean(|walk| walk.neutrality),
            open_neutrality: mean_of_known(walks.iter().map(|walk| walk.open_neutrality)),
            neutrality_distance: mean(|walk| walk.neutrality_distance),
            neutral_areas: mean(|walk| walk.neutral_areas),
            information_content: mean(|walk| walk.information_content),
            ruggedness: mean(|walk| walk.ruggedness),
            partial_information_content: mean(|walk| walk.partial_information_content),
            density_basin_information: mean(|walk| walk.density_basin_information),
            information_stability: mean(|walk| walk.information_stability),
            autocorrelation: (0..lags)
                .map(|lag| mean_of_known(walks.iter().map(|walk| walk.autocorrelation[lag])))
                .collect(),
            correlation_length: mean_of_known(walks.iter().map(|walk| walk.correlation_length)),
        })
    }
}

/// Returns the three measures of neutrality.
fn neutral<T: PartialEq>(values: &[T]) -> (f64, f64, f64) {
    (
        neutrality(values).unwrap_or(1.0),
        neutrality_distance(values) as f64,
        neutral_areas(values) as f64,
    )
}

/// Returns the share of neutral steps among those from values that are not covered. Returns `None`
/// without such steps.
fn open_neutrality(values: &[Fitness], formula: &Formula) -> Option<f64> {
    let (mut steps, mut neutral) = (0_u32, 0_u32);
    for pair in values.windows(2).filter(|pair| !pair[0].is_covered()) {
        steps += 1;
        neutral += u32::from(formula.compare(pair[0], pair[1]).is_eq());
    }
    if steps == 0 { None } else { Some(f64::from(neutral) / f64::from(steps)) }
}

/// Returns the mean of the numbers that are known.
fn mean_of_known(numbers: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u32);
    for number in numbers.flatten() {
        sum += number;
        count += 1;
    }
    if count == 0 { None } else { Some(sum / f64::from(count)) }
}
