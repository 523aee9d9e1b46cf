//! Reports as pages.

mod compared;
pub(super) mod forest;
mod plot;
mod progress;
mod ranking;
mod spread;

use super::format::paragraphs;
use super::{Report, Section, Table};
use crate::statistics::Verdict;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// Greatest number of rows of a table that is open at first.
const OPEN: usize = 40;

/// Renders a page.
pub(super) fn render(report: &Report) -> String {
    let comparisons: Vec<_> = report.comparisons().collect();
    let mut body = Vec::new();
    let mut summarised = false;
    for section in &report.sections {
        // The overview stands before the first comparison.
        if matches!(section, Section::Compared(_)) && !summarised {
            body.push(compared::overview(&comparisons));
            summarised = true;
        }
        body.push(match section {
            Section::Text(own) => html! { (heading(&own.heading)) (prose(&own.text)) },
            Section::Table(own) => table(own),
            Section::Compared(own) => compared::section(own),
            Section::Forest(own) => forest::section(own),
            Section::Ranking(own) => ranking::section(own),
            Section::Progress(own) => progress::section(own),
            Section::Spread(own) => spread::section(own),
        });
    }
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                // Tags without an end are closed, so that the page is XML as well.
                (PreEscaped("<meta charset=\"utf-8\"/><meta name=\"viewport\" \
                    content=\"width=device-width, initial-scale=1\"/>"))
                title { (report.title) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                main {
                    h1 { (report.title) }
                    (prose(&report.about))
                    @if report.sections.is_empty() { p { "The report is empty." } }
                    @for section in body { section { (section) } }
                }
            }
        }
    };
    clean(&page.into_string())
}

/// Replaces characters that XML does not allow, not even escaped: control characters, and two that
/// are no characters.
fn clean(page: &str) -> String {
    let allowed = |character: char| match character {
        '\n' | '\t' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        _ => !character.is_control(),
    };
    page.chars().map(|character| if allowed(character) { character } else { '\u{fffd}' }).collect()
}

/// Returns the class of a verdict, which has a colour.
fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better | Verdict::Worse => verdict.name(),
        Verdict::NoDifference | Verdict::NotShown => "neither",
    }
}

/// Renders a heading, unless it is empty.
fn heading(words: &str) -> Markup {
    html! { @if !words.is_empty() { h2 { (words) } } }
}

/// Renders paragraphs.
fn prose(words: &str) -> Markup {
    html! { @for paragraph in paragraphs(words) { p { (paragraph) } } }
}

/// Renders a table of texts.
fn table(table: &Table) -> Markup {
    let numeric: Vec<bool> =
        (0..table.columns.len()).map(|column| table.is_numeric(column)).collect();
    let class = |column: usize| numeric[column].then_some("number");
    let content = html! {
        table {
            thead { tr { @for (column, name) in table.columns.iter().enumerate() { th scope="col" class=[class(column)] { (name) } } } }
            tbody {
                @for row in 0..table.rows.len() {
                    tr {
                        @for column in 0..table.columns.len() {
                            @let cell = table.cell(row, column);
                            @if column == 0 { th scope="row" class=[class(0)] { (cell) } }
                            @else { td class=[class(column)] { (cell) } }
                        }
                    }
                }
            }
        }
    };
    html! { (heading(&table.heading)) (prose(&table.note)) @if !table.columns.is_empty() { (folded(table.rows.len(), &content)) } }
}

/// Renders a table in a container that scrolls, folded if it is long.
fn folded(rows: usize, table: &Markup) -> Markup {
    // Readers without a mouse need to reach the container, to scroll it.
    let scroll = html! { div.scroll tabindex="0" role="region" aria-label="Table" { (table) } };
    html! {
        @if rows > OPEN { details { summary { "Table of " (rows) " rows" } (scroll) } }
        @else { (scroll) }
    }
}

/// Renders a note about subjects that have no panel.
fn omitted(count: usize) -> Markup {
    html! {
        @if count > 0 {
            p.note { (count) " further subjects are not drawn: those shown have the clearest \
                differences." }
        }
    }
}
