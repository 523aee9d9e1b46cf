//! Axes, scales and lines of plots.

use maud::{Markup, html};
use std::fmt::Write as _;

/// Number of colours and of dash patterns. They have no common factor, so that as many pairs differ
/// as their product.
const COLOURS: usize = 7;
const DASHES: [&str; 5] = ["none", "7 3", "2 3", "9 3 2 3", "14 4"];

/// A map of values to coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) from: [f64; 2],
    pub(super) to: [f64; 2],
    /// Logarithmic: values below 1 are drawn at 1.
    pub(super) log: bool,
}

impl Scale {
    /// Returns the coordinate of a value. If the range is empty, it is the start.
    pub(super) fn at(&self, value: f64) -> f64 {
        let place = |value: f64| if self.log { value.max(1.0).ln() } else { value };
        let [start, end, value] = [self.from[0], self.from[1], value].map(place);
        let share = (value - start) / (end - start);
        let share = if share.is_finite() { share } else { 0.0 };
        self.to[0] + share * (self.to[1] - self.to[0])
    }

    /// Returns round values within the range: about `count`, and at most twice as many.
    pub(super) fn ticks(&self, count: usize) -> Vec<f64> {
        let [start, end] = self.from;
        let span = end - start;
        if !span.is_finite() || span <= 0.0 {
            return vec![start];
        }
        if self.log && end.max(1.0) / start.max(1.0) >= 10.0 {
            let decades = end.log10().floor() as i32;
            let step = (decades as usize / count.max(1) + 1) as i32;
            let powers = (0..=decades / step).map(|at| 10_f64.powi(at * step));
            return powers.filter(|&value| start <= value && value <= end).collect();
        }
        // The least of 1, 2, 5 times a power of 10 that gives no more ticks than wanted.
        let rough = span / count.max(1) as f64;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|&step| step >= rough * 0.999)
            .unwrap_or(rough);
        let first = (start / step - 1e-9).ceil() as i64;
        let last = (end / step + 1e-9).floor() as i64;
        // Adding zero turns negative zero into zero.
        (first..=last).map(|at| at as f64 * step + 0.0).collect()
    }
}

/// Returns a coordinate as text, with at most one digit after the point.
pub(super) fn px(coordinate: f64) -> String {
    let rounded =
        if coordinate.is_finite() { (coordinate * 10.0).round() / 10.0 + 0.0 } else { 0.0 };
    rounded.to_string()
}

/// Returns a value of an axis as text: thousands and millions are abbreviated.
pub(super) fn tick(value: f64) -> String {
    // Steps such as 0.2 have rounding errors.
    let short = |value: f64| ((value * 1e6).round() / 1e6).to_string();
    match value.abs() {
        size if size >= 1e9 => format!("{}G", short(value / 1e9)),
        size if size >= 1e6 => format!("{}M", short(value / 1e6)),
        size if size >= 1e4 => format!("{}k", short(value / 1e3)),
        _ => short(value),
    }
}

/// Returns the class with the colour of a technique.
pub(super) fn colour(technique: usize) -> String {
    format!("c{}", technique % COLOURS)
}

/// Returns the dash pattern of a technique.
pub(super) fn dashes(technique: usize) -> &'static str {
    DASHES[technique % DASHES.len()]
}

/// Renders a drawing that scales with its container.
pub(super) fn drawing(width: f64, height: f64, label: &str, content: &Markup) -> Markup {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {} {}", px(width), px(height))) role="img" aria-label=(label) { (content) }
    }
}

/// Renders a line between two points.
pub(super) fn line(class: &str, from: [f64; 2], to: [f64; 2]) -> Markup {
    html! { path class=(class) d=(format!("M{} {}L{} {}", px(from[0]), px(from[1]), px(to[0]), px(to[1]))) {} }
}

/// Renders a text.
pub(super) fn text(class: &str, at: [f64; 2], words: &str) -> Markup {
    html! { text class=(class) x=(px(at[0])) y=(px(at[1])) { (words) } }
}

/// Renders a horizontal axis at the height `y`, with its ticks as rules up to `top`.
pub(super) fn horizontal(scale: &Scale, y: f64, top: f64, ticks: &[f64]) -> Markup {
    html! {
        @for &value in ticks {
            @let x = scale.at(value);
            (line("rule", [x, top], [x, y + 4.0]))
            (text("middle", [x, y + 17.0], &tick(value)))
        }
        (line("axis", [scale.to[0], y], [scale.to[1], y]))
    }
}

/// Renders a vertical axis at `x`, with its ticks as rules up to `right`.
pub(super) fn vertical(scale: &Scale, x: f64, right: f64, ticks: &[f64]) -> Markup {
    html! {
        @for &value in ticks {
            @let y = scale.at(value);
            (line("rule", [x - 4.0, y], [right, y]))
            (text("end", [x - 7.0, y + 4.0], &tick(value)))
        }
        (line("axis", [x, scale.to[0]], [x, scale.to[1]]))
    }
}

/// Returns the path of a step function, which goes horizontally to the next point and then
/// vertically.
pub(super) fn steps(points: &[[f64; 2]], end: f64) -> String {
    let mut path = String::new();
    for (at, [x, y]) in points.iter().enumerate() {
        // Writing to a text cannot fail.
        let _ = if at == 0 {
            write!(path, "M{} {}", px(*x), px(*y))
        } else {
            write!(path, "H{}V{}", px(*x), px(*y))
        };
    }
    if !points.is_empty() {
        let _ = write!(path, "H{}", px(end));
    }
    path
}

/// Renders the legend of techniques: their lines with their names.
pub(super) fn legend(techniques: &[String]) -> Markup {
    html! {
        ul.legend {
            @for (at, name) in techniques.iter().enumerate() {
                li {
                    svg.(colour(at)) viewBox="0 0 40 10" aria-hidden="true" { path.line d="M1 5H39" stroke-dasharray=(dashes(at)) {} }
                    (name)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let linear = |from| Scale { from, to: [0.0, 1.0], log: false }.ticks(5);
        assert_eq!(linear([0.0, 23.0]), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(linear([0.0, 1.0]).len(), 6);
        assert_eq!(linear([3.0, 3.0]), [3.0]);
        let log = |end| Scale { from: [1.0, end], to: [0.0, 1.0], log: true }.ticks(5);
        assert_eq!(log(20_000.0), [1.0, 10.0, 100.0, 1000.0, 10000.0]);
        assert_eq!(log(1e12), [1.0, 1e3, 1e6, 1e9, 1e12]);
        assert_eq!(log(5.0), [1.0, 2.0, 3.0, 4.0, 5.0]);
    }

    #[test]
    fn coordinates_are_finite() {
        let empty = Scale { from: [1.0, 1.0], to: [10.0, 20.0], log: true };
        assert_eq!([empty.at(1.0), empty.at(5.0)], [10.0, 10.0]);
        assert_eq!([px(f64::NAN), px(-0.01), px(1.25)], ["0", "0", "1.3"]);
        assert_eq!(
            [tick(0.2 * 3.0), tick(20_000.0), tick(1.5e6), tick(9000.0)],
            ["0.6", "20k", "1.5M", "9000"]
        );
    }

    #[test]
    fn steps_are_horizontal_first() {
        assert_eq!(steps(&[[1.0, 9.0], [4.0, 5.0]], 8.0), "M1 9H4V5H8");
        assert_eq!(steps(&[], 8.0), "");
    }
}
