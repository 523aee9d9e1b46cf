//! Plots of coverage over executions.

use super::super::progress::{Curve, Panel, Point, Progress};
use super::plot::{Scale, colour, dashes, drawing, horizontal, legend, px, steps, text, vertical};
use super::{heading, omitted};
use maud::{Markup, html};

/// Renders all panels.
pub(super) fn section(progress: &Progress) -> Markup {
    html! {
        (heading("Coverage over executions"))
        @if progress.overall.is_none() && progress.subjects.is_empty() {
            p { "There are no curves: no search has an outcome." }
        } @else {
            p.note {
                "Executions are on a logarithmic axis. Of each subject: median of the covered \
                 goals, with the band of the quartiles. Of all \
                 subjects: mean share of the goals that any search covered."
            }
            (legend(&progress.techniques))
            @if let Some(panel) = &progress.overall {
                figure.medium { figcaption { (panel.name) " " span { "share of goals, %" } } (plot(panel, [500.0, 280.0])) }
            }
            div.grid {
                @for panel in &progress.subjects {
                    figure { figcaption { (panel.name) " " span { "goals" } } (plot(panel, [320.0, 190.0])) }
                }
            }
            (omitted(progress.omitted))
        }
    }
}

/// Renders one panel.
fn plot(panel: &Panel, [width, height]: [f64; 2]) -> Markup {
    let (left, right, top, bottom) = (38.0, width - 12.0, 8.0, height - 36.0);
    let x = Scale { from: [1.0, panel.executions as f64], to: [left, right], log: true };
    let y = Scale { from: [0.0, panel.greatest.max(1.0)], to: [bottom, top], log: false };
    let content = html! {
        (vertical(&y, left, right, &y.ticks(5)))
        (horizontal(&x, bottom, top, &x.ticks(6)))
        (text("end", [right, height - 4.0], "executions"))
        @for curve in &panel.curves {
            @if curve.points.iter().any(|point| point.low < point.high) {
                path.band.(colour(curve.technique)) d=(band(curve, &x, &y)) {}
            }
        }
        @for curve in &panel.curves {
            @let points: Vec<[f64; 2]> = curve.points.iter().map(|point| [x.at(point.execution as f64), y.at(point.middle)]).collect();
            path.line.(colour(curve.technique)) stroke-dasharray=(dashes(curve.technique)) d=(steps(&points, right)) {}
        }
    };
    drawing(width, height, &format!("Coverage over executions: {}", panel.name), &content)
}

/// Returns the path around the band of a curve: its upper border forwards, its lower border
/// backwards.
fn band(curve: &Curve, x: &Scale, y: &Scale) -> String {
    let border = |value: fn(&Point) -> f64| {
        curve.points.iter().map(move |point| [x.at(point.execution as f64), y.at(value(point))])
    };
    let upper: Vec<[f64; 2]> = border(|point| point.high).collect();
    let mut path = steps(&upper, x.to[1]);
    // Backwards, the value holds from the next point to this one: first vertically, then
    // horizontally.
    for [x, y] in border(|point| point.low).rev() {
        path += &format!("V{}H{}", px(y), px(x));
    }
    path.push('Z');
    path
}
