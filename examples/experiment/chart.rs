//! Comparisons as a drawing.

use super::matrix::{Matrix, Results};
use super::statistics::{Verdict, verdicts};
use svg::Document;
use svg::node::element::{Circle, Line, Text, Title};

const ROW: f64 = 24.0;
const TOP: f64 = 60.0;
/// Where A12 = 0 and 1 are drawn.
const LEFT: f64 = 290.0;
const RIGHT: f64 = 790.0;

/// A row for each comparison, a point for each subject at its A12: filled where the difference is significant.
pub(crate) fn chart(matrix: &Matrix, results: &Results) -> String {
    let height = TOP + ROW * matrix.comparisons.len() as f64 + 20.0;
    let x = |a12: f64| LEFT + (RIGHT - LEFT) * a12;
    let text = |at: f64, y: f64, anchor: &str, words: &str| {
        Text::new(words).set("x", at).set("y", y).set("text-anchor", anchor).set("font-family", "sans-serif").set("font-size", 12)
    };
    let mut document =
        Document::new().set("viewBox", (0.0, 0.0, RIGHT + 20.0, height)).set("width", RIGHT + 20.0).set("height", height);
    document = document.add(text((LEFT + RIGHT) / 2.0, 18.0, "middle", "A12: how probably the technique does better on a subject"));
    // The thresholds of Vargha and Delaney: small, medium, large.
    for (a12, colour) in
        [(0.29, "#ddd"), (0.36, "#eee"), (0.44, "#eee"), (0.5, "#888"), (0.56, "#eee"), (0.64, "#eee"), (0.71, "#ddd")]
    {
        let line = Line::new().set("x1", x(a12)).set("x2", x(a12)).set("y1", TOP - 12.0).set("y2", height - 10.0);
        document = document.add(line.set("stroke", colour));
    }
    for a12 in [0.0, 0.29, 0.5, 0.71, 1.0] {
        document = document.add(text(x(a12), TOP - 18.0, "middle", &format!("{a12}")));
    }
    for (row, comparison) in matrix.comparisons.iter().enumerate() {
        let y = TOP + ROW * (row as f64 + 0.5);
        let words = format!("{} against {}", comparison.technique, comparison.baseline);
        document = document.add(text(LEFT - 14.0, y + 4.0, "end", &words));
        let effects = results.effects(comparison);
        for ((pair, effect), verdict) in comparison.pairs.iter().zip(&effects).zip(verdicts(&effects)) {
            let colour = match verdict {
                Verdict::Better => "#1a7f37",
                Verdict::Worse => "#cf222e",
                Verdict::Same => "none",
            };
            let circle =
                Circle::new().set("cx", x(effect.a12)).set("cy", y).set("r", 5).set("fill", colour).set("fill-opacity", 0.6);
            document = document.add(circle.set("stroke", "#333").add(Title::new(format!("{}: {effect}", pair.subject))));
        }
    }
    document.to_string()
}
