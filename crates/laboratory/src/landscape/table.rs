//! Landscapes as text: a table for people, and rows for programs.

use super::{GoalLandscape, Landscape};
use std::fmt::{self, Write as _};

impl Landscape {
    /// Returns the landscape as comma-separated values: a header, and a row for each goal, with a
    /// line feed after each.
    ///
    /// A measure that is not defined is an empty field. Names that contain a comma, a quote or a
    /// line break are quoted as in RFC 4180. To join several landscapes, leave out the first line
    /// of all but one.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = String::from(
            "subject,formula,goal,name,flag,loop,nesting,graded,measured_walks,measured,covered,neutrality,open_neutrality,neutrality_distance,\
             neutral_areas,information_content,ruggedness,partial_information_content,density_basin_information,information_stability,\
             correlation_length",
        );
        for lag in 1..=self.settings.lags {
            let _ = write!(text, ",autocorrelation_{lag}");
        }
        text.push_str(
            ",adaptive_walks,successes,unmeasured,optima,optimal_inputs,moves,executions\n",
        );
        for goal in &self.goals {
            self.push_row(&mut text, goal);
        }
        text
    }

    fn push_row(&self, text: &mut String, goal: &GoalLandscape) {
        let mut fields = vec![
            quoted(&self.subject),
            quoted(&self.formula),
            goal.goal.to_string(),
            quoted(&goal.name),
        ];
        let features = goal.features;
        fields.extend([features.is_flag, features.is_in_loop].map(|is| u8::from(is).to_string()));
        fields.push(features.nesting.to_string());
        fields.push(goal.is_graded.map_or_else(String::new, |is| u8::from(is).to_string()));
        fields.push(goal.measured_walks.to_string());
        fields.extend([goal.measured, goal.covered].map(|share| share.to_string()));
        let measures = goal.measures.as_ref();
        let mut numbers: Vec<Option<f64>> = vec![
            measures.map(|measures| measures.neutrality),
            measures.and_then(|measures| measures.open_neutrality),
            measures.map(|measures| measures.neutrality_distance),
            measures.map(|measures| measures.neutral_areas),
            measures.map(|measures| measures.information_content),
            measures.map(|measures| measures.ruggedness),
            measures.map(|measures| measures.partial_information_content),
            measures.map(|measures| measures.density_basin_information),
            measures.map(|measures| measures.information_stability),
            measures.and_then(|measures| measures.correlation_length),
        ];
        for lag in 0..self.settings.lags as usize {
            numbers.push(
                measures.and_then(|measures| measures.autocorrelation.get(lag).copied().flatten()),
            );
        }
        for number in numbers {
            fields.push(number.map_or_else(String::new, |number| number.to_string()));
        }
        let ends = &goal.adaptive;
        fields.extend(
            [ends.walks, ends.successes, ends.unmeasured, ends.optima, ends.optimal_inputs]
                .map(|count| count.to_string()),
        );
        fields.extend([ends.moves, ends.executions].map(|count| count.to_string()));
        text.push_str(&fields.join(","));
        text.push('\n');
    }
}

/// Returns a field of a row, in quotes if it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Writes a table with a line for each goal, and the medians of flags and of other goals below it.
/// A dash stands for what is not defined.
///
/// The features are the nesting, and whether the branch is a flag, or in a loop. `neutral`, `open`,
/// `info` and `rho(1)` are the neutrality, the open neutrality, the information content, and the
/// autocorrelation at lag 1.
impl fmt::Display for Landscape {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "{} under {}: {} branches, {} trivial",
            self.subject,
            self.formula,
            self.goals.len(),
            self.trivial
        )?;
        writeln!(
            formatter,
            "   goal features    neutral   open  info  rho(1)  covered  success  optima  name"
        )?;
        for goal in &self.goals {
            let measures = goal.measures.as_ref();
            writeln!(
                formatter,
                "{:>7} {:<11} {:>7} {:>6} {:>5} {:>7} {:>8} {:>8} {:>7}  {}",
                goal.goal,
                features(goal),
                shown(measures.map(|measures| measures.neutrality)),
                shown(measures.and_then(|measures| measures.open_neutrality)),
                shown(measures.map(|measures| measures.information_content)),
                shown(
                    measures.and_then(|measures| measures
                        .autocorrelation
                        .first()
                        .copied()
                        .flatten())
                ),
                shown(Some(goal.covered)),
                shown(goal.adaptive.success()),
                goal.adaptive.optima,
                goal.name,
            )?;
        }
        for (kind, is_flag) in [("goals that are flags", true), ("other goals", false)] {
            let summary = self.summary(|goal| goal.features.is_flag == is_flag);
            writeln!(
                formatter,
                "median of {} {kind}: neutrality {}, open {}, information content {}, success {}",
                summary.goals,
                shown(summary.neutrality),
                shown(summary.open_neutrality),
                shown(summary.information_content),
                shown(summary.success),
            )?;
        }
        Ok(())
    }
}

/// Returns the features in few letters.
fn features(goal: &GoalLandscape) -> String {
    let mut text = format!("{}", goal.features.nesting);
    if goal.features.is_flag {
        text.push_str(" flag");
    }
    if goal.features.is_in_loop {
        text.push_str(" loop");
    }
    text
}

/// Returns a number with two digits after the point.
fn shown(number: Option<f64>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.2}"))
}
