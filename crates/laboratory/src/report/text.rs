//! Reports for a terminal.

use super::compared::Compared;
use super::format::{
    COUNTS, all_better, measured, number, p, paragraphs, percent, quantity, shorten,
};
use super::{Ranking, Report, Section, Summary, Table};
use crate::results::Measure;

/// Greatest number of columns.
const WIDTH: usize = 120;
/// Number of spaces between columns of a table.
const GAP: usize = 2;

/// Renders a report.
pub(super) fn render(report: &Report) -> String {
    let mut text = String::new();
    heading(&mut text, &report.title, '=');
    wrap(&mut text, &report.about);
    if report.sections.is_empty() {
        wrap(&mut text, "The report is empty.");
    }
    for section in &report.sections {
        match section {
            Section::Text(own) => {
                heading(&mut text, &own.heading, '-');
                wrap(&mut text, &own.text);
            }
            Section::Table(own) => table(&mut text, own),
            Section::Compared(own) => compared(&mut text, own),
            Section::Ranking(own) => ranking(&mut text, own),
            Section::Forest(_) | Section::Progress(_) | Section::Spread(_) => {}
        }
    }
    summary(&mut text, &report.comparisons().collect::<Vec<_>>());
    // Each part ends with an empty line.
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Adds a heading, underlined.
fn heading(text: &mut String, words: &str, line: char) {
    if !words.is_empty() {
        let words = shorten(&plain(words), WIDTH);
        *text += &words;
        text.push('\n');
        text.extend(std::iter::repeat_n(line, words.chars().count()));
        *text += "\n\n";
    }
}

/// Adds paragraphs, with lines broken between words.
fn wrap(text: &mut String, words: &str) {
    for paragraph in paragraphs(words) {
        let mut column = 0;
        for word in paragraph.split_whitespace() {
            let word = plain(word);
            let width = word.chars().count();
            if column > 0 && column + 1 + width > WIDTH {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            *text += &word;
            column += width;
        }
        *text += "\n\n";
    }
}

/// Adds a table whose columns are aligned.
fn table(text: &mut String, table: &Table) {
    heading(text, &table.heading, '-');
    wrap(text, &table.note);
    let width = |column: usize| {
        let cells = (0..table.rows.len()).map(|row| table.cell(row, column).chars().count());
        cells.max().unwrap_or(0).max(table.columns[column].chars().count())
    };
    let mut widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    // The widest columns give way, down to a few characters.
    while widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1) > WIDTH {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 4 => *widest -= 1,
            _ => break,
        }
    }
    let numeric: Vec<bool> = (0..widths.len()).map(|column| table.is_numeric(column)).collect();
    let mut line = |cell: &dyn Fn(usize) -> String| {
        let start = text.len();
        for (column, &width) in widths.iter().enumerate() {
            if column > 0 {
                text.extend([' '; GAP]);
            }
            let cell = shorten(&plain(&cell(column)), width);
            *text +=
                &if numeric[column] { format!("{cell:>width$}") } else { format!("{cell:width$}") };
        }
        text.truncate(start + text[start..].trim_end().len());
        text.push('\n');
    };
    line(&|column| table.columns[column].clone());
    for row in 0..table.rows.len() {
        line(&|column| table.cell(row, column).to_owned());
    }
    text.push('\n');
}

/// Adds a comparison, with a line for each subject.
fn compared(text: &mut String, compared: &Compared) {
    // The successes are the whole measure; of other measures there are medians and means.
    let has_odds = compared.measure == Measure::Success;
    let mut rows = Vec::new();
    for ((row, adjusted), verdict) in
        compared.rows.iter().zip(compared.adjusted()).zip(compared.verdicts())
    {
        let both = |number: &dyn Fn(&Summary) -> String| {
            format!("{} / {}", number(&row.technique), number(&row.baseline))
        };
        let mut cells =
            vec![row.subject.clone(), both(&|summary| percent(summary.complete, summary.searches))];
        if has_odds {
            cells.push(number(row.effect.odds_ratio.unwrap_or(f64::NAN)));
        } else {
            cells.push(both(&|summary| measured(compared.measure, summary.median)));
            cells.push(both(&|summary| measured(compared.measure, summary.mean)));
        }
        cells.extend([
            format!("{:.2}", row.effect.a12),
            row.effect.magnitude().name().to_owned(),
            p(row.effect.p),
            p(adjusted),
            verdict.name().to_owned(),
        ]);
        rows.push(cells);
    }
    let mut note = paragraphs(&compared.note).collect::<Vec<_>>().join("\n\n");
    if !rows.is_empty() {
        note += &format!("\n\nPairs are {} / {}: ", compared.technique, compared.baseline);
        note += &if has_odds {
            "success. Odds ratios add one half to each count if one is 0.".to_owned()
        } else {
            format!("success, and median and mean of {}.", quantity(compared.measure))
        };
    }
    let mut columns = if has_odds {
        vec!["subject", "success %", "odds ratio"]
    } else {
        vec!["subject", "success %", "median", "mean"]
    };
    columns.extend(["A12", "magnitude", "p", "Holm", "verdict"]);
    let columns =
        if rows.is_empty() { Vec::new() } else { columns.into_iter().map(str::to_owned).collect() };
    let heading = format!("{} against {}", compared.technique, compared.baseline);
    table(text, &Table { heading, note, columns, rows });
    wrap(text, &compared.verdict);
}

/// Adds the mean ranks, the best first.
fn ranking(text: &mut String, ranking: &Ranking) {
    let groups = ranking.groups();
    let mut rows = Vec::new();
    if ranking.is_meaningful() {
        for technique in ranking.order() {
            // A letter for each group, as in tables of means: no difference is shown of techniques
            // that share a letter.
            let letter =
                |(at, group): (usize, &Vec<usize>)| group.contains(&technique).then(|| letters(at));
            let own: Vec<String> = groups.iter().enumerate().filter_map(letter).collect();
            rows.push(vec![
                ranking.name(technique).to_owned(),
                format!("{:.2}", ranking.test.mean_ranks[technique]),
                own.join(" "),
            ]);
        }
    }
    let columns = if rows.is_empty() {
        Vec::new()
    } else {
        ["technique", "mean rank", "groups"].map(str::to_owned).to_vec()
    };
    let mut note = ranking.verdict();
    if !rows.is_empty() {
        note += " No difference is shown of techniques that share a letter.";
    }
    table(text, &Table { heading: "Ranks over the subjects".to_owned(), note, columns, rows });
}

/// Returns the name of a group: a, b, .., z, a1, b1, ..
fn letters(at: usize) -> String {
    let letter = char::from(b'a' + (at % 26) as u8);
    if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26) }
}

/// Adds a line for each comparison.
fn summary(text: &mut String, comparisons: &[&Compared]) {
    if comparisons.is_empty() {
        return;
    }
    let mut rows = Vec::new();
    for compared in comparisons {
        let [better, worse, none, not_shown] = compared.counts().map(|count| count.to_string());
        rows.push(vec![
            compared.technique.clone(),
            compared.baseline.clone(),
            compared.measure.to_string(),
            better,
            worse,
            none,
            not_shown,
            compared.finding.clone(),
            compared.note.clone(),
        ]);
    }
    let columns = [
        "technique",
        "against",
        "by",
        "better",
        "worse",
        "no difference",
        "not shown",
        "verdict",
        "note",
    ];
    let note =
        format!("{COUNTS} {}", all_better(comparisons.iter().map(|compared| compared.measure)));
    let columns = columns.map(str::to_owned).to_vec();
    table(text, &Table { heading: "Summary".to_owned(), note, columns, rows });
}

/// Returns a text in one line: control characters become spaces.
fn plain(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}
