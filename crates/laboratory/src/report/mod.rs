//! Reports of experiments, for a terminal and as a page.
//!
//! A [`Report`] is plain data: a title, and sections. [`Report::of`] makes the usual one from the
//! results of an experiment; a caller can add sections, change texts, or build a report of its own.
//! [`Report::render_text`] and [`Report::render_html`] render it.
//!
//! | section | shows |
//! |---|---|
//! | [`Text`] | paragraphs |
//! | [`Table`] | rows of texts |
//! | [`Compared`] | a technique against a baseline, subject by subject |
//! | [`Forest`] | an effect with its interval for each of several questions, such as claims |
//! | [`Ranking`] | mean ranks of all techniques over the subjects |
//! | [`Progress`] | coverage over executions |
//! | [`Spread`] | box plots of the searches for each subject |
//!
//! Comparisons, rankings and box plots are by a [`Measure`](crate::results::Measure), and say by
//! which.
//!
//! The page is one file, without scripts and without references to other files. It is well-formed
//! XML, follows the preferred colour scheme, and shows nothing by colour alone. Names are escaped,
//! and control characters in names are replaced.

mod compared;
mod forest;
pub(crate) mod format;
mod html;
mod progress;
mod ranking;
mod row;
mod section;
mod spread;
mod text;
mod usual;

pub use compared::{Compared, Comparison};
pub use forest::{Forest, ForestRow};
pub use progress::{Curve, Panel, Point, Progress};
pub use ranking::Ranking;
pub use row::{Row, Summary};
pub use section::{Section, Table, Text};
pub use spread::{Boxed, Spread, SpreadPanel};
pub(crate) use usual::clearest;

/// A report of an experiment: a title, a description, and sections in order.
///
/// ```
/// use sbst_laboratory::report::{Comparison, Report};
/// use sbst_laboratory::results::{Covered, Measure, Outcome, Results, Search};
///
/// let mut results = Results::new();
/// for (technique, pace) in [("guided", 3), ("random", 40)] {
///     for seed in 0..10 {
///         let search = Search { subject: "leap".into(), technique: technique.into(), seed };
///         let covered = vec![Covered { goal: 0, execution: pace * (seed + 1) }];
///         results.add(search, Outcome { goals: 1, covered, ..Outcome::default() });
///     }
/// }
/// let comparison = Comparison::new("guided", "random").by(Measure::Effort);
/// let report = Report::of("Guided search", &results, &[comparison]);
/// assert!(report.render_text().contains("better on 1"));
/// assert!(report.render_html().starts_with("<!DOCTYPE html>"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Title of the page.
    pub title: String,
    /// Description of the experiment, in paragraphs that are separated by empty lines.
    pub about: String,
    /// Sections, in the order in which they are shown.
    pub sections: Vec<Section>,
}

impl Report {
    /// Renders the report for a terminal.
    ///
    /// Lines have at most 120 columns, unless a single word is longer or a [`Table`] has more
    /// columns than fit. Long names are shortened. Plots are left out, except for the mean ranks,
    /// which become a table.
    #[must_use]
    pub fn render_text(&self) -> String {
        text::render(self)
    }

    /// Renders the report as one self-contained HTML page, which is well-formed XML.
    #[must_use]
    pub fn render_html(&self) -> String {
        html::render(self)
    }

    /// Returns the comparisons among the sections, in order.
    pub fn comparisons(&self) -> impl Iterator<Item = &Compared> {
        self.sections.iter().filter_map(|section| match section {
            Section::Compared(compared) => Some(compared),
            _ => None,
        })
    }
}
