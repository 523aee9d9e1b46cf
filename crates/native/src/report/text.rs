//! The report as text.

use super::data::{Count, InputRow, NativeReport, OpenRow, Spot, Why};
use crate::program::Mark;
use std::fmt::Write;

/// Number of decisions that are shown of those that must follow one that was missed.
const DECISIONS: usize = 20;

/// Writes the report for people who read it in a terminal.
pub(crate) fn text(report: &NativeReport) -> String {
    let mut out = String::new();
    let Count { branches, covered, panics, library, not_called } = report.total;
    let _ = writeln!(
        out,
        "{covered} of {branches} branches covered by {} tests, in {} executions",
        report.tests.len(),
        report.executions
    );
    let _ = writeln!(
        out,
        "not covered: {panics} that only panic, {library} of the standard library or the harness, \
         {not_called} without a known call\n"
    );
    for file in report.files.iter().filter(|file| file.count.branches > 0) {
        let _ =
            writeln!(out, "{:>6} / {:<6} {}", file.count.covered, file.count.branches, file.file);
    }
    let _ = writeln!(out, "\nBranches that are not covered");
    for row in &report.open {
        let _ = writeln!(out, "\n{}\n  in {}", title(row), row.function);
        for line in reasons(row, &report.inputs) {
            let _ = writeln!(out, "  {line}");
        }
    }
    out
}

/// Writes the place of a branch: where it is decided, and where it leads.
pub(super) fn title(row: &OpenRow) -> String {
    let place = |spot: &Option<Spot>| {
        spot.as_ref().map_or_else(
            || "unknown place".to_owned(),
            |spot| format!("{}:{}", spot.file, spot.line),
        )
    };
    match &row.from {
        Some(_) if row.from != row.to => format!("{} -> {}", place(&row.from), place(&row.to)),
        _ => place(&row.to),
    }
}

/// Says in lines why a branch is not covered. `inputs` are those of the report.
pub(super) fn reasons(row: &OpenRow, inputs: &[InputRow]) -> Vec<String> {
    let mut lines = Vec::new();
    match row.mark {
        Some(Mark::Panics) => lines.push("every path from there ends in a panic".to_owned()),
        Some(Mark::Library) => {
            lines
                .push("the function is part of the standard library, or of the harness".to_owned());
        }
        Some(Mark::NotCalled) => {
            lines.push("no chain of direct calls leads to the function".to_owned());
        }
        Some(Mark::Unreachable) => lines.push("no path leads there".to_owned()),
        None => {}
    }
    match &row.why {
        Why::Far => lines.push("no input entered the function".to_owned()),
        Why::Waiting => lines.push("a branch before it is not covered".to_owned()),
        Why::LeftOut => lines.push("left out of the search".to_owned()),
        Why::Near { input, level, distance, missed, operands, is_doubtful, then, .. } => {
            lines.push(format!(
                "nearest input: {}",
                inputs.get(*input).map_or("", |row| &row.input)
            ));
            let by = match (distance, operands) {
                (Some(distance), Some(operands)) => format!("missed by {distance}: {operands}"),
                (Some(distance), None) => {
                    format!("missed by {distance}; its operands are not known")
                }
                (None, _) => "missed; how far is not known".to_owned(),
            };
            match missed {
                Some(spot) => lines.push(format!("{by}, at {}", spot_text(spot))),
                None => lines.push(by),
            }
            if *is_doubtful {
                lines.push(
                    "(this comparison decided an earlier branch; here something else may decide, \
                     such as two addresses)"
                        .to_owned(),
                );
            }
            if *level > 0 {
                lines.push(format!("decisions that must follow: {level}"));
            }
            lines.extend(
                then.iter().take(DECISIONS).map(|spot| format!("  then {}", spot_text(spot))),
            );
            if then.len() > DECISIONS {
                lines.push(format!("  then {} more", then.len() - DECISIONS));
            }
        }
    }
    lines
}

fn spot_text(spot: &Spot) -> String {
    let Spot { file, line, source } = spot;
    match source {
        Some(source) => format!("{file}:{line}: {source}"),
        None => format!("{file}:{line}"),
    }
}
