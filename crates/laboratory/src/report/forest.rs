//! Effects of several comparisons in one drawing.

use super::html;
use crate::statistics::{Interval, Verdict};

/// A forest plot: an effect with its confidence interval for each of several comparisons, such as
/// claims.
///
/// ```
/// use sbst_laboratory::report::{Forest, ForestRow};
/// use sbst_laboratory::statistics::{Interval, Verdict};
///
/// let row = ForestRow {
///     name: "flags".into(),
///     a12: Some(0.61),
///     interval: Some(Interval { low: 0.53, high: 0.70 }),
///     verdict: Verdict::Better,
///     finding: "agrees".into(),
/// };
/// let svg = Forest { rows: vec![row], ..Forest::default() }.render_svg();
/// assert!(svg.starts_with("<svg") && svg.contains("flags: 0.61, from 0.53 to 0.70, agrees"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forest {
    /// Heading of the section, or an empty text for none.
    pub heading: String,
    /// Paragraphs above the plot, separated by empty lines.
    pub note: String,
    /// The comparisons, in the order in which they are drawn.
    pub rows: Vec<ForestRow>,
}

/// One comparison of a [`Forest`].
#[derive(Clone, Debug, PartialEq)]
pub struct ForestRow {
    /// Name of the comparison.
    pub name: String,
    /// The effect, in 0..=1: above 0.5 if the technique does better. `None` if there is nothing to
    /// draw.
    pub a12: Option<f64>,
    /// Confidence interval of the effect, if there is one.
    pub interval: Option<Interval>,
    /// The direction that the mark shows.
    pub verdict: Verdict,
    /// What was found, in few words.
    pub finding: String,
}

impl Forest {
    /// Renders the plot as a drawing of its own, without heading and note: an SVG file for a
    /// README. Its colours are legible on white and on dark backgrounds. It is well-formed XML
    /// without references to other files.
    #[must_use]
    pub fn render_svg(&self) -> String {
        html::forest::standalone(self)
    }

    /// Returns the values at which the axis ends: symmetric around 0.5, as near to it as the rows
    /// permit.
    pub(super) fn range(&self) -> [f64; 2] {
        let ends = self.rows.iter().flat_map(|row| {
            let interval = row.interval.map(|interval| [interval.low, interval.high]);
            row.a12.into_iter().chain(interval.into_iter().flatten())
        });
        let reach =
            ends.filter(|end| end.is_finite()).map(|end| (end - 0.5).abs()).fold(0.2, f64::max);
        // Tenths, so that the ends are round. A little less, so that rounding does not add a tenth.
        let tenths = (10.0 * reach - 1e-9).ceil().min(5.0);
        [0.5 - tenths / 10.0, 0.5 + tenths / 10.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(a12: f64, low: f64, high: f64) -> ForestRow {
        let interval = Some(Interval { low, high });
        ForestRow {
            name: String::new(),
            a12: Some(a12),
            interval,
            verdict: Verdict::NotShown,
            finding: String::new(),
        }
    }

    #[test]
    fn the_axis_is_symmetric_and_holds_all() {
        let range = |rows| Forest { rows, ..Forest::default() }.range();
        assert_eq!(range(vec![]), [0.3, 0.7]);
        assert_eq!(range(vec![row(0.5, 0.45, 0.7)]), [0.3, 0.7]);
        assert_eq!(range(vec![row(0.5, 0.45, 0.7), row(0.3, 0.1, 0.4)]), [0.5 - 0.4, 0.9]);
        assert_eq!(range(vec![row(0.5, 0.0, 1.0)]), [0.0, 1.0]);
        assert_eq!(range(vec![row(f64::NAN, 0.5, 0.5)]), [0.3, 0.7]);
    }
}
