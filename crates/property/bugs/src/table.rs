//! The table of a file: what each tool found, and how climbing compares to the others.

use crate::records::{Record, read};
use crate::statistics::{Comparison, compare, median};
use crate::tools::Tool;
use std::collections::BTreeMap;
use std::path::Path;

/// Prints the table of a file in Markdown.
pub(crate) fn print(path: &Path) -> Result<(), String> {
    let records = read(path)?;
    let mut subjects: Vec<&str> = Vec::new();
    let mut by_tool: BTreeMap<(&str, &str), Vec<&Record>> = BTreeMap::new();
    for record in &records {
        if !subjects.contains(&record.key.subject.as_str()) {
            subjects.push(&record.key.subject);
        }
        by_tool.entry((&record.key.subject, &record.key.tool)).or_default().push(record);
    }
    let tools: Vec<_> = Tool::ALL
        .into_iter()
        .filter(|tool| records.iter().any(|record| record.key.tool == tool.name()))
        .collect();
    let climbs = tools.contains(&Tool::Climbing);
    let others: Vec<_> =
        tools.iter().copied().filter(|tool| climbs && *tool != Tool::Climbing).collect();
    let heads = tools.iter().map(|tool| format!("{}: found, median", tool.name()));
    let heads: Vec<_> =
        heads.chain(others.iter().map(|tool| format!("A12, p against {}", tool.name()))).collect();
    println!("| subject | {} |\n|---|{}", heads.join(" | "), "---:|".repeat(heads.len()));
    for subject in subjects {
        let of = |tool: Tool| by_tool.get(&(subject, tool.name())).map_or(&[][..], Vec::as_slice);
        let cells = tools.iter().map(|tool| summary(of(*tool)));
        let cells: Vec<_> = cells
            .chain(others.iter().map(|tool| comparison(of(Tool::Climbing), of(*tool))))
            .collect();
        println!("| {subject} | {} |", cells.join(" | "));
    }
    Ok(())
}

/// Returns the number of cases that each search took; one more than it had if that was not enough.
fn cases(records: &[&Record]) -> Vec<u64> {
    records.iter().map(|record| record.cases + u64::from(!record.found)).collect()
}

fn summary(records: &[&Record]) -> String {
    if records.is_empty() {
        return String::new();
    }
    let found = records.iter().filter(|record| record.found).count();
    let middle = median(&cases(records));
    // The median of searches most of which found nothing is unknown.
    let middle = if 2 * found > records.len() { middle.to_string() } else { "-".into() };
    format!("{found}/{}, {middle}", records.len())
}

fn comparison(climbing: &[&Record], other: &[&Record]) -> String {
    let Some(Comparison { a12, p }) = compare(&cases(climbing), &cases(other)) else {
        return String::new();
    };
    let p = if p < 0.001 { "< .001".into() } else { format!("{p:.3}") };
    format!("{a12:.2}, {p}")
}
