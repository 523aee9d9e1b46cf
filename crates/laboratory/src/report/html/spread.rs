//! Box plots.

use super::super::format::{quantity, shorten};
use super::super::spread::{Boxed, Spread, SpreadPanel};
use super::plot::{Scale, colour, drawing, horizontal, line, px, text};
use super::{heading, omitted};
use crate::results::Measure;
use maud::{Markup, html};

const WIDTH: f64 = 320.0;
/// Height of a box with its distance to the next.
const ROW: f64 = 22.0;

/// Renders all panels.
pub(super) fn section(spread: &Spread) -> Markup {
    html! {
        (heading("Searches of each subject"))
        @if spread.subjects.is_empty() {
            p { "There are no box plots: no search has an outcome." }
        } @else {
            p.note {
                "Box plots show the quartiles and the median; whiskers end at the outermost \
                 searches within 1.5 times the length of the box, \
                 and circles are searches beyond. The axis shows " (spread.measure) "." @if spread.measure == Measure::Effort { " It is logarithmic." }
            }
            div.grid { @for panel in &spread.subjects { (figure(panel, spread)) } }
            (omitted(spread.omitted))
        }
    }
}

/// Renders one panel.
fn figure(panel: &SpreadPanel, spread: &Spread) -> Markup {
    let (left, right, top) = (112.0, WIDTH - 12.0, 4.0);
    let bottom = top + ROW * panel.boxes.len() as f64;
    let values =
        || panel.boxes.iter().flat_map(|own| own.marks.iter().chain(&own.outliers)).copied();
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let log = spread.measure == Measure::Effort;
    // Values often differ by little: the axis begins near the least, at a whole number.
    let start = if log { 1.0 } else { (least - 0.05 * (most - least)).floor().max(0.0) };
    let x = Scale { from: [start, most.max(start + 1.0)], to: [left, right], log };
    let ticks: Vec<f64> = x.ticks(4).into_iter().filter(|value| value.fract() == 0.0).collect();
    let name = |own: &Boxed| spread.techniques.get(own.technique).map_or("", String::as_str);
    let content = html! {
        (horizontal(&x, bottom, top, &ticks))
        @for (row, own) in panel.boxes.iter().enumerate() {
            @let y = top + ROW * (row as f64 + 0.5);
            (text("strong end", [left - 8.0, y + 4.0], &shorten(name(own), 16)))
            g.(colour(own.technique)) { (boxed(own, &x, y)) }
        }
    };
    let medians: Vec<String> =
        panel.boxes.iter().map(|own| format!("{} {}", name(own), own.marks[2])).collect();
    let quantity = quantity(spread.measure);
    let label = format!("{}, {quantity}: medians {}", panel.name, medians.join(", "));
    html! {
        figure { figcaption { (panel.name) " " span { (quantity) } } (drawing(WIDTH, bottom + 22.0, &label, &content)) }
    }
}

/// Renders one box around the height `y`.
fn boxed(own: &Boxed, x: &Scale, y: f64) -> Markup {
    let [low, first, middle, third, high] = own.marks.map(|mark| x.at(mark));
    html! {
        (line("whisker", [low, y], [first, y]))
        (line("whisker", [third, y], [high, y]))
        @for end in [low, high] { (line("whisker", [end, y - 4.0], [end, y + 4.0])) }
        rect.box x=(px(first)) y=(px(y - 7.0)) width=(px((third - first).max(0.5))) height="14" {}
        path.line d=(format!("M{} {}V{}", px(middle), px(y - 7.0), px(y + 7.0))) {}
        @for &value in &own.outliers { circle.hollow cx=(px(x.at(value))) cy=(px(y)) r="2.5" {} }
    }
}
