//! Comparisons: tables with forest plots.

use super::super::format::{
    COUNTS, all_better, better, measured, number, p, percent, quantity, shorten,
};
use super::super::{Compared, Row, Summary};
use super::plot::{Scale, drawing, line, px, text};
use super::{class, folded, heading, prose};
use crate::results::Measure;
use crate::statistics::Verdict;
use maud::{Markup, html};

/// Where A12 changes its magnitude, and what is drawn there.
const RULES: [f64; 7] = [0.29, 0.36, 0.44, 0.5, 0.56, 0.64, 0.71];
const LABELS: [f64; 5] = [0.0, 0.29, 0.5, 0.71, 1.0];

/// Renders the overview of all comparisons: a table, and a plot with a mark for each subject.
pub(super) fn overview(comparisons: &[&Compared]) -> Markup {
    let table = html! {
        table {
            thead {
                tr {
                    th scope="col" { "technique" } th scope="col" { "against" } th scope="col" { "by" }
                    @for verdict in ["better", "worse", "no difference", "not shown"] { th.number scope="col" { (verdict) } }
                    th scope="col" { "verdict" } th scope="col" { "note" }
                }
            }
            tbody {
                @for compared in comparisons {
                    @let class = ["better", "worse"].into_iter().find(|class| compared.finding.starts_with(class)).unwrap_or("neither");
                    tr {
                        th scope="row" { (compared.technique) }
                        td { (compared.baseline) }
                        td { (compared.measure) }
                        @for count in compared.counts() { td.number { (count) } }
                        td class=(class) { (compared.finding) }
                        td.remark { (compared.note) }
                    }
                }
            }
        }
    };
    html! {
        (heading("Comparisons"))
        p.note {
            (COUNTS) " " (all_better(comparisons.iter().map(|compared| compared.measure)))
        }
        (folded(comparisons.len(), &table))
        figure.medium { (strips(comparisons)) }
        p.note {
            "Each subject has a mark. A filled mark that points up is significantly better, one \
             that points down significantly worse, a \
             filled circle shows no difference, and a hollow one shows nothing. \
             Lines at 0.29, 0.36, 0.44, 0.56, 0.64 and 0.71 are the \
             thresholds of large, medium and small effects."
        }
    }
}

/// Renders a row for each comparison, with the marks of its subjects.
fn strips(comparisons: &[&Compared]) -> Markup {
    let (width, top, row) = (480.0, 44.0, 42.0);
    let x = Scale { from: [0.0, 1.0], to: [12.0, width - 12.0], log: false };
    let bottom = top + row * comparisons.len() as f64;
    let content = html! {
        (text("strong middle", [x.at(0.5), 12.0], "A12: probability that the technique does \
            better"))
        @for value in LABELS { (text("middle", [x.at(value), 30.0], &value.to_string())) }
        @for value in RULES { (line(if value == 0.5 { "axis" } else { "rule" }, [x.at(value), top - 8.0], [x.at(value), bottom])) }
        @for (at, compared) in comparisons.iter().enumerate() {
            // The name stands above the marks, so that these have the whole width of a phone.
            @let y = top + row * (at as f64 + 0.68);
            (line("rule", [x.to[0], y], [x.to[1], y]))
            (text("strong", [x.to[0], y - 13.0], &shorten(&format!("{} against {}", compared.technique, compared.baseline), 64)))
            @for (own, verdict) in compared.rows.iter().zip(compared.verdicts()) { (mark(own, verdict, x.at(own.effect.a12), y)) }
        }
    };
    drawing(width, bottom + 8.0, "A12 of each comparison, with a mark for each subject", &content)
}

/// Renders a comparison.
pub(super) fn section(compared: &Compared) -> Markup {
    let title = format!("{} against {}", compared.technique, compared.baseline);
    // The successes are the whole measure; of other measures there are medians and means.
    let has_odds = compared.measure == Measure::Success;
    let values = quantity(compared.measure);
    let mut groups = vec!["success, %".to_owned()];
    if !has_odds {
        groups.extend([format!("{values} (median)"), format!("{values} (mean)")]);
    }
    let table = html! {
        table {
            thead {
                tr {
                    th scope="col" rowspan="2" { "subject" }
                    th scope="col" rowspan="2" { "verdict" }
                    th.number scope="col" rowspan="2" { "A12" }
                    th.forest scope="col" rowspan="2" { "with 95 % interval" (axis()) }
                    th scope="col" rowspan="2" { "magnitude" }
                    th.number scope="col" rowspan="2" { "p" }
                    th.number scope="col" rowspan="2" { "Holm" }
                    @if has_odds { th.number scope="col" rowspan="2" { "odds ratio" } }
                    @for group in &groups { th.together scope="colgroup" colspan="2" { (group) } }
                }
                tr { @for _ in &groups { th.number scope="col" { (compared.technique) } th.number scope="col" { (compared.baseline) } } }
            }
            tbody {
                @for ((row, adjusted), verdict) in compared.rows.iter().zip(compared.adjusted()).zip(compared.verdicts()) {
                    (line_of(row, compared.measure, adjusted, verdict))
                }
            }
        }
    };
    html! {
        (heading(&title))
        (prose(&compared.note))
        p { strong.direction { (compared.finding) "." } " " (compared.verdict) }
        @if !compared.rows.is_empty() {
            (folded(compared.rows.len(), &table))
            p.note {
                "A12 is the probability that a search of the technique does better than one of \
                 the baseline, ties counted half. "
                (better(compared.measure))
                @if has_odds { " Odds ratios add one half to each count if one is 0." }
            }
        }
    }
}

/// Renders the row of a subject.
fn line_of(row: &Row, measure: Measure, adjusted: f64, verdict: Verdict) -> Markup {
    let both = |number: &dyn Fn(&Summary) -> String| html! { td.number { (number(&row.technique)) } td.number { (number(&row.baseline)) } };
    let symbol = match verdict {
        Verdict::Better => "▲",
        Verdict::Worse => "▼",
        Verdict::NoDifference => "●",
        Verdict::NotShown => "○",
    };
    html! {
        tr {
            th scope="row" { (row.subject) }
            td class=(class(verdict)) { (symbol) " " (verdict.name()) }
            td.number { (format!("{:.2}", row.effect.a12)) }
            td.forest { (interval(row, verdict)) }
            td { (row.effect.magnitude()) }
            td.number { (p(row.effect.p)) }
            td.number { (p(adjusted)) }
            @if measure == Measure::Success { td.number { (number(row.effect.odds_ratio.unwrap_or(f64::NAN))) } }
            (both(&|summary| percent(summary.complete, summary.searches)))
            @if measure != Measure::Success {
                (both(&|summary| measured(measure, summary.median)))
                (both(&|summary| measured(measure, summary.mean)))
            }
        }
    }
}

/// The scale of forest plots in tables.
const FOREST: Scale = Scale { from: [0.0, 1.0], to: [12.0, 188.0], log: false };

/// Renders the axis above the forest plot.
fn axis() -> Markup {
    let content = html! { @for value in LABELS { (text("middle", [FOREST.at(value), 12.0], &value.to_string())) } };
    drawing(200.0, 16.0, "Axis from 0 to 1", &content)
}

/// Renders one line of the forest plot: the interval, and a mark at A12.
fn interval(row: &Row, verdict: Verdict) -> Markup {
    let effect = &row.effect;
    let ends = [effect.interval.low, effect.interval.high].map(|end| FOREST.at(end));
    let content = html! {
        @for value in [0.29, 0.5, 0.71] { (line(if value == 0.5 { "axis" } else { "rule" }, [FOREST.at(value), 0.0], [FOREST.at(value), 24.0])) }
        g class=(class(verdict)) { (line("whisker", [ends[0], 12.0], [ends[1], 12.0])) }
        (mark(row, verdict, FOREST.at(effect.a12), 12.0))
    };
    let label = format!(
        "{:.2}, from {:.2} to {:.2}",
        effect.a12, effect.interval.low, effect.interval.high
    );
    drawing(200.0, 24.0, &label, &content)
}

/// Renders the mark of a subject: its form tells the verdict as well as its colour.
fn mark(row: &Row, verdict: Verdict, x: f64, y: f64) -> Markup {
    let corners = |up: f64| {
        let [a, b, c] = [[x, y - 5.5 * up], [x - 5.5, y + 4.0 * up], [x + 5.5, y + 4.0 * up]]
            .map(|[x, y]| format!("{} {}", px(x), px(y)));
        format!("M{a}L{b}L{c}Z")
    };
    let name =
        html! { title { (row.subject) ": " (format!("{:.2} ", row.effect.a12)) (verdict.name()) } };
    html! {
        g class=(class(verdict)) {
            @match verdict {
                Verdict::Better => path.dot d=(corners(1.0)) fill-opacity="0.7" { (name) },
                Verdict::Worse => path.dot d=(corners(-1.0)) fill-opacity="0.7" { (name) },
                Verdict::NoDifference => circle.dot cx=(px(x)) cy=(px(y)) r="4.5" { (name) },
                Verdict::NotShown => circle.hollow cx=(px(x)) cy=(px(y)) r="4.5" { (name) },
            }
        }
    }
}
