//! Forest plots.

use super::super::Forest;
use super::super::forest::ForestRow;
use super::super::format::shorten;
use super::plot::{Scale, drawing, line, px, text, tick};
use super::{class, clean, heading, prose};
use crate::statistics::Verdict;
use maud::{Markup, PreEscaped, html};

const WIDTH: f64 = 480.0;
/// Height of the axis, with its title above.
const TOP: f64 = 50.0;
/// Height of a row: a name, and a mark below it, so that the plot has the whole width of a phone.
const ROW: f64 = 40.0;
/// Effects between these are negligible.
const NEGLIGIBLE: [f64; 2] = [0.44, 0.56];

/// Colours of a drawing of its own. Each has a contrast above 4.2 with white and with the dark page
/// of GitHub.
const STYLE: &str = "text{font:13px \
    system-ui,sans-serif;fill:#797979}.strong{font-weight:600}.middle{text-anchor:middle}\
    .end{text-anchor:end}.axis{stroke:#797979;fill:none}.rule{stroke:#797979;stroke-opacity:.35;fill:none}\
    .zone{fill:#797979;fill-opacity:.16}.whisker{stroke:currentColor;fill:none;stroke-width:2}.dot{fill:currentColor}\
    .hollow{fill:none;stroke:currentColor;stroke-width:2}\
    .better{color:#008a63}.worse{color:#cc5500}.neither{color:#797979}text.better,text.worse{fill:currentColor;font-weight:600}";

/// Renders the section.
pub(super) fn section(forest: &Forest) -> Markup {
    html! {
        (heading(&forest.heading))
        (prose(&forest.note))
        @if forest.rows.is_empty() { p { "There is nothing to draw." } }
        @else { figure.medium { (drawing(WIDTH, height(forest), &label(forest), &content(forest))) } }
    }
}

/// Renders a drawing of its own.
pub(in super::super) fn standalone(forest: &Forest) -> String {
    let (width, height) = (px(WIDTH), px(height(forest)));
    let drawing = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(px(1.5 * WIDTH)) viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(label(forest)) {
            style { (PreEscaped(STYLE)) }
            (content(forest))
        }
    };
    clean(&drawing.into_string()) + "\n"
}

fn height(forest: &Forest) -> f64 {
    TOP + ROW * forest.rows.len() as f64 + 10.0
}

fn content(forest: &Forest) -> Markup {
    let x = Scale { from: forest.range(), to: [10.0, WIDTH - 10.0], log: false };
    let bottom = TOP + ROW * forest.rows.len() as f64;
    let [left, right] = NEGLIGIBLE.map(|end| x.at(end));
    html! {
        (text("middle", [x.at(0.5), 14.0], "A12: probability that the technique does better"))
        rect.zone x=(px(left)) y=(px(TOP - 8.0)) width=(px(right - left)) height=(px(bottom - TOP + 12.0)) {}
        @for value in tenths(x.from) {
            (text("middle", [x.at(value), 34.0], &tick(value)))
            (line(if (value - 0.5).abs() < 1e-9 { "axis" } else { "rule" }, [x.at(value), TOP - 8.0], [x.at(value), bottom + 4.0]))
        }
        @for (at, row) in forest.rows.iter().enumerate() { (line_of(row, &x, TOP + ROW * at as f64)) }
    }
}

/// Returns the tenths within a range.
fn tenths([low, high]: [f64; 2]) -> impl Iterator<Item = f64> {
    (0..=10)
        .map(|tenth| f64::from(tenth) / 10.0)
        .filter(move |value| (low - 1e-9..=high + 1e-9).contains(value))
}

/// Renders a row below the height `y`.
fn line_of(row: &ForestRow, x: &Scale, y: f64) -> Markup {
    let mark = y + 27.0;
    html! {
        (line("rule", [x.to[0], y], [x.to[1], y]))
        (text("strong", [x.to[0], y + 15.0], &shorten(&row.name, 36)))
        (text(&format!("end {}", class(row.verdict)), [x.to[1], y + 15.0], &format!("{} {}", symbol(row.verdict), shorten(&row.finding, 32))))
        g class=(class(row.verdict)) {
            @if let Some(interval) = row.interval {
                @let ends = [interval.low, interval.high].map(|end| x.at(end));
                (line("whisker", [ends[0], mark], [ends[1], mark]))
                @for end in ends { (line("whisker", [end, mark - 4.0], [end, mark + 4.0])) }
            }
            @let filled = if row.verdict == Verdict::NotShown { "hollow" } else { "dot" };
            @if let Some(a12) = row.a12 { path class=(filled) d=(shape(row.verdict, x.at(a12), mark)) { title { (words(row)) } } }
        }
    }
}

/// Returns a triangle that points up or down, or a diamond.
fn shape(verdict: Verdict, x: f64, y: f64) -> String {
    let corners = match verdict {
        Verdict::Better => vec![[x, y - 7.0], [x - 6.5, y + 5.0], [x + 6.5, y + 5.0]],
        Verdict::Worse => vec![[x, y + 7.0], [x - 6.5, y - 5.0], [x + 6.5, y - 5.0]],
        Verdict::NoDifference | Verdict::NotShown => {
            vec![[x, y - 5.5], [x + 5.5, y], [x, y + 5.5], [x - 5.5, y]]
        }
    };
    let points: Vec<String> =
        corners.into_iter().map(|[x, y]| format!("{} {}", px(x), px(y))).collect();
    format!("M{}Z", points.join("L"))
}

fn symbol(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "▲",
        Verdict::Worse => "▼",
        Verdict::NoDifference => "◆",
        Verdict::NotShown => "◇",
    }
}

/// Returns a row in words.
fn words(row: &ForestRow) -> String {
    let mut words = row.name.clone();
    if let Some(a12) = row.a12 {
        words += &format!(": {a12:.2}");
    }
    if let Some(interval) = row.interval {
        words += &format!(", from {:.2} to {:.2}", interval.low, interval.high);
    }
    words + ", " + &row.finding
}

fn label(forest: &Forest) -> String {
    format!(
        "A12 of {} comparisons: {}",
        forest.rows.len(),
        forest.rows.iter().map(words).collect::<Vec<_>>().join("; ")
    )
}
